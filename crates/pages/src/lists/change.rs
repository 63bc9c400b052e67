//! The forms of a list: its name, its titles, the subscription, and its end.

use services::lists::{self, ListChange};
use services::{Change, Faults};

use super::form::ListForm;
use super::one;
use crate::books::parse_title_id;
use crate::question::Question;
use crate::{Fields, Form, Link, Path, Problem, Result, Section, Visitor, percent_encode};

/// POST /lists/{id}: another name, description or access.
pub(super) async fn save_list(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Lists);
    let form = ListForm::from_fields(&page, op.account()?, &fields);
    if !form.errors.is_empty() {
        return one::render_list(&visitor, &id, &Fields::default(), Some(form)).await;
    }
    let description = form.description.typed_value().map_or(Change::Clear, Change::Set);
    let change = ListChange { name: Some(form.name.value), description, access: form.access };
    lists::change(op, &id, change, Faults::default()).await?;
    visitor.redirect_with_message("list-said-saved", &list_path(&id))
}

/// POST /lists/{id}/subscription: starts or ends it.
pub(super) async fn change_subscription(
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result {
    let op = visitor.signed_in_user()?;
    let subscribed = fields.get("subscribe").is_some();
    lists::set_subscribed(op, &id, subscribed).await?;
    let said = if subscribed { "list-said-followed" } else { "list-said-unfollowed" };
    visitor.redirect_with_message(said, &list_path(&id))
}

/// POST /lists/{id}/titles: puts a title on the list, or takes one off. The list that a title's page names is
/// in the form, because there the visitor chooses it.
pub(super) async fn change_titles(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let id = if id == "chosen" { fields.get("list").ok_or(Problem::Unreadable)? } else { &id };
    if let Some(title) = fields.get("remove") {
        lists::titles::remove(op, id, parse_title_id(title)?).await?;
        return visitor.redirect_with_message("list-said-taken-off", &list_path(id));
    }
    let title = parse_title_id(fields.get("add").ok_or(Problem::Unreadable)?)?;
    lists::titles::add(op, id, title).await?;
    visitor.redirect_with_message("list-said-added", &list_path(id))
}

/// GET /lists/{id}/remove: asks for confirmation.
pub(super) async fn confirm_removal(visitor: Visitor, Path(id): Path<String>) -> Result {
    let op = visitor.signed_in_user()?;
    let list = lists::get(op, &id).await?.list;
    let path = list_path(&list.id);
    let page = visitor.page(Section::Lists);
    let question = Question {
        heading: page.text("list-remove"),
        paragraphs: vec![page.with_name("list-remove-text", &list.name)],
        subject: list.name,
        action: format!("{path}/remove"),
        fields: Vec::new(),
        button: page.text("list-remove"),
        back: Link::new(path, page.text("list-keep")),
    };
    Ok(question.render(page))
}

/// POST /lists/{id}/remove
pub(super) async fn remove_list(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    lists::remove(visitor.signed_in_user()?, &id).await?;
    visitor.redirect_with_message("list-said-removed", "/lists")
}

fn list_path(id: &str) -> String {
    format!("/lists/{}", percent_encode(id))
}
