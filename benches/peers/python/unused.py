"""Empty modules for packages that parsers of calls import and do not use: inference, tokenizers,
constrained decoding. Import this module before the parsers."""

import importlib.abc
import importlib.machinery
import sys
import types

from pydantic import create_model

UNUSED = {"huggingface_hub", "transformers", "xgrammar"}


class Empty(types.ModuleType):
    """Has a class of each name. pydantic accepts the classes as types of fields."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return create_model(name)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in UNUSED:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Empty(spec.name)

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Finder())
