use std::cmp::Reverse;

use super::lists::HIDDEN;
use super::row::{Behind, Engine, Row};
use super::{Markers, list_rows};
use crate::finish::Finish;
use crate::marks::{END_TOKENS, ENDS_OF_CALLS};
use crate::syntax::engine::tags::{NamePosition, Tags};
use crate::syntax::engine::{EngineStep, Source};
use crate::syntax::{Format, NoTools};

const PAGE: &str = include_str!("../../../docs/text-formats.md");

/// Returns the first words of the engine, as the page names it.
fn name_engine(row: &Row) -> &'static str {
    match row.engine {
        Engine::Json(_) | Engine::Framed(_) => "JSON",
        Engine::Named(_) => "name, then JSON",
        Engine::Tags(..) | Engine::Suffixed(_) => "tags",
        Engine::Python(_) => "Python calls",
        Engine::Braces(_) => "braces",
        Engine::Nested => "nested tags",
        Engine::Command => "command",
        Engine::Code => "code",
    }
}

/// Returns the engine that the page names for a format.
fn read_engine(format: Format) -> &'static str {
    let start = format!("| `{}` |", format.as_str());
    let line = PAGE.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("the page has no row for {format:?}"));
    line.trim_end_matches(" |")
        .rsplit_once("| ")
        .expect("a row has cells")
        .1
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

#[test]
fn the_page_names_the_engine_of_each_format() {
    for format in Format::all() {
        let rows: Vec<&Row> = list_rows().filter(|row| row.format == *format).collect();
        let named = read_engine(*format);
        let is_named = rows.iter().any(|row| named.starts_with(name_engine(row)));
        // A format without a row has no marker.
        assert!(rows.is_empty() || is_named, "{format:?}: {named}");
    }
}

/// A model may close a call once more, or in the way of another format.
#[test]
fn each_end_of_a_call_belongs_to_the_call_before_it() {
    for row in list_rows() {
        let tags = match &row.engine {
            Engine::Tags(tags, _) => [tags.wrap.1, tags.call.close],
            _ => [""; 2],
        };
        let ends = tags.into_iter().chain(row.after.iter().copied());
        for end in ends.filter(|end| end.starts_with("</") && end.matches('<').count() == 1) {
            let is_known = ENDS_OF_CALLS.contains(&end) || END_TOKENS.contains(&end);
            let is_hidden = HIDDEN.contains(&end);
            assert!(is_known || is_hidden, "{end} of {:?}", row.format);
        }
    }
}
