//! Stores of long results.

use std::fs::{self, File};
use std::future::Future;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::BoxError;
use crate::directory::{remove_beyond, remove_old};

/// Stores results that are too long for a model. The model reads them in parts with the tool
/// `read_result`: see
/// [`ToolServiceBuilder::keep_results`](crate::ToolServiceBuilder::keep_results).
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Mutex;
///
/// use tool_service::BoxError;
/// use tool_service::results::{ResultStore, StoredPart};
///
/// /// Stores results until the program exits.
/// #[derive(Default)]
/// struct Memory(Mutex<HashMap<String, String>>);
///
/// impl ResultStore for Memory {
///     async fn write(&self, key: String, text: String) -> Result<(), BoxError> {
///         self.0.lock().map_err(|error| error.to_string())?.insert(key, text);
///         Ok(())
///     }
///
///     async fn read(
///         &self,
///         key: String,
///         start: u64,
///         length: usize,
///     ) -> Result<Option<StoredPart>, BoxError> {
///         let texts = self.0.lock().map_err(|error| error.to_string())?;
///         Ok(texts.get(&key).map(|text| {
///             let start = text.len().min(start as usize);
///             let end = text.len().min(start + length);
///             StoredPart::new(&text.as_bytes()[start..end], text.len() as u64)
///         }))
///     }
/// }
/// # let _ = Memory::default();
/// ```
pub trait ResultStore: Send + Sync + 'static {
    /// Stores a text under a new key. A key has up to 100 letters, digits, `-` and `_`.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be stored. The model then gets only the truncated text.
    fn write(&self, key: String, text: String)
    -> impl Future<Output = Result<(), BoxError>> + Send;

    /// Reads up to `length` bytes of a text, from byte `start`. The part is empty at or after the
    /// end of the text. Returns `None` for an unknown key. The key has the form of a key of
    /// [`write`](Self::write): the service checks what a model sends.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read.
    fn read(
        &self,
        key: String,
        start: u64,
        length: usize,
    ) -> impl Future<Output = Result<Option<StoredPart>, BoxError>> + Send;
}

/// A part of a stored text.
///
/// ```
/// use tool_service::results::StoredPart;
///
/// let part = StoredPart::new(b"milk", 4);
/// # let _ = part;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPart {
    pub(super) bytes: Vec<u8>,
    pub(super) total: u64,
}

impl StoredPart {
    /// Creates a part from its bytes and the size of the whole text in bytes.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>, total: u64) -> Self {
        Self {
            bytes: bytes.into(),
            total,
        }
    }
}

/// Stores results in a directory, one file each.
///
/// Files that are older than a day are removed, at most once a minute. If all results exceed
/// [`max_bytes`](Self::max_bytes), the oldest are removed first, regardless of their user. The
/// directory must not contain other files. On Unix, only the user of the process can read the
/// files.
///
/// ```no_run
/// use tool_service::ToolService;
/// use tool_service::results::DirectoryResults;
///
/// let results = DirectoryResults::open("/var/lib/agent/results")?;
/// let service = ToolService::builder().keep_results(results).build();
/// # let _ = service;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct DirectoryResults {
    directory: PathBuf,
    max_bytes: u64,
    usage: Arc<Mutex<Usage>>,
}

/// Default size limit of the directory.
const MAX_BYTES: u64 = 1 << 30;

/// Minimum time between two removals of old files.
const CLEANING_INTERVAL: Duration = Duration::from_secs(60);

/// What the store knows of its directory without a look at each file.
#[derive(Debug)]
struct Usage {
    /// Bytes of the results, as of the last cleaning and the writes of this process after it.
    bytes: u64,
    cleaned: Instant,
}

impl Usage {
    /// Counts a new file. Removes old files if it is time, or if the results exceed the limit.
    fn make_room(&mut self, bytes: u64, max: u64, directory: &Path) -> io::Result<()> {
        let is_full = self.bytes.saturating_add(bytes) > max;
        if is_full || self.cleaned.elapsed() >= CLEANING_INTERVAL {
            // A tenth stays free, so that not every further write lists the directory.
            let room = if is_full { max - max / 10 } else { max };
            self.bytes = remove_beyond(room.saturating_sub(bytes), directory, is_key)?;
            self.cleaned = Instant::now();
        }
        self.bytes = self.bytes.saturating_add(bytes);
        Ok(())
    }
}

impl DirectoryResults {
    /// Opens the directory and creates it if necessary. On Unix, only the user of the process can
    /// read a created directory.
    ///
    /// # Errors
    ///
    /// Fails if the directory cannot be created or read.
    pub fn open(directory: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = directory.into();
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&directory)?;
        let usage = Usage {
            bytes: remove_old(&directory, is_key)?,
            cleaned: Instant::now(),
        };
        Ok(Self {
            directory,
            max_bytes: MAX_BYTES,
            usage: Arc::new(Mutex::new(usage)),
        })
    }

    /// Sets the maximum total size of the results, in bytes. Default: 1 GiB. Concurrent writes may
    /// exceed it for a short time. A single result that exceeds it is not stored.
    pub fn max_bytes(mut self, max: u64) -> Self {
        self.max_bytes = max;
        self
    }
}

impl ResultStore for DirectoryResults {
    async fn write(&self, key: String, text: String) -> Result<(), BoxError> {
        let (directory, path) = (self.directory.clone(), path_of(&self.directory, &key)?);
        let (max, bytes) = (self.max_bytes, text.len() as u64);
        if bytes > max {
            return Err("the result is larger than the limit of the store".into());
        }
        let usage = Arc::clone(&self.usage);
        let write = move || {
            let mut usage = usage.lock().unwrap_or_else(PoisonError::into_inner);
            usage.make_room(bytes, max, &directory)?;
            drop(usage);
            create_private(&path)?.write_all(text.as_bytes())
        };
        Ok(tokio::task::spawn_blocking(write).await??)
    }

    async fn read(
        &self,
        key: String,
        start: u64,
        length: usize,
    ) -> Result<Option<StoredPart>, BoxError> {
        // A model may request any key.
        let Ok(path) = path_of(&self.directory, &key) else {
            return Ok(None);
        };
        let read = move || read(&path, start, length);
        Ok(tokio::task::spawn_blocking(read).await??)
    }
}

/// Creates a file that only the user of the process can read.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn read(path: &Path, start: u64, length: usize) -> io::Result<Option<StoredPart>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let total = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start.min(total)))?;
    file.take(length as u64).read_to_end(&mut bytes)?;
    Ok(Some(StoredPart { bytes, total }))
}

fn path_of(directory: &Path, key: &str) -> Result<PathBuf, BoxError> {
    if is_key(key) {
        Ok(directory.join(key))
    } else {
        Err("invalid key; use letters, digits, `-` and `_`".into())
    }
}

/// Returns whether the key is safe as a file name.
fn is_key(key: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (32..=100).contains(&key.len()) && key.bytes().all(is_plain)
}
