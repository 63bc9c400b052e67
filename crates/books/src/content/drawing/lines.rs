//! Lines and paragraphs, made of text by where it is drawn.

use super::place::{Matrix, Type};
use crate::model::{Attrs, Direction, Href, Inline};

/// Letters that follow one another where they are drawn.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    pub(super) ids: Vec<String>,
    pub(super) text: String,
    /// Where they begin (or are centered, or end), in the units of their element.
    pub(super) at: (f64, f64),
    /// Whether the source says where they are, and not only where the text before them ends.
    pub(super) placed: bool,
    /// How far the source moves them from there.
    pub(super) shift: (f64, f64),
    /// Whether they follow a path.
    pub(super) on_path: bool,
    /// Whether they begin a text, or a path that text follows.
    pub(super) first: bool,
    /// The identity of the innermost element around them.
    pub(super) run: u32,
    /// Whether their `text` element has the spaces between words as characters.
    pub(super) writes_spaces: bool,
    /// The number of their `text` element.
    pub(super) element: usize,
    /// The element around that.
    pub(super) holder: u32,
    pub(super) matrix: Matrix,
    pub(super) look: Type,
    pub(super) visible: bool,
    pub(super) lang: Option<String>,
    pub(super) link: Option<Href>,
    /// Whether white space ends them.
    pub(super) spaced: bool,
    /// Whether that is a line end of the source, between elements.
    pub(super) ended: bool,
}

impl Chunk {
    pub(super) fn push(&mut self, c: char) {
        if std::mem::take(&mut self.spaced) && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.ended = false;
        self.text.push(c);
    }

    /// White space after the letters.
    pub(super) fn space(&mut self, c: char) {
        self.ended |= c == '\n';
        self.spaced = true;
    }

    pub(super) fn same(&self, visible: bool, lang: Option<&str>, link: Option<&Href>) -> bool {
        self.visible == visible && self.lang.as_deref() == lang && self.link.as_ref() == link
    }

    /// About how long they are, in the units of their element.
    pub(super) fn width(&self) -> f64 {
        let ems: f64 = self.text.chars().map(advance).sum();
        let space = if self.spaced && !self.ended { advance(' ') } else { 0.0 };
        (ems + space) * self.look.size
    }

    fn is_rtl(&self) -> bool {
        self.look.rtl || self.text.chars().find_map(strong) == Some(Direction::Rtl)
    }

    /// Where they begin and end along the line that runs in a direction, and how far down that line is.
    fn extent(&self, direction: (f64, f64)) -> (f64, f64, f64) {
        let (_, scale) = self.matrix.direction(self.look.vertical);
        let (x, y) = self.matrix.point(self.at);
        let (along, down) = (x * direction.0 + y * direction.1, y * direction.0 - x * direction.1);
        let width = self.width() * scale;
        let before = if self.look.rtl { 1.0 - self.look.anchor } else { self.look.anchor };
        (along - width * before, along + width * (1.0 - before), down)
    }
}

/// What is between two chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
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
pub(super) fn paragraphs(chunks: Vec<Chunk>) -> Vec<(Vec<String>, Option<Direction>, Vec<Inline>)> {
    let mut out: Vec<(Vec<String>, Option<Direction>, Vec<Inline>)> = Vec::new();
    // How many line ends each paragraph has.
    let mut line_ends: Vec<usize> = Vec::new();
    let mut before: Option<Chunk> = None;
    for chunk in chunks.into_iter().filter(|chunk| chunk.visible && !chunk.text.is_empty()) {
        let gap = before.as_ref().map_or(Gap::Paragraph, |before| gap(before, &chunk));
        match out.last_mut() {
            Some((ids, _, line)) if gap != Gap::Paragraph => {
                ids.extend(chunk.ids.iter().cloned());
                let joined = gap == Gap::LineEnd && join_words(line, &chunk);
                if let Some(ends) = line_ends.last_mut() {
                    *ends += usize::from(gap == Gap::LineEnd);
                }
                append(line, if joined { Gap::Nothing } else { gap }, &chunk);
            }
            _ => {
                let mut line = Vec::new();
                append(&mut line, Gap::Nothing, &chunk);
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
fn join_words(line: &mut [Inline], rest: &Chunk) -> bool {
    let Some(text) = line.last_mut().and_then(last_text) else { return false };
    if !divided(text) {
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

/// The text at the end of an inline.
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

fn append(line: &mut Vec<Inline>, gap: Gap, chunk: &Chunk) {
    let space = matches!(gap, Gap::Space | Gap::LineEnd);
    if chunk.lang.is_none() && chunk.link.is_none() {
        let text = if space { format!(" {}", chunk.text) } else { chunk.text.clone() };
        match line.last_mut() {
            Some(Inline::Text(before)) => before.push_str(&text),
            _ => line.push(Inline::Text(text)),
        }
        return;
    }
    // Kerned letters of one link are one link.
    if let (Some(href), Some(Inline::Link { href: known, inlines, attrs })) = (&chunk.link, line.last_mut())
        && known == href
        && attrs.lang == chunk.lang
        && let Some(Inline::Text(before)) = inlines.last_mut()
    {
        before.push_str(if space { " " } else { "" });
        return before.push_str(&chunk.text);
    }
    if chunk.link.is_none()
        && let Some(Inline::Span { inlines, attrs }) = line.last_mut()
        && attrs.lang == chunk.lang
        && let Some(Inline::Text(before)) = inlines.last_mut()
    {
        before.push_str(if space { " " } else { "" });
        return before.push_str(&chunk.text);
    }
    if space {
        line.push(Inline::Text(" ".to_owned()));
    }
    let attrs = Attrs { lang: chunk.lang.clone(), ..Attrs::default() };
    let inlines = vec![Inline::Text(chunk.text.clone())];
    line.push(match &chunk.link {
        Some(href) => Inline::Link { attrs, href: href.clone(), inlines },
        None => Inline::Span { attrs, inlines },
    });
}

/// What is between two chunks, by where they are. Lengths are in the size of the letters of the first.
fn gap(before: &Chunk, chunk: &Chunk) -> Gap {
    let same = before.element == chunk.element;
    if chunk.first && (same || chunk.on_path) || before.on_path && !same {
        return Gap::Paragraph;
    }
    let (direction, scale) = before.matrix.direction(before.look.vertical);
    let (other, _) = chunk.matrix.direction(chunk.look.vertical);
    let turned = direction.0 * other.0 + direction.1 * other.1 < 0.99;
    if turned || before.look.vertical != chunk.look.vertical || (!same && before.holder != chunk.holder) {
        return if same && !turned { Gap::Space } else { Gap::Paragraph };
    }
    let em = before.look.size * scale;
    let (start, end, line) = before.extent(direction);
    let (next_start, next_end, next_line) = chunk.extent(direction);
    let down = (next_line - line).abs() / em;
    let rtl = before.is_rtl();
    let apart = if rtl && chunk.placed { start - next_end } else { next_start - end } / em;
    if down < 0.6 {
        if !chunk.placed && before.spaced {
            return Gap::Space;
        }
        if !chunk.placed {
            let moved = if before.look.vertical { chunk.shift.1 } else { chunk.shift.0 };
            let moved = if before.look.rtl { -moved } else { moved } / before.look.size;
            return if moved > 0.2 { Gap::Space } else { Gap::Nothing };
        }
        let blank = before.spaced && !before.ended;
        // Letters that the source puts one by one are kerned, and ligatures are wider than is known here.
        let is_placed_by_letter = before.run == chunk.run && same && chunk.writes_spaces;
        return match apart {
            _ if is_placed_by_letter && !before.spaced && (-2.0..0.6).contains(&apart) => Gap::Nothing,
            _ if !same && !(-0.5..1.5).contains(&apart) => Gap::Paragraph,
            _ if same && apart > 6.0 => Gap::Paragraph,
            apart if blank || apart > 0.15 => Gap::Space,
            // Far back on the same line: it begins again.
            apart if apart < -2.0 => Gap::Space,
            _ => Gap::Nothing,
        };
    }
    // The next line of the same paragraph is near, and begins, ends, or has its middle in the same place.
    let near = down < 1.9;
    let aligned = (start - next_start).abs() < em
        || (end - next_end).abs() < em
        || (f64::midpoint(start, end) - f64::midpoint(next_start, next_end)).abs() < em;
    let below = (next_line > line) != before.look.vertical;
    if same && down < 2.4 || !same && near && aligned && below && sizes_agree(before, chunk) {
        return Gap::LineEnd;
    }
    Gap::Paragraph
}

fn sizes_agree(one: &Chunk, other: &Chunk) -> bool {
    let size = |chunk: &Chunk| chunk.look.size * chunk.matrix.direction(chunk.look.vertical).1;
    (size(one) / size(other) - 1.0).abs() < 0.1
}

/// Whether a line ends within a word.
fn divided(text: &str) -> bool {
    let mut last = text.chars().rev();
    match last.next() {
        Some('\u{ad}') => true,
        Some('-' | '\u{2010}') => last.next().is_some_and(char::is_alphabetic),
        _ => false,
    }
}

/// About how wide a letter is without serifs, in ems.
pub(crate) fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '\u{2018}' | '\u{2019}' => 0.23,
        'I' | 'f' | 't' | ' ' | '.' | ',' | ':' | ';' | '!' | '/' | '\u{a0}' => 0.29,
        'r' | '(' | ')' | '-' | '[' | ']' | '"' | '*' | '\u{201c}' | '\u{201d}' => 0.36,
        'm' | 'M' | '%' | 'œ' | 'æ' => 0.86,
        'w' => 0.75,
        'W' | '@' | 'Œ' | 'Æ' | '\u{2014}' | '\u{2026}' => 0.98,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        'A'..='H' | 'K'..='L' | 'N'..='V' | 'X'..='Z' => 0.69,
        // Marks are above or below a letter.
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' => 0.0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{20000}'..='\u{3ffff}' => 1.0,
        _ => 0.55,
    }
}

/// The direction of a letter that has one.
fn strong(c: char) -> Option<Direction> {
    match c {
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' => Some(Direction::Rtl),
        c if c.is_alphabetic() => Some(Direction::Ltr),
        _ => None,
    }
}
