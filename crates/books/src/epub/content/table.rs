//! Tables.

use roxmltree::Node;

use super::Reader;
use super::elements::hidden;
use crate::model::{Block, Cell, Row, Scope, Table};
use crate::xml::{child, children};

impl<'i> Reader<'_, 'i> {
    /// Reads a table; `None` if it has no cell.
    pub(super) fn table(&self, node: Node<'_, 'i>) -> Option<Table> {
        let mut table = Table {
            caption: child(node, "caption").map(|caption| self.caption(caption)).unwrap_or_default(),
            summary: node
                .attribute("summary")
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty()),
            ..Table::default()
        };
        for part in node.children().filter(|part| part.is_element() && !hidden(*part)) {
            match part.tag_name().name() {
                "thead" => table.head.extend(self.rows(part)),
                "tfoot" => table.foot.extend(self.rows(part)),
                "tbody" => table.body.extend(self.rows(part)),
                "tr" => table.body.extend(self.row(part)),
                _ => {}
            }
        }
        if table.body.is_empty() {
            table.body =
                std::mem::take(if table.foot.is_empty() { &mut table.head } else { &mut table.foot });
        }
        let arranged = matches!(node.attribute("role"), Some("presentation" | "none"));
        let bare =
            table.caption.is_empty() && table.rows().all(|row| row.cells.iter().all(|cell| !cell.header));
        table.layout = arranged || (bare && table.rows().all(|row| row.cells.len() == 1));
        (!table.body.is_empty()).then_some(table)
    }

    /// A caption; what points at it points at its first words.
    pub(super) fn caption(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks = self.blocks(node, false);
        if let Some(first) = blocks.first_mut() {
            first.attrs.ids.splice(0..0, super::attrs(node).ids);
        }
        blocks
    }

    fn rows(&self, part: Node<'_, 'i>) -> Vec<Row> {
        children(part, "tr").filter(|row| !hidden(*row)).filter_map(|row| self.row(row)).collect()
    }

    fn row(&self, node: Node<'_, 'i>) -> Option<Row> {
        let cells: Vec<Cell> = node
            .children()
            .filter(|cell| matches!(cell.tag_name().name(), "td" | "th") && !hidden(*cell))
            .map(|cell| self.cell(cell))
            .collect();
        (!cells.is_empty()).then(|| Row { attrs: super::attrs(node), cells })
    }

    fn cell(&self, node: Node<'_, 'i>) -> Cell {
        // Limit of columns and rows of a span, because writers lay them out.
        let span =
            |name: &str| node.attribute(name).and_then(|n| n.trim().parse().ok()).unwrap_or(1).clamp(1, 1000);
        Cell {
            attrs: super::attrs(node),
            header: node.tag_name().name() == "th",
            scope: match node.attribute("scope") {
                Some("row") => Some(Scope::Row),
                Some("col") => Some(Scope::Column),
                Some("rowgroup") => Some(Scope::RowGroup),
                Some("colgroup") => Some(Scope::ColumnGroup),
                _ => None,
            },
            row_span: span("rowspan"),
            column_span: span("colspan"),
            blocks: self.blocks(node, false),
        }
    }
}
