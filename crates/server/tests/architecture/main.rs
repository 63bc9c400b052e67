//! Architecture tests: which crate may use which, and which module, the dependencies, how long a file may be,
//! and that the documentation points at existing things. They read the sources and `cargo metadata`; no other
//! tool and no network is needed.

mod acting;
mod audit;
mod circles;
mod dependencies;
mod endpoints;
mod features;
mod files;
mod floors;
mod handler_operations;
mod handlers;
mod licenses;
mod links;
mod metadata;
mod names;
mod operations;
mod prose;
mod readers;
mod recipes;
mod reexports;
mod references;
mod routes;
mod scanner;
mod ways_in;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The top folder of the checkout.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        above.canonicalize().expect("the crate lies two folders below the top")
    });
    &ROOT
}

/// The files that belong to the project, as paths below [`root`] with `/`: what git tracks, and what it
/// would track if it were added now, so that a fault is seen before it is committed.
pub(crate) fn files() -> &'static [String] {
    static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let output = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root())
            .output()
            .expect("git is installed");
        assert!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
        let mut files: Vec<String> = String::from_utf8(output.stdout)
            .expect("file names are UTF-8")
            .split_terminator('\0')
            // A file that was deleted but not yet committed is still listed.
            .filter(|file| root().join(file).is_file())
            .map(str::to_owned)
            .collect();
        files.sort();
        files.dedup();
        assert!(files.len() > 10, "git knows the files of the project");
        files
    });
    &FILES
}

/// The source files of a crate.
pub(crate) fn sources(name: &str) -> Vec<String> {
    let below = format!("crates/{name}/src/");
    files().iter().filter(|file| file.starts_with(&below) && extension(file) == "rs").cloned().collect()
}

/// The text of one of [`files`], or `None` if it is not text (an image, a book, a sound).
pub(crate) fn text(file: &str) -> Option<String> {
    let bytes = std::fs::read(root().join(file)).ok()?;
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// The extension of a file, without the dot; empty if it has none.
pub(crate) fn extension(file: &str) -> &str {
    file.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, extension)| extension)
}

/// Fails with every fault on a line of its own, so that one run shows all.
pub(crate) fn assert_none(what: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{what}:\n  {}", faults.join("\n  "));
}
