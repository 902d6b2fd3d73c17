//! A tool runs with the arguments that an authorization saw, for all calls.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde_json::{Value, json};
use tool_core::{Leniency, Tool, ToolArg};
use tool_service::approval::{Decision, Proposal};
use tool_service::{CallOptions, ToolCall, ToolOutput, ToolService};

#[derive(Debug, Serialize, ToolArg)]
struct Target {
    #[serde(alias = "file")]
    path: String,
    #[serde(default, alias = "r")]
    recursive: bool,
}

#[derive(Debug, Serialize, ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    #[serde(alias = "del")]
    Delete {
        #[serde(alias = "file")]
        path: String,
    },
    Read {
        path: String,
        #[serde(default)]
        limit: Option<u8>,
    },
}

#[derive(Debug, Serialize, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    #[serde(alias = "del")]
    Delete {
        #[serde(alias = "file")]
        path: String,
    },
    Wipe(Target),
    #[serde(alias = "no")]
    Nothing,
}

#[derive(Debug, Serialize, ToolArg)]
enum External {
    #[serde(alias = "del")]
    Delete {
        #[serde(alias = "file")]
        path: String,
    },
    Wipe(Target),
    Nothing,
}

#[derive(Debug, Serialize, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Path {
        #[serde(alias = "f")]
        path: String,
    },
    Both {
        from: String,
        to: String,
    },
    Many(Vec<String>),
}

/// Nested arguments.
#[derive(Debug, Serialize, Tool)]
struct Nested {
    target: Target,
    tagged: Tagged,
    adjacent: Adjacent,
    list: Vec<Target>,
    untagged: BTreeMap<String, Untagged>,
    #[serde(default)]
    optional: Option<Target>,
    #[tool(json_string)]
    numbers: Vec<u8>,
}

/// A flattened enum.
#[derive(Debug, Serialize, Tool)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    external: External,
}

/// Two optional flattened types.
#[derive(Debug, Serialize, Tool)]
struct Optional {
    id: u8,
    #[serde(flatten)]
    target: Option<Target>,
    #[serde(flatten)]
    adjacent: Option<Adjacent>,
}

/// A flattened enum beside a map.
#[derive(Debug, Serialize, Tool)]
struct Mapped {
    #[serde(flatten)]
    tagged: Tagged,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

/// Optional flattened enums beside a map of anything.
#[derive(Debug, Serialize, Tool)]
struct Free {
    id: u8,
    #[serde(flatten)]
    adjacent: Option<Adjacent>,
    #[serde(flatten)]
    external: Option<External>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// Further keys.
#[derive(Debug, Serialize, Tool)]
#[tool(open)]
struct Open {
    #[serde(default, alias = "file")]
    path: String,
    #[serde(default, alias = "x")]
    n: u8,
    #[serde(default)]
    target: Option<Target>,
}

const KEYS: &[&str] = &[
    "path",
    "file",
    "Path",
    "path ",
    "_path",
    "r",
    "recursive",
    "del",
    "Delete",
    "delete",
    "Wipe",
    "Nothing",
    "f",
    "from",
    "to",
    "kind",
    "Kind",
    "t",
    "T",
    "c",
    "id",
    "n",
    "x",
    "limit",
    "target",
    "tagged",
    "adjacent",
    "optional",
    "value",
    "arguments",
];

fn calls() -> Vec<(&'static str, Value)> {
    let target = json!({"path": "/tmp", "recursive": true});
    let nested = json!({
        "target": target,
        "tagged": {"kind": "Read", "path": "/tmp", "limit": 3},
        "adjacent": {"t": "Delete", "c": {"path": "/tmp"}},
        "list": [target],
        "untagged": {"a": ["x"], "b": {"from": "1", "to": "2"}, "c": {"path": "/tmp"}},
        "optional": target,
        "numbers": [1, 2],
    });
    vec![
        ("nested", nested),
        ("flat", json!({"id": 1, "Delete": {"path": "/tmp"}})),
        ("flat", json!({"id": 1, "Wipe": target})),
        (
            "optional",
            json!({"id": 1, "path": "/tmp", "t": "Wipe", "c": target}),
        ),
        (
            "optional",
            json!({"id": 1, "t": "Delete", "c": {"path": "/tmp"}}),
        ),
        (
            "mapped",
            json!({"kind": "Delete", "path": "/tmp", "x": "y"}),
        ),
        (
            "free",
            json!({"id": 1, "t": "Delete", "c": {"path": "/tmp"}, "x": [1]}),
        ),
        (
            "free",
            json!({"id": 1, "Delete": {"path": "/tmp"}, "x": {"file": "/tmp"}}),
        ),
        (
            "open",
            json!({"path": "/tmp", "n": 1, "target": target, "other": 1}),
        ),
    ]
}

/// Deterministic pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn key(&mut self) -> String {
        KEYS[self.below(KEYS.len())].to_owned()
    }

    fn scalar(&mut self) -> Value {
        let scalars = [
            json!("/etc"),
            json!(null),
            json!(true),
            json!("true"),
            json!("1"),
            json!(5.0),
            json!("Delete"),
            json!("del"),
            json!("none"),
            json!([]),
            json!({}),
            json!("\"/etc\""),
        ];
        scalars[self.below(scalars.len())].clone()
    }

    /// Changes one value at any depth.
    fn change(&mut self, value: &mut Value, depth: usize) {
        let inside = match value {
            Value::Object(entries) => entries.values_mut().collect(),
            Value::Array(items) => items.iter_mut().collect(),
            _ => Vec::new(),
        };
        if !inside.is_empty() && depth < 4 && self.below(3) > 0 {
            let chosen = self.below(inside.len());
            if let Some(value) = inside.into_iter().nth(chosen) {
                return self.change(value, depth + 1);
            }
        }
        match (self.below(6), &mut *value) {
            (0, value) => *value = Value::from(value.to_string()),
            (1, value) => *value = json!([value]),
            (2, value) => *value = self.scalar(),
            (3, value) => *value = json!({self.key(): value}),
            (4, Value::Object(entries)) if !entries.is_empty() => {
                let (renamed, name) = (self.below(entries.len()), self.key());
                let entries_before = std::mem::take(entries).into_iter().enumerate();
                entries.extend(entries_before.map(|(number, (key, value))| {
                    (if number == renamed { name.clone() } else { key }, value)
                }));
            }
            (_, Value::Object(entries)) => {
                let mut others = std::mem::take(entries);
                entries.insert(self.key(), self.scalar());
                entries.append(&mut others);
            }
            _ => {}
        }
    }

    fn written(&mut self, value: &Value) -> String {
        let text = value.to_string();
        match self.below(8) {
            0 => format!("```json\n{text}\n```"),
            1 => Value::from(text).to_string(),
            2 => format!("[{text}]"),
            3 => text.replace('"', "'"),
            4 => json!({"arguments": value}).to_string(),
            5 => json!({"input": text}).to_string(),
            _ => text,
        }
    }
}

/// Returns whether `ran` contains values that `seen` lacks, apart from defaults.
fn unseen(ran: &Value, seen: Option<&Value>) -> bool {
    match (ran, seen) {
        (Value::Object(ran), Some(Value::Object(seen))) => {
            ran.iter().any(|(key, value)| unseen(value, seen.get(key)))
        }
        (Value::Array(ran), Some(Value::Array(seen))) => {
            let mut pairs = ran.iter().zip(seen);
            ran.len() != seen.len() || pairs.any(|(ran, seen)| unseen(ran, Some(seen)))
        }
        (ran, Some(seen)) => ran != seen,
        (ran, None) => {
            let defaults = [json!(null), json!(false), json!(0), json!(""), json!({})];
            !defaults.contains(ran)
        }
    }
}

type Log = Arc<Mutex<Vec<Value>>>;

fn register<T: Tool + Serialize + Send>(service: &ToolService, ran: &Log) {
    let ran = Arc::clone(ran);
    let run = move |arguments: T| {
        ran.lock()
            .unwrap()
            .push(serde_json::to_value(arguments).unwrap());
        async { Ok::<_, String>(ToolOutput::text("ran")) }
    };
    service.register(run).unwrap();
}

#[tokio::test]
async fn runs_only_authorized_arguments() {
    let (seen, ran) = (Log::default(), Log::default());
    let log = Arc::clone(&seen);
    let service = ToolService::builder()
        .authorize(move |proposal: Proposal| {
            log.lock().unwrap().push(proposal.arguments);
            async { Decision::Allow }
        })
        .build();
    register::<Nested>(&service, &ran);
    register::<Flat>(&service, &ran);
    register::<Optional>(&service, &ran);
    register::<Mapped>(&service, &ran);
    register::<Free>(&service, &ran);
    register::<Open>(&service, &ran);
    let (mut numbers, mut runs) = (Numbers(0x9e37_79b9_7f4a_7c15), 0);
    let leniencies = [Leniency::Strict, Leniency::Standard, Leniency::Generous];
    for leniency in leniencies.into_iter().cycle().take(6000) {
        let mut calls = calls();
        let (name, mut arguments) = calls.swap_remove(numbers.below(calls.len()));
        for _ in 0..numbers.below(4) {
            numbers.change(&mut arguments, 0);
        }
        let text = numbers.written(&arguments);
        let options = CallOptions::new().leniency(leniency);
        let call = ToolCall::new(name, text.as_str());
        service.execute(call, options.clone()).await;
        let seen = std::mem::take(&mut *seen.lock().unwrap());
        for ran in std::mem::take(&mut *ran.lock().unwrap()) {
            runs += 1;
            assert!(!unseen(&ran, seen.last()), "{text}: {seen:?} {ran}");
            // All seen values arrive, except additional keys.
            let is_lost = name != "open" && seen.iter().any(|seen| unseen(seen, Some(&ran)));
            assert!(!is_lost, "{text}: {seen:?} {ran}");
        }
    }
    assert!(runs > 1500, "{runs}");
}
