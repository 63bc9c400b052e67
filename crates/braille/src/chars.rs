//! Replaces characters that a table has no cells for by others that it has.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use unicode_normalization::UnicodeNormalization as _;
use vocabulary::characters::is_ignorable;

use crate::codes::{EBAE, FRENCH, GREEK};
use crate::error::Result;
use crate::louis::{EIGHT_DOTS, translate};
use crate::symbols::symbol_words;

/// A character's spelling in a table: characters that the table knows.
type Spelling = Arc<[u32]>;

/// A dash for a word that is left out, twice as long as others.
pub(crate) const LONG_DASH: char = '\u{2e3a}';

/// Limit of cached spellings; a text that uses more is only slower.
const MAX_CACHED_SPELLINGS: usize = 50_000;

static SPELLING_CACHE: LazyLock<Mutex<HashMap<(&'static str, char), Spelling>>> =
    LazyLock::new(Mutex::default);

/// Returns the spelling of a character in a table: itself, or an equivalent that the table knows. Empty for
/// characters that are not read, such as a soft hyphen.
pub(crate) fn spell(table: &'static str, c: char) -> Result<Spelling> {
    let known = || SPELLING_CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(spelling) = known().get(&(table, c)) {
        return Ok(Arc::clone(spelling));
    }
    let spelling: Spelling = find_spelling(table, c)?.chars().map(u32::from).collect();
    let mut known = known();
    if known.len() >= MAX_CACHED_SPELLINGS {
        known.clear();
    }
    known.insert((table, c), Arc::clone(&spelling));
    Ok(spelling)
}

/// A spelling in words without the spaces around it that the text has.
pub(crate) fn trim_spelling(spelling: &[u32], is_after_space: bool, is_before_space: bool) -> &[u32] {
    const SPACE: u32 = 0x20;
    let rest = match spelling {
        [SPACE, rest @ ..] if is_after_space && !rest.is_empty() => rest,
        whole => whole,
    };
    match rest {
        [rest @ .., SPACE] if is_before_space && !rest.is_empty() => rest,
        whole => whole,
    }
}

fn find_spelling(table: &'static str, c: char) -> Result<String> {
    if is_silent(c) {
        return Ok(String::new());
    }
    // Braille patterns have a blank of their own.
    if c.is_whitespace() || c == '\u{2800}' {
        return Ok(" ".into());
    }
    // Print joins these letters for its looks; the ligature of braille is for letters that belong together.
    if matches!(c, '\u{fb00}'..='\u{fb06}') {
        return Ok(c.nfkd().collect());
    }
    let overruled = if EBAE.has_table(table) {
        american_spelling(c).map(str::to_owned).or_else(|| fraction_spelling(c))
    } else if FRENCH.has_table(table) {
        // Its table has digits without the number sign, and a blank for the point between endings of a word.
        fraction_spelling(c).or_else(|| (c == '\u{b7}').then(|| " ".to_owned()))
    } else if GREEK.has_table(table)
        && let Some(mark) = greek_punctuation(c)
    {
        return Ok(mark.into());
    } else {
        None
    };
    if overruled.is_none() && is_defined(table, c)? {
        return Ok(c.to_string());
    }
    let decomposed: String = c.nfkd().collect();
    let bare: String = decomposed.chars().filter(|c| !is_mark(*c)).collect();
    let candidates = [
        overruled,
        fraction_spelling(c),
        equivalent_spelling(c).map(str::to_owned),
        soft_hyphen_spelling(c).map(str::to_owned),
        superscript_spelling(c),
        Some(c.nfkc().collect()),
        Some(decomposed),
        symbol_words(c).map(str::to_owned),
        Some(c.to_lowercase().collect()),
        Some(bare.clone()),
        Some(bare.to_lowercase()),
        transliterate(c),
        transliterate(c).map(|name| name.to_lowercase()),
    ];
    for candidate in candidates.into_iter().flatten().filter(|candidate| !candidate.is_empty()) {
        if are_all_defined(table, &candidate)? {
            return Ok(candidate);
        }
    }
    // A character without a name, such as a private-use one. Readers must see that something is there.
    Ok(if is_mark(c) { "" } else { "?" }.into())
}

fn are_all_defined(table: &'static str, text: &str) -> Result<bool> {
    for c in text.chars() {
        if c != ' ' && !is_defined(table, c)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if a table has six-dot cells for a character. Its output for a character that cannot exist
/// shows what it writes for undefined ones: in some tables an apostrophe, star or question mark.
fn is_defined(table: &'static str, c: char) -> Result<bool> {
    const PRIVATE_USE_START: u32 = 0xE000;
    let of = |c: u32| Ok(translate(table, &[c], &[0])?.cells);
    let cells = of(c.into())?;
    Ok(cells.iter().any(|cell| *cell != 0)
        && cells.iter().all(|cell| cell & EIGHT_DOTS == 0)
        && (matches!(c, '\'' | '*' | '?') || cells != of(PRIVATE_USE_START)?))
}

/// Formatting characters that are not read themselves.
fn is_silent(c: char) -> bool {
    // Shades of skin belong to the picture before.
    is_ignorable(c)
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{1f3fb}'..='\u{1f3ff}')
        || (c.is_control() && !c.is_whitespace())
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Punctuation that the Greek table has, with more than six dots to tell it apart; the additional dots are
/// removed later.
fn greek_punctuation(c: char) -> Option<char> {
    Some(match c {
        '\u{201c}' | '\u{201e}' => '\u{ab}',
        '\u{201d}' => '\u{bb}',
        '{' => '(',
        '}' => ')',
        // The mark of Greek questions has another key.
        ';' | '\u{37e}' => '?',
        '(' | ')' | '[' | ']' | '\u{ab}' | '\u{bb}' => c,
        _ => return None,
    })
}

/// Hyphens and dashes of the Italian table, which has them as soft hyphens only.
fn soft_hyphen_spelling(c: char) -> Option<&'static str> {
    Some(match c {
        '-' | '\u{2010}'..='\u{2012}' | '\u{2212}' => "\u{ad}",
        '\u{2013}'..='\u{2015}' => "\u{ad}\u{ad}",
        '\u{b1}' => "+\u{ad}",
        _ => return None,
    })
}

/// Characters that the American edition writes differently from its table.
fn american_spelling(c: char) -> Option<&'static str> {
    Some(match c {
        // Its sign for "times" is a contraction inside words.
        '\u{d7}' => "x",
        '\u{b2}' => "^2",
        '\u{b3}' => "^3",
        '\u{b9}' => "^1",
        '\u{2026}' => "...",
        // Its table joins a hyphen between spaces to the words as a dash.
        '\u{2212}' | LONG_DASH => "\u{2011}",
        // Its sign for pounds is that of numbers.
        '\u{a3}' => "GBP",
        '\u{266d}' => " flat",
        '\u{266e}' => " natural",
        '\u{266f}' => " sharp",
        _ => return None,
    })
}

pub(crate) fn is_fraction(c: char) -> bool {
    matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}' | '\u{2189}')
}

/// A fraction that is one character, as numbers.
fn fraction_spelling(c: char) -> Option<String> {
    is_fraction(c).then(|| c.nfkc().map(|c| if c == '\u{2044}' { '/' } else { c }).collect())
}

/// A small character above the line after a caret, which tables have that lack the character: 10⁴ is not 104.
fn superscript_spelling(c: char) -> Option<String> {
    let is_superscript =
        matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{2070}' | '\u{2071}' | '\u{2074}'..='\u{207f}');
    let plain: String = c.nfkc().map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    is_superscript.then(|| format!("^{plain}"))
}

/// Equivalent characters that more tables know.
fn equivalent_spelling(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2212}' | '\u{2043}' | '~' | '_' => "-",
        '\u{2013}' | '\u{2014}' | '\u{2015}' | '\u{2500}' => "--",
        '\u{2e3a}' => "----",
        '\u{2e3b}' => "------",
        '\u{2018}'..='\u{201b}'
        | '\u{2032}'
        | '\u{2b9}'
        | '\u{2bb}'..='\u{2bf}'
        | '\u{2039}'
        | '\u{203a}'
        | '`'
        | '\u{b4}'
        | '^' => "'",
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' => "\"",
        '\u{2026}' => "...",
        '\u{2022}' | '\u{25cf}' | '\u{25cb}' | '\u{25aa}' | '\u{25a0}' | '\u{25e6}' | '\u{2023}'
        | '\u{b7}' => "*",
        '#' => "num. ",
        '&' => "et",
        '\u{20ac}' => "EUR",
        '\u{a3}' => "GBP",
        '\u{a5}' => "JPY",
        '\u{b0}' => " degrees",
        '\u{a7}' => "section ",
        '\u{b6}' => "paragraph ",
        '\u{2020}' => "(dagger)",
        '\u{2021}' => "(double dagger)",
        '\u{2122}' => "(TM)",
        '\u{ae}' => "(R)",
        '\u{a9}' => "(C)",
        '\u{d7}' => "x",
        '\u{f7}' | '|' | '\\' => "/",
        '\u{b1}' => "+-",
        '\u{2264}' => "<=",
        '\u{2265}' => ">=",
        '\u{221e}' => "infinity",
        '\u{2192}' => "->",
        '\u{2190}' => "<-",
        '\u{2194}' => "<->",
        '[' | '{' => "(",
        ']' | '}' => ")",
        '\u{1f44d}' => "(thumbs up)",
        '\u{1f44e}' => "(thumbs down)",
        _ => return None,
    })
}

/// Returns a letter of another script in Latin letters; the name of a symbol in parentheses.
fn transliterate(c: char) -> Option<String> {
    let name = deunicode::deunicode_char(c)?;
    // Names of small pictures are never letters: 100 would be a number of the text.
    let is_picture = matches!(u32::from(c), 0x1F300..=0x1FAFF);
    let plain = c.is_alphabetic()
        || !is_picture && (!name.bytes().any(|byte| byte.is_ascii_alphabetic()) || name.len() <= 3);
    Some(if plain { name.to_owned() } else { format!("({})", name.trim()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell_all(table: &'static str, text: &str) -> String {
        text.chars()
            .flat_map(|c| spell(table, c).unwrap().iter().copied().collect::<Vec<_>>())
            .filter_map(char::from_u32)
            .collect()
    }

    #[test]
    fn defined_characters_stay_and_others_become_defined_ones() {
        assert_eq!(spell_all("en-us-g2.ctb", "caf\u{e9} \u{20ac}5 \u{2212}3"), "caf\u{e9} EUR5 \u{2011}3");
        assert_eq!(spell_all("en-us-g2.ctb", "\u{a3}5 \u{bd} C\u{266f}"), "GBP5 1/2 C sharp");
        assert_eq!(spell_all("fr-bfu-g2.ctb", "\u{bc}"), "1/4");
        assert_eq!(spell_all("en-ueb-g2.ctb", "\u{bd} \u{215b}"), "\u{bd} \u{215b}");
        assert_eq!(spell_all("en-us-g2.ctb", "x\u{b2} \u{ab}a\u{bb} \u{fb01}ne"), "x^2 \"a\" fine");
        assert_eq!(spell_all("en-ueb-g2.ctb", "x\u{b2} \u{20ac}5"), "x\u{b2} \u{20ac}5");
        assert_eq!(spell_all("es-g1.ctb", "20\u{b0}"), "20 degrees");
        assert_eq!(spell_all("it-it-comp6.utb", "10\u{2074}\u{2082}"), "10^42");
        assert_eq!(spell_all("fr-bfu-g2.ctb", "\u{41c}\u{438}\u{440}"), "Mir");
        assert_eq!(spell_all("en-ueb-g2.ctb", "so\u{ad}ft\u{2060}\u{200b}"), "soft");
        assert_eq!(spell_all("en-us-g2.ctb", "\u{1f600}"), "(grinning)");
        assert_eq!(spell_all("en-us-g2.ctb", "\u{1f44d}\u{1f3fd} \u{1f4af}"), "(thumbs up) (100)");
        assert_eq!(spell_all("en-ueb-g2.ctb", "\u{fb01}ne e\u{fb03}cient"), "fine efficient");
        assert_eq!(spell_all("en-us-g2.ctb", "a\u{e000}b"), "a?b");
        assert_eq!(spell_all("en-us-g2.ctb", "a\u{a0}b\u{2003}c"), "a b c");
        assert_eq!(spell_all("en-us-g2.ctb", "Ch\u{2bd}in"), "Ch'in");
        assert_eq!(spell_all("sv-g0.utb", "\u{221a}2"), "root 2");
        assert_eq!(spell_all("de-g1.ctb", "6 \u{f7} \u{b6}2"), "6 \u{f7} paragraph 2");
        assert_eq!(spell_all("fr-bfu-g2.ctb", "ami\u{b7}e"), "ami e");
    }

    #[test]
    fn symbols_of_mathematics_keep_their_meaning() {
        assert_eq!(spell_all("en-us-g2.ctb", "p\u{21d2}q"), "p implies q");
        assert_eq!(spell_all("en-ueb-g2.ctb", "p\u{21d2}q \u{2209}"), "p\u{21d2}q \u{2209}");
        assert_eq!(
            spell_all("de-g1.ctb", "a\u{2262}b, A\u{2284}B"),
            "a not identical to b, A not subset of B"
        );
    }

    #[test]
    fn marks_are_found_in_tables_that_hide_them() {
        for (table, text, spelling) in [
            ("nl-NL-g0.utb", "zo'n foto\u{2019}s", "zo'n foto's"),
            ("fi.utb", "* * *?", "* * *?"),
            ("da-dk-g16.ctb", "ja?", "ja?"),
            ("it-it-comp6.utb", "ex-re \u{2013} \u{2212}5", "ex\u{ad}re \u{ad}\u{ad} \u{ad}5"),
            ("el.ctb", "(\u{3b1}) \u{201c}\u{3b2}\u{201d};", "(\u{3b1}) \u{ab}\u{3b2}\u{bb}?"),
            ("es-g1.ctb", "#5", "num. 5"),
        ] {
            assert_eq!(spell_all(table, text), spelling, "{text}");
        }
    }
}
