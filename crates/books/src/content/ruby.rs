//! Ruby: text with readings next to or above it.

use roxmltree::Node;

use super::Reader;
use super::inline::Line;
use super::link_targets::push_with_attrs;
use super::text_style::{TextStyle, is_unspaced};
use crate::xml::text_of;

impl<'i> Reader<'_, 'i> {
    /// Text with readings, each in parentheses. An empty reading is left out.
    pub(super) fn read_ruby(&self, node: Node<'_, 'i>, line: &mut Line) {
        let attrs = super::read_attrs(node);
        let inlines = line.collect_nested(|line| self.read_ruby_parts(node, line));
        push_with_attrs(inlines, attrs, &mut line.inlines);
    }

    fn read_ruby_parts(&self, node: Node<'_, 'i>, line: &mut Line) {
        for part in node.children() {
            if is_ruby_layout(part) {
                continue;
            }
            match part.tag_name().name() {
                "rp" => {
                    // The brackets of an empty reading are left out.
                    let reading = [part.next_sibling_element(), part.prev_sibling_element()];
                    let mut reading = reading.into_iter().flatten().filter(|one| is_reading(*one));
                    if reading.any(|one| self.has_reading(one)) {
                        self.read_inline(part, line);
                    } else {
                        line.push_place(self.all_ids(part));
                    }
                }
                "rtc" if part.children().any(|inner| inner.tag_name().name() == "rt") => {
                    line.push_place(super::element_ids(part).map(str::to_owned).collect());
                    self.read_ruby_parts(part, line);
                }
                "rt" | "rtc" => self.read_reading(part, line),
                _ => self.read_inline(part, line),
            }
        }
    }

    fn read_reading(&self, node: Node<'_, 'i>, line: &mut Line) {
        if !self.has_reading(node) {
            return line.push_place(self.all_ids(node));
        }
        // The source may have brackets of its own. Readings of the letters of one word are one reading.
        let is_bracketed = |part: Option<Node<'_, 'i>>| {
            part.is_some_and(|part| match part.tag_name().name() {
                "rp" => true,
                // A reading of the whole word has brackets of its own.
                "rt" => node.tag_name().name() == "rt" && self.has_reading(part),
                _ => false,
            })
        };
        let opened = is_bracketed(find_neighbor(node.prev_siblings()));
        let closed = is_bracketed(find_neighbor(node.next_siblings()));
        if !opened {
            line.push_text("(");
        }
        self.read_styled(node, &TextStyle::default(), line);
        if !closed {
            line.push_text(")");
        }
    }

    fn has_reading(&self, node: Node<'_, 'i>) -> bool {
        // Readings may be nested, and each is checked before it is read.
        let says_something = |inner: Node<'_, 'i>| match inner.text().filter(|_| inner.is_text()) {
            Some(text) => !text.trim().is_empty(),
            None => matches!(inner.tag_name().name(), "img" | "image" | "svg" | "math"),
        };
        !self.presentation.is_skipped(node)
            && node.descendants().any(|inner| {
                says_something(inner)
                    && !self.presentation.is_never_read(inner)
                    && !self.presentation.is_inside_concealed(inner)
            })
    }
}

fn is_reading(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "rt" | "rtc")
}

/// The node next to the first of these siblings that is more than white space.
fn find_neighbor<'a, 'i>(mut siblings: impl Iterator<Item = Node<'a, 'i>>) -> Option<Node<'a, 'i>> {
    siblings.next()?;
    siblings.find(|node| {
        node.is_element() || node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty())
    })
}

/// Returns true if a part of a ruby is only white space between the letters and their readings.
fn is_ruby_layout(part: Node<'_, '_>) -> bool {
    if !part.is_text() || !part.text().is_some_and(|text| text.trim().is_empty()) {
        return false;
    }
    let (before, after) = (find_neighbor(part.prev_siblings()), find_neighbor(part.next_siblings()));
    let (Some(before), Some(after)) = (before, after) else { return true };
    let is_note = |node: Node<'_, '_>| is_reading(node) || node.tag_name().name() == "rp";
    is_note(after) || is_note(before) && text_of(after).starts_with(is_unspaced)
}

#[cfg(test)]
mod tests {
    use crate::testkit::EpubBuilder;

    #[test]
    fn each_kind_of_reading_has_brackets_of_its_own() {
        for (markup, expected) in [
            ("<ruby>A<rt>b</rt><rtc>c</rtc></ruby>", "A(b)(c)"),
            ("<ruby>A<rt>b</rt><rtc><rt>c</rt></rtc></ruby>", "A(b)(c)"),
            ("<ruby>A<rp>[</rp><rt>b</rt><rp>]</rp></ruby>", "A[b]"),
            ("<ruby><rb>A</rb><rb>B</rb><rt>c</rt><rt>d</rt></ruby>", "AB(cd)"),
        ] {
            let book = EpubBuilder::new("Ruby").chapter("", &format!("<p>{markup}</p>")).build();
            let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
            assert_eq!(book.sections[0].blocks[0].plain_text(), expected, "{markup}");
        }
    }
}
