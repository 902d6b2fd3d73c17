"""Models of pydantic, and classes of BAML, for JSON Schemas of the plain kind: objects,
arrays, scalars, `enum` and `anyOf`. Neither library reads a JSON Schema itself."""

from typing import Any, Literal, Optional, Union

from pydantic import BaseModel, ConfigDict, create_model

SCALARS = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}
BAML_SCALARS = {"string": "string", "integer": "int", "number": "float", "boolean": "bool", "null": "null"}


def pydantic_type(schema: dict, name: str) -> Any:
    if "anyOf" in schema:
        return Union[tuple(pydantic_type(one, name) for one in schema["anyOf"])]
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if schema["type"] == "array":
        return list[pydantic_type(schema["items"], name)]
    if schema["type"] == "object":
        return model(schema, name + "_inner")
    return SCALARS[schema["type"]]


def model(schema: dict, name: str) -> type[BaseModel]:
    """A property that may be left out is no property that may be null."""
    closed = schema.get("additionalProperties") is False
    fields = {
        key: (pydantic_type(value, name), ... if key in schema["required"] else None)
        for key, value in schema["properties"].items()
    }
    config = ConfigDict(extra="forbid" if closed else "allow")
    return create_model(name, __config__=config, **fields)


def baml_type(schema: dict, name: str, classes: list[str]) -> str:
    if "anyOf" in schema:
        return "(" + " | ".join(baml_type(one, name, classes) for one in schema["anyOf"]) + ")"
    if "enum" in schema:
        return "(" + " | ".join(f'"{member}"' for member in schema["enum"]) + ")"
    if schema["type"] == "array":
        return baml_type(schema["items"], name, classes) + "[]"
    if schema["type"] == "object":
        baml_class(schema, name + "_inner", classes)
        return name + "_inner"
    return BAML_SCALARS[schema["type"]]


def baml_class(schema: dict, name: str, classes: list[str]) -> None:
    """Adds a class to the list, those that it holds before it."""
    lines = []
    for key, value in schema["properties"].items():
        optional = "" if key in schema["required"] else "?"
        lines.append(f"  {key} {baml_type(value, name, classes)}{optional}\n")
    classes.append(f"class {name} {{\n{''.join(lines)}}}\n")


def baml_models(schema: dict, name: str) -> dict[str, type[BaseModel]]:
    """What BAML's answer is cast to: the same classes, with no check of their own."""
    models = {}
    for value in schema["properties"].values():
        inner = value.get("items", value)
        if inner.get("type") == "object":
            models |= baml_models(inner, name + "_inner")
    fields = {key: (Optional[Any], None) for key in schema["properties"]}
    return models | {name: create_model(name, **fields)}
