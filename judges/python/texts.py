"""Reads the fixtures of `canitoolcall`: texts of open models with the right calls.

    python texts.py path/to/read_text [--table]

Each fixture is read whole and in pieces, by the recognised format and by the ID of its model. It
fails if fewer than 97 % are right, if a fixture in pieces differs from the whole one, and if a
fixture that is not right is not in `texts.json` with its reason, or the other way round.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from canitoolcall.checks import compare, expected_as_result
from canitoolcall.fixtures import default_fixtures_dir, load_fixtures
from canitoolcall.results import ParsedToolCall, ParseResult, Status

LISTED = json.loads((Path(__file__).parent / "texts.json").read_text())
WAYS = ("format", "model")
SIZES = (None, 1, 5)


def schema(tool):
    function = tool.get("function", tool)
    return {"name": function["name"], "schema": function.get("parameters") or {"type": "object"}}


def prompt_of(fixture):
    """The text before the answer: that of the fixture, or the usual one of its model."""
    if fixture.generation_prompt is not None:
        return fixture.generation_prompt
    family = json.loads((default_fixtures_dir() / fixture.family / "family.json").read_text())
    usual = {model["repo"]: model.get("default_generation_prompt") for model in family["reference_models"]}
    return usual.get(fixture.models[0]) or ""


def row(fixture, way, size):
    prompt = "" if fixture.thinking is False else prompt_of(fixture).rstrip()
    cut = any("truncat" in tag for tag in fixture.tags)
    asked = {
        "id": [fixture.id, way, size],
        "text": fixture.raw_output,
        "tools": [schema(tool) for tool in fixture.tools],
        "finish": "truncated" if cut else "complete",
        "starts_in_reasoning": prompt.endswith(("<think>", "[THINK]", "<|open|>think<|sep|>")),
    }
    if way == "model":
        asked["model"] = fixture.models[0]
    if size:
        asked["size"] = size
    return asked


def result(answer):
    calls = (ParsedToolCall(call["name"], json.dumps(call["arguments"])) for call in answer["calls"])
    return ParseResult(
        content=answer["content"] or None,
        reasoning_content=answer["reasoning"] or None,
        tool_calls=tuple(calls),
    )


def verdict(fixture, answer):
    """Whether the answer is right: the calls are, and so are the texts but for white space."""
    if fixture.expected is None:
        accepted = set(fixture.expected_error.accept)
        return not answer["calls"] and bool(accepted & {"no_tool_calls", "content_passthrough", "exception"})
    return compare(expected_as_result(fixture.expected), result(answer)) is not Status.FAIL


def main():
    known = {fixture.id: fixture for fixture in load_fixtures()}
    asked = [row(fixture, way, size) for fixture in known.values() for way in WAYS for size in SIZES]
    lines = "".join(json.dumps(line) + "\n" for line in asked)
    run = subprocess.run([sys.argv[1]], input=lines, stdout=subprocess.PIPE, text=True, check=True)
    answers = {}
    for line in run.stdout.splitlines():
        answer = json.loads(line)
        identity, way, size = answer.pop("id")
        answers[identity, way, size] = answer
    faults = []
    for way in WAYS:
        wrong, families = [], Counter()
        for identity, fixture in known.items():
            whole = answers[identity, way, None]
            faults += [
                f"{identity} by {way}: pieces of {size} bytes differ"
                for size in SIZES
                if answers[identity, way, size] != whole
            ]
            is_right = "error" not in whole and verdict(fixture, whole)
            families[fixture.family, is_right] += 1
            if not is_right:
                wrong.append(identity)
        faults += [f"{identity} by {way} is wrong and not listed" for identity in wrong if identity not in LISTED]
        faults += [f"{identity} by {way} is listed and right" for identity in LISTED if identity not in wrong]
        right = len(known) - len(wrong)
        print(f"canitoolcall by {way}: {right} of {len(known)} right")
        if right < 0.97 * len(known):
            faults.append(f"fewer than 97 % are right by {way}")
        if "--table" in sys.argv:
            for family in sorted({family for family, _ in families}):
                print(f"| {family} | {families[family, True]} | {families[family, True] + families[family, False]} |")
            for identity in wrong:
                print("  wrong:", identity)
    sys.exit("\n".join(faults) if faults else None)


if __name__ == "__main__":
    main()
