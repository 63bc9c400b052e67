//! PUT /v2/myAccount/studentProfile (spec 4, 1.3).

use axum::extract::State;
use domain::reference_organizations::ReferenceOrganization;
use domain::students::StudentProfile;
use store::Tx;

use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Change, Draft};
use crate::http::roles::{As, SignedIn};
use crate::http::values::{Grade, ShortText};
use crate::params;
use crate::records::StudentProfileRecord;
use crate::reference_organizations::entry;
use crate::state::Api;

params! {
    /// School and grade: what is not sent stays.
    pub struct StudentForm {
        /// Grade code: ONIX code list 77 or BIC.
        grade: Change<Grade>,
        /// The school in /v2/referenceOrganizations, which says its name.
        reference_org_id: Change<ShortText>,
        /// The school's name, for schools that are not in that list or go by another name.
        organization_name: Change<ShortText>,
    }
}

/// Change the own school and grade
///
/// A member of an organization who tells another school stays a member; the grade is that of the organization's roster.
#[utoipa::path(
    put, path = "/v2/myAccount/studentProfile", tag = "My account", operation_id = "put_my_student_profile",
    request_body(content = StudentForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "School and grade", body = StudentProfileRecord),
        (status = 400, description = "INVALID_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
    )
)]
pub async fn put_my_student_profile(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    draft: Draft<StudentForm>,
) -> Result<Json<StudentProfileRecord>> {
    let (form, mut faults) = draft.partial()?;
    let school = match &form.reference_org_id {
        Change::Set(ShortText(id)) => entry(&api, id, &mut faults).await?,
        Change::Keep | Change::Clear => None,
    };
    faults.finish()?;
    let mut tx = api.db.begin().await?;
    form.change(&mut tx, &user, school).await?;
    tx.commit().await?;
    let reader = store::readers::by_account(&api.db, user.id(), user.now()).await?;
    let reader = reader.ok_or(ErrorKey::UserNotFound)?;
    Ok(Json(super::of(&api, &reader, user.now()).await?))
}

impl StudentForm {
    /// Whether it says anything about the school.
    fn names_school(&self) -> bool {
        self.organization_name != Change::Keep || self.reference_org_id != Change::Keep
    }

    /// Changes the grade on the roster of those who stand on one, and the own profile.
    async fn change(
        mut self,
        tx: &mut Tx,
        user: &SignedIn,
        school: Option<ReferenceOrganization>,
    ) -> Result<()> {
        let mut account = store::accounts::for_update(tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
        if let Some(membership) = account.membership.as_mut().filter(|_| super::on_roster(&user.reader)) {
            let grade = std::mem::replace(&mut self.grade, Change::Keep);
            grade.map(|grade| grade.0).apply(&mut membership.grade);
            store::accounts::update(tx, &account).await?;
            if !self.names_school() {
                return Ok(());
            }
        }
        let mut profile = store::students::get(&mut *tx, user.id()).await?;
        self.apply(&mut profile, school);
        store::students::set(&mut *tx, user.id(), &profile).await?;
        Ok(())
    }

    fn apply(self, profile: &mut StudentProfile, school: Option<ReferenceOrganization>) {
        self.grade.map(|grade| grade.0).apply(&mut profile.grade);
        // A school that is only called by a name is none of the list any more.
        if self.organization_name != Change::Keep || self.reference_org_id == Change::Clear {
            profile.reference_org_id = None;
        }
        if let Some(school) = school {
            profile.reference_org_id = Some(school.id);
            profile.organization_name = Some(school.name);
        }
        self.organization_name.map(|name| name.0).apply(&mut profile.organization_name);
    }
}
