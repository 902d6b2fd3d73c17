"""What the providers' Python packages say of exports: one JSON line for each judge and
pair, `{judge, tool, provider, mode, reason}`, whose `reason` is null where it is accepted.

    python packages.py < exports.jsonl
"""

import json
import sys

import botocore.session
import cohere
import mcp.types
import ollama
from anthropic.types import ToolParam
from botocore.validate import ParamValidator
from google.genai import interactions
from google.genai import types as google
from mcp.shared.tool_name_validation import validate_tool_name
from mistralai.client import models as mistral
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

BEDROCK = botocore.session.get_session().get_service_model("bedrock-runtime")
CONVERSE = BEDROCK.operation_model("Converse").input_shape


def known_whole(type_):
    """Refuses what the type does not take, and what it drops."""
    adapter = TypeAdapter(type_)

    def judge(tool):
        read = adapter.validate_python(tool)
        written = json.loads(adapter.dump_json(read, by_alias=True, exclude_none=True))
        assert written == tool, f"what it knows of it is {json.dumps(written)}"

    return judge


def known_in_part(type_):
    """Refuses what the type does not take."""
    return TypeAdapter(type_).validate_python


def json_schema(tool):
    google.JSONSchema.model_validate(tool["parametersJsonSchema"])


def converse(tool):
    call = {"modelId": "model", "toolConfig": {"tools": [tool]}}
    report = ParamValidator().validate(call, CONVERSE)
    assert not report.has_errors(), report.generate_report()


def mcp_tool(tool):
    named = validate_tool_name(tool["name"])
    assert named.is_valid, "; ".join(named.warnings)
    known_whole(mcp.types.Tool)(tool)


def of(*providers):
    return lambda line: line["provider"] in providers


def plain_google(line):
    return of("gemini", "vertex")(line) and line["mode"] == "plain"


CHAT = of("openai_chat", "azure", "mistral", "groq", "cohere", "deepseek", "ollama")

JUDGES = [
    ("openai ChatCompletionFunctionToolParam", CHAT, known_whole(ChatCompletionFunctionToolParam)),
    ("openai FunctionToolParam", of("openai_responses"), known_whole(FunctionToolParam)),
    # xAI takes the form of OpenAI's Responses; `strict`, which that type requires, it has not.
    ("openai FunctionToolParam", of("xai"), lambda tool: known_in_part(FunctionToolParam)({"strict": None, **tool})),
    ("anthropic ToolParam", of("anthropic"), known_whole(ToolParam)),
    ("google-genai FunctionDeclaration", of("gemini", "vertex"), known_whole(google.FunctionDeclaration)),
    ("google-genai FunctionParam", of("gemini_interactions"), known_whole(interactions.FunctionParam)),
    ("google-genai JSONSchema", plain_google, json_schema),
    ("botocore Converse", of("bedrock"), converse),
    ("mcp Tool", of("mcp"), mcp_tool),
    ("mistralai Tool", of("mistral"), known_whole(mistral.Tool)),
    ("cohere ToolV2", of("cohere"), known_whole(cohere.ToolV2)),
    # Its properties have fewer keys than those of the server, which it drops in silence.
    ("ollama Tool", of("ollama"), known_in_part(ollama.Tool)),
]


def reason(judge, tool):
    try:
        judge(tool)
    # Whatever a package raises, it is its refusal.
    except Exception as error:
        return " ".join(str(error).split()) or type(error).__name__
    return None


for line in map(json.loads, sys.stdin):
    for name, looks_at, judge in JUDGES:
        if looks_at(line):
            pair = {key: line[key] for key in ("tool", "provider", "mode")}
            print(json.dumps({"judge": name, **pair, "reason": reason(judge, line["export"])}))
