//! /shelf and its parts, /popular: titles that were chosen for the visitor, or by other readers.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::downloads::Item;
use domain::formats::Format;
use domain::ids::TitleId;
use domain::recommendations::Recommendation;
use domain::wire::WireEnum as _;
use jiff::Timestamp;
use layout::Wording;
use layout::popular::popular_name;
use services::downloads::{FileInfo, browser, file_info};
use services::views::TitleView;
use services::{popular_lists, shelves, titles};

use crate::books::Book;
use crate::category_names::CategoryNames;
use crate::dates::format_moment;
use crate::fields::{Fields, Query};
use crate::formats::format_name;
use crate::lists;
use crate::page::{Link, Page, Section, percent_encode, render};
use crate::paging::{PageStart, Pager, page_of};
use crate::periodicals::{FOLLOWED_PATH, PeriodicalRow, load_followed};
use crate::problem::{Problem, Result};
use crate::recommended::add_reasons;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Maximum number of titles in a part of the shelf on its first page.
const MAX_PART_TITLES: usize = 4;

/// Maximum number of followed periodicals on the first page.
const MAX_PERIODICALS: u32 = 4;

struct ShelfPart {
    heading: String,
    empty_text: String,
    books: Vec<Book>,
    all_link: Option<Link>,
}

#[derive(Template)]
#[template(path = "shelf.html")]
struct ShelfPage<'a> {
    page: Page<'a>,
    parts: Vec<ShelfPart>,
    /// The first reading lists of the visitor.
    lists: Vec<lists::ListRow>,
    /// All of them, if the shelf does not show all.
    all_lists: Option<Link>,
    /// The periodicals that the visitor follows.
    periodicals: Vec<PeriodicalRow>,
    /// All of them, if the shelf does not show all.
    all_followed: Option<Link>,
}

#[derive(Template)]
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

/// The parts of the shelf: the name in the address, the heading, and the sentence if there is nothing.
const SHELF_PARTS: &[(&str, &str, &str)] = &[
    ("reading", "shelf-reading", "shelf-reading-nothing"),
    ("assigned", "shelf-assigned", "shelf-assigned-nothing"),
    ("downloaded", "shelf-downloaded", "shelf-downloaded-nothing"),
    ("recommended", "shelf-recommended", "shelf-recommended-nothing"),
];

/// GET /shelf
pub(crate) async fn show_shelf(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    visitor.signed_in_user()?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let mut parts = Vec::new();
    for (name, heading, nothing) in SHELF_PARTS {
        let PartContents { ids, notes: said } = load_part(&visitor, name).await?;
        let seen = titles::view_page(&visitor.op, &ids[..ids.len().min(MAX_PART_TITLES)]).await?;
        let all = Link::new(format!("/shelf/{name}"), page.count("shelf-all", ids.len() as u64));
        parts.push(ShelfPart {
            heading: page.text(heading),
            empty_text: page.text(nothing),
            books: load_books(&pages, &visitor, &seen, &said).await?,
            all_link: Some(all).filter(|_| ids.len() > MAX_PART_TITLES),
        });
    }
    let (followed, total) = load_followed(&pages, &visitor, MAX_PERIODICALS).await?;
    let all = Link::new(FOLLOWED_PATH, page.count("shelf-all", total));
    let all_followed = Some(all).filter(|_| total > followed.len() as u64);
    let (lists, total) = lists::load_first(&pages, &visitor).await?;
    let all_lists =
        Some(Link::new("/lists", page.count("shelf-all", total))).filter(|_| total > lists.len() as u64);
    Ok(render(&ShelfPage { page, parts, lists, all_lists, periodicals: followed, all_followed }))
}

/// GET /shelf/{part}
pub(crate) async fn show_part(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (_, heading, nothing) =
        SHELF_PARTS.iter().find(|(part, ..)| *part == name).ok_or(Problem::NotFound)?;
    let PartContents { ids, notes: said } = load_part(&visitor, &name).await?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let (heading, shown) = (page.text(heading), Wording::from(&page).with_foreign_name_html(heading, "", ""));
    render_title_list(
        &pages,
        &visitor,
        &fields,
        TitleList {
            section: Section::Shelf,
            path: &format!("/shelf/{name}"),
            heading,
            heading_html: shown,
            empty_message_id: nothing,
            ids: &ids,
            notes: said,
        },
    )
    .await
}

/// Notes below the titles of a list.
pub(crate) enum BookNotes {
    Nothing,
    /// The time until which the visitor's copies are ready.
    Copies,
    /// The reasons of the recommendations.
    Reasons(Vec<Recommendation>),
}

/// Titles with their notes.
async fn load_books(
    pages: &Pages,
    visitor: &Visitor,
    seen: &[TitleView],
    said: &BookNotes,
) -> Result<Vec<Book>> {
    let page = Page::new(pages, visitor, Section::Shelf);
    let mut books = Book::from_views(&page, seen);
    match said {
        BookNotes::Nothing => {}
        BookNotes::Copies => {
            let known = file_info(&visitor.op, seen).await?;
            let ids: Vec<TitleId> = seen.iter().map(|seen| seen.item.id).collect();
            let read = browser::copy_lifetimes(&visitor.op, &ids).await?;
            for (book, seen) in books.iter_mut().zip(seen) {
                let in_browser = read.get(&seen.item.id).map(|until| (*until, *until > visitor.op.now));
                book.reason = describe_copies(&page, seen, &known, in_browser);
                book.action = in_browser.and_then(|(_, is_kept)| reading_link(&page, seen, is_kept));
            }
        }
        BookNotes::Reasons(recommended) => {
            add_reasons(visitor, &page, (&mut books, seen), recommended).await?;
        }
    }
    Ok(books)
}

/// The formats of which the visitor's copy is ready or in progress, and the copy that is read in the
/// browser, with its end and true if it has not ended yet. An ended one is named if there is no other.
/// `None` if there are none.
fn describe_copies(
    page: &Page<'_>,
    seen: &TitleView,
    known: &FileInfo,
    in_browser: Option<(Timestamp, bool)>,
) -> Option<String> {
    let item = Item::Title(seen.item.id);
    let said = |format: &Format| {
        let name = format_name(page, *format);
        let copy = known.own_copy(&item, *format)?;
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

/// The titles of a part.
struct PartContents {
    ids: Vec<TitleId>,
    notes: BookNotes,
}

async fn load_part(visitor: &Visitor, name: &str) -> Result<PartContents> {
    let op = &visitor.op;
    let (ids, said) = match name {
        "reading" => (shelves::list_reading(op).await?, BookNotes::Nothing),
        "assigned" => (shelves::list_assigned(op).await?, BookNotes::Nothing),
        "downloaded" => {
            let items = shelves::list_downloaded(op).await?;
            (items.iter().filter_map(Item::title).collect(), BookNotes::Copies)
        }
        _ => {
            let recommended = shelves::list_recommendations(op).await?;
            (recommended.iter().map(|one| one.title).collect(), BookNotes::Reasons(recommended))
        }
    };
    Ok(PartContents { ids, notes: said })
}

/// GET /popular/{list}
pub(crate) async fn show_popular(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (list, popular) = popular_lists::get(&visitor.op, &id).await?;
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let page = Page::new(&pages, &visitor, Section::Search);
    let (path, heading) = (format!("/popular/{}", percent_encode(&id)), popular_name(&page, &list));
    let shown = CategoryNames::load(&pages, &visitor.op).await?.popular_list_name(&page, &list);
    render_title_list(
        &pages,
        &visitor,
        &fields,
        TitleList {
            section: Section::Search,
            path: &path,
            heading,
            heading_html: shown,
            empty_message_id: "popular-nothing",
            ids: &ids,
            notes: BookNotes::Nothing,
        },
    )
    .await
}

/// A list of titles that is in memory.
pub(crate) struct TitleList<'a> {
    /// The part of the site.
    pub(crate) section: Section,
    pub(crate) path: &'a str,
    pub(crate) heading: String,
    /// The name as HTML, with the language of the names in it.
    pub(crate) heading_html: HtmlSafeOutput<String>,
    /// The message if it is empty.
    pub(crate) empty_message_id: &'a str,
    pub(crate) ids: &'a [TitleId],
    /// Notes below the titles.
    pub(crate) notes: BookNotes,
}

/// Renders a page of a list of titles.
pub(crate) async fn render_title_list(
    pages: &Pages,
    visitor: &Visitor,
    fields: &Fields,
    list: TitleList<'_>,
) -> Result<Response> {
    let (here, around) = page_of(list.path, list.ids, PageStart::from_fields(fields)?, |id| id.0);
    let seen = titles::view_page(&visitor.op, here).await?;
    let page = Page::new(pages, visitor, list.section);
    Ok(render(&TitleListPage {
        heading: list.heading,
        heading_html: list.heading_html,
        count: page.count("search-found", list.ids.len() as u64),
        empty_text: page.text(list.empty_message_id),
        books: load_books(pages, visitor, &seen, &list.notes).await?,
        pager: around,
        page,
    }))
}
