"""Has the providers' Python packages judge the messages that continue a conversation, and the
members of a request for the choice of tools and for the shape of an answer.

    python results.py < results.jsonl

Each package sends the messages to a local server, which records the request. The package's own
types must accept the messages, and they must arrive unchanged, except that a package may add
members with default values. Each judge must also refuse members of the wrong type.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import anthropic
import boto3
import botocore.session
import cohere
import ollama
import openai
from anthropic.types import MessageParam, OutputConfigParam, ToolChoiceParam, ToolParam
from botocore.config import Config
from botocore.validate import ParamValidator
from google import genai
from google.genai import interactions
from google.genai import types as google
from mistralai.client import Mistral
from ollama import Message
from openai.types.chat import (
    ChatCompletionFunctionToolParam,
    ChatCompletionMessageParam,
    ChatCompletionToolChoiceOptionParam,
)
from openai.types.responses import FunctionToolParam, ResponseInputItemParam, ResponseTextConfigParam
from openai.types.responses.response_create_params import ToolChoice
from openai.types.shared_params import ResponseFormatJSONSchema
from pydantic import TypeAdapter

# The smallest answers that the packages read, by the end of the path.
ANSWERS = {
    "/api/chat": {"model": "m", "done": True, "message": {"role": "assistant", "content": ""}},
    "/chat/completions": {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []},
    "/responses": {"id": "1", "object": "response", "created_at": 1, "model": "m", "output": [], "status": "completed"},
    "/messages": {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": [],
                  "usage": {"input_tokens": 1, "output_tokens": 1}},
    ":generateContent": {"candidates": []},
    "/interactions": {"id": "1", "object": "interaction", "status": "completed", "steps": []},
    "/converse": {"output": {"message": {"role": "assistant", "content": []}}, "stopReason": "end_turn",
                  "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2}, "metrics": {"latencyMs": 1}},
    "/chat": {"id": "1", "finish_reason": "COMPLETE", "message": {"role": "assistant", "content": []}},
    "/conversations": {"object": "conversation.response", "conversation_id": "1", "outputs": [],
                       "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
}


class Server(BaseHTTPRequestHandler):
    recorded = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        Server.recorded = json.loads(body)
        path = self.path.split("?")[0]
        answer = next(answer for end, answer in ANSWERS.items() if path.endswith(end))
        text = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
BASE = f"http://127.0.0.1:{server.server_port}"
USER = {"role": "user", "content": "Read /a."}


def typed(type_, items):
    """Refuses what the type does not take."""
    adapter = TypeAdapter(type_)
    for item in items:
        adapter.validate_python(item)


def arrived(key, messages):
    """Checks that the messages after the first one arrived unchanged."""
    got = Server.recorded[key][1:]
    assert holds(got, messages), f"the package sends {json.dumps(got)}"


def holds(got, sent):
    """Whether a value is the one that was sent, possibly with more members."""
    if isinstance(sent, dict):
        return isinstance(got, dict) and all(key in got and holds(got[key], of) for key, of in sent.items())
    if isinstance(sent, list):
        return isinstance(got, list) and len(got) == len(sent) and all(map(holds, got, sent))
    return got == sent


def camel_case(value):
    """Google's API takes both styles, and its package writes `inline_data`."""
    if isinstance(value, dict):
        return {"".join([key[:1], key.title().replace("_", "")[1:]]) if "_" in key else key: camel_case(of)
                for key, of in value.items()}
    return [camel_case(of) for of in value] if isinstance(value, list) else value


def openai_chat(messages):
    typed(ChatCompletionMessageParam, messages)
    client = openai.OpenAI(api_key="k", base_url=BASE)
    client.chat.completions.create(model="m", messages=[USER, *messages])
    arrived("messages", messages)


def openai_responses(items):
    typed(ResponseInputItemParam, items)
    client = openai.OpenAI(api_key="k", base_url=BASE)
    client.responses.create(model="m", input=[USER, *items])
    arrived("input", items)


def anthropic_messages(messages):
    typed(MessageParam, messages)
    client = anthropic.Anthropic(api_key="k", base_url=BASE)
    client.messages.create(model="m", max_tokens=9, messages=[USER, *messages])
    arrived("messages", messages)


def gemini(messages):
    typed(google.Content, messages)
    client = genai.Client(api_key="k", http_options={"base_url": BASE})
    first = {"role": "user", "parts": [{"text": "Read /a."}]}
    client.models.generate_content(model="m", contents=[google.Content(**one) for one in [first, *messages]])
    Server.recorded = camel_case(Server.recorded)
    arrived("contents", messages)


def gemini_interactions(steps):
    client = genai.Client(api_key="k", http_options={"base_url": BASE})
    first = {"type": "user_input", "content": [{"type": "text", "text": "Read /a."}]}
    client.interactions.create(model="m", input=[first, *steps])
    arrived("input", steps)


def bedrock(messages):
    client = boto3.client("bedrock-runtime", region_name="us-east-1", endpoint_url=BASE, aws_access_key_id="k",
                          aws_secret_access_key="k", config=Config(retries={"total_max_attempts": 1}))
    # The package takes bytes where the API takes their base64.
    client.converse(modelId="m", messages=[{"role": "user", "content": [{"text": "Read /a."}]}, *decoded(messages)])
    arrived("messages", messages)


def decoded(value):
    import base64

    if isinstance(value, dict):
        return {key: base64.b64decode(of) if key == "bytes" else decoded(of) for key, of in value.items()}
    return [decoded(of) for of in value] if isinstance(value, list) else value


def ollama_chat(messages):
    typed(Message, messages)
    ollama.Client(host=BASE).chat(model="m", messages=[USER, *messages], stream=False)
    arrived("messages", messages)


def cohere_chat(messages):
    typed(cohere.ChatMessageV2, messages)
    cohere.ClientV2(api_key="k", base_url=BASE).chat(model="m", messages=[USER, *messages])
    arrived("messages", messages)


def mistral_conversations(entries):
    client = Mistral(api_key="k", server_url=BASE)
    client.beta.conversations.start(model="m", inputs=[{"type": "message.input", **USER}, *entries])
    arrived("inputs", entries)


JUDGES = {
    "openai_chat": ("openai chat.completions", openai_chat),
    "openai_responses": ("openai responses", openai_responses),
    "anthropic": ("anthropic messages", anthropic_messages),
    "gemini": ("google-genai generate_content", gemini),
    "gemini_interactions": ("google-genai interactions", gemini_interactions),
    "bedrock": ("boto3 converse", bedrock),
    "ollama": ("ollama chat", ollama_chat),
    "cohere": ("cohere chat", cohere_chat),
    "mistral_conversations": ("mistralai conversations", mistral_conversations),
}


# The types of members, as the packages name them.
FIELDS = {
    "openai_chat": {
        "tools": list[ChatCompletionFunctionToolParam],
        "tool_choice": ChatCompletionToolChoiceOptionParam,
        "parallel_tool_calls": bool,
        "response_format": ResponseFormatJSONSchema,
    },
    "openai_responses": {
        "tools": list[FunctionToolParam],
        "tool_choice": ToolChoice,
        "parallel_tool_calls": bool,
        "text": ResponseTextConfigParam,
    },
    "anthropic": {
        "tools": list[ToolParam],
        "tool_choice": ToolChoiceParam,
        "output_config": OutputConfigParam,
    },
    "gemini": {
        "tools": list[google.Tool],
        "toolConfig": google.ToolConfig,
        "generationConfig": google.GenerationConfig,
    },
    "gemini_interactions": {
        "tools": list[interactions.FunctionParam],
        "generation_config": interactions.GenerationConfigParam,
        "response_format": interactions.TextResponseFormat,
    },
    "cohere": {
        "tools": list[cohere.ToolV2],
        "tool_choice": Literal["REQUIRED", "NONE"],
        "response_format": cohere.JsonObjectResponseFormatV2,
    },
    # Its type of a tool has fewer members than the server reads.
    "ollama": {"tools": list[dict], "format": dict},
}
CONVERSE = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape


def judge_fields(api, fields):
    """Refuses members that the package does not know, and values that its types do not take."""
    if api == "bedrock":
        report = ParamValidator().validate({"modelId": "m", **fields}, CONVERSE)
        assert not report.has_errors(), report.generate_report()
        return
    for key, value in fields.items():
        adapter = TypeAdapter(FIELDS[api][key])
        read = adapter.validate_python(value)
        written = json.loads(adapter.dump_json(read, by_alias=True, exclude_none=True))
        assert holds(written, value), f"what it knows of {key} is {json.dumps(written)}"


def reason(judge, messages):
    Server.recorded = None
    try:
        judge(messages)
    # Whatever a package raises, it is its refusal.
    except Exception as error:
        return " ".join(str(error).split())[:600] or type(error).__name__
    return None


def spoiled(messages):
    """The messages, the last of which has members of the wrong type."""
    return [*messages[:-1], {key: {"wrong": 5} for key in messages[-1]}]


faults = []
lines = [json.loads(line) for line in sys.stdin]
for line in lines:
    if "fields" in line:
        why = reason(lambda fields: judge_fields(line["api"], fields), line["fields"])
        if why is not None:
            faults.append(f"{line['api']} refuses the members for `{line['case']}`: {why}")
        wrong = dict.fromkeys(line["fields"], 5) or {"wrong": 5}
        if reason(lambda fields: judge_fields(line["api"], fields), wrong) is None:
            faults.append(f"{line['api']} lets pass members of the wrong type")
        continue
    name, judge = JUDGES[line["api"]]
    why = reason(judge, line["messages"])
    if why is not None:
        faults.append(f"{name} refuses the case `{line['case']}`: {why}")
    if reason(judge, spoiled(line["messages"])) is None:
        faults.append(f"{name} lets pass members of the wrong type")
for api in sorted({*JUDGES} - {line["api"] for line in lines}):
    faults.append(f"{api}: no messages")
print("\n".join(faults) or f"{len(lines)} cases: {len(JUDGES)} packages accept their messages and members")
sys.exit(len(faults) > 0)
