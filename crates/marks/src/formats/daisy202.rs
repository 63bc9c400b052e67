//! Marking a DAISY 2.02 book.

use std::io::{Read, Seek};

use books::daisy::daisy202::{NCC_NAME, TEXT_NAME};
use books::xml::{self, before_end_tag, declare_utf8, escape, find_child, unused_id};
use books::{Error, Limits, Result};
use roxmltree::Document;

use crate::places::{WordAttribute, insert_fingerprints};
use crate::{FormTemplate, MarkedText, PackageChanges, PackageRewriter};

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<PackageChanges> {
    let source = declare_utf8(&package.read_xml(NCC_NAME)?);
    let document = xml::parse(NCC_NAME, &source, &Limits::default())?;
    let mut center = MarkedText::new(source.clone());
    center.insert_form(find_end_of_head(NCC_NAME, &document)?, meta_template());
    let mut changes = PackageChanges::default();
    changes.set_file(NCC_NAME, center);
    mark_text(package, find_first_step(&document).as_deref(), &mut changes)?;
    Ok(changes)
}

/// Names that are not in the standard begin with `prod:`.
fn meta_template() -> FormTemplate {
    FormTemplate::default().push_text("<meta name=\"prod:copy\" content=\"").push_word().push_text("\" />\n")
}

fn find_end_of_head(entry: &str, document: &Document<'_>) -> Result<usize> {
    let head = find_child(document.root_element(), "head");
    head.and_then(|head| before_end_tag(document.input_text(), head))
        .ok_or_else(|| Error::bad_package(entry, "it has no head"))
}

/// Finds the reference of the title, the first playback step.
fn find_first_step(center: &Document<'_>) -> Option<String> {
    let title = find_child(center.root_element(), "body")?.first_element_child()?;
    find_child(title, "a")?.attribute("href").map(str::to_owned)
}

/// Marks the text with the notice after title and authors, and with fingerprints.
fn mark_text<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    first: Option<&str>,
    changes: &mut PackageChanges,
) -> Result<()> {
    let text = declare_utf8(&package.read_xml(TEXT_NAME)?);
    let document = xml::parse(TEXT_NAME, &text, &Limits::default())?;
    let mut marked = MarkedText::new(text.clone());
    marked.insert_form(find_end_of_head(TEXT_NAME, &document)?, meta_template());
    let front = document
        .descendants()
        .filter(|node| matches!(node.attribute("class"), Some("title" | "author")))
        .take_while(|node| node.parent().is_some_and(|front| front.attribute("class") == Some("frontmatter")))
        .last()
        .ok_or_else(|| Error::bad_package(TEXT_NAME, "there is no place for a notice"))?;
    let id = unused_id(&document, "copy-notice");
    let notice = FormTemplate::default()
        .push_text(format!("\n<p id=\"{}\"", escape(&id)))
        .push_language(" lang=\"", "\"", "")
        .push_language(" xml:lang=\"", "\"", "");
    marked.insert_form(front.range().end, notice.push_text(">").push_notice().push_text("</p>\n"));
    insert_fingerprints(&mut marked, WordAttribute::Class);
    changes.set_file(TEXT_NAME, marked);
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
    changes: &mut PackageChanges,
    (smil, first): (&str, &str),
    before: Option<&str>,
    id: &str,
) -> Result<()> {
    let source = declare_utf8(&package.read_xml(smil)?);
    let document = xml::parse(smil, &source, &Limits::default())?;
    let target = before.map(|id| format!("{TEXT_NAME}#{id}"));
    let steps = || document.descendants().filter(|node| node.tag_name().name() == "par");
    let leads = |par: &roxmltree::Node<'_, '_>| {
        find_child(*par, "text").is_some_and(|text| text.attribute("src") == target.as_deref())
    };
    let after = steps().find(leads).or_else(|| steps().find(|par| par.attribute("id") == Some(first)));
    let Some(after) = after else { return Ok(()) };
    let (par, text) = (unused_id(&document, "copy-notice"), unused_id(&document, "copy-notice-text"));
    let step =
        format!("\n<par endsync=\"last\" id=\"{par}\"><text src=\"{TEXT_NAME}#{id}\" id=\"{text}\"/></par>");
    let mut stepped = MarkedText::new(source.clone());
    stepped.insert_form(after.range().end, FormTemplate::default().push_text(step));
    changes.set_file(smil, stepped);
    Ok(())
}
