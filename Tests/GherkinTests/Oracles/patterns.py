"""Matches regular expressions with Python's `re` module, a backtracking matcher.

Standard input: one JSON array a line, with an expression and a text.
Standard output: one line of JSON for each: the groups of the first match, or null without a match.
"""

import json
import re
import sys


def text(value):
    """Returns JSON with the escapes of CaromDocuments, which writes U+0008 and U+000C as \\u escapes."""
    short = {"\\b": "\\u0008", "\\f": "\\u000c"}
    result = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    result = re.sub(r"\\.", lambda escape: short.get(escape[0], escape[0]), result)
    return result.replace("\x7f", "\\u007f")


for line in sys.stdin.read().split("\n"):
    if line:
        pattern, step = json.loads(line)
        if not step:
            # Python before 3.14 does not match \B in an empty text, although it has no word boundary.
            pattern = pattern.replace("\\B", "")
        match = re.search(pattern, step)
        groups = None if match is None else [match.group(0), *match.groups()]
        print(text(groups))
