//! The roles of OneRoster 1.2 and School Data Sync 2.1, which tell who is a student.

use std::collections::{HashMap, HashSet};

use super::ExportFiles;
use super::csv_file::CsvFileRow;
use crate::RosterFileError;
use crate::error::Result;

pub(super) fn is_deleted(row: &CsvFileRow<'_>) -> bool {
    row.cell("status").eq_ignore_ascii_case("tobedeleted")
}

#[derive(Debug)]
pub(super) struct StudentRoles {
    by_user: HashMap<String, StudentRole>,
    /// Identifiers of people with other roles.
    others: HashSet<String>,
}

#[derive(Debug)]
pub(super) struct StudentRole {
    /// Identifiers of organizations; that of the primary role first.
    pub(super) organizations: Vec<String>,
    /// The grade in School Data Sync; that of the primary role counts.
    pub(super) grade: String,
    /// True if all of these roles are to be deleted.
    pub(super) has_ended: bool,
}

impl StudentRoles {
    /// Reads the roles; `is_optional` is true for an export of changes, in which no role may have changed.
    pub(super) fn read(files: &mut ExportFiles<'_, '_>, is_optional: bool) -> Result<Self> {
        let mut by_user: HashMap<String, StudentRole> = HashMap::new();
        let mut others = HashSet::new();
        let exists = files.read_each("roles.csv", &["userSourcedId", "role"], |row| {
            if !row.cell("role").eq_ignore_ascii_case("student") {
                others.insert(row.cell("userSourcedId").to_owned());
                return;
            }
            let new = || StudentRole { organizations: Vec::new(), grade: String::new(), has_ended: true };
            let role = by_user.entry(row.cell("userSourcedId").to_owned()).or_insert_with(new);
            if is_deleted(row) {
                return;
            }
            role.has_ended = false;
            let organization = row.cell("orgSourcedId").to_owned();
            let grade = row.first_cell(&["grades", "grade"]);
            let is_primary = row.cell("roleType").eq_ignore_ascii_case("primary")
                || row.cell("isPrimary").eq_ignore_ascii_case("true");
            if is_primary {
                role.organizations.insert(0, organization);
            } else {
                role.organizations.push(organization);
            }
            if role.grade.is_empty() || is_primary && !grade.is_empty() {
                grade.clone_into(&mut role.grade);
            }
        })?;
        let missing = RosterFileError::MissingFile { file: "roles.csv".to_owned() };
        if exists || is_optional { Ok(Self { by_user, others }) } else { Err(missing) }
    }

    /// The roles of a person who is a student.
    pub(super) fn find_student(&self, user: &str) -> Option<&StudentRole> {
        self.by_user.get(user)
    }

    /// Returns true if the export states a role of this person.
    pub(super) fn has_role(&self, user: &str) -> bool {
        self.by_user.contains_key(user) || self.others.contains(user)
    }

    pub(super) fn have_grades(&self) -> bool {
        self.by_user.values().any(|role| !role.grade.is_empty())
    }
}
