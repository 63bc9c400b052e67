//! A page of assigned titles.

use services::assignments::{self, AssignmentSort};
use services::{Operation, PageRequest, RowPosition, Rows};

use crate::Api;
use crate::http::{Json, ListAddress, Listing, OrderParams, Result};
use crate::records::{AssignedTitle, TitleList, TitleSight, TitleSummary};

/// The page of assigned titles that is requested.
pub struct AssignedPage {
    can_manage: bool,
    list: Listing<RowPosition<i64>, AssignmentSort>,
}

impl AssignedPage {
    /// The titles assigned to an account, requested by a manager; `name` is the account in the path.
    pub fn for_account(
        api: &Api,
        op: &Operation,
        name: &str,
        order: &OrderParams<AssignmentSort>,
    ) -> Result<Self> {
        let list = order.open(&api.cursor_key, op.now, &("assignedTitles", name, op.account_id()?))?;
        Ok(Self { can_manage: true, list })
    }

    pub fn for_caller(api: &Api, op: &Operation, order: &OrderParams<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, op.now, &("myAssignedTitles", op.account_id()?))?;
        Ok(Self { can_manage: false, list })
    }

    pub fn page_request(&self) -> PageRequest<'_, AssignmentSort, i64> {
        self.list.page_request()
    }

    pub fn page(
        &self,
        api: &Api,
        assigned: Rows<RowPosition<i64>, assignments::AssignedTitle>,
        address: &ListAddress,
    ) -> Result<Json<TitleList<AssignedTitle>>> {
        let page = self.list.to_page(assigned, address)?;
        let titles = page.items.iter().map(|title| self.record(api, title)).collect();
        let allows = self.can_manage.then(|| vec!["POST"]);
        Ok(Json(TitleList { allows, ..TitleList::from_page(page, titles) }))
    }

    fn record(&self, api: &Api, assigned: &assignments::AssignedTitle) -> AssignedTitle {
        let sight = TitleSight::new(api, &assigned.title);
        AssignedTitle::new(TitleSummary::new(&sight), assigned, self.can_manage)
    }
}
