"""Holds a JUnit report on standard input against a reading of the rules of junit-10.xsd.

That is the schema of Jenkins' xUnit plug-in. The reading is a RELAX NG grammar: which elements lie in
which, which attributes they have, and how times are written. Order and number of children are free
where the schema leaves them free.
"""
import sys
from lxml import etree

TIME = r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?"


def attribute(name, required=False, pattern=None):
    value = f'<data type="string"><param name="pattern">{pattern}</param></data>' if pattern else "<text/>"
    found = f'<attribute name="{name}">{value}</attribute>'
    return found if required else f"<optional>{found}</optional>"


def element(name, attributes, children, text=False):
    inside = "".join(f"<ref name='{child}'/>" for child in children) + ("<text/>" if text else "")
    body = f"<zeroOrMore><choice>{inside}</choice></zeroOrMore>" if inside else "<empty/>"
    return f'<define name="{name}"><element name="{name}">{"".join(attributes)}{body}</element></define>'


reason = [attribute("type"), attribute("message")]
counts = [attribute(name) for name in ("tests", "failures", "errors")]
grammar = [
    element("testsuites", [attribute("name"), attribute("time", pattern=TIME)] + counts, ["testsuite"]),
    element(
        "testsuite",
        [attribute(name, True) for name in ("name", "tests", "failures", "errors")]
        + [attribute("time", pattern=TIME)]
        + [
            attribute(name)
            for name in ("group skipped timestamp hostname id package file log url").split()
        ],
        ["testsuite", "properties", "testcase", "system-out", "system-err"],
    ),
    element(
        "testcase",
        [attribute("name", True), attribute("time"), attribute("classname"), attribute("group")],
        ["skipped", "error", "failure", "system-out", "system-err"],
    ),
    element("properties", [], ["property"]),
    element("property", [attribute("name", True), attribute("value", True)], []),
]
grammar += [element(name, reason, [], text=True) for name in ("skipped", "error", "failure")]
grammar += [element(name, [], [], text=True) for name in ("system-out", "system-err")]
schema = etree.RelaxNG(
    etree.fromstring(
        '<grammar xmlns="http://relaxng.org/ns/structure/1.0" '
        'datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">'
        '<start><ref name="testsuites"/></start>' + "".join(grammar) + "</grammar>"
    )
)
report = etree.fromstring(sys.stdin.buffer.read())
if schema.validate(report):
    print("valid:", len(list(report.iter("testcase"))), "cases")
else:
    print(schema.error_log)
