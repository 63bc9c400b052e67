use super::GradeRecord;
use crate::http::Link;

/// School and grade (docs/rules/records.md#rule-24).
#[endpoint::record]
pub struct StudentProfileRecord {
    /// The school, or the organization of a member.
    pub organization_name: Option<String>,
    /// District on the organization's roster, or of the reference organization.
    pub district_name: Option<String>,
    /// School on the organization's roster, or the reference organization.
    pub school_name: Option<String>,
    /// Grade.
    pub grade: Option<GradeRecord>,
    /// A subscription is active, the caller's own or the organization's.
    pub active_subscription: bool,
    /// self.
    pub links: Vec<Link>,
    /// PUT and DELETE.
    pub allows: Option<Vec<&'static str>>,
}
