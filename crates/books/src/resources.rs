//! The single files of a package, for readers that fetch them one by one.

use std::collections::HashMap;

use bytes::Bytes;

use crate::epub::package_document;
use crate::error::Result;
use crate::limits::Limits;
use crate::package::{Package, PackageFile};
use crate::path;
use crate::xml::{self, child, children};

/// Lists the files of a package in its own order: the package document, then the files as its
/// manifest lists them, then all others (docs/rules/records.md#rule-14). The order is the same for the same
/// package.
///
/// # Errors
/// The container or its package document is broken.
pub fn resources(bytes: Bytes, limits: &Limits) -> Result<Vec<PackageFile>> {
    let package = Package::open(bytes, *limits)?;
    let mut stated: HashMap<String, (usize, String)> = HashMap::new();
    if let Some(opf) = find_package_document(&package) {
        let text = xml::decode(&opf, package.read(&opf, "the container")?)?;
        let document = xml::parse(&opf, &text, limits)?;
        for item in child(document.root_element(), "manifest")
            .into_iter()
            .flat_map(|manifest| children(manifest, "item"))
        {
            let target = item.attribute("href").and_then(|href| path::resolve(&opf, href));
            if let (Some((target, _)), Some(media_type)) = (target, item.attribute("media-type")) {
                let place = stated.len() + 1;
                stated.entry(target).or_insert((place, media_type.to_owned()));
            }
        }
        // DAISY lists the package document itself, as mere XML.
        stated.insert(opf, (0, "application/oebps-package+xml".to_owned()));
    }
    let mut files = package.files(|path| {
        stated.get(path).map_or_else(|| media_type(path).to_owned(), |(_, media_type)| media_type.clone())
    });
    files.sort_by_key(|file| stated.get(&file.path).map_or(usize::MAX, |(place, _)| *place));
    Ok(files)
}

/// Unpacks one file of a package.
///
/// # Errors
/// The container is broken, or has no such file.
pub fn read_resource(bytes: Bytes, path: &str, limits: &Limits) -> Result<Vec<u8>> {
    Package::open(bytes, *limits)?.read(path, "the request")
}

/// The package document of an EPUB, or of a DAISY book, which has it anywhere.
pub(crate) fn find_package_document(package: &Package) -> Option<String> {
    package_document(package).ok().or_else(|| {
        let mut candidates: Vec<&str> =
            package.names().filter(|name| path::extension(name) == "opf").collect();
        candidates.sort_by_key(|name| name.matches('/').count());
        candidates.first().map(|name| (*name).to_owned())
    })
}

/// The media type of a file name.
pub(crate) fn media_type(path: &str) -> &'static str {
    match path::extension(path).as_str() {
        "xhtml" => "application/xhtml+xml",
        "html" | "htm" => "text/html",
        "opf" => "application/oebps-package+xml",
        "ncx" => "application/x-dtbncx+xml",
        "smil" => "application/smil+xml",
        "xml" => "application/xml",
        "css" => "text/css",
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "bmp" => "image/bmp",
        "mp3" => "audio/mpeg",
        "m4a" | "mp4" => "audio/mp4",
        "ogg" | "opus" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain",
        _ if path == "mimetype" => "text/plain",
        _ => "application/octet-stream",
    }
}
