use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use http::Extensions;
use tokio_util::sync::CancellationToken;
use tool_core::Leniency;
use tool_core::feedback::Style;

use super::{ProgressListener, Response};

/// Options for one call. Unset fields fall back to the options of the tool, then to the options of
/// the service, then to the default of each setter.
///
/// ```
/// use std::time::Duration;
/// use tool_service::CallOptions;
///
/// let patient = CallOptions::new().timeout(Duration::from_secs(120)).retries(5);
/// # let _ = patient;
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallOptions {
    /// Boxed to keep options small that set none of them.
    settings: Option<Box<Settings>>,
    extensions: Extensions,
    cancel: Option<CancellationToken>,
    on_progress: Option<ProgressListener>,
    response: Option<Response>,
}

#[derive(Clone, Debug, Default)]
struct Settings {
    timeout: Option<Duration>,
    max_timeout: Option<Duration>,
    retries: Option<u32>,
    delay: Option<Duration>,
    max_delay: Option<Duration>,
    factor: Option<f32>,
    jitter: Option<bool>,
    idempotent: Option<bool>,
    leniency: Option<Leniency>,
    retry_text: Option<Style>,
    note_ignored: Option<bool>,
    max_output: Option<usize>,
    verbatim: Option<bool>,
    max_media: Option<usize>,
}

impl Settings {
    fn over(&self, lower: &Self) -> Self {
        Self {
            timeout: self.timeout.or(lower.timeout),
            max_timeout: self.max_timeout.or(lower.max_timeout),
            retries: self.retries.or(lower.retries),
            delay: self.delay.or(lower.delay),
            max_delay: self.max_delay.or(lower.max_delay),
            factor: self.factor.or(lower.factor),
            jitter: self.jitter.or(lower.jitter),
            idempotent: self.idempotent.or(lower.idempotent),
            leniency: self.leniency.or(lower.leniency),
            retry_text: self.retry_text.or(lower.retry_text),
            note_ignored: self.note_ignored.or(lower.note_ignored),
            max_output: self.max_output.or(lower.max_output),
            verbatim: self.verbatim.or(lower.verbatim),
            max_media: self.max_media.or(lower.max_media),
        }
    }
}

impl CallOptions {
    /// Creates options with nothing set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the maximum time for one attempt. Default: 30 seconds. Each
    /// [progress](crate::extract::CallContext::report_progress) report of the tool restarts this
    /// time, up to [`max_timeout`](Self::max_timeout).
    pub fn timeout(mut self, attempt: Duration) -> Self {
        self.settings_mut().timeout = Some(attempt);
        self
    }

    /// Sets the maximum time for one attempt that reports progress. Default: 10 times the
    /// [`timeout`](Self::timeout). If it is shorter than the timeout, the timeout applies, and
    /// progress extends nothing.
    pub fn max_timeout(mut self, attempt: Duration) -> Self {
        self.settings_mut().max_timeout = Some(attempt);
        self
    }

    /// Sets the maximum number of retries. Default: 2, which makes at most 3 attempts.
    pub fn retries(mut self, times: u32) -> Self {
        self.settings_mut().retries = Some(times);
        self
    }

    /// Sets the delay before the first retry. Default: 200 milliseconds.
    pub fn delay(mut self, first: Duration) -> Self {
        self.settings_mut().delay = Some(first);
        self
    }

    /// Sets the growth factor of the delay per retry. Default: 2. Minimum: 1.
    pub fn factor(mut self, factor: f32) -> Self {
        self.settings_mut().factor = Some(factor);
        self
    }

    /// Sets the maximum delay before a retry, without [`jitter`](Self::jitter). Default: 30
    /// seconds. If the server requests a longer delay (`Retry-After`), the call is not retried.
    pub fn max_delay(mut self, longest: Duration) -> Self {
        self.settings_mut().max_delay = Some(longest);
        self
    }

    /// Sets whether to add a random part to each delay. Default: `true`. The random part is at most
    /// as long as the delay, and at most a fifth of a delay that a server asked for
    /// (`Retry-After`). It spreads out the retries of calls that failed at the same time.
    pub fn jitter(mut self, random: bool) -> Self {
        self.settings_mut().jitter = Some(random);
        self
    }

    /// Sets whether a repeated call has no additional effect. Overrides the annotations of the tool
    /// and the HTTP method. With `true`, a call is retried even if the first attempt may have had
    /// its effect. Default: set by the tool.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.settings_mut().idempotent = Some(idempotent);
        self
    }

    /// Sets the style of the text that the model gets for invalid arguments. Default: the retry
    /// instruction. A tool for [invalid calls](tool_core::call::InvalidCallTool) overrides this
    /// setting.
    pub fn retry_text(mut self, text: Style) -> Self {
        self.settings_mut().retry_text = Some(text);
        self
    }

    /// Sets whether the model gets a short note after the result about undeclared keys: "`max_cont`
    /// was ignored; did you mean `max_count`?". `true` selects all such keys, `false` none. Default:
    /// the keys that are similar to a declared name that is absent from the call. The host gets
    /// [`Event::Ignored`](crate::event::Event::Ignored) in any case.
    pub fn note_ignored(mut self, note: bool) -> Self {
        self.settings_mut().note_ignored = Some(note);
        self
    }

    /// Sets the leniency of the reader. Default: the leniency of the tool's definition.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.settings_mut().leniency = Some(leniency);
        self
    }

    /// Sets the maximum size of the text of a result, in bytes. Default: 262,144 (256 KiB). A
    /// longer result is truncated and loses its structured form: its head and its tail stay, and a
    /// sentence for the model between them states how much is missing. A part counts at least 16
    /// bytes, and a result has at most 1,000 parts.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.settings_mut().max_output = Some(bytes);
        self
    }

    /// Sets whether the texts of a result keep markers of calls and control tokens. Default:
    /// `false`, because a page or a file may forge a call or the end of the turn: the texts are
    /// [neutralized](tool_core::text::neutralize), also those in its structured form.
    pub fn verbatim(mut self, verbatim: bool) -> Self {
        self.settings_mut().verbatim = Some(verbatim);
        self
    }

    /// Sets the maximum size of an image or a recording of a result, in bytes. Default: 5,000,000,
    /// since providers reject a whole request with a larger one. A result has at most 20 of them,
    /// with at most 5 times this size in all. A sentence for the model replaces any other.
    pub fn max_media(mut self, bytes: usize) -> Self {
        self.settings_mut().max_media = Some(bytes);
        self
    }

    /// Adds a value to the call, such as the user. There is one value per type; a later one
    /// replaces an earlier one. Tools take it as an [`Extension`](crate::extract::Extension).
    /// Authorizations and executors find it in
    /// [`Proposal::extensions`](crate::approval::Proposal::extensions) and
    /// [`ExecutionContext::extensions`](crate::executor::ExecutionContext::extensions). The service
    /// never sends it to a model, a server or a log.
    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    pub(crate) fn set_response(&mut self, response: Response) {
        self.response = Some(response);
    }

    pub(crate) fn response(&self) -> Option<Response> {
        self.response
    }

    /// Adds the values of a request to the call.
    #[cfg(feature = "mcp")]
    pub(crate) fn with_extensions(mut self, extensions: Extensions) -> Self {
        self.extensions.extend(extensions);
        self
    }

    /// Sets a token that cancels the call. Dropping the future of a call also cancels it, but only
    /// a token yields a result that reports the cancellation.
    ///
    /// The tokens of the caller, the tool and the service do not override each other. Each of them
    /// cancels the call.
    pub fn cancel(mut self, token: CancellationToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Registers a listener that is called with each progress of the call.
    #[cfg(feature = "mcp")]
    pub(crate) fn on_progress(mut self, listener: ProgressListener) -> Self {
        self.on_progress = Some(listener);
        self
    }

    /// Returns whether no option that takes part in merging is set.
    pub(super) fn is_empty(&self) -> bool {
        self.settings.is_none() && self.on_progress.is_none() && self.extensions.is_empty()
    }

    fn settings_mut(&mut self) -> &mut Settings {
        self.settings.get_or_insert_default()
    }

    fn setting<T>(&self, setting: impl FnOnce(&Settings) -> Option<T>) -> Option<T> {
        self.settings.as_deref().and_then(setting)
    }

    /// Merges the options. `self` overrides `lower`.
    pub(super) fn over(&self, lower: &Self) -> Self {
        let mut extensions = lower.extensions.clone();
        extensions.extend(self.extensions.clone());
        let settings = match (&self.settings, &lower.settings) {
            (Some(settings), Some(lower)) => Some(Box::new(settings.over(lower))),
            (settings, lower) => settings.as_ref().or(lower.as_ref()).cloned(),
        };
        Self {
            settings,
            extensions,
            // Each token cancels the call separately: see `run_unless_cancelled`.
            cancel: None,
            response: self.response,
            on_progress: self
                .on_progress
                .clone()
                .or_else(|| lower.on_progress.clone()),
        }
    }

    pub(crate) fn time_limits(&self) -> TimeLimits {
        let timeout = self
            .setting(|settings| settings.timeout)
            .unwrap_or(Duration::from_secs(30));
        let max_timeout = self
            .setting(|settings| settings.max_timeout)
            .unwrap_or(timeout.saturating_mul(10));
        TimeLimits {
            timeout,
            max_timeout: max_timeout.max(timeout),
        }
    }

    pub(crate) fn progress_listener(&self) -> Option<ProgressListener> {
        self.on_progress.clone()
    }

    pub(crate) fn max_delay_or_default(&self) -> Duration {
        // Caps the delay: adding jitter must not overflow.
        const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
        self.setting(|settings| settings.max_delay)
            .unwrap_or(Duration::from_secs(30))
            .min(YEAR)
    }

    pub(crate) fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    pub(crate) fn max_output_or_default(&self) -> usize {
        self.setting(|settings| settings.max_output)
            .unwrap_or(256 << 10)
    }

    pub(crate) fn is_verbatim(&self) -> bool {
        self.setting(|settings| settings.verbatim).unwrap_or(false)
    }

    pub(crate) fn max_media_or_default(&self) -> usize {
        self.setting(|settings| settings.max_media)
            .unwrap_or(5_000_000)
    }

    pub(crate) fn says_idempotent(&self) -> Option<bool> {
        self.setting(|settings| settings.idempotent)
    }

    pub(crate) fn retry_style(&self) -> Style {
        self.setting(|settings| settings.retry_text)
            .unwrap_or_default()
    }

    /// Returns the undeclared keys to note: all, none, or by default the probably misspelt ones.
    pub(crate) fn notes_ignored(&self) -> Option<bool> {
        self.setting(|settings| settings.note_ignored)
    }

    pub(crate) fn reading(&self) -> Option<Leniency> {
        self.setting(|settings| settings.leniency)
    }

    /// Returns the token that cancels the call.
    pub(super) fn cancellation(&self) -> Option<&CancellationToken> {
        self.cancel.as_ref()
    }

    /// Adds up to a fifth to a delay that a server asked for: all calls that it refused would
    /// otherwise return at once.
    pub(crate) fn add_jitter(&self, delay: Duration) -> Duration {
        if !self.setting(|settings| settings.jitter).unwrap_or(true) {
            return delay;
        }
        // Without a random number, the calls return together, which is not wrong.
        let random = getrandom::u32().unwrap_or_default();
        delay.saturating_add(delay.mul_f64(f64::from(random) / f64::from(u32::MAX) / 5.0))
    }

    /// Returns the delays before the retries, one per allowed retry.
    pub(crate) fn backoff(&self) -> ExponentialBackoff {
        let first = self
            .setting(|settings| settings.delay)
            .unwrap_or(Duration::from_millis(200));
        let builder = ExponentialBuilder::default()
            .with_min_delay(first.min(self.max_delay_or_default()))
            .with_max_delay(self.max_delay_or_default())
            .with_factor(
                self.setting(|settings| settings.factor)
                    .unwrap_or(2.0)
                    .max(1.0),
            )
            .with_max_times(self.setting(|settings| settings.retries).unwrap_or(2) as usize);
        if self.setting(|settings| settings.jitter).unwrap_or(true) {
            builder.with_jitter().build()
        } else {
            builder.build()
        }
    }
}

/// The time limits of one attempt.
#[derive(Clone, Copy)]
pub(crate) struct TimeLimits {
    /// Maximum time without progress.
    pub(crate) timeout: Duration,
    /// Maximum time of the whole attempt.
    pub(crate) max_timeout: Duration,
}
