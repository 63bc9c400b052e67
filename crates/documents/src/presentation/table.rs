//! Tables of slides.

use roxmltree::Node;

use books::model::{Attrs, Block, BlockKind, Cell, Row, Scope, Table};
use books::xml::{find_child, find_children};

use super::text::{BulletDefault, read_body};
use super::{DeckPart, parse_bool};

pub(super) fn read_table(node: Node<'_, '_>, deck_part: &DeckPart) -> Option<Block> {
    let properties = find_child(node, "tblPr");
    let is =
        |name: &str| parse_bool(properties.and_then(|properties| properties.attribute(name))) == Some(true);
    let (first_row, first_column) = (is("firstRow"), is("firstCol"));
    let mut table = Table::default();
    for (n, row) in find_children(node, "tr").enumerate() {
        let cells = find_children(row, "tc").enumerate();
        let cells: Vec<Cell> = cells
            // Cells that others cover are written too, empty.
            .filter(|(_, cell)| {
                parse_bool(cell.attribute("hMerge")) != Some(true)
                    && parse_bool(cell.attribute("vMerge")) != Some(true)
            })
            .map(|(column, node)| {
                read_cell(node, deck_part, first_row && n == 0, first_column && column == 0)
            })
            .collect();
        let row = Row { attrs: Attrs::default(), cells };
        if row.cells.is_empty() {
            continue;
        }
        if first_row && n == 0 { table.head.push(row) } else { table.body.push(row) }
    }
    table.rows().next()?;
    Some(Block::new(BlockKind::Table(table)))
}

fn read_cell(node: Node<'_, '_>, deck_part: &DeckPart, heads_column: bool, heads_row: bool) -> Cell {
    let span = |name: &str| {
        node.attribute(name).and_then(|span| span.parse::<u16>().ok()).unwrap_or(1).clamp(1, 1000)
    };
    let mut blocks = find_child(node, "txBody")
        .map(|text| read_body(text, deck_part, BulletDefault::None))
        .unwrap_or_default();
    if let [only] = blocks.as_mut_slice() {
        only.make_plain();
    }
    let scope = match (heads_column, heads_row) {
        (true, _) => Some(Scope::Column),
        (false, true) => Some(Scope::Row),
        (false, false) => None,
    };
    Cell {
        attrs: Attrs::default(),
        header: scope.is_some(),
        scope,
        row_span: span("rowSpan"),
        column_span: span("gridSpan"),
        blocks,
    }
}
