//! Lines as elements of XHTML.

use crate::address::followable_address;
use crate::letters::count_letters;
use crate::model::{Href, Image, Inline, Math, PageBreak, Style, letters_of_alternative};

use super::text::SectionWriter;

impl<'a> SectionWriter<'a> {
    pub(super) fn write_inlines(&mut self, inlines: &'a [Inline]) {
        self.write_all(inlines, false);
    }

    fn write_all(&mut self, inlines: &'a [Inline], linked: bool) {
        for inline in inlines {
            self.write_inline(inline, linked);
        }
    }

    /// Writes one inline. A link inside a link is written as its text.
    fn write_inline(&mut self, inline: &'a Inline, linked: bool) {
        match inline {
            Inline::Text(text) => {
                self.letters.text += count_letters(text);
                self.xml.text(text);
            }
            Inline::Styled { style, attrs, inlines } => {
                self.xml.open(style.html_element());
                self.write_attrs(attrs);
                if let Style::Abbreviation(full) = style {
                    self.xml.attr_opt("title", full.as_deref());
                }
                self.write_all(inlines, linked);
                self.xml.close();
            }
            Inline::Span { attrs, inlines } => {
                if attrs.ids.is_empty() && attrs.lang.is_none() && attrs.dir.is_none() {
                    return self.write_all(inlines, linked);
                }
                self.xml.open("span");
                self.write_attrs(attrs);
                self.write_all(inlines, linked);
                self.xml.close();
            }
            Inline::Link { attrs, href, inlines } => {
                let href = match href {
                    Href::Inside(target) => self.to_href(target),
                    Href::Outside(address) => followable_address(address),
                };
                let href = href.filter(|_| !linked);
                self.xml.open(if href.is_some() { "a" } else { "span" });
                self.xml.attr_opt("href", href.as_deref());
                self.write_attrs(attrs);
                self.write_all(inlines, linked || href.is_some());
                self.xml.close();
            }
            Inline::NoteRef { attrs, target, text } => {
                let href = self.to_href(target).filter(|_| !linked);
                let Some(href) = href else {
                    self.xml.text(text);
                    return;
                };
                self.xml
                    .open("a")
                    .attr("epub:type", "noteref")
                    .attr("role", "doc-noteref")
                    .attr("href", &href);
                self.write_attrs(attrs);
                self.xml.text(if text.is_empty() { "*" } else { text }).close();
            }
            Inline::PageBreak(page) => self.write_page_break("span", page),
            Inline::Image(image) => self.write_image(image),
            Inline::Math(math) => self.write_formula(math),
            Inline::LineBreak => {
                self.xml.open("br").close();
            }
        }
    }

    pub(super) fn write_formula(&mut self, math: &Math) {
        self.math = true;
        self.xml.raw_markup(&math.mathml);
    }

    /// Writes a page break, `div` among blocks and `span` in a line.
    pub(super) fn write_page_break(&mut self, name: &'static str, page: &PageBreak) {
        let label = page.label.trim();
        self.found_places.page_breaks += 1;
        self.xml.open(name).attr("epub:type", "pagebreak").attr("role", "doc-pagebreak");
        let id = self.assign_id(&page.ids).unwrap_or_else(|| {
            let id = self.unused_id("page");
            self.xml.attr("id", &id);
            id
        });
        if !label.is_empty() {
            self.xml.attr("aria-label", label);
            self.record_page(label, id);
        }
        self.xml.close();
    }

    pub(super) fn is_shown(&self, image: &Image) -> bool {
        self.plan.find_image(&image.source).is_some() || image.alt.is_some() || !image.description.is_empty()
    }

    /// Writes an image. One that the source gives no alternative has none here either: an empty one would
    /// say that it is decoration.
    pub(super) fn write_image(&mut self, image: &'a Image) {
        self.letters.alternatives += letters_of_alternative(image);
        let Some(picture) = self.plan.find_image(&image.source) else {
            self.xml.open("span").attr("class", "image");
            if !image.description.is_empty() {
                let id = self.unused_id("description");
                self.xml.attr("aria-describedby", &id);
                self.descriptions.push((id, &image.description, false));
            }
            self.xml.text(image.alt.as_deref().unwrap_or_default()).close();
            return;
        };
        self.found_places.images += 1;
        let src = crate::path::relative_href(&self.plan.sections[self.section], &picture.name);
        self.xml.open("img").attr("src", &src);
        match &image.alt {
            Some(alt) => self.xml.attr("alt", alt),
            None if image.decorative => self.xml.attr("alt", "").attr("role", "presentation"),
            None => &mut self.xml,
        };
        if !image.description.is_empty() {
            let id = self.unused_id("description");
            self.xml.attr("aria-describedby", &id);
            self.descriptions.push((id, &image.description, true));
        }
        self.xml.close();
    }
}
