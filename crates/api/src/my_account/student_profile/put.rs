//! PUT /v2/myAccount/studentProfile (docs/rules/accounts.md#rule-5).

use services::students::{self, StudentChange};

use super::record;
use crate::http::{Change, Grade, InRole, Json, ParamDraft, Result, ShortText, SignedIn};
use crate::params;
use crate::records::StudentProfileRecord;

params! {
    /// School and grade: omitted parameters keep their value.
    pub struct StudentForm into StudentChange {
        /// Grade code: ONIX code list 77 or BIC.
        grade: Change<Grade>,
        /// The school in /v2/referenceOrganizations, which provides its name.
        reference_org_id: Change<ShortText>,
        /// The school's name, for schools that are not in that list or use another name.
        organization_name: Change<ShortText>,
    }
}

/// Change the caller's school and grade
///
/// Members of an organization who state another school stay members; the grade is that of the organization's
/// roster.
#[endpoint::put("/v2/myAccount/studentProfile", returns "School and grade")]
pub async fn put_my_student_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
    draft: ParamDraft<StudentForm>,
) -> Result<Json<StudentProfileRecord>> {
    let (form, faults) = draft.valid_params()?;
    let (reader, school) = students::change(&op, form.into_request(), faults).await?;
    Ok(Json(record(&api, &reader, school, op.now)))
}
