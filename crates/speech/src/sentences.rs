//! Finds ends of sentences, the steps in which listeners navigate.

use std::cell::OnceCell;

use vocabulary::characters::is_quotation_mark;

use crate::abbreviations::{
    begins_after_ordinal, begins_spaced_abbreviation, is_abbreviation, is_abbreviation_before_number,
    is_initials, is_roman_number,
};
use crate::terminators::{
    ends_without_space, is_repeated_apart, is_terminator, is_wide_comma, is_wide_semicolon,
};

/// Longer sentences are divided at natural pauses.
const MAX_SENTENCE_BYTES: usize = 600;

/// Finds the ends of all sentences but the last, as byte positions after them (before the following white
/// space). The text is one paragraph.
pub fn find_sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut begin = 0;
    let mut row_end = 0;
    let danda = OnceCell::new();
    let has_danda = || *danda.get_or_init(|| text.contains(DANDA));
    for at in find_stop_candidates(text) {
        let stop = text[at..].chars().next().filter(|c| at >= begin && is_stop_at(text, at, *c));
        let Some(c) = stop else { continue };
        let unspaced = ends_without_space(c);
        // Each point of a long row of them ends where the row ends.
        let end = if at < row_end && !unspaced {
            row_end
        } else {
            skip_closing_punctuation(text, at + c.len_utf8(), c)
        };
        row_end = if unspaced { 0 } else { end };
        let rest = &text[end..];
        let spaced = rest.starts_with(char::is_whitespace);
        if !(spaced || unspaced) || rest.trim().is_empty() {
            continue;
        }
        let ends_here = if unspaced {
            !continues_unspaced(text, end, c)
        } else {
            begins_sentence(text, at, c, rest, has_danda)
        };
        if ends_here {
            ends.push(end);
            begin = end;
        }
    }
    divide_long_sentences(text, &ends)
}

/// Returns true if a character ends a sentence at this position. In Greek, the semicolon is the question
/// mark; in Armenian and Amharic, a colon and two word spaces are typed for full stops.
fn is_stop_at(text: &str, at: usize, c: char) -> bool {
    let is_before = |is_letter: fn(char) -> bool| text[..at].chars().next_back().is_some_and(is_letter);
    match c {
        ';' => is_before(|c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')),
        ':' => is_before(|c| matches!(c, '\u{561}'..='\u{587}')),
        ETHIOPIC_WORD_SPACE => is_before(|c| c == ETHIOPIC_WORD_SPACE),
        c => is_terminator(c),
    }
}

const ETHIOPIC_WORD_SPACE: char = '\u{1361}';
/// The stroke that ends sentences in India.
const DANDA: char = '\u{964}';
/// The stroke that ends verses in India, on both sides of their numbers.
const DOUBLE_DANDA: char = '\u{965}';
/// Characters of a verse number, or of a reference in brackets.
const MAX_REFERENCE_CHARS: usize = 4;

/// Finds positions where stops may begin. Bytes are checked in chunks, because all texts of all books pass
/// here.
fn find_stop_candidates(text: &str) -> impl Iterator<Item = usize> + '_ {
    const CHUNK_BYTES: usize = 32;
    let begins_stop = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b';' | b':' | 0xcd | 0xd6 | 0xd8..);
    let chunks = text.as_bytes().chunks(CHUNK_BYTES).enumerate();
    let with_stop =
        chunks.filter(move |(_, chunk)| chunk.iter().fold(false, |found, byte| found | begins_stop(byte)));
    with_stop.flat_map(move |(n, chunk)| {
        let bytes = chunk.iter().enumerate();
        bytes.filter(move |(_, byte)| begins_stop(byte)).map(move |(at, _)| n * CHUNK_BYTES + at)
    })
}

/// Skips further punctuation, quotation marks and brackets that belong to the sentence.
fn skip_closing_punctuation(text: &str, from: usize, stop: char) -> usize {
    let unspaced = ends_without_space(stop);
    let mut end = from;
    loop {
        let rest = &text[end..];
        end += rest.find(|c: char| !(is_terminator(c) || is_closing(c, unspaced))).unwrap_or(rest.len());
        let rest = &text[end..];
        match skip_reference(rest).or_else(|| skip_after_space(rest, stop)) {
            Some(length) => end += length,
            None => return end,
        }
    }
}

/// Returns true if a character directly after a terminator closes what the sentence is in. Some languages
/// close with the marks that others open with; without a space, a Chinese mark of these opens the next
/// sentence.
fn is_closing(c: char, unspaced: bool) -> bool {
    match c {
        ')' | ']' | '}' | '\u{3011}' | '\u{3015}' | '\u{ff09}' | '\u{ff3d}' => true,
        '\u{300a}' | '\u{300c}' | '\u{300e}' | '\u{301d}' | '\u{fe41}' | '\u{fe43}' | '\u{ff62}' => false,
        '\u{2018}' | '\u{201c}' | '\u{ab}' | '\u{2039}' => !unspaced,
        c => is_quotation_mark(c),
    }
}

/// The length of a reference in brackets, as after a sentence of an encyclopedia: `[12]`.
fn skip_reference(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('[')?;
    let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
    let is_reference = (1..=MAX_REFERENCE_CHARS).contains(&digits) && inside[digits..].starts_with(']');
    is_reference.then_some(digits + 2)
}

/// The length of what belongs to the sentence although a space comes before: the closing mark of French, the
/// next stroke of Tibetan, and the number of a verse.
fn skip_after_space(rest: &str, stop: char) -> Option<usize> {
    let next = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let length = |after: &str| Some(rest.len() - after.len());
    if next.len() < rest.len()
        && let Some(after) = next.strip_prefix(['\u{bb}', '\u{203a}'])
        // In German and Danish, the same mark opens the next sentence.
        && !after.starts_with(|c: char| c.is_alphanumeric() || is_quotation_mark(c))
    {
        return length(after);
    }
    if is_repeated_apart(stop)
        && let Some(after) = next.strip_prefix(is_repeated_apart)
    {
        return length(after);
    }
    if stop == DOUBLE_DANDA {
        let after = next.trim_start_matches(char::is_numeric);
        let is_number = (1..=MAX_REFERENCE_CHARS).contains(&(next.chars().count() - after.chars().count()));
        if let Some(after) = after.trim_start().strip_prefix(DOUBLE_DANDA).filter(|_| is_number) {
            return length(after);
        }
    }
    None
}

/// Returns true if the sentence continues after a terminator that needs no space: in Japanese with the
/// particle of what somebody said, and at a point within a number.
fn continues_unspaced(text: &str, end: usize, stop: char) -> bool {
    let rest = &text[end..];
    let is_quoted = text[..end].ends_with(['\u{300d}', '\u{300f}']);
    // "to", before an ideograph or a comma: "...," he said.
    let mut after = rest.chars();
    let is_particle = after.next() == Some('\u{3068}')
        && after.next().is_some_and(|c| matches!(c, '\u{3001}' | '\u{4e00}'..='\u{9fff}'));
    let is_point =
        stop == '\u{ff0e}' && rest.starts_with(|c: char| c.is_numeric() || c.is_ascii_alphanumeric());
    is_quoted && is_particle || is_point
}

fn begins_sentence(text: &str, at: usize, stop: char, rest: &str, has_danda: impl Fn() -> bool) -> bool {
    let is_opening = |c: char| {
        c.is_whitespace()
            || is_quotation_mark(c)
            || matches!(c, '(' | '[' | '\u{2014}' | '\u{2013}' | '-' | '\u{bf}' | '\u{a1}')
    };
    let rest = rest.trim_start_matches(is_opening);
    let Some(first) = rest.chars().next() else { return false };
    // The points of an ellipsis may have spaces between them.
    if first.is_lowercase() || is_terminator(first) {
        return false;
    }
    if stop != '.' {
        return true;
    }
    let before = &text[..at];
    let is_boundary = |c: char| {
        c.is_whitespace() || is_quotation_mark(c) || matches!(c, '(' | '[' | '\u{2014}' | '\u{2013}')
    };
    let word = before.rsplit(is_boundary).next().unwrap_or_default();
    let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) && word.len() <= 3;
    let before_number = is_abbreviation_before_number(word, rest);
    let ordinal = is_number && begins_after_ordinal(rest);
    // A text with strokes for full stops has points in abbreviations only.
    let is_indic = word.ends_with(|c: char| matches!(c, '\u{900}'..='\u{dff}')) && has_danda();
    let abbreviation = is_initials(word) || is_indic || before_number || is_abbreviation(word);
    let abbreviation = abbreviation || begins_spaced_abbreviation(word, rest);
    !(abbreviation || ordinal || is_list_number(before))
}

/// Returns true if a paragraph begins with nothing but a number: `1. Cut the paper.`, `2.1. Rules`, `IV. Of
/// Ferries`.
fn is_list_number(before: &str) -> bool {
    let number = before.trim();
    !number.is_empty()
        && (number.split('.').all(|part| part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
            || is_roman_number(number))
}

/// Divides long sentences at semicolons, colons, commas or spaces.
fn divide_long_sentences(text: &str, ends: &[usize]) -> Vec<usize> {
    let mut out = Vec::with_capacity(ends.len());
    let mut begin = 0;
    for end in ends.iter().copied().chain([text.len()]) {
        while end - begin > MAX_SENTENCE_BYTES {
            let window = &text[begin..text.floor_char_boundary(begin + MAX_SENTENCE_BYTES)];
            let half = window.len() / 2;
            let find_pause = |is_pause: fn(char) -> bool, is_wide: fn(char) -> bool| {
                let mut pauses = window.char_indices().filter(|(at, c)| {
                    let spaced = || window[at + c.len_utf8()..].starts_with(char::is_whitespace);
                    *at > half && (is_wide(*c) || is_pause(*c) && spaced())
                });
                pauses.next_back().map(|(at, c)| at + c.len_utf8())
            };
            let cut = find_pause(|c| matches!(c, ';' | ':' | '\u{61b}' | '\u{1364}'), is_wide_semicolon)
                .or_else(|| {
                    find_pause(
                        |c| matches!(c, ',' | '\u{2014}' | '\u{2013}' | '\u{60c}' | '\u{1363}'),
                        is_wide_comma,
                    )
                })
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
    fn every_script_ends_sentences_in_its_own_way() {
        for (text, sentences) in [
            ("Πού είσαι; Εδώ.", &["Πού είσαι;", "Εδώ."][..]),
            ("Բարեւ։ Գնաց:  Եկավ։", &["Բարեւ։", "Գնաց:", "Եկավ։"]),
            ("א. ב. יהושע כתב. קראתי.", &["א. ב. יהושע כתב.", "קראתי."]),
            ("وہ آیا۔ کیا وہ گیا؟ ہاں۔", &["وہ آیا۔", "کیا وہ گیا؟", "ہاں۔"]),
            ("डॉ. राम आए। वे बैठे॥ १२ ॥ फिर गए।", &["डॉ. राम आए।", "वे बैठे॥ १२ ॥", "फिर गए।"]),
            ("সে এল।সে গেল।", &["সে এল।", "সে গেল।"]),
            ("ང་འགྲོ། །ཁོ་ཡོང་།", &["ང་འགྲོ། །", "ཁོ་ཡོང་།"]),
            ("သူလာသည်။ ငါသွားသည်။", &["သူလာသည်။", "ငါသွားသည်။"]),
            ("ខ្ញុំទៅ។គាត់មក។", &["ខ្ញុំទៅ។", "គាត់មក។"]),
            ("ሰላም። ነህ፧ ነኝ፡፡ እሺ።", &["ሰላም።", "ነህ፧", "ነኝ፡፡", "እሺ።"]),
            ("「行け！」と彼は言った。「はい。」猫。", &["「行け！」と彼は言った。", "「はい。」", "猫。"]),
            ("他说。“好。”她走了。", &["他说。", "“好。”", "她走了。"]),
            ("圆周率是３．１４。对。", &["圆周率是３．１４。", "对。"]),
        ] {
            assert_eq!(split_sentences(text), sentences, "{text}");
        }
    }

    #[test]
    fn marks_that_close_belong_to_the_sentence_before() {
        for (text, sentences) in [
            ("„Dr. Müller kommt am 3. Mai.“ Sie ging.", &["„Dr. Müller kommt am 3. Mai.“", "Sie ging."][..]),
            ("Er ging. »Komm!« rief sie. Nein.", &["Er ging.", "»Komm!« rief sie.", "Nein."]),
            ("« Viens ! » Il partit.", &["« Viens ! »", "Il partit."]),
            ("Wait . . . what now? Yes. . . . No.", &["Wait . . . what now?", "Yes. . . .", "No."]),
            ("Smith et al. (2004) saw it.[12] It held.", &["Smith et al. (2004) saw it.[12]", "It held."]),
        ] {
            assert_eq!(split_sentences(text), sentences, "{text}");
        }
    }

    #[test]
    fn a_word_is_an_abbreviation_only_where_it_can_be_one() {
        for (text, sentences) in [
            ("She said no. We left at no. 5.", &["She said no.", "We left at no. 5."][..]),
            ("EE. UU. y los RR. HH. suben.", &["EE. UU. y los RR. HH. suben."]),
            ("War II. Then peace.", &["War II.", "Then peace."]),
            ("2.1. Rules apply. Always.", &["2.1. Rules apply.", "Always."]),
            ("See Vol. II and Chap. I. No. I won't.", &["See Vol. II and Chap. I.", "No.", "I won't."]),
            ("네. 알겠습니다. 왜. 몰라.", &["네.", "알겠습니다.", "왜.", "몰라."]),
            ("1984. It was cold.", &["1984.", "It was cold."]),
            ("Gen. Lee met Mt. Hood. I can't. He can.", &["Gen. Lee met Mt. Hood.", "I can't.", "He can."]),
            (
                "It was Roe v. Wade in c. 1973. See Apr. 5.",
                &["It was Roe v. Wade in c. 1973.", "See Apr. 5."],
            ),
            ("Plan B. Vitamin c. So what.", &["Plan B. Vitamin c.", "So what."]),
            ("Это был я. А. С. Пушкин.", &["Это был я.", "А. С. Пушкин."]),
            (
                "Obst, z. B. Äpfel, m. E. auch i. d. R. Birnen. Er starb 9 n. Chr. in Rom.",
                &["Obst, z. B. Äpfel, m. E. auch i. d. R. Birnen.", "Er starb 9 n. Chr. in Rom."],
            ),
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
