//! Maintenance of local folders.

use std::io;
use std::path::Path;

use jiff::Timestamp;

/// Depth limit below the root; keys have at most four segments.
const MAX_FOLDER_DEPTH: usize = 5;

/// Deletes the temporary files (`<name>#<number>`) of writes that were interrupted before `before`.
pub(super) fn clean_unfinished(folder: &Path, before: Timestamp) -> io::Result<usize> {
    clean_folder(folder, before, MAX_FOLDER_DEPTH)
}

fn clean_folder(folder: &Path, before: Timestamp, depth: usize) -> io::Result<usize> {
    let mut cleaned = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() && depth > 0 {
            cleaned += clean_folder(&entry.path(), before, depth - 1)?;
        } else if kind.is_file() && is_temporary(&entry.file_name().to_string_lossy()) {
            let modified = Timestamp::try_from(entry.metadata()?.modified()?).map_err(io::Error::other)?;
            if modified < before {
                std::fs::remove_file(entry.path())?;
                cleaned += 1;
            }
        }
    }
    Ok(cleaned)
}

/// Returns true if this is a temporary name of the store, which ends in `#` and a number. Keys never
/// contain `#`.
fn is_temporary(name: &str) -> bool {
    name.rsplit_once('#')
        .is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
