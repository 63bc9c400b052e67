//! Lines as elements of `DTBook`.

use speech::Announcement;
use vocabulary::characters::decimal_digit;

use crate::address::followable_address;
use crate::model::{Attrs, Href, Inline, PageBreak, Style};

use super::ncx::PageItem;
use super::phrases::{is_phrase, is_picture};
use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

impl<'a> TextWriter<'a> {
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
                self.letters.add_text(text);
                self.xml.text(text);
            }
            Inline::Styled { style, attrs, inlines } => {
                let (name, class) = style_element(style);
                self.open_plain(name, attrs);
                self.xml.attr_opt("class", class);
                if let Style::Abbreviation(full) = style {
                    self.xml.attr_opt("title", full.as_deref());
                }
                self.write_inside_and_close(inlines, linked);
            }
            Inline::Span { attrs, inlines } if is_phrase(inline) => {
                self.open_step("sent", Some(attrs), None);
                self.say_inlines(inlines, 0);
                self.write_inside_and_close(inlines, linked);
            }
            Inline::Span { attrs, inlines } if is_picture(inline) => {
                if let [Inline::Image(image)] = inlines.as_slice() {
                    self.write_image(image, &[], Some(attrs));
                }
            }
            Inline::Span { attrs, inlines } => {
                if attrs.lang.is_none() && attrs.dir.is_none() && attrs.ids.is_empty() {
                    return self.write_all(inlines, linked);
                }
                self.open_plain("span", attrs);
                self.write_inside_and_close(inlines, linked);
            }
            Inline::Link { attrs, href, inlines } => self.write_link(attrs, href, inlines, linked),
            Inline::NoteRef { attrs, target, text } => {
                let Some(id) = self.ids.anchors.target_id(target).map(str::to_owned) else { return };
                self.open_step("noteref", Some(attrs), Some(Skippable::NoteRef));
                self.say_announcement(&Announcement::NoteReference(text.clone()), pause::LINE_MILLISECONDS);
                self.xml
                    .attr("idref", &format!("#{id}"))
                    .text(if text.is_empty() { "*" } else { text })
                    .close();
            }
            Inline::PageBreak(page) => {
                self.write_page(page);
            }
            Inline::Image(image) => {
                self.write_image(image, &[], None);
            }
            Inline::Math(math) => self.write_formula(math),
            Inline::LineBreak => {
                self.xml.open("br").close();
            }
        }
    }

    fn write_inside_and_close(&mut self, inlines: &'a [Inline], linked: bool) {
        self.write_all(inlines, linked);
        self.xml.close();
    }

    fn write_link(&mut self, attrs: &Attrs, href: &Href, inlines: &'a [Inline], linked: bool) {
        if linked {
            self.open_plain("span", attrs);
            return self.write_inside_and_close(inlines, true);
        }
        let address = match href {
            Href::Inside(target) => self.ids.anchors.target_id(target).map(|id| format!("#{id}")),
            Href::Outside(address) => followable_address(address),
        };
        let is_external = address.is_some() && matches!(href, Href::Outside(_));
        self.open_plain("a", attrs);
        self.xml.attr_opt("href", address.as_deref());
        self.xml.attr_opt("external", is_external.then_some("true"));
        self.write_inside_and_close(inlines, true);
    }

    /// Writes a page number; returns whether there is one.
    pub(super) fn write_page(&mut self, page: &PageBreak) -> bool {
        let label = page.label.trim();
        if label.is_empty() {
            return false;
        }
        let number = with_ascii_digits(label);
        let kind = page_kind(&number);
        let attrs = Attrs { ids: page.ids.clone(), ..Attrs::default() };
        let par = self.open_step("pagenum", Some(&attrs), Some(Skippable::PageNumber));
        self.say_announcement(&Announcement::Page(spoken_label(label)), pause::LINE_MILLISECONDS);
        self.xml.attr("page", kind).text(label).close();
        let smil = self.steps.reference(par);
        self.pages.push(PageItem { label: number, kind, smil, par });
        true
    }
}

/// A page number for a voice: those of many languages read a Roman numeral only in capitals.
fn spoken_label(label: &str) -> String {
    let numeral = crate::roman::parse_roman(label).is_some_and(|number| label.len() > 1 || number < 50);
    if numeral { label.to_ascii_uppercase() } else { label.to_owned() }
}

/// The label of a page in a navigation, where players look for a number that a reader types.
fn with_ascii_digits(label: &str) -> String {
    let digits: Option<String> = label.chars().map(decimal_digit).collect();
    digits.unwrap_or_else(|| label.to_owned())
}

/// The kind of a page number: `normal` for digits, `front` for Roman numerals.
fn page_kind(label: &str) -> &'static str {
    if label.bytes().all(|byte| byte.is_ascii_digit()) {
        "normal"
    } else if label.bytes().all(|byte| b"ivxlcdmIVXLCDM".contains(&byte)) {
        "front"
    } else {
        "special"
    }
}

fn style_element(style: &Style) -> (&'static str, Option<&'static str>) {
    match style {
        Style::Emphasis => ("em", None),
        Style::Strong => ("strong", None),
        Style::Subscript => ("sub", None),
        Style::Superscript => ("sup", None),
        Style::Code => ("code", None),
        Style::Citation => ("cite", None),
        Style::Quotation => ("q", None),
        Style::Defined => ("dfn", None),
        Style::Abbreviation(_) => ("abbr", None),
        Style::Deleted => ("span", Some("deleted")),
        Style::Underlined => ("span", Some("underlined")),
        Style::Small => ("span", Some("small")),
        Style::Highlighted => ("span", Some("highlighted")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_digits_of_other_scripts_are_found_by_their_number() {
        for (label, number, kind) in [
            ("12", "12", "normal"),
            ("\u{661}\u{662}", "12", "normal"),
            ("\u{967}\u{968}", "12", "normal"),
            ("xii", "xii", "front"),
            ("\u{7b2c}\u{4e94}\u{9801}", "\u{7b2c}\u{4e94}\u{9801}", "special"),
        ] {
            let found = with_ascii_digits(label);
            assert_eq!((found.as_str(), page_kind(&found)), (number, kind), "{label}");
        }
    }
}
