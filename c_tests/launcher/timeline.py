"""Holds a timeline to what viewers ask: python3 timeline.py FILE ARROWS

Strict JSON; numbers that begin near 0; events of one track that lie within each other or follow; each arrow from one call to one task.
"""

import json
import sys


def refuse(name):
    raise ValueError(f"{name} is no JSON")


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


events = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=refuse)
tracks, begun, ended = {}, [], []
for event in events:
    kind = event["ph"]
    if kind == "M":
        assert event["args"], event
        continue
    assert number(event["ts"]) and 0 <= event["ts"] < 1e9, event
    assert isinstance(event["pid"], int) and isinstance(event["tid"], int), event
    if kind == "X":
        assert number(event["dur"]) and event["dur"] >= 0, event
        tracks.setdefault((event["pid"], event["tid"]), []).append((event["ts"], event["ts"] + event["dur"]))
    elif kind in "sf":
        assert 0 <= event["id"] < 2**53, event
        assert kind == "s" or event["bp"] == "e", event
        (begun if kind == "s" else ended).append(event["id"])
    else:
        assert kind in "bne", event
for spans in tracks.values():
    within = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        while within and within[-1] <= start:
            within.pop()
        assert not within or end <= within[-1], (start, end, within)
        within.append(end)
assert len(set(begun)) == len(begun) and sorted(begun) == sorted(ended), (begun, ended)
assert len(begun) == int(sys.argv[2]), f"{len(begun)} arrows"
