//! HTML in a string. Names of elements and attributes are those of this crate, all else is escaped.

use crate::xml::escape;

/// HTML being written.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    /// The start tag still lacks its `>`.
    pending: bool,
    /// The languages that the open elements state.
    languages: Vec<Option<String>>,
}

impl Html {
    pub(super) fn open(&mut self, name: &'static str) -> &mut Self {
        self.finish_tag();
        self.out.push('<');
        self.out.push_str(name);
        self.pending = true;
        self.languages.push(None);
        self
    }

    /// Adds an attribute to the element just opened.
    pub(super) fn attr(&mut self, name: &'static str, value: &str) -> &mut Self {
        debug_assert!(self.pending, "{name} after the start tag");
        if name == "lang"
            && let Some(stated) = self.languages.last_mut()
        {
            *stated = Some(value.to_owned());
        }
        self.out.extend([" ", name, "=\"", &escape(value), "\""]);
        self
    }

    /// Says of the element just opened that its words are those of placeholders, unless the text around it is
    /// in their language.
    pub(super) fn in_words(&mut self) -> &mut Self {
        self.language(super::IN_WORDS)
    }

    /// Says of the element just opened, inside one [`in_words`](Self::in_words), that it is text of the book
    /// again.
    pub(super) fn in_text(&mut self) -> &mut Self {
        let states = self.languages.last().is_some_and(Option::is_some);
        if states { self } else { self.language(super::IN_TEXT) }
    }

    /// Writes a placeholder for an attribute, with the language of the text at this place.
    fn language(&mut self, letter: char) -> &mut Self {
        debug_assert!(self.pending, "a language after the start tag");
        let stated = self.languages.iter().rev().find_map(Option::as_deref).unwrap_or_default();
        self.out.extend([' ', super::PLACEHOLDER, letter]);
        self.out.push_str(stated);
        self.out.push(super::LANGUAGE_END);
        self
    }

    /// Adds an attribute whose value is a placeholder.
    pub(super) fn attr_word(&mut self, name: &'static str, word: super::Word) -> &mut Self {
        self.out.extend([" ", name, "=\""]);
        self.out.extend([super::PLACEHOLDER, word.letter(), '"']);
        self
    }

    /// Adds an attribute whose value is a placeholder and a text after it.
    pub(super) fn attr_word_and(&mut self, name: &'static str, word: super::Word, text: &str) -> &mut Self {
        self.out.extend([" ", name, "=\""]);
        self.out.extend([super::PLACEHOLDER, word.letter()]);
        self.out.extend([" ", &escape(text), "\""]);
        self
    }

    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.finish_tag();
        self.out.push_str(&escape(text));
        self
    }

    /// Writes a placeholder.
    pub(super) fn word(&mut self, word: super::Word) -> &mut Self {
        self.finish_tag();
        self.out.extend([super::PLACEHOLDER, word.letter()]);
        self
    }

    /// Writes markup that this crate has made.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.finish_tag();
        self.out.push_str(markup);
        self
    }

    pub(super) fn close(&mut self, name: &'static str) -> &mut Self {
        self.finish_tag();
        self.languages.pop();
        self.out.extend(["</", name, ">"]);
        self
    }

    /// Ends an element that has no end tag.
    pub(super) fn void(&mut self) -> &mut Self {
        self.finish_tag();
        self.languages.pop();
        self
    }

    pub(super) fn line(&mut self) -> &mut Self {
        self.finish_tag();
        self.out.push('\n');
        self
    }

    pub(super) fn finish(mut self) -> String {
        self.finish_tag();
        self.out
    }

    fn finish_tag(&mut self) {
        if self.pending {
            self.out.push('>');
            self.pending = false;
        }
    }
}
