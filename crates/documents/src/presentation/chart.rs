//! Charts: the numbers that they show, as a table.

use roxmltree::Node;

use crate::error::Result;
use books::draft::tidy_text;
use books::model::{Attrs, Block, BlockKind, Cell, Inline, Row, Scope, Table, plain_text};
use books::report::FindingKind;
use books::xml::{find_child, text_of};

use super::numbers::format_number;
use super::text::read_line;
use super::{DeckPart, descendants_named, parse_bool};

/// Charts with more points have no table.
const MAX_CHART_POINTS: usize = 2_000;
/// Maximum number of series that are read.
const MAX_SERIES: usize = 50;

/// Values by their places in a series.
type ChartPoints = Vec<(usize, String)>;

struct ChartSeries {
    name: String,
    categories: ChartPoints,
    values: ChartPoints,
}

pub(super) fn read_chart(deck_part: &DeckPart) -> Result<Vec<Block>> {
    let document = deck_part.parse()?;
    let root = document.root_element();
    let (caption, corner) = read_titles(root, deck_part);
    let caption = Some(caption).filter(|text| !text.is_empty());
    let nodes: Vec<Node<'_, '_>> = descendants_named(root, "ser").collect();
    if nodes.len() > MAX_SERIES {
        deck_part.report(FindingKind::UnreadableEmbedding, &format!("{} series", nodes.len()));
    }
    let nodes = nodes.into_iter().take(MAX_SERIES).enumerate();
    let from_1904 = counts_from_1904(root);
    let mut groups: Vec<Vec<ChartSeries>> = nodes.map(|(n, one)| read_series(n, one, from_1904)).collect();
    groups.extend(read_extended_series(root, from_1904).into_iter().map(|one| vec![one]));
    // Points of a scatter chart have places of their own.
    if !has_own_places(root, &groups) {
        groups = vec![groups.into_iter().flatten().collect()];
    }
    let labels = descendants_named(root, "dLbl").filter_map(|label| find_child(label, "tx"));
    let labels = labels.map(|label| read_rich_text(label, deck_part)).filter(|text| !text.is_empty());
    let labels: Vec<Block> = labels.map(Block::from_text).collect();
    let count: usize = groups.iter().map(|group| count_points(group) * group.len()).sum();
    if count == 0 || count > MAX_CHART_POINTS {
        deck_part.report(FindingKind::UnreadableEmbedding, &format!("{count} points"));
        let caption = caption.map(Block::from_text);
        return Ok(caption.into_iter().chain(labels).collect());
    }
    let caption = caption.map(|text| Block::new(BlockKind::Plain(vec![Inline::Text(text)])));
    let mut caption: Vec<Block> = caption.into_iter().collect();
    let tables = groups.iter().filter(|group| count_points(group) > 0).map(|group| {
        let table = build_table(group, &corner);
        Block::new(BlockKind::Table(Table { caption: std::mem::take(&mut caption), ..table }))
    });
    Ok(tables.chain(labels).collect())
}

/// Returns true if the days of a chart are counted from 1904.
fn counts_from_1904(root: Node<'_, '_>) -> bool {
    descendants_named(root, "date1904").any(|mark| parse_bool(mark.attribute("val")) != Some(false))
}

/// Returns true if the series of a scatter chart have different values on the first axis.
fn has_own_places(root: Node<'_, '_>, groups: &[Vec<ChartSeries>]) -> bool {
    let mut places = groups.iter().flatten().map(|one| &one.categories).filter(|own| !own.is_empty());
    let first = places.next();
    descendants_named(root, "xVal").next().is_some() && places.any(|own| Some(own) != first)
}

/// The number of rows of a table of these series.
fn count_points(series: &[ChartSeries]) -> usize {
    series.iter().flat_map(|one| &one.values).map(|(at, _)| at + 1).max().unwrap_or(0)
}

/// A column for each series, a row for each point.
fn build_table(series: &[ChartSeries], corner: &str) -> Table {
    let mut head = vec![table_cell(corner.to_owned(), None)];
    head.extend(series.iter().map(|one| table_cell(one.name.clone(), Some(Scope::Column))));
    let find = |list: &ChartPoints, at: usize| {
        list.iter().find(|(own, _)| *own == at).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let body = (0..count_points(series)).map(|at| {
        let name = series.iter().map(|one| find(&one.categories, at)).find(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| (at + 1).to_string());
        let cells = std::iter::once(table_cell(name, Some(Scope::Row)))
            .chain(series.iter().map(|one| table_cell(find(&one.values, at), None)))
            .collect();
        Row { attrs: Attrs::default(), cells }
    });
    Table {
        head: vec![Row { attrs: Attrs::default(), cells: head }],
        body: body.collect(),
        ..Table::default()
    }
}

/// The title of a chart with those of its axes, and the title of its categories.
fn read_titles(root: Node<'_, '_>, deck_part: &DeckPart) -> (String, String) {
    let chart = descendants_named(root, "chart").next().unwrap_or(root);
    let mut titles: Vec<String> =
        find_child(chart, "title").map(|title| read_rich_text(title, deck_part)).into_iter().collect();
    let mut categories = String::new();
    for axis in find_child(chart, "plotArea").into_iter().flat_map(|area| area.children()) {
        let Some(title) = find_child(axis, "title").map(|title| read_rich_text(title, deck_part)) else {
            continue;
        };
        if matches!(axis.tag_name().name(), "catAx" | "dateAx") && categories.is_empty() {
            categories = title;
        } else {
            titles.push(title);
        }
    }
    titles.retain(|title| !title.is_empty());
    (titles.join(" \u{2013} "), categories)
}

/// The words of a title or label: written in it, or those of a cell.
fn read_rich_text(node: Node<'_, '_>, deck_part: &DeckPart) -> String {
    let text = match descendants_named(node, "rich").next() {
        Some(rich) => plain_text(&read_line(rich, deck_part)),
        None => read_cells(node),
    };
    tidy_text(&text)
}

fn read_cells(node: Node<'_, '_>) -> String {
    descendants_named(node, "v").map(text_of).collect::<Vec<_>>().join(" ")
}

/// The name of a series, or else its number.
fn read_name(number: usize, node: Node<'_, '_>) -> String {
    let name = find_child(node, "tx").map(|name| tidy_text(&read_cells(name)));
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| (number + 1).to_string())
}

/// A series, and the sizes of its bubbles.
fn read_series(number: usize, node: Node<'_, '_>, from_1904: bool) -> Vec<ChartSeries> {
    let read = |points: Option<Node<'_, '_>>| read_points(points, from_1904);
    let categories = read(find_child(node, "cat").or_else(|| find_child(node, "xVal")));
    let sizes = read(find_child(node, "bubbleSize"));
    let name = read_name(number, node);
    let sizes = (!sizes.is_empty()).then(|| ChartSeries {
        name: format!("{name}, size"),
        categories: categories.clone(),
        values: sizes,
    });
    let values = read(find_child(node, "val").or_else(|| find_child(node, "yVal")));
    std::iter::once(ChartSeries { name, categories, values }).chain(sizes).collect()
}

/// The series of charts of newer kinds, such as waterfalls and treemaps, whose data are apart.
fn read_extended_series(root: Node<'_, '_>, from_1904: bool) -> Vec<ChartSeries> {
    let series = descendants_named(root, "series").take(MAX_SERIES).enumerate();
    series
        .filter_map(|(number, node)| {
            let id = find_child(node, "dataId")?.attribute("val")?;
            let own = descendants_named(root, "data").find(|data| data.attribute("id") == Some(id))?;
            Some(ChartSeries {
                name: read_name(number, node),
                categories: read_points(find_child(own, "strDim"), from_1904),
                values: read_points(find_child(own, "numDim"), from_1904),
            })
        })
        .collect()
}

/// The values of a series by their places. Categories in several levels have the upper ones first.
fn read_points(node: Option<Node<'_, '_>>, from_1904: bool) -> ChartPoints {
    let Some(node) = node else { return Vec::new() };
    let levels = descendants_named(node, "lvl").map(|level| read_level(level, from_1904));
    let levels: Vec<ChartPoints> = levels.collect();
    let Some((lowest, upper)) = levels.split_first() else { return read_level(node, from_1904) };
    let join = |(at, text): &(usize, String)| {
        // An upper category goes for all places up to the next one.
        let around = |level: &ChartPoints| {
            let before = level.iter().filter(|(own, _)| own <= at);
            before.max_by_key(|(own, _)| *own).map(|(_, text)| text.clone())
        };
        let names = upper.iter().rev().filter_map(around);
        (*at, names.chain([text.clone()]).collect::<Vec<_>>().join(", "))
    };
    lowest.iter().map(join).collect()
}

fn read_level(node: Node<'_, '_>, from_1904: bool) -> ChartPoints {
    let common = descendants_named(node, "formatCode").next().map(text_of).unwrap_or_default();
    descendants_named(node, "pt")
        .filter_map(|point| {
            let at = point.attribute("idx")?.parse().ok().filter(|at| *at < MAX_CHART_POINTS)?;
            let text = tidy_text(&text_of(find_child(point, "v").unwrap_or(point)));
            let format = point.attribute("formatCode").unwrap_or(&common);
            // Names of categories are texts, also if they are numbers.
            let is_text = format.is_empty();
            Some((at, if is_text { text } else { format_number(&text, format, from_1904) }))
        })
        .take(MAX_CHART_POINTS)
        .collect()
}

fn table_cell(text: String, scope: Option<Scope>) -> Cell {
    let blocks =
        if text.is_empty() { vec![] } else { vec![Block::new(BlockKind::Plain(vec![Inline::Text(text)]))] };
    Cell { attrs: Attrs::default(), header: scope.is_some(), scope, row_span: 1, column_span: 1, blocks }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of all tables of a chart with these series.
    fn read_rows(kind: &str, series: &str) -> Vec<String> {
        let text =
            format!("<chartSpace><chart><plotArea><{kind}>{series}</{kind}></plotArea></chart></chartSpace>");
        let blocks = read_chart(&DeckPart { text, ..DeckPart::default() }).unwrap();
        let cell = |cell: &Cell| cell.blocks.iter().map(Block::plain_text).collect::<String>();
        let mut rows = Vec::new();
        for block in &blocks {
            let BlockKind::Table(table) = &block.kind else { continue };
            rows.extend(table.rows().map(|row| row.cells.iter().map(cell).collect::<Vec<_>>().join(" | ")));
        }
        rows
    }

    fn points(name: &str, values: &[&str]) -> String {
        let points =
            values.iter().enumerate().map(|(n, value)| format!("<pt idx=\"{n}\"><v>{value}</v></pt>"));
        format!("<{name}>{}</{name}>", points.collect::<Vec<_>>().concat())
    }

    #[test]
    fn numbers_are_read_as_the_chart_shows_them() {
        let own = "<formatCode>yyyy</formatCode>";
        let series = points("cat", &["43831"]).replace("<cat>", &format!("<cat>{own}"))
            + &points("val", &["0.25", "7"]).replace("idx=\"0\"", "idx=\"0\" formatCode=\"0%\"");
        let rows = read_rows("lineChart", &format!("<ser><tx><v>Boats</v></tx>{series}</ser>"));
        assert_eq!(rows, [" | Boats", "2020-01-01 | 25%", "2 | 7"]);
    }

    #[test]
    fn points_of_scatter_charts_keep_their_own_places_and_sizes() {
        let series = |name: &str, x: &[&str], y: &[&str], sizes: &str| {
            format!("<ser><tx><v>{name}</v></tx>{}{}{sizes}</ser>", points("xVal", x), points("yVal", y))
        };
        let ebb = series("Ebb", &["1", "4"], &["9", "7"], "");
        let flood = |x: &[&str]| series("Flood", x, &["2", "3"], "");
        assert_eq!(
            read_rows("scatterChart", &(ebb.clone() + &flood(&["1", "4"]))),
            [" | Ebb | Flood", "1 | 9 | 2", "4 | 7 | 3"]
        );
        assert_eq!(
            read_rows("scatterChart", &(ebb + &flood(&["2", "5"]))),
            [" | Ebb", "1 | 9", "4 | 7", " | Flood", "2 | 2", "5 | 3"]
        );
        let bubbles = series("Gulls", &["1"], &["6"], &points("bubbleSize", &["40"]));
        assert_eq!(read_rows("bubbleChart", &bubbles), [" | Gulls | Gulls, size", "1 | 6 | 40"]);
    }
}
