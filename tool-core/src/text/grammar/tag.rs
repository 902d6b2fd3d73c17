//! Structural tags of xgrammar.

use serde_json::{Value, json};

use super::envelope::WrittenPiece;
use crate::syntax::written::{ArgumentStyle, CallGrammar};
use crate::tool::Definition;

impl CallGrammar {
    /// Returns the structural tag: prose, and a tag for each tool after the trigger.
    pub(super) fn structural_tag(&self, tools: &[&Definition]) -> Option<Value> {
        let trigger = self.trigger();
        if trigger.is_empty() {
            return None;
        }
        let tags: Vec<_> = tools.iter().filter_map(|tool| self.tag(tool)).collect();
        if tags.is_empty() {
            return None;
        }
        let format = if self.open.is_empty() && self.close.is_empty() {
            json!({
                "type": "triggered_tags",
                "triggers": [trigger],
                "tags": tags,
                "stop_after_first": self.between.is_none(),
            })
        } else {
            let calls = match self.between {
                // xgrammar takes no empty separator.
                Some("") => json!({
                    "type": "triggered_tags",
                    "triggers": [self.start_of_call()],
                    "tags": tags,
                    "at_least_one": true,
                }),
                between => json!({
                    "type": "tags_with_separator",
                    "tags": tags,
                    "separator": between.unwrap_or_default(),
                    "at_least_one": true,
                    "stop_after_first": between.is_none(),
                }),
            };
            let block =
                json!({"type": "tag", "begin": self.open, "content": calls, "end": self.close});
            json!({"type": "triggered_tags", "triggers": [trigger], "tags": [block]})
        };
        Some(json!({"type": "structural_tag", "format": format}))
    }

    fn is_json(&self) -> bool {
        matches!(self.arguments, ArgumentStyle::Json)
    }

    /// Returns the tag of a tool. `None` if its call has a part that differs between calls.
    fn tag(&self, tool: &Definition) -> Option<Value> {
        if !self.takes_name(tool.name()) {
            return None;
        }
        let (mut begin, mut end, mut is_after) = (String::new(), String::new(), false);
        for piece in self.pieces(tool.name()) {
            match piece {
                WrittenPiece::Text(text) if is_after => end.push_str(&text),
                WrittenPiece::Text(text) => begin.push_str(&text),
                WrittenPiece::Arguments => is_after = true,
                WrittenPiece::Any(_) => return None,
                WrittenPiece::Optional(_) => {}
            }
        }
        let content = if self.is_json() {
            json!({"type": "json_schema", "json_schema": tool.schema()})
        } else {
            json!({"type": "grammar", "grammar": self.write_arguments(tool)?})
        };
        Some(json!({"type": "tag", "begin": begin, "content": content, "end": end}))
    }
}
