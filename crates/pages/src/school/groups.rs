//! /school/groups: classes from files, and groups of members that sponsors make by hand
//! (docs/rules/organizations.md#rule-17): the list, the form for a name, and the removal, which asks first.

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use domain::groups::GroupOrigin;
use services::groups::{self, Group, MAX_GROUP_NAME_CHARS};
use services::{ErrorKey, ListPart};

use crate::inputs::{InputError, InputField, form_status, list_errors};
use crate::problem::parse_number;
use crate::question::Question;
use crate::{
    Fields, Form, Link, Page, Pager, Pages, Path, Query, Result, Section, Visitor, list_part, redirect_to,
    render, render_with_status,
};

const LIST_PATH: &str = "/school/groups";

const GROUPS_PER_PAGE: usize = 50;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/groups", get(list_groups))
        .route("/school/groups/new", get(show_new).post(create_group))
        .route("/school/groups/{group}/name", get(show_name).post(rename_group))
        .route("/school/groups/{group}/remove", get(confirm_removal).post(remove_group))
}

struct GroupRow {
    name: String,
    members_href: String,
    members: String,
    origin: String,
    rename_href: String,
    rename_link: String,
    remove_href: String,
    remove_link: String,
}

impl GroupRow {
    fn new(page: &Page<'_>, (group, members): &(Group, u64)) -> Self {
        let path = format!("{LIST_PATH}/{}", group.id);
        Self {
            name: group.name.clone(),
            members_href: format!("/school/members?group_filter={}", group.id),
            members: page.count("members-count", *members),
            origin: page.text(match group.origin {
                GroupOrigin::ByHand => "groups-by-hand",
                GroupOrigin::ClassName | GroupOrigin::ClassId => "groups-from-file",
            }),
            rename_href: format!("{path}/name"),
            rename_link: page.with_name("groups-rename-one", &group.name),
            remove_href: format!("{path}/remove"),
            remove_link: page.with_name("groups-remove-one", &group.name),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "school_groups.html")]
struct GroupsPage<'a> {
    page: Page<'a>,
    count: String,
    groups: Vec<GroupRow>,
    pager: Pager,
}

/// GET /school/groups: by name.
async fn list_groups(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_sponsor()?;
    let part = ListPart { limit: GROUPS_PER_PAGE, ..list_part(&fields)? };
    let rows = groups::list(&visitor.op, part.to_request((), false)).await?;
    if rows.items.is_empty() && part.place.is_some() {
        // All of this page have been removed meanwhile.
        return redirect_to(LIST_PATH);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&GroupsPage {
        count: page.count("groups-count", rows.total),
        groups: rows.items.iter().map(|group| GroupRow::new(&page, group)).collect(),
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

#[derive(askama::Template)]
#[template(path = "school_group_form.html")]
struct GroupFormPage<'a> {
    page: Page<'a>,
    /// The heading, and the label of the button.
    heading: String,
    action: String,
    name: InputField,
    errors: Vec<InputError>,
}

async fn show_new(visitor: Visitor) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page);
    Ok(render_form(page, None, name))
}

/// POST: makes an empty group.
async fn create_group(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    save_name(&visitor, None, &fields).await
}

/// GET: the form with the name of a group.
async fn show_name(visitor: Visitor, Path(group): Path<String>) -> Result {
    let (group, _) = groups::get(&visitor.op, parse_number(&group)?).await?;
    let page = visitor.page(Section::Account);
    let name = name_field(&page).with_value(group.name);
    Ok(render_form(page, Some(group.id), name))
}

async fn rename_group(visitor: Visitor, Path(group): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    save_name(&visitor, Some(parse_number(&group)?), &fields).await
}

/// Renames a group, or makes one without a number, or shows the form again.
async fn save_name(visitor: &Visitor, group: Option<i64>, fields: &Fields) -> Result {
    let page = visitor.page(Section::Account);
    let name = name_field(&page).read_from(&page, fields);
    if name.error.is_some() {
        return Ok(render_form(page, group, name));
    }
    let (saved, said) = match group {
        Some(group) => (groups::rename(&visitor.op, group, &name.value).await, "groups-said-renamed"),
        None => (groups::create(&visitor.op, &name.value).await.map(drop), "groups-said-made"),
    };
    match saved {
        Ok(()) => visitor.redirect_with_message(said, LIST_PATH),
        Err(error) => {
            let error = form_error_text(&page, error)?;
            Ok(render_form(page, group, InputField { error: Some(error), ..name }))
        }
    }
}

fn name_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "name", "groups-name").with_max_chars(MAX_GROUP_NAME_CHARS)
}

/// The sentence about a name that the library refuses; other errors are problems.
fn form_error_text(page: &Page<'_>, error: services::Error) -> Result<String> {
    match error.key() {
        Some(ErrorKey::AlreadyExists) => Ok(page.text("groups-name-taken")),
        Some(ErrorKey::OperationNotAllowed) => Ok(page.text("groups-too-many")),
        Some(ErrorKey::InvalidParameter | ErrorKey::MissingParameter) => {
            Ok(page.with_name("error-text", &page.text("groups-name")))
        }
        _ => Err(error.into()),
    }
}

/// The form for the name of this group, or of a new one.
fn render_form(page: Page<'_>, group: Option<i64>, name: InputField) -> Response {
    let errors = list_errors(&[&name]);
    let status = form_status(&errors);
    let (heading, action) = match group {
        Some(group) => (page.text("groups-rename"), format!("{LIST_PATH}/{group}/name")),
        None => (page.text("groups-new"), format!("{LIST_PATH}/new")),
    };
    render_with_status(status, &GroupFormPage { page, heading, action, name, errors })
}

async fn confirm_removal(visitor: Visitor, Path(group): Path<String>) -> Result {
    let (group, members) = groups::get(&visitor.op, parse_number(&group)?).await?;
    let page = visitor.page(Section::Account);
    let question = Question {
        heading: page.text("groups-remove"),
        paragraphs: vec![
            page.with_name("groups-remove-text", &group.name),
            page.count("groups-remove-members", members),
        ],
        subject: group.name,
        action: format!("{LIST_PATH}/{}/remove", group.id),
        fields: Vec::new(),
        button: page.text("groups-remove"),
        back: Link::new(LIST_PATH, page.text("groups-keep")),
    };
    Ok(question.render(page))
}

async fn remove_group(visitor: Visitor, Path(group): Path<String>, _: Form) -> Result {
    groups::delete(&visitor.op, parse_number(&group)?).await?;
    visitor.redirect_with_message("groups-said-removed", LIST_PATH)
}
