//! `META-INF/`: where the package document is, and whether the book is protected.

use crate::error::{Error, Result};
use crate::package::Package;
use crate::path;
use crate::xml;

const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";

/// The two ways of obfuscating fonts, which protect nothing else.
const FONT_OBFUSCATION: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// The path of the (first) package document.
pub(crate) fn package_document(package: &Package) -> Result<String> {
    if !package.contains(CONTAINER) {
        return Err(Error::NoContainer);
    }
    let text = xml::decode(CONTAINER, package.read(CONTAINER, "the container")?)?;
    let document = xml::parse(CONTAINER, &text, package.limits())?;
    let rootfiles: Vec<_> =
        document.descendants().filter(|node| node.tag_name().name() == "rootfile").collect();
    let rootfile = rootfiles
        .iter()
        .find(|node| node.attribute("media-type") == Some("application/oebps-package+xml"))
        .or(rootfiles.first())
        .ok_or(Error::NoPackageDocument)?;
    let written = rootfile.attribute("full-path").ok_or(Error::NoPackageDocument)?;
    let (found, _) = path::resolve("", written)
        .ok_or_else(|| Error::UnsafePath { path: written.to_owned(), place: CONTAINER.into() })?;
    if !package.contains(&found) {
        return Err(Error::MissingEntry { entry: found, place: CONTAINER.into() });
    }
    Ok(found)
}

/// Fails for a book in which anything but fonts is encrypted.
pub(crate) fn refuse_protected(package: &Package) -> Result<()> {
    if !package.contains(ENCRYPTION) {
        return Ok(());
    }
    let text = xml::decode(ENCRYPTION, package.read(ENCRYPTION, "the container")?)?;
    let document = xml::parse(ENCRYPTION, &text, package.limits())?;
    for data in document.descendants().filter(|node| node.tag_name().name() == "EncryptedData") {
        let find = |name: &str, attribute: &str| {
            data.descendants()
                .find(|node| node.tag_name().name() == name)
                .and_then(|node| node.attribute(attribute))
        };
        let scheme = find("EncryptionMethod", "Algorithm").unwrap_or("unknown");
        if !FONT_OBFUSCATION.contains(&scheme) {
            return Err(Error::Encrypted {
                entry: find("CipherReference", "URI").unwrap_or(ENCRYPTION).to_owned(),
                scheme: scheme.to_owned(),
            });
        }
    }
    Ok(())
}
