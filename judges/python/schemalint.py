"""What the linter `schemalint` says of strict exports, by its profiles of OpenAI and
Anthropic: one JSON line for each pair, `{judge, tool, provider, mode, reason}`, whose
`reason` is null where it is accepted.

    python schemalint.py path/to/schemalint < exports.jsonl
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROFILES = {
    "openai": ("openai_chat", "openai_responses", "azure"),
    "anthropic": ("anthropic", "bedrock"),
}


def schema(tool):
    """The schema in a tool object of OpenAI, Anthropic or Bedrock."""
    if "toolSpec" in tool:
        return tool["toolSpec"]["inputSchema"]["json"]
    return tool["input_schema"] if "input_schema" in tool else tool.get("function", tool)["parameters"]


def errors(command, profile, lines):
    """The errors of each line, in the order of the lines; a warning refuses nothing."""
    with tempfile.TemporaryDirectory() as folder:
        for at, line in enumerate(lines):
            Path(folder, f"{at}.json").write_text(json.dumps(schema(line["export"])))
        run = [command, "check", "--profile", profile, "--format", "json", folder]
        found = json.loads(subprocess.run(run, capture_output=True, text=True).stdout)
    checked = found["summary"]["schemas_checked"]
    assert checked == len(lines), f"{checked} of {len(lines)} schemas were looked at"
    told = [[] for _ in lines]
    for diagnostic in found["diagnostics"]:
        if diagnostic["severity"] == "error":
            at = int(Path(diagnostic["source"]["file"]).stem)
            told[at].append(f"{diagnostic['code']} at `{diagnostic['pointer']}`: {diagnostic['message']}")
    return told


exports = [json.loads(line) for line in sys.stdin]
for profile, providers in PROFILES.items():
    strict = [line for line in exports if line["mode"] == "strict" and line["provider"] in providers]
    for line, told in zip(strict, errors(sys.argv[1], profile, strict)):
        pair = {key: line[key] for key in ("tool", "provider", "mode")}
        print(json.dumps({"judge": f"schemalint {profile}", **pair, "reason": "; ".join(told) or None}))
