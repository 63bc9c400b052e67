//! The grid of a table, for formats that want a cell in each place.

mod columns;

use crate::model::{Cell, Row, Table};

pub use columns::{ColumnExtent, measure_columns, share_room};

/// Tables with more columns are not laid out as tables: Word refuses them, and no page is wide enough.
pub(crate) const MAX_COLUMNS: usize = 63;

/// Places of the largest table that is laid out in rows and columns, those that spans cover included. The
/// contents of larger ones follow one another.
pub(crate) const MAX_PLACES: usize = 500_000;

/// A place in the grid of a table.
#[derive(Debug, Clone, Copy)]
pub enum GridSlot<'a> {
    /// A cell that begins here.
    Cell(&'a Cell, usize),
    /// Continuation of a cell from a row above, over this many columns.
    Below(usize),
    /// The row ends before.
    Gap,
}

impl GridSlot<'_> {
    /// Columns.
    pub fn column_span(&self) -> usize {
        match self {
            GridSlot::Cell(_, width) | GridSlot::Below(width) => *width,
            GridSlot::Gap => 1,
        }
    }
}

/// The columns of a grid.
pub fn column_count(grid: &[Vec<GridSlot<'_>>]) -> usize {
    grid.iter().map(|row| row.iter().map(GridSlot::column_span).sum()).max().unwrap_or(0)
}

/// The number of rows at the top that are headings. In a table without a head, these are the first rows of
/// nothing but headings, unless all of them are titles of the whole table, or one of their cells reaches
/// below them.
pub fn count_head_rows(table: &Table) -> usize {
    if !table.head.is_empty() {
        return table.head.len();
    }
    let rows = table.body.as_slice();
    let is_heading = |row: &&Row| !row.cells.is_empty() && row.cells.iter().all(|cell| cell.header);
    let leading = rows.iter().take_while(is_heading).count();
    let has_columns = |rows: &[Row]| rows.iter().any(|row| row.cells.len() > 1);
    let count = match leading {
        0 => 0,
        // A table of nothing but headings, or of many, has one row of them at its top.
        _ if leading == rows.len() || leading > MAX_HEAD_ROWS => {
            usize::from(rows.len() > 1 && has_columns(&rows[..1]))
        }
        _ => leading,
    };
    let heads = &rows[..count];
    let reaches_below = heads
        .iter()
        .enumerate()
        .any(|(n, row)| row.cells.iter().any(|cell| n + usize::from(cell.row_span.max(1)) > count));
    let is_title = !has_columns(heads) && has_columns(rows);
    if is_title || reaches_below { 0 } else { count }
}

/// Rows of headings in a table whose head is not marked.
const MAX_HEAD_ROWS: usize = 4;

/// Places the cells with their spans in a grid. If a table is too wide or too large, the grid ends early,
/// with a row that is wider than any table.
pub fn build_grid<'a>(rows: &[&'a Row]) -> Vec<Vec<GridSlot<'a>>> {
    // For each column where a cell from above still reaches: rows left, columns of it.
    let mut above: Vec<(usize, usize)> = Vec::new();
    let mut out: Vec<Vec<GridSlot<'_>>> = Vec::with_capacity(rows.len());
    let mut places = 0;
    for (n, row) in rows.iter().enumerate() {
        let remaining_rows = rows.len() - n;
        let mut slots = Vec::new();
        let mut next: Vec<(usize, usize)> = Vec::new();
        let mut cells = row.cells.iter();
        let mut column = 0;
        loop {
            if let Some((reach, width)) = above.get(column).copied().filter(|(reach, _)| *reach > 0) {
                slots.push(GridSlot::Below(width));
                next.resize(column + width, (0, 0));
                next[column] = (reach - 1, width);
                column += width;
                continue;
            }
            let Some(cell) = cells.next() else {
                // Cells from above may extend beyond the end of a short row.
                match (column..above.len()).find(|at| above[*at].0 > 0) {
                    Some(at) => {
                        slots.extend((column..at).map(|_| GridSlot::Gap));
                        column = at;
                        continue;
                    }
                    None => break,
                }
            };
            let free =
                (column + 1..above.len()).find(|at| above[*at].0 > 0).map_or(usize::MAX, |at| at - column);
            let width = usize::from(cell.column_span.max(1)).min(free).min(MAX_COLUMNS + 1);
            slots.push(GridSlot::Cell(cell, width));
            next.resize(next.len().max(column + width), (0, 0));
            next[column] = (usize::from(cell.row_span.max(1)).min(remaining_rows) - 1, width);
            column += width;
            if column > 4 * MAX_COLUMNS {
                break;
            }
        }
        above = next;
        places += column.max(1);
        out.push(slots);
        if column > 4 * MAX_COLUMNS || places > MAX_PLACES {
            out.push(vec![GridSlot::Below(4 * MAX_COLUMNS)]);
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_with_spans(spans: &[(u16, u16)]) -> Row {
        let cell = |(columns, rows): &(u16, u16)| Cell {
            attrs: crate::model::Attrs::default(),
            header: false,
            scope: None,
            row_span: *rows,
            column_span: *columns,
            blocks: Vec::new(),
        };
        Row { cells: spans.iter().map(cell).collect(), ..Row::default() }
    }

    fn draw_rows(rows: &[Row]) -> Vec<String> {
        let rows: Vec<&Row> = rows.iter().collect();
        let sign = |slot: &GridSlot<'_>| match slot {
            GridSlot::Cell(_, width) => "c".repeat(*width),
            GridSlot::Below(width) => "|".repeat(*width),
            GridSlot::Gap => ".".into(),
        };
        build_grid(&rows).iter().map(|row| row.iter().map(sign).collect()).collect()
    }

    #[test]
    fn rows_of_headings_are_the_head() {
        // For each row, the headings and the other cells in it.
        let count = |rows: &[(usize, usize)], span: u16| {
            let row = |(headings, others): &(usize, usize)| {
                let mut row = row_with_spans(&vec![(1, 1); headings + others]);
                row.cells[..*headings].iter_mut().for_each(|cell| cell.header = true);
                row
            };
            let mut body: Vec<Row> = rows.iter().map(row).collect();
            body[0].cells[0].row_span = span;
            count_head_rows(&Table { body, ..Table::default() })
        };
        assert_eq!(count(&[(2, 0), (1, 1)], 1), 1);
        assert_eq!(count(&[(1, 0), (2, 0), (0, 2)], 1), 2);
        assert_eq!(count(&[(1, 0), (0, 1), (0, 1)], 1), 1, "one column");
        assert_eq!(count(&[(1, 0), (0, 2)], 1), 0, "a title");
        assert_eq!(count(&[(1, 0), (1, 0)], 1), 0, "a list of headings");
        assert_eq!(count(&[(2, 0), (2, 0)], 1), 1);
        assert_eq!(count(&[(2, 0), (0, 1)], 2), 0, "a heading of two rows");
        assert_eq!(count(&[(2, 0), (1, 0), (0, 2)], 2), 2);
        assert_eq!(count(&[(0, 2), (2, 0)], 1), 0);
        assert_eq!(count(&[(2, 0)], 1), 0);
    }

    #[test]
    fn spans_move_the_cells_next_to_and_below_them() {
        assert_eq!(
            draw_rows(&[
                row_with_spans(&[(2, 1), (1, 9)]),
                row_with_spans(&[(1, 2), (1, 1)]),
                row_with_spans(&[(1, 1)])
            ]),
            ["ccc", "cc|", "|c|"]
        );
        assert_eq!(
            draw_rows(&[row_with_spans(&[(1, 1), (1, 1), (1, 2)]), row_with_spans(&[(1, 1)])]),
            ["ccc", "c.|"]
        );
        // A wide cell ends where one from above is.
        assert_eq!(
            draw_rows(&[row_with_spans(&[(1, 1), (1, 2)]), row_with_spans(&[(5, 1), (1, 1)])]),
            ["cc", "c|c"]
        );
    }

    #[test]
    fn spans_never_cover_more_places_than_a_table_has() {
        let huge: Vec<Row> = (0..200).map(|_| row_with_spans(&[(1000, 65_534); 200])).collect();
        let long: Vec<Row> = std::iter::once(row_with_spans(&[(1, 65_534); 60]))
            .chain((0..60_000).map(|_| row_with_spans(&[(1, 1)])))
            .collect();
        for rows in [huge, long] {
            let rows: Vec<&Row> = rows.iter().collect();
            let made = build_grid(&rows);
            let slots: usize = made.iter().map(Vec::len).sum();
            assert!(slots <= MAX_PLACES + 4 * MAX_COLUMNS, "{slots}");
            assert!(column_count(&made) > MAX_COLUMNS);
        }
    }
}
