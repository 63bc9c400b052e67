//! The members of an organization that sponsors put on a reading list (docs/rules/lists.md#rule-3).

pub mod add;
pub mod list;
pub mod remove;

use services::lists::members::ListedMembers;
use services::rosters::RosterSort;
use services::{Part, Place};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::MemberSummaries;
use crate::state::Api;

/// The page of a list's members that is requested.
struct Roster<'a> {
    user: &'a SignedIn,
    list: Listing<Place<String>, RosterSort>,
}

impl<'a> Roster<'a> {
    /// The requested page; `id` is the list in the path.
    fn asked(api: &Api, user: &'a SignedIn, id: &str, order: &Order<RosterSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("listMembers", id, user.id()))?;
        Ok(Self { user, list })
    }

    /// The query of the page.
    fn part(&self) -> Part<'_, RosterSort, String> {
        self.list.part()
    }

    /// The page with these members.
    fn page(&self, api: &Api, listed: ListedMembers, address: &ListAddress) -> Result<Json<MemberSummaries>> {
        let ListedMembers { list, members } = listed;
        let page = self.list.paged(members, address)?;
        let peoples = list.is_peopled_by(&self.user.reader.account);
        Ok(Json(MemberSummaries::new(api, page, self.user, peoples)))
    }
}
