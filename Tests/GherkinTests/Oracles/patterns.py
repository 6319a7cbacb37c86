"""Matches regular expressions with Python's own `re`, which backtracks.

Standard input: a JSON array a line, an expression and a text. Standard output: a line of JSON for each:
the groups of the first match, null when there is none.
"""

import json
import re
import sys


def text(value):
    """JSON with the escapes of CaromDocuments, which has no short ones for U+0008 and U+000C."""
    short = {"\\b": "\\u0008", "\\f": "\\u000c"}
    result = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    result = re.sub(r"\\.", lambda escape: short.get(escape[0], escape[0]), result)
    return result.replace("\x7f", "\\u007f")


for line in sys.stdin.read().split("\n"):
    if line:
        pattern, step = json.loads(line)
        if not step:
            # Before 3.14 Python finds no \B in an empty text, where there is no boundary either.
            pattern = pattern.replace("\\B", "")
        match = re.search(pattern, step)
        groups = None if match is None else [match.group(0), *match.groups()]
        print(text(groups))
