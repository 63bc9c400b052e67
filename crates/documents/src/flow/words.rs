//! Lines of words as inlines: words divided at the ends of lines are joined, looks become styles.

use crate::layout::{PageWord, WordLevel};
use books::model::{Attrs, Href, Inline, PageBreak, Style};

use super::page_break;
use super::pieces::PiecePart;
use super::vocabulary::Vocabulary;

/// A run of text of one look.
#[derive(Debug)]
struct StyledRun {
    text: String,
    bold: bool,
    italic: bool,
    link: Option<String>,
    level: WordLevel,
}

impl StyledRun {
    fn looks_like(&self, other: &Self) -> bool {
        (self.bold, self.italic, self.level) == (other.bold, other.italic, other.level)
            && self.link == other.link
    }
}

/// Makes inlines of the parts of a piece. Where `plain`, bold letters mean nothing, as in headings.
pub(super) fn build_inlines(parts: &[PiecePart], vocabulary: &Vocabulary, plain: bool) -> Vec<Inline> {
    let mut out = if plain { InlineBuilder::without_style() } else { InlineBuilder::default() };
    for (n, part) in parts.iter().enumerate() {
        match part {
            PiecePart::Page(number, label) => out.push_page(*number, label),
            PiecePart::Line(line) => {
                let next = parts[n + 1..].iter().find_map(|part| match part {
                    PiecePart::Line(line) => line.words.first(),
                    PiecePart::Page(..) => None,
                });
                for (w, word) in line.words.iter().enumerate() {
                    let last = w + 1 == line.words.len();
                    out.push_word(word, next.filter(|_| last), vocabulary);
                }
            }
        }
    }
    out.finish()
}

/// Makes inlines of the parts of a piece whose lines stay lines, such as those of a poem.
pub(super) fn build_lines(parts: &[PiecePart]) -> Vec<Inline> {
    let mut out = InlineBuilder::default();
    let vocabulary = Vocabulary::default();
    for (n, part) in parts.iter().enumerate() {
        match part {
            PiecePart::Page(number, label) => out.push_page(*number, label),
            PiecePart::Line(line) => {
                if n > 0 {
                    out.push_line_break();
                }
                line.words.iter().for_each(|word| out.push_word(word, None, &vocabulary));
            }
        }
    }
    out.finish()
}

/// A line that is being written word by word.
#[derive(Debug, Default)]
pub(crate) struct InlineBuilder {
    /// Bold and italic letters mean nothing.
    ignores_style: bool,
    inlines: Vec<Inline>,
    run: Option<StyledRun>,
    /// The next word belongs to the one before it.
    glued: bool,
    is_begun: bool,
    /// The end of a line divides the word that was added last.
    is_divided: bool,
    /// Pages that begin inside that word.
    waiting: Vec<PageBreak>,
}

impl InlineBuilder {
    /// A line in which bold and italic letters mean nothing, such as a heading.
    pub(crate) fn without_style() -> Self {
        Self { ignores_style: true, ..Self::default() }
    }

    /// Adds a word. `next` is the word that begins the next line, when this one ends its own: a word that
    /// was divided there is joined.
    pub(crate) fn push_word(&mut self, word: &PageWord, next: Option<&PageWord>, vocabulary: &Vocabulary) {
        let joined = next.and_then(|next| vocabulary.join_lines(&word.text, &next.text));
        let glue = joined.is_some();
        let text = joined.as_deref().unwrap_or(&word.text);
        let space = if self.glued || word.is_joined || !self.is_begun { "" } else { " " };
        let fresh = StyledRun {
            text: text.replace('\u{AD}', ""),
            bold: word.bold && !self.ignores_style,
            italic: word.italic && !self.ignores_style,
            link: word.link.clone(),
            level: word.level,
        };
        match &mut self.run {
            Some(run) if run.looks_like(&fresh) => {
                run.text.push_str(space);
                run.text.push_str(&fresh.text);
            }
            _ => {
                self.end_run();
                if !space.is_empty() {
                    self.push_text(space);
                }
                self.run = Some(fresh);
            }
        }
        self.glued = glue;
        self.is_begun = true;
        self.is_divided = glue;
        self.begin_waiting_pages();
    }

    /// A page begins; inside a word, it begins after it.
    pub(crate) fn push_page(&mut self, number: usize, label: &str) {
        self.waiting.push(page_break(number, label));
        self.begin_waiting_pages();
    }

    fn begin_waiting_pages(&mut self) {
        if self.is_divided || self.waiting.is_empty() {
            return;
        }
        self.push_space();
        self.inlines.extend(self.waiting.drain(..).map(Inline::PageBreak));
    }

    fn push_text(&mut self, text: &str) {
        match self.inlines.last_mut() {
            Some(Inline::Text(last)) => last.push_str(text),
            _ => self.inlines.push(Inline::Text(text.to_owned())),
        }
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        if !run.bold && !run.italic && run.link.is_none() && run.level == WordLevel::OnLine {
            return self.push_text(&run.text);
        }
        let styled =
            |style: Style, inlines: Vec<Inline>| Inline::Styled { style, attrs: Attrs::default(), inlines };
        let text = Inline::Text(run.text);
        let mut inline = vec![match run.level {
            WordLevel::OnLine => text,
            WordLevel::Raised => styled(Style::Superscript, vec![text]),
            WordLevel::Lowered => styled(Style::Subscript, vec![text]),
        }];
        if run.italic {
            inline = vec![styled(Style::Emphasis, inline)];
        }
        if run.bold {
            inline = vec![styled(Style::Strong, inline)];
        }
        if let Some(link) = run.link {
            inline =
                vec![Inline::Link { attrs: Attrs::default(), href: Href::Outside(link), inlines: inline }];
        }
        self.inlines.append(&mut inline);
    }

    /// Words that are given as text.
    pub(crate) fn push_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let word = PageWord { text: word.to_owned(), ..PageWord::default() };
            self.push_word(&word, None, &Vocabulary::default());
        }
    }

    fn push_line_break(&mut self) {
        self.end_run();
        self.inlines.push(Inline::LineBreak);
        self.glued = true;
    }

    /// Suppresses the space before the next word.
    pub(crate) fn suppress_space(&mut self) {
        self.glued = true;
    }

    /// Something else in the line.
    pub(crate) fn push(&mut self, inline: Inline) {
        self.push_space();
        self.inlines.push(inline);
        self.glued = false;
        self.is_begun = true;
        self.is_divided = false;
        self.begin_waiting_pages();
    }

    /// Begins a part of the line that will be wrapped in an inline.
    pub(crate) fn begin_nested(&mut self) -> Self {
        self.push_space();
        Self {
            ignores_style: self.ignores_style,
            glued: true,
            is_begun: self.is_begun,
            is_divided: self.is_divided,
            ..Self::default()
        }
    }

    /// Ends such a part.
    pub(crate) fn end_nested(&mut self, inner: Self, wrap: impl FnOnce(Vec<Inline>) -> Inline) {
        let (glued, begun, divided) = (inner.glued, inner.is_begun, inner.is_divided);
        let inlines = inner.finish();
        if !inlines.is_empty() {
            self.inlines.push(wrap(inlines));
            self.glued = glued;
            self.is_divided = divided;
        }
        self.is_begun = begun;
        self.begin_waiting_pages();
    }

    /// The space before what follows.
    fn push_space(&mut self) {
        self.end_run();
        if self.is_begun && !self.glued {
            self.push_text(" ");
        }
        self.glued = true;
    }

    pub(crate) fn finish(mut self) -> Vec<Inline> {
        self.is_divided = false;
        self.begin_waiting_pages();
        self.end_run();
        self.inlines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_and_indices_are_in_the_word_that_they_touch() {
        let mut line = InlineBuilder::default();
        for (text, level, is_joined) in [
            ("10", WordLevel::OnLine, false),
            ("3", WordLevel::Raised, true),
            ("m", WordLevel::OnLine, false),
            ("H", WordLevel::OnLine, false),
            ("2", WordLevel::Lowered, true),
            ("O", WordLevel::OnLine, true),
        ] {
            let word = PageWord { text: text.into(), level, is_joined, ..PageWord::default() };
            line.push_word(&word, None, &Vocabulary::default());
        }
        let styled = |style, text: &str| Inline::Styled {
            style,
            attrs: Attrs::default(),
            inlines: vec![Inline::Text(text.to_owned())],
        };
        let text = |text: &str| Inline::Text(text.to_owned());
        assert_eq!(
            line.finish(),
            [
                text("10"),
                styled(Style::Superscript, "3"),
                text(" m H"),
                styled(Style::Subscript, "2"),
                text("O"),
            ]
        );
    }
}
