//! GET /read/{id}/search: words in a book.

use domain::normalization::fold;
use services::downloads::browser::TextPiece;

use super::OpenReading;
use crate::{Page, Query, Result, Section, Visitor, render};

const MAX_HITS: usize = 50;
const MAX_QUERY_CHARS: usize = 100;
/// Characters shown before and after the words.
const CONTEXT_CHARS: usize = 70;
/// Characters of a block that are compared with the words; a paragraph rarely has so many.
const MAX_COMPARED_CHARS: usize = 20_000;

/// A place with the words.
struct Hit {
    href: String,
    chapter: String,
    /// The language of the chapter, as a BCP 47 tag. Empty if it is unknown.
    lang: String,
    text_before: String,
    words: String,
    text_after: String,
}

#[derive(askama::Template)]
#[template(path = "read_search.html")]
struct BookSearchPage<'a> {
    page: Page<'a>,
    reading: String,
    title: String,
    words: String,
    count: String,
    hits: Vec<Hit>,
    has_more: bool,
}

pub(super) async fn show_page(visitor: Visitor, opened: OpenReading, Query(fields): Query) -> Result {
    let words: String = fields.get("words").unwrap_or_default().chars().take(MAX_QUERY_CHARS).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = match words.as_str() {
        "" => Vec::new(),
        words => opened.book.search_text(&visitor.op, words, MAX_HITS + 1).await?,
    };
    let more = found.len() > MAX_HITS;
    found.truncate(MAX_HITS);
    let page = visitor.page(Section::Other);
    Ok(render(&BookSearchPage {
        reading: format!("/read/{}", opened.id),
        title: opened.book.book_outline().title.clone(),
        count: page.count("read-found", found.len() as u64),
        hits: found.iter().map(|(chapter, piece)| search_hit(&opened, *chapter, piece, &words)).collect(),
        has_more: more,
        words,
        page,
    }))
}

fn search_hit(opened: &OpenReading, chapter: usize, piece: &TextPiece, words: &str) -> Hit {
    let (before, words, after) = split_at_words(&piece.text, words);
    let place = Some(piece.id.as_str()).filter(|id| !id.is_empty());
    Hit {
        href: opened.chapter_path(chapter, place),
        chapter: opened.chapter_title(chapter).to_owned(),
        lang: opened.title_lang(chapter).to_owned(),
        text_before: before,
        words,
        text_after: after,
    }
}

/// The first occurrence of the words in text, with the text before and after it.
fn split_at_words(text: &str, words: &str) -> (String, String, String) {
    let letters: Vec<char> = text.chars().take(MAX_COMPARED_CHARS).collect();
    // Words after these letters, or whose letters are only comparable together, are rare: the beginning of
    // the text is shown instead.
    let (at, end) =
        find_words(&letters, words).unwrap_or_else(|| (0, words.chars().count().min(letters.len())));
    // Whole words, except where one is longer than what is shown.
    let is_space = |at: &usize| letters[*at].is_whitespace();
    let far = at.saturating_sub(CONTEXT_CHARS);
    let from =
        if far == 0 { 0 } else { (far..at.saturating_sub(1)).find(is_space).map_or(far, |space| space + 1) };
    let far = (end + CONTEXT_CHARS).min(letters.len());
    let to = if far == letters.len() { far } else { (end + 1..far).rfind(is_space).unwrap_or(far) };
    let start = if from > 0 { "… " } else { "" };
    let rest = if to < letters.len() { " …" } else { "" };
    let part = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    (format!("{start}{}", part(from..at)), part(at..end), format!("{}{rest}", part(end..to)))
}

/// The range of letters with the words, regardless of case, accents and kinds of apostrophes, as they were
/// searched for.
fn find_words(letters: &[char], words: &str) -> Option<(usize, usize)> {
    // Each letter as it is compared, with its place in the text.
    let mut folded: Vec<(char, usize)> = Vec::with_capacity(letters.len());
    for (at, letter) in letters.iter().enumerate() {
        folded.extend(fold(letter.encode_utf8(&mut [0; 4])).chars().map(|plain| (plain, at)));
    }
    let wanted: Vec<char> = fold(words).chars().collect();
    let is_found = |window: &[(char, usize)]| window.iter().map(|(plain, _)| plain).eq(&wanted);
    let first = folded.windows(wanted.len().max(1)).position(is_found)?;
    let last = folded[first + wanted.len() - 1].1;
    // Accents of the last letter belong to it.
    let end = folded.get(first + wanted.len()).map_or(letters.len(), |(_, at)| *at);
    Some((folded[first].1, end.max(last + 1)))
}

#[cfg(test)]
mod tests {
    use super::split_at_words;

    #[test]
    fn the_words_are_shown_with_what_is_around_them() {
        let parts = |text: &str, words: &str| split_at_words(text, words);
        assert_eq!(parts("The wind rose.", "WIND"), ("The ".into(), "wind".into(), " rose.".into()));
        assert_eq!(parts("Ärger", "är"), (String::new(), "Är".into(), "ger".into()));
        assert_eq!(
            parts("the cafe\u{301} here", "café"),
            ("the ".into(), "cafe\u{301}".into(), " here".into())
        );
        assert_eq!(parts("I don’t know", "don't"), ("I ".into(), "don’t".into(), " know".into()));
        assert_eq!(parts("so\u{ad}lar wind", "solar"), (String::new(), "so\u{ad}lar".into(), " wind".into()));
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
