//! The words of the text layer, from `pdftotext -bbox-layout`: it finds columns and the order of reading.

use crate::layout::{DocumentPage, PageLine, PageWord, Rect, TextBlock};

use super::markup::{MarkupTag, parse_tags};
use super::{bidi, diagonal, levels, spaced};

/// Reads the pages. The size of letters is still the height of their words.
pub(super) fn parse_pages(text: &str) -> Vec<DocumentPage> {
    let mut pages: Vec<DocumentPage> = Vec::new();
    let mut words: Vec<PageWord> = Vec::new();
    for tag in parse_tags(text) {
        match tag.name {
            "page" => pages.push(DocumentPage {
                width: tag.number("width").unwrap_or_default(),
                height: tag.number("height").unwrap_or_default(),
                ..DocumentPage::default()
            }),
            "block" => {
                if let Some(page) = pages.last_mut() {
                    page.blocks.push(TextBlock::default());
                }
            }
            "word" => {
                let written = tag.text();
                if let Some(page) = pages.last_mut() {
                    page.unreadable += count_unreadable(&written);
                }
                let text = clean_text(&written);
                if !text.is_empty() {
                    words.push(PageWord { text, rect: parse_rect(tag), ..PageWord::default() });
                }
            }
            "/line" => {
                let size = words.iter().map(PageWord::letter_size).fold(0.0, f32::max);
                let line = PageLine::from_words(std::mem::take(&mut words), size);
                if let Some(block) = pages.last_mut().and_then(|page| page.blocks.last_mut()) {
                    block.lines.extend(line);
                }
            }
            "/block" => {
                if let Some(page) = pages.last_mut() {
                    page.blocks.pop_if(|block| block.lines.is_empty());
                }
            }
            _ => {}
        }
    }
    for page in &mut pages {
        diagonal::take_diagonal_text(page);
        spaced::join_spaced_letters(page);
        levels::mark_levels(page);
        bidi::order_page(page);
    }
    pages
}

/// Characters of a word that its font did not name. One alone is a bullet.
fn count_unreadable(word: &str) -> usize {
    let is_ligature =
        |c: char| matches!(c, '\u{B}'..='\u{F}' | '\u{1B}'..='\u{1F}' | '\u{F001}' | '\u{F002}');
    let is_nameless = |c: char| c == '\u{FFFD}' || matches!(c, '\u{E000}'..='\u{F8FF}') || c.is_control();
    if word.chars().nth(1).is_none() {
        return 0;
    }
    word.chars().filter(|c| is_nameless(*c) && !is_ligature(*c)).count()
}

fn parse_rect(tag: MarkupTag<'_>) -> Rect {
    let number = |name| tag.number(name).unwrap_or_default();
    Rect { x0: number("xMin"), y0: number("yMin"), x1: number("xMax"), y1: number("yMax") }
}

/// Letters instead of ligatures; nothing that XML or a reader cannot use.
pub(super) fn clean_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let is_word = text.chars().any(char::is_alphanumeric);
    for c in text.chars() {
        match c {
            // A letter that cannot be read leaves a trace in its word.
            '\u{FFFD}' if is_word => out.push(c),
            // Also the places of ligatures in fonts that name no characters: those of TeX, and of old
            // programs.
            '\u{FB00}' | '\u{B}' | '\u{1B}' => out.push_str("ff"),
            '\u{FB01}' | '\u{C}' | '\u{1C}' | '\u{F001}' => out.push_str("fi"),
            '\u{FB02}' | '\u{1D}' | '\u{F002}' => out.push_str("fl"),
            '\u{FB03}' | '\u{E}' | '\u{1E}' => out.push_str("ffi"),
            '\u{FB04}' | '\u{F}' | '\u{1F}' => out.push_str("ffl"),
            '\u{FB05}' | '\u{FB06}' => out.push_str("st"),
            '\u{200B}' | '\u{FEFF}' | '\u{FFFD}' | '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ligatures_are_their_letters() {
        for text in ["of\u{FB01}ce", "of\u{C}ce", "of\u{1C}ce", "of\u{F001}ce"] {
            assert_eq!(clean_text(text), "office");
        }
        assert_eq!(clean_text("a\u{7}\u{FEFF}b"), "ab");
        assert_eq!(clean_text("of\u{FFFD}ce"), "of\u{FFFD}ce");
        assert_eq!(clean_text("\u{FFFD}"), "");
    }

    #[test]
    fn letters_of_a_turned_line_are_as_high_as_the_line_is_wide() {
        let text = "<page width=\"612\" height=\"792\"><block><line><word xMin=\"20\" yMin=\"100\" xMax=\"30\" yMax=\"180\">arXiv:1234</word>\
                    </line></block></page>";
        assert!((parse_pages(text)[0].blocks[0].lines[0].size - 10.0).abs() < 0.01);
    }

    #[test]
    fn words_are_in_lines_blocks_and_pages() {
        let text = "<doc><page width=\"612.0\" height=\"792.0\"><flow><block xMin=\"1\"><line><word xMin=\"60\" yMin=\"95\" xMax=\"99\" yMax=\"111\">of\u{FB01}ce</word>\
                    <word xMin=\"100\" yMin=\"96\" xMax=\"120\" yMax=\"110\">&amp;</word></line></block><block></block></flow></page><page width=\"1\" height=\"2\"></page></doc>";
        let pages = parse_pages(text);
        assert_eq!(pages.len(), 2);
        assert_eq!(pages[0].blocks.len(), 1);
        let line = &pages[0].blocks[0].lines[0];
        assert_eq!((line.text().as_str(), line.size), ("office &", 16.0));
        assert_eq!(line.rect, Rect { x0: 60.0, y0: 95.0, x1: 120.0, y1: 111.0 });
    }
}
