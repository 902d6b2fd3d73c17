"""The structs of the calls in pydantic, closed as ours are."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

U8 = Annotated[int, Field(ge=0, le=255)]
U32 = Annotated[int, Field(ge=0, le=4294967295)]
Text = Annotated[str, Field(min_length=1)]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Search(Closed):
    pattern: Text
    path: str | None = None
    limit: Annotated[int, Field(ge=1, le=1000)]
    ignore_case: bool
    mode: Literal["content", "files_only"]


class EditFile(Closed):
    file_path: Text
    old_string: str
    new_string: str
    context: Annotated[int, Field(ge=0, le=20)] = 0
    replace_all: bool = False


class EditPart(Closed):
    file_path: Text
    old_string: str
    new_string: str
    context: Annotated[int, Field(ge=0, le=20)]
    replace_all: bool
    from_line: U32 | None = None


class Step(Closed):
    id: U32
    text: str
    done: bool
    estimate: float | None = None
    tags: list[str]


class MakePlan(Closed):
    title: str
    steps: list[Step]


class Edit(Closed):
    old: str
    new: str


class ChangeFile(Closed):
    file_path: str
    limit: U32
    context: U8
    dry_run: bool
    mode: Literal["read", "write"]
    edits: list[Edit]


STRUCTS = {
    "search": Search,
    "edit_file": EditFile,
    "edit_part": EditPart,
    "make_plan": MakePlan,
    "change_file": ChangeFile,
}
