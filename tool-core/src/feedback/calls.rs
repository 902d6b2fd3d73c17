//! The texts for a call of an unknown tool.

use super::cut::{join_lines, keep_start};
use crate::issue::ComparedName;
use crate::limits::TOOL_NAME;

/// Maximum number of names in the hint.
const HINTED: usize = 3;
/// Maximum number of names that are all listed. Of a longer list, the nearest come first. A
/// name has at most as many characters as providers accept.
const LISTED: usize = 12;
/// `Unknown tool requested by model: edti. Did you mean edit? Call one of: edit, read`
pub(crate) fn describe_unknown_tool(name: &str, nearest: &[String], tools: &[String]) -> String {
    let name = show_name(name);
    let hint = describe_hint(nearest);
    let advice = advise(&name, nearest, tools);
    format!("Unknown tool requested by model: {name}.{hint} {advice}")
}

/// ` Did you mean browser_click or browser_close?`
fn describe_hint(nearest: &[String]) -> String {
    let names = nearest.iter().take(HINTED).map(|name| show_name(name));
    let mut names: Vec<String> = names.collect();
    let Some(last) = names.pop() else {
        return String::new();
    };
    if names.is_empty() {
        format!(" Did you mean {last}?")
    } else {
        format!(" Did you mean {} or {last}?", names.join(", "))
    }
}

/// `Unknown tool requested by model: "⚙" holds no letter or digit. Call one of: edit, read`
pub(crate) fn not_a_call(name: &str, tools: &[String]) -> String {
    let advice = advise(name, &[], tools);
    if name.trim().is_empty() {
        return format!("Unknown tool requested by model: the name is empty. {advice}");
    }
    let name = show_name(name);
    format!("Unknown tool requested by model: \"{name}\" holds no letter or digit. {advice}")
}

/// `Call one of: edit, read`
fn advise(name: &str, nearest: &[String], tools: &[String]) -> String {
    match tools {
        [] => "There are no tools to call".to_owned(),
        tools => format!("Call one of: {}", list_tools(name, nearest, tools)),
    }
}

fn list_tools(name: &str, nearest: &[String], tools: &[String]) -> String {
    let numbers = select_listed(name, nearest, tools);
    let mut names: Vec<String> = numbers
        .iter()
        .map(|number| show_name(&tools[*number]))
        .collect();
    if tools.len() > LISTED {
        names.push(format!("and {} more", tools.len() - LISTED));
    }
    names.join(", ")
}

/// Returns the indices of the tools to list. Of a longer list, the nearest come first.
fn select_listed(name: &str, nearest: &[String], tools: &[String]) -> Vec<usize> {
    if tools.len() <= LISTED {
        return (0..tools.len()).collect();
    }
    let name = ComparedName::new(name);
    let mut listed: Vec<((usize, usize), usize)> = Vec::with_capacity(LISTED + 1);
    for (number, tool) in tools.iter().enumerate() {
        let place = nearest.iter().position(|near| near == tool);
        let place = place.unwrap_or(nearest.len());
        // Only a tool that is nearer than the last one is listed, so more edits need no count.
        let last = listed.get(LISTED - 1).map(|(rank, _)| *rank);
        let most = last
            .filter(|last| last.0 == place)
            .map_or(usize::MAX, |last| last.1);
        let edits = name.count_edits_within(tool, most);
        let rank = (place, edits.unwrap_or(usize::MAX));
        if last.is_none_or(|last| rank < last) {
            let at = listed.partition_point(|(known, _)| *known <= rank);
            listed.insert(at, (rank, number));
            listed.truncate(LISTED);
        }
    }
    listed.into_iter().map(|(_, number)| number).collect()
}

/// Returns a name for use in a sentence.
pub(crate) fn show_name(name: &str) -> String {
    keep_start(join_lines(name.to_owned()), TOOL_NAME)
}
