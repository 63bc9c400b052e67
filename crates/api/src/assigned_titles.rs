//! Titles that sponsors and membership staff assign to others (docs/rules/lists.md#rule-8).
//! `POST /v2/assignedTitles/{userIdentifier}`: assigns a title; assigning it again changes nothing.

use services::assignments::{self, AssignmentRequest, AssignmentSort};
use services::{Operation, PageRequest, RowPosition, Rows};

use crate::http::{
    Assigner, InRole, Json, ListAddress, Listing, OrderParams, Params, RequiredParam, Result, Segments,
    title_id,
};
use crate::records::{AssignedTitle, TitleList, TitleSight, TitleSummary};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "Assigned titles": list_assigned_titles, assign_title, unassign_title;
}

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

/// List another user's assigned titles
#[endpoint::get(
    "/v2/assignedTitles/{userIdentifier}", returns "A page of assigned titles", errors(UserNotFound),
)]
pub async fn list_assigned_titles(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<AssignmentSort>>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &order)?;
    let assigned = assignments::list(&op, &name, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address)
}

params! {
    /// What to assign.
    pub struct AssignTitle {
        /// Title identifier.
        service_id: RequiredParam<String>,
    }
}

/// Assign a title
///
/// Returns the first page of the person's assigned titles.
#[endpoint::post(
    "/v2/assignedTitles/{userIdentifier}", returns "The assigned titles", errors(UserNotFound, TitleNotFound),
)]
pub async fn assign_title(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(params): Params<AssignTitle>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &OrderParams::default())?;
    let request = AssignmentRequest { person: &name, title: title_id(&params.service_id.0)? };
    let assigned = assignments::assign(&op, request, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address.with_path(&routes::assigned_titles(&name), &[]))
}

/// Remove an assigned title
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/assignedTitles/{userIdentifier}/{serviceId}", returns "The remaining assigned titles",
    errors(UserNotFound, TitleNotFound: "it is not assigned"),
)]
pub async fn unassign_title(
    InRole { api, op, .. }: InRole<Assigner>,
    Segments((name, title)): Segments<(String, String)>,
    address: ListAddress,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::for_account(&api, &op, &name, &OrderParams::default())?;
    let request = AssignmentRequest { person: &name, title: title_id(&title)? };
    let rest = assignments::unassign(&op, request, shelf.page_request()).await?;
    shelf.page(&api, rest, &address.with_path(&routes::assigned_titles(&name), &[]))
}
