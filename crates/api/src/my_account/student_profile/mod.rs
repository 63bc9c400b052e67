//! School and grade (spec 4, 2.7): of members what the organization's roster says, of other people what they
//! gave themselves.

pub mod delete;
pub mod get;
pub mod put;

use domain::access;
use domain::accounts::Role;
use domain::readers::Reader;
use domain::subscriptions::SubscriptionStatus;
use jiff::Timestamp;

use crate::http::errors::Result;
use crate::http::links::Link;
use crate::records::{GradeRecord, StudentProfileRecord};
use crate::routes;
use crate::state::Api;

/// Whether the organization's roster says it.
fn on_roster(reader: &Reader) -> bool {
    reader.account.is(Role::OrganizationMember)
}

async fn of(api: &Api, reader: &Reader, now: Timestamp) -> Result<StudentProfileRecord> {
    let mut record = StudentProfileRecord {
        organization_name: None,
        district_name: None,
        school_name: None,
        grade: None,
        active_subscription: access::subscription_status(reader, now) == SubscriptionStatus::Active,
        links: vec![Link::new("self", api.url(routes::MY_STUDENT_PROFILE))],
        allows: Some(if on_roster(reader) { vec!["PUT"] } else { vec!["PUT", "DELETE"] }),
    };
    match (&reader.organization, &reader.account.membership) {
        (Some(standing), Some(membership)) if on_roster(reader) => {
            record.organization_name = Some(standing.organization.name.clone());
            record.grade = membership.grade.clone().map(GradeRecord::new);
            if let Some(tag) = membership.roster_tag
                && let Some(tag) = store::roster_tags::get(&api.db, &standing.organization.id, tag).await?
            {
                (record.district_name, record.school_name) = (tag.district, tag.school);
            }
        }
        _ => {
            let own = store::students::get(&api.db, &reader.account.id).await?;
            if let Some(id) = &own.reference_org_id
                && let Some(entry) = store::reference_organizations::get(&api.db, id).await?
            {
                (record.district_name, record.school_name) = (entry.parent_name, Some(entry.name));
            }
            record.organization_name = own.organization_name;
            record.grade = own.grade.map(GradeRecord::new);
        }
    }
    Ok(record)
}
