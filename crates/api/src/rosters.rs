//! A page of a roster: of an organization, or of those on a reading list.

use domain::readers::Reader;
use store::members::Member;
use store::rosters::{Roster, RosterSort};
use store::{Part, Place};

use crate::http::audit::Audit;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf};
use crate::records::{MemberSummaries, MemberSummary};
use crate::state::Api;

/// Which page of people, in which order: as every list of people is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// `next` of the previous page.
    pub start: Option<&'a str>,
    /// Page size; 10 when absent.
    pub limit: Option<Limit>,
    /// lastName when absent.
    pub sort: Option<OneOf<RosterSort>>,
    /// Ascending when absent.
    pub direction: Option<OneOf<Direction>>,
}

/// Some people in one order, as one user sees them.
#[derive(Debug)]
pub struct People<'a> {
    user: &'a SignedIn,
    /// The endpoint, with what its path names: what tokens are bound to.
    name: (&'static str, &'a str),
    roster: Roster<'a>,
    sort: RosterSort,
    descending: bool,
    limit: usize,
    after: Option<Place<String>>,
}

/// One page.
#[derive(Debug)]
pub struct PeoplePage {
    /// The members on it.
    pub members: Vec<Member>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
    /// Page size in force.
    pub limit: usize,
}

impl<'a> People<'a> {
    /// The first page in the default order: what POST and DELETE answer with.
    pub fn first(user: &'a SignedIn, name: (&'static str, &'a str), roster: Roster<'a>) -> Self {
        Self { user, name, roster, sort: RosterSort::LastName, descending: false, limit: 10, after: None }
    }

    /// The page that the parameters ask for.
    pub fn asked(mut self, api: &Api, order: Order<'_>) -> Result<Self> {
        self.sort = order.sort.map_or(self.sort, |sort| sort.0);
        self.descending = order.direction.is_some_and(|direction| direction.0 == Direction::Desc);
        self.limit = order.limit.map_or(self.limit, |limit| limit.0);
        self.after = order.start.map(|start| self.cursors(api).decode(start)).transpose()?;
        Ok(self)
    }

    fn cursors(&self, api: &Api) -> Cursors {
        let bound = (self.name, &self.roster, self.sort, self.descending);
        Cursors::new(&api.cursor_key, self.user.now(), &bound)
    }

    /// The page: four statements, and one that records who was shown, however long it is.
    pub async fn page(&self, api: &Api, audit: &Audit) -> Result<PeoplePage> {
        let part = Part {
            sort: self.sort,
            descending: self.descending,
            after: self.after.as_ref(),
            limit: one_more(self.limit),
        };
        let total_results = store::rosters::count(&api.db, &self.roster).await?;
        let mut rows = store::rosters::page(&api.db, &self.roster, part).await?;
        let last = cut(&mut rows, self.limit);
        let next = last.map(|place| self.cursors(api).encode(&place)).transpose()?;
        let people: Vec<_> = rows.into_iter().map(|(_, person)| person).collect();
        audit.record(&api.db, people.iter().map(|person| &person.account.id)).await?;
        let members = store::members::complete(&api.db, people, self.user.now()).await?;
        Ok(PeoplePage { members, next, total_results, limit: self.limit })
    }

    /// The page as member summaries; `creates`: the user may add people to the list.
    pub async fn summaries(
        &self,
        api: &Api,
        audit: &Audit,
        address: &ListAddress,
        creates: bool,
    ) -> Result<Json<MemberSummaries>> {
        let page = self.page(api, audit).await?;
        let (viewer, now) = (&self.user.reader.account, self.user.now());
        let summary = |member: &Member| MemberSummary::new(api, member, viewer, now);
        let member_summaries: Vec<_> = page.members.iter().map(summary).collect();
        Ok(Json(MemberSummaries {
            allows: creates.then(|| vec!["POST"]),
            limit: page.limit,
            links: address.links(page.next.as_deref()),
            user_accounts: member_summaries.clone(),
            member_summaries,
            next: page.next,
            total_results: page.total_results,
        }))
    }
}

impl PeoplePage {
    /// What the access rule must know about each.
    pub fn readers(&self) -> Vec<Reader> {
        self.members.iter().map(|member| member.reader.clone()).collect()
    }
}
