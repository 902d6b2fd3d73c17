"""Has other people's packages judge the exports of the gallery, and compares what they
refuse with `exceptions.jsonl`.

    python judge.py path/to/judges.mjs [path/to/schemalint] < gallery.jsonl

Without the linter `schemalint`, what is listed for it is left out.

It fails if a pair of a tool and a provider's mode is refused without an exception, if an
exception has nothing to refuse any more, if no judge looks at a pair, and if a judge lets a
tool of `bad.jsonl` pass: one that cannot refuse is none.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).parent


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def verdicts(exports, node, schemalint=None):
    """What all judges say of these lines: `{judge, tool, provider, mode, reason}`."""
    asked = "".join(json.dumps(line) + "\n" for line in exports)
    commands = [
        ["node", node],
        [sys.executable, "-W", "ignore", HERE / "python/packages.py"],
    ]
    if schemalint:
        commands.append([sys.executable, HERE / "python/schemalint.py", schemalint])
    said = (subprocess.run(run, input=asked, stdout=subprocess.PIPE, text=True, check=True) for run in commands)
    return [verdict for text in said for verdict in lines(text.stdout)]


def listed(file):
    """The lines of a file that are for a judge that is there."""
    has_linter = len(sys.argv) > 2
    found = lines((HERE / file).read_text())
    return [line for line in found if has_linter or not line["judge"].startswith("schemalint ")]


def pair(line):
    return line["tool"], line["provider"], line["mode"]


def covers(exception, verdict):
    """Whether an exception is about a refusal: names may have wildcards, and the reason
    is a regular expression."""
    names = ("judge", "tool", "provider", "mode")
    return all(fnmatchcase(verdict[name], exception.get(name, "*")) for name in names) and re.search(
        exception["reason"], verdict["reason"]
    )


def faults(exports, bad, said, exceptions):
    """What is wrong, a sentence each."""
    refused = [verdict for verdict in said if verdict["reason"] is not None]
    for line in bad:
        if not any(pair(verdict) == pair(line) and verdict["judge"] == line["judge"] for verdict in refused):
            yield f"{line['judge']} lets pass what is bad ({line['why']})"
    for judge in sorted({verdict["judge"] for verdict in said} - {line["judge"] for line in bad}):
        yield f"{judge}: no bad tool shows that it can refuse"
    looked_at = {pair(verdict) for verdict in said}
    for line in exports:
        if pair(line) not in looked_at:
            yield f"{' '.join(pair(line))}: no judge looked at it"
    ours = {pair(line) for line in exports}
    refused = [verdict for verdict in refused if pair(verdict) in ours]
    for verdict in refused:
        if not any(covers(exception, verdict) for exception in exceptions):
            yield f"{verdict['judge']} refuses {' '.join(pair(verdict))}: {verdict['reason']}"
    for exception in exceptions:
        if not any(covers(exception, verdict) for verdict in refused):
            yield f"an exception without a refusal: {json.dumps(exception)}"


def main():
    exports = [line for line in lines(sys.stdin.read()) if "export" in line]
    bad = listed("bad.jsonl")
    bad = [{"tool": f"(bad tool {at})", **line} for at, line in enumerate(bad, 1)]
    exceptions = listed("exceptions.jsonl")
    said = verdicts(exports + bad, *sys.argv[1:])

    ours = [verdict for verdict in said if not verdict["tool"].startswith("(bad tool")]
    refused = Counter(verdict["judge"] for verdict in ours if verdict["reason"] is not None)
    for judge, count in sorted(Counter(verdict["judge"] for verdict in ours).items()):
        print(f"{judge}: {count} looked at, {refused[judge]} refused")
    found = list(faults(exports, bad, said, exceptions))
    print("\n".join(found) or f"{len(exports)} exports: what is refused is on the list of exceptions")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
