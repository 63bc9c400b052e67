//! Character references: numbers, and the names of HTML. Those are a superset of the names that the DTD of
//! ONIX 2.1 declares (sets of ISO 8879).

use encoding_rs::WINDOWS_1252;
use html5ever::data::NAMED_ENTITIES;

/// Bytes of the longest name, without `&` and `;`.
pub(crate) const MAX_NAME_BYTES: usize = 40;

/// Adds the characters of a reference, by the name or number between `&` and `;`; false if there are none.
pub(crate) fn push_resolved(name: &str, out: &mut String) -> bool {
    if let Some(number) = name.strip_prefix('#') {
        let character = resolve_number(number);
        out.extend(character);
        return character.is_some();
    }
    match name {
        "amp" => out.push('&'),
        "lt" => out.push('<'),
        "gt" => out.push('>'),
        "apos" => out.push('\''),
        // Mostly fills a space.
        "nbsp" => out.push(' '),
        _ => {
            let Some((first, second)) = NAMED_ENTITIES.get(format!("{name};").as_str()) else { return false };
            let characters =
                [*first, *second].into_iter().filter(|code| *code != 0).filter_map(char::from_u32);
            let before = out.len();
            out.extend(characters);
            return out.len() > before;
        }
    }
    true
}

/// The character of a number, decimal or hexadecimal, as it is read.
fn resolve_number(number: &str) -> Option<char> {
    let character = parse_number(number)?;
    to_visible(character).or_else(|| to_windows_1252(character))
}

/// The number of a reference, if it names a control character of 128 to 159.
pub(crate) fn resolve_control_char(name: &str) -> Option<char> {
    parse_number(name.strip_prefix('#')?).filter(|character| matches!(character, '\u{80}'..='\u{9f}'))
}

fn parse_number(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code)
}

/// A character as it is read: control characters mean nothing, except that 128 to 159 are the quotation marks
/// and dashes of Windows, as in browsers. `None` if nothing is read.
pub(crate) fn to_visible(character: char) -> Option<char> {
    match character {
        // The next line: a line break.
        '\u{85}' => Some(character),
        '\u{80}'..='\u{9f}' => to_windows_1252(character),
        _ => Some(character).filter(|one| !one.is_control() || one.is_whitespace()),
    }
}

/// The character of Windows-1252 at the place of a control character.
fn to_windows_1252(character: char) -> Option<char> {
    let byte = u8::try_from(u32::from(character)).ok()?;
    let text = WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next();
    text.filter(|one| !one.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(name: &str) -> Option<String> {
        let mut out = String::new();
        push_resolved(name, &mut out).then_some(out)
    }

    #[test]
    fn names_of_html_and_of_the_sets_of_iso_8879_are_resolved() {
        for (name, text) in [
            ("Eacute", "É"),
            ("oelig", "œ"),
            ("trade", "™"),
            ("icirc", "î"),
            ("zwnj", "\u{200c}"),
            ("frac12", "½"),
            ("rsquo", "’"),
            ("abreve", "ă"),
            ("IEcy", "Е"),
            ("djcy", "ђ"),
            ("scaron", "š"),
            ("Dstrok", "Đ"),
            ("ffilig", "ﬃ"),
            ("emsp13", "\u{2004}"),
            ("thinsp", "\u{2009}"),
            ("fjlig", "fj"),
            ("hearts", "♥"),
            ("quot", "\""),
            ("apos", "'"),
            ("nbsp", " "),
        ] {
            assert_eq!(resolve(name).as_deref(), Some(text), "{name}");
        }
        for name in ["unknown", "", "amp;", "eacut", "#", "#x", "#xD800", "#99999999"] {
            assert_eq!(resolve(name), None, "{name}");
        }
    }

    #[test]
    fn numbers_of_windows_are_read_as_in_browsers() {
        assert_eq!(resolve("#146").as_deref(), Some("’"));
        assert_eq!(resolve("#x96").as_deref(), Some("–"));
        assert_eq!(resolve("#156").as_deref(), Some("œ"));
        assert_eq!(resolve("#233").as_deref(), Some("é"));
        assert_eq!((resolve("#1"), resolve("#129")), (None, None));
        assert_eq!((resolve_control_char("#152"), resolve_control_char("#xe9")), (Some('\u{98}'), None));
    }
}
