//! Lines of a book as pieces for the translator.

use braille::{Emphasis, MathCode, Piece, Translator, from_ascii};

use super::flow::Flow;
use super::sheet::{Para, literal};
use crate::error::Result;
use crate::model::{Attrs, Image, Inline, Math, Style, Target};

/// Pieces of one line of print, and the print pages that begin in it.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) pieces: Vec<Piece<'a>>,
    pub(super) labels: Vec<String>,
}

/// What surrounds a run of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around<'a> {
    language: Option<&'a str>,
    emphasis: Emphasis,
    literal: bool,
    /// Whether emphasis says nothing here: all of a heading is one.
    pub(super) heading: bool,
    /// Whether spaces and ends of lines count.
    pub(super) spaced: bool,
}

impl<'a> Around<'a> {
    fn within(self, attrs: &'a Attrs) -> Self {
        Self { language: attrs.lang.as_deref().or(self.language), ..self }
    }

    fn emphasized(self, emphasis: Emphasis) -> Self {
        Self { emphasis: if self.heading { Emphasis::None } else { emphasis }, ..self }
    }

    /// Text of a program.
    pub(super) fn code() -> Self {
        Self { literal: true, spaced: true, ..Self::default() }
    }

    /// Text of a heading.
    pub(super) fn heading() -> Self {
        Self { heading: true, ..Self::default() }
    }
}

impl<'a> Flow<'a> {
    /// The lines of inlines: one, unless ends of lines are forced.
    pub(super) fn lines(&self, inlines: &'a [Inline], around: Around<'a>) -> Vec<Line<'a>> {
        let mut lines = vec![Line::default()];
        self.inlines(inlines, around, &mut lines);
        lines
    }

    /// A text translated.
    pub(super) fn para(&self, line: Line<'_>) -> Result<Para> {
        let text = self.translator().text(&line.pieces)?;
        Ok(Para { text, labels: line.labels, ..Para::default() })
    }

    fn inlines(&self, inlines: &'a [Inline], around: Around<'a>, lines: &mut Vec<Line<'a>>) {
        for inline in inlines {
            self.inline(inline, around, lines);
        }
    }

    fn inline(&self, inline: &'a Inline, around: Around<'a>, lines: &mut Vec<Line<'a>>) {
        match inline {
            Inline::Text(text) if around.spaced => {
                self.letters.borrow_mut().add_text(text);
                for (n, part) in text.split('\n').enumerate() {
                    if n > 0 {
                        lines.push(Line::default());
                    }
                    push(lines, run(part.trim_end_matches('\r'), around));
                }
            }
            Inline::Text(text) => {
                self.letters.borrow_mut().add_text(text);
                push(lines, run(text, around));
            }
            Inline::Styled { style, attrs, inlines } => {
                self.styled(style, inlines, around.within(attrs), lines);
            }
            Inline::Span { attrs, inlines } | Inline::Link { attrs, inlines, .. } => {
                self.inlines(inlines, around.within(attrs), lines);
            }
            Inline::NoteRef { text, .. } => self.note_reference(text, lines),
            Inline::PageBreak(page) => {
                let label = page.label.trim();
                if !label.is_empty() {
                    let line = last(lines);
                    line.pieces.push(Piece::Mark(line.labels.len()));
                    line.labels.push(label.to_owned());
                }
            }
            Inline::Image(image) => self.image_in_line(image, around, lines),
            Inline::Math(math) => self.formula(math, lines),
            Inline::LineBreak => lines.push(Line::default()),
        }
    }

    fn styled(&self, style: &Style, inlines: &'a [Inline], around: Around<'a>, lines: &mut Vec<Line<'a>>) {
        let around = match style {
            Style::Emphasis | Style::Citation | Style::Defined => around.emphasized(Emphasis::Italic),
            Style::Strong => around.emphasized(Emphasis::Bold),
            Style::Underlined => around.emphasized(Emphasis::Underline),
            Style::Code => Around { literal: true, ..around },
            Style::Superscript => return self.raised("\u{2070}", inlines, around, lines),
            Style::Subscript => return self.raised("\u{2080}", inlines, around, lines),
            Style::Quotation => {
                push(lines, run("\u{201c}", around));
                self.inlines(inlines, around, lines);
                return push(lines, run("\u{201d}", around));
            }
            Style::Abbreviation(_) | Style::Deleted | Style::Small | Style::Highlighted => around,
        };
        self.inlines(inlines, around, lines);
    }

    /// Text above or below the line. Endings of numbers, as in 1st, are read unchanged.
    fn raised(&self, level: &str, inlines: &'a [Inline], around: Around<'a>, lines: &mut Vec<Line<'a>>) {
        let text = crate::model::plain_text(inlines);
        let text = text.trim();
        let number = !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '\u{2212}' | ','));
        let simple = inlines.iter().all(|inline| matches!(inline, Inline::Text(_)));
        let above = level == "\u{2070}";
        if simple && self.translator().is_ueb() && (number || text.chars().count() == 1) {
            push(lines, Piece::Cells(from_ascii(if above { ";9" } else { ";5" })));
        } else if simple && number && above {
            push(lines, run("^", around));
        }
        self.inlines(inlines, around, lines);
    }

    /// The sign of a note at the place that it belongs to.
    fn note_reference(&self, text: &'a str, lines: &mut Vec<Line<'a>>) {
        let text = text.trim().trim_matches(['[', ']', '(', ')']).trim();
        let translator = self.translator();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if translator.is_ueb() && digits {
            push(lines, Piece::Cells(from_ascii(";9")));
            push(lines, literal(text));
        } else if translator.is_ebae() {
            push(lines, Piece::Cells(from_ascii(" 99")));
            push(lines, literal(text.trim_start_matches('*')));
            push(lines, Piece::plain(" "));
        } else {
            push(lines, Piece::plain(if text.is_empty() { "*".to_owned() } else { format!("({text})") }));
        }
    }

    fn image_in_line(&self, image: &'a Image, around: Around<'a>, lines: &mut Vec<Line<'a>>) {
        if !image.description.is_empty() {
            self.described.borrow_mut().push(image);
        }
        let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) else { return };
        self.letters.borrow_mut().add_alternative(image);
        // A picture of a letter is the letter.
        if image.decorative || alt.chars().count() <= 2 {
            return push(lines, run(alt, around));
        }
        let (open, close) = self.note_signs();
        push(lines, Piece::Cells(open));
        push(lines, Piece::plain(format!("{} {alt}", self.phrases.image)));
        push(lines, Piece::Cells(close));
    }

    /// A formula: by the code for mathematics that belongs to the literary one, or else in words.
    pub(super) fn formula(&self, math: &'a Math, lines: &mut Vec<Line<'a>>) {
        if self.watch.is_stopped() {
            return;
        }
        match math_code(self.translator())
            .and_then(|code| braille::translate_formula(&math.mathml, code).ok())
        {
            Some(cells) => push(lines, Piece::Cells(cells)),
            None => push(lines, literal(math.text())),
        }
    }

    /// The signs before and after what a transcriber adds.
    pub(super) fn note_signs(&self) -> (Vec<u8>, Vec<u8>) {
        let (open, close) = if self.translator().is_ueb() { ("@.<", "@.>") } else { (",'", ",'") };
        (from_ascii(open), from_ascii(close))
    }

    /// What the references to a note say.
    pub(super) fn sign_of(&self, ids: &[String]) -> Option<&'a str> {
        let target = |id: &String| Target { path: self.path.to_owned(), id: Some(id.clone()) };
        ids.iter().find_map(|id| self.references.get(&target(id)).copied())
    }
}

fn math_code(translator: &Translator) -> Option<MathCode> {
    if translator.is_ueb() { Some(MathCode::Ueb) } else { translator.is_ebae().then_some(MathCode::Nemeth) }
}

fn run<'a>(text: &'a str, around: Around<'a>) -> Piece<'a> {
    Piece::Text {
        text: text.into(),
        language: around.language,
        emphasis: around.emphasis,
        literal: around.literal,
        spaced: around.spaced,
    }
}

fn last<'l, 'a>(lines: &'l mut Vec<Line<'a>>) -> &'l mut Line<'a> {
    if lines.is_empty() {
        lines.push(Line::default());
    }
    let at = lines.len() - 1;
    &mut lines[at]
}

fn push<'a>(lines: &mut Vec<Line<'a>>, piece: Piece<'a>) {
    last(lines).pieces.push(piece);
}
