// Has the providers' npm packages judge the messages that continue a conversation.
//
//     node results.mjs FOLDER < results.jsonl
//
// The compiler checks the messages against the packages' own types, which refuse unknown members. It
// writes nothing, and reads a file in the folder, where the packages are. The packages then send the
// messages to a local server, where they must arrive unchanged. Each judge must also refuse members
// of the wrong type.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';

const folder = process.argv[2];
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

const ANSWER = {
  id: '1', type: 'message', role: 'assistant', model: 'm', object: 'response', created_at: 1, content: [],
  choices: [], candidates: [], output: [], message: { role: 'assistant', content: '' }, done: true,
};
let recorded;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  recorded = JSON.parse(body);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWER));
});
await new Promise((started) => server.listen(0, '127.0.0.1', started));
const baseURL = `http://127.0.0.1:${server.address().port}`;

const openai = new OpenAI({ apiKey: 'k', baseURL });
const anthropic = new Anthropic({ apiKey: 'k', baseURL });
const google = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: baseURL } });
const ollama = new Ollama({ host: baseURL });

const JUDGES = {
  openai_chat: {
    type: "import('openai/resources').ChatCompletionMessageParam",
    key: 'messages',
    send: (messages) => openai.chat.completions.create({ model: 'm', messages }),
  },
  openai_responses: {
    type: "import('openai/resources/responses/responses').ResponseInputItem",
    key: 'input',
    send: (input) => openai.responses.create({ model: 'm', input }),
  },
  anthropic: {
    type: "import('@anthropic-ai/sdk/resources').MessageParam",
    key: 'messages',
    send: (messages) => anthropic.messages.create({ model: 'm', max_tokens: 9, messages }),
  },
  gemini: {
    type: "import('@google/genai').Content",
    key: 'contents',
    send: (contents) => google.models.generateContent({ model: 'm', contents }),
  },
  ollama: {
    type: "import('ollama').Message",
    key: 'messages',
    send: (messages) => ollama.chat({ model: 'm', messages }),
  },
};

/** The messages, the last of which has members of the wrong type. */
function spoiled(messages) {
  const last = Object.keys(messages.at(-1)).map((key) => [key, { wrong: 5 }]);
  return [...messages.slice(0, -1), Object.fromEntries(last)];
}

const judged = lines.filter(({ api, messages }) => messages && api in JUDGES);
const faults = [];

// One constant a line, so that the line of an error names its conversation.
const constants = judged.flatMap(({ api, messages }, at) => {
  const type = `${JUDGES[api].type}[]`;
  return [
    `export const ours${at}: ${type} = ${JSON.stringify(messages)};`,
    `export const bad${at}: ${type} = ${JSON.stringify(spoiled(messages))};`,
  ];
});
writeFileSync(join(folder, 'results.ts'), constants.join('\n'));
const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--pretty', 'false'];
const compiled = spawnSync(join(folder, 'node_modules/.bin/tsc'), [...options, 'results.ts'], { cwd: folder, encoding: 'utf8' });
const refused = new Map();
for (const error of compiled.stdout.matchAll(/^results\.ts\((\d+),\d+\): (.*)$/gm)) {
  const line = Number(error[1]) - 1;
  if (!refused.has(line)) refused.set(line, error[2]);
}
if (compiled.status !== 0 && refused.size === 0) faults.push(compiled.stdout + compiled.stderr);
judged.forEach(({ api, case: name }, at) => {
  const type = JUDGES[api].type;
  if (refused.has(2 * at)) faults.push(`${type} refuses the case \`${name}\`: ${refused.get(2 * at)}`);
  if (!refused.has(2 * at + 1)) faults.push(`${type} lets pass members of the wrong type`);
});

for (const { api, case: name, messages } of judged) {
  const { key, send } = JUDGES[api];
  const first = api === 'gemini' ? { role: 'user', parts: [{ text: 'Read /a.' }] } : { role: 'user', content: 'Read /a.' };
  await send([first, ...messages]);
  const got = recorded[key].slice(1);
  if (!isDeepStrictEqual(got, messages)) faults.push(`${api}: \`${name}\` arrives as ${JSON.stringify(got)}`);
}
server.close();

console.log(faults.join('\n') || `${judged.length} conversations: ${Object.keys(JUDGES).length} packages accept their results`);
process.exit(faults.length > 0 ? 1 : 0);
