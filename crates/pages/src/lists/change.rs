//! The forms of a list: its name, its titles, the subscription, and its end.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::lists::{self, ListChange, ListView};
use services::{Change, Faults};

use super::form::ListForm;
use super::one;
use crate::books::number;
use crate::fields::{Fields, Form};
use crate::page::{Page, Section, encoded, show};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// POST /lists/{id}: another name, description or access.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Lists);
    let form = ListForm::read(&page, &user.reader.account, &fields);
    if !form.errors.is_empty() {
        let view = lists::get(&pages.library, &user, &id).await?;
        return one::show(&pages, &visitor, &view, &Fields::default(), Some(form)).await;
    }
    let description = form.description.typed_value().map_or(Change::Clear, Change::Set);
    let change = ListChange { name: Some(form.name.value), description, access: form.access };
    lists::change(&pages.library, &user, &id, change, Faults::default()).await?;
    visitor.done("list-said-saved", &pages, &address(&id))
}

/// POST /lists/{id}/subscription: begins it, or ends it.
pub(super) async fn subscription(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let subscribed = fields.get("subscribe").is_some();
    lists::set_subscribed(&pages.library, &user, &id, subscribed).await?;
    let said = if subscribed { "list-said-followed" } else { "list-said-unfollowed" };
    visitor.done(said, &pages, &address(&id))
}

/// POST /lists/{id}/titles: puts a title on the list, or takes one off. The list that a title's page names is
/// in the form, because there the visitor chooses it.
pub(super) async fn titles(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let id = if id == "chosen" { fields.get("list").ok_or(Problem::Unreadable)? } else { &id };
    if let Some(title) = fields.get("remove") {
        lists::titles::remove(&pages.library, &user, id, number(title)?).await?;
        return visitor.done("list-said-taken-off", &pages, &address(id));
    }
    let title = number(fields.get("add").ok_or(Problem::Unreadable)?)?;
    lists::titles::add(&pages.library, &user, id, title).await?;
    visitor.done("list-said-added", &pages, &address(id))
}

#[derive(Template)]
#[template(path = "list_remove.html")]
struct RemovePage<'a> {
    page: Page<'a>,
    view: &'a ListView,
}

/// GET /lists/{id}/remove: asks first.
pub(super) async fn ask(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let user = visitor.user()?;
    let view = lists::get(&pages.library, &user, &id).await?;
    Ok(show(&RemovePage { page: Page::new(&pages, &visitor, Section::Lists), view: &view }))
}

/// POST /lists/{id}/remove
pub(super) async fn remove(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    _: Form,
) -> Result<Response> {
    lists::remove(&pages.library, &visitor.user()?, &id).await?;
    visitor.done("list-said-removed", &pages, "/lists")
}

fn address(id: &str) -> String {
    format!("/lists/{}", encoded(id))
}
