"""Compiles and matches cucumber expressions with PyPI's cucumber-expressions (MIT, Cucumber Ltd).

Standard input: one JSON array a line, with an expression and a text.
Standard output: one line of JSON for each: the regular expression and the matched groups (null if the
text does not match), or the message of the error.
"""

import json
import re
import sys

from cucumber_expressions.errors import CucumberExpressionError
from cucumber_expressions.expression import CucumberExpression
from cucumber_expressions.parameter_type_registry import ParameterTypeRegistry


def text(value):
    """Returns JSON with the escapes of CaromDocuments, which writes U+0008 and U+000C as \\u escapes."""
    short = {"\\b": "\\u0008", "\\f": "\\u000c"}
    result = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    result = re.sub(r"\\.", lambda escape: short.get(escape[0], escape[0]), result)
    return result.replace("\x7f", "\\u007f")


registry = ParameterTypeRegistry()
for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if not line:
        continue
    source, step = json.loads(line)
    try:
        expression = CucumberExpression(source, registry)
        pattern = expression.regexp
        match = expression.tree_regexp.match(step)
        groups = None if match is None else [group.value for group in match.children or []]
        answer = [pattern if isinstance(pattern, str) else pattern.pattern, groups]
    except CucumberExpressionError as error:
        answer = str(error)
    sys.stdout.buffer.write((text(answer) + "\n").encode("utf-8"))
