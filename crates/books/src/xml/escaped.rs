//! Texts that a program has escaped before it wrote them as XML, which escapes them again.

use html5ever::data::NAMED_ENTITIES;

/// Bytes of the longest reference.
const MAX_REFERENCE_BYTES: usize = 40;

/// Replaces the character references that are left in a text without markup: `Sand &amp; Sea` is the title of
/// no book. What is not a reference stays.
pub(crate) fn unescape_again(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(MAX_REFERENCE_BYTES).position(|byte| byte == b';');
        let Some((characters, end)) = end.and_then(|end| Some((resolve_reference(&rest[1..end])?, end)))
        else {
            out.push('&');
            rest = &rest[1..];
            continue;
        };
        out.push_str(&characters);
        rest = &rest[end + 1..];
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
    use super::unescape_again;

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
