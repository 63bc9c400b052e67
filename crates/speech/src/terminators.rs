//! The characters that end sentences (`Sentence_Terminal` of Unicode, UAX #29), and those that pause.

/// Returns true if a character ends a sentence: full stops, exclamation and question marks of all scripts,
/// the ellipsis, and the strokes of Tibetan.
pub(crate) fn is_terminator(c: char) -> bool {
    if c < '\u{300}' {
        return matches!(c, '.' | '!' | '?');
    }
    matches!(c,
        // Greek (as it is typed), Armenian, Arabic, Urdu, Syriac, N'Ko, Samaritan.
        '\u{37e}' | '\u{589}' | '\u{61d}'..='\u{61f}' | '\u{6d4}' | '\u{700}'..='\u{702}' | '\u{7f9}'
        | '\u{837}' | '\u{839}' | '\u{83d}' | '\u{83e}'
        // India, Tibet, Burma, Ethiopia, Canada, the Philippines, Cambodia, Mongolia.
        | '\u{964}' | '\u{965}' | '\u{f0d}'..='\u{f12}' | '\u{104a}' | '\u{104b}' | '\u{1362}' | '\u{1367}'
        | '\u{1368}' | '\u{166e}' | '\u{1735}' | '\u{1736}' | '\u{17d4}' | '\u{17d5}' | '\u{1803}' | '\u{1809}'
        // Limbu, Tai Tham, Balinese, Lepcha, Ol Chiki.
        | '\u{1944}' | '\u{1945}' | '\u{1aa8}'..='\u{1aab}' | '\u{1b4e}' | '\u{1b4f}' | '\u{1b5a}' | '\u{1b5b}'
        | '\u{1b5e}' | '\u{1b5f}' | '\u{1b7d}'..='\u{1b7f}' | '\u{1c3b}' | '\u{1c3c}' | '\u{1c7e}' | '\u{1c7f}'
        // Signs of several scripts.
        | '\u{2024}' | '\u{2026}' | '\u{203c}' | '\u{203d}' | '\u{2047}'..='\u{2049}' | '\u{2cf9}'..='\u{2cfb}'
        | '\u{2e2e}' | '\u{2e3c}' | '\u{2e53}' | '\u{2e54}'
        // Chinese and Japanese, Lisu, Vai, Bamum, Phags-pa, Saurashtra, Kayah Li, Javanese, Cham, Meitei.
        | '\u{3002}' | '\u{a4ff}' | '\u{a60e}' | '\u{a60f}' | '\u{a6f3}' | '\u{a6f7}' | '\u{a876}' | '\u{a877}'
        | '\u{a8ce}' | '\u{a8cf}' | '\u{a92f}' | '\u{a9c8}' | '\u{a9c9}' | '\u{aa5d}'..='\u{aa5f}'
        | '\u{aaf0}' | '\u{aaf1}' | '\u{abeb}'
        // Compatible forms: upright, small, and as wide as an ideograph.
        | '\u{fe12}' | '\u{fe15}' | '\u{fe16}' | '\u{fe52}' | '\u{fe56}' | '\u{fe57}' | '\u{ff01}' | '\u{ff0e}'
        | '\u{ff1f}' | '\u{ff61}'
        // Brahmi, Kaithi, Chakma, Sharada, Khojki, Newa, Tirhuta, Siddham, Modi and others.
        | '\u{10a56}' | '\u{10a57}' | '\u{10f55}'..='\u{10f59}' | '\u{11047}' | '\u{11048}'
        | '\u{110be}'..='\u{110c1}' | '\u{11141}'..='\u{11143}' | '\u{111c5}' | '\u{111c6}' | '\u{11238}'
        | '\u{11239}' | '\u{1144b}' | '\u{1144c}' | '\u{115c2}' | '\u{115c3}' | '\u{11641}' | '\u{11642}'
        | '\u{11c41}' | '\u{11c42}' | '\u{16a6e}' | '\u{16a6f}')
}

/// Returns true if a sentence ends here even if no space follows: the character has no other meaning. Those
/// of Latin and Arabic scripts are in numbers, addresses and abbreviations as well.
pub(crate) fn ends_without_space(c: char) -> bool {
    is_terminator(c)
        && !matches!(c,
            '.' | '!' | '?' | '\u{37e}' | '\u{61d}'..='\u{61f}' | '\u{6d4}' | '\u{2024}' | '\u{2026}'
            | '\u{203c}' | '\u{203d}' | '\u{2047}'..='\u{2049}' | '\u{2e2e}' | '\u{fe52}')
}

/// Returns true if two terminators with a space between them are one end: the strokes of Tibetan.
pub(crate) fn is_repeated_apart(c: char) -> bool {
    matches!(c, '\u{f0d}'..='\u{f12}')
}

/// Returns true for semicolons and colons that need no space after them.
pub(crate) fn is_wide_semicolon(c: char) -> bool {
    matches!(c, '\u{ff1b}' | '\u{ff1a}')
}

/// Returns true for commas of scripts without spaces between words.
pub(crate) fn is_wide_comma(c: char) -> bool {
    matches!(c, '\u{ff0c}' | '\u{3001}' | '\u{ff64}')
}
