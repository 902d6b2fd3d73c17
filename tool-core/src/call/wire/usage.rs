use super::node::Node;
use crate::call::Api;

/// Tokens of a request. The numbers have the same meaning for all providers: `input` and `output`
/// are totals, and the other numbers are parts of them. `None` if the provider reports no number.
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
///
/// let body = r#"{"type": "message", "role": "assistant", "content": [], "usage":
///     {"input_tokens": 9, "cache_read_input_tokens": 100, "output_tokens": 2}}"#;
/// let usage = Answer::from_body(Api::Anthropic, body)?.usage;
/// assert_eq!((usage.input, usage.cache_read, usage.output), (Some(109), Some(100), Some(2)));
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// All tokens of the prompt, also those of a cache and of the results of the provider's tools.
    pub input: Option<u64>,
    /// All tokens of the output, also those of reasoning.
    pub output: Option<u64>,
    /// Tokens of the prompt that were read from a cache. A part of `input`.
    pub cache_read: Option<u64>,
    /// Tokens of the prompt that were written to a cache. A part of `input`.
    pub cache_write: Option<u64>,
    /// Tokens of reasoning. A part of `output`.
    pub reasoning: Option<u64>,
}

/// The numbers as the provider counts them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    sent: Usage,
    /// Tokens of the results of the provider's tools, which Gemini counts apart.
    tools: Option<u64>,
    total: Option<u64>,
}

impl Counts {
    /// Reads the numbers at these JSON Pointers. A later number replaces an earlier one, because
    /// streams report running totals.
    pub(super) fn update(&mut self, usage: Node<'_>, pointers: &Pointers) {
        let sent = &mut self.sent;
        let numbers = [
            (&mut sent.input, pointers.input),
            (&mut sent.output, pointers.output),
            (&mut sent.cache_read, pointers.cache_read),
            (&mut sent.cache_write, pointers.cache_write),
            (&mut sent.reasoning, pointers.reasoning),
            (&mut self.tools, pointers.tools),
            (&mut self.total, pointers.total),
        ];
        for (number, pointer) in numbers {
            let mut paths = pointer.split(' ');
            let found = paths.find_map(|path| read_count(usage.at_spelled(path)));
            *number = found.or(*number);
        }
    }

    /// Returns the totals.
    pub(crate) fn to_usage(self, api: Api) -> Usage {
        let Self { sent, tools, total } = self;
        let (mut input, mut output) = (sent.input, sent.output);
        match api {
            Api::Anthropic | Api::Bedrock => {
                input = add(add(input, sent.cache_read), sent.cache_write);
            }
            Api::Gemini | Api::GeminiInteractions => {
                input = add(input, tools);
                output = add(output, sent.reasoning);
            }
            // xAI counts reasoning apart, and Google's compatible API does not count it. Only the
            // total shows both.
            _ => {
                let rest = total.zip(input);
                let rest = rest.and_then(|(total, input)| total.checked_sub(input));
                let is_known = sent.reasoning.is_some();
                if rest > output && (!is_known || rest == add(output, sent.reasoning)) {
                    output = output.or(sent.reasoning).and(rest);
                }
            }
        }
        Usage {
            input,
            output,
            ..sent
        }
    }
}

/// Adds a part that a total lacks.
fn add(total: Option<u64>, part: Option<u64>) -> Option<u64> {
    match (total, part) {
        (Some(total), Some(part)) => Some(total.saturating_add(part)),
        (total, part) => total.or(part),
    }
}

/// Reads a number of tokens. Cohere defines it as a number with a fraction.
fn read_count(number: Node<'_>) -> Option<u64> {
    let text = Some(number.source()).filter(|_| !number.is_string())?;
    let whole = || {
        let number = text.parse::<f64>().ok()?;
        let number = Some(number).filter(|number| number.fract() == 0.0)?;
        format!("{number:.0}").parse().ok()
    };
    text.parse().ok().or_else(whole)
}

/// The JSON Pointers to the numbers of a provider. The pointer for an unreported number matches no
/// value.
pub(super) struct Pointers {
    pub(super) input: &'static str,
    pub(super) output: &'static str,
    pub(super) cache_read: &'static str,
    pub(super) cache_write: &'static str,
    pub(super) reasoning: &'static str,
    pub(super) tools: &'static str,
    pub(super) total: &'static str,
}

impl Pointers {
    /// Matches no value.
    pub(super) const NONE: Self = Self {
        input: "/-",
        output: "/-",
        cache_read: "/-",
        cache_write: "/-",
        reasoning: "/-",
        tools: "/-",
        total: "/-",
    };
}
