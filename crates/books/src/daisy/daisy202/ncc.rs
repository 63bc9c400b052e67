//! The navigation control center.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::model::{Book, Direction};
use crate::roman;
use crate::xml::{self, XmlWriter};

use super::super::audio::PackageAudio;
use super::super::dates::parse_date_or;
use super::super::ncx::heading_depths;
use super::super::script::StepSound;
use super::super::smil::{Skippable, SmilPar, step_href};
use super::super::text::WrittenText;
use super::format_clock;

const NCC_DOCTYPE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">";
const HEADING_ELEMENTS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
/// Letters of a label that is made of spoken words.
const MAX_LABEL_CHARS: usize = 60;

/// A place that a player finds.
#[derive(Debug)]
pub(super) struct NccEntry {
    kind: NccEntryKind,
    label: String,
    smil: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NccEntryKind {
    Title,
    /// From 1.
    Heading(usize),
    Page(&'static str),
    Skippable(&'static str),
}

/// All places in the order of playing.
pub(super) fn ncc_entries(text: &WrittenText) -> Vec<NccEntry> {
    let headings: HashMap<usize, (usize, &str)> = text
        .nav
        .iter()
        .zip(heading_depths(&text.nav))
        .map(|(item, depth)| (item.par, (depth, item.label.as_str())))
        .collect();
    let pages: HashMap<usize, (&str, &'static str)> = text
        .pages
        .iter()
        .map(|page| (page.par, (page.label.as_str(), page_kind(&page.label, page.kind))))
        .collect();
    let mut entries = Vec::new();
    for (n, file) in text.smil.iter().enumerate() {
        for par in file {
            let smil = step_href(n, par.number);
            let mut add = |kind, label: String| entries.push(NccEntry { kind, label, smil: smil.clone() });
            if par.number == 1 {
                add(NccEntryKind::Title, spoken_label(par));
            } else if let Some((depth, label)) = headings.get(&par.number) {
                add(NccEntryKind::Heading(*depth), (*label).to_owned());
            }
            if let Some((label, kind)) = pages.get(&par.number) {
                add(NccEntryKind::Page(kind), (*label).to_owned());
            } else if let Some(class) = par.skip.filter(|_| par.begins).and_then(skippable_class) {
                add(NccEntryKind::Skippable(class), spoken_label(par));
            }
        }
    }
    entries
}

/// The class of what a player leads to besides headings and pages.
fn skippable_class(skip: Skippable) -> Option<&'static str> {
    match skip {
        Skippable::NoteRef => Some("noteref"),
        Skippable::ProducerNote => Some("optional-prodnote"),
        Skippable::Sidebar => Some("sidebar"),
        Skippable::Note | Skippable::PageNumber => None,
    }
}

/// Numbers of front matter are Roman or plain, those of the text plain; all else is special.
fn page_kind(label: &str, kind: &'static str) -> &'static str {
    match kind {
        "normal" if label.len() <= 9 => "page-normal",
        "front" if is_roman(label) => "page-front",
        _ => "page-special",
    }
}

/// Returns true if it is a Roman number below 4000.
fn is_roman(label: &str) -> bool {
    roman::parse_roman(&label.to_ascii_lowercase()).is_some_and(|number| number < 4000)
}

/// The words spoken at a step, shortened.
fn spoken_label(par: &SmilPar) -> String {
    let StepSound::Line(line) = &par.sound else { return "*".to_owned() };
    let all: Vec<&str> = line.parts.iter().flat_map(|part| part.text.split_whitespace()).collect();
    let all = all.join(" ");
    match all.char_indices().nth(MAX_LABEL_CHARS) {
        Some((at, _)) => format!("{}\u{2026}", all[..at].trim_end()),
        None if all.is_empty() => "*".to_owned(),
        None => all,
    }
}

/// Metadata of the navigation center.
pub(super) struct NccContext<'a> {
    pub(super) book: &'a Book,
    pub(super) modified_at: Timestamp,
    pub(super) text: &'a WrittenText,
    pub(super) audio: &'a PackageAudio,
    pub(super) entries: &'a [NccEntry],
    /// Files of the whole book.
    pub(super) files: usize,
}

pub(super) fn write_ncc(about: &NccContext<'_>) -> String {
    let metadata = &about.book.metadata;
    let language = xml::schema_language(metadata.language()).unwrap_or("und");
    let mut out = XmlWriter::document(NCC_DOCTYPE);
    out.open("html").attr("xmlns", "http://www.w3.org/1999/xhtml");
    out.attr("lang", language).attr("xml:lang", language);
    out.attr_opt("dir", Direction::rtl_for_language(language).map(Direction::name)).end_line();
    out.open("head").end_line();
    out.element("title", &metadata.title).end_line();
    out.open("meta")
        .attr("http-equiv", "Content-type")
        .attr("content", "text/html; charset=utf-8")
        .close()
        .end_line();
    for (name, content) in metadata_entries(about, language) {
        out.open("meta").attr("name", name).attr("content", &content).close().end_line();
    }
    out.close().end_line().open("body").end_line();
    for (n, entry) in about.entries.iter().enumerate() {
        let (name, class) = match entry.kind {
            NccEntryKind::Title => ("h1", Some("title")),
            NccEntryKind::Heading(depth) => (HEADING_ELEMENTS[depth.clamp(1, 6) - 1], None),
            NccEntryKind::Page(class) | NccEntryKind::Skippable(class) => ("span", Some(class)),
        };
        let label = if entry.kind == NccEntryKind::Title { &metadata.title } else { &entry.label };
        out.open(name).attr_opt("class", class).attr("id", &format!("n{}", n + 1));
        out.open("a").attr("href", &entry.smil).text(label).close().close().end_line();
    }
    out.finish()
}

fn metadata_entries(about: &NccContext<'_>, language: &str) -> Vec<(&'static str, String)> {
    let metadata = &about.book.metadata;
    let count =
        |kind: NccEntryKind| about.entries.iter().filter(|entry| entry.kind == kind).count().to_string();
    let normal = about.text.pages.iter().filter(|page| page_kind(&page.label, page.kind) == "page-normal");
    let largest = normal.filter_map(|page| page.label.parse::<u64>().ok()).max().unwrap_or(0);
    let depth = about.entries.iter().map(|entry| match entry.kind {
        NccEntryKind::Heading(depth) => depth.min(6),
        _ => 1,
    });
    let produced = parse_date_or(None, about.modified_at);
    let mut out = vec![
        ("dc:title", metadata.title.clone()),
        ("dc:format", "Daisy 2.02".to_owned()),
        ("dc:identifier", super::super::book_uid(about.book)),
        ("dc:date", produced.clone()),
        (
            "dc:publisher",
            metadata.publisher.clone().unwrap_or_else(|| super::super::GENERATOR_NAME.to_owned()),
        ),
    ];
    let creators: Vec<String> = metadata
        .contributors
        .iter()
        .filter(|person| person.creator)
        .map(|person| person.name.clone())
        .collect();
    let unknown = creators.is_empty().then(|| "unknown".to_owned());
    out.extend(creators.into_iter().chain(unknown).map(|name| ("dc:creator", name)));
    let others = metadata.contributors.iter().filter(|person| !person.creator);
    out.extend(others.map(|person| ("dc:contributor", person.name.clone())));
    let languages = metadata.languages.iter().filter_map(|tag| xml::schema_language(tag));
    let mut languages: Vec<&str> = languages.collect();
    if languages.is_empty() {
        languages.push(language);
    }
    out.extend(languages.into_iter().map(|tag| ("dc:language", tag.to_owned())));
    out.extend(metadata.subjects.iter().map(|subject| ("dc:subject", subject.name.clone())));
    out.extend(metadata.sources.first().map(|source| ("dc:source", source.clone())));
    out.extend(metadata.rights.iter().map(|rights| ("dc:rights", rights.clone())));
    out.extend([
        ("ncc:charset", "utf-8".to_owned()),
        ("ncc:depth", depth.max().unwrap_or(1).to_string()),
        ("ncc:files", about.files.to_string()),
        ("ncc:generator", super::super::GENERATOR_NAME.to_owned()),
        ("ncc:maxPageNormal", largest.to_string()),
        ("ncc:multimediaType", "audioFullText".to_owned()),
        ("ncc:pageFront", count(NccEntryKind::Page("page-front"))),
        ("ncc:pageNormal", count(NccEntryKind::Page("page-normal"))),
        ("ncc:pageSpecial", count(NccEntryKind::Page("page-special"))),
        ("ncc:producedDate", produced),
        ("ncc:setInfo", "1 of 1".to_owned()),
        ("ncc:tocItems", about.entries.len().to_string()),
        ("ncc:totalTime", format_clock(about.audio.length)),
    ]);
    for (name, class) in
        [("ncc:footnotes", "noteref"), ("ncc:prodNotes", "optional-prodnote"), ("ncc:sidebars", "sidebar")]
    {
        let counted = count(NccEntryKind::Skippable(class));
        if counted != "0" {
            out.push((name, counted));
        }
    }
    let narrators: Vec<&str> = about.audio.narrators().collect();
    let unknown = narrators.is_empty().then_some("unknown");
    out.extend(narrators.into_iter().chain(unknown).map(|name| ("ncc:narrator", name.to_owned())));
    out
}

#[cfg(test)]
mod tests {
    use super::is_roman;

    #[test]
    fn roman_numbers_are_distinguished_from_other_letters() {
        for label in ["i", "iv", "ix", "XIV", "xcix", "mcmxcix"] {
            assert!(is_roman(label), "{label}");
        }
        for label in ["", "iiii", "vx", "ic", "mmmm", "dim", "12"] {
            assert!(!is_roman(label), "{label}");
        }
    }
}
