//! Pages for the pictures that the spine of an EPUB 2 names: EPUB 3 has documents there.

use std::collections::{BTreeMap, BTreeSet};

use super::clean::CleanedDocument;
use super::language::{book_title, main_language};
use super::unused_document_path;
use crate::epub::EpubSource;
use crate::model::{Book, Direction};
use crate::xml::{XHTML_NAMESPACE, XmlWriter};
use crate::{FindingKind, path};

/// The paths of pages by those of their pictures.
pub(super) type PicturePages = BTreeMap<String, String>;

/// The pages of the pictures that the spine names. Those that EPUB 3 does not have are left out and
/// reported. None for an EPUB 3, whose spine stays.
pub(super) fn list_pages(source: &EpubSource) -> PicturePages {
    if source.opf.version != 2 {
        return PicturePages::new();
    }
    let mut pages = PicturePages::new();
    for item in source.opf.spine_items().filter(|item| item.is_picture()) {
        let Some(picture) = &item.path else { continue };
        if item.gets_page(&source.package) {
            pages.insert(picture.clone(), unused_document_path(&source.package, picture));
        } else {
            let subject = format!("{picture} ({})", item.media_type);
            source.package.reporter().report(FindingKind::UnreadableType, &source.opf.path, &subject);
        }
    }
    pages
}

pub(super) fn write_page(book: &Book, picture: &str, page: &str) -> CleanedDocument {
    let language = main_language(book);
    let mut xml = XmlWriter::document("<!DOCTYPE html>");
    xml.open("html").attr("xmlns", XHTML_NAMESPACE).attr("lang", language).attr("xml:lang", language);
    xml.attr_opt("dir", Direction::rtl_for_language(language).map(Direction::name));
    xml.open("head").element("title", book_title(book)).close().end_line();
    // An empty alternative would say that the picture is decoration.
    xml.open("body").open("p").open("img").attr("src", &path::relative_href(page, picture));
    xml.attr("style", "max-width: 100%").close().close();
    let files = BTreeSet::from([picture.to_owned()]);
    CleanedDocument { text: xml.finish(), files, ..CleanedDocument::default() }
}
