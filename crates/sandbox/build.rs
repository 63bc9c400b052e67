//! Lists every source file of the demo library, so that the program embeds all of them.
//!
//! Writes `$OUT_DIR/embedded.rs`: one sorted table of (path, bytes).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let mut paths = Vec::new();
    for folder in ["books", "periodicals"] {
        println!("cargo:rerun-if-changed={folder}");
        collect_files(&root.join(folder), &mut paths)?;
    }
    for file in ["bisac.toml", "categories.toml", "style.css"] {
        println!("cargo:rerun-if-changed={file}");
        paths.push(root.join(file));
    }
    let inside = |path: &PathBuf| Some(path.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/"));
    let mut names: Vec<String> = paths.iter().filter_map(inside).collect();
    names.sort();
    let mut table = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for name in names {
        // Relative to the crate's current folder: a build cache may serve several checkouts.
        writeln!(
            table,
            "    ({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {name:?}))),"
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("];\n");
    fs::write(
        PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?).join("embedded.rs"),
        table,
    )
}

/// All files below `folder`; hidden files of editors and systems are skipped.
fn collect_files(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() { collect_files(&path, into)? } else { into.push(path) }
    }
    Ok(())
}
