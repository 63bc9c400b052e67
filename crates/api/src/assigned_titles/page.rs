//! A page of assigned titles.

use services::assignments::{self, AssignmentSort};
use services::{Part, Place, Rows};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::{AssignedTitle, Sight, TitleList, TitleSummary};
use crate::state::Api;

/// The page of assigned titles that is requested.
pub struct Shelf {
    manages: bool,
    list: Listing<Place<i64>, AssignmentSort>,
}

impl Shelf {
    /// The titles assigned to somebody, requested by a manager; `name` is the account in the path.
    pub fn of(api: &Api, user: &SignedIn, name: &str, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("assignedTitles", name, user.id()))?;
        Ok(Self { manages: true, list })
    }

    /// The titles assigned to the user.
    pub fn own(api: &Api, user: &SignedIn, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("myAssignedTitles", user.id()))?;
        Ok(Self { manages: false, list })
    }

    /// The query of the page.
    pub fn part(&self) -> Part<'_, AssignmentSort, i64> {
        self.list.part()
    }

    /// The page with these titles.
    pub fn page(
        &self,
        api: &Api,
        assigned: Rows<Place<i64>, assignments::AssignedTitle>,
        address: &ListAddress,
    ) -> Result<Json<TitleList<AssignedTitle>>> {
        let page = self.list.paged(assigned, address)?;
        let titles = page.items.iter().map(|title| self.record(api, title)).collect();
        let allows = self.manages.then(|| vec!["POST"]);
        Ok(Json(TitleList { allows, ..TitleList::of(page, titles) }))
    }

    fn record(&self, api: &Api, assigned: &assignments::AssignedTitle) -> AssignedTitle {
        let sight = Sight::new(api, &assigned.title);
        AssignedTitle::new(TitleSummary::new(&sight), assigned, self.manages)
    }
}
