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
use services::downloads::{Holding, Known, browser, known};
use services::titles::Seen;
use services::{popular_lists, shelves, titles};

use crate::books::{Book, available};
use crate::category_names::CategoryNames;
use crate::dates::moment;
use crate::fields::{Fields, Query};
use crate::formats::format_name;
use crate::lists;
use crate::page::{Link, Page, Section, encoded, show};
use crate::paging::{Pager, Start, part};
use crate::periodicals::{FOLLOWED, Line, followed};
use crate::problem::{Problem, Result};
use crate::recommended::explain;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Titles of a part of the shelf, on its first page.
const SHOWN: usize = 4;

/// Periodicals that the visitor follows, on the same page.
const FIRST: u32 = 4;

/// A part of the shelf.
struct Part {
    heading: String,
    nothing: String,
    books: Vec<Book>,
    all: Option<Link>,
}

#[derive(Template)]
#[template(path = "shelf.html")]
struct ShelfPage<'a> {
    page: Page<'a>,
    parts: Vec<Part>,
    /// The first reading lists of the visitor.
    lists: Vec<lists::Line>,
    /// All of them, if the shelf does not show all.
    all_lists: Option<Link>,
    /// The periodicals that the visitor follows.
    followed: Vec<Line>,
    /// All of them, if the shelf does not show all.
    all_followed: Option<Link>,
}

#[derive(Template)]
#[template(path = "chosen.html")]
struct ChosenPage<'a> {
    page: Page<'a>,
    heading: String,
    shown: HtmlSafeOutput<String>,
    count: String,
    nothing: String,
    books: Vec<Book>,
    pager: Pager,
}

/// The parts of the shelf: the name in the address, the heading, and the sentence if there is nothing.
const PARTS: &[(&str, &str, &str)] = &[
    ("reading", "shelf-reading", "shelf-reading-nothing"),
    ("assigned", "shelf-assigned", "shelf-assigned-nothing"),
    ("downloaded", "shelf-downloaded", "shelf-downloaded-nothing"),
    ("recommended", "shelf-recommended", "shelf-recommended-nothing"),
];

/// GET /shelf
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let mut parts = Vec::new();
    for (name, heading, nothing) in PARTS {
        let Own { ids, said } = own(&pages, &visitor, name).await?;
        let seen = titles::page(&pages.library, &visitor.caller, &ids[..ids.len().min(SHOWN)]).await?;
        let all = Link::new(format!("/shelf/{name}"), page.count("shelf-all", ids.len() as u64));
        parts.push(Part {
            heading: page.text(heading),
            nothing: page.text(nothing),
            books: books(&pages, &visitor, &seen, &said).await?,
            all: Some(all).filter(|_| ids.len() > SHOWN),
        });
    }
    let (followed, total) = followed(&pages, &visitor, FIRST).await?;
    let all = Link::new(FOLLOWED, page.count("shelf-all", total));
    let all_followed = Some(all).filter(|_| total > followed.len() as u64);
    let (lists, total) = lists::first(&pages, &visitor).await?;
    let all_lists =
        Some(Link::new("/lists", page.count("shelf-all", total))).filter(|_| total > lists.len() as u64);
    Ok(show(&ShelfPage { page, parts, lists, all_lists, followed, all_followed }))
}

/// GET /shelf/{part}
pub(crate) async fn get_part(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (_, heading, nothing) = PARTS.iter().find(|(part, ..)| *part == name).ok_or(Problem::NotFound)?;
    let Own { ids, said } = own(&pages, &visitor, &name).await?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let (heading, shown) = (page.text(heading), Wording::from(&page).with_foreign_name_html(heading, "", ""));
    chosen(
        &pages,
        &visitor,
        &fields,
        Chosen {
            section: Section::Shelf,
            path: &format!("/shelf/{name}"),
            heading,
            shown,
            nothing,
            ids: &ids,
            said,
        },
    )
    .await
}

/// What is said below titles that were chosen.
pub(crate) enum Said {
    Nothing,
    /// How long the visitor's copies are ready.
    Copies,
    /// Why they are recommended.
    Reasons(Vec<Recommendation>),
}

/// Titles, with what is said below them.
async fn books(pages: &Pages, visitor: &Visitor, seen: &[Seen], said: &Said) -> Result<Vec<Book>> {
    let page = Page::new(pages, visitor, Section::Shelf);
    let mut books = Book::list(&page, seen);
    match said {
        Said::Nothing => {}
        Said::Copies => {
            let holdings: Vec<Holding<'_>> = seen.iter().map(Holding::from).collect();
            let known = known(&pages.library, &visitor.caller, &holdings).await?;
            let ids: Vec<TitleId> = seen.iter().map(|seen| seen.title.id).collect();
            let read = browser::copies(&pages.library, &visitor.caller, &ids).await?;
            for (book, seen) in books.iter_mut().zip(seen) {
                let in_browser = read.get(&seen.title.id).map(|until| (*until, *until > visitor.caller.now));
                book.because = copies(&page, seen, &known, in_browser);
                book.next = in_browser.and_then(|(_, is_kept)| reading(&page, seen, is_kept));
            }
        }
        Said::Reasons(recommended) => {
            explain(pages, visitor, &page, (&mut books, seen), recommended).await?;
        }
    }
    Ok(books)
}

/// The formats of which the visitor's copy is ready or in progress, and the copy that is read in the browser:
/// until when it is kept, and whether it still is. One that is over is named if there is no other. `None` if
/// there are none.
fn copies(
    page: &Page<'_>,
    seen: &Seen,
    known: &Known,
    in_browser: Option<(Timestamp, bool)>,
) -> Option<String> {
    let item = Item::Title(seen.title.id);
    let said = |format: &Format| {
        let name = format_name(page, *format);
        let copy = known.copy(&item, *format)?;
        Some(match copy.file {
            Some(file) => {
                let until = moment(page, file.until);
                page.format("shelf-copy", &[("name", name.as_str().into()), ("until", until.as_str().into())])
            }
            None => page.with_name("shelf-copy-making", &name),
        })
    };
    let mut all: Vec<String> = Format::ALL.iter().filter_map(said).collect();
    match in_browser {
        Some((until, true)) => all.push(page.with_name("shelf-read", &moment(page, until))),
        Some((_, false)) if all.is_empty() => all.push(page.text("shelf-read-ended")),
        _ => {}
    }
    (!all.is_empty()).then(|| all.join(" · "))
}

/// Where a title is read on in the browser, or opened again. `None` if the visitor may not read it now.
fn reading(page: &Page<'_>, seen: &Seen, is_kept: bool) -> Option<Link> {
    let can_read = seen.look.available && available(seen).any(|format| format == Format::Epub3);
    let text = page.text(if is_kept { "shelf-read-on" } else { "shelf-read-again" });
    can_read.then(|| Link::new(format!("/read/{}", seen.title.id), text))
}

/// The titles of a part.
struct Own {
    ids: Vec<TitleId>,
    said: Said,
}

async fn own(pages: &Pages, visitor: &Visitor, name: &str) -> Result<Own> {
    let (library, caller) = (&pages.library, &visitor.caller);
    let (ids, said) = match name {
        "reading" => (shelves::reading(library, caller).await?, Said::Nothing),
        "assigned" => (shelves::assigned(library, caller).await?, Said::Nothing),
        "downloaded" => {
            let items = shelves::downloaded(library, caller).await?;
            (items.iter().filter_map(Item::title).collect(), Said::Copies)
        }
        _ => {
            let recommended = shelves::recommendations(library, caller).await?;
            (recommended.iter().map(|one| one.title).collect(), Said::Reasons(recommended))
        }
    };
    Ok(Own { ids, said })
}

/// GET /popular/{list}
pub(crate) async fn popular(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (list, popular) = popular_lists::get(&pages.library, &visitor.caller, &id).await?;
    let ids: Vec<TitleId> = popular.iter().map(|popular| popular.title).collect();
    let page = Page::new(&pages, &visitor, Section::Search);
    let (path, heading) = (format!("/popular/{}", encoded(&id)), popular_name(&page, &list));
    let shown = CategoryNames::of(&pages).await?.of_popular(&page, &list);
    chosen(
        &pages,
        &visitor,
        &fields,
        Chosen {
            section: Section::Search,
            path: &path,
            heading,
            shown,
            nothing: "popular-nothing",
            ids: &ids,
            said: Said::Nothing,
        },
    )
    .await
}

/// A list of titles that is in memory.
pub(crate) struct Chosen<'a> {
    /// The part of the site.
    pub(crate) section: Section,
    /// Its address.
    pub(crate) path: &'a str,
    /// Its name.
    pub(crate) heading: String,
    /// The name as HTML, with the language of what is named in it.
    pub(crate) shown: HtmlSafeOutput<String>,
    /// The message if it is empty.
    pub(crate) nothing: &'a str,
    pub(crate) ids: &'a [TitleId],
    /// What is said below them.
    pub(crate) said: Said,
}

/// A page of chosen titles.
pub(crate) async fn chosen(
    pages: &Pages,
    visitor: &Visitor,
    fields: &Fields,
    list: Chosen<'_>,
) -> Result<Response> {
    let (here, around) = part(list.path, list.ids, Start::read(fields)?, |id| id.0);
    let seen = titles::page(&pages.library, &visitor.caller, here).await?;
    let page = Page::new(pages, visitor, list.section);
    Ok(show(&ChosenPage {
        heading: list.heading,
        shown: list.shown,
        count: page.count("search-found", list.ids.len() as u64),
        nothing: page.text(list.nothing),
        books: books(pages, visitor, &seen, &list.said).await?,
        pager: around,
        page,
    }))
}
