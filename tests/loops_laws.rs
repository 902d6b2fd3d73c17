//! Laws for every conversation.

use proptest::prelude::*;
use serde_json::{Map, Value};
use tool_core::conversation::{LoopGuard, LoopState};

/// A call of few tools with few arguments: loops are frequent.
#[derive(Clone, Debug)]
struct Made {
    tool: &'static str,
    arguments: Value,
    failed: bool,
}

fn arguments() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        (0..2).prop_map(Value::from),
        "[ab]".prop_map(Value::from),
    ];
    let nested = scalar.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            object(inner),
        ]
    });
    object(nested)
}

fn object(values: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let fields = prop::collection::vec(("[a-d]", values), 0..4);
    fields.prop_map(|fields| Value::Object(fields.into_iter().collect()))
}

fn calls() -> impl Strategy<Value = Vec<Made>> {
    prop::collection::vec(arguments(), 1..3).prop_flat_map(|pool| {
        let made = (
            prop::sample::select(vec!["read", "edit"]),
            prop::sample::select(pool),
            any::<bool>(),
        );
        let made = made.prop_map(|(tool, arguments, failed)| Made {
            tool,
            arguments,
            failed,
        });
        prop::collection::vec(made, 0..24)
    })
}

/// The value with the keys of each object turned by some places.
fn turned(value: &Value, by: usize) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| turned(item, by)).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields
                .iter()
                .map(|(key, value)| (key.clone(), turned(value, by)))
                .collect();
            let places = by % fields.len().max(1);
            fields.rotate_left(places);
            Value::Object(fields.into_iter().collect::<Map<_, _>>())
        }
        scalar => scalar.clone(),
    }
}

fn verdicts(guard: &mut LoopGuard, call: &Made, arguments: &str) -> [Option<LoopState>; 2] {
    let before = guard.call(call.tool, arguments);
    let after = call.failed.then(|| guard.failed(call.tool, arguments));
    [Some(before), after]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn key_order_does_not_change_the_verdict(calls in calls(), by in prop::collection::vec(0_usize..4, 24)) {
        let (mut straight, mut shuffled) = (LoopGuard::new(), LoopGuard::new());
        for (call, by) in calls.iter().zip(by) {
            let one = verdicts(&mut straight, call, &call.arguments.to_string());
            let other = verdicts(&mut shuffled, call, &format!("{:#}", turned(&call.arguments, by)));
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn stored_guard_returns_the_same_verdicts(calls in calls()) {
        let (mut kept, mut stored) = (LoopGuard::new(), LoopGuard::new());
        for call in &calls {
            let arguments = call.arguments.to_string();
            prop_assert_eq!(verdicts(&mut kept, call, &arguments), verdicts(&mut stored, call, &arguments));
            let text = serde_json::to_string(&stored).expect("it serialises");
            stored = serde_json::from_str(&text).expect("it comes back");
            prop_assert_eq!(&kept, &stored);
        }
    }

    /// Every repetition is found, and the model is warned before the user is asked.
    #[test]
    fn warning_comes_before_the_question_and_in_time(calls in calls()) {
        let mut guard = LoopGuard::new();
        let mut warned = false;
        for (at, call) in calls.iter().enumerate() {
            let states = verdicts(&mut guard, call, &call.arguments.to_string());
            for state in states.iter().flatten() {
                prop_assert!(warned || !matches!(state, LoopState::AskUser(_)));
                warned |= matches!(state, LoopState::Warn(_));
            }
            let window = &calls[at.saturating_sub(9)..=at];
            let equal = window.iter().filter(|other| other.tool == call.tool && other.arguments == call.arguments);
            if equal.count() >= 3 {
                prop_assert_ne!(states[0].as_ref(), Some(&LoopState::Continue));
            }
        }
    }
}
