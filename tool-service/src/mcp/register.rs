//! A server's tools, as tools of the service.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;
use tool_core::{Annotations, Builder, Definition, SetError};

use super::call::McpTool;
use super::clean::{Cleaned, clean, shown};
use super::list::{Listed, MOST_TOOLS, list};
use super::name::{Name, folded, names};
use super::shared::{Line, Shared};
use crate::service::Inner;
use crate::{Event, Failure, RegisterError, RegisteredTool, ToolError};

/// What a connection knows of the tools of its server, by the names that the server has for
/// them. Tools that the server lists no more are among them, since a tool keeps its name for
/// the life of the connection.
#[derive(Default)]
pub(super) struct Known {
    tools: HashMap<String, KnownTool>,
    /// The marks of the list that was registered last, unless a tool of it was left out.
    list: Option<Vec<u64>>,
}

struct KnownTool {
    /// The name that it is registered by.
    name: String,
    /// The mark of its entry and its definition, while it is registered.
    current: Option<(u64, Definition)>,
}

impl Known {
    /// The names and marks of the tools that are registered.
    fn registered(&self) -> HashMap<String, u64> {
        let tools = self.tools.values();
        let tools = tools.filter_map(|tool| Some((tool.name.clone(), tool.current.as_ref()?.0)));
        tools.collect()
    }

    /// The number of tools, if they are those of that list and are all registered still.
    fn unchanged(&self, list: &[u64], service: &Inner) -> Option<usize> {
        let known = self.list.as_ref().filter(|known| *known == list);
        let tools = service.registry.tools();
        let registered = known.map(|_| self.registered());
        let registered = registered.filter(|all| all.keys().all(|name| tools.get(name).is_some()));
        registered.map(|all| all.len())
    }

    /// Takes over what is registered now.
    fn update(&mut self, registered: Vec<(Candidate, Definition)>) {
        for tool in self.tools.values_mut() {
            tool.current = None;
        }
        for (
            Candidate {
                tool, mark, name, ..
            },
            definition,
        ) in registered
        {
            let current = Some((mark, definition));
            drop(
                self.tools
                    .insert(tool.name.into(), KnownTool { name, current }),
            );
        }
        // A server that lists ever new tools is not followed without end.
        if self.tools.len() > 2 * MOST_TOOLS {
            self.tools.retain(|_, tool| tool.current.is_some());
        }
    }
}

/// Lists the tools, and puts them in the place of those that were registered before, in one
/// step. Gives their number.
pub(super) async fn relist(shared: &Arc<Shared>, line: &Line) -> Result<usize, ToolError> {
    let mut known = Arc::clone(&shared.known).lock_owned().await;
    let listed = list(&line.peer, &shared.server.name).await?;
    let shared = Arc::clone(shared);
    // The schemas of thousands of tools are planned in seconds.
    let registering = tokio::task::spawn_blocking(move || register(&shared, &mut known, listed));
    registering.await.unwrap_or_else(|_| {
        let failure = Failure::new("the tools of an MCP server could not be registered");
        Err(ToolError::Server(failure.not_run()))
    })
}

fn register(
    shared: &Arc<Shared>,
    known: &mut Known,
    listed: Vec<Listed>,
) -> Result<usize, ToolError> {
    let service = shared.service.upgrade();
    let Some(service) = service.filter(|_| !shared.closed.is_cancelled()) else {
        let failure = Failure::new("the connection was given up").not_run();
        return Err(ToolError::Cancelled(failure));
    };
    let list: Vec<_> = listed.iter().map(|listed| listed.mark).collect();
    if let Some(tools) = known.unchanged(&list, &service) {
        send_listed(shared, &service, tools);
        return Ok(tools);
    }
    let is_first = known.tools.is_empty();
    let before = known.registered();
    let candidates = candidates(shared, known, &service, listed);
    let wanted = candidates.len();
    let registered = replace(&service, known, &before, candidates);
    let marks = registered.iter().map(|(tool, _)| (&tool.name, tool.mark));
    let changes = (!is_first).then(|| changes(&shared.server.name, before, marks));
    if let Some(changes) = changes.flatten() {
        service.events.send(|| changes);
    }
    let tools = registered.len();
    known.update(registered);
    known.list = (tools == wanted).then_some(list);
    send_listed(shared, &service, tools);
    Ok(tools)
}

fn send_listed(shared: &Shared, service: &Inner, tools: usize) {
    service.events.send(|| Event::Listed {
        server: shared.server.name.clone(),
        tools,
    });
}

/// How the tools differ from those before, if they do.
fn changes<'a>(
    server: &str,
    mut before: HashMap<String, u64>,
    now: impl Iterator<Item = (&'a String, u64)>,
) -> Option<Event> {
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    for (name, mark) in now {
        match before.remove(name) {
            None => added.push(name.clone()),
            Some(old) if old != mark => changed.push(name.clone()),
            Some(_) => {}
        }
    }
    let mut removed: Vec<_> = before.into_keys().collect();
    removed.sort_unstable();
    let differs = [&added, &changed, &removed]
        .iter()
        .any(|names| !names.is_empty());
    differs.then(|| Event::ToolsChanged {
        server: server.to_owned(),
        added,
        changed,
        removed,
    })
}

/// Takes the tools out.
pub(super) async fn remove(shared: &Shared) {
    let old = std::mem::take(&mut *shared.known.lock().await).registered();
    if let Some(service) = shared.service.upgrade() {
        // Of fewer tools no two have the same name.
        drop(
            service
                .registry
                .replace(|name| !old.contains_key(name), Vec::new()),
        );
    }
}

/// A tool under the name that it has for now.
struct Candidate {
    shared: Arc<Shared>,
    tool: Tool,
    mark: u64,
    name: String,
    /// The name that is tried where that one is taken.
    other: String,
    /// Its definition, if it was registered before and is the same.
    same: Option<Definition>,
    cleaned: Cleaned,
}

fn candidates(
    shared: &Arc<Shared>,
    known: &Known,
    service: &Inner,
    listed: Vec<Listed>,
) -> Vec<Candidate> {
    let mut tools = Vec::new();
    let mut seen = HashSet::new();
    for Listed { mark, tool } in listed {
        match tool {
            Ok(tool) if !shared.server.takes(&tool.name) => {}
            Ok(tool) if seen.insert(tool.name.clone()) => tools.push((mark, tool)),
            Ok(tool) => service.events.send(|| Event::Refused {
                tool: shown(&tool.name),
                reason: "the server lists another tool of that name".to_owned(),
            }),
            Err((tool, reason)) => service.events.send(|| Event::Refused {
                tool: shown(&tool),
                reason: shown(&reason),
            }),
        }
    }
    let names = names(
        &shared.server.prefix(),
        tools.iter().map(|(_, tool)| &*tool.name),
        |tool| known.tools.get(tool).map(|known| known.name.as_str()),
    );
    let tools = tools.into_iter().zip(names);
    let candidates = tools.map(|((mark, mut tool), Name { first, hashed })| {
        let current = known
            .tools
            .get(&*tool.name)
            .and_then(|tool| tool.current.as_ref());
        let same = current.filter(|(old, _)| *old == mark);
        let cleaned = match same {
            Some(_) => Cleaned::default(),
            None => clean(&mut tool),
        };
        Candidate {
            shared: Arc::clone(shared),
            mark,
            name: first,
            other: hashed,
            same: same.map(|(_, definition)| definition.clone()),
            cleaned,
            tool,
        }
    });
    candidates.collect()
}

/// Gives each a name that is not taken, or leaves it out. Trying the registry for each would
/// take a time that grows with the square of their number, which is for the server to say.
fn keep_apart(
    service: &Inner,
    known: &Known,
    before: &HashMap<String, u64>,
    candidates: &mut Vec<Candidate>,
) {
    let tools = service.registry.tools();
    let others = tools.definitions().iter().map(Definition::name);
    let others = others.filter(|name| !before.contains_key(*name));
    let others: HashSet<_> = others.map(folded).collect();
    let mut taken = others.clone();
    taken.extend(known.tools.values().map(|tool| folded(&tool.name)));
    candidates.retain_mut(|candidate| {
        let name = folded(&candidate.name);
        let keeps = if known.tools.contains_key(&*candidate.tool.name) {
            !others.contains(&name)
        } else {
            taken.insert(name)
        };
        if keeps {
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

/// Registers them in the place of the old ones; gives those that are, with their definitions.
fn replace(
    service: &Inner,
    known: &Known,
    before: &HashMap<String, u64>,
    mut candidates: Vec<Candidate>,
) -> Vec<(Candidate, Definition)> {
    keep_apart(service, known, before, &mut candidates);
    let mut tools: Vec<_> = candidates
        .iter()
        .map(|candidate| candidate.registered(service))
        .collect();
    // Others may register tools meanwhile.
    loop {
        let replaced = service
            .registry
            .replace(|name| !before.contains_key(name), tools.clone());
        let Err(error) = replaced else {
            let definitions = tools.iter().map(|tool| tool.definition().clone());
            return candidates.into_iter().zip(definitions).collect();
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
        let Cleaned { removed, cut } = self.cleaned;
        if removed + cut > 0 {
            service.events.send(|| Event::Cleaned {
                tool: self.name.clone(),
                removed,
                cut,
            });
        }
        let server = &self.shared.server;
        let same = self.same.as_ref().filter(|same| same.name() == self.name);
        let definition = if let Some(same) = same {
            same.clone()
        } else if server.leaves_untouched(&self.tool.name) {
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
        let ours = self.shared.server.annotations_of(&tool.name);
        if let Some(annotations) = ours.or_else(|| hints.map(annotations)) {
            builder = builder.annotations(annotations);
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
