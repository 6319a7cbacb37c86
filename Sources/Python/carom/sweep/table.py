"""Tables of text."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Lay out a table.

    Args:
        heads: The heads of the columns.
        rows: The values of each row. Numbers are aligned at the right, None is left empty.

    Returns:
        The lines, without spaces at their ends.
    """
    texts = [["" if value is None else str(value) for value in row] for row in rows]
    widths = [
        max(len(head), *(len(row[column]) for row in texts), 0) for column, head in enumerate(heads)
    ]
    at_right = [
        any(isinstance(row[column], int | float) for row in rows) for column in range(len(heads))
    ]
    lines = []
    for line in ([*heads], *texts):
        cells = [
            value.rjust(width) if right else value.ljust(width)
            for value, width, right in zip(line, widths, at_right, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def share(part: int, whole: int) -> str:
    """Write a share in percent.

    Args:
        part: The part.
        whole: The whole; 0 gives an empty text.

    Returns:
        A text such as ``14.8 %``.
    """
    return f"{100 * part / whole:.1f} %" if whole else ""
