#!/usr/bin/env python3
"""Writes Sources/UniformTypes/Facts/StandardFacts+Tables.swift from a table of facts.

    .tools/make-type-facts.py uniform-types.tsv > \
        Sources/UniformTypes/Facts/StandardFacts+Tables.swift

Input: tab separated, one header line, columns `identifier`, `conforms_to`, `filename_extensions`,
`mime_types`, `source`; the middle three are comma lists. Rows whose identifiers differ only in
case are one type: the first row by source gives the spelling, the others add what is new.

Output: string literals only, so that a process pays for the pages it reads and for nothing else.
Numbers are written with digits of 6 bits, the characters from "0" (0) to "o" (63). The layout is
described in StandardFacts.swift, which reads it.
"""

import sys

WIDTH = 92
EMPTY = 4095
# Which type a tag means first, where no rule tells.
PREFERRED = {
    "application/vnd.ms-powerpoint": "com.microsoft.powerpoint.ppt",
    "application/mspowerpoint": "com.microsoft.powerpoint.ppt",
    "application/x-msdownload": "com.microsoft.windows-executable",
}


def digits(value, count):
    assert 0 <= value < 64**count, (value, count)
    return "".join(chr(48 + (value >> 6 * place) % 64) for place in reversed(range(count)))


def hash32(text):
    value = 2166136261
    for byte in text.lower().encode():
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value ^ value >> 15


def slots(keys, size):
    table = [EMPTY] * size
    for number, key in enumerate(keys):
        slot = hash32(key) % size
        while table[slot] != EMPTY:
            slot = (slot + 1) % size
        table[slot] = number
    return "".join(digits(number, 2) for number in table)


def literal(name, comment, text):
    assert text.isascii() and '"' not in text and "\\#" not in text
    lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
    # A line that ends in white space, or in a backslash before the continuation, would be lost.
    assert all(line == line.strip() for line in lines)
    print(f"\n  /// {comment}\n  static var {name}: StaticString {{\n    #\"\"\"")
    print("\\#\n".join("    " + line for line in lines))
    print('    """#\n  }')


def read(path):
    order = {"A": 0, "M": 1, "B": 2}
    rows = [line.rstrip("\n").split("\t") for line in open(path, encoding="ascii")][1:]
    types = {}
    for identifier, parents, extensions, mimes, source in sorted(
        rows, key=lambda row: order[row[4]]
    ):
        known = types.setdefault(identifier.lower(), (identifier, [], [], []))
        for old, new in zip(known[1:], (parents, extensions, mimes)):
            folded = {entry.lower() for entry in old}
            old += [entry for entry in new.split(",") if entry and entry.lower() not in folded]
    return types


def main(path):
    types = read(path)
    names = sorted(types)
    only_parents = sorted({p.lower() for t in types.values() for p in t[1]} - set(names))
    spelling = {p.lower(): p for t in types.values() for p in t[1]}
    number = {name: index for index, name in enumerate(names + only_parents)}

    def ancestors(name):
        found, queue = [], [name]
        for current in queue:
            for parent in types[current][1] if current in types else []:
                parent = parent.lower()
                if parent != name and parent not in found:
                    found.append(parent)
                    queue.append(parent)
        return found

    above = {name: ancestors(name) for name in number}
    text, tags, links, records = "", "", "", ""
    places = [{}, {}]
    for name in number:
        identifier, parents, *kinds = types.get(name) or (spelling[name], [], [], [])
        assert [p.lower() for p in parents] == above[name][: len(parents)], name
        start = len(tags)
        for place, kind in zip(places, kinds):
            at = len(tags)
            for tag in kind:
                place.setdefault(tag.lower(), (at, len(tag), []))[2].append(name)
                at += len(tag) + 1
            tags += ",".join(kind)
        records += digits(len(text), 3) + digits(len(identifier), 2)
        records += digits(start, 3) + "".join(digits(len(",".join(kind)), 2) for kind in kinds)
        records += digits(len(links) // 2, 3) + digits(len(parents), 1) + digits(len(above[name]), 1)
        text += identifier
        links += "".join(digits(number[parent], 2) for parent in above[name])

    def best_first(tag):
        return lambda name: (
            PREFERRED.get(tag) != name,
            name != "public.data" and "public.data" not in above[name],
            ".private." in name,
            not name.startswith("public."),
            len(above[name]),
            name,
        )

    tables = []
    for place in places:
        entries = ""
        for tag, (at, length, owners) in place.items():
            entries += digits(at, 3) + digits(length, 2)
            entries += digits(len(links) // 2, 3) + digits(len(owners), 1)
            links += "".join(digits(number[o], 2) for o in sorted(owners, key=best_first(tag)))
        tables.append((entries, list(place)))

    print("// Made by .tools/make-type-facts.py from the table of type facts. Do not edit.")
    print("// StandardFacts.swift says how to read it.")
    print("\nextension StandardFacts {")
    print(f"  /// How many types are declared; names with higher numbers are only parents.")
    print(f"  static var typeCount: Int {{ {len(names)} }}")
    literal("names", "Identifiers, as they are spelled, one after the other.", text)
    literal("tags", "For each type its filename extensions, then its MIME types.", tags)
    literal("records", "One record for each name.", records)
    literal("links", "Lists of numbers of types: ancestors, then owners of tags.", links)
    literal("nameSlots", "Hash table of the names.", slots(number, 2048))
    literal("extensionEntries", "One entry for each filename extension.", tables[0][0])
    literal("extensionSlots", "Hash table of the filename extensions.", slots(tables[0][1], 2048))
    literal("mimeTypeEntries", "One entry for each MIME type.", tables[1][0])
    literal("mimeTypeSlots", "Hash table of the MIME types.", slots(tables[1][1], 512))
    print("}")


main(sys.argv[1])
