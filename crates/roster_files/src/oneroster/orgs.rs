//! Schools and districts of an export.

use std::collections::HashMap;

use super::ExportFiles;
use super::students::is_deleted;
use crate::DeclaredSchool;
use crate::error::Result;

/// Steps from a school up to its district, at most.
const MAX_PARENTS: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Organizations {
    by_id: HashMap<String, Organization>,
}

#[derive(Debug)]
struct Organization {
    name: String,
    kind: String,
    parent: String,
}

impl Organizations {
    pub(super) fn read(files: &mut ExportFiles<'_, '_>) -> Result<Self> {
        let mut by_id = HashMap::new();
        files.read_each("orgs.csv", &["sourcedId", "name", "type"], |row| {
            if !is_deleted(row) {
                let organization = Organization {
                    name: row.cell("name").to_owned(),
                    kind: row.cell("type").to_ascii_lowercase(),
                    parent: row.cell("parentSourcedId").to_owned(),
                };
                by_id.insert(row.cell("sourcedId").to_owned(), organization);
            }
        })?;
        Ok(Self { by_id })
    }

    pub(super) fn only_school(&self) -> Option<DeclaredSchool> {
        let mut schools = self.by_id.iter().filter(|(_, organization)| organization.kind == "school");
        let (id, school) = schools.next()?;
        let declared = DeclaredSchool { sourced_id: Some(id.clone()), name: school.name.clone() };
        schools.next().is_none().then_some(declared)
    }

    pub(super) fn has_schools(&self) -> bool {
        self.has_kind("school")
    }

    pub(super) fn has_districts(&self) -> bool {
        self.has_kind("district")
    }

    fn has_kind(&self, kind: &str) -> bool {
        self.by_id.values().any(|organization| organization.kind == kind)
    }

    /// The names of the first school among these organizations and of its district; empty if there are none.
    pub(super) fn find_school<'o>(&'o self, ids: &str) -> (&'o str, &'o str) {
        let of_kind = |kind: &str| {
            let mut listed = ids.split(',').filter_map(|id| self.by_id.get(id.trim()));
            listed.find(|organization| organization.kind == kind)
        };
        let school = of_kind("school");
        let mut district = of_kind("district");
        let mut next = school;
        for _ in 0..MAX_PARENTS {
            let Some(organization) = next.filter(|_| district.is_none()) else { break };
            next = self.by_id.get(&organization.parent);
            district = next.filter(|parent| parent.kind == "district");
        }
        let name = |organization: Option<&'o Organization>| organization.map_or("", |it| it.name.as_str());
        (name(school), name(district))
    }
}
