//! Tables: a grid with spans, header rows that are repeated on each page.

use crate::grid::{COLUMNS, Extent, Slot, extents, grid, heads, shares, width};
use crate::model::{Row, Table, flat_lines, plain_text, squeezed};

use super::text::{Place, TextWriter};

/// Twentieths of a point between the margins.
const WIDTH: usize = 9360;
/// What a letter takes on the average in a wide font, a bold one, and a cell at its sides. Word measures the
/// letters itself; this is where it begins.
const LETTER: f64 = 220.0;
const BOLD: f64 = 255.0;
const SIDES: f64 = 240.0;

/// How wide the columns are, together as wide as the page: none narrower than its longest word while there is
/// room.
fn widths(grid: &[Vec<Slot<'_>>], heads: usize, columns: usize) -> Vec<usize> {
    let letters = |text: &str| f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX));
    let measure = |text: &str, bold| letters(text) * if bold { BOLD } else { LETTER };
    let with_sides = |by: Extent| Extent { word: by.word + SIDES, line: by.line + SIDES };
    let wanted: Vec<Extent> = extents(grid, heads, columns, &measure).into_iter().map(with_sides).collect();
    let room = f64::from(u32::try_from(WIDTH).unwrap_or(u32::MAX));
    let shared = shares(&wanted, room).unwrap_or_else(|| wanted.iter().map(|extent| extent.word).collect());
    let all: f64 = shared.iter().sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of the page's width")]
    shared.into_iter().map(|share| (share / all * room) as usize).collect()
}

impl<'a> TextWriter<'a> {
    pub(super) fn table(&mut self, table: &'a Table) {
        self.within("Caption", 0, &table.caption);
        let rows: Vec<&'a Row> = table.rows().collect();
        let heads = heads(table);
        // A cell of the head does not reach into the body.
        let mut grid = grid(&rows[..heads]);
        grid.extend(crate::grid::grid(&rows[heads..]));
        let columns = width(&grid);
        if table.layout || columns == 0 || columns > COLUMNS {
            // It only arranges its contents: they follow one another.
            for cell in rows.iter().flat_map(|row| &row.cells) {
                self.blocks(&cell.blocks);
            }
            return;
        }
        self.settle_number();
        let first_column =
            rows.iter().skip(heads).all(|row| row.cells.first().is_none_or(|cell| cell.header));
        self.properties(table, heads > 0, first_column && rows.len() > heads);
        self.xml.open("w:tblGrid");
        let widths = widths(&grid, heads, columns);
        for width in &widths {
            self.xml.open("w:gridCol").attr("w:w", &width.to_string()).close();
        }
        self.xml.close().line();
        let outer = self.place;
        self.place = Place { style: "TableText", indent: 0, list_level: 0, outline: false, ..outer };
        for (n, slots) in grid.iter().enumerate() {
            self.row(rows[n], slots, &widths, n < heads);
        }
        self.place = outer;
        self.xml.close().line();
        // Two tables without a paragraph between them would be one.
        self.spacer();
    }

    fn properties(&mut self, table: &Table, first_row: bool, first_column: bool) {
        self.xml.open("w:tbl").open("w:tblPr").open("w:tblStyle").attr("w:val", "BookTable").close();
        if self.place.dir == crate::model::Direction::Rtl {
            self.xml.open("w:bidiVisual").close();
        }
        self.xml.open("w:tblW").attr("w:w", "5000").attr("w:type", "pct").close().open("w:tblLook");
        let flag = |on: bool| if on { "1" } else { "0" };
        self.xml.attr("w:val", "04A0").attr("w:firstRow", flag(first_row)).attr("w:lastRow", "0");
        self.xml.attr("w:firstColumn", flag(first_column)).attr("w:lastColumn", "0");
        self.xml.attr("w:noHBand", "1").attr("w:noVBand", "1").close();
        let caption = squeezed(&flat_lines(&table.caption).map(plain_text).collect::<Vec<_>>().join(" "));
        if !caption.is_empty() {
            self.xml.open("w:tblCaption").attr("w:val", &caption).close();
        }
        if let Some(summary) = &table.summary {
            self.xml.open("w:tblDescription").attr("w:val", summary).close();
        }
        self.xml.close();
    }

    fn row(&mut self, row: &'a Row, slots: &[Slot<'a>], widths: &[usize], head: bool) {
        let outer = self.enter(&row.attrs);
        // A row stays on one page, where it fits.
        self.xml.open("w:tr").open("w:trPr").open("w:cantSplit").close();
        if head {
            self.xml.open("w:tblHeader").close();
        }
        self.xml.close();
        let mut filled = 0;
        for slot in slots {
            self.slot(slot, widths[filled..].iter().take(slot.width()).sum());
            filled += slot.width();
        }
        for width in widths.iter().skip(filled) {
            self.slot(&Slot::Gap, *width);
        }
        self.xml.close().line();
        self.leave(outer);
    }

    fn slot(&mut self, slot: &Slot<'a>, width: usize) {
        self.xml.open("w:tc").open("w:tcPr").open("w:tcW");
        self.xml.attr("w:w", &width.to_string()).attr("w:type", "dxa").close();
        if slot.width() > 1 {
            self.xml.open("w:gridSpan").attr("w:val", &slot.width().to_string()).close();
        }
        match slot {
            Slot::Cell(cell, _) if cell.row_span > 1 => {
                self.xml.open("w:vMerge").attr("w:val", "restart").close();
            }
            Slot::Below(_) => {
                self.xml.open("w:vMerge").close();
            }
            _ => {}
        }
        self.xml.close();
        let before = self.xml.len();
        if let Slot::Cell(cell, _) = slot {
            let outer = self.enter(&cell.attrs);
            if cell.header {
                self.place.style = "TableHeading";
            }
            self.blocks(&cell.blocks);
            self.leave(outer);
        }
        // A cell ends with a paragraph.
        if self.xml.len() == before || self.xml.ends_with("</w:tbl>\n") {
            self.empty_paragraph();
        }
        self.xml.close();
    }

    fn spacer(&mut self) {
        self.paragraph_begins();
        self.xml.open("w:p").open("w:pPr").open("w:spacing").attr("w:before", "0").attr("w:after", "0");
        self.xml.attr("w:line", "240").attr("w:lineRule", "exact").close().close();
        self.settle_bookmarks();
        self.xml.close().line();
    }
}
