//! A server's tools, as tools of the service.

use std::collections::HashSet;
use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;
use tool_core::{Annotations, Builder, Definition, SetError};

use super::call::McpTool;
use super::list::{Listed, list};
use super::name::{Name, folded, names};
use super::shared::{Line, Shared};
use crate::service::Inner;
use crate::{Event, Failure, RegisterError, RegisteredTool, ToolError};

/// Lists the tools, and puts them in the place of those that were registered before, in one
/// step. Gives their number.
pub(super) async fn relist(shared: &Arc<Shared>, line: &Line) -> Result<usize, ToolError> {
    let mut registered = shared.registered.lock().await;
    let listed = list(&line.peer, &shared.server.name).await?;
    let service = shared.service.upgrade();
    let Some(service) = service.filter(|_| !shared.closed.is_cancelled()) else {
        let failure = Failure::new("the connection was given up").not_run();
        return Err(ToolError::Cancelled(failure));
    };
    let candidates = candidates(shared, &service, listed);
    *registered = replace(&service, &registered, candidates);
    let tools = registered.len();
    service.events.send(|| Event::Listed {
        server: shared.server.name.clone(),
        tools,
    });
    Ok(tools)
}

/// Takes the tools out.
pub(super) async fn remove(shared: &Shared) {
    let mut registered = shared.registered.lock().await;
    let old = std::mem::take(&mut *registered);
    if let Some(service) = shared.service.upgrade() {
        // Of fewer tools no two have the same name.
        drop(
            service
                .registry
                .replace(|name| !old.contains(name), Vec::new()),
        );
    }
}

/// A tool under the name that it has for now.
struct Candidate {
    shared: Arc<Shared>,
    tool: Tool,
    name: String,
    /// The name that is tried where that one is taken.
    other: String,
}

fn candidates(shared: &Arc<Shared>, service: &Inner, listed: Vec<Listed>) -> Vec<Candidate> {
    let mut tools = Vec::new();
    let mut seen = HashSet::new();
    for tool in listed {
        match tool {
            Ok(tool) if !shared.server.takes(&tool.name) => {}
            Ok(tool) if seen.insert(tool.name.clone()) => tools.push(tool),
            Ok(tool) => service.events.send(|| Event::Refused {
                tool: tool.name.to_string(),
                reason: "the server lists another tool of that name".to_owned(),
            }),
            Err((tool, reason)) => service.events.send(|| Event::Refused { tool, reason }),
        }
    }
    let names = names(
        &shared.server.prefix(),
        tools.iter().map(|tool| &*tool.name),
    );
    let tools = tools.into_iter().zip(names);
    let candidates = tools.map(|(tool, Name { first, hashed })| Candidate {
        shared: Arc::clone(shared),
        tool,
        name: first,
        other: hashed,
    });
    candidates.collect()
}

/// Gives each a name that is not taken, or leaves it out. Trying the registry for each would
/// take a time that grows with the square of their number, which is for the server to say.
fn keep_apart(service: &Inner, old: &HashSet<String>, candidates: &mut Vec<Candidate>) {
    let tools = service.registry.tools();
    let kept = tools.definitions().iter().map(Definition::name);
    let kept = kept.filter(|name| !old.contains(*name));
    let mut taken: HashSet<_> = kept.map(folded).collect();
    candidates.retain_mut(|candidate| {
        if taken.insert(folded(&candidate.name)) {
            return true;
        }
        candidate.name.clone_from(&candidate.other);
        let is_new = taken.insert(folded(&candidate.name));
        if !is_new {
            service.events.send(|| Event::Refused {
                tool: candidate.name.clone(),
                reason: "another tool has that name".to_owned(),
            });
        }
        is_new
    });
}

/// Registers them in the place of the old ones; gives the names of those that are.
fn replace(
    service: &Inner,
    old: &HashSet<String>,
    mut candidates: Vec<Candidate>,
) -> HashSet<String> {
    keep_apart(service, old, &mut candidates);
    let mut tools: Vec<_> = candidates
        .iter()
        .map(|candidate| candidate.registered(service))
        .collect();
    // Others may register tools meanwhile.
    loop {
        let replaced = service
            .registry
            .replace(|name| !old.contains(name), tools.clone());
        let Err(error) = replaced else {
            return candidates
                .into_iter()
                .map(|candidate| candidate.name)
                .collect();
        };
        // Each turn one tool has its other name, or is left out, so that it ends.
        let refused = refused(&error, &candidates);
        let candidate = &mut candidates[refused];
        if candidate.name == candidate.other {
            let candidate = candidates.remove(refused);
            drop(tools.remove(refused));
            service.events.send(|| Event::Refused {
                tool: candidate.name,
                reason: error.to_string(),
            });
        } else {
            candidate.name.clone_from(&candidate.other);
            tools[refused] = candidate.registered(service);
        }
    }
}

/// Which of them an error is about: the last one of that name, as what came before it has
/// the name already.
fn refused(error: &RegisterError, candidates: &[Candidate]) -> usize {
    let name = match error {
        RegisterError::Name(SetError::SameName { second, .. }) => Some(second),
        RegisterError::Name(SetError::NoName { name }) => Some(name),
        _ => None,
    };
    let place = name.and_then(|name| candidates.iter().rposition(|tool| tool.name == *name));
    place.unwrap_or(candidates.len().saturating_sub(1))
}

impl Candidate {
    fn registered(&self, service: &Inner) -> RegisteredTool {
        let server = &self.shared.server;
        let definition = if server.leaves_untouched(&self.tool.name) {
            self.builder().unchecked()
        } else {
            self.planned(service)
        };
        let executor = McpTool {
            shared: Arc::clone(&self.shared),
            name: self.tool.name.to_string(),
        };
        RegisteredTool::new(definition, executor).options(server.options.clone())
    }

    /// The definition that checks and coerces, where the schema can be planned.
    fn planned(&self, service: &Inner) -> Definition {
        self.builder().build().unwrap_or_else(|error| {
            service.events.send(|| Event::Unchecked {
                tool: self.name.clone(),
                reason: error.to_string(),
            });
            self.builder().unchecked()
        })
    }

    fn builder(&self) -> Builder {
        let tool = &self.tool;
        let description = tool.description.as_deref().unwrap_or_default();
        let schema = Value::Object((*tool.input_schema).clone());
        let mut builder = Definition::builder(&self.name, description, schema);
        let hints = tool.annotations.as_ref();
        let title = tool.title.as_ref();
        if let Some(title) = title.or_else(|| hints?.title.as_ref()) {
            builder = builder.title(title);
        }
        if let Some(hints) = hints {
            builder = builder.annotations(annotations(hints));
        }
        match &tool.output_schema {
            Some(schema) => builder.output_schema(Value::Object((**schema).clone())),
            None => builder,
        }
    }
}

fn annotations(hints: &ToolAnnotations) -> Annotations {
    let mut annotations = Annotations::new();
    annotations.read_only = hints.read_only_hint;
    annotations.destructive = hints.destructive_hint;
    annotations.idempotent = hints.idempotent_hint;
    annotations.open_world = hints.open_world_hint;
    annotations
}
