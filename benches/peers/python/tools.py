"""The tools of `benches` in pydantic, one JSON line each: {peer, version, tool, schema}."""

import json
from typing import Literal

import pydantic
from pydantic import BaseModel, Field


class Edit(BaseModel):
    old: str = Field(description="Text to find; it must occur exactly once.")
    new: str


class Quickstart(BaseModel):
    file_path: str = Field(min_length=1, description="Absolute path of the file to edit.")
    edits: list[Edit] = Field(description="The replacements, made in this order.")
    context: int = Field(0, ge=0, le=20, description="Lines of context to return.")
    dry_run: bool = Field(False, description="Whether the file is only checked, not written.")
    line_ending: Literal["keep", "unix", "windows"] = Field(
        "keep", description="How line endings are written."
    )


class Small(BaseModel):
    pattern: str = Field(min_length=1)
    path: str | None = None
    limit: int = Field(ge=1, le=1000)
    ignore_case: bool
    mode: Literal["content", "files_only"]


class EditFile(BaseModel):
    file_path: str = Field(min_length=1)
    old_string: str
    new_string: str
    context: int = Field(0, ge=0, le=20)
    replace_all: bool = False


class Step(BaseModel):
    id: int = Field(ge=0)
    text: str
    done: bool
    estimate: float | None = None
    tags: list[str]


class Nested(BaseModel):
    title: str
    steps: list[Step]


TOOLS = {"quickstart": Quickstart, "small": Small, "edit": EditFile, "nested": Nested}

for tool, model in TOOLS.items():
    line = {
        "peer": "pydantic",
        "version": pydantic.VERSION,
        "tool": tool,
        "schema": model.model_json_schema(),
    }
    print(json.dumps(line))
