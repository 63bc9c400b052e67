//! Tables: in columns where they fit, otherwise row by row.

use braille::Text;

use super::flow::Flow;
use super::inlines::{Line, RunContext};
use super::sheet::{Element, Para};
use super::wrap;
use crate::anchors::visit_ids;
use crate::error::Result;
use crate::grid::{GridSlot, MAX_PLACES, build_grid, count_head_rows};
use crate::model::{BlockKind, Cell, PageBreak, Row, Table, collapse_spaces, plain_text, walk_blocks};

/// Blank cells between two columns.
const COLUMN_GAP_CELLS: usize = 2;
/// Limit of lines of an entry in a column; longer ones are written row by row.
const MAX_ENTRY_LINES: usize = 4;
/// Columns of the widest table that is laid out in columns.
const MAX_COLUMNS: usize = 12;
/// Dots 5: an entry that is empty in print.
const EMPTY_ENTRY_CELLS: [u8; 2] = [0b01_0000, 0b01_0000];

/// A table with each entry in its column.
struct TableGrid {
    rows: Vec<Vec<Text>>,
    /// Rows of headings, at the beginning.
    heads: usize,
}

impl<'a> Flow<'a> {
    pub(super) fn push_table(&mut self, table: &'a Table) -> Result<()> {
        let begins = self.elements.len();
        self.push_blocks(&table.caption)?;
        for element in &mut self.elements[begins..] {
            if let Element::Para(para) = element {
                para.keep = true;
            }
        }
        // Entries with more than lines of text have no place in a column.
        let simple = table.rows().flat_map(|row| &row.cells).all(|cell| {
            cell.blocks.iter().all(|block| {
                matches!(block.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_) | BlockKind::PageBreak(_))
            })
        });
        let rows: Vec<&Row> = table.rows().collect();
        // Before the cells are translated, perhaps twice.
        let entries: Vec<Vec<usize>> = rows.iter().map(|row| self.take_row_entries(row)).collect();
        let (counted, described) =
            (self.letters.get_mut().section_count(), self.described_images.get_mut().len());
        if simple {
            let grid = self.build_grid(table, &rows)?;
            if let Some((grid, widths)) = grid.and_then(|grid| {
                fit_widths(&grid, usize::from(self.settings.cells)).map(|widths| (grid, widths))
            }) {
                // In columns a line cannot end at a print page, so all of them are written before.
                let labels = page_breaks(table).into_iter().map(|page| page.label.trim());
                let labels = labels.filter(|label| !label.is_empty());
                self.elements.extend(labels.map(|label| Element::PrintPage(label.to_owned())));
                self.push_columns(&grid, &widths, &entries);
                return Ok(());
            }
        }
        // The entry that did not fit is written again.
        self.letters.get_mut().reset_section(counted);
        self.described_images.get_mut().truncate(described);
        self.push_linear(table, &entries)
    }

    /// Entries of the contents that lead into a row: they begin with it.
    fn take_row_entries(&self, row: &Row) -> Vec<usize> {
        let mut entries = self.take_entries(&row.attrs.ids);
        for cell in &row.cells {
            entries.extend(self.take_entries(&cell.attrs.ids));
            walk_blocks(&cell.blocks, &mut |block| {
                visit_ids(block, &mut |ids| entries.extend(self.take_entries(ids)));
            });
        }
        entries
    }

    /// Each entry in its column; `None` for a table that is too wide or too large for columns.
    fn build_grid(&self, table: &'a Table, rows: &[&'a Row]) -> Result<Option<TableGrid>> {
        if rows.iter().any(|row| row.cells.len() > MAX_COLUMNS)
            || rows.len().saturating_mul(MAX_COLUMNS) > MAX_PLACES
        {
            return Ok(None);
        }
        let heads = count_head_rows(table);
        let mut made: Vec<Vec<Text>> = Vec::new();
        // Columns that an entry of a row above still covers, and for how many rows.
        let mut covered: Vec<u16> = Vec::new();
        for row in rows {
            let mut texts = Vec::new();
            let skip = |texts: &mut Vec<Text>, covered: &mut Vec<u16>| {
                while let Some(left) = covered.get_mut(texts.len()).filter(|left| **left > 0) {
                    *left -= 1;
                    texts.push(Text::default());
                }
            };
            for cell in &row.cells {
                skip(&mut texts, &mut covered);
                let text = self.translate_entry(cell)?;
                for column in 0..cell.column_span.clamp(1, 100) {
                    let at = texts.len();
                    if covered.len() <= at {
                        covered.resize(at + 1, 0);
                    }
                    covered[at] = cell.row_span.saturating_sub(1);
                    texts.push(if column == 0 { text.clone() } else { Text::default() });
                }
            }
            skip(&mut texts, &mut covered);
            if texts.len() > MAX_COLUMNS {
                return Ok(None);
            }
            made.push(texts);
        }
        let columns = made.iter().map(Vec::len).max().unwrap_or_default();
        for row in &mut made {
            row.resize(columns, Text::default());
        }
        Ok(Some(TableGrid { rows: made, heads }))
    }

    fn translate_entry(&self, cell: &'a Cell) -> Result<Text> {
        let mut whole = Line::default();
        for block in &cell.blocks {
            for line in self.collect_lines(block.inlines(), RunContext::default()) {
                if !whole.pieces.is_empty() {
                    whole.pieces.push(braille::Piece::from_text(" "));
                }
                whole.pieces.extend(line.pieces);
            }
        }
        let mut text = self.translate_line(&whole)?.text;
        text.marks.clear();
        Ok(text)
    }

    fn push_columns(&mut self, grid: &TableGrid, widths: &[usize], entries_of_rows: &[Vec<usize>]) {
        for (n, row) in grid.rows.iter().enumerate() {
            let entries: Vec<Vec<Vec<u8>>> = row
                .iter()
                .zip(widths)
                .map(|(text, width)| wrap::wrap_lines(text, *width, width.saturating_sub(2)))
                .collect();
            let tall = entries.iter().map(Vec::len).max().unwrap_or_default();
            let mut rows = Vec::new();
            for line in 0..tall {
                let mut cells = Vec::new();
                let mut column = 0;
                for (entry, width) in entries.iter().zip(widths) {
                    cells.resize(column, 0);
                    match entry.get(line) {
                        Some(part) => {
                            cells.resize(column + if line > 0 { 2 } else { 0 }, 0);
                            cells.extend(part);
                        }
                        None if entry.is_empty() && line == 0 && *width >= 2 && n >= grid.heads => {
                            cells.extend(EMPTY_ENTRY_CELLS);
                        }
                        None => {}
                    }
                    column += width + COLUMN_GAP_CELLS;
                }
                while cells.last() == Some(&0) {
                    cells.pop();
                }
                rows.push(cells);
            }
            if n + 1 == grid.heads {
                rows.push(heading_rule(widths));
            }
            let begin = entries_of_rows.get(n).into_iter().flatten();
            self.elements.extend(begin.map(|number| Element::Heading(*number)));
            self.elements.push(Element::Rows(rows));
        }
    }

    /// Row by row: the first entry, then each other one after the heading of its column.
    fn push_linear(&mut self, table: &'a Table, entries_of_rows: &[Vec<usize>]) -> Result<()> {
        let rows: Vec<&Row> = table.rows().collect();
        let heads = count_head_rows(table);
        let mut grid = build_grid(&rows[..heads]);
        let names = column_names(&grid);
        grid.extend(build_grid(&rows[heads..]));
        let headed = names.iter().any(|name| !name.is_empty());
        let said = if headed { self.phrases.linear_headed } else { self.phrases.linear };
        self.push_transcribers_note(&[said], true)?;
        for (n, (row, entries)) in rows.into_iter().zip(entries_of_rows).enumerate() {
            self.elements.extend(entries.iter().map(|number| Element::Heading(*number)));
            // The headings themselves are read first, and then before each entry.
            let columns = grid.get(n).map(|slots| first_columns(slots)).unwrap_or_default();
            for (at, cell) in row.cells.iter().enumerate() {
                let column = columns.get(at).copied().unwrap_or(at);
                let heading = names.get(column).filter(|_| n >= heads && column > 0);
                self.push_linear_cell(cell, heading.map(String::as_str), column)?;
            }
        }
        Ok(())
    }

    fn push_linear_cell(&mut self, cell: &'a Cell, heading: Option<&str>, column: usize) -> Result<()> {
        let first = if column == 0 { 0 } else { 2 };
        let mut heading = heading.filter(|heading| !heading.is_empty());
        for block in &cell.blocks {
            match &block.kind {
                BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) => {
                    for mut line in self.collect_lines(inlines, RunContext::default()) {
                        if let Some(heading) = heading.take() {
                            line.pieces.insert(0, braille::Piece::from_text(format!("{heading}: ")));
                        }
                        let para = self.translate_line(&line)?;
                        self.elements.push(Element::Para(Para { first, runover: 4, ..para }));
                    }
                }
                _ => {
                    let is_page = matches!(block.kind, BlockKind::PageBreak(_));
                    if let Some(heading) = heading.take_if(|_| !is_page) {
                        let pieces = vec![braille::Piece::from_text(format!("{heading}:"))];
                        let para = self.translate_line(&Line { pieces, ..Line::default() })?;
                        self.elements.push(Element::Para(Para { first, runover: 4, ..para }));
                    }
                    self.push_blocks(std::slice::from_ref(block))?;
                }
            }
        }
        Ok(())
    }
}

/// The names of the columns, from all rows of headings, each without a colon at its end.
fn column_names(heads: &[Vec<GridSlot<'_>>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for slots in heads {
        let mut column = 0;
        for slot in slots {
            let end = column + slot.column_span();
            if let GridSlot::Cell(cell, _) = slot {
                names.resize(names.len().max(end), String::new());
                let text = entry_text(cell);
                for name in &mut names[column..end] {
                    *name = collapse_spaces(&format!("{name} {}", text.trim().trim_end_matches(':')));
                }
            }
            column = end;
        }
    }
    names
}

/// The columns in which the cells of a row begin.
fn first_columns(slots: &[GridSlot<'_>]) -> Vec<usize> {
    let mut next = 0;
    let columns = slots.iter().filter_map(|slot| {
        let column = next;
        next += slot.column_span();
        matches!(slot, GridSlot::Cell(..)).then_some(column)
    });
    columns.collect()
}

fn entry_text(cell: &Cell) -> String {
    let lines: Vec<String> = crate::model::flat_lines(&cell.blocks).map(plain_text).collect();
    lines.join(" ")
}

/// Pages of print that begin inside the entries.
fn page_breaks(table: &Table) -> Vec<&PageBreak> {
    let mut found = Vec::new();
    for cell in table.rows().flat_map(|row| &row.cells) {
        walk_blocks(&cell.blocks, &mut |block| block.walk_page_breaks(&mut |page| found.push(page)));
    }
    found
}

/// The widths of the columns with which a table fits; `None` if it does not.
fn fit_widths(grid: &TableGrid, width: usize) -> Option<Vec<usize>> {
    let columns = grid.rows.first().map_or(0, Vec::len);
    if columns == 0 || columns > MAX_COLUMNS {
        return None;
    }
    let of = |measure: &dyn Fn(&Text) -> usize| -> Vec<usize> {
        (0..columns)
            .map(|column| grid.rows.iter().map(|row| measure(&row[column])).max().unwrap_or_default().max(2))
            .collect()
    };
    let room = width.checked_sub(COLUMN_GAP_CELLS * (columns - 1))?;
    let mut chosen = of(&|text| text.cells.len());
    let least = of(&|text| {
        let longest = text.cells.split(|cell| *cell == 0).map(<[u8]>::len).max().unwrap_or_default();
        // The second line of an entry is two cells shorter than its first.
        longest + 2 * usize::from(text.cells.contains(&0))
    });
    while chosen.iter().sum::<usize>() > room {
        let widest = (0..columns)
            .filter(|column| chosen[*column] > least[*column])
            .max_by_key(|column| chosen[*column])?;
        chosen[widest] -= 1;
    }
    let fits = grid.rows.iter().all(|row| {
        row.iter().zip(&chosen).all(|(text, width)| {
            wrap::wrap_lines(text, *width, width.saturating_sub(2)).len() <= MAX_ENTRY_LINES
        })
    });
    fits.then_some(chosen)
}

/// The line between headings and entries: dot 5, then dots 2-5 as far as the column goes.
fn heading_rule(widths: &[usize]) -> Vec<u8> {
    let mut cells = Vec::new();
    let mut column = 0;
    for width in widths {
        cells.resize(column, 0);
        cells.push(0b01_0000);
        cells.extend(std::iter::repeat_n(0b01_0010, width - 1));
        column += width + COLUMN_GAP_CELLS;
    }
    cells
}
