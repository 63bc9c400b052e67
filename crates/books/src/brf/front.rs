//! Front matter: title page and table of contents.

use braille::{Piece, Text, Translator};

use super::flow::Heading;
use super::inlines::{RunContext, text_piece};
use super::phrases::Phrases;
use super::settings::Settings;
use super::sheet::{Element, Para, format_page_number};
use super::wrap;
use crate::error::Result;
use crate::model::{Book, Metadata};

/// Headings of a table of contents; a dictionary's go no deeper than its parts.
const MAX_CONTENTS_ENTRIES: usize = 2000;
/// Dot 5, which leads the eye, or the finger, to the page number.
const LEADER_DOTS: u8 = 0b01_0000;

/// One of several volumes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Volume {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The number of volumes.
    pub(super) total: usize,
    /// Its first and last page of text, from 1.
    pub(super) pages: (usize, usize),
}

/// Writes front matter in the language of a book.
pub(super) struct FrontMatter<'a> {
    pub(super) translator: &'a Translator,
    pub(super) phrases: &'static Phrases,
    pub(super) settings: Settings,
}

impl FrontMatter<'_> {
    /// The title, cut to what a running head can hold.
    pub(super) fn running_head(&self, book: &Book) -> Result<Vec<u8>> {
        Ok(self.translator.text(&[Piece::from_text(book.metadata.title.trim())])?.cells)
    }

    pub(super) fn title_lines(&self, book: &Book, volume: Option<Volume>) -> Result<Vec<Element>> {
        let mut out = vec![Element::Blank];
        let metadata = &book.metadata;
        self.push_line(&mut out, metadata.title.trim(), true)?;
        if let Some(subtitle) = metadata.subtitle.as_deref() {
            self.push_line(&mut out, subtitle.trim(), true)?;
        }
        out.push(Element::Blank);
        let authors = metadata.names("aut");
        if !authors.is_empty() {
            self.push_line(&mut out, &format!("{} {}", self.phrases.by_word, authors.join(", ")), false)?;
            out.push(Element::Blank);
        }
        for line in [metadata.publisher.as_deref(), publication_year(metadata)].into_iter().flatten() {
            self.push_line(&mut out, line.trim(), true)?;
        }
        out.push(Element::Blank);
        self.push_line(&mut out, self.phrases.automated, false)?;
        self.push_line(&mut out, &self.spelling_line(), false)?;
        out.push(Element::Blank);
        if let Some(Volume { number, total: of, pages: (first, last) }) = volume {
            let phrases = self.phrases;
            if of > 1 {
                self.push_line(
                    &mut out,
                    &format!("{} {number} {} {of}", phrases.volume, phrases.of_word),
                    false,
                )?;
            }
            self.push_line(&mut out, &format!("{} {first}-{last}", phrases.pages), false)?;
        }
        Ok(out)
    }

    /// Code, grade and width.
    fn spelling_line(&self) -> String {
        let code = if self.translator.is_ueb() {
            "Unified English Braille, "
        } else if self.translator.is_ebae() {
            "English Braille American Edition, "
        } else {
            ""
        };
        let grade = if self.translator.is_contracted() {
            self.phrases.contracted_word
        } else {
            self.phrases.uncontracted
        };
        format!("{code}{grade}, {} {}", self.settings.cells, self.phrases.cells)
    }

    fn push_line(&self, out: &mut Vec<Element>, text: &str, own: bool) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        // Our own words are English in a book whose language we do not speak.
        let language = (!own && self.translator.code().language != self.phrases.language)
            .then_some(self.phrases.language);
        let piece = text_piece(text, RunContext { language, ..RunContext::default() });
        let text = self.translator.text(&[piece])?;
        let centered = self.settings.paper || self.settings.cells >= 32;
        out.push(Element::Para(Para { text, centered, ..Para::default() }));
        Ok(())
    }

    /// The table of contents. `places` are the pages of the headings, from 1; none on a display. Headings of
    /// other volumes are under the number of theirs.
    pub(super) fn contents_elements(
        &self,
        headings: &[Heading],
        places: &[Option<usize>],
        volumes: &[Volume],
    ) -> Result<Vec<Element>> {
        let mut out = Vec::new();
        let count_to_level = |level: u8| headings.iter().filter(|heading| heading.level <= level).count();
        let deepest = (1..=6).rev().find(|level| count_to_level(*level) <= MAX_CONTENTS_ENTRIES).unwrap_or(1);
        let listed: Vec<(usize, &Heading)> = headings
            .iter()
            .enumerate()
            .filter(|(_, heading)| heading.level <= deepest && !heading.text.cells.is_empty())
            .collect();
        if listed.len() < 2 {
            return Ok(out);
        }
        out.push(Element::NewPage);
        out.push(Element::Blank);
        self.push_line(&mut out, self.phrases.contents, false)?;
        out.push(Element::Blank);
        let top = listed.iter().map(|(_, heading)| heading.level).min().unwrap_or(1);
        let depth = usize::from(listed.iter().map(|(_, heading)| heading.level).max().unwrap_or(1) - top);
        let mut last_volume = None;
        for (n, heading) in listed {
            let place = places.get(n).copied().flatten();
            let volume =
                place.and_then(|page| volumes.iter().find(|v| (v.pages.0..=v.pages.1).contains(&page)));
            if let Some(volume) =
                volume.filter(|volume| volume.total > 1 && last_volume != Some(volume.number))
            {
                last_volume = Some(volume.number);
                out.push(Element::Blank);
                self.push_line(&mut out, &format!("{} {}", self.phrases.volume, volume.number), false)?;
            }
            let level = usize::from(heading.level - top);
            out.push(Element::Rows(self.entry_lines(&heading.text, 2 * level, 2 * depth + 2, place)));
        }
        out.push(Element::Blank);
        Ok(out)
    }

    /// An entry: its text, and at the right the page.
    fn entry_lines(&self, text: &Text, first: usize, runover: usize, place: Option<usize>) -> Vec<Vec<u8>> {
        let width = usize::from(self.settings.cells);
        let (first, runover) = (first.min(width / 4), runover.min(width / 4));
        let page = place.map(|page| format_page_number("", page)).unwrap_or_default();
        let reserved = if page.is_empty() { 0 } else { page.len() + 3 };
        let lines = wrap::wrap_lines(text, width - first - reserved, width - runover - reserved);
        let mut rows: Vec<Vec<u8>> = lines
            .into_iter()
            .enumerate()
            .map(|(n, line)| {
                let mut row = vec![0; if n == 0 { first } else { runover }];
                row.extend(line);
                row
            })
            .collect();
        if let Some(last) = rows.last_mut().filter(|_| !page.is_empty()) {
            let free = width - last.len() - page.len();
            // A blank cell on each side, and no fewer than two dots between.
            last.push(0);
            last.extend(std::iter::repeat_n(if free >= 4 { LEADER_DOTS } else { 0 }, free - 2));
            last.push(0);
            last.extend(page);
        }
        rows
    }
}

fn publication_year(metadata: &Metadata) -> Option<&str> {
    let year = metadata.published.as_deref()?.trim().get(..4)?;
    year.bytes().all(|byte| byte.is_ascii_digit()).then_some(year)
}
