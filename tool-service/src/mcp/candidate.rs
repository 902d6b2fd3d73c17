//! A listed tool before its registration.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;
use tool_core::definition::{Annotations, DefinitionBuilder};
use tool_core::provider::{ExportError, Mcp};
use tool_core::{Definition, SchemaError};

use super::call::McpTool;
use super::clean::{Cleaned, shorten};
use super::known::Placement;
use super::review::{ToolChange, ToolReview};
use super::shared::Shared;
use crate::RegisteredTool;
use crate::event::Event;
use crate::service::ServiceState;

/// A tool under its current name.
pub(super) struct Candidate {
    pub(super) shared: Arc<Shared>,
    pub(super) tool: Tool,
    pub(super) mark: u64,
    pub(super) name: String,
    /// Alternative name, used if the current name is taken.
    pub(super) other: String,
    /// The tool as it was last registered.
    pub(super) previous: Option<RegisteredTool>,
    /// `true` if the server's entry is unchanged since the last list.
    pub(super) is_same: bool,
    /// `true` if the host keeps the last registered version.
    pub(super) is_kept: bool,
    pub(super) cleaned: Cleaned,
}

impl Candidate {
    /// Returns the tool to register, if the host accepts it.
    pub(super) fn review(&mut self, service: &ServiceState) -> Option<RegisteredTool> {
        let tool = match self.to_registered(service) {
            Ok(tool) => tool,
            Err(error) => {
                service.events.send(|| Event::ToolRejected {
                    tool: self.name.clone(),
                    reason: shorten(&error.to_string()),
                });
                return None;
            }
        };
        let server = &self.shared.server;
        let Some(review) = server.review.as_ref().filter(|_| !self.is_same) else {
            return Some(tool);
        };
        let previous = self.previous.as_ref();
        let previous = previous.filter(|previous| previous.definition().name() == self.name);
        let decision = review.of(&ToolChange {
            server: &server.name,
            definition: tool.definition(),
            previous: previous.map(RegisteredTool::definition),
        });
        let (kept, reason) = match decision {
            ToolReview::Accept => return Some(tool),
            ToolReview::KeepPrevious if previous.is_some() => {
                (previous.cloned(), "the host kept the previous version")
            }
            ToolReview::KeepPrevious | ToolReview::Refuse => (None, "the host refused it"),
        };
        service.events.send(|| Event::ToolRejected {
            tool: self.name.clone(),
            reason: reason.to_owned(),
        });
        self.is_kept = kept.is_some();
        kept
    }

    pub(super) fn into_placement(self, registered: Option<RegisteredTool>) -> Placement {
        Placement {
            tool: self.tool.name.into(),
            name: self.name,
            mark: self.mark,
            registered,
        }
    }

    /// Returns the tool. An error is the reason why no provider supports it.
    fn to_registered(&self, service: &ServiceState) -> Result<RegisteredTool, ExportError> {
        let server = &self.shared.server;
        let previous = self.previous.as_ref().map(RegisteredTool::definition);
        let same = previous.filter(|same| self.is_same && same.name() == self.name);
        let definition = match same {
            Some(same) => same.clone(),
            None => self.define(service)?,
        };
        let executor = McpTool {
            shared: Arc::clone(&self.shared),
            name: self.tool.name.to_string(),
        };
        let is_annotated = server.annotations_of(&self.tool.name).is_some();
        let tool = RegisteredTool::new(definition, executor)
            .options(server.options.clone())
            .with_foreign_annotations(!is_annotated);
        Ok(tool)
    }

    /// Builds the definition, and reports how it differs from the server's entry.
    fn define(&self, service: &ServiceState) -> Result<Definition, ExportError> {
        let (definition, unchecked) = if self.shared.server.passes_through(&self.tool.name) {
            (self.builder().unchecked(), None)
        } else {
            self.plan()
        };
        // The list of MCP demands the least of a definition.
        definition.export(Mcp::tools_list())?;
        let Cleaned { removed, cut } = self.cleaned;
        let repairs = definition.schema_repairs();
        if removed + cut + repairs.len() > 0 {
            service.events.send(|| Event::ToolCleaned {
                tool: self.name.clone(),
                removed,
                cut,
                repairs: repairs.into(),
            });
        }
        let warnings = definition.schema_warnings();
        if !warnings.is_empty() {
            service.events.send(|| Event::SchemaWarnings {
                tool: self.name.clone(),
                warnings: warnings.into(),
            });
        }
        if let Some(error) = unchecked {
            service.events.send(|| Event::ToolUnchecked {
                tool: self.name.clone(),
                reason: error.to_string(),
            });
        }
        Ok(definition)
    }

    /// Returns a definition that validates arguments. If the schema cannot be compiled, returns one
    /// that accepts any arguments, and the reason.
    fn plan(&self) -> (Definition, Option<SchemaError>) {
        let built = self.builder().build();
        let built = built.or_else(|_| self.builder().remove_malformed().build());
        match built {
            Ok(definition) => (definition, None),
            Err(error) => (self.builder().unchecked(), Some(error)),
        }
    }

    fn builder(&self) -> DefinitionBuilder {
        let tool = &self.tool;
        let description = tool.description.as_deref().unwrap_or_default();
        let schema = Value::Object((*tool.input_schema).clone());
        let mut builder = Definition::builder(&self.name, description, schema);
        let hints = tool.annotations.as_ref();
        let title = tool.title.as_ref();
        if let Some(title) = title.or_else(|| hints?.title.as_ref()) {
            builder = builder.title(title);
        }
        let ours = self.shared.server.annotations_of(&tool.name);
        if let Some(annotations) = ours.or_else(|| hints.map(read_annotations)) {
            builder = builder.annotations(annotations);
        }
        let server = &self.shared.server;
        match &tool.output_schema {
            Some(schema) if !server.accepts_any_output(&tool.name) => {
                builder.output_schema(Value::Object((**schema).clone()))
            }
            _ => builder,
        }
    }
}

fn read_annotations(hints: &ToolAnnotations) -> Annotations {
    let mut annotations = Annotations::new();
    annotations.read_only = hints.read_only_hint;
    annotations.destructive = hints.destructive_hint;
    annotations.idempotent = hints.idempotent_hint;
    annotations.open_world = hints.open_world_hint;
    annotations
}
