use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde::Serialize;
use serde_json::{Value, json};
use tool_builtins::{ArrayTool, DateTime, ObjectTool, StringTool};
use tool_core::Tool;

/// A valid call runs without a panic, and the size of its result is bounded by its arguments.
pub(super) fn runs<T: Tool, R: Serialize, E: std::fmt::Display>(
    arguments: &Value,
    run: impl Fn(T) -> Result<R, E>,
) -> Result<(), TestCaseError> {
    let Ok(call) = T::parse(arguments) else {
        return Ok(());
    };
    let text = match run(call) {
        Ok(result) => serde_json::to_string(&result).unwrap(),
        Err(error) => error.to_string(),
    };
    let sent = arguments.to_string();
    prop_assert!(text.len() <= 1000 + 100 * sent.len(), "{sent}\n{text}");
    Ok(())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab.ß/~ -]{0,8}",
        "\\PC{0,12}",
        Just(String::new()),
        Just("é🍓".repeat(20)),
    ]
}

pub(super) fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3_i64..4).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[abn]|\\PC{0,3}", inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof!["(/([abn]|[0-3]|-|)){0,4}", "[abn]", text()]
}

pub(super) fn one_of(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(names)
}

fn position() -> impl Strategy<Value = Option<i64>> {
    prop::option::of(prop_oneof![-5_i64..6, any::<i64>()])
}

/// Keeps only the arguments that an operation takes.
fn only(mut arguments: Value, names: &[&str]) -> Value {
    if let Some(arguments) = arguments.as_object_mut() {
        arguments.retain(|name, value| names.contains(&name.as_str()) && !value.is_null());
    }
    arguments
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn date_time_takes_any_times(
        operation in one_of(&["now", "convert", "add", "difference"]),
        times in prop::collection::vec(prop_oneof![
            "-?[0-9]{4,6}-(0[1-9]|1[0-2])-[0-3][0-9](T[0-2][0-9]:[0-5][0-9])?(Z|[+-][0-2][0-9]:00|\\[[A-Z/a-z]{1,9}\\])?",
            "(-0|)09999-12-3[01]T23:59:59[.]9{9}(Z|[+-]23:59)?",
            text(),
        ], 2),
        duration in prop_oneof![
            "-?P([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,8}D)?(T[0-9]{1,12}H)?",
            "[0-9]{1,20} (days|hours|ns)",
            text(),
        ],
        zone in prop_oneof![
            one_of(&["UTC", "Europe/Oslo", "Asia/Kolkata", "America/St_Johns"]).prop_map(String::from),
            text(),
        ],
        unit in one_of(&["year", "month", "week", "day", "hour", "minute", "second"]),
    ) {
        let all = json!({
            "operation": operation, "time_zone": zone, "time": times[0], "duration": duration,
            "from": times[0], "to": times[1], "largest_unit": unit, "from_time_zone": zone,
        });
        let call = only(all, match operation {
            "now" => &["operation", "time_zone"],
            "convert" => &["operation", "time_zone", "time", "from_time_zone"],
            "add" => &["operation", "time_zone", "time", "duration"],
            _ => &["operation", "time_zone", "from", "to", "largest_unit"],
        });
        prop_assert!(DateTime::parse(&call).is_ok(), "{}", call);
        runs(&call, DateTime::run)?;
    }

    #[test]
    fn string_takes_any_text(
        operation in one_of(&[
            "length", "case", "trim", "reverse", "split", "replace", "count", "slice",
        ]),
        texts in prop::collection::vec(text(), 3),
        to in one_of(&["upper", "lower", "title"]),
        positions in (position(), position()),
    ) {
        let all = json!({
            "text": texts[0], "operation": operation, "to": to, "separator": texts[1],
            "find": texts[1], "with": texts[2], "start": positions.0, "end": positions.1,
        });
        let call = only(all, match operation {
            "case" => &["text", "operation", "to"],
            "split" => &["text", "operation", "separator"],
            "replace" => &["text", "operation", "find", "with"],
            "count" => &["text", "operation", "find"],
            "slice" => &["text", "operation", "start", "end"],
            _ => &["text", "operation"],
        });
        let empty = texts[1].is_empty() && matches!(operation, "replace" | "count");
        prop_assert_eq!(StringTool::parse(&call).is_ok(), !empty);
        runs(&call, StringTool::run)?;
    }

    #[test]
    fn array_takes_any_items(
        operation in one_of(&[
            "sort", "unique", "reverse", "slice", "aggregate", "filter", "map", "flatten", "chunk",
            "join",
        ]),
        items in prop_oneof![
            prop::collection::vec(value(), 0..6),
            prop::collection::vec(number(), 0..6),
            prop::collection::vec(number().prop_map(|n| json!({"n": n})), 0..6),
        ],
        field in prop::option::of(path()),
        function in one_of(&["count", "sum", "mean", "min", "max"]),
        comparison in one_of(&[
            "equals", "not_equals", "less", "less_or_equal", "greater", "greater_or_equal",
            "contains",
        ]),
        value in value(),
        positions in (position(), position()),
        size in 1_u64..5,
        separator in text(),
    ) {
        let all = json!({
            "items": items, "operation": operation, "field": field, "function": function,
            "comparison": comparison, "value": value, "start": positions.0, "end": positions.1,
            "size": size, "separator": separator, "descending": size > 2,
        });
        let call = only(all, match operation {
            "sort" => &["items", "operation", "field", "descending"],
            "unique" | "map" => &["items", "operation", "field"],
            "slice" => &["items", "operation", "start", "end"],
            "aggregate" => &["items", "operation", "field", "function"],
            "filter" => &["items", "operation", "field", "comparison", "value"],
            "chunk" => &["items", "operation", "size"],
            "join" => &["items", "operation", "separator"],
            _ => &["items", "operation"],
        });
        runs(&call, ArrayTool::run)?;
    }

    #[test]
    fn object_takes_any_object(
        operation in one_of(&[
            "get", "set", "remove", "merge", "keys", "values", "pick", "omit",
        ]),
        objects in prop::collection::vec(
            prop::collection::btree_map("[abn]|\\PC{0,3}", value(), 0..4), 2),
        path in path(),
        value in value(),
    ) {
        let keys: Vec<_> = objects[1].keys().collect();
        let all = json!({
            "object": objects[0], "operation": operation, "path": path, "value": value,
            "with": objects[1], "keys": keys,
        });
        let call = only(all, match operation {
            "get" | "remove" => &["object", "operation", "path"],
            "set" => &["object", "operation", "path", "value"],
            "merge" => &["object", "operation", "with"],
            "pick" | "omit" => &["object", "operation", "keys"],
            _ => &["object", "operation"],
        });
        runs(&call, ObjectTool::run)?;
    }

    /// Numbers compare exactly: sorting is an order and loses no item.
    #[test]
    fn sorting_is_an_order(numbers in prop::collection::vec(number(), 0..8)) {
        let finite: Vec<_> = numbers.into_iter().filter(Value::is_number).collect();
        let sort = |items: &[Value], descending: bool| {
            let call = json!({"items": items, "operation": "sort", "descending": descending});
            let sorted = ArrayTool::parse(&call).unwrap().run().unwrap();
            sorted.as_array().unwrap().clone()
        };
        let sorted = sort(&finite, false);
        prop_assert_eq!(&sort(&sorted, false), &sorted);
        prop_assert_eq!(&sort(&sort(&finite, true), false).len(), &finite.len());
        let exact = |value: &Value| value.as_f64().unwrap();
        prop_assert!(sorted.windows(2).all(|pair| exact(&pair[0]) <= exact(&pair[1])));
    }

    /// A set value is found, and a removed value is missing.
    #[test]
    fn finds_set_values(
        object in prop::collection::btree_map("[abn]", value(), 0..4),
        path in "(/([abn]|[0-3])){1,4}",
        value in value(),
    ) {
        let run = |call: Value| ObjectTool::parse(&call).unwrap().run();
        let set = json!({"object": object, "operation": "set", "path": path, "value": value});
        if let Ok(set) = run(set) {
            let get = json!({"object": set, "operation": "get", "path": path});
            prop_assert_eq!(run(get).unwrap(), value);
            let remove = json!({"object": set, "operation": "remove", "path": path});
            prop_assert!(run(remove).is_ok());
        }
    }
}
