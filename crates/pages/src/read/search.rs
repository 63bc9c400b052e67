//! GET /read/{id}/search: words in a book.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::downloads::browser::TextPiece;

use super::{Reading, open};
use crate::fields::Query;
use crate::page::{Page, Section, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// The most places that are shown.
const SHOWN: usize = 50;
/// The longest text that is searched for, in characters.
const LONGEST: usize = 100;
/// Characters that are shown before and after the words.
const AROUND: usize = 70;

/// A place with the words.
struct Hit {
    href: String,
    chapter: String,
    /// The language of the chapter, as a tag of BCP 47. Empty if it is not known.
    lang: String,
    before: String,
    words: String,
    after: String,
}

#[derive(Template)]
#[template(path = "read_search.html")]
struct SearchPage<'a> {
    page: Page<'a>,
    reading: String,
    title: String,
    words: String,
    count: String,
    hits: Vec<Hit>,
    more: bool,
}

/// GET /read/{id}/search
pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let opened = match open(&pages, &visitor, &id).await? {
        Ok(opened) => opened,
        Err(waiting) => return Ok(waiting),
    };
    let words: String = fields.get("words").unwrap_or_default().chars().take(LONGEST).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = match words.as_str() {
        "" => Vec::new(),
        words => opened.book.search(&pages.library, words, SHOWN + 1).await?,
    };
    let more = found.len() > SHOWN;
    found.truncate(SHOWN);
    let page = Page::new(&pages, &visitor, Section::Other);
    Ok(show(&SearchPage {
        reading: format!("/read/{}", opened.id),
        title: opened.book.outline().title.clone(),
        count: page.count("read-found", found.len() as u64),
        hits: found.iter().map(|(chapter, piece)| hit(&opened, *chapter, piece, &words)).collect(),
        more,
        words,
        page,
    }))
}

fn hit(opened: &Reading, chapter: usize, piece: &TextPiece, words: &str) -> Hit {
    let (before, words, after) = cut(&piece.text, words);
    let place = Some(piece.id.as_str()).filter(|id| !id.is_empty());
    Hit {
        href: opened.address(chapter, place),
        chapter: opened.title(chapter).to_owned(),
        lang: opened.lang(chapter).to_owned(),
        before,
        words,
        after,
    }
}

/// The first place of the words in a text, with what is around it.
fn cut(text: &str, words: &str) -> (String, String, String) {
    let letters: Vec<char> = text.chars().collect();
    let lower = |c: &char| c.to_lowercase().collect::<String>();
    let wanted = words.to_lowercase();
    let length = words.chars().count();
    // Letters that become several in lower case are rare; the words are then shown from the beginning of the
    // text.
    let at = letters
        .windows(length.max(1))
        .position(|window| window.iter().map(lower).collect::<String>() == wanted)
        .unwrap_or_default();
    let end = (at + length).min(letters.len());
    // Whole words, except where one is longer than what is shown.
    let is_space = |at: &usize| letters[*at].is_whitespace();
    let far = at.saturating_sub(AROUND);
    let from =
        if far == 0 { 0 } else { (far..at.saturating_sub(1)).find(is_space).map_or(far, |space| space + 1) };
    let far = (end + AROUND).min(letters.len());
    let to = if far == letters.len() { far } else { (end + 1..far).rfind(is_space).unwrap_or(far) };
    let start = if from > 0 { "… " } else { "" };
    let rest = if to < letters.len() { " …" } else { "" };
    let part = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    (format!("{start}{}", part(from..at)), part(at..end), format!("{}{rest}", part(end..to)))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn the_words_are_shown_with_what_is_around_them() {
        let parts = |text: &str, words: &str| cut(text, words);
        assert_eq!(parts("The wind rose.", "WIND"), ("The ".into(), "wind".into(), " rose.".into()));
        assert_eq!(parts("Ärger", "är"), (String::new(), "Är".into(), "ger".into()));
        let long = format!("{} needle {}", "a".repeat(500), "b".repeat(500));
        let (before, words, after) = parts(&long, "needle");
        assert!(before.starts_with("… a") && words == "needle" && after.ends_with("b …"), "{before} {after}");
        assert!(before.chars().count() < 80 && after.chars().count() < 80);
        let (before, _, after) =
            parts(&format!("{}needle {}", "grass ".repeat(50), "straw ".repeat(50)), "needle");
        assert!(before.starts_with("… grass grass ") && after.ends_with(" straw …"), "{before}|{after}");
        assert_eq!(parts("", "x"), (String::new(), String::new(), String::new()));
        assert_eq!(parts("İx", "i\u{307}x").0, "");
    }
}
