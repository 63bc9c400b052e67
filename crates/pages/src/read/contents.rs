//! GET /read/{id}: the contents of a book, and where the visitor was.

use services::book_pages::{self, ContentsView};
use services::downloads::browser::PageMark;

use super::devices::{OtherPosition, Resumption, find_resumption};
use super::notice::Notice;
use super::{OpenReading, bookmarks, highlights};
use crate::{Book, Link, Page, Query, Result, Section, Visitor, redirect_to, render, text_direction};

/// An entry of the table of contents, with the lists that begin and end after it.
struct ContentsLine {
    text: String,
    /// The language of the text, if it is not that of the book: the page names the notice. Empty if it is.
    lang: &'static str,
    href: Option<String>,
    /// True if entries below it follow.
    opens: bool,
    /// Lists that end after it.
    closes: u8,
}

#[derive(askama::Template)]
#[template(path = "read_contents.html")]
struct ContentsPage<'a> {
    page: Page<'a>,
    book: Book,
    reading: String,
    start: Option<String>,
    resume: Option<Link>,
    resumed: Option<String>,
    /// The places of the visitor's other devices.
    others: Vec<OtherPosition>,
    notice: Option<Notice>,
    lines: Vec<ContentsLine>,
    prints: Vec<Link>,
    print_count: String,
    unknown_page: Option<String>,
    bookmarks: Vec<bookmarks::BookmarkRow>,
    highlights: Vec<highlights::HighlightRow>,
    lang: String,
    dir: &'static str,
}

pub(super) async fn show_contents(visitor: Visitor, opened: OpenReading, Query(fields): Query) -> Result {
    let ContentsView { view, positions, bookmarks, highlights } =
        Box::pin(book_pages::load_contents(&visitor.op, opened.id)).await?;
    let page = visitor.page(Section::Other);
    let outline = opened.book.book_outline();
    let Resumption { resume, resumed, others } = find_resumption(&visitor, &page, &opened, &positions)?;
    let lang = outline.lang.clone().unwrap_or_default();
    let print =
        |mark: &PageMark| Link::new(opened.chapter_path(mark.chapter, mark.id.as_deref()), &mark.label);
    Ok(render(&ContentsPage {
        book: Book::new(&page, &view),
        reading: format!("/read/{}", opened.id),
        start: outline.first_text_chapter().map(|chapter| opened.chapter_path(chapter, None)),
        resume,
        resumed,
        others,
        notice: Notice::from_outline(&page, outline),
        lines: contents_lines(&opened),
        print_count: page.count("read-pages", outline.pages.len() as u64),
        prints: outline.pages.iter().map(print).collect(),
        unknown_page: fields.get("missing").map(|missing| missing.chars().take(40).collect()),
        bookmarks: bookmarks::bookmark_rows(&opened, bookmarks),
        highlights: highlights::highlight_rows(&opened, highlights),
        dir: text_direction(&lang),
        lang,
        page,
    }))
}

/// The table of contents; the chapters, if the book has none.
fn contents_lines(opened: &OpenReading) -> Vec<ContentsLine> {
    let outline = opened.book.book_outline();
    if outline.contents.is_empty() {
        let chapters = (0..outline.chapters.len()).filter(|n| outline.chapters[*n].linear);
        let line = |n| ContentsLine {
            text: opened.chapter_title(n).to_owned(),
            lang: if outline.is_notice(n) { opened.language.tag() } else { "" },
            href: Some(opened.chapter_path(n, None)),
            opens: false,
            closes: 0,
        };
        return chapters.map(line).collect();
    }
    let depths = outline.contents.iter().skip(1).map(|entry| entry.depth).chain([0]);
    let line = |(entry, next): (&services::downloads::browser::ContentsEntry, u8)| ContentsLine {
        text: entry.label.clone(),
        lang: "",
        href: entry.chapter.map(|chapter| opened.chapter_path(chapter, entry.id.as_deref())),
        opens: next > entry.depth,
        closes: entry.depth.saturating_sub(next),
    };
    outline.contents.iter().zip(depths).map(line).collect()
}

/// GET /read/{id}/go: redirects to the position where a page of the print edition begins.
pub(super) async fn go_to_page(opened: OpenReading, Query(fields): Query) -> Result {
    let wanted = fields.get("page").unwrap_or_default();
    match find_page(&opened.book.book_outline().pages, wanted) {
        Some(mark) => redirect_to(&opened.chapter_path(mark.chapter, mark.id.as_deref())),
        None => {
            redirect_to(&format!("/read/{}?missing={}#pages", opened.id, crate::page::percent_encode(wanted)))
        }
    }
}

/// The page of the print edition that a reader means: by its label, or by the number alone if the reader or
/// the label has words before it ("p. 12", "Page 12").
fn find_page<'a>(pages: &'a [PageMark], wanted: &str) -> Option<&'a PageMark> {
    let lower = wanted.to_lowercase();
    let exact = pages.iter().find(|mark| mark.label.trim().to_lowercase() == lower);
    exact.or_else(|| {
        let number = page_number(wanted).filter(|number| !number.is_empty())?;
        pages.iter().find(|mark| page_number(&mark.label).is_some_and(|label| label == number))
    })
}

/// The last word of a page label in lower case, without zeros before it.
fn page_number(label: &str) -> Option<String> {
    let word = label.split(|c: char| c.is_whitespace() || c == '.').rfind(|word| !word.is_empty())?;
    Some(word.trim_start_matches('0').to_lowercase())
}

#[cfg(test)]
mod tests {
    use services::downloads::browser::PageMark;

    use super::find_page;

    #[test]
    fn a_page_is_found_as_readers_name_it() {
        let page = |label: &str| PageMark { label: label.to_owned(), chapter: 0, id: None };
        let pages = [page("iv"), page("Page 7"), page("12"), page("012"), page("A-3"), page("0")];
        for (wanted, label) in [
            ("IV", "iv"),
            ("p. iv", "iv"),
            ("7", "Page 7"),
            ("p.7", "Page 7"),
            ("012", "012"),
            ("0012", "12"),
            ("page 12", "12"),
            ("a-3", "A-3"),
            ("0", "0"),
        ] {
            assert_eq!(find_page(&pages, wanted).map(|mark| mark.label.as_str()), Some(label), "{wanted}");
        }
        for wanted in ["", ".", "3", "00", "page", "120"] {
            assert_eq!(find_page(&pages, wanted), None, "{wanted}");
        }
    }
}
