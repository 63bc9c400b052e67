//! Inlines as runs, links and references.

use std::fmt::Write as _;

use crate::footnotes::{SkippedInline, leads_back, skip_inline};
use crate::model::{Attrs, Href, Inline, Style, Target, plain_text};
use crate::quotations::quotation_marks;

use super::math;
use super::notes::NoteCall;
use super::runs::RunStyle;
use super::text::TextWriter;

impl<'a> TextWriter<'a> {
    pub(super) fn write_inlines(&mut self, inlines: &'a [Inline], run: &RunStyle<'a>) {
        for inline in inlines {
            match skip_inline(inline, &mut self.notes.skip) {
                SkippedInline::None => self.write_inline(inline, run),
                SkippedInline::Whole => {
                    self.letters.add_omitted(inline);
                    inline.walk(&mut |inline| {
                        if let Some(attrs) = inline.attrs() {
                            self.queue_bookmarks(&attrs.ids);
                        }
                    });
                }
                SkippedInline::Before(rest) => {
                    self.letters.add_omitted(inline);
                    self.write_run(run, rest);
                }
            }
        }
    }

    fn write_inline(&mut self, inline: &'a Inline, run: &RunStyle<'a>) {
        match inline {
            Inline::Text(text) => {
                self.letters.add_text(text);
                self.write_run(run, text);
            }
            Inline::Styled { style: Style::Quotation, attrs, inlines } => {
                self.write_quotation(attrs, inlines, run);
            }
            Inline::Styled { style, attrs, inlines } => {
                self.write_in_language(attrs, inlines, run.with_style(style));
            }
            Inline::Span { attrs, inlines } if attrs.has_kind("linenum") => {
                self.xml.open("w:r").open("w:tab").close().close();
                self.write_in_language(
                    attrs,
                    inlines,
                    RunStyle { character_style: Some("LineNumber"), ..*run },
                );
            }
            Inline::Span { attrs, inlines } => self.write_in_language(attrs, inlines, *run),
            link @ Inline::Link { .. } if self.notes.is_writing && leads_back(link) => {
                self.letters.add_omitted(link);
            }
            Inline::Link { attrs, href, inlines } => self.write_link(attrs, href, inlines, run),
            Inline::NoteRef { attrs, target, text } => self.write_note_reference(attrs, target, text, run),
            // Pages that begin within a heading are before it.
            Inline::PageBreak(_) if self.in_heading => {}
            Inline::PageBreak(page) => {
                self.queue_bookmarks(&page.ids);
                self.flush_bookmarks();
                let label = page.label.trim();
                if !label.is_empty() {
                    // Never glued to the words around it.
                    self.write_run(run, " ");
                    self.write_page_number(label);
                    self.write_run(run, " ");
                }
            }
            Inline::Image(image) => {
                self.write_drawing(image);
                if !image.description.is_empty() {
                    self.pending_descriptions.push(&image.description);
                }
            }
            Inline::Math(math) => math::write_formula(&mut self.xml, math, false),
            Inline::LineBreak => {
                self.xml.open("w:r").open("w:br").close().close();
            }
        }
    }

    /// Writes the content of a span, in its language and direction.
    fn write_in_language(&mut self, attrs: &'a Attrs, inlines: &'a [Inline], run: RunStyle<'a>) {
        self.queue_bookmarks(&attrs.ids);
        self.flush_bookmarks();
        let outer = self.place.dir;
        if let Some(dir) = attrs.dir {
            self.place.dir = dir;
        }
        self.write_inlines(inlines, &RunStyle { lang: attrs.lang.as_deref().or(run.lang), ..run });
        self.place.dir = outer;
    }

    /// Writes an inline quotation with its marks, which Word does not add.
    fn write_quotation(&mut self, attrs: &'a Attrs, inlines: &'a [Inline], run: &RunStyle<'a>) {
        let language = run.lang.or(self.place.lang).unwrap_or(self.book.metadata.language());
        let marks = quotation_marks(language, run.is_quoted, &plain_text(inlines));
        if let Some((open, _)) = marks {
            self.write_run(run, open);
        }
        self.write_in_language(attrs, inlines, run.with_style(&Style::Quotation));
        if let Some((_, close)) = marks {
            self.write_run(run, close);
        }
    }

    fn write_link(&mut self, attrs: &'a Attrs, href: &'a Href, inlines: &'a [Inline], run: &RunStyle<'a>) {
        let linked = RunStyle { is_link: true, ..*run };
        // A link inside a link is written as its text.
        if run.is_link {
            return self.write_in_language(attrs, inlines, linked);
        }
        match href {
            Href::Inside(target) => match self.anchors.target_id(target).map(str::to_owned) {
                Some(name) => {
                    self.xml.open("w:hyperlink").attr("w:anchor", &name).attr("w:history", "1");
                    self.write_in_language(attrs, inlines, linked);
                    self.xml.close();
                }
                None => self.write_in_language(attrs, inlines, *run),
            },
            Href::Outside(address) => match to_word_address(address) {
                Some(address) => {
                    let id = self.relations.relation_id(self.notes.is_writing, "hyperlink", &address, true);
                    self.xml.open("w:hyperlink").attr("r:id", &id).attr("w:history", "1");
                    self.write_in_language(attrs, inlines, linked);
                    self.xml.close();
                }
                None => self.write_in_language(attrs, inlines, *run),
            },
        }
    }

    /// The first reference to a note is its footnote's; others lead there.
    fn write_note_reference(
        &mut self,
        attrs: &'a Attrs,
        target: &'a Target,
        text: &'a str,
        run: &RunStyle<'a>,
    ) {
        self.queue_bookmarks(&attrs.ids);
        self.flush_bookmarks();
        let raised = RunStyle { vertical_alignment: Some("superscript"), character_style: None, ..*run };
        let label = if text.trim().is_empty() { "*" } else { text };
        let name = match self.notes.call(target) {
            NoteCall::First { footnote, note } => {
                self.write_bookmark(&reference_bookmark(note));
                self.xml.open("w:r").open("w:rPr").open("w:rStyle").attr("w:val", "FootnoteReference");
                self.xml.close().close().open("w:footnoteReference");
                self.xml.attr("w:id", &footnote.to_string()).close().close();
                return;
            }
            NoteCall::Again(note) => reference_bookmark(note),
            NoteCall::Other => match self.anchors.target_id(target) {
                Some(name) => name.to_owned(),
                None => return self.write_run(&raised, label),
            },
        };
        if run.is_link {
            return self.write_run(&raised, label);
        }
        self.xml.open("w:hyperlink").attr("w:anchor", &name).attr("w:history", "1");
        self.write_run(&RunStyle { is_link: true, ..raised }, label);
        self.xml.close();
    }
}

/// The bookmark of the place that calls a footnote.
fn reference_bookmark(number: usize) -> String {
    format!("note{number}")
}

/// An address that Word takes: of a kind that leads to a page or person, and without characters that no
/// address has. One bad address keeps Word from opening the document at all.
fn to_word_address(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, rest) = address.split_once(':')?;
    if !["http", "https", "mailto", "tel", "ftp"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let rest_has = |needle: &str| rest.starts_with(needle) && rest.len() > needle.len();
    if scheme.len() > 3 && scheme.to_ascii_lowercase().starts_with("http") && !rest_has("//") {
        return None;
    }
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        let plain = c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+,;=%".contains(c);
        if plain {
            out.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    // Repeated number signs, and percent signs that encode nothing, are refused as well.
    let bytes = out.as_bytes();
    let encoded =
        |at: usize| bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    let good = out.matches('#').count() <= 1 && out.match_indices('%').all(|(at, _)| encoded(at));
    (good && out.len() <= MAX_ADDRESS_BYTES && has_good_host(&out)).then_some(out)
}

/// Longer addresses keep Word from opening the document.
const MAX_ADDRESS_BYTES: usize = 2079;

/// Returns true if an address names no host, or one of letters and digits with a number as its port.
fn has_good_host(address: &str) -> bool {
    let Some((_, rest)) = address.split_once("://") else { return true };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let is_plain =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'%'));
    // Letters of other scripts are encoded, spaces and signs may not be.
    let has_letters_only =
        name.split('%').skip(1).all(|code| code.starts_with(['8', '9', 'C', 'D', 'E', 'F', 'A', 'B']));
    !name.is_empty()
        && is_plain
        && has_letters_only
        && port.len() <= 5
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_word_can_open_are_linked() {
        assert_eq!(
            to_word_address(" https://a.example/é?q=1#x ").as_deref(),
            Some("https://a.example/%C3%A9?q=1#x")
        );
        assert_eq!(to_word_address("mailto:a@b.example").as_deref(), Some("mailto:a@b.example"));
        let endless = format!("https://a.example/{}", "b".repeat(2100));
        for bad in [
            "javascript:alert(1)", "file:///etc/passwd", "http:", "https://a/%zz", "https://a/#b#c", "x",
            "http://a b.example/", "https:///page", "http://a.example:port/", &endless,
        ] {
            assert_eq!(to_word_address(bad), None, "{bad}");
        }
    }
}
