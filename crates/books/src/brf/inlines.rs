//! Lines of a book as pieces for the translator.

use std::borrow::Cow;

use braille::{Emphasis, MathCode, Piece, Translator, from_ascii};

use super::flow::Flow;
use super::raised::{LevelPart, split_levels};
use super::sheet::{Para, literal_piece};
use crate::error::Result;
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
    fn push_mark(&mut self, mark: LineMark) {
        self.pieces.push(Piece::Mark(self.marks.len()));
        self.marks.push(mark);
    }
}

/// The language and style of a run of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RunContext<'a> {
    language: Option<&'a str>,
    emphasis: Emphasis,
    literal: bool,
    /// True within an inline quotation.
    is_quoted: bool,
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

    /// The context of program code.
    pub(super) fn for_code() -> Self {
        Self { literal: true, keeps_spaces: true, ..Self::default() }
    }

    /// The context of a heading.
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

    /// Translates a line.
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
        for inline in inlines {
            self.push_inline(inline, around, lines);
        }
    }

    fn push_inline(&self, inline: &'a Inline, around: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        // A heading is an entry itself.
        if !around.heading {
            for number in self.take_entries(inline.ids()) {
                last_line(lines).push_mark(LineMark::Entry(number));
            }
        }
        match inline {
            Inline::Text(text) if around.keeps_spaces => {
                self.letters.borrow_mut().add_text(text);
                for (n, part) in text.split('\n').enumerate() {
                    if n > 0 {
                        lines.push(Line::default());
                    }
                    push_piece(lines, text_piece(part.trim_end_matches('\r'), around));
                }
            }
            Inline::Text(text) => {
                self.letters.borrow_mut().add_text(text);
                self.push_text(text, around, lines);
            }
            Inline::Styled { style, attrs, inlines } => {
                self.push_styled(style, inlines, around.with_language(attrs), lines);
            }
            Inline::Span { attrs, inlines } if attrs.has_kind("linenum") => {
                push_piece(lines, text_piece(" ", around));
                self.push_inlines(inlines, around.with_language(attrs), lines);
                push_piece(lines, text_piece(" ", around));
            }
            Inline::Span { attrs, inlines } | Inline::Link { attrs, inlines, .. } => {
                self.push_inlines(inlines, around.with_language(attrs), lines);
            }
            Inline::NoteRef { text, .. } => self.push_note_reference(text, lines),
            Inline::PageBreak(page) => {
                let label = page.label.trim();
                if !label.is_empty() {
                    last_line(lines).push_mark(LineMark::PrintPage(label.to_owned()));
                }
            }
            Inline::Image(image) => self.push_image_in_line(image, around, lines),
            Inline::Math(math) => self.push_formula(math, lines),
            Inline::LineBreak => lines.push(Line::default()),
        }
    }

    /// Adds letters. Small characters above and below the line are written like raised text.
    fn push_text(&self, text: &'a str, around: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        let has_signs = self.translator().is_ueb() || self.translator().is_ebae();
        if around.literal || !has_signs {
            return push_piece(lines, text_piece(text, around));
        }
        for part in split_levels(text) {
            match part {
                LevelPart::OnLine(text) => push_piece(lines, text_piece(text, around)),
                LevelPart::Raised { above, text } => {
                    self.push_level_sign(above, &text, around, lines);
                    push_piece(lines, text_piece(text, around));
                }
            }
        }
    }

    fn push_styled(
        &self,
        style: &Style,
        inlines: &'a [Inline],
        around: RunContext<'a>,
        lines: &mut Vec<Line<'a>>,
    ) {
        let around = match style {
            Style::Emphasis | Style::Citation | Style::Defined => around.with_emphasis(Emphasis::Italic),
            Style::Strong => around.with_emphasis(Emphasis::Bold),
            Style::Underlined => around.with_emphasis(Emphasis::Underline),
            Style::Code => RunContext { literal: true, ..around },
            Style::Superscript => return self.push_raised(true, inlines, around, lines),
            Style::Subscript => return self.push_raised(false, inlines, around, lines),
            Style::Quotation => {
                // The marks of one language, because the tables of all know them.
                let words = crate::model::plain_text(inlines);
                let (open, close) = quotation_marks("en", around.is_quoted, &words).unwrap_or_default();
                push_piece(lines, text_piece(open, around));
                self.push_inlines(inlines, RunContext { is_quoted: true, ..around }, lines);
                return push_piece(lines, text_piece(close, around));
            }
            Style::Abbreviation(_) | Style::Deleted | Style::Small | Style::Highlighted => around,
        };
        self.push_inlines(inlines, around, lines);
    }

    /// Adds text above or below the line.
    fn push_raised(
        &self,
        above: bool,
        inlines: &'a [Inline],
        around: RunContext<'a>,
        lines: &mut Vec<Line<'a>>,
    ) {
        let text = crate::model::plain_text(inlines);
        let simple = inlines.iter().all(|inline| matches!(inline, Inline::Text(_)));
        // Small characters bring their own signs.
        if simple && matches!(*split_levels(&text), [LevelPart::OnLine(_)]) {
            self.push_level_sign(above, &text, around, lines);
        }
        self.push_inlines(inlines, around, lines);
    }

    /// Adds the sign before text above or below the line. Endings of numbers, as in 1st, are read unchanged.
    fn push_level_sign(&self, above: bool, text: &str, around: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        let text = text.trim();
        let number = !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '\u{2212}' | ','));
        if self.translator().is_ueb() && (number || text.chars().count() == 1) {
            push_piece(lines, Piece::Cells(from_ascii(if above { ";9" } else { ";5" })));
        } else if number && above {
            push_piece(lines, text_piece("^", around));
        }
    }

    /// The sign of a note at the place that it belongs to.
    fn push_note_reference(&self, text: &'a str, lines: &mut Vec<Line<'a>>) {
        let text = text.trim().trim_matches(['[', ']', '(', ')']).trim();
        let translator = self.translator();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if translator.is_ueb() && digits {
            push_piece(lines, Piece::Cells(from_ascii(";9")));
            push_piece(lines, literal_piece(text));
        } else if translator.is_ebae() {
            push_piece(lines, Piece::Cells(from_ascii(" 99")));
            push_piece(lines, literal_piece(text.trim_start_matches('*')));
            push_piece(lines, Piece::from_text(" "));
        } else {
            push_piece(
                lines,
                Piece::from_text(if text.is_empty() { "*".to_owned() } else { format!("({text})") }),
            );
        }
    }

    fn push_image_in_line(&self, image: &'a Image, around: RunContext<'a>, lines: &mut Vec<Line<'a>>) {
        if !image.description.is_empty() {
            self.described_images.borrow_mut().push(image);
        }
        let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) else { return };
        self.letters.borrow_mut().add_alternative(image);
        // A picture of a letter is the letter.
        if image.decorative || alt.chars().count() <= 2 {
            return push_piece(lines, text_piece(alt, around));
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
            Some(cells) => push_piece(lines, Piece::Cells(cells)),
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

fn math_code(translator: &Translator) -> Option<MathCode> {
    if translator.is_ueb() { Some(MathCode::Ueb) } else { translator.is_ebae().then_some(MathCode::Nemeth) }
}

fn text_piece<'a>(text: impl Into<Cow<'a, str>>, around: RunContext<'a>) -> Piece<'a> {
    Piece::Text {
        text: text.into(),
        language: around.language,
        emphasis: around.emphasis,
        literal: around.literal,
        spaced: around.keeps_spaces,
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
