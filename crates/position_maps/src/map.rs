//! The map of a package: where each sentence of the book is in it.

use std::io::Read as _;
use std::ops::Range;

use crate::columns::{ColumnReader, ColumnWriter};
use crate::{CountedPlaces, DocumentPlaces, Edition, PlaceUnit, SentenceGrid, StepPlaces, weights};

/// A piece of a recording: its file, and milliseconds where it begins and ends.
pub type RecordingClip<'a> = (&'a str, u64, u64);

/// Changes whenever maps are written in another way; maps of other versions are ignored.
const MAP_VERSION: u64 = 4;
/// Units of a [`SentenceGrid`] per unit of a map: shares need no finer measure.
const GRID_UNITS_PER_UNIT: u64 = 4;
/// Maximum rounding error of a share of a share: far less than the length of a sentence.
const MAX_SHARE_ERROR: f64 = 1e-9;
/// Prefix of what distinguishes sentences at one place.
const SENTENCE_SUFFIX: &str = ";sentence=";

/// Places in the way of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Places {
    Documents(DocumentPlaces),
    Steps(StepPlaces),
    Counts(CountedPlaces),
}

/// A map, and the bytes in which it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedMap {
    pub map: SentenceMap,
    /// [`SentenceMap::to_bytes`].
    pub bytes: Vec<u8>,
}

impl From<SentenceMap> for PackedMap {
    fn from(map: SentenceMap) -> Self {
        Self { bytes: map.to_bytes(), map }
    }
}

impl Places {
    /// Counted places, of what a writer has reported: the number of a block, from 1, and where it is.
    pub fn from_counts(unit: PlaceUnit, reported: impl IntoIterator<Item = (u32, usize)>) -> Self {
        Self::Counts(CountedPlaces::new(unit, reported))
    }

    /// The places of the sentences with which numbered blocks begin.
    fn with_sentences(mut self, grid: &SentenceGrid) -> Self {
        match &mut self {
            // Found by their words.
            Self::Documents(_) => {}
            Self::Steps(steps) => {
                steps.0.iter_mut().for_each(|step| step.sentence = grid.first_sentence(step.sentence));
            }
            Self::Counts(counts) => {
                counts.rows.iter_mut().for_each(|(number, _)| *number = grid.first_sentence(*number));
            }
        }
        self
    }

    /// Known distances from a sentence to the next, by sentence number.
    fn sentence_distances(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let documents = match self {
            Self::Documents(documents) => Some(documents),
            Self::Steps(_) | Self::Counts(_) => None,
        };
        documents.into_iter().flat_map(DocumentPlaces::sentence_distances)
    }
}

/// The position of each sentence of a book in a package made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentenceMap {
    /// A hash of the text.
    text: u32,
    /// Positions in the text at which each sentence begins, and at which the last one ends.
    begins: Vec<u64>,
    places: Places,
}

impl SentenceMap {
    /// The map of a book at whose places the numbered blocks or sentences are.
    pub fn new(grid: &SentenceGrid, places: Places) -> Self {
        let mut begins = Vec::with_capacity(grid.weights.len() + 1);
        let mut at = 0;
        begins.push(at);
        for weight in &grid.weights {
            at += weight.div_ceil(GRID_UNITS_PER_UNIT);
            begins.push(at);
        }
        Self { text: grid.text.clone().finalize(), begins, places: places.with_sentences(grid) }
    }

    /// The number of sentences of the book.
    pub fn sentence_count(&self) -> usize {
        self.begins.len() - 1
    }

    /// Returns true if two maps are of the same text, so that their sentences are the same.
    pub fn has_same_text(&self, other: &Self) -> bool {
        self.text == other.text && self.sentence_count() == other.sentence_count()
    }

    /// The share of the text before a sentence, from 0 to 1.
    pub fn share_before(&self, sentence: usize) -> f64 {
        let whole = self.begins.last().copied().unwrap_or_default().max(1);
        let at = self.begins.get(sentence).copied().unwrap_or(whole);
        // Both are far below what a float is exact for.
        let [at, whole] = [at, whole].map(|n| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from));
        at / whole
    }

    /// The sentence at a share of the text. `None` if the book has no text.
    pub fn sentence_at_share(&self, share: f64) -> Option<usize> {
        let last = self.sentence_count().checked_sub(1)?;
        let (mut low, mut high) = (0, last);
        // The last sentence that begins no later.
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.share_before(middle) <= share + f64::EPSILON {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Some(low)
    }

    /// The sentence, from 0, at a place in the words of the format. `None` if it is not a place of the
    /// format.
    pub fn find_sentence(&self, location: &str, edition: Edition) -> Option<usize> {
        let last = self.sentence_count().checked_sub(1)?;
        let (place, nth) = match location.rsplit_once(SENTENCE_SUFFIX) {
            Some((place, nth)) => (place, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (location, 0),
        };
        let marked = edition == Edition::Marked;
        let first = match &self.places {
            Places::Documents(documents) => documents.find_sentence(place, marked)?,
            Places::Steps(steps) => steps.find_step(place)?.sentence,
            Places::Counts(counts) => {
                let at = counts.parse_place(place, edition)?;
                let places = counts.spread_over_text(&self.begins);
                let exact = places.iter().position(|own| *own == at);
                let begins = exact.or_else(|| places.iter().position(|own| *own > at)).unwrap_or(last);
                // Where nothing begins, what has begun before continues.
                let begins = if places[begins] > at { begins.saturating_sub(1) } else { begins };
                begins as u64
            }
        };
        Some(usize::try_from(first).ok()?.saturating_add(nth).min(last))
    }

    /// The position of a sentence in the notation of the format. `None` if the map has no places.
    pub fn sentence_location(&self, sentence: usize, edition: Edition) -> Option<String> {
        let number = sentence as u64;
        let (place, first) = match &self.places {
            Places::Documents(documents) => {
                return documents.to_cfi(number, edition == Edition::Marked);
            }
            Places::Steps(steps) => {
                let step = steps.step_for_sentence(number)?;
                (StepPlaces::step_href(step), usize::try_from(step.sentence).ok()?)
            }
            Places::Counts(counts) => {
                if counts.rows.is_empty() {
                    return None;
                }
                let places = counts.spread_over_text(&self.begins);
                let own = *places.get(sentence)?;
                (counts.format_place(own, edition), places.iter().position(|place| *place == own)?)
            }
        };
        match sentence.checked_sub(first) {
            Some(behind @ 1..) => Some(format!("{place}{SENTENCE_SUFFIX}{}", behind + 1)),
            _ => Some(place),
        }
    }

    /// The position of a sentence in the notation of `KOReader`: into an EPUB, or by the number of a page
    /// of a PDF. `None` in other formats.
    pub fn sentence_pointer(&self, sentence: usize, edition: Edition) -> Option<String> {
        match &self.places {
            Places::Documents(documents) => documents.to_pointer(sentence as u64, edition == Edition::Marked),
            Places::Counts(counts) if counts.unit == PlaceUnit::Page => {
                let page = *counts.spread_over_text(&self.begins).get(sentence)?;
                Some(CountedPlaces::page_number(page, edition).to_string())
            }
            _ => None,
        }
    }

    /// The position of a sentence of a DAISY book in its text and in its audio: the id of its element; the
    /// audio file, and milliseconds where it begins and ends. `None` in other formats.
    pub fn sentence_element(&self, sentence: usize) -> Option<(&str, Option<RecordingClip<'_>>)> {
        let Places::Steps(steps) = &self.places else { return None };
        let step = steps.step_for_sentence(sentence as u64)?;
        Some((&step.id, step.clip.as_ref().map(|(file, begin, end)| (file.as_str(), *begin, *end))))
    }

    /// The document of an EPUB that a sentence is in, by its index in the spine of the package as it was
    /// converted, and the share of the document's text before the sentence. `None` in other formats.
    pub fn sentence_document(&self, sentence: usize) -> Option<(usize, f64)> {
        let Places::Documents(documents) = &self.places else { return None };
        let document = usize::try_from(documents.spine_index(sentence as u64)?).ok()?;
        let (start, whole) = self.text_stretch(&self.document_sentences(document)?);
        Some((document, ((self.share_before(sentence) - start) / whole).clamp(0.0, 1.0)))
    }

    /// The sentence at a share of the text of such a document. `None` if no sentence begins in it.
    pub fn sentence_in_document(&self, document: usize, share: f64) -> Option<usize> {
        let (start, whole) = self.text_stretch(&self.document_sentences(document)?);
        self.nearest_in_document(document, start + share * whole + MAX_SHARE_ERROR)
    }

    /// The sentence of such a document that is nearest to a share of the whole text.
    pub fn nearest_in_document(&self, document: usize, share: f64) -> Option<usize> {
        let sentences = self.document_sentences(document)?;
        Some(self.sentence_at_share(share)?.clamp(sentences.start, sentences.end - 1))
    }

    /// The sentences of a document, at least one.
    fn document_sentences(&self, document: usize) -> Option<Range<usize>> {
        let Places::Documents(documents) = &self.places else { return None };
        let found = documents.sentence_range(document as u64)?;
        let end =
            usize::try_from(found.end).map_or(self.sentence_count(), |end| end.min(self.sentence_count()));
        let start = usize::try_from(found.start).ok()?;
        (start < end).then_some(start..end)
    }

    /// The beginning and length of a range of sentences in the text, both as shares.
    fn text_stretch(&self, sentences: &Range<usize>) -> (f64, f64) {
        let start = self.share_before(sentences.start);
        (start, (self.share_before(sentences.end) - start).max(f64::EPSILON))
    }

    /// Encodes the map compactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = ColumnWriter::default();
        out.write_number(MAP_VERSION);
        match &self.places {
            Places::Documents(documents) => {
                out.write_number(0);
                documents.write(&mut out);
            }
            Places::Steps(steps) => {
                out.write_number(1);
                steps.write(&mut out);
            }
            Places::Counts(counts) => {
                out.write_number(2);
                counts.write(&mut out);
            }
        }
        let lengths: Vec<u64> = self.begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        weights::write_lengths(&mut out, &lengths, self.places.sentence_distances());
        let mut bytes = self.text.to_be_bytes().to_vec();
        bytes.extend(out.finish());
        bytes
    }

    /// Reads what [`SentenceMap::to_bytes`] has written. `None` for anything else, and for other versions.
    pub fn parse(mut bytes: &[u8]) -> Option<Self> {
        let mut text = [0; 4];
        bytes.read_exact(&mut text).ok()?;
        let mut input = ColumnReader::open(bytes)?;
        if input.read_number()? != MAP_VERSION {
            return None;
        }
        let places = match input.read_number()? {
            0 => Places::Documents(DocumentPlaces::read(&mut input)?),
            1 => Places::Steps(StepPlaces::read(&mut input)?),
            2 => Places::Counts(CountedPlaces::read(&mut input)?),
            _ => return None,
        };
        let mut begins = vec![0_u64];
        for weight in weights::read_lengths(&mut input, places.sentence_distances())? {
            begins.push(begins.last()?.checked_add(weight)?);
        }
        input.finish().then(|| Self { text: u32::from_be_bytes(text), begins, places })
    }
}
