use domain::organization_types::OrganizationType;

/// A type of organization (docs/rules/records.md#rule-32).
#[endpoint::record]
pub struct OrganizationTypeRecord {
    /// Name: the value for `organizationType`.
    pub name: String,
    /// Description for people.
    pub description: String,
}

impl From<OrganizationType> for OrganizationTypeRecord {
    fn from(kind: OrganizationType) -> Self {
        Self { name: kind.name, description: kind.description }
    }
}
