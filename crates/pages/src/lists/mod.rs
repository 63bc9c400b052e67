//! /lists: the visitor's reading lists, those of others that the visitor sees, and what can be done with
//! them.

mod change;
mod form;
mod one;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use domain::accounts::Account;
use domain::lists::{ListAccess, may_create};
use domain::normalization::search_words;
use services::Part;
use services::lists::{self, ListSort, ListView, Maker, NewList, Scope};
use services::roles::FromCaller as _;

use crate::fields::{Fields, Form, Query};
use crate::page::{Link, Page, Section, encoded, show, show_with};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::prose;
use crate::state::Pages;
use crate::visitor::Visitor;
use form::ListForm;

/// Lists among which a title's page lets the visitor choose.
const CHOICES: u32 = 100;
/// Lists that the shelf shows.
const ON_SHELF: u32 = 4;
/// Words of a search among shared lists; further words are ignored.
const WORDS: usize = 10;

/// The routes of lists.
pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/lists", get(mine).post(make))
        .route("/lists/shared", get(shared))
        .route("/lists/{id}", get(one::get).post(change::post))
        .route("/lists/{id}/subscription", post(change::subscription))
        .route("/lists/{id}/titles", post(change::titles))
        .route("/lists/{id}/remove", get(change::ask).post(change::remove))
}

/// A list in a list of lists.
pub(crate) struct Line {
    /// Its name and address.
    pub(crate) link: Link,
    /// What it is about.
    pub(crate) description: String,
    /// The language of that. Empty if it is that of the page, or not known.
    pub(crate) description_lang: String,
    /// How many titles it has, whose it is, and who sees it.
    pub(crate) facts: String,
}

impl Line {
    fn new(page: &Page<'_>, account: &Account, view: &ListView) -> Self {
        let list = &view.list;
        Self {
            link: named(page, format!("/lists/{}", list.id), &list.name),
            description: list.description.clone(),
            description_lang: prose::lang(page, None, &list.description),
            facts: facts(page, account, view).join(" · "),
        }
    }
}

/// The name of a list, in its language.
fn named(page: &Page<'_>, href: impl Into<String>, name: &str) -> Link {
    Link::new(href, name).in_language(prose::lang(page, None, name))
}

/// How many titles a list has, whose it is, and who sees it.
fn facts(page: &Page<'_>, account: &Account, view: &ListView) -> Vec<String> {
    let is_own = view.list.is_owned_by(account);
    let owner = (!is_own).then(|| page.with_name("list-by", &view.owner.display_name()));
    let assigned = view.is_member.then(|| page.text("list-assigned"));
    let subscribed = view.subscribed.then(|| page.text("list-subscribed"));
    let access = Some(page.text(access(view.list.access)));
    let titles = Some(page.count("list-titles", view.titles));
    [titles, owner, access, assigned, subscribed].into_iter().flatten().collect()
}

/// The message that says who sees a list.
fn access(access: ListAccess) -> &'static str {
    match access {
        ListAccess::Private => "list-access-private",
        ListAccess::Shared => "list-access-shared",
        ListAccess::Org => "list-access-org",
    }
}

/// A page of lists.
struct Found {
    lines: Vec<Line>,
    total: u64,
    pager: Pager,
}

#[derive(Template)]
#[template(path = "lists.html")]
struct ListsPage<'a> {
    page: Page<'a>,
    /// Whether these are the lists that everybody shares.
    shared: bool,
    words: String,
    count: String,
    found: Found,
    /// The form for a new list. `None` if the visitor makes none.
    form: Option<ListForm>,
}

/// GET /lists
async fn mine(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    index(&pages, &visitor, &fields, None).await
}

/// GET /lists/shared
async fn shared(State(pages): State<Pages>, visitor: Visitor, Query(fields): Query) -> Result<Response> {
    let words = fields.get("words").unwrap_or_default().to_owned();
    let mut searched = search_words(&words);
    searched.truncate(WORDS);
    let page = Page::new(&pages, &visitor, Section::Lists);
    let path = if words.is_empty() {
        "/lists/shared".to_owned()
    } else {
        format!("/lists/shared?words={}", encoded(&words))
    };
    let found = found(&pages, &visitor, &fields, Scope::Public(&searched), &path).await?;
    let count = page.count("lists-count", found.total);
    Ok(show(&ListsPage { shared: true, words, count, found, form: None, page }))
}

async fn index(
    pages: &Pages,
    visitor: &Visitor,
    fields: &Fields,
    form: Option<ListForm>,
) -> Result<Response> {
    let user = visitor.user()?;
    let account = &user.reader.account;
    let page = Page::new(pages, visitor, Section::Lists);
    let form = form.or_else(|| may_create(account).then(|| ListForm::empty(&page, account)));
    let found = found(pages, visitor, fields, Scope::Mine, "/lists").await?;
    let status = form.as_ref().map(ListForm::status).unwrap_or_default();
    let count = page.count("lists-count", found.total);
    Ok(show_with(status, &ListsPage { shared: false, words: String::new(), count, found, form, page }))
}

/// A page of the lists in a scope.
async fn found(
    pages: &Pages,
    visitor: &Visitor,
    fields: &Fields,
    scope: Scope<'_>,
    path: &str,
) -> Result<Found> {
    let user = visitor.user()?;
    let (after, backward) = Start::read(fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = Part { sort: ListSort::Name, descending: false, after: after.as_ref(), backward, limit };
    let account = &user.reader.account;
    let rows = lists::list(&pages.library, account, scope, part).await?;
    let page = Page::new(pages, visitor, Section::Lists);
    Ok(Found {
        lines: rows.items.iter().map(|view| Line::new(&page, account, view)).collect(),
        total: rows.total,
        pager: Pager::new(path, rows.previous.as_ref(), rows.next.as_ref()),
    })
}

/// POST /lists: a new list.
async fn make(State(pages): State<Pages>, visitor: Visitor, Form(fields): Form) -> Result<Response> {
    visitor.user()?;
    let user = Maker::from_caller(&visitor.caller)?;
    let page = Page::new(&pages, &visitor, Section::Lists);
    let form = ListForm::read(&page, &user.reader.account, &fields);
    if !form.errors.is_empty() {
        return index(&pages, &visitor, &Fields::default(), Some(form)).await;
    }
    let new = NewList {
        name: Some(form.name.value),
        access: form.access,
        description: form.description.typed_value(),
    };
    let view = lists::create(&pages.library, &user, new, services::Faults::default()).await?;
    visitor.done("list-said-made", &pages, &format!("/lists/{}", view.list.id))
}

/// The first of the visitor's lists, for the shelf, and how many there are.
pub(crate) async fn first(pages: &Pages, visitor: &Visitor) -> Result<(Vec<Line>, u64)> {
    let user = visitor.user()?;
    let account = &user.reader.account;
    let part =
        Part { sort: ListSort::Name, descending: false, after: None, backward: false, limit: ON_SHELF + 1 };
    let rows = lists::list(&pages.library, account, Scope::Mine, part).await?;
    let page = Page::new(pages, visitor, Section::Shelf);
    let lines = rows.items.iter().map(|view| Line::new(&page, account, view));
    Ok((lines.take(ON_SHELF as usize).collect(), rows.total))
}

/// The lists on which the visitor may put titles, for the page of a title: address and name.
pub(crate) async fn fillable(pages: &Pages, visitor: &Visitor) -> Result<Vec<Link>> {
    if !visitor.is_signed_in() {
        return Ok(Vec::new());
    }
    let user = visitor.user()?;
    let account = &user.reader.account;
    let part =
        Part { sort: ListSort::Name, descending: false, after: None, backward: false, limit: CHOICES + 1 };
    let rows = lists::list(&pages.library, account, Scope::Mine, part).await?;
    let open = rows.items.iter().filter(|view| view.list.is_filled_by(account));
    let page = Page::new(pages, visitor, Section::Search);
    Ok(open.map(|view| named(&page, &view.list.id, &view.list.name)).collect())
}

/// Whether the visitor can make lists.
pub(crate) fn can_make(visitor: &Visitor) -> bool {
    visitor.caller.reader.as_deref().is_some_and(|reader| may_create(&reader.account))
}
