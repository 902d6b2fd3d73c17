import json
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Search(BaseModel):
    """Search the files of a project."""

    model_config = ConfigDict(extra="forbid")

    pattern: str = Field(min_length=1, description="Pattern to look for.")
    mode: Literal["content", "files_only"] = "content"
    limit: int | None = Field(default=None, le=1000)


tool = {
    "name": "search",
    "description": Search.__doc__,
    "input_schema": Search.model_json_schema(),
}
print(json.dumps(tool, indent=2))

text = '{"pattern": "fn main", "limit": "20"}'
try:
    call = Search.model_validate_json(text)
    print(call.pattern, call.mode, call.limit)
except ValidationError as error:
    print(error)
