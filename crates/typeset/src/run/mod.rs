//! Processes a book part by part: while one is written, the next is laid out.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
use std::thread;

use books::model::Book;
use books::{Progress, Result, WrittenPdf, report_step};
use jiff::Timestamp;
use typst::foundations::{NativeElement as _, Selector, StyleChain, Value};
use typst::introspection::{Introspector as _, Location, MetadataElem};
use typst::model::{Document as _, HeadingElem};
use typst_layout::{Page, PagedDocument};
use typst_pdf::PdfOptions;

use crate::labels::PageLabels;
use crate::links::{find_label, redirect_links};
use crate::merge::{Bookmark, DocumentPosition, Merger, NavigationData};
use crate::missing::MissingCharacters;
use crate::numbers::PageNumberFont;
use crate::pictures::PictureData;
use crate::source::{
    self, BookPlan, ENTRY_LABEL, ENTRY_SEPARATOR, HEADING_ABOVE_LABEL, SENTENCE_LABEL, heading_label,
};
use crate::{Fallback, broken_error, export};

/// Distance of link targets above a place, so that the line that begins there is visible (points).
const ABOVE_LINE: f64 = 10.0;

/// A laid-out document, and the fallback in use.
type LayoutResult = std::result::Result<(PagedDocument, Fallback), String>;

/// Writes a book in parts of about `letters` letters each. Adds to `written` what is known of the PDF.
pub(crate) fn write_parts<W: Write>(
    book: &Book,
    modified: Timestamp,
    letters: usize,
    out: W,
    written: &mut WrittenPdf,
    progress: &mut dyn Progress,
) -> Result<W> {
    if book.sections.is_empty() {
        return Err(broken_error("it has no text"));
    }
    let plan = &BookPlan::from_book(book, letters, progress)?;
    written.letters = plan.letters.clone();
    let total = plan.parts.len() + 1;
    let mut merger = Merger::new(out)?;
    let done = thread::scope(|scope| {
        // A single thread for all parts: memory freed by other threads is not always reused.
        let (sender, laid_out) = sync_channel(0);
        scope.spawn(move || {
            for part in 0..plan.parts.len() {
                let laid = lay_out(plan, part, Fallback::Full);
                let wanted = sender.send(laid).is_ok();
                // The layout cache is useless for the next part.
                comemo::evict(0);
                if !wanted {
                    return;
                }
            }
        });
        let mut run = PdfRun::new(plan, export::pdf_options(book, modified))?;
        for part in 0..plan.parts.len() {
            report_step(progress, part, total)?;
            let laid = laid_out.recv().unwrap_or_else(|_| Err("the layout failed".to_owned()));
            let pdf = run.export_part(part, laid)?;
            merger.append_part(&pdf, plan.headings_above(part))?;
        }
        report_step(progress, total - 1, total)?;
        let front = run.export_front()?;
        written.sentences.append(&mut run.sentences);
        run.missing.report(&plan.book.reporter);
        Ok(merger.finish(&front, run.navigation)?)
    });
    clear_layout_cache();
    done
}

fn clear_layout_cache() {
    if thread::Builder::new().name("forget".into()).spawn(|| comemo::evict(0)).is_err() {
        comemo::evict(0);
    }
}

/// Lays out a part, with this fallback or further ones.
fn lay_out(plan: &BookPlan<'_>, part: usize, mut fallback: Fallback) -> LayoutResult {
    loop {
        match export::typeset(plan.write_part(part, fallback)) {
            Ok(document) => return Ok((document, fallback)),
            Err(problem) => fallback = next_fallback(plan, part, fallback, problem)?,
        }
    }
}

/// The next fallback; the problem if there is none. If pictures are to blame, the same again without these.
fn next_fallback(
    plan: &BookPlan<'_>,
    part: usize,
    fallback: Fallback,
    problem: String,
) -> std::result::Result<Fallback, String> {
    tracing::warn!(title = plan.book.metadata.title, part, ?fallback, problem, "a part could not be set");
    if fallback == Fallback::WithoutPictures {
        return Err(problem);
    }
    let pictures = plan.write_part(part, fallback).pictures;
    let mut found = false;
    for picture in pictures.iter().filter(|picture| !can_be_set(picture)) {
        found |= plan.reject_picture(&picture.source);
    }
    let next = if found { Some(fallback) } else { fallback.next() };
    if next == Some(Fallback::WithoutPictures) {
        for picture in &pictures {
            plan.reject_picture(&picture.source);
        }
    }
    next.ok_or(problem)
}

fn can_be_set(picture: &PictureData) -> bool {
    export::typeset(source::picture_page(picture.clone()))
        .and_then(|document| export::export_pdf(&document, &export::default_options(), true))
        .is_ok()
}

/// State carried from one part to the next.
struct PdfRun<'a> {
    plan: &'a BookPlan<'a>,
    options: PdfOptions,
    digits: Option<PageNumberFont>,
    names: PageLabels,
    /// Number of pages before the next part.
    pages: usize,
    /// The page of each heading so far.
    headings: Vec<usize>,
    navigation: NavigationData,
    /// Numbered sentences and the pages, from 1, on which they begin.
    sentences: Vec<(u32, usize)>,
    /// Characters that are drawn as boxes.
    missing: MissingCharacters,
    /// True if all so far is PDF/UA-1.
    accessible: bool,
}

impl<'a> PdfRun<'a> {
    /// Starts with the front matter; only its length is known.
    fn new(plan: &'a BookPlan<'a>, options: PdfOptions) -> Result<Self> {
        let broken = |problem: String| broken_error(&problem);
        let digits = export::typeset(source::digits_page(plan.book.metadata.language())).map_err(broken)?;
        let mut run = Self {
            plan,
            options,
            digits: PageNumberFont::from_sample(&digits),
            names: PageLabels::from_print_pages(&plan.print_pages),
            pages: 0,
            headings: Vec::new(),
            navigation: NavigationData::default(),
            sentences: Vec::new(),
            missing: MissingCharacters::default(),
            accessible: true,
        };
        run.pages = run.lay_out_front()?.1.len();
        run.names.skip(run.pages);
        Ok(run)
    }

    fn export_part(&mut self, part_index: usize, mut laid: LayoutResult) -> Result<Vec<u8>> {
        loop {
            let (document, fallback) = laid.map_err(|problem| broken_error(&problem))?;
            let mut names = self.names.clone();
            let mut pages = document.pages().to_vec();
            self.write_page_numbers(&mut pages);
            names.label_pages(&mut pages, &document);
            let numbered = PagedDocument::new(pages.into_iter().collect(), document.info().clone());
            match export::export_pdf(&numbered, &self.options, self.accessible) {
                Ok((pdf, accessible)) => {
                    self.accessible &= accessible;
                    self.names = names;
                    self.gather_navigation(part_index, &document);
                    self.missing.count_in(&document);
                    return Ok(pdf);
                }
                Err(problem) => {
                    laid = next_fallback(self.plan, part_index, fallback, problem)
                        .and_then(|fallback| lay_out(self.plan, part_index, fallback));
                }
            }
        }
    }

    fn write_page_numbers(&self, pages: &mut [Page]) {
        for (place, page) in pages.iter_mut().enumerate() {
            page.number = (self.pages + place + 1) as u64;
            if let Some(digits) = &self.digits {
                digits.write_number(page, place);
            }
        }
    }

    /// Records data of a part that others need.
    fn gather_navigation(&mut self, part_index: usize, document: &PagedDocument) {
        let mut number = self.headings.len();
        for heading in find_headings(document) {
            let Some(position) = self.find_position(document, heading.location) else { continue };
            // A picture has no text but its alternative, which is in brackets where it cannot be drawn.
            let known = self.plan.headings.get(number).filter(|known| known.has_picture);
            let title = known.map_or(heading.title, |known| known.plain_text.clone());
            let heading = Bookmark { level: heading.level, title, position };
            self.headings.push(position.page + 1);
            self.navigation.places.insert(heading_label(number), position);
            self.navigation.bookmarks.push(heading);
            number += 1;
        }
        for name in &self.plan.parts[part_index].link_targets {
            let place = find_label(name)
                .and_then(|label| document.introspector().query_label(label).ok()?.location());
            // A place that does not exist after all: use the part.
            let position = place
                .and_then(|place| self.find_position(document, place))
                .unwrap_or(DocumentPosition { page: self.pages, x: 0.0, y: f64::from(u16::MAX) });
            self.navigation.places.insert(name.clone(), position);
        }
        self.sentences
            .extend(find_sentence_starts(document).map(|(number, page)| (number, self.pages + page)));
        self.pages += document.pages().len();
    }

    /// Position in the whole document, if the next pages are those of this document.
    fn find_position(&self, document: &PagedDocument, location: Location) -> Option<DocumentPosition> {
        let found = document.introspector().position(location)?;
        let page = found.page.get() - 1;
        let height = document.pages().get(page)?.frame.height().to_pt();
        let (x, y) = (found.point.x.to_pt(), (found.point.y.to_pt() - ABOVE_LINE).max(0.0));
        Some(DocumentPosition { page: self.pages + page, x, y: height - y })
    }

    fn export_front(&mut self) -> Result<Vec<u8>> {
        let (document, mut pages) = self.lay_out_front()?;
        self.pages = 0;
        self.write_page_numbers(&mut pages);
        let mut names = PageLabels::from_print_pages(&self.plan.print_pages);
        names.label_pages(&mut pages, &document);
        let kept = PagedDocument::new(pages.into_iter().collect(), document.info().clone());
        let mut bookmarks: Vec<Bookmark> = Vec::new();
        for heading in find_headings(&kept) {
            if let Some(position) = self.find_position(&kept, heading.location) {
                bookmarks.push(Bookmark { level: heading.level, title: heading.title, position });
            }
        }
        self.missing.count_in(&kept);
        bookmarks.append(&mut self.navigation.bookmarks);
        self.navigation.bookmarks = bookmarks;
        let (pdf, _) = export::export_pdf(&kept, &self.options, self.accessible)
            .map_err(|problem| broken_error(&problem))?;
        Ok(pdf)
    }

    /// The front matter, and its kept pages.
    fn lay_out_front(&self) -> Result<(PagedDocument, Vec<Page>)> {
        let document = export::typeset(self.plan.write_front(&self.headings, false)).or_else(|problem| {
            tracing::warn!(title = self.plan.book.metadata.title, problem, "headings could not be set");
            export::typeset(self.plan.write_front(&self.headings, true))
                .map_err(|problem| broken_error(&problem))
        })?;
        let introspector = document.introspector();
        let mut behind = document.pages().len();
        let mut listed: HashMap<Location, String> = HashMap::new();
        for number in 0..self.plan.headings.len() {
            let name = heading_label(number);
            let found = find_label(&name).and_then(|label| introspector.query_label(label).ok()?.location());
            if let Some(location) = found {
                behind = behind.min(introspector.page(location).map_or(behind, |page| page.get() - 1));
                listed.insert(location, name);
            }
        }
        let mut pages = document.pages().to_vec();
        pages.truncate(behind);
        for page in &mut pages {
            redirect_links(&mut page.frame, &|location| listed.get(&location).cloned());
        }
        Ok((document, pages))
    }
}

/// Finds the numbered sentences with which blocks of a document begin, and their pages, from 1.
fn find_sentence_starts(document: &PagedDocument) -> impl Iterator<Item = (u32, usize)> {
    let introspector = document.introspector();
    let found = find_label(SENTENCE_LABEL).map(|label| introspector.query(&Selector::Label(label)));
    found.into_iter().flatten().filter_map(move |place| {
        let Value::Int(number) = place.to_packed::<MetadataElem>()?.value else { return None };
        let page = introspector.page(place.location()?)?;
        Some((u32::try_from(number).ok()?, page.get()))
    })
}

struct FoundHeading {
    location: Location,
    level: NonZeroUsize,
    title: String,
}

/// The headings of a document, without placeholders, and other places that the table of contents lists, in
/// the order of the text.
fn find_headings(document: &PagedDocument) -> Vec<FoundHeading> {
    let above = find_label(HEADING_ABOVE_LABEL);
    let listed = [Some(HeadingElem::ELEM.select()), find_label(ENTRY_LABEL).map(Selector::Label)];
    let elements = document.introspector().query(&Selector::Or(listed.into_iter().flatten().collect()));
    // What is in the head of a table is set again on each of its pages.
    let mut entries = HashSet::new();
    let found = elements.iter().filter(|element| element.label() != above).filter_map(|element| {
        let location = element.location()?;
        if let Some(metadata) = element.to_packed::<MetadataElem>() {
            let Value::Str(entry) = &metadata.value else { return None };
            let mut parts = entry.splitn(3, ENTRY_SEPARATOR);
            let level = parts.next()?.parse().ok()?;
            let title = parts.nth(1)?.to_owned();
            return entries.insert(entry.to_string()).then_some(FoundHeading { location, level, title });
        }
        let heading = element.to_packed::<HeadingElem>()?;
        Some(FoundHeading {
            location,
            level: heading.resolve_level(StyleChain::default()),
            title: heading.body.plain_text().to_string(),
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests;
