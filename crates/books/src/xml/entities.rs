//! Named HTML entities, which XML without its DTD does not know.

use std::borrow::Cow;
use std::collections::HashSet;

use html5ever::data::NAMED_ENTITIES;

use super::doctype;

/// Bytes of the longest name of an entity of HTML.
const LONGEST: usize = 40;

/// Replaces every named entity of HTML that the document does not declare itself by its
/// character. The five of XML stay as they are, and so does what is in CDATA and comments.
pub(crate) fn replace_named(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    let mut at = 0;
    let mut declared: Option<HashSet<&str>> = None;
    while let Some(found) = text[at..].find(['&', '<']) {
        at += found;
        let rest = &text[at..];
        if let Some(skipped) = opaque(rest) {
            at += skipped;
            continue;
        }
        let reference = rest.starts_with('&').then(|| named(rest)).flatten();
        let replaced =
            reference.filter(|(_, name, _)| !declared.get_or_insert_with(|| own(text)).contains(name));
        match replaced {
            Some((length, _, characters)) => {
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

/// The entities that the document declares itself.
fn own(text: &str) -> HashSet<&str> {
    let doctype = doctype::find(text).unwrap_or_default();
    doctype.entities.into_iter().map(|(name, _)| name).collect()
}

/// The length of a CDATA section or comment that starts here.
fn opaque(rest: &str) -> Option<usize> {
    [("<![CDATA[", "]]>"), ("<!--", "-->")].into_iter().find_map(|(open, close)| {
        let inner = rest.strip_prefix(open)?;
        Some(open.len() + inner.find(close).map_or(inner.len(), |end| end + close.len()))
    })
}

/// The entity reference that starts here: its length, its name and its characters.
fn named(rest: &str) -> Option<(usize, &str, String)> {
    let end = rest.bytes().skip(1).take(LONGEST).position(|byte| !byte.is_ascii_alphanumeric())? + 1;
    let name = &rest[1..end];
    if name.is_empty()
        || !rest[end..].starts_with(';')
        || matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
    {
        return None;
    }
    let &(first, second) = NAMED_ENTITIES.get(format!("{name};").as_str())?;
    let mut characters = String::new();
    for code in [first, second] {
        match char::from_u32(code) {
            None | Some('\0') => {}
            // `&LT;` and its like must not turn into markup.
            Some('<') => characters.push_str("&lt;"),
            Some('&') => characters.push_str("&amp;"),
            Some(c) => characters.push(c),
        }
    }
    Some((end + 1, name, characters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_entities_become_characters() {
        assert_eq!(
            replace_named("a&nbsp;b&eacute;&amp;&lt;&LT;&#160;&unknown;"),
            "a\u{a0}bé&amp;&lt;&lt;&#160;&unknown;"
        );
        assert!(matches!(replace_named("<p>a &amp; b</p>"), Cow::Borrowed(_)));
    }

    #[test]
    fn cdata_comments_and_own_declarations_are_left() {
        for text in [
            "<![CDATA[&nbsp;]]>",
            "<!-- &nbsp; -->",
            "<!DOCTYPE a [<!ENTITY copy 'mine'>]><html>&copy;</html>",
            "& &; &nbsp",
        ] {
            assert_eq!(replace_named(text), text);
        }
    }

    #[test]
    fn text_of_any_script_may_be_where_a_declaration_is_looked_for() {
        // Two bytes for each letter, at an odd place: no fixed place is between two letters.
        let text = format!("<dtbook>a{}&nbsp;</dtbook>", "é".repeat(5000));
        assert_eq!(replace_named(&text), text.replace("&nbsp;", "\u{a0}"));
    }
}
