//! Marking a DAISY 2.02 book.

use std::io::{Read, Seek};

use books::daisy::daisy202::{NCC, TEXT};
use books::xml::{self, before_end_tag, child, declare_utf8, escape, free_id};
use books::{Error, Limits, Result};
use roxmltree::Document;

use crate::changes::{Changes, MarkedText};
use crate::form::FormTemplate;
use crate::places::{WordAttribute, insert_fingerprints};
use crate::rewrite::PackageRewriter;

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<Changes> {
    let source = declare_utf8(&package.read_xml(NCC)?);
    let document = xml::parse(NCC, &source, &Limits::default())?;
    let mut center = MarkedText::new(source.clone());
    center.insert_form(find_end_of_head(NCC, &document)?, meta_template());
    let mut changes = Changes::default();
    changes.set_file(NCC, center);
    mark_text(package, find_first_step(&document).as_deref(), &mut changes)?;
    Ok(changes)
}

fn broken_package_error(entry: &str, reason: &str) -> Error {
    Error::BadPackage { entry: entry.to_owned(), reason: reason.to_owned() }
}

/// Names that are not in the standard begin with `prod:`.
fn meta_template() -> FormTemplate {
    FormTemplate::default().push_text("<meta name=\"prod:copy\" content=\"").push_word().push_text("\" />\n")
}

fn find_end_of_head(entry: &str, document: &Document<'_>) -> Result<usize> {
    let head = child(document.root_element(), "head");
    head.and_then(|head| before_end_tag(document.input_text(), head))
        .ok_or_else(|| broken_package_error(entry, "it has no head"))
}

/// Finds the reference of the title, the first playback step.
fn find_first_step(center: &Document<'_>) -> Option<String> {
    let title = child(center.root_element(), "body")?.first_element_child()?;
    child(title, "a")?.attribute("href").map(str::to_owned)
}

/// Marks the text with the notice after title and authors, and with fingerprints.
fn mark_text<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    first: Option<&str>,
    changes: &mut Changes,
) -> Result<()> {
    let text = declare_utf8(&package.read_xml(TEXT)?);
    let document = xml::parse(TEXT, &text, &Limits::default())?;
    let mut marked = MarkedText::new(text.clone());
    marked.insert_form(find_end_of_head(TEXT, &document)?, meta_template());
    let front = document
        .descendants()
        .filter(|node| matches!(node.attribute("class"), Some("title" | "author")))
        .take_while(|node| node.parent().is_some_and(|front| front.attribute("class") == Some("frontmatter")))
        .last()
        .ok_or_else(|| broken_package_error(TEXT, "there is no place for a notice"))?;
    let id = free_id(&document, "copy-notice");
    let notice = FormTemplate::default()
        .push_text(format!("\n<p id=\"{}\"", escape(&id)))
        .push_language(" lang=\"", "\"", "")
        .push_language(" xml:lang=\"", "\"", "");
    marked.insert_form(front.range().end, notice.push_text(">").push_notice().push_text("</p>\n"));
    insert_fingerprints(&mut marked, WordAttribute::Class);
    changes.set_file(TEXT, marked);
    let last = front.attribute("id");
    if let Some((smil, step)) = first.and_then(|first| first.split_once('#'))
        && package.contains(smil)
    {
        add_step(package, changes, (smil, step), last, &id)?;
    }
    Ok(())
}

/// Adds a playback step that leads to the notice, after the step of the last element before it.
fn add_step<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    changes: &mut Changes,
    (smil, first): (&str, &str),
    before: Option<&str>,
    id: &str,
) -> Result<()> {
    let source = declare_utf8(&package.read_xml(smil)?);
    let document = xml::parse(smil, &source, &Limits::default())?;
    let target = before.map(|id| format!("{TEXT}#{id}"));
    let steps = || document.descendants().filter(|node| node.tag_name().name() == "par");
    let leads = |par: &roxmltree::Node<'_, '_>| {
        child(*par, "text").is_some_and(|text| text.attribute("src") == target.as_deref())
    };
    let after = steps().find(leads).or_else(|| steps().find(|par| par.attribute("id") == Some(first)));
    let Some(after) = after else { return Ok(()) };
    let (par, text) = (free_id(&document, "copy-notice"), free_id(&document, "copy-notice-text"));
    let step =
        format!("\n<par endsync=\"last\" id=\"{par}\"><text src=\"{TEXT}#{id}\" id=\"{text}\"/></par>");
    let mut stepped = MarkedText::new(source.clone());
    stepped.insert_form(after.range().end, FormTemplate::default().push_text(step));
    changes.set_file(smil, stepped);
    Ok(())
}
