//! Folders of files.

use std::path::Path;

/// The folder that a file is in: the current one for a name alone.
pub fn find_folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::find_folder;

    #[test]
    fn a_name_alone_is_in_the_current_folder() {
        assert_eq!(find_folder(Path::new("library.db")), Path::new("."));
        assert_eq!(find_folder(Path::new("/var/lib/library.db")), Path::new("/var/lib"));
    }
}
