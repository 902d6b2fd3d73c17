//! Files that are kept for a while in a directory.

use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// How long a file is kept.
pub(crate) const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes the files of which the time is over since [`KEPT`], if `is_ours` takes their names.
pub(crate) fn remove_old(directory: &Path, is_ours: fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(is_ours);
        // Another process may have removed it meanwhile.
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if is_ours && age.is_some_and(|age| age > KEPT) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}
