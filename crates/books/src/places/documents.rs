//! Places in the documents of an EPUB.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::columns::{Input, Output};
use super::grid::Grid;
use super::pointer::{Cfi, Pointer};
use super::tree::{Element, Tree, usual, usual_name};
use crate::xml::child;

/// How far beyond the length of the text before it a sentence is looked for, bytes.
const AHEAD: usize = 2_000;
/// Characters of a unit of length in a [`Grid`].
const UNIT: u64 = 8;

/// Where a sentence begins.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    sentence: u64,
    /// Index of the document in the spine.
    spine: u64,
    /// Number of the element, from 0.
    element: usize,
    /// The step of a fragment identifier to the text: odd.
    text: u64,
    /// The number of the text among those of its element, from 1.
    nth: u64,
    /// UTF-16 code units in the text.
    offset: u64,
}

/// The documents of an EPUB, as far as sentences begin in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Documents {
    names: Vec<String>,
    elements: Vec<Element>,
    rows: Vec<Row>,
    /// Index in the spine at which a marked copy has the notice.
    pub(crate) notice: u64,
}

/// Whether a marked copy has its notice behind the first document: a cover or title page stays first.
pub fn notice_is_second(id: Option<&str>, href: &str) -> bool {
    [id, Some(href)].into_iter().flatten().any(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("cover") || name.contains("title")
    })
}

/// The text of a document, and where each piece of it stands.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    text: String,
    elements: Vec<(usize, String, u64, u64)>,
    runs: Vec<Run>,
}

#[derive(Debug)]
struct Run {
    /// Where it begins in the whole text, bytes.
    begins: usize,
    element: usize,
    text: u64,
    nth: u64,
    /// UTF-16 code units of the same text before it.
    before: u64,
    /// Whether it is the words of a formula, which stands behind those units as a whole.
    is_formula: bool,
}

impl Trail {
    /// Reads a document of XHTML.
    pub(crate) fn of(document: &Document<'_>) -> Self {
        let mut trail = Self::default();
        let root = document.root_element();
        if let Some(body) = child(root, "body") {
            let index = root.children().filter(Node::is_element).position(|node| node == body);
            trail.element(body, 0, index.map_or(2, |index| index as u64 + 1), 1);
        }
        trail
    }

    fn element(&mut self, node: Node<'_, '_>, parent: usize, index: u64, nth: u64) {
        self.elements.push((parent, node.tag_name().name().to_owned(), index, nth));
        let own = self.elements.len();
        let blank = |node: &Node<'_, '_>| node.text().is_none_or(|text| text.trim().is_empty());
        // White space between blocks is no text for an e-reader.
        let in_line = node.children().any(|node| node.is_text() && !blank(&node));
        let (mut elements, mut texts, mut before) = (0_u64, 0_u64, 0_u64);
        let mut in_text = false;
        let mut names: HashMap<&str, u64> = HashMap::new();
        let run = |begins, elements: u64, texts: u64, before, is_formula| Run {
            begins,
            element: own - 1,
            text: 2 * elements + 1,
            nth: texts.max(1),
            before,
            is_formula,
        };
        for inside in node.children() {
            if inside.is_element() {
                let name = inside.tag_name().name();
                let nth = names.entry(name).and_modify(|count| *count += 1).or_insert(1);
                let words = inside.attribute("alttext").filter(|_| name == "math");
                if let Some(words) = words {
                    // Sentences have the words of a formula, not its signs.
                    self.runs.push(run(self.text.len(), elements, texts, before, true));
                    self.text.push_str(words);
                }
                elements += 1;
                (before, in_text) = (0, false);
                if words.is_none() && !matches!(name, "script" | "style" | "svg") {
                    self.element(inside, own, elements, *nth);
                }
            } else if let Some(text) = inside.text().filter(|_| inside.is_text()) {
                if !in_text && (in_line || !blank(&inside)) {
                    texts += 1;
                    in_text = true;
                }
                self.runs.push(run(self.text.len(), elements, texts, before, false));
                self.text.push_str(text);
                before += text.encode_utf16().count() as u64;
            }
        }
    }

    /// Finds characters that are not white space, from a place on within so many bytes. Returns where they
    /// begin and end.
    fn find(&self, head: &str, from: usize, within: usize) -> Option<(usize, usize)> {
        let first = head.chars().next()?;
        let end = self.text.floor_char_boundary(from.saturating_add(within).min(self.text.len()));
        let text = self.text.get(from..end)?;
        text.char_indices().filter(|(_, c)| *c == first).find_map(|(at, _)| {
            let mut rest = self.text[from + at..].char_indices().filter(|(_, c)| !c.is_whitespace());
            let mut last = 0;
            for wanted in head.chars() {
                let (at, c) = rest.next()?;
                if c != wanted {
                    return None;
                }
                last = at + c.len_utf8();
            }
            Some((from + at, from + at + last))
        })
    }

    /// The place behind so many characters that are not white space.
    fn behind(&self, from: usize, characters: u64) -> usize {
        let rest = self.text[from..].char_indices().filter(|(_, c)| !c.is_whitespace());
        let count = usize::try_from(characters).unwrap_or(usize::MAX);
        rest.map(|(at, _)| from + at).nth(count).unwrap_or(self.text.len())
    }
}

impl Documents {
    /// Finds the sentences of a section in its document.
    pub(crate) fn add(&mut self, spine: usize, trail: &Trail, grid: &Grid, section: usize) {
        let mut kept: HashMap<usize, usize> = HashMap::new();
        // Where the last sentence that was found ends at least, and where its first characters end.
        let (mut behind, mut head_end) = (0, 0);
        let mut within = AHEAD;
        for sentence in grid.section(section) {
            let head = grid.head(sentence);
            let found = trail.find(head, behind, within).or_else(|| trail.find(head, head_end, within));
            let weight = grid.weights[sentence];
            within += usize::try_from(weight * UNIT * 4).unwrap_or(usize::MAX);
            let Some((at, end)) = found else { continue };
            head_end = end;
            behind = trail.behind(at, (weight - 1) * UNIT).max(end);
            within = AHEAD + usize::try_from(weight * UNIT * 4).unwrap_or(usize::MAX);
            let run = &trail.runs[trail.runs.partition_point(|run| run.begins <= at) - 1];
            let within_run = if run.is_formula { "" } else { &trail.text[run.begins..at] };
            let offset = run.before + within_run.encode_utf16().count() as u64;
            let element = self.keep(trail, run.element, &mut kept);
            let row = Row {
                sentence: sentence as u64,
                spine: spine as u64,
                element,
                text: run.text,
                nth: run.nth,
                offset,
            };
            self.rows.push(row);
        }
    }

    fn keep(&mut self, trail: &Trail, element: usize, kept: &mut HashMap<usize, usize>) -> usize {
        if let Some(known) = kept.get(&element) {
            return *known;
        }
        let (parent, name, index, nth) = &trail.elements[element];
        let parent = parent.checked_sub(1).map_or(0, |above| self.keep(trail, above, kept) + 1);
        let name = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        });
        self.elements.push(Element { parent, name, index: *index, nth: *nth });
        kept.insert(element, self.elements.len() - 1);
        self.elements.len() - 1
    }

    pub(super) fn write(&self, out: &mut Output) {
        out.number(self.notice);
        out.plain(self.names.iter().map(|name| usual(name)));
        let own: Vec<&str> = self.names.iter().map(String::as_str).filter(|name| usual(name) == 0).collect();
        out.texts(own.into_iter());
        let mut tree = Tree::default();
        let placed: Vec<[u64; 3]> = self.elements.iter().map(|element| tree.place(element)).collect();
        out.plain(self.elements.iter().map(|element| element.name as u64));
        for column in 0..3 {
            out.plain(placed.iter().map(|numbers| numbers[column]));
        }
        let rows = || self.rows.iter();
        out.rising(rows().map(|row| row.sentence));
        out.near(rows().map(|row| row.spine));
        out.near(rows().map(|row| row.element as u64));
        out.plain(rows().map(|row| row.text / 2));
        out.plain(rows().map(|row| row.nth - 1));
        let mut before: Option<&Row> = None;
        let offsets: Vec<u64> = rows()
            .map(|row| {
                let same = |other: &&Row| {
                    (other.spine, other.element, other.text) == (row.spine, row.element, row.text)
                };
                let base = before.filter(same).map_or(0, |other| other.offset);
                before = Some(row);
                row.offset - base
            })
            .collect();
        out.plain(offsets.into_iter());
    }

    pub(super) fn read(input: &mut Input) -> Option<Self> {
        let notice = input.number()?;
        let (known, mut own) = (input.plain()?, input.texts()?.into_iter());
        let known = known.into_iter().map(|number| match number {
            0 => own.next(),
            _ => usual_name(number).map(str::to_owned),
        });
        let names: Vec<String> = known.collect::<Option<_>>()?;
        let (own, levels) = (input.plain()?, input.plain()?);
        let (indexes, others) = (input.plain()?, input.plain()?);
        let mut tree = Tree::default();
        let elements = own.iter().enumerate().map(|(n, name)| {
            let name = usize::try_from(*name).ok().filter(|name| *name < names.len())?;
            tree.element(name, [*levels.get(n)?, *indexes.get(n)?, *others.get(n)?])
        });
        let elements: Vec<Element> = elements.collect::<Option<_>>()?;
        let (sentences, spines, places) = (input.rising()?, input.near()?, input.near()?);
        let (texts, nths, offsets) = (input.plain()?, input.plain()?, input.plain()?);
        let mut rows: Vec<Row> = Vec::with_capacity(sentences.len());
        for (n, sentence) in sentences.iter().enumerate() {
            let element = usize::try_from(*places.get(n)?).ok().filter(|at| *at < elements.len())?;
            let text = texts.get(n)?.checked_mul(2)?.checked_add(1)?;
            let spine = *spines.get(n)?;
            let base = rows.last().filter(|row| (row.spine, row.element, row.text) == (spine, element, text));
            let offset = offsets.get(n)?.checked_add(base.map_or(0, |row| row.offset))?;
            let nth = nths.get(n)?.checked_add(1)?;
            rows.push(Row { sentence: *sentence, spine, element, text, nth, offset });
        }
        Some(Self { names, elements, rows, notice })
    }

    /// The elements around a row, from the body on.
    fn path(&self, row: &Row) -> Vec<&Element> {
        let mut path = vec![&self.elements[row.element]];
        while let Some(parent) = path.last().and_then(|element| element.parent.checked_sub(1)) {
            path.push(&self.elements[parent]);
        }
        path.reverse();
        path
    }

    fn row(&self, sentence: u64) -> Option<&Row> {
        let behind = self.rows.partition_point(|row| row.sentence <= sentence);
        self.rows.get(behind.saturating_sub(1))
    }

    fn shown(&self, spine: u64, marked: bool) -> u64 {
        spine + u64::from(marked && spine >= self.notice)
    }

    fn kept_spine(&self, shown: u64, marked: bool) -> u64 {
        shown - u64::from(marked && shown > self.notice)
    }

    /// The sentence as a canonical fragment identifier.
    pub(super) fn cfi(&self, sentence: u64, marked: bool) -> Option<String> {
        let row = self.row(sentence)?;
        let path = self.path(row);
        let steps: Vec<String> = path.iter().map(|element| (2 * element.index).to_string()).collect();
        let spine = 2 * (self.shown(row.spine, marked) + 1);
        Some(format!("epubcfi(/6/{spine}!/{}/{}:{})", steps.join("/"), row.text, row.offset))
    }

    /// The sentence as a pointer of `KOReader`.
    pub(super) fn pointer(&self, sentence: u64, marked: bool) -> Option<String> {
        let row = self.row(sentence)?;
        let path = self.path(row);
        let inside = path.iter().skip(1);
        let step = |element: &&Element| format!("/{}[{}]", self.names[element.name], element.nth);
        let steps = inside.map(step).collect::<Vec<_>>().concat();
        let nth = if row.nth > 1 { format!("[{}]", row.nth) } else { String::new() };
        let fragment = self.shown(row.spine, marked) + 1;
        Some(format!("/body/DocFragment[{fragment}]/body{steps}/text(){nth}.{}", row.offset))
    }

    /// The sentence at a place: a canonical fragment identifier or a pointer of `KOReader`.
    pub(super) fn find(&self, text: &str, marked: bool) -> Option<u64> {
        if let Some(pointer) = Pointer::parse(text) {
            return self.find_pointer(&pointer, marked);
        }
        let cfi = Cfi::parse(text)?;
        let spine = self.kept_spine(cfi.spine, marked);
        let key = |row: &Row| {
            let mut steps: Vec<u64> = self.path(row).iter().map(|element| 2 * element.index).collect();
            steps.push(row.text);
            (row.spine, steps, row.offset)
        };
        if cfi.offset.is_none() {
            // An element: the first sentence in it.
            let inside = self.rows.iter().find(|row| {
                let (at, steps, _) = key(row);
                at == spine && steps.starts_with(&cfi.steps)
            });
            if let Some(row) = inside {
                return Some(row.sentence);
            }
        }
        let wanted = (spine, cfi.steps, cfi.offset.unwrap_or_default());
        let behind = self.rows.partition_point(|row| key(row) <= wanted);
        self.rows.get(behind.saturating_sub(1)).map(|row| row.sentence)
    }

    fn find_pointer(&self, pointer: &Pointer, marked: bool) -> Option<u64> {
        let spine = self.kept_spine(pointer.fragment, marked);
        let first = self.rows.partition_point(|row| row.spine < spine);
        let end = self.rows.partition_point(|row| row.spine <= spine);
        let rows = self.rows.get(first..end).unwrap_or_default();
        // A document without a sentence: where the text goes on.
        let Some(start) = rows.first() else {
            return self.rows.get(first.min(self.rows.len().checked_sub(1)?)).map(|row| row.sentence);
        };
        let named: Vec<Vec<(&str, u64)>> = rows
            .iter()
            .map(|row| {
                let inside = self.path(row).into_iter().skip(1);
                inside.map(|element| (self.names[element.name].as_str(), element.nth)).collect()
            })
            .collect();
        let shared = |path: &[(&str, u64)]| {
            path.iter()
                .zip(&pointer.steps)
                .take_while(|((name, nth), (wanted, at))| name == wanted && nth == at)
                .count()
        };
        let best = named.iter().map(|path| shared(path)).max()?;
        let near: Vec<usize> = (0..rows.len()).filter(|n| shared(&named[*n]) == best).collect();
        let found = if best == pointer.steps.len() {
            let reached = |n: &&usize| {
                let row = &rows[**n];
                named[**n].len() == best && (row.nth, row.offset) <= (pointer.text, pointer.offset)
            };
            near.iter().rev().find(reached).or(near.first())
        } else {
            // The last element of the same name that comes before.
            let (name, nth) = &pointer.steps[best];
            let before = |n: &&usize| named[**n].get(best).is_some_and(|(own, at)| own == name && at < nth);
            near.iter().rev().find(before).or(near.first())
        };
        Some(found.map_or(start.sentence, |n| rows[*n].sentence))
    }
}
