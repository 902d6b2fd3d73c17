//! Spans and logs of `tracing`: they never contain arguments.

use std::io;
use std::sync::{Arc, Mutex};

use insta::assert_snapshot;
use service_tests::{Scripted, service};
use tool_core::definition::Annotations;
use tool_service::{CallOptions, Failure, ToolCall, ToolError};
use tracing_subscriber::fmt::format::FmtSpan;

/// Records the log output.
#[derive(Clone, Default)]
pub(crate) struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn each_call_has_a_span() {
    let written = Written::default();
    let writer = written.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let busy = ToolError::Server(Failure::new("busy"));
    let scripted = Scripted::failing([busy]);
    let idempotent = Annotations::new().idempotent(true);
    let service = service([scripted.tool("count", idempotent)]).unwrap();
    let options = CallOptions::new().jitter(false);

    let guard = tracing::subscriber::set_default(subscriber);
    for (name, raw) in [("Count", r#"{"n": 417}"#), ("count", "{}"), ("other", "{}")] {
        service
            .execute(ToolCall::new(name, raw).id("call_1"), options.clone())
            .await;
    }
    drop(guard);
    let written = written.text();
    let spans = written.lines().filter(|line| line.contains("execute_tool"));
    let lines: Vec<_> = spans
        .map(|line| line.split(" time.busy").next().unwrap().trim())
        .collect();
    assert!(!written.contains("417"), "arguments are nobody's business");
    assert_snapshot!(lines.join("\n"), @r#"
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1"}: tool_service: new
    DEBUG execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1" gen_ai.tool.name="count"}: tool_service: retrying the tool attempt=1 wait=200ms error=server: busy
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1" gen_ai.tool.name="count"}: tool_service: close
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1"}: tool_service: new
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1" gen_ai.tool.name="count" error.type="ValidationError"}: tool_service: close
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1"}: tool_service: new
    INFO execute_tool{gen_ai.operation.name="execute_tool" gen_ai.tool.call.id="call_1" error.type="UnknownToolError"}: tool_service: close
    "#);
}
