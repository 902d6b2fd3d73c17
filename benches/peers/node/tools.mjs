// The tools of `benches` in zod, one JSON line each: {peer, version, tool, schema}.

import { createRequire } from "node:module";
import { z } from "zod";

const quickstart = z.object({
  file_path: z.string().min(1).describe("Absolute path of the file to edit."),
  edits: z
    .array(
      z.object({
        old: z.string().describe("Text to find; it must occur exactly once."),
        new: z.string(),
      }),
    )
    .describe("The replacements, made in this order."),
  context: z.int().min(0).max(20).default(0).describe("Lines of context to return."),
  dry_run: z.boolean().default(false).describe("Whether the file is only checked, not written."),
  line_ending: z
    .enum(["keep", "unix", "windows"])
    .default("keep")
    .describe("How line endings are written."),
});

const small = z.object({
  pattern: z.string().min(1),
  path: z.string().optional(),
  limit: z.int().min(1).max(1000),
  ignore_case: z.boolean(),
  mode: z.enum(["content", "files_only"]),
});

const edit = z.object({
  file_path: z.string().min(1),
  old_string: z.string(),
  new_string: z.string(),
  context: z.int().min(0).max(20).default(0),
  replace_all: z.boolean().default(false),
});

const nested = z.object({
  title: z.string(),
  steps: z.array(
    z.object({
      id: z.int().min(0),
      text: z.string(),
      done: z.boolean(),
      estimate: z.number().optional(),
      tags: z.array(z.string()),
    }),
  ),
});

const { version } = createRequire(import.meta.url)("zod/package.json");
for (const [tool, type] of Object.entries({ quickstart, small, edit, nested })) {
  // As OpenAI's helper for tools that are not strict does it. Anthropic's takes more:
  // what comes out is closed.
  const schema = z.toJSONSchema(type, { target: "draft-7", io: "input" });
  console.log(JSON.stringify({ peer: "zod", version, tool, schema }));
}
