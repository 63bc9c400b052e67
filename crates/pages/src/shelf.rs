//! /shelf and its parts, /popular: titles that were chosen for the visitor, or by other readers.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::downloads::Item;
use domain::ids::TitleId;
use layout::popular::popular_name;
use services::{popular_lists, shelves, titles};

use crate::books::Book;
use crate::fields::{Fields, Query};
use crate::page::{Link, Page, Section, encoded, show};
use crate::paging::{Pager, Start, part};
use crate::periodicals::{FOLLOWED, Line, followed};
use crate::problem::{Problem, Result};
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
        let ids = ids(&pages, &visitor, name).await?;
        let seen = titles::page(&pages.library, &visitor.caller, &ids[..ids.len().min(SHOWN)]).await?;
        let all = Link::new(format!("/shelf/{name}"), page.n("shelf-all", ids.len() as u64));
        parts.push(Part {
            heading: page.t(heading),
            nothing: page.t(nothing),
            books: Book::list(&page, &seen),
            all: Some(all).filter(|_| ids.len() > SHOWN),
        });
    }
    let (followed, total) = followed(&pages, &visitor, FIRST).await?;
    let all = Link::new(FOLLOWED, page.n("shelf-all", total));
    let all_followed = Some(all).filter(|_| total > followed.len() as u64);
    Ok(show(&ShelfPage { page, parts, followed, all_followed }))
}

/// GET /shelf/{part}
pub(crate) async fn get_part(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let (_, heading, nothing) = PARTS.iter().find(|(part, ..)| *part == name).ok_or(Problem::NotFound)?;
    let ids = ids(&pages, &visitor, &name).await?;
    let page = Page::new(&pages, &visitor, Section::Shelf);
    let heading = page.t(heading);
    chosen(
        &pages,
        &visitor,
        &fields,
        Chosen { section: Section::Shelf, path: &format!("/shelf/{name}"), heading, nothing, ids: &ids },
    )
    .await
}

async fn ids(pages: &Pages, visitor: &Visitor, name: &str) -> Result<Vec<TitleId>> {
    let (library, caller) = (&pages.library, &visitor.caller);
    Ok(match name {
        "reading" => shelves::reading(library, caller).await?,
        "assigned" => shelves::assigned(library, caller).await?,
        "downloaded" => {
            let items = shelves::downloaded(library, caller).await?;
            items.iter().filter_map(Item::title).collect()
        }
        _ => shelves::recommended(library, caller).await?,
    })
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
    chosen(
        &pages,
        &visitor,
        &fields,
        Chosen { section: Section::Search, path: &path, heading, nothing: "popular-nothing", ids: &ids },
    )
    .await
}

/// A list of titles that is in memory.
pub(crate) struct Chosen<'a> {
    /// The part of the site.
    pub(crate) section: Section,
    /// Its address.
    pub(crate) path: &'a str,
    /// Its heading.
    pub(crate) heading: String,
    /// The message if it is empty.
    pub(crate) nothing: &'a str,
    /// The titles.
    pub(crate) ids: &'a [TitleId],
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
        count: page.n("search-found", list.ids.len() as u64),
        nothing: page.t(list.nothing),
        books: Book::list(&page, &seen),
        pager: around,
        page,
    }))
}
