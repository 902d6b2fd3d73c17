//! The name of the tool and its arguments as the text: `f{..}`. No reader of texts is needed.

use super::Reader;
use crate::issue::{Path, Repair, Rule};
use crate::json::{Tolerance, parse};
use crate::rules::is_name;
use crate::tool::Input;
use crate::tree::{ParseContext, Tree};

impl Reader<'_> {
    /// Reads a text that is the name of this tool and an object.
    pub(super) fn read_named_object<'a>(
        &self,
        input: Input<'a>,
        intake: &mut ParseContext,
    ) -> Option<Tree<'a>> {
        let text = input.text()?;
        let mut inner = self.intake();
        let tree = parse(self.find_braces(text)?, Tolerance::STANDARD, &mut inner)?;
        take_arguments(tree, text, inner, intake)
    }

    /// Finds the braces behind the name of this tool: `f{..}`, `f: {..}`, `call:f{..}`,
    /// `functions.f:0{..}`, `f({..})`.
    fn find_braces<'t>(&self, text: &'t str) -> Option<&'t str> {
        let text = text.trim();
        let text = text.strip_prefix("call:").unwrap_or(text).trim_start();
        let (head, _) = text.split_once(['{', '('])?;
        let rest = &text[head.len()..];
        let name = head.trim_end();
        let name = name.strip_suffix(':').unwrap_or(name).trim_end();
        let name = match name.rsplit_once(':') {
            Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => name,
        };
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if !name.chars().all(is_word) || !is_name(self.definition.plan(), name) {
            return None;
        }
        let braces = match rest.strip_prefix('(') {
            Some(inside) => {
                let inside = inside.strip_suffix(';').unwrap_or(inside);
                inside.strip_suffix(')')?.trim()
            }
            None => rest,
        };
        (braces.starts_with('{') && braces.ends_with('}')).then_some(braces)
    }
}

/// Takes the arguments of a call that is the whole text, and records the repair.
pub(super) fn take_arguments<'a>(
    tree: Tree<'a>,
    text: &str,
    mut inner: ParseContext,
    intake: &mut ParseContext,
) -> Option<Tree<'a>> {
    let has_more = |repair: &Repair| repair.rule == Rule::SurroundingText;
    if inner.repairs.iter().any(has_more)
        || !inner.issues.is_empty()
        || !matches!(tree, Tree::Object(_))
    {
        return None;
    }
    inner.repairs.insert(
        0,
        Repair {
            path: Path::root(),
            rule: Rule::Envelope,
            before: text.into(),
            after: Some(tree.to_value()),
        },
    );
    *intake = inner;
    Some(tree)
}
