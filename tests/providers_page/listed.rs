//! The providers, in the order of the list in the sources. The page has the words of their
//! documentation.

use std::fs;
use std::path::Path;

use tool_core::call::Api;
use tool_core::provider::Target;

pub(super) struct Listed {
    pub(super) name: String,
    pub(super) has_strict: bool,
    pub(super) forms: Vec<Form>,
    /// The documentation of the type, without its example.
    pub(super) about: String,
}

pub(super) struct Form {
    /// Rust expression of the target.
    pub(super) written: String,
    pub(super) target: Target,
    /// Format of its responses. `None` if no model answers.
    pub(super) answers: Option<Api>,
}

pub(super) fn providers() -> Vec<Listed> {
    let sources = sources();
    let (_, list) = sources
        .split_once("const TARGETS: &[Target] = &[")
        .expect("the list");
    let (list, _) = list.split_once("];").expect("its end");
    let written = list.lines().map(|line| line.trim().trim_end_matches(','));
    let plain = Target::all().filter(|target| !target.to_string().ends_with("(strict)"));
    let mut providers: Vec<(&str, Vec<Form>)> = Vec::new();
    for (written, target) in written.filter(|line| !line.is_empty()).zip(plain) {
        let (of, _) = written.split_once("::").expect("a type");
        let form = Form {
            written: written.to_owned(),
            target,
            answers: target.name().parse().ok(),
        };
        match providers.last_mut() {
            Some((previous, forms)) if *previous == of => forms.push(form),
            _ => providers.push((of, vec![form])),
        }
    }
    let listed = providers.into_iter().map(|(of, forms)| Listed {
        name: name(&forms),
        has_strict: forms[0].target.has_strict_mode(),
        about: documentation(&sources, of),
        forms,
    });
    listed.collect()
}

/// The text of all source files of the exports.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tool-core/src/provider");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files
        .map(|path| fs::read_to_string(path).expect("a readable file"))
        .collect()
}

/// Returns the words that the names of all targets begin with, without the name of an API.
fn name(forms: &[Form]) -> String {
    let mut names = forms.iter().map(|form| form.target.name().split(' '));
    let first = names.next().expect("a target");
    let others: Vec<Vec<_>> = names.map(Iterator::collect).collect();
    let is_shared = |at: usize, word: &str| others.iter().all(|name| name.get(at) == Some(&word));
    let words = first.enumerate();
    let words = words.take_while(|(at, word)| *word != "Converse" && is_shared(*at, word));
    let words: Vec<_> = words.map(|(_, word)| word).collect();
    words.join(" ")
}

/// Returns the documentation of a type as Markdown for a page, without links to the code.
fn documentation(sources: &str, of: &str) -> String {
    let (before, _) = sources
        .split_once(&format!("\npub struct {of};"))
        .expect("the type");
    let lines = before.lines().rev().filter(|line| !line.starts_with("#["));
    let lines = lines.map_while(|line| line.strip_prefix("///"));
    let mut lines: Vec<_> = lines.map(str::trim).collect();
    lines.reverse();
    let lines = lines.split(|line| line.starts_with("```")).next();
    let text = lines.unwrap_or_default().join("\n");
    let paragraphs = text
        .trim()
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "));
    without_links(&paragraphs.collect::<Vec<_>>().join("\n\n"))
}

/// Replaces each link to the code, such as [`Target::all`], by its text.
fn without_links(text: &str) -> String {
    let mut parts = text.split("[`");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (linked, rest) = part.split_once("`]").expect("the end of a link");
        let rest = match rest.strip_prefix('(') {
            Some(path) => path.split_once(')').expect("the end of a path").1,
            None => rest,
        };
        page.extend(["`", linked, "`", rest]);
    }
    page
}
