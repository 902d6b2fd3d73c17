//! Stores of answered calls.

use std::collections::HashMap;
use std::fs::{self, File, FileTimes};
use std::future::Future;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use crate::BoxError;
use crate::directory::{RETENTION, remove_old};
use crate::random::is_id;

/// Records which calls were answered. Each call runs at most once.
///
/// ```
/// use std::time::SystemTime;
/// use tool_service::BoxError;
/// use tool_service::approval::ApprovalStore;
///
/// /// A table of a database, with the id as its primary key.
/// struct Answered(Database);
///
/// impl ApprovalStore for Answered {
///     async fn claim(&self, id: &str, expires: SystemTime) -> Result<bool, BoxError> {
///         let query = "INSERT INTO answered (id, expires) VALUES (?, ?) ON CONFLICT DO NOTHING";
///         Ok(self.0.execute(query, id, expires).await? == 1)
///     }
/// }
/// # struct Database;
/// # impl Database {
/// #     async fn execute(&self, _: &str, _: &str, _: SystemTime) -> Result<u64, BoxError> { Ok(1) }
/// # }
/// ```
pub trait ApprovalStore: Send + Sync + 'static {
    /// Records that the call was answered. Returns `true` the first time and `false` after that,
    /// even if several threads or processes call it at once. The store may forget the id after it
    /// expires.
    ///
    /// # Errors
    ///
    /// Fails if the answer cannot be recorded. Then the call does not run.
    fn claim(
        &self,
        id: &str,
        expires: SystemTime,
    ) -> impl Future<Output = Result<bool, BoxError>> + Send;
}

/// Answered calls of one process, in memory. After a restart, a call can be answered again. Use
/// [`DirectoryApprovals`] if a [`Pending`](super::Pending) outlives the process.
///
/// ```
/// use tool_service::approval::{Approvals, MemoryApprovals};
///
/// let approvals = Approvals::new([7; 32], MemoryApprovals::new());
/// # let _ = approvals;
/// ```
#[derive(Debug, Default)]
pub struct MemoryApprovals(Mutex<HashMap<String, SystemTime>>);

impl MemoryApprovals {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl ApprovalStore for MemoryApprovals {
    async fn claim(&self, id: &str, expires: SystemTime) -> Result<bool, BoxError> {
        let mut answered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = answered.insert(id.to_owned(), expires).is_none();
        let now = SystemTime::now();
        // Kept longer than necessary, in case the clock was wrong.
        answered.retain(|_, expires| *expires + RETENTION > now);
        Ok(is_first)
    }
}

/// Answered calls in a directory, one empty file each. They survive a restart, and several
/// processes can share them.
///
/// ```no_run
/// use tool_service::approval::{Approvals, DirectoryApprovals};
///
/// let answered = DirectoryApprovals::open("/var/lib/agent/answered")?;
/// let approvals = Approvals::new([7; 32], answered);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DirectoryApprovals(PathBuf);

impl DirectoryApprovals {
    /// Opens the directory and creates it if necessary. Removes ids that expired more than a day
    /// ago. The directory must not contain other files.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be created or read.
    pub fn open(directory: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = directory.into();
        fs::create_dir_all(&directory)?;
        remove_old(&directory, is_id)?;
        Ok(Self(directory))
    }
}

impl ApprovalStore for DirectoryApprovals {
    async fn claim(&self, id: &str, expires: SystemTime) -> Result<bool, BoxError> {
        if !is_id(id) {
            return Err("invalid id; expected 32 hexadecimal digits".into());
        }
        let path = self.0.join(id);
        Ok(tokio::task::spawn_blocking(move || claim(&path, expires)).await??)
    }
}

/// Creates the file. Only one of several concurrent attempts succeeds. The modification time of the
/// file is the time at which the id expires.
fn claim(path: &Path, expires: SystemTime) -> io::Result<bool> {
    let file = match File::create_new(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(error),
    };
    file.set_times(FileTimes::new().set_modified(expires))?;
    // Synced before the call runs: a crash must not lose the answer.
    file.sync_all()?;
    if let Some(directory) = path.parent().filter(|_| cfg!(unix)) {
        File::open(directory)?.sync_all()?;
    }
    Ok(true)
}
