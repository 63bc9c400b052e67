//! GET /v2/myAccount/studentProfile (docs/rules/accounts.md#rule-5, docs/rules/records.md#rule-24).

use services::students;

use super::record;
use crate::http::{InRole, Json, Result, SignedIn};
use crate::records::StudentProfileRecord;

/// Get the caller's school and grade
#[endpoint::get("/v2/myAccount/studentProfile", returns "School and grade; null if unknown")]
pub async fn get_my_student_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<StudentProfileRecord>> {
    let school = students::get(&op, op.reader()?).await?;
    Ok(Json(record(&api, op.reader()?, school, op.now)))
}
