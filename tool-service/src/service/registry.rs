use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tool_core::Definitions;

use crate::{RegisterError, RegisteredTool};

/// A snapshot of the tools. A running call keeps its snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tools {
    definitions: Arc<Definitions>,
    /// A tree, because comparing short names is faster than hashing them.
    by_name: BTreeMap<String, RegisteredTool>,
}

impl Tools {
    pub(crate) fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    pub(crate) fn get(&self, name: &str) -> Option<&RegisteredTool> {
        self.by_name.get(name)
    }

    /// Returns the tools if there is only one reference, to change them without a copy.
    fn get_mut(tools: &mut Arc<Self>) -> Option<&mut Self> {
        let tools = Arc::get_mut(tools)?;
        Arc::get_mut(&mut tools.definitions)?;
        Some(tools)
    }

    fn add(&mut self, tool: &RegisteredTool) -> Result<(), RegisterError> {
        let definition = tool.definition().clone();
        Arc::make_mut(&mut self.definitions)
            .push(definition)
            .map_err(RegisterError::Name)?;
        let name = tool.definition().name().to_owned();
        self.by_name.insert(name, tool.clone());
        Ok(())
    }

    /// Returns a copy of the tools in order, with some removed and others added.
    fn with_changes(
        &self,
        keep: impl Fn(&str) -> bool,
        tools: &[RegisteredTool],
    ) -> Result<Self, RegisterError> {
        let kept = self.definitions.iter().filter(|tool| keep(tool.name()));
        let added = tools.iter().map(RegisteredTool::definition);
        let definitions = Definitions::new(kept.chain(added).cloned());
        let definitions = definitions.map_err(RegisterError::Name)?;
        let kept = self.by_name.iter().filter(|(name, _)| keep(name));
        let kept = kept.map(|(name, tool)| (name.clone(), tool.clone()));
        let added = tools.iter();
        let added = added.map(|tool| (tool.definition().name().to_owned(), tool.clone()));
        Ok(Self {
            by_name: kept.chain(added).collect(),
            definitions: Arc::new(definitions),
        })
    }
}

/// The tools of a service. Each change is atomic.
#[derive(Debug)]
pub(crate) struct Registry {
    tools: watch::Sender<Arc<Tools>>,
    /// Locked while the tools change. Calls can read the tools at the same time.
    changing: Mutex<()>,
}

impl Registry {
    pub(crate) fn new() -> Self {
        Self {
            tools: watch::Sender::new(Arc::default()),
            changing: Mutex::new(()),
        }
    }

    pub(crate) fn tools(&self) -> Arc<Tools> {
        Arc::clone(&self.tools.borrow())
    }

    /// Returns a channel that reports each change.
    #[cfg(feature = "mcp")]
    pub(crate) fn changes(&self) -> watch::Receiver<Arc<Tools>> {
        self.tools.subscribe()
    }

    /// Adds a tool. The other tools are copied only if a snapshot is in use.
    pub(crate) fn add(&self, tool: RegisteredTool) -> Result<(), RegisterError> {
        let changing = self.lock();
        let mut outcome = None;
        self.tools.send_if_modified(|current| {
            outcome = Tools::get_mut(current).map(|tools| tools.add(&tool));
            matches!(outcome, Some(Ok(())))
        });
        let outcome = outcome.unwrap_or_else(|| {
            let mut changed = Tools::clone(&self.tools());
            changed.add(&tool)?;
            self.tools.send_replace(Arc::new(changed));
            Ok(())
        });
        drop(changing);
        // Dropped after the lock: foreign code may access the tools.
        drop(tool);
        outcome
    }

    /// Removes tools by name and adds others, atomically. Returns whether the tools still equalled
    /// `seen`; otherwise the tools stay unchanged.
    pub(crate) fn replace(
        &self,
        seen: &Arc<Tools>,
        keep: impl Fn(&str) -> bool,
        tools: &[RegisteredTool],
    ) -> Result<bool, RegisterError> {
        let changing = self.lock();
        if !Arc::ptr_eq(seen, &self.tools()) {
            return Ok(false);
        }
        let changed = seen.with_changes(keep, tools);
        let outcome = changed.map(|changed| self.tools.send_replace(Arc::new(changed)));
        drop(changing);
        // Dropped after the lock: foreign code may access the tools.
        outcome.map(|_| true)
    }

    /// Removes a tool.
    pub(crate) fn remove(&self, name: &str) -> Option<RegisteredTool> {
        let _changing = self.lock();
        let tools = self.tools();
        let removed = tools.get(name).cloned()?;
        // Removing a tool cannot cause a duplicate name.
        let changed = tools.with_changes(|other| other != name, &[]).ok()?;
        self.tools.send_replace(Arc::new(changed));
        Some(removed)
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        // The tools are consistent after each change.
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
