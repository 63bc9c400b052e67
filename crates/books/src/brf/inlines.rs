//! Lines of a book as pieces for the translator.

use std::borrow::Cow;
use std::collections::VecDeque;

use braille::{Emphasis, MathCode, Piece, Translator, from_ascii, is_closing_punctuation};

use super::flow::Flow;
use super::raised::{self, LevelPart, RaisedItem, split_levels, to_line};
use super::sheet::{Para, literal_piece};
use crate::error::Result;
use crate::fractions::{FRACTION_INLINES, Fraction};
use crate::model::{Attrs, Image, Inline, Math, Style, Target};
use crate::quotations::quotation_marks;

/// Pieces of one line of print, and what begins in it: its marks count these.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) pieces: Vec<Piece<'a>>,
    pub(super) marks: Vec<LineMark>,
}

/// The beginning of something within a line.
#[derive(Debug)]
pub(super) enum LineMark {
    /// A page of the print edition with this label.
    PrintPage(String),
    /// The entry of the contents with this number.
    Entry(usize),
}

impl Line<'_> {
    /// Inserts a bullet, number or note mark before the text, but after a print page that begins with it.
    pub(super) fn insert_sign(&mut self, sign: String) {
        let at = self.pieces.iter().take_while(|piece| matches!(piece, Piece::Mark(_))).count();
        self.pieces.insert(at, Piece::from_text(sign));
    }

    fn push_mark(&mut self, mark: LineMark) {
        self.pieces.push(Piece::Mark(self.marks.len()));
        self.marks.push(mark);
    }
}

/// The language and style of a run of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RunContext<'a> {
    pub(super) language: Option<&'a str>,
    pub(super) emphasis: Emphasis,
    pub(super) literal: bool,
    /// True within an inline quotation.
    pub(super) is_quoted: bool,
    /// True if emphasis says nothing here: all of a heading is one.
    pub(super) heading: bool,
    /// True if spaces and ends of lines count.
    pub(super) keeps_spaces: bool,
}

impl<'a> RunContext<'a> {
    fn with_language(self, attrs: &'a Attrs) -> Self {
        Self { language: attrs.lang.as_deref().or(self.language), ..self }
    }

    fn with_emphasis(self, emphasis: Emphasis) -> Self {
        Self { emphasis: if self.heading { Emphasis::None } else { emphasis }, ..self }
    }

    pub(super) fn for_code() -> Self {
        Self { literal: true, keeps_spaces: true, ..Self::default() }
    }

    pub(super) fn for_heading() -> Self {
        Self { heading: true, ..Self::default() }
    }
}

impl<'a> Flow<'a> {
    /// Collects the lines of inlines: one, unless line ends are forced.
    pub(super) fn collect_lines(&self, inlines: &'a [Inline], around: RunContext<'a>) -> Vec<Line<'a>> {
        let mut lines = vec![Line::default()];
        self.push_inlines(inlines, around, &mut lines);
        lines
    }

    pub(super) fn translate_line(&self, line: &Line<'_>) -> Result<Para> {
        let mut text = self.translator().text(&line.pieces)?;
        let (mut labels, mut places) = (Vec::new(), Vec::new());
        for (at, mark) in std::mem::take(&mut text.marks) {
            match line.marks.get(mark) {
                Some(LineMark::PrintPage(label)) => {
                    text.marks.push((at, labels.len()));
                    labels.push(label.clone());
                }
                Some(LineMark::Entry(number)) => places.push((at, *number)),
                None => {}
            }
        }
        Ok(Para { text, labels, places, ..Para::default() })
    }

    fn push_inlines(&self, inlines: &'a [Inline], around: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        let mut at = 0;
        while let Some(inline) = inlines.get(at) {
            let fraction = if around.literal { None } else { Fraction::at_start(&inlines[at..]) };
            if let Some(fraction) = fraction {
                let parts = &inlines[at..at + FRACTION_INLINES];
                for part in parts {
                    self.mark_line_entries(part, around, lines);
                }
                for part in parts {
                    part.walk(&mut |part| {
                        if let Inline::Text(text) = part {
                            self.letters.borrow_mut().add_text(text);
                        }
                    });
                }
                self.push_fraction(&fraction, around, lines);
                at += FRACTION_INLINES;
            } else {
                self.push_inline(inline, around, lines);
                at += 1;
            }
        }
    }

    /// Marks entries of the contents that begin with an inline. A heading is an entry itself.
    fn mark_line_entries(&self, inline: &'a Inline, context: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        if !context.heading {
            for number in self.take_entries(inline.ids()) {
                last_line(lines).push_mark(LineMark::Entry(number));
            }
        }
    }

    fn push_inline(&self, inline: &'a Inline, context: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        self.mark_line_entries(inline, context, lines);
        match inline {
            Inline::Text(text) if context.keeps_spaces => {
                self.letters.borrow_mut().add_text(text);
                for (n, part) in text.split('\n').enumerate() {
                    if n > 0 {
                        lines.push(Line::default());
                    }
                    push_piece(lines, text_piece(part.trim_end_matches('\r'), context));
                }
            }
            Inline::Text(text) => {
                self.letters.borrow_mut().add_text(text);
                if text.starts_with(is_closing_punctuation) {
                    drop_space_after_note(last_line(lines));
                }
                self.push_text(text, context, lines);
            }
            Inline::Styled { style, attrs, inlines } => {
                self.push_styled(style, inlines, context.with_language(attrs), lines);
            }
            Inline::Span { attrs, inlines } if attrs.has_kind("linenum") => {
                push_piece(lines, text_piece(" ", context));
                self.push_inlines(inlines, context.with_language(attrs), lines);
                push_piece(lines, text_piece(" ", context));
            }
            Inline::Span { attrs, inlines } | Inline::Link { attrs, inlines, .. } => {
                self.push_inlines(inlines, context.with_language(attrs), lines);
            }
            Inline::NoteRef { text, .. } => self.push_note_reference(text, lines),
            Inline::PageBreak(page) => {
                let label = page.label.trim();
                if !label.is_empty() {
                    last_line(lines).push_mark(LineMark::PrintPage(label.to_owned()));
                }
            }
            Inline::Image(image) => self.push_image_in_line(image, context, lines),
            Inline::Math(math) => self.push_formula(math, lines),
            Inline::LineBreak => lines.push(Line::default()),
        }
    }

    /// Adds letters. Small characters above and below the line are written like raised text.
    fn push_text(&self, text: &'a str, context: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        let has_grade_1 = self.translator().is_ueb();
        let has_signs = has_grade_1 || self.translator().is_ebae();
        let parts = if context.literal { Vec::new() } else { split_levels(text) };
        let has_fraction = (0..parts.len()).any(|at| LevelPart::find_fraction(&parts[at..]).is_some());
        // Other tables have single small digits, but no exponent of several.
        let is_plain = !has_signs && !has_fraction && !parts.iter().any(LevelPart::is_long_exponent);
        if is_plain || parts.is_empty() {
            return push_piece(lines, text_piece(text, context));
        }
        let mut parts = VecDeque::from(parts);
        while !parts.is_empty() {
            if let Some(fraction) = LevelPart::find_fraction(parts.make_contiguous()) {
                self.push_fraction(&fraction, context, lines);
                parts.drain(..FRACTION_INLINES);
                continue;
            }
            let Some(part) = parts.pop_front() else { break };
            match part {
                LevelPart::OnLine(text) => push_piece(lines, text_piece(text, context)),
                LevelPart::Raised { above, text } => {
                    let group = self.push_level_sign(above, &text, context, lines);
                    let context = RunContext { literal: group.is_some() && has_grade_1, ..context };
                    push_piece(lines, text_piece(text, context));
                    if let Some(end) = group {
                        push_piece(lines, end);
                    }
                }
            }
        }
    }

    /// Adds a fraction, apart from the number before it.
    fn push_fraction(&self, fraction: &Fraction, context: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        let Fraction { numerator, denominator } = fraction;
        let last = lines.last().and_then(|line| line.pieces.last());
        let is_mixed =
            matches!(last, Some(Piece::Text { text, .. }) if text.ends_with(|c: char| c.is_ascii_digit()));
        let translator = self.translator();
        if !(translator.is_ueb() || translator.is_ebae()) {
            let space = if is_mixed { " " } else { "" };
            return push_piece(lines, text_piece(format!("{space}{numerator}/{denominator}"), context));
        }
        // Digits are the letters from A to J.
        let letters = |number: &str| -> String {
            number.bytes().map(|digit| char::from(b'A' + (digit - b'0' + 9) % 10)).collect()
        };
        let hyphen = if is_mixed && translator.is_ebae() { "-" } else { "" };
        let cells = format!("{hyphen}#{}/{}", letters(numerator), letters(denominator));
        push_piece(lines, Piece::Cells(from_ascii(&cells)));
    }

    fn push_styled(
        &self,
        style: &Style,
        inlines: &'a [Inline],
        context: RunContext<'a>,
        lines: &mut Vec<Line<'a>>,
    ) {
        let context = match style {
            Style::Emphasis | Style::Citation | Style::Defined => context.with_emphasis(Emphasis::Italic),
            Style::Strong => context.with_emphasis(Emphasis::Bold),
            Style::Underlined => context.with_emphasis(Emphasis::Underline),
            Style::Code => RunContext { literal: true, ..context },
            Style::Superscript => return self.push_raised(true, inlines, context, lines),
            Style::Subscript => return self.push_raised(false, inlines, context, lines),
            Style::Quotation => {
                // The marks of one language, because the tables of all know them.
                let words = crate::model::plain_text(inlines);
                let (open, close) = quotation_marks("en", context.is_quoted, &words).unwrap_or_default();
                push_piece(lines, text_piece(open, context));
                self.push_inlines(inlines, RunContext { is_quoted: true, ..context }, lines);
                return push_piece(lines, text_piece(close, context));
            }
            Style::Abbreviation(_) | Style::Deleted | Style::Small | Style::Highlighted => context,
        };
        self.push_inlines(inlines, context, lines);
    }

    /// Adds text above or below the line.
    fn push_raised(
        &self,
        above: bool,
        inlines: &'a [Inline],
        context: RunContext<'a>,
        lines: &mut Vec<Line<'a>>,
    ) {
        let text = crate::model::plain_text(inlines);
        // Small characters, notes and formulas bring their own signs.
        let mut is_text = matches!(*split_levels(&text), [LevelPart::OnLine(_)]);
        for inline in inlines {
            inline.walk(&mut |inline| {
                is_text &= !matches!(inline, Inline::NoteRef { .. } | Inline::Math(_) | Inline::Image(_));
            });
        }
        let group = if is_text { self.push_level_sign(above, &text, context, lines) } else { None };
        let in_grade_1 = group.is_some() && self.translator().is_ueb();
        let inside = RunContext { literal: context.literal || in_grade_1, ..context };
        self.push_inlines(inlines, inside, lines);
        if let Some(end) = group {
            push_piece(lines, end);
        }
    }

    /// Adds the sign before text above or below the line, which is for one number, one letter or what is in
    /// brackets (Guidelines for Technical Material, 7.1). Returns the end of a group of several signs.
    /// Endings of numbers, as in 1st, are read unchanged.
    fn push_level_sign(
        &self,
        above: bool,
        text: &str,
        context: RunContext<'a>,
        lines: &mut Vec<Line<'a>>,
    ) -> Option<Piece<'a>> {
        let item = raised::find_item(above, text.trim());
        if self.translator().is_ueb() {
            let sign = if above { ";9" } else { ";5" };
            let (open, close) = match item? {
                RaisedItem::Number | RaisedItem::Character | RaisedItem::InBrackets => {
                    (sign.to_owned(), None)
                }
                // A number sets grade 1 mode as far as the next space.
                RaisedItem::Several { ends_in_grade_1: true } => (format!("{sign};<"), Some(">")),
                RaisedItem::Several { ends_in_grade_1: false } => (format!("{sign};<"), Some(";>")),
            };
            push_piece(lines, Piece::Cells(from_ascii(&open)));
            return close.map(|close| Piece::Cells(from_ascii(close)));
        }
        let is_signed = raised::is_signed_number(text.trim());
        match item.filter(|_| above)? {
            RaisedItem::Character if !is_signed => None,
            RaisedItem::Several { .. } if !is_signed => {
                push_piece(lines, text_piece("^(", context));
                Some(text_piece(")", context))
            }
            _ => {
                push_piece(lines, text_piece("^", context));
                None
            }
        }
    }

    /// The sign of a note at the place that it belongs to.
    fn push_note_reference(&self, text: &'a str, lines: &mut Vec<Line<'a>>) {
        let text = to_line(text.trim().trim_matches(['[', ']', '(', ')']).trim());
        let translator = self.translator();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let literal = RunContext { literal: true, ..RunContext::default() };
        if translator.is_ueb() && digits {
            push_piece(lines, Piece::Cells(from_ascii(";9")));
            push_piece(lines, text_piece(text, literal));
        } else if translator.is_ebae() {
            let spaced = matches!(last_line(lines).pieces.last(),
                Some(Piece::Text { text, .. }) if text.ends_with(char::is_whitespace));
            push_piece(lines, Piece::Cells(from_ascii(if spaced { EBAE_NOTE_SIGN } else { " 99" })));
            push_piece(lines, text_piece(text.trim_start_matches('*').to_owned(), literal));
            push_piece(lines, Piece::from_text(" "));
        } else {
            push_piece(
                lines,
                Piece::from_text(if text.is_empty() { "*".to_owned() } else { format!("({text})") }),
            );
        }
    }

    fn push_image_in_line(&self, image: &'a Image, context: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        if !image.description.is_empty() {
            self.described_images.borrow_mut().push(image);
        }
        let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) else { return };
        self.letters.borrow_mut().add_alternative(image);
        // A picture of a letter is the letter.
        if image.decorative || alt.chars().count() <= 2 {
            return push_piece(lines, text_piece(alt, context));
        }
        let (open, close) = self.note_signs();
        push_piece(lines, Piece::Cells(open));
        push_piece(lines, Piece::from_text(format!("{} {alt}", self.phrases.image)));
        push_piece(lines, Piece::Cells(close));
    }

    /// A formula: by the code for mathematics that belongs to the literary one, or else in words.
    pub(super) fn push_formula(&self, math: &'a Math, lines: &mut Vec<Line<'a>>) {
        if self.watch.is_stopped() {
            return;
        }
        match math_code(self.translator())
            .and_then(|code| braille::translate_formula(&math.mathml, code).ok())
        {
            Some(cells) => push_piece(lines, Piece::Formula(cells)),
            None => push_piece(lines, literal_piece(math.text())),
        }
    }

    /// The signs before and after what a transcriber adds.
    pub(super) fn note_signs(&self) -> (Vec<u8>, Vec<u8>) {
        let (open, close) = if self.translator().is_ueb() { ("@.<", "@.>") } else { (",'", ",'") };
        (from_ascii(open), from_ascii(close))
    }

    /// The sign with which the text refers to a note.
    pub(super) fn note_sign(&self, ids: &[String]) -> Option<&'a str> {
        let target = |id: &String| Target { path: self.path.to_owned(), id: Some(id.clone()) };
        ids.iter().find_map(|id| self.references.get(&target(id)).copied())
    }
}

/// The sign before the number of a note in the American edition. A space follows the number.
const EBAE_NOTE_SIGN: &str = "99";

/// Removes the space after the number of a note, because punctuation follows.
fn drop_space_after_note(line: &mut Line<'_>) {
    let ends_with_note = matches!(line.pieces.as_slice(),
        [.., Piece::Cells(sign), Piece::Text { literal: true, .. }, Piece::Text { text, .. }]
        if text == " " && sign.ends_with(&from_ascii(EBAE_NOTE_SIGN)));
    if ends_with_note {
        line.pieces.pop();
    }
}

fn math_code(translator: &Translator) -> Option<MathCode> {
    if translator.is_ueb() { Some(MathCode::Ueb) } else { translator.is_ebae().then_some(MathCode::Nemeth) }
}

pub(super) fn text_piece<'a>(text: impl Into<Cow<'a, str>>, context: RunContext<'a>) -> Piece<'a> {
    Piece::Text {
        text: text.into(),
        language: context.language,
        emphasis: context.emphasis,
        literal: context.literal,
        spaced: context.keeps_spaces,
    }
}

fn last_line<'l, 'a>(lines: &'l mut Vec<Line<'a>>) -> &'l mut Line<'a> {
    if lines.is_empty() {
        lines.push(Line::default());
    }
    let at = lines.len() - 1;
    &mut lines[at]
}

fn push_piece<'a>(lines: &mut Vec<Line<'a>>, piece: Piece<'a>) {
    last_line(lines).pieces.push(piece);
}
