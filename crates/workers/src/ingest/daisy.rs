//! DAISY books in folders.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use books::litter::{is_litter, is_litter_folder, is_skipped};
use conversion::daisy::{HEAD_BYTES, is_navigation_center, is_package_document};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::discs::name_without_disc;

const MAX_FOLDER_BYTES: u64 = 1 << 30;
/// Limit of files in such a folder, and of its depth.
const MAX_FILES: usize = 20_000;
const MAX_FOLDER_DEPTH: usize = 8;

/// Returns true if a folder is an unpacked DAISY book.
pub(super) fn is_folder(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_skipped(&name) {
            return false;
        }
        if is_navigation_center(&name) {
            return true;
        }
        let mut text = Vec::new();
        name.to_ascii_lowercase().ends_with(".opf")
            && File::open(entry.path()).is_ok_and(|file| file.take(HEAD_BYTES).read_to_end(&mut text).is_ok())
            && is_package_document(&text)
    })
}

/// Packs the folder of a book, or the folders of its discs, as a zip file: the same files give the same
/// bytes. Each disc has a folder in it.
pub(super) fn pack_folders(folders: &[PathBuf], temporary: &Path) -> Result<(PathBuf, TempDir), String> {
    let fault = |error: &dyn std::fmt::Display| format!("cannot be packed: {error}");
    let mut files = Vec::new();
    for folder in folders {
        let from = files.len();
        collect_files(folder, MAX_FOLDER_DEPTH, &mut files).map_err(|error| fault(&error))?;
        files[from..].sort();
    }
    let size: u64 = files.iter().filter_map(|file| Some(fs::metadata(file).ok()?.len())).sum();
    if files.len() > MAX_FILES || size > MAX_FOLDER_BYTES {
        return Err(fault(&format!("it has more than {MAX_FILES} files or {MAX_FOLDER_BYTES} bytes")));
    }
    fs::create_dir_all(temporary).map_err(|error| fault(&error))?;
    let place =
        tempfile::Builder::new().prefix("ingest-").tempdir_in(temporary).map_err(|error| fault(&error))?;
    let path = place.path().join(format!("{}.zip", book_name(folders)));
    let mut out = ZipWriter::new(File::create(&path).map_err(|error| fault(&error))?);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default());
    for file in files {
        let own = folders.iter().filter(|folder| file.starts_with(folder));
        let mut roots =
            own.filter_map(|own| if folders.len() > 1 { own.parent() } else { Some(own.as_path()) });
        let Some(inside) = roots.next().and_then(|root| file.strip_prefix(root).ok()) else { continue };
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        out.start_file(name, options).map_err(|error| fault(&error))?;
        let mut content = File::open(&file).map_err(|error| fault(&error))?;
        io::copy(&mut content, &mut out).map_err(|error| fault(&error))?;
    }
    out.finish().map_err(|error| fault(&error))?;
    Ok((path, place))
}

/// The name of a book by its folder, or by the folders of its discs or the one around them.
fn book_name(folders: &[PathBuf]) -> String {
    let Some(first) = folders.first().map(PathBuf::as_path) else { return "book".to_owned() };
    let file_name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    let of_set = || {
        let own = name_without_disc(first).filter(|name| !name.is_empty());
        own.or_else(|| file_name(first.parent()?))
    };
    let name = if folders.len() > 1 { of_set() } else { None };
    name.or_else(|| file_name(first)).unwrap_or_else(|| "book".to_owned())
}

fn collect_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Symbolic links may point anywhere.
        let kind = entry.file_type()?;
        // Files that a file server leaves in the folder must not make another book of the same files.
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_litter(&name) || (kind.is_dir() && is_litter_folder(&name)) {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            collect_files(&entry.path(), depth - 1, files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
        if files.len() > MAX_FILES {
            break;
        }
    }
    Ok(())
}
