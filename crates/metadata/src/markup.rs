//! Streaming XML writer that accepts any text. `quick_xml::Writer` writes characters that XML does not allow,
//! keeps a carriage return that a reader would convert, and indents texts of elements.

use std::borrow::Cow;
use std::io::{self, Write};

use vocabulary::xml::is_allowed;

use crate::plain;

/// An XML document in progress.
pub(crate) struct XmlWriter<W> {
    output: W,
    open: Vec<&'static str>,
}

/// Names and values of attributes.
pub(crate) type XmlAttributes<'a> = &'a [(&'static str, &'a str)];

impl<W: Write> XmlWriter<W> {
    pub(crate) fn new(mut out: W) -> io::Result<Self> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        Ok(Self { output: out, open: Vec::new() })
    }

    pub(crate) fn begin_element(
        &mut self,
        name: &'static str,
        attributes: XmlAttributes<'_>,
    ) -> io::Result<()> {
        self.write_start_tag(name, attributes)?;
        self.open.push(name);
        self.output.write_all(b"\n")
    }

    /// Ends the most recent open element.
    pub(crate) fn end_element(&mut self) -> io::Result<()> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        self.write_indent()?;
        writeln!(self.output, "</{name}>")
    }

    /// Writes an element with child elements.
    pub(crate) fn write_nested(
        &mut self,
        name: &'static str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.begin_element(name, &[])?;
        inside(self)?;
        self.end_element()
    }

    /// Writes an element with texts in it, each on one line; empty ones are left out.
    pub(crate) fn write_lines(
        &mut self,
        name: &'static str,
        lines: &[(&'static str, &str)],
    ) -> io::Result<()> {
        self.write_nested(name, |out| lines.iter().try_for_each(|&(name, text)| out.write_line(name, text)))
    }

    /// Writes an element with a text, with unchanged white space.
    pub(crate) fn write_text(
        &mut self,
        name: &'static str,
        attributes: XmlAttributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.write_start_tag(name, attributes)?;
        writeln!(self.output, "{}</{name}>", escape(text))
    }

    /// Writes an element with a text on one line; nothing if the text is empty.
    pub(crate) fn write_line(&mut self, name: &'static str, text: &str) -> io::Result<()> {
        let text = xml_line(text);
        if text.is_empty() { Ok(()) } else { self.write_text(name, &[], &text) }
    }

    /// Writes an element with an optional text on one line; nothing if there is none.
    pub(crate) fn write_optional(
        &mut self,
        name: &'static str,
        text: Option<impl AsRef<str>>,
    ) -> io::Result<()> {
        text.map_or(Ok(()), |text| self.write_line(name, text.as_ref()))
    }

    /// Writes an element with a text as XHTML paragraphs, one per line.
    pub(crate) fn write_paragraphs(
        &mut self,
        name: &'static str,
        attributes: XmlAttributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.write_start_tag(name, attributes)?;
        for text in text.lines().map(xml_markup_line).filter(|text| !text.is_empty()) {
            write!(self.output, "<p>{}</p>", escape(&text))?;
        }
        writeln!(self.output, "</{name}>")
    }

    /// Ends open elements, and flushes everything to the underlying writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        while !self.open.is_empty() {
            self.end_element()?;
        }
        self.output.flush()?;
        Ok(self.output)
    }

    fn write_start_tag(&mut self, name: &str, attributes: XmlAttributes<'_>) -> io::Result<()> {
        self.write_indent()?;
        write!(self.output, "<{name}")?;
        for (key, value) in attributes {
            write!(self.output, " {key}=\"{}\"", escape(value))?;
        }
        self.output.write_all(b">")
    }

    fn write_indent(&mut self) -> io::Result<()> {
        let depth = self.open.len();
        write!(self.output, "{:depth$}", "")
    }
}

pub(crate) const UNTITLED_PLACEHOLDER: &str = "[no title]";

/// A text on one line: white space is collapsed, and characters that XML does not allow are removed. What
/// readers would take for markup is escaped.
pub(crate) fn xml_line(text: &str) -> String {
    plain::protect_line(&xml_markup_line(text)).into_owned()
}

/// Formats a text on one line for an element whose text is read as a description.
pub(crate) fn xml_paragraph(text: &str) -> String {
    let line = xml_markup_line(text);
    match plain::protect_line(&line) {
        Cow::Borrowed(_) => plain::to_markup(&line).into_owned(),
        Cow::Owned(escaped) => escaped,
    }
}

/// A text on one line for an element that is markup itself.
fn xml_markup_line(text: &str) -> String {
    plain::collapse_white_space(&remove_invalid_chars(text))
}

/// Removes characters that XML does not allow.
pub(crate) fn remove_invalid_chars(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_allowed) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| is_allowed(*c)).collect())
}

fn escape(text: &str) -> Cow<'_, str> {
    let escaped = vocabulary::xml::escape(text);
    // A reader would convert it to a line feed.
    if escaped.contains('\r') { Cow::Owned(escaped.replace('\r', "&#13;")) } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_round_trips() {
        let mut out = XmlWriter::new(Vec::new()).unwrap();
        out.begin_element("a", &[("b", "\"<&\u{1}")]).unwrap();
        out.write_line("c", " ]]> <script>\u{0}\n\u{fffe} & é ").unwrap();
        out.write_line("d", "\u{7} \n").unwrap();
        out.write_text("e", &[], "1\r\n2").unwrap();
        out.write_paragraphs("f", &[], "<p>\n\n2").unwrap();
        let text = String::from_utf8(out.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"&quot;&lt;&amp;\">\n \
             <c>]]&gt; &lt;script&gt; &amp; é</c>\n <e>1&#13;\n2</e>\n <f><p>&lt;p&gt;</p><p>2</p></f>\n</a>\n"
        );
    }
}
