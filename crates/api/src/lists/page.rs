//! A page of reading lists.

use domain::Account;
use services::Operation;
use services::lists::{self, ListScope, ListSort, ListView, OwnedLists};

use crate::Api;
use crate::http::{CutPage, Json, Link, ListAddress, OrderParams, Result};
use crate::records::ListUserView;

/// A page of reading lists (docs/rules/records.md#rule-19).
#[endpoint::record]
pub struct ListOfLists {
    /// POST if the caller may create lists.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// The page.
    pub lists: Vec<ListUserView>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

/// Lists in a sort order.
#[derive(Debug)]
pub struct ListsPage<'a> {
    /// The caller.
    pub op: &'a Operation,
    /// Owner of the lists.
    pub owner: &'a Account,
    /// True if the caller may create lists for the owner.
    pub can_create: bool,
    /// Which lists.
    pub scope: ListScope<'a>,
    /// Page and order.
    pub order: OrderParams<ListSort>,
}

impl ListsPage<'_> {
    /// The page: two statements for any length.
    pub async fn page(&self, api: &Api, address: &ListAddress) -> Result<Json<ListOfLists>> {
        let (owner, viewer) = (self.owner, self.op.account()?);
        let bound = ("lists", &owner.id, &viewer.id, self.scope);
        let list = self.order.open(&api.cursor_key, self.op.now, &bound)?;
        let lists = OwnedLists { owner, scope: self.scope };
        let page = lists::list(self.op, lists, list.page_request()).await?;
        let page = list.to_page(page, address)?;
        Ok(Json(ListOfLists::new(api, page, owner, viewer, self.can_create)))
    }
}

impl ListOfLists {
    /// The page for `viewer`; `can_create`: the viewer may create lists for the owner.
    pub fn new(
        api: &Api,
        page: CutPage<ListView>,
        owner: &Account,
        viewer: &Account,
        can_create: bool,
    ) -> Self {
        Self {
            allows: can_create.then(|| vec!["POST"]),
            limit: page.limit,
            links: page.links,
            lists: page.items.iter().map(|view| ListUserView::new(api, view, owner, viewer)).collect(),
            next: page.next,
            total_results: page.total_results,
        }
    }
}
