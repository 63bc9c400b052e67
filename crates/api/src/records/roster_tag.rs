use services::roster_tags::RosterTag;

use crate::http::Link;
use crate::{Api, routes};

/// A district, a school, or both, in a roster (docs/rules/records.md#rule-35).
#[endpoint::record]
pub struct RosterTagRecord {
    /// Identifier.
    pub roster_tag_id: i64,
    /// District.
    pub district_name: Option<String>,
    /// School.
    pub school_name: Option<String>,
    /// self.
    pub links: Vec<Link>,
}

impl RosterTagRecord {
    pub fn new(api: &Api, tag: &RosterTag) -> Self {
        Self {
            roster_tag_id: tag.id,
            district_name: tag.district.clone(),
            school_name: tag.school.clone(),
            links: vec![Link::new("self", api.absolute_url(&routes::my_roster_tag(tag.id)))],
        }
    }
}
