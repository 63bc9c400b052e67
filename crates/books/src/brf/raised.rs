//! Small characters above and below the line, which Unicode has for some: `CO₂`, `10⁻³`.

/// A part of a text that is on the line, or of small characters above or below it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LevelPart<'a> {
    OnLine(&'a str),
    /// The characters in their usual size.
    Raised {
        above: bool,
        text: String,
    },
}

/// Divides a text into parts by their level.
pub(super) fn split_levels(text: &str) -> Vec<LevelPart<'_>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let Some((above, plain)) = parse_small_character(c) else { continue };
        if start < at {
            parts.push(LevelPart::OnLine(&text[start..at]));
        }
        start = at + c.len_utf8();
        match parts.last_mut() {
            Some(LevelPart::Raised { above: last, text }) if *last == above => text.push(plain),
            _ => parts.push(LevelPart::Raised { above, text: plain.to_string() }),
        }
    }
    if start < text.len() {
        parts.push(LevelPart::OnLine(&text[start..]));
    }
    parts
}

/// Returns true for a small character above the line, and the character in its usual size. `None` for others.
fn parse_small_character(c: char) -> Option<(bool, char)> {
    const SIGNS: [char; 5] = ['+', '\u{2212}', '=', '(', ')'];
    let of_block = |start: u32| {
        let n = u32::from(c) - start;
        char::from_digit(n, 10).or_else(|| SIGNS.get(usize::try_from(n).ok()?.checked_sub(10)?).copied())
    };
    Some(match c {
        '\u{b9}' => (true, '1'),
        '\u{b2}' => (true, '2'),
        '\u{b3}' => (true, '3'),
        '\u{2071}' => (true, 'i'),
        '\u{207f}' => (true, 'n'),
        '\u{2070}' | '\u{2074}'..='\u{207e}' => (true, of_block(0x2070)?),
        '\u{2080}'..='\u{208e}' => (false, of_block(0x2080)?),
        '\u{2093}' => (false, 'x'),
        '\u{2099}' => (false, 'n'),
        '\u{1d62}' => (false, 'i'),
        '\u{2c7c}' => (false, 'j'),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_characters_are_divided_by_their_level() {
        let raised = |above, text: &str| LevelPart::Raised { above, text: text.into() };
        for (text, parts) in [
            ("", vec![]),
            ("plain", vec![LevelPart::OnLine("plain")]),
            ("CO\u{2082}.", vec![LevelPart::OnLine("CO"), raised(false, "2"), LevelPart::OnLine(".")]),
            ("10\u{207b}\u{00b3}\u{2070}", vec![LevelPart::OnLine("10"), raised(true, "\u{2212}30")]),
            ("a\u{2081}\u{00b2}", vec![LevelPart::OnLine("a"), raised(false, "1"), raised(true, "2")]),
            ("\u{207e}\u{208d}\u{207f}", vec![raised(true, ")"), raised(false, "("), raised(true, "n")]),
        ] {
            assert_eq!(split_levels(text), parts, "{text}");
        }
    }
}
