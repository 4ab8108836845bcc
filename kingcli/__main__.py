"""`python -m kingcli` and the `king` script."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its documented code."""
    from kingcli.cli.main import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
