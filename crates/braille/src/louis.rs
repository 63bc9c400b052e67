//! The only place that calls liblouis. The library keeps its tables in memory that all threads share without
//! protection, so calls are serialized.
#![expect(unsafe_code, reason = "liblouis is a C library")]

use std::ffi::{CString, c_char, c_int, c_uint, c_ushort};
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use crate::codes::BRAILLE_CODES;
use crate::error::{Error, Result};

#[link(name = "louis")]
unsafe extern "C" {
    fn lou_charSize() -> c_int;
    fn lou_setLogLevel(level: c_int);
    fn lou_translate(
        table: *const c_char,
        input: *const c_uint,
        input_length: *mut c_int,
        output: *mut c_uint,
        output_length: *mut c_int,
        typeform: *mut c_ushort,
        spacing: *mut c_char,
        output_positions: *mut c_int,
        input_positions: *mut c_int,
        cursor: *mut c_int,
        mode: c_int,
    ) -> c_int;
}

/// Outputs Unicode cells, whatever the table's own signs are; nothing for undefined characters.
const TRANSLATION_MODE: c_int = 4 | 64 | 128;
/// `LOU_LOG_OFF`: errors are returned, not printed.
const LOG_LEVEL_OFF: c_int = 60_000;
/// Characters per call. A paragraph is rarely longer than ten thousand.
const MAX_CHARS_PER_CALL: usize = 1 << 20;
/// The first of the Unicode cells.
const BLANK_CELL: u32 = 0x2800;
/// Bits of the dots 7 and 8, which paper does not have.
pub(crate) const EIGHT_DOTS: u8 = 0xC0;

static LIBRARY_LOCK: Mutex<bool> = Mutex::new(false);

pub(crate) const ITALIC_FORM: u16 = 1;
pub(crate) const UNDERLINE_FORM: u16 = 2;
pub(crate) const BOLD_FORM: u16 = 4;
/// Without contractions.
pub(crate) const UNCONTRACTED_FORM: u16 = 0x1000;

/// Output of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TranslatedCells {
    /// The cells; dots 7 and 8 as bits 6 and 7.
    pub(crate) cells: Vec<u8>,
    /// For each character of the input, the position of its first cell.
    pub(crate) places: Vec<usize>,
}

/// Translates a text. `forms` has one set of bits per character.
pub(crate) fn translate(table: &'static str, text: &[u32], forms: &[u16]) -> Result<TranslatedCells> {
    if text.is_empty() {
        return Ok(TranslatedCells { cells: Vec::new(), places: Vec::new() });
    }
    let too_long = || Error::TooLong(text.len());
    if text.len() > MAX_CHARS_PER_CALL {
        return Err(too_long());
    }
    let name = CString::new(table).map_err(|_| Error::Table(table))?;
    let mut ready = LIBRARY_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    if !*ready {
        set_up()?;
        *ready = true;
    }
    let mut room = text.len() * 4 + 256;
    while let Ok(capacity) = c_int::try_from(room) {
        let mut read = c_int::try_from(text.len()).map_err(|_| too_long())?;
        let mut written = capacity;
        let mut output: Vec<c_uint> = vec![0; room];
        // The library writes into this array up to the length of the output.
        let mut typeform: Vec<c_ushort> = vec![0; room];
        typeform[..text.len()].copy_from_slice(&forms[..text.len()]);
        let mut places: Vec<c_int> = vec![0; room];
        let mut back: Vec<c_int> = vec![0; room];
        // SAFETY: the name ends with a zero and outlives the call. The input holds `read` characters. All
        // other arrays hold `room` elements, which is the `written` that the library gets and more than
        // `read`, and are of the types of the declaration in liblouis.h, whose character is 4 bytes
        // (`set_up`). A null pointer means that a result is not requested, as the manual allows. No other
        // thread calls, because the lock is held.
        let done = unsafe {
            lou_translate(
                name.as_ptr(),
                text.as_ptr(),
                &raw mut read,
                output.as_mut_ptr(),
                &raw mut written,
                typeform.as_mut_ptr(),
                null_mut(),
                places.as_mut_ptr(),
                back.as_mut_ptr(),
                null_mut(),
                TRANSLATION_MODE,
            )
        };
        if done == 0 {
            return Err(Error::Table(table));
        }
        let (read, written) =
            (usize::try_from(read).unwrap_or_default(), usize::try_from(written).unwrap_or_default());
        if read >= text.len() && written < room {
            let cells = output[..written].iter().map(|cell| dots_of_cell(*cell)).collect();
            let place = |place: &c_int| usize::try_from(*place).unwrap_or_default().min(written);
            return Ok(TranslatedCells { cells, places: places[..text.len()].iter().map(place).collect() });
        }
        room *= 4;
    }
    Err(too_long())
}

fn dots_of_cell(cell: u32) -> u8 {
    u8::try_from(cell.wrapping_sub(BLANK_CELL)).unwrap_or_default()
}

fn set_up() -> Result<()> {
    // SAFETY: neither takes a pointer; the caller holds the lock.
    let size = unsafe {
        lou_setLogLevel(LOG_LEVEL_OFF);
        lou_charSize()
    };
    match usize::try_from(size) {
        Ok(size) if size == size_of::<c_uint>() => Ok(()),
        other => Err(Error::CharSize(other.unwrap_or_default())),
    }
}

/// Returns true if tables are installed: reads one of them, which is fast. [`check_tables`] reads them
/// all.
pub fn is_installed() -> bool {
    BRAILLE_CODES.first().is_some_and(|code| translate(code.uncontracted, &[u32::from('a')], &[0]).is_ok())
}

/// Checks that every table exists; returns their number.
///
/// # Errors
/// The first table that cannot be read.
pub fn check_tables() -> Result<usize> {
    let mut tables: Vec<&'static str> =
        BRAILLE_CODES.iter().flat_map(|code| [code.uncontracted, code.contracted]).collect();
    tables.sort_unstable();
    tables.dedup();
    for table in &tables {
        translate(table, &[u32::from('a')], &[0])?;
    }
    Ok(tables.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_installed() {
        assert!(check_tables().unwrap() > 60);
    }

    #[test]
    fn an_unknown_table_is_an_error() {
        assert_eq!(translate("no-such.ctb", &[97], &[0]), Err(Error::Table("no-such.ctb")));
    }

    #[test]
    fn output_longer_than_the_first_guess_is_complete() {
        let text: Vec<u32> = "\u{2122}".repeat(3000).chars().map(u32::from).collect();
        let made = translate("en-us-g2.ctb", &text, &vec![0; text.len()]).unwrap();
        assert_eq!(made.cells.len() % 2, 0);
        assert!(made.cells.len() >= 6000, "{}", made.cells.len());
        assert_eq!(made.places.len(), 3000);
    }
}
