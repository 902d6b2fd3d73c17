//! The tool that reads the rest of a truncated result.

use tool_core::Tool;

use super::{Results, StoredPart, make_key};
use crate::error::IntoToolError;
use crate::executor::{ExecutionContext, Executor};
use crate::random::is_id;
use crate::{Content, Failure, ForModel, RegisteredTool, ToolError, ToolOutput};

/// Maximum and default number of bytes per call.
const MAX_LENGTH: usize = 64 << 10;

/// Read a part of a long result that was cut.
#[derive(Clone, Debug, PartialEq, Eq, Tool)]
#[tool(read_only, idempotent, open_world = false)]
struct ReadResult {
    /// The id of the result, from the sentence where it was cut.
    id: String,
    /// The byte to begin with.
    #[serde(default)]
    start: u64,
    /// Number of bytes to read, at most 65536.
    #[serde(default)]
    length: Option<u32>,
}

/// Reads from the store of the service.
struct Reads(Results);

impl Results {
    /// Returns the tool that reads from the store.
    pub(crate) fn tool(&self) -> RegisteredTool {
        RegisteredTool::new(ReadResult::definition().clone(), Reads(self.clone()))
    }
}

impl Executor for Reads {
    type Arguments = ReadResult;

    fn kind(&self) -> &'static str {
        "native"
    }

    async fn execute(
        &self,
        ReadResult { id, start, length }: ReadResult,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let unknown = || ForModel("There is no result with that id.").into_tool_error();
        // Any other string is not an id of this service. A store could take it for a path.
        if !is_id(&id) {
            return Err(unknown());
        }
        // A character has up to 4 bytes.
        let length = length.map_or(MAX_LENGTH, |length| (length as usize).clamp(4, MAX_LENGTH));
        let store = &self.0.0;
        let part = store
            .read(make_key(&id, context.extensions), start, length)
            .await;
        let part = part.map_err(|error| {
            let failure = Failure::new("the result could not be read").with_source(error);
            ToolError::ToolExecution(failure)
        })?;
        let Some(part) = part else {
            return Err(unknown());
        };
        if start >= part.total {
            let message = format!("The result has {} bytes.", part.total);
            return Err(ForModel(message).into_tool_error());
        }
        Ok(describe_part(start, &part))
    }
}

/// Describes the whole characters of a part and their position.
fn describe_part(start: u64, part: &StoredPart) -> ToolOutput {
    // The rest of a character from the previous part.
    let is_inside = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
    let skipped = part.bytes.iter().take(3).take_while(is_inside).count();
    let text = match str::from_utf8(&part.bytes[skipped..]) {
        Ok(text) => text,
        // A character continues in the next part. The bytes before it are valid text.
        Err(error) => {
            str::from_utf8(&part.bytes[skipped..skipped + error.valid_up_to()]).unwrap_or_default()
        }
    };
    let start = start + skipped as u64;
    let end = start + text.len() as u64;
    let mut output = ToolOutput::text(text);
    let rest = if end < part.total {
        format!(" Read on from {end}.")
    } else {
        String::new()
    };
    let note = format!("[The bytes {start} to {end} of {}.{rest}]", part.total);
    output.content.push(Content::Text(note));
    output
}
