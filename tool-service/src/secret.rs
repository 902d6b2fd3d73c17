//! Secrets of requests: fixed or provided by a function.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use http::header::{HeaderValue, InvalidHeaderValue};
use secrecy::{ExposeSecret, SecretString};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::pace::Pace;
use crate::{BoxError, Failure, ToolError};

/// A token, a key or a password. It is either fixed or provided by a function.
///
/// Text converts into a fixed secret. The memory of a secret is wiped on drop, and `Debug` does not
/// print it.
///
/// ```
/// use std::time::Duration;
/// use tool_service::Secret;
///
/// /// Logs in at the host's identity provider.
/// async fn log_in() -> std::io::Result<String> {
///     Ok("t0ken".to_owned())
/// }
///
/// let fixed = Secret::from("k3y");
/// let changing = Secret::from_provider(log_in).max_age(Duration::from_secs(3000));
/// assert!(!format!("{fixed:?}").contains("k3y"));
/// # let _ = changing;
/// ```
///
/// # A provider
///
/// - The service calls the provider at the first request and reuses the secret for later requests.
/// - If a server answers with HTTP status 401, the service calls the provider again and repeats the
///   request once. This includes calls with effects, since a server that answers 401 has not run
///   the call. A redirected REST request is repeated only if its method is GET, HEAD or OPTIONS.
/// - Concurrent requests share one call of the provider. That call runs to completion, even if the
///   requests are cancelled.
/// - A call of the provider takes at most 60 seconds. It is then dropped, and the next request
///   calls the provider again.
/// - The time of the provider counts towards the time of the request.
/// - If the provider fails or panics, the request is not sent. The error of the provider is the
///   source of a [`ToolError::Authentication`]. A [`ToolError`] is passed on unchanged. Hosts print
///   errors, so an error must not contain a secret.
#[derive(Clone, Debug)]
#[must_use]
pub struct Secret(SecretSource);

#[derive(Clone)]
enum SecretSource {
    Fixed(SecretValue),
    Provider(Arc<SecretProvider>),
}

/// The secret of one request. Each answer of a provider is a new one.
#[derive(Clone)]
pub(crate) struct SecretValue(Arc<SecretString>);

impl SecretValue {
    fn new(secret: SecretString) -> Self {
        Self(Arc::new(secret))
    }

    pub(crate) fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Secret {
    /// Creates a secret that an asynchronous function provides, for example by logging in: see
    /// [above](Self#a-provider).
    pub fn from_provider<F, R, S, E>(provider: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<S, E>> + Send + 'static,
        S: Into<String>,
        E: Into<BoxError>,
    {
        let ask = move || {
            let asked = provider();
            async move {
                let secret = asked.await.map_err(|error| provider_error(error.into()))?;
                Ok(SecretValue::new(SecretString::from(secret.into())))
            }
            .boxed()
        };
        Self(SecretSource::Provider(Arc::new(SecretProvider::new(
            Arc::new(ask),
            None,
        ))))
    }

    /// Sets the maximum age of a provided secret. Default: unlimited. The next request after this
    /// age calls the provider again. Zero calls the provider for each request. Without a maximum
    /// age, a secret is kept until a server answers 401. A fixed secret ignores this setting.
    ///
    /// Choose less than the lifetime of a token: this saves the request that would be answered with
    /// 401.
    pub fn max_age(self, age: Duration) -> Self {
        match self.0 {
            SecretSource::Provider(provided) => {
                let ask = Arc::clone(&provided.ask);
                Self(SecretSource::Provider(Arc::new(SecretProvider::new(
                    ask,
                    Some(age),
                ))))
            }
            fixed @ SecretSource::Fixed(_) => Self(fixed),
        }
    }

    /// Returns the secret if it is fixed.
    pub(crate) fn fixed(&self) -> Option<&SecretValue> {
        match &self.0 {
            SecretSource::Fixed(given) => Some(given),
            SecretSource::Provider(_) => None,
        }
    }

    /// Discards a value that cannot be sent. The next request calls the provider.
    pub(crate) fn discard(&self, given: &SecretValue) {
        if let SecretSource::Provider(provided) = &self.0 {
            let mut state = provided
                .state
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            if state
                .last
                .as_ref()
                .is_some_and(|(last, _)| last.is_same(given))
            {
                state.last = None;
            }
        }
    }

    /// Returns the secret for a request. If the server rejected a secret that can change, the
    /// provider is called for a new one.
    ///
    /// # Errors
    ///
    /// Fails if the provider fails.
    pub(crate) async fn get(
        &self,
        refused: Option<&SecretValue>,
    ) -> Result<SecretValue, ToolError> {
        match &self.0 {
            SecretSource::Fixed(given) => Ok(given.clone()),
            SecretSource::Provider(provided) => provided.get(refused).await,
        }
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(secret: T) -> Self {
        let secret = SecretString::from(secret.into());
        Self(SecretSource::Fixed(SecretValue::new(secret)))
    }
}

impl fmt::Debug for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed(_) => "fixed",
            Self::Provider(_) => "provided",
        })
    }
}

/// Maximum time for one call of a provider. A call that never ends would block all requests.
const MAX_PROVIDER_TIME: Duration = Duration::from_secs(60);

type ProviderFuture = BoxFuture<'static, Result<SecretValue, ToolError>>;

/// A provider and its last secret.
struct SecretProvider {
    ask: Arc<dyn Fn() -> ProviderFuture + Send + Sync>,
    max_age: Option<Duration>,
    state: Arc<Mutex<ProviderState>>,
    /// Limits how often refused secrets cause a call of the provider.
    refusals: Pace,
}

#[derive(Default)]
struct ProviderState {
    /// The secret and the time of the call that provided it.
    last: Option<(SecretValue, Instant)>,
    call: Option<ProviderCall>,
}

/// A call of the provider, shared by all waiting requests.
struct ProviderCall {
    answer: Shared<ProviderFuture>,
    task: AbortHandle,
}

impl SecretProvider {
    fn new(ask: Arc<dyn Fn() -> ProviderFuture + Send + Sync>, max_age: Option<Duration>) -> Self {
        Self {
            ask,
            max_age,
            state: Arc::default(),
            refusals: Pace::new(5, Duration::from_secs(5)),
        }
    }

    async fn get(&self, refused: Option<&SecretValue>) -> Result<SecretValue, ToolError> {
        let answer = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(given) = state.find_last_usable(refused, self.max_age) {
                return Ok(given);
            }
            // The limit protects the provider if a server rejects every secret.
            if let (Some(refused), None) = (refused, &state.call)
                && self.refusals.take().is_err()
            {
                return Ok(refused.clone());
            }
            match &state.call {
                // A task that ended without an answer was dropped with its runtime.
                Some(call) if !call.task.is_finished() => call.answer.clone(),
                _ => state.call.insert(self.start()).answer.clone(),
            }
        };
        answer.await
    }

    /// Calls the provider in a separate task. Dropping a call midway could waste a one-time
    /// credential.
    fn start(&self) -> ProviderCall {
        let ask = Arc::clone(&self.ask);
        let state = Arc::clone(&self.state);
        let task = tokio::spawn(async move {
            let began = Instant::now();
            let given = tokio::time::timeout(MAX_PROVIDER_TIME, ask()).await;
            let given = given.unwrap_or_else(|_| {
                let message =
                    format!("the credentials were not provided within {MAX_PROVIDER_TIME:?}");
                Err(ToolError::Timeout(Failure::new(message).not_run()))
            });
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.call = None;
            if let Ok(given) = &given {
                state.last = Some((given.clone(), began));
            }
            given
        });
        let abort = task.abort_handle();
        let answer =
            task.map(|given| given.unwrap_or_else(|error| Err(provider_error(error.into()))));
        ProviderCall {
            answer: answer.boxed().shared(),
            task: abort,
        }
    }
}

impl ProviderState {
    /// Returns the last secret, unless a server rejected it or it is too old.
    fn find_last_usable(
        &self,
        refused: Option<&SecretValue>,
        max_age: Option<Duration>,
    ) -> Option<SecretValue> {
        let (given, since) = self.last.as_ref()?;
        let is_refused = refused.is_some_and(|refused| refused.is_same(given));
        let is_old = max_age.is_some_and(|age| since.elapsed() >= age);
        (!is_refused && !is_old).then(|| given.clone())
    }
}

/// Creates the error of a request without a secret.
fn provider_error(error: BoxError) -> ToolError {
    match error.downcast::<ToolError>() {
        Ok(error) => error.not_run(),
        Err(error) => {
            let failure = Failure::new("the credentials could not be provided");
            ToolError::Authentication(failure.with_source(error).not_run())
        }
    }
}

/// Returns the value of `Authorization` for this token.
pub(crate) fn write_bearer(token: &str) -> SecretString {
    format!("Bearer {token}").into()
}

/// Returns a header value that `Debug` does not print.
pub(crate) fn make_header_value(secret: &SecretString) -> Result<HeaderValue, InvalidHeaderValue> {
    let mut value = HeaderValue::from_str(secret.expose_secret())?;
    value.set_sensitive(true);
    Ok(value)
}
