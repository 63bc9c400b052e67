//! The start page: a search first, then the visitor's own titles and ways into the collection.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use axum::extract::State;
use axum::response::Response;
use domain::ids::TitleId;
use domain::popular_lists::PopularList;
use domain::recommendations::Recommendation;
use services::titles::{CollectionSearch, Conditions, Query, Sort};
use services::{categories, popular_lists, shelves, titles};

use crate::books::Book;
use crate::category_names::CategoryNames;
use crate::page::{Link, Page, Section, percent_encode, render};
use crate::periodicals::{self, NewestEditions};
use crate::problem::Result;
use crate::recommended::add_reasons;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Maximum number of titles on a shelf.
const MAX_SHELF_TITLES: usize = 4;
/// Maximum number of periodicals, each with its newest edition.
const MAX_PERIODICALS: u32 = 4;

/// The beginning of a list of titles.
struct Shelf {
    heading: String,
    books: Vec<Book>,
    all_link: Link,
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
    periodicals: NewestEditions,
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
struct ShelfGroups {
    /// The titles that the visitor reads, those assigned to them, and the newest.
    first: Vec<Shelf>,
    /// The recommended titles, which come after the popular lists.
    recommended: Option<Shelf>,
}

pub(crate) async fn show_page(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Home);
    let ShelfGroups { first: shelves, recommended } = load_shelves(&visitor, &page).await?;
    let counts = categories::count_titles(&visitor.op).await?;
    let names = &CategoryNames::load(&pages, &visitor.op).await?;
    let popular = load_popular(&visitor, &page, (&counts, names)).await?;
    let category = |(name, count): (String, u64)| {
        let lang = names.own_category_language(&page, &name);
        let link = Link::new(format!("/search?category={}", percent_encode(&name)), name).in_language(lang);
        Category { link, count }
    };
    let categories = counts.into_iter().map(category).collect();
    let periodicals = periodicals::load_newest(&pages, &visitor, MAX_PERIODICALS).await?;
    let (href, total) = periodicals.all_link;
    let all_periodicals = Link::new(href, page.count("shelf-all", total));
    Ok(render(&HomePage { page, shelves, popular, recommended, categories, periodicals, all_periodicals }))
}

fn popular_link(page: &Page<'_>, list: &PopularList, names: &CategoryNames) -> ListLink {
    let href = format!("/popular/{}", percent_encode(&popular_lists::list_id(list)));
    ListLink { href, name: names.popular_list_name(page, list) }
}

/// The beginning of the first popular list, and links to the others.
async fn load_popular(
    visitor: &Visitor,
    page: &Page<'_>,
    (categories, names): (&[(String, u64)], &CategoryNames),
) -> Result<MostRead> {
    let lists = popular_lists::list_within(&visitor.op, categories).await?;
    let mut links: Vec<ListLink> = lists.iter().map(|list| popular_link(page, list, names)).collect();
    let mut beginning = None;
    if let Some(first) = lists.first() {
        let (_, titles) = popular_lists::get(&visitor.op, &popular_lists::list_id(first)).await?;
        let ids: Vec<TitleId> = titles.iter().map(|one| one.title).collect();
        beginning = load_shelf(visitor, page, ("home-popular", &links[0].href), &ids, &[]).await?;
    }
    if beginning.is_some() {
        links.remove(0);
    }
    Ok(MostRead { shelf: beginning, lists: links })
}

/// The visitor's own shelves that have titles, and the newest titles.
async fn load_shelves(visitor: &Visitor, page: &Page<'_>) -> Result<ShelfGroups> {
    let op = &visitor.op;
    let (mut first, mut recommended) = (Vec::new(), None);
    if visitor.is_signed_in() {
        let own = [
            ("shelf-reading", "/shelf/reading", shelves::list_reading(op).await?),
            ("shelf-assigned", "/shelf/assigned", shelves::list_assigned(op).await?),
        ];
        for (heading, href, ids) in own {
            first.extend(load_shelf(visitor, page, (heading, href), &ids, &[]).await?);
        }
    }
    let newest = CollectionSearch::new(
        op,
        Query { descending: true, ..Query::new(Conditions::default(), Sort::DateAdded) },
    )?;
    let found = newest.find_page(None, MAX_SHELF_TITLES).await?;
    if found.total > 0 {
        first.push(Shelf {
            heading: page.text("shelf-new"),
            books: Book::from_views(page, &found.titles),
            all_link: Link::new("/search?sort=new", page.count("shelf-all", found.total)),
        });
    }
    if visitor.is_signed_in() {
        let all = shelves::list_recommendations(op).await?;
        let ids: Vec<TitleId> = all.iter().map(|one| one.title).collect();
        let place = ("shelf-recommended", "/shelf/recommended");
        recommended = load_shelf(visitor, page, place, &ids, &all).await?;
    }
    Ok(ShelfGroups { first, recommended })
}

async fn load_shelf(
    visitor: &Visitor,
    page: &Page<'_>,
    (heading, href): (&str, &str),
    ids: &[TitleId],
    recommended: &[Recommendation],
) -> Result<Option<Shelf>> {
    if ids.is_empty() {
        return Ok(None);
    }
    let seen = titles::view_page(&visitor.op, &ids[..ids.len().min(MAX_SHELF_TITLES)]).await?;
    let all = Link::new(href, page.count("shelf-all", ids.len() as u64));
    let mut books = Book::from_views(page, &seen);
    add_reasons(visitor, page, (&mut books, &seen), recommended).await?;
    Ok(Some(Shelf { heading: page.text(heading), books, all_link: all }))
}
