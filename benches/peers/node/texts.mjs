// Reads the calls in texts by the libraries of npm. Writes JSON lines.
//
//     node texts.mjs FILE     {peer, version, parser, id, calls: [{name, arguments}]}, not for
//                             empty calls
//
// Each line of the file is {id, text, answer, starts_in_reasoning, tools: [{name, parameters}]};
// `answer` is the text after its reasoning.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as parser from "@ai-sdk-tool/parser";

const { dependencies: versions } = createRequire(import.meta.url)("./package.json");
const peer = "@ai-sdk-tool/parser";

const protocols = {
  hermes: parser.hermesProtocol,
  morphXml: parser.morphXmlProtocol,
  qwen3Coder: parser.qwen3CoderProtocol,
  uiTarsXml: parser.uiTarsXmlProtocol,
  yamlXml: parser.yamlXmlProtocol,
};

function calls(protocol, row) {
  const tools = row.tools.map(({ name, parameters }) => ({
    type: "function",
    name,
    inputSchema: parameters,
  }));
  const parts = protocol().parseGeneratedText({ text: row.answer, tools, options: {} });
  const found = parts.filter(({ type }) => type === "tool-call");
  return found.map(({ toolName, input }) => ({ name: toolName, arguments: input }));
}

for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const row = JSON.parse(line);
  for (const [name, protocol] of Object.entries(protocols)) {
    let read = [];
    try {
      read = calls(protocol, row);
    } catch {
      // The library gives no calls.
    }
    if (read.length > 0) {
      const told = { peer, version: versions[peer], parser: name, id: row.id, calls: read };
      console.log(JSON.stringify(told));
    }
  }
}
