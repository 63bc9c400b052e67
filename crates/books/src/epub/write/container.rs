//! The files of an old container that say what is in it.

use roxmltree::Node;

use super::ChangedFiles;
use super::patch::TextEdits;
use crate::epub::{CONTAINER_PATH, EpubSource};
use crate::error::Result;
use crate::xml::{self, declare_utf8, escape};

const ENCRYPTION_PATH: &str = "META-INF/encryption.xml";

/// Names the package document that is written and no other.
pub(super) fn name_package_document(source: &EpubSource, changes: &mut ChangedFiles) {
    changes.insert(
        CONTAINER_PATH.to_owned(),
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" \
             version=\"1.0\"><rootfiles><rootfile full-path=\"{}\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>\n",
            escape(&source.opf.path)
        ),
    );
}

/// Names the package document that is written and no other, and takes away what is said of the encryption of
/// files that do not exist.
pub(super) fn rewrite_container(
    source: &EpubSource,
    changes: &mut ChangedFiles,
    dropped: &mut Vec<String>,
) -> Result<()> {
    name_package_document(source, changes);
    if !source.package.contains(ENCRYPTION_PATH) {
        return Ok(());
    }
    let text = xml::decode_text(ENCRYPTION_PATH, source.package.read(ENCRYPTION_PATH, "the container")?)?;
    let Ok(document) = xml::parse(ENCRYPTION_PATH, &text, source.package.limits()) else { return Ok(()) };
    let all: Vec<Node<'_, '_>> =
        document.descendants().filter(|node| node.tag_name().name() == "EncryptedData").collect();
    let exists = |data: &Node<'_, '_>| {
        let mut references = data.descendants().filter(|node| node.tag_name().name() == "CipherReference");
        references.all(|node| {
            let path = node.attribute("URI").and_then(|uri| source.package.resolve("", uri));
            path.is_some_and(|(path, _)| source.package.contains(&path))
        })
    };
    let gone: Vec<&Node<'_, '_>> = all.iter().filter(|data| !exists(data)).collect();
    if gone.len() == all.len() {
        dropped.push(ENCRYPTION_PATH.to_owned());
    } else if !gone.is_empty() {
        let mut edits = TextEdits::default();
        for data in gone {
            edits.replace(data.range(), "");
        }
        changes.insert(ENCRYPTION_PATH.to_owned(), declare_utf8(&edits.apply(&text)));
    }
    Ok(())
}
