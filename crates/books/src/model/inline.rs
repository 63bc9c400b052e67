//! Inline content.

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
        match self {
            Self::Styled { inlines, .. } | Self::Span { inlines, .. } | Self::Link { inlines, .. } => inlines,
            _ => &mut [],
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
            other => other.attrs().map_or(&[], |attrs| &attrs.ids),
        }
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
