//! Places in the documents of an EPUB.

use std::ops::Range;

use crate::columns::{ColumnReader, ColumnWriter, fold_sign, unfold_sign};
use crate::pointer::{DocumentPoint, Pointer, PointerEnd};
use crate::trail::{TrailFollower, name_index};
use crate::tree::{ElementTree, TreeElement, common_name, common_name_number};
use crate::{DocumentTrail, SentenceGrid};

/// Maximum distance at which a sentence is searched for, beyond the length of the text before it, bytes.
const MAX_LOOKAHEAD_BYTES: usize = 2_000;
/// Characters of a unit of length in a [`SentenceGrid`].
const CHARACTERS_PER_UNIT: u64 = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
struct SentenceRow {
    sentence: u64,
    /// Index of the document in the spine.
    spine: u64,
    /// Number of the element, from 0.
    element: usize,
    /// The step of a fragment identifier to the text: odd.
    text: u64,
    /// UTF-16 code units in the text.
    offset: u64,
    /// The number of the e-reader's text among those of its element, from 1. 0: the element itself.
    nth: u64,
    /// Code points in that text. Of the element itself, the number of the child.
    characters: u64,
}

/// The documents of an EPUB, as far as sentences begin in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentPlaces {
    names: Vec<String>,
    elements: Vec<TreeElement>,
    rows: Vec<SentenceRow>,
    /// Index in the spine at which a marked copy has the notice.
    pub notice: u64,
}

/// Returns true if a marked copy has its notice after the first document: a cover or title page stays
/// first.
pub fn notice_is_second(id: Option<&str>, href: &str) -> bool {
    [id, Some(href)].into_iter().flatten().any(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("cover") || name.contains("title")
    })
}

impl SentenceRow {
    /// The difference between a fragment identifier's offset and the e-reader's, which is white space.
    fn white_space_slack(&self) -> u64 {
        self.offset.wrapping_sub(self.characters)
    }

    /// The number of the child of its element that it begins in, from 0 and as far as is known, and code
    /// points in that.
    fn child_position(&self) -> (u64, u64) {
        let inside = if self.nth == 0 { 0 } else { self.characters };
        (self.text / 2 + self.nth.saturating_sub(1), inside)
    }

    /// The elements before the text of the row before, and the number of that text for an e-reader. Of the
    /// first text of an element: none, and 1.
    fn text_base(&self, before: Option<&Self>) -> (u64, u64) {
        let same =
            |other: &&Self| (other.spine, other.element) == (self.spine, self.element) && other.nth > 0;
        before.filter(same).map_or((0, 1), |other| (other.text / 2, other.nth))
    }

    /// The encoded differences of both text numbers.
    fn text_numbers(&self, before: Option<&Self>) -> [u64; 2] {
        let (elements, nth) = self.text_base(before);
        let further = (self.text / 2).wrapping_sub(elements);
        [further, fold_sign(self.nth.wrapping_sub(nth.wrapping_add(further)))]
    }

    /// The base of offset and slack: those of the row before, if it is in the same text.
    fn counting_base(&self, before: Option<&Self>) -> (u64, u64) {
        let same =
            |other: &&Self| (other.spine, other.element, other.text) == (self.spine, self.element, self.text);
        before.filter(same).map_or((0, 0), |other| (other.offset, other.white_space_slack()))
    }
}

impl DocumentPlaces {
    /// Finds the sentences of a section in its document.
    pub fn add_section(&mut self, spine: usize, trail: &DocumentTrail, grid: &SentenceGrid, section: usize) {
        // Least end of the last sentence that was found, and the end of its first characters.
        let (mut behind, mut head_end) = (0, 0);
        let mut within = MAX_LOOKAHEAD_BYTES;
        let mut follower = TrailFollower::default();
        let mut found_rows: Vec<SentenceRow> = Vec::new();
        for sentence in grid.section_sentences(section) {
            let head = grid.sentence_head(sentence);
            let found =
                trail.find_head(head, behind, within).or_else(|| trail.find_head(head, head_end, within));
            let weight = grid.weights[sentence];
            within += usize::try_from(weight * CHARACTERS_PER_UNIT * 4).unwrap_or(usize::MAX);
            let Some((at, end)) = found else { continue };
            head_end = end;
            behind = trail.skip_letters(at, (weight - 1) * CHARACTERS_PER_UNIT).max(end);
            within =
                MAX_LOOKAHEAD_BYTES + usize::try_from(weight * CHARACTERS_PER_UNIT * 4).unwrap_or(usize::MAX);
            let Some((run, offset, characters)) = follower.follow(trail, at) else { continue };
            let run = &trail.runs[run];
            found_rows.push(SentenceRow {
                sentence: sentence as u64,
                spine: spine as u64,
                element: run.element,
                text: run.text,
                offset,
                nth: run.engine.nth,
                characters,
            });
        }
        let kept = self.keep_elements(trail, &found_rows);
        self.rows.extend(found_rows.into_iter().map(|row| SentenceRow { element: kept[row.element], ..row }));
    }

    /// Keeps the elements that sentences begin in, those around them, and of the elements between sentences
    /// those whose names and numbers do not tell where they are. Returns the number of each that is kept.
    fn keep_elements(&mut self, trail: &DocumentTrail, rows: &[SentenceRow]) -> Vec<usize> {
        let parent = |element: &usize| trail.elements[*element].parent.checked_sub(1);
        let mut sentences = vec![0_usize; trail.elements.len()];
        let mut has_first_text = vec![false; trail.elements.len()];
        for row in rows {
            sentences[row.element] += 1;
            has_first_text[row.element] |= row.nth == 1;
        }
        // An element comes after the one around it.
        for element in (0..sentences.len()).rev() {
            if let Some(around) = parent(&element) {
                sentences[around] += sentences[element];
            }
        }
        let between = |element: &usize| {
            let seen = &trail.elements[*element];
            let has_several = parent(element).is_some_and(|around| sentences[around] > 1);
            has_several && seen.index != seen.nth && !matches!(trail.names[seen.name].as_str(), "br" | "wbr")
        };
        let mut names: Vec<Option<usize>> = vec![None; trail.names.len()];
        let mut kept = vec![0; trail.elements.len()];
        let all = 0..trail.elements.len();
        for element in all.filter(|element| sentences[*element] > 0 || between(element)) {
            let seen = &trail.elements[element];
            let parent = parent(&element).map_or(0, |around| kept[around] + 1);
            let name =
                *names[seen.name].get_or_insert_with(|| name_index(&trail.names[seen.name], &mut self.names));
            let (index, nth) = (seen.index, seen.nth);
            let has_one_text = seen.has_one_text && has_first_text[element];
            let is_only = seen.is_only;
            self.elements.push(TreeElement { parent, name, index, nth, is_only, has_one_text });
            kept[element] = self.elements.len() - 1;
        }
        kept
    }

    pub(crate) fn write(&self, out: &mut ColumnWriter) {
        out.write_number(self.notice);
        out.write_values(self.names.iter().map(|name| common_name_number(name)));
        let own: Vec<&str> =
            self.names.iter().map(String::as_str).filter(|name| common_name_number(name) == 0).collect();
        out.write_texts(own.into_iter());
        let mut tree = ElementTree::default();
        let placed: Vec<[u64; 3]> =
            self.elements.iter().map(|element| tree.encode_element(element)).collect();
        out.write_values(self.elements.iter().map(|element| element.name as u64));
        for column in 0..3 {
            out.write_values(placed.iter().map(|numbers| numbers[column]));
        }
        let only = self.perhaps_only().into_iter();
        out.write_values(only.map(|element| self.elements[element].is_only.into()));
        let rows = || self.rows.iter();
        out.write_rising(rows().map(|row| row.sentence));
        out.write_differences(rows().map(|row| row.spine));
        out.write_differences(rows().map(|row| row.element as u64));
        let before = || std::iter::once(None).chain(rows().map(Some));
        let texts: Vec<[u64; 2]> = rows().zip(before()).map(|(row, other)| row.text_numbers(other)).collect();
        out.write_values(texts.iter().map(|numbers| numbers[0]));
        out.write_values(texts.iter().map(|numbers| numbers[1]));
        let further =
            |(row, other): (&SentenceRow, Option<&SentenceRow>)| row.offset - row.counting_base(other).0;
        out.write_values(rows().zip(before()).map(further).collect::<Vec<_>>().into_iter());
        let slack = |(row, other): (&SentenceRow, Option<&SentenceRow>)| {
            fold_sign(row.white_space_slack().wrapping_sub(row.counting_base(other).1))
        };
        out.write_values(rows().zip(before()).map(slack).collect::<Vec<_>>().into_iter());
        let single = self.perhaps_with_one_text().into_iter();
        out.write_values(single.map(|element| self.elements[element].has_one_text.into()));
    }

    /// Distances from a sentence with this number to the next, where both begin in one text, in UTF-16 code
    /// units.
    pub(crate) fn sentence_distances(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let pairs = self.rows.iter().zip(self.rows.iter().skip(1));
        let in_one_text = pairs.filter(|(row, next)| {
            next.sentence == row.sentence + 1
                && (next.spine, next.element, next.text) == (row.spine, row.element, row.text)
        });
        in_one_text.map(|(row, next)| (row.sentence, next.offset.saturating_sub(row.offset)))
    }

    /// The elements for which the others do not show whether there are more of their name.
    fn perhaps_only(&self) -> Vec<usize> {
        // Within each element, the first of each name, and whether it is the only one that is known.
        let mut firsts: Vec<Vec<(usize, usize, bool)>> = vec![Vec::new(); self.elements.len() + 1];
        for (number, element) in self.elements.iter().enumerate().filter(|(_, element)| element.parent > 0) {
            let around = &mut firsts[element.parent];
            match around.iter_mut().find(|(name, ..)| *name == element.name) {
                Some((.., is_open)) => *is_open = false,
                None => around.push((element.name, number, element.nth == 1)),
            }
        }
        let open = firsts.into_iter().flatten().filter(|(.., is_open)| *is_open);
        let mut open: Vec<usize> = open.map(|(_, number, _)| number).collect();
        open.sort_unstable();
        open
    }

    /// The elements of which sentences do not tell whether an e-reader has more than one text in them.
    fn perhaps_with_one_text(&self) -> Vec<usize> {
        let mut most = vec![0; self.elements.len()];
        for row in &self.rows {
            most[row.element] = row.nth.max(most[row.element]);
        }
        (0..most.len()).filter(|number| most[*number] == 1).collect()
    }

    pub(crate) fn read(input: &mut ColumnReader) -> Option<Self> {
        let notice = input.read_number()?;
        let known = input.read_values()?;
        let mut own = input.read_texts()?.into_iter();
        let known = known.into_iter().map(|number| match number {
            0 => own.next(),
            _ => common_name(number).map(str::to_owned),
        });
        let names: Vec<String> = known.collect::<Option<_>>()?;
        let (own, levels) = (input.read_values()?, input.read_values()?);
        let (indexes, others) = (input.read_values()?, input.read_values()?);
        let mut tree = ElementTree::default();
        let elements = own.iter().enumerate().map(|(n, name)| {
            let name = usize::try_from(*name).ok().filter(|name| *name < names.len())?;
            tree.decode_element(name, [*levels.get(n)?, *indexes.get(n)?, *others.get(n)?])
        });
        let mut elements: Vec<TreeElement> = elements.collect::<Option<_>>()?;
        for body in elements.iter_mut().filter(|element| element.parent == 0) {
            body.is_only = true;
        }
        let mut documents = Self { names, elements, rows: Vec::new(), notice };
        let only = input.read_values()?;
        for (n, element) in documents.perhaps_only().into_iter().enumerate() {
            documents.elements[element].is_only = *only.get(n)? > 0;
        }
        documents.rows = read_rows(input, documents.elements.len())?;
        let single = input.read_values()?;
        for (n, element) in documents.perhaps_with_one_text().into_iter().enumerate() {
            documents.elements[element].has_one_text = *single.get(n)? > 0;
        }
        Some(documents)
    }

    /// The numbers of the elements around a row, from the body on.
    fn element_numbers(&self, row: &SentenceRow) -> Vec<usize> {
        let around = |element: &usize| self.elements[*element].parent.checked_sub(1);
        let mut numbers: Vec<usize> = std::iter::successors(Some(row.element), around).collect();
        numbers.reverse();
        numbers
    }

    fn element_path(&self, row: &SentenceRow) -> Vec<&TreeElement> {
        self.element_numbers(row).into_iter().map(|number| &self.elements[number]).collect()
    }

    fn find_row(&self, sentence: u64) -> Option<&SentenceRow> {
        let behind = self.rows.partition_point(|row| row.sentence <= sentence);
        self.rows.get(behind.saturating_sub(1))
    }

    pub(crate) fn spine_index(&self, sentence: u64) -> Option<u64> {
        self.find_row(sentence).map(|row| row.spine)
    }

    /// The sentences of a document of the spine; the last document has all that follow. `None` if none begins
    /// in it.
    pub(crate) fn sentence_range(&self, spine: u64) -> Option<Range<u64>> {
        let first = self.rows.get(self.rows.partition_point(|row| row.spine < spine))?;
        let next = self.rows.get(self.rows.partition_point(|row| row.spine <= spine));
        (first.spine == spine).then(|| first.sentence..next.map_or(u64::MAX, |row| row.sentence))
    }

    fn shown_spine(&self, spine: u64, marked: bool) -> u64 {
        spine + u64::from(marked && spine >= self.notice)
    }

    fn kept_spine(&self, shown: u64, marked: bool) -> u64 {
        shown - u64::from(marked && shown > self.notice)
    }

    /// The sentence as a canonical fragment identifier.
    pub(crate) fn to_cfi(&self, sentence: u64, marked: bool) -> Option<String> {
        let row = self.find_row(sentence)?;
        let path = self.element_path(row);
        let steps: Vec<String> = path.iter().map(|element| (2 * element.index).to_string()).collect();
        let spine = 2 * (self.shown_spine(row.spine, marked) + 1);
        Some(format!("epubcfi(/6/{spine}!/{}/{}:{})", steps.join("/"), row.text, row.offset))
    }

    /// The sentence as a pointer of `KOReader`, which numbers what has no other of its kind only where it
    /// must.
    pub(crate) fn to_pointer(&self, sentence: u64, marked: bool) -> Option<String> {
        let row = self.find_row(sentence)?;
        let path = self.element_path(row);
        let step =
            |element: &&TreeElement| numbered_step(&self.names[element.name], element.nth, element.is_only);
        let steps = path.iter().skip(1).map(step).collect::<Vec<_>>().concat();
        let is_only = self.elements[row.element].has_one_text;
        let text = if row.nth == 0 { String::new() } else { numbered_step("text()", row.nth, is_only) };
        let fragment = self.shown_spine(row.spine, marked) + 1;
        Some(format!("/body/DocFragment[{fragment}]/body{steps}{text}.{}", row.characters))
    }

    /// The sentence at a place: a canonical fragment identifier or a pointer of `KOReader`.
    pub(crate) fn find_sentence(&self, text: &str, marked: bool) -> Option<u64> {
        if let Some(pointer) = Pointer::parse(text) {
            return self.find_pointer(&pointer, marked);
        }
        let point = DocumentPoint::parse(text)?;
        let spine = self.kept_spine(point.spine, marked);
        let key = |row: &SentenceRow| {
            let mut steps: Vec<u64> =
                self.element_path(row).iter().map(|element| 2 * element.index).collect();
            steps.push(row.text);
            (row.spine, steps, row.offset)
        };
        if point.offset.is_none() {
            // An element: the first sentence in it.
            let inside = self.rows.iter().find(|row| {
                let (at, steps, _) = key(row);
                at == spine && steps.starts_with(&point.steps)
            });
            if let Some(row) = inside {
                return Some(row.sentence);
            }
        }
        let wanted = (spine, point.steps, point.offset.unwrap_or_default());
        let behind = self.rows.partition_point(|row| key(row) <= wanted);
        self.rows.get(behind.saturating_sub(1)).map(|row| row.sentence)
    }

    fn find_pointer(&self, pointer: &Pointer, marked: bool) -> Option<u64> {
        let spine = self.kept_spine(pointer.fragment, marked);
        let first = self.rows.partition_point(|row| row.spine < spine);
        let end = self.rows.partition_point(|row| row.spine <= spine);
        let rows = self.rows.get(first..end).unwrap_or_default();
        // A document without a sentence: where the text continues.
        let Some(start) = rows.first() else {
            return self.rows.get(first.min(self.rows.len().checked_sub(1)?)).map(|row| row.sentence);
        };
        let paths: Vec<Vec<&TreeElement>> =
            rows.iter().map(|row| self.element_path(row).into_iter().skip(1).collect()).collect();
        let is = |element: &TreeElement, (name, nth): &(String, u64)| {
            self.names[element.name] == *name && element.nth == *nth
        };
        let is_before = |element: &TreeElement, (name, nth): &(String, u64)| {
            self.names[element.name] == *name && element.nth < *nth
        };
        let shared = |path: &[&TreeElement]| {
            path.iter().zip(&pointer.steps).take_while(|(element, step)| is(element, step)).count()
        };
        let best = paths.iter().map(|path| shared(path)).max()?;
        let near: Vec<usize> = (0..rows.len()).filter(|n| shared(&paths[*n]) == best).collect();
        // An element that no sentence begins in.
        let around = near.first().and_then(|n| self.element_numbers(&rows[*n]).get(best).copied());
        let between = pointer.steps.get(best).map(|step| {
            let inside = |element: &&TreeElement| Some(element.parent) == around.map(|around| around + 1);
            let known = self.elements.iter().filter(inside).find(|element| is(element, step));
            // There are at least as many elements before it as others of its name.
            known.map_or(step.1, |element| element.index)
        });
        let texts = near.iter().filter(|n| paths[**n].len() == best).map(|n| &rows[*n]);
        let elements_before = match pointer.point {
            PointerEnd::Text { nth, .. } => before_text(texts, nth),
            PointerEnd::Element(_) => 0,
        };
        // What is in the element of the pointer, or in the last one around it that is known: the last
        // sentence that does not begin after the pointer.
        let reached = |n: &&usize| {
            let row = &rows[**n];
            let inside = paths[**n].get(best);
            match (between, &pointer.point, inside) {
                (Some(index), _, Some(own)) => own.index < index || is_before(own, &pointer.steps[best]),
                (Some(index), _, None) => row.text / 2 < index,
                (None, PointerEnd::Text { nth, offset }, None) => {
                    (row.nth, row.characters) <= (*nth, *offset)
                }
                (None, PointerEnd::Text { .. }, Some(own)) => own.index <= elements_before,
                (None, PointerEnd::Element(at), None) => row.child_position() <= (*at, 0),
                (None, PointerEnd::Element(at), Some(own)) => own.index <= *at,
            }
        };
        let found = near.iter().rev().find(reached).or(near.first());
        Some(found.map_or(start.sentence, |n| rows[*n].sentence))
    }
}

/// Counts the elements before a text of an element, as far as the texts in which sentences begin show them:
/// most have one element between them.
fn before_text<'a>(texts: impl Iterator<Item = &'a SentenceRow>, nth: u64) -> u64 {
    let (mut least, mut most) = (nth.saturating_sub(1), u64::MAX);
    for row in texts.filter(|row| row.nth > 0) {
        let elements = row.text / 2;
        if row.nth <= nth {
            least = least.max(elements.saturating_add(nth - row.nth));
        }
        if row.nth >= nth {
            most = most.min(elements);
        }
    }
    least.min(most)
}

/// Reads where sentences are in `elements` elements.
fn read_rows(input: &mut ColumnReader, elements: usize) -> Option<Vec<SentenceRow>> {
    let (sentences, spines, places) =
        (input.read_rising()?, input.read_differences()?, input.read_differences()?);
    let (texts, nths) = (input.read_values()?, input.read_values()?);
    let (offsets, slacks) = (input.read_values()?, input.read_values()?);
    let mut rows: Vec<SentenceRow> = Vec::with_capacity(sentences.len());
    for (n, sentence) in sentences.iter().enumerate() {
        let element = usize::try_from(*places.get(n)?).ok().filter(|at| *at < elements)?;
        let (sentence, spine) = (*sentence, *spines.get(n)?);
        let mut row = SentenceRow { sentence, spine, element, text: 0, offset: 0, nth: 0, characters: 0 };
        let (before, nth) = row.text_base(rows.last());
        let further = *texts.get(n)?;
        row.text = before.checked_add(further)?.checked_mul(2)?.checked_add(1)?;
        row.nth =
            ColumnReader::check_value(nth.checked_add(further)?.wrapping_add(unfold_sign(*nths.get(n)?)))?;
        let (offset, slack) = row.counting_base(rows.last());
        row.offset = offsets.get(n)?.checked_add(offset)?;
        let slack = unfold_sign(*slacks.get(n)?).wrapping_add(slack);
        row.characters = row.offset.wrapping_sub(slack);
        u32::try_from(row.characters).ok()?;
        rows.push(row);
    }
    Some(rows)
}

/// A step to something with its number, which it needs if there is another of its kind.
fn numbered_step(name: &str, nth: u64, is_only: bool) -> String {
    if is_only { format!("/{name}") } else { format!("/{name}[{nth}]") }
}
