//! A page of assigned titles.

use std::collections::HashMap;

use domain::ids::{AccountId, TitleId};
use store::Place;
use store::assignments::{Assignment, AssignmentSort};

use crate::access::{page, summaries};
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::{AssignedTitle, TitleList};
use crate::state::Api;

/// One list: what is assigned to one account, asked for at one address, in one order.
#[derive(Debug)]
pub struct Shelf<'a> {
    user: &'a SignedIn,
    manages: bool,
    list: Listing<Place<i64>, AssignmentSort>,
}

impl<'a> Shelf<'a> {
    /// What is assigned to somebody, as who manages it asks for it; `name` is the account as the path names it.
    pub fn of(api: &Api, user: &'a SignedIn, name: &str, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("assignedTitles", name, user.id()))?;
        Ok(Self { user, manages: true, list })
    }

    /// What is assigned to the user.
    pub fn own(api: &Api, user: &'a SignedIn, order: &Order<AssignmentSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("myAssignedTitles", user.id()))?;
        Ok(Self { user, manages: false, list })
    }

    /// The page: five statements, however long it is.
    pub async fn page(
        &self,
        api: &Api,
        member: &AccountId,
        address: &ListAddress,
    ) -> Result<Json<TitleList<AssignedTitle>>> {
        let total_results = store::assignments::count(&api.db, member).await?;
        let rows = store::assignments::page(&api.db, member, self.list.part()).await?;
        let page = self.list.cut(rows, total_results, address)?;
        let titles = self.titles(api, &page.items).await?;
        let allows = self.manages.then(|| vec!["POST"]);
        Ok(Json(TitleList { allows, ..TitleList::of(page, titles) }))
    }

    async fn titles(&self, api: &Api, assignments: &[Assignment]) -> Result<Vec<AssignedTitle>> {
        let assigners: Vec<AccountId> = assignments.iter().filter_map(|a| a.assigned_by.clone()).collect();
        let assigners = store::accounts::many(&api.db, &assigners).await?;
        let ids: Vec<TitleId> = assignments.iter().map(|a| a.title).collect();
        let titles = page(&api.library, &self.user.caller, &ids).await?;
        let by_id: HashMap<i64, &Assignment> = assignments.iter().map(|a| (a.title.0, a)).collect();
        let record = |summary: crate::records::TitleSummary| {
            let assignment = by_id.get(&summary.service_id)?;
            let by = assigners.iter().find(|account| Some(&account.id) == assignment.assigned_by.as_ref());
            Some(AssignedTitle::new(summary, assignment, by, self.manages))
        };
        Ok(summaries(api, &self.user.caller, &titles).into_iter().filter_map(record).collect())
    }
}
