"""Matches regular expressions with Python's own `re`, which backtracks.

Standard input: a JSON array a line, an expression and a text. Standard output: a line of JSON for each:
the groups of the first match, null when there is none.
"""

import json
import re
import sys

for line in sys.stdin.read().split("\n"):
    if line:
        pattern, text = json.loads(line)
        if not text:
            # Before 3.14 Python finds no \B in an empty text, where there is no boundary either.
            pattern = pattern.replace("\\B", "")
        match = re.search(pattern, text)
        groups = None if match is None else [match.group(0), *match.groups()]
        print(json.dumps(groups, ensure_ascii=False, separators=(",", ":")))
