//! XML that is written as it comes, whatever the texts hold.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::plain;

/// A document that is being written.
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

    /// Ends the element that was begun last.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        let Some(name) = self.open.pop() else { return Ok(()) };
        self.indent()?;
        writeln!(self.out, "</{name}>")
    }

    /// An element with others in it.
    pub(crate) fn within(
        &mut self,
        name: &'static str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.begin(name, &[])?;
        inside(self)?;
        self.end()
    }

    /// An element with a text, white space in it as it is.
    pub(crate) fn text(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.tag(name, attributes)?;
        writeln!(self.out, "{}</{name}>", escaped(text))
    }

    /// An element with a text on one line; none when the text says nothing.
    pub(crate) fn line(&mut self, name: &'static str, text: &str) -> io::Result<()> {
        let text = line(text);
        if text.is_empty() { Ok(()) } else { self.text(name, &[], &text) }
    }

    /// The same, where there is one.
    pub(crate) fn some(&mut self, name: &'static str, text: Option<impl AsRef<str>>) -> io::Result<()> {
        text.map_or(Ok(()), |text| self.line(name, text.as_ref()))
    }

    /// An element with a text in paragraphs of XHTML, a line each.
    pub(crate) fn paragraphs(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> io::Result<()> {
        self.tag(name, attributes)?;
        for text in text.lines().map(line).filter(|text| !text.is_empty()) {
            write!(self.out, "<p>{}</p>", escaped(&text))?;
        }
        writeln!(self.out, "</{name}>")
    }

    /// Ends what is open; everything has been handed to the writer behind.
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

/// What stands for a title that says nothing.
pub(crate) const NAMELESS: &str = "[no title]";

/// A text on one line: white space is one space, and what XML has no signs for is gone.
pub(crate) fn line(text: &str) -> String {
    plain::one_line(&known(text))
}

/// A text without what XML has no signs for.
pub(crate) fn known(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_known) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|sign| is_known(*sign)).collect())
}

/// What XML 1.0 can say.
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
            // A reader would make a line break of it.
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
    fn whatever_a_text_holds_it_is_a_text() {
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
