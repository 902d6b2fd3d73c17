use super::stop::StopReason;
use super::whole::Answer;
use crate::call::wire::{Draft, Ending, TurnCalls};
use crate::call::{Calls, Definitions};
use crate::finish::Finish;
use crate::text::{TextAnswer, TextOptions, read_text};

impl Answer {
    /// Reads the calls that the model wrote into the text, if the server extracted none.
    ///
    /// Servers of open models leave calls in the content if they have no parser for the model.
    /// The calls get IDs, the text loses them, and the [turn](Self::turn) lists them like the
    /// calls of any other answer. Reasoning in the text moves to
    /// [`reasoning`](Self::reasoning), and special tokens are removed, also without a call.
    ///
    /// The options select the format of the model, and say whether the prompt ended with
    /// `<think>`. Their [`finish`](TextOptions::finish) has no effect if the answer reports that it
    /// was truncated.
    ///
    /// This applies to APIs with chat messages: `OpenAI` Chat, Ollama and Cohere. An answer of
    /// another API, or an answer that already has calls, is returned unchanged. For a stream, use
    /// [`AnswerStream::text_calls`](super::AnswerStream::text_calls).
    ///
    /// ```
    /// use tool_core::Definitions;
    /// use tool_core::answer::{Answer, StopReason};
    /// use tool_core::call::Api;
    /// use tool_core::text::{Format, TextOptions};
    ///
    /// let body = r#"{"choices": [{"finish_reason": "stop", "message": {"role": "assistant",
    ///     "content": "<tool_call>\n{\"name\": \"wait\", \"arguments\": {}}\n</tool_call>"}}]}"#;
    /// let options = TextOptions::new().format(Format::for_model("Qwen/Qwen3-8B"));
    /// let answer = Answer::from_body(Api::OpenAiChat, body)?;
    /// let answer = answer.text_calls(&Definitions::default(), options);
    /// assert_eq!(answer.calls[0].name, "wait");
    /// assert_eq!((answer.text.as_str(), answer.stop), ("", StopReason::ToolCalls));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text_calls(self, tools: &Definitions, options: TextOptions) -> Self {
        if !self.may_have_text_calls() {
            return self;
        }
        let finish = self.finish_of_text(options);
        let read = read_text(&self.text, tools, &options.finish(finish));
        self.with_text_calls(read)
    }

    pub(super) fn may_have_text_calls(&self) -> bool {
        self.api.has_message() && self.calls.is_empty() && self.dropped.is_empty()
    }

    /// Returns the end of the text: a truncation that the API reports overrides the options.
    pub(super) fn finish_of_text(&self, options: TextOptions) -> Finish {
        match &self.stop {
            StopReason::Done | StopReason::ToolCalls => options.finish,
            StopReason::Other(reason) if reason.is_empty() => options.finish,
            // The end of the text may be missing.
            StopReason::Disconnected | StopReason::Other(_) => match options.finish {
                Finish::Complete => Finish::Unknown,
                finish => finish,
            },
            _ => Finish::Truncated,
        }
    }

    /// Replaces the text by its content, its reasoning and its calls.
    pub(super) fn with_text_calls(mut self, read: TextAnswer) -> Self {
        let has_calls = !read.calls.is_empty() || !read.dropped.is_empty();
        if !has_calls && read.reasoning.is_empty() && read.content == self.text {
            return self;
        }
        let content = read.content.trim();
        let mut calls = Calls::new(read.calls, read.dropped);
        add_ids(&mut calls);
        let mut draft = Draft::new(self.api);
        if let Some(message) = self.turn.first().and_then(|message| message.as_object()) {
            draft.message.clone_from(message);
            draft.message.insert("content".to_owned(), content.into());
        }
        let found = draft.replace_calls(calls, true);
        draft.write_calls(&found);
        let calls = found.calls;
        let mut turn_calls = TurnCalls::default();
        self.turn = self.api.wire().write_turn(&draft, &[], &mut turn_calls);
        self.turn_calls = turn_calls;
        if !calls.calls.is_empty() && !self.is_cut() {
            self.stop = StopReason::new(Ending::ToolCalls, None);
        }
        content.clone_into(&mut self.text);
        self.reasoning.push_str(&read.reasoning);
        self.calls = calls.calls;
        self.dropped = calls.dropped;
        self
    }

    fn is_cut(&self) -> bool {
        self.finish_of_text(TextOptions::new()) == Finish::Truncated
    }
}

/// Gives an ID to each named call, also to dropped ones: the results answer them by the ID.
fn add_ids(calls: &mut Calls) {
    let dropped = calls.dropped.iter_mut();
    let dropped = dropped.filter(|call| !call.name.is_empty());
    let ids = calls.calls.iter_mut().map(|call| &mut call.id);
    for (at, id) in ids.chain(dropped.map(|call| &mut call.id)).enumerate() {
        id.get_or_insert_with(|| format!("text_call_{}", at + 1));
    }
}
