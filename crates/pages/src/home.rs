//! The start page: a search first, then the visitor's own titles and ways into the collection.

use askama::filters::HtmlSafeOutput;
use domain::Role;
use domain::popular_lists::PopularList;
use services::start_page::{self, StartLimits, StartPage};
use services::{Rows, TitleView, popular_lists};

use crate::assignments::assigned_books;
use crate::category_names::CategoryNames;
use crate::periodicals::{self, NewestEditions};
use crate::recommended::recommended_books;
use crate::{Book, Link, Page, Result, Section, Visitor, percent_encode, render};

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

#[derive(askama::Template)]
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

struct ListLink {
    href: String,
    name: HtmlSafeOutput<String>,
}

pub(crate) async fn show_page(visitor: Visitor, names: CategoryNames) -> Result {
    let limits = StartLimits { titles: MAX_SHELF_TITLES, periodicals: MAX_PERIODICALS };
    let start = start_page::load(&visitor.op, limits).await?;
    let page = visitor.page(Section::Home);
    let is_pupil = visitor.op.has_role(Role::OrganizationMember);
    let shelves = own_shelves(&page, &start, is_pupil);
    let recommended = start.recommended.as_ref().and_then(|part| {
        let books = recommended_books(&page, part);
        shelf(&page, ("shelf-recommended", "/shelf/recommended"), books, part.rows.total)
    });
    let popular = most_read(&page, &start, &names);
    let category = |(name, count): (String, u64)| {
        let lang = names.own_category_language(&page, &name);
        Category { link: Link::new_search("category", &name).in_language(lang), count }
    };
    let periodicals = periodicals::newest_editions(&page, &start.periodicals);
    let (href, total) = periodicals.all_link;
    let all_periodicals = Link::new(href, page.count("shelf-all", total));
    let categories = start.categories.into_iter().map(category).collect();
    Ok(render(&HomePage { page, shelves, popular, recommended, categories, periodicals, all_periodicals }))
}

/// The visitor's own shelves that have titles, and the newest titles. Pupils begin with what was assigned to
/// them.
fn own_shelves(page: &Page<'_>, start: &StartPage, is_pupil: bool) -> Vec<Shelf> {
    let reading = start.reading.as_ref();
    let reading = reading.and_then(|rows| titles_shelf(page, ("shelf-reading", "/shelf/reading"), rows));
    let assigned = start.assigned.as_ref().and_then(|rows| {
        let books = assigned_books(page, &rows.items, &start.assigned_shares);
        shelf(page, ("shelf-assigned", "/shelf/assigned"), books, rows.total)
    });
    let own = if is_pupil { [assigned, reading] } else { [reading, assigned] };
    let own = own.into_iter().flatten();
    let newest = Book::from_views(page, &start.newest.titles);
    own.chain(shelf(page, ("shelf-new", "/search?sort=new"), newest, start.newest.total)).collect()
}

/// The beginning of the first popular list, and links to the others.
fn most_read(page: &Page<'_>, start: &StartPage, names: &CategoryNames) -> MostRead {
    let mut lists: Vec<ListLink> =
        start.popular_lists.iter().map(|list| popular_link(page, list, names)).collect();
    let first = start.most_popular.as_ref().zip(lists.first());
    let shelf = first.and_then(|(rows, link)| titles_shelf(page, ("home-popular", &link.href), rows));
    if shelf.is_some() {
        lists.remove(0);
    }
    MostRead { shelf, lists }
}

fn popular_link(page: &Page<'_>, list: &PopularList, names: &CategoryNames) -> ListLink {
    let href = format!("/popular/{}", percent_encode(&popular_lists::list_id(list)));
    ListLink { href, name: names.popular_list_name(page, list) }
}

fn titles_shelf(page: &Page<'_>, place: (&str, &str), rows: &Rows<i64, TitleView>) -> Option<Shelf> {
    shelf(page, place, Book::from_views(page, &rows.items), rows.total)
}

/// The beginning of a list of `total` titles. `None` if it is empty.
fn shelf(page: &Page<'_>, (heading, href): (&str, &str), books: Vec<Book>, total: u64) -> Option<Shelf> {
    let all_link = Link::new(href, page.count("shelf-all", total));
    (total > 0).then(|| Shelf { heading: page.text(heading), books, all_link })
}
