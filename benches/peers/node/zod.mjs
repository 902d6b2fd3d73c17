// The structs of the calls in zod, closed as ours are.

import { z } from "zod";

const u32 = z.int().min(0).max(4294967295);

export const structs = {
  search: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().nullish(),
    limit: z.int().min(1).max(1000),
    ignore_case: z.boolean(),
    mode: z.enum(["content", "files_only"]),
  }),
  edit_file: z.strictObject({
    file_path: z.string().min(1),
    old_string: z.string(),
    new_string: z.string(),
    context: z.int().min(0).max(20).default(0),
    replace_all: z.boolean().default(false),
  }),
  edit_part: z.strictObject({
    file_path: z.string().min(1),
    old_string: z.string(),
    new_string: z.string(),
    context: z.int().min(0).max(20),
    replace_all: z.boolean(),
    from_line: u32.nullish(),
  }),
  make_plan: z.strictObject({
    title: z.string(),
    steps: z.array(
      z.strictObject({
        id: u32,
        text: z.string(),
        done: z.boolean(),
        estimate: z.number().nullish(),
        tags: z.array(z.string()),
      }),
    ),
  }),
  change_file: z.strictObject({
    file_path: z.string(),
    limit: u32,
    context: z.int().min(0).max(255),
    dry_run: z.boolean(),
    mode: z.enum(["read", "write"]),
    edits: z.array(z.strictObject({ old: z.string(), new: z.string() })),
  }),
};
