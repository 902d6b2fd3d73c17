"""BAML: its own language for the structs, and its parser of answers, without a network."""

import types
from enum import Enum
from importlib.metadata import version

from baml_py import BamlRuntime
from pydantic import BaseModel

from of_schema import baml_class, baml_models

CLIENT = """
client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
"""

FUNCTION = """
function Call_{name}(text: string) -> {name} {{
  client Nobody
  prompt #"{{{{ text }}}} {{{{ ctx.output_format }}}}"#
}}
"""

# `new` is a keyword of BAML, and so an alias.
CLASSES = """
enum SearchMode {
  Content @alias("content")
  FilesOnly @alias("files_only")
}
enum Access {
  Read @alias("read")
  Write @alias("write")
}
class Search {
  pattern string @assert(not_empty, {{ this|length > 0 }})
  path string?
  limit int @assert(range, {{ this >= 1 and this <= 1000 }})
  ignore_case bool
  mode SearchMode
}
class EditFile {
  file_path string @assert(not_empty, {{ this|length > 0 }})
  old_string string
  new_string string
  context int? @assert(range, {{ this == null or (this >= 0 and this <= 20) }})
  replace_all bool?
}
class EditPart {
  file_path string @assert(not_empty, {{ this|length > 0 }})
  old_string string
  new_string string
  context int @assert(range, {{ this >= 0 and this <= 20 }})
  replace_all bool
  from_line int?
}
class Step {
  id int
  text string
  done bool
  estimate float?
  tags string[]
}
class MakePlan {
  title string
  steps Step[]
}
class Edit {
  old string
  replacement string @alias("new")
}
class ChangeFile {
  file_path string
  limit int
  context int @assert(range, {{ this >= 0 and this <= 255 }})
  dry_run bool
  mode Access
  edits Edit[]
}
"""


class SearchMode(str, Enum):
    Content = "Content"
    FilesOnly = "FilesOnly"


class Access(str, Enum):
    Read = "Read"
    Write = "Write"


def struct(name: str, **fields: type) -> type[BaseModel]:
    return type(name, (BaseModel,), {"__annotations__": fields, **{f: None for f in fields}})


Step = struct("Step", id=int, text=str, done=bool, estimate=float | None, tags=list[str])
Edit = struct("Edit", old=str, replacement=str)

STRUCTS = [
    SearchMode,
    Access,
    Step,
    Edit,
    struct("Search", pattern=str, path=str | None, limit=int, ignore_case=bool, mode=SearchMode),
    struct(
        "EditFile",
        file_path=str,
        old_string=str,
        new_string=str,
        context=int | None,
        replace_all=bool | None,
    ),
    struct(
        "EditPart",
        file_path=str,
        old_string=str,
        new_string=str,
        context=int,
        replace_all=bool,
        from_line=int | None,
    ),
    struct("MakePlan", title=str, steps=list[Step]),
    struct(
        "ChangeFile",
        file_path=str,
        limit=int,
        context=int,
        dry_run=bool,
        mode=Access,
        edits=list[Edit],
    ),
]


# A class begins with a capital.
NAMES = {
    "search": "Search",
    "edit_file": "EditFile",
    "edit_part": "EditPart",
    "make_plan": "MakePlan",
    "change_file": "ChangeFile",
}


class Reader:
    """Some classes of BAML, and what reads text as one of them."""

    def __init__(self, source: str, names: list[str], structs: list[type]):
        functions = "".join(FUNCTION.format(name=name) for name in names)
        files = {"main.baml": CLIENT + source + functions}
        self.runtime = BamlRuntime.from_files(".", files, {})
        self.context = self.runtime.create_context_manager()
        self.module = types.ModuleType("structs")
        for one in structs:
            setattr(self.module, one.__name__, one)

    def read(self, name: str, text: str) -> BaseModel:
        module = self.module
        return self.runtime.parse_llm_response(
            f"Call_{name}", text, module, module, module, False, self.context, None, None, {}
        )


def given(schema: dict, text: str) -> object:
    classes: list[str] = []
    baml_class(schema, "Given", classes)
    reader = Reader("".join(classes), ["Given"], list(baml_models(schema, "Given").values()))
    value = reader.read("Given", text).model_dump()
    nullable = {key for key, one in schema["properties"].items() if {"type": "null"} in one.get("anyOf", [])}
    return {key: one for key, one in value.items() if one is not None or key in nullable}


def read(shape: str, text: str) -> object:
    return OF_STRUCTS.read(NAMES[shape], text)


OF_STRUCTS = Reader(CLASSES, list(NAMES.values()), STRUCTS)
VERSION = version("baml-py")
