// The structs of the calls in TypeScript, of which typia writes the readers when it is
// compiled.

import typia, { tags } from "typia";

type U32 = number & tags.Type<"uint32">;
type U8 = number & tags.Type<"uint32"> & tags.Maximum<255>;
type Text = string & tags.MinLength<1>;

interface Search {
  pattern: Text;
  path?: string | null;
  limit: U32 & tags.Minimum<1> & tags.Maximum<1000>;
  ignore_case: boolean;
  mode: "content" | "files_only";
}

interface EditFile {
  file_path: Text;
  old_string: string;
  new_string: string;
  context?: number & tags.Type<"uint32"> & tags.Maximum<20>;
  replace_all?: boolean;
}

interface EditPart {
  file_path: Text;
  old_string: string;
  new_string: string;
  context: number & tags.Type<"uint32"> & tags.Maximum<20>;
  replace_all: boolean;
  from_line?: U32 | null;
}

interface MakePlan {
  title: string;
  steps: { id: U32; text: string; done: boolean; estimate?: number | null; tags: string[] }[];
}

interface ChangeFile {
  file_path: string;
  limit: U32;
  context: U8;
  dry_run: boolean;
  mode: "read" | "write";
  edits: { old: string; new: string }[];
}

export const validate = {
  search: typia.createValidateEquals<Search>(),
  edit_file: typia.createValidateEquals<EditFile>(),
  edit_part: typia.createValidateEquals<EditPart>(),
  make_plan: typia.createValidateEquals<MakePlan>(),
  change_file: typia.createValidateEquals<ChangeFile>(),
};

export const lenient = {
  search: typia.llm.createParse<Search>(),
  edit_file: typia.llm.createParse<EditFile>(),
  edit_part: typia.llm.createParse<EditPart>(),
  make_plan: typia.llm.createParse<MakePlan>(),
  change_file: typia.llm.createParse<ChangeFile>(),
};
