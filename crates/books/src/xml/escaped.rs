//! Texts that a program has escaped before it wrote them as XML, which escapes them again.

use html5ever::data::NAMED_ENTITIES;

use super::entities::replace_references;

const MAX_REFERENCE_BYTES: usize = 40;
/// Bytes of the longest tag in a text without markup.
const MAX_TAG_BYTES: usize = 100;
/// Elements of words, whose tags programs copy into titles.
const WORD_ELEMENTS: [&str; 12] =
    ["b", "br", "cite", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u"];

/// Replaces the character references that are left in a text without markup: `Sand &amp; Sea` is the title of
/// no book. What is not a reference stays.
pub(crate) fn unescape_again(text: &str) -> String {
    replace_references(text, |rest, out| {
        let end = rest.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';');
        let Some((characters, end)) = end.and_then(|end| Some((resolve_reference(&rest[1..end])?, end)))
        else {
            return 0;
        };
        out.push_str(&characters);
        end + 1
    })
}

/// Leaves the tags of words out of a text without markup: `<i>Sea</i>` is the title of no book. What is not
/// such a tag stays, and so does a tag that has no end or is a word of its own, as in titles about HTML.
pub(crate) fn remove_word_tags(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let lowercase = text.to_ascii_lowercase();
    let is_used = |name: &&str| *name == "br" || lowercase.contains(&format!("</{name}>"));
    let names: Vec<&str> = WORD_ELEMENTS.into_iter().filter(is_used).collect();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(MAX_TAG_BYTES).position(|byte| byte == b'>');
        let name = end.and_then(|end| {
            let inner = rest[..end].trim_matches('/').trim_end();
            let (name, attributes) = inner.split_once(' ').unwrap_or((inner, "="));
            attributes.contains('=').then_some(name)
        });
        let is_tag = |name: &&str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let tag = name.filter(is_tag).zip(end).filter(|(_, end)| {
            let is_alone = out.chars().next_back().is_none_or(char::is_whitespace)
                && rest[end + 1..].chars().next().is_none_or(char::is_whitespace);
            !is_alone
        });
        match tag {
            Some((name, end)) => {
                if name.eq_ignore_ascii_case("br") {
                    out.push(' ');
                }
                rest = &rest[end + 1..];
            }
            None => out.push('<'),
        }
    }
    out.push_str(rest);
    out
}

/// The characters of a reference without `&` and `;`.
fn resolve_reference(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control()).map(String::from);
    }
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let &(first, second) = NAMED_ENTITIES.get(format!("{name};").as_str())?;
    let characters = [first, second].into_iter().filter(|code| *code > 0).filter_map(char::from_u32);
    Some(characters.collect::<String>()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{remove_word_tags, unescape_again};

    #[test]
    fn tags_of_words_are_not_text() {
        for (text, expected) in [
            ("The <i>Sea</i> and <span class=\"x\">Sand</span>", "The Sea and Sand"),
            ("Sea<br/>Sand", "Sea Sand"),
            ("a <b and c> d", "a <b and c> d"),
            ("1 < 2 > 0, I <3 you <", "1 < 2 > 0, I <3 you <"),
            ("<html> and <div> for beginners", "<html> and <div> for beginners"),
            ("The <b> tag and the <br> tag", "The <b> tag and the <br> tag"),
        ] {
            assert_eq!(remove_word_tags(text), expected);
        }
    }

    #[test]
    fn references_that_are_left_become_their_characters() {
        for (text, expected) in [
            ("Sand &amp; Sea", "Sand & Sea"),
            ("L&#39;&eacute;t&eacute;", "L'été"),
            ("A &lt; B &#x2014; C", "A < B — C"),
            ("Simon & Schuster", "Simon & Schuster"),
            ("R&D; then", "R&D; then"),
            ("&#1;&#xD800;&nope;&", "&#1;&#xD800;&nope;&"),
            ("&amp;amp;", "&amp;"),
        ] {
            assert_eq!(unescape_again(text), expected);
        }
    }
}
