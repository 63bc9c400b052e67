//! Writing XML into a string.

use vocabulary::xml::escape;

/// Writes well-formed XML: it escapes, closes what it opened and drops characters that XML does
/// not allow.
#[derive(Debug, Default)]
pub(crate) struct XmlWriter {
    text: String,
    open: Vec<&'static str>,
    /// The start tag still lacks its `>`.
    pending: bool,
    /// The languages in effect, each with the depth of the element that states it.
    languages: Vec<(usize, String)>,
}

impl XmlWriter {
    /// Starts a document with an XML declaration and this `DOCTYPE` (empty for none).
    pub(crate) fn document(doctype: &str) -> Self {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        if !doctype.is_empty() {
            out.extend([doctype, "\n"]);
        }
        Self { text: out, ..Self::default() }
    }

    pub(crate) fn open(&mut self, name: &'static str) -> &mut Self {
        self.finish_tag();
        self.text.extend(["<", name]);
        self.open.push(name);
        self.pending = true;
        self
    }

    /// Adds an attribute to the element just opened.
    pub(crate) fn attr(&mut self, name: &str, value: &str) -> &mut Self {
        debug_assert!(self.pending, "{name} after the start tag");
        if name == "xml:lang" {
            self.languages.push((self.open.len(), value.to_owned()));
        }
        push_attribute(&mut self.text, name, value);
        self
    }

    /// Adds an attribute that may be absent.
    pub(crate) fn attr_opt(&mut self, name: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.attr(name, value);
        }
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.finish_tag();
        self.text.push_str(&escape(text));
        self
    }

    /// Writes markup that was made by this crate and is well-formed.
    pub(crate) fn raw_markup(&mut self, markup: &str) -> &mut Self {
        self.finish_tag();
        self.text.push_str(markup);
        self
    }

    /// Ends the line, where white space does not matter.
    pub(crate) fn end_line(&mut self) -> &mut Self {
        self.finish_tag();
        self.text.push('\n');
        self
    }

    /// Closes the innermost element.
    pub(crate) fn close(&mut self) -> &mut Self {
        while self.languages.last().is_some_and(|(depth, _)| *depth >= self.open.len()) {
            self.languages.pop();
        }
        let Some(name) = self.open.pop() else { return self };
        if self.pending {
            self.text.push_str("/>");
            self.pending = false;
        } else {
            self.text.extend(["</", name, ">"]);
        }
        self
    }

    /// An element that holds text only.
    pub(crate) fn element(&mut self, name: &'static str, text: &str) -> &mut Self {
        self.open(name).text(text).close()
    }

    /// The language in effect inside the innermost element, as `xml:lang` states it.
    pub(crate) fn language(&self) -> Option<&str> {
        self.languages.last().map(|(_, language)| language.as_str())
    }

    /// The bytes written so far, including those inside the element just opened.
    pub(crate) fn len(&mut self) -> usize {
        self.finish_tag();
        self.text.len()
    }

    /// Returns true if the output ends with this.
    pub(crate) fn ends_with(&self, end: &str) -> bool {
        self.text.ends_with(end)
    }

    /// The number of open elements.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes all open elements and returns the document.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.push('\n');
        self.text
    }

    fn finish_tag(&mut self) {
        if self.pending {
            self.text.push('>');
            self.pending = false;
        }
    }
}

pub(crate) fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\"", &escape(value), "\""]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use vocabulary::xml::is_allowed;

    #[test]
    fn elements_close_in_order() {
        let mut xml = XmlWriter::document("");
        xml.open("a").attr("b", "\"<").open("c").close().text("d&e").open("f");
        assert!(xml.finish().ends_with("<a b=\"&quot;&lt;\"><c/>d&amp;e<f/></a>\n"));
    }

    #[test]
    fn the_language_is_that_of_the_innermost_element_that_states_one() {
        let mut xml = XmlWriter::default();
        xml.open("a").attr("xml:lang", "en").open("b").attr("xml:lang", "fr").open("c");
        assert_eq!(xml.language(), Some("fr"));
        xml.close().close();
        assert_eq!(xml.language(), Some("en"));
        xml.open("d");
        assert_eq!(xml.language(), Some("en"));
        assert_eq!(xml.close().close().language(), None);
    }

    proptest! {
        #[test]
        fn any_text_survives_a_round_trip(text in any::<String>()) {
            let mut xml = XmlWriter::document("");
            xml.element("a", &text);
            let written = xml.finish();
            let document = roxmltree::Document::parse(&written).unwrap();
            let kept: String = text.chars().filter(|c| is_allowed(*c)).collect();
            // An XML parser reads every line end as a line feed.
            prop_assert_eq!(document.root_element().text().unwrap_or(""), kept.replace("\r\n", "\n").replace('\r', "\n"));
        }
    }
}
