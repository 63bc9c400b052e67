//! Lines of words as inlines: words divided at the ends of lines are joined, looks become styles.

use std::collections::HashSet;

use crate::layout::{Page, Word};
use books::model::{Attrs, Href, Inline, Style};

use super::page_break;
use super::pieces::Part;

/// The words of the document that are whole in a line.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary(HashSet<String>);

impl Vocabulary {
    /// More words than this tell nothing new.
    const MOST: usize = 200_000;

    pub(crate) fn of(pages: &[Page]) -> Self {
        let mut words = HashSet::new();
        for line in pages.iter().flat_map(Page::lines) {
            let inner = line.words.get(1..line.words.len().saturating_sub(1)).unwrap_or_default();
            words.extend(inner.iter().map(|word| bare(&word.text)));
            if words.len() > Self::MOST {
                break;
            }
        }
        Self(words)
    }

    /// Whether a hyphen at the end of a line stays when its word is joined.
    fn keeps_hyphen(&self, start: &str, end: &str) -> bool {
        let (start, end) = (bare(start), bare(end));
        self.0.contains(&format!("{start}-{end}")) && !self.0.contains(&format!("{start}{end}"))
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

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
    let lines: Vec<&Part> = parts.iter().collect();
    for (n, part) in lines.iter().enumerate() {
        match part {
            Part::Page(number, label) => out.page(*number, label),
            Part::Line(line) => {
                let next = lines[n + 1..].iter().find_map(|part| match part {
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
}

impl Inlines {
    /// A line in which bold and italic letters mean nothing, such as a heading.
    pub(crate) fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    /// Adds a word. `next` is the word that begins the next line, when this one ends its own: a word that
    /// was divided there is joined.
    pub(crate) fn word(&mut self, word: &Word, next: Option<&Word>, vocabulary: &Vocabulary) {
        let mut text = word.text.as_str();
        let mut glue = false;
        if let Some(next) = next
            && let Some(start) = text.strip_suffix(['-', '\u{AD}', '\u{2010}'])
            && start.ends_with(char::is_alphabetic)
            && next.text.starts_with(char::is_lowercase)
        {
            glue = true;
            if text.ends_with('\u{AD}') || !vocabulary.keeps_hyphen(start, &next.text) {
                text = start;
            }
        }
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
    }

    /// A page begins.
    pub(crate) fn page(&mut self, number: usize, label: &str) {
        self.space();
        self.done.push(Inline::PageBreak(page_break(number, label)));
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
    }

    /// Begins a part of the line that something is to be said of.
    pub(crate) fn nested(&mut self) -> Self {
        self.space();
        Self { plain: self.plain, glued: true, begun: self.begun, ..Self::default() }
    }

    /// Ends such a part.
    pub(crate) fn close(&mut self, inner: Self, wrap: impl FnOnce(Vec<Inline>) -> Inline) {
        let (glued, begun) = (inner.glued, inner.begun);
        let inlines = inner.finish();
        if !inlines.is_empty() {
            self.done.push(wrap(inlines));
            self.glued = glued;
        }
        self.begun = begun;
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
        self.end_run();
        self.done
    }
}
