use domain::organization_types::OrganizationType;
use serde::Serialize;
use utoipa::ToSchema;

/// A type of organization (docs/rules/records.md#rule-32).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
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
