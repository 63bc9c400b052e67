//! School and grade (spec 4, 2.7): what people tell themselves. Of members who told nothing it is what the
//! organization's roster says, and their grade is always the roster's.

pub mod delete;
pub mod get;
pub mod put;

use domain::access;
use domain::accounts::{Membership, Role};
use domain::organizations::Organization;
use domain::readers::Reader;
use domain::students::StudentProfile;
use domain::subscriptions::SubscriptionStatus;
use jiff::Timestamp;

use crate::http::errors::Result;
use crate::http::links::Link;
use crate::records::{GradeRecord, StudentProfileRecord};
use crate::routes;
use crate::state::Api;

/// Whether the person stands on an organization's roster.
fn on_roster(reader: &Reader) -> bool {
    reader.account.is(Role::OrganizationMember)
}

/// The own record.
async fn of(api: &Api, reader: &Reader, now: Timestamp) -> Result<StudentProfileRecord> {
    let told = store::students::find(&api.db, &reader.account.id).await?;
    let mut record = StudentProfileRecord {
        organization_name: None,
        district_name: None,
        school_name: None,
        grade: told.as_ref().and_then(|told| told.grade.clone()).map(GradeRecord::new),
        active_subscription: access::subscription_status(reader, now) == SubscriptionStatus::Active,
        links: vec![Link::new("self", api.url(routes::MY_STUDENT_PROFILE))],
        allows: Some(vec!["PUT", "DELETE"]),
    };
    let membership = reader.account.membership.as_ref().filter(|_| on_roster(reader));
    if let Some(membership) = membership {
        record.grade = membership.grade.clone().map(GradeRecord::new);
    }
    match (told, &reader.organization, membership) {
        (Some(told), ..) => of_telling(api, told, &mut record).await?,
        (None, Some(standing), Some(membership)) => {
            of_roster(api, &standing.organization, membership, &mut record).await?;
        }
        _ => {}
    }
    Ok(record)
}

/// The school that the person told, or took away.
async fn of_telling(api: &Api, told: StudentProfile, record: &mut StudentProfileRecord) -> Result<()> {
    if let Some(id) = &told.reference_org_id
        && let Some(entry) = store::reference_organizations::get(&api.db, id).await?
    {
        (record.district_name, record.school_name) = (entry.parent_name, Some(entry.name));
    }
    record.organization_name = told.organization_name;
    Ok(())
}

/// The school of a member who told nothing: the organization.
async fn of_roster(
    api: &Api,
    organization: &Organization,
    membership: &Membership,
    record: &mut StudentProfileRecord,
) -> Result<()> {
    record.organization_name = Some(organization.name.clone());
    if let Some(tag) = membership.roster_tag
        && let Some(tag) = store::roster_tags::get(&api.db, &organization.id, tag).await?
    {
        (record.district_name, record.school_name) = (tag.district, tag.school);
    }
    Ok(())
}
