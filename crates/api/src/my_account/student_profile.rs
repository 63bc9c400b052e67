//! School and grade (docs/rules/records.md#rule-24, docs/rules/accounts.md#rule-5), as stated by the person.
//! If a member stated nothing, the organization's roster is used; a member's grade is always the roster's.

use domain::subscriptions::SubscriptionStatus;
use domain::{Reader, access};
use jiff::Timestamp;
use services::students::{self, StudentChange, StudentSchool};

use crate::http::{Change, Grade, InRole, Json, Link, ParamDraft, Result, ShortText, SignedIn};
use crate::records::{GradeRecord, StudentProfileRecord};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "My account": get_my_student_profile, put_my_student_profile, delete_my_student_profile;
}

/// The caller's record.
fn record(api: &Api, reader: &Reader, school: StudentSchool, now: Timestamp) -> StudentProfileRecord {
    StudentProfileRecord {
        organization_name: school.organization_name,
        district_name: school.district_name,
        school_name: school.school_name,
        grade: school.grade.map(GradeRecord::new),
        active_subscription: access::subscription_status(reader, now) == SubscriptionStatus::Active,
        links: vec![Link::new("self", api.absolute_url(routes::MY_STUDENT_PROFILE))],
        allows: Some(vec!["PUT", "DELETE"]),
    }
}

/// Get the caller's school and grade
#[endpoint::get("/v2/myAccount/studentProfile", returns "School and grade; null if unknown")]
pub async fn get_my_student_profile(
    InRole { api, op, .. }: InRole<SignedIn>,
) -> Result<Json<StudentProfileRecord>> {
    let school = students::get(&op, op.reader()?).await?;
    Ok(Json(record(&api, op.reader()?, school, op.now)))
}

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
