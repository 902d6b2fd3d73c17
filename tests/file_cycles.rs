//! No file of a crate uses, directly or over other files, a file that uses it back. The same
//! holds for the files and the subfolders of each folder.
//!
//! The test reads the paths in each file: `use` lines and paths in code that start with
//! `crate`, `super`, `self`, a child module, or an imported module. A path counts as a use of
//! the file that defines the item, so re-exports are followed. `mod x;` and `pub use x::Y;`
//! declare names for others and count as a use only if the same file uses `Y` itself.
//! Test modules are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Source folders of the crates, relative to this package.
const CRATES: &[&str] = &[
    "../tool-core/src",
    "../tool-derive/src",
    "../tool-service/src",
    "../tool-builtins/src",
];

/// Longest chain of re-exports that the test follows.
const MAX_REEXPORTS: usize = 16;

/// The segments of a path, such as `["crate", "issue", "Path"]`.
type Segments = Vec<String>;

/// The paths in one file. Its module path is the key in [`Modules`].
#[derive(Default)]
struct Module {
    file: String,
    imports: Vec<Import>,
    /// Paths outside of `use` lines, of two or more segments.
    paths: Vec<Segments>,
    /// Names that the code uses by themselves: types, calls and macros.
    names: BTreeSet<String>,
}

struct Import {
    path: Segments,
    /// The name in this module; `*` for a glob import.
    name: String,
    is_reexport: bool,
}

/// The modules of a crate by their path below the crate root, which has an empty path.
type Modules = BTreeMap<Segments, Module>;

/// For each file the files that it uses, and the paths by which it uses each.
type Graph = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn read_crate(root: &Path) -> Modules {
    let mut modules = Modules::new();
    read_folder(root, &[], &mut modules);
    modules
}

fn read_folder(folder: &Path, parent: &[String], modules: &mut Modules) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        if stem.ends_with("tests") {
            continue;
        }
        let mut module = parent.to_vec();
        if stem != "mod" && stem != "lib" {
            module.push(stem.into_owned());
        }
        if path.is_dir() {
            read_folder(&path, &module, modules);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a readable file");
            let read = read_module(path.display().to_string(), &text);
            modules.insert(module, read);
        }
    }
}

fn read_module(file: String, text: &str) -> Module {
    let tokens = tokens(text);
    let mut module = Module {
        file,
        ..Module::default()
    };
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) {
            at = end_of_item(&tokens, at + 7);
        } else if tokens[at] == "use" {
            let end = position(&tokens, at, ";");
            let is_reexport = at > 0 && matches!(tokens[at - 1], "pub" | ")");
            add_imports(&tokens[at + 1..end], &[], is_reexport, &mut module.imports);
            at = end;
        } else if is_word(tokens[at]) {
            at = add_path(&tokens, at, &mut module);
        } else {
            at += 1;
        }
    }
    module
}

/// Words and punctuation of a text, without comments, strings and characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if let Some(length) = literal_length(rest) {
            length
        } else if is_word_char(first) {
            rest.find(|c| !is_word_char(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        let is_code = is_word(token) || token == "::" || length == 1;
        if is_code && !first.is_whitespace() {
            tokens.push(token);
        }
        rest = &rest[length..];
    }
    tokens
}

/// The length of the string, byte string or character at the start of a text.
fn literal_length(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        return Some(prefix + hashes + 2 + inner.find(&close)? + close.len());
    }
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let is_lifetime = quote == '\''
        && body[1..].starts_with(is_word_char)
        && body[1..].chars().nth(1) != Some('\'');
    if is_lifetime {
        return None;
    }
    let mut is_escaped = false;
    for (at, c) in body.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return Some(prefix + at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_word(token: &str) -> bool {
    token.starts_with(is_word_char)
}

fn position(tokens: &[&str], from: usize, token: &str) -> usize {
    let found = tokens[from..].iter().position(|t| *t == token);
    found.map_or(tokens.len(), |at| from + at)
}

/// The position after an item: its `;`, or the brace that closes its body.
fn end_of_item(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(*token, "}" | ";") {
            return at + 1;
        }
    }
    tokens.len()
}

/// Adds the imports of a `use` tree: `a::{b, c as d, e::*}` has three.
fn add_imports(tree: &[&str], before: &[String], is_reexport: bool, imports: &mut Vec<Import>) {
    let (mut path, mut name) = (before.to_vec(), None);
    for (at, token) in tree.iter().enumerate() {
        match *token {
            "{" => {
                for branch in branches(&tree[at + 1..tree.len() - 1]) {
                    add_imports(branch, &path, is_reexport, imports);
                }
                return;
            }
            "::" | "as" => {}
            // The name of the module itself is bound, as in `use a::{self, b}`.
            "self" if !path.is_empty() => {}
            "*" => name = Some("*"),
            word if at > 0 && tree[at - 1] == "as" => name = Some(word),
            word => path.push(word.to_owned()),
        }
    }
    if let Some(last) = path.last() {
        imports.push(Import {
            name: name.unwrap_or(last).to_owned(),
            path,
            is_reexport,
        });
    }
}

/// The parts between the commas of a brace group.
fn branches<'t>(group: &'t [&'t str]) -> Vec<&'t [&'t str]> {
    let (mut depth, mut start, mut branches) = (0, 0, Vec::new());
    for (at, token) in group.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 0 => {
                branches.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    branches.push(&group[start..]);
    branches
}

/// Adds the path or name at a position and returns the position after it.
fn add_path(tokens: &[&str], from: usize, module: &mut Module) -> usize {
    let mut end = from + 1;
    while end + 1 < tokens.len() && tokens[end] == "::" && is_word(tokens[end + 1]) {
        end += 2;
    }
    let before = from.checked_sub(1).map_or("", |at| tokens[at]);
    // `::name` is another crate, `.name` a field or a method, and `fn name` a definition.
    if matches!(before, "::" | "." | "fn" | "mod") {
        return end;
    }
    if end > from + 1 {
        let words = tokens[from..end].iter().step_by(2);
        module
            .paths
            .push(words.map(|word| (*word).to_owned()).collect());
    } else {
        let is_called = tokens
            .get(end)
            .is_some_and(|next| matches!(*next, "(" | "!"));
        if is_called || tokens[from].starts_with(char::is_uppercase) {
            module.names.insert(tokens[from].to_owned());
        }
    }
    end
}

/// The module whose file defines the item that a path names, as seen from a module. `None` for
/// items of other crates and for modules themselves.
fn definer(modules: &Modules, from: &Segments, path: &[String], depth: usize) -> Option<Segments> {
    let first = path.first()?;
    let (mut at, mut rest) = match first.as_str() {
        "crate" => (Segments::new(), &path[1..]),
        "self" => (from.clone(), &path[1..]),
        "super" => (from[..from.len().checked_sub(1)?].to_vec(), &path[1..]),
        _ if names_something(modules, from, first) => (from.clone(), path),
        _ => return None,
    };
    while let Some((next, after)) = rest.split_first() {
        let child = [at.as_slice(), std::slice::from_ref(next)].concat();
        if next == "super" {
            at.pop()?;
        } else if modules.contains_key(&child) {
            at = child;
        } else {
            return imported(modules, &at, rest).map_or(Some(at.clone()), |whole| {
                let is_followed = depth < MAX_REEXPORTS && whole != path;
                is_followed.then(|| definer(modules, &at, &whole, depth + 1))?
            });
        }
        rest = after;
    }
    None
}

fn names_something(modules: &Modules, from: &Segments, name: &str) -> bool {
    let child = [from.as_slice(), &[name.to_owned()]].concat();
    let is_imported = |module: &Module| module.imports.iter().any(|import| import.name == name);
    modules.contains_key(&child) || modules.get(from).is_some_and(is_imported)
}

/// The path behind a path whose first name a module imports.
fn imported(modules: &Modules, at: &Segments, path: &[String]) -> Option<Segments> {
    let (name, rest) = path.split_first()?;
    let mut imports = modules.get(at)?.imports.iter();
    let import = imports.find(|import| import.name == *name)?;
    Some([import.path.as_slice(), rest].concat())
}

fn graph(modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    for (at, module) in modules {
        let imports = module.imports.iter();
        let imports =
            imports.filter(|import| !import.is_reexport || module.names.contains(&import.name));
        for path in imports.map(|import| &import.path).chain(&module.paths) {
            let Some(to) = definer(modules, at, path, 0).and_then(|to| modules.get(&to)) else {
                continue;
            };
            if to.file != module.file {
                let uses = graph.entry(module.file.clone()).or_default();
                let paths = uses.entry(to.file.clone()).or_default();
                paths.insert(path.join("::"));
            }
        }
    }
    graph
}

/// The same uses, seen from the folder that two files have in common: between its files and its
/// subfolders.
fn between_siblings(files: &Graph) -> Graph {
    let mut graph = Graph::new();
    for (from, uses) in files {
        for (to, paths) in uses {
            let uses = graph.entry(sibling(from, to)).or_default();
            let known = uses.entry(sibling(to, from)).or_default();
            known.extend(paths.iter().cloned());
        }
    }
    graph
}

/// A file, or the folder that holds it and does not hold the other file.
fn sibling(file: &str, other: &str) -> String {
    let names = || file.split('/').zip(other.split('/'));
    let common = names().take_while(|(name, other)| name == other).count();
    let names: Vec<_> = file.split('/').take(common + 1).collect();
    names.join("/")
}

/// The shortest cycle through each file that is on one, as a line; each cycle once.
fn cycles(graph: &Graph) -> Vec<String> {
    let mut cycles = BTreeMap::new();
    for start in graph.keys() {
        if let Some(cycle) = shortest_cycle(graph, start) {
            let files: BTreeSet<_> = cycle.iter().cloned().collect();
            cycles.entry(files).or_insert(cycle);
        }
    }
    cycles
        .values()
        .map(|cycle| describe(graph, cycle))
        .collect()
}

fn shortest_cycle(graph: &Graph, start: &String) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while let Some(way) = ways.get(next).cloned() {
        next += 1;
        for to in way
            .last()
            .and_then(|last| graph.get(last))
            .into_iter()
            .flat_map(BTreeMap::keys)
        {
            if to == start {
                return Some(way);
            }
            if seen.insert(to) {
                ways.push([way.as_slice(), std::slice::from_ref(to)].concat());
            }
        }
    }
    None
}

fn describe(graph: &Graph, cycle: &[String]) -> String {
    let mut lines = String::new();
    for (at, from) in cycle.iter().enumerate() {
        let to = &cycle[(at + 1) % cycle.len()];
        let paths: Vec<_> = graph[from][to].iter().map(String::as_str).collect();
        let _ = writeln!(lines, "{from} uses {to} ({})", paths.join(", "));
    }
    lines
}

#[test]
fn no_file_uses_a_file_that_uses_it_back() {
    let mut found = Vec::new();
    for sources in CRATES {
        let modules = read_crate(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources));
        assert!(modules.len() > 10, "{sources} has source files");
        let files = graph(&modules);
        found.extend(cycles(&files));
        found.extend(cycles(&between_siblings(&files)));
    }
    let count = found.len();
    assert!(
        found.is_empty(),
        "{count} cycles between files:\n{}",
        found.join("\n")
    );
}

/// The modules of a crate with these files.
fn crate_of(files: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::new();
    for (file, text) in files {
        let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
        let path = path.split('/').filter(|name| *name != "lib");
        let path = path.map(str::to_owned).collect();
        modules.insert(path, read_module((*file).to_owned(), text));
    }
    modules
}

#[test]
fn finds_a_cycle_over_a_reexport() {
    let modules = crate_of(&[
        ("lib.rs", "mod a; mod b; pub use b::B;"),
        ("a.rs", "use crate::{B, other::{C as D}}; /* crate::a::A */"),
        (
            "b.rs",
            "struct B; fn f() { let _ = \"x\"; super::a::g('\"'); }",
        ),
        (
            "other.rs",
            "#[cfg(test)] mod tests { use crate::a::A; } struct C;",
        ),
    ]);
    let expected = "a.rs uses b.rs (crate::B)\nb.rs uses a.rs (super::a::g)\n";
    assert_eq!(cycles(&graph(&modules)), [expected]);
}

#[test]
fn finds_a_cycle_between_folders() {
    let modules = crate_of(&[
        ("a/mod.rs", "mod one; mod two;"),
        ("b/mod.rs", "mod one; mod two;"),
        ("a/one.rs", "use crate::b::one::One;"),
        ("b/one.rs", ""),
        ("b/two.rs", "use crate::a::two::Two;"),
        ("a/two.rs", ""),
    ]);
    let files = graph(&modules);
    assert!(cycles(&files).is_empty());
    let expected = "a uses b (crate::b::one::One)\nb uses a (crate::a::two::Two)\n";
    assert_eq!(cycles(&between_siblings(&files)), [expected]);
}
