import { z } from "zod";

const Search = z.strictObject({
  pattern: z.string().min(1).describe("Pattern to look for."),
  mode: z.enum(["content", "files_only"]).default("content"),
  limit: z.coerce.number().int().max(1000).optional(),
});

const tool = {
  name: "search",
  description: "Search the files of a project.",
  input_schema: z.toJSONSchema(Search, { io: "input" }),
};
console.log(JSON.stringify(tool, null, 2));

const text = '{"pattern": "fn main", "limit": "20"}';
const result = Search.safeParse(JSON.parse(text));
if (result.success) {
  console.log(result.data.pattern, result.data.mode, result.data.limit);
} else {
  console.log(z.prettifyError(result.error));
}
