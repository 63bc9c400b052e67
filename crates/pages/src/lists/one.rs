//! /lists/{id}: a list with its titles.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use services::Part;
use services::lists::{self, ListView, TitleSort};

use super::facts;
use super::form::ListForm;
use crate::books::Book;
use crate::fields::{Fields, Query};
use crate::page::{Page, Section, show_with};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::prose;
use crate::state::Pages;
use crate::visitor::Visitor;

/// An order of the titles.
struct Order {
    href: String,
    text: String,
    is_current: bool,
}

/// The orders: the value in the address, the message, the order itself, and whether it descends.
const ORDERS: &[(&str, &str, TitleSort, bool)] = &[
    ("title", "order-title", TitleSort::Title, false),
    ("author", "order-author", TitleSort::Author, false),
    ("added", "list-order-added", TitleSort::DateAddedToReadingList, true),
];

/// A title with its number, for the form that takes it off.
struct Listed {
    id: i64,
    book: Book,
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListPage<'a> {
    page: Page<'a>,
    view: &'a ListView,
    /// The language of its name. Empty if it is that of the page, or not known.
    name_lang: String,
    /// The language of its description. Empty if it is that of the page, or not known.
    description_lang: String,
    /// Its address.
    here: String,
    facts: Vec<String>,
    orders: Vec<Order>,
    titles: Vec<Listed>,
    pager: Pager,
    /// The form of name, description and access. `None` for those who may not change it.
    form: Option<ListForm>,
    can_fill: bool,
    /// Whether the visitor can subscribe to the list, or end that.
    can_subscribe: bool,
}

pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let user = visitor.user()?;
    let view = lists::get(&pages.library, &user, &id).await?;
    show(&pages, &visitor, &view, &fields, None).await
}

/// The page of a list; `form` is what was sent and is to be corrected.
pub(super) async fn show(
    pages: &Pages,
    visitor: &Visitor,
    view: &ListView,
    fields: &Fields,
    form: Option<ListForm>,
) -> Result<Response> {
    let user = visitor.user()?;
    let (account, list) = (&user.reader.account, &view.list);
    let chosen = fields.get("sort").unwrap_or("title");
    let (name, _, sort, descending) = *ORDERS.iter().find(|(name, ..)| *name == chosen).unwrap_or(&ORDERS[0]);
    let (after, backward) = Start::read(fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = Part { sort, descending, after: after.as_ref(), backward, limit };
    let rows = lists::titles::page(&pages.library, &user, list, part).await?;
    let page = Page::new(pages, visitor, Section::Lists);
    let path = |sort: &str| format!("/lists/{}?sort={sort}", list.id);
    let order = |(value, text, ..): &(&str, &str, TitleSort, bool)| Order {
        href: path(value),
        text: page.text(text),
        is_current: *value == name,
    };
    let listed = |seen: &services::titles::Seen| Listed { id: seen.title.id.0, book: Book::new(&page, seen) };
    let form = form.or_else(|| list.is_edited_by(account).then(|| ListForm::of(&page, account, list)));
    let status = form.as_ref().map_or(StatusCode::OK, ListForm::status);
    let page = ListPage {
        view,
        name_lang: prose::lang(&page, None, &list.name),
        description_lang: prose::lang(&page, None, &list.description),
        here: format!("/lists/{}", list.id),
        facts: facts(&page, account, view),
        orders: ORDERS.iter().map(order).collect(),
        titles: rows.items.iter().map(listed).collect(),
        pager: Pager::new(&path(name), rows.previous.as_ref(), rows.next.as_ref()),
        form,
        can_fill: list.is_filled_by(account),
        can_subscribe: !list.is_owned_by(account),
        page,
    };
    Ok(show_with(status, &page))
}
