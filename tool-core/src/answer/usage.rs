use serde_json::Value;

/// Tokens of a request, as the provider counts them. `None` if the provider reports no number.
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
///
/// let body = r#"{"message": {"content": "Hi"}, "prompt_eval_count": 9, "eval_count": 2}"#;
/// let usage = Answer::from_body(Api::Ollama, body)?.usage;
/// assert_eq!((usage.input, usage.output, usage.reasoning), (Some(9), Some(2), None));
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the prompt. Anthropic and Bedrock count cached tokens separately.
    pub input: Option<u64>,
    /// Tokens of the output.
    pub output: Option<u64>,
    /// Tokens of the prompt that were read from a cache.
    pub cache_read: Option<u64>,
    /// Tokens of the prompt that were written to a cache.
    pub cache_write: Option<u64>,
    /// Tokens of reasoning.
    pub reasoning: Option<u64>,
}

impl Usage {
    /// Reads the numbers at these JSON Pointers. A later number replaces an earlier one, because
    /// streams report running totals.
    pub(super) fn update(&mut self, usage: &Value, pointers: &Pointers) {
        let numbers = [
            (&mut self.input, pointers.input),
            (&mut self.output, pointers.output),
            (&mut self.cache_read, pointers.cache_read),
            (&mut self.cache_write, pointers.cache_write),
            (&mut self.reasoning, pointers.reasoning),
        ];
        for (number, pointer) in numbers {
            let found = usage.pointer(pointer).and_then(read_count);
            *number = found.or(*number);
        }
    }
}

/// Reads a number of tokens. Cohere defines it as a number with a fraction.
fn read_count(number: &Value) -> Option<u64> {
    let whole = || {
        let number = number.as_f64().filter(|number| number.fract() == 0.0)?;
        format!("{number:.0}").parse().ok()
    };
    number.as_u64().or_else(whole)
}

/// The JSON Pointers to the numbers of a provider. The pointer for an unreported number matches no
/// value.
pub(super) struct Pointers {
    pub(super) input: &'static str,
    pub(super) output: &'static str,
    pub(super) cache_read: &'static str,
    pub(super) cache_write: &'static str,
    pub(super) reasoning: &'static str,
}
