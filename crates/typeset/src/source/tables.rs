//! Tables: header cells with their scope, spans, captions and summaries.

use std::fmt::Write as _;

use books::grid::{Slot, grid, heads, width};
use books::model::{Cell, Row, Scope, Table};

use super::{DEPTH, Writer};
use crate::escape::literal;

/// Wider tables are no tables: their cells follow one another.
const COLUMNS: usize = 24;

impl<'a> Writer<'a> {
    pub(super) fn table(&mut self, table: &'a Table) {
        let rows: Vec<&'a Row> = table.rows().collect();
        let head = heads(table);
        let mut slots = grid(&rows[..head]);
        slots.extend(grid(&rows[head..]));
        let columns = width(&slots);
        if table.layout || columns == 0 || columns > COLUMNS || self.depth >= DEPTH {
            self.blocks(&table.caption);
            return rows.iter().flat_map(|row| &row.cells).for_each(|cell| self.blocks(&cell.blocks));
        }
        self.settle();
        let outline = std::mem::replace(&mut self.outline, false);
        self.depth += 2;
        let caption = !table.caption.is_empty();
        // Wide tables in smaller letters, still those of large print.
        let size = match columns {
            0..=4 => 18,
            5..=7 => 16,
            _ => 14,
        };
        self.out.push_str(if caption { "#figure(kind: table, caption: [" } else { "#[" });
        if caption {
            self.flat(&table.caption);
            self.out.push_str("], ");
        }
        let hash = if caption { "" } else { "#" };
        let _ = write!(self.out, "{hash}text(size: {size}pt, ");
        if let Some(summary) = table.summary.as_deref().map(str::trim).filter(|summary| !summary.is_empty()) {
            let _ = write!(self.out, "pdf.table-summary(summary: {}, ", literal(summary));
        } else {
            self.out.push_str("identity(");
        }
        let _ = write!(self.out, "table(columns: {columns}");
        if head > 0 {
            self.out.push_str(", table.header(");
            for (row, slots) in rows[..head].iter().zip(&slots) {
                self.row(row, slots, columns, true);
            }
            self.out.push(')');
        }
        for (row, slots) in rows[head..].iter().zip(&slots[head..]) {
            self.out.push_str(", ");
            self.row(row, slots, columns, false);
        }
        self.out.push_str(")))");
        self.out.push_str(if caption { ")\n" } else { "]\n" });
        self.depth -= 2;
        self.outline = outline;
    }

    fn row(&mut self, row: &'a Row, slots: &[Slot<'a>], columns: usize, head: bool) {
        self.wait_for(&row.attrs.ids);
        let mut filled = 0;
        for slot in slots {
            match slot {
                Slot::Cell(cell, width) => self.cell(cell, *width, head),
                Slot::Gap => self.out.push_str("[], "),
                // The typesetter leaves the place free by itself.
                Slot::Below(_) => {}
            }
            filled += slot.width();
        }
        for _ in filled..columns {
            self.out.push_str("[], ");
        }
        if self.out.ends_with(", ") {
            self.out.truncate(self.out.len() - 2);
        }
        if head {
            self.out.push_str(", ");
        }
    }

    fn cell(&mut self, cell: &'a Cell, width: usize, head: bool) {
        let header = cell.header && !head;
        if header {
            let scope = match cell.scope {
                Some(Scope::Column | Scope::ColumnGroup) => "column",
                _ => "row",
            };
            let _ = write!(self.out, "pdf.header-cell(scope: \"{scope}\", ");
        }
        self.out.push_str("table.cell(");
        if width > 1 {
            let _ = write!(self.out, "colspan: {width}, ");
        }
        if cell.row_span > 1 {
            let _ = write!(self.out, "rowspan: {}, ", cell.row_span);
        }
        self.out.push_str(")[");
        let bold = cell.header || head;
        if bold {
            self.out.push_str("#strong[");
        }
        let opened = self.enter(&cell.attrs);
        self.loose(&cell.blocks);
        self.leave(opened);
        if bold {
            self.out.push(']');
        }
        self.out.push_str(if header { "]), " } else { "], " });
    }
}
