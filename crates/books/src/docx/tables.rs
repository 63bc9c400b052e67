//! Tables: a grid with spans, header rows that are repeated on each page.

use crate::grid::{
    ColumnExtent, GridSlot, MAX_COLUMNS, build_grid, column_count, count_head_rows, measure_columns,
    share_room,
};
use crate::model::{Row, Table, collapse_spaces, flat_lines, plain_text};

use super::text::{BlockContext, TextWriter};

/// Twentieths of a point between the margins.
const TEXT_WIDTH_TWIPS: usize = 9360;
/// Average width of a letter in a wide font, of a bold one, and the padding of a cell. Word measures the
/// letters itself, starting from these.
const LETTER_TWIPS: f64 = 220.0;
const BOLD_LETTER_TWIPS: f64 = 255.0;
const CELL_SIDES_TWIPS: f64 = 240.0;

/// The widths of the columns, together as wide as the page: none narrower than its longest word while there
/// is room.
fn column_widths(grid: &[Vec<GridSlot<'_>>], heads: usize, columns: usize) -> Vec<usize> {
    let letters = |text: &str| f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    let measure = |text: &str, bold| letters(text) * if bold { BOLD_LETTER_TWIPS } else { LETTER_TWIPS };
    let with_sides = |by: ColumnExtent| ColumnExtent {
        word: by.word + CELL_SIDES_TWIPS,
        line: by.line + CELL_SIDES_TWIPS,
    };
    let wanted: Vec<ColumnExtent> =
        measure_columns(grid, heads, columns, &measure).into_iter().map(with_sides).collect();
    let room = f64::from(u32::try_from(TEXT_WIDTH_TWIPS).unwrap_or(u32::MAX));
    let shared =
        share_room(&wanted, room).unwrap_or_else(|| wanted.iter().map(|extent| extent.word).collect());
    let all: f64 = shared.iter().sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the page's width")]
    shared.into_iter().map(|share| (share / all * room) as usize).collect()
}

impl<'a> TextWriter<'a> {
    pub(super) fn write_table(&mut self, table: &'a Table) {
        self.write_in_style("Caption", 0, &table.caption);
        let rows: Vec<&'a Row> = table.rows().collect();
        let heads = count_head_rows(table);
        // A cell of the head does not reach into the body.
        let mut grid = build_grid(&rows[..heads]);
        grid.extend(crate::grid::build_grid(&rows[heads..]));
        let columns = column_count(&grid);
        if table.layout || columns == 0 || columns > MAX_COLUMNS {
            // It only arranges its contents: they follow one another.
            for cell in rows.iter().flat_map(|row| &row.cells) {
                self.write_blocks(&cell.blocks);
            }
            return;
        }
        self.settle_number();
        // Rows of sums have no headings.
        let body = grid.get(heads..rows.len() - table.foot.len()).unwrap_or_default();
        let is_headed = |row: &Vec<GridSlot<'_>>| match row.first() {
            Some(GridSlot::Cell(cell, _)) => cell.header,
            _ => true,
        };
        self.write_table_properties(table, heads > 0, !body.is_empty() && body.iter().all(is_headed));
        self.xml.open("w:tblGrid");
        let widths = column_widths(&grid, heads, columns);
        for width in &widths {
            self.xml.open("w:gridCol").attr("w:w", &width.to_string()).close();
        }
        self.xml.close().end_line();
        let outer = self.place;
        self.place = BlockContext { style: "TableText", indent: 0, list_level: 0, outline: false, ..outer };
        for (n, slots) in grid.iter().enumerate() {
            self.write_row(rows[n], slots, &widths, n < heads);
        }
        self.place = outer;
        self.xml.close().end_line();
        // Two tables without a paragraph between them would be one.
        self.write_spacer();
    }

    fn write_table_properties(&mut self, table: &Table, first_row: bool, first_column: bool) {
        self.xml.open("w:tbl").open("w:tblPr").open("w:tblStyle").attr("w:val", "BookTable").close();
        if self.place.dir == crate::model::Direction::Rtl {
            self.xml.open("w:bidiVisual").close();
        }
        self.xml.open("w:tblW").attr("w:w", "5000").attr("w:type", "pct").close().open("w:tblLook");
        let flag = |on: bool| if on { "1" } else { "0" };
        // The same in bits, for older programs: no bands, first row, first column.
        let bits = 0x0600 | if first_row { 0x0020 } else { 0 } | if first_column { 0x0080 } else { 0 };
        self.xml.attr("w:val", &format!("{bits:04X}")).attr("w:firstRow", flag(first_row));
        self.xml.attr("w:lastRow", "0");
        self.xml.attr("w:firstColumn", flag(first_column)).attr("w:lastColumn", "0");
        self.xml.attr("w:noHBand", "1").attr("w:noVBand", "1").close();
        let caption =
            collapse_spaces(&flat_lines(&table.caption).map(plain_text).collect::<Vec<_>>().join(" "));
        if !caption.is_empty() {
            self.xml.open("w:tblCaption").attr("w:val", &caption).close();
        }
        if let Some(summary) = &table.summary {
            self.xml.open("w:tblDescription").attr("w:val", summary).close();
        }
        self.xml.close();
    }

    fn write_row(&mut self, row: &'a Row, slots: &[GridSlot<'a>], widths: &[usize], head: bool) {
        let outer = self.enter_context(&row.attrs);
        // A row stays on one page, where it fits.
        self.xml.open("w:tr").open("w:trPr").open("w:cantSplit").close();
        if head {
            self.xml.open("w:tblHeader").close();
        }
        self.xml.close();
        let mut filled = 0;
        for slot in slots {
            self.write_slot(slot, widths[filled..].iter().take(slot.column_span()).sum());
            filled += slot.column_span();
        }
        for width in widths.iter().skip(filled) {
            self.write_slot(&GridSlot::Gap, *width);
        }
        self.xml.close().end_line();
        self.leave_context(outer);
    }

    fn write_slot(&mut self, slot: &GridSlot<'a>, width: usize) {
        self.xml.open("w:tc").open("w:tcPr").open("w:tcW");
        self.xml.attr("w:w", &width.to_string()).attr("w:type", "dxa").close();
        if slot.column_span() > 1 {
            self.xml.open("w:gridSpan").attr("w:val", &slot.column_span().to_string()).close();
        }
        match slot {
            GridSlot::Cell(cell, _) if cell.row_span > 1 => {
                self.xml.open("w:vMerge").attr("w:val", "restart").close();
            }
            GridSlot::Below(_) => {
                self.xml.open("w:vMerge").close();
            }
            _ => {}
        }
        self.xml.close();
        let before = self.xml.len();
        if let GridSlot::Cell(cell, _) = slot {
            let outer = self.enter_context(&cell.attrs);
            if cell.header {
                self.place.style = "TableHeading";
            }
            self.write_blocks(&cell.blocks);
            self.leave_context(outer);
        }
        // A cell ends with a paragraph.
        if self.xml.len() == before || self.xml.ends_with("</w:tbl>\n") {
            self.write_empty_paragraph();
        }
        self.xml.close();
    }

    fn write_spacer(&mut self) {
        self.begin_paragraph();
        self.xml.open("w:p").open("w:pPr").open("w:spacing").attr("w:before", "0").attr("w:after", "0");
        self.xml.attr("w:line", "240").attr("w:lineRule", "exact").close().close();
        self.flush_bookmarks();
        self.xml.close().end_line();
    }
}
