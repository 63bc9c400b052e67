//! A workbook and its sheets.

use std::collections::HashSet;
use std::io::{Cursor, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Reader as _, SheetType, SheetVisible, Xlsx};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::{Result, to_damage, workbook_error};
use crate::number_formats::PaddedStyles;
use crate::{Container, SheetLimits, SheetRows, WorkbookError};

/// Parts that say nothing about cells.
const SKIPPED_FOLDERS: [&str; 9] = [
    "docprops/", "customxml/", "/media/", "/drawings/", "/charts/", "/pivottables/", "/pivotcache/",
    "/externallinks/", "/printersettings/",
];
/// The attribute by which the reader of workbooks reserves memory, whatever it says.
const COUNT_ATTRIBUTE: &[u8] = b"uniqueCount";

/// Opens the workbook in a zip file, and lets `read` read its sheets. A panic of the workbook reader is
/// reported as a fault of the file, and ends only the reading of this file.
///
/// # Errors
/// The workbook is damaged, has a password or exceeds a limit; the errors of `read`.
pub fn read_workbook<T, E: From<WorkbookError>>(
    container: &mut Container<'_>,
    limits: SheetLimits,
    read: impl FnOnce(&mut Workbook) -> Result<T, E>,
) -> Result<T, E> {
    let repacked = repack_parts(container)?;
    let result = catch_unwind(AssertUnwindSafe(|| -> Result<T, E> {
        let inner = Xlsx::new(Cursor::new(repacked)).map_err(|error| workbook_error(&error))?;
        read(&mut Workbook { inner, limits, bytes_left: limits.text_bytes })
    }));
    result.unwrap_or_else(|_| Err(to_damage(&"the workbook cannot be read").into()))
}

/// A workbook whose parts have been unpacked.
pub struct Workbook {
    inner: Xlsx<Cursor<Vec<u8>>>,
    limits: SheetLimits,
    /// Bytes that the texts of cells of all sheets may still have.
    bytes_left: u64,
}

impl Workbook {
    /// The number of all sheets, also hidden ones and charts.
    pub fn sheet_count(&self) -> usize {
        self.inner.sheets_metadata().len()
    }

    /// The names of the sheets with cells that are not hidden, in their order.
    pub fn visible_sheets(&self) -> Vec<String> {
        let sheets = self.inner.sheets_metadata().iter();
        let visible = sheets
            .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
        visible.map(|sheet| sheet.name.clone()).collect()
    }

    /// Returns true if days are counted from 1904, not from 1900.
    pub fn has_1904_epoch(&self) -> bool {
        self.inner.has_1904_epoch()
    }

    /// The rows of a sheet, from the first.
    ///
    /// # Errors
    /// The sheet is missing or damaged.
    pub fn open_rows(&mut self, sheet: &str) -> Result<SheetRows<'_>> {
        let cells = self.inner.worksheet_cells_reader(sheet).map_err(|error| workbook_error(&error))?;
        Ok(SheetRows::new(cells, self.limits, &mut self.bytes_left))
    }
}

/// The parts that describe cells, not compressed, in a zip file whose sizes are known to be true.
fn repack_parts(container: &mut Container<'_>) -> Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut seen = HashSet::new();
    // Styles come first, because they say how the numbers of sheets are shown.
    let mut order: Vec<usize> = (0..container.names().len()).collect();
    order.sort_by_key(|index| !is_styles_part(&container.names()[*index]));
    let mut styles = PaddedStyles::default();
    for index in order {
        let name = container.names()[index].clone();
        let lower = name.to_ascii_lowercase();
        let is_part = [".xml", ".rels"].iter().any(|ending| lower.ends_with(ending));
        let is_skipped = SKIPPED_FOLDERS.iter().any(|folder| lower.contains(folder));
        if !is_part || is_skipped || !seen.insert(lower.clone()) {
            continue;
        }
        let mut part = to_utf8(container.unpack_entry(index)?);
        // Such characters are not allowed in XML, and are part of encodings other than UTF-8.
        if part.iter().any(|byte| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) {
            return Err(to_damage(&format!("{name} is not XML in UTF-8")));
        }
        if lower.ends_with("sharedstrings.xml") {
            rename_count(&mut part);
        } else if is_styles_part(&name) {
            styles = PaddedStyles::from_part(&part);
        } else if lower.contains("/worksheets/") {
            part = styles.pad_numbers(&part).unwrap_or(part);
        }
        writer.start_file(name, options).map_err(|error| to_damage(&error))?;
        writer.write_all(&part).map_err(|error| to_damage(&error))?;
    }
    Ok(writer.finish().map_err(|error| to_damage(&error))?.into_inner())
}

/// A part in UTF-8, although some programs write UTF-16, with its mark.
fn to_utf8(part: Vec<u8>) -> Vec<u8> {
    let read_unit = match part.as_slice() {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return part,
    };
    let (pairs, _) = part[2..].as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| read_unit(*pair)).collect();
    let text = String::from_utf16_lossy(&units);
    text.replacen("UTF-16", "UTF-8", 1).replacen("utf-16", "utf-8", 1).into_bytes()
}

fn is_styles_part(name: &str) -> bool {
    name.eq_ignore_ascii_case("xl/styles.xml")
}

/// Renames the attribute with the number of texts, wherever there may be one.
fn rename_count(part: &mut [u8]) {
    let mut at = 0;
    while let Some(next) = part[at..].iter().position(|byte| *byte == COUNT_ATTRIBUTE[0]) {
        at += next;
        if part[at..].starts_with(COUNT_ATTRIBUTE) {
            let after = part[at + COUNT_ATTRIBUTE.len()..].iter().find(|byte| !byte.is_ascii_whitespace());
            if after == Some(&b'=') {
                part[at] = b'U';
            }
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_utf_16_are_read() {
        let text = "<?xml version='1.0' encoding='UTF-16'?><t>é</t>";
        for big in [true, false] {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let part = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect();
            assert_eq!(to_utf8(part), text.replace("16", "8").into_bytes());
        }
        assert_eq!(to_utf8(text.into()), text.as_bytes());
    }

    #[test]
    fn the_stated_number_of_texts_is_not_believed() {
        let mut part = b"<sst count='1' uniqueCount = '99'><t>uniqueCount</t>".to_vec();
        rename_count(&mut part);
        assert_eq!(part, b"<sst count='1' UniqueCount = '99'><t>uniqueCount</t>");
    }
}
