use tool_core::feedback::Style;
use tool_core::{Tool, ToolArg};

use super::{quickstart, tokens};

/// Maximum tokens of the instruction and of the list.
const MOST: [usize; 2] = [60, 90];

/// Change a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its calls are all refused")]
struct ChangeFile {
    file_path: String,
    limit: u32,
    mode: Mode,
    edits: Vec<Edit>,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Read,
    Write,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "its calls are all refused")]
struct Edit {
    old: String,
    new: String,
}

/// A missing path, a wrong type, a wrong member, and two nested faults.
const FIVE_FAULTS: &str =
    r#"{"limit": "ten", "mode": "reed", "edits": [{"new": "b"}, {"old": "a", "new": null}]}"#;

/// Prints the retry texts of two calls with five faults each. Returns the violated bounds.
pub(super) fn check() -> Vec<String> {
    let mut broken = texts::<ChangeFile>("five faults", FIVE_FAULTS, MOST);
    let of_example = texts::<quickstart::EditFile>("quickstart", quickstart::FIVE_FAULTS, MOST);
    broken.extend(of_example);
    broken
}

fn texts<T: Tool>(name: &str, call: &str, most: [usize; 2]) -> Vec<String> {
    let Err(error) = T::parse(call) else {
        return vec![format!("{name}: the call was read")];
    };
    let counted = [("instruction", Style::Instruction), ("list", Style::List)];
    let mut broken = Vec::new();
    if error.issues().len() != 5 {
        broken.push(format!("{name}: {} faults", error.issues().len()));
    }
    for (((what, text), most), goal) in counted.into_iter().zip(most).zip(MOST) {
        let text = error.render(text);
        let count = tokens(&text);
        let sign = if count > goal { " !" } else { "" };
        println!("{name}, {what}: {count} tokens of {goal}{sign}\n{text}\n");
        if count > most {
            broken.push(format!("{name}, {what}: {count} tokens, at most {most}"));
        }
    }
    broken
}
