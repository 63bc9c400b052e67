//! Tables: header cells with their scope, spans, captions and summaries.

use std::fmt::Write as _;

use books::grid::{
    ColumnExtent, GridSlot, build_grid, column_count, count_head_rows, measure_columns, share_room,
};
use books::model::{Block, BlockKind, Cell, Row, Scope, Table, collapse_spaces, plain_text};

use super::{MAX_BOX_DEPTH, SourceWriter};
use crate::escape::string_literal;
use crate::fonts;

/// Wider tables are written as consecutive cells.
const MAX_COLUMNS: usize = 24;

impl<'a> SourceWriter<'a> {
    pub(super) fn write_table(&mut self, table: &'a Table) {
        let rows: Vec<&'a Row> = table.rows().collect();
        let head = count_head_rows(table);
        let mut slots = build_grid(&rows[..head]);
        slots.extend(build_grid(&rows[head..]));
        let columns = column_count(&slots);
        if table.layout || columns == 0 || columns > MAX_COLUMNS || self.context.depth >= MAX_BOX_DEPTH {
            self.write_blocks(&table.caption);
            return rows.iter().flat_map(|row| &row.cells).for_each(|cell| self.write_blocks(&cell.blocks));
        }
        let bold = |text: &str, header: bool| fonts::measure_width(text, header);
        let Some(fit) =
            TableFit::from_extents(&measure_columns(&slots, head, columns, &bold), self.context.room)
        else {
            self.write_blocks(&table.caption);
            return self.write_as_lists(&slots, head, columns);
        };
        self.write_pending_places();
        let outline = std::mem::replace(&mut self.heading.outline, false);
        self.context.depth += 2;
        let caption = !table.caption.is_empty();
        self.out.push_str(if caption { "#figure(kind: table, caption: [" } else { "#[" });
        if caption {
            self.write_flat(&table.caption);
            self.out.push_str("], ");
        }
        let hash = if caption { "" } else { "#" };
        let _ = write!(self.out, "{hash}text(size: {}pt, ", fit.size);
        if let Some(summary) = table.summary.as_deref().map(str::trim).filter(|summary| !summary.is_empty()) {
            let _ = write!(self.out, "pdf.table-summary(summary: {}, ", string_literal(summary));
        } else {
            self.out.push_str("identity(");
        }
        let _ = write!(self.out, "table(inset: {}pt, columns: (", fit.inset);
        for width in &fit.widths {
            let _ = write!(self.out, "{width:.2}pt, ");
        }
        self.out.push(')');
        let font_size = std::mem::replace(&mut self.context.font_size, fit.size);
        if head > 0 {
            self.out.push_str(", table.header(");
            for (row, slots) in rows[..head].iter().zip(&slots) {
                self.write_row(row, slots, &fit, true);
            }
            self.out.push(')');
        }
        for (row, slots) in rows[head..].iter().zip(&slots[head..]) {
            self.out.push_str(", ");
            self.write_row(row, slots, &fit, false);
        }
        self.context.font_size = font_size;
        self.out.push_str(")))");
        self.out.push_str(if caption { ")\n" } else { "]\n" });
        self.context.depth -= 2;
        self.heading.outline = outline;
    }

    /// Writes a table whose words do not fit side by side row by row, each cell after the heading of its
    /// column.
    fn write_as_lists(&mut self, grid: &[Vec<GridSlot<'a>>], head: usize, columns: usize) {
        let mut names = vec![String::new(); columns];
        for slots in &grid[..head] {
            for (column, cell) in first_cells(slots) {
                for name in names.iter_mut().skip(column).take(usize::from(cell.column_span.max(1))) {
                    let text: String = cell.blocks.iter().map(Block::plain_text).collect();
                    *name = collapse_spaces(&format!("{name} {text}"));
                }
            }
        }
        for slots in &grid[head..] {
            for (column, cell) in
                first_cells(slots).filter(|(_, cell)| cell.blocks.iter().any(Block::has_content))
            {
                let name = names.get(column).filter(|name| !name.is_empty() && !cell.header);
                let line = match cell.blocks.as_slice() {
                    [Block { kind: BlockKind::Plain(line) | BlockKind::Paragraph(line), .. }]
                        if !plain_text(line).trim().is_empty() =>
                    {
                        Some(line)
                    }
                    _ => None,
                };
                let opened = self.enter_language(&cell.attrs);
                self.write_pending_places();
                self.out.push_str("#par[");
                if let Some(name) = name {
                    let _ = write!(self.out, "#strong({}) ", string_literal(&format!("{name}:")));
                }
                if let Some(line) = line {
                    self.out.push_str(if cell.header { "#strong[" } else { "#[" });
                    self.write_line(line);
                    self.out.push(']');
                }
                self.out.push_str("]\n");
                match line {
                    Some(line) => self.write_descriptions(line),
                    None => self.write_blocks(&cell.blocks),
                }
                self.leave_language(opened);
            }
        }
    }

    fn write_row(&mut self, row: &'a Row, slots: &[GridSlot<'a>], fit: &TableFit, head: bool) {
        self.add_pending_places(&row.attrs.ids);
        let mut filled = 0;
        for slot in slots {
            match slot {
                GridSlot::Cell(cell, width) => {
                    let room = std::mem::replace(&mut self.context.room, fit.cell_width(filled, *width));
                    self.write_cell(cell, *width, head);
                    self.context.room = room;
                }
                GridSlot::Gap => self.out.push_str("[], "),
                // The typesetter reserves the space by itself.
                GridSlot::Below(_) => {}
            }
            filled += slot.column_span();
        }
        for _ in filled..fit.widths.len() {
            self.out.push_str("[], ");
        }
        if self.out.ends_with(", ") {
            self.out.truncate(self.out.len() - 2);
        }
        if head {
            self.out.push_str(", ");
        }
    }

    fn write_cell(&mut self, cell: &'a Cell, width: usize, head: bool) {
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
        let opened = self.enter_language(&cell.attrs);
        self.write_container(&cell.blocks);
        self.leave_language(opened);
        if bold {
            self.out.push(']');
        }
        self.out.push_str(if header { "]), " } else { "], " });
    }
}

/// Ways to fit a table on a page.
struct TableFit {
    /// Font size in points, that of large print at most.
    size: f64,
    /// Points between text and the edge of its cell.
    inset: f64,
    /// Points of its columns.
    widths: Vec<f64>,
}

impl TableFit {
    /// Points between the edges of a cell that begins in a column and spans `width` columns.
    fn cell_width(&self, column: usize, width: usize) -> f64 {
        let all: f64 = self.widths.iter().skip(column).take(width).sum();
        (all - 2.0 * self.inset).max(self.size)
    }

    /// The largest font size at which every word fits in its column; `None` if there is none.
    fn from_extents(extents: &[ColumnExtent], room: f64) -> Option<Self> {
        // A few points for what is not measured, such as footnote numbers.
        const SPARE_POINTS: f64 = 1.0;
        // Wide tables also get smaller letters where the words would fit, so that lines are not too short.
        let largest = match extents.len() {
            0..=4 => 18.0,
            5..=7 => 16.0,
            _ => 14.0,
        };
        let steps = [(18.0, 7.0), (16.0, 7.0), (16.0, 5.0), (14.0, 5.0), (14.0, 3.0)];
        steps.into_iter().filter(|(size, _)| *size <= largest).find_map(|(size, inset)| {
            let around = 2.0 * inset + SPARE_POINTS;
            let points = |extent: &ColumnExtent| ColumnExtent {
                word: extent.word * size + around,
                line: extent.line * size + around,
            };
            let needs: Vec<ColumnExtent> = extents.iter().map(points).collect();
            Some(Self { size, inset, widths: share_room(&needs, room)? })
        })
    }
}

/// The cells that begin in a row, with their columns.
fn first_cells<'a>(slots: &[GridSlot<'a>]) -> impl Iterator<Item = (usize, &'a Cell)> {
    let mut column = 0;
    slots.iter().filter_map(move |slot| {
        let at = column;
        column += slot.column_span();
        if let GridSlot::Cell(cell, _) = slot { Some((at, *cell)) } else { None }
    })
}
