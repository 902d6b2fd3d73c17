"""Reads the calls in a folder by the libraries of PyPI. Writes JSON lines.

    python peers.py time FOLDER MILLISECONDS   {peer, version, call, ns}, `ns` null: refused
    python peers.py say FOLDER [MATRIX]        {peer, version, text} of the faults,
                                               {peer, id, value} of the rows, none: refused
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pydantic
from pydantic import TypeAdapter

import baml_reader
from of_schema import model
from structs import STRUCTS

ADAPTERS = {name: TypeAdapter(struct) for name, struct in STRUCTS.items()}


def given_to_pydantic(schema: dict, text: str) -> object:
    return model(schema, "Given").model_validate_json(text).model_dump(exclude_unset=True)


READERS = [
    (
        "pydantic",
        pydantic.VERSION,
        lambda shape, text: ADAPTERS[shape].validate_json(text),
        given_to_pydantic,
    ),
    ("BAML", baml_reader.VERSION, baml_reader.read, baml_reader.given),
]


def say(**line: object) -> None:
    print(json.dumps(line))


def nanoseconds(read: Callable[[], object], milliseconds: float) -> float:
    """Processor time of one reading, after a third of the time to get warm."""

    def run(limit: float) -> float:
        times, start = 0, time.process_time_ns()
        while times == 0 or time.process_time_ns() - start < limit * 1e6:
            for _ in range(1 if times < 64 else 16):
                read()
                times += 1
        return (time.process_time_ns() - start) / times

    run(milliseconds / 3)
    return run(milliseconds)


def refusal(read: Callable[[], object]) -> str | None:
    """The library's own error, without the frames that BAML adds to its own."""
    try:
        read()
    except Exception as error:
        return str(error).split("\n\nStack backtrace:")[0]
    return None


def main(mode: str, folder: str, argument: str | None = None) -> None:
    calls = json.loads(Path(folder, "calls.json").read_text())
    texts = {call["name"]: Path(folder, call["name"] + ".txt").read_text() for call in calls}
    for peer, version, read, given in READERS:
        if mode == "time":
            for call in calls:
                one = lambda: read(call["shape"], texts[call["name"]])
                ns = None if refusal(one) else nanoseconds(one, float(argument))
                say(peer=peer, version=version, call=call["name"], ns=ns)
            continue
        say(peer=peer, version=version, text=refusal(lambda: read("change_file", texts["faults"])))
        rows = Path(argument).read_text().splitlines() if argument else []
        for row in map(json.loads, rows):
            try:
                value = given(row["schema"], row["raw"])
            except Exception:
                say(peer=peer, id=row["id"])
            else:
                # A number that JSON has no form for is told as what it is.
                told = json.loads(json.dumps(value), parse_constant=str)
                say(peer=peer, id=row["id"], value=told)


main(*sys.argv[1:])
