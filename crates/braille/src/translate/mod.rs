//! Translates text of several languages and styles into one run of cells.

mod capitals;
mod corrections;
mod emphasis;
mod numbers;
mod punctuation;
mod quotes;
mod rows;
mod shortforms;
mod tables;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use vocabulary::characters::decimal_digit;

use crate::chars::{LONG_DASH, spell, trim_spelling};
use crate::codes::{BRAILLE_CODES, EBAE, FRENCH, UEB};
use crate::louis::{BOLD_FORM, ITALIC_FORM, TranslatedCells, UNCONTRACTED_FORM, UNDERLINE_FORM, translate};
use crate::{BrailleCode, Result, code, scripts};

use corrections::SegmentCells;
use emphasis::{EmphasisSigns, Indicator};
use quotes::CLOSING_QUOTE_PLACEHOLDER;

pub use punctuation::is_closing_punctuation;

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

/// Characters of one table.
struct Segment<'a> {
    chars: &'a [TranslatedChar],
    /// Index of the first character in the text.
    from: usize,
    /// True if it is translated as after a letter, because it begins with punctuation directly behind cells.
    is_joined: bool,
    /// True if a raised or lowered sign is directly behind it, before which no word stands alone.
    is_raised_next: bool,
    /// Marks, with the index of the character in the text that each is before.
    marks: &'a [(usize, usize)],
    /// Indicators, by the same indexes.
    indicators: &'a [Indicator],
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
        if self.is_ueb() || self.is_ebae() {
            quotes::resolve_quotes(&mut chars, self.is_ebae());
        }
        extend_emphasis(&mut chars);
        let indicators = match self.emphasis_signs() {
            Some(signs) => emphasis::take_runs(&mut chars, signs),
            None => Vec::new(),
        };
        let mut indicators = indicators.as_slice();
        self.assign_tables(&mut chars)?;
        rows::replace_rows(&mut chars)?;
        let ellipses = punctuation::find_long_ellipses(chars.iter().map(|c| c.c));
        let mut out = Text::default();
        let (mut from, mut next) = (0, 0);
        let mut table_end = 0;
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
            if from >= table_end {
                table_end = from + chars[from..].iter().take_while(|c| c.table == first.table).count();
            }
            let mut end = table_end;
            let next_long = ellipses.get(ellipses.partition_point(|at| *at <= from)).copied();
            if let Some(at) = next_long.filter(|at| *at < end)
                && tables::leaves_out_points(first.table)?
            {
                end = at;
            }
            // Cells end a translated segment, marks do not.
            let mut marks = Vec::new();
            let mut is_raised_next = false;
            while let Some((at, what)) = between.get(next).filter(|(at, _)| *at < end) {
                match what {
                    Insertion::Cells(cells, _) => {
                        end = *at;
                        is_raised_next = self.is_ueb() && cells.first() == Some(&GRADE_1_INDICATOR);
                        break;
                    }
                    Insertion::Mark(mark) => marks.push((*at, *mark)),
                }
                next += 1;
            }
            // An indicator of emphasis would be before the letter, and be removed with it.
            let is_closing = is_closing_punctuation(quotes::character_of(first.c));
            let joint = kind_before.filter(|_| is_closing && first.form & EMPHASIS_FORMS == 0);
            let in_nemeth = joint == Some(CellKind::Formula) && self.is_ebae();
            if in_nemeth && punctuation::needs_indicator(first.c) {
                out.cells.push(punctuation::PUNCTUATION_INDICATOR);
            }
            let begin = out.cells.len();
            let count = indicators.iter().take_while(|next| next.at < end + usize::from(next.is_end)).count();
            let (inside, rest) = indicators.split_at(count);
            indicators = rest;
            let segment = Segment {
                chars: &chars[from..end],
                from,
                is_joined: joint.is_some(),
                is_raised_next,
                marks: &marks,
                indicators: inside,
            };
            Self::translate_segment(&segment, &mut out)?;
            let is_first_cell = inside.first().is_none_or(|next| next.at > from);
            if in_nemeth
                && first.c == ','
                && is_first_cell
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
                        // Many tables have digits of other scripts without the number sign, so as letters.
                        let c = if c.is_whitespace() { ' ' } else { decimal_digit(c).unwrap_or(c) };
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

    /// The signs of emphasis that are placed here; `None` for codes whose tables place them.
    fn emphasis_signs(&self) -> Option<EmphasisSigns> {
        if self.is_ueb() {
            Some(EmphasisSigns::Passages)
        } else if self.is_ebae() {
            Some(EmphasisSigns::Words { single: ".", first: ".." })
        } else {
            (self.code == FRENCH).then_some(EmphasisSigns::Words { single: "_", first: "3_" })
        }
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

    /// Determines the table of each word: the book's, unless its letters are of another script.
    fn assign_tables(&self, chars: &mut [TranslatedChar]) -> Result<()> {
        let own = self.code.table_name(self.is_contracted);
        let mut at = 0;
        while at < chars.len() {
            let end = at + chars[at..].iter().take_while(|c| c.c != ' ').count();
            let table = if end > at { self.choose_table(&chars[at..end], own)? } else { own };
            let end = end.max(at + 1);
            let partial = tables::find_code_without_latin(table);
            for c in &mut chars[at..end] {
                c.table = partial.map_or(Ok(table), |code| tables::supplement(code, c.c))?;
            }
            if partial.is_some() {
                tables::join_numbers(&mut chars[at..end]);
            }
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

    fn translate_segment(segment: &Segment<'_>, out: &mut Text) -> Result<()> {
        let (chars, from, is_joined) = (segment.chars, segment.from, segment.is_joined);
        let table = chars[0].table;
        let (mut text, mut forms) = (Vec::<u32>::with_capacity(chars.len()), Vec::with_capacity(chars.len()));
        let is_after_blank = out.cells.last().is_none_or(|cell| *cell == 0);
        // For each character, the start of its spelling.
        let mut begins = Vec::with_capacity(chars.len());
        let letters: Vec<char> = chars.iter().map(|c| c.c).collect();
        if is_joined {
            text.push(punctuation::LETTER_BEFORE.into());
            forms.push(chars[0].form);
        }
        for (at, c) in chars.iter().enumerate() {
            begins.push(text.len());
            let spelling = spell(table, quotes::character_of(c.c))?;
            if numbers::is_mixed_number(&letters, at) && *spelling != [u32::from(c.c)] {
                text.push(numbers::fraction_separator(table).into());
            }
            let is_after_space = text.last().map_or(is_after_blank, |last| *last == u32::from(' '));
            text.extend(trim_spelling(&spelling, is_after_space, letters.get(at + 1) == Some(&' ')));
            forms.resize(text.len(), c.form);
        }
        let is_raised_next = segment.is_raised_next && UEB.has_table(table);
        let behind = punctuation::character_behind(&letters).filter(|_| is_raised_next);
        for at in capitals::find_uncontracted_positions(table, &letters) {
            let end = begins.get(at + 1).copied().unwrap_or(text.len());
            forms[begins[at]..end].iter_mut().for_each(|form| *form |= UNCONTRACTED_FORM);
        }
        if let Some(behind) = behind {
            text.push(behind.into());
            forms.push(chars[chars.len() - 1].form);
        }
        let TranslatedCells { mut cells, mut places } = translate(table, &text, &forms)?;
        if let Some(place) = places.pop_if(|place| behind.is_some() && *place < cells.len()) {
            cells.remove(place);
        }
        if is_joined {
            let before = begins.first().and_then(|at| places.get(*at)).copied().unwrap_or_default();
            cells.drain(..before.min(cells.len()));
            for place in &mut places {
                *place = place.saturating_sub(before);
            }
        }
        let corrected = SegmentCells { cells: &mut cells, places: &mut places };
        corrections::remove_extra_cells(table, &letters, &begins, corrected);
        let offset = out.cells.len();
        let place =
            |at: usize| begins.get(at).and_then(|at| places.get(*at)).map_or(cells.len(), |place| *place);
        for (at, mark) in segment.marks {
            out.marks.push((offset + place(at - from), *mark));
        }
        let joints = (2..chars.len()).filter(|at| follows_joint(&letters, *at) && place(*at) > place(at - 1));
        out.breaks.extend(joints.map(|at| offset + place(at)));
        let mut cells: Vec<u8> = cells.iter().map(|cell| cell & 63).collect();
        capitals::nest_passages(table, &letters, &place, &mut cells);
        numbers::separate_points(table, &letters, &place, &mut cells);
        let mut indicators = segment.indicators.iter().peekable();
        let mut grown = 0;
        for (at, char) in chars.iter().enumerate() {
            while let Some(next) = indicators.next_if(|next| next.at <= from + at) {
                let is_word = at > 0 && letters[at - 1] == ' ';
                grown += insert_indicator(next, place(at) + grown, is_word, offset, &mut cells, out);
            }
            let place = place(at) + grown;
            let Some(here) = cells.get(place).copied() else { continue };
            if char.c == LONG_DASH && EBAE.has_table(table) && here == HYPHEN_CELL {
                cells.splice(place..place, [HYPHEN_CELL; 3]);
                grown += 3;
                shift_places(out, offset + place, 3);
                continue;
            }
            // The American edition has two cells for a closing inner quotation mark, its table one.
            let (place, added) = if char.c == CLOSING_QUOTE_PLACEHOLDER && here == APOSTROPHE_CELL {
                (place, CLOSING_QUOTE_CELL)
            } else if place > 0
                && let Some(sign) = numbers::letter_sign(table, &letters, at, cells[place - 1], here)
            {
                (place, sign)
            } else if shortforms::begins_shortform_with_s(table, &letters, at) && here != GRADE_1_INDICATOR {
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
                && (!(char.is_digit_space || numbers::is_group_space(&letters, at))
                    || numbers::is_before_fraction(&letters, at))
                && numbers::is_between_numbers(&letters, at)
            {
                cells[place] = 0;
                (place + 1, NUMBER_SIGN)
            } else {
                continue;
            };
            cells.insert(place, added);
            grown += 1;
            shift_places(out, offset + place, 1);
        }
        for next in indicators {
            let end = cells.len();
            insert_indicator(next, end, false, offset, &mut cells, out);
        }
        out.cells.extend(cells);
        Ok(())
    }
}

/// The character at an index. `None` before the first character and after the last.
fn char_at(chars: &[TranslatedChar], at: Option<usize>) -> Option<char> {
    Some(chars.get(at?)?.c)
}

/// Returns true for a character behind a hyphen, dash or slash within a word: a line may end before it.
fn follows_joint(chars: &[char], at: usize) -> bool {
    matches!(chars[at - 1], '-' | '/' | '\u{2010}' | '\u{2013}' | '\u{2014}')
        && chars[at].is_alphanumeric()
        && chars[at - 2] != ' '
}

/// Inserts an indicator at a position of the cells of a segment, which begin at `offset` in the output;
/// returns the number of inserted cells. `is_word`: it is before a word behind a space.
fn insert_indicator(
    indicator: &Indicator,
    place: usize,
    is_word: bool,
    offset: usize,
    cells: &mut Vec<u8>,
    out: &mut Text,
) -> usize {
    let mut place = place.min(cells.len());
    let is_joined = is_word && cells[..place].last().is_some_and(|cell| JOINED_WORDS.contains(cell));
    // Indicators are nested, and a passage in capitals within began later.
    if indicator.is_end && cells[place..].starts_with(&capitals::PASSAGE_TERMINATOR) {
        place += capitals::PASSAGE_TERMINATOR.len();
    }
    let blank = is_joined.then_some(0);
    let added = indicator.cells.len() + usize::from(is_joined);
    cells.splice(place..place, blank.into_iter().chain(indicator.cells.iter().copied()));
    shift_places(out, offset + place, added);
    added
}

/// Moves marks and possible ends of lines that are behind a cell, because cells were inserted there.
fn shift_places(out: &mut Text, after: usize, added: usize) {
    out.breaks.iter_mut().filter(|spot| **spot > after).for_each(|spot| *spot += added);
    out.marks.iter_mut().filter(|(spot, _)| *spot > after).for_each(|(spot, _)| *spot += added);
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

/// The words and, for, of, the, with and a, between which the American edition has no spaces.
const JOINED_WORDS: [u8; 6] = [0b10_1111, 0b11_1111, 0b11_0111, 0b10_1110, 0b11_1110, 0b00_0001];
const EMPHASIS_FORMS: u16 = ITALIC_FORM | UNDERLINE_FORM | BOLD_FORM;
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
