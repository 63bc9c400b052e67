//! The document's own metadata: title, authors, language, names of pages, outline.

use std::collections::HashSet;

use serde_json::Value;

use books::draft::{OutlineEntry, tidy_text};

use super::objects::PdfObjects;

/// More entries of an outline are not read.
const MAX_OUTLINE_ENTRIES: usize = 20_000;

/// The document's own metadata.
#[derive(Debug, Default)]
pub(super) struct PdfFacts {
    pub(super) title: Option<String>,
    pub(super) authors: Vec<String>,
    pub(super) language: Option<String>,
    /// The names of pages; empty where none are stated.
    pub(super) labels: Vec<String>,
    pub(super) outline: Vec<OutlineEntry>,
    /// True if it states that its tags give the structure.
    pub(super) is_tagged: bool,
}

pub(super) fn read_facts(objects: &PdfObjects, count: usize) -> PdfFacts {
    let catalog = objects.catalog();
    let info = objects.entry(objects.trailer(), "/Info");
    let authors = objects.tidy_text(info, "/Author").map(|authors| {
        authors
            .split([';', '\n'])
            .map(tidy_text)
            .filter(|name| !name.is_empty() && name.len() <= 200)
            .take(50)
            .collect()
    });
    let mut facts = PdfFacts {
        title: objects.tidy_text(info, "/Title").filter(|title| is_plausible_title(title)),
        authors: authors.unwrap_or_default(),
        language: objects
            .decode_text(objects.raw_entry(catalog, "/Lang"))
            .filter(|language| !language.trim().is_empty()),
        labels: read_page_labels(objects, count),
        outline: Vec::new(),
        is_tagged: objects.entry(objects.entry(catalog, "/MarkInfo"), "/Marked").as_bool() == Some(true)
            && objects.entry(catalog, "/StructTreeRoot").is_object(),
    };
    let mut seen = HashSet::new();
    let first = objects.raw_entry(objects.entry(catalog, "/Outlines"), "/First");
    read_outline(objects, first, 1, &mut seen, &mut facts.outline);
    facts
}

/// Names that programs put in where a title belongs.
pub(super) fn is_plausible_title(title: &str) -> bool {
    let lower = title.to_lowercase();
    let file = [
        ".doc", ".docx", ".indd", ".qxd", ".tex", ".dvi", ".pdf", ".ppt", ".pptx", ".rtf", ".odt", ".pages",
        ".tmp",
    ];
    title.chars().any(char::is_alphabetic)
        && !lower.starts_with("untitled")
        && !lower.starts_with("microsoft word - ")
        && !lower.starts_with("microsoft powerpoint - ")
        && !file.iter().any(|ending| lower.ends_with(ending))
}

fn read_outline(
    objects: &PdfObjects,
    first: &Value,
    level: u8,
    visited_ids: &mut HashSet<String>,
    out: &mut Vec<OutlineEntry>,
) {
    let mut next = first;
    while let Some(reference) = next.as_str() {
        if out.len() >= MAX_OUTLINE_ENTRIES || level > 12 || !visited_ids.insert(reference.to_owned()) {
            return;
        }
        let entry = objects.follow(next);
        let title = objects.tidy_text(entry, "/Title");
        let page = find_destination(objects, objects.raw_entry(entry, "/Dest")).or_else(|| {
            let action = objects.entry(entry, "/A");
            (objects.name(objects.raw_entry(action, "/S")) == Some("GoTo"))
                .then(|| find_destination(objects, objects.raw_entry(action, "/D")))?
        });
        let at = out.len();
        let is_listed = title.is_some();
        if let Some(title) = title {
            out.push(OutlineEntry { title, level: level.min(6), page: page.unwrap_or_default(), id: None });
        }
        read_outline(objects, objects.raw_entry(entry, "/First"), level + 1, visited_ids, out);
        if is_listed && page.is_none() {
            // An entry that leads nowhere leads to what is below it, or to the place of the one before.
            let below = out.get(at + 1).map(|entry| entry.page);
            let before = at.checked_sub(1).and_then(|before| out.get(before)).map(|entry| entry.page);
            out[at].page = below.or(before).unwrap_or_default();
        }
        next = objects.raw_entry(entry, "/Next");
    }
}

/// The page that a destination leads to.
fn find_destination(objects: &PdfObjects, value: &Value) -> Option<usize> {
    let mut value = objects.follow(value);
    // A name refers to a destination, which may be in a dictionary.
    for _ in 0..4 {
        match value {
            Value::Array(parts) => {
                let page = parts.first()?;
                return objects.page_number(page).or_else(|| usize::try_from(page.as_u64()?).ok());
            }
            Value::Object(_) => value = objects.entry(value, "/D"),
            Value::String(name) => value = find_named_destination(objects, name)?,
            _ => return None,
        }
    }
    None
}

fn find_named_destination<'a>(objects: &'a PdfObjects, name: &str) -> Option<&'a Value> {
    let catalog = objects.catalog();
    if name.starts_with('/') {
        let found = objects.entry(objects.entry(catalog, "/Dests"), name);
        return (!found.is_null()).then_some(found);
    }
    let mut seen = 0;
    find_in_name_tree(objects, objects.entry(objects.entry(catalog, "/Names"), "/Dests"), name, 0, &mut seen)
}

fn find_in_name_tree<'a>(
    objects: &'a PdfObjects,
    node: &'a Value,
    name: &str,
    depth: u8,
    visited_nodes: &mut usize,
) -> Option<&'a Value> {
    *visited_nodes += 1;
    if depth > 20 || *visited_nodes > 50_000 {
        return None;
    }
    for pair in objects.items(objects.raw_entry(node, "/Names")).chunks_exact(2) {
        if objects.follow(&pair[0]).as_str() == Some(name) {
            return Some(objects.follow(&pair[1]));
        }
    }
    if let [low, high] = objects.items(objects.raw_entry(node, "/Limits")) {
        let (low, high) = (objects.follow(low).as_str()?, objects.follow(high).as_str()?);
        // Both have the same notation only if both are plain; otherwise everything is checked.
        let plain = [low, high, name].iter().all(|text| text.starts_with("u:") && text.is_ascii());
        if plain && (name < low || name > high) {
            return None;
        }
    }
    let kids = objects.items(objects.raw_entry(node, "/Kids"));
    kids.iter()
        .find_map(|kid| find_in_name_tree(objects, objects.follow(kid), name, depth + 1, visited_nodes))
}

/// The names of all pages, when the document states them.
fn read_page_labels(objects: &PdfObjects, count: usize) -> Vec<String> {
    let mut ranges: Vec<(usize, &Value)> = Vec::new();
    let mut nodes = vec![(objects.entry(objects.catalog(), "/PageLabels"), 0)];
    while let Some((node, depth)) = nodes.pop() {
        for pair in objects.items(objects.raw_entry(node, "/Nums")).chunks_exact(2) {
            if let Some(start) =
                objects.follow(&pair[0]).as_u64().and_then(|start| usize::try_from(start).ok())
            {
                ranges.push((start, objects.follow(&pair[1])));
            }
        }
        if depth < 10 && nodes.len() < 10_000 && ranges.len() < 100_000 {
            let kids = objects.items(objects.raw_entry(node, "/Kids"));
            nodes.extend(kids.iter().map(|kid| (objects.follow(kid), depth + 1)));
        }
    }
    ranges.sort_by_key(|(start, _)| *start);
    let mut labels = vec![String::new(); count];
    for (n, (start, range)) in ranges.iter().enumerate() {
        let end = ranges.get(n + 1).map_or(count, |(next, _)| *next).min(count);
        let prefix = objects.tidy_text(range, "/P").unwrap_or_default();
        let prefix: String = prefix.chars().take(40).collect();
        let style = objects.name(objects.raw_entry(range, "/S")).unwrap_or_default();
        let first = objects.entry(range, "/St").as_u64().unwrap_or(1);
        for (number, label) in (first..).zip(labels.get_mut(*start..end).unwrap_or_default()) {
            *label = format!("{prefix}{}", format_number(style, number));
        }
    }
    labels
}

fn format_number(style: &str, number: u64) -> String {
    let small = u32::try_from(number).unwrap_or_default();
    match style {
        "D" => number.to_string(),
        "r" => books::roman::to_roman(small),
        "R" => books::roman::to_roman(small).to_uppercase(),
        "a" | "A" if small > 0 && small <= 2_600 => {
            // a to z, then aa to zz.
            let letter = char::from_u32(u32::from('a') + (small - 1) % 26).unwrap_or('a');
            let times = usize::try_from((small - 1) / 26 + 1).unwrap_or(1);
            let text = letter.to_string().repeat(times);
            if style == "A" { text.to_uppercase() } else { text }
        }
        _ => String::new(),
    }
}
