//! Inline content.

use unicode_normalization::char::is_combining_mark;

use super::block::{Attrs, Image, Math, PageBreak};

/// A place in the book.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Target {
    /// Path of the document.
    pub path: String,
    /// Id in the document; `None` for its beginning.
    pub id: Option<String>,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Href {
    /// A place in the book.
    Inside(Target),
    /// An address outside.
    Outside(String),
}

/// The style of a run of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Style {
    /// Emphasis, usually italic.
    Emphasis,
    /// Strong emphasis, usually bold.
    Strong,
    /// Below the line.
    Subscript,
    /// Above the line.
    Superscript,
    /// Code, keyboard input, program output.
    Code,
    /// The title of a work.
    Citation,
    /// A quotation whose marks are not in the text.
    Quotation,
    /// The word being defined.
    Defined,
    /// An abbreviation with its full form, when given.
    Abbreviation(Option<String>),
    /// Removed or no longer valid text.
    Deleted,
    /// Underlined or inserted text.
    Underlined,
    /// Small print.
    Small,
    /// Highlighted text.
    Highlighted,
}

impl Style {
    /// The name of the element of HTML with this meaning.
    pub fn html_element(&self) -> &'static str {
        match self {
            Self::Emphasis => "em",
            Self::Strong => "strong",
            Self::Subscript => "sub",
            Self::Superscript => "sup",
            Self::Code => "code",
            Self::Citation => "cite",
            Self::Quotation => "q",
            Self::Defined => "dfn",
            Self::Abbreviation(_) => "abbr",
            Self::Deleted => "del",
            Self::Underlined => "u",
            Self::Small => "small",
            Self::Highlighted => "mark",
        }
    }
}

/// A run of text, or an inline element.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Text; white space is collapsed except in preformatted blocks.
    Text(String),
    /// Text of another style.
    Styled {
        /// The style.
        style: Style,
        /// Ids, language, direction, kind.
        attrs: Attrs,
        /// The text.
        inlines: Vec<Inline>,
    },
    /// Text of another language or direction, or with an id.
    Span {
        /// Ids, language, direction, kind.
        attrs: Attrs,
        /// The text.
        inlines: Vec<Inline>,
    },
    /// A link.
    Link {
        /// Ids, language, direction, kind.
        attrs: Attrs,
        /// Target of the link.
        href: Href,
        /// Its text.
        inlines: Vec<Inline>,
    },
    /// A reference to a [`super::BlockKind::Note`] that exists in the book.
    NoteRef {
        /// Ids, language, direction, kind.
        attrs: Attrs,
        /// The note.
        target: Target,
        /// Its text, such as `*` or `12`.
        text: String,
    },
    /// A page of the print edition begins here.
    PageBreak(PageBreak),
    /// An image in the line.
    Image(Image),
    /// A formula in the line.
    Math(Math),
    /// A forced end of the line.
    LineBreak,
}

impl Inline {
    /// The inlines directly inside.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::Styled { inlines, .. } | Self::Span { inlines, .. } | Self::Link { inlines, .. } => inlines,
            _ => &[],
        }
    }

    /// The inlines directly inside, to be changed.
    pub fn children_mut(&mut self) -> &mut [Self] {
        match self.parts_mut() {
            Some((_, inlines)) => inlines,
            None => &mut [],
        }
    }

    /// The attributes of an element and the inlines directly inside, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Option<(&mut Attrs, &mut Vec<Self>)> {
        match self {
            Self::Styled { attrs, inlines, .. }
            | Self::Link { attrs, inlines, .. }
            | Self::Span { attrs, inlines } => Some((attrs, inlines)),
            _ => None,
        }
    }

    /// Visits the attributes of this element, then those of all elements inside it.
    pub(crate) fn walk_attrs_mut(&mut self, visit: &mut dyn FnMut(&mut Attrs)) {
        if let Some((attrs, inlines)) = self.parts_mut() {
            visit(attrs);
            for inner in inlines {
                inner.walk_attrs_mut(visit);
            }
        }
    }

    /// The attributes of an inline that can have some.
    pub fn attrs(&self) -> Option<&Attrs> {
        match self {
            Self::Styled { attrs, .. }
            | Self::Span { attrs, .. }
            | Self::Link { attrs, .. }
            | Self::NoteRef { attrs, .. } => Some(attrs),
            _ => None,
        }
    }

    /// The ids of an inline, also those of a page of print.
    pub fn ids(&self) -> &[String] {
        match self {
            Self::PageBreak(page) => &page.ids,
            other => other.attr_ids(),
        }
    }

    /// The ids of an inline that is not a page of print.
    pub(crate) fn attr_ids(&self) -> &[String] {
        self.attrs().map_or(&[], |attrs| &attrs.ids)
    }

    /// Visits this inline, then all inside it.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}

/// The words of a line: text, alternatives of images and formulas, without page numbers and
/// references to notes.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_plain(&mut out, inlines);
    out
}

/// The rest of the word within which the print page at an index begins: text that belongs before the page.
/// Empty if the page begins between words, and in scripts without spaces.
pub fn rest_of_word(inlines: &[Inline], at: usize) -> &str {
    const MAX_REST_CHARS: usize = 30;
    let Some([Inline::Text(before), Inline::PageBreak(_), Inline::Text(after)]) =
        at.checked_sub(1).and_then(|start| inlines.get(start..start + 3))
    else {
        return "";
    };
    let is_letter = |c: char| c.is_alphanumeric() || is_combining_mark(c);
    let end = after.find(|c: char| !is_letter(c)).unwrap_or(after.len());
    let rest = &after[..end];
    let is_word = before.ends_with(is_letter) && rest.chars().all(is_of_script_with_spaces);
    if is_word && rest.chars().count() <= MAX_REST_CHARS { rest } else { "" }
}

/// Returns true for characters of scripts that write spaces between words, and for code points below them.
fn is_of_script_with_spaces(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{dff}'
            | '\u{10a0}'..='\u{139f}'
            | '\u{1e00}'..='\u{1fff}'
            | '\u{ac00}'..='\u{d7af}'
    )
}

/// Collapses every run of white space into one space; none remains at the ends.
pub fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_plain(out: &mut String, inlines: &[Inline]) {
    for inline in inlines {
        match inline {
            Inline::Text(text) => out.push_str(text),
            Inline::Image(image) => out.push_str(image.alt.as_deref().unwrap_or_default()),
            Inline::Math(math) => out.push_str(math.text()),
            Inline::LineBreak => out.push(' '),
            Inline::PageBreak(_) | Inline::NoteRef { .. } => {}
            other => push_plain(out, other.children()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_ends_before_the_page_that_begins_in_it() {
        let page = || Inline::PageBreak(PageBreak { label: "2".into(), ids: Vec::new() });
        for (before, after, rest) in [
            ("the wo", "rd, and", "rd"),
            ("the wo", "rd", "rd"),
            ("the ", "word", ""),
            ("the", " word", ""),
            ("some-", "thing", ""),
            ("\u{939}\u{93f}\u{928}\u{94d}", "\u{926}\u{940} x", "\u{926}\u{940}"),
            ("\u{4e2d}", "\u{6587}", ""),
        ] {
            let inlines = [Inline::Text(before.into()), page(), Inline::Text(after.into())];
            assert_eq!(rest_of_word(&inlines, 1), rest, "{before}|{after}");
        }
        assert_eq!(rest_of_word(&[page(), Inline::Text("x".into())], 0), "");
        assert_eq!(rest_of_word(&[Inline::Text("x".into()), page()], 1), "");
    }
}
