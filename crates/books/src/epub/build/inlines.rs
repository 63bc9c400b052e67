//! Lines as elements of XHTML.

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
                    Href::Outside(address) => is_address(address).then(|| address.trim().to_owned()),
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

    /// Returns true if anything is written for an image.
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

/// Returns true if an address outside is written as one: of a common scheme, in the characters of
/// addresses.
fn is_address(address: &str) -> bool {
    let address = address.trim();
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    let fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/?#@!$&'()*+,;=%:".contains(&byte);
    let percent = |text: &str| {
        text.split('%')
            .skip(1)
            .all(|part| part.len() >= 2 && part.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()))
    };
    let host = |rest: &str| {
        rest.strip_prefix("//").is_some_and(|rest| {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let (name, port) = host.split_once(':').unwrap_or((host, "80"));
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
                && port.parse::<u16>().is_ok()
        })
    };
    rest.bytes().all(fit)
        && percent(rest)
        && rest.matches('#').count() <= 1
        && match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => host(rest),
            "mailto" => rest.contains('@'),
            "tel" => !rest.is_empty(),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn addresses_are_distinguished_from_text_that_only_looks_like_one() {
        for address in
            ["https://example.org/a?b=c#d", "mailto:a@example.org", "http://localhost:80/", "tel:+1-2"]
        {
            assert!(is_address(address), "{address}");
        }
        for other in [
            "https://", "javascript:alert(1)", "https://a b", "http://x/%zz", "file:///etc", "a",
            "http://[::1",
        ] {
            assert!(!is_address(other), "{other}");
        }
    }
}
