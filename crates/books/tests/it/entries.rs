//! Entries of the table of contents that lead into the text, and headings that are pictures.

use books::brf::Settings;
use books::testkit::{ENTRIES_INTO_TEXT, book_with_entries_into_text, unzip, unzip_text};
use books::{Format, Options, convert};

use super::support::{convert_to, dated_options};

/// Uncontracted UEB: a capital has a sign before it.
fn to_braille(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if c.is_uppercase() {
            out.push(',');
        }
        out.extend(c.to_uppercase());
        out
    })
}

#[test]
fn the_contents_of_braille_list_places_in_the_text_with_their_pages() {
    let braille = Settings { cells: 40, paper: true, contracted: false, ueb: true };
    let options = Options { settings: books::Settings { braille }, ..dated_options() };
    let source = book_with_entries_into_text().build();
    let brf = convert(Format::Brf, source.into(), &options, &mut ()).unwrap();
    let files = unzip(&brf);
    let text = std::str::from_utf8(&files[0].1).unwrap();
    // The title page, the contents, and the pages of the text.
    let pages: Vec<&str> = text.split('\u{c}').collect();
    let last_word = |text: &str| text.split_whitespace().last().unwrap_or_default().to_owned();
    for (name, word) in ENTRIES_INTO_TEXT {
        let (name, word) = (to_braille(name), to_braille(word));
        let line = pages[1].lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        let line = line.unwrap_or_else(|| panic!("{name} in {}", pages[1]));
        let page = pages[2..].iter().find(|page| page.contains(&word)).unwrap();
        assert_eq!(last_word(line), last_word(page), "{name}: {page}");
    }
    // In the text, the picture is still announced as one.
    assert!(text.contains(",IMAGE") && !pages[1].contains(",IMAGE"), "{text}");
}

#[test]
fn the_navigation_of_daisy_leads_to_places_in_the_text() {
    let daisy = convert_to(Format::Daisy, book_with_entries_into_text().build());
    let ncx = unzip_text(&daisy, "navigation.ncx");
    let (_, map) = ncx.split_once("<navMap>").unwrap();
    let (map, _) = map.split_once("</navMap>").unwrap();
    let labels: Vec<&str> =
        map.split("<text>").skip(1).map(|part| part.split("</text>").next().unwrap()).collect();
    assert_eq!(labels, ENTRIES_INTO_TEXT.map(|(name, _)| name), "{map}");
}
