//! Removing a group, which asks first.

use services::groups;

use super::LIST_PATH;
use crate::problem::parse_number;
use crate::{Form, Page, Path, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "school_group_remove.html")]
struct RemovePage<'a> {
    page: Page<'a>,
    name: &'a str,
    /// A sentence with the number of the group's members.
    members: String,
    action: String,
}

/// GET: asks for confirmation.
pub(super) async fn confirm_removal(visitor: Visitor, Path(group): Path<String>) -> Result {
    let (group, members) = groups::get(&visitor.op, parse_number(&group)?).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&RemovePage {
        name: &group.name,
        members: page.count("groups-remove-members", members),
        action: format!("{LIST_PATH}/{}/remove", group.id),
        page,
    }))
}

/// POST: removes the group.
pub(super) async fn remove_group(visitor: Visitor, Path(group): Path<String>, _: Form) -> Result {
    groups::delete(&visitor.op, parse_number(&group)?).await?;
    visitor.redirect_with_message("groups-said-removed", LIST_PATH)
}
