//! The characters of a text, made comparable.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use vocabulary::characters::{decimal_digit, is_ignorable};

use super::chinese;

/// The distance from a katakana character to its hiragana.
const KATAKANA_TO_HIRAGANA: u32 = 0x60;
/// The shortest katakana word, in characters, whose last long vowel is often left out.
const MIN_LONG_VOWEL_WORD_CHARS: usize = 3;
const LONG_VOWEL: char = 'ー';
pub(super) const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
/// The signs that take the vowel from a consonant.
const DEVANAGARI_VIRAMA: char = '\u{94d}';
const GUJARATI_VIRAMA: char = '\u{acd}';

/// The text without accents, case and invisible characters: `Ça`, `CA` and `ca` are the same. Compatible
/// forms become plain (`ﬁ` is `fi`, full-width letters are narrow), letters with strokes lose them, ligatures
/// are written out, apostrophes and hyphens of all kinds are one each, and so are the letters that Arabic,
/// Persian and Urdu keyboards have for one another, and digits of all scripts.
pub fn fold(text: &str) -> String {
    fold_clean(&clean(text))
}

/// The text in its compatible form with its case and accents: without invisible characters, except a
/// zero-width non-joiner between Arabic letters, which separates parts of a word there.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut last = None;
    while let Some(c) = chars.next() {
        if c == ZERO_WIDTH_NON_JOINER {
            let joins_parts =
                last.is_some_and(is_arabic) && chars.peek().is_some_and(|next| is_arabic(*next));
            if joins_parts {
                plain.push(c);
            }
            continue;
        }
        if is_ignorable(c) {
            continue;
        }
        // Compatibility mappings that would split a word or attach a symbol to it.
        match c {
            '\u{b4}' | '\u{1fbd}' | '\u{1fbf}' | '\u{1ffd}' | '\u{1ffe}' => plain.push('\''),
            '\u{2122}' | '\u{2120}' => plain.push(' '),
            '\u{309b}' => plain.push('\u{3099}'),
            '\u{309c}' => plain.push('\u{309a}'),
            '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}' | '\u{2189}'
                if last.is_some_and(char::is_numeric) =>
            {
                plain.extend([' ', c]);
            }
            _ => plain.push(c),
        }
        last = Some(c);
    }
    Cow::Owned(with_usual_long_vowels(&plain.nfkc().collect::<String>()).into_owned())
}

/// Folds a text that [`clean`] returned, or a part of one.
pub(super) fn fold_clean(text: &str) -> String {
    if text.is_ascii() {
        let mut folded = text.to_ascii_lowercase();
        if folded.contains('`') {
            folded = folded.replace('`', "'");
        }
        return folded;
    }
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_accent(*letter)).flat_map(char::to_lowercase) {
        match plain_spelling(letter) {
            Some(letters) => folded.push_str(letters),
            None if is_accent(letter) || letter == ZERO_WIDTH_NON_JOINER => {}
            None => folded.push(base_character(letter)),
        }
    }
    if folded.is_ascii() {
        return folded;
    }
    if folded.contains([DEVANAGARI_VIRAMA, GUJARATI_VIRAMA]) {
        folded = with_dots_for_nasals(&folded);
    }
    // Letters that are several code points in the decomposed form only (Hangul, kana) come back.
    folded.nfc().collect()
}

/// The text with the dot above (anusvara) for a nasal before a consonant of its own class: both `हिन्दी` and
/// `हिंदी` are usual.
fn with_dots_for_nasals(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut dotted = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        if let [nasal, DEVANAGARI_VIRAMA | GUJARATI_VIRAMA, next, ..] = chars[at..]
            && let Some(dot) = dot_for_nasal(nasal, next)
        {
            dotted.push(dot);
            at += 2;
        } else {
            dotted.push(chars[at]);
            at += 1;
        }
    }
    dotted
}

/// The anusvara that may be written for a nasal before this consonant. The blocks of both scripts have the
/// same order.
fn dot_for_nasal(nasal: char, next: char) -> Option<char> {
    let block: u32 = match nasal {
        '\u{900}'..='\u{97f}' => 0x900,
        '\u{a80}'..='\u{aff}' => 0xa80,
        _ => return None,
    };
    let consonants = match u32::from(nasal) - block {
        0x19 => 0x15..=0x18,
        0x1e => 0x1a..=0x1d,
        0x23 => 0x1f..=0x22,
        0x28 => 0x24..=0x27,
        0x2e => 0x2a..=0x2d,
        _ => return None,
    };
    let is_of_class = consonants.contains(&u32::from(next).checked_sub(block)?);
    char::from_u32(block + 2).filter(|_| is_of_class)
}

/// Returns true if a character is, or is typed for, an apostrophe: quotation marks, primes, accents that
/// stand alone, the letters for glottal stops and for ayn and hamza, and the Hebrew geresh.
pub(crate) fn is_apostrophe(c: char) -> bool {
    matches!(c,
        '\'' | '`' | '\u{b4}' | '\u{2b9}'..='\u{2bf}' | '\u{2c8}' | '\u{2ca}' | '\u{2cb}' | '\u{2ee}' | '\u{374}'
        | '\u{55a}' | '\u{5f3}' | '\u{7f4}' | '\u{7f5}' | '\u{1fbd}' | '\u{1fbf}' | '\u{1fef}' | '\u{1ffd}' | '\u{1ffe}'
        | '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2035}' | '\u{a78b}' | '\u{a78c}' | '\u{ff07}' | '\u{ff40}')
}

/// Returns true if a character is a hyphen, a dash or a minus sign of any script.
pub(crate) fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{58a}' | '\u{5be}' | '\u{1400}' | '\u{1806}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2043}'
                | '\u{207b}'
                | '\u{208b}'
                | '\u{2212}'
                | '\u{2e17}'
                | '\u{2e1a}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{2e40}'
                | '\u{30a0}'
                | '\u{fe31}'
                | '\u{fe32}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
    )
}

/// A text whose Japanese long vowels are written in the usual way: a dash between kana is a long vowel, and
/// the one at the end of a longer katakana word is left out, because writers differ in it.
fn with_usual_long_vowels(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_kana) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let mut usual = String::with_capacity(text.len());
    let mut katakana = 0;
    for (at, &c) in chars.iter().enumerate() {
        let next = chars.get(at + 1).copied();
        let is_dash = is_hyphen(c) && c != '\u{30a0}' || matches!(c, '~' | '\u{301c}');
        let is_long =
            c == LONG_VOWEL || is_dash && is_short_kana(usual.chars().next_back()) && is_short_kana(next);
        if is_long {
            let ends = katakana >= MIN_LONG_VOWEL_WORD_CHARS
                && !next.is_some_and(|c| is_katakana(c) || c == LONG_VOWEL);
            if !ends {
                usual.push(LONG_VOWEL);
                katakana += 1;
            }
        } else {
            katakana = if is_katakana(c) { katakana + 1 } else { 0 };
            usual.push(c);
        }
    }
    Cow::Owned(usual)
}

/// Returns true if a character is kana other than the long vowel.
fn is_short_kana(c: Option<char>) -> bool {
    c.is_some_and(|c| c != LONG_VOWEL && is_kana(c))
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | LONG_VOWEL) || is_katakana(c)
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{31f0}'..='\u{31ff}')
}

fn is_arabic(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}')
}

/// Marks that only color a letter: of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels and the
/// tatweel. The vowel signs of Indic scripts and the marks of kana count as letters and stay; the dot below
/// that Devanagari has for sounds of other languages is removed.
fn is_accent(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}' | '\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{8d3}'..='\u{8e1}'
        | '\u{8e3}'..='\u{8ff}' | '\u{711}' | '\u{730}'..='\u{74a}' | '\u{93c}')
}

/// Small letters that normalization leaves alone, written out plainly.
fn plain_spelling(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        '\u{5f0}' => "\u{5d5}\u{5d5}",
        '\u{5f1}' => "\u{5d5}\u{5d9}",
        '\u{5f2}' => "\u{5d9}\u{5d9}",
        _ => return None,
    })
}

/// The character that a small letter is compared as.
fn base_character(letter: char) -> char {
    match letter {
        'ø' | 'ɔ' | 'ɵ' => 'o',
        'đ' | 'ð' | 'ɖ' | 'ɗ' | 'ƌ' => 'd',
        'ł' | 'ƚ' => 'l',
        'ħ' => 'h',
        'ı' | 'ɨ' | 'ɩ' => 'i',
        'ŧ' | 'ƭ' | 'ʈ' => 't',
        'ŋ' | 'ɲ' => 'n',
        'ə' | 'ǝ' | 'ɛ' => 'e',
        'ɓ' | 'ƃ' => 'b',
        'ƙ' | 'ĸ' => 'k',
        'ƴ' => 'y',
        'ʉ' | 'ʊ' => 'u',
        'ʋ' => 'v',
        'ƶ' => 'z',
        'ɣ' => 'g',
        'ς' => 'σ',
        'ґ' | 'ғ' => 'г',
        'қ' | 'ҝ' => 'к',
        'ң' => 'н',
        'ҷ' => 'ч',
        'ұ' | 'ү' => 'у',
        'ө' => 'о',
        'ҳ' | 'һ' => 'х',
        // Final forms of Yehs, Kafs and Hehs, as the keyboards of Arabic, Persian, Urdu and Kurdish have
        // them.
        'ى' | 'ی' | 'ې' | 'ۍ' => 'ي',
        'ک' | 'ڪ' | 'ګ' => 'ك',
        'ة' | 'ہ' | 'ۃ' | 'ھ' | 'ە' => 'ه',
        'ٱ' | 'ٲ' | 'ٳ' => 'ا',
        '\u{901}' => '\u{902}',
        '\u{30a1}'..='\u{30f6}' | 'ヽ' | 'ヾ' => hiragana(letter),
        c if chinese::is_ideograph(c) => chinese::simplify(c),
        c if is_apostrophe(c) => '\'',
        c if is_hyphen(c) => '-',
        c => decimal_digit(c).unwrap_or(c),
    }
}

fn hiragana(katakana: char) -> char {
    char::from_u32(u32::from(katakana) - KATAKANA_TO_HIRAGANA).unwrap_or(katakana)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{clean, fold};

    #[test]
    fn accents_and_case_are_folded() {
        assert_eq!(fold("Ça VA, Élodie?"), "ca va, elodie?");
        assert_eq!(fold("Straße"), "strasse");
        assert_eq!(fold("Łódź Ærø Þórr"), "lodz aero thorr");
        assert_eq!(fold("ﬁn"), "fin");
        assert_eq!(fold("İstanbul ılık"), "istanbul ilik");
        assert_eq!(fold("ΟΔΥΣΣΕΥΣ"), fold("Οδυσσεύς"));
        assert_eq!(fold("Đorđe Œuvre Ðingbat GROẞ"), "dorde oeuvre dingbat gross");
        assert_eq!(fold("Ёлка Ґрунт"), "елка грунт");
    }

    #[test]
    fn scripts_that_need_their_marks_keep_them() {
        assert_eq!(fold("कहानी"), "कहानी");
        assert_eq!(fold("がく"), "がく");
        assert_eq!(fold("한국"), "한국");
    }

    #[test]
    fn nasals_of_devanagari_and_gujarati_may_be_dots() {
        for (letters, dots) in [
            ("हिन्दी", "हिंदी"),
            ("सम्बन्ध", "संबंध"),
            ("गङ्गा", "गंगा"),
            ("घण्टा", "घंटा"),
            ("पञ्चतन्त्र", "पंचतंत्र"),
            ("चाँद", "चांद"),
            ("હિન્દી", "હિંદી"),
        ] {
            assert_eq!(fold(letters), fold(dots), "{letters}");
        }
        for word in ["जन्म", "अन्न", "सम्मान", "क्षेत्र"] {
            assert_eq!(fold(word), word, "no consonant of the class follows");
        }
    }

    #[test]
    fn invisible_characters_do_not_count() {
        for c in [
            '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{2060}', '\u{feff}', '\u{fe0f}',
            '\u{202a}',
        ] {
            assert_eq!(fold(&format!("Meeres{c}biologie")), "meeresbiologie", "{c:?}");
        }
        assert_eq!(fold("می\u{200c}خواهم"), fold("میخواهم"));
    }

    #[test]
    fn apostrophes_and_hyphens_of_all_kinds_are_one_each() {
        for c in "'`´ʼʻʾʿ’‘‛′＇｀".chars() {
            assert_eq!(fold(&format!("O{c}ahu")), "o'ahu", "{c:?}");
        }
        for c in "-‐‑‒–—―−－﹣".chars() {
            assert_eq!(fold(&format!("e{c}mail")), "e-mail", "{c:?}");
        }
    }

    #[test]
    fn letters_that_arabic_persian_and_urdu_keyboards_have_for_one_another_are_one() {
        for (typed, printed) in [
            ("اغنية البحر", "أُغنيةُ البَحر"),
            ("البـــحر", "البَحر"),
            ("مكتبه", "مكتبة"),
            ("ﻣﻜﺘﺒﺔ", "مكتبة"),
            ("علي", "على"),
            ("علی", "على"),
            ("كوچك", "کوچک"),
            ("خانه", "خانۀ"),
            ("كہانى", "کھانی"),
            ("ٱلقرآن", "القران"),
            ("مسوول", "مسؤول"),
            ("١٩٨٤", "۱۹۸۴"),
            ("1984", "١٩٨٤"),
            ("لا", "ﻻ"),
        ] {
            assert_eq!(fold(typed), fold(printed), "{typed} {printed}");
        }
        assert_ne!(fold("كتاب"), fold("كتب"));
        assert_ne!(fold("کے"), fold("کی"), "the two Yehs of Urdu are different words");
    }

    #[test]
    fn hebrew_points_do_not_count() {
        assert_eq!(fold("שִׁיר הַיָּם"), fold("שיר הים"));
        assert_eq!(fold("ײִדיש"), fold("יידיש"));
    }

    #[test]
    fn japanese_is_compared_without_widths_kinds_of_kana_and_long_vowels_at_the_end() {
        assert_eq!(fold("ｶﾞﾝﾀﾞﾑ"), fold("ガンダム"));
        assert_eq!(fold("がんだむ"), fold("ガンダム"));
        assert_eq!(fold("コンピューター"), fold("コンピュータ"));
        assert_eq!(fold("コンピュ-タ"), fold("コンピュータ"));
        assert_eq!(fold("ら〜めん"), fold("らーめん"));
        assert_eq!(fold("ＡＢＣ１２３"), "abc123");
        assert_ne!(fold("ビール"), fold("ビル"), "a long vowel inside a word is a sound");
        assert_ne!(fold("キー"), fold("キ"), "in a short word, too");
    }

    #[test]
    fn signs_neither_join_nor_split_words() {
        assert_eq!(clean("Kindle™ users"), "Kindle  users");
        assert_eq!(clean("8½"), "8 1⁄2");
        assert_eq!(clean("qur´an"), "qur'an");
    }

    #[test]
    fn digits_of_all_scripts_are_digits() {
        assert_eq!(fold("०१२ ๔๕ ٣ ۴ ７"), "012 45 3 4 7");
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
        }

        #[test]
        fn folding_twice_is_folding_once_in_scripts_with_rules(
            text in "[ا-يکیة\u{200c}\u{200d}ァ-ーぁ-ん\\-〜a-zÀ-ÿ´`'½1ङ-म्ंઙ-મ્ં]{0,24}"
        ) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
        }
    }
}
