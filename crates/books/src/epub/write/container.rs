//! The files of an old container that say what is in it.

use roxmltree::Node;

use super::ChangedFiles;
use super::patch::TextEdits;
use crate::epub::{CONTAINER_PATH, ENCRYPTION_PATH, EpubSource, is_false_claim};
use crate::error::{Result, keep_part};
use crate::xml::{self, declare_utf8, escape};

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
    let is_missing = |data: Node<'_, '_>| {
        let mut references = data.descendants().filter(|node| node.tag_name().name() == "CipherReference");
        !references.all(|node| {
            let path = node.attribute("URI").and_then(|uri| source.package.resolve("", uri));
            path.is_some_and(|(path, _)| source.package.contains(&path))
        })
    };
    rewrite_encryption(source, is_missing, changes, dropped)
}

/// Takes away what is said of the encryption of files that are not encrypted.
pub(super) fn remove_false_claims(
    source: &EpubSource,
    changes: &mut ChangedFiles,
    dropped: &mut Vec<String>,
) -> Result<()> {
    rewrite_encryption(source, |_| false, changes, dropped)
}

/// Takes away the entries about files that are not encrypted, and those that are wrong for another reason.
fn rewrite_encryption(
    source: &EpubSource,
    is_wrong: impl Fn(Node<'_, '_>) -> bool,
    changes: &mut ChangedFiles,
    dropped: &mut Vec<String>,
) -> Result<()> {
    if !source.package.contains(ENCRYPTION_PATH) {
        return Ok(());
    }
    let bytes = source.package.read(ENCRYPTION_PATH, "the container");
    let text = keep_part(bytes.and_then(|bytes| xml::decode_text(ENCRYPTION_PATH, bytes)))?;
    // A list that cannot be read was reported.
    let Some(text) = text else { return Ok(()) };
    let Ok(document) = xml::parse(ENCRYPTION_PATH, &text, source.package.limits()) else { return Ok(()) };
    let is_entry = |node: &Node<'_, '_>| node.tag_name().name() == "EncryptedData";
    // One inside of another goes with it.
    let all: Vec<Node<'_, '_>> = document
        .descendants()
        .filter(|node| is_entry(node) && !node.ancestors().skip(1).any(|around| is_entry(&around)))
        .collect();
    let wrong: Vec<&Node<'_, '_>> =
        all.iter().filter(|data| is_wrong(**data) || is_false_claim(&source.package, **data)).collect();
    if wrong.len() == all.len() {
        dropped.push(ENCRYPTION_PATH.to_owned());
    } else if !wrong.is_empty() {
        let mut edits = TextEdits::default();
        for data in wrong {
            edits.replace(data.range(), "");
        }
        changes.insert(ENCRYPTION_PATH.to_owned(), declare_utf8(&edits.apply(&text)));
    }
    Ok(())
}
