//! `META-INF/`: where the package document is, and whether the book is protected.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::litter::is_litter;
use crate::xml::{find_child, find_children, text_of};
use crate::{Error, FindingKind, Package, Result, path};

pub(crate) const CONTAINER_PATH: &str = "META-INF/container.xml";
pub(crate) const ENCRYPTION_PATH: &str = "META-INF/encryption.xml";
const PACKAGE_TYPE: &str = "application/oebps-package+xml";

/// Bytes of a file that show whether it is encrypted.
const HEAD_BYTES: usize = 64;

/// The two ways of obfuscating fonts, which protect nothing else.
const FONT_OBFUSCATION: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// A package document that the container names.
struct Rendition {
    path: String,
    /// True if the container says that it has a fixed layout.
    is_fixed: bool,
}

pub(crate) struct LocatedPackageDocument {
    pub(crate) path: String,
    /// True if the container names it, before any other.
    pub(crate) is_named: bool,
}

/// The package document: of several, the first whose text flows, or else the first. If the container names
/// none, it is the only one that there is.
///
/// # Errors
/// No package document is named, and there is not exactly one.
pub(crate) fn locate_package_document(package: &Package) -> Result<LocatedPackageDocument> {
    let fallback = |container: &str, error: Error| {
        let path = find_only_package_document(package).ok_or(error)?;
        package.reporter().report(FindingKind::NoContainer, container, &path);
        Ok(LocatedPackageDocument { path, is_named: false })
    };
    let Some(container) = package.find(CONTAINER_PATH).map(str::to_owned) else {
        return fallback(CONTAINER_PATH, Error::NoContainer);
    };
    let named = package.with_document(&container, "the container", |document, _| {
        read_renditions(package, &container, document)
    });
    let mut renditions = match named {
        Ok(Ok(renditions)) => renditions,
        Ok(Err(error)) | Err(error) => return fallback(&container, error),
    };
    let mut is_named = container == CONTAINER_PATH;
    if renditions.len() > 1
        && let Some(first) = renditions.iter().position(|rendition| !is_fixed(package, rendition))
    {
        is_named &= first == 0;
        renditions[..=first].rotate_right(1);
    }
    let mut paths = renditions.into_iter().map(|rendition| rendition.path);
    let path = paths.next().ok_or(Error::NoPackageDocument)?;
    for other in paths.filter(|other| *other != path) {
        package.reporter().report(FindingKind::OtherRendition, &container, &other);
    }
    Ok(LocatedPackageDocument { path, is_named })
}

fn read_renditions(package: &Package, container: &str, document: &Document<'_>) -> Result<Vec<Rendition>> {
    let nodes = || document.descendants().filter(|node| node.tag_name().name() == "rootfile");
    let is_package = |node: &Node<'_, '_>| {
        let media_type = node.attribute("media-type").unwrap_or(PACKAGE_TYPE).trim();
        media_type.eq_ignore_ascii_case(PACKAGE_TYPE)
    };
    let mut error = Error::NoPackageDocument;
    let mut found = Vec::new();
    let mut missing = Vec::new();
    // A wrong type counts if there is nothing of the right one.
    let all: Vec<_> = nodes().filter(is_package).chain(nodes().filter(|node| !is_package(node))).collect();
    for node in all {
        if !found.is_empty() && !is_package(&node) {
            break;
        }
        let written = node.attribute("full-path").unwrap_or_default().trim();
        if written.is_empty() {
            error = Error::bad_package(container, "the full-path of its rootfile is empty");
            continue;
        }
        let target = package.resolve("", written).map(|(path, _)| path);
        let Some(path) = target.filter(|path| package.contains(path)) else {
            missing.push(written);
            error = Error::MissingEntry { entry: written.to_owned(), place: container.to_owned() };
            continue;
        };
        if !is_package(&node) {
            let stated = node.attribute("media-type").unwrap_or_default();
            package.reporter().report(FindingKind::WrongMediaType, container, stated);
        }
        let layout = |name: &str| {
            node.attributes().any(|own| own.name() == name && own.value().trim() == "pre-paginated")
        };
        found.push(Rendition { path, is_fixed: layout("layout") });
    }
    if found.is_empty() {
        return Err(error);
    }
    for path in missing {
        package.reporter().report(FindingKind::MissingFile, container, path);
    }
    Ok(found)
}

/// Returns true if a rendition has a fixed layout, as the container or the package document says.
fn is_fixed(package: &Package, rendition: &Rendition) -> bool {
    rendition.is_fixed
        || package
            .with_document(&rendition.path, CONTAINER_PATH, |document, _| {
                let metadata = find_child(document.root_element(), "metadata");
                let mut metas = metadata.into_iter().flat_map(|metadata| find_children(metadata, "meta"));
                metas.any(|meta| {
                    meta.attribute("property") == Some("rendition:layout") && text_of(meta) == "pre-paginated"
                })
            })
            .unwrap_or_default()
}

/// The package document of a container that has exactly one, if it is that of an EPUB.
fn find_only_package_document(package: &Package) -> Option<String> {
    let mut all = package.names().filter(|name| path::extension(name) == "opf" && !is_litter(name));
    let only = all.next().filter(|only| all.next().is_none() && is_epub_document(package, only))?;
    Some(only.to_owned())
}

/// Returns true if a package document is that of an EPUB, though no `META-INF/container.xml` names it:
/// the container says so, or its spine has texts. That of a DAISY book has SMIL files, or one text alone, as
/// in textbooks without audio (NIMAS).
pub(crate) fn is_epub_document(package: &Package, opf: &str) -> bool {
    let mimetype = package.find("mimetype").and_then(|name| package.read(name, "the container").ok());
    if mimetype.is_some_and(|bytes| bytes.trim_ascii().starts_with(b"application/epub")) {
        return true;
    }
    let is_epub = package.with_document(opf, "the container", |document, _| {
        let items = || document.descendants().filter(|node| node.tag_name().name() == "item");
        let types: HashMap<&str, &str> =
            items().filter_map(|item| Some((item.attribute("id")?, item.attribute("media-type")?))).collect();
        let refs = document.descendants().filter(|node| node.tag_name().name() == "itemref");
        let spine: Vec<&str> = refs.filter_map(|node| types.get(node.attribute("idref")?).copied()).collect();
        if spine.is_empty() {
            let is_any =
                |kinds: &[&str]| types.values().any(|own| kinds.iter().any(|kind| own.contains(kind)));
            return is_any(&["html", "oeb1"]) || !is_any(&["x-dtbook", "smil", "/xml"]);
        }
        let is_text_alone = !document.root_element().has_attribute("version")
            && matches!(spine.as_slice(), [only] if only.contains("x-dtbook"));
        !is_text_alone && !spine.iter().any(|kind| kind.contains("smil"))
    });
    is_epub.unwrap_or_default()
}

/// Fails for a book in which anything but fonts is encrypted. A list of encrypted files that cannot be read
/// names none, and is reported.
pub(crate) fn refuse_protected(package: &Package) -> Result<()> {
    let Some(encryption) = package.find(ENCRYPTION_PATH).map(str::to_owned) else { return Ok(()) };
    if package.size(&encryption) == Some(0) {
        return Ok(());
    }
    let protection =
        package.with_document(&encryption, "the container", |document, _| find_protection(package, document));
    package.keep_or_report(&encryption, protection)?.flatten().map_or(Ok(()), Err)
}

/// The first file that is protected, as an error. Some tools leave the list of a book whose files are not
/// encrypted any more.
fn find_protection(package: &Package, document: &Document<'_>) -> Option<Error> {
    let all = document.descendants().filter(|node| node.tag_name().name() == "EncryptedData");
    for data in all {
        let Some(scheme) = stated_scheme(data) else { continue };
        let file = encrypted_file(package, data);
        if let Some(path) = &file {
            if !package.contains(path) || is_font_name(path) {
                continue;
            }
            if is_plain_file(package, path) {
                package.reporter().report(FindingKind::UnencryptedFile, path, scheme);
                continue;
            }
        }
        return Some(Error::Encrypted {
            entry: file.unwrap_or_else(|| ENCRYPTION_PATH.to_owned()),
            scheme: scheme.to_owned(),
        });
    }
    None
}

/// Returns true if an entry of the list of encrypted files is about a file that is not encrypted.
pub(crate) fn is_false_claim(package: &Package, data: Node<'_, '_>) -> bool {
    stated_scheme(data).is_some()
        && encrypted_file(package, data).is_some_and(|path| is_plain_file(package, &path))
}

/// The way of encryption that an entry states. Entries that name no method do not say how a file was
/// compressed.
fn stated_scheme<'n>(data: Node<'n, '_>) -> Option<&'n str> {
    let scheme = attribute_below(data, "EncryptionMethod", "Algorithm")?.trim();
    Some(scheme).filter(|scheme| !FONT_OBFUSCATION.contains(scheme))
}

/// The path of the file that an entry is about.
fn encrypted_file(package: &Package, data: Node<'_, '_>) -> Option<String> {
    package.resolve("", attribute_below(data, "CipherReference", "URI")?).map(|(path, _)| path)
}

fn attribute_below<'n>(data: Node<'n, '_>, name: &str, attribute: &str) -> Option<&'n str> {
    data.descendants().find(|node| node.tag_name().name() == name)?.attribute(attribute)
}

fn is_font_name(path: &str) -> bool {
    matches!(path::extension(path).as_str(), "ttf" | "otf" | "ttc" | "woff" | "woff2")
}

fn is_plain_file(package: &Package, path: &str) -> bool {
    package.read_beginning(path, HEAD_BYTES).is_ok_and(|head| looks_plain(&head))
}

/// Returns true for the first bytes of a text, a picture or a recording. Encrypted bytes look like none.
fn looks_plain(head: &[u8]) -> bool {
    const SIGNATURES: [&[u8]; 6] = [b"\x89PNG\r\n\x1A\n", b"\xFF\xD8\xFF", b"GIF8", b"RIFF", b"ID3", b"OggS"];
    let text = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let is_text_character = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}');
    // The last character may be cut off.
    text.len() + 3 >= head.len() && text.chars().all(is_text_character)
        || SIGNATURES.iter().any(|signature| head.starts_with(signature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_encrypted_are_recognized_by_their_first_bytes() {
        for head in [
            "<?xml version=\"1.0\"?>".as_bytes(),
            "p { color: \u{e9}".as_bytes(),
            b"\xFF\xD8\xFF\xE0\0\x10JFIF",
            b"",
        ] {
            assert!(looks_plain(head), "{head:?}");
        }
        assert!(looks_plain(&"\u{4e00}".as_bytes().repeat(30)[..HEAD_BYTES]));
        assert!(!looks_plain(b"\x9A\x01\x7Fk\xC3\x28\x02\xEE0123456789"));
        assert!(!looks_plain(b"0123456789\x010123456789"));
    }
}
