//! Processes a book part by part: while one is written, the next is laid out.

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::mpsc::sync_channel;
use std::thread;

use books::model::Book;
use books::{Progress, Result, WrittenPdf};
use jiff::Timestamp;
use typst::foundations::{NativeElement as _, Selector, StyleChain, Value};
use typst::introspection::{Introspector as _, Location, MetadataElem};
use typst::model::{Document as _, HeadingElem};
use typst_layout::{Page, PagedDocument};
use typst_pdf::PdfOptions;

use crate::export;
use crate::labels::Names;
use crate::links::{label, redirect};
use crate::merge::{Bookmark, Gathered, Merger, Position};
use crate::numbers::Digits;
use crate::pictures::Data;
use crate::source::{self, ABOVE, Plan, SENTENCE, heading_name};
use crate::{Care, broken, step};

/// Distance of link targets above a place, so that the line that begins there is visible (points).
const ABOVE_LINE: f64 = 10.0;

/// A laid-out document, and the fallback in use.
type Laid = std::result::Result<(PagedDocument, Care), String>;

/// Writes a book in parts of about `letters` letters each. Adds to `written` what is known of the PDF.
pub(crate) fn write<W: Write>(
    book: &Book,
    modified: Timestamp,
    letters: usize,
    out: W,
    written: &mut WrittenPdf,
    progress: &mut dyn Progress,
) -> Result<W> {
    if book.sections.is_empty() {
        return Err(broken("it has no text"));
    }
    let plan = &Plan::of(book, letters, progress)?;
    written.letters = plan.letters.clone();
    let total = plan.parts.len() + 1;
    let mut merger = Merger::new(out)?;
    let done = thread::scope(|scope| {
        // A single thread for all parts: memory freed by other threads is not always reused.
        let (sender, laid_out) = sync_channel(0);
        scope.spawn(move || {
            for part in 0..plan.parts.len() {
                let laid = lay_out(plan, part, Care::Full);
                let wanted = sender.send(laid).is_ok();
                // The layout cache is useless for the next part.
                comemo::evict(0);
                if !wanted {
                    return;
                }
            }
        });
        let mut run = Run::new(plan, export::options(book, modified))?;
        for part in 0..plan.parts.len() {
            step(progress, part, total)?;
            let laid = laid_out.recv().unwrap_or_else(|_| Err("the layout failed".to_owned()));
            let pdf = run.part(part, laid)?;
            merger.add(&pdf, plan.headings_above(part))?;
        }
        step(progress, total - 1, total)?;
        let front = run.front()?;
        written.sentences.append(&mut run.sentences);
        Ok(merger.finish(&front, run.gathered)?)
    });
    forget();
    done
}

/// Clears the layout cache in the background.
fn forget() {
    if thread::Builder::new().name("forget".into()).spawn(|| comemo::evict(0)).is_err() {
        comemo::evict(0);
    }
}

/// Lays out a part, with this fallback or further ones.
fn lay_out(plan: &Plan<'_>, part: usize, mut care: Care) -> Laid {
    loop {
        match export::set(plan.part(part, care)) {
            Ok(document) => return Ok((document, care)),
            Err(problem) => care = more(plan, part, care, problem)?,
        }
    }
}

/// The next fallback; the problem if there is none. If pictures are to blame, the same again without these.
fn more(plan: &Plan<'_>, part: usize, care: Care, problem: String) -> std::result::Result<Care, String> {
    tracing::warn!(title = plan.book.metadata.title, part, ?care, problem, "a part could not be set");
    if care == Care::WithoutPictures {
        return Err(problem);
    }
    let pictures = plan.part(part, care).pictures;
    let mut found = false;
    for picture in pictures.iter().filter(|picture| !can_be_set(picture)) {
        found |= plan.refuse(&picture.source);
    }
    let next = if found { Some(care) } else { care.next() };
    if next == Some(Care::WithoutPictures) {
        for picture in &pictures {
            plan.refuse(&picture.source);
        }
    }
    next.ok_or(problem)
}

/// Whether a picture can be set by itself.
fn can_be_set(picture: &Data) -> bool {
    export::set(source::picture(picture.clone()))
        .and_then(|document| export::pdf(&document, &export::plain(), true))
        .is_ok()
}

/// State carried from one part to the next.
struct Run<'a> {
    plan: &'a Plan<'a>,
    options: PdfOptions,
    digits: Option<Digits>,
    names: Names,
    /// Number of pages before the next part.
    pages: usize,
    /// The page of each heading so far.
    headings: Vec<usize>,
    gathered: Gathered,
    /// Numbered sentences and the pages, from 1, on which they begin.
    sentences: Vec<(u32, usize)>,
    /// Whether all so far is PDF/UA-1.
    accessible: bool,
}

impl<'a> Run<'a> {
    /// Starts with the front matter; only its length is known.
    fn new(plan: &'a Plan<'a>, options: PdfOptions) -> Result<Self> {
        let broken = |problem: String| broken(&problem);
        let digits = export::set(source::digits(plan.book.metadata.language())).map_err(broken)?;
        let mut run = Self {
            plan,
            options,
            digits: Digits::of(&digits),
            names: Names::of(&plan.print_pages),
            pages: 0,
            headings: Vec::new(),
            gathered: Gathered::default(),
            sentences: Vec::new(),
            accessible: true,
        };
        run.pages = run.front_pages()?.1.len();
        run.names.skip(run.pages);
        Ok(run)
    }

    /// A part as PDF.
    fn part(&mut self, part: usize, mut laid: Laid) -> Result<Vec<u8>> {
        loop {
            let (document, care) = laid.map_err(|problem| broken(&problem))?;
            let mut names = self.names.clone();
            let mut pages = document.pages().to_vec();
            self.number(&mut pages);
            names.give(&mut pages, &document);
            let numbered = PagedDocument::new(pages.into_iter().collect(), document.info().clone());
            match export::pdf(&numbered, &self.options, self.accessible) {
                Ok((pdf, accessible)) => {
                    self.accessible &= accessible;
                    self.names = names;
                    self.gather(part, &document);
                    return Ok(pdf);
                }
                Err(problem) => {
                    laid =
                        more(self.plan, part, care, problem).and_then(|care| lay_out(self.plan, part, care));
                }
            }
        }
    }

    /// Writes the numbers of the next pages.
    fn number(&self, pages: &mut [Page]) {
        for (place, page) in pages.iter_mut().enumerate() {
            page.number = (self.pages + place + 1) as u64;
            if let Some(digits) = &self.digits {
                digits.write(page, place);
            }
        }
    }

    /// Records data of a part that others need.
    fn gather(&mut self, part: usize, document: &PagedDocument) {
        let mut number = self.headings.len();
        for heading in headings(document) {
            let Some(position) = self.position(document, heading.location) else { continue };
            let heading = Bookmark { level: heading.level, title: heading.title, position };
            self.headings.push(position.page + 1);
            self.gathered.places.insert(heading_name(number), position);
            self.gathered.bookmarks.push(heading);
            number += 1;
        }
        for name in &self.plan.parts[part].wanted {
            let place =
                label(name).and_then(|label| document.introspector().query_label(label).ok()?.location());
            // A place that does not exist after all: use the part.
            let position = place.and_then(|place| self.position(document, place)).unwrap_or(Position {
                page: self.pages,
                x: 0.0,
                y: f64::from(u16::MAX),
            });
            self.gathered.places.insert(name.clone(), position);
        }
        self.sentences.extend(starts(document).map(|(number, page)| (number, self.pages + page)));
        self.pages += document.pages().len();
    }

    /// Position in the whole document, if the next pages are those of this document.
    fn position(&self, document: &PagedDocument, location: Location) -> Option<Position> {
        let found = document.introspector().position(location)?;
        let page = found.page.get() - 1;
        let height = document.pages().get(page)?.frame.height().to_pt();
        let (x, y) = (found.point.x.to_pt(), (found.point.y.to_pt() - ABOVE_LINE).max(0.0));
        Some(Position { page: self.pages + page, x, y: height - y })
    }

    /// The front matter as PDF.
    fn front(&mut self) -> Result<Vec<u8>> {
        let (document, mut pages) = self.front_pages()?;
        self.pages = 0;
        self.number(&mut pages);
        let mut names = Names::of(&self.plan.print_pages);
        names.give(&mut pages, &document);
        let kept = PagedDocument::new(pages.into_iter().collect(), document.info().clone());
        let mut bookmarks: Vec<Bookmark> = Vec::new();
        for heading in headings(&kept) {
            if let Some(position) = self.position(&kept, heading.location) {
                bookmarks.push(Bookmark { level: heading.level, title: heading.title, position });
            }
        }
        bookmarks.append(&mut self.gathered.bookmarks);
        self.gathered.bookmarks = bookmarks;
        let (pdf, _) =
            export::pdf(&kept, &self.options, self.accessible).map_err(|problem| broken(&problem))?;
        Ok(pdf)
    }

    /// The front matter, and its kept pages.
    fn front_pages(&self) -> Result<(PagedDocument, Vec<Page>)> {
        let document = export::set(self.plan.front(&self.headings, false)).or_else(|problem| {
            tracing::warn!(title = self.plan.book.metadata.title, problem, "headings could not be set");
            export::set(self.plan.front(&self.headings, true)).map_err(|problem| broken(&problem))
        })?;
        let introspector = document.introspector();
        let mut behind = document.pages().len();
        let mut listed: HashMap<Location, String> = HashMap::new();
        for number in 0..self.plan.headings.len() {
            let name = heading_name(number);
            let found = label(&name).and_then(|label| introspector.query_label(label).ok()?.location());
            if let Some(location) = found {
                behind = behind.min(introspector.page(location).map_or(behind, |page| page.get() - 1));
                listed.insert(location, name);
            }
        }
        let mut pages = document.pages().to_vec();
        pages.truncate(behind);
        for page in &mut pages {
            redirect(&mut page.frame, &|location| listed.get(&location).cloned());
        }
        Ok((document, pages))
    }
}

/// The numbered sentences with which blocks of a document begin, and their pages, from 1.
fn starts(document: &PagedDocument) -> impl Iterator<Item = (u32, usize)> {
    let introspector = document.introspector();
    let found = label(SENTENCE).map(|label| introspector.query(&Selector::Label(label)));
    found.into_iter().flatten().filter_map(move |place| {
        let Value::Int(number) = place.to_packed::<MetadataElem>()?.value else { return None };
        let page = introspector.page(place.location()?)?;
        Some((u32::try_from(number).ok()?, page.get()))
    })
}

/// A heading of a document.
struct Found {
    location: Location,
    level: NonZeroUsize,
    title: String,
}

/// The headings of a document, without placeholders.
fn headings(document: &PagedDocument) -> Vec<Found> {
    let above = label(ABOVE);
    let elements = document.introspector().query(&HeadingElem::ELEM.select());
    let found = elements.iter().filter(|element| element.label() != above).filter_map(|element| {
        let heading = element.to_packed::<HeadingElem>()?;
        Some(Found {
            location: element.location()?,
            level: heading.resolve_level(StyleChain::default()),
            title: heading.body.plain_text().to_string(),
        })
    });
    found.collect()
}

#[cfg(test)]
mod tests;
