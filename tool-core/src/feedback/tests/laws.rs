use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Number, Value};

use super::{check, received};
use crate::feedback::got::Detail;
use crate::feedback::line::write_line;
use crate::feedback::{Style, TextLimits};
use crate::issue::{Issue, IssueKind, JsonType, Limit, Path, Received, Segment, TypeSet};
use crate::tree::Tree;
use crate::{Arguments, ToolArgError};

/// Any characters, including control characters and the line breaks of Unicode.
fn text() -> impl Strategy<Value = String> {
    vec(
        prop_oneof![any::<char>(), Just('\n'), Just('\u{2028}'), Just('"')],
        0..60,
    )
    .prop_map(String::from_iter)
}

fn kinds() -> impl Strategy<Value = IssueKind> {
    let types = vec((0..7_usize).prop_map(|i| JsonType::ALL[i]), 0..4);
    let types = types.prop_map(TypeSet::from_iter);
    let members = vec(text().prop_map(Value::from), 0..20);
    let limits = prop_oneof![Just(Limit::Depth), Just(Limit::Bytes), Just(Limit::Work)];
    prop_oneof![
        types.clone().prop_map(IssueKind::required),
        types.prop_map(IssueKind::of_type),
        (members, any::<bool>()).prop_map(|(members, near)| {
            let nearest = members.first().filter(|_| near).cloned();
            IssueKind::Enum {
                members: members.into(),
                nearest,
            }
        }),
        (any::<i64>(), any::<bool>()).prop_map(|(minimum, exclusive)| IssueKind::Minimum {
            minimum: Number::from(minimum),
            exclusive,
        }),
        text().prop_map(|format| IssueKind::out_of_range(&format)),
        any::<u64>().prop_map(|maximum| IssueKind::MaxLength { maximum }),
        text().prop_map(|pattern| IssueKind::Pattern { pattern }),
        text().prop_map(|format| IssueKind::Format { format }),
        (text(), any::<u64>()).prop_map(|(pattern, minimum)| IssueKind::Several {
            faults: vec![
                IssueKind::MinLength { minimum },
                IssueKind::Pattern { pattern },
            ],
        }),
        any::<usize>().prop_map(|first| IssueKind::UniqueItems { first }),
        proptest::option::of(text()).prop_map(|nearest| IssueKind::UnknownKey { nearest }),
        text().prop_map(|property| IssueKind::AmbiguousKey { property }),
        (text(), text()).prop_map(|(expected, after)| IssueKind::InvalidJson { expected, after }),
        (limits, any::<usize>()).prop_map(|(limit, maximum)| IssueKind::Limit { limit, maximum }),
        text().prop_map(|message| check(&message)),
        Just(IssueKind::Truncated),
        vec(text(), 2).prop_map(|texts| IssueKind::SeveralObjects { texts }),
        Just(IssueKind::DuplicateKey),
        vec(text(), 2..6).prop_map(|properties| IssueKind::Together { properties }),
        text().prop_map(|pattern| IssueKind::Key {
            fault: Box::new(IssueKind::Pattern { pattern }),
        }),
        (vec(text(), 0..4), vec(text(), 0..3), vec(text(), 0..3)).prop_map(
            |(forms, leave_out, add)| IssueKind::SeveralForms {
                forms,
                leave_out,
                add
            }
        ),
    ]
}

fn paths() -> impl Strategy<Value = Path> {
    let key = prop_oneof![text(), Just("a".to_owned())];
    let segment = prop_oneof![
        key.prop_map(Segment::from),
        (0..3_usize).prop_map(Segment::from),
        any::<usize>().prop_map(Segment::from),
    ];
    vec(segment, 0..4).prop_map(Path::from_iter)
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let key = prop_oneof![text(), Just("a".to_owned())];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((key, inner), 0..4).prop_map(Value::from_iter),
        ]
    })
}

/// A received value, also one whose text is not JSON.
fn sent() -> impl Strategy<Value = Option<Received>> {
    let made_up = (0..7_usize, text()).prop_map(|(index, text)| Received {
        json_type: JsonType::ALL[index],
        text,
    });
    proptest::option::of(prop_oneof![made_up, values().prop_map(|v| received(&v))])
}

fn issues() -> impl Strategy<Value = Issue> {
    (paths(), kinds(), sent()).prop_map(|(path, kind, sent)| Issue::new(path, kind, sent))
}

fn is_one_line(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

proptest! {
    #[test]
    fn an_issue_is_one_line_within_its_limit(issue in issues(), characters in 20..200_usize) {
        prop_assert!(is_one_line(&issue.message()));
        for detail in [Detail::Short, Detail::Type, Detail::Value] {
            let line = write_line(&issue, detail, characters);
            prop_assert!(is_one_line(&line), "{line}");
            prop_assert!(line.chars().count() <= characters, "{line}");
        }
    }

    #[test]
    fn the_forms_keep_their_lines(
        issues in vec(issues(), 0..9),
        omitted in prop_oneof![0..3_usize, Just(usize::MAX)],
        text in text(),
        read in proptest::option::of(values()),
        limits in (0..9_usize, 0..99_usize),
    ) {
        let count = issues.len();
        let read = read.as_ref().map(Tree::from);
        let error = ToolArgError::new("t", issues, omitted, Arguments::Text(text), read.as_ref());
        let (issues, characters) = limits;
        let limits = TextLimits::default().issues(issues).characters(characters);
        let more = usize::from(omitted > 0);

        prop_assert!(is_one_line(&error.to_string()));
        prop_assert!(is_one_line(&error.render_within(Style::Instruction, limits)));
        prop_assert_eq!(error.render(Style::Numbered).lines().count(), count + more + 4);
        let told = count.min(limits.max_issues());
        let more = usize::from(count > told || omitted > 0);
        prop_assert_eq!(error.render_within(Style::List, limits).lines().count(), 1 + told + more);
        let echo = error.render_within(Style::Annotated, limits.echo(300 + characters));
        prop_assert!(echo.chars().count() <= 300 + characters, "{echo}");
        prop_assert!(error.payload()["receivedArgs"].is_object());
        prop_assert!(error.salvage().value.is_object());
    }
}
