//! PUT /v2/myAccount/studentProfile (spec 4, 1.3).

use axum::extract::State;

use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Params};
use crate::http::roles::SignedIn;
use crate::http::values::{Grade, ShortText};
use crate::params;
use crate::records::StudentProfileRecord;
use crate::state::Api;

params! {
    /// School and grade: what is not sent stays.
    pub struct StudentForm {
        /// Grade code: ONIX code list 77 or BIC.
        grade: Change<Grade>,
        /// The school in the list of reference organizations.
        reference_org_id: Change<ShortText>,
        /// The school's name.
        organization_name: Change<ShortText>,
    }
}

/// Change the own school and grade
///
/// The school of an organization's member is the organization, which cannot be changed here.
#[utoipa::path(
    put, path = "/v2/myAccount/studentProfile", tag = "My account", operation_id = "put_my_student_profile",
    request_body(content = StudentForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "School and grade", body = StudentProfileRecord),
        (status = 400, description = "INVALID_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED: the school of a member", body = ErrorBody),
    )
)]
pub async fn put_my_student_profile(
    State(api): State<Api>,
    user: SignedIn,
    Params(form): Params<StudentForm>,
) -> Result<Json<StudentProfileRecord>> {
    let member = super::on_roster(&user.reader);
    if member && (form.organization_name != Change::Keep || form.reference_org_id != Change::Keep) {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    let mut tx = api.db.begin().await?;
    let mut account = store::accounts::for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let grade = form.grade.map(|grade| grade.0);
    match &mut account.membership {
        Some(membership) if member => {
            grade.apply(&mut membership.grade);
            store::accounts::update(&mut tx, &account).await?;
        }
        _ => {
            let mut profile = store::students::get(&mut tx, user.id()).await?;
            grade.apply(&mut profile.grade);
            form.organization_name.map(|name| name.0).apply(&mut profile.organization_name);
            form.reference_org_id.map(|id| id.0).apply(&mut profile.reference_org_id);
            store::students::set(&mut tx, user.id(), &profile).await?;
        }
    }
    tx.commit().await?;
    let reader = store::readers::by_account(&api.db, user.id(), user.now()).await?;
    let reader = reader.ok_or(ErrorKey::UserNotFound)?;
    Ok(Json(super::of(&api, &reader, user.now()).await?))
}
