//! DELETE /v2/myAccount/studentProfile (docs/rules/accounts.md#rule-5).

use axum::extract::State;
use services::students;

use super::record;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::roles::{InRole, SignedIn};
use crate::records::StudentProfileRecord;
use crate::state::Api;

/// Remove the caller's school
///
/// The grade stays. Members remove the school from their profile, but stay members: only sponsors remove
/// members from an organization.
#[utoipa::path(
    delete, path = "/v2/myAccount/studentProfile", tag = "My account",
    operation_id = "delete_my_student_profile", extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The profile without school", body = StudentProfileRecord),
    )
)]
pub async fn delete_my_student_profile(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
) -> Result<Json<StudentProfileRecord>> {
    let school = students::leave_school(&op).await?;
    Ok(Json(record(&api, op.reader()?, school, op.now)))
}
