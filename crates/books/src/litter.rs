//! Names of files that operating systems, file servers and programs leave next to books: the one list, for
//! containers, folders and deliveries.

/// Folders whose files nobody put there: shadows of files, thumbnails, waste baskets, indexes.
const LITTER_FOLDERS: [&str; 21] = [
    "__macosx", ".appledouble", ".documentrevisions-v100", ".fseventsd", ".spotlight-v100",
    ".temporaryitems", ".trash", ".trashes", ".caltrash", ".stversions", ".stfolder", ".sync", ".@__thumb",
    "@eadir", "@tmp", "@recycle", "#recycle", "#snapshot", "$recycle.bin", "system volume information",
    "lost+found",
];

/// Files of the same kind.
const LITTER_FILES: [&str; 10] = [
    ".ds_store", "thumbs.db", "thumbs.db:encryptable", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini",
    "icon\r", ".localized", ".directory", "itunesmetadata.plist",
];

/// Extensions of files that a download or a copy has not finished.
const UNFINISHED_EXTENSIONS: [&str; 14] = [
    "part", "partial", "crdownload", "opdownload", "download", "filepart", "aria2", "icloud", "!ut", "!qb",
    "bc!", "tmp", "temp", "swp",
];

/// Returns true if an operating system or a program left a file behind, by its path in a container, a
/// folder or a delivery. No book refers to such a file, so a container loses nothing without it.
pub fn is_litter(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']).filter(|part| !part.is_empty());
    let Some(file) = parts.next_back() else { return false };
    is_litter_file(file) || parts.any(is_litter_folder)
}

/// Returns true if everything in a folder of this name is litter.
pub fn is_litter_folder(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    // Linux numbers the waste baskets of a disk by their users: `.Trash-1000`.
    lower.starts_with(".trash-") || LITTER_FOLDERS.contains(&lower.as_str())
}

/// Returns true if a file of a folder or a delivery is not a book or a record because of its path alone:
/// litter, a hidden file or folder, a file that a program has open or has not finished.
pub fn is_skipped(path: &str) -> bool {
    if is_litter(path) {
        return true;
    }
    let mut parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "." && *part != "..");
    let Some(file) = parts.next_back() else { return false };
    is_hidden(file) || is_unfinished(file) || parts.any(is_skipped_folder)
}

/// Returns true if the files of a folder of this name are skipped.
pub fn is_skipped_folder(name: &str) -> bool {
    // Safari keeps what it has of a file in a folder next to it.
    is_hidden(name) || is_litter_folder(name) || name.to_ascii_lowercase().ends_with(".download")
}

fn is_litter_file(name: &str) -> bool {
    // macOS stores what other file systems cannot hold of `book.epub` in `._book.epub`.
    name.starts_with("._") || LITTER_FILES.contains(&name.to_ascii_lowercase().as_str())
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

fn is_unfinished(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    // Office programs lock `list.csv` with `~$list.csv`; editors save the last version as `list.csv~`.
    let is_open = lower.starts_with("~$") || lower.starts_with("~syncthing~") || lower.ends_with('~');
    is_open || lower.rsplit_once('.').is_some_and(|(_, extension)| UNFINISHED_EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_left_behind_by_systems_are_litter_in_any_folder_and_case() {
        for path in [
            "__MACOSX/delivery/._two.epub",
            "delivery/__MACOSX/two.epub",
            "books/._ledger.epub",
            "._cover.xml",
            ".DS_Store",
            "a/b/Thumbs.db",
            "a/THUMBS.DB",
            "Desktop.ini",
            "books/@eaDir/ledger.epub/SYNOPHOTO_THUMB_M.jpg",
            "@eaDir/ledger.epub@SynoEAStream",
            ".Trashes/501/old.epub",
            ".Trash-1000/files/old.epub",
            "#recycle/old.epub",
            "$RECYCLE.BIN/S-1-5/old.epub",
            "lost+found/old.epub",
            "System Volume Information/IndexerVolumeGuid",
            "__MACOSX\\two.epub",
        ] {
            assert!(is_litter(path) && is_skipped(path), "{path}");
        }
    }

    #[test]
    fn books_whose_names_merely_resemble_litter_stay() {
        for path in [
            "a_.epub", "_book.epub", "MACOSX/book.epub", "The Trash.epub", "recycle/book.epub",
            "lost and found/book.epub", "part.epub", "tmp/book.epub", "Volume.1.part.2.epub",
            "EPUB/desktop.ini.xhtml", "thumbs.db.epub", "",
        ] {
            assert!(!is_litter(path) && !is_skipped(path), "{path}");
        }
    }

    #[test]
    fn hidden_and_unfinished_files_are_skipped_but_a_container_keeps_them() {
        for path in [
            ".ledger.epub",
            ".calnotes/notes.xml",
            "books/.git/feed.xml",
            "ledger.epub.part",
            "ledger.epub.crdownload",
            "ledger.epub.download/ledger.epub",
            "Unconfirmed 1234.CRDOWNLOAD",
            "feed.tmp",
            "~$list.csv",
            "list.csv~",
        ] {
            assert!(is_skipped(path), "{path}");
            assert!(!is_litter(path), "{path}");
        }
        assert!(!is_skipped("./books/../ledger.epub"));
    }
}
