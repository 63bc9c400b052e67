//! Fonts that name only some of their characters: the tools leave the others out without a word.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use crate::error::Result;
use crate::work::DocumentWork;

use super::objects::PdfObjects;
use super::{INPUT_FILE, run_qpdf};

/// Maximum number of maps that are read, and of codes of a font.
const MAX_MAPS: usize = 200;
const MAX_CODES: usize = 65_536;
/// Maximum number of codes in the ranges of a map.
const MAX_NAMED_CODES: u32 = 1 << 18;
/// One nameless character may be the space. Of a large font a few are ornaments that nobody used.
const MIN_HOLES: usize = 2;
const MIN_HOLES_RATIO: usize = 20;

/// A map of a font, by the number of its object: the codes of the font, and the pages that use it.
type FontMaps = BTreeMap<u32, (BTreeSet<u32>, HashSet<usize>)>;

/// Finds the pages that use a font with characters that its map does not name.
pub(super) fn find_incomplete_pages(
    objects: &PdfObjects,
    work: &mut DocumentWork<'_>,
) -> Result<HashSet<usize>> {
    let mut maps = FontMaps::new();
    for (number, page) in objects.pages().iter().enumerate() {
        let Some(resources) = objects.find_inherited(page, "/Resources") else { continue };
        let Value::Object(fonts) = objects.entry(resources, "/Font") else { continue };
        for font in fonts.values() {
            let Some(map) = map_number(objects, font) else { continue };
            if !maps.contains_key(&map) && maps.len() >= MAX_MAPS {
                continue;
            }
            let (codes, pages) = maps.entry(map).or_default();
            if codes.is_empty() {
                *codes = font_codes(objects, font);
            }
            pages.insert(number);
        }
    }
    maps.retain(|_, (codes, _)| !codes.is_empty());
    let mut incomplete = HashSet::new();
    if maps.is_empty() || !write_streams(maps.keys().copied(), work)? {
        return Ok(incomplete);
    }
    for (map, (codes, pages)) in maps {
        let Some(text) = take_stream(map, work)? else { continue };
        let named = named_codes(&String::from_utf8_lossy(&text));
        let holes = codes.difference(&named).count();
        if holes >= MIN_HOLES && holes * MIN_HOLES_RATIO >= codes.len() {
            incomplete.extend(pages);
        }
    }
    Ok(incomplete)
}

/// Writes streams as files of the temporary folder, by the numbers of their objects; returns false if the
/// document cannot be read.
pub(super) fn write_streams(numbers: impl Iterator<Item = u32>, work: &mut DocumentWork<'_>) -> Result<bool> {
    let mut arguments: Vec<String> = [
        "--json=2", "--json-key=qpdf", "--json-stream-data=file", "--json-stream-prefix=stream",
        "--decode-level=generalized",
    ]
    .map(str::to_owned)
    .into();
    arguments.extend(numbers.map(|number| format!("--json-object={number}")));
    arguments.push(INPUT_FILE.to_owned());
    Ok(run_qpdf(&arguments, work)?.is_some())
}

/// Reads and removes the file of a stream that was written; `None` if the document does not have the stream.
pub(super) fn take_stream(number: u32, work: &DocumentWork<'_>) -> Result<Option<Vec<u8>>> {
    work.take_file(&format!("stream-{number}"))
}

/// The number of the object that a reference refers to.
pub(super) fn object_number(reference: &Value) -> Option<u32> {
    reference.as_str()?.strip_suffix(" 0 R")?.parse().ok()
}

/// The number of the object that names the characters of a font, if the font has codes of two bytes and
/// contains only the characters that the document uses.
fn map_number(objects: &PdfObjects, font: &Value) -> Option<u32> {
    let encoding = objects.name(objects.raw_entry(font, "/Encoding"))?;
    let name = objects.name(objects.raw_entry(font, "/BaseFont"))?;
    if !encoding.starts_with("Identity") || name.as_bytes().get(6) != Some(&b'+') {
        return None;
    }
    object_number(objects.raw_entry(font, "/ToUnicode"))
}

/// The codes of a font: those whose width it states.
fn font_codes(objects: &PdfObjects, font: &Value) -> BTreeSet<u32> {
    let mut codes = BTreeSet::new();
    let Some(inner) = objects.items(objects.raw_entry(font, "/DescendantFonts")).first() else {
        return codes;
    };
    let number = |value: Option<&Value>| u32::try_from(objects.follow(value?).as_u64()?).ok();
    let mut rest = objects.items(objects.raw_entry(inner, "/W"));
    while let Some(first) = number(rest.first()).filter(|first| *first <= 0xFFFF && codes.len() < MAX_CODES) {
        match rest.get(1).map(|next| objects.follow(next)) {
            Some(Value::Array(widths)) => {
                codes
                    .extend((first..).zip(widths).filter(|(_, width)| !is_zero(width)).map(|(code, _)| code));
                rest = &rest[2..];
            }
            // One width for several codes.
            Some(_) => {
                let last = number(rest.get(1)).unwrap_or(first).min(first.saturating_add(255));
                codes.extend(first..=last);
                rest = rest.get(3..).unwrap_or_default();
            }
            None => break,
        }
    }
    codes.remove(&0);
    codes
}

fn is_zero(width: &Value) -> bool {
    width.as_f64().is_some_and(|width| width <= 0.0)
}

fn named_codes(map: &str) -> BTreeSet<u32> {
    let mut codes = BTreeSet::new();
    let mut left = MAX_NAMED_CODES;
    for part in map.split("beginbf").skip(1) {
        let part = part.split("endbf").next().unwrap_or_default();
        let numbers = read_numbers(part);
        if part.starts_with("char") {
            // The number 0 is not a character.
            let named = numbers.chunks_exact(2).filter(|pair| pair[1] != 0);
            codes.extend(named.map(|pair| pair[0]));
        } else {
            for range in numbers.chunks_exact(3) {
                left = left.saturating_sub(range[1].saturating_sub(range[0]));
                if left > 0 {
                    codes.extend(range[0]..=range[1]);
                }
            }
        }
    }
    codes
}

/// The numbers of a part of a map; a list is one.
fn read_numbers(part: &str) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut rest = part;
    while let Some(at) = rest.find(['<', '[']) {
        let is_list = rest[at..].starts_with('[');
        let end = if is_list { ']' } else { '>' };
        let Some((inside, after)) = rest[at + 1..].split_once(end) else { break };
        // Characters may be several; only the numbers of codes matter.
        let digits: String = inside.chars().filter(char::is_ascii_hexdigit).take(4).collect();
        numbers.push(if is_list { 0 } else { u32::from_str_radix(&digits, 16).unwrap_or_default() });
        rest = after;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_single_characters_and_ranges_are_named() {
        let map = "1 begincodespacerange <0000> <ffff> endcodespacerange\n2 beginbfchar\n<0003> <0020>\n\
                   <0011> <00660069>\n<0012> <0000>\nendbfchar 3 beginbfrange <0020> <0022> <0041>\n\
                   <0030><0031>[<0061> <0062>] <0040> <0040> <0063> endbfrange";
        let named: Vec<u32> = named_codes(map).into_iter().collect();
        assert_eq!(named, [0x03, 0x11, 0x20, 0x21, 0x22, 0x30, 0x31, 0x40]);
        assert!(named_codes("beginbfrange <00").is_empty() && named_codes("").is_empty());
    }

    #[test]
    fn a_font_has_the_codes_whose_width_it_states() {
        let json = r#"{"pages":[{"object":"3 0 R"}],"qpdf":[{},{
            "obj:3 0 R":{"value":{"/Resources":{"/Font":{"/F1":"4 0 R"}}}},
            "obj:4 0 R":{"value":{"/BaseFont":"/ABCDEF+Sea","/Encoding":"/Identity-H","/DescendantFonts":["5 0 R"],
                "/ToUnicode":"7 0 R"}},
            "obj:5 0 R":{"value":{"/W":[0,[500,600,0,700],40,42,500,9]}}}]}"#;
        let objects = PdfObjects::parse(json.as_bytes()).unwrap();
        let font = Value::String("4 0 R".to_owned());
        assert_eq!(map_number(&objects, &font), Some(7));
        let codes: Vec<u32> = font_codes(&objects, &font).into_iter().collect();
        assert_eq!(codes, [1, 3, 40, 41, 42]);
    }
}
