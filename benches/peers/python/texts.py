"""Reads the calls in texts by the libraries of PyPI. Writes JSON lines.

    python texts.py FILE     {peer, version, parser, id, calls: [{name, arguments}]}, not for
                             empty calls; without `parser`: the library recognises the format

Each line of the file is {id, text, answer, starts_in_reasoning, tools: [{name, parameters}]};
`answer` is the text after its reasoning.
"""

import contextlib
import io
import json
import logging
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import unused  # noqa: F401
import agent_tool_parser
from llm_router_utils.sglang.srt.entrypoints.openai.protocol import Tool
from llm_router_utils.sglang.srt.function_call.function_call_parser import FunctionCallParser
from vllm_mlx.tool_parsers import ToolParserManager

import vllm_reader


def sglang(parser: str, row: dict) -> list[dict]:
    tools = [Tool(type="function", function=tool) for tool in row["tools"]]
    _, calls = FunctionCallParser(tools, parser).parse_non_stream(row["answer"])
    return [{"name": call.name, "arguments": call.parameters} for call in calls]


def vllm_mlx(parser: str, row: dict) -> list[dict]:
    tools = [{"type": "function", "function": tool} for tool in row["tools"]]
    reader = ToolParserManager.get_tool_parser(parser)(None)
    calls = reader.extract_tool_calls(row["answer"], {"tools": tools}).tool_calls
    return [{"name": call["name"], "arguments": call["arguments"]} for call in calls]


def agent(_: None, row: dict) -> list[dict]:
    names = {tool["name"] for tool in row["tools"]}
    parser = agent_tool_parser.ToolParser(allowed_tools=names)
    calls = parser.try_parse_calls(row["answer"]) or []
    return [{"name": call.name, "arguments": call.args} for call in calls]


SGLANG = "SGLang, llm-router-utils"
SGLANG_PARSERS = list(FunctionCallParser.ToolCallParserEnum)
# `generic` is `auto`.
VLLM_MLX_PARSERS = [name for name in ToolParserManager.list_registered() if name != "generic"]

# A row has the name, the package, the reader and its parsers.
READERS = [
    ("vLLM", "vllm", vllm_reader.read, vllm_reader.PARSERS),
    (SGLANG, "llm-router-utils", sglang, SGLANG_PARSERS),
    ("vllm-mlx", "vllm-mlx", vllm_mlx, VLLM_MLX_PARSERS),
    ("vllm-mlx", "vllm-mlx", lambda _, row: vllm_mlx("auto", row), [None]),
    ("agent-tool-parser", "agent-tool-parser", agent, [None]),
]


def read(reader: Callable, parser: str | None, row: dict) -> list[dict]:
    """The calls; none if the parser fails. A panic of a Rust extension is no `Exception`."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return reader(parser, row)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return []


def main(file: str) -> None:
    logging.disable(logging.CRITICAL)
    for row in map(json.loads, Path(file).read_text().splitlines()):
        for peer, package, reader, parsers in READERS:
            for parser in parsers:
                calls = read(reader, parser, row)
                if not calls:
                    continue
                line = {"peer": peer, "version": version(package), "id": row["id"]}
                if parser:
                    line["parser"] = parser
                print(json.dumps(line | {"calls": calls}, default=str))


main(sys.argv[1])
