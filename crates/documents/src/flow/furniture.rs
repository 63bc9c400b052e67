//! Page furniture that is not part of the text: running heads and feet, page numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::layout::{Line, Page};
use books::roman;

/// Where on a page running heads and feet are, as a part of its height.
const MARGIN: f32 = 0.14;
/// How far the same running head may move from page to page, as a part of the height.
const DRIFT: f32 = 0.03;

/// Where a line is that may be furniture.
#[derive(Debug, Clone, Copy)]
struct Place {
    page: usize,
    /// Its top, as a part of the height of the page.
    height: f32,
    /// Whether it is apart from the text, the outermost line of its page.
    apart: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    Head,
    Foot,
}

/// Takes running heads, feet and page numbers out of the pages. Printed page numbers become the labels of
/// pages that have none; failing that, pages are counted.
pub(super) fn remove(pages: &mut [Page]) {
    let body = super::headings::body_size(pages);
    let mut seen: BTreeMap<(Zone, String), Vec<Place>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        let edges = Edges::of(page);
        for line in page.lines() {
            if let Some(zone) = zone(page, line).filter(|_| line.size <= body * 1.3) {
                let height = line.rect.y0 / page.height.max(1.0);
                let apart = !line.bold() && edges.are_apart(line, zone);
                seen.entry((zone, shape(&line.text()))).or_default().push(Place {
                    page: number,
                    height,
                    apart,
                });
            }
        }
    }
    let total = pages.len();
    seen.retain(|(_, shape), places| repeats(shape, places, total));
    let printed = printed_numbers(pages, &seen);
    for (number, page) in pages.iter_mut().enumerate() {
        let (width, height) = (page.width, page.height);
        let own = Page { width, height, ..Page::default() };
        for block in &mut page.blocks {
            block.lines.retain(|line| {
                !zone(&own, line).is_some_and(|zone| {
                    line.size <= body * 1.3 && seen.contains_key(&(zone, shape(&line.text())))
                })
            });
        }
        page.blocks.retain(|block| !block.lines.is_empty());
        if page.label.is_empty() {
            page.label = printed.get(&number).cloned().unwrap_or_else(|| (number + 1).to_string());
        }
    }
}

fn zone(page: &Page, line: &Line) -> Option<Zone> {
    let margin = page.height * MARGIN;
    if line.rect.y1 < margin {
        Some(Zone::Head)
    } else if line.rect.y0 > page.height - margin {
        Some(Zone::Foot)
    } else {
        None
    }
}

/// A line with each number as `#`.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        if !digits && numeral(word).is_some() {
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
struct Edges {
    head_end: f32,
    text_start: f32,
    text_end: f32,
    foot_start: f32,
}

impl Edges {
    fn of(page: &Page) -> Self {
        let first = page.lines().min_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
        let last = page.lines().max_by(|a, b| a.rect.y1.total_cmp(&b.rect.y1));
        let head_end = first.map_or(f32::MIN, |line| line.rect.y1);
        let foot_start = last.map_or(f32::MAX, |line| line.rect.y0);
        let starts = page.lines().map(|line| line.rect.y0).filter(|y| *y >= head_end);
        let ends = page.lines().map(|line| line.rect.y1).filter(|y| *y <= foot_start);
        let text_start = starts.fold(f32::MAX, f32::min);
        Self { head_end, text_start, text_end: ends.fold(f32::MIN, f32::max), foot_start }
    }

    /// Whether a line is one of the outermost, and further from the text than lines of a text are.
    fn are_apart(&self, line: &Line, zone: Zone) -> bool {
        let room = line.rect.height().max(line.size) * 0.8;
        match zone {
            Zone::Head => line.rect.y0 < self.head_end && self.text_start >= line.rect.y1 + room,
            Zone::Foot => line.rect.y1 > self.foot_start && self.text_end <= line.rect.y0 - room,
        }
    }
}

fn repeats(shape: &str, places: &[Place], total: usize) -> bool {
    let pages: BTreeSet<usize> = places.iter().map(|place| place.page).collect();
    let mut heights: Vec<f32> = places.iter().map(|place| place.height).collect();
    heights.sort_by(f32::total_cmp);
    let middle = heights[heights.len() / 2];
    let steady =
        places.iter().filter(|place| (place.height - middle).abs() <= DRIFT).count() * 4 >= places.len() * 3;
    // Pages on the left often have another head than those on the right. Bold lines may be headings.
    let parity = places.first().map_or(0, |place| place.page % 2);
    let apart = places.iter().all(|place| place.apart && (total < 4 || place.page % 2 == parity));
    let number = shape.contains('#');
    let enough = match total {
        0 | 1 => number && is_bare_number(shape),
        // So few may also begin with the same words.
        2 | 3 => (number || apart) && pages.len() >= 2,
        _ => pages.len() >= 3 || ((number || apart) && pages.len() >= 2),
    };
    enough && steady && !shape.is_empty()
}

/// Whether a line says a page number and nothing else: `12`, `- 12 -`, `Page 3 of 10`, `3/10`.
fn is_bare_number(shape: &str) -> bool {
    let rest: String = shape.chars().filter(|c| c.is_alphabetic()).collect();
    shape.contains('#') && shape.len() < 24 && matches!(rest.as_str(), "" | "page" | "pageof" | "seite" | "p")
}

/// The numbers that pages bear, where they count on with the pages.
fn printed_numbers(pages: &[Page], seen: &BTreeMap<(Zone, String), Vec<Place>>) -> BTreeMap<usize, String> {
    let mut candidates: Vec<(usize, bool, i64, String)> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for line in page.lines() {
            let furniture =
                zone(page, line).is_some_and(|zone| seen.contains_key(&(zone, shape(&line.text()))));
            if !furniture {
                continue;
            }
            let text = line.text();
            let alone = text.split_whitespace().count() == 1;
            for word in text.split(|c: char| c.is_whitespace() || c == '/') {
                let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
                if let Ok(value) = bare.parse::<u32>() {
                    candidates.push((number, false, i64::from(value), bare.to_owned()));
                } else if let Some(value) = numeral(bare).filter(|_| alone) {
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
pub(super) fn numeral(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let same_case =
        word.bytes().all(|b| b.is_ascii_lowercase()) || word.bytes().all(|b| b.is_ascii_uppercase());
    if lower.is_empty() || lower.len() > 12 || !same_case || matches!(lower.as_str(), "c" | "d" | "l" | "m") {
        return None;
    }
    roman::value(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Rect, TextBlock, Word};

    fn line(text: &str, y: f32) -> TextBlock {
        let word = |text: &str| Word {
            text: text.into(),
            rect: Rect { x0: 10.0, y0: y, x1: 90.0, y1: y + 10.0 },
            ..Word::default()
        };
        let words = text.split(' ').map(word).collect();
        TextBlock { lines: Line::of(words, 10.0).into_iter().collect() }
    }

    fn pages(of: &[&[(&str, f32)]]) -> Vec<Page> {
        let page = |lines: &&[(&str, f32)]| Page {
            width: 100.0,
            height: 1000.0,
            blocks: lines.iter().map(|(text, y)| line(text, *y)).collect(),
            ..Page::default()
        };
        of.iter().map(page).collect()
    }

    fn left(pages: &[Page]) -> Vec<String> {
        pages.iter().flat_map(|page| page.lines().map(Line::text)).collect()
    }

    #[test]
    fn running_heads_and_numbers_leave_the_text_and_numbers_become_labels() {
        let mut all = pages(&[
            &[("Tides", 50.0), ("The sea", 300.0), ("ix", 950.0)],
            &[("Tides", 51.0), ("was calm", 300.0), ("x", 950.0)],
            &[("Tides", 50.0), ("that day", 300.0), ("1", 950.0)],
            &[("Tides", 50.0), ("and cold", 300.0), ("2", 950.0)],
            &[("Unlike", 50.0), ("indeed", 300.0), ("3", 950.0)],
        ]);
        remove(&mut all);
        assert_eq!(left(&all), ["The sea", "was calm", "that day", "and cold", "Unlike", "indeed"]);
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
            let mut all = pages(&all);
            remove(&mut all);
            left(&all).len()
        };
        assert_eq!(of(50.0), 4);
        // As near as the lines of a text, they may be text.
        assert_eq!(of(135.0), 8);
    }

    #[test]
    fn words_with_which_two_pages_begin_stay() {
        let mut all = pages(&[
            &[("Dear friends", 90.0), ("the sea", 105.0)],
            &[("Dear friends", 90.0), ("is calm", 105.0)],
        ]);
        remove(&mut all);
        assert_eq!(left(&all).len(), 4);
        let mut all =
            pages(&[&[("Tides", 50.0), ("the sea", 105.0)], &[("Tides", 50.0), ("is calm", 105.0)]]);
        remove(&mut all);
        assert_eq!(left(&all), ["the sea", "is calm"]);
    }

    #[test]
    fn a_number_with_words_counts_when_it_goes_with_the_pages() {
        let mut all = pages(&[
            &[("Report 2024 7", 950.0), ("one", 400.0)],
            &[("Report 2024 8", 950.0), ("two", 400.0)],
            &[("Report 2024 9", 950.0), ("three", 400.0)],
        ]);
        remove(&mut all);
        let labels: Vec<&str> = all.iter().map(|page| page.label.as_str()).collect();
        assert_eq!(
            (labels, left(&all)),
            (vec!["7", "8", "9"], vec!["one".into(), "two".into(), "three".into()])
        );
    }

    #[test]
    fn the_same_words_inside_pages_and_on_one_page_alone_stay() {
        let mut all =
            pages(&[&[("Refrain", 400.0), ("Head", 40.0)], &[("Refrain", 400.0)], &[("Refrain", 400.0)]]);
        remove(&mut all);
        assert_eq!(left(&all), ["Refrain", "Head", "Refrain", "Refrain"]);
        assert_eq!(all[2].label, "3");
    }

    #[test]
    fn roman_numerals() {
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
            assert_eq!(numeral(word), value, "{word}");
        }
    }
}
