//! The allowed imports between the modules of `tool-core` and of `tool-service`. An import outside
//! the list is a fault.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a crate.
struct Crate {
    /// Path of the sources, relative to this file.
    sources: &'static str,
    /// The other modules that each module may name.
    arrows: &'static [(&'static str, &'static [&'static str])],
    /// The re-exports of the crate root and their modules.
    reexports: &'static [(&'static str, &'static [&'static str])],
}

const CRATES: &[Crate] = &[
    Crate {
        sources: "../tool-core/src",
        arrows: CORE_ARROWS,
        reexports: CORE_REEXPORTS,
    },
    Crate {
        sources: "../tool-service/src",
        arrows: SERVICE_ARROWS,
        reexports: SERVICE_REEXPORTS,
    },
];

const CORE_ARROWS: &[(&str, &[&str])] = &[
    (
        "conversation",
        &["answer", "call", "feedback", "tool", "tree", "issue"],
    ),
    ("answer", &["text", "call", "finish", "tool"]),
    (
        "text",
        &[
            "call", "provider", "tool", "plan", "schema", "json", "tree", "issue", "limits",
            "finish", "syntax", "marks",
        ],
    ),
    ("document", &["feedback", "tool", "schema", "limits"]),
    (
        "provider",
        &[
            "feedback",
            "tool",
            "schema",
            "tree",
            "issue",
            "limits",
            "unknown_name",
        ],
    ),
    (
        "call",
        &[
            "provider",
            "feedback",
            "tool",
            "schema",
            "issue",
            "limits",
            "json",
            "tree",
            "plan",
            "finish",
            "drop_reason",
            "unknown_name",
        ],
    ),
    (
        "feedback",
        &["tool", "schema", "json", "tree", "issue", "limits"],
    ),
    (
        "tool",
        &[
            "read",
            "conform",
            "rules",
            "plan",
            "syntax",
            "schema",
            "json",
            "tree",
            "issue",
            "limits",
            "finish",
            "marks",
            "drop_reason",
        ],
    ),
    (
        "read",
        &[
            "conform", "plan", "rules", "json", "tree", "issue", "limits",
        ],
    ),
    ("conform", &["plan", "rules", "tree", "issue", "limits"]),
    (
        "rules",
        &[
            "plan", "element", "json", "tree", "issue", "limits", "finish", "prose",
        ],
    ),
    ("plan", &["schema", "tree", "issue", "limits"]),
    (
        "syntax",
        &[
            "schema",
            "json",
            "tree",
            "issue",
            "limits",
            "finish",
            "marks",
            "prose",
            "drop_reason",
            "element",
            "unknown_name",
        ],
    ),
    (
        "json",
        &["tree", "issue", "limits", "finish", "marks", "prose"],
    ),
    ("tree", &["issue", "limits"]),
    ("issue", &[]),
    ("guide", &[]),
    ("schema", &["tree", "issue", "limits"]),
    ("limits", &["issue"]),
    ("finish", &[]),
    ("drop_reason", &[]),
    ("element", &[]),
    ("unknown_name", &[]),
    ("marks", &[]),
    ("prose", &[]),
    // Names for derived code and for users: re-exports of the other modules.
    (
        "private",
        &["call", "schema", "read", "tool", "issue", "limits"],
    ),
    ("definition", &["tool"]),
];

const CORE_REEXPORTS: &[(&str, &[&str])] = &[
    (
        "tool",
        &[
            "ToolArgError",
            "Arguments",
            "Definition",
            "Input",
            "Tool",
            "Reader",
            "Reading",
            "Issues",
        ],
    ),
    ("issue", &["Issue", "IssueKind", "Rule"]),
    ("limits", &["Limits"]),
    ("plan", &["SchemaError"]),
];

const SERVICE_ARROWS: &[(&str, &[&str])] = &[
    (
        "mcp",
        &[
            "mcp_server",
            "lines",
            "service",
            "secret",
            "event",
            "executor",
            "tool",
            "call",
            "error",
            "hidden",
            "pace",
        ],
    ),
    ("mcp_server", &["lines", "service", "call", "error"]),
    ("layer", &["service", "call", "error"]),
    (
        "builtins",
        &["native", "service", "extract", "tool", "call", "error"],
    ),
    ("rest", &["secret", "executor", "tool", "call", "error"]),
    ("native", &["extract", "executor", "tool", "call", "error"]),
    (
        "service",
        &[
            "approval", "results", "event", "extract", "executor", "tool", "call", "error",
        ],
    ),
    (
        "approval",
        &["tool", "call", "error", "pending", "directory", "random"],
    ),
    (
        "results",
        &["executor", "tool", "call", "error", "directory", "random"],
    ),
    ("tool", &["extract", "executor", "call", "error"]),
    ("extract", &["executor", "call", "error"]),
    ("executor", &["call", "error"]),
    ("event", &["call", "error"]),
    ("call", &["error"]),
    ("secret", &["error", "pace"]),
    ("error", &["pending"]),
    ("pending", &["hidden"]),
    ("directory", &[]),
    ("random", &[]),
    ("hidden", &[]),
    ("pace", &[]),
    ("lines", &[]),
];

const SERVICE_REEXPORTS: &[(&str, &[&str])] = &[
    (
        "call",
        &[
            "CallOptions",
            "Content",
            "Progress",
            "RetryText",
            "ToolCall",
            "ToolOutput",
            "ToolResult",
        ],
    ),
    (
        "error",
        &[
            "BoxError",
            "Failure",
            "ForModel",
            "RegisterError",
            "ToolError",
        ],
    ),
    ("secret", &["Secret"]),
    (
        "service",
        &["ToolService", "ToolServiceBuilder", "WeakToolService"],
    ),
    ("tool", &["IntoTool", "RegisteredTool"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let is_tests = path
            .file_stem()
            .is_some_and(|name| name.to_string_lossy().ends_with("tests"));
        if is_tests {
            // Tests use the public names of a module.
        } else if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the first name of each path after `crate::`, including the names in a brace group.
fn named(statement: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in statement.match_indices("crate::") {
        // `$crate::` and `tool_core::` are the ways of other code.
        let rest = &statement[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(outer_items(group)),
            None => names.push(first_name(rest)),
        }
    }
    names
}

fn outer_items(group: &str) -> Vec<String> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                items.push(first_name(group[start..at].trim()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

fn first_name(path: &str) -> String {
    path.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

/// The top-level module of a name: itself, or where the crate root takes it from.
fn module_of<'n>(this: &Crate, name: &'n str) -> &'n str {
    let source = this
        .reexports
        .iter()
        .find(|(_, names)| names.contains(&name));
    source.map_or(name, |(module, _)| module)
}

/// Returns each statement of code with the number of its first line. Comments are skipped.
fn statements(text: &str) -> Vec<(usize, String)> {
    let mut statements = vec![(1, String::new())];
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim();
        if code.starts_with("//") {
            continue;
        }
        if let Some((start, statement)) = statements.last_mut() {
            if statement.is_empty() {
                *start = number;
            }
            statement.push_str(code);
            statement.push(' ');
        }
        if code.ends_with([';', '{', '}']) && !code.ends_with("::{") {
            statements.push((number, String::new()));
        }
    }
    statements
}

/// The arrows of a file that are not in the list: `file:line: from -> to`.
fn forbidden(this: &Crate, from: &str, file: &str, text: &str) -> Vec<String> {
    let allowed = this.arrows.iter().find(|(module, _)| *module == from);
    let Some((_, allowed)) = allowed else {
        return vec![format!("{file}: `{from}` is not in the list")];
    };
    let mut faults = Vec::new();
    for (line, statement) in statements(text) {
        for name in named(&statement) {
            let to = module_of(this, &name);
            if to != from && !allowed.contains(&to) {
                faults.push(format!("{file}:{line}: {from} -> {to} (`{name}`)"));
            }
        }
    }
    faults
}

/// All arrows of a crate that are not in its list.
fn faults(this: &Crate) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(this.sources);
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 50, "the sources are found");
    let mut faults = Vec::new();
    for path in files {
        let relative = path.strip_prefix(&root).expect("below the root");
        let first = relative
            .iter()
            .next()
            .and_then(|first| first.to_str())
            .unwrap_or_default();
        let module = first.trim_end_matches(".rs");
        if module != "lib" {
            let text = fs::read_to_string(&path).expect("a readable file");
            let file = relative.display().to_string();
            faults.extend(forbidden(this, module, &file, &text));
        }
    }
    faults
}

#[test]
fn modules_import_only_allowed_modules() {
    let faults: Vec<_> = CRATES.iter().flat_map(faults).collect();
    assert!(
        faults.is_empty(),
        "arrows that are not in the list:\n{}",
        faults.join("\n")
    );
}

#[test]
fn allowed_imports_have_no_cycle() {
    for Crate { arrows, .. } in CRATES {
        let mut settled: Vec<&str> = Vec::new();
        while let Some((module, _)) = arrows.iter().find(|(module, to)| {
            !settled.contains(module) && to.iter().all(|to| settled.contains(to))
        }) {
            settled.push(module);
        }
        assert_eq!(
            settled.len(),
            arrows.len(),
            "only {settled:?} rest on the ground"
        );
    }
}

#[test]
fn forbidden_import_is_reported_with_its_line() {
    let text = "//! use crate::tool::Reader;\nuse std::fmt;\n\nuse crate::{\n    issue::Path,\n    tool::Reader,\n};\nfn f() {\n    crate::feedback::list();\n}\n";
    assert_eq!(
        forbidden(&CRATES[0], "tree", "tree/a.rs", text),
        [
            "tree/a.rs:3: tree -> tool (`tool`)",
            "tree/a.rs:9: tree -> feedback (`feedback`)"
        ],
    );
}
