//! Page furniture that is not part of the text: running heads and feet, page numbers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::edges::{EdgeLine, LinePlace, MIN_GAP_RATIO, count_pages, find_edge_lines, find_numbers};
use crate::layout::{DocumentPage, PageLine};
use books::roman;

/// Height of the margins that contain running heads and feet, relative to the page.
const MARGIN_HEIGHT_RATIO: f32 = 0.14;
/// Maximum vertical distance of the same running head from page to page, relative to the page.
const MAX_DRIFT_HEIGHT_RATIO: f32 = 0.03;

/// Size of larger letters, relative to the text: furniture does not have them, and headings of few pages may
/// have smaller ones.
const MAX_SIZE_RATIO: f32 = 1.3;
const MIN_HEADING_SIZE_RATIO: f32 = 1.05;
/// Maximum number of pages that may each begin with a numbered heading.
const MAX_HEADED_PAGES: usize = 5;

/// The position of a line that may be page furniture.
#[derive(Debug, Clone, Copy)]
struct FurniturePlace {
    page: usize,
    /// Its top, as a part of the height of the page.
    height: f32,
    /// True if it is apart from the text, the outermost line of its page.
    is_apart: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PageZone {
    Head,
    Foot,
}

/// The running heads, feet and page numbers of a document.
pub(super) struct Furniture {
    places: BTreeMap<(PageZone, String), Vec<FurniturePlace>>,
    /// The lines to remove, by page.
    lines: Vec<HashSet<LinePlace>>,
}

impl Furniture {
    /// Finds the lines that are repeated from page to page.
    pub(super) fn find(pages: &[DocumentPage]) -> Self {
        let body_size = super::headings::body_size(pages);
        let max_size = body_size * MAX_SIZE_RATIO;
        let mut places: BTreeMap<(PageZone, String), Vec<FurniturePlace>> = BTreeMap::new();
        for (number, page) in pages.iter().enumerate() {
            let edges = PageEdges::from_page(page);
            for line in page.lines() {
                if let Some(zone) = find_zone(page.height, line).filter(|_| line.size <= max_size) {
                    let height = line.rect.y0 / page.height.max(1.0);
                    let apart = !line.is_bold() && edges.are_apart(line, zone);
                    places.entry((zone, number_shape(&line.text()))).or_default().push(FurniturePlace {
                        page: number,
                        height,
                        is_apart: apart,
                    });
                }
            }
        }
        let total = pages.len();
        places.retain(|(_, shape), places| is_repeated(shape, places, total));
        let mut furniture = Self { places, lines: vec![HashSet::new(); total] };
        furniture.choose_lines(pages, body_size);
        furniture
    }

    /// Chooses the lines to remove: those at the edges of pages that are apart from the text. Others may be
    /// lines of similar pages, and so may those whose numbers do not count the pages.
    fn choose_lines(&mut self, pages: &[DocumentPage], body_size: f32) {
        let mut candidates: BTreeMap<(PageZone, String), Vec<EdgeLine>> = BTreeMap::new();
        for (number, page) in pages.iter().enumerate() {
            for zone in [PageZone::Head, PageZone::Foot] {
                let is_candidate = |line: &PageLine| {
                    line.size <= body_size * MAX_SIZE_RATIO
                        && find_zone(page.height, line) == Some(zone)
                        && self.is_repeated_there(page.height, line)
                };
                for ((b, l), is_apart) in find_edge_lines(page, zone == PageZone::Head, is_candidate) {
                    let line = &page.blocks[b].lines[l];
                    let text = line.text();
                    let edge = EdgeLine {
                        page: number,
                        place: (b, l),
                        numbers: find_numbers(&text),
                        is_apart,
                        stands_out: line.is_bold() || line.size > body_size * MIN_HEADING_SIZE_RATIO,
                    };
                    candidates.entry((zone, number_shape(&text))).or_default().push(edge);
                }
            }
        }
        for ((zone, shape), lines) in candidates {
            let is_numbered = shape.contains('#');
            let is_bare = is_bare_number(&shape);
            let counts_pages = is_numbered && count_pages(&lines, is_bare);
            let may_be_headings =
                is_numbered && !is_bare && zone == PageZone::Head && pages.len() <= MAX_HEADED_PAGES;
            for line in lines {
                let is_furniture = match (is_numbered, line.is_apart) {
                    (false, _) => true,
                    (true, true) => counts_pages && !(may_be_headings && line.stands_out),
                    (true, false) => counts_pages && is_bare && pages.len() > 1,
                };
                if is_furniture {
                    self.lines[line.page].insert(line.place);
                }
            }
        }
    }

    /// Returns true for a line of furniture.
    fn has_line(&self, page: usize, place: LinePlace) -> bool {
        self.lines.get(page).is_some_and(|lines| lines.contains(&place))
    }

    /// The lines of a page that are not furniture.
    pub(super) fn body_lines<'p>(
        &'p self,
        number: usize,
        page: &'p DocumentPage,
    ) -> impl Iterator<Item = &'p PageLine> {
        let places = page.blocks.iter().enumerate();
        let lines =
            places.flat_map(|(b, block)| block.lines.iter().enumerate().map(move |(l, line)| ((b, l), line)));
        lines.filter(move |(place, _)| !self.has_line(number, *place)).map(|(_, line)| line)
    }

    /// Returns true if a line, of any size, is where furniture is, with the same words.
    fn is_repeated_there(&self, page_height: f32, line: &PageLine) -> bool {
        find_zone(page_height, line)
            .is_some_and(|zone| self.places.contains_key(&(zone, number_shape(&line.text()))))
    }
}

/// Takes running heads, feet and page numbers out of the pages. Printed page numbers become the labels of
/// pages that have none; failing that, pages are counted.
pub(super) fn remove_furniture(pages: &mut [DocumentPage]) {
    let furniture = Furniture::find(pages);
    let printed = find_printed_numbers(pages, &furniture);
    // If no page has other lines, these are the text.
    let has_text = pages.iter().enumerate().any(|(n, page)| furniture.body_lines(n, page).next().is_some());
    for (number, page) in pages.iter_mut().enumerate() {
        for (b, block) in page.blocks.iter_mut().enumerate().filter(|_| has_text) {
            let mut line_numbers = 0..;
            block.lines.retain(|_| line_numbers.next().is_none_or(|l| !furniture.has_line(number, (b, l))));
        }
        page.blocks.retain(|block| !block.lines.is_empty());
        if page.label.is_empty() {
            page.label = printed.get(&number).cloned().unwrap_or_else(|| (number + 1).to_string());
        }
    }
}

fn find_zone(page_height: f32, line: &PageLine) -> Option<PageZone> {
    let margin = page_height * MARGIN_HEIGHT_RATIO;
    if line.rect.y1 < margin {
        Some(PageZone::Head)
    } else if line.rect.y0 > page_height - margin {
        Some(PageZone::Foot)
    } else {
        None
    }
}

/// Returns a line with each number replaced by `#`.
fn number_shape(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        if !digits && parse_roman_numeral(word).is_some() {
            out.push('#');
            continue;
        }
        let mut number = false;
        for c in word.chars().flat_map(char::to_lowercase) {
            if c.is_ascii_digit() {
                if !number {
                    out.push('#');
                }
                number = true;
            } else {
                number = false;
                out.push(c);
            }
        }
    }
    out
}

/// The outermost lines of a page, and where the text between them begins and ends.
struct PageEdges {
    head_end: f32,
    text_start: f32,
    text_end: f32,
    foot_start: f32,
}

impl PageEdges {
    fn from_page(page: &DocumentPage) -> Self {
        let first = page.lines().min_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
        let last = page.lines().max_by(|a, b| a.rect.y1.total_cmp(&b.rect.y1));
        let head_end = first.map_or(f32::MIN, |line| line.rect.y1);
        let foot_start = last.map_or(f32::MAX, |line| line.rect.y0);
        let starts = page.lines().map(|line| line.rect.y0).filter(|y| *y >= head_end);
        let ends = page.lines().map(|line| line.rect.y1).filter(|y| *y <= foot_start);
        let text_start = starts.fold(f32::MAX, f32::min);
        Self { head_end, text_start, text_end: ends.fold(f32::MIN, f32::max), foot_start }
    }

    /// Returns true if a line is one of the outermost, and further from the text than lines of a text
    /// are.
    fn are_apart(&self, line: &PageLine, zone: PageZone) -> bool {
        let room = line.rect.height().max(line.size) * MIN_GAP_RATIO;
        match zone {
            PageZone::Head => line.rect.y0 < self.head_end && self.text_start >= line.rect.y1 + room,
            PageZone::Foot => line.rect.y1 > self.foot_start && self.text_end <= line.rect.y0 - room,
        }
    }
}

fn is_repeated(shape: &str, places: &[FurniturePlace], total: usize) -> bool {
    let pages: BTreeSet<usize> = places.iter().map(|place| place.page).collect();
    let mut heights: Vec<f32> = places.iter().map(|place| place.height).collect();
    heights.sort_by(f32::total_cmp);
    let middle = heights[heights.len() / 2];
    let steady =
        places.iter().filter(|place| (place.height - middle).abs() <= MAX_DRIFT_HEIGHT_RATIO).count() * 4
            >= places.len() * 3;
    // Pages on the left often have another head than those on the right. Bold lines may be headings.
    let parity = places.first().map_or(0, |place| place.page % 2);
    let apart = places.iter().all(|place| place.is_apart && (total < 4 || place.page % 2 == parity));
    let number = shape.contains('#');
    let enough = match total {
        0 | 1 => number && is_bare_number(shape),
        // So few may also begin with the same words.
        2 | 3 => (number || apart) && pages.len() >= 2,
        _ => pages.len() >= 3 || ((number || apart) && pages.len() >= 2),
    };
    enough && steady && !shape.is_empty()
}

/// Returns true if a line says a page number and nothing else: `12`, `- 12 -`, `Page 3 of 10`, `3/10`.
fn is_bare_number(shape: &str) -> bool {
    let rest: String = shape.chars().filter(|c| c.is_alphabetic()).collect();
    shape.contains('#') && shape.len() < 24 && matches!(rest.as_str(), "" | "page" | "pageof" | "seite" | "p")
}

/// The numbers that pages bear, where they count on with the pages.
fn find_printed_numbers(pages: &[DocumentPage], furniture: &Furniture) -> BTreeMap<usize, String> {
    let mut candidates: Vec<(usize, bool, i64, String)> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for line in page.lines() {
            if !furniture.is_repeated_there(page.height, line) {
                continue;
            }
            let text = line.text();
            let alone = text.split_whitespace().count() == 1;
            for word in text.split(|c: char| c.is_whitespace() || c == '/') {
                let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
                if let Ok(value) = bare.parse::<u32>() {
                    candidates.push((number, false, i64::from(value), bare.to_owned()));
                } else if let Some(value) = parse_roman_numeral(bare).filter(|_| alone) {
                    candidates.push((number, true, i64::from(value), bare.to_owned()));
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    for is_roman in [false, true] {
        let offset = |(page, _, value, _): &(usize, bool, i64, String)| {
            value - i64::try_from(*page).unwrap_or_default()
        };
        let own: Vec<_> = candidates.iter().filter(|candidate| candidate.1 == is_roman).collect();
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        for candidate in &own {
            *counts.entry(offset(candidate)).or_default() += 1;
        }
        let Some((best, count)) = counts.into_iter().max_by_key(|(offset, count)| (*count, -offset.abs()))
        else {
            continue;
        };
        let pages: BTreeSet<usize> = own.iter().map(|candidate| candidate.0).collect();
        if count * 2 < pages.len() || (count < 2 && pages.len() > 1) {
            continue;
        }
        for candidate in own.into_iter().filter(|candidate| offset(candidate) == best) {
            found.insert(candidate.0, candidate.3.clone());
        }
    }
    found
}

/// The value of a Roman numeral in small or capital letters; single letters other than `i`, `v` and `x` are
/// taken for letters.
pub(super) fn parse_roman_numeral(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let same_case =
        word.bytes().all(|b| b.is_ascii_lowercase()) || word.bytes().all(|b| b.is_ascii_uppercase());
    if lower.is_empty() || lower.len() > 12 || !same_case || matches!(lower.as_str(), "c" | "d" | "l" | "m") {
        return None;
    }
    roman::parse_roman(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageWord, Rect, TextBlock};

    fn sample_block(text: &str, y: f32) -> TextBlock {
        let word = |text: &str| PageWord {
            text: text.into(),
            rect: Rect { x0: 10.0, y0: y, x1: 90.0, y1: y + 10.0 },
            ..PageWord::default()
        };
        let words = text.split(' ').map(word).collect();
        TextBlock { lines: PageLine::from_words(words, 10.0).into_iter().collect() }
    }

    fn sample_pages(of: &[&[(&str, f32)]]) -> Vec<DocumentPage> {
        let page = |lines: &&[(&str, f32)]| DocumentPage {
            width: 100.0,
            height: 1000.0,
            blocks: lines.iter().map(|(text, y)| sample_block(text, *y)).collect(),
            ..DocumentPage::default()
        };
        of.iter().map(page).collect()
    }

    fn remaining_text(pages: &[DocumentPage]) -> Vec<String> {
        pages.iter().flat_map(|page| page.lines().map(PageLine::text)).collect()
    }

    #[test]
    fn running_heads_and_numbers_leave_the_text_and_numbers_become_labels() {
        let mut all = sample_pages(&[
            &[("Tides", 50.0), ("The sea", 300.0), ("ix", 950.0)],
            &[("Tides", 51.0), ("was calm", 300.0), ("x", 950.0)],
            &[("Tides", 50.0), ("that day", 300.0), ("1", 950.0)],
            &[("Tides", 50.0), ("and cold", 300.0), ("2", 950.0)],
            &[("Unlike", 50.0), ("indeed", 300.0), ("3", 950.0)],
        ]);
        remove_furniture(&mut all);
        assert_eq!(remaining_text(&all), ["The sea", "was calm", "that day", "and cold", "Unlike", "indeed"]);
        let labels: Vec<&str> = all.iter().map(|page| page.label.as_str()).collect();
        assert_eq!(labels, ["ix", "x", "1", "2", "3"]);
    }

    #[test]
    fn heads_of_left_and_right_pages_leave_the_text_if_they_are_apart_from_it() {
        let body = ["The sea", "was calm", "that day", "and cold"];
        let page = |n: usize, y: f32| {
            [(if n.is_multiple_of(2) { "Tides" } else { "Chapter One" }, y), (body[n], 150.0)]
        };
        let of = |y: f32| {
            let all: Vec<[(&str, f32); 2]> = (0..4).map(|n| page(n, y)).collect();
            let all: Vec<&[(&str, f32)]> = all.iter().map(<[(&str, f32); 2]>::as_slice).collect();
            let mut all = sample_pages(&all);
            remove_furniture(&mut all);
            remaining_text(&all).len()
        };
        assert_eq!(of(50.0), 4);
        // As near as the lines of a text, they may be text.
        assert_eq!(of(135.0), 8);
    }

    #[test]
    fn words_with_which_two_pages_begin_stay() {
        let mut all = sample_pages(&[
            &[("Dear friends", 90.0), ("the sea", 105.0)],
            &[("Dear friends", 90.0), ("is calm", 105.0)],
        ]);
        remove_furniture(&mut all);
        assert_eq!(remaining_text(&all).len(), 4);
        let mut all =
            sample_pages(&[&[("Tides", 50.0), ("the sea", 105.0)], &[("Tides", 50.0), ("is calm", 105.0)]]);
        remove_furniture(&mut all);
        assert_eq!(remaining_text(&all), ["the sea", "is calm"]);
    }

    #[test]
    fn lines_of_similar_pages_stay() {
        let mut all = sample_pages(&[
            &[("Boats 31", 50.0), ("of the bay", 64.0), ("Sum 17", 950.0), ("one", 400.0)],
            &[("Boats 45", 50.0), ("of the bay", 64.0), ("Sum 34", 950.0), ("two", 400.0)],
            &[("Boats 77", 50.0), ("of the bay", 64.0), ("Sum 81", 950.0), ("three", 400.0)],
        ]);
        remove_furniture(&mut all);
        let text = remaining_text(&all).join(" ");
        assert!(text.contains("Boats 45") && text.contains("Sum 34"), "{text}");
        // The cells of a table are not page numbers, and lines that all pages have may be their only text.
        let mut cells = sample_pages(&[&[("Name", 50.0), ("31", 64.0), ("Bell", 400.0), ("5", 950.0)]]);
        remove_furniture(&mut cells);
        assert_eq!(remaining_text(&cells), ["Name", "31", "Bell"]);
        let mut alike = sample_pages(&[&[("Tides", 50.0)], &[("Tides", 50.0)], &[("Tides", 50.0)]]);
        remove_furniture(&mut alike);
        assert_eq!(remaining_text(&alike).len(), 3);
    }

    #[test]
    fn a_number_with_words_counts_when_it_goes_with_the_pages() {
        let mut all = sample_pages(&[
            &[("Report 2024 7", 950.0), ("one", 400.0)],
            &[("Report 2024 8", 950.0), ("two", 400.0)],
            &[("Report 2024 9", 950.0), ("three", 400.0)],
        ]);
        remove_furniture(&mut all);
        let labels: Vec<&str> = all.iter().map(|page| page.label.as_str()).collect();
        assert_eq!(
            (labels, remaining_text(&all)),
            (vec!["7", "8", "9"], vec!["one".into(), "two".into(), "three".into()])
        );
    }

    #[test]
    fn words_repeated_inside_pages_or_on_one_page_are_kept() {
        let mut all = sample_pages(&[
            &[("Refrain", 400.0), ("Head", 40.0)],
            &[("Refrain", 400.0)],
            &[("Refrain", 400.0)],
        ]);
        remove_furniture(&mut all);
        assert_eq!(remaining_text(&all), ["Refrain", "Head", "Refrain", "Refrain"]);
        assert_eq!(all[2].label, "3");
    }

    #[test]
    fn parses_roman_numerals() {
        for (word, value) in [
            ("iv", Some(4)),
            ("XII", Some(12)),
            ("i", Some(1)),
            ("iiii", None),
            ("mix", Some(1009)),
            ("did", None),
            ("Iv", None),
            ("", None),
            ("c", None),
        ] {
            assert_eq!(parse_roman_numeral(word), value, "{word}");
        }
    }
}
