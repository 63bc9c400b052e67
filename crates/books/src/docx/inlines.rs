//! Inlines as runs, links and references.

use crate::address::followable_address;
use crate::footnotes::{SkippedInline, leads_back, skip_inline};
use crate::model::{Attrs, Href, Inline, PageBreak, Style, Target, plain_text, rest_of_word};
use crate::quotations::quotation_marks;

use super::math;
use super::notes::NoteCall;
use super::runs::RunStyle;
use super::text::TextWriter;

impl<'a> TextWriter<'a> {
    pub(super) fn write_inlines(&mut self, inlines: &'a [Inline], run: &RunStyle<'a>) {
        // Bytes of the next text that are written already.
        let mut written = 0;
        for (at, inline) in inlines.iter().enumerate() {
            let begin = std::mem::take(&mut written);
            match skip_inline(inline, &mut self.notes.skip) {
                SkippedInline::None => match inline {
                    Inline::Text(text) => {
                        self.letters.add_text(text);
                        self.write_run(run, &text[begin..]);
                    }
                    // Pages that begin within a heading are before it.
                    Inline::PageBreak(_) if self.in_heading => {}
                    Inline::PageBreak(page) => {
                        let rest = if self.notes.skip == 0 { rest_of_word(inlines, at) } else { "" };
                        written = rest.len();
                        self.write_run(run, rest);
                        self.write_page_in_line(page, missing_spaces(inlines, at, rest), run);
                    }
                    other => self.write_inline(other, run),
                },
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
            // These depend on their neighbors, so the caller writes them.
            Inline::Text(_) | Inline::PageBreak(_) => {}
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

    /// Writes the number of a page of print between spaces, as far as the text around it has none.
    fn write_page_in_line(&mut self, page: &PageBreak, spaces: [&str; 2], run: &RunStyle<'a>) {
        self.queue_bookmarks(&page.ids);
        self.flush_bookmarks();
        let label = page.label.trim();
        if !label.is_empty() {
            let [before, after] = spaces;
            self.write_run(run, before);
            self.write_page_number(label);
            self.write_run(run, after);
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
        let in_notes = self.notes.is_writing;
        let target = match href {
            Href::Inside(target) => self.anchors.target_id(target).map(|name| ("w:anchor", name.to_owned())),
            Href::Outside(address) => followable_address(address)
                .map(|address| ("r:id", self.relations.relation_id(in_notes, "hyperlink", &address, true))),
        };
        let Some((attribute, value)) = target else { return self.write_in_language(attrs, inlines, *run) };
        self.xml.open("w:hyperlink").attr(attribute, &value).attr("w:history", "1");
        self.write_in_language(attrs, inlines, linked);
        self.xml.close();
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
                self.bookmarks.write(&mut self.xml, &reference_bookmark(note));
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

/// Spaces that the text before and after the page of print at an index lacks, if `rest` of the text after it
/// is written before it.
fn missing_spaces(inlines: &[Inline], at: usize, rest: &str) -> [&'static str; 2] {
    let before = match at.checked_sub(1).map(|before| &inlines[before]) {
        Some(Inline::Text(text)) if rest.is_empty() && text.ends_with(char::is_whitespace) => "",
        _ => " ",
    };
    let after = match inlines.get(at + 1) {
        Some(Inline::Text(text)) if text[rest.len()..].starts_with(char::is_whitespace) => "",
        _ => " ",
    };
    [before, after]
}

/// The bookmark of the place that calls a footnote.
fn reference_bookmark(number: usize) -> String {
    format!("note{number}")
}
