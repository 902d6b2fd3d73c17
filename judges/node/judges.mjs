// What the providers' npm packages say of exports: one JSON line for each judge and pair,
// `{judge, tool, provider, mode, reason}`, whose `reason` is null where it is accepted.
//
//     node judges.mjs < exports.jsonl

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { toStrictJsonSchema } from 'openai/lib/transform';

const JUDGES = [
  {
    name: 'openai toStrictJsonSchema',
    looksAt: ({ provider, mode }) =>
      mode === 'strict' && ['openai_chat', 'openai_responses', 'azure', 'deepseek'].includes(provider),
    // It closes objects and requires properties: what is strict it leaves as it is.
    refusal: (tool) => {
      const schema = (tool.function ?? tool).parameters;
      return isDeepStrictEqual(toStrictJsonSchema(schema), schema) ? null : 'it is not strict as it stands';
    },
  },
  {
    name: 'anthropic transformJSONSchema',
    looksAt: ({ provider, mode }) => mode === 'strict' && ['anthropic', 'bedrock'].includes(provider),
    // It throws at little, and writes into descriptions what is not supported.
    refusal: (tool) => {
      const schema = tool.input_schema ?? tool.toolSpec.inputSchema.json;
      const removed = [...new Set(removedKeywords(schema, transformJSONSchema(schema)))];
      return removed.length === 0 ? null : `it takes out ${removed.sort().join(', ')}`;
    },
  },
  {
    name: 'mcp ToolSchema',
    looksAt: ({ provider }) => provider === 'mcp',
    refusal: (tool) => {
      const { success, data, error } = ToolSchema.safeParse(tool);
      if (!success) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
      return isDeepStrictEqual(data, tool) ? null : 'it does not know all of it';
    },
  },
];

/** The keys that are gone, but for the type of values that are all listed. */
function* removedKeywords(before, after) {
  if (typeof before !== 'object' || before === null) return;
  for (const [key, value] of Object.entries(before)) {
    if (after !== undefined && Object.hasOwn(after, key)) yield* removedKeywords(value, after[key]);
    else if (key !== 'type' || !('enum' in before || 'const' in before)) yield key;
  }
}

function reason(judge, line) {
  try {
    return judge.refusal(line.export);
  } catch (error) {
    return error.message;
  }
}

for (const text of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const line = JSON.parse(text);
  for (const judge of JUDGES.filter((judge) => judge.looksAt(line))) {
    const { tool, provider, mode } = line;
    console.log(JSON.stringify({ judge: judge.name, tool, provider, mode, reason: reason(judge, line) }));
  }
}
