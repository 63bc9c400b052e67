use domain::proofs::ProofStatus;
use domain::students::StudentProfile;
use domain::subscriptions::SubscriptionStatus;
use domain::{Reader, Role, access};
use jiff::Timestamp;
use services::accounts::own::Summary;

use super::{AddressRecord, GradeRecord, NameRecord};
use crate::http::Link;
use crate::{Api, routes};

/// An account as its owner sees it (docs/rules/records.md#rule-22).
#[endpoint::record]
pub struct AccountSummary {
    /// Sign-in name.
    pub username: String,
    /// Account identifier.
    pub user_account_id: String,
    /// Name.
    pub name: NameRecord,
    /// A minor's guardian.
    pub guardian: Option<NameRecord>,
    /// Postal address.
    pub address: Option<AddressRecord>,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Birth date, YYYY-MM-DD.
    pub date_of_birth: Option<String>,
    /// A current agreement is signed: the account's own, or the organization's.
    pub has_agreement: bool,
    /// Agreement, subscription and proof are in order and the account is not locked.
    pub can_download: bool,
    /// Premium features of the organization.
    pub has_service_plus: bool,
    /// The organization's reading companion.
    pub has_reading_companion: bool,
    /// The password must be changed.
    pub needs_new_password: bool,
    /// active, submitted or missing.
    #[schema(value_type = String)]
    pub proof_of_disability_status: ProofStatus,
    /// active, expired or missing; for organization members that of the organization.
    #[schema(value_type = String)]
    pub subscription_status: SubscriptionStatus,
    /// Null for individuals without a school and for sponsors.
    pub student_status: Option<StudentStatus>,
    /// Roles of the account; null for keys without membership privileges.
    #[schema(value_type = Option<Vec<String>>)]
    pub roles: Option<Vec<Role>>,
    /// Credits; null for keys without membership privileges.
    pub credits: Option<u64>,
    /// self, preferences, history, recommendationProfile, subscription, studentProfile.
    pub links: Vec<Link>,
    /// PUT.
    pub allows: Option<Vec<&'static str>>,
}

/// School and grade.
#[endpoint::record]
pub struct StudentStatus {
    /// The school's name.
    pub organization_name: Option<String>,
    /// Grade.
    pub grade: Option<GradeRecord>,
}

impl AccountSummary {
    /// The record of one reader. Only keys with membership privileges see `credits`.
    pub fn from_summary(api: &Api, summary: &Summary, now: Timestamp) -> Self {
        let Summary { reader, student, credits } = summary;
        let account = reader.account.clone();
        let organization = reader.organization.as_ref().map(|standing| &standing.organization);
        let username = account.sign_in_name().to_owned();
        let link = |rel, path: &str| Link::new(rel, api.absolute_url(path));
        Self {
            username,
            user_account_id: account.id.to_string(),
            name: account.name.into(),
            guardian: account.guardian.map(NameRecord::from),
            address: (account.address != domain::accounts::Address::default())
                .then(|| account.address.into()),
            phone_number: account.phone_number,
            date_of_birth: account.date_of_birth.map(domain::dates::format_date),
            has_agreement: reader.agreement_signed || organization.is_some_and(|o| o.agreement_signed),
            can_download: access::can_download(reader, now),
            has_service_plus: organization.is_some_and(|o| o.service_plus),
            has_reading_companion: organization.is_some_and(|o| o.reading_companion),
            needs_new_password: account.needs_new_password,
            proof_of_disability_status: proof_status(reader),
            subscription_status: access::subscription_status(reader, now),
            student_status: student_status(reader, student),
            roles: credits.is_some().then(|| account.roles.into_iter().collect()),
            credits: *credits,
            links: vec![
                link("self", routes::MY_ACCOUNT),
                link("preferences", routes::MY_PREFERENCES),
                link("history", routes::MY_HISTORY),
                link("recommendationProfile", routes::MY_RECOMMENDATION_PROFILE),
                link("subscription", routes::MY_SUBSCRIPTION),
                link("studentProfile", routes::MY_STUDENT_PROFILE),
            ],
            allows: Some(vec!["PUT"]),
        }
    }
}

/// Sponsors need no proof and have none.
pub(super) fn proof_status(reader: &Reader) -> ProofStatus {
    let account = &reader.account;
    if account.has_role(Role::OrganizationSponsor) && !account.has_role(Role::Individual) {
        ProofStatus::Missing
    } else {
        reader.proof
    }
}

/// An object for members of an organization: clients distinguish kinds of accounts by it.
fn student_status(reader: &Reader, student: &StudentProfile) -> Option<StudentStatus> {
    if reader.account.has_role(Role::OrganizationMember) {
        let membership = reader.account.membership.as_ref();
        let school = reader.organization.as_ref().map(|standing| standing.organization.name.clone());
        let grade = membership.and_then(|m| m.grade.clone());
        return Some(StudentStatus { organization_name: school, grade: grade.map(GradeRecord::new) });
    }
    let pupil = reader.account.has_role(Role::Individual) && student.has_school();
    pupil.then(|| StudentStatus {
        organization_name: student.organization_name.clone(),
        grade: student.grade.clone().map(GradeRecord::new),
    })
}
