//! Files that a directory keeps for a limited time.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// Minimum lifetime of a file.
pub(crate) const RETENTION: Duration = Duration::from_secs(24 * 60 * 60);

/// A file of a directory.
struct StoredFile {
    modified: SystemTime,
    bytes: u64,
    path: PathBuf,
}

/// Removes the files that expired more than [`RETENTION`] ago and whose names satisfy `is_ours`.
/// Returns the bytes of the remaining files.
pub(crate) fn remove_old(directory: &Path, is_ours: fn(&str) -> bool) -> io::Result<u64> {
    remove_beyond(u64::MAX, directory, is_ours)
}

/// Does the same as [`remove_old`]. Then removes the oldest files until the rest has at most `max`
/// bytes. Returns the bytes of the remaining files.
pub(crate) fn remove_beyond(
    max: u64,
    directory: &Path,
    is_ours: fn(&str) -> bool,
) -> io::Result<u64> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(is_ours) {
            continue;
        }
        // Another process may have removed it.
        let metadata = entry.metadata();
        let metadata = metadata.ok().filter(fs::Metadata::is_file);
        let known = metadata.and_then(|of| Some((of.modified().ok()?, of.len())));
        if let Some((modified, bytes)) = known {
            let path = entry.path();
            files.push(StoredFile {
                modified,
                bytes,
                path,
            });
        }
    }
    files.sort_unstable_by_key(|file| file.modified);
    let mut total: u64 = files.iter().map(|file| file.bytes).sum();
    for file in files {
        let age = file.modified.elapsed().unwrap_or_default();
        if (age > RETENTION || total > max) && fs::remove_file(file.path).is_ok() {
            total = total.saturating_sub(file.bytes);
        }
    }
    Ok(total)
}
