//! Quotation marks that styles add: around `q`, and as `open-quote` and `close-quote` in generated text.

use std::rc::Rc;

use roxmltree::Node;
use vocabulary::characters;

use super::generated::parse_string;
use crate::quotation_marks;
use crate::xml::language_attribute;

/// Pairs of marks that a value of `quotes` may have.
const MAX_PAIRS: usize = 8;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum QuoteMarks {
    /// Those of the language.
    #[default]
    Usual,
    /// Those that styles state: pairs from the outermost quotation to the innermost, or none.
    Stated(Rc<[(String, String)]>),
}

impl QuoteMarks {
    /// Reads a value of `quotes`. `None` if the element has the marks of the one around it.
    pub(super) fn from_value(value: &str) -> Option<Self> {
        match value.to_ascii_lowercase().as_str() {
            "auto" | "initial" => return Some(Self::Usual),
            "none" => return Some(Self::Stated(Rc::from([]))),
            _ => {}
        }
        let mut pairs = Vec::new();
        let mut rest = value.trim();
        while !rest.is_empty() && pairs.len() < MAX_PAIRS {
            let (open, after) = parse_string(rest)?;
            let (close, after) = parse_string(after.trim_start())?;
            pairs.push((open, close));
            rest = after.trim_start();
        }
        (!pairs.is_empty()).then(|| Self::Stated(pairs.into()))
    }

    /// The mark that opens or closes a quotation of an element, with this number of quotations around it.
    pub(super) fn find_mark(&self, node: Node<'_, '_>, depth: usize, opens: bool) -> String {
        let choose = |(open, close): (&str, &str)| if opens { open.to_owned() } else { close.to_owned() };
        match self {
            Self::Usual => {
                let language = node.ancestors().find_map(language_attribute);
                let marks = quotation_marks(language.unwrap_or_default().trim(), depth > 0, "a");
                marks.map(choose).unwrap_or_default()
            }
            Self::Stated(pairs) => {
                let pair = pairs.get(depth).or(pairs.last());
                pair.map(|(open, close)| choose((open.as_str(), close.as_str()))).unwrap_or_default()
            }
        }
    }
}

/// Returns true if a text has nothing but quotation marks.
pub(super) fn is_quotation_mark(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || characters::is_quotation_mark(c))
}

#[cfg(test)]
mod tests {
    use crate::model::{Inline, Style, plain_text};
    use crate::testkit::EpubBuilder;

    /// The paragraphs of a chapter, with `<q>` where the writers add the marks.
    fn read_paragraphs(sheet: &str, markup: &str) -> Vec<String> {
        let markup = format!("<style>{sheet}</style>{markup}");
        let book = EpubBuilder::new("Marks").chapter("", &markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let mut paragraphs = Vec::new();
        book.walk(&mut |block| {
            let is_quoted =
                |inline: &Inline| matches!(inline, Inline::Styled { style: Style::Quotation, .. });
            let sign = if block.inlines().iter().any(is_quoted) { "<q>" } else { "" };
            if !block.inlines().is_empty() {
                paragraphs.push(format!("{sign}{}", plain_text(block.inlines())));
            }
        });
        paragraphs
    }

    #[test]
    fn marks_that_only_styles_state_are_text() {
        let french = "q{quotes:'\\AB\\A0' '\\A0\\BB' '\\201C' '\\201D'}";
        for (sheet, markup, expected) in [
            ("", "<p>He said <q>yes</q>.</p>", "<q>He said yes."),
            (french, "<p>Il dit <q>oui, <q>oui</q></q>.</p>", "Il dit «\u{a0}oui, “oui”\u{a0}»."),
            ("q{quotes:none}", "<p>He said “<q>yes</q>”.</p>", "He said “yes”."),
            ("q:before,q:after{content:''}", "<p>He said “<q>yes</q>”.</p>", "He said “yes”."),
            ("q::before{content:'\\201E'} q::after{content:'\\201C'}", "<p><q>Ja</q></p>", "„Ja“"),
            (
                ".s::before{content:open-quote} .s::after{content:close-quote}",
                "<p>a <span class='s'>b <span class='s'>c</span></span></p>",
                "a “b ‘c’”",
            ),
            ("i::before{content:'\"'} i::after{content:'\"'}", "<p>a <i>b</i></p>", "a \"b\""),
            ("p::before{content:open-quote} p::after{content:no-close-quote}", "<p lang='de'>Ja</p>", "„Ja"),
            // A large mark at the beginning alone is a decoration.
            ("p::before{content:'\\201C';font-size:4em}", "<p>a</p>", "a"),
        ] {
            assert_eq!(read_paragraphs(sheet, markup), [expected], "{sheet}");
        }
    }

    #[test]
    fn marks_around_paragraphs_are_parts_of_these() {
        let sheet = "blockquote::before{content:open-quote} blockquote::after{content:close-quote}";
        let markup = "<blockquote><p>One.</p><p>Two.</p></blockquote>";
        assert_eq!(read_paragraphs(sheet, markup), ["“One.", "Two.”"]);
    }
}
