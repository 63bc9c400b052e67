//! The roles of OneRoster 1.2, which tell who is a student.

use std::collections::HashMap;

use super::ExportFiles;
use super::csv_file::CsvFileRow;
use crate::error::{Result, RosterFileError};

pub(super) fn is_deleted(row: &CsvFileRow<'_>) -> bool {
    row.cell("status").eq_ignore_ascii_case("tobedeleted")
}

/// The students of an export.
#[derive(Debug)]
pub(super) struct StudentRoles {
    by_user: HashMap<String, StudentRole>,
}

/// The roles of one person as a student.
#[derive(Debug)]
pub(super) struct StudentRole {
    /// Identifiers of organizations; that of the primary role first.
    pub(super) organizations: Vec<String>,
    /// True if all of these roles are to be deleted.
    pub(super) has_ended: bool,
}

impl StudentRoles {
    pub(super) fn read(files: &mut ExportFiles<'_, '_>) -> Result<Self> {
        let mut by_user: HashMap<String, StudentRole> = HashMap::new();
        let exists = files.read_each("roles.csv", &["userSourcedId", "role"], |row| {
            if !row.cell("role").eq_ignore_ascii_case("student") {
                return;
            }
            let new = || StudentRole { organizations: Vec::new(), has_ended: true };
            let role = by_user.entry(row.cell("userSourcedId").to_owned()).or_insert_with(new);
            if is_deleted(row) {
                return;
            }
            role.has_ended = false;
            let organization = row.cell("orgSourcedId").to_owned();
            if row.cell("roleType").eq_ignore_ascii_case("primary") {
                role.organizations.insert(0, organization);
            } else {
                role.organizations.push(organization);
            }
        })?;
        let missing = RosterFileError::MissingFile { file: "roles.csv".to_owned() };
        if exists { Ok(Self { by_user }) } else { Err(missing) }
    }

    /// The roles of a person who is a student.
    pub(super) fn find_student(&self, user: &str) -> Option<&StudentRole> {
        self.by_user.get(user)
    }
}
