//! /desk/hand-overs: sponsors who ask to become the primary contact of their organization.

use domain::accounts::Account;
use services::work::{self, HandOverPlace, HandOverView};

use super::LIST_PATH;
use super::outcome::{AskedDecision, show_outcome};
use super::wording::claim_text;
use crate::desk::{organization_path, person_path};
use crate::paging::{Pager, read_place};
use crate::{
    Form, Link, Page, Path, Problem, Query, Result, Section, Visitor, format_day_of, redirect_to, render,
};

pub(super) const HAND_OVERS_PATH: &str = "/desk/hand-overs";

struct HandOverRow {
    id: i64,
    organization: Link,
    sponsor: Link,
    /// The present primary contact. `None` if there is none.
    contact: Option<Link>,
    requested: String,
    reason: String,
    /// Names the other staff member who has taken work about the organization. Empty if nobody has.
    claim: String,
}

#[derive(askama::Template)]
#[template(path = "desk_hand_overs.html")]
struct HandOversPage<'a> {
    page: Page<'a>,
    rows: Vec<HandOverRow>,
    pager: Pager,
}

/// GET: the requests that wait.
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let after = read_place::<HandOverPlace>(&fields)?;
    let is_first = after.is_none();
    let found = work::list_hand_overs(&visitor.op, after).await?;
    if found.hand_overs.is_empty() && !is_first {
        // Everything on this page was decided meanwhile.
        return redirect_to(HAND_OVERS_PATH);
    }
    let page = visitor.page(Section::Account);
    let list_links = Pager::new_onward(HAND_OVERS_PATH, is_first, found.next.as_ref());
    let rows = found.hand_overs.iter().map(|hand_over| view_row(&page, hand_over)).collect();
    Ok(render(&HandOversPage { page, rows, pager: list_links }))
}

pub(super) async fn submit_decision(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let id = id.parse::<i64>().map_err(|_| Problem::NotFound)?;
    let (is_granted, message) = match fields.get("outcome") {
        Some("grant") => (true, "hand-over-granted"),
        Some("decline") => (false, "hand-over-declined"),
        _ => return Err(Problem::NotFound),
    };
    let outcome = work::decide_hand_over(&visitor.op, id, is_granted).await?;
    let (path, next_path) = (HAND_OVERS_PATH, LIST_PATH);
    show_outcome(&visitor, AskedDecision { outcome: &outcome, message, path, next_path })
}

fn view_row(page: &Page<'_>, hand_over: &HandOverView) -> HandOverRow {
    let person = |account: &Account| Link::new(person_path(&account.id), account.display_name());
    let organization = &hand_over.organization;
    HandOverRow {
        id: hand_over.request.id,
        organization: Link::new(organization_path(&organization.id), organization.name.clone()),
        sponsor: person(&hand_over.sponsor),
        contact: hand_over.contact.as_ref().map(person),
        requested: format_day_of(page, hand_over.request.requested),
        reason: hand_over.request.reason.clone(),
        claim: hand_over.other_claim.as_ref().map(|claim| claim_text(page, claim)).unwrap_or_default(),
    }
}
