//! GET /v2/assignedTitles/{userIdentifier} (docs/rules/lists.md#rule-8).

use axum::extract::State;
use services::assignments::{self, AssignmentSort};

use super::AssignedPage;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::OrderParams;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::{Assigner, InRole};
use crate::records::{AssignedTitle, TitleList};
use crate::state::Api;

/// List another user's assigned titles
#[utoipa::path(
    get, path = "/v2/assignedTitles/{userIdentifier}", tag = "Assigned titles",
    operation_id = "list_assigned_titles",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId"), OrderParams<AssignmentSort>),
    extensions(("x-who" = json!("Sponsors for members of their organization, membership assistants"))),
    responses(
        (status = 200, description = "A page of assigned titles", body = TitleList<AssignedTitle>),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_assigned_titles(
    State(api): State<Api>,
    InRole(op, _): InRole<Assigner>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<AssignmentSort>>,
) -> Result<Json<TitleList<AssignedTitle>>> {
    let shelf = AssignedPage::of_account(&api, &op, &name, &order)?;
    let assigned = assignments::list(&op, &name, shelf.page_request()).await?;
    shelf.page(&api, assigned, &address)
}
