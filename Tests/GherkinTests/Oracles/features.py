"""Parses feature files with the official parser, PyPI's gherkin-official (MIT, Cucumber Ltd).

Standard input: one JSON string a line, each a feature file.
Standard output: one line for each: the document, a tab and the pickles, as JSON with sorted keys; or `!`
and the list of errors.
"""

import copy
import json
import re
import sys

from gherkin.ast_builder import AstBuilder
from gherkin.errors import CompositeParserException
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler
from gherkin.stream.id_generator import IdGenerator
from gherkin.token_scanner import TokenScanner


def text(value):
    """Returns JSON with the escapes of CaromDocuments, which writes U+0008 and U+000C as \\u escapes."""
    short = {"\\b": "\\u0008", "\\f": "\\u000c"}
    result = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    result = re.sub(r"\\.", lambda escape: short.get(escape[0], escape[0]), result)
    return result.replace("\x7f", "\\u007f")


def escaped(node):
    """Escapes the column names of examples, in place.

    The compiler (42.0.1) uses them as regular expressions and fails on a name such as `*`. Pickles do not
    contain the names, so the result is otherwise the same.
    """
    if isinstance(node, dict):
        for cell in (node.get("tableHeader") or {}).get("cells", []):
            cell["value"] = re.escape(cell["value"])
        node = node.values()
    elif not isinstance(node, list):
        return
    for child in node:
        escaped(child)


def read(feature):
    ids = IdGenerator()
    try:
        document = Parser(AstBuilder(ids)).parse(TokenScanner(feature))
        literal = copy.deepcopy(document)
        escaped(literal)
        pickles = Compiler(ids).compile({**literal, "uri": "u"})
        # The type of a conjunction without a preceding step is "Unknown" in a scenario, but null in an
        # outline (42.0.1), although the schema of messages does not allow null: both become "Unknown".
        for step in (step for pickle in pickles for step in pickle["steps"]):
            step["type"] = step["type"] or "Unknown"
        return text(document) + "\t" + text(pickles)
    except CompositeParserException as error:
        return "!" + text([str(problem) for problem in error.errors])


for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if line:
        sys.stdout.buffer.write((read(json.loads(line)) + "\n").encode("utf-8"))
