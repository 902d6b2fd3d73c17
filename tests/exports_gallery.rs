//! The exports of the gallery to each provider, and the refusals.

use std::fmt::Write as _;

use examples::gallery;
use tests::{targets, violations};
use tool_core::{Definition, Definitions};

#[test]
fn gallery_has_enough_tools_and_forms_a_set() {
    let definitions = gallery::definitions();
    assert!(definitions.len() >= 30, "{}", definitions.len());
    let set = Definitions::new(definitions.into_iter().cloned());
    assert!(set.is_ok(), "{set:?}");
}

#[test]
fn each_export_obeys_its_provider() {
    for definition in gallery::definitions() {
        for (name, target) in targets() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            let name = match export.fallback() {
                Some(_) => name.trim_end_matches(" strict"),
                None => name,
            };
            let found = violations(name, export.tool());
            let tool = definition.name();
            assert!(
                found.is_empty(),
                "{tool} to {name}: {found:?}\n{:#}",
                export.schema()
            );
        }
    }
}

/// For each target, the tools that it does not take.
#[test]
fn refused_exports_match_the_snapshot() {
    let mut text = String::new();
    for (name, target) in targets() {
        let refused = gallery::definitions().into_iter();
        let refused = refused.filter(|definition| definition.export(target).is_err());
        let refused: Vec<_> = refused.map(Definition::name).collect();
        if !refused.is_empty() {
            let _ = writeln!(text, "{name}: {}", refused.join(" "));
        }
    }
    insta::assert_snapshot!(text);
}
