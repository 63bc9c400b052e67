//! The start page: a search first, then the visitor's own titles and ways into the collection.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::extract::State;
use axum::response::Response;
use domain::ids::TitleId;
use domain::popular_lists::PopularList;
use domain::recommendations::Recommendation;
use services::titles::{Conditions, Query, Search, Sort};
use services::{categories, popular_lists, shelves, titles};

use crate::books::Book;
use crate::category_names::CategoryNames;
use crate::page::{Link, Page, Section, encoded, show};
use crate::periodicals::{self, Newest};
use crate::problem::Result;
use crate::recommended::explain;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Titles of a shelf.
const SHOWN: usize = 4;
/// Periodicals with their newest editions.
const PERIODICALS: u32 = 4;

/// The beginning of a list of titles.
struct Shelf {
    heading: String,
    books: Vec<Book>,
    all: Link,
}

/// A category with the number of its titles.
struct Category {
    link: Link,
    count: u64,
}

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    page: Page<'a>,
    shelves: Vec<Shelf>,
    popular: MostRead,
    recommended: Option<Shelf>,
    categories: Vec<Category>,
    periodicals: Newest,
    all_periodicals: Link,
}

/// The most popular titles, and the lists of others.
struct MostRead {
    shelf: Option<Shelf>,
    lists: Vec<ListLink>,
}

/// A link to a popular list.
struct ListLink {
    href: String,
    name: HtmlSafeOutput<String>,
}

/// The lists of titles on the page.
struct Parts {
    /// What the visitor reads, what is assigned to them, and what is new.
    first: Vec<Shelf>,
    /// What is recommended, which comes after the popular lists.
    recommended: Option<Shelf>,
}

pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Home);
    let Parts { first: shelves, recommended } = parts(&pages, &visitor, &page).await?;
    let counts = categories::counts(&pages.library, &visitor.caller).await?;
    let names = &CategoryNames::of(&pages).await?;
    let popular = popular(&pages, &visitor, &page, (&counts, names)).await?;
    let category = |(name, count): (String, u64)| {
        let lang = names.of_own(&page, &name);
        let link = Link::new(format!("/search?category={}", encoded(&name)), name).in_language(lang);
        Category { link, count }
    };
    let categories = counts.into_iter().map(category).collect();
    let periodicals = periodicals::newest(&pages, &visitor, PERIODICALS).await?;
    let (href, total) = periodicals.all;
    let all_periodicals = Link::new(href, page.count("shelf-all", total));
    Ok(show(&HomePage { page, shelves, popular, recommended, categories, periodicals, all_periodicals }))
}

fn popular_link(page: &Page<'_>, list: &PopularList, names: &CategoryNames) -> ListLink {
    let href = format!("/popular/{}", encoded(&popular_lists::id(list)));
    ListLink { href, name: names.of_popular(page, list) }
}

/// The beginning of the first popular list, and links to the others.
async fn popular(
    pages: &Pages,
    visitor: &Visitor,
    page: &Page<'_>,
    (categories, names): (&[(String, u64)], &CategoryNames),
) -> Result<MostRead> {
    let lists = popular_lists::list_within(&pages.library, &visitor.caller, categories).await?;
    let mut links: Vec<ListLink> = lists.iter().map(|list| popular_link(page, list, names)).collect();
    let mut beginning = None;
    if let Some(first) = lists.first() {
        let (_, titles) =
            popular_lists::get(&pages.library, &visitor.caller, &popular_lists::id(first)).await?;
        let ids: Vec<TitleId> = titles.iter().map(|one| one.title).collect();
        beginning = shelf(pages, visitor, page, ("home-popular", &links[0].href), &ids, &[]).await?;
    }
    if beginning.is_some() {
        links.remove(0);
    }
    Ok(MostRead { shelf: beginning, lists: links })
}

/// The visitor's own shelves that have titles, and the newest titles.
async fn parts(pages: &Pages, visitor: &Visitor, page: &Page<'_>) -> Result<Parts> {
    let (library, caller) = (&pages.library, &visitor.caller);
    let (mut first, mut recommended) = (Vec::new(), None);
    if visitor.is_signed_in() {
        let own = [
            ("shelf-reading", "/shelf/reading", shelves::reading(library, caller).await?),
            ("shelf-assigned", "/shelf/assigned", shelves::assigned(library, caller).await?),
        ];
        for (heading, href, ids) in own {
            first.extend(shelf(pages, visitor, page, (heading, href), &ids, &[]).await?);
        }
    }
    let newest = Search::new(
        caller,
        Query { descending: true, ..Query::new(Conditions::default(), Sort::DateAdded) },
    )?;
    let found = newest.page(library, None, SHOWN).await?;
    if found.total > 0 {
        first.push(Shelf {
            heading: page.text("shelf-new"),
            books: Book::list(page, &found.titles),
            all: Link::new("/search?sort=new", page.count("shelf-all", found.total)),
        });
    }
    if visitor.is_signed_in() {
        let all = shelves::recommendations(library, caller).await?;
        let ids: Vec<TitleId> = all.iter().map(|one| one.title).collect();
        let place = ("shelf-recommended", "/shelf/recommended");
        recommended = shelf(pages, visitor, page, place, &ids, &all).await?;
    }
    Ok(Parts { first, recommended })
}

async fn shelf(
    pages: &Pages,
    visitor: &Visitor,
    page: &Page<'_>,
    (heading, href): (&str, &str),
    ids: &[TitleId],
    recommended: &[Recommendation],
) -> Result<Option<Shelf>> {
    if ids.is_empty() {
        return Ok(None);
    }
    let seen = titles::page(&pages.library, &visitor.caller, &ids[..ids.len().min(SHOWN)]).await?;
    let all = Link::new(href, page.count("shelf-all", ids.len() as u64));
    let mut books = Book::list(page, &seen);
    explain(pages, visitor, page, (&mut books, &seen), recommended).await?;
    Ok(Some(Shelf { heading: page.text(heading), books, all }))
}
