//! GET /v2/userNames/{userName} (docs/rules/accounts.md#rule-10, docs/rules/records.md#rule-36).

use axum::extract::State;
use services::user_names;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::Link;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaffOrKey};
use crate::records::UserNameRecord;
use crate::routes;
use crate::state::Api;

/// Whether a user name is taken
///
/// User names and email addresses share one namespace across all sites, compared case-insensitively.
#[utoipa::path(
    get, path = "/v2/userNames/{userName}", tag = "Limited-client services", operation_id = "get_user_name",
    params(("userName" = String, Path, description = "A user name or an email address")),
    extensions(("x-who" = json!("Keys with the privilege membership, no token needed; membership assistants"))),
    responses(
        (status = 200, description = "It is taken", body = UserNameRecord),
        (status = 401, description = "UNAUTHORIZED: a guest with another key", body = ErrorBody),
        (status = 403, description = "FORBIDDEN: a user with another key who is not a membership assistant",
            body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: the name is free", body = ErrorBody),
    )
)]
pub async fn get_user_name(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaffOrKey>,
    Segments((user_name,)): Segments<(String,)>,
) -> Result<Json<UserNameRecord>> {
    user_names::require_existing(&op, &user_name).await?;
    let links = vec![Link::new("self", api.absolute_url(&routes::user_name(&user_name)))];
    Ok(Json(UserNameRecord { user_name, links }))
}
