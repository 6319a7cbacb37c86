"""Reads tag expressions with PyPI's cucumber-tag-expressions (MIT, Cucumber Ltd).

Standard input: a JSON array a line, an expression and a list of tags. Standard output: a line for each:
the expression with all its parentheses, a tab and whether the tags are chosen; `!` when it is refused.
"""

import json
import re
import sys

from cucumber_tag_expressions import TagExpressionError, parse

for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if not line:
        continue
    source, tags = json.loads(line)
    # The package (11.0.1) takes an escaped parenthesis that is a whole tag for a real one: give it
    # another name on the way in and out.
    source = re.sub(r"(?<![^\s()])\\\((?![^\s()])", "@open", source)
    tags = ["@open" if tag == "(" else tag for tag in tags]
    try:
        expression = parse(source)
        answer = "%s\t%s" % (str(expression).replace("@open", "\\("), "yes" if expression.evaluate(tags) else "no")
    except TagExpressionError:
        answer = "!"
    sys.stdout.buffer.write((answer + "\n").encode("utf-8"))
