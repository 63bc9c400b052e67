//! The book that navigation leads through: the entries of a navigation center (DAISY 2.02) or of an NCX
//! (DAISY 3), the steps of the SMIL files, and the text as HTML where the book has one. What is only heard
//! has the entries as its text.

mod files;
mod sequence;
mod text;
mod walk;

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;
use std::sync::Arc;

use roxmltree::Node;

use super::{group_by_section, place_clips};
use crate::content::{self, BookFiles, PageIds, resolve_notes, set_levels};
use crate::daisy::Standard;
use crate::dtbook::{MovedPlaces, allow_one_deeper, divide_sections, html, image_resources};
use crate::model::{Book, Matter, Metadata, NavPoint, Section, Target};
use crate::progress::report_step;
use crate::smil::{self, PackagePlace, SmilStep};
use crate::xml::{self, find_child, language_attribute, schema_language};
use crate::{FindingKind, Package, Progress, Result};

pub(super) use files::SourceFiles;
pub(super) use sequence::FileSequence;
use text::{DocumentContent, RelocatedIds, TextContext};
use walk::{BookPart, StepWalk, WalkResult};

/// The places that a player finds, in their order.
#[derive(Debug, Default)]
pub(super) struct NavigationCenter {
    pub(super) path: String,
    pub(super) entries: Vec<CenterEntry>,
    /// The entries by the ids of what they consist of.
    pub(super) ids: HashMap<String, usize>,
    /// The same ids of the files of further volumes, by path.
    pub(super) other_ids: HashMap<String, HashMap<String, usize>>,
}

/// A place that a player finds.
#[derive(Debug)]
pub(super) struct CenterEntry {
    pub(super) kind: EntryKind,
    pub(super) label: String,
    /// The target of the entry; `None` for a mere text.
    pub(super) target: Option<PackagePlace>,
    pub(super) lang: Option<String>,
    /// The step that a page leads to says its number.
    pub(super) number: PageNumberTiming,
}

/// When a page number is spoken at the step that its entry leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PageNumberTiming {
    Always,
    /// If the step may be skipped, or begins with this recording, at this position in its file.
    When(Option<(String, std::time::Duration)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    Title,
    Heading(u8),
    Page,
    /// Parts that can be skipped: references to notes, boxes, notes of the producer.
    Skippable,
    Sidebar,
    /// Any other place.
    Group,
}

impl NavigationCenter {
    /// Adds an entry; `nodes` are what it consists of.
    pub(super) fn add_entry<'a, 'i: 'a>(
        &mut self,
        entry: CenterEntry,
        nodes: impl Iterator<Item = Node<'a, 'i>>,
    ) {
        for id in nodes.filter_map(|node| node.attribute("id")) {
            self.ids.entry(id.to_owned()).or_insert(self.entries.len());
        }
        self.entries.push(entry);
    }

    /// Adds the entries of the file of another volume. Each volume may list those of the whole book.
    pub(super) fn append_volume(&mut self, other: Self) {
        let listed = self.entries.iter().enumerate();
        let known: HashMap<_, usize> = listed
            .filter_map(|(at, entry)| Some(((discriminant(&entry.kind), entry.target.clone()?), at)))
            .collect();
        let has_title = self.entries.iter().any(|entry| entry.kind == EntryKind::Title);
        let mut numbers = Vec::with_capacity(other.entries.len());
        for mut entry in other.entries {
            let key = entry.target.clone().map(|target| (discriminant(&entry.kind), target));
            let same = key.and_then(|key| known.get(&key).copied());
            numbers.push(same.unwrap_or(self.entries.len()));
            if same.is_none() {
                if entry.kind == EntryKind::Title && has_title {
                    // The volume repeats the title of the book.
                    entry.kind = EntryKind::Group;
                }
                self.entries.push(entry);
            }
        }
        let ids = other.ids.into_iter().filter_map(|(id, at)| Some((id, *numbers.get(at)?)));
        self.other_ids.insert(other.path, ids.collect());
    }

    /// Returns true if a file is that of the entries, in any volume.
    fn has_file(&self, path: &str) -> bool {
        path == self.path || self.other_ids.contains_key(path)
    }

    fn find_entry(&self, path: &str, id: &str) -> Option<usize> {
        let ids = if path == self.path { &self.ids } else { self.other_ids.get(path)? };
        ids.get(id).copied()
    }

    /// Reports the entries that lead to files that the book does not have.
    pub(super) fn report_missing(&self, files: &SourceFiles<'_>, kind: FindingKind) {
        for entry in &self.entries {
            if let Some((path, _)) = entry.target.as_ref().filter(|(path, _)| !files.package.contains(path)) {
                files.package.reporter().report(kind, &self.path, &format!("{path}: {}", entry.label));
            }
        }
    }

    /// The SMIL files that the entries lead to, in their order.
    pub(super) fn smil_files(&self) -> impl Iterator<Item = &str> {
        let targets = self.entries.iter().filter_map(|entry| entry.target.as_ref());
        targets.map(|(path, _)| path.as_str()).filter(|path| crate::path::extension(path) == "smil")
    }
}

pub(super) struct PlayedBook<'a> {
    pub(super) center: &'a NavigationCenter,
    /// The SMIL files in the order of playing.
    pub(super) smil: &'a [String],
    /// Texts that are read after the others, even if nothing plays them.
    pub(super) unplayed: &'a [String],
    /// Documents that are reported if nothing refers to them.
    pub(super) documents: &'a [String],
}

/// Turns the body of a document into XHTML.
type WriteHtml<'w> = &'w dyn Fn(&[Node<'_, '_>], &DocumentContent<'_>) -> String;

/// Reads the book that SMIL files play, one after the other.
pub(super) fn read_book(
    package: &Arc<Package>,
    files: &SourceFiles<'_>,
    playing: &PlayedBook<'_>,
    metadata: Metadata,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let write = |body: &[Node<'_, '_>], dialect: &DocumentContent<'_>| html::write_html(body, true, dialect);
    read_book_by(&write, package, files, playing, metadata, progress)
}

fn read_book_by(
    write: WriteHtml<'_>,
    package: &Arc<Package>,
    files: &SourceFiles<'_>,
    playing: &PlayedBook<'_>,
    mut metadata: Metadata,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let PlayedBook { center, smil, unplayed, documents } = playing;
    // Texts are about as much work as the files that say when they are heard.
    let total = smil.len() * 2;
    let mut walked = walk_steps(files, center, smil, &mut |done| report_step(progress, done, total))?;
    add_unplayed(&mut walked, center, smil.is_empty(), unplayed);
    metadata.heard_only = walked.parts.iter().all(|part| matches!(part, BookPart::Heard { .. }));
    let WalkResult { mut parts, clips, headings, pages, title } = walked;
    let known = TextContext { files, metadata: &metadata, pages: &pages, title: title.as_ref() };
    let mut gone = RelocatedIds::default();
    let mut first_error = None;
    let mut sections = Vec::with_capacity(parts.len());
    let mut read: HashSet<String> = parts.iter().map(|part| part.path().to_owned()).collect();
    let mut next = 0;
    while let Some(part) = parts.get(next) {
        next += 1;
        report_step(progress, (smil.len() + sections.len()).min(total), total)?;
        match read_section(write, part, &known, &mut gone, package) {
            Ok((section, linked)) => {
                sections.push(section);
                let place = part.path().to_owned();
                let is_new = |path: &String| !center.has_file(path) && read.insert(path.clone());
                let linked = linked.into_iter().filter(is_new);
                parts.extend(linked.map(|path| BookPart::Text { path, place: place.clone() }));
            }
            Err(error) if error.costs_part() && !matches!(part, BookPart::Heard { .. }) => {
                package.report_lost_document(part.path(), &error);
                first_error.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    if let Some(error) = first_error.filter(|_| sections.is_empty()) {
        return Err(error);
    }
    for path in documents.iter().filter(|path| !read.contains(*path)) {
        package.reporter().report(FindingKind::UnreferencedDocument, path, "");
    }
    set_levels(&mut sections, &heading_tree(headings));
    resolve_notes(&mut sections);
    let (sections, moved) = divide_sections(sections, &gone.matters);
    report_step(progress, total, total)?;
    // The headings and page numbers of the text say the same as the entries.
    let book = Book::from_text(metadata, sections, image_resources(package));
    let clips = place_clips(clips, |clip| resolve_place(&clip.text, &gone, &moved));
    Ok(Book { overlays: group_by_section(clips), ..book })
}

/// Adds texts that nothing plays. If nothing is played at all, they are the book.
fn add_unplayed(walked: &mut WalkResult, center: &NavigationCenter, is_silent: bool, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    if is_silent {
        walked.parts.clear();
    }
    let played: HashSet<String> = walked.parts.iter().map(|part| part.path().to_owned()).collect();
    let added = texts.iter().filter(|path| !played.contains(*path));
    walked.parts.extend(added.map(|path| BookPart::Text { path: path.clone(), place: center.path.clone() }));
}

fn walk_steps(
    files: &SourceFiles<'_>,
    center: &NavigationCenter,
    smil: &[String],
    progress: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<WalkResult> {
    let mut steps: Vec<(&str, SmilStep)> = Vec::new();
    let mut ids: HashMap<(&str, String), usize> = HashMap::new();
    let mut begins: HashMap<&str, usize> = HashMap::new();
    for (done, path) in smil.iter().enumerate() {
        progress(done)?;
        begins.insert(path, steps.len());
        for step in read_steps(files, path, center)? {
            for id in &step.ids {
                ids.entry((path, id.clone())).or_insert(steps.len());
            }
            steps.push((path, step));
        }
    }
    let by_step = walk::entries_by_step(center, |path, id| {
        let first = || begins.get(path).copied();
        id.and_then(|id| ids.get(&(path, id.to_owned())).copied()).or_else(first)
    });
    let mut walk = StepWalk::new(center);
    for (number, (path, step)) in steps.into_iter().enumerate() {
        by_step.get(&number).into_iter().flatten().for_each(|entry| walk.enter_entry(*entry));
        walk.visit_step(step, path);
    }
    Ok(walk.into_result())
}

/// The steps of a file. What they show and play and the book does not have is left out, and reported. A book
/// of DAISY 3 comes here without its text: it shows its NCX or nothing.
fn read_steps(files: &SourceFiles<'_>, path: &str, center: &NavigationCenter) -> Result<Vec<SmilStep>> {
    let read = files.with_document(path, &center.path, |document, _| {
        smil::read_steps(document, &mut |source| Ok(files.package.resolve(path, source)))
    });
    let Some(steps) = files.package.keep_or_report(path, read)? else { return Ok(Vec::new()) };
    let mut found = steps?;
    for step in &mut found {
        let shown = |text: &str| match files.standard {
            // A reference into the SMIL file itself shows nothing.
            Standard::Daisy202 => text != path,
            Standard::Daisy3 => center.has_file(text),
        };
        step.text = step.text.take().filter(|(text, _)| shown(text) && files.has_text(text, path));
        step.pieces.retain(|piece| smil::is_present(files.package, path, &piece.audio));
    }
    Ok(found)
}

/// The headings as a tree, for their depths.
fn heading_tree(headings: Vec<(u8, String, Target)>) -> Vec<NavPoint> {
    let mut open: Vec<(u8, NavPoint)> = Vec::new();
    let mut roots: Vec<NavPoint> = Vec::new();
    let close = |open: &mut Vec<(u8, NavPoint)>, roots: &mut Vec<NavPoint>| {
        if let Some((_, point)) = open.pop() {
            match open.last_mut() {
                Some((_, above)) => above.children.push(point),
                None => roots.push(point),
            }
        }
    };
    for (depth, label, target) in headings {
        while open.last().is_some_and(|(last, _)| *last >= depth) {
            close(&mut open, &mut roots);
        }
        open.push((depth, NavPoint { label, target: Some(target), children: Vec::new() }));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// The section of a part, and the documents that it links to.
fn read_section(
    write: WriteHtml<'_>,
    part: &BookPart,
    context: &TextContext<'_>,
    gone: &mut RelocatedIds,
    package: &Package,
) -> Result<(Section, Vec<String>)> {
    let limits = allow_one_deeper(package.limits());
    match part {
        BookPart::Heard { path, xhtml } => {
            let document = xml::parse(path, xhtml, &limits)?;
            Ok((read_content(path, &document, &PageIds::new(), package), Vec::new()))
        }
        BookPart::Text { path, place } => {
            let (xhtml, own, pages, linked) =
                context.files.with_document(path, place, |document, repaired| {
                    let dialect = DocumentContent::from_document(context, path, document, gone);
                    let root = document.root_element();
                    let lang = language_attribute(root).and_then(schema_language);
                    let body: Vec<_> = find_child(root, "body").into_iter().collect();
                    let own = (lang.map(str::to_owned), repaired, dialect.count_letters(document));
                    (write(&body, &dialect), own, dialect.listed_pages(), dialect.linked_documents(document))
                })?;
            let (lang, repaired, counted) = own;
            let document = xml::parse(path, &xhtml, &limits)?;
            package.count_nodes(path, &document)?;
            let section = read_content(path, &document, &pages, package);
            let lang = section.lang.clone().or(lang);
            Ok((Section { lang, repaired, counted: Some(counted), ..section }, linked))
        }
    }
}

fn read_content(
    path: &str,
    document: &roxmltree::Document<'_>,
    pages: &PageIds,
    package: &Package,
) -> Section {
    let content = content::read_document(path, document, pages, Some(&BookFiles::new(package, None)));
    Section {
        lang: content.lang,
        dir: content.dir,
        ids: content.ids,
        ..Section::new(path.to_owned(), Matter::Body, content.blocks)
    }
}

fn resolve_place(text: &Target, gone: &RelocatedIds, moved: &MovedPlaces) -> Option<Target> {
    if text.path.is_empty() {
        return Some(text.clone());
    }
    if let Some(author) = gone.front_ids.get(text) {
        return Some(Target { path: String::new(), id: author.clone() });
    }
    let id = gone.merged_ids.get(text).or(text.id.as_ref()).cloned();
    moved.find_place(&Target { path: text.path.clone(), id })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::report_reading;
    use crate::dtbook::html::Dialect;
    use crate::limits::Limits;
    use crate::testkit::daisy202_book;

    /// A step into XHTML that loses paragraphs.
    struct ParagraphLosingWriter<'a>(&'a DocumentContent<'a>);

    impl Dialect for ParagraphLosingWriter<'_> {
        fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
            self.0.name(node).filter(|name| *name != "p")
        }

        fn resolve_reference(&self, node: Node<'_, '_>) -> Option<String> {
            self.0.resolve_reference(node)
        }
    }

    fn findings_of(write: WriteHtml<'_>) -> Vec<(FindingKind, String, String)> {
        let package = Package::open(daisy202_book("Tides", true).into(), Limits::default()).unwrap();
        let package = Arc::new(package);
        let files = SourceFiles::new(&package, Standard::Daisy202);
        let heading = CenterEntry {
            kind: EntryKind::Heading(1),
            label: "One".to_owned(),
            target: Some(("disc/one.smil".to_owned(), Some("s2".to_owned()))),
            lang: None,
            number: PageNumberTiming::Always,
        };
        let center = NavigationCenter {
            path: "disc/ncc.html".to_owned(),
            entries: vec![heading],
            ..NavigationCenter::default()
        };
        let smil = ["disc/one.smil".to_owned()];
        let playing = PlayedBook { center: &center, smil: &smil, unplayed: &[], documents: &[] };
        let book = read_book_by(write, &package, &files, &playing, Metadata::default(), &mut ()).unwrap();
        report_reading(&book);
        let findings = book.reporter.to_report().findings;
        let lost = findings.into_iter().filter(|finding| finding.kind == FindingKind::WordsLost);
        lost.map(|finding| (finding.kind, finding.file, finding.subject)).collect()
    }

    #[test]
    fn words_that_are_lost_on_the_way_into_xhtml_are_reported_with_the_file_of_the_source() {
        assert_eq!(findings_of(&|body, dialect| html::write_html(body, true, dialect)), []);
        let lost =
            findings_of(&|body, dialect| html::write_html(body, true, &ParagraphLosingWriter(dialect)));
        let file = "disc/text.html".to_owned();
        assert_eq!(lost, [(FindingKind::WordsLost, file, "6 of 7 words".to_owned())]);
    }
}
