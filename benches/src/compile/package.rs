//! Packages that are made only to be built.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the root of this project.
pub(super) fn root() -> PathBuf {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().unwrap_or(benches).to_owned()
}

/// Writes a package without code that depends on those crates as this project does: in
/// the versions of its lock file.
///
/// # Errors
///
/// If a file cannot be read or written.
pub(super) fn write(folder: &Path, dependencies: &[&str]) -> io::Result<PathBuf> {
    let root = root();
    let package = folder.join("package");
    fs::create_dir_all(package.join("src"))?;
    fs::write(package.join("src/lib.rs"), "")?;
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"))?;
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let lines: String = dependencies
        .iter()
        .map(|name| line(&root, &manifest, name))
        .collect();
    let manifest = format!(
        "[package]\nname = \"sample\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{lines}"
    );
    fs::write(package.join("Cargo.toml"), manifest)?;
    Ok(package)
}

/// The line of a dependency, as the workspace has it.
fn line(root: &Path, manifest: &str, name: &str) -> String {
    let crate_of_ours = root.join(name);
    if crate_of_ours.is_dir() {
        let path = crate_of_ours.display();
        return format!("{name} = {{ path = '{path}' }}\n");
    }
    let said = format!("{name} = ");
    let line = manifest.lines().find(|line| line.starts_with(&said));
    line.map(|line| format!("{line}\n")).unwrap_or_default()
}
