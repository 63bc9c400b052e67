//! Characters that only a font of symbols gives a meaning, and characters that XML cannot hold.

/// Letters of Symbol, from 0x41.
const SYMBOL_LETTERS: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// Other signs of Symbol, by their code.
const SYMBOL_SIGNS: [(u32, char); 28] = [
    (0x22, '∀'),
    (0x24, '∃'),
    (0x27, '∋'),
    (0x2A, '∗'),
    (0x2D, '−'),
    (0x40, '≅'),
    (0xA3, '≤'),
    (0xA5, '∞'),
    (0xAB, '↔'),
    (0xAC, '←'),
    (0xAD, '↑'),
    (0xAE, '→'),
    (0xAF, '↓'),
    (0xB0, '°'),
    (0xB1, '±'),
    (0xB3, '≥'),
    (0xB4, '×'),
    (0xB6, '∂'),
    (0xB7, '•'),
    (0xB8, '÷'),
    (0xB9, '≠'),
    (0xBA, '≡'),
    (0xBB, '≈'),
    (0xC5, '⊕'),
    (0xCE, '∈'),
    (0xD6, '√'),
    (0xDE, '⇒'),
    (0xE5, '∑'),
];
/// Signs of Wingdings that people write in text: arrows, ticks, faces, bullets.
const WINGDINGS_SIGNS: [(u32, char); 24] = [
    (0x4A, '☺'),
    (0x4B, '😐'),
    (0x4C, '☹'),
    (0x6C, '●'),
    (0x6E, '■'),
    (0x71, '❑'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x9F, '•'),
    (0xA7, '▪'),
    (0xA8, '◻'),
    (0xD8, '➢'),
    (0xDF, '←'),
    (0xE0, '→'),
    (0xE1, '↑'),
    (0xE2, '↓'),
    (0xE8, '➔'),
    (0xEF, '⇦'),
    (0xF0, '⇨'),
    (0xF3, '⇔'),
    (0xFB, '✗'),
    (0xFC, '✓'),
    (0xFD, '☒'),
    (0xFE, '☑'),
];

/// The text of a run whose symbols are of this font.
pub(super) fn read_symbols(text: &str, font: Option<&str>) -> String {
    let is_wingdings = font.is_some_and(|font| font.to_ascii_lowercase().starts_with("wingdings"));
    // A sign alone in such a font is written as the letter with its code.
    let is_sign = is_wingdings && text.trim().chars().nth(1).is_none();
    let read = |c: char| {
        let code = match u32::from(c) {
            code @ 0xF020..=0xF0FF => code - 0xF000,
            code @ 0x80..=0xFF if is_sign => code,
            _ => return c,
        };
        let find = |signs: &[(u32, char)]| signs.iter().find(|(own, _)| *own == code).map(|(_, sign)| *sign);
        if is_wingdings {
            return find(&WINGDINGS_SIGNS).unwrap_or(c);
        }
        let letter = || SYMBOL_LETTERS.chars().nth(usize::try_from(code.checked_sub(0x41)?).ok()?);
        let plain = || char::from_u32(code).filter(char::is_ascii);
        find(&SYMBOL_SIGNS).or_else(letter).or_else(plain).unwrap_or(c)
    };
    text.chars().map(read).collect()
}

/// Replaces escapes of characters that XML cannot hold (`_x000B_`) by spaces.
pub(super) fn unescape_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x00") {
        let code = rest.get(at + 2..at + 6).and_then(|code| u32::from_str_radix(code, 16).ok());
        let is_control = code.is_some_and(|code| code < 0x20) && rest.get(at + 6..at + 7) == Some("_");
        let end = if is_control { at + 7 } else { at + 4 };
        out.push_str(if is_control { &rest[..at] } else { &rest[..end] });
        if is_control {
            out.push(' ');
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_the_characters_that_they_show() {
        assert_eq!(read_symbols("\u{E0}", Some("Wingdings")), "→");
        assert_eq!(read_symbols("\u{F0FC} done", Some("Wingdings")), "✓ done");
        assert_eq!(read_symbols("\u{E0} la carte", Some("Wingdings")), "\u{E0} la carte");
        assert_eq!(read_symbols("\u{F061}\u{F0B3}\u{F032}", Some("Symbol")), "α≥2");
        assert_eq!(read_symbols("\u{F061}", None), "α");
    }

    #[test]
    fn escaped_controls_are_spaces() {
        assert_eq!(unescape_controls("a_x000B_b_x000D_"), "a b ");
        assert_eq!(unescape_controls("_x0041_ _x00 x_x00é"), "_x0041_ _x00 x_x00é");
    }
}
