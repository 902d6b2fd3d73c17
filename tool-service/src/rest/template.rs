use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tool_core::Issues;
use tool_core::issue::Path;

use super::RestError;
use super::places::to_plain_text;
use super::segment::{encode, find_fault, find_literal_fault, is_dots};

/// A path with placeholders for arguments.
#[derive(Clone, Debug)]
pub(super) struct Template {
    segments: Vec<Vec<TemplatePart>>,
    slash_allowed: BTreeSet<String>,
}

#[derive(Clone, Debug)]
enum TemplatePart {
    Literal(String),
    Argument(String),
}

impl Template {
    pub(super) fn parse(path: &str, slash_allowed: BTreeSet<String>) -> Result<Self, RestError> {
        let wrong = |reason: &str| RestError::new(format!("invalid path `{path}`: {reason}"));
        let segments = match path.strip_prefix('/') {
            Some(rest) => rest.split('/').collect(),
            None if path.is_empty() => Vec::new(),
            None => return Err(wrong("it must begin with `/`")),
        };
        let last = segments.len().saturating_sub(1);
        let mut template = Self {
            segments: Vec::new(),
            slash_allowed,
        };
        for (index, segment) in segments.into_iter().enumerate() {
            if segment.is_empty() && index < last {
                return Err(wrong("it contains an empty segment"));
            }
            let parts = parse_parts(segment).map_err(wrong)?;
            template.segments.push(parts);
        }
        let stray = |name: &&String| !template.arguments().any(|taken| taken == *name);
        match template.slash_allowed.iter().find(stray) {
            Some(name) => Err(RestError::argument(name, "it is not in the path")),
            None => Ok(template),
        }
    }

    /// Returns the arguments in the path.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &str> {
        self.segments
            .iter()
            .flatten()
            .filter_map(|part| match part {
                TemplatePart::Argument(name) => Some(name.as_str()),
                TemplatePart::Literal(_) => None,
            })
    }

    /// Inserts the arguments into the path and removes them from `arguments`.
    pub(super) fn fill(&self, arguments: &mut Map<String, Value>, issues: &mut Issues) -> String {
        let mut path = String::new();
        for segment in &self.segments {
            path.push('/');
            // Adjacent arguments must be valid together, too.
            let (mut joined, mut slash_allowed, mut last) = (String::new(), false, None);
            for part in segment {
                match part {
                    TemplatePart::Literal(text) => path.push_str(text),
                    TemplatePart::Argument(name) => match self.value(name, arguments) {
                        Ok(value) => {
                            path.push_str(&encode(&value));
                            joined.push_str(&value);
                            slash_allowed |= self.slash_allowed.contains(name);
                            last = Some(name);
                        }
                        Err(fault) => issues.add(Path::root().join(name.as_str()), fault),
                    },
                }
            }
            if let Some(name) = last
                && let Some(fault) = find_fault(&joined, slash_allowed)
            {
                issues.add(Path::root().join(name.as_str()), fault);
            }
        }
        for name in self.arguments() {
            arguments.shift_remove(name);
        }
        path
    }

    fn value(&self, name: &str, arguments: &Map<String, Value>) -> Result<String, &'static str> {
        let value = arguments.get(name).and_then(to_plain_text);
        let value = value.ok_or("must be text, since it is part of a path")?;
        match find_fault(&value, self.slash_allowed.contains(name)) {
            Some(fault) => Err(fault),
            None => Ok(value),
        }
    }
}

fn parse_parts(segment: &str) -> Result<Vec<TemplatePart>, &'static str> {
    let mut parts = Vec::new();
    let mut rest = segment;
    while let Some((literal, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("it contains `{` without `}`")?;
        if name.is_empty() {
            return Err("it contains `{}` without an argument name");
        }
        parts.extend(parse_literal(literal)?);
        parts.push(TemplatePart::Argument(name.to_owned()));
        rest = after;
    }
    parts.extend(parse_literal(rest)?);
    let is_literal = parts
        .iter()
        .all(|part| matches!(part, TemplatePart::Literal(_)));
    let decoded_text = percent_encoding::percent_decode_str(segment).decode_utf8_lossy();
    if is_literal && !segment.is_empty() && decoded_text.split(['/', '\\']).any(is_dots) {
        return Err("it contains the segment `.` or `..`");
    }
    Ok(parts)
}

fn parse_literal(literal: &str) -> Result<Option<TemplatePart>, &'static str> {
    if literal.contains('}') {
        return Err("it contains `}` without `{`");
    }
    match find_literal_fault(literal) {
        Some(fault) => Err(fault),
        None => Ok((!literal.is_empty()).then(|| TemplatePart::Literal(literal.to_owned()))),
    }
}
