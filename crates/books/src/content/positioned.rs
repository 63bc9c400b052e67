//! Words of fixed-layout pages that styles place piece by piece: pieces are joined by where they are.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::presentation::Presentation;
use crate::css::DocumentRules;
use crate::geometry::letter_width;

/// The properties that say where pieces are.
pub(super) const POSITION_PROPERTIES: [&str; 6] = ["position", "left", "top", "width", "font-size", "font"];
/// The size of letters that nobody has set, in pixels.
const FONT_SIZE: f64 = 16.0;
/// Elements that may be a piece, and those that a piece may have in it.
const PIECE_ELEMENTS: [&str; 10] = ["span", "div", "p", "a", "b", "i", "em", "strong", "sub", "sup"];
/// Pieces of one line that tell how wide the letters of a page are.
const MIN_SAMPLES: usize = 6;
/// Line ends of a paragraph that is running text, whose words may be divided.
const LINE_ENDS_OF_RUNNING_TEXT: usize = 3;
/// Parts of the size of letters: a wider gap is a space; in text that has its spaces as characters only one
/// that is much wider is.
const MIN_SPACE_EMS: f64 = 0.13;
const MIN_WIDE_SPACE_EMS: f64 = 0.6;
/// A block at least this far from its neighbor is another text, in sizes of letters.
const MIN_ANOTHER_TEXT_EMS: f64 = 1.5;
/// Parts of the size of letters within which two pieces are in one line, and in lines of one paragraph.
const MAX_SAME_LINE_EMS: f64 = 0.35;
const MAX_NEXT_LINE_EMS: f64 = 1.9;

/// The connection of a piece with the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceJoin {
    /// It continues a word.
    Word,
    Space,
    /// It continues a word that was divided; its hyphen goes.
    Divided,
}

#[derive(Debug, Default)]
pub(super) struct PositionedText {
    /// By node id of the later piece.
    joins: HashMap<u32, PieceJoin>,
    /// White space between pieces.
    between_nodes: HashSet<u32>,
}

/// A piece of text, in pixels.
struct PositionedPiece<'a, 'i> {
    node: Node<'a, 'i>,
    text: String,
    left: f64,
    top: f64,
    size: f64,
    width: Option<f64>,
}

/// Position and size of an element, as styles state them.
#[derive(Debug, Default, Clone, Copy)]
struct ElementPosition {
    is_absolute: bool,
    left: Option<f64>,
    top: Option<f64>,
    width: Option<f64>,
    size: Option<f64>,
}

impl PositionedText {
    /// Returns true if a document is a page of a fixed layout.
    pub(super) fn is_fixed(document: &Document<'_>) -> bool {
        let mut nodes = document.descendants().filter(|node| node.tag_name().name() == "meta");
        nodes.any(|node| node.attribute("name").is_some_and(|name| name.eq_ignore_ascii_case("viewport")))
    }

    /// Finds the pieces of a page and how they follow one another.
    pub(super) fn from_document(
        document: &Document<'_>,
        rules: &DocumentRules,
        presentation: &Presentation,
    ) -> Self {
        let mut reading = PieceSearch { rules, presentation, sizes: HashMap::new(), is_too_much: false };
        let mut runs = Vec::new();
        for parent in document.descendants().filter(Node::is_element) {
            reading.find_runs(parent, &mut runs);
            // Text that would cost too much stays in its written order.
            if reading.is_too_much {
                return Self::default();
            }
        }
        let scale = letter_scale(&runs);
        let mut positioned = Self::default();
        for run in &runs {
            positioned.join_run(run, scale);
        }
        positioned
    }

    pub(super) fn join_before(&self, node: Node<'_, '_>) -> Option<PieceJoin> {
        if self.joins.is_empty() {
            return None;
        }
        self.joins.get(&node.id().get()).copied()
    }

    /// Returns true if a text is white space between pieces, whose positions determine the space between
    /// them.
    pub(super) fn is_between(&self, text: Node<'_, '_>) -> bool {
        !self.between_nodes.is_empty() && self.between_nodes.contains(&text.id().get())
    }

    fn join_run(&mut self, run: &[PositionedPiece<'_, '_>], scale: f64) {
        let writes_spaces = run.iter().any(|piece| piece.text.contains(char::is_whitespace));
        let line_ends = run.windows(2).filter(|pair| !is_same_line(&pair[0], &pair[1])).count();
        for pair in run.windows(2) {
            let [before, piece] = pair else { continue };
            let is_spaced =
                before.text.ends_with(char::is_whitespace) || piece.text.starts_with(char::is_whitespace);
            let join = if is_same_line(before, piece) {
                let width = before.width.unwrap_or_else(|| scale * text_width(&before.text) * before.size);
                let apart = (piece.left - before.left - width) / before.size;
                let space = if writes_spaces { MIN_WIDE_SPACE_EMS } else { MIN_SPACE_EMS };
                if is_block(piece.node) && !(-0.5..MIN_ANOTHER_TEXT_EMS).contains(&apart) {
                    continue;
                }
                if is_spaced || apart > space || apart < -3.0 { PieceJoin::Space } else { PieceJoin::Word }
            } else if is_block(piece.node) && !is_next_line(before, piece) {
                continue;
            } else if is_divided(&before.text, &piece.text) {
                // Labels of a few lines are not set by dividing words.
                if line_ends >= LINE_ENDS_OF_RUNNING_TEXT { PieceJoin::Divided } else { PieceJoin::Word }
            } else if before.text.ends_with('\u{ad}') {
                PieceJoin::Word
            } else {
                PieceJoin::Space
            };
            self.joins.insert(piece.node.id().get(), join);
            let between = piece.node.prev_siblings().skip(1).take_while(|node| *node != before.node);
            self.between_nodes.extend(between.filter(Node::is_text).map(|text| text.id().get()));
        }
    }
}

struct PieceSearch<'a> {
    rules: &'a DocumentRules,
    presentation: &'a Presentation,
    /// Sizes of letters by node id.
    sizes: HashMap<u32, f64>,
    /// True if comparing rules with elements would cost too much.
    is_too_much: bool,
}

impl PieceSearch<'_> {
    /// Finds runs of pieces that are next to one another in an element.
    fn find_runs<'a, 'i>(&mut self, parent: Node<'a, 'i>, runs: &mut Vec<Vec<PositionedPiece<'a, 'i>>>) {
        let mut run: Vec<PositionedPiece<'a, 'i>> = Vec::new();
        for child in parent.children() {
            if child.is_text() && child.text().is_none_or(|text| text.trim().is_empty()) || child.is_comment()
            {
                continue;
            }
            match self.find_piece(child) {
                Some(piece) if run.last().is_none_or(|last| is_block(last.node) == is_block(piece.node)) => {
                    run.push(piece);
                }
                piece => {
                    runs.extend(Some(std::mem::take(&mut run)).filter(|run| run.len() > 1));
                    run.extend(piece);
                }
            }
        }
        runs.extend(Some(run).filter(|run| run.len() > 1));
    }

    fn find_piece<'a, 'i>(&mut self, node: Node<'a, 'i>) -> Option<PositionedPiece<'a, 'i>> {
        let is_inline =
            |node: Node<'_, '_>| PIECE_ELEMENTS.contains(&node.tag_name().name()) && !is_block(node);
        let is_leaf = || node.descendants().skip(1).all(|inner| !inner.is_element() || is_inline(inner));
        if !PIECE_ELEMENTS.contains(&node.tag_name().name())
            || self.presentation.is_skipped(node)
            || !is_leaf()
        {
            return None;
        }
        let text: String = node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect();
        if text.trim().is_empty() || text.chars().any(is_rtl) {
            return None;
        }
        let place = self.element_position(node);
        let (left, top) = (place.left.filter(|_| place.is_absolute)?, place.top?);
        let size = self.letter_size(node);
        Some(PositionedPiece { node, text, left, top, size, width: place.width })
    }

    fn element_position(&mut self, node: Node<'_, '_>) -> ElementPosition {
        let mut place = ElementPosition::default();
        let cascade = self.rules.cascade(node, |name, value, _| match name {
            "position" => place.is_absolute = value.eq_ignore_ascii_case("absolute"),
            "left" => place.left = parse_pixels(value),
            "top" => place.top = parse_pixels(value),
            "width" => place.width = parse_pixels(value),
            "font-size" => place.size = parse_pixels(value).filter(|size| *size > 0.0),
            "font" => place.size = value.split([' ', '/']).find_map(parse_pixels).filter(|size| *size > 0.0),
            _ => {}
        });
        self.is_too_much |= cascade.is_none();
        place
    }

    /// The size of the letters of an element: its own, or that of those around it.
    fn letter_size(&mut self, node: Node<'_, '_>) -> f64 {
        let mut passed = Vec::new();
        let mut size = FONT_SIZE;
        for above in node.ancestors().filter(Node::is_element) {
            if let Some(known) = self.sizes.get(&above.id().get()) {
                size = *known;
                break;
            }
            passed.push(above.id().get());
            if let Some(own) = self.element_position(above).size {
                size = own;
                break;
            }
        }
        self.sizes.extend(passed.into_iter().map(|id| (id, size)));
        size
    }
}

/// Factor by which letters are wider than estimated here, derived from the distances within lines: most of
/// these are a word and a space.
fn letter_scale(runs: &[Vec<PositionedPiece<'_, '_>>]) -> f64 {
    let mut ratios: Vec<f64> = Vec::new();
    for pair in runs.iter().flat_map(|run| run.windows(2)) {
        let [before, piece] = pair else { continue };
        if is_same_line(before, piece) && piece.left > before.left && before.text.trim().chars().count() > 2 {
            let expected = (text_width(before.text.trim()) + letter_width(' ')) * before.size;
            ratios.push((piece.left - before.left) / expected);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.get(ratios.len() / 2).copied().filter(|_| ratios.len() >= MIN_SAMPLES);
    middle.unwrap_or(1.0).clamp(0.75, 1.3)
}

/// About how wide a text is, in the size of its letters.
fn text_width(text: &str) -> f64 {
    text.chars().map(letter_width).sum()
}

fn is_same_line(before: &PositionedPiece<'_, '_>, piece: &PositionedPiece<'_, '_>) -> bool {
    (before.top - piece.top).abs() < MAX_SAME_LINE_EMS * before.size.max(piece.size)
}

/// Returns true if a piece begins the next line of the same paragraph.
fn is_next_line(before: &PositionedPiece<'_, '_>, piece: &PositionedPiece<'_, '_>) -> bool {
    let down = (piece.top - before.top) / before.size;
    (0.0..MAX_NEXT_LINE_EMS).contains(&down)
        && (piece.size / before.size - 1.0).abs() < 0.1
        && piece.left < before.left + text_width(&before.text) * before.size
}

/// Returns true if a word is divided at the end of a line.
fn is_divided(before: &str, after: &str) -> bool {
    let mut letters = before.chars().rev();
    matches!(letters.next(), Some('-' | '\u{2010}'))
        && letters.next().is_some_and(char::is_lowercase)
        && after.starts_with(char::is_lowercase)
        && !before
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default()
            .trim_end_matches(['-', '\u{2010}'])
            .contains('-')
}

fn is_block(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "div" | "p")
}

fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// A length in pixels; `None` for those that depend on something else.
fn parse_pixels(value: &str) -> Option<f64> {
    let value = value.trim().to_ascii_lowercase();
    let mut units = [("px", 1.0), ("pt", 4.0 / 3.0)].into_iter();
    let stated = units.find_map(|(unit, factor)| Some((value.strip_suffix(unit)?, factor)));
    let is_zero = || value.trim_matches(['-', '+', '0', '.']).is_empty();
    let (number, factor) = stated.or_else(|| is_zero().then_some((value.as_str(), 1.0)))?;
    let number: f64 = number.trim().parse().ok()?;
    number.is_finite().then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_pixels_and_points_are_known() {
        for (value, length) in [
            ("12px", Some(12.0)),
            ("-1.5PX", Some(-1.5)),
            ("3pt", Some(4.0)),
            ("0", Some(0.0)),
            ("2em", None),
            ("auto", None),
            ("", None),
        ] {
            assert_eq!(parse_pixels(value), length, "{value}");
        }
    }

    #[test]
    fn only_words_in_small_letters_are_divided() {
        assert!(is_divided("the econ-", "omy"));
        for (before, after) in
            [("econ", "omy"), ("1990-", "1995"), ("Smith-", "Jones"), ("well-to-", "do"), ("-", "a")]
        {
            assert!(!is_divided(before, after), "{before} {after}");
        }
    }
}
