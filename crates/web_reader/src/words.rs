//! The text of a document as its source has it, so that a selection on its page has a canonical fragment
//! identifier with an offset.
//!
//! A page has other white space than its source. Places are therefore compared by *letters*: UTF-16 code
//! units without white space, counted from the beginning of a block, as the script of the page counts them.

use std::fmt::Write as _;

use roxmltree::{Document, Node};
use serde::{Deserialize, Serialize};

/// Elements whose text the page shows in another way, or not at all.
const SKIPPED_ELEMENTS: [&str; 6] = ["head", "math", "script", "select", "style", "svg"];

/// The text of a document of the spine, without what a page shows in another way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DocumentWords(Vec<WordRun>);

/// Text between two elements: its steps (`/4/2/1`) and the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WordRun(String, String);

/// A place on a page: a block's steps in the source, and the letters between its beginning and the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSpot<'a> {
    pub steps: &'a str,
    /// The letters before the place.
    pub letters: u64,
}

/// Returns true if a character is not a letter: white space as the script defines it.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// The number of letters that a character counts as.
pub(crate) fn letter_count(c: char) -> u64 {
    if is_space(c) { 0 } else { c.len_utf16() as u64 }
}

fn count_letters(text: &str) -> u64 {
    text.chars().map(letter_count).sum()
}

fn strip_spaces(text: &str) -> String {
    text.chars().filter(|c| !is_space(*c)).collect()
}

impl DocumentWords {
    pub(crate) fn from_document(document: &Document<'_>) -> Self {
        let mut words = Self::default();
        words.visit_node(document.root_element(), &mut String::new());
        words
    }

    fn visit_node(&mut self, node: Node<'_, '_>, steps: &mut String) {
        let length = steps.len();
        let mut elements = 0;
        for child in node.children() {
            if child.is_element() {
                elements += 1;
                let _ = write!(steps, "/{}", 2 * elements);
                if !SKIPPED_ELEMENTS.contains(&child.tag_name().name()) && !is_page_break(child) {
                    self.visit_node(child, steps);
                }
            } else if let Some(text) = child.text().filter(|_| child.is_text()) {
                let _ = write!(steps, "/{}", 2 * elements + 1);
                match self.0.last_mut() {
                    // A comment between two texts is not a step.
                    Some(last) if last.0 == *steps => last.1.push_str(text),
                    _ => self.0.push(WordRun(steps.clone(), text.to_owned())),
                }
            }
            steps.truncate(length);
        }
    }

    /// Start and end of a stretch of words, as paths with offsets in the document (`/4/2/1:12`). The
    /// words are searched for in the first block if they are not at the place. `None` if the source does not
    /// have them there.
    pub fn find_range(&self, from: PageSpot<'_>, to: PageSpot<'_>, words: &str) -> Option<(String, String)> {
        let words = strip_spaces(words);
        if words.is_empty() {
            return None;
        }
        let found = |from: PageSpot<'_>, to: PageSpot<'_>| {
            let (start, end) = (self.find_place(from, false)?, self.find_place(to, true)?);
            (start < end && self.text_between(start, end).starts_with(&words)).then_some((start, end))
        };
        let (start, end) = found(from, to).or_else(|| {
            let block = self.block_without_spaces(from.steps);
            let before = count_letters(block.split_once(&words)?.0);
            let at = |letters| PageSpot { steps: from.steps, letters };
            found(at(before), at(before + count_letters(&words)))
        })?;
        Some((self.place_path(start), self.place_path(end)))
    }

    /// The letters of a block that are before a path in it; all of them if the path is that of an element
    /// around the end of the block.
    pub fn letters_before(&self, block: &str, path: &str, end: bool) -> u64 {
        let (wanted, offset) = parse_path(path);
        let counted = self.runs_inside(block).iter().map(|run| {
            let own = parse_path(&run.0).0;
            if own == wanted && offset.is_some() {
                let mut units = 0;
                let before = run.1.chars().take_while(|c| {
                    units += c.len_utf16() as u64;
                    units <= offset.unwrap_or_default()
                });
                before.map(letter_count).sum()
            } else if own < wanted || (end && offset.is_none() && own.starts_with(&wanted)) {
                count_letters(&run.1)
            } else {
                0
            }
        });
        counted.sum()
    }

    /// The text of an element. Texts are in the order of the document, so they are found without reading all
    /// of them.
    fn runs_inside(&self, block: &str) -> &[WordRun] {
        let steps = parse_path(block).0;
        let rest = &self.0[self.0.partition_point(|run| parse_path(&run.0).0 < steps)..];
        &rest[..rest.iter().take_while(|run| is_inside(&run.0, block)).count()]
    }

    fn block_without_spaces(&self, steps: &str) -> String {
        self.runs_inside(steps).iter().map(|run| strip_spaces(&run.1)).collect()
    }

    /// The run and the byte of a place: before the next letter, or after the last one.
    fn find_place(&self, spot: PageSpot<'_>, behind: bool) -> Option<(usize, usize)> {
        let mut count = 0;
        for (n, run) in self.0.iter().enumerate().filter(|(_, run)| is_inside(&run.0, spot.steps)) {
            for (at, c) in run.1.char_indices().filter(|(_, c)| !is_space(*c)) {
                if !behind && count >= spot.letters {
                    return Some((n, at));
                }
                count += letter_count(c);
                if behind && count >= spot.letters {
                    return Some((n, at + c.len_utf8()));
                }
            }
        }
        None
    }

    /// The text between two places, without white space.
    fn text_between(&self, start: (usize, usize), end: (usize, usize)) -> String {
        let part = |n: usize| {
            let text = self.0[n].1.as_str();
            let from = if n == start.0 { start.1 } else { 0 };
            let to = if n == end.0 { end.1 } else { text.len() };
            strip_spaces(&text[from..to])
        };
        (start.0..=end.0).map(part).collect()
    }

    fn place_path(&self, (run, at): (usize, usize)) -> String {
        let WordRun(steps, text) = &self.0[run];
        format!("{steps}:{}", text[..at].encode_utf16().count())
    }
}

fn is_inside(steps: &str, block: &str) -> bool {
    steps.strip_prefix(block).is_some_and(|rest| rest.starts_with('/'))
}

fn is_page_break(node: Node<'_, '_>) -> bool {
    node.attributes().any(|attribute| {
        matches!(attribute.name(), "type" | "role")
            && attribute
                .value()
                .split_ascii_whitespace()
                .any(|one| matches!(one, "pagebreak" | "doc-pagebreak"))
    })
}

/// The steps and the offset of a path; assertions are skipped.
fn parse_path(path: &str) -> (Vec<u64>, Option<u64>) {
    let (path, offset) = match path.split_once(':') {
        Some((path, offset)) => (path, offset.split('[').next().and_then(|offset| offset.parse().ok())),
        None => (path, None),
    };
    let steps = path.split('/').skip(1);
    (steps.map_while(|step| step.split(['[', ',']).next()?.parse().ok()).collect(), offset)
}

#[cfg(test)]
mod tests {
    use super::{DocumentWords, PageSpot};

    const TEXT_XML: &str = "<html><head><title>T</title></head><body>\
        <p>The  wind\n rose <em>over<!-- and --> the</em> bay &amp; 🌊 town.</p>\
        <p>Page <span role=\"doc-pagebreak\">7</span>turned twice, turned.</p></body></html>";

    fn test_words() -> DocumentWords {
        DocumentWords::from_document(&roxmltree::Document::parse(TEXT_XML).unwrap())
    }

    fn find_in_text(from: (&str, u64), to: (&str, u64), text: &str) -> Option<(String, String)> {
        let spot = |(steps, letters)| PageSpot { steps, letters };
        test_words().find_range(spot(from), spot(to), text)
    }

    fn path_pair(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn words_have_the_offsets_of_the_source() {
        let block = "/4/2";
        assert_eq!(
            find_in_text((block, 3), (block, 11), "wind rose"),
            Some(path_pair("/4/2/1:5", "/4/2/1:15"))
        );
        assert_eq!(
            find_in_text((block, 15), (block, 18), "the"),
            Some(path_pair("/4/2/2/1:5", "/4/2/2/1:8"))
        );
        // A character beyond the basic plane is two code units.
        assert_eq!(
            find_in_text((block, 22), (block, 28), "🌊 town"),
            Some(path_pair("/4/2/3:7", "/4/2/3:14"))
        );
        assert_eq!(
            find_in_text((block, 24), ("/4/4", 10), "town. Page turned"),
            Some(path_pair("/4/2/3:10", "/4/4/3:6"))
        );
    }

    #[test]
    fn words_elsewhere_in_the_block_are_found_and_others_are_not() {
        assert_eq!(
            find_in_text(("/4/4", 0), ("/4/4", 0), "turned twice"),
            Some(path_pair("/4/4/3:0", "/4/4/3:12"))
        );
        assert_eq!(find_in_text(("/4/4", 0), ("/4/4", 4), "wind"), None);
        assert_eq!(find_in_text(("/4/4", 0), ("/4/4", 4), " "), None);
        assert_eq!(find_in_text(("/4/9", 0), ("/4/9", 4), "wind"), None);
        assert_eq!(find_in_text(("/4/4", 99), ("/4/2", 1), "7"), None);
    }

    #[test]
    fn a_path_leads_back_to_its_letters() {
        let words = test_words();
        for (path, letters) in [("/4/2/1:5", 3), ("/4/2/2/1:5", 15), ("/4/2/3:10", 24), ("/4/2/3[x]:10", 24)]
        {
            assert_eq!(words.letters_before("/4/2", path, false), letters, "{path}");
        }
        assert_eq!(words.letters_before("/4/2", "/4/2", false), 0);
        assert_eq!(words.letters_before("/4/2", "/4/2", true), 29);
        assert_eq!(words.letters_before("/4/2", "/4/2/2", true), 18);
    }
}
