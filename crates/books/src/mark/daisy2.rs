//! Marking a DAISY 2.02 book.

use std::io::{Read, Seek, Write};

use roxmltree::Document;

use super::Mark;
use super::fingerprint::{Fingerprints, Key};
use super::places::{Carrier, put_into};
use super::rewrite::Rewrite;
use crate::daisy::two::{NCC, TEXT};
use crate::epub::{Edits, before_end_tag, declare_utf8, free_id};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::xml::{self, Writer, child};

pub(super) fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let mut rewrite = Rewrite::open(package)?;
    let mut prints = Fingerprints::new(key, mark.record);
    let center = rewrite.text(NCC)?;
    let document = xml::parse(NCC, &center, &Limits::default())?;
    let mut edits = Edits::default();
    edits.insert(end_of_head(NCC, &center, &document)?, meta(&mut prints));
    rewrite.changes.insert(NCC.to_owned(), declare_utf8(&edits.apply(&center)));
    let first = first_step(&document);
    mark_text(&mut rewrite, first.as_deref(), mark, &mut prints)?;
    rewrite.write(out, NCC)
}

fn broken(entry: &str, reason: &str) -> Error {
    Error::BadPackage { entry: entry.to_owned(), reason: reason.to_owned() }
}

/// Names that are not of the standard begin with `prod:`.
fn meta(prints: &mut Fingerprints<'_>) -> String {
    format!("<meta name=\"prod:copy\" content=\"{}\" />\n", prints.word())
}

fn end_of_head(entry: &str, text: &str, document: &Document<'_>) -> Result<usize> {
    let head = child(document.root_element(), "head");
    head.and_then(|head| before_end_tag(text, head)).ok_or_else(|| broken(entry, "it has no head"))
}

/// The reference of the title, the first step of the player.
fn first_step(center: &Document<'_>) -> Option<String> {
    let title = child(center.root_element(), "body")?.first_element_child()?;
    child(title, "a")?.attribute("href").map(str::to_owned)
}

/// The text with the notice behind title and authors, and with fingerprints.
fn mark_text<R: Read + Seek>(
    rewrite: &mut Rewrite<R>,
    first: Option<&str>,
    mark: &Mark,
    prints: &mut Fingerprints<'_>,
) -> Result<()> {
    let text = rewrite.text(TEXT)?;
    let document = xml::parse(TEXT, &text, &Limits::default())?;
    let mut edits = Edits::default();
    edits.insert(end_of_head(TEXT, &text, &document)?, meta(prints));
    let front = document
        .descendants()
        .filter(|node| matches!(node.attribute("class"), Some("title" | "author")))
        .take_while(|node| node.parent().is_some_and(|front| front.attribute("class") == Some("frontmatter")))
        .last()
        .ok_or_else(|| broken(TEXT, "there is no place for a notice"))?;
    let id = free_id(&document, "copy-notice");
    let language = xml::language(&mark.language);
    let mut notice = Writer::default();
    notice.open("p").attr("id", &id).attr_opt("lang", language).attr_opt("xml:lang", language);
    notice.text(&mark.notice);
    edits.insert(front.range().end, format!("\n{}", notice.finish()));
    put_into(&text, Carrier::Class, prints, &mut edits);
    rewrite.changes.insert(TEXT.to_owned(), declare_utf8(&edits.apply(&text)));
    let last = front.attribute("id");
    if let Some((smil, step)) = first.and_then(|first| first.split_once('#'))
        && rewrite.contains(smil)
    {
        add_step(rewrite, smil, step, last, &id)?;
    }
    Ok(())
}

/// Adds a step that leads to the notice, behind the step of the last element before it.
fn add_step<R: Read + Seek>(
    rewrite: &mut Rewrite<R>,
    smil: &str,
    first: &str,
    before: Option<&str>,
    id: &str,
) -> Result<()> {
    let source = rewrite.text(smil)?;
    let document = xml::parse(smil, &source, &Limits::default())?;
    let target = before.map(|id| format!("{TEXT}#{id}"));
    let steps = || document.descendants().filter(|node| node.tag_name().name() == "par");
    let leads = |par: &roxmltree::Node<'_, '_>| {
        child(*par, "text").is_some_and(|text| text.attribute("src") == target.as_deref())
    };
    let after = steps().find(leads).or_else(|| steps().find(|par| par.attribute("id") == Some(first)));
    let Some(after) = after else { return Ok(()) };
    let (par, text) = (free_id(&document, "copy-notice"), free_id(&document, "copy-notice-text"));
    let mut edits = Edits::default();
    edits.insert(
        after.range().end,
        format!("\n<par endsync=\"last\" id=\"{par}\"><text src=\"{TEXT}#{id}\" id=\"{text}\"/></par>"),
    );
    rewrite.changes.insert(smil.to_owned(), declare_utf8(&edits.apply(&source)));
    Ok(())
}
