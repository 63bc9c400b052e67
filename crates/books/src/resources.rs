//! The single files of a package, for readers that fetch them one by one.

use std::collections::HashMap;

use bytes::Bytes;

use crate::epub::{CONTAINER_PATH, locate_package_document};
use crate::media_types::media_type;
use crate::opf::Opf;
use crate::{Limits, Package, PackageFile, Result, path};

/// Lists the files of a package in its own order: the package document, then the files as its
/// manifest lists them, then all others (docs/rules/records.md#rule-14). The order is the same for the same
/// package.
///
/// # Errors
/// The container is broken.
pub fn list_resources(bytes: Bytes, limits: &Limits) -> Result<Vec<PackageFile>> {
    let (package, opf) = open_listed(bytes, limits)?;
    let mut stated: HashMap<&str, (usize, &str)> = HashMap::new();
    if let Some(opf) = &opf {
        for item in &opf.items {
            if let Some(path) = item.path.as_deref().filter(|_| !item.media_type.is_empty()) {
                let place = stated.len() + 1;
                stated.entry(path).or_insert((place, &item.media_type));
            }
        }
        // DAISY lists the package document itself, as mere XML.
        stated.insert(&opf.path, (0, "application/oebps-package+xml"));
    }
    let mut files = package.files(|path| {
        stated.get(path).map_or_else(|| media_type(path), |(_, media_type)| media_type).to_owned()
    });
    files.sort_by_key(|file| stated.get(file.path.as_str()).map_or(usize::MAX, |(place, _)| *place));
    Ok(files)
}

/// Unpacks one file of a package, by a name that [`list_resources`] lists or an equivalent one.
///
/// # Errors
/// The container is broken, or has no such file.
pub fn read_resource(bytes: Bytes, path: &str, limits: &Limits) -> Result<Vec<u8>> {
    const PLACE: &str = "the request";
    let package = Package::open(bytes.clone(), *limits)?;
    if package.contains(path) {
        return package.read(path, PLACE);
    }
    let (package, _) = open_listed(bytes, limits)?;
    let name = package.find(path).unwrap_or(path);
    package.read(name, PLACE)
}

/// Opens a package with the names by which its manifest lists the files. A package document that cannot be
/// read lists none.
fn open_listed(bytes: Bytes, limits: &Limits) -> Result<(Package, Option<Opf>)> {
    let mut package = Package::open(bytes, *limits)?;
    let Some(path) = find_package_document(&package) else { return Ok((package, None)) };
    let opf = package
        .with_document(&path, "the container", |document, _| Opf::from_manifest(&path, document, &package));
    let mut opf = opf.and_then(|opf| opf).ok();
    if let Some(opf) = &mut opf {
        opf.rename_files(&mut package);
    }
    Ok((package, opf))
}

/// The package document of an EPUB, or of a DAISY book, which has it anywhere.
pub(crate) fn find_package_document(package: &Package) -> Option<String> {
    if package.find(CONTAINER_PATH).is_some()
        && let Ok(located) = locate_package_document(package)
    {
        return Some(located.path);
    }
    let candidates = package.names().filter(|name| path::extension(name) == "opf");
    candidates.min_by_key(|name| name.matches('/').count()).map(str::to_owned)
}
