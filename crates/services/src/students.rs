//! Schools and grades, as students state them (docs/rules/records.md#rule-24). Of members who stated nothing
//! it is what the organization's roster says, and their grade is always the roster's.

use domain::reference_organizations::ReferenceOrganization;
use domain::students::StudentProfile;
use domain::{AuditedAct, Membership, Organization, Reader, Role};
use store::Tx;

use crate::accounts::lock_open;
use crate::reference_organizations::find_entry;
use crate::{Change, ErrorKey, Faults, Operation, Result};

/// A student's school and grade, as others see them.
#[derive(Debug, Clone, Default)]
pub struct StudentSchool {
    pub organization_name: Option<String>,
    pub district_name: Option<String>,
    /// The school by its name in the list of reference organizations, or on the roster.
    pub school_name: Option<String>,
    pub grade: Option<String>,
}

#[derive(Debug, Clone)]
pub struct StudentChange {
    pub grade: Change<String>,
    /// The school in the list of reference organizations, which gives its name.
    pub reference_org_id: Change<String>,
    /// The school's name, for schools that are not in that list or have another name.
    pub organization_name: Change<String>,
}

/// Returns true if the person is on an organization's roster.
fn is_on_roster(reader: &Reader) -> bool {
    reader.account.has_role(Role::OrganizationMember)
}

pub async fn get(op: &Operation, reader: &Reader) -> Result<StudentSchool> {
    let stated = store::students::find(op.db(), &reader.account.id).await?;
    let mut school =
        StudentSchool { grade: stated.as_ref().and_then(|s| s.grade.clone()), ..StudentSchool::default() };
    let membership = reader.account.membership.as_ref().filter(|_| is_on_roster(reader));
    if let Some(membership) = membership {
        school.grade.clone_from(&membership.grade);
    }
    match (stated, &reader.organization, membership) {
        (Some(stated), ..) => fill_from_statement(op, stated, &mut school).await?,
        (None, Some(standing), Some(membership)) => {
            fill_from_roster(op, &standing.organization, membership, &mut school).await?;
        }
        _ => {}
    }
    Ok(school)
}

/// The school that the person stated, or removed.
async fn fill_from_statement(
    op: &Operation,
    stated: StudentProfile,
    school: &mut StudentSchool,
) -> Result<()> {
    if let Some(id) = &stated.reference_org_id
        && let Some(entry) = store::reference_organizations::get(op.db(), id).await?
    {
        (school.district_name, school.school_name) = (entry.parent_name, Some(entry.name));
    }
    school.organization_name = stated.organization_name;
    Ok(())
}

/// The school of a member who stated nothing: the organization.
async fn fill_from_roster(
    op: &Operation,
    organization: &Organization,
    membership: &Membership,
    school: &mut StudentSchool,
) -> Result<()> {
    school.organization_name = Some(organization.name.clone());
    if let Some(tag) = membership.roster_tag
        && let Some(tag) = store::roster_tags::get(op.db(), &organization.id, tag).await?
    {
        (school.district_name, school.school_name) = (tag.district, tag.school);
    }
    Ok(())
}

/// Changes the user's own school and grade. A member of an organization who states another school stays a
/// member; the grade is that of the organization's roster. Returns the reader as it is now, and the school.
///
/// # Errors
/// The faults of the request, among them a reference organization that does not exist.
pub async fn change(
    op: &Operation,
    form: StudentChange,
    mut faults: Faults,
) -> Result<(Reader, StudentSchool)> {
    let school = match &form.reference_org_id {
        Change::Set(id) => find_entry(op, id, &mut faults).await?,
        Change::Keep | Change::Clear => None,
    };
    faults.into_result()?;
    let mut tx = op.db().begin().await?;
    form.write_change(op, &mut tx, school).await?;
    op.commit_change(tx, AuditedAct::ChangeStudentProfile, op.account_id()?).await?;
    let reader = store::readers::find_by_account(op.db(), op.account_id()?, op.now).await?;
    let reader = reader.ok_or(ErrorKey::UserNotFound)?;
    let school = get(op, &reader).await?;
    Ok((reader, school))
}

/// Removes the user's own school; the grade stays. Members remove the school from their profile and stay
/// members. Returns the school and grade as they are now.
pub async fn leave_school(op: &Operation) -> Result<StudentSchool> {
    let mut tx = op.db().begin().await?;
    // Locked against a concurrent change, which would bring the school back.
    lock_open(&mut tx, op.account_id()?).await?;
    let mut profile = store::students::get(&mut tx, op.account_id()?).await?;
    profile.leave_school();
    store::students::set(&mut tx, op.account_id()?, &profile).await?;
    op.commit_change(tx, AuditedAct::ChangeStudentProfile, op.account_id()?).await?;
    get(op, op.reader()?).await
}

impl StudentChange {
    /// Returns true if it says anything about the school.
    fn changes_school(&self) -> bool {
        self.organization_name != Change::Keep || self.reference_org_id != Change::Keep
    }

    /// Changes the grade on the roster of those who are on one, and the profile.
    async fn write_change(
        mut self,
        op: &Operation,
        tx: &mut Tx,
        school: Option<ReferenceOrganization>,
    ) -> Result<()> {
        let reader = op.reader()?;
        let mut account = lock_open(tx, op.account_id()?).await?;
        if let Some(membership) = account.membership.as_mut().filter(|_| is_on_roster(reader)) {
            std::mem::replace(&mut self.grade, Change::Keep).apply_to_field(&mut membership.grade);
            store::accounts::update(tx, &account).await?;
            if !self.changes_school() {
                return Ok(());
            }
        }
        let mut profile = store::students::get(&mut *tx, op.account_id()?).await?;
        self.apply_to(&mut profile, school);
        store::students::set(&mut *tx, op.account_id()?, &profile).await?;
        Ok(())
    }

    fn apply_to(self, profile: &mut StudentProfile, school: Option<ReferenceOrganization>) {
        self.grade.apply_to_field(&mut profile.grade);
        // A school that is given by name only is no longer the one in the list.
        if self.organization_name != Change::Keep || self.reference_org_id == Change::Clear {
            profile.reference_org_id = None;
        }
        if let Some(school) = school {
            profile.reference_org_id = Some(school.id);
            profile.organization_name = Some(school.name);
        }
        self.organization_name.apply_to_field(&mut profile.organization_name);
    }
}
