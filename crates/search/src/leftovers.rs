//! Files that a killed writer left behind.
//!
//! The engine writes the files of a commit first and names them in `meta.json` last, so a process that is
//! killed in between leaves files that no commit names. Most of them only take space. A list of deletions
//! does more harm: its name is that of its segment and the number of the operation, and the next writer
//! counts operations from the last commit again. So it comes to the same name with the same changes, the
//! engine refuses to write over a file, and the commit fails with `FileAlreadyExists`. The engine deletes
//! such files at the next commit that succeeds, if the writer knows of them: one that had the index open
//! before the other process wrote does not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tantivy::directory::{Directory as _, META_LOCK};
use tantivy::{Index, TantivyError};

use crate::Error;

/// Deletes the files in a generation's folder that its last commit does not name, and returns how many. The
/// caller holds the writer's lock and has applied nothing yet.
pub(crate) fn delete_leftovers(folder: &Path, index: &Index) -> Result<usize, Error> {
    // Others open the files of a commit under this lock, once they have read which they are.
    let _lock = index.directory().acquire_lock(&META_LOCK).map_err(TantivyError::from)?;
    let metas = index.searchable_segment_metas()?;
    let segments: BTreeMap<String, Option<String>> = metas
        .iter()
        .map(|meta| (meta.id().uuid_string(), meta.delete_opstamp().map(|stamp| format!("{stamp}.del"))))
        .collect();
    let mut cleared = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(|name| is_leftover(name, &segments)) {
            fs::remove_file(entry.path())?;
            cleared += 1;
        }
    }
    Ok(cleared)
}

/// Returns true if this is a file of a segment, but not of the last commit's. `segments` holds each
/// segment of the commit with the end of its list of deletions.
fn is_leftover(name: &str, segments: &BTreeMap<String, Option<String>>) -> bool {
    const SEGMENT_ID_CHARS: usize = 32;
    let Some((id, end)) = name.split_once('.') else { return false };
    if id.len() != SEGMENT_ID_CHARS || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return false;
    }
    match segments.get(id) {
        None => true,
        Some(deletions) => {
            end.rsplit_once('.').is_some_and(|(_, kind)| kind == "del") && deletions.as_deref() != Some(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_segments_are_left_over() {
        let (one, two) = ("0123456789abcdef0123456789abcdef", "f123456789abcdef0123456789abcdef");
        let segments = BTreeMap::from([(one.to_owned(), Some("12.del".to_owned()))]);
        for (end, left) in [("term", false), ("12.del", false), ("13.del", true), ("2.del", true)] {
            assert_eq!(is_leftover(&format!("{one}.{end}"), &segments), left, "{end}");
        }
        assert!(is_leftover(&format!("{two}.term"), &segments));
        for other in ["meta.json", "schema.json", ".managed.json", ".tantivy-writer.lock", "notes.del"] {
            assert!(!is_leftover(other, &segments), "{other}");
        }
        assert!(is_leftover(&format!("{one}.13.del"), &BTreeMap::from([(one.to_owned(), None)])));
    }
}
