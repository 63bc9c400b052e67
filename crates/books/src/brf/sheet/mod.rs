//! Lines on a sheet: on paper in pages of 25 lines with page numbers and running heads, on a display in one
//! piece.

use braille::{Piece, Text, Translator, from_ascii};

use super::inlines::{RunContext, text_piece};
use super::settings::Settings;
use super::wrap;
use crate::error::Result;

pub(super) const LINES_PER_PAGE: usize = 25;
/// Lines of text per page; the first line is the running head.
const TEXT_LINES_PER_PAGE: usize = LINES_PER_PAGE - 1;
/// Lines of text below a heading on its page. The last line of a page may be too short for a word.
const MIN_KEPT_LINES: usize = 2;
/// Lines that the line of a print page and the text below it need.
const MIN_PRINT_PAGE_LINES: usize = 3;
/// Blank cells that keep text and page number apart.
const MIN_NUMBER_GAP_CELLS: usize = 3;

#[derive(Debug, Clone)]
pub(super) enum Element {
    /// A blank line, of which several make one.
    Blank,
    Para(Para),
    /// Rows that are lines already and stay together where a page has room for them.
    Rows(Vec<Vec<u8>>),
    /// A page of the print edition begins.
    PrintPage(String),
    /// A page of braille begins.
    NewPage,
    /// The entry of the contents with this number begins: a heading, or a place in the text.
    Heading(usize),
    /// The sentence with this number begins.
    Sentence(u32),
}

/// A paragraph with its layout.
#[derive(Debug, Clone, Default)]
pub(super) struct Para {
    /// The text; its marks count `labels`.
    pub(super) text: Text,
    /// Pages of the print edition that begin in it.
    pub(super) labels: Vec<String>,
    /// Entries of the contents that begin in it: the cell, and the number of the entry.
    pub(super) places: Vec<(usize, usize)>,
    /// Blank cells before its first line.
    pub(super) first: usize,
    /// Blank cells before the others.
    pub(super) runover: usize,
    pub(super) centered: bool,
    /// True if it stays on one page with the beginning of what follows.
    pub(super) keep: bool,
    /// True if spaces count.
    pub(super) keeps_spaces: bool,
}

/// A page: its lines, none longer than the sheet is wide.
pub(super) type Page = Vec<Vec<u8>>;

/// Lays elements out.
pub(super) struct Sheet<'t> {
    width: usize,
    paper: bool,
    translator: &'t Translator,
    head: Vec<u8>,
    /// Prefix of page numbers: those of the front matter are counted separately.
    prefix: &'static str,
    pages: Vec<Page>,
    rows: Vec<Vec<u8>>,
    blank: bool,
    /// The print page, and the braille pages that it has gone on for.
    label: Option<(Vec<u8>, usize)>,
    label_at_top: Option<Vec<u8>>,
    waiting_headings: Vec<usize>,
    /// Sentences that begin in the next row.
    waiting: Vec<u32>,
    sentences: Vec<(u32, usize, usize)>,
    /// For each heading the page it is on.
    places: Vec<usize>,
    /// Pages that begin by [`Element::NewPage`].
    breaks: Vec<usize>,
}

/// The result of a layout.
pub(super) struct LaidOutPages {
    /// The pages; one, of any length, for a display.
    pub(super) pages: Vec<Page>,
    /// For each heading the page it is on, from 0.
    pub(super) places: Vec<usize>,
    /// Pages on which a part of the book begins.
    pub(super) breaks: Vec<usize>,
    /// Sentences, and the page and the line of it on which they begin, both from 0.
    pub(super) sentences: Vec<(u32, usize, usize)>,
}

impl<'t> Sheet<'t> {
    pub(super) fn new(
        settings: Settings,
        translator: &'t Translator,
        head: Vec<u8>,
        prefix: &'static str,
    ) -> Self {
        Self {
            width: usize::from(settings.cells),
            paper: settings.paper,
            translator,
            head,
            prefix,
            pages: Vec::new(),
            rows: Vec::new(),
            blank: false,
            label: None,
            label_at_top: None,
            waiting_headings: Vec::new(),
            waiting: Vec::new(),
            sentences: Vec::new(),
            places: Vec::new(),
            breaks: Vec::new(),
        }
    }

    pub(super) fn lay_out(mut self, elements: &[Element]) -> Result<LaidOutPages> {
        for (at, element) in elements.iter().enumerate() {
            match element {
                Element::Blank => self.blank = true,
                Element::Para(para) => {
                    if para.keep && !is_blank(para) {
                        self.keep_together(&elements[at..]);
                    }
                    self.lay_para(para)?;
                }
                Element::Rows(rows) => self.push_unbroken(rows),
                Element::PrintPage(label) => self.push_print_page(label)?,
                Element::NewPage => {
                    if self.paper && !self.rows.is_empty() {
                        self.begin_page();
                    }
                    if self.rows.is_empty() && !self.breaks.contains(&self.pages.len()) {
                        self.breaks.push(self.pages.len());
                    }
                }
                Element::Heading(number) => self.waiting_headings.push(*number),
                Element::Sentence(number) => self.waiting.push(*number),
            }
        }
        self.record_headings();
        if !self.rows.is_empty() || (self.pages.is_empty() && !self.paper) {
            self.begin_page();
        }
        let Self { pages, places, breaks, sentences, .. } = self;
        Ok(LaidOutPages { pages, places, breaks, sentences })
    }

    /// Cells that the next line may have; `None` if the page is full.
    fn available_cells(&self) -> Option<usize> {
        if !self.paper || self.rows.len() + 1 < TEXT_LINES_PER_PAGE {
            return Some(self.width);
        }
        (self.rows.len() < TEXT_LINES_PER_PAGE)
            .then(|| self.width.saturating_sub(self.page_number().len() + MIN_NUMBER_GAP_CELLS))
    }

    fn page_number(&self) -> Vec<u8> {
        format_page_number(self.prefix, self.pages.len() + 1)
    }

    fn push_row(&mut self, row: Vec<u8>) {
        self.record_headings();
        // The first line of a page is the running head.
        let line = self.rows.len() + usize::from(self.paper);
        let page = self.pages.len();
        self.sentences.extend(self.waiting.drain(..).map(|number| (number, page, line)));
        self.rows.push(row);
    }

    /// Records that the waiting headings begin here.
    fn record_headings(&mut self) {
        for number in std::mem::take(&mut self.waiting_headings) {
            if self.places.len() <= number {
                self.places.resize(number + 1, self.pages.len());
            }
            self.places[number] = self.pages.len();
        }
    }

    /// Writes the blank line that waits, if there is anything above it. One at the end of a page ends the
    /// page.
    fn flush_blank_line(&mut self) {
        if std::mem::take(&mut self.blank) && !self.rows.is_empty() {
            if self.paper && self.rows.len() + 2 >= TEXT_LINES_PER_PAGE {
                self.begin_page();
            } else {
                self.rows.push(Vec::new());
            }
        }
    }

    /// Begins a page if the first of these elements, a paragraph that is kept with what follows, has no room
    /// with the beginning of that: further headings, the rows of a table, or lines of text.
    fn keep_together(&mut self, elements: &[Element]) {
        if !self.paper || self.rows.is_empty() {
            return;
        }
        let room = TEXT_LINES_PER_PAGE - self.rows.len().min(TEXT_LINES_PER_PAGE);
        let needed = self.count_kept_lines(elements) + usize::from(self.blank);
        if needed > room && needed <= TEXT_LINES_PER_PAGE || room < MIN_KEPT_LINES {
            self.begin_page();
        }
    }

    /// The lines from a kept paragraph to the beginning of the text that it is kept with.
    fn count_kept_lines(&self, elements: &[Element]) -> usize {
        let mut lines = 0;
        let mut blank = false;
        for element in elements {
            match element {
                Element::Blank => blank = true,
                Element::Para(para) if is_blank(para) => {}
                Element::Para(para) => {
                    lines += usize::from(std::mem::take(&mut blank));
                    if !para.keep {
                        return lines + MIN_KEPT_LINES;
                    }
                    let (first, others) = (self.line_width(para, true), self.line_width(para, false));
                    lines += wrap::wrap_lines(&para.text, first, others).len();
                    if lines > TEXT_LINES_PER_PAGE {
                        return lines;
                    }
                }
                Element::Rows(rows) if rows.len() < TEXT_LINES_PER_PAGE => {
                    return lines + usize::from(blank) + rows.len().max(MIN_KEPT_LINES);
                }
                Element::Rows(_) => return lines + usize::from(blank) + MIN_KEPT_LINES,
                Element::PrintPage(_) => return lines + MIN_PRINT_PAGE_LINES,
                Element::NewPage => return lines,
                Element::Heading(_) | Element::Sentence(_) => {}
            }
        }
        lines
    }

    fn lay_para(&mut self, para: &Para) -> Result<()> {
        let stop = para.text.cells.len();
        let mut places = para.places.iter().copied().peekable();
        if is_blank(para) {
            self.waiting_headings.extend(places.map(|(_, number)| number));
            return Ok(());
        }
        self.flush_blank_line();
        if para.centered && self.paper && self.rows.is_empty() && !self.head.is_empty() {
            self.rows.push(Vec::new());
        }
        let mut marks = para
            .text
            .marks
            .iter()
            .map(|(at, mark)| (wrap::behind_word(&para.text, *at), *mark))
            .collect::<Vec<_>>()
            .into_iter()
            .peekable();
        let (mut from, mut first) = (0, true);
        loop {
            // The rest before the next page of print may be nothing but spaces.
            let before = |at: usize| {
                wrap::count_leading_blanks(&para.text.cells[from.min(at)..at]) + from.min(at) >= at
            };
            while let Some((_, mark)) = marks.next_if(|(at, _)| before(*at)) {
                if let Some(label) = para.labels.get(mark) {
                    self.push_print_page(label)?;
                }
            }
            if wrap::count_leading_blanks(&para.text.cells[from..]) == stop - from {
                self.waiting_headings.extend(places.map(|(_, number)| number));
                return Ok(());
            }
            let Some(room) = self.available_cells() else {
                self.begin_page();
                continue;
            };
            // At least one cell is left of a line, however deep its list is.
            let indent = if first { para.first } else { para.runover }.min(self.width.saturating_sub(1));
            let width = self.line_width(para, first).min(room.saturating_sub(indent));
            // A last line too short for any word stays empty.
            if room < self.width && width < self.width / 2 {
                self.begin_page();
                continue;
            }
            let end = marks.peek().map_or(stop, |(at, _)| *at);
            let (line, next) = wrap::next_line(&para.text, from, end, width, para.keeps_spaces);
            let indent = if para.centered { (self.width - line.len()) / 2 } else { indent };
            if indent + line.len() > room {
                self.begin_page();
                continue;
            }
            let mut row = vec![0; indent];
            row.extend(line);
            while let Some((_, number)) = places.next_if(|(at, _)| *at < next) {
                self.waiting_headings.push(number);
            }
            self.push_row(row);
            (from, first) = (next, false);
        }
    }

    /// The longest line of a text, without its indent.
    fn line_width(&self, para: &Para, first: bool) -> usize {
        let apart = if para.centered && self.width >= 28 { 8 } else { 0 };
        self.width.saturating_sub(apart + if first { para.first } else { para.runover }).max(1)
    }

    fn push_unbroken(&mut self, rows: &[Vec<u8>]) {
        let wide = rows.iter().map(Vec::len).max().unwrap_or_default();
        let needed = rows.len() + usize::from(self.blank);
        if self.paper
            && !self.rows.is_empty()
            && self.rows.len() + needed > TEXT_LINES_PER_PAGE
            && rows.len() < TEXT_LINES_PER_PAGE
        {
            self.begin_page();
        }
        self.flush_blank_line();
        for row in rows {
            while self.available_cells().is_none_or(|room| row.len() > room) && !self.rows.is_empty() {
                self.begin_page();
            }
            debug_assert!(wide <= self.width);
            self.push_row(row.clone());
        }
    }

    /// The line that announces a page of the print edition; at the top of a page the running head already
    /// shows its number.
    fn push_print_page(&mut self, label: &str) -> Result<()> {
        let mut cells = self.translator.text(&[literal_piece(label)])?.cells;
        cells.truncate(self.width / 2);
        if self.paper && !self.rows.is_empty() && self.rows.len() + MIN_PRINT_PAGE_LINES > TEXT_LINES_PER_PAGE
        {
            self.begin_page();
        }
        if self.paper && self.rows.is_empty() {
            self.label_at_top = Some(cells.clone());
        } else {
            let mut row = vec![wrap::HYPHEN; self.width - cells.len()];
            row.extend(&cells);
            self.blank = false;
            self.push_row(row);
        }
        self.label = Some((cells, 0));
        Ok(())
    }

    fn begin_page(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        if !self.paper {
            self.pages.push(rows);
            return;
        }
        let mut page = vec![self.head_line()];
        page.extend(rows);
        page.resize(LINES_PER_PAGE, Vec::new());
        let number = self.page_number();
        let last = &mut page[LINES_PER_PAGE - 1];
        last.resize(self.width - number.len(), 0);
        last.extend(number);
        self.pages.push(page);
        self.blank = false;
        self.label_at_top = self.label.as_mut().map(|(label, pages)| {
            *pages += 1;
            let letter = u8::try_from((*pages - 1) % 26).unwrap_or_default();
            let mut cells = from_ascii(&char::from(b'A' + letter).to_string());
            cells.extend(&*label);
            cells
        });
    }

    /// The running head in the middle, the print page at the right.
    fn head_line(&self) -> Vec<u8> {
        let label = self.label_at_top.clone().unwrap_or_default();
        let apart = if label.is_empty() { 0 } else { label.len() + MIN_NUMBER_GAP_CELLS };
        let mut line = center_line(&self.head, self.width, apart);
        if !label.is_empty() {
            line.resize(self.width - label.len(), 0);
            line.extend(label);
        }
        line
    }
}

/// Returns true if a paragraph has neither text nor marks.
fn is_blank(para: &Para) -> bool {
    wrap::count_leading_blanks(&para.text.cells) == para.text.cells.len() && para.text.marks.is_empty()
}

/// A text in the middle of a line, cut off where it would come nearer than `apart` to the ends.
fn center_line(text: &[u8], width: usize, apart: usize) -> Vec<u8> {
    let room = width.saturating_sub(2 * apart);
    let mut text = text;
    if text.len() > room {
        let cut = text[..=room.min(text.len() - 1)].iter().rposition(|cell| *cell == 0).unwrap_or(room);
        text = &text[..cut];
    }
    let mut line = vec![0; (width - text.len()) / 2];
    line.extend(text);
    if text.is_empty() { Vec::new() } else { line }
}

pub(super) fn format_page_number(prefix: &str, number: usize) -> Vec<u8> {
    let digits: String = number
        .to_string()
        .bytes()
        .map(|digit| char::from(if digit == b'0' { b'J' } else { b'A' + (digit - b'1') }))
        .collect();
    from_ascii(&format!("{prefix}#{digits}"))
}

/// Text that is never contracted.
pub(super) fn literal_piece(text: &str) -> Piece<'_> {
    text_piece(text, RunContext { literal: true, ..RunContext::default() })
}

#[cfg(test)]
mod tests;
