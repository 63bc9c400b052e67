//! Folders of files.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// Reads the folder that an option of a command names.
pub fn folder_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| require_folder(&folder).map(|()| folder))
}

/// Refuses an address, such as that of an object store: it would become the name of a folder on this machine.
pub fn require_folder(folder: &Path) -> Result<(), String> {
    if folder.to_string_lossy().contains("://") {
        return Err("an address is not a directory; only files.location may be in an object store".to_owned());
    }
    Ok(())
}

/// The folder that a file is in: the current one for a name alone.
pub fn find_folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{find_folder, require_folder};

    #[test]
    fn a_name_alone_is_in_the_current_folder() {
        assert_eq!(find_folder(Path::new("library.db")), Path::new("."));
        assert_eq!(find_folder(Path::new("/var/lib/library.db")), Path::new("/var/lib"));
    }

    #[test]
    fn an_address_is_not_a_folder() {
        for folder in ["backup", "/var/backups/s3:", "c:/backups"] {
            assert_eq!(require_folder(Path::new(folder)), Ok(()));
        }
        for address in ["s3://bucket/backups", "https://example.org/backups"] {
            assert!(require_folder(Path::new(address)).is_err(), "{address}");
        }
    }
}
