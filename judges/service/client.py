"""Our server, called by the `mcp` client of PyPI over stdio and HTTP.

    python client.py URL_OF_SERVE
"""

import asyncio
import json
import os
import sys

from calls import CALLS, TOOLS, UNKNOWN, finish, same
from mcp import Client, MCPError, StdioServerParameters

URL = sys.argv[1]
SERVER = ["run", "--quiet", "--example", "mcp_server"]
TRANSPORTS = {
    "stdio": StdioServerParameters(command="cargo", args=SERVER, env=dict(os.environ)),
    "stateful": f"{URL}/stateful",
    "stateless": f"{URL}/stateless",
}
# `legacy` begins with `initialize`, `auto` with the newest revision.
MODES = {"legacy": "2025-11-25", "auto": "2026-07-28"}


async def judge(what, client, revision):
    same(f"{what}: revision", revision, client.protocol_version)
    same(f"{what}: server", "tool-service", client.server_info.name)
    listed = (await client.list_tools()).tools
    same(f"{what}: tools", TOOLS, [tool.name for tool in listed])
    # It checks structured content against the output schema that it was listed.
    for tool, arguments, is_error, text in CALLS:
        call = f"{what}: {tool} {arguments}"
        result = await client.call_tool(tool, arguments)
        same(call, (is_error, [text]), (result.is_error, [part.text for part in result.content]))
        has_schema = any(of.name == tool and of.output_schema for of in listed)
        if has_schema and not is_error:
            same(f"{call}: structured", json.loads(text), result.structured_content)
    try:
        same(f"{what}: unknown tool", "an error", await client.call_tool("calculate", {}))
    except MCPError as error:
        same(f"{what}: unknown tool", (-32602, True), (error.code, error.message.startswith(UNKNOWN)))
    # Calls at once on one connection get each its own answer.
    sums = [client.call_tool("calculator", {"expression": f"{n} + 1"}) for n in range(20)]
    texts = [result.content[0].text for result in await asyncio.gather(*sums)]
    same(f"{what}: at once", [f'{{"result":{n + 1}}}' for n in range(20)], texts)


async def main():
    for name, server in TRANSPORTS.items():
        for mode, revision in MODES.items():
            what = f"{name}, {mode}"
            try:
                async with asyncio.timeout(120):
                    async with Client(server, mode=mode) as client:
                        await judge(what, client, revision)
            except* Exception as errors:
                same(what, "no exception", [repr(error) for error in errors.exceptions])


asyncio.run(main())
finish("PyPI mcp", len(TRANSPORTS) * len(MODES) * (len(CALLS) + 21))
