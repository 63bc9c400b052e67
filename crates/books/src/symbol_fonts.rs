//! Fonts of symbols (Symbol, Wingdings, Webdings): the characters that their letters show.

/// The sign for codes that show nothing known.
const UNKNOWN_SIGN: char = '\u{fffd}';
/// Codes of characters in these fonts are written from here on where a text says that they are symbols.
const PRIVATE_USE_START: u32 = 0xF000;
/// Characters of Symbol, from 0x20 to 0x7E.
const SYMBOL_LETTERS: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟ\
    ΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// Characters of Symbol, from 0xA0 to 0xFE.
const SYMBOL_SIGNS: &str = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉\
    ∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{fffd}⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";
/// Characters of Wingdings, from 0x21 to 0xFF.
const WINGDINGS_SIGNS: &str = "✏✂✁👓🔔📖🕯☎✆✉✉📪📫📬📭📁📂📄📄📄🗄⌛⌨🖱🖲💻🖴💾💾✇✍✍✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚐🚩\
    ✈☼💧❄✝✞✝✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□□❑❒⬧⧫◆❖⬥⌧⍓⌘❀✿❝❞▯⓪\
    ①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}·•▪○⭕○◉◎○▪◻\u{fffd}✦★✶✴✹✵\u{fffd}\
    ⌖⟡⌑\u{fffd}✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}⌫⌦◄➢▲▼←➲↑↓←→\
    ↑↓↖↗↙↘←➔↑↓↖↗↙↘⇦⇨⇧⇩⇔⇳⬁⬀⬃⬂▭▫✗✓☒☑\u{fffd}";
/// Signs of Wingdings 2 that people write in text.
const WINGDINGS2_SIGNS: [(u32, char); 8] =
    [(0x4F, '✗'), (0x50, '✓'), (0x51, '☒'), (0x52, '☑'), (0x53, '☒'), (0x54, '☒'), (0x97, '•'), (0xA3, '☐')];
/// Signs of Wingdings 3 that people write in text.
const WINGDINGS3_SIGNS: [(u32, char); 9] = [
    (0x66, '←'),
    (0x67, '→'),
    (0x68, '↑'),
    (0x69, '↓'),
    (0x70, '▲'),
    (0x71, '▼'),
    (0x74, '◀'),
    (0x75, '▶'),
    (0x7D, '▶'),
];
/// Signs of Webdings that people write in text.
const WEBDINGS_SIGNS: [(u32, char); 8] =
    [(0x33, '◀'), (0x34, '▶'), (0x35, '▲'), (0x36, '▼'), (0x61, '✓'), (0x63, '□'), (0x67, '■'), (0x72, '✗')];

/// A font whose letters show symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolFont {
    /// Greek letters and mathematical signs.
    Symbol,
    /// Arrows, ticks, faces, bullets.
    Wingdings,
    /// More ticks and bullets.
    Wingdings2,
    /// More arrows.
    Wingdings3,
    /// Pictures.
    Webdings,
}

impl SymbolFont {
    /// The font of a name. `None` for fonts of other letters.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().trim_matches(['"', '\'']).to_ascii_lowercase().as_str() {
            "symbol" | "symbol mt" | "symbolmt" => Some(Self::Symbol),
            "wingdings" | "wingdings-regular" => Some(Self::Wingdings),
            "wingdings 2" | "wingdings2" => Some(Self::Wingdings2),
            "wingdings 3" | "wingdings3" => Some(Self::Wingdings3),
            "webdings" => Some(Self::Webdings),
            _ => None,
        }
    }

    /// The character that a code shows, from 0x20 to 0xFF.
    fn find_character(self, code: u32) -> Option<char> {
        let at = |signs: &str, first: u32| signs.chars().nth(usize::try_from(code.checked_sub(first)?).ok()?);
        let listed =
            |signs: &[(u32, char)]| signs.iter().find(|(own, _)| *own == code).map(|(_, sign)| *sign);
        let found = match self {
            Self::Symbol if code >= 0xA0 => at(SYMBOL_SIGNS, 0xA0),
            Self::Symbol => at(SYMBOL_LETTERS, 0x20),
            Self::Wingdings => at(WINGDINGS_SIGNS, 0x21),
            Self::Wingdings2 => listed(&WINGDINGS2_SIGNS),
            Self::Wingdings3 => listed(&WINGDINGS3_SIGNS),
            Self::Webdings => listed(&WEBDINGS_SIGNS),
        };
        found.filter(|sign| *sign != UNKNOWN_SIGN)
    }
}

/// The code of a character for private use that a text has in place of a symbol.
fn private_code(c: char) -> Option<u32> {
    u32::from(c).checked_sub(PRIVATE_USE_START).filter(|code| (0x20..=0xFF).contains(code))
}

/// The text of a run of an office document whose symbols are of this font; symbols of no font are those of
/// Symbol.
pub fn read_run_symbols(text: &str, font: Option<&str>) -> String {
    let font = font.and_then(SymbolFont::from_name);
    // A sign alone in such a font is written as the letter with its code.
    let is_sign = font.is_some_and(|font| font != SymbolFont::Symbol) && text.trim().chars().nth(1).is_none();
    let read = |c: char| {
        let code =
            private_code(c).or(Some(u32::from(c)).filter(|code| is_sign && (0x80..=0xFF).contains(code)));
        let character = code.and_then(|code| font.unwrap_or(SymbolFont::Symbol).find_character(code));
        character.unwrap_or(c)
    };
    text.chars().map(read).collect()
}

/// A text that is displayed in a font of symbols: characters for private use, all letters of Symbol, and one
/// letter alone of the other fonts.
pub fn read_displayed_symbols(text: &str, font: SymbolFont) -> String {
    let is_sign = font == SymbolFont::Symbol || text.trim().chars().nth(1).is_none();
    let read = |c: char| {
        let letter = Some(u32::from(c)).filter(|code| is_sign && matches!(code, 0x21..=0x7E | 0xA1..=0xFF));
        private_code(c).or(letter).and_then(|code| font.find_character(code)).unwrap_or(c)
    };
    text.chars().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_character_for_each_code() {
        assert_eq!(SYMBOL_LETTERS.chars().count(), 0x7F - 0x20);
        assert_eq!(SYMBOL_SIGNS.chars().count(), 0xFF - 0xA0);
        assert_eq!(WINGDINGS_SIGNS.chars().count(), 0x100 - 0x21);
    }

    #[test]
    fn symbols_of_runs_are_the_characters_that_they_show() {
        assert_eq!(read_run_symbols("\u{E0}", Some("Wingdings")), "→");
        assert_eq!(read_run_symbols("\u{F0FC} done", Some("Wingdings")), "✓ done");
        assert_eq!(read_run_symbols("\u{E0} la carte", Some("Wingdings")), "\u{E0} la carte");
        assert_eq!(read_run_symbols("\u{F061}\u{F0B3}\u{F032}", Some("Symbol")), "α≥2");
        assert_eq!(read_run_symbols("\u{F061}", None), "α");
        assert_eq!(read_run_symbols("\u{F050} P", Some("Wingdings 2")), "✓ P");
        assert_eq!(read_run_symbols("abc", Some("Symbol")), "abc");
    }

    #[test]
    fn displayed_letters_are_the_characters_that_they_show() {
        let symbol = SymbolFont::from_name("'Symbol'").unwrap();
        assert_eq!(read_displayed_symbols("a \u{B3} Db\u{A0}", symbol), "α ≥ Δβ\u{A0}");
        assert_eq!(read_displayed_symbols("α", symbol), "α");
        assert_eq!(read_displayed_symbols("J", SymbolFont::Wingdings), "☺");
        assert_eq!(read_displayed_symbols("Jam \u{F04A}", SymbolFont::Wingdings), "Jam ☺");
        assert_eq!(SymbolFont::from_name("Segoe UI Symbol"), None);
    }
}
