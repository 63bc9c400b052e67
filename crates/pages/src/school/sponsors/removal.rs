//! Removing a sponsor, which asks first and says what the sponsor still knows.

use services::organizations::sponsors;

use super::{LIST_PATH, removal_path};
use crate::{Form, Page, Path, Problem, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "school_sponsor_remove.html")]
struct RemovePage<'a> {
    page: Page<'a>,
    name: &'a str,
    action: String,
}

/// GET: asks the primary contact for confirmation.
pub(super) async fn confirm_removal(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_primary_contact()?;
    let sponsor = sponsors::get(&visitor.op, &id).await?;
    // The primary contact is not removed.
    if !sponsor.removes {
        return Err(Problem::NotFound);
    }
    let account = &sponsor.person.account;
    Ok(render(&RemovePage {
        page: visitor.page(Section::Account),
        name: &account.display_name(),
        action: removal_path(&account.id),
    }))
}

/// POST: removes the sponsor.
pub(super) async fn remove_sponsor(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    sponsors::remove(&visitor.op, &id).await?;
    visitor.redirect_with_message("sponsors-said-removed", LIST_PATH)
}
