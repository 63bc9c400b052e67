//! PUT /v2/myOrganization/members/{userIdentifier}/preferences (docs/rules/accounts.md#rule-7).

use axum::extract::State;
use services::preferences;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, Sponsor};
use crate::my_account::preferences::PreferenceForm;
use crate::records::PreferencesRecord;
use crate::routes;
use crate::state::Api;

/// Change a member's preferences
///
/// Omitted parameters keep their value. Braille format and line width must be changed together.
#[utoipa::path(
    put, path = "/v2/myOrganization/members/{userIdentifier}/preferences", tag = "My organization",
    operation_id = "put_my_member_preferences",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    request_body(content = PreferenceForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "The preferences", body = PreferencesRecord),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LANGUAGE, INVALID_FORMAT, \
            CONFLICTING_PARAMETERS: braille format and width", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND: not a member of the organization", body = ErrorBody),
    )
)]
pub async fn put_my_member_preferences(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PreferenceForm>,
) -> Result<Json<PreferencesRecord>> {
    let (form, faults) = draft.valid_params()?;
    let preferred = preferences::change_for_member(&op, &name, form.into_change(), faults).await?;
    let address = api.absolute_url(&routes::my_member_preferences(&preferred.account.id));
    Ok(Json(PreferencesRecord::new(&preferred, true, op.today(), address)))
}
