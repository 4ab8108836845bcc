"""Write the actual outputs into the examples of README.md and the help topics, or of the files named.

Elisions (`...`) stay where they still hold. Exits 1 when an example fails.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import readme_blocks

ROOT = Path(__file__).resolve().parent.parent


def documents() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "kingcli" / "cli" / "topics").glob("*.md"))]


def update(document: Path) -> bool:
    text = document.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcomes = readme_blocks.run(text, Path(folder), ROOT / "fixtures")
        except readme_blocks.BlockError as error:
            print(f"{document}: {error}", file=sys.stderr)
            return False
    failed = [outcome for outcome in outcomes if outcome.failure]
    for outcome in failed:
        print(f"{document}:{outcome.step.line}: {outcome.step.source.strip()}\n{outcome.failure}", file=sys.stderr)
    updated = readme_blocks.rewrite(text, outcomes)
    if updated != text:
        document.write_text(updated, encoding="utf-8", newline="\n")
        print(f"{document}: updated")
    return not failed


def main(arguments: Sequence[str]) -> int:
    succeeded = [update(document) for document in [Path(name) for name in arguments] or documents()]
    return 0 if all(succeeded) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
