"""Calls of every builtin tool by the clients of others, and what is wrong with the answers."""

# The tool, the arguments, whether it is an error, and the text.
CALLS = [
    ("calculator", {"expression": "6 * 7"}, False, '{"result":42}'),
    ("calculator", {"expression": "2 * r", "variables": {"r": "1.5"}}, False, '{"result":3}'),
    ("calculator", {"expression": "1 +"}, True, 'expected a number, a name or "(", but the expression ends'),
    ("calculator", {}, True, "Please rewrite the input with valid arguments. Errors: expression: Required (the arguments are empty)"),
    (
        "date_time",
        {"operation": "add", "time": "2026-01-31", "duration": "P1M"},
        False,
        '{"time":"2026-02-28T00:00:00+00:00","time_zone":"UTC","weekday":"Saturday"}',
    ),
    (
        "date_time",
        {"operation": "travel"},
        True,
        'Please rewrite the input with valid arguments. Errors: operation: expected "now", "convert", "add" or "difference"',
    ),
    ("string", {"operation": "case", "text": "São Paulo", "to": "upper"}, False, "SÃO PAULO"),
    (
        "string",
        {"operation": "length"},
        True,
        'Please rewrite the input with valid arguments. Errors: text: Required (operation "length")',
    ),
    ("array", {"operation": "sort", "items": [3, 1, 2], "descending": "true"}, False, "[3,2,1]"),
    ("array", {"operation": "sort", "items": [1, "a"]}, True, "items[1] is a string, but a number is needed"),
    ("object", {"operation": "get", "object": {"a": {"b": 1}}, "path": "/a/b"}, False, "1"),
    (
        "object",
        {"operation": "get", "object": {"a": 1}, "path": "/b"},
        True,
        'nothing at "/b"; before the last step is an object of 1: a',
    ),
]

TOOLS = list(dict.fromkeys(tool for tool, *_ in CALLS))

UNKNOWN = "Unknown tool requested by model: calculate. Did you mean calculator?"

differences = []


def same(what, wanted, got):
    """Remembers a difference, to go on with the others."""
    if wanted != got:
        differences.append(f"{what}: wanted {wanted!r}, got {got!r}")


def finish(judge, calls):
    """Tells what was judged, and fails where something differs."""
    for difference in differences:
        print(f"{judge}: {difference}")
    if differences:
        raise SystemExit(f"{judge}: {len(differences)} differences")
    print(f"{judge}: {calls} calls of {len(TOOLS)} tools are answered as they should be")
