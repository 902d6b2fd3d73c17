use std::cmp::Reverse;
use std::fs;

use super::row::{Behind, Engine};
use super::{Markers, list_rows};
use crate::finish::Finish;
use crate::syntax::engine::tags::{NamePosition, Tags};
use crate::syntax::engine::{EngineStep, Source};
use crate::syntax::format::MODELS_IN_WORDS;
use crate::syntax::{Format, NoTools};

/// Returns the engine of a format, for the page.
fn name_engine(format: Format) -> &'static str {
    match format {
        // These formats have no marker.
        Format::CohereCommandRPlus | Format::Rwkv | Format::PlainJson => "JSON without a marker",
        Format::Xlam | Format::Llama3 => "JSON, with a marker or without",
        // JSON is the other way in which these models write calls.
        Format::Glm45 | Format::K2Horizon | Format::Poolside => "tags",
        Format::GranitePythonic | Format::Lfm2 => "Python calls",
        Format::ToolTags => "tags of the tools",
        Format::Harmony => "message headers",
        _ => {
            let row = list_rows().find(|row| row.format == format);
            match row.expect("a format with a marker has a row").engine {
                Engine::Json(_) | Engine::Framed(_) => "JSON after a marker",
                Engine::Named(_) => "name, then JSON",
                Engine::Tags(..) | Engine::Suffixed(_) => "tags",
                Engine::Python(_) => "Python calls",
                Engine::Braces(_) => "braces",
                Engine::Nested => "nested tags",
                Engine::Command => "command",
                Engine::Code => "code",
            }
        }
    }
}

#[test]
fn json_does_not_begin_like_an_opening_tag() {
    for row in list_rows() {
        if let Engine::Json(json) = &row.engine {
            let mut tags = json
                .close
                .iter()
                .filter_map(|close| close.strip_prefix('<'));
            let is_opening = |tag: &str| tag.starts_with(|c: char| c.is_ascii_lowercase());
            assert!(!tags.any(is_opening), "{:?}", row.format);
        }
    }
}

#[test]
fn a_row_that_precedes_no_name_reads_no_name() {
    let marks = list_rows().flat_map(|row| row.marks.iter().map(move |mark| (row, *mark)));
    let mut count = 0;
    for (row, mark) in marks.filter(|(row, mark)| !row.may_precede(Behind::Name, mark)) {
        for behind in [
            "n",
            "name\n<arg_key>k</arg_key>",
            "name>",
            "name {}",
            "function=a>",
        ] {
            for is_over in [false, true] {
                let source = Source {
                    text: &format!("{mark}{behind}"),
                    is_over,
                    finish: Finish::Complete,
                    tools: &NoTools,
                    selected: None,
                    is_start: true,
                };
                let step = row.read(&source, 0, mark, row.is_section(mark));
                assert!(matches!(step, EngineStep::No), "{:?}: {behind}", row.format);
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn the_usual_end_of_an_argument_ends_its_tag() {
    let tags = list_rows().filter_map(|row| match &row.engine {
        Engine::Tags(tags, _) => Some(tags),
        _ => None,
    });
    let has_attribute = |tags: &&Tags| matches!(tags.argument.name, NamePosition::Attribute(_));
    let tags: Vec<_> = tags.filter(has_attribute).collect();
    assert!(tags.len() > 8);
    for Tags {
        argument, typing, ..
    } in tags
    {
        for (usual, marked) in typing.usual_ends() {
            let attribute = usual.strip_suffix(argument.end);
            let attribute = attribute.unwrap_or_else(|| panic!("{usual}"));
            // The value is in quotes, after a name that is the attribute of the type.
            let (name, value) = match attribute.split_once('=') {
                Some((name, value)) => (Some(name.trim()), Some(value.trim_matches('"'))),
                None => (None, None),
            };
            assert_eq!(name, typing.attribute(), "{usual}");
            assert_eq!(*marked, typing.read_mark(value), "{usual}");
        }
    }
}

#[test]
fn finds_the_longest_marker_first() {
    for marker in list_rows().flat_map(|row| row.marks) {
        let found: Vec<_> = Markers::all()
            .at_start(marker)
            .map(|found| found.text)
            .collect();
        assert_eq!(found.first(), Some(marker));
        assert!(
            found.is_sorted_by_key(|text| Reverse(text.len())),
            "{found:?}"
        );
    }
}

/// With `UPDATE_PAGES` in the environment, writes the table into the page.
#[test]
fn the_page_lists_each_format() {
    const HEAD: &str = "| format | models | engine |\n|---|---|---|\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/text-formats.md");
    let page = fs::read_to_string(file).expect("the page exists");
    let (before, rest) = page.split_once(HEAD).expect("the page has the table");
    let after = rest.find("\n\n").map_or("", |end| &rest[end + 1..]);
    let rows = Format::all()
        .iter()
        .zip(MODELS_IN_WORDS)
        .map(|(format, models)| {
            let models = models.trim().trim_end_matches('.');
            format!("| `{format}` | {models} | {} |\n", name_engine(*format))
        });
    let expected = format!("{before}{HEAD}{}{after}", rows.collect::<String>());
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(file, &expected).expect("the page is written");
    } else {
        assert!(
            page == expected,
            "docs/text-formats.md differs from the table of formats; \
             UPDATE_PAGES=1 cargo test -p tool-core --lib the_page_lists writes it"
        );
    }
}
