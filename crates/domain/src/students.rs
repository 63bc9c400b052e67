//! A student's school, as the student states it (docs/rules/records.md#rule-24).

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
    /// Returns true if there is a school; a grade alone does not count.
    pub fn has_school(&self) -> bool {
        self.organization_name.is_some() || self.reference_org_id.is_some()
    }

    /// Removes the school; the grade stays.
    pub fn leave_school(&mut self) {
        (self.organization_name, self.reference_org_id) = (None, None);
    }
}
