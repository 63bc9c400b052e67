//! Places that are counted: lines of braille, pages of a PDF, paragraphs of a Word document.

use crate::Edition;
use crate::columns::{ColumnReader, ColumnWriter};

const LINES_PER_PAGE: u64 = 25;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceUnit {
    /// Lines of braille on pages of 25 lines, from 0 over all pages.
    PagedLine = 0,
    /// Lines of braille without pages, from 1, after the title.
    Line = 1,
    /// Pages of a PDF, from 1.
    Page = 2,
    /// Paragraphs of a Word document, from 1.
    Paragraph = 3,
}

/// All units, by the numbers with which maps store them.
const UNITS: [PlaceUnit; 4] = [PlaceUnit::PagedLine, PlaceUnit::Line, PlaceUnit::Page, PlaceUnit::Paragraph];

/// The places of sentences, as counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedPlaces {
    pub(crate) unit: PlaceUnit,
    /// The sentence, from 0, and where it is. Sentences between two rows are between their places.
    pub(crate) rows: Vec<(u64, u64)>,
}

impl CountedPlaces {
    /// The places that a writer has reported, in any order: the sentence, from 1, and its place.
    pub fn new(unit: PlaceUnit, reported: impl IntoIterator<Item = (u32, usize)>) -> Self {
        let mut rows: Vec<(u64, u64)> = reported
            .into_iter()
            .filter(|(sentence, _)| *sentence > 0)
            .map(|(sentence, at)| (u64::from(sentence) - 1, at as u64))
            .collect();
        rows.sort_by_key(|(sentence, _)| *sentence);
        rows.dedup_by_key(|(sentence, _)| *sentence);
        Self { unit, rows }
    }

    pub(crate) fn write(&self, out: &mut ColumnWriter) {
        out.write_number(self.unit as u64);
        out.write_rising(self.rows.iter().map(|(sentence, _)| *sentence));
        out.write_differences(self.rows.iter().map(|(_, at)| *at));
    }

    pub(crate) fn read(input: &mut ColumnReader) -> Option<Self> {
        let unit = *UNITS.get(usize::try_from(input.read_number()?).ok()?)?;
        let (sentences, places) = (input.read_rising()?, input.read_differences()?);
        (sentences.len() == places.len())
            .then(|| Self { unit, rows: sentences.into_iter().zip(places).collect() })
    }

    /// Interpolates the place of each sentence from the beginnings of sentences in the text.
    pub(crate) fn spread_over_text(&self, begins: &[u64]) -> Vec<u64> {
        let mut places = vec![self.rows.first().map_or(0, |(_, at)| *at); begins.len().saturating_sub(1)];
        let end = (places.len() as u64, self.rows.last().map_or(0, |(_, at)| *at));
        let ends = self.rows.iter().skip(1).copied().chain([end]);
        for ((from, at), (to, next)) in self.rows.iter().copied().zip(ends) {
            let begin = |sentence: u64| usize::try_from(sentence).ok().and_then(|n| begins.get(n)).copied();
            let (Some(first), Some(last)) = (begin(from), begin(to)) else { continue };
            // Only lines and pages continue within a paragraph.
            let room = if self.unit == PlaceUnit::Paragraph { 0 } else { next.saturating_sub(at) };
            for sentence in from..to {
                let Ok(n) = usize::try_from(sentence) else { continue };
                let Some(place) = places.get_mut(n) else { continue };
                *place = at + room * (begins[n] - first) / (last - first).max(1);
            }
        }
        places
    }

    /// The number of a page of a PDF, as it is counted in an edition.
    pub(crate) fn page_number(at: u64, edition: Edition) -> u64 {
        at + u64::from(edition == Edition::Marked && at > 1)
    }

    pub(crate) fn format_place(&self, at: u64, edition: Edition) -> String {
        // The notice is after the title page of a PDF, and before the text of a Word document.
        let marked = u64::from(edition == Edition::Marked);
        match self.unit {
            PlaceUnit::PagedLine => {
                format!("page={};line={}", at / LINES_PER_PAGE + 1, at % LINES_PER_PAGE + 1)
            }
            PlaceUnit::Line => format!("line={at}"),
            PlaceUnit::Page => format!("page={}", Self::page_number(at, edition)),
            PlaceUnit::Paragraph => format!("paragraph={}", at + marked),
        }
    }

    /// Reads a place in words, or a page alone.
    pub(crate) fn parse_place(&self, text: &str, edition: Edition) -> Option<u64> {
        let marked = u64::from(edition == Edition::Marked);
        let named = |name: &str| {
            let value =
                text.split([';', '&', '#']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
            value.and_then(|value| value.trim().parse::<u64>().ok())
        };
        let bare = || text.trim().parse::<u64>().ok();
        match self.unit {
            PlaceUnit::PagedLine => {
                let page = named("page").or_else(bare)?;
                let line = named("line").unwrap_or(1);
                page.checked_sub(1)?
                    .checked_mul(LINES_PER_PAGE)?
                    .checked_add(line.clamp(1, LINES_PER_PAGE) - 1)
            }
            PlaceUnit::Line => named("line").or_else(bare),
            PlaceUnit::Page => {
                let page = named("page").or_else(bare)?;
                Some(if page > 1 { page - marked } else { page })
            }
            PlaceUnit::Paragraph => named("paragraph").or_else(bare)?.checked_sub(marked),
        }
    }
}
