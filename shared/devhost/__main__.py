import sys

from shared.devhost.cli import main

sys.exit(main())
