//! Tables.

use roxmltree::Node;

use super::pages::{PageStart, begin_page};
use super::{BlockFlow, Reader};
use crate::model::{Block, BlockKind, Cell, Inline, PageBreak, Row, Scope, Style, Table};
use crate::xml::find_child;

/// Maximum number of columns or rows of a span, because writers lay them out.
const MAX_SPAN_CELLS: u16 = 1000;

/// Makes the first row a row of headings if it only looks like one: it is bold, and others are not.
fn promote_bold_row(table: &mut Table) {
    let is_bold = |cell: &Cell| {
        let mut lines = cell.blocks.iter().filter(|block| block.has_content()).peekable();
        lines.peek().is_some() && lines.all(|block| is_bold_line(block.inlines()))
    };
    let is_marked =
        !table.head.is_empty() || table.rows().any(|row| row.cells.iter().any(|cell| cell.header));
    let Some((first, others)) = table.body.split_first() else { return };
    let is_head = first.cells.len() > 1
        && first.cells.iter().all(|cell| cell.row_span == 1 && is_bold(cell))
        && others.iter().any(|row| row.cells.iter().any(|cell| !cell.blocks.is_empty() && !is_bold(cell)));
    if is_marked || !is_head {
        return;
    }
    let mut row = table.body.remove(0);
    for cell in &mut row.cells {
        cell.header = true;
        cell.scope = Some(if cell.column_span > 1 { Scope::ColumnGroup } else { Scope::Column });
    }
    table.head.push(row);
}

/// Returns true if all words of a line are bold.
fn is_bold_line(inlines: &[Inline]) -> bool {
    let is_bold = |inline: &Inline| match inline {
        Inline::Styled { style: Style::Strong, .. } | Inline::LineBreak | Inline::PageBreak(_) => true,
        Inline::Text(text) => text.trim().is_empty(),
        Inline::Span { inlines, .. } | Inline::Link { inlines, .. } => is_bold_line(inlines),
        _ => false,
    };
    !inlines.is_empty() && inlines.iter().all(is_bold)
}

/// Counts the rows from that of a cell to the last of its part of the table.
fn count_rows_to_end(cell: Node<'_, '_>) -> u16 {
    let row = cell.parent().into_iter();
    let rows = row.flat_map(|row| row.next_siblings()).filter(|row| row.tag_name().name() == "tr");
    u16::try_from(rows.count()).unwrap_or(MAX_SPAN_CELLS)
}

impl<'i> Reader<'_, 'i> {
    /// Reads a table; `None` if it has no cell.
    pub(super) fn read_table(&self, node: Node<'_, 'i>) -> Option<Table> {
        let mut table = Table {
            caption: find_child(node, "caption")
                .filter(|caption| !self.presentation.is_skipped(*caption))
                .map(|caption| self.read_caption(caption))
                .unwrap_or_default(),
            summary: node
                .attribute("summary")
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty()),
            ..Table::default()
        };
        // Pages that begin between two rows begin with the next one.
        let mut pages: Vec<PageBreak> = Vec::new();
        for part in node.children().filter(Node::is_element) {
            if let Some(page) = self.page_between_rows(part) {
                pages.push(page);
                continue;
            }
            if self.presentation.is_skipped(part) {
                continue;
            }
            let rows = match part.tag_name().name() {
                "thead" => &mut table.head,
                "tfoot" => &mut table.foot,
                "tbody" | "tr" => &mut table.body,
                _ => continue,
            };
            let first = rows.len();
            if part.tag_name().name() == "tr" {
                rows.extend(self.read_row(part, &mut pages));
            } else {
                rows.extend(self.read_rows(part, &mut pages));
                if let Some(page) = self.listed_page(part)
                    && let Some(cell) = rows.get_mut(first).and_then(|row| row.cells.first_mut())
                {
                    begin_page(&mut cell.blocks, page);
                }
            }
        }
        if table.body.is_empty() {
            table.body =
                std::mem::take(if table.foot.is_empty() { &mut table.head } else { &mut table.foot });
        }
        let last = [&mut table.foot, &mut table.body].into_iter().find_map(|rows| rows.last_mut());
        if let Some(cell) = last.and_then(|row| row.cells.last_mut()) {
            cell.blocks.extend(pages.into_iter().map(|page| Block::new(BlockKind::PageBreak(page))));
        }
        promote_bold_row(&mut table);
        let arranged = matches!(node.attribute("role"), Some("presentation" | "none"));
        let bare =
            table.caption.is_empty() && table.rows().all(|row| row.cells.iter().all(|cell| !cell.header));
        table.layout = arranged || (bare && table.rows().all(|row| row.cells.len() == 1));
        (!table.body.is_empty()).then_some(table)
    }

    /// A caption; what points at it points at its first words.
    pub(super) fn read_caption(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks = self.read_blocks(node, false);
        if let Some(first) = blocks.first_mut() {
            first.attrs.ids.splice(0..0, super::read_attrs(node).ids);
        }
        blocks
    }

    /// Reads what is in a table or in a part of it without being in a cell or in the caption.
    pub(super) fn read_loose_content(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        let mut caption_is_read = false;
        for part in node.children() {
            match part.tag_name().name() {
                "thead" | "tbody" | "tfoot" if !self.presentation.is_skipped(part) => {
                    self.read_loose_content(part, flow);
                }
                "thead" | "tbody" | "tfoot" | "tr" | "colgroup" => {}
                "caption" if !std::mem::replace(&mut caption_is_read, true) => {}
                _ if self.page_between_rows(part).is_some() => {}
                _ => flow.push_node(self, part),
            }
        }
        flow.end_line();
    }

    /// The page that an element between two rows begins.
    fn page_between_rows(&self, node: Node<'_, 'i>) -> Option<PageBreak> {
        let name = node.tag_name().name();
        if !node.is_element()
            || matches!(name, "thead" | "tbody" | "tfoot" | "tr" | "caption" | "colgroup" | "col")
        {
            return None;
        }
        match self.page_start(node)? {
            PageStart::Whole(page) => Some(page),
            PageStart::With(_) | PageStart::Before(_) => None,
        }
    }

    fn read_rows(&self, part: Node<'_, 'i>, pages: &mut Vec<PageBreak>) -> Vec<Row> {
        let mut rows = Vec::new();
        for child in part.children() {
            if let Some(page) = self.page_between_rows(child) {
                pages.push(page);
            } else if child.tag_name().name() == "tr" && !self.presentation.is_skipped(child) {
                rows.extend(self.read_row(child, pages));
            }
        }
        rows
    }

    /// Reads a row. `pages` begin with it; that of a row without cells waits for the next one.
    fn read_row(&self, node: Node<'_, 'i>, pages: &mut Vec<PageBreak>) -> Option<Row> {
        let mut cells: Vec<Cell> = Vec::new();
        for child in node.children() {
            if matches!(child.tag_name().name(), "td" | "th") {
                if !self.presentation.is_skipped(child) {
                    cells.push(self.read_cell(child));
                }
                continue;
            }
            // Text without a cell is a cell of its own.
            let mut flow = BlockFlow::new(false);
            flow.push_node(self, child);
            let blocks = flow.finish();
            if !blocks.is_empty() {
                cells.push(Cell {
                    attrs: crate::model::Attrs::default(),
                    header: false,
                    scope: None,
                    row_span: 1,
                    column_span: 1,
                    blocks,
                });
            }
        }
        let own = self.read_page_of_part(node);
        let Some(first) = cells.first_mut() else {
            pages.extend(own.map(|(page, _)| page));
            return None;
        };
        if let Some((page, is_all)) = own {
            if is_all {
                first.blocks.clear();
            }
            begin_page(&mut first.blocks, page);
        }
        for page in pages.drain(..).rev() {
            begin_page(&mut first.blocks, page);
        }
        Some(Row { attrs: super::read_attrs(node), cells })
    }

    fn read_cell(&self, node: Node<'_, 'i>) -> Cell {
        let span = |name: &str| {
            node.attribute(name).and_then(|n| n.trim().parse().ok()).unwrap_or(1).clamp(1, MAX_SPAN_CELLS)
        };
        Cell {
            attrs: super::read_attrs(node),
            header: node.tag_name().name() == "th",
            scope: node.attribute("scope").and_then(Scope::from_name),
            row_span: match node.attribute("rowspan").map(str::trim) {
                // To the last row of this part of the table.
                Some("0") => count_rows_to_end(node).clamp(1, MAX_SPAN_CELLS),
                _ => span("rowspan"),
            },
            column_span: span("colspan"),
            blocks: {
                let mut blocks = self.read_blocks(node, false);
                if let Some((page, is_all)) = self.read_page_of_part(node) {
                    if is_all {
                        blocks.clear();
                    }
                    begin_page(&mut blocks, page);
                }
                blocks
            },
        }
    }
}
