//! /read: a title read in the browser (docs/reading.md). Every chapter is a page of its own, from the
//! visitor's copy of the EPUB; access is decided at each of them.

mod bookmarks;
mod chapter;
mod contents;
mod devices;
mod files;
mod highlight;
mod highlights;
mod notice;
mod picture;
mod place;
mod search;
mod speech;

use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{RequestPartsExt as _, Router};
use domain::TitleId;
use layout::Language;
use services::downloads::CopyOutcome;
use services::downloads::browser::{self, OpenBook};
use services::titles;
use transport::path_param;

use crate::closed::closed_problem;
use crate::page::render_scripted;
use crate::problem::parse_number;
use crate::titles::parse_title_id;
use crate::waiting::PagePolling;
use crate::{
    Book, Fields, Form, Page, Pages, Problem, Result, Section, Visitor, percent_encode, render,
    text_direction,
};

/// Time for which a page waits for the copy: that of most books is ready by then.
const COPY_WAIT_TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/read/{id}", get(contents::show_contents))
        .route("/read/{id}/go", get(contents::go_to_page))
        .route("/read/{id}/search", get(search::show_page))
        .route("/read/{id}/bookmarks", post(bookmarks::add_bookmark))
        .route("/read/{id}/bookmarks/remove", post(bookmarks::remove_bookmark))
        .route("/read/{id}/highlights", post(highlights::add_highlight))
        .route("/read/{id}/highlights/remove", post(highlights::remove_highlight))
        .route("/read/{id}/place", post(place::save_position))
        .route("/read/{id}/files/{*path}", get(files::serve_file))
        .route("/read/{id}/drawings/{number}", get(files::serve_drawing))
        .route("/read/{id}/speech", post(speech::request_voice))
        .route("/read/{id}/speech/{name}", get(speech::serve_sound))
        .route("/read/{id}/{chapter}", get(chapter::show_chapter))
        .route("/read/{id}/{chapter}/highlight", get(highlight::show_form))
        .route("/read/{id}/{chapter}/pictures/{picture}", get(picture::show_picture))
        .route("/read/{id}/{chapter}/clips", get(files::serve_clips))
        .route("/read/{id}/{chapter}/speech", get(speech::show_status))
}

struct OpenReading {
    id: TitleId,
    book: OpenBook,
    /// The name of the page with the notice of a marked copy.
    about_copy: String,
    /// The language of the pages around the book.
    language: Language,
}

#[derive(askama::Template)]
#[template(path = "read_waiting.html")]
struct WaitingPage<'a> {
    page: Page<'a>,
    book: Book,
    status_text: String,
    waiting: Option<PagePolling>,
}

/// The page that a link on another site leads to, if opening the book would count.
#[derive(askama::Template)]
#[template(path = "read_question.html")]
struct QuestionPage<'a> {
    page: Page<'a>,
    book: Book,
    path: String,
}

/// The book that an address names, opened for the visitor; or the page to show instead.
struct ReadingRequest(Result<OpenReading, Response>);

impl FromRequestParts<Pages> for ReadingRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::from_request_parts(parts, pages).await?;
        let params: RawPathParams = parts.extract().await.map_err(|_| Problem::NotFound)?;
        // No copy is made for an address that leads nowhere.
        path_param(&params, "chapter").map(parse_index).transpose()?;
        path_param(&params, "picture").map(parse_index).transpose()?;
        path_param(&params, "number").map(parse_number::<usize>).transpose()?;
        open_title(&visitor, path_param(&params, "id").ok_or(Problem::NotFound)?).await.map(Self)
    }
}

impl FromRequestParts<Pages> for OpenReading {
    /// The problem, or the page to show instead.
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Response> {
        let request = ReadingRequest::from_request_parts(parts, pages).await;
        request.map_err(Problem::into_response)?.0
    }
}

/// As [`OpenReading`], for a page of signed-in readers: the book is not opened for guests.
struct SignedInReading(OpenReading);

impl FromRequestParts<Pages> for SignedInReading {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Response> {
        let visitor = Visitor::from_request_parts(parts, pages).await.map_err(Problem::into_response)?;
        visitor.signed_in_user().map_err(Problem::into_response)?;
        OpenReading::from_request_parts(parts, pages).await.map(Self)
    }
}

/// A form that was sent from a page of a book, the chapter that it may name, and the book, opened for the
/// visitor.
struct ReadingForm {
    chapter: Option<usize>,
    opened: Result<OpenReading, Response>,
}

impl FromRequest<Pages> for ReadingForm {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let named_chapter = |_: &Visitor, fields: &Fields| fields.get("chapter").map(parse_index).transpose();
        let (_, chapter, opened) = receive_form(request, pages, named_chapter).await?;
        Ok(Self { chapter, opened })
    }
}

/// A form that a signed-in reader sent from a chapter, and the book: it is not opened for guests.
struct SignedInReadingForm {
    fields: Fields,
    chapter: usize,
    opened: Result<OpenReading, Response>,
}

impl FromRequest<Pages> for SignedInReadingForm {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        let required_chapter = |visitor: &Visitor, fields: &Fields| {
            visitor.signed_in_user()?;
            parse_index(fields.get("chapter").unwrap_or_default())
        };
        let (fields, chapter, opened) = receive_form(request, pages, required_chapter).await?;
        Ok(Self { fields, chapter, opened })
    }
}

/// Reads a form and opens the book, unless `admit` refuses the visitor or the chapter: no copy is made then.
async fn receive_form<C>(
    request: Request,
    pages: &Pages,
    admit: fn(&Visitor, &Fields) -> Result<C>,
) -> Result<(Fields, C, Result<OpenReading, Response>)> {
    let (mut parts, body) = request.into_parts();
    // A form that is not from a page of this session must not make a copy.
    let Form(fields) = Form::from_request(Request::from_parts(parts.clone(), body), pages).await?;
    let visitor = Visitor::from_request_parts(&mut parts, pages).await?;
    let chapter = admit(&visitor, &fields)?;
    let ReadingRequest(opened) = ReadingRequest::from_request_parts(&mut parts, pages).await?;
    Ok((fields, chapter, opened))
}

/// Opens a title, or shows that its pages are being prepared.
async fn open_title(visitor: &Visitor, id: &str) -> Result<Result<OpenReading, Response>> {
    let id = parse_title_id(id)?;
    let page = visitor.page(Section::Other);
    // A link on another site must not use up the reader's books.
    if visitor.is_from_other_site && matches!(browser::opening_takes_place(&visitor.op, id).await, Ok(true)) {
        let view = titles::get(&visitor.op, id).await?;
        let book = Book::new(&page, &view);
        let here = visitor.path_and_query.clone();
        return Ok(Err(render(&QuestionPage { page, book, path: here })));
    }
    let opened = match browser::open_book(&visitor.op, id, COPY_WAIT_TIMEOUT).await? {
        CopyOutcome::Done(opened) => opened,
        CopyOutcome::Refused(refused, next_book) => return Err(closed_problem(refused, next_book)),
    };
    if let Some(book) = opened {
        return Ok(Ok(OpenReading {
            id,
            book,
            about_copy: page.text("read-about-copy"),
            language: page.language(),
        }));
    }
    let view = titles::get(&visitor.op, id).await?;
    let book = Book::new(&page, &view);
    // A form is not sent again; the book itself follows.
    let waiting = if visitor.can_return {
        PagePolling::from_address(&visitor.path_and_query)
    } else {
        PagePolling::from_address(&format!("/read/{id}"))
    };
    let said = waiting.status_text(&page, "read-waiting");
    Ok(Err(render_scripted(&WaitingPage { page, book, status_text: said, waiting: Some(waiting) })))
}

impl OpenReading {
    /// The address of a chapter, or of a position in it. The position is also in the query, because a
    /// browser does not send the fragment.
    fn chapter_path(&self, chapter: usize, place: Option<&str>) -> String {
        let id = self.id;
        let chapter = chapter + 1;
        match place {
            Some(place) => format!("/read/{id}/{chapter}?at={0}#{0}", percent_encode(place)),
            None => format!("/read/{id}/{chapter}"),
        }
    }

    fn chapter_title(&self, chapter: usize) -> &str {
        if self.book.book_outline().is_notice(chapter) {
            return &self.about_copy;
        }
        self.book.book_outline().chapters.get(chapter).map_or("", |chapter| chapter.title.as_str())
    }

    /// The language of a chapter's name, as a BCP 47 tag. Empty if it is unknown.
    fn title_lang(&self, chapter: usize) -> &str {
        if self.book.book_outline().is_notice(chapter) {
            self.language.tag()
        } else {
            self.text_lang(chapter)
        }
    }

    /// The language of a chapter's text: its own, or else that of the book, as a BCP 47 tag. Empty if it is
    /// unknown.
    fn text_lang(&self, chapter: usize) -> &str {
        let outline = self.book.book_outline();
        let own = outline.chapters.get(chapter).and_then(|chapter| chapter.lang.as_ref());
        own.or(outline.lang.as_ref()).map_or("", String::as_str)
    }

    /// The direction of text of this language in a chapter: as the chapter states, or else as the language is
    /// written.
    fn text_dir(&self, chapter: usize, lang: &str) -> Result<String> {
        let stated = self.book.find_chapter(chapter)?.dir.clone();
        Ok(stated.unwrap_or_else(|| text_direction(lang).to_owned()))
    }

    /// The next chapter of the reading order before or after one.
    fn adjacent_chapter(&self, chapter: usize, forward: bool) -> Option<usize> {
        let chapters = &self.book.book_outline().chapters;
        let linear = |n: &usize| chapters[*n].linear;
        if forward { (chapter + 1..chapters.len()).find(linear) } else { (0..chapter).rev().find(linear) }
    }
}

/// The index of the chapter, or of the picture in it, that an address names by its number.
fn parse_index(text: &str) -> Result<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<usize>().ok().filter(|_| digits);
    number.and_then(|number| number.checked_sub(1)).ok_or(Problem::NotFound)
}

#[cfg(test)]
mod tests {
    use super::parse_index;

    #[test]
    fn chapters_are_counted_from_one() {
        assert_eq!(parse_index("1").unwrap(), 0);
        for bad in ["", "0", "-1", "+1", "x", "1.0", "99999999999999999999999"] {
            assert!(parse_index(bad).is_err(), "{bad}");
        }
    }
}
