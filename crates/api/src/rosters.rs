//! A page of a roster of an organization.

use services::RowPosition;
use services::rosters::{self, RosterQuery, RosterSort};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, OrderParams};
use crate::http::roles::SignedIn;
use crate::records::MemberSummaries;
use crate::state::Api;

/// Some people in one order, for one user.
#[derive(Debug)]
pub struct RosterPage<'a> {
    user: &'a SignedIn,
    roster: RosterQuery<'a>,
    list: Listing<RowPosition<String>, RosterSort>,
}

impl<'a> RosterPage<'a> {
    /// The page that is asked for. Tokens are bound to `name`: the endpoint, with what its path names.
    pub fn open(
        api: &Api,
        user: &'a SignedIn,
        name: (&str, &str),
        roster: RosterQuery<'a>,
        order: &OrderParams<RosterSort>,
    ) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.request_time(), &(name, &roster))?;
        Ok(Self { user, roster, list })
    }

    /// The page as member summaries; `creates`: the user may add people to the list.
    pub async fn member_summaries(
        &self,
        api: &Api,
        address: &ListAddress,
        creates: bool,
    ) -> Result<Json<MemberSummaries>> {
        let members = rosters::list(&api.library, self.user, &self.roster, self.list.page_request()).await?;
        let page = self.list.to_page(members, address)?;
        Ok(Json(MemberSummaries::new(api, page, self.user, creates)))
    }
}
