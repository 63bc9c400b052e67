use domain::organization_types::OrganizationType;
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of organization (docs/rules/records.md#rule-32).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrganizationTypeRecord {
    /// Name: what `organizationType` takes.
    pub name: String,
    /// What people read.
    pub description: String,
}

impl From<OrganizationType> for OrganizationTypeRecord {
    fn from(kind: OrganizationType) -> Self {
        Self { name: kind.name, description: kind.description }
    }
}
