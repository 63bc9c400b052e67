//! /shelf and its parts, /popular: titles that were chosen for the visitor, or by other readers.

use askama::filters::HtmlSafeOutput;
use axum::response::Response;
use domain::{Format, Item, WireEnum as _, wire_enum};
use jiff::Timestamp;
use layout::Wording;
use layout::popular::popular_name;
use services::downloads::FileInfo;
use services::shelves::{self, CopiesPart, ShelfName, TitleShelf};
use services::{Rows, TitleView};

use crate::category_names::CategoryNames;
use crate::lists::ListRow;
use crate::periodicals::{FOLLOWED_PATH, PeriodicalRow, periodical_row};
use crate::recommended::recommended_books;
use crate::{
    Book, Link, Page, Pager, Path, Problem, Query, Result, Section, Visitor, format_moment, format_name,
    list_part, percent_encode, render,
};

/// Maximum number of items in a part of the shelf on its first page.
const MAX_PART_ITEMS: u32 = 4;

struct ShelfPart {
    heading: String,
    empty_text: String,
    books: Vec<Book>,
    all_link: Option<Link>,
}

#[derive(askama::Template)]
#[template(path = "shelf.html")]
struct ShelfPage<'a> {
    page: Page<'a>,
    parts: Vec<ShelfPart>,
    /// The first reading lists of the visitor.
    lists: Vec<ListRow>,
    /// All of them, if the shelf does not show all.
    all_lists: Option<Link>,
    /// The periodicals that the visitor follows.
    periodicals: Vec<PeriodicalRow>,
    /// All of them, if the shelf does not show all.
    all_followed: Option<Link>,
}

#[derive(askama::Template)]
#[template(path = "chosen.html")]
struct TitleListPage<'a> {
    page: Page<'a>,
    heading: String,
    heading_html: HtmlSafeOutput<String>,
    count: String,
    empty_text: String,
    books: Vec<Book>,
    pager: Pager,
}

wire_enum! {
    /// A part of the shelf. The name is that in its address and in its messages.
    enum PartKind {
        Reading = "reading",
        Assigned = "assigned",
        Downloaded = "downloaded",
        Recommended = "recommended",
    }
}

pub(crate) async fn show_shelf(visitor: Visitor) -> Result {
    let op = visitor.signed_in_user()?;
    let shelf = shelves::load_overview(op, MAX_PART_ITEMS).await?;
    let page = visitor.page(Section::Shelf);
    let part = |kind: &PartKind| {
        let (books, total) = match kind {
            PartKind::Reading => (Book::from_views(&page, &shelf.reading.items), shelf.reading.total),
            PartKind::Assigned => (Book::from_views(&page, &shelf.assigned.items), shelf.assigned.total),
            PartKind::Downloaded => (copied_books(&page, &visitor, &shelf.copies), shelf.copies.rows.total),
            PartKind::Recommended => {
                (recommended_books(&page, &shelf.recommended), shelf.recommended.rows.total)
            }
        };
        ShelfPart {
            heading: page.text(&format!("shelf-{kind}")),
            empty_text: page.text(&format!("shelf-{kind}-nothing")),
            all_link: all_link(&page, &format!("/shelf/{kind}"), total, books.len()),
            books,
        }
    };
    let parts = PartKind::ALL.iter().map(part).collect();
    let account = op.account()?;
    let lists: Vec<ListRow> =
        shelf.lists.items.iter().map(|view| ListRow::new(&page, account, view)).collect();
    let periodicals: Vec<PeriodicalRow> =
        shelf.followed.items.iter().map(|view| periodical_row(&page, view)).collect();
    Ok(render(&ShelfPage {
        parts,
        all_lists: all_link(&page, "/lists", shelf.lists.total, lists.len()),
        lists,
        all_followed: all_link(&page, FOLLOWED_PATH, shelf.followed.total, periodicals.len()),
        periodicals,
        page,
    }))
}

/// A link to a whole list of which the page shows some. `None` if it shows all.
fn all_link(page: &Page<'_>, path: &str, total: u64, shown: usize) -> Option<Link> {
    (total > shown as u64).then(|| Link::new(path, page.count("shelf-all", total)))
}

/// GET /shelf/{part}
pub(crate) async fn show_part(visitor: Visitor, Path(name): Path<String>, Query(fields): Query) -> Result {
    let kind: PartKind = name.parse().map_err(|_| Problem::NotFound)?;
    let op = &visitor.op;
    let part = list_part(&fields)?;
    let page = visitor.page(Section::Shelf);
    let (books, pages_around) = match kind {
        PartKind::Reading => titles_of(&page, shelves::open(op, TitleShelf::Reading, &part).await?.1),
        PartKind::Assigned => titles_of(&page, shelves::open(op, TitleShelf::Assigned, &part).await?.1),
        PartKind::Downloaded => {
            let copies = shelves::open_copies(op, &part).await?;
            (copied_books(&page, &visitor, &copies), copies.rows.map_items(drop))
        }
        PartKind::Recommended => {
            let recommended = shelves::open_recommended(op, &part).await?;
            (recommended_books(&page, &recommended), recommended.rows.map_items(drop))
        }
    };
    let heading = format!("shelf-{kind}");
    let headings = (page.text(&heading), Wording::from(&page).with_foreign_name_html(&heading, "", ""));
    let path = format!("/shelf/{kind}");
    let nothing = format!("{heading}-nothing");
    Ok(render_titles(page, headings, (&path, &nothing), books, &pages_around))
}

/// Titles without notes, and the pages around theirs.
fn titles_of(page: &Page<'_>, rows: Rows<i64, TitleView>) -> (Vec<Book>, Rows<i64, ()>) {
    (Book::from_views(page, &rows.items), rows.map_items(drop))
}

/// The visitor's copies, each with the time until which it is ready.
fn copied_books(page: &Page<'_>, visitor: &Visitor, copies: &CopiesPart) -> Vec<Book> {
    let mut books = Book::from_views(page, &copies.rows.items);
    for (book, view) in books.iter_mut().zip(&copies.rows.items) {
        let until = copies.lifetimes.get(&view.item.id);
        let in_browser = until.map(|until| (*until, *until > visitor.op.now));
        book.reason = describe_copies(page, view, &copies.files, in_browser);
        book.action = in_browser.and_then(|(_, is_kept)| reading_link(page, view, is_kept));
    }
    books
}

/// The formats of which the visitor's copy is ready or in progress, and the copy that is read in the
/// browser, with its end and true if it has not ended yet. An ended one is named if there is no other.
/// `None` if there are none.
fn describe_copies(
    page: &Page<'_>,
    view: &TitleView,
    file_info: &FileInfo,
    in_browser: Option<(Timestamp, bool)>,
) -> Option<String> {
    let item = Item::Title(view.item.id);
    let said = |format: &Format| {
        let name = format_name(page, *format);
        let copy = file_info.own_copy(&item, *format)?;
        Some(match copy.file {
            Some(file) => {
                let until = format_moment(page, file.expires);
                page.format("shelf-copy", &[("name", name.as_str().into()), ("until", until.as_str().into())])
            }
            None => page.with_name("shelf-copy-making", &name),
        })
    };
    let mut all: Vec<String> = Format::ALL.iter().filter_map(said).collect();
    match in_browser {
        Some((until, true)) => all.push(page.with_name("shelf-read", &format_moment(page, until))),
        Some((_, false)) if all.is_empty() => all.push(page.text("shelf-read-ended")),
        _ => {}
    }
    (!all.is_empty()).then(|| all.join(" · "))
}

/// A link that continues a title in the browser, or opens it again. `None` if the visitor may not read it
/// now.
fn reading_link(page: &Page<'_>, seen: &TitleView, is_kept: bool) -> Option<Link> {
    let can_read = seen.decision.available && seen.formats().any(|format| format == Format::Epub3);
    let text = page.text(if is_kept { "shelf-read-on" } else { "shelf-read-again" });
    can_read.then(|| Link::new(format!("/read/{}", seen.item.id), text))
}

/// GET /popular/{list}
pub(crate) async fn show_popular(
    visitor: Visitor,
    names: CategoryNames,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result {
    let shelf = TitleShelf::Popular(&id);
    let part = list_part(&fields)?;
    let (name, rows) = shelves::open(&visitor.op, shelf, &part).await?;
    let ShelfName::Popular(list) = name else { return Err(Problem::Trouble) };
    let page = visitor.page(Section::Search);
    let headings = (popular_name(&page, &list), names.popular_list_name(&page, &list));
    let path = format!("/popular/{}", percent_encode(&id));
    let books = Book::from_views(&page, &rows.items);
    Ok(render_titles(page, headings, (&path, "popular-nothing"), books, &rows))
}

/// Renders a page of a list of titles: its heading as text and as HTML, with the language of the names in it;
/// its path, and the message if it is empty.
fn render_titles<T>(
    page: Page<'_>,
    (heading, heading_html): (String, HtmlSafeOutput<String>),
    (path, empty_message_id): (&str, &str),
    books: Vec<Book>,
    rows: &Rows<i64, T>,
) -> Response {
    render(&TitleListPage {
        heading,
        heading_html,
        count: page.count("search-found", rows.total),
        empty_text: page.text(empty_message_id),
        books,
        pager: Pager::new(path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    })
}

#[cfg(test)]
mod tests {
    use domain::WireEnum as _;

    use super::PartKind;
    use crate::texts::assert_messages;

    #[test]
    fn every_part_has_words_in_every_language() {
        for kind in PartKind::ALL {
            assert_messages([format!("shelf-{kind}"), format!("shelf-{kind}-nothing")]);
        }
    }
}
