//! Lines of words as inlines: words divided at the ends of lines are joined, looks become styles.

use crate::layout::Word;
use books::model::{Attrs, Href, Inline, PageBreak, Style};

use super::page_break;
use super::pieces::Part;
use super::vocabulary::Vocabulary;

/// A run of text of one look.
#[derive(Debug)]
struct Run {
    text: String,
    bold: bool,
    italic: bool,
    link: Option<String>,
}

/// Makes inlines of the parts of a piece. Where `plain`, bold letters mean nothing, as in headings.
pub(super) fn inlines(parts: &[Part], vocabulary: &Vocabulary, plain: bool) -> Vec<Inline> {
    let mut out = if plain { Inlines::plain() } else { Inlines::default() };
    for (n, part) in parts.iter().enumerate() {
        match part {
            Part::Page(number, label) => out.page(*number, label),
            Part::Line(line) => {
                let next = parts[n + 1..].iter().find_map(|part| match part {
                    Part::Line(line) => line.words.first(),
                    Part::Page(..) => None,
                });
                for (w, word) in line.words.iter().enumerate() {
                    let last = w + 1 == line.words.len();
                    out.word(word, next.filter(|_| last), vocabulary);
                }
            }
        }
    }
    out.finish()
}

/// A line that is being written word by word.
#[derive(Debug, Default)]
pub(crate) struct Inlines {
    /// Bold and italic letters mean nothing.
    plain: bool,
    done: Vec<Inline>,
    run: Option<Run>,
    /// The next word belongs to the one before it.
    glued: bool,
    begun: bool,
    /// The end of a line divides the word that was added last.
    divided: bool,
    /// Pages that begin inside that word.
    waiting: Vec<PageBreak>,
}

impl Inlines {
    /// A line in which bold and italic letters mean nothing, such as a heading.
    pub(crate) fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    /// Adds a word. `next` is the word that begins the next line, when this one ends its own: a word that
    /// was divided there is joined.
    pub(crate) fn word(&mut self, word: &Word, next: Option<&Word>, vocabulary: &Vocabulary) {
        let joined = next.and_then(|next| vocabulary.join_lines(&word.text, &next.text));
        let glue = joined.is_some();
        let text = joined.as_deref().unwrap_or(&word.text);
        let space = if self.glued || !self.begun { "" } else { " " };
        let fresh = Run {
            text: text.replace('\u{AD}', ""),
            bold: word.bold && !self.plain,
            italic: word.italic && !self.plain,
            link: word.link.clone(),
        };
        match &mut self.run {
            Some(run) if run.bold == fresh.bold && run.italic == fresh.italic && run.link == fresh.link => {
                run.text.push_str(space);
                run.text.push_str(&fresh.text);
            }
            _ => {
                self.end_run();
                if !space.is_empty() {
                    self.text(space);
                }
                self.run = Some(fresh);
            }
        }
        self.glued = glue;
        self.begun = true;
        self.divided = glue;
        self.begin_waiting_pages();
    }

    /// A page begins; inside a word, it begins after it.
    pub(crate) fn page(&mut self, number: usize, label: &str) {
        self.waiting.push(page_break(number, label));
        self.begin_waiting_pages();
    }

    fn begin_waiting_pages(&mut self) {
        if self.divided || self.waiting.is_empty() {
            return;
        }
        self.space();
        self.done.extend(self.waiting.drain(..).map(Inline::PageBreak));
    }

    fn text(&mut self, text: &str) {
        match self.done.last_mut() {
            Some(Inline::Text(last)) => last.push_str(text),
            _ => self.done.push(Inline::Text(text.to_owned())),
        }
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        if !run.bold && !run.italic && run.link.is_none() {
            return self.text(&run.text);
        }
        let styled =
            |style: Style, inlines: Vec<Inline>| Inline::Styled { style, attrs: Attrs::default(), inlines };
        let mut inline = vec![Inline::Text(run.text)];
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
        self.done.append(&mut inline);
    }

    /// Words that are given as text.
    pub(crate) fn words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let word = Word { text: word.to_owned(), ..Word::default() };
            self.word(&word, None, &Vocabulary::default());
        }
    }

    /// The next word belongs to the one before it.
    pub(crate) fn glue(&mut self) {
        self.glued = true;
    }

    /// Something else in the line.
    pub(crate) fn push(&mut self, inline: Inline) {
        self.space();
        self.done.push(inline);
        self.glued = false;
        self.begun = true;
        self.divided = false;
        self.begin_waiting_pages();
    }

    /// Begins a part of the line that something is to be said of.
    pub(crate) fn nested(&mut self) -> Self {
        self.space();
        Self { plain: self.plain, glued: true, begun: self.begun, divided: self.divided, ..Self::default() }
    }

    /// Ends such a part.
    pub(crate) fn close(&mut self, inner: Self, wrap: impl FnOnce(Vec<Inline>) -> Inline) {
        let (glued, begun, divided) = (inner.glued, inner.begun, inner.divided);
        let inlines = inner.finish();
        if !inlines.is_empty() {
            self.done.push(wrap(inlines));
            self.glued = glued;
            self.divided = divided;
        }
        self.begun = begun;
        self.begin_waiting_pages();
    }

    /// The space before what follows.
    fn space(&mut self) {
        self.end_run();
        if self.begun && !self.glued {
            self.text(" ");
        }
        self.glued = true;
    }

    pub(crate) fn finish(mut self) -> Vec<Inline> {
        self.divided = false;
        self.begin_waiting_pages();
        self.end_run();
        self.done
    }
}
