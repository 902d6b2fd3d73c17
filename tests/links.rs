//! Every link of the written pages leads to an existing file, and every linked heading exists.
//! Pages are shown in the repository and by rustdoc. `guide_links.md` has the links for rustdoc.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages of the guide, by their names.
fn guide() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("docs")).expect("the folder is there");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect()
}

/// Returns the lines of a page outside code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Returns the targets of the links of a page: `[words](target)`, `[words]: target`.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (at, _) in line.match_indices("](") {
            let target: String = line[at + 2..].chars().take_while(|c| *c != ')').collect();
            found.push(target);
        }
        let defined = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]: "));
        found.extend(defined.map(|(_, target)| target.trim().to_owned()));
    }
    found
}

/// Returns the anchor of a heading, as Markdown renderers generate it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text: String = heading.to_lowercase().chars().filter(kept).collect();
    text.replace(' ', "-")
}

fn has_heading(page: &str, wanted: &str) -> bool {
    let headings = prose(page).filter_map(|line| line.strip_prefix('#'));
    headings
        .map(|heading| anchor(heading.trim_start_matches('#').trim()))
        .any(|found| found == wanted)
}

/// Returns the fault of a link, if it is broken.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.starts_with("http://") || target.starts_with("https://") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = page.parent().expect("a file is in a folder");
    let meant = match file {
        "" => page.to_owned(),
        _ => folder.join(file),
    };
    let shown = page.file_name().expect("a file has a name").display();
    if !meant.exists() {
        return Some(format!("{shown}: there is no {file}"));
    }
    (!heading.is_empty() && !has_heading(&read(&meant), heading))
        .then(|| format!("{shown}: {file} has no heading #{heading}"))
}

#[test]
fn every_link_has_a_target() {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "SKILL.md",
        "llms.txt",
        "docs/decisions/README.md",
    ]
    .map(|page| root().join(page))
    .into();
    pages.extend(
        guide()
            .iter()
            .map(|page| root().join(format!("docs/{page}.md"))),
    );
    let mut faults = Vec::new();
    for page in pages {
        let targets = targets(&read(&page));
        faults.extend(targets.iter().filter_map(|target| fault(&page, target)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn guide_and_front_pages_list_every_page() {
    let lib = read(&root().join("tool-core/src/lib.rs"));
    let guide_rs = read(&root().join("tool-core/src/guide.rs"));
    let links = read(&root().join("tool-core/src/guide_links.md"));
    let readme = read(&root().join("README.md"));
    for page in guide() {
        let module = page.replace('-', "_");
        let linked = format!("(guide::{module})");
        assert!(lib.contains(&linked), "lib.rs: {page}");
        let declared = format!("{module} \"../docs/{page}.md\"");
        assert!(guide_rs.contains(&declared), "guide.rs: {page}");
        let link = format!("[{page}]: crate::guide::{module}\n");
        assert!(links.contains(&link), "guide_links.md: {page}");
        assert!(
            readme.contains(&format!("(docs/{page}.md")),
            "README.md: {page}"
        );
    }
}

/// rustdoc copies no files. The images are data in its pages.
#[test]
fn guide_contains_every_image() {
    let entries = fs::read_dir(root().join("docs/images")).expect("the folder is there");
    let files: BTreeSet<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    let lines = files.iter().map(|file| {
        let name = file.file_stem().expect("a file has a name").display();
        let data = STANDARD.encode(read(file));
        format!("[image-{name}]: data:image/svg+xml;base64,{data}")
    });
    let lines = lines.collect::<Vec<_>>().join("\n") + "\n";
    let page = root().join("tool-core/src/guide_images.md");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&page, &lines).expect("the page is writable");
    }
    assert!(
        read(&page) == lines,
        "renew the page with `UPDATE_PAGES=1 cargo test -p tests --test all links`"
    );
}

/// A browser shows an image of a page only by a word of the list.
#[test]
fn images_of_the_guide_are_reference_links() {
    let pages = guide().into_iter().map(|page| format!("docs/{page}.md"));
    for page in pages.chain(["ARCHITECTURE.md".to_owned()]) {
        let text = read(&root().join(&page));
        let images = prose(&text).filter(|line| line.contains("![") && line.contains(".svg)"));
        assert_eq!(images.count(), 0, "{page}");
        assert!(
            !text.contains("```mermaid"),
            "{page}: rustdoc shows no diagram"
        );
    }
}

/// rustdoc does not know the files. A page therefore links to another by a word of the list.
#[test]
fn links_between_pages_are_reference_links() {
    let guide = guide();
    for page in &guide {
        let text = read(&root().join(format!("docs/{page}.md")));
        for line in prose(&text) {
            let inline = line.contains(".md)") || line.contains(".md#");
            assert!(!inline, "{page}.md: `[words][page]`, not {line:?}");
            if let Some((name, target)) = line.strip_prefix('[').and_then(|l| l.split_once("]: "))
                && let Some(file) = target.strip_suffix(".md")
                && guide.contains(file)
            {
                assert_eq!(name, file, "{page}.md: rustdoc knows it by its file's name");
            }
        }
    }
}

#[test]
fn broken_link_is_detected() {
    let page = root().join("README.md");
    let text = "[a](docs/no.md) [b](https://example.com)\n```\n[c](no.md)\n```\n[d]: #no-heading";
    let faults: Vec<_> = targets(text)
        .iter()
        .filter_map(|target| fault(&page, target))
        .collect();
    assert_eq!(
        faults,
        [
            "README.md: there is no docs/no.md",
            "README.md:  has no heading #no-heading"
        ],
    );
}

/// Adds the paths below a folder, relative to the root.
fn collect_paths(folder: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let shown = path.strip_prefix(root()).expect("a path below the root");
        let name = path.file_name().unwrap_or_default();
        if name == "target" || name == ".git" || path.is_symlink() {
            continue;
        }
        paths.push(format!("/{}", shown.display()));
        if path.is_dir() {
            collect_paths(&path, paths);
        }
    }
}

/// Returns the text in backticks that names a file or a folder: `plan/number.rs`, `read/words`.
fn code_paths(text: &str) -> impl Iterator<Item = &str> {
    let codes = prose(text).flat_map(|line| line.split('`').skip(1).step_by(2));
    codes.filter(|code| {
        let is_path =
            code.contains('/') || Path::new(code).extension().is_some_and(|of| of == "rs");
        is_path && !code.contains([' ', '*', ':', '<']) && !code.contains("NAME")
    })
}

#[test]
fn architecture_names_files_that_exist() {
    let mut paths = Vec::new();
    collect_paths(&root(), &mut paths);
    let page = read(&root().join("ARCHITECTURE.md"));
    assert!(code_paths(&page).count() > 50, "the paths are found");
    for named in code_paths(&page) {
        let ends = [format!("/{named}"), format!("/{named}.rs")];
        let exists = |path: &String| ends.iter().any(|end| path.ends_with(end));
        assert!(paths.iter().any(exists), "no file or folder {named}");
    }
}
