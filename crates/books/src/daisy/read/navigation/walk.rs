//! The steps of a player, from first to last, and the text of each: that of a document, or for audio-only
//! parts that of the navigation entries.

use std::collections::{HashMap, HashSet};

use super::{Center, Entry, Kind, Number};
use crate::content::PageIds;
use crate::model::{Clip, Target};
use crate::path;
use crate::smil::{Piece, Step};
use crate::xml::{OPS, Writer, XHTML};

/// Placeholder for words that only a narrator speaks.
const HEARD: &str = "\u{2026}";
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// A document of the book.
pub(super) enum Part {
    /// One of the package, and the file that refers to it.
    Text { path: String, place: String },
    /// One that is made of the entries.
    Heard { path: String, xhtml: String },
}

impl Part {
    pub(super) fn path(&self) -> &str {
        let (Self::Text { path, .. } | Self::Heard { path, .. }) = self;
        path
    }
}

/// What was found on the way.
pub(super) struct Walked {
    pub(super) parts: Vec<Part>,
    /// The narration; a path that is empty is the title of the book.
    pub(super) clips: Vec<Clip>,
    /// Headings: depth, text and place.
    pub(super) headings: Vec<(u8, String, Target)>,
    pub(super) pages: PageIds,
    /// Position of the title in the text.
    pub(super) title: Option<Target>,
}

pub(super) struct Walk<'a> {
    center: &'a Center,
    out: Walked,
    texts: HashSet<String>,
    /// The text of the last step, where it is in a document.
    last_shown: Option<Target>,
    /// The document under way that is only heard.
    heard: Option<(String, Writer)>,
    heard_parts: usize,
    /// Entries that lead to the next step.
    pending: Vec<usize>,
    written: HashSet<usize>,
    current: Option<Current>,
    audio_only_steps: usize,
}

/// The entry that is heard.
struct Current {
    kind: Kind,
    /// Where its words are.
    place: Target,
    /// The setting of the player with which it is played.
    required: Option<String>,
    begun: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(center: &'a Center) -> Self {
        Self {
            center,
            out: Walked {
                parts: Vec::new(),
                clips: Vec::new(),
                headings: Vec::new(),
                pages: PageIds::new(),
                title: None,
            },
            texts: HashSet::new(),
            last_shown: None,
            heard: None,
            heard_parts: 0,
            pending: Vec::new(),
            written: HashSet::new(),
            current: None,
            audio_only_steps: 0,
        }
    }

    /// This entry leads to the next step.
    pub(super) fn enter(&mut self, entry: usize) {
        self.pending.push(entry);
    }

    /// A step of a file.
    pub(super) fn step(&mut self, step: Step, smil: &str) {
        let place = match &step.text {
            Some((path, id)) if *path != self.center.path => {
                Some(Target { path: path.clone(), id: id.clone() })
            }
            // The words continue.
            None if self.pending.is_empty() => self.last_shown.clone(),
            _ => None,
        };
        if let Some(place) = place {
            self.end_heard();
            self.shown(&place, smil);
            self.last_shown = Some(place.clone());
            self.out.clips.extend(step.pieces.into_iter().map(|piece| piece.of(place.clone())));
        } else {
            self.last_shown = None;
            self.only_heard(step);
        }
    }

    /// A step whose text is in a document.
    fn shown(&mut self, place: &Target, smil: &str) {
        if self.texts.insert(place.path.clone()) {
            self.out.parts.push(Part::Text { path: place.path.clone(), place: smil.to_owned() });
        }
        for number in std::mem::take(&mut self.pending) {
            self.written.insert(number);
            let entry = &self.center.entries[number];
            match (entry.kind, &place.id) {
                (Kind::Title, _) => self.out.title = self.out.title.take().or_else(|| Some(place.clone())),
                (Kind::Heading(depth), _) => {
                    self.out.headings.push((depth, entry.label.clone(), place.clone()));
                }
                (Kind::Page, Some(id)) => {
                    let pages = self.out.pages.entry(place.path.clone()).or_default();
                    pages.entry(id.clone()).or_insert_with(|| entry.label.clone());
                }
                _ => {}
            }
        }
        self.current = None;
    }

    fn only_heard(&mut self, step: Step) {
        let stated = step.text.as_ref().and_then(|(_, id)| self.center.ids.get(id.as_deref()?).copied());
        if self.pending.is_empty() {
            self.pending.extend(stated.filter(|entry| !self.written.contains(entry)));
        }
        let mut unsaid = Vec::new();
        for number in std::mem::take(&mut self.pending) {
            if self.written.insert(number) {
                let entry = &self.center.entries[number];
                if entry.kind == Kind::Page && !says_number(entry, &step) {
                    unsaid.push(number);
                    continue;
                }
                let place = self.write(number, entry);
                // What can be skipped does not speak for a heading that begins with it.
                if self.current.as_ref().is_none_or(|current| current.begun || is_skippable(current.kind)) {
                    let required = step.required.clone();
                    self.current = Some(Current { kind: entry.kind, place, required, begun: false });
                }
            }
        }
        self.unsaid(&unsaid, step.pieces.is_empty());
        let mut pieces = step.pieces.into_iter();
        if let Some(current) = &mut self.current {
            let first = !std::mem::replace(&mut current.begun, true);
            let mut own = usize::MAX;
            let same = current.required.is_some() && current.required == step.required;
            if is_skippable(current.kind) && !same {
                // A step that is always played is more than the number of its page.
                own = usize::from(first);
            } else if current.kind == Kind::Title && !first {
                own = 0;
            }
            let place = current.place.clone();
            self.out.clips.extend(pieces.by_ref().take(own).map(|piece| piece.of(place.clone())));
        }
        let rest: Vec<Piece> = pieces.collect();
        if !rest.is_empty() {
            let place = self.continuation(&[]);
            self.out.clips.extend(rest.into_iter().map(|piece| piece.of(place.clone())));
        }
    }

    /// Writes pages whose numbers nobody says: they begin in the words that are heard. `silent`: there are
    /// none.
    fn unsaid(&mut self, pages: &[usize], silent: bool) {
        if silent || self.current.as_ref().is_some_and(|current| !current.begun) {
            for number in pages {
                self.write(*number, &self.center.entries[*number]);
            }
        } else if !pages.is_empty() {
            self.continuation(pages);
        }
    }

    /// The place of words after something that can be skipped, of those in which pages begin, and of those
    /// before anything has begun.
    fn continuation(&mut self, pages: &[usize]) -> Target {
        let at_front = self.current.is_none() && self.out.parts.is_empty() && self.heard.is_none();
        if at_front && pages.is_empty() {
            return front();
        }
        self.audio_only_steps += 1;
        let id = format!("heard-{}", self.audio_only_steps);
        let place = self.target(&id);
        let center = self.center;
        let xml = self.document();
        xml.open("p").attr("id", &id).text(HEARD);
        for number in pages {
            page(xml, &id_of(*number), &center.entries[*number]);
        }
        xml.close();
        self.current = Some(Current { kind: Kind::Group, place: place.clone(), required: None, begun: true });
        place
    }

    /// Writes an entry as text; returns its place.
    fn write(&mut self, number: usize, entry: &Entry) -> Target {
        if entry.kind == Kind::Title {
            return front();
        }
        let id = id_of(number);
        let place = self.target(&id);
        let label = label(entry);
        if let Kind::Heading(depth) = entry.kind {
            self.out.headings.push((depth, label.to_owned(), place.clone()));
        }
        let xml = self.document();
        match entry.kind {
            Kind::Page => {
                page(xml, &id, entry);
                return place;
            }
            Kind::Sidebar => xml.open("aside"),
            Kind::Heading(depth) => xml.open(HEADINGS[usize::from(depth.clamp(1, 6)) - 1]),
            _ => xml.open("p"),
        };
        xml.attr("id", &id).attr_opt("xml:lang", entry.lang.as_deref());
        match entry.kind {
            Kind::Sidebar => {
                xml.element("p", label);
            }
            _ => {
                xml.text(label);
            }
        }
        xml.close();
        place
    }

    fn target(&mut self, id: &str) -> Target {
        self.document();
        let path = self.heard.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
        Target { path, id: Some(id.to_owned()) }
    }

    fn document(&mut self) -> &mut Writer {
        let (center, parts) = (&self.center.path, &mut self.heard_parts);
        let (_, xml) = self.heard.get_or_insert_with(|| {
            *parts += 1;
            let folder = path::folder(center);
            let slash = if folder.is_empty() { "" } else { "/" };
            let mut xml = Writer::document("");
            xml.open("html").attr("xmlns", XHTML).attr("xmlns:epub", OPS).open("body");
            (format!("{folder}{slash}ncc-part{parts}.xhtml"), xml)
        });
        xml
    }

    fn end_heard(&mut self) {
        if let Some((path, xml)) = self.heard.take() {
            self.out.parts.push(Part::Heard { path, xhtml: xml.finish() });
        }
        self.current = None;
    }

    pub(super) fn finish(mut self) -> Walked {
        if self.out.parts.is_empty() && self.heard.is_none() {
            // All is heard at the title.
            self.document().element("p", HEARD);
        }
        self.end_heard();
        self.out
    }
}

/// The title of the book, which is in no document.
fn front() -> Target {
    Target { path: String::new(), id: None }
}

/// The id of what an entry becomes.
fn id_of(number: usize) -> String {
    format!("ncc-{}", number + 1)
}

fn label(entry: &Entry) -> &str {
    if entry.label.is_empty() { HEARD } else { &entry.label }
}

fn page(xml: &mut Writer, id: &str, entry: &Entry) {
    xml.open("span").attr("epub:type", "pagebreak").attr("title", label(entry));
    xml.attr("id", id).attr_opt("xml:lang", entry.lang.as_deref()).close();
}

/// Whether the number of a page is spoken at the step that it leads to.
fn says_number(page: &Entry, step: &Step) -> bool {
    match &page.number {
        Number::Always => true,
        Number::When(said) => {
            let first = step.pieces.first();
            let alone = said
                .as_ref()
                .zip(first)
                .is_some_and(|((audio, begin), piece)| piece.audio == *audio && piece.begin == *begin);
            alone || step.required.is_some()
        }
    }
}

fn is_skippable(kind: Kind) -> bool {
    matches!(kind, Kind::Page | Kind::Skippable | Kind::Sidebar)
}

/// Entries with an order: which step each leads to.
pub(super) fn by_step(
    center: &Center,
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
