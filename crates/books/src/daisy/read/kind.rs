//! Kind of a file, as far as books are made of it.

use bytes::Bytes;

use super::volumes::{Volume, find_centers, find_package_documents};
use crate::epub::is_epub_document;
use crate::error::keep_part;
use crate::litter::is_litter;
use crate::resources::find_package_document;
use crate::{Error, Limits, Package, Reporter, Result, path};

/// Bytes in which the first element of a text must begin.
const ROOT_SEARCH_BYTES: usize = 16 << 10;
/// Limit of files that are searched for a text.
const MAX_SEARCHED_FILES: usize = 64;

/// A detected source, with the container and the file in it where reading begins.
pub(crate) enum DetectedSource {
    Epub(Package),
    /// DAISY 3: the package documents of its volumes, of which most books have one.
    Daisy(Package, Vec<Volume>),
    /// DAISY 2.02: the navigation centers of its volumes.
    Daisy2(Package, Vec<Volume>),
    /// A text with its pictures: the text.
    Dtbook(Package, String),
    /// A text that is the file.
    Text(Bytes),
    /// A container that holds none of these.
    Unknown(Package),
}

pub(crate) fn detect(bytes: Bytes, limits: &Limits, reporter: Reporter) -> Result<DetectedSource> {
    if is_dtbook(&bytes) {
        return Ok(DetectedSource::Text(bytes));
    }
    detect_in_package(Package::open_reporting(bytes, *limits, reporter)?)
}

/// Detects the kind of book in a container.
pub(crate) fn detect_in_package(mut package: Package) -> Result<DetectedSource> {
    if package.find("META-INF/container.xml").is_some() {
        return Ok(DetectedSource::Epub(package));
    }
    let centers = find_centers(&package)?;
    let opf = match find_package_document(&package) {
        // Books that are of both standards have the text of DAISY 3, or they are of the older one.
        Some(opf) if !centers.is_empty() => {
            let text = package.read(&opf, "the container")?;
            text.windows(8).any(|word| word == b"x-dtbook").then_some(opf)
        }
        Some(opf) if is_epub_document(&package, &opf) => return Ok(DetectedSource::Epub(package)),
        other => other,
    };
    if let Some(opf) = opf {
        let volumes = find_package_documents(&package, opf)?;
        note_volumes(&mut package, &volumes);
        return Ok(DetectedSource::Daisy(package, volumes));
    }
    if !centers.is_empty() {
        note_volumes(&mut package, &centers);
        return Ok(DetectedSource::Daisy2(package, centers));
    }
    Ok(match highest_file(find_texts(&package, |_| true)?)? {
        Some(text) => DetectedSource::Dtbook(package, text),
        None => DetectedSource::Unknown(package),
    })
}

/// Returns true if a file is a `DTBook`, as XML in one of its encodings.
pub(crate) fn is_dtbook(bytes: &[u8]) -> bool {
    let head: Vec<u8> =
        bytes[..bytes.len().min(ROOT_SEARCH_BYTES)].iter().copied().filter(|byte| *byte != 0).collect();
    let text = String::from_utf8_lossy(&head);
    !bytes.starts_with(b"PK") && (text.contains("<dtbook") || text.contains(":dtbook"))
}

fn note_volumes(package: &mut Package, volumes: &[Volume]) {
    if volumes.len() > 1 {
        package.set_volumes(volumes.iter().map(|volume| volume.path.as_str()));
    }
}

/// The texts (`DTBook`) among these files of a package.
pub(super) fn find_texts(package: &Package, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<String>> {
    let is_candidate = |name: &&str| path::extension(name) == "xml" && !is_litter(name) && is_wanted(name);
    let files = package.names().filter(is_candidate);
    let mut texts = Vec::new();
    for name in files.take(MAX_SEARCHED_FILES) {
        if keep_part(package.read(name, "the container"))?.is_some_and(|bytes| is_dtbook(&bytes)) {
            texts.push(name.to_owned());
        }
    }
    Ok(texts)
}

/// The one that lies highest in the folders.
fn highest_file(mut files: Vec<String>) -> Result<Option<String>> {
    let depth = |name: &String| name.matches('/').count();
    files.sort_by_key(depth);
    match files.as_slice() {
        [first, second, ..] if depth(first) == depth(second) => Err(Error::Unsupported {
            entry: "the container".into(),
            reason: format!("it holds several books: {first}, {second}"),
        }),
        _ => Ok(files.into_iter().next()),
    }
}
