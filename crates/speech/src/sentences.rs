//! Finds ends of sentences, the steps in which listeners navigate.

/// Longer sentences are divided at natural pauses.
const MAX_SENTENCE_BYTES: usize = 600;

/// Returns true if a word is an abbreviation that does not end a sentence. It is in lower case and
/// without the last full stop.
fn is_abbreviation(word: &str) -> bool {
    matches!(
        word,
        // English
        "mr"
        | "mrs"
        | "ms"
        | "dr"
        | "prof"
        | "rev"
        | "st"
        | "messrs"
        | "capt"
        | "col"
        | "gen"
        | "lt"
        | "sgt"
        | "hon"
        | "gov"
        | "sen"
        | "rep"
        | "e.g"
        | "i.e"
        | "viz"
        | "cf"
        | "vs"
        | "no"
        | "nos"
        | "vol"
        | "vols"
        | "fig"
        | "figs"
        | "ch"
        | "pp"
        | "p"
        | "ed"
        | "eds"
        | "ca"
        | "approx"
        | "esp"
        | "jan"
        | "feb"
        | "aug"
        | "sept"
        | "oct"
        | "nov"
        | "dec"
        | "mt"
        | "messieurs"
        // French
        | "m"
        | "mm"
        | "mme"
        | "mlle"
        | "mgr"
        | "av"
        | "chap"
        | "ex"
        | "env"
        // Spanish, Portuguese, Italian
        | "sr"
        | "sra"
        | "srta"
        | "dra"
        | "d"
        | "dª"
        | "ud"
        | "uds"
        | "núm"
        | "pág"
        | "págs"
        | "sig"
        | "dott"
        | "ing"
        // German, Dutch
        | "z.b"
        | "d.h"
        | "u.a"
        | "bzw"
        | "nr"
        | "hr"
        | "fr"
        | "abb"
        | "vgl"
        | "s"
        | "bd"
        | "dhr"
        | "mevr"
        | "bijv"
    )
}

/// Finds the ends of all sentences but the last, as byte positions after them (before the following white
/// space). The text is one paragraph.
pub fn find_sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut begin = 0;
    for at in find_stop_candidates(text) {
        let Some(c) = text[at..].chars().next().filter(|c| is_stop(*c) && at >= begin) else { continue };
        let end = skip_closing_punctuation(text, at + c.len_utf8());
        let rest = &text[end..];
        let spaced = rest.starts_with(char::is_whitespace);
        // In scripts without spaces, full stops have no other meaning.
        if !(spaced || is_wide(c)) || rest.trim().is_empty() {
            continue;
        }
        if is_wide(c) || begins_sentence(text, at, c, rest.trim_start()) {
            ends.push(end);
            begin = end;
        }
    }
    divide_long_sentences(text, &ends)
}

fn is_stop(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '\u{2026}'
            | '\u{3002}'
            | '\u{ff01}'
            | '\u{ff1f}'
            | '\u{0964}'
            | '\u{061f}'
            | '\u{06d4}'
    )
}

/// Finds positions where stops may begin. Bytes are checked in chunks, because all texts of all books pass
/// here.
fn find_stop_candidates(text: &str) -> impl Iterator<Item = usize> + '_ {
    const CHUNK_BYTES: usize = 32;
    let begins_stop = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | 0xd8..);
    let chunks = text.as_bytes().chunks(CHUNK_BYTES).enumerate();
    let with_stop =
        chunks.filter(move |(_, chunk)| chunk.iter().fold(false, |found, byte| found | begins_stop(byte)));
    with_stop.flat_map(move |(n, chunk)| {
        let bytes = chunk.iter().enumerate();
        bytes.filter(move |(_, byte)| begins_stop(byte)).map(move |(at, _)| n * CHUNK_BYTES + at)
    })
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{3002}' | '\u{ff01}' | '\u{ff1f}')
}

/// Skips further punctuation, quotation marks and brackets that belong to the sentence.
fn skip_closing_punctuation(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let next_text = rest.find(|c: char| {
        !(is_stop(c)
            || matches!(
                c,
                '"' | '\''
                    | ')'
                    | ']'
                    | '\u{2019}'
                    | '\u{201d}'
                    | '\u{bb}'
                    | '\u{300d}'
                    | '\u{300f}'
                    | '\u{203a}'
            ))
    });
    // French has a space before its closing mark.
    let end = from + next_text.unwrap_or(rest.len());
    let tail = &text[end..];
    let spaced = tail.trim_start_matches(['\u{a0}', '\u{202f}']);
    if spaced.starts_with('\u{bb}') { text.len() - spaced.len() + '\u{bb}'.len_utf8() } else { end }
}

/// Returns true if a sentence begins after the full stop.
fn begins_sentence(text: &str, at: usize, stop: char, rest: &str) -> bool {
    let first = rest.chars().find(|c| {
        !matches!(
            c,
            '"' | '\''
                | '('
                | '['
                | '\u{2018}'
                | '\u{201c}'
                | '\u{201e}'
                | '\u{ab}'
                | '\u{2014}'
                | '\u{2013}'
                | '-'
                | '\u{bf}'
                | '\u{a1}'
                | ' '
                | '\u{a0}'
        )
    });
    let Some(first) = first else { return false };
    if first.is_lowercase() {
        return false;
    }
    if stop != '.' {
        return true;
    }
    let word = text[..at]
        .rsplit(|c: char| {
            c.is_whitespace()
                || matches!(c, '(' | '[' | '"' | '\u{201c}' | '\u{2018}' | '\u{ab}' | '\u{2014}')
        })
        .next();
    let word = word.unwrap_or_default();
    // J. R. Smith, T.S. Eliot; but: "So did I. We went."
    let single = |part: &str| part.chars().count() == 1 && part.chars().all(char::is_uppercase);
    let initial = word.split('.').all(single) && word != "I";
    let number = first.is_ascii_digit()
        && matches!(word.to_lowercase().as_str(), "no" | "p" | "pp" | "vol" | "ch" | "fig" | "nr" | "art");
    // A number with a full stop begins a list, or is an ordinal: "1. Cut the paper."
    let counted = !word.is_empty()
        && word.chars().all(|c| c.is_ascii_digit())
        && word.len() <= 3
        && text[..at].trim().len() == word.len();
    let is_lower = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'.');
    let short = if is_lower { is_abbreviation(word) } else { is_abbreviation(&word.to_lowercase()) };
    !(initial || number || counted || short)
}

/// Divides long sentences at semicolons, colons, commas or spaces.
fn divide_long_sentences(text: &str, ends: &[usize]) -> Vec<usize> {
    let mut out = Vec::with_capacity(ends.len());
    let mut begin = 0;
    for end in ends.iter().copied().chain([text.len()]) {
        while end - begin > MAX_SENTENCE_BYTES {
            let window = &text[begin..floor_char_boundary(text, begin + MAX_SENTENCE_BYTES)];
            let half = window.len() / 2;
            let breath = |set: &[char]| {
                let mut found = window.char_indices().filter(|(at, c)| {
                    *at > half
                        && set.contains(c)
                        && window[at + c.len_utf8()..].starts_with(char::is_whitespace)
                });
                found.next_back().map(|(at, c)| at + c.len_utf8())
            };
            let cut = breath(&[';', ':'])
                .or_else(|| breath(&[',', '\u{2014}', '\u{2013}']))
                .or_else(|| window.rfind(char::is_whitespace).filter(|at| *at > 0))
                .unwrap_or(window.len());
            begin += cut;
            out.push(begin);
        }
        if end < text.len() {
            out.push(end);
            begin = end;
        }
    }
    out
}

/// Returns the last character boundary at or before this position.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split_sentences(text: &str) -> Vec<&str> {
        let mut begin = 0;
        let ends = find_sentence_ends(text);
        ends.into_iter()
            .chain([text.len()])
            .map(|end| text[std::mem::replace(&mut begin, end)..end].trim())
            .collect()
    }

    #[test]
    fn sentences_end_where_a_reader_would_pause() {
        for (text, sentences) in [
            ("One. Two! Three?", &["One.", "Two!", "Three?"][..]),
            ("\u{201c}Go!\u{201d} he said. She went.", &["\u{201c}Go!\u{201d} he said.", "She went."]),
            ("\u{201c}Go.\u{201d} She went.", &["\u{201c}Go.\u{201d}", "She went."]),
            (
                "Mr. Darcy met Dr. Grant at 3.15 p.m. on Monday.",
                &["Mr. Darcy met Dr. Grant at 3.15 p.m. on Monday."],
            ),
            ("J. R. Smith came. So did I. We left.", &["J. R. Smith came.", "So did I.", "We left."]),
            ("See no. 4 and p. 12 for more.", &["See no. 4 and p. 12 for more."]),
            ("T.S. Eliot wrote it.", &["T.S. Eliot wrote it."]),
            ("He waited\u{2026} and waited.", &["He waited\u{2026} and waited."]),
            ("1. Cut the paper. Fold it.", &["1. Cut the paper.", "Fold it."]),
            (
                "\u{ab}\u{a0}Viens\u{a0}!\u{a0}\u{bb} Il partit.",
                &["\u{ab}\u{a0}Viens\u{a0}!\u{a0}\u{bb}", "Il partit."],
            ),
            ("\u{bf}Qui\u{e9}n? Nadie.", &["\u{bf}Qui\u{e9}n?", "Nadie."]),
            ("\u{543e}\u{8f29}\u{3002}\u{732b}\u{3002}", &["\u{543e}\u{8f29}\u{3002}", "\u{732b}\u{3002}"]),
            ("No end", &["No end"]),
            ("", &[""]),
        ] {
            assert_eq!(split_sentences(text), sentences, "{text}");
        }
    }

    #[test]
    fn long_sentences_are_divided_at_natural_pauses() {
        let long = format!("{}; {}", "word ".repeat(90).trim(), "more ".repeat(90));
        let parts = split_sentences(&long);
        assert!(parts.len() == 2 && parts[0].ends_with(';'), "{parts:?}");
        assert_eq!(split_sentences(&"x".repeat(1500)).len(), 3);
    }

    proptest! {
        #[test]
        fn sentences_lose_no_text_and_are_not_empty(text in "[a-zA-Z.!? \u{201d}\u{2026}\u{e9}\u{3002}]{0,80}") {
            let ends = find_sentence_ends(&text);
            prop_assert!(ends.is_sorted_by(|a, b| a < b));
            prop_assert!(ends.iter().all(|end| *end > 0 && *end < text.len() && text.is_char_boundary(*end)));
        }
    }
}
