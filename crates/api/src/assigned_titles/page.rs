//! A page of assigned titles.

use std::collections::HashMap;

use domain::ids::{AccountId, TitleId};
use store::assignments::{Assignment, AssignmentSort};
use store::{Part, Place};

use crate::access::{page, summaries};
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::params;
use crate::records::{AssignedTitle, TitleList};
use crate::state::Api;

params! {
    /// Parameters of a list of assigned titles.
    pub struct AssignedOrder {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// assignedDate when absent.
        sort_order: Option<OneOf<AssignmentSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// One list: what is assigned to one account, asked for at one address, in one order.
#[derive(Debug)]
pub struct Shelf<'a> {
    user: &'a SignedIn,
    /// The endpoint and the account as the path names it: what tokens are bound to.
    name: (&'static str, &'a str),
    manages: bool,
    sort: AssignmentSort,
    descending: bool,
    limit: usize,
    after: Option<Place<i64>>,
}

impl<'a> Shelf<'a> {
    /// The first page in the default order: what POST and DELETE answer with.
    pub fn first(user: &'a SignedIn, name: (&'static str, &'a str), manages: bool) -> Self {
        let sort = AssignmentSort::AssignedDate;
        Self { user, name, manages, sort, descending: false, limit: 10, after: None }
    }

    /// The page that the parameters ask for.
    pub fn asked(mut self, api: &Api, order: &AssignedOrder) -> Result<Self> {
        self.sort = order.sort_order.map_or(self.sort, |sort| sort.0);
        self.descending = order.direction.is_some_and(|direction| direction.0 == Direction::Desc);
        self.limit = order.limit.map_or(self.limit, |limit| limit.0);
        self.after = order.start.as_deref().map(|start| self.cursors(api).decode(start)).transpose()?;
        Ok(self)
    }

    fn cursors(&self, api: &Api) -> Cursors {
        let bound = (self.name, self.user.id(), self.sort, self.descending);
        Cursors::new(&api.cursor_key, self.user.now(), &bound)
    }

    /// The page: five statements, however long it is.
    pub async fn page(
        &self,
        api: &Api,
        member: &AccountId,
        address: &ListAddress,
    ) -> Result<Json<TitleList<AssignedTitle>>> {
        let part = Part {
            sort: self.sort,
            descending: self.descending,
            after: self.after.as_ref(),
            limit: one_more(self.limit),
        };
        let total_results = store::assignments::count(&api.db, member).await?;
        let mut rows = store::assignments::page(&api.db, member, part).await?;
        let last = cut(&mut rows, self.limit);
        let next = last.map(|place| self.cursors(api).encode(&place)).transpose()?;
        Ok(Json(TitleList {
            allows: self.manages.then(|| vec!["POST"]),
            author_facets: None,
            category_facets: None,
            limit: self.limit,
            links: address.links(next.as_deref()),
            message: None,
            next,
            titles: self.titles(api, rows.into_iter().map(|(_, assignment)| assignment).collect()).await?,
            total_results,
        }))
    }

    async fn titles(&self, api: &Api, assignments: Vec<Assignment>) -> Result<Vec<AssignedTitle>> {
        let assigners: Vec<AccountId> = assignments.iter().filter_map(|a| a.assigned_by.clone()).collect();
        let assigners = store::accounts::many(&api.db, &assigners).await?;
        let ids: Vec<TitleId> = assignments.iter().map(|a| a.title).collect();
        let titles = page(api, &self.user.caller, &ids).await?;
        let by_id: HashMap<i64, Assignment> = assignments.into_iter().map(|a| (a.title.0, a)).collect();
        let record = |summary: crate::records::TitleSummary| {
            let assignment = by_id.get(&summary.service_id)?;
            let by = assigners.iter().find(|account| Some(&account.id) == assignment.assigned_by.as_ref());
            Some(AssignedTitle::new(summary, assignment, by, self.manages))
        };
        Ok(summaries(api, &self.user.caller, &titles).into_iter().filter_map(record).collect())
    }
}
