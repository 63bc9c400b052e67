//! Charts: the numbers that they show, as a table.

use roxmltree::Node;

use crate::error::Result;
use books::Limits;
use books::draft::tidy_text;
use books::model::{Attrs, Block, BlockKind, Cell, Inline, Row, Scope, Table};
use books::xml::{find_child, text_of};

use super::{DeckPart, descendants_named};

/// Charts with more points have no table.
const MAX_CHART_POINTS: usize = 2_000;

pub(super) fn read_chart(part: &DeckPart, limits: &Limits) -> Result<Vec<Block>> {
    let document = part.parse(limits)?;
    let root = document.root_element();
    let title = descendants_named(root, "title")
        .next()
        .map(|title| descendants_named(title, "t").map(text_of).collect::<Vec<_>>().join(" "));
    let title = title.map(|title| tidy_text(&title)).filter(|title| !title.is_empty());
    let series: Vec<Node<'_, '_>> = descendants_named(root, "ser").take(50).collect();
    let values: Vec<Vec<(usize, String)>> = series
        .iter()
        .map(|one| read_points(find_child(*one, "val").or_else(|| find_child(*one, "yVal"))))
        .collect();
    let names = series.iter().enumerate().map(|(n, one)| {
        let name = find_child(*one, "tx")
            .map(|name| descendants_named(name, "v").map(text_of).collect::<Vec<_>>().join(" "));
        name.map(|name| tidy_text(&name))
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| (n + 1).to_string())
    });
    let categories = series
        .first()
        .map(|one| read_points(find_child(*one, "cat").or_else(|| find_child(*one, "xVal"))))
        .unwrap_or_default();
    let count = values.iter().flatten().map(|(at, _)| at + 1).max().unwrap_or(0);
    if count == 0 || count * series.len() > MAX_CHART_POINTS {
        return Ok(title
            .into_iter()
            .map(|title| Block::new(BlockKind::Paragraph(vec![Inline::Text(title)])))
            .collect());
    }
    let mut head = vec![table_cell(String::new(), None)];
    head.extend(names.map(|name| table_cell(name, Some(Scope::Column))));
    let find = |list: &[(usize, String)], at: usize| {
        list.iter().find(|(own, _)| *own == at).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let body = (0..count).map(|at| {
        let name = Some(find(&categories, at))
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| (at + 1).to_string());
        let cells = std::iter::once(table_cell(name, Some(Scope::Row)))
            .chain(values.iter().map(|own| table_cell(find(own, at), None)))
            .collect();
        Row { attrs: Attrs::default(), cells }
    });
    let caption = title.map(|title| Block::new(BlockKind::Plain(vec![Inline::Text(title)])));
    let table = Table {
        caption: caption.into_iter().collect(),
        head: vec![Row { attrs: Attrs::default(), cells: head }],
        body: body.collect(),
        ..Table::default()
    };
    Ok(vec![Block::new(BlockKind::Table(table))])
}

/// The values of a series by their places.
fn read_points(node: Option<Node<'_, '_>>) -> Vec<(usize, String)> {
    let points = node.into_iter().flat_map(|node| descendants_named(node, "pt").collect::<Vec<_>>());
    points
        .filter_map(|point| {
            let at = point.attribute("idx")?.parse().ok().filter(|at| *at < MAX_CHART_POINTS)?;
            Some((at, tidy_text(&text_of(find_child(point, "v")?))))
        })
        .collect()
}

fn table_cell(text: String, scope: Option<Scope>) -> Cell {
    let blocks =
        if text.is_empty() { vec![] } else { vec![Block::new(BlockKind::Plain(vec![Inline::Text(text)]))] };
    Cell { attrs: Attrs::default(), header: scope.is_some(), scope, row_span: 1, column_span: 1, blocks }
}
