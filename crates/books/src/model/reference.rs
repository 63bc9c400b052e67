//! The rule that tells references to notes apart: signs, which a note's own number may replace, and words,
//! which are read.

use super::inline::Inline;
use super::walk::any_inline;
use crate::roman;

/// Letters and digits of the longest sign.
const MAX_SIGN_CHARS: usize = 6;
/// Higher Roman numerals are more likely words: `mix`, `di`, `mm`.
const MAX_ROMAN: u32 = 199;

/// Returns true if the text of a reference to a note only marks the place: a number, a letter, a Roman
/// numeral or a sign, in brackets or not (`12`, `a`, `*`, `[3]`, `†`, `(iv)`, `1a`, `②`, `注1`). A format
/// with footnotes of its own replaces such a text by the number of the footnote. All other texts are
/// words of the sentence, to which the number is added.
pub fn is_reference_sign(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric() && !is_note_ideograph(*c)).collect();
    if !letters.iter().any(|c| c.is_alphabetic() && !is_numeral_ideograph(*c)) {
        return true;
    }
    // Several words, however short.
    if text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count() > 1 {
        return false;
    }
    if letters.len() > MAX_SIGN_CHARS {
        return false;
    }
    let is_one_letter = |letters: &[char]| {
        letters.first().is_some_and(|first| is_small_alphabet(*first))
            && letters.windows(2).all(|pair| pair[0] == pair[1])
            && letters.len() <= 3
    };
    let digits = letters.iter().filter(|c| c.is_numeric()).count();
    let without_digits: Vec<char> = letters.iter().copied().filter(|c| !c.is_numeric()).collect();
    if digits > 0 {
        // `1a`, `b12`, but not `2nd` or `H2O`, whose letters are several.
        return without_digits.len() == 1
            && (letters[0].is_alphabetic() || letters[letters.len() - 1].is_alphabetic());
    }
    let numeral: String = letters.iter().collect();
    let one_case = numeral.chars().all(char::is_lowercase) || numeral.chars().all(char::is_uppercase);
    is_one_letter(&letters)
        || one_case && roman::parse_roman(&numeral.to_lowercase()).is_some_and(|number| number <= MAX_ROMAN)
}

/// Returns true if a letter is one of few that are counted with, and not a word by itself.
fn is_small_alphabet(c: char) -> bool {
    !matches!(u32::from(c), 0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Ideographs that mean "note" before its number.
fn is_note_ideograph(c: char) -> bool {
    matches!(c, '注' | '註' | '脚' | '腳' | '尾' | '译' | '訳' | '譯')
}

fn is_numeral_ideograph(c: char) -> bool {
    "〇一二三四五六七八九十百".contains(c)
}

/// Returns true if a picture is anywhere in inlines.
pub fn has_picture(inlines: &[Inline]) -> bool {
    any_inline(inlines, |inline| matches!(inline, Inline::Image(_)))
}

/// Returns true if inlines have words of their own, apart from pictures and formulas.
pub(crate) fn has_words(inlines: &[Inline]) -> bool {
    any_inline(inlines, |inline| matches!(inline, Inline::Text(text) if text.contains(char::is_alphanumeric)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_letters_and_signs_mark_a_place() {
        for sign in [
            "", "*", "12", "a", "B", "[3]", "†", "‡‡", "(iv)", "XII", "²", "¹²", "1a", "b12", "aa", "***",
            "§", "#", "[a]", " 7. ", "(1)", "1, 2", "3\u{2013}5", "①", "Ⓐ", "ᵃ", "注1", "[注]", "三", "α",
            "٣", "⁕", "↩", "1.2", "xcix", "N3",
        ] {
            assert!(is_reference_sign(sign), "{sign}");
        }
    }

    #[test]
    fn words_are_words_however_short() {
        for words in [
            "Harbor and Vance", "this remark", "see", "note 3", "mix", "Li", "as", "ab", "2nd", "H2O", "猫",
            "猫が", "see 12", "I am", "ibid.", "Note", "a b", "été", "חתול", "iPhone", "MI5", "3 boats",
            "dim", "the",
        ] {
            assert!(!is_reference_sign(words), "{words}");
        }
    }
}
