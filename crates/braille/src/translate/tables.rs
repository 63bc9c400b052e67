//! Gaps of tables.

use vocabulary::characters::is_ignorable;

use super::TranslatedChar;
use crate::chars::spell;
use crate::codes::{AMHARIC, GEORGIAN, PERSIAN, UEB, URDU};
use crate::louis::translate;
use crate::{BrailleCode, Result, scripts};

/// The code of a table that lacks Latin letters, or the capital signs for them. `None` for other tables.
pub(super) fn find_code_without_latin(table: &str) -> Option<BrailleCode> {
    [PERSIAN, URDU, GEORGIAN, AMHARIC].into_iter().find(|code| code.has_table(table))
}

/// Returns the table for a character of a word that is written in a code without Latin letters: that of the
/// code, or another one for such letters and for punctuation that the code lacks.
pub(super) fn supplement(code: BrailleCode, c: char) -> Result<&'static str> {
    let table = code.uncontracted;
    let is_of_script =
        scripts::language_of_script(c).is_some_and(|script| scripts::is_same_script(code.language, script));
    // A question mark is the spelling of a character that the table cannot spell.
    let is_own = is_of_script && *spell(table, c)? != [u32::from('?')];
    if is_own || c == ' ' || c.is_ascii_digit() || is_ignorable(c) {
        return Ok(table);
    }
    // The punctuation of Urdu is that of Persian. The table of Amharic has cells of letters for brackets.
    let signs = if code == URDU || code == AMHARIC { PERSIAN.uncontracted } else { table };
    if !c.is_alphabetic() && *spell(signs, c)? == [u32::from(c)] {
        return Ok(signs);
    }
    Ok(UEB.uncontracted)
}

/// Gives a number the table of the Latin letter directly behind it, which would be a digit otherwise: `2a`.
pub(super) fn join_numbers(word: &mut [TranslatedChar]) {
    for at in (1..word.len()).rev() {
        if word[at - 1].c.is_ascii_digit() && word[at].c.is_ascii_alphanumeric() {
            word[at - 1].table = word[at].table;
        }
    }
}

/// Returns true if a table writes nothing for more than three points.
pub(super) fn leaves_out_points(table: &'static str) -> Result<bool> {
    let points = [u32::from('.'); 4];
    Ok(translate(table, &points, &[0; 4])?.cells.iter().all(|cell| *cell == 0))
}
