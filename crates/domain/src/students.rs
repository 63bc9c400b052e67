//! The school of somebody who is no member of an organization (spec 4, 2.7).

/// A school and a grade as the person gave them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StudentProfile {
    /// The school's name.
    pub organization_name: Option<String>,
    /// The school in the list of reference organizations.
    pub reference_org_id: Option<String>,
    /// Grade code (ONIX code list 77 or BIC).
    pub grade: Option<String>,
}

impl StudentProfile {
    /// Nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
