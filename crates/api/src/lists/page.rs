//! A page of reading lists.

use domain::accounts::Account;
use serde::Serialize;
use store::lists::{ListSort, Scope};
use store::{Part, Place};
use utoipa::ToSchema;

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::roles::SignedIn;
use crate::records::ListUserView;
use crate::state::Api;

/// A page of reading lists (document 2, "List of lists envelope").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListOfLists {
    /// POST for those who make lists.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// The page.
    pub lists: Vec<ListUserView>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

/// Some lists, in one order.
#[derive(Debug)]
pub struct Lists<'a> {
    /// Who looks.
    pub user: &'a SignedIn,
    /// Whose lists they are.
    pub owner: &'a Account,
    /// Who looks may make lists for the owner.
    pub makes: bool,
    /// Which lists.
    pub scope: Scope<'a>,
    /// What they are sorted by.
    pub sort: ListSort,
    /// The greatest first.
    pub descending: bool,
    /// Page size.
    pub limit: usize,
}

impl Lists<'_> {
    /// The page after `start`: two statements, however long it is.
    pub async fn page(
        &self,
        api: &Api,
        address: &ListAddress,
        start: Option<&str>,
    ) -> Result<Json<ListOfLists>> {
        let (owner, viewer) = (self.owner, &self.user.reader.account);
        let bound = ("lists", &owner.id, &viewer.id, self.scope, self.sort, self.descending);
        let cursors = Cursors::new(&api.cursor_key, self.user.now(), &bound);
        let after: Option<Place<String>> = start.map(|start| cursors.decode(start)).transpose()?;
        let part = Part {
            sort: self.sort,
            descending: self.descending,
            after: after.as_ref(),
            limit: one_more(self.limit),
        };
        let total_results = store::lists::count(&api.db, owner, self.scope).await?;
        let mut rows = store::lists::page(&api.db, owner, self.scope, part).await?;
        let last = cut(&mut rows, self.limit);
        let next = last.map(|place| cursors.encode(&place)).transpose()?;
        Ok(Json(ListOfLists {
            allows: self.makes.then(|| vec!["POST"]),
            limit: self.limit,
            links: address.links(next.as_deref()),
            lists: rows.iter().map(|(_, view)| ListUserView::new(api, view, owner, viewer)).collect(),
            next,
            total_results,
        }))
    }
}
