//! DELETE /v2/myAccount/studentProfile (docs/rules/accounts.md#rule-5).

use services::students;

use super::record;
use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::StudentProfileRecord;

/// Remove the caller's school
///
/// The grade stays. Members remove the school from their profile, but stay members: only sponsors remove
/// members from an organization.
#[endpoint::delete("/v2/myAccount/studentProfile", returns "The profile without school")]
pub async fn delete_my_student_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<StudentProfileRecord>> {
    let school = students::leave_school(&op).await?;
    Ok(Json(record(&api, op.reader()?, school, op.now)))
}
