//! Lists the migrations, so that the program carries their text: `$OUT_DIR/migrations.rs` has a slice of
//! names and texts for each database. (sqlx's own macro would build sqlx and the C source of SQLite a second
//! time, for the compiler.)

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("migrations");
    let mut text = String::new();
    for (name, folder) in [("SQLITE", "sqlite"), ("POSTGRES", "postgres")] {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let _ = writeln!(text, "const {name}: &[(&str, &str)] = &[");
        for path in sql_files(&folder)? {
            let (stem, file) =
                (path.file_stem().unwrap_or_default().to_string_lossy(), path.to_string_lossy());
            let _ = writeln!(text, "    ({stem:?}, include_str!({file:?})),");
        }
        text.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("migrations.rs"), text)
}

/// The SQL files of a folder, in the order of their names.
fn sql_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    Ok(files)
}
