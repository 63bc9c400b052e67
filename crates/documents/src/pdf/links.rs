//! Places of links on pages: the tools make a link of all words of a line that a link is part of.

use serde_json::Value;

use crate::layout::{DocumentPage, PageWord, Rect};

use super::crop::{parse_rect, to_visible_place};
use super::fields::decode_up_to;
use super::objects::PdfObjects;

/// Maximum numbers of annotations and of links of a page whose words are checked. Pages may share
/// annotations.
const MAX_ANNOTATIONS_PER_PAGE: usize = 2_000;
const MAX_LINKS_PER_PAGE: usize = 200;
/// Maximum number of areas of a link: one for each line.
const MAX_AREAS: usize = 10;
/// Maximum number of bytes of an address.
const MAX_ADDRESS_BYTES: usize = 4_000;
/// Numbers of a quadrilateral.
const QUAD_NUMBERS: usize = 8;

struct PlacedLink {
    address: String,
    areas: Vec<Rect>,
}

impl PlacedLink {
    fn has_word(&self, word: &PageWord) -> bool {
        let center = word.rect.center();
        self.areas.iter().any(|area| area.contains(center))
    }
}

/// Leaves only those words in links that are where the links are.
pub(super) fn place_links(objects: &PdfObjects, pages: &mut [DocumentPage]) {
    for (page, reference) in pages.iter_mut().zip(objects.pages()) {
        if page.words().all(|word| word.link.is_none()) {
            continue;
        }
        let mut links = find_external_links(objects, reference);
        // A link that is nowhere near its words keeps all of them.
        links.retain(|link| page.words().any(|word| link.has_word(word)));
        let words =
            page.blocks.iter_mut().flat_map(|block| &mut block.lines).flat_map(|line| &mut line.words);
        for word in words.filter(|word| word.link.is_some()) {
            let is_known = links.iter().any(|link| word.link.as_ref() == Some(&link.address));
            let own = links.iter().find(|link| link.has_word(word));
            if is_known {
                word.link = own.map(|link| link.address.clone());
            }
        }
    }
}

/// The links of a page that lead out of the document; empty if the page is turned or has too many.
fn find_external_links(objects: &PdfObjects, page: &Value) -> Vec<PlacedLink> {
    let annotations = objects.items(objects.raw_entry(page, "/Annots"));
    let mut links = Vec::new();
    if annotations.len() > MAX_ANNOTATIONS_PER_PAGE {
        return links;
    }
    for annotation in annotations.iter().map(|item| objects.follow(item)) {
        if objects.name(objects.raw_entry(annotation, "/Subtype")) != Some("Link") {
            continue;
        }
        let address = objects.raw_entry(objects.entry(annotation, "/A"), "/URI");
        let Some(address) = decode_up_to(MAX_ADDRESS_BYTES, objects, address) else { continue };
        let areas = find_areas(objects, annotation).into_iter();
        let areas: Vec<Rect> = areas.filter_map(|area| to_visible_place(objects, page, area)).collect();
        if areas.is_empty() || links.len() >= MAX_LINKS_PER_PAGE {
            return Vec::new();
        }
        links.push(PlacedLink { address, areas });
    }
    links
}

/// The areas of a link on the sheet: one for each line if they are stated.
fn find_areas(objects: &PdfObjects, annotation: &Value) -> Vec<Rect> {
    let numbers = objects.items(objects.raw_entry(annotation, "/QuadPoints"));
    let quads = numbers.chunks_exact(QUAD_NUMBERS).take(MAX_AREAS);
    let areas: Vec<Rect> = quads
        .filter_map(|quad| {
            let corners = quad.chunks_exact(2).map(|corner| [&corner[0], &corner[1], &corner[0], &corner[1]]);
            let rects = corners.map(|corner| {
                let corner = corner.into_iter().map(|number| objects.follow(number).clone()).collect();
                parse_rect(objects, &Value::Array(corner))
            });
            rects.collect::<Option<Vec<Rect>>>()?.into_iter().reduce(Rect::union)
        })
        .collect();
    if areas.is_empty() {
        return parse_rect(objects, objects.entry(annotation, "/Rect")).into_iter().collect();
    }
    areas
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::layout::{PageLine, TextBlock};

    #[test]
    fn words_next_to_a_link_are_not_in_it() {
        let link = |address: &str, rect: Value, quads: Value| json!({"/Subtype": "/Link", "/A": {"/URI": format!("u:{address}")}, "/Rect": rect, "/QuadPoints": quads});
        let quads = json!([100, 700, 140, 700, 100, 690, 140, 690]);
        let page = json!({
            "/MediaBox": [0, 0, 600, 800],
            "/Annots": [
                link("https://a.example/", json!([0, 0, 600, 800]), quads),
                link("https://b.example/", json!([200, 690, 240, 700]), Value::Null),
                link("https://c.example/", json!([500, 90, 540, 100]), Value::Null),
            ],
        });
        let all = json!({"pages": [{"object": "3 0 R"}], "qpdf": [{}, {"obj:3 0 R": {"value": page}}]});
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let word = |x: f32, link: &str| PageWord {
            text: "tide".to_owned(),
            rect: Rect { x0: x, y0: 100.0, x1: x + 30.0, y1: 110.0 },
            link: Some(link.to_owned()),
            ..PageWord::default()
        };
        let words = vec![
            word(10.0, "https://a.example/"),
            word(105.0, "https://a.example/"),
            word(205.0, "https://a.example/"),
            word(300.0, "file:other"),
            word(400.0, "https://c.example/"),
        ];
        let lines = PageLine::from_words(words, 10.0).into_iter().collect();
        let mut pages = [DocumentPage { blocks: vec![TextBlock { lines }], ..DocumentPage::default() }];
        place_links(&objects, &mut pages);
        let words = pages[0].words();
        let targets: Vec<Option<&str>> = words.map(|word| word.link.as_deref()).collect();
        let [a, b, c] = ["https://a.example/", "https://b.example/", "https://c.example/"].map(Some);
        assert_eq!(targets, [None, a, b, Some("file:other"), c]);
    }
}
