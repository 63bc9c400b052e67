//! Lines and paragraphs, made of text by where it is drawn.

use super::NodeState;
use crate::content::inline::push_text;
use crate::geometry::letter_width;
use crate::model::{Attrs, Direction, Inline};

/// Letters that follow one another where they are drawn.
#[derive(Debug, Clone)]
pub(super) struct LetterChunk {
    pub(super) ids: Vec<String>,
    pub(super) text: String,
    /// The position of the first letter (or of the middle, or of the end), in the units of their element.
    pub(super) position: (f64, f64),
    /// True if the source says where they are, and not only where the text before them ends.
    pub(super) is_placed: bool,
    /// The distance by which the source moves them from there.
    pub(super) shift: (f64, f64),
    pub(super) on_path: bool,
    /// True if they begin a text, or a path that text follows.
    pub(super) first: bool,
    /// The identity of the innermost element around them.
    pub(super) run: u32,
    /// True if their `text` element has the spaces between words as characters.
    pub(super) writes_spaces: bool,
    /// The number of their `text` element.
    pub(super) element: usize,
    /// The element around that.
    pub(super) holder: u32,
    pub(super) state: NodeState,
    /// True if white space ends them.
    pub(super) ends_with_space: bool,
    /// True if that is a line end of the source, between elements.
    pub(super) ends_line: bool,
}

impl LetterChunk {
    pub(super) fn push_letter(&mut self, c: char) {
        if std::mem::take(&mut self.ends_with_space) && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.ends_line = false;
        self.text.push(c);
    }

    /// White space after the letters.
    pub(super) fn push_space(&mut self, c: char) {
        self.ends_line |= c == '\n';
        self.ends_with_space = true;
    }

    pub(super) fn has_same_style(&self, other: &NodeState) -> bool {
        let own = &self.state;
        own.is_visible == other.is_visible && own.lang == other.lang && own.link == other.link
    }

    /// About how long they are, in the units of their element.
    pub(super) fn estimated_width(&self) -> f64 {
        let ems: f64 = self.text.chars().map(letter_width).sum();
        let space = if self.ends_with_space && !self.ends_line { letter_width(' ') } else { 0.0 };
        (ems + space) * self.state.look.size
    }

    fn is_rtl(&self) -> bool {
        self.state.look.rtl || self.text.chars().find_map(strong_direction) == Some(Direction::Rtl)
    }

    /// Start and end along the line that runs in a direction, and how far down that line is.
    fn extent_along(&self, direction: (f64, f64)) -> (f64, f64, f64) {
        let (_, scale) = self.state.matrix.line_direction(self.state.look.vertical);
        let (x, y) = self.state.matrix.transform_point(self.position);
        let (along, down) = (x * direction.0 + y * direction.1, y * direction.0 - x * direction.1);
        let width = self.estimated_width() * scale;
        let before = if self.state.look.rtl { 1.0 - self.state.look.anchor } else { self.state.look.anchor };
        (along - width * before, along + width * (1.0 - before), down)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChunkGap {
    /// Nothing: the place only kerns.
    Nothing,
    Space,
    /// The end of a line of the same paragraph: a space, unless a word is divided there.
    LineEnd,
    Paragraph,
}

/// Stands for a hyphen at the end of a line, until it is known whether the next word has another one. No text
/// of XML has this character.
const LINE_HYPHEN: char = '\u{1}';

/// Line ends of a paragraph that is running text, whose words may be divided.
const LINE_ENDS_OF_RUNNING_TEXT: usize = 3;

/// Ids, direction and text of each paragraph.
pub(super) fn join_paragraphs(
    chunks: Vec<LetterChunk>,
) -> Vec<(Vec<String>, Option<Direction>, Vec<Inline>)> {
    let mut out: Vec<(Vec<String>, Option<Direction>, Vec<Inline>)> = Vec::new();
    // Number of line ends of each paragraph.
    let mut line_ends: Vec<usize> = Vec::new();
    let mut before: Option<LetterChunk> = None;
    for chunk in chunks.into_iter().filter(|chunk| chunk.state.is_visible && !chunk.text.is_empty()) {
        let gap = before.as_ref().map_or(ChunkGap::Paragraph, |before| gap_between(before, &chunk));
        match out.last_mut() {
            Some((ids, _, line)) if gap != ChunkGap::Paragraph => {
                ids.extend(chunk.ids.iter().cloned());
                let joined = gap == ChunkGap::LineEnd && join_words(line, &chunk);
                if let Some(ends) = line_ends.last_mut() {
                    *ends += usize::from(gap == ChunkGap::LineEnd);
                }
                append_chunk(line, if joined { ChunkGap::Nothing } else { gap }, &chunk);
            }
            _ => {
                let mut line = Vec::new();
                append_chunk(&mut line, ChunkGap::Nothing, &chunk);
                let dir = chunk.is_rtl().then_some(Direction::Rtl);
                out.push((chunk.ids.clone(), dir, line));
                line_ends.push(0);
            }
        }
        before = Some(chunk);
    }
    for ((_, _, line), ends) in out.iter_mut().zip(line_ends) {
        settle_hyphens(line, ends >= LINE_ENDS_OF_RUNNING_TEXT);
    }
    out
}

/// Joins a word that is divided at the end of a line with its rest. `false` if no word is divided there.
fn join_words(line: &mut [Inline], rest: &LetterChunk) -> bool {
    let Some(text) = line.last_mut().and_then(last_text) else { return false };
    if !is_divided(text) {
        return false;
    }
    let hyphen = text.pop();
    let within_word = text.ends_with(char::is_lowercase) && rest.text.starts_with(char::is_lowercase);
    match hyphen {
        Some('\u{ad}') => {}
        Some(_) if within_word => text.push(LINE_HYPHEN),
        other => text.extend(other),
    }
    true
}

fn last_text(inline: &mut Inline) -> Option<&mut String> {
    match inline {
        Inline::Text(text) => Some(text),
        Inline::Link { inlines, .. } | Inline::Span { inlines, .. } => inlines.last_mut().and_then(last_text),
        _ => None,
    }
}

/// Drops the hyphens with which lines of running text end within words. A word with another hyphen is a
/// compound, which keeps this one, and so do labels of a few lines, which are not set by dividing words.
fn settle_hyphens(line: &mut [Inline], is_running_text: bool) {
    for inline in line {
        match inline {
            Inline::Text(text) if text.contains(LINE_HYPHEN) => {
                let words = text.split_inclusive(' ').map(|word| {
                    let kept = if word.contains('-') || !is_running_text { "-" } else { "" };
                    word.replace(LINE_HYPHEN, kept)
                });
                *text = words.collect();
            }
            Inline::Link { inlines, .. } | Inline::Span { inlines, .. } => {
                settle_hyphens(inlines, is_running_text);
            }
            _ => {}
        }
    }
}

fn append_chunk(line: &mut Vec<Inline>, gap: ChunkGap, chunk: &LetterChunk) {
    let space = matches!(gap, ChunkGap::Space | ChunkGap::LineEnd);
    if chunk.state.lang.is_none() && chunk.state.link.is_none() {
        let text = if space { format!(" {}", chunk.text) } else { chunk.text.clone() };
        return push_text(line, &text);
    }
    // Kerned letters of one link are one link.
    let same_element = match (line.last_mut(), &chunk.state.link) {
        (Some(Inline::Link { href: before, inlines, attrs }), Some(href)) if before == href => {
            Some((inlines, attrs))
        }
        (Some(Inline::Span { inlines, attrs }), None) => Some((inlines, attrs)),
        _ => None,
    };
    if let Some((inlines, attrs)) = same_element
        && attrs.lang == chunk.state.lang
        && let Some(Inline::Text(before)) = inlines.last_mut()
    {
        before.push_str(if space { " " } else { "" });
        return before.push_str(&chunk.text);
    }
    if space {
        line.push(Inline::Text(" ".to_owned()));
    }
    let attrs = Attrs { lang: chunk.state.lang.clone(), ..Attrs::default() };
    let inlines = vec![Inline::Text(chunk.text.clone())];
    line.push(match &chunk.state.link {
        Some(href) => Inline::Link { attrs, href: href.clone(), inlines },
        None => Inline::Span { attrs, inlines },
    });
}

/// The separator of two chunks, by their positions. Lengths are in the size of the letters of the first.
fn gap_between(before: &LetterChunk, chunk: &LetterChunk) -> ChunkGap {
    let same = before.element == chunk.element;
    if chunk.first && (same || chunk.on_path) || before.on_path && !same {
        return ChunkGap::Paragraph;
    }
    let (direction, scale) = before.state.matrix.line_direction(before.state.look.vertical);
    let (other, _) = chunk.state.matrix.line_direction(chunk.state.look.vertical);
    let turned = direction.0 * other.0 + direction.1 * other.1 < 0.99;
    if turned
        || before.state.look.vertical != chunk.state.look.vertical
        || (!same && before.holder != chunk.holder)
    {
        return if same && !turned { ChunkGap::Space } else { ChunkGap::Paragraph };
    }
    let em = before.state.look.size * scale;
    let (start, end, line) = before.extent_along(direction);
    let (next_start, next_end, next_line) = chunk.extent_along(direction);
    let down = (next_line - line).abs() / em;
    let rtl = before.is_rtl();
    let apart = if rtl && chunk.is_placed { start - next_end } else { next_start - end } / em;
    if down < 0.6 {
        if !chunk.is_placed && before.ends_with_space {
            return ChunkGap::Space;
        }
        if !chunk.is_placed {
            let moved = if before.state.look.vertical { chunk.shift.1 } else { chunk.shift.0 };
            let moved = if before.state.look.rtl { -moved } else { moved } / before.state.look.size;
            return if moved > 0.2 { ChunkGap::Space } else { ChunkGap::Nothing };
        }
        let blank = before.ends_with_space && !before.ends_line;
        // Letters that the source puts one by one are kerned, and ligatures are wider than is known here.
        let is_placed_by_letter = before.run == chunk.run && same && chunk.writes_spaces;
        return match apart {
            _ if is_placed_by_letter && !before.ends_with_space && (-2.0..0.6).contains(&apart) => {
                ChunkGap::Nothing
            }
            _ if !same && !(-0.5..1.5).contains(&apart) => ChunkGap::Paragraph,
            _ if same && apart > 6.0 => ChunkGap::Paragraph,
            apart if blank || apart > 0.15 => ChunkGap::Space,
            // Far back on the same line: it begins again.
            apart if apart < -2.0 => ChunkGap::Space,
            _ => ChunkGap::Nothing,
        };
    }
    // The next line of the same paragraph is near, and begins, ends, or has its middle in the same place.
    let near = down < 1.9;
    let aligned = (start - next_start).abs() < em
        || (end - next_end).abs() < em
        || (f64::midpoint(start, end) - f64::midpoint(next_start, next_end)).abs() < em;
    let below = (next_line > line) != before.state.look.vertical;
    if same && down < 2.4 || !same && near && aligned && below && sizes_agree(before, chunk) {
        return ChunkGap::LineEnd;
    }
    ChunkGap::Paragraph
}

fn sizes_agree(one: &LetterChunk, other: &LetterChunk) -> bool {
    let size = |chunk: &LetterChunk| {
        chunk.state.look.size * chunk.state.matrix.line_direction(chunk.state.look.vertical).1
    };
    (size(one) / size(other) - 1.0).abs() < 0.1
}

/// Returns true if a line ends within a word.
fn is_divided(text: &str) -> bool {
    let mut last = text.chars().rev();
    match last.next() {
        Some('\u{ad}') => true,
        Some('-' | '\u{2010}') => last.next().is_some_and(char::is_alphabetic),
        _ => false,
    }
}

/// The direction of a letter that has one.
fn strong_direction(c: char) -> Option<Direction> {
    match c {
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' => Some(Direction::Rtl),
        c if c.is_alphabetic() => Some(Direction::Ltr),
        _ => None,
    }
}
