use std::marker::PhantomData;
use std::time::Duration;

use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::Instant;
use tool_core::issue::Path;
use tool_core::{Definition, Issues};

use super::RestApi;
use super::content::MediaType;
use super::described::{Described, PropertyPatterns};
use super::mapping::Mapping;
use super::send::{FinalResponse, classify_broken, send};
use super::status::RefusedRequest;
use crate::executor::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
use crate::{Failure, ToolError, ToolOutput};

/// Maximum size of a stored error body, in bytes.
const MAX_ERROR_BODY: usize = 16 << 10;

/// Maximum time to wait for an error body. The status already has the main information.
const ERROR_BODY_TIME: Duration = Duration::from_secs(2);

/// A tool that sends a request.
pub(super) struct Rest<T> {
    api: RestApi,
    mapping: Mapping,
    /// Patterns of the schema, or `None` if undeclared arguments are sent.
    patterns: Option<PropertyPatterns>,
    marker: PhantomData<fn() -> T>,
}

impl<T> Rest<T> {
    pub(super) fn new(api: RestApi, mapping: Mapping, patterns: Option<PropertyPatterns>) -> Self {
        Self {
            api,
            mapping,
            patterns,
            marker: PhantomData,
        }
    }

    fn refuse_undeclared(
        &self,
        tool: &Definition,
        arguments: &Map<String, Value>,
        issues: &mut Issues,
    ) {
        if let Some(patterns) = &self.patterns {
            Described::root(tool).refuse_others(arguments, patterns, issues);
        }
        if issues.is_empty() {
            self.mapping.refuse_reserved(arguments, issues);
        }
    }

    async fn read_answer(
        &self,
        sent: FinalResponse,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let tool = context.definition.name();
        let FinalResponse {
            mut response,
            is_redirected,
        } = sent;
        let (status, media_type) = (response.status(), MediaType::of(response.headers()));
        let encoding = response.headers().get(CONTENT_ENCODING);
        let is_compressed = encoding.is_some_and(|encoding| encoding != "identity");
        if !status.is_success() {
            let body = if is_compressed {
                Vec::new()
            } else {
                read_error_body(&mut response, context.deadline()).await
            };
            let (body, _) = media_type.decode(&body);
            let refused = RefusedRequest {
                status,
                headers: response.headers(),
                body: &body,
                is_redirected,
                tool,
                is_text: media_type.is_json() || media_type.is_plain_text(),
                shows_body: self.api.shows_error_body,
            };
            return Err(refused.error());
        }
        let failed = |message: String, words: String| {
            let failure = Failure::new(message).with_status(status.as_u16());
            Err(ToolError::ToolExecution(failure.with_model_message(words)))
        };
        if is_compressed {
            let message = "the service compressed the response with an encoding other than gzip";
            return failed(message.to_owned(), format!("The tool {tool} failed."));
        }
        let limit = self.api.max_response_bytes;
        let Some(body) = read_body(&mut response, limit).await? else {
            let message = format!("the response is longer than {limit} bytes");
            let words = format!(
                "The answer of the tool {tool} is longer than {limit} bytes. Ask for less of it."
            );
            return failed(message, words);
        };
        let name = media_type.name();
        media_type.output(&body).map_or_else(
            || {
                let message = format!("the response has an unsupported media type: {name}");
                let words = format!("The tool {tool} answered what cannot be shown here: {name}.");
                failed(message, words)
            },
            Ok,
        )
    }
}

impl<T> Executor for Rest<T>
where
    T: DeserializeOwned + Serialize + Send + 'static,
{
    type Arguments = T;

    fn kind(&self) -> &'static str {
        "rest"
    }

    async fn execute(
        &self,
        arguments: T,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let mut issues = Issues::default();
        let arguments = serialize_object(arguments, &mut issues)?;
        if let Some(arguments) = &arguments {
            self.refuse_undeclared(context.definition, arguments, &mut issues);
        }
        let request = arguments.and_then(|all| self.mapping.request(&self.api, all, &mut issues));
        let reader = context.definition.reader();
        reader.refuse(&context.call.arguments, issues)?;
        let request = request.ok_or_else(|| {
            // Unreachable: if no request was built, there are issues, and `refuse` returned them.
            ToolError::ToolExecution(Failure::new("the request was not built").not_run())
        })?;
        let sent = send(&self.api, request).await?;
        self.read_answer(sent, context).await
    }

    /// Falls back to the idempotency of the HTTP method if the definition does not state it.
    fn retry(&self, failed: &FailedAttempt<'_>) -> RetryAdvice {
        let annotations = failed.definition.annotations();
        let idempotent = failed.idempotent.or(annotations.idempotent);
        let may_help = matches!(
            failed.error,
            ToolError::Network(_)
                | ToolError::Timeout(_)
                | ToolError::RateLimit(_)
                | ToolError::Server(_)
        );
        if idempotent.is_some() || !may_help || !self.mapping.method.is_idempotent() {
            return RetryAdvice::Standard;
        }
        match failed.error.failure().and_then(Failure::retry_after) {
            Some(wait) => RetryAdvice::After(wait),
            None => RetryAdvice::Backoff,
        }
    }
}

/// Serializes the arguments into an object. Returns `None` for any other value.
fn serialize_object<T: Serialize>(
    arguments: T,
    issues: &mut Issues,
) -> Result<Option<Map<String, Value>>, ToolError> {
    match serde_json::to_value(arguments) {
        Ok(Value::Object(arguments)) => Ok(Some(arguments)),
        Ok(Value::Null) => Ok(Some(Map::new())),
        Ok(_) => {
            issues.add(Path::root(), "The arguments must be an object");
            Ok(None)
        }
        Err(error) => {
            let failure = Failure::new("the arguments cannot be serialized to JSON");
            Err(ToolError::ToolExecution(
                failure.with_source(error).not_run(),
            ))
        }
    }
}

/// Reads the body. Returns `None` if it exceeds the limit.
async fn read_body(response: &mut Response, limit: usize) -> Result<Option<Vec<u8>>, ToolError> {
    let declared = response.content_length();
    if declared.is_some_and(|length| length > limit as u64) {
        return Ok(None);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| classify_broken(error, false))?
    {
        if body.len() + chunk.len() > limit {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

/// Reads an error body for at most half of the remaining time: a stalled body then does not cause a
/// timeout.
async fn read_error_body(response: &mut Response, deadline: Option<Instant>) -> Vec<u8> {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 2);
    let time = left.map_or(ERROR_BODY_TIME, |left| left.min(ERROR_BODY_TIME));
    let mut body = Vec::new();
    let read = async {
        while let Ok(Some(chunk)) = response.chunk().await {
            let free = MAX_ERROR_BODY - body.len();
            body.extend_from_slice(&chunk[..chunk.len().min(free)]);
            if body.len() == MAX_ERROR_BODY {
                break;
            }
        }
    };
    // The data read so far is kept.
    let _ = tokio::time::timeout(time, read).await;
    body
}
