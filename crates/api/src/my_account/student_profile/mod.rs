//! School and grade (docs/rules/records.md#rule-24), as stated by the person. If a member stated nothing, the
//! organization's roster is used; a member's grade is always the roster's.

pub mod delete;
pub mod get;
pub mod put;

use domain::subscriptions::SubscriptionStatus;
use domain::{Reader, access};
use jiff::Timestamp;
use services::students::StudentSchool;

use crate::http::Link;
use crate::records::{GradeRecord, StudentProfileRecord};
use crate::{Api, endpoints, routes};

endpoints! {
    "My account": get::get_my_student_profile, put::put_my_student_profile, delete::delete_my_student_profile;
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
