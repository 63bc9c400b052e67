//! DAISY books in folders.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use books::litter::{is_litter, is_litter_folder, is_skipped};
use conversion::daisy::{HEAD_BYTES, is_navigation_center, is_package_document};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

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

/// Packs the folder as a zip file: the same files give the same bytes.
pub(super) fn pack_folder(folder: &Path, temporary: &Path) -> Result<(PathBuf, TempDir), String> {
    let fault = |error: &dyn std::fmt::Display| format!("cannot be packed: {error}");
    let mut files = Vec::new();
    collect_files(folder, MAX_FOLDER_DEPTH, &mut files).map_err(|error| fault(&error))?;
    files.sort();
    let size: u64 = files.iter().filter_map(|file| Some(fs::metadata(file).ok()?.len())).sum();
    if files.len() > MAX_FILES || size > MAX_FOLDER_BYTES {
        return Err(fault(&format!("it has more than {MAX_FILES} files or {MAX_FOLDER_BYTES} bytes")));
    }
    fs::create_dir_all(temporary).map_err(|error| fault(&error))?;
    let place =
        tempfile::Builder::new().prefix("ingest-").tempdir_in(temporary).map_err(|error| fault(&error))?;
    let name = folder.file_name().map_or_else(|| "book".into(), |name| name.to_string_lossy().into_owned());
    let path = place.path().join(format!("{name}.zip"));
    let mut out = ZipWriter::new(File::create(&path).map_err(|error| fault(&error))?);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default());
    for file in files {
        let Ok(inside) = file.strip_prefix(folder) else { continue };
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        out.start_file(name, options).map_err(|error| fault(&error))?;
        let mut content = File::open(&file).map_err(|error| fault(&error))?;
        io::copy(&mut content, &mut out).map_err(|error| fault(&error))?;
    }
    out.finish().map_err(|error| fault(&error))?;
    Ok((path, place))
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
