//! Cards in braille: a page of paper for each, to be cut or folded.

use braille::Translator;
use serde::{Deserialize, Serialize};

use super::inlines::{RunContext, text_piece};
use super::settings::Settings;
use super::{format_paper, sheet, wrap};
use crate::error::Result;

/// Cells before the second and further lines of a long text.
const RUNOVER_CELLS: usize = 2;

/// A text of a card, which begins on a line of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardLine {
    /// The text. An empty one is a blank line.
    pub text: String,
    /// True if every character counts: a user name, a password, an address.
    pub literal: bool,
}

/// Writes cards as braille, uncontracted and in the code of this language (BCP 47): a page of 25 lines of 40
/// cells for each card. What does not fit on its page is left out.
///
/// # Errors
/// The tables are missing, or a text is too long.
pub fn write_cards(cards: &[Vec<CardLine>], language: &str) -> Result<String> {
    let settings = Settings { paper: true, contracted: false, ueb: true, ..Settings::default() };
    let translator = Translator::new(language, settings.contracted, settings.ueb);
    let width = usize::from(settings.cells);
    let mut pages = Vec::with_capacity(cards.len());
    for card in cards {
        let mut page: sheet::Page = Vec::new();
        for line in card {
            page.extend(wrap_line(&translator, line, width)?);
        }
        page.resize(sheet::LINES_PER_PAGE, Vec::new());
        pages.push(page);
    }
    Ok(format_paper(&pages))
}

/// The rows of a text. A blank one has a blank row.
fn wrap_line(translator: &Translator, line: &CardLine, width: usize) -> Result<Vec<Vec<u8>>> {
    let context = RunContext { literal: line.literal, ..RunContext::default() };
    let text = translator.text(&[text_piece(line.text.as_str(), context)])?;
    let mut rows = wrap::wrap_lines(&text, width, width - RUNOVER_CELLS);
    for row in rows.iter_mut().skip(1) {
        row.splice(0..0, std::iter::repeat_n(0, RUNOVER_CELLS));
    }
    if rows.is_empty() {
        rows.push(Vec::new());
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::{CardLine, write_cards};

    fn line(text: &str, literal: bool) -> CardLine {
        CardLine { text: text.to_owned(), literal }
    }

    #[test]
    fn a_card_is_a_page_of_25_lines_of_at_most_40_cells() {
        let long = "the library of the harbor school and of the ferry school at the river";
        let card = vec![line(long, false), line("", false), line("lemon-river-button-gold-47", true)];
        let text = write_cards(&[card.clone(), card], "en").unwrap();
        let pages: Vec<&str> = text.split_terminator('\u{c}').collect();
        assert_eq!(pages.len(), 2);
        let lines: Vec<&str> = pages[0].split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 25);
        assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
        assert_eq!(
            &lines[..4],
            [
                "THE LIBRARY OF THE HARBOR SCHOOL AND OF",
                "  THE FERRY SCHOOL AT THE RIVER",
                "",
                "LEMON-RIVER-BUTTON-GOLD-#DG"
            ]
        );
    }

    #[test]
    fn every_language_of_the_pages_has_cards() {
        for language in ["en", "fr", "es", "de"] {
            let text = write_cards(&[vec![line("lemon-river", true)]], language).unwrap();
            assert!(text.contains("LEMON-RIVER"), "{language}: {text}");
        }
    }

    #[test]
    fn a_card_that_is_too_long_is_one_page() {
        let lines: Vec<CardLine> = (0..40).map(|_| line("a", false)).collect();
        let text = write_cards(&[lines], "en").unwrap();
        assert_eq!(text.matches("\r\n").count(), 25);
        assert_eq!(write_cards(&[], "en").unwrap(), "");
    }
}
