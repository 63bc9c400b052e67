//! Words whose full stop does not end a sentence, in the languages of most books.

/// Abbreviations in lower case, without the last full stop. Sorted.
const ABBREVIATIONS: [&str; 103] = [
    "abb", "adm", "approx", "apr", "assn", "atty", "aug", "av", "avda", "avv", "bd", "bijv", "blz", "bros",
    "bzw", "ca", "capt", "cf", "chr", "cmdr", "cpl", "d.h", "dec", "dept", "dhr", "dipl", "dott", "dr",
    "dra", "drs", "dª", "e.g", "ed", "eds", "env", "esp", "evtl", "ex", "exma", "exmo", "feb", "geb", "geom",
    "ggf", "gov", "gral", "hrsg", "i.e", "inkl", "inż", "jan", "jul", "jun", "lt", "maj", "messieurs",
    "messrs", "mevr", "mgr", "mlle", "mme", "mr", "mrs", "ms", "mw", "nov", "nr", "núm", "oct", "pp", "pres",
    "prof", "profa", "pvt", "pág", "págs", "rev", "sep", "sept", "sgt", "sig.ra", "sog", "sr", "sra", "srta",
    "st", "supt", "u.a", "ud", "uds", "ul", "univ", "v", "vgl", "viz", "vs", "z.b", "św", "акад", "проф",
    "св", "тов", "ул",
];

/// Titles and names, which are other words if they do not begin with a capital. In lower case, sorted.
const CAPITAL_ABBREVIATIONS: [&str; 17] = [
    "arch", "col", "fr", "ft", "gen", "hon", "hr", "ing", "insp", "lic", "lieut", "mt", "rep", "sen", "sig",
    "sta", "sto",
];

/// Further words that are abbreviations if a number follows. In lower case, sorted.
const BEFORE_NUMBERS: [&str; 59] = [
    "abs", "afb", "al", "ark", "art", "b", "bk", "bl", "c", "cap", "ch", "chap", "d", "eq", "eqs", "est",
    "fig", "figs", "fl", "godz", "ill", "kap", "kl", "klo", "lib", "mar", "n", "no", "nos", "num", "op", "p",
    "par", "para", "pkt", "poz", "pt", "pts", "r", "ref", "rn", "rys", "s", "sec", "sect", "str", "t", "tab",
    "tabl", "tav", "tel", "ust", "vol", "vols", "vv", "гл", "рис", "стр", "табл",
];

/// Some of them that are abbreviations if a single letter follows: `Vol. I`, `Fig. A`.
const BEFORE_LETTERS: [&str; 6] = ["Ch", "Chap", "Fig", "Kap", "Tav", "Vol"];

/// German nouns that dates and centuries have after an ordinal, which is a number with a full stop. Sorted.
const AFTER_ORDINALS: [&str; 20] = [
    "April", "Auflage", "August", "Dezember", "Februar", "Jahrhundert", "Jahrhunderts", "Januar", "Jh",
    "Jhd", "Jhs", "Juli", "Juni", "Jänner", "Mai", "März", "November", "Oktober", "September", "Weltkrieg",
];

/// Returns true if a word is an abbreviation that does not end a sentence. It is without the last full stop.
pub(crate) fn is_abbreviation(word: &str) -> bool {
    if word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'.') {
        return ABBREVIATIONS.binary_search(&word).is_ok();
    }
    let lower = word.to_lowercase();
    let is_title = || word.starts_with(char::is_uppercase) && CAPITAL_ABBREVIATIONS.contains(&lower.as_str());
    ABBREVIATIONS.binary_search(&lower.as_str()).is_ok() || is_title()
}

/// Returns true if a word is an abbreviation because a number follows. It is without the last full stop.
pub(crate) fn is_abbreviation_before_number(word: &str, rest: &str) -> bool {
    begins_with_number(word, rest) && BEFORE_NUMBERS.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// Returns true if a text begins with a number: of digits, or a Roman one. A single letter is one behind
/// `Vol.` and `Fig.`, but not behind words that may end a sentence before `I` and `A`.
fn begins_with_number(word: &str, rest: &str) -> bool {
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let number = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    match number.len() {
        1 => number.bytes().all(|byte| byte.is_ascii_uppercase()) && BEFORE_LETTERS.contains(&word),
        0 => false,
        _ => is_roman_number(number),
    }
}

/// Returns true for a Roman number, or nothing.
pub(crate) fn is_roman_number(word: &str) -> bool {
    word.len() <= 8 && word.bytes().all(|byte| b"IVXLC".contains(&byte))
}

/// Returns true if a text begins with a word that makes the number with a full stop before it an ordinal:
/// "am 3. Mai".
pub(crate) fn begins_after_ordinal(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    AFTER_ORDINALS.binary_search(&word).is_ok()
}

/// Returns true for the first letter of an abbreviation with a space between its letters: `z. B.`, `n. Chr.`
/// Other letters than those of English are words that may end a sentence: è, я.
pub(crate) fn begins_spaced_abbreviation(word: &str, rest: &str) -> bool {
    let is_letter = matches!(word.as_bytes(), [letter] if letter.is_ascii_lowercase());
    let is_part = |part: &str| {
        let mut letters = part.chars();
        part == "Chr" || letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    };
    is_letter && rest.split_once('.').is_some_and(|(part, _)| is_part(part))
}

/// Returns true for initials: `J`, `T.S`, and pairs of one letter, which are plurals in Spanish: `EE. UU.`
/// The English word I is none.
pub(crate) fn is_initials(word: &str) -> bool {
    // Some scripts have letters of one case only. In Korean and Chinese, one character may be a whole word.
    let has_one_case = |c: char| c.is_alphabetic() && !c.is_lowercase() && c < '\u{1100}';
    let is_initial = |c: char| c.is_uppercase() || has_one_case(c);
    let is_single = |part: &str| part.chars().count() == 1 && part.chars().all(is_initial);
    // Roman numbers are others.
    let is_pair = matches!(word.as_bytes(), [first, second]
        if first == second && first.is_ascii_uppercase() && !matches!(first, b'I' | b'X'));
    is_pair || word != "I" && word.split('.').all(is_single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(ABBREVIATIONS.is_sorted() && CAPITAL_ABBREVIATIONS.is_sorted());
        assert!(BEFORE_NUMBERS.is_sorted() && AFTER_ORDINALS.is_sorted());
    }
}
