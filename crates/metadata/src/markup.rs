//! Streaming XML writer that accepts any text.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::plain;

/// A document in progress.
pub(crate) struct Markup<W> {
    out: W,
    open: Vec<&'static str>,
}

/// Names and values of attributes.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl<W: Write> Markup<W> {
    /// Writes the declaration.
    pub(crate) fn new(mut out: W) -> io::Result<Self> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        Ok(Self { out, open: Vec::new() })
    }

    /// Begins an element that has others in it.
    pub(crate) fn begin(&mut self, name: &'static str, attributes: Attributes<'_>) -> io::Result<()> {
        self.tag(name, attributes)?;
        self.open.push(name);
        self.out.write_all(b"\n")
    }

    /// Ends the most recent open element.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        self.indent()?;
        writeln!(self.out, "</{name}>")
    }

    /// Writes an element with child elements.
    pub(crate) fn within(
        &mut self,
        name: &'static str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.begin(name, &[])?;
        inside(self)?;
        self.end()
    }

    /// Writes an element with a text, with unchanged white space.
    pub(crate) fn text(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.tag(name, attributes)?;
        writeln!(self.out, "{}</{name}>", escaped(text))
    }

    /// Writes an element with a text on one line; nothing if the text is empty.
    pub(crate) fn line(&mut self, name: &'static str, text: &str) -> io::Result<()> {
        let text = line(text);
        if text.is_empty() { Ok(()) } else { self.text(name, &[], &text) }
    }

    /// The same for an optional text.
    pub(crate) fn some(&mut self, name: &'static str, text: Option<impl AsRef<str>>) -> io::Result<()> {
        text.map_or(Ok(()), |text| self.line(name, text.as_ref()))
    }

    /// Writes an element with a text as XHTML paragraphs, one per line.
    pub(crate) fn paragraphs(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.tag(name, attributes)?;
        for text in text.lines().map(unmarked_line).filter(|text| !text.is_empty()) {
            write!(self.out, "<p>{}</p>", escaped(&text))?;
        }
        writeln!(self.out, "</{name}>")
    }

    /// Ends open elements, and flushes everything to the underlying writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        while !self.open.is_empty() {
            self.end()?;
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>) -> io::Result<()> {
        self.indent()?;
        write!(self.out, "<{name}")?;
        for (key, value) in attributes {
            write!(self.out, " {key}=\"{}\"", escaped(value))?;
        }
        self.out.write_all(b">")
    }

    fn indent(&mut self) -> io::Result<()> {
        let depth = self.open.len();
        write!(self.out, "{:depth$}", "")
    }
}

/// Placeholder for an empty title.
pub(crate) const NAMELESS: &str = "[no title]";

/// A text on one line: white space is collapsed, and characters that XML does not allow are removed. What
/// readers would take for markup is escaped.
pub(crate) fn line(text: &str) -> String {
    plain::protected(&unmarked_line(text)).into_owned()
}

/// The same for an element whose text is read as a description.
pub(crate) fn paragraph(text: &str) -> String {
    let line = unmarked_line(text);
    match plain::protected(&line) {
        Cow::Borrowed(_) => plain::markup(&line).into_owned(),
        Cow::Owned(escaped) => escaped,
    }
}

/// A text on one line for an element that is markup itself.
fn unmarked_line(text: &str) -> String {
    plain::one_line(&known(text))
}

/// Removes characters that XML does not allow.
pub(crate) fn known(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_known) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|sign| is_known(*sign)).collect())
}

/// Whether XML 1.0 allows a character.
fn is_known(sign: char) -> bool {
    !matches!(sign, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str) -> Cow<'_, str> {
    let plain = |sign: char| is_known(sign) && !matches!(sign, '&' | '<' | '>' | '"' | '\r');
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for sign in text.chars().filter(|sign| is_known(*sign)) {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader would convert it to a line feed.
            '\r' => out.push_str("&#13;"),
            sign => out.push(sign),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_round_trips() {
        let mut out = Markup::new(Vec::new()).unwrap();
        out.begin("a", &[("b", "\"<&\u{1}")]).unwrap();
        out.line("c", " ]]> <script>\u{0}\n\u{fffe} & é ").unwrap();
        out.line("d", "\u{7} \n").unwrap();
        out.text("e", &[], "1\r\n2").unwrap();
        out.paragraphs("f", &[], "<p>\n\n2").unwrap();
        let text = String::from_utf8(out.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"&quot;&lt;&amp;\">\n \
             <c>]]&gt; &lt;script&gt; &amp; é</c>\n <e>1&#13;\n2</e>\n <f><p>&lt;p&gt;</p><p>2</p></f>\n</a>\n"
        );
    }
}
