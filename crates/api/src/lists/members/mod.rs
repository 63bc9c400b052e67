//! The members of an organization that sponsors put on a reading list (docs/rules/lists.md#rule-3).

pub mod add;
pub mod list;
pub mod remove;

use services::lists::members::ListedMembers;
use services::rosters::RosterSort;
use services::{Operation, PageRequest, RowPosition};

use crate::http::{Json, ListAddress, Listing, OrderParams, Result};
use crate::records::MemberSummaries;
use crate::{Api, endpoints};

endpoints! {
    "Reading lists": list::list_list_members, add::add_list_members, remove::remove_list_member;
}

/// The page of a list's members that is requested.
struct ListRoster<'a> {
    op: &'a Operation,
    list: Listing<RowPosition<String>, RosterSort>,
}

impl<'a> ListRoster<'a> {
    /// The requested page; `id` is the list in the path.
    fn from_order(api: &Api, op: &'a Operation, id: &str, order: &OrderParams<RosterSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, op.now, &("listMembers", id, op.account_id()?))?;
        Ok(Self { op, list })
    }

    fn page_request(&self) -> PageRequest<'_, RosterSort, String> {
        self.list.page_request()
    }

    fn page(&self, api: &Api, listed: ListedMembers, address: &ListAddress) -> Result<Json<MemberSummaries>> {
        let ListedMembers { list, members } = listed;
        let page = self.list.to_page(members, address)?;
        let may_change_members = list.allows_member_changes_by(self.op.account()?);
        Ok(Json(MemberSummaries::new(api, page, self.op, may_change_members)?))
    }
}
