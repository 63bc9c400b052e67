//! HTML in a string. Names of elements and attributes are those of this crate, all else is escaped.

use books::xml::escape;

#[derive(Debug, Default)]
pub(crate) struct HtmlWriter {
    html: String,
    /// The start tag still lacks its `>`.
    pending: bool,
    /// The languages that the open elements state.
    languages: Vec<Option<String>>,
}

impl HtmlWriter {
    pub(crate) fn open(&mut self, name: &'static str) -> &mut Self {
        self.finish_tag();
        self.html.push('<');
        self.html.push_str(name);
        self.pending = true;
        self.languages.push(None);
        self
    }

    /// Opens content that readers open themselves, by a word.
    pub(crate) fn open_details(&mut self, class: &'static str, word: crate::PlaceholderWord) {
        self.open("details").attr("class", class);
        self.open("summary").mark_words_language().placeholder(word).close("summary").end_line();
    }

    /// Adds an attribute to the element just opened.
    pub(crate) fn attr(&mut self, name: &'static str, value: &str) -> &mut Self {
        debug_assert!(self.pending, "{name} after the start tag");
        if name == "lang"
            && let Some(stated) = self.languages.last_mut()
        {
            *stated = Some(value.to_owned());
        }
        self.html.extend([" ", name, "=\"", &escape(value), "\""]);
        self
    }

    /// Says of the element just opened that its words are those of placeholders, unless the text around it is
    /// in their language.
    pub(crate) fn mark_words_language(&mut self) -> &mut Self {
        self.write_language_placeholder(crate::WORDS_LANGUAGE)
    }

    /// Says of the element just opened, inside one [`mark_words_language`](Self::mark_words_language), that
    /// it is text of the book again.
    pub(crate) fn mark_text_language(&mut self) -> &mut Self {
        let states = self.languages.last().is_some_and(Option::is_some);
        if states { self } else { self.write_language_placeholder(crate::TEXT_LANGUAGE) }
    }

    /// Writes a placeholder for an attribute, with the language of the text at this place.
    fn write_language_placeholder(&mut self, letter: char) -> &mut Self {
        debug_assert!(self.pending, "a language after the start tag");
        let stated = self.stated_language().to_owned();
        self.html.extend([' ', crate::PLACEHOLDER_START, letter]);
        self.html.push_str(&stated);
        self.html.push(crate::LANGUAGE_END);
        self
    }

    /// The language that the open elements state for the text at this place. Empty if they state none.
    pub(crate) fn stated_language(&self) -> &str {
        self.languages.iter().rev().find_map(Option::as_deref).unwrap_or_default()
    }

    /// The number of bytes up to this place, which is after the start tag of the element just opened.
    pub(crate) fn position(&mut self) -> usize {
        self.finish_tag();
        self.html.len()
    }

    /// Adds an attribute whose value is a placeholder.
    pub(crate) fn placeholder_attr(&mut self, name: &'static str, word: crate::PlaceholderWord) -> &mut Self {
        self.html.extend([" ", name, "=\""]);
        self.html.extend([crate::PLACEHOLDER_START, word.placeholder_letter(), '"']);
        self
    }

    /// Adds an attribute whose value is a placeholder and a text after it.
    pub(crate) fn placeholder_attr_with(
        &mut self,
        name: &'static str,
        word: crate::PlaceholderWord,
        text: &str,
    ) -> &mut Self {
        self.html.extend([" ", name, "=\""]);
        self.html.extend([crate::PLACEHOLDER_START, word.placeholder_letter()]);
        self.html.extend([" ", &escape(text), "\""]);
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.finish_tag();
        self.html.push_str(&escape(text));
        self
    }

    pub(crate) fn placeholder(&mut self, word: crate::PlaceholderWord) -> &mut Self {
        self.finish_tag();
        self.html.extend([crate::PLACEHOLDER_START, word.placeholder_letter()]);
        self
    }

    /// Writes markup that this crate has made.
    pub(crate) fn raw_markup(&mut self, markup: &str) -> &mut Self {
        self.finish_tag();
        self.html.push_str(markup);
        self
    }

    pub(crate) fn close(&mut self, name: &'static str) -> &mut Self {
        self.finish_tag();
        self.languages.pop();
        self.html.extend(["</", name, ">"]);
        self
    }

    /// Ends an element that has no end tag.
    pub(crate) fn void(&mut self) -> &mut Self {
        self.finish_tag();
        self.languages.pop();
        self
    }

    pub(crate) fn end_line(&mut self) -> &mut Self {
        self.finish_tag();
        self.html.push('\n');
        self
    }

    pub(crate) fn finish(mut self) -> String {
        self.finish_tag();
        self.html
    }

    fn finish_tag(&mut self) {
        if self.pending {
            self.html.push('>');
            self.pending = false;
        }
    }
}
