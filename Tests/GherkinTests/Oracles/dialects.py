"""Prints the keyword table of Sources/Gherkin/Dialects/DialectTable.swift.

The keywords are read from the PyPI package gherkin-official (MIT license, Cucumber Ltd), which has the
official list of languages. Each line is a language. Fields are separated by "|", keywords by ";":

    code | English name | native name | feature | rule | background | scenario | scenario outline |
    examples | given | when | then | and | but | * |

The last field is "*" if the language has the step keyword "* "; all languages but two do. With the
argument `swift`, the script prints the whole Swift file:

    python dialects.py swift > Sources/Gherkin/Dialects/DialectTable.swift
"""

import json
import os
import sys

import gherkin

HEAD = '''// Made by Tests/GherkinTests/Oracles/dialects.py from the PyPI package gherkin-official %s:
// the official keywords, MIT license, copyright Cucumber Ltd and contributors.

extension Dialect {
  /// The keywords of every official language, a line each, in the official order.
  ///
  /// Fields are separated by `|`, keywords by `;`; the last field tells of the step keyword `* `.
  static let table: StaticString = #"""
'''


def lines():
    folder = os.path.dirname(gherkin.__file__)
    with open(os.path.join(folder, "gherkin-languages.json"), encoding="utf-8") as file:
        languages = json.load(file)
    names = ["feature", "rule", "background", "scenario", "scenarioOutline", "examples"]
    names += ["given", "when", "then", "and", "but"]
    for code, language in languages.items():
        fields = [code, language["name"], language["native"]]
        for name in names:
            fields.append(";".join(word for word in language[name] if word != "* "))
            assert not any(mark in word for word in language[name] for mark in "|;\n")
        fields.append("*" if "* " in language["given"] else "")
        yield "|".join(fields) + "|"


if __name__ == "__main__":
    text = "\n".join(lines())
    if "swift" in sys.argv:
        import importlib.metadata

        version = importlib.metadata.version("gherkin-official")
        text = HEAD % version + "".join("    " + line + "\n" for line in lines()) + '    """#\n}'
    sys.stdout.buffer.write((text + "\n").encode("utf-8"))
