"""Validates the messages on standard input against the classes that Cucumber generates from its schema.

Cucumber's own converter accepts unknown keys and wrong types. This script rejects both, and also
references to ids that do not exist.
"""
import dataclasses, enum, json, sys
from cucumber_messages import _messages as known
from cucumber_messages.json_converter import camel_to_snake

plain = {"str": str, "int": int, "bool": bool}


def check(value, kind, place):
    for name in ("Optional", "list"):
        if kind.startswith(name + "["):
            inner = kind[len(name) + 1 : -1]
            if name == "Optional":
                return check(value, inner, place)
            if not isinstance(value, list):
                sys.exit(f"{place}: {value!r} is no list")
            for number, element in enumerate(value):
                check(element, inner, f"{place}[{number}]")
            return
    if kind in plain:
        if type(value) is not plain[kind]:
            sys.exit(f"{place}: {value!r} is no {kind}")
        return
    found = getattr(known, kind)
    if issubclass(found, enum.Enum):
        if value not in [case.value for case in found]:
            sys.exit(f"{place}: {value!r} is no {kind}")
        return
    if not isinstance(value, dict):
        sys.exit(f"{place}: {value!r} is no {kind}")
    fields = {field.name: field for field in dataclasses.fields(found)}
    for key, member in value.items():
        name = camel_to_snake(key)
        if name not in fields:
            sys.exit(f"{place}: {kind} has no {key}")
        check(member, fields[name].type, f"{place}.{key}")
    given = [camel_to_snake(key) for key in value]
    for name, field in fields.items():
        if field.default is dataclasses.MISSING and name not in given:
            sys.exit(f"{place}: {kind} lacks {name}")


ids, wanted = set(), []


def collect(value, place):
    if isinstance(value, list):
        for element in value:
            collect(element, place)
    elif isinstance(value, dict):
        for key, member in value.items():
            if key == "id":
                if member in ids:
                    sys.exit(f"{place}: the id {member} is there twice")
                ids.add(member)
            elif key.endswith("Id"):
                wanted.append((member, place + "." + key))
            elif key.endswith("Ids"):
                wanted.extend((one, place + "." + key) for one in member)
            else:
                collect(member, place + "." + key)


lines = sys.stdin.read().splitlines()
for number, line in enumerate(lines):
    message = json.loads(line)
    check(message, "Envelope", f"line {number + 1}")
    if len(message) != 1:
        sys.exit(f"line {number + 1}: {len(message)} messages")
    collect(message, f"line {number + 1}")
for one, place in wanted:
    if one not in ids:
        sys.exit(f"{place}: there is no {one}")
print(f"{len(lines)} messages are good")
