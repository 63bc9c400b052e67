//! Words that would be read as a shortform with an s.

use crate::codes::UEB;

/// Shortforms of Unified English Braille to which an s may be added, in the letters that they are written
/// with.
const SHORTFORMS: [&str; 38] = [
    "abv", "ac", "acr", "afn", "afw", "ag", "al", "alr", "alt", "alw", "brl", "cd", "dcl", "dcv", "ei", "fr",
    "gd", "grt", "hmf", "imm", "ll", "lr", "myf", "nec", "nei", "pd", "qk", "rcv", "rjc", "sd", "td", "tgr",
    "tm", "tn", "wd", "xf", "yr", "yrf",
];

/// Returns true if a word begins here that needs a grade 1 indicator, such as `yrs`: the tables of liblouis
/// 3.24 know this of the shortforms only, not of those with an s (Rules of Unified English Braille, 5.7.2).
pub(super) fn begins_shortform_with_s(table: &str, chars: &[char], at: usize) -> bool {
    if table != UEB.contracted || !chars[at].is_ascii_alphabetic() {
        return false;
    }
    let is_joined = |c: &char| c.is_alphanumeric() || matches!(c, '\'' | '/' | '_' | '@' | '.' | '&');
    if at.checked_sub(1).and_then(|at| chars.get(at)).is_some_and(is_joined) {
        return false;
    }
    let length = chars[at..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let word = &chars[at..at + length];
    let continues = match chars.get(at + length) {
        Some('.') => chars.get(at + length + 1).is_some_and(|c| c.is_alphanumeric()),
        Some(c) => is_joined(c),
        None => false,
    };
    // Capitals in the middle have indicators of their own.
    let is_plain = word[1..].iter().all(char::is_ascii_lowercase);
    let stem = match word {
        [stem @ .., 's'] if is_plain && !continues => stem,
        _ => return false,
    };
    SHORTFORMS.iter().any(|letters| stem.iter().map(char::to_ascii_lowercase).eq(letters.chars()))
}
