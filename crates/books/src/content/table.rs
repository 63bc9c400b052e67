//! Tables.

use std::collections::HashMap;

use roxmltree::Node;

use super::elements::{first_role, has_role, structural_name};
use super::link_targets::{are_places, ids_of_blocks};
use super::pages::{PageStart, begin_page};
use super::{BlockFlow, Reader};
use crate::model::{Block, BlockKind, Cell, Inline, PageBreak, Row, Scope, Style, Table};

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

/// Gives the ids, language and direction of the cells of a table that only arranges its contents to these,
/// because nothing else of the cells is written. The ids of an empty cell go to the text after it.
fn hand_attributes_to_blocks(table: &mut Table) {
    let is_text = |block: &&mut Block| !matches!(block.kind, BlockKind::PageBreak(_));
    let mut ids = Vec::new();
    for row in table.rows_mut() {
        ids.append(&mut row.attrs.ids);
        for cell in &mut row.cells {
            ids.append(&mut cell.attrs.ids);
            let lang = cell.attrs.lang.take().or_else(|| row.attrs.lang.clone());
            let dir = cell.attrs.dir.or(row.attrs.dir);
            for block in &mut cell.blocks {
                block.attrs.lang = block.attrs.lang.take().or_else(|| lang.clone());
                block.attrs.dir = block.attrs.dir.or(dir);
            }
            if let Some(first) = cell.blocks.iter_mut().find(is_text) {
                first.attrs.ids.splice(0..0, std::mem::take(&mut ids));
            }
        }
    }
    let mut blocks = table.rows_mut().flat_map(|row| &mut row.cells).flat_map(|cell| &mut cell.blocks);
    if let Some(last) = blocks.rfind(is_text) {
        last.attrs.ids.append(&mut ids);
    }
}

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
    let rows = row.flat_map(|row| row.next_siblings()).filter(|row| structural_name(*row) == "tr");
    u16::try_from(rows.take(usize::from(MAX_SPAN_CELLS)).count()).unwrap_or(MAX_SPAN_CELLS)
}

/// What waits for the next row of a table that has cells.
#[derive(Default)]
struct NextRow {
    /// Pages that begin before the row.
    pages: Vec<PageBreak>,
    /// Ids of what has no row. Links to them lead to the next row.
    ids: Vec<String>,
}

fn is_caption(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == "caption" || has_role(node, "caption")
}

impl<'i> Reader<'_, 'i> {
    /// The cells that a cell heads because they name it (`headers`): those of its row or of its column.
    fn find_named_scope(&self, cell: Node<'_, 'i>) -> Option<Scope> {
        let named = self.named_headers.get_or_init(|| {
            let mut named = HashMap::new();
            for node in self.document.descendants() {
                let ids = node.attribute("headers").unwrap_or_default().split_ascii_whitespace();
                for header in ids.filter_map(|id| self.find_by_id(id)).filter(|header| *header != node) {
                    let scope = if header.parent() == node.parent() { Scope::Row } else { Scope::Column };
                    named.entry(header.id().get()).or_insert(scope);
                }
            }
            named
        });
        named.get(&cell.id().get()).copied()
    }

    /// Reads a table; `None` if it has no cell.
    pub(super) fn read_table(&self, node: Node<'_, 'i>) -> Option<Table> {
        let mut table = Table {
            caption: node
                .children()
                .find(|child| is_caption(*child))
                .filter(|caption| !self.presentation.is_skipped(*caption))
                .map(|caption| self.read_caption(caption))
                .unwrap_or_default(),
            summary: node
                .attribute("summary")
                .or_else(|| node.attribute("aria-label"))
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty()),
            ..Table::default()
        };
        let mut next = NextRow::default();
        // Further heads and feet are where they stand, as in browsers.
        let mut has_head = false;
        let mut has_foot = false;
        for part in node.children() {
            let name = structural_name(part);
            let mut rows = self.read_rows(part, &mut next);
            if name != "tr"
                && let Some(cell) = rows.first_mut().and_then(|row| row.cells.first_mut())
                && let Some(page) = self.listed_page(part)
            {
                begin_page(&mut cell.blocks, page);
            }
            let is_skipped = self.presentation.is_skipped(part);
            let list = match name {
                "thead" if !is_skipped && !std::mem::replace(&mut has_head, true) => &mut table.head,
                "tfoot" if !is_skipped && !std::mem::replace(&mut has_foot, true) => &mut table.foot,
                _ => &mut table.body,
            };
            list.append(&mut rows);
        }
        if table.body.is_empty() {
            table.body =
                std::mem::take(if table.foot.is_empty() { &mut table.head } else { &mut table.foot });
        }
        let mut last = [&mut table.foot, &mut table.body].into_iter().find_map(|rows| rows.last_mut());
        if let Some(row) = &mut last {
            row.attrs.ids.splice(0..0, next.ids);
        }
        if let Some(cell) = last.and_then(|row| row.cells.last_mut()) {
            cell.blocks.extend(next.pages.into_iter().map(|page| Block::new(BlockKind::PageBreak(page))));
        }
        promote_bold_row(&mut table);
        let arranged = matches!(first_role(node), Some("presentation" | "none"));
        let bare =
            table.caption.is_empty() && table.rows().all(|row| row.cells.iter().all(|cell| !cell.header));
        table.layout = arranged || (bare && table.rows().all(|row| row.cells.len() == 1));
        if table.layout {
            hand_attributes_to_blocks(&mut table);
        }
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

    /// Reads what is in a table or in a part of it without being in a cell or in the caption, and what the
    /// table hides.
    pub(super) fn read_loose_content(&self, node: Node<'_, 'i>, flow: &mut BlockFlow) {
        // In a part of a table, a caption is text like any other.
        let has_caption = structural_name(node) == "table";
        let mut caption_is_read = false;
        for part in node.children() {
            match structural_name(part) {
                "thead" | "tbody" | "tfoot" if !self.presentation.is_skipped(part) => {
                    self.read_loose_content(part, flow);
                }
                "colgroup" => flow.push_place(self.all_ids(part)),
                // References to something hidden show it.
                "thead" | "tbody" | "tfoot" | "tr" if self.presentation.is_concealed(part) => {
                    self.read_node(part, flow);
                }
                "tr" => {
                    let cells = part.children().filter(|cell| matches!(structural_name(*cell), "td" | "th"));
                    for cell in cells.filter(|cell| self.presentation.is_concealed(*cell)) {
                        self.read_node(cell, flow);
                    }
                }
                "thead" | "tbody" | "tfoot" => {}
                _ if has_caption && is_caption(part) && !std::mem::replace(&mut caption_is_read, true) => {}
                _ if self.page_between_rows(part).is_some() => {}
                _ => self.read_node(part, flow),
            }
        }
        flow.end_line();
    }

    /// The page that an element between two rows begins.
    fn page_between_rows(&self, node: Node<'_, 'i>) -> Option<PageBreak> {
        let name = structural_name(node);
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

    /// Reads a row, or the rows of a part of a table.
    fn read_rows(&self, node: Node<'_, 'i>, next: &mut NextRow) -> Vec<Row> {
        next.pages.extend(self.page_between_rows(node));
        match structural_name(node) {
            _ if self.presentation.is_skipped(node) => Vec::new(),
            "tr" => self.read_row(node, next).into_iter().collect(),
            "thead" | "tbody" | "tfoot" => {
                next.ids.extend(super::element_ids(node).map(str::to_owned));
                node.children().flat_map(|child| self.read_rows(child, next)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Reads a row, and gives it what waits for it. The page and the ids of a row without cells wait for the
    /// next one.
    fn read_row(&self, node: Node<'_, 'i>, next: &mut NextRow) -> Option<Row> {
        let mut cells: Vec<Cell> = Vec::new();
        for child in node.children() {
            if matches!(structural_name(child), "td" | "th") {
                if !self.presentation.is_skipped(child) {
                    cells.push(self.read_cell(child));
                }
                continue;
            }
            // Text without a cell is a cell of its own.
            let blocks = self.read_node_blocks(child, false);
            if are_places(&blocks) {
                next.ids.extend(ids_of_blocks(&blocks));
            } else {
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
            next.pages.extend(own.map(|(page, _)| page));
            next.ids.extend(super::element_ids(node).map(str::to_owned));
            return None;
        };
        if let Some((page, is_all)) = own {
            if is_all {
                first.blocks.clear();
            }
            begin_page(&mut first.blocks, page);
        }
        for page in next.pages.drain(..).rev() {
            begin_page(&mut first.blocks, page);
        }
        let mut attrs = super::read_attrs(node);
        attrs.ids.splice(0..0, next.ids.drain(..));
        Some(Row { attrs, cells })
    }

    fn read_cell(&self, node: Node<'_, 'i>) -> Cell {
        let span = |name: &str, of_role: &str| {
            let stated = node.attribute(name).or_else(|| node.attribute(of_role));
            stated.and_then(|n| n.trim().parse().ok()).unwrap_or(1).clamp(1, MAX_SPAN_CELLS)
        };
        let of_role = has_role(node, "columnheader").then_some(Scope::Column);
        let of_role = of_role.or_else(|| has_role(node, "rowheader").then_some(Scope::Row));
        let scope = of_role.or_else(|| self.find_named_scope(node));
        let stated = node.attribute("scope").and_then(Scope::from_name);
        Cell {
            attrs: super::read_attrs(node),
            header: structural_name(node) == "th" || scope.is_some(),
            scope: stated.or(scope),
            row_span: match node.attribute("rowspan").map(str::trim) {
                // To the last row of this part of the table.
                Some("0") => count_rows_to_end(node).clamp(1, MAX_SPAN_CELLS),
                _ => span("rowspan", "aria-rowspan"),
            },
            column_span: span("colspan", "aria-colspan"),
            blocks: self.read_part_blocks(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind, Scope, Table};
    use crate::testkit::EpubBuilder;

    fn read_table(markup: &str) -> Table {
        let book = EpubBuilder::new("Tables").chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        match &book.sections[0].blocks[0].kind {
            BlockKind::Table(table) => table.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The words of the cells, and what those that are headers are for.
    fn list_cells(table: &Table) -> Vec<(String, Option<Scope>)> {
        let cells = table.rows().flat_map(|row| &row.cells);
        cells
            .map(|cell| {
                (cell.blocks.iter().map(Block::plain_text).collect(), cell.scope.filter(|_| cell.header))
            })
            .collect()
    }

    #[test]
    fn rows_and_cells_are_known_by_their_roles() {
        let table = read_table(
            "<div role='table' aria-label='Ages'><div role='caption'>Crew</div><div role='rowgroup'>\
             <div role='rowgroup'><div role='row'><span role='columnheader'>Name</span> \
             <span role='columnheader'>Age</span></div></div></div>\
             <div role='row'><span role='rowheader'>Ann</span><span role='cell'>7</span></div></div>",
        );
        let cells = [
            ("Name".to_owned(), Some(Scope::Column)),
            ("Age".to_owned(), Some(Scope::Column)),
            ("Ann".to_owned(), Some(Scope::Row)),
            ("7".to_owned(), None),
        ];
        assert_eq!(list_cells(&table), cells);
        assert_eq!(table.summary.as_deref(), Some("Ages"));
        assert_eq!(table.caption.iter().map(Block::plain_text).collect::<String>(), "Crew");
    }

    #[test]
    fn cells_that_other_cells_name_are_headers() {
        let table = read_table(
            "<table><tr><td>x</td><th id='a'>A</th></tr>\
             <tr><td id='r'>R</td><td headers='a r'>1</td></tr></table>",
        );
        let cells = [
            ("x".to_owned(), None),
            ("A".to_owned(), Some(Scope::Column)),
            ("R".to_owned(), Some(Scope::Row)),
            ("1".to_owned(), None),
        ];
        assert_eq!(list_cells(&table), cells);
    }

    #[test]
    fn a_second_head_stays_between_the_rows() {
        let table = read_table(
            "<table><thead><tr><th>A</th></tr></thead><tr><td>1</td></tr>\
             <thead><tr><th>B</th></tr></thead><tr><td>2</td></tr></table>",
        );
        let words: Vec<String> = list_cells(&table).into_iter().map(|(words, _)| words).collect();
        assert_eq!(words, ["A", "1", "B", "2"]);
    }

    #[test]
    fn blocks_have_the_ids_and_the_language_of_cells_that_only_arrange_them() {
        let table = read_table("<table><tr lang='fr'><td id='a'>un</td></tr><tr><td id='b'/></tr></table>");
        let attrs = &table.body[0].cells[0].blocks[0].attrs;
        assert!(table.layout);
        assert_eq!((attrs.ids.join(" ").as_str(), attrs.lang.as_deref()), ("a b", Some("fr")));
    }
}
