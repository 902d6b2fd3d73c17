"""Our server, called by the command line of the npm inspector over stdio and HTTP.

    python inspector.py DIRECTORY_OF_NODE_MODULES URL_OF_SERVE
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from calls import CALLS, TOOLS, finish, same

DIRECTORY, URL = sys.argv[1:]
INSPECTOR = [f"{DIRECTORY}/node_modules/.bin/mcp-inspector", "--cli"]
TARGETS = {
    "stdio": ["--", "target/debug/examples/mcp_server"],
    "stateful": ["--transport", "http", "--server-url", f"{URL}/stateful"],
    "stateless": ["--transport", "http", "--server-url", f"{URL}/stateless"],
}
# What it ends with where the result has `isError`, and where the tool is not there.
IS_ERROR = 5
# It is not to write a catalog of servers at home.
ENVIRONMENT = {**os.environ, "MCP_CATALOG_PATH": f"{DIRECTORY}/catalog.json"}


def inspect(target, *arguments):
    """The status that it ends with, what it printed as JSON, and its errors."""
    command = [*INSPECTOR, *arguments, *TARGETS[target]]
    ended = subprocess.run(command, capture_output=True, env=ENVIRONMENT, text=True, timeout=120)
    printed = json.loads(ended.stdout) if ended.stdout.strip() else None
    return ended.returncode, printed, ended.stderr


def judge_list(target):
    # It fails where one of its rules for schemas calls a schema an error.
    status, printed, errors = inspect(target, "--method", "tools/list", "--strict")
    same(f"{target}: status of the list", (0, ""), (status, errors if status else ""))
    same(f"{target}: tools", TOOLS, [tool["name"] for tool in (printed or {}).get("tools", [])])


def judge_call(target, tool, arguments, is_error, text):
    pairs = [
        pair
        for key, value in arguments.items()
        for pair in ("--tool-arg", f"{key}={value if isinstance(value, str) else json.dumps(value)}")
    ]
    status, printed, errors = inspect(target, "--method", "tools/call", "--tool-name", tool, *pairs)
    what = f"{target}: {tool} {arguments}"
    same(f"{what}: status", IS_ERROR if is_error else 0, status)
    if printed is None:
        return same(what, text, errors)
    same(what, (is_error, [text]), (printed["isError"], [part["text"] for part in printed["content"]]))


def judge_unknown(target):
    status, _, errors = inspect(target, "--method", "tools/call", "--tool-name", "calculate")
    same(f"{target}: unknown tool", (IS_ERROR, True), (status, "tool_not_found" in errors))


with ThreadPoolExecutor(4) as pool:
    judged = [pool.submit(judge, target) for target in TARGETS for judge in (judge_list, judge_unknown)]
    judged += [pool.submit(judge_call, target, *call) for target in TARGETS for call in CALLS]
    for one in judged:
        one.result()
finish("npm inspector", len(TARGETS) * (len(CALLS) + 2))
