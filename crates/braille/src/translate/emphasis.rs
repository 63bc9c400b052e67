//! Indicators of emphasis. The tables of liblouis 3.24 divide a passage into single words and a shorter
//! passage if it touches a bracket, a quotation mark or a dash, so the indicators of most runs are placed
//! here.

use super::{EMPHASIS_FORMS, TranslatedChar, char_at};
use crate::from_ascii;
use crate::louis::{BOLD_FORM, ITALIC_FORM};

/// The shortest passage of Unified English Braille, in words (Rules of Unified English Braille, 9.5).
const MIN_PASSAGE_WORDS: usize = 3;
/// The longest run of which codes without ends of passages mark every word.
const MAX_SINGLE_WORDS: usize = 3;

/// The way in which a code shows emphasis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmphasisSigns {
    /// Passages have a beginning and an end: Unified English Braille.
    Passages,
    /// Each word of a short run has a sign, a longer run another one at its first word and this at its last.
    Words { single: &'static str, first: &'static str },
}

/// Cells before the cells of a character.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Indicator {
    /// Index of the character; the number of characters for an indicator after the last one.
    pub(super) at: usize,
    pub(super) cells: Vec<u8>,
    /// True if it ends what is before it, so that it is never apart from that.
    pub(super) is_end: bool,
}

impl Indicator {
    fn new(at: usize, ascii: &str, is_end: bool) -> Self {
        Self { at, cells: from_ascii(ascii), is_end }
    }
}

/// Takes the emphasis from runs whose indicators are placed here, and returns these, ascending.
pub(super) fn take_runs(chars: &mut [TranslatedChar], signs: EmphasisSigns) -> Vec<Indicator> {
    let mut indicators = Vec::new();
    let mut start = 0;
    while let Some(first) = chars.get(start) {
        let form = first.form & EMPHASIS_FORMS;
        let length = chars[start..].iter().take_while(|c| c.form & EMPHASIS_FORMS == form).count();
        let run = start..start + length;
        start = run.end;
        if form == 0 {
            continue;
        }
        let words = find_words(chars, run.clone());
        let (Some(begin), Some(last_word)) = (words.first().copied(), words.last().copied()) else {
            continue;
        };
        let end = last_word + chars[last_word..run.end].iter().take_while(|c| c.c != ' ').count();
        if is_part_of_word(chars, begin, end) {
            continue;
        }
        match signs {
            EmphasisSigns::Passages if words.len() < MIN_PASSAGE_WORDS => continue,
            EmphasisSigns::Passages => {
                let sign = match form {
                    ITALIC_FORM => '.',
                    BOLD_FORM => '^',
                    _ => '_',
                };
                indicators.push(Indicator::new(begin, &format!("{sign}7"), false));
                indicators.push(Indicator::new(end, &format!("{sign}'"), true));
            }
            EmphasisSigns::Words { .. } if is_part_of_compound(chars, begin, end) => continue,
            EmphasisSigns::Words { single, first } if words.len() > MAX_SINGLE_WORDS => {
                indicators.push(Indicator::new(begin, first, false));
                indicators.push(Indicator::new(last_word, single, false));
            }
            EmphasisSigns::Words { single, .. } => {
                indicators.extend(words.iter().map(|word| Indicator::new(*word, single, false)));
            }
        }
        chars[run].iter_mut().for_each(|c| c.form &= !EMPHASIS_FORMS);
    }
    indicators
}

/// The indexes of the first characters of the words in a run.
fn find_words(chars: &[TranslatedChar], run: std::ops::Range<usize>) -> Vec<usize> {
    let from = run.start;
    run.filter(|at| chars[*at].c != ' ' && (*at == from || chars[*at - 1].c == ' ')).collect()
}

/// Returns true if a letter or digit is directly before or after a run: its word continues.
fn is_part_of_word(chars: &[TranslatedChar], begin: usize, end: usize) -> bool {
    let is_letter = |at: Option<usize>| char_at(chars, at).is_some_and(char::is_alphanumeric);
    is_letter(begin.checked_sub(1)) || is_letter(Some(end))
}

/// Returns true if a hyphen, slash or apostrophe joins a run to another word.
fn is_part_of_compound(chars: &[TranslatedChar], begin: usize, end: usize) -> bool {
    let near = |at: Option<usize>| char_at(chars, at);
    let is_joint =
        |c: Option<char>| matches!(c, Some('-' | '\u{2010}' | '\u{2011}' | '/' | '\'' | '\u{2019}'));
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    is_joint(near(begin.checked_sub(1))) && is_letter(near(begin.checked_sub(2)))
        || is_joint(near(Some(end))) && is_letter(near(Some(end + 1)))
}
