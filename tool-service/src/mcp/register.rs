//! Registers the tools of a server in the service.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tool_core::Definition;
use tool_core::call::SetError;

use super::candidate::Candidate;
use super::clean::{Cleaned, clean, shorten};
use super::known::{KnownTools, Placement};
use super::list::{Listed, list_tools};
use super::name::{PreferredName, assign_names, fold};
use super::shared::{SessionHandle, Shared};
use crate::event::Event;
use crate::service::ServiceState;
use crate::{Failure, RegisterError, RegisteredTool, ToolError};

/// Lists the tools and replaces the previous ones atomically. Returns their number.
pub(super) async fn refresh_list(
    shared: &Arc<Shared>,
    session: &SessionHandle,
) -> Result<usize, ToolError> {
    let mut known = Arc::clone(&shared.known).lock_owned().await;
    let listed = list_tools(&session.peer, &shared.server.name).await?;
    let shared = Arc::clone(shared);
    // Compiling thousands of schemas takes seconds.
    let registering = tokio::task::spawn_blocking(move || register(&shared, &mut known, listed));
    registering.await.unwrap_or_else(|_| {
        let failure = Failure::new("the tools of an MCP server could not be registered");
        Err(ToolError::Server(failure.not_run()))
    })
}

fn register(
    shared: &Arc<Shared>,
    known: &mut KnownTools,
    listed: Vec<Listed>,
) -> Result<usize, ToolError> {
    let service = shared.service.upgrade();
    let Some(service) = service.filter(|_| !shared.close_requested.is_cancelled()) else {
        let failure = Failure::new("the connection was closed").not_run();
        return Err(ToolError::Cancelled(failure));
    };
    known.note_removed(&service.registry.tools());
    let list: Vec<_> = listed.iter().map(|listed| listed.mark).collect();
    if let Some(tools) = known.count_unchanged(&list) {
        send_listed(shared, &service, tools);
        return Ok(tools);
    }
    let before = known.list_registered();
    let candidates = collect_candidates(shared, known, &service, listed);
    let replaced = replace(&service, known, candidates);
    let is_whole = replaced.is_whole;
    if known.is_listed {
        let changes = find_changes(&shared.server.name, before, &replaced.placed);
        if let Some(changes) = changes {
            service.events.send(|| changes);
        }
    }
    known.update(replaced.into_placement(), is_whole.then_some(list));
    let tools = known.list_registered().len();
    send_listed(shared, &service, tools);
    Ok(tools)
}

fn send_listed(shared: &Shared, service: &ServiceState, tools: usize) {
    service.events.send(|| Event::ToolsListed {
        server: shared.server.name.clone(),
        tools,
    });
}

/// Compares the tools with the previous ones. Returns the differences, if there are any.
fn find_changes(
    server: &str,
    mut before: HashMap<String, u64>,
    now: &[(Candidate, RegisteredTool)],
) -> Option<Event> {
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    for (candidate, _) in now {
        let name = &candidate.name;
        match before.remove(name) {
            None => added.push(name.clone()),
            Some(old) if old != candidate.mark && !candidate.is_kept => changed.push(name.clone()),
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

/// Removes the tools of the server.
pub(super) async fn remove(shared: &Shared) {
    let mut known = std::mem::take(&mut *shared.known.lock().await);
    if let Some(service) = shared.service.upgrade() {
        // Tools that the host removed or replaced stay unchanged.
        loop {
            let seen = service.registry.tools();
            known.note_removed(&seen);
            let old = known.list_registered();
            let keep = |name: &str| !old.contains_key(name);
            // Removing tools cannot cause duplicate names, so this never fails.
            if service.registry.replace(&seen, keep, &[]) != Ok(false) {
                break;
            }
        }
    }
}

fn collect_candidates(
    shared: &Arc<Shared>,
    known: &KnownTools,
    service: &ServiceState,
    listed: Vec<Listed>,
) -> Vec<Candidate> {
    let mut tools = Vec::new();
    let mut seen = HashSet::new();
    let mut room = known.room();
    let refuse = |tool: &str, reason: &str| {
        service.events.send(|| Event::ToolRejected {
            tool: shorten(tool),
            reason: shorten(reason),
        });
    };
    for Listed { mark, tool } in listed {
        let tool = match tool {
            Ok(tool) => tool,
            Err((tool, reason)) => {
                refuse(&tool, &reason);
                continue;
            }
        };
        if !shared.server.takes(&tool.name) || is_kept_out(known, &tool.name, mark) {
            continue;
        }
        let is_new = known.get(&tool.name).is_none();
        if !seen.insert(tool.name.clone()) {
            refuse(
                &tool.name,
                "the server lists another tool with the same name",
            );
        } else if is_new && room == 0 {
            refuse(&tool.name, "the server lists too many tools");
        } else {
            room -= usize::from(is_new);
            tools.push((mark, tool));
        }
    }
    let prefix = shared.server.prefix();
    let listed = tools.iter().map(|(_, tool)| &*tool.name);
    let names = assign_names(&prefix, listed, |tool| shared.server.name_of(tool));
    let tools = tools.into_iter().zip(names);
    let candidates = tools.map(|((mark, mut tool), PreferredName { first, hashed })| {
        let known = known.get(&tool.name);
        let current = known.and_then(|known| known.current.as_ref());
        let is_same = current.is_some_and(|(old, _)| *old == mark);
        let cleaned = if is_same {
            Cleaned::default()
        } else {
            clean(&mut tool, &prefix)
        };
        Candidate {
            shared: Arc::clone(shared),
            mark,
            name: first,
            other: hashed,
            previous: known.and_then(|known| known.last.clone()),
            is_same,
            is_kept: false,
            cleaned,
            tool,
        }
    });
    candidates.collect()
}

/// Returns whether the host removed the tool or refused its current entry.
fn is_kept_out(known: &KnownTools, tool: &str, mark: u64) -> bool {
    let known = known.get(tool);
    known.is_some_and(|known| known.is_removed || known.refused == Some(mark))
}

/// Gives each tool a free name, or leaves it out. Checking the registry for each tool would take
/// quadratic time in a number that the server controls.
fn separate_names(service: &ServiceState, known: &KnownTools, candidates: &mut Vec<Candidate>) {
    let before = known.list_registered();
    let tools = service.registry.tools();
    let others = tools.definitions().iter().map(Definition::name);
    let others = others.filter(|name| !before.contains_key(*name));
    let mut taken: HashSet<_> = others.map(fold).collect();
    candidates.retain_mut(|candidate| {
        if taken.insert(fold(&candidate.name)) {
            return true;
        }
        candidate.name.clone_from(&candidate.other);
        let is_new = taken.insert(fold(&candidate.name));
        if !is_new {
            service.events.send(|| Event::ToolRejected {
                tool: candidate.name.clone(),
                reason: "another tool has the same name".to_owned(),
            });
        }
        is_new
    });
}

/// The outcome of registering a list.
#[derive(Default)]
struct Replaced {
    placed: Vec<(Candidate, RegisteredTool)>,
    /// Tools that the host refused.
    refused: Vec<Candidate>,
    /// `true` if no tool was left out because of its name.
    is_whole: bool,
}

impl Replaced {
    fn into_placement(self) -> Vec<Placement> {
        let placed = self.placed.into_iter();
        let placed = placed.map(|(candidate, tool)| candidate.into_placement(Some(tool)));
        let refused = self.refused.into_iter();
        placed
            .chain(refused.map(|candidate| candidate.into_placement(None)))
            .collect()
    }

    /// Adds the tool of an entry, if the host accepts it.
    fn decide(&mut self, place: usize, mut candidate: Candidate, service: &ServiceState) {
        match candidate.review(service) {
            Some(tool) => self.placed.insert(place, (candidate, tool)),
            None => self.refused.push(candidate),
        }
    }
}

/// Registers the tools in place of the old ones.
fn replace(
    service: &ServiceState,
    known: &mut KnownTools,
    mut candidates: Vec<Candidate>,
) -> Replaced {
    let wanted = candidates.len();
    separate_names(service, known, &mut candidates);
    let mut replaced = Replaced {
        is_whole: candidates.len() == wanted,
        ..Replaced::default()
    };
    for candidate in candidates {
        replaced.decide(replaced.placed.len(), candidate, service);
    }
    // The host may change the tools at the same time.
    loop {
        let seen = service.registry.tools();
        known.note_removed(&seen);
        let before = known.list_registered();
        let is_removed = |tool: &str| known.get(tool).is_some_and(|known| known.is_removed);
        let placed = &mut replaced.placed;
        placed.retain(|(candidate, _)| !is_removed(&candidate.tool.name));
        let tools: Vec<_> = placed.iter().map(|(_, tool)| tool.clone()).collect();
        let keep = |name: &str| !before.contains_key(name);
        let error = match service.registry.replace(&seen, keep, &tools) {
            Ok(true) => return replaced,
            Ok(false) => continue,
            Err(error) => error,
        };
        // Each iteration renames or removes one tool, so the loop ends.
        let place = find_refused(&error, placed);
        let (mut candidate, _) = placed.remove(place);
        if candidate.name == candidate.other {
            replaced.is_whole = false;
            service.events.send(|| Event::ToolRejected {
                tool: candidate.name,
                reason: error.to_string(),
            });
        } else {
            candidate.name.clone_from(&candidate.other);
            replaced.decide(place, candidate, service);
        }
    }
}

/// Returns the position of the tool that caused the error: the last tool of that name, because an
/// earlier one has already taken the name.
fn find_refused(error: &RegisterError, placed: &[(Candidate, RegisteredTool)]) -> usize {
    let name = match error {
        RegisterError::Name(SetError::SameName { second, .. }) => Some(second),
        RegisterError::Name(SetError::NoName { name }) => Some(name),
        _ => None,
    };
    let place = name.and_then(|name| {
        let mut tools = placed.iter();
        tools.rposition(|(candidate, _)| candidate.name == *name)
    });
    place.unwrap_or(placed.len().saturating_sub(1))
}
