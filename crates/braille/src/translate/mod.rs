//! Translates text of several languages and styles into one run of cells.

mod capitals;
mod numbers;
mod punctuation;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use crate::chars::spell;
use crate::codes::{BRAILLE_CODES, EBAE, UEB};
use crate::louis::{BOLD_FORM, ITALIC_FORM, TranslatedCells, UNCONTRACTED_FORM, UNDERLINE_FORM, translate};
use crate::{BrailleCode, Result, code, scripts};

/// Emphasis in print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Emphasis {
    /// No emphasis.
    #[default]
    None,
    /// By slanted letters.
    Italic,
    /// By heavy letters.
    Bold,
    /// By a line below.
    Underline,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Letters.
    Text {
        /// The text.
        text: Cow<'a, str>,
        /// Its language (BCP 47), if different from the translator's.
        language: Option<&'a str>,
        /// Its emphasis.
        emphasis: Emphasis,
        /// True if it is never contracted: code, file names.
        literal: bool,
        /// True if its spaces are significant.
        spaced: bool,
    },
    /// Existing cells: an indicator, a sign.
    Cells(Vec<u8>),
    /// The cells of a formula.
    Formula(Vec<u8>),
    /// A position that is returned in [`Text::marks`].
    Mark(usize),
}

impl<'a> Piece<'a> {
    /// Text without properties.
    pub fn from_text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text {
            text: text.into(),
            language: None,
            emphasis: Emphasis::None,
            literal: false,
            spaced: false,
        }
    }
}

/// A text in braille, not divided into lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// Its cells; 0 is a space.
    pub cells: Vec<u8>,
    /// Cells before which a line may end without a space: after hyphens and dashes. Ascending.
    pub breaks: Vec<usize>,
    /// Positions of the marks: the cell before which each is, and its number. Ascending.
    pub marks: Vec<(usize, usize)>,
}

/// Translates text of one language, with words of other languages in it.
#[derive(Debug, Clone, Copy)]
pub struct Translator {
    code: BrailleCode,
    is_contracted: bool,
}

/// A character during translation.
struct TranslatedChar {
    c: char,
    form: u16,
    language: Option<BrailleCode>,
    table: &'static str,
    preserves_space: bool,
    /// True for a space that print uses between the digits of one number: narrow, or never at a line's end.
    is_digit_space: bool,
}

/// Items between characters.
enum Insertion {
    Cells(Vec<u8>, CellKind),
    Mark(usize),
}

/// Kinds of cells before a segment of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Sign,
    Formula,
}

impl Translator {
    /// A translator for a book in this language. Languages without a table use uncontracted English, whose
    /// tables know most accents.
    pub fn new(language: &str, contracted: bool, ueb: bool) -> Self {
        match code(language, ueb) {
            Some(code) => Self { code, is_contracted: contracted && code.has_contractions() },
            None => Self { code: if ueb { UEB } else { EBAE }, is_contracted: false },
        }
    }

    /// The code of the output.
    pub fn code(&self) -> BrailleCode {
        self.code
    }

    /// Returns true if it writes Unified English Braille.
    pub fn is_ueb(&self) -> bool {
        self.code == UEB
    }

    /// Returns true if it writes the American edition of English braille.
    pub fn is_ebae(&self) -> bool {
        self.code == EBAE
    }

    /// Returns true if it uses contractions.
    pub fn is_contracted(&self) -> bool {
        self.is_contracted
    }

    /// Translates consecutive pieces. White space is collapsed unless it is significant.
    ///
    /// # Errors
    /// The tables are missing, or a text is too long.
    pub fn text(&self, pieces: &[Piece<'_>]) -> Result<Text> {
        let (mut chars, between) = self.flatten(pieces);
        self.resolve_quotes(&mut chars);
        extend_emphasis(&mut chars);
        self.assign_tables(&mut chars)?;
        let mut out = Text::default();
        let (mut from, mut next) = (0, 0);
        loop {
            let mut kind_before = None;
            while let Some((_, what)) = between.get(next).filter(|(at, _)| *at <= from) {
                match what {
                    Insertion::Cells(cells, kind) => {
                        out.cells.extend(cells);
                        kind_before = Some(*kind).filter(|_| out.cells.last().is_some_and(|cell| *cell != 0));
                    }
                    Insertion::Mark(mark) => out.marks.push((out.cells.len(), *mark)),
                }
                next += 1;
            }
            let Some(first) = chars.get(from) else { break };
            let mut end = from + chars[from..].iter().take_while(|c| c.table == first.table).count();
            // Cells end a translated segment, marks do not.
            let mut marks = Vec::new();
            while let Some((at, what)) = between.get(next).filter(|(at, _)| *at < end) {
                match what {
                    Insertion::Cells(..) => {
                        end = *at;
                        break;
                    }
                    Insertion::Mark(mark) => marks.push((*at, *mark)),
                }
                next += 1;
            }
            // An indicator of emphasis would be before the letter, and be removed with it.
            let joint =
                kind_before.filter(|_| punctuation::is_closing(first.c) && first.form & EMPHASIS_FORMS == 0);
            let in_nemeth = joint == Some(CellKind::Formula) && self.is_ebae();
            if in_nemeth && punctuation::needs_indicator(first.c) {
                out.cells.push(punctuation::PUNCTUATION_INDICATOR);
            }
            let begin = out.cells.len();
            Self::translate_segment(&chars[from..end], from, joint.is_some(), &marks, &mut out)?;
            if in_nemeth
                && first.c == ','
                && let Some(comma) = out.cells.get_mut(begin)
            {
                *comma = punctuation::MATHEMATICAL_COMMA;
            }
            from = end;
        }
        Ok(out)
    }

    /// Flattens pieces to all characters in order, with the items between them.
    fn flatten(&self, pieces: &[Piece<'_>]) -> (Vec<TranslatedChar>, Vec<(usize, Insertion)>) {
        let mut chars: Vec<TranslatedChar> = Vec::new();
        let mut between = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Cells(cells) => {
                    between.push((chars.len(), Insertion::Cells(cells.clone(), CellKind::Sign)));
                }
                Piece::Formula(cells) => {
                    between.push((chars.len(), Insertion::Cells(cells.clone(), CellKind::Formula)));
                }
                Piece::Mark(mark) => between.push((chars.len(), Insertion::Mark(*mark))),
                Piece::Text { text, language, emphasis, literal, spaced } => {
                    let stated = language.and_then(|language| code(language, self.is_ueb()));
                    let foreign = language.is_some() && stated != Some(self.code);
                    let mut form = self.form_bits(*emphasis);
                    if foreign || *literal {
                        form |= UNCONTRACTED_FORM;
                    }
                    let after_space = |chars: &[TranslatedChar], between: &[(usize, Insertion)]| {
                        let cells = between
                            .iter()
                            .rev()
                            .take_while(|(at, _)| *at == chars.len())
                            .any(|(_, next)| matches!(next, Insertion::Cells(..)));
                        !cells && chars.last().is_some_and(|last| last.c == ' ' && !last.preserves_space)
                    };
                    for c in text.nfc() {
                        let is_digit_space = matches!(c, '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}');
                        let c = if c.is_whitespace() { ' ' } else { c };
                        if c == ' ' && !spaced && after_space(&chars, &between) {
                            continue;
                        }
                        let language = stated.filter(|_| foreign);
                        chars.push(TranslatedChar {
                            c,
                            form,
                            language,
                            table: "",
                            preserves_space: *spaced,
                            is_digit_space,
                        });
                    }
                }
            }
        }
        (chars, between)
    }

    /// The American edition has italics only.
    fn form_bits(&self, emphasis: Emphasis) -> u16 {
        match emphasis {
            Emphasis::None => 0,
            _ if self.is_ebae() => ITALIC_FORM,
            Emphasis::Italic => ITALIC_FORM,
            Emphasis::Bold => BOLD_FORM,
            Emphasis::Underline => UNDERLINE_FORM,
        }
    }

    /// In English a single closing quotation mark that closes nothing is an apostrophe; between numbers the
    /// American edition writes a hyphen for a dash.
    fn resolve_quotes(&self, chars: &mut [TranslatedChar]) {
        if !(self.is_ueb() || self.is_ebae()) {
            return;
        }
        let mut open = 0_u32;
        for at in 0..chars.len() {
            let near = |at: Option<usize>| at.and_then(|at| chars.get(at)).map(|c| c.c);
            let (before, after) = (near(at.checked_sub(1)), near(Some(at + 1)));
            let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let changed = match chars[at].c {
                '\u{2018}' => {
                    open += 1;
                    None
                }
                '\u{2019}' if open > 0 && !word(after) && before.is_some_and(|c| c != ' ') => {
                    open -= 1;
                    self.is_ebae().then_some(CLOSING_QUOTE_PLACEHOLDER)
                }
                '\u{2019}' => Some('\''),
                '\u{2013}'
                    if self.is_ebae()
                        && before.is_some_and(|c| c.is_ascii_digit())
                        && after.is_some_and(|c| c.is_ascii_digit()) =>
                {
                    Some('-')
                }
                _ => None,
            };
            if let Some(changed) = changed {
                chars[at].c = changed;
            }
        }
    }

    /// Determines the table of each word: the book's, unless its letters are of another script.
    fn assign_tables(&self, chars: &mut [TranslatedChar]) -> Result<()> {
        let own = self.code.table_name(self.is_contracted);
        let mut at = 0;
        while at < chars.len() {
            let end = at + chars[at..].iter().take_while(|c| c.c != ' ').count();
            let table = if end > at { self.choose_table(&chars[at..end], own)? } else { own };
            let end = end.max(at + 1);
            chars[at..end].iter_mut().for_each(|c| c.table = table);
            at = end;
        }
        // A space between two words of one table does not change tables twice.
        for at in 1..chars.len().saturating_sub(1) {
            if chars[at].c == ' ' && chars[at - 1].table == chars[at + 1].table {
                chars[at].table = chars[at - 1].table;
            }
        }
        Ok(())
    }

    fn choose_table(&self, word: &[TranslatedChar], own: &'static str) -> Result<&'static str> {
        let Some((letter, script)) =
            word.iter().find_map(|c| scripts::language_of_script(c.c).map(|script| (c, script)))
        else {
            return Ok(own);
        };
        if scripts::is_same_script(self.code.language, script) {
            return Ok(own);
        }
        // A single letter of another script is a symbol, also next to Latin letters: an angle, a particle, a
        // number times a radius. Most tables have the Greek ones.
        let is_foreign = |c: &&TranslatedChar| {
            scripts::language_of_script(c.c)
                .is_some_and(|script| !scripts::is_same_script(self.code.language, script))
        };
        let letters = word.iter().filter(is_foreign).count();
        let itself = |c: char| Ok::<_, crate::Error>(*spell(own, c)? == [u32::from(c)]);
        if letters == 1 && itself(letter.c)? {
            return Ok(own);
        }
        let stated = letter.language.filter(|code| scripts::is_same_script(code.language, script));
        let by_script = || BRAILLE_CODES.iter().copied().find(|code| code.language == script);
        Ok(stated.or_else(by_script).map_or(own, |code| code.uncontracted))
    }

    /// Translates characters of one table. `is_joined`: they are translated as after a letter, because they
    /// begin with punctuation directly behind cells.
    fn translate_segment(
        chars: &[TranslatedChar],
        from: usize,
        is_joined: bool,
        marks: &[(usize, usize)],
        out: &mut Text,
    ) -> Result<()> {
        let table = chars[0].table;
        let (mut text, mut forms) = (Vec::with_capacity(chars.len()), Vec::with_capacity(chars.len()));
        // For each character, the start of its spelling.
        let mut begins = Vec::with_capacity(chars.len());
        let letters: Vec<char> = chars.iter().map(|c| c.c).collect();
        if is_joined {
            text.push(punctuation::LETTER_BEFORE.into());
            forms.push(chars[0].form);
        }
        for (at, c) in chars.iter().enumerate() {
            begins.push(text.len());
            let spelling = spell(table, if c.c == CLOSING_QUOTE_PLACEHOLDER { '\'' } else { c.c })?;
            if numbers::is_mixed_number(&letters, at) && *spelling != [u32::from(c.c)] {
                text.push(numbers::fraction_separator(table).into());
            }
            text.extend(spelling.iter().copied());
            forms.resize(text.len(), c.form);
        }
        for at in capitals::find_uncontracted_positions(table, &letters) {
            let end = begins.get(at + 1).copied().unwrap_or(text.len());
            forms[begins[at]..end].iter_mut().for_each(|form| *form |= UNCONTRACTED_FORM);
        }
        let TranslatedCells { mut cells, mut places } = translate(table, &text, &forms)?;
        if is_joined {
            let before = begins.first().and_then(|at| places.get(*at)).copied().unwrap_or_default();
            cells.drain(..before.min(cells.len()));
            for place in &mut places {
                *place = place.saturating_sub(before);
            }
        }
        let offset = out.cells.len();
        let place =
            |at: usize| begins.get(at).and_then(|at| places.get(*at)).map_or(cells.len(), |place| *place);
        for (at, mark) in marks {
            out.marks.push((offset + place(at - from), *mark));
        }
        for at in 1..chars.len() {
            let (before, here) = (chars[at - 1].c, chars[at].c);
            let joint = matches!(before, '-' | '/' | '\u{2010}' | '\u{2013}' | '\u{2014}');
            if joint
                && here.is_alphanumeric()
                && at > 1
                && chars[at - 2].c != ' '
                && place(at) > place(at - 1)
            {
                out.breaks.push(offset + place(at));
            }
        }
        let mut cells: Vec<u8> = cells.iter().map(|cell| cell & 63).collect();
        capitals::nest_passages(table, &letters, &place, &mut cells);
        let mut grown = 0;
        for (at, char) in chars.iter().enumerate() {
            let place = place(at) + grown;
            let Some(here) = cells.get(place).copied() else { continue };
            // The American edition has two cells for a closing inner quotation mark, its table one.
            let (place, added) = if char.c == CLOSING_QUOTE_PLACEHOLDER && here == APOSTROPHE_CELL {
                (place, CLOSING_QUOTE_CELL)
            } else if place > 0 && capitals::continues_number(table, &letters, at, cells[place - 1], here) {
                (place, GRADE_1_INDICATOR)
            } else if here == HYPHEN_CELL && numbers::is_mixed_number(&letters, at) {
                (place + 1, NUMBER_SIGN)
            } else if here == NUMERIC_SPACE && numbers::is_mixed_number(&letters, at) {
                cells[place] = NUMBER_SIGN;
                continue;
            } else if here == NUMBER_SIGN && numbers::is_bare_sharp(table, &letters, at) {
                cells[place] = SHARP_CELLS[0];
                (place + 1, SHARP_CELLS[1])
            } else if here == NUMERIC_SPACE
                && (!char.is_digit_space || numbers::is_before_fraction(&letters, at))
                && is_between_numbers(&letters, at)
            {
                cells[place] = 0;
                (place + 1, NUMBER_SIGN)
            } else {
                continue;
            };
            cells.insert(place, added);
            grown += 1;
            let after = |spot: &usize| *spot > offset + place;
            out.breaks.iter_mut().filter(|spot| after(spot)).for_each(|spot| *spot += 1);
            out.marks.iter_mut().filter(|(spot, _)| after(spot)).for_each(|(spot, _)| *spot += 1);
        }
        out.cells.extend(cells);
        Ok(())
    }
}

/// Returns true for a space between two numbers.
fn is_between_numbers(chars: &[char], at: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    chars[at] == ' ' && digit(at.checked_sub(1)) && digit(Some(at + 1))
}

/// Extends emphasis over the punctuation after an emphasized word, because print cannot show the difference:
/// otherwise an end-of-emphasis sign would come between.
fn extend_emphasis(chars: &mut [TranslatedChar]) {
    for at in 1..chars.len() {
        let before = chars[at - 1].form & EMPHASIS_FORMS;
        let point = matches!(chars[at].c, ',' | '.' | ';' | ':' | '!' | '?');
        if before != 0 && point && chars[at].form & EMPHASIS_FORMS == 0 {
            chars[at].form |= before;
        }
    }
}

const EMPHASIS_FORMS: u16 = ITALIC_FORM | UNDERLINE_FORM | BOLD_FORM;
/// Represents a closing single quotation mark that the table lacks.
const CLOSING_QUOTE_PLACEHOLDER: char = '\u{f8ff}';
/// Dot 3.
const APOSTROPHE_CELL: u8 = 0b00_0100;
/// Dots 3, 5, 6.
const CLOSING_QUOTE_CELL: u8 = 0b11_0100;
/// Dot 5 between digits: the tables of Unified English Braille join numbers at every space.
const NUMERIC_SPACE: u8 = 0b01_0000;
/// Dots 3, 4, 5, 6.
const NUMBER_SIGN: u8 = 0b11_1100;
/// Dots 3, 6.
const HYPHEN_CELL: u8 = 0b10_0100;
/// Dots 4, 5, 6 and 1, 4, 5, 6.
const SHARP_CELLS: [u8; 2] = [0b11_1000, 0b11_1001];
/// Dots 5, 6: the next letter is a letter, not a digit or a contraction.
const GRADE_1_INDICATOR: u8 = 0b11_0000;

#[cfg(test)]
mod tests;
