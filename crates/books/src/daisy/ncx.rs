//! The NCX: headings and pages, and where a player finds them; and the words for what it may skip.

use std::collections::HashMap;

use super::smil::{AudioClip, Skippable, write_audio};
use super::text::WrittenText;
use crate::model::Book;
use crate::xml::XmlWriter;

const NCX_DOCTYPE: &str = "<!DOCTYPE ncx PUBLIC \"-//NISO//DTD ncx 2005-1//EN\" \"http://www.daisy.org/z3986/2005/ncx-2005-1.dtd\">";
const RESOURCES_DOCTYPE: &str = "<!DOCTYPE resources PUBLIC \"-//NISO//DTD resource 2005-1//EN\" \"http://www.daisy.org/z3986/2005/resource-2005-1.dtd\">";

/// A heading, or the beginning of a division without one.
#[derive(Debug)]
pub(super) struct NavItem {
    pub(super) level: u8,
    pub(super) label: String,
    /// Reference into a SMIL file, and the number of the step.
    pub(super) smil: String,
    pub(super) par: usize,
}

#[derive(Debug)]
pub(super) struct PageItem {
    pub(super) label: String,
    pub(super) kind: &'static str,
    pub(super) smil: String,
    pub(super) par: usize,
}

pub(super) fn write_ncx(book: &Book, uid: &str, text: &WrittenText) -> String {
    let mut order: Vec<usize> =
        text.nav.iter().map(|item| item.par).chain(text.pages.iter().map(|page| page.par)).collect();
    order.sort_unstable();
    order.dedup();
    // The same step has the same position in the play order for every entry.
    let play_order = |par: usize| (order.partition_point(|known| *known < par) + 1).to_string();
    let normal: Vec<u64> = text.pages.iter().filter_map(|page| page.label.parse().ok()).collect();
    let mut xml = XmlWriter::document(NCX_DOCTYPE);
    xml.open("ncx").attr("xmlns", "http://www.daisy.org/z3986/2005/ncx/").attr("version", "2005-1");
    xml.attr("xml:lang", book.metadata.language()).open("head").end_line();
    for kind in Skippable::ALL {
        if text.smil.iter().flatten().any(|par| par.skip == Some(kind)) {
            xml.open("smilCustomTest").attr("id", kind.id()).attr("defaultState", "true");
            xml.attr("override", "visible").attr("bookStruct", kind.ncx_structure()).close().end_line();
        }
    }
    for (name, content) in [
        ("dtb:uid", uid.to_owned()),
        ("dtb:depth", heading_depths(&text.nav).max().unwrap_or(1).to_string()),
        ("dtb:generator", super::GENERATOR_NAME.to_owned()),
        ("dtb:totalPageCount", text.pages.len().to_string()),
        ("dtb:maxPageNumber", normal.iter().max().copied().unwrap_or(0).to_string()),
    ] {
        xml.open("meta").attr("name", name).attr("content", &content).close().end_line();
    }
    xml.close().end_line();
    let clips: HashMap<usize, &AudioClip> =
        text.smil.iter().flatten().filter_map(|par| Some((par.number, par.clips.first()?))).collect();
    xml.open("docTitle").element("text", &book.metadata.title);
    if let Some(clip) = clips.get(&1) {
        write_audio(&mut xml, clip);
    }
    xml.close().end_line();
    for author in book.metadata.names("aut") {
        xml.open("docAuthor").element("text", author).close().end_line();
    }
    write_nav_map(&mut xml, text, &clips, &play_order);
    write_pages(&mut xml, text, &clips, &play_order);
    xml.finish()
}

/// The actual depth of the headings: levels without a heading do not count.
pub(super) fn heading_depths(nav: &[NavItem]) -> impl Iterator<Item = usize> {
    let mut open: Vec<u8> = Vec::new();
    nav.iter().map(move |item| {
        open.retain(|level| *level < item.level);
        open.push(item.level);
        open.len()
    })
}

/// The words of a heading or page, and the place where they are heard.
fn write_label(xml: &mut XmlWriter, words: &str, clip: Option<&&AudioClip>) {
    xml.open("navLabel").element("text", words);
    if let Some(clip) = clip {
        write_audio(xml, clip);
    }
    xml.close();
}

fn write_nav_map(
    xml: &mut XmlWriter,
    text: &WrittenText,
    clips: &HashMap<usize, &AudioClip>,
    play_order: &dyn Fn(usize) -> String,
) {
    xml.open("navMap").end_line();
    let base = xml.depth();
    let mut open: Vec<u8> = Vec::new();
    for (n, item) in text.nav.iter().enumerate() {
        while open.last().is_some_and(|level| *level >= item.level) {
            open.pop();
            xml.close().end_line();
        }
        open.push(item.level);
        xml.open("navPoint").attr("id", &format!("n{}", n + 1)).attr("class", &format!("h{}", item.level));
        xml.attr("playOrder", &play_order(item.par));
        write_label(xml, &item.label, clips.get(&item.par));
        xml.open("content").attr("src", &item.smil).close().end_line();
    }
    while xml.depth() >= base {
        xml.close().end_line();
    }
}

fn write_pages(
    xml: &mut XmlWriter,
    text: &WrittenText,
    clips: &HashMap<usize, &AudioClip>,
    play_order: &dyn Fn(usize) -> String,
) {
    if text.pages.is_empty() {
        return;
    }
    xml.open("pageList").attr("id", "pages").end_line();
    let mut values: Vec<u64> = Vec::new();
    for (n, page) in text.pages.iter().enumerate() {
        xml.open("pageTarget").attr("id", &format!("pg{}", n + 1)).attr("type", page.kind);
        // A value may appear only once.
        if page.kind == "normal"
            && let Ok(value) = page.label.parse::<u64>()
            && !values.contains(&value)
        {
            values.push(value);
            xml.attr("value", &value.to_string());
        }
        xml.attr("playOrder", &play_order(page.par));
        write_label(xml, &page.label, clips.get(&page.par));
        xml.open("content").attr("src", &page.smil).close().close().end_line();
    }
    xml.close().end_line();
}

/// The resource file: how a player names what may be skipped.
pub(super) fn write_resources() -> String {
    let mut xml = XmlWriter::document(RESOURCES_DOCTYPE);
    xml.open("resources")
        .attr("xmlns", "http://www.daisy.org/z3986/2005/resource/")
        .attr("version", "2005-1")
        .end_line();
    xml.open("scope").attr("nsuri", "http://www.daisy.org/z3986/2005/ncx/").end_line();
    for (kind, name) in
        Skippable::ALL.into_iter().zip(["page", "note reference", "note", "description", "sidebar"])
    {
        let select = format!("//smilCustomTest[@bookStruct='{}']", kind.ncx_structure());
        xml.open("nodeSet").attr("id", kind.id()).attr("select", &select);
        xml.open("resource").attr("xml:lang", "en").element("text", name).close().close().end_line();
    }
    xml.close().end_line();
    xml.finish()
}
