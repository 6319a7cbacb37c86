"""Evaluates tag expressions with PyPI's cucumber-tag-expressions (MIT, Cucumber Ltd).

Standard input: one JSON array a line, with an expression and a list of tags.
Standard output: one line for each: the expression with all parentheses, a tab and `yes` or `no`; or `!` if
the expression is invalid.
"""

import json
import re
import sys

from cucumber_tag_expressions import TagExpressionError, parse

for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if not line:
        continue
    source, tags = json.loads(line)
    # The package (11.0.1) parses an escaped parenthesis that is a whole tag as a parenthesis: replace it
    # by a name in the input and restore it in the output.
    source = re.sub(r"(?<![^\s()])\\\((?![^\s()])", "@open", source)
    tags = ["@open" if tag == "(" else tag for tag in tags]
    try:
        expression = parse(source)
        answer = "%s\t%s" % (str(expression).replace("@open", "\\("), "yes" if expression.evaluate(tags) else "no")
    except TagExpressionError:
        answer = "!"
    sys.stdout.buffer.write((answer + "\n").encode("utf-8"))
