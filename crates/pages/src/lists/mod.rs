//! /lists: the visitor's reading lists, those of others that the visitor sees, and the actions on them.

mod change;
mod form;
mod one;

use axum::Router;
use axum::routing::{get, post};
use domain::Account;
use domain::lists::may_create;
use domain::normalization::search_words;

use services::lists::{self, ListScope, ListSort, ListView, NewList, OwnedLists};
use services::{ErrorKey, Faults, Field};

use crate::{
    Fields, Form, Link, Page, Pager, Pages, Query, Result, Section, Visitor, list_part, percent_encode,
    prose, render, render_with_status,
};
use form::ListForm;

/// Maximum number of words of a search among shared lists; further words are ignored.
const MAX_SEARCH_WORDS: usize = 10;

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/lists", get(list_own).post(create_list))
        .route("/lists/shared", get(list_shared))
        .route("/lists/{id}", get(one::show_page).post(change::save_list))
        .route("/lists/{id}/subscription", post(change::change_subscription))
        .route("/lists/{id}/titles", post(change::change_titles))
        .route("/lists/{id}/remove", get(change::confirm_removal).post(change::remove_list))
}

pub(crate) struct ListRow {
    pub(crate) link: Link,
    pub(crate) description: String,
    /// The language of that. Empty if it is that of the page, or not known.
    pub(crate) description_lang: String,
    /// The number of its titles, its owner, and its audience.
    pub(crate) facts: String,
}

impl ListRow {
    pub(crate) fn new(page: &Page<'_>, account: &Account, view: &ListView) -> Self {
        let list = &view.list;
        Self {
            link: list_link(page, format!("/lists/{}", list.id), &list.name),
            description: list.description.clone(),
            description_lang: prose::text_language(page, None, &list.description),
            facts: list_facts(page, account, view).join(" · "),
        }
    }
}

/// The name of a list, in its language.
pub(crate) fn list_link(page: &Page<'_>, href: impl Into<String>, name: &str) -> Link {
    Link::new(href, name).in_language(prose::text_language(page, None, name))
}

/// The number of titles of a list, its owner, and its audience.
fn list_facts(page: &Page<'_>, account: &Account, view: &ListView) -> Vec<String> {
    let is_own = view.list.is_owned_by(account);
    let owner = (!is_own).then(|| page.with_name("list-by", &view.owner.display_name()));
    let assigned = view.is_member.then(|| page.text("list-assigned"));
    let subscribed = view.subscribed.then(|| page.text("list-subscribed"));
    let access = Some(page.value_text("list-access", view.list.access));
    let titles = Some(page.count("list-titles", view.titles));
    [titles, owner, access, assigned, subscribed].into_iter().flatten().collect()
}

struct ListsResult {
    lines: Vec<ListRow>,
    total: u64,
    pager: Pager,
}

#[derive(askama::Template)]
#[template(path = "lists.html")]
struct ListsPage<'a> {
    page: Page<'a>,
    /// True if these are the lists that everybody shares.
    is_shared: bool,
    words: String,
    count: String,
    result: ListsResult,
    /// The form for a new list. `None` if the visitor makes none.
    form: Option<ListForm>,
}

async fn list_own(visitor: Visitor, Query(fields): Query) -> Result {
    render_index(&visitor, &fields, None).await
}

/// GET /lists/shared
async fn list_shared(visitor: Visitor, Query(fields): Query) -> Result {
    let words = fields.get("words").unwrap_or_default().to_owned();
    let mut searched = search_words(&words);
    searched.truncate(MAX_SEARCH_WORDS);
    let page = visitor.page(Section::Lists);
    let path = if words.is_empty() {
        "/lists/shared".to_owned()
    } else {
        format!("/lists/shared?words={}", percent_encode(&words))
    };
    let found = load_lists(&visitor, &fields, ListScope::Public(&searched), &path).await?;
    let count = page.count("lists-count", found.total);
    Ok(render(&ListsPage { is_shared: true, words, count, result: found, form: None, page }))
}

async fn render_index(visitor: &Visitor, fields: &Fields, form: Option<ListForm>) -> Result {
    let op = visitor.signed_in_user()?;
    let account = op.account()?;
    let page = visitor.page(Section::Lists);
    let form = form.or_else(|| may_create(account).then(|| ListForm::new_empty(&page, account)));
    let form = form.map(|form| form.with_mark(visitor.new_form_value()));
    let found = load_lists(visitor, fields, ListScope::Mine, "/lists").await?;
    let status = form.as_ref().map(ListForm::status).unwrap_or_default();
    let count = page.count("lists-count", found.total);
    Ok(render_with_status(
        status,
        &ListsPage { is_shared: false, words: String::new(), count, result: found, form, page },
    ))
}

async fn load_lists(
    visitor: &Visitor,
    fields: &Fields,
    scope: ListScope<'_>,
    path: &str,
) -> Result<ListsResult> {
    let op = visitor.signed_in_user()?;
    let part = list_part(fields)?;
    let account = op.account()?;
    let lists = OwnedLists { owner: account, scope };
    let rows = lists::list(op, lists, part.to_request(ListSort::Name, false)).await?;
    let page = visitor.page(Section::Lists);
    Ok(ListsResult {
        lines: rows.items.iter().map(|view| ListRow::new(&page, account, view)).collect(),
        total: rows.total,
        pager: Pager::new(path, rows.previous.as_ref(), rows.next.as_ref()),
    })
}

/// POST /lists: a new list.
async fn create_list(visitor: Visitor, Form(fields): Form) -> Result {
    let account = visitor.op.require_list_maker()?;
    let page = visitor.page(Section::Lists);
    let form = ListForm::from_fields(&page, account, &fields);
    if !form.errors.is_empty() {
        return render_index(&visitor, &Fields::default(), Some(form)).await;
    }
    let mut faults = Faults::default();
    let new = NewList {
        name: form.name.value.into(),
        access: faults.require(Field::Access, form.access),
        description: form.description.typed_value(),
    };
    let id = create_once(&visitor, fields.get("form"), new, faults).await?;
    visitor.redirect_with_message("list-said-made", &format!("/lists/{id}"))
}

/// Creates the list unless the same form has created it. A form that was changed meanwhile creates another
/// one. Returns the identifier of the list.
async fn create_once(visitor: &Visitor, form: Option<&str>, new: NewList, faults: Faults) -> Result<String> {
    let op = &visitor.op;
    let Some(id) = visitor.creation_mark(form, &new) else {
        return Ok(lists::create(op, new, faults).await?.list.id);
    };
    match lists::create_with_id(op, id.clone(), new, faults).await {
        Ok(_) => Ok(id),
        Err(error) if error.key() == Some(ErrorKey::AlreadyExists) => Ok(id),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn can_create(visitor: &Visitor) -> bool {
    visitor.op.require_list_maker().is_ok()
}

#[cfg(test)]
mod tests {
    use domain::lists::ListAccess;

    use crate::texts::{assert_messages, value_messages};

    #[test]
    fn every_access_has_words_in_every_language() {
        assert_messages(value_messages::<ListAccess>("list-access"));
    }
}
