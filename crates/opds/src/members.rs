//! The members of a sponsor's organization: each has a catalog whose copies are made for that member.

use axum::extract::State;
use axum::response::Response;
use services::Part;
use services::roles::{FromCaller as _, Sponsor};
use services::rosters::{self, Member, Roster, RosterSort};

use crate::base::encoded;
use crate::entry::Entry;
use crate::feed::{Content, Feed};
use crate::paging::{PageQuery, Start, limit, pages};
use crate::params::Params;
use crate::problem::Result;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /members
pub(crate) async fn list(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let sponsor = Sponsor::from_caller(&visitor.caller)?;
    let roster = Roster::members(&sponsor.organization()?.id, sponsor.0.id());
    let start: Start<_> = page.start()?;
    let (after, backward) = start.parts();
    let part = Part { sort: RosterSort::LastName, descending: false, after, backward, limit: limit() };
    let rows = rosters::list(&opds.library, &sponsor.0, &roster, part).await?;
    let entry = |member: &Member| {
        let account = &member.reader.account;
        Entry::ways(account.display_name(), format!("/members/{}", encoded(account.id.as_str())))
    };
    visitor.feed(&Feed {
        path: page.own("/members"),
        title: "My members".to_owned(),
        about: (rows.total == 0).then(|| "The organization has no members yet.".to_owned()),
        updated: visitor.caller.now,
        up: Some(String::new()),
        content: Content::Navigation {
            entries: rows.items.iter().map(entry).collect(),
            groups: Vec::new(),
            paging: Some(pages("/members", rows.total, rows.previous.as_ref(), rows.next.as_ref())),
        },
    })
}
