//! The map of a package: where each sentence of the book is in it.

use std::io::Read as _;
use std::ops::Range;

use super::columns::{Input, Output};
use super::counts::{Counts, Unit};
use super::documents::Documents;
use super::grid::Grid;
use super::steps::Steps;
use super::weights;

/// A piece of a recording: its file, and milliseconds where it begins and ends.
pub(crate) type Clip<'a> = (&'a str, u64, u64);

/// Changes whenever maps are written in another way; maps of other versions are ignored.
const VERSION: u64 = 3;
/// How many units of a [`Grid`] make one unit of a map: shares need no finer measure.
const COARSER: u64 = 4;
/// How far a share of a share is off at most: far less than a sentence is long.
const ROUNDED: f64 = 1e-9;
/// Prefix of what distinguishes sentences at one place.
const SENTENCE: &str = ";sentence=";

/// Whether places are those of a package as it was converted, or of a marked copy, which has a notice more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// As it was converted.
    Plain,
    /// Marked for one recipient.
    Marked,
}

/// Places in the way of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Places {
    Documents(Documents),
    Steps(Steps),
    Counts(Counts),
}

/// A map, and the bytes in which it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The map.
    pub map: Map,
    /// [`Map::to_bytes`].
    pub bytes: Vec<u8>,
}

impl From<Map> for Packed {
    fn from(map: Map) -> Self {
        Self { bytes: map.to_bytes(), map }
    }
}

impl Places {
    /// Counted places, of what a writer has reported: the number of a block, from 1, and where it is.
    pub(crate) fn counted(unit: Unit, reported: impl IntoIterator<Item = (u32, usize)>) -> Self {
        Self::Counts(Counts::new(unit, reported))
    }

    /// The places of the sentences with which numbered blocks begin.
    fn of_sentences(mut self, grid: &Grid) -> Self {
        match &mut self {
            // Found by their words.
            Self::Documents(_) => {}
            Self::Steps(steps) => {
                steps.0.iter_mut().for_each(|step| step.sentence = grid.sentence(step.sentence));
            }
            Self::Counts(counts) => {
                counts.rows.iter_mut().for_each(|(number, _)| *number = grid.sentence(*number));
            }
        }
        self
    }

    /// How far the next sentence is from some of them, by number.
    fn distances(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let documents = match self {
            Self::Documents(documents) => Some(documents),
            Self::Steps(_) | Self::Counts(_) => None,
        };
        documents.into_iter().flat_map(Documents::distances)
    }
}

/// Where each sentence of a book is in a package made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// A hash of the text.
    text: u32,
    /// Where each sentence begins in the text, and where the last one ends.
    begins: Vec<u64>,
    places: Places,
}

impl Map {
    /// The map of a book at whose places the numbered blocks or sentences are.
    pub(crate) fn new(grid: &Grid, places: Places) -> Self {
        let mut begins = Vec::with_capacity(grid.weights.len() + 1);
        let mut at = 0;
        begins.push(at);
        for weight in &grid.weights {
            at += weight.div_ceil(COARSER);
            begins.push(at);
        }
        Self { text: grid.text.clone().finalize(), begins, places: places.of_sentences(grid) }
    }

    /// How many sentences the book has.
    pub fn sentences(&self) -> usize {
        self.begins.len() - 1
    }

    /// Whether two maps are of the same text, so that their sentences are the same.
    pub fn is_of_same_text(&self, other: &Self) -> bool {
        self.text == other.text && self.sentences() == other.sentences()
    }

    /// The share of the text before a sentence, from 0 to 1.
    pub fn share(&self, sentence: usize) -> f64 {
        let whole = self.begins.last().copied().unwrap_or_default().max(1);
        let at = self.begins.get(sentence).copied().unwrap_or(whole);
        // Both are far below what a float is exact for.
        let [at, whole] = [at, whole].map(|n| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from));
        at / whole
    }

    /// The sentence at a share of the text. `None` if the book has no text.
    pub fn at_share(&self, share: f64) -> Option<usize> {
        let last = self.sentences().checked_sub(1)?;
        let (mut low, mut high) = (0, last);
        // The last sentence that begins no later.
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.share(middle) <= share + f64::EPSILON {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Some(low)
    }

    /// The sentence, from 0, at a place in the words of the format. `None` if it is not a place of the
    /// format.
    pub fn find(&self, location: &str, edition: Edition) -> Option<usize> {
        let last = self.sentences().checked_sub(1)?;
        let (place, nth) = match location.rsplit_once(SENTENCE) {
            Some((place, nth)) => (place, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (location, 0),
        };
        let marked = edition == Edition::Marked;
        let first = match &self.places {
            Places::Documents(documents) => documents.find(place, marked)?,
            Places::Steps(steps) => steps.parse(place)?.sentence,
            Places::Counts(counts) => {
                let at = counts.parse(place, edition)?;
                let places = counts.spread(&self.begins);
                let exact = places.iter().position(|own| *own == at);
                let begins = exact.or_else(|| places.iter().position(|own| *own > at)).unwrap_or(last);
                // Where nothing begins, what has begun before continues.
                let begins = if places[begins] > at { begins.saturating_sub(1) } else { begins };
                begins as u64
            }
        };
        Some(usize::try_from(first).ok()?.saturating_add(nth).min(last))
    }

    /// Where a sentence is, in the words of the format. `None` if the map has no place at all.
    pub fn location(&self, sentence: usize, edition: Edition) -> Option<String> {
        let number = sentence as u64;
        let (place, first) = match &self.places {
            Places::Documents(documents) => {
                return documents.cfi(number, edition == Edition::Marked);
            }
            Places::Steps(steps) => {
                let step = steps.of(number)?;
                (Steps::text(step), usize::try_from(step.sentence).ok()?)
            }
            Places::Counts(counts) => {
                if counts.rows.is_empty() {
                    return None;
                }
                let places = counts.spread(&self.begins);
                let own = *places.get(sentence)?;
                (counts.text(own, edition), places.iter().position(|place| *place == own)?)
            }
        };
        match sentence.checked_sub(first) {
            Some(behind @ 1..) => Some(format!("{place}{SENTENCE}{}", behind + 1)),
            _ => Some(place),
        }
    }

    /// Where a sentence is, as `KOReader` points to it: into an EPUB, or by the number of a page of a PDF.
    /// `None` in other formats.
    pub fn pointer(&self, sentence: usize, edition: Edition) -> Option<String> {
        match &self.places {
            Places::Documents(documents) => documents.pointer(sentence as u64, edition == Edition::Marked),
            Places::Counts(counts) if counts.unit == Unit::Page => {
                let page = *counts.spread(&self.begins).get(sentence)?;
                Some(Counts::page(page, edition).to_string())
            }
            _ => None,
        }
    }

    /// Where a sentence of a DAISY book is in its text and in its audio: the id of its element; the audio
    /// file, and milliseconds where it begins and ends. `None` in other formats.
    pub fn element(&self, sentence: usize) -> Option<(&str, Option<Clip<'_>>)> {
        let Places::Steps(steps) = &self.places else { return None };
        let step = steps.of(sentence as u64)?;
        Some((&step.id, step.clip.as_ref().map(|(file, begin, end)| (file.as_str(), *begin, *end))))
    }

    /// The document of an EPUB that a sentence is in, by its index in the spine of the package as it was
    /// converted, and the share of the document's text before the sentence. `None` in other formats.
    pub fn document(&self, sentence: usize) -> Option<(usize, f64)> {
        let Places::Documents(documents) = &self.places else { return None };
        let document = usize::try_from(documents.spine(sentence as u64)?).ok()?;
        let (start, whole) = self.stretch(&self.sentences_of(document)?);
        Some((document, ((self.share(sentence) - start) / whole).clamp(0.0, 1.0)))
    }

    /// The sentence at a share of the text of such a document. `None` if no sentence begins in it.
    pub fn in_document(&self, document: usize, share: f64) -> Option<usize> {
        let (start, whole) = self.stretch(&self.sentences_of(document)?);
        self.near_in_document(document, start + share * whole + ROUNDED)
    }

    /// The sentence of such a document that is nearest to a share of the whole text.
    pub fn near_in_document(&self, document: usize, share: f64) -> Option<usize> {
        let sentences = self.sentences_of(document)?;
        Some(self.at_share(share)?.clamp(sentences.start, sentences.end - 1))
    }

    /// The sentences of a document, at least one.
    fn sentences_of(&self, document: usize) -> Option<Range<usize>> {
        let Places::Documents(documents) = &self.places else { return None };
        let found = documents.sentences(document as u64)?;
        let end = usize::try_from(found.end).map_or(self.sentences(), |end| end.min(self.sentences()));
        let start = usize::try_from(found.start).ok()?;
        (start < end).then_some(start..end)
    }

    /// Where sentences begin in the text, and how much of it they are, both as shares.
    fn stretch(&self, sentences: &Range<usize>) -> (f64, f64) {
        let start = self.share(sentences.start);
        (start, (self.share(sentences.end) - start).max(f64::EPSILON))
    }

    /// In few bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Output::default();
        out.number(VERSION);
        match &self.places {
            Places::Documents(documents) => {
                out.number(0);
                documents.write(&mut out);
            }
            Places::Steps(steps) => {
                out.number(1);
                steps.write(&mut out);
            }
            Places::Counts(counts) => {
                out.number(2);
                counts.write(&mut out);
            }
        }
        let lengths: Vec<u64> = self.begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        weights::write(&mut out, &lengths, self.places.distances());
        let mut bytes = self.text.to_be_bytes().to_vec();
        bytes.extend(out.finish());
        bytes
    }

    /// Reads what [`Map::to_bytes`] has written. `None` for anything else, and for other versions.
    pub fn parse(mut bytes: &[u8]) -> Option<Self> {
        let mut text = [0; 4];
        bytes.read_exact(&mut text).ok()?;
        let mut input = Input::open(bytes)?;
        if input.number()? != VERSION {
            return None;
        }
        let places = match input.number()? {
            0 => Places::Documents(Documents::read(&mut input)?),
            1 => Places::Steps(Steps::read(&mut input)?),
            2 => Places::Counts(Counts::read(&mut input)?),
            _ => return None,
        };
        let mut begins = vec![0_u64];
        for weight in weights::read(&mut input, places.distances())? {
            begins.push(begins.last()?.checked_add(weight)?);
        }
        input.finish().then(|| Self { text: u32::from_be_bytes(text), begins, places })
    }
}
