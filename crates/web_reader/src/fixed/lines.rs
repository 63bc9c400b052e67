//! Text and pictures in lines.

use std::rc::Rc;

use books::xml::escape;

use super::look::{LineAlign, TextLook};
use super::values::format_decimal;

/// Factor by which a line may exceed the width of its box: widths are estimates, and books are made so that
/// lines fit.
const LINE_WIDTH_TOLERANCE: f64 = 1.06;

#[derive(Debug)]
pub(super) enum LinePiece {
    Text(String, Rc<TextLook>),
    Break(Rc<TextLook>),
    /// A picture: its width and height, and what it is, drawn with its corner at the origin.
    Picture {
        width: f64,
        height: f64,
        markup: String,
    },
}

/// Pieces that are not divided at the end of a line.
#[derive(Debug, Default)]
struct UnbreakableChunk {
    pieces: Vec<LinePiece>,
    width: f64,
    /// The width of the space that follows, if there is one.
    space: Option<f64>,
    ends_line: bool,
    size: f64,
}

#[derive(Debug, Default)]
pub(super) struct DrawnLines {
    pub(super) markup: String,
    pub(super) height: f64,
    /// The width of the widest.
    pub(super) width: f64,
}

/// Returns true if a line may end at either side of a letter.
fn is_wide(c: char) -> bool {
    books::geometry::letter_width(c) >= 1.0 && !c.is_ascii()
}

fn join_chunks(pieces: Vec<LinePiece>) -> Vec<UnbreakableChunk> {
    let mut chunks: Vec<UnbreakableChunk> = vec![UnbreakableChunk::default()];
    let mut wide = false;
    for piece in pieces {
        let (text, look) = match piece {
            LinePiece::Text(text, look) => (text, look),
            LinePiece::Break(look) => {
                if let Some(last) = chunks.last_mut() {
                    (last.ends_line, last.size) = (true, last.size.max(look.line_height()));
                }
                chunks.push(UnbreakableChunk::default());
                continue;
            }
            LinePiece::Picture { width, .. } => {
                if let Some(last) = chunks.last_mut() {
                    last.width += width;
                    last.pieces.push(piece);
                }
                continue;
            }
        };
        let mut word = String::new();
        let put = |chunks: &mut Vec<UnbreakableChunk>, word: &mut String| {
            if let Some(last) = chunks.last_mut().filter(|_| !word.is_empty()) {
                let text = std::mem::take(word);
                last.width += text.chars().map(|c| look.letter_width(c)).sum::<f64>();
                last.size = last.size.max(look.line_height());
                last.pieces.push(LinePiece::Text(text, Rc::clone(&look)));
            }
        };
        for c in look.apply_case(&text).chars() {
            if c == '\n' && look.lines_kept {
                put(&mut chunks, &mut word);
                if let Some(last) = chunks.last_mut() {
                    (last.ends_line, last.size) = (true, last.size.max(look.line_height()));
                }
                chunks.push(UnbreakableChunk::default());
            } else if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') && !(look.unbroken && look.lines_kept) {
                put(&mut chunks, &mut word);
                let Some(last) = chunks.last_mut() else { continue };
                if last.pieces.is_empty() {
                    continue;
                }
                if look.unbroken {
                    // A space that ends no line is part of the word; several are one.
                    let spaced =
                        matches!(last.pieces.last(), Some(LinePiece::Text(text, _)) if text.ends_with(' '));
                    if !spaced {
                        last.width += look.letter_width(' ');
                        last.pieces.push(LinePiece::Text(" ".to_owned(), Rc::clone(&look)));
                    }
                    continue;
                }
                last.space = Some(look.letter_width(' '));
                chunks.push(UnbreakableChunk::default());
            } else {
                if (is_wide(c) || wide) && !look.unbroken {
                    put(&mut chunks, &mut word);
                    if chunks.last().is_some_and(|last| !last.pieces.is_empty()) {
                        chunks.push(UnbreakableChunk::default());
                    }
                }
                wide = is_wide(c);
                word.push(c);
            }
        }
        put(&mut chunks, &mut word);
    }
    chunks
}

/// About how wide pieces are if no line ends but where it must.
pub(super) fn natural_width(pieces: Vec<LinePiece>) -> f64 {
    let (mut widest, mut line) = (0.0_f64, 0.0);
    for chunk in join_chunks(pieces) {
        line += chunk.width;
        widest = widest.max(line);
        line = if chunk.ends_line { 0.0 } else { line + chunk.space.unwrap_or_default() };
    }
    widest
}

/// Draws pieces in lines from a corner on, as wide as their box. `look`: that of the box.
pub(super) fn draw_lines(
    pieces: Vec<LinePiece>,
    look: &TextLook,
    (x, y): (f64, f64),
    width: f64,
) -> DrawnLines {
    let mut lines = DrawnLines::default();
    let mut line: Vec<UnbreakableChunk> = Vec::new();
    let mut long = look.indent;
    for chunk in join_chunks(pieces) {
        let before: f64 = line.last().and_then(|last| last.space).unwrap_or_default();
        if !line.is_empty() && long + before + chunk.width > width * LINE_WIDTH_TOLERANCE {
            end_line(&mut lines, std::mem::take(&mut line), long, look, (x, y), width);
            long = 0.0;
        }
        if !line.is_empty() {
            long += before;
        }
        long += chunk.width;
        let ended = chunk.ends_line;
        line.push(chunk);
        if ended {
            end_line(&mut lines, std::mem::take(&mut line), long, look, (x, y), width);
            long = 0.0;
        }
    }
    if line.iter().any(|chunk| !chunk.pieces.is_empty()) {
        end_line(&mut lines, line, long, look, (x, y), width);
    }
    lines
}

/// Draws a line below the others.
fn end_line(
    lines: &mut DrawnLines,
    line: Vec<UnbreakableChunk>,
    long: f64,
    look: &TextLook,
    (x, y): (f64, f64),
    width: f64,
) {
    let indent = if lines.height > 0.0 { 0.0 } else { look.indent };
    lines.width = lines.width.max(long);
    let mut high = look.line_height();
    let mut pictured = 0.0_f64;
    for chunk in &line {
        high = high.max(chunk.size);
        for piece in &chunk.pieces {
            if let LinePiece::Picture { height, .. } = piece {
                pictured = pictured.max(*height);
            }
        }
    }
    // A picture is on the line of the letters.
    let below =
        if pictured > 0.0 && line.iter().all(|chunk| chunk.size <= 0.0) { 0.0 } else { look.size * 0.25 };
    let high = high.max(pictured + below);
    let top = y + lines.height;
    let baseline =
        if pictured > 0.0 { top + high - below } else { top + (high - look.size) / 2.0 + look.size * 0.8 };
    lines.height += high;
    let align = match (look.align, look.rtl) {
        (LineAlign::Start | LineAlign::Left, false) | (LineAlign::Left, true) => 0.0,
        (LineAlign::Center, _) => 0.5,
        (LineAlign::Right, _) | (LineAlign::Start, true) => 1.0,
    };
    let start = x + (width - long) * align + if align == 0.0 { indent } else { 0.0 };
    let anchored = match () {
        () if pictured > 0.0 => (start, 0.0),
        () if align == 0.0 => (start, 0.0),
        () => (x + width * align, align),
    };
    let mut at = start;
    let mut texts: Vec<(String, Rc<TextLook>)> = Vec::new();
    let mut begun = at;
    for chunk in line {
        for piece in chunk.pieces {
            match piece {
                LinePiece::Text(text, look) => {
                    at += text.chars().map(|c| look.letter_width(c)).sum::<f64>();
                    match texts.last_mut() {
                        Some((before, same)) if *same == look => before.push_str(&text),
                        _ => texts.push((text, look)),
                    }
                }
                LinePiece::Picture { width, height, markup: drawn } => {
                    write_texts(&mut lines.markup, std::mem::take(&mut texts), look, (begun, 0.0), baseline);
                    let (left, up) = (format_decimal(at), format_decimal(baseline - height));
                    lines
                        .markup
                        .extend(["<g transform=\"translate(", &left, " ", &up, ")\">", &drawn, "</g>"]);
                    at += width;
                    begun = at;
                }
                LinePiece::Break(_) => {}
            }
        }
        if let Some(space) = chunk.space {
            at += space;
            match texts.last_mut() {
                Some((before, _)) => before.push(' '),
                None => begun = at,
            }
        }
    }
    let (left, share) = if pictured > 0.0 { (begun, 0.0) } else { anchored };
    write_texts(&mut lines.markup, texts, look, (left, share), baseline);
}

/// Writes text. `at`: its place, and the share of it that is left of that.
fn write_texts(
    out: &mut String,
    mut texts: Vec<(String, Rc<TextLook>)>,
    look: &TextLook,
    at: (f64, f64),
    y: f64,
) {
    if let Some(last) = texts.last_mut() {
        last.0.truncate(last.0.trim_end_matches(' ').len());
    }
    texts.retain(|(text, look)| !text.is_empty() && !look.is_hidden && look.size > 0.0);
    if texts.iter().all(|(text, _)| text.trim().is_empty()) {
        return;
    }
    // In text from right to left, the start is on the right.
    let anchor = match (at.1, look.rtl) {
        (share, _) if (0.25..0.75).contains(&share) => " text-anchor=\"middle\"",
        (share, rtl) if (share >= 0.75) != rtl => " text-anchor=\"end\"",
        _ => "",
    };
    let direction = if look.rtl { " direction=\"rtl\"" } else { "" };
    out.extend(["<text x=\"", &format_decimal(at.0), "\" y=\"", &format_decimal(y), "\"", anchor, direction]);
    if let [(text, look)] = texts.as_slice() {
        out.extend([&look.text_attributes(), ">", &escape(text)]);
    } else {
        out.push('>');
        for (text, look) in &texts {
            out.extend(["<tspan", &look.text_attributes(), ">", &escape(text), "</tspan>"]);
        }
    }
    out.push_str("</text>");
}
