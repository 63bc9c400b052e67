use domain::reference_organizations::ReferenceOrganization;

use super::AddressRecord;
use crate::http::Link;

/// An entry of the reference list of organizations (docs/rules/records.md#rule-32).
#[endpoint::record]
pub struct ReferenceOrganizationRecord {
    /// Postal address.
    pub address: AddressRecord,
    /// Always empty: an entry has no address of its own.
    pub links: Vec<Link>,
    /// Address of its location.
    pub location_address: AddressRecord,
    /// Name.
    pub name: String,
    /// Name of its parent, for example a school's district.
    pub parent_name: Option<String>,
    /// Identifier, for `referenceOrgId` of a registration or a student profile.
    pub reference_org_id: String,
}

impl From<ReferenceOrganization> for ReferenceOrganizationRecord {
    fn from(entry: ReferenceOrganization) -> Self {
        Self {
            location_address: entry.physical_address().clone().into(),
            address: entry.address.into(),
            links: Vec::new(),
            name: entry.name,
            parent_name: entry.parent_name,
            reference_org_id: entry.id,
        }
    }
}
