//! A page of a roster of an organization.

use services::rosters::{self, RosterQuery, RosterSort};
use services::{Operation, RowPosition};

use crate::Api;
use crate::http::{Json, ListAddress, Listing, OrderParams, Result};
use crate::records::MemberSummaries;

/// People in a sort order, for one user.
#[derive(Debug)]
pub struct RosterPage<'a> {
    op: &'a Operation,
    roster: RosterQuery<'a>,
    list: Listing<RowPosition<String>, RosterSort>,
}

impl<'a> RosterPage<'a> {
    /// The requested page. Tokens are bound to `name`: the endpoint with its path parameters.
    pub fn open(
        api: &Api,
        op: &'a Operation,
        name: (&str, &str),
        roster: RosterQuery<'a>,
        order: &OrderParams<RosterSort>,
    ) -> Result<Self> {
        let list = order.open(&api.cursor_key, op.now, &(name, &roster))?;
        Ok(Self { op, roster, list })
    }

    /// The page as member summaries; `can_create`: the user may add people to the list.
    pub async fn list_member_summaries(
        &self,
        api: &Api,
        address: &ListAddress,
        can_create: bool,
    ) -> Result<Json<MemberSummaries>> {
        let members = rosters::list(self.op, &self.roster, self.list.page_request()).await?;
        let page = self.list.to_page(members, address)?;
        Ok(Json(MemberSummaries::new(api, page, self.op, can_create)?))
    }
}
