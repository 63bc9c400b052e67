//! A page of a roster of an organization.

use services::Place;
use services::rosters::{self, Roster, RosterSort};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::MemberSummaries;
use crate::state::Api;

/// Some people in one order, for one user.
#[derive(Debug)]
pub struct People<'a> {
    user: &'a SignedIn,
    roster: Roster<'a>,
    list: Listing<Place<String>, RosterSort>,
}

impl<'a> People<'a> {
    /// The page that is asked for. Tokens are bound to `name`: the endpoint, with what its path names.
    pub fn asked(
        api: &Api,
        user: &'a SignedIn,
        name: (&str, &str),
        roster: Roster<'a>,
        order: &Order<RosterSort>,
    ) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &(name, &roster))?;
        Ok(Self { user, roster, list })
    }

    /// The page as member summaries; `creates`: the user may add people to the list.
    pub async fn summaries(
        &self,
        api: &Api,
        address: &ListAddress,
        creates: bool,
    ) -> Result<Json<MemberSummaries>> {
        let members = rosters::list(&api.library, self.user, &self.roster, self.list.part()).await?;
        let page = self.list.paged(members, address)?;
        Ok(Json(MemberSummaries::new(api, page, self.user, creates)))
    }
}
