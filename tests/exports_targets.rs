//! The list of all targets.

use std::fs;
use std::path::Path;

use tests::targets;
use tool_core::provider::Target;

/// Each function that returns a target calls `Target::of` once, besides the one for servers that the
/// host describes.
#[test]
fn list_has_every_target_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tool-core/src/provider");
    let mut made = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(path).expect("a readable file");
            let of = text.match_indices("Target::of(&");
            made += of
                .filter(|(at, _)| !text[*at..].starts_with("Target::of(&self"))
                .count();
        }
    }
    let listed = Target::all().map(Target::name);
    let mut listed: Vec<_> = listed.collect();
    listed.dedup();
    assert_eq!(listed.len(), made, "{listed:?}");
}

#[test]
fn each_target_is_read_from_its_text() {
    for target in Target::all() {
        assert_eq!(target.to_string().parse(), Ok(target));
        let style = target.to_string().to_uppercase().replace([' ', '-'], "_");
        assert_eq!(style.parse(), Ok(target), "{style}");
    }
    assert!("".parse::<Target>().is_err());
    assert!("strict".parse::<Target>().is_err());
    assert!("Ollama (strict)".parse::<Target>().is_err());
}

#[test]
fn names_of_targets_are_unique() {
    let mut names: Vec<_> = targets().into_iter().map(|(name, _)| name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
