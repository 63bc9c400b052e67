//! /account/members: the members of a sponsor's organization, each with a link to the devices.

use services::ListPart;
use services::devices::members::list_members;
use services::rosters::RosterSort;

use super::devices::list_address;
use crate::{Page, Pager, Query, Result, Section, Visitor, list_part, render};

const PAGE_PATH: &str = "/account/members";

const MEMBERS_PER_PAGE: usize = 50;

#[derive(askama::Template)]
#[template(path = "members.html")]
struct MembersPage<'a> {
    page: Page<'a>,
    organization: &'a str,
    members: Vec<MemberRow>,
    total: u64,
    pager: Pager,
}

struct MemberRow {
    name: String,
    /// The address of the devices. `None` for an account that manages its own.
    devices: Option<String>,
}

/// GET: a page of the list.
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    let sponsor = visitor.op.require_sponsor()?;
    let part = ListPart { limit: MEMBERS_PER_PAGE, ..list_part(&fields)? };
    let found = list_members(&visitor.op, part.to_request(RosterSort::LastName, false)).await?;
    let members = found.items.into_iter().map(|member| MemberRow {
        devices: member.manageable.then(|| list_address(Some(member.id.as_str()))),
        name: member.name,
    });
    Ok(render(&MembersPage {
        page: visitor.page(Section::Account),
        organization: &sponsor.organization.name,
        members: members.collect(),
        total: found.total,
        pager: Pager::new(PAGE_PATH, found.previous.as_ref(), found.next.as_ref()),
    }))
}
