//! Schools and districts of an export.

use std::collections::HashMap;

use super::ExportFiles;
use super::students::is_deleted;
use crate::DeclaredSchool;
use crate::error::Result;

/// Steps from a school up to its district, at most.
const MAX_PARENTS: usize = 20;
/// Kinds of organizations that are schools; those besides `school` are of School Data Sync.
const SCHOOLS: &[&str] = &["school", "college", "university", "campus"];
const DISTRICTS: &[&str] = &["district", "localauthority", "local"];

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

impl Organization {
    fn is_one_of(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind.as_str())
    }
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
        let mut schools = self.by_id.iter().filter(|(_, organization)| organization.is_one_of(SCHOOLS));
        let (id, school) = schools.next()?;
        let declared = DeclaredSchool { sourced_id: Some(id.clone()), name: school.name.clone() };
        schools.next().is_none().then_some(declared)
    }

    pub(super) fn has_schools(&self) -> bool {
        self.has_kind(SCHOOLS)
    }

    pub(super) fn has_districts(&self) -> bool {
        self.has_kind(DISTRICTS)
    }

    fn has_kind(&self, kinds: &[&str]) -> bool {
        self.by_id.values().any(|organization| organization.is_one_of(kinds))
    }

    /// The names of the first school among these organizations and of its district; empty if there are none.
    pub(super) fn find_school<'o>(&'o self, ids: &str) -> (&'o str, &'o str) {
        let of_kind = |kinds: &[&str]| {
            let mut listed = ids.split(',').filter_map(|id| self.by_id.get(id.trim()));
            listed.find(|organization| organization.is_one_of(kinds))
        };
        let school = of_kind(SCHOOLS);
        let mut district = of_kind(DISTRICTS);
        let mut next = school;
        for _ in 0..MAX_PARENTS {
            let Some(organization) = next.filter(|_| district.is_none()) else { break };
            next = self.by_id.get(&organization.parent);
            district = next.filter(|parent| parent.is_one_of(DISTRICTS));
        }
        let name = |organization: Option<&'o Organization>| organization.map_or("", |it| it.name.as_str());
        (name(school), name(district))
    }
}
