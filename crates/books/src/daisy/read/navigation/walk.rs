//! The steps of a player, from first to last, and the text of each: that of a document, or for audio-only
//! parts that of the navigation entries.

use std::collections::{HashMap, HashSet};

use super::{CenterEntry, EntryKind, NavigationCenter, PageNumberTiming};
use crate::content::PageIds;
use crate::model::{Clip, Target};
use crate::path;
use crate::smil::{AudioPiece, SmilStep};
use crate::xml::{OPS_NAMESPACE, XHTML_NAMESPACE, XmlWriter};

/// Placeholder for words that only a narrator speaks.
const HEARD_PLACEHOLDER: &str = "\u{2026}";
const HEADING_ELEMENTS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

pub(super) enum BookPart {
    /// One of the package, and the file that refers to it.
    Text { path: String, place: String },
    /// Text made of the entries.
    Heard { path: String, xhtml: String },
}

impl BookPart {
    pub(super) fn path(&self) -> &str {
        let (Self::Text { path, .. } | Self::Heard { path, .. }) = self;
        path
    }
}

#[derive(Default)]
pub(super) struct WalkResult {
    pub(super) parts: Vec<BookPart>,
    /// The narration; a path that is empty is the title of the book.
    pub(super) clips: Vec<Clip>,
    /// Headings: depth, text and place.
    pub(super) headings: Vec<(u8, String, Target)>,
    pub(super) pages: PageIds,
    /// Position of the title in the text.
    pub(super) title: Option<Target>,
}

pub(super) struct StepWalk<'a> {
    center: &'a NavigationCenter,
    result: WalkResult,
    texts: HashSet<String>,
    /// The text of the last step, where it is in a document.
    last_shown: Option<Target>,
    /// The current document that has only audio.
    heard_document: Option<(String, XmlWriter)>,
    heard_parts: usize,
    /// Entries that lead to the next step.
    pending: Vec<usize>,
    written_entries: HashSet<usize>,
    current_entry: Option<CurrentEntry>,
    audio_only_steps: usize,
}

struct CurrentEntry {
    kind: EntryKind,
    /// The position of its words.
    place: Target,
    /// The setting of the player with which it is played.
    required_setting: Option<String>,
    has_begun: bool,
}

impl<'a> StepWalk<'a> {
    pub(super) fn new(center: &'a NavigationCenter) -> Self {
        Self {
            center,
            result: WalkResult::default(),
            texts: HashSet::new(),
            last_shown: None,
            heard_document: None,
            heard_parts: 0,
            pending: Vec::new(),
            written_entries: HashSet::new(),
            current_entry: None,
            audio_only_steps: 0,
        }
    }

    /// This entry leads to the next step.
    pub(super) fn enter_entry(&mut self, entry: usize) {
        self.pending.push(entry);
    }

    pub(super) fn visit_step(&mut self, step: SmilStep, smil: &str) {
        let place = match &step.text {
            Some((path, id)) if !self.center.has_file(path) => {
                Some(Target { path: path.clone(), id: id.clone() })
            }
            // The words continue.
            None if self.pending.is_empty() => self.last_shown.clone(),
            _ => None,
        };
        if let Some(place) = place {
            self.end_heard_document();
            self.visit_text_step(&place, smil);
            self.last_shown = Some(place.clone());
            self.result.clips.extend(step.pieces.into_iter().map(|piece| piece.into_clip(place.clone())));
        } else {
            self.last_shown = None;
            self.visit_heard_step(step);
        }
    }

    /// A step whose text is in a document.
    fn visit_text_step(&mut self, target: &Target, smil: &str) {
        if self.texts.insert(target.path.clone()) {
            self.result.parts.push(BookPart::Text { path: target.path.clone(), place: smil.to_owned() });
        }
        for number in std::mem::take(&mut self.pending) {
            self.written_entries.insert(number);
            let entry = &self.center.entries[number];
            match (entry.kind, &target.id) {
                (EntryKind::Title, _) => {
                    self.result.title = self.result.title.take().or_else(|| Some(target.clone()));
                }
                (EntryKind::Heading(depth), _) => {
                    self.result.headings.push((depth, entry.label.clone(), target.clone()));
                }
                (EntryKind::Page, Some(id)) => {
                    let pages = self.result.pages.entry(target.path.clone()).or_default();
                    pages.entry(id.clone()).or_insert_with(|| entry.label.clone());
                }
                _ => {}
            }
        }
        self.current_entry = None;
    }

    fn visit_heard_step(&mut self, step: SmilStep) {
        let shown = step.text.as_ref();
        let stated = shown.and_then(|(path, id)| self.center.find_entry(path, id.as_deref()?));
        if self.pending.is_empty() {
            self.pending.extend(stated.filter(|entry| !self.written_entries.contains(entry)));
        }
        let mut unsaid = Vec::new();
        for number in std::mem::take(&mut self.pending) {
            if self.written_entries.insert(number) {
                let entry = &self.center.entries[number];
                if entry.kind == EntryKind::Page && !says_number(entry, &step) {
                    unsaid.push(number);
                    continue;
                }
                let place = self.write_entry(number, entry);
                // Skippable content does not speak for a heading that begins with it.
                let ends = |current: &CurrentEntry| current.has_begun || is_skippable(current.kind);
                if self.current_entry.as_ref().is_none_or(ends) {
                    let required_setting = step.required_setting.clone();
                    let begun = CurrentEntry { kind: entry.kind, place, required_setting, has_begun: false };
                    self.current_entry = Some(begun);
                }
            }
        }
        self.write_unsaid_pages(&unsaid, step.pieces.is_empty());
        let mut pieces = step.pieces.into_iter();
        if let Some(current) = &mut self.current_entry {
            let first = !std::mem::replace(&mut current.has_begun, true);
            let mut own = usize::MAX;
            let same =
                current.required_setting.is_some() && current.required_setting == step.required_setting;
            if is_skippable(current.kind) && !same {
                // A step that is always played is more than the number of its page.
                own = usize::from(first);
            } else if current.kind == EntryKind::Title && !first {
                own = 0;
            }
            let place = current.place.clone();
            self.result.clips.extend(pieces.by_ref().take(own).map(|piece| piece.into_clip(place.clone())));
        }
        let rest: Vec<AudioPiece> = pieces.collect();
        if !rest.is_empty() {
            let place = self.continue_text(&[]);
            self.result.clips.extend(rest.into_iter().map(|piece| piece.into_clip(place.clone())));
        }
    }

    /// Writes pages whose numbers nobody says: they begin in the words that are heard. `silent`: there are
    /// none.
    fn write_unsaid_pages(&mut self, pages: &[usize], silent: bool) {
        if silent || self.current_entry.as_ref().is_some_and(|current| !current.has_begun) {
            for number in pages {
                self.write_entry(*number, &self.center.entries[*number]);
            }
        } else if !pages.is_empty() {
            self.continue_text(pages);
        }
    }

    /// The place of words after something that can be skipped, of those in which pages begin, and of those
    /// before anything has begun.
    fn continue_text(&mut self, pages: &[usize]) -> Target {
        let at_front =
            self.current_entry.is_none() && self.result.parts.is_empty() && self.heard_document.is_none();
        if at_front && pages.is_empty() {
            return title_target();
        }
        self.audio_only_steps += 1;
        let id = format!("heard-{}", self.audio_only_steps);
        let place = self.target_in_document(&id);
        let center = self.center;
        let xml = self.open_document();
        xml.open("p").attr("id", &id).text(HEARD_PLACEHOLDER);
        for number in pages {
            write_page(xml, &entry_id(*number), &center.entries[*number]);
        }
        xml.close();
        self.current_entry = Some(CurrentEntry {
            kind: EntryKind::Group,
            place: place.clone(),
            required_setting: None,
            has_begun: true,
        });
        place
    }

    /// Writes an entry as text; returns its place.
    fn write_entry(&mut self, number: usize, entry: &CenterEntry) -> Target {
        if entry.kind == EntryKind::Title {
            return title_target();
        }
        let id = entry_id(number);
        let place = self.target_in_document(&id);
        let label = entry_label(entry);
        if let EntryKind::Heading(depth) = entry.kind {
            self.result.headings.push((depth, label.to_owned(), place.clone()));
        }
        let xml = self.open_document();
        match entry.kind {
            EntryKind::Page => {
                write_page(xml, &id, entry);
                return place;
            }
            EntryKind::Sidebar => xml.open("aside"),
            EntryKind::Heading(depth) => xml.open(HEADING_ELEMENTS[usize::from(depth.clamp(1, 6)) - 1]),
            _ => xml.open("p"),
        };
        xml.attr("id", &id).attr_opt("xml:lang", entry.lang.as_deref());
        if entry.kind == EntryKind::Sidebar {
            xml.element("p", label);
        } else {
            xml.text(label);
        }
        xml.close();
        place
    }

    fn target_in_document(&mut self, id: &str) -> Target {
        self.open_document();
        let path = self.heard_document.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
        Target { path, id: Some(id.to_owned()) }
    }

    fn open_document(&mut self) -> &mut XmlWriter {
        let (center, parts) = (&self.center.path, &mut self.heard_parts);
        let (_, xml) = self.heard_document.get_or_insert_with(|| {
            *parts += 1;
            let mut xml = XmlWriter::document("");
            xml.open("html").attr("xmlns", XHTML_NAMESPACE).attr("xmlns:epub", OPS_NAMESPACE).open("body");
            (path::sibling_path(center, &format!("ncc-part{parts}.xhtml")), xml)
        });
        xml
    }

    fn end_heard_document(&mut self) {
        if let Some((path, xml)) = self.heard_document.take() {
            self.result.parts.push(BookPart::Heard { path, xhtml: xml.finish() });
        }
        self.current_entry = None;
    }

    pub(super) fn into_result(mut self) -> WalkResult {
        if self.result.parts.is_empty() && self.heard_document.is_none() {
            // All is heard at the title.
            self.open_document().element("p", HEARD_PLACEHOLDER);
        }
        self.end_heard_document();
        self.result
    }
}

/// The title of the book, which is in no document.
fn title_target() -> Target {
    Target { path: String::new(), id: None }
}

fn entry_id(number: usize) -> String {
    format!("ncc-{}", number + 1)
}

fn entry_label(entry: &CenterEntry) -> &str {
    if entry.label.is_empty() { HEARD_PLACEHOLDER } else { &entry.label }
}

fn write_page(xml: &mut XmlWriter, id: &str, entry: &CenterEntry) {
    xml.open("span").attr("epub:type", "pagebreak").attr("title", entry_label(entry));
    xml.attr("id", id).attr_opt("xml:lang", entry.lang.as_deref()).close();
}

/// Returns true if the number of a page is spoken at the step that it leads to.
fn says_number(page: &CenterEntry, step: &SmilStep) -> bool {
    match &page.number {
        PageNumberTiming::Always => true,
        PageNumberTiming::When(said) => {
            let first = step.pieces.first();
            let alone = said
                .as_ref()
                .zip(first)
                .is_some_and(|((audio, begin), piece)| piece.audio == *audio && piece.begin == *begin);
            alone || step.required_setting.is_some()
        }
    }
}

fn is_skippable(kind: EntryKind) -> bool {
    matches!(kind, EntryKind::Page | EntryKind::Skippable | EntryKind::Sidebar)
}

/// Entries with an order: which step each leads to.
pub(super) fn entries_by_step(
    center: &NavigationCenter,
    find: impl Fn(&str, Option<&str>) -> Option<usize>,
) -> HashMap<usize, Vec<usize>> {
    let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
    for (number, entry) in center.entries.iter().enumerate() {
        let step = entry.target.as_ref().and_then(|(path, id)| find(path, id.as_deref()));
        if let Some(step) = step {
            found.entry(step).or_default().push(number);
        }
    }
    found
}
