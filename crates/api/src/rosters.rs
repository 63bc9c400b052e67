//! A page of a roster: of an organization, or of the members on a reading list.

use services::Place;
use services::rosters::{self, Member, Roster, RosterSort};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order, Paged};
use crate::http::roles::SignedIn;
use crate::records::{MemberSummaries, MemberSummary};
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

    /// The page: four statements, and one that records who was shown, however long it is.
    pub async fn page(&self, api: &Api, address: &ListAddress) -> Result<Paged<Member>> {
        let page = rosters::list(&api.library, self.user, &self.roster, self.list.part()).await?;
        self.list.paged(page, address)
    }

    /// The page as member summaries; `creates`: the user may add people to the list.
    pub async fn summaries(
        &self,
        api: &Api,
        address: &ListAddress,
        creates: bool,
    ) -> Result<Json<MemberSummaries>> {
        let page = self.page(api, address).await?;
        let (viewer, now) = (&self.user.reader.account, self.user.now());
        let summary = |member: &Member| MemberSummary::new(api, member, viewer, now);
        let member_summaries: Vec<_> = page.items.iter().map(summary).collect();
        Ok(Json(MemberSummaries {
            allows: creates.then(|| vec!["POST"]),
            limit: page.limit,
            links: page.links,
            user_accounts: member_summaries.clone(),
            member_summaries,
            next: page.next,
            total_results: page.total_results,
        }))
    }
}
