//! A page of assigned titles.

use domain::ids::AccountId;
use services::Place;
use services::assignments::{self, AssignmentSort};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::{AssignedTitle, Sight, TitleList, TitleSummary};
use crate::state::Api;

/// The titles assigned to one account, requested at one address, in one order.
#[derive(Debug)]
pub struct Shelf<'a> {
    user: &'a SignedIn,
    manages: bool,
    list: Listing<Place<i64>, AssignmentSort>,
}

impl<'a> Shelf<'a> {
    /// The titles assigned to somebody, requested by a manager; `name` is the account in the path.
    pub fn of(api: &Api, user: &'a SignedIn, name: &str, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("assignedTitles", name, user.id()))?;
        Ok(Self { user, manages: true, list })
    }

    /// The titles assigned to the user.
    pub fn own(api: &Api, user: &'a SignedIn, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("myAssignedTitles", user.id()))?;
        Ok(Self { user, manages: false, list })
    }

    /// The page of titles assigned to this account.
    pub async fn page(
        &self,
        api: &Api,
        member: &AccountId,
        address: &ListAddress,
    ) -> Result<Json<TitleList<AssignedTitle>>> {
        let page = assignments::list(&api.library, self.user, member, self.list.part()).await?;
        let page = self.list.paged(page, address)?;
        let titles = page.items.iter().map(|title| self.record(api, title)).collect();
        let allows = self.manages.then(|| vec!["POST"]);
        Ok(Json(TitleList { allows, ..TitleList::of(page, titles) }))
    }

    fn record(&self, api: &Api, assigned: &assignments::AssignedTitle) -> AssignedTitle {
        let sight = Sight::new(api, &assigned.title);
        AssignedTitle::new(TitleSummary::new(&sight), assigned, self.manages)
    }
}
