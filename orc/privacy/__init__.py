"""What people may ask of an operator for their data: all of it to take along, its erasure, and who had access to it."""
