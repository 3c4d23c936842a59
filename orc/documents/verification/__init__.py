"""Checks whether a passage supports a statement.

claims decides, and calls each of the others for one difference between the statement and the passage:

- its figures: passage_figures, bounds, rates, periods;
- its names: spellings, designations, roles, subjects;
- rows and columns of tables: table_rows, row_values, named_cells, numbered, yes_no_cells;
- which words belong together: clauses, clause_matching, pairings, contrasts, noun_substitution, scope, topics;
- what is denied: denials.

translations replaces the comparison of words where the statement is in another language than the passage.
"""
