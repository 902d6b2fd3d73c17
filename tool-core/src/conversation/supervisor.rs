use std::mem;

use serde::{Deserialize, Serialize};

use super::seen::is_same_name;
use super::{CallLoop, LoopGuard, LoopState, RetryBudget, RetryDecision};
use crate::answer::{Answer, CallResult, Content, StopReason};
use crate::call::{Call, CallError, Dropped};

/// Decides which calls of an answer run, what the model reads about the failed ones, and when to
/// ask the user or to stop. Combines a [`LoopGuard`] and a [`RetryBudget`].
///
/// Keep one supervisor for each conversation, and [`clear`](Self::clear) it before each new message
/// of the user. For each answer, [`review`](Self::review) reads all calls and returns a [`Step`]
/// for each. After the calls have run, [`settle`](Self::settle) takes their results and returns the
/// [`NextStep`] of the conversation.
///
/// A loop that follows these decisions always ends: `settle` returns [`NextStep::GiveUp`] if the
/// model continues a loop after its warnings, and after [`max_turns`](Self::max_turns) answers.
///
/// ```
/// use tool_core::answer::{Answer, CallResult};
/// use tool_core::call::Api;
/// use tool_core::conversation::{NextStep, Step, Supervisor};
/// use tool_core::{Tool, ToolSet};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// #[derive(Debug, ToolSet)]
/// enum Tools {
///     Wait(Wait),
/// }
///
/// let body = r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
///     {"id": "1", "function": {"name": "wait", "arguments": "{\"seconds\": 5}"}},
///     {"id": "2", "function": {"name": "wait", "arguments": "{\"seconds\": \"soon\"}"}}
/// ]}}]}"#;
/// let answer = Answer::from_body(Api::OpenAiChat, body)?;
///
/// let mut supervisor = Supervisor::new();
/// let steps = supervisor.review(&answer, |call| Tools::read(&call.name, call, |reader| reader));
/// let mut results = Vec::new();
/// for step in steps {
///     results.push(match step {
///         Step::Run(reading) => {
///             let Tools::Wait(wait) = reading.value;
///             CallResult::text(format!("{} seconds later", wait.seconds))
///         }
///         Step::Ask(_, found) => CallResult::error(format!("The user says no. {found}")),
///         Step::Skip(result) => result,
///     });
/// }
/// match supervisor.settle(&answer, &mut results) {
///     NextStep::Continue => println!("{:?}", answer.results(results)?),
///     NextStep::Done => println!("{}", answer.text),
///     NextStep::AskUser(found) => println!("{}", found.question()),
///     NextStep::GiveUp(summary) => println!("{summary}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[must_use]
pub struct Supervisor {
    guard: LoopGuard,
    budget: RetryBudget,
    #[serde(default = "default_max_turns")]
    max_turns: usize,
    /// The number of answers since the last message of the user.
    #[serde(default)]
    turns: usize,
    /// The number of answers that a lost connection ended. They do not count as turns.
    #[serde(default)]
    disconnected: usize,
    /// The number of answers in a row with a [`Step::Ask`].
    #[serde(default)]
    asked: usize,
    /// The findings of the review of the current answer.
    #[serde(default)]
    found: Findings,
}

/// The default of [`Supervisor::max_turns`].
const MAX_TURNS: usize = 50;

/// The number of answers in a row that may continue a loop after its warning. The second one shows
/// that the model ignores the results, too.
const MAX_ASKED: usize = 2;

fn count_answers(count: usize) -> String {
    match count {
        1 => "1 answer".to_owned(),
        count => format!("{count} answers"),
    }
}

fn default_max_turns() -> usize {
    MAX_TURNS
}

impl Default for Supervisor {
    fn default() -> Self {
        Self {
            guard: LoopGuard::default(),
            budget: RetryBudget::default(),
            max_turns: MAX_TURNS,
            turns: 0,
            disconnected: 0,
            asked: 0,
            found: Findings::default(),
        }
    }
}

/// The decision on one call of an answer.
///
/// ```
/// use tool_core::answer::CallResult;
/// use tool_core::conversation::Step;
///
/// /// Runs a tool, asks the user, or returns the result of a failed call.
/// fn take<T>(step: Step<T>, run: fn(T) -> CallResult, ask: fn(&str) -> bool) -> CallResult {
///     match step {
///         Step::Run(tool) => run(tool),
///         Step::Ask(tool, found) if ask(&found.question()) => run(tool),
///         Step::Ask(..) => CallResult::error("The user did not allow this call."),
///         Step::Skip(result) => result,
///     }
/// }
/// let failed = Step::<()>::Skip(CallResult::error("path: Required"));
/// assert!(take(failed, |()| CallResult::text("done"), |_| false).is_error);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Step<T> {
    /// Run the tool.
    Run(T),
    /// Ask the user whether to run the tool: the model repeats this call after a warning. If the
    /// user agrees, call [`Supervisor::clear`].
    Ask(T, CallLoop),
    /// Do not run the tool. The call failed or is part of a loop, and this is its result.
    Skip(CallResult),
}

/// The next step of a conversation after an answer.
///
/// ```
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
/// use tool_core::conversation::{NextStep, Supervisor};
///
/// let body = r#"{"type": "message", "stop_reason": "end_turn", "content": [
///     {"type": "text", "text": "Hello"}
/// ]}"#;
/// let answer = Answer::from_body(Api::Anthropic, body)?;
/// let next = Supervisor::new().settle(&answer, &mut []);
/// assert_eq!(next, NextStep::Done);
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum NextStep {
    /// Append the turn and the results, and send the next request. A
    /// [paused](crate::answer::StopReason::Paused) answer without calls has no results.
    Continue,
    /// The answer has no calls. [`Answer::stop`] tells whether it is complete.
    Done,
    /// Ask the user whether the model may continue: it repeats a failing call after a warning.
    /// [`CallLoop::question`] is the text. If the user agrees, call [`Supervisor::clear`] and send
    /// the results. Otherwise append the results before the next message of the user.
    AskUser(CallLoop),
    /// Stop: a call failed too often, the model continues a loop after its warnings, or the
    /// [limit of answers](Supervisor::max_turns) is reached. The text is for the user. Append the
    /// results before the next message of the user, and start with a new supervisor.
    GiveUp(String),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Findings {
    /// The calls that do not run because of a loop.
    looping: Vec<usize>,
    /// The first loop that the model continues after its warning.
    continued: Option<CallLoop>,
    /// The loops of calls that failed before they ran.
    question: Option<CallLoop>,
    /// Summaries of the tools whose budget is spent.
    summaries: Vec<String>,
}

impl Supervisor {
    /// Creates a supervisor with the default guard and the default budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces the detection of loops.
    pub fn guard(mut self, guard: LoopGuard) -> Self {
        self.guard = guard;
        self
    }

    /// Replaces the retry budget.
    pub fn budget(mut self, budget: RetryBudget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the number of answers after which [`settle`](Self::settle) gives up, counted since the
    /// last [`clear`](Self::clear). Answers that a lost connection ended count separately, with the
    /// same limit. Default: 50. Minimum: 1.
    ///
    /// ```
    /// use tool_core::answer::{Answer, CallResult};
    /// use tool_core::call::Api;
    /// use tool_core::conversation::{NextStep, Supervisor};
    ///
    /// let body = r#"{"type": "message", "stop_reason": "tool_use", "content": [
    ///     {"type": "tool_use", "id": "1", "name": "poll", "input": {}}
    /// ]}"#;
    /// let answer = Answer::from_body(Api::Anthropic, body)?;
    /// let mut supervisor = Supervisor::new().max_turns(2);
    /// let mut results = [CallResult::text("not yet")];
    /// assert_eq!(supervisor.settle(&answer, &mut results), NextStep::Continue);
    /// assert_eq!(
    ///     supervisor.settle(&answer, &mut results),
    ///     NextStep::GiveUp("The model did not finish within 2 answers.".to_owned()),
    /// );
    /// # Ok::<(), tool_core::answer::AnswerError>(())
    /// ```
    pub fn max_turns(mut self, answers: usize) -> Self {
        self.max_turns = answers.max(1);
        self
    }

    /// Forgets the calls and the number of answers of the past. The retry budget stays. Call this
    /// before a new message of the user, and after the user has agreed to [`Step::Ask`] or
    /// [`NextStep::AskUser`]: otherwise the next call of the loop asks again, and then
    /// [`settle`](Self::settle) gives up. See [`LoopGuard::clear`].
    pub fn clear(&mut self) {
        self.guard.clear();
        self.turns = 0;
        self.disconnected = 0;
        self.asked = 0;
    }

    /// Reads all calls of an answer with `read`, and returns one step for each call, in order.
    ///
    /// Only the first failure of a tool in an answer counts against its budget, because the model
    /// has not seen an error between them. Dropped calls count as failures, and
    /// [`Answer::results`] answers them.
    pub fn review<T>(
        &mut self,
        answer: &Answer,
        mut read: impl FnMut(&Call) -> Result<T, CallError>,
    ) -> Vec<Step<T>> {
        self.found = Findings::default();
        let mut failed: Vec<String> = Vec::new();
        let mut read_names: Vec<&str> = Vec::new();
        let mut steps = Vec::with_capacity(answer.calls.len());
        for (at, call) in answer.calls.iter().enumerate() {
            let state = self.guard.call(&call.name, call);
            if state != LoopState::Continue {
                self.found.looping.push(at);
            }
            let value = read(call);
            if value.is_ok() {
                read_names.push(&call.name);
            }
            steps.push(match (value, state) {
                (Ok(value), LoopState::Continue) => Step::Run(value),
                (Ok(_), LoopState::Warn(found)) => {
                    Step::Skip(CallResult::error(found.correction()))
                }
                (Ok(value), LoopState::AskUser(found)) => {
                    self.found.continued.get_or_insert_with(|| found.clone());
                    Step::Ask(value, found)
                }
                (Err(error), state) => {
                    let mut result = CallResult::error(self.count_failure(error, &mut failed));
                    self.add_correction(&mut result, state);
                    Step::Skip(result)
                }
            });
        }
        self.count_dropped(answer, &mut failed);
        self.asked = match self.found.continued {
            Some(_) => self.asked.saturating_add(1),
            None => 0,
        };
        for name in read_names {
            if !failed.iter().any(|tool| is_same_name(tool, name)) {
                self.budget.succeeded(name);
            }
        }
        steps
    }

    /// Takes the results of the calls, in order, and returns how the conversation continues.
    ///
    /// Each result with [`is_error`](CallResult::is_error) counts as a failure of its call, unless
    /// [`review`](Self::review) has found that the call is part of a loop. This includes the denial of
    /// a call by the user. If the model repeats a failing call, this method adds a correction to the
    /// result.
    ///
    /// Call this once for each answer, also for one without calls: it counts the answers.
    pub fn settle(&mut self, answer: &Answer, results: &mut [CallResult]) -> NextStep {
        for (at, (call, result)) in answer.calls.iter().zip(results).enumerate() {
            if result.is_error && !self.found.looping.contains(&at) {
                let state = self.guard.failed(&call.name, call);
                self.add_correction(result, state);
            }
        }
        let count = match answer.stop {
            StopReason::Disconnected => &mut self.disconnected,
            _ => &mut self.turns,
        };
        *count = count.saturating_add(1);
        let found = mem::take(&mut self.found);
        if !found.summaries.is_empty() {
            return NextStep::GiveUp(found.summaries.join("\n"));
        }
        if let Some(found) = found.continued.filter(|_| self.asked >= MAX_ASKED) {
            return NextStep::GiveUp(found.summary());
        }
        if let Some(question) = found.question {
            return NextStep::AskUser(question);
        }
        let waits = !answer.calls.is_empty()
            || !answer.dropped.is_empty()
            || !answer.builtin_calls.is_empty()
            || answer.stop == StopReason::Paused;
        if !waits {
            return NextStep::Done;
        }
        if self.turns >= self.max_turns {
            let answers = count_answers(self.max_turns);
            return NextStep::GiveUp(format!("The model did not finish within {answers}."));
        }
        if self.disconnected >= self.max_turns {
            let answers = count_answers(self.max_turns);
            return NextStep::GiveUp(format!("The connection broke off during {answers}."));
        }
        NextStep::Continue
    }

    /// Returns the text for the model.
    fn count_failure(&mut self, error: CallError, failed: &mut Vec<String>) -> String {
        let instruction = error.to_string();
        let tool = match &error {
            CallError::Arguments(error) => error.tool(),
            // All unknown names have one counter.
            CallError::UnknownTool(_) | CallError::NotACall(_) => "",
        };
        if failed.iter().any(|name| name == tool) {
            return instruction;
        }
        failed.push(tool.to_owned());
        match self.budget.failed(error) {
            RetryDecision::Again(text) => text,
            RetryDecision::GiveUp(summary) => {
                self.found.summaries.push(summary);
                instruction
            }
        }
    }

    fn count_dropped(&mut self, answer: &Answer, failed: &mut Vec<String>) {
        let of_model = |dropped: &&Dropped| !dropped.reason.is_of_provider();
        for dropped in answer.dropped.iter().filter(of_model) {
            if failed.iter().any(|name| is_same_name(name, &dropped.name)) {
                continue;
            }
            failed.push(dropped.name.clone());
            if let RetryDecision::GiveUp(summary) = self.budget.dropped(dropped) {
                self.found.summaries.push(summary);
            }
        }
    }

    /// Adds the correction of a loop to the result of a failed call.
    fn add_correction(&mut self, result: &mut CallResult, state: LoopState) {
        let (LoopState::Warn(found) | LoopState::AskUser(found)) = &state else {
            return;
        };
        result.content.push(Content::Text(found.correction()));
        if let LoopState::AskUser(found) = state {
            self.found.question = Some(found);
        }
    }
}
