//! Bookmarks of a book: the same as those of reading apps.

use domain::Format;
use domain::bookmarks::{Bookmark, TEXT_LENGTH};
use services::book_pages;
use services::bookmarks::{self, BookmarkAddress};

use super::{OpenReading, SignedInReadingForm};
use crate::titles::parse_title_id;
use crate::{Form, Path, Problem, Result, Visitor, percent_encode};

pub(super) struct BookmarkRow {
    pub(super) href: String,
    pub(super) chapter: String,
    /// The language of the chapter, as a BCP 47 tag. Empty if it is unknown.
    pub(super) lang: String,
    pub(super) text: Option<String>,
    /// The location by which the form removes it.
    pub(super) location: String,
}

/// Those of the bookmarks whose positions are understood.
pub(super) fn bookmark_rows(opened: &OpenReading, bookmarks: Vec<Bookmark>) -> Vec<BookmarkRow> {
    let outline = opened.book.book_outline();
    let shown = |bookmark: Bookmark| {
        let place = bookmark.place;
        let found =
            outline.find_location(&place.location).or_else(|| outline.place_at(place.total_progression?));
        let (chapter, at) = found?;
        Some(BookmarkRow {
            href: opened.chapter_path(chapter, at),
            chapter: opened.chapter_title(chapter).to_owned(),
            lang: opened.title_lang(chapter).to_owned(),
            text: bookmark.text,
            location: place.location,
        })
    };
    bookmarks.into_iter().filter_map(shown).collect()
}

/// POST /read/{id}/bookmarks: `chapter`, `at`, `text`.
pub(super) async fn add_bookmark(
    visitor: Visitor,
    SignedInReadingForm { fields, chapter: number, opened }: SignedInReadingForm,
) -> Result {
    let op = visitor.signed_in_user()?;
    let opened = match opened {
        Ok(opened) => opened,
        Err(waiting) => return Ok(waiting),
    };
    opened.book.find_chapter(number)?;
    let at = fields.get("at");
    let text = fields.get("text").map(|text| text.chars().take(TEXT_LENGTH).collect());
    let place = book_pages::position_at(opened.book.book_outline(), number, at);
    let bookmark = Bookmark { title: opened.id, format: Format::Epub3, place, text, created: op.now };
    bookmarks::set(op, &bookmark).await?;
    let at = at.filter(|at| opened.book.book_outline().place_offset(number, at).is_some());
    let query = at.map(|at| format!("?at={}", percent_encode(at))).unwrap_or_default();
    visitor.redirect_with_message("read-marked", &format!("/read/{}/{}{query}#status", opened.id, number + 1))
}

/// POST /read/{id}/bookmarks/remove: `location`.
pub(super) async fn remove_bookmark(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let id = parse_title_id(&id)?;
    let location = fields.get("location").ok_or(Problem::NotFound)?;
    bookmarks::remove(op, BookmarkAddress { title: id, format: Format::Epub3, location }).await?;
    visitor.redirect_with_message("read-removed-bookmark", &format!("/read/{id}"))
}
