//! References to characters: HTML's names, which XML without its DTD does not know, and numbers.

use std::borrow::Cow;
use std::collections::HashSet;

use encoding_rs::WINDOWS_1252;
use html5ever::data::NAMED_ENTITIES;

use super::doctype;
use crate::report::{FindingKind, Reporter};

/// Bytes of the longest name of an entity.
const MAX_NAME_BYTES: usize = 60;

/// Replaces every named entity of HTML that the document does not declare itself by its character, and
/// numeric references to control characters by the characters of Windows that were meant, as browsers do;
/// these are reported. The five entities of XML stay as they are, and so does what is in CDATA and comments.
pub(crate) fn replace_named<'t>(text: &'t str, entry: &str, reporter: &Reporter) -> Cow<'t, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    let mut declared: Option<HashSet<&str>> = None;
    while let Some(found) = text[at..].find(['&', '<']) {
        at += found;
        let rest = &text[at..];
        if let Some(skipped) = opaque_length(rest) {
            at += skipped;
            continue;
        }
        let replaced = match read_reference(rest) {
            Some(MarkupReference { length, kind: ReferenceKind::Windows(c) }) => {
                reporter.report(FindingKind::WindowsReference, entry, &rest[..length]);
                Some((length, c.to_string()))
            }
            Some(MarkupReference { length, kind: ReferenceKind::Named(name) })
                if rest[..length].ends_with(';')
                    && !declared.get_or_insert_with(|| declared_entities(text)).contains(name) =>
            {
                html_characters(name, true).map(|characters| (length, characters))
            }
            _ => None,
        };
        match replaced {
            Some((length, characters)) => {
                out.push_str(&text[kept..at]);
                out.push_str(&characters);
                at += length;
                kept = at;
            }
            None => at += 1,
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

/// Replaces control characters by the characters of Windows that were meant, where bytes of Windows became
/// characters one by one; these are reported. `None` if there are none.
pub(super) fn replace_controls(text: &str, entry: &str, reporter: &Reporter) -> Option<String> {
    let is_control = |pair: &[u8]| matches!(pair, [0xC2, 0x80..=0x9F]);
    if !text.as_bytes().windows(2).any(is_control) {
        return None;
    }
    let mut has_replaced = false;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if let ReferenceKind::Windows(meant) = numeric_kind(u32::from(c)) {
            reporter.report(FindingKind::WindowsReference, entry, &format!("U+{:04X}", u32::from(c)));
            has_replaced = true;
            out.push(meant);
        } else {
            out.push(c);
        }
    }
    has_replaced.then_some(out)
}

/// The text with its references replaced: `replace` appends what replaces the one that the rest of the text
/// begins with, and returns its length; 0 for a mere `&`.
pub(super) fn replace_references(text: &str, mut replace: impl FnMut(&str, &mut String) -> usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut length = replace(rest, &mut out);
        if length == 0 {
            out.push('&');
            length = 1;
        }
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

fn declared_entities(text: &str) -> HashSet<&str> {
    let doctype = doctype::find_doctype(text).unwrap_or_default();
    doctype.entities.into_iter().map(|(name, _)| name).collect()
}

/// The length of a CDATA section or comment that starts here.
fn opaque_length(rest: &str) -> Option<usize> {
    [("<![CDATA[", "]]>"), ("<!--", "-->")].into_iter().find_map(|(open, close)| {
        let inner = rest.strip_prefix(open)?;
        Some(open.len() + inner.find(close).map_or(inner.len(), |end| end + close.len()))
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkupReference<'t> {
    /// Bytes from `&`, with the semicolon if there is one.
    pub(super) length: usize,
    pub(super) kind: ReferenceKind<'t>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceKind<'t> {
    /// One of the five entities of XML.
    Xml(&'t str),
    /// Another name.
    Named(&'t str),
    /// The number of a character.
    Character(char),
    /// The number of a control character, and the character of Windows that was meant.
    Windows(char),
    /// The numbers of the two surrogates of a character.
    Surrogates(char),
    /// The number of what is not a character in XML.
    NoCharacter,
}

/// The reference that `rest` begins with; `None` for a mere `&`. The semicolon may be missing.
pub(super) fn read_reference(rest: &str) -> Option<MarkupReference<'_>> {
    let inner = rest.strip_prefix('&')?;
    let (skipped, inner, radix) = read_number_start(rest).unwrap_or((1, inner, 0));
    let is_part = |byte: &u8| match radix {
        0 => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || *byte >= 0x80,
        radix => char::from(*byte).is_digit(radix),
    };
    let end = inner
        .bytes()
        .take(MAX_NAME_BYTES)
        .position(|byte| !is_part(&byte))
        .unwrap_or(inner.len().min(MAX_NAME_BYTES));
    let name = inner.get(..end).filter(|name| !name.is_empty())?;
    let length = skipped + end + usize::from(inner[end..].starts_with(';'));
    let kind = match (radix, name) {
        (0, "amp" | "lt" | "gt" | "quot" | "apos") => ReferenceKind::Xml(name),
        (0, _) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => ReferenceKind::Named(name),
        (0, _) => return None,
        (radix, digits) => {
            let code = u32::from_str_radix(digits, radix).unwrap_or(u32::MAX);
            if let Some((c, behind)) = join_surrogates(code, &rest[length..]) {
                return Some(MarkupReference { length: length + behind, kind: ReferenceKind::Surrogates(c) });
            }
            numeric_kind(code)
        }
    };
    Some(MarkupReference { length, kind })
}

/// The beginning of a numeric reference: its length, what follows it, and the radix of the digits.
fn read_number_start(text: &str) -> Option<(usize, &str, u32)> {
    let decimal = text.strip_prefix("&#")?;
    Some(match decimal.strip_prefix(['x', 'X']) {
        Some(hex) => (3, hex, 16),
        None => (2, decimal, 10),
    })
}

/// The place of the first reference to a surrogate, which is half of a character of UTF-16.
pub(super) fn find_surrogate(text: &str) -> Option<usize> {
    let is_surrogate = |(at, _): &(usize, &str)| {
        let Some((_, digits, radix)) = read_number_start(&text[*at..]) else { return false };
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        let code = u32::from_str_radix(&digits[..end], radix);
        code.is_ok_and(|code| (0xD800..0xE000).contains(&code))
    };
    text.match_indices("&#").find(is_surrogate).map(|(at, _)| at)
}

/// The character that two references to surrogates mean, which programs write that count in UTF-16, and the
/// length of the second one.
fn join_surrogates(high: u32, behind: &str) -> Option<(char, usize)> {
    let high = u16::try_from(high).ok().filter(|unit| (0xD800..0xDC00).contains(unit))?;
    let (skipped, digits, radix) = read_number_start(behind)?;
    let end = digits.find(';')?;
    let low = u16::from_str_radix(&digits[..end], radix).ok()?;
    let c = char::decode_utf16([high, low]).next()?.ok()?;
    Some((c, skipped + end + 1))
}

fn numeric_kind(code: u32) -> ReferenceKind<'static> {
    match char::from_u32(code) {
        Some(c @ '\u{80}'..='\u{9f}') => {
            let byte = u8::try_from(code).unwrap_or_default();
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(std::slice::from_ref(&byte));
            // Five numbers are not used.
            match text.chars().next().filter(|meant| *meant != c) {
                Some(meant) => ReferenceKind::Windows(meant),
                None => ReferenceKind::Character(c),
            }
        }
        Some(c) if is_xml_character(c) => ReferenceKind::Character(c),
        _ => ReferenceKind::NoCharacter,
    }
}

/// Returns true if a document of XML 1.0 may have this character.
pub(super) fn is_xml_character(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        c => c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'),
    }
}

/// The characters of a name of HTML, so that they are not markup. Some names are also known without a
/// semicolon.
pub(super) fn html_characters(name: &str, semicolon: bool) -> Option<String> {
    let key = if semicolon { format!("{name};") } else { name.to_owned() };
    let &(first, second) = NAMED_ENTITIES.get(key.as_str())?;
    let mut characters = String::new();
    for code in [first, second] {
        match char::from_u32(code) {
            None | Some('\0') => {}
            Some(c) => push_escaped(&mut characters, c),
        }
    }
    Some(characters).filter(|characters| !characters.is_empty())
}

/// Appends a character, as a reference if it could be markup.
pub(super) fn push_escaped(out: &mut String, c: char) {
    match c {
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '&' => out.push_str("&amp;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace_in_test(text: &str) -> Cow<'_, str> {
        super::replace_named(text, "a", &Reporter::default())
    }

    #[test]
    fn named_entities_become_characters() {
        assert_eq!(
            replace_in_test("a&nbsp;b&eacute;&amp;&lt;&LT;&#160;&unknown;"),
            "a\u{a0}bé&amp;&lt;&lt;&#160;&unknown;"
        );
        assert!(matches!(replace_in_test("<p>a &amp; b</p>"), Cow::Borrowed(_)));
    }

    #[test]
    fn numbers_of_control_characters_are_those_of_windows() {
        assert_eq!(
            replace_in_test("it&#146;s &#x96; &#150;&#128;&#129;&#169;"),
            "it\u{2019}s \u{2013} \u{2013}\u{20ac}&#129;&#169;"
        );
        assert_eq!(replace_in_test("<a b='&QUOT;&apos;'/>"), "<a b='&quot;&apos;'/>");
        let reporter = Reporter::default();
        super::replace_named("it&#146;s", "t/a.xhtml", &reporter);
        let finding = &reporter.to_report().findings[0];
        assert_eq!((finding.kind, finding.subject.as_str()), (FindingKind::WindowsReference, "&#146;"));
    }

    #[test]
    fn references_are_read_with_and_without_a_semicolon() {
        let kind = |text| read_reference(text).map(|reference| (reference.length, reference.kind));
        assert_eq!(kind("&nbsp;x"), Some((6, ReferenceKind::Named("nbsp"))));
        assert_eq!(kind("&copy 2010"), Some((5, ReferenceKind::Named("copy"))));
        assert_eq!(kind("&amp;"), Some((5, ReferenceKind::Xml("amp"))));
        assert_eq!(kind("&#x41;"), Some((6, ReferenceKind::Character('A'))));
        assert_eq!(kind("&#0;"), Some((4, ReferenceKind::NoCharacter)));
        assert_eq!(kind("&#xD83D;&#xDE00;x"), Some((16, ReferenceKind::Surrogates('\u{1f600}'))));
        assert_eq!(kind("&#55357;&#56832;"), Some((16, ReferenceKind::Surrogates('\u{1f600}'))));
        assert_eq!(kind("&#xD83D; &#xDE00;"), Some((8, ReferenceKind::NoCharacter)));
        assert_eq!(kind("&#xDE00;&#xD83D;"), Some((8, ReferenceKind::NoCharacter)));
        assert_eq!(kind("&#xFFFFFFFFFF;"), Some((14, ReferenceKind::NoCharacter)));
        for text in ["& a", "&", "&#;", "&#x;", "&;", "&9a;"] {
            assert_eq!(kind(text), None, "{text}");
        }
    }

    #[test]
    fn cdata_comments_and_own_declarations_are_left() {
        for text in [
            "<![CDATA[&nbsp;]]>",
            "<!-- &nbsp; -->",
            "<!DOCTYPE a [<!ENTITY copy 'mine'>]><html>&copy;</html>",
            "& &; &nbsp",
        ] {
            assert_eq!(replace_in_test(text), text);
        }
    }

    #[test]
    fn text_of_any_script_may_be_where_a_declaration_is_looked_for() {
        // Two bytes for each letter, at an odd place: no fixed place is between two letters.
        let text = format!("<dtbook>a{}&nbsp;</dtbook>", "é".repeat(5000));
        assert_eq!(replace_in_test(&text), text.replace("&nbsp;", "\u{a0}"));
    }
}
