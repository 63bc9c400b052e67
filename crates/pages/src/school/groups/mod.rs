//! /school/groups: classes from files, and groups of members that sponsors make by hand
//! (docs/rules/organizations.md#rule-17).

mod form;
mod removal;

use axum::Router;
use axum::routing::get;
use domain::groups::GroupOrigin;
use services::ListPart;
use services::groups::{self, Group};

use crate::{Page, Pager, Pages, Query, Result, Section, Visitor, list_part, redirect_to, render};

const LIST_PATH: &str = "/school/groups";

const GROUPS_PER_PAGE: usize = 50;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/groups", get(list_groups))
        .route("/school/groups/new", get(form::show_new).post(form::create_group))
        .route("/school/groups/{group}/name", get(form::show_name).post(form::rename_group))
        .route("/school/groups/{group}/remove", get(removal::confirm_removal).post(removal::remove_group))
}

/// A group as the list shows it.
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
