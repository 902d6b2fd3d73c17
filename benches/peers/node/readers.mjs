// The libraries of npm, all of one form: `read(shape, text)` gives the value or throws an
// error whose message is the library's own; `given(schema, text)` does so by a JSON Schema.

import { createRequire } from "node:module";
import { LlmJson } from "@typia/utils";
import Ajv2020 from "ajv/dist/2020.js";
import { jsonrepair } from "jsonrepair";
import { z } from "zod";
import { lenient, validate } from "./lib/typia.js";
import { structs } from "./zod.mjs";

const { dependencies: versions } = createRequire(import.meta.url)("./package.json");

/** Compiles a schema twice: as fast as may be, and so that all errors are told. */
function ajv(schema, options) {
  const settings = { strict: false, validateFormats: false, ...options };
  const quick = new Ajv2020(settings).compile(schema);
  const all = new Ajv2020({ ...settings, allErrors: true });
  const told = all.compile(schema);
  return (value) => {
    if (quick(value)) return value;
    if (told(value)) return value;
    throw new Error(all.errorsText(told.errors, { separator: "\n" }));
  };
}

function ajvReader(name, options, parse = JSON.parse, version = versions.ajv) {
  let compiled;
  return {
    name,
    version,
    prepare: (schemas) => {
      compiled = Object.fromEntries(Object.entries(schemas).map(([shape, schema]) => [shape, ajv(schema, options)]));
    },
    read: (shape, text) => compiled[shape](parse(text)),
    given: (schema, text) => ajv(schema, options)(parse(text)),
  };
}

function zod(schema, text) {
  const outcome = schema.safeParse(JSON.parse(text));
  if (outcome.success) return outcome.data;
  throw new Error(z.prettifyError(outcome.error));
}

function typia(validate, value) {
  const outcome = validate(value);
  if (outcome.success) return outcome.data;
  throw new Error(LlmJson.stringify(outcome));
}

function parsed(outcome) {
  if (outcome.success) return outcome.data;
  throw new Error(outcome.errors.map((error) => `${error.path}: ${error.description}`).join("\n"));
}

export const READERS = [
  {
    name: "zod",
    version: versions.zod,
    prepare: () => {},
    read: (shape, text) => zod(structs[shape], text),
    given: (schema, text) => zod(z.fromJSONSchema(schema), text),
  },
  ajvReader("ajv", {}),
  ajvReader("ajv, coerceTypes", { coerceTypes: "array" }),
  ajvReader(
    "jsonrepair, then ajv, coerceTypes",
    { coerceTypes: "array" },
    (text) => JSON.parse(jsonrepair(text)),
    `${versions.jsonrepair}, ${versions.ajv}`,
  ),
  {
    name: "typia",
    version: versions.typia,
    prepare: () => {},
    read: (shape, text) => typia(validate[shape], JSON.parse(text)),
    given: (schema, text) => typia(LlmJson.validate(schema, schema.additionalProperties === false), JSON.parse(text)),
  },
  {
    name: "typia, llm.parse",
    version: versions.typia,
    prepare: () => {},
    read: (shape, text) => typia(validate[shape], parsed(lenient[shape](text))),
    given: (schema, text) => {
      const value = parsed(LlmJson.parse(text, schema));
      return typia(LlmJson.validate(schema, schema.additionalProperties === false), value);
    },
  },
];
