//! Inline content.

use std::fmt::Write as _;

use books::model::{
    Attrs, BlockKind, Href, Image, Inline, PageBreak, Style, Target, any_inline, plain_text, rest_of_word,
};
use books::{SkippedInline, followable_address, leads_back, skip_inline};

use super::blocks::TEXT_WIDTH_POINTS;
use super::{SourceWriter, WritingPass};
use crate::escape::string_literal;
use crate::links;

impl<'a> SourceWriter<'a> {
    /// Writes a line, after pending places.
    pub(super) fn write_line(&mut self, inlines: &'a [Inline]) {
        self.write_pending_places();
        self.context.open_word.clear();
        self.write_inlines(inlines);
        self.context.open_word.clear();
    }

    fn write_inlines(&mut self, inlines: &'a [Inline]) {
        // Bytes of the next text that are written already.
        let mut written = 0;
        for (at, inline) in inlines.iter().enumerate() {
            let begin = std::mem::take(&mut written);
            match skip_inline(inline, &mut self.notes.skip) {
                SkippedInline::None => match inline {
                    Inline::Text(text) => {
                        self.letters.add_text(text);
                        self.write_text(&text[begin..]);
                    }
                    // The anchors of a heading were written before it.
                    Inline::PageBreak(_) if self.heading.is_inside => {}
                    Inline::PageBreak(page) => {
                        let rest = if self.notes.skip == 0 { rest_of_word(inlines, at) } else { "" };
                        written = rest.len();
                        self.write_text(rest);
                        self.write_page_in_line(page);
                    }
                    other => self.write_inline(other),
                },
                SkippedInline::Whole => {
                    self.letters.add_omitted(inline);
                    inline.walk(&mut |inline| {
                        if let Some(attrs) = inline.attrs() {
                            self.add_pending_places(&attrs.ids);
                        }
                    });
                }
                SkippedInline::Before(rest) => {
                    self.letters.add_omitted(inline);
                    self.write_text(rest);
                }
            }
        }
    }

    /// Print pages that begin within a heading; they and other places in it are written before it, because
    /// the table of contents repeats its content.
    pub(super) fn write_before_heading(&mut self, inlines: &'a [Inline]) {
        for inline in inlines {
            inline.walk(&mut |inline| match inline {
                Inline::PageBreak(page) => self.write_page_break(page),
                other => {
                    if let Some(attrs) = other.attrs() {
                        self.add_pending_places(&attrs.ids);
                    }
                }
            });
        }
    }

    /// The line of a heading, and the footnotes that it calls.
    pub(super) fn write_heading_inlines(&mut self, inlines: &'a [Inline]) -> Vec<usize> {
        let mut calls = Vec::new();
        for inline in inlines {
            inline.walk(&mut |inline| {
                if let Inline::NoteRef { target, .. } = inline {
                    calls.extend(self.notes.all.number_for_target(target));
                }
            });
        }
        // A reference in a link would be a nested link; both are omitted here.
        let linked = std::mem::replace(&mut self.context.is_in_link, true);
        let in_note = std::mem::replace(&mut self.notes.is_inside, true);
        let in_heading = std::mem::replace(&mut self.heading.is_inside, true);
        self.context.open_word.clear();
        self.write_inlines(inlines);
        self.context.open_word.clear();
        self.heading.is_inside = in_heading;
        self.notes.is_inside = in_note;
        self.context.is_in_link = linked;
        calls
    }

    fn write_inline(&mut self, inline: &'a Inline) {
        if matches!(inline, Inline::Image(_) | Inline::Math(_) | Inline::LineBreak) {
            self.context.open_word.clear();
        }
        match inline {
            // These depend on their neighbors, so the caller writes them.
            Inline::Text(_) | Inline::PageBreak(_) => {}
            Inline::Styled { style, attrs, inlines } => self.write_styled(style, attrs, inlines),
            Inline::Span { attrs, inlines } if attrs.has_kind("linenum") => {
                self.write_text("\u{2003}");
                self.write_inside("", attrs, inlines);
            }
            Inline::Span { attrs, inlines } => self.write_inside("", attrs, inlines),
            link @ Inline::Link { .. } if self.notes.is_inside && leads_back(link) => {
                self.letters.add_omitted(link);
            }
            Inline::Link { attrs, href, inlines } => self.write_link(attrs, href, inlines),
            Inline::NoteRef { attrs, target, text } => self.write_note_reference(attrs, target, text),
            Inline::Image(image) => self.write_image_in_line(image),
            Inline::Math(math) => self.write_formula(math, false),
            Inline::LineBreak => self.out.push_str("#linebreak()"),
        }
    }

    /// Writes a picture into a line, or its alternative if it cannot be shown.
    pub(super) fn write_image_in_line(&mut self, image: &Image) {
        self.letters.add_alternative(image);
        if let Some(picture) = self.picture_expression(image, "") {
            let _ = write!(self.out, "#box({picture})");
        } else if let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) {
            self.write_text(&format!("[{alt}]"));
        }
    }

    pub(super) fn write_page_in_line(&mut self, page: &PageBreak) {
        self.add_pending_places(&page.ids);
        self.write_pending_places();
        let label = page.label.trim();
        if !label.is_empty() {
            self.write_print_page(label);
            let _ = write!(self.out, "#page-mark-in-line({})", string_literal(label));
        }
    }

    fn write_styled(&mut self, style: &Style, attrs: &'a Attrs, inlines: &'a [Inline]) {
        let open = match style {
            Style::Emphasis | Style::Citation => "#emph[",
            Style::Strong | Style::Defined => "#strong[",
            Style::Subscript => "#sub[",
            Style::Superscript => "#super[",
            Style::Code => "#text(font: \"DejaVu Sans Mono\", size: 0.92em)[",
            Style::Deleted => "#strike[",
            Style::Underlined => "#underline[",
            Style::Highlighted => "#highlight[",
            Style::Quotation => return self.write_quotation(attrs, inlines),
            Style::Abbreviation(_) | Style::Small => "",
        };
        self.write_inside(open, attrs, inlines);
    }

    /// Writes an inline quotation with the marks of the section's language.
    fn write_quotation(&mut self, attrs: &'a Attrs, inlines: &'a [Inline]) {
        let language = self.section.lang.as_deref().unwrap_or(self.book.metadata.language());
        let marks = books::quotation_marks(language, self.context.is_quoted, &plain_text(inlines));
        let is_quoted = std::mem::replace(&mut self.context.is_quoted, true);
        self.write_text(marks.map_or("", |(open, _)| open));
        self.write_inside("", attrs, inlines);
        self.write_text(marks.map_or("", |(_, close)| close));
        self.context.is_quoted = is_quoted;
    }

    fn write_inside(&mut self, open: &str, attrs: &'a Attrs, inlines: &'a [Inline]) {
        let opened = self.enter_language(attrs);
        self.write_pending_places();
        let deep = self.context.depth > 2 * super::MAX_BOX_DEPTH;
        self.context.depth += 1;
        if !open.is_empty() && !deep {
            self.out.push_str(open);
        }
        self.write_inlines(inlines);
        if !open.is_empty() && !deep {
            self.out.push(']');
        }
        self.context.depth -= 1;
        self.leave_language(opened);
    }

    fn write_link(&mut self, attrs: &'a Attrs, href: &Href, inlines: &'a [Inline]) {
        let calls = any_inline(inlines, |inline| matches!(inline, Inline::NoteRef { .. }));
        let pictures = has_pictures(inlines);
        let deep = self.context.depth > 2 * super::MAX_BOX_DEPTH;
        if deep || self.context.is_in_link || calls || (plain_text(inlines).trim().is_empty() && !pictures) {
            return self.write_inside("", attrs, inlines);
        }
        let anchors = self.anchors;
        let (place, address) = match href {
            Href::Inside(target) => (anchors.target_id(target), None),
            Href::Outside(address) => (None, followable_address(address)),
        };
        if place.is_none() && address.is_none() {
            return self.write_inside("", attrs, inlines);
        }
        let opened = self.enter_language(attrs);
        self.write_pending_places();
        if let Some(name) = place {
            self.open_link(name, &plain_text(inlines));
        } else if let Some(address) = address {
            let _ = write!(self.out, "#link({})", string_literal(&address));
        }
        self.context.is_in_link = true;
        self.out.push('[');
        self.context.depth += 1;
        self.write_inlines(inlines);
        self.context.depth -= 1;
        self.out.push(']');
        self.context.is_in_link = false;
        self.leave_language(opened);
    }

    fn write_note_reference(&mut self, attrs: &'a Attrs, target: &'a Target, text: &str) {
        self.add_pending_places(&attrs.ids);
        self.write_pending_places();
        let label = if text.trim().is_empty() { "*" } else { text.trim() };
        match self.notes.all.number_for_target(target) {
            Some(number) if !self.notes.is_inside => self.call_footnote(number),
            // The call follows the heading.
            Some(_) if self.context.is_in_link => {}
            _ => {
                let anchors = self.anchors;
                match anchors.target_id(target).filter(|_| !self.context.is_in_link) {
                    Some(name) => {
                        self.open_link(name, label);
                        let _ = write!(self.out, "[#super[#{}]]", string_literal(label));
                    }
                    None => {
                        let _ = write!(self.out, "#super[#{}]", string_literal(label));
                    }
                }
            }
        }
    }

    /// Calls a footnote: its text is at its first call.
    pub(super) fn call_footnote(&mut self, number: usize) {
        let again = !self.notes.called.insert(number);
        match &mut self.pass {
            WritingPass::Draft(draft) if again => draft.add_link(format!("n{number}")),
            WritingPass::Draft(draft) => draft.add_call(number),
            WritingPass::Part(plan, part) => {
                if let Some(first) = plan.calls.get(&number).filter(|call| call.part != *part) {
                    let shown = first.number.to_string();
                    let address = string_literal(&links::place_address(&format!("n{number}"), &shown));
                    let _ = write!(self.out, "#link({address})[#super[#{}]]", string_literal(&shown));
                    return;
                }
            }
        }
        if again {
            let _ = write!(self.out, "#footnote(<n{number}>)");
            return;
        }
        let Some((section, block)) = self.notes.all.get(number) else {
            return;
        };
        let BlockKind::Note { blocks, .. } = &block.kind else {
            return;
        };
        let outer = std::mem::replace(&mut self.section, section);
        let (in_note, outline) = (
            std::mem::replace(&mut self.notes.is_inside, true),
            std::mem::replace(&mut self.heading.outline, false),
        );
        let linked = std::mem::replace(&mut self.context.is_in_link, false);
        let room = std::mem::replace(&mut self.context.room, TEXT_WIDTH_POINTS);
        let own = section.lang.as_deref().or(Some(self.book.metadata.language()));
        let foreign = own.filter(|own| outer.lang.as_deref().is_some_and(|lang| lang != *own));
        self.out.push_str("#footnote[");
        let is_section_opened = self.open_language(foreign, section.dir);
        let opened = self.enter_language(&block.attrs);
        self.notes.skip = self.notes.all.own_number(number);
        self.write_note(blocks);
        self.notes.skip = 0;
        self.leave_language(opened);
        self.leave_language(is_section_opened);
        let _ = write!(self.out, "]<n{number}>");
        (self.section, self.notes.is_inside, self.heading.outline, self.context.is_in_link) =
            (outer, in_note, outline, linked);
        self.context.room = room;
    }
}

/// Returns true if a line has text of its own, apart from pictures and formulas.
pub(super) fn has_text(inlines: &[Inline]) -> bool {
    any_inline(inlines, |inline| matches!(inline, Inline::Text(text) if !text.trim().is_empty()))
}

/// Returns true if a line has a picture or a formula, also inside an element.
pub(super) fn has_pictures(inlines: &[Inline]) -> bool {
    any_inline(inlines, |inline| matches!(inline, Inline::Image(_) | Inline::Math(_)))
}
