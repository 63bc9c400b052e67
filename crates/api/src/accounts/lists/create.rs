//! POST /v2/accounts/{userIdentifier}/lists (docs/rules/lists.md#rule-7): creates an empty list for another
//! owner.

use axum::extract::State;
use services::lists;

use crate::accounts::WHO_MAY_CALL;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::my_lists::create::CreateList;
use crate::records::ReadingListRecord;
use crate::state::Api;

/// Create a reading list for another user
#[utoipa::path(
    post, path = "/v2/accounts/{userIdentifier}/lists", tag = "Membership: accounts",
    operation_id = "create_account_list",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = CreateList, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!(WHO_MAY_CALL))),
    responses(
        (status = 200, description = "The new list", body = ReadingListRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER: also an org list whose owner is not a \
            sponsor", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN; OPERATION_NOT_ALLOWED: an \
            administrator's account, for others", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn create_account_list(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create_for(&op, &name, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
