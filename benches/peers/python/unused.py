"""Empty modules for what parsers of calls import and do not use: inference, tokenizers, constrained
decoding, servers. Import this module before the parsers."""

import importlib.abc
import importlib.machinery
import sys
import types
from enum import Enum

from pydantic_core import core_schema

PACKAGES = {
    "aiohttp",
    "fastapi",
    "huggingface_hub",
    "mistral_common",
    "openai_harmony",
    "prometheus_client",
    "torch",
    "transformers",
    "xgrammar",
}

# Modules of vLLM that load torch.
VLLM = (
    "vllm.config",
    "vllm.env_override",
    "vllm.logprobs",
    "vllm.outputs",
    "vllm.renderers",
    "vllm.sampling_params",
    "vllm.tokenizers",
    "vllm.utils.mistral",
)


class SpecialTokens(Enum):
    tool_calls = "[TOOL_CALLS]"
    args = "[ARGS]"
    begin_think = "[THINK]"
    end_think = "[/THINK]"


# The few names of these modules that the parsers do use.
USED = {
    "mistral_common.tokens.tokenizers.base": {"SpecialTokens": SpecialTokens},
    "vllm.renderers.chat_utils": {
        "get_tool_call_id_type": lambda *_, **__: "random",
        "make_tool_call_id": lambda *_, **__: "id",
    },
    "vllm.utils.mistral": {"is_mistral_tokenizer": lambda _: False},
}


class Permissive(type):
    """A class that has each attribute, and that type expressions may contain."""

    def __getattr__(cls, name: str) -> type:
        return unused_class(name)

    def __getitem__(cls, _):
        return cls

    def __or__(cls, _):
        return cls

    def __ror__(cls, _):
        return cls


def unused_class(name: str) -> type:
    """A class that pydantic accepts as the type of a field, and that decorates functions."""
    if name.startswith("__"):
        raise AttributeError(name)

    def call(self, *arguments, **_):
        return arguments[0] if arguments and callable(arguments[0]) else self

    return Permissive(
        name,
        (),
        {
            "__init__": lambda self, *_, **__: None,
            "__call__": call,
            "__getattr__": lambda self, attribute: unused_class(attribute),
            "__get_pydantic_core_schema__": classmethod(lambda *_: core_schema.any_schema()),
        },
    )


class Unused(types.ModuleType):
    """A module that has a class of each name."""

    def __getattr__(self, name: str) -> type:
        setattr(self, name, unused_class(name))
        return self.__dict__[name]


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        in_vllm = f"{name}.".startswith(tuple(f"{module}." for module in VLLM))
        if name.split(".")[0] in PACKAGES or in_vllm:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = Unused(spec.name)
        module.__dict__.update(USED.get(spec.name, {}))
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Finder())
