//! /lists/{id}: a list with its titles.

use axum::http::StatusCode;
use services::lists::{self, ListView, TitleSort};

use super::form::ListForm;
use super::list_facts;
use crate::books::Book;
use crate::paging::{Pager, list_part};
use crate::{Fields, Page, Path, Query, Result, Section, Visitor, prose, render_with_status};

/// An order of the titles.
struct SortOption {
    href: String,
    text: String,
    is_current: bool,
}

/// The orders: the value in the address, the message, the order itself, and true if it is descending.
const TITLE_ORDERS: &[(&str, &str, TitleSort, bool)] = &[
    ("title", "order-title", TitleSort::Title, false),
    ("author", "order-author", TitleSort::Author, false),
    ("added", "list-order-added", TitleSort::DateAddedToReadingList, true),
];

/// A title with its number, for the form that takes it off.
struct ListedTitle {
    id: i64,
    book: Book,
}

#[derive(askama::Template)]
#[template(path = "list.html")]
struct ListPage<'a> {
    page: Page<'a>,
    view: &'a ListView,
    /// The language of its name. Empty if it is that of the page, or not known.
    name_lang: String,
    /// The language of its description. Empty if it is that of the page, or not known.
    description_lang: String,
    path: String,
    facts: Vec<String>,
    orders: Vec<SortOption>,
    titles: Vec<ListedTitle>,
    pager: Pager,
    /// The form of name, description and access. `None` for those who may not change it.
    form: Option<ListForm>,
    can_fill: bool,
    /// True if the visitor gets titles for members.
    is_sponsor: bool,
    /// True if the visitor can start or end a subscription of the list.
    can_subscribe: bool,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    render_list(&visitor, &id, &fields, None).await
}

/// The page of a list; `form` contains the submitted values if they have errors.
pub(super) async fn render_list(
    visitor: &Visitor,
    id: &str,
    fields: &Fields,
    form: Option<ListForm>,
) -> Result {
    let op = visitor.signed_in_user()?;
    let chosen = fields.get("sort").unwrap_or("title");
    let (name, _, sort, descending) =
        *TITLE_ORDERS.iter().find(|(name, ..)| *name == chosen).unwrap_or(&TITLE_ORDERS[0]);
    let part = list_part(fields)?;
    let (view, rows) = lists::titles::view_with_titles(op, id, part.to_request(sort, descending)).await?;
    let account = op.account()?;
    let list = &view.list;
    let page = visitor.page(Section::Lists);
    let path = |sort: &str| format!("/lists/{}?sort={sort}", list.id);
    let order = |(value, text, ..): &(&str, &str, TitleSort, bool)| SortOption {
        href: path(value),
        text: page.text(text),
        is_current: *value == name,
    };
    let listed =
        |seen: &services::views::TitleView| ListedTitle { id: seen.item.id.0, book: Book::new(&page, seen) };
    let form = form.or_else(|| list.is_edited_by(account).then(|| ListForm::from_list(&page, account, list)));
    let status = form.as_ref().map_or(StatusCode::OK, ListForm::status);
    let page = ListPage {
        view: &view,
        name_lang: prose::text_language(&page, None, &list.name),
        description_lang: prose::text_language(&page, None, &list.description),
        path: format!("/lists/{}", list.id),
        facts: list_facts(&page, account, &view),
        orders: TITLE_ORDERS.iter().map(order).collect(),
        titles: rows.items.iter().map(listed).collect(),
        pager: Pager::new(&path(name), rows.previous.as_ref(), rows.next.as_ref()),
        form,
        can_fill: list.allows_title_changes_by(account),
        is_sponsor: op.require_sponsor().is_ok(),
        can_subscribe: !list.is_owned_by(account),
        page,
    };
    Ok(render_with_status(status, &page))
}
