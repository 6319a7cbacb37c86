"""Compiles and matches cucumber expressions with PyPI's cucumber-expressions (MIT, Cucumber Ltd).

Standard input: a JSON array a line, an expression and a text. Standard output: a line of JSON for each:
the regular expression and the matched groups (null without a match), or the text of the error.
"""

import json
import sys

from cucumber_expressions.errors import CucumberExpressionError
from cucumber_expressions.expression import CucumberExpression
from cucumber_expressions.parameter_type_registry import ParameterTypeRegistry

registry = ParameterTypeRegistry()
for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if not line:
        continue
    source, text = json.loads(line)
    try:
        expression = CucumberExpression(source, registry)
        pattern = expression.regexp
        match = expression.tree_regexp.match(text)
        groups = None if match is None else [group.value for group in match.children or []]
        answer = [pattern if isinstance(pattern, str) else pattern.pattern, groups]
    except CucumberExpressionError as error:
        answer = str(error)
    out = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write((out + "\n").encode("utf-8"))
