use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;
use tool_core::Definitions;

use crate::{RegisterError, RegisteredTool};

/// The tools as they stand at one time. Calls under way hold what they began with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tools {
    definitions: Arc<Definitions>,
    by_name: HashMap<String, RegisteredTool>,
}

impl Tools {
    pub(crate) fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    pub(crate) fn get(&self, name: &str) -> Option<&RegisteredTool> {
        self.by_name.get(name)
    }

    fn add(&mut self, tool: &RegisteredTool) -> Result<(), RegisterError> {
        let definition = tool.definition().clone();
        Arc::make_mut(&mut self.definitions).push(definition)?;
        let name = tool.definition().name().to_owned();
        self.by_name.insert(name, tool.clone());
        Ok(())
    }

    /// The tools in their order, without some, and with others.
    fn changed(
        &self,
        keep: impl Fn(&str) -> bool,
        tools: &[RegisteredTool],
    ) -> Result<Self, RegisterError> {
        let kept = self.definitions.iter().filter(|tool| keep(tool.name()));
        let added = tools.iter().map(RegisteredTool::definition);
        let definitions = Definitions::new(kept.chain(added).cloned())?;
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

/// The tools of a service, which change as a whole: whoever looks sees them before a
/// change or after it.
#[derive(Debug)]
pub(crate) struct Registry(watch::Sender<Arc<Tools>>);

impl Registry {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(Arc::default()))
    }

    pub(crate) fn tools(&self) -> Arc<Tools> {
        Arc::clone(&self.0.borrow())
    }

    /// Tells of each change.
    #[cfg(feature = "mcp")]
    pub(crate) fn changes(&self) -> watch::Receiver<Arc<Tools>> {
        self.0.subscribe()
    }

    /// Puts a tool in. The others are copied only if somebody holds them: a call, say.
    pub(crate) fn add(&self, tool: RegisteredTool) -> Result<(), RegisterError> {
        let mut outcome = Ok(());
        self.0.send_if_modified(|current| {
            outcome = Arc::make_mut(current).add(&tool);
            outcome.is_ok()
        });
        // What is refused is dropped here: it may be code of others, which may look at the tools.
        drop(tool);
        outcome
    }

    /// Takes some out by their names and puts others in, in one step: all or nothing.
    #[cfg(any(feature = "builtin", feature = "mcp"))]
    pub(crate) fn replace(
        &self,
        keep: impl Fn(&str) -> bool,
        tools: Vec<RegisteredTool>,
    ) -> Result<(), RegisterError> {
        let mut outcome = Ok(Arc::default());
        self.0.send_if_modified(|current| {
            outcome = current
                .changed(keep, &tools)
                .map(|changed| std::mem::replace(current, Arc::new(changed)));
            outcome.is_ok()
        });
        // What goes is dropped here: it may be code of others, which may look at the tools.
        drop(tools);
        outcome.map(drop)
    }

    /// Takes a tool out.
    pub(crate) fn remove(&self, name: &str) -> Option<RegisteredTool> {
        let mut removed = None;
        self.0.send_if_modified(|current| {
            removed = current.get(name).cloned();
            // Of fewer tools no two have the same name.
            if removed.is_some()
                && let Ok(changed) = current.changed(|other| other != name, &[])
            {
                *current = Arc::new(changed);
            }
            removed.is_some()
        });
        removed
    }
}
