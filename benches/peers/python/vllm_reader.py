"""The parsers of vLLM, without its engine. `unused` has to be imported first."""

from vllm.entrypoints.openai.chat_completion.protocol import (
    ChatCompletionRequest,
    ChatCompletionToolsParam,
)
from vllm.tool_parsers import ToolParserManager


class Vocabulary(dict):
    """Has each text as a token, but the excluded ones: parsers look up their markers."""

    def __init__(self, excluded: str | None = None):
        super().__init__()
        self.excluded = excluded

    def __missing__(self, token: str) -> int:
        self[token] = len(self) + 1000
        return self[token]

    def __contains__(self, token: object) -> bool:
        return token != self.excluded

    def get(self, token: str, default: int | None = None) -> int | None:
        return self[token] if token in self else default


class Tokenizer:
    """A tokenizer with a token for each text."""

    all_special_ids: list[int] = []
    all_special_tokens: list[str] = []

    def __init__(self, vocabulary: Vocabulary):
        self.vocabulary = vocabulary

    def get_vocab(self) -> Vocabulary:
        return self.vocabulary

    def convert_tokens_to_ids(self, token: str) -> int:
        return self.vocabulary[token]

    def tokenize(self, text: str, **_) -> list[str]:
        return [text]

    def encode(self, text: str, **_) -> list[int]:
        return [self.vocabulary[text]]

    def decode(self, tokens: list[int], **_) -> str:
        texts = {number: text for text, number in self.vocabulary.items()}
        return "".join(texts.get(token, "") for token in tokens)


# The older format of Mistral, whose tokenizers lack this token.
OLD_MISTRAL = "mistral, without [ARGS]"
PARSERS = [*ToolParserManager.list_registered(), OLD_MISTRAL]


def read(parser: str, row: dict) -> list[dict]:
    tools = [ChatCompletionToolsParam(type="function", function=tool) for tool in row["tools"]]
    request = ChatCompletionRequest(messages=[], model="model", tools=tools, tool_choice="auto")
    is_old = parser == OLD_MISTRAL
    tokenizer = Tokenizer(Vocabulary("[ARGS]" if is_old else None))
    reader = ToolParserManager.get_tool_parser("mistral" if is_old else parser)(tokenizer, tools)
    calls = reader.extract_tool_calls(row["answer"], request).tool_calls
    return [{"name": call.function.name, "arguments": call.function.arguments} for call in calls]
