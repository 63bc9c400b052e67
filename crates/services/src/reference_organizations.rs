//! The list of organizations that exist, to register one of them or to choose one's school.

use std::collections::{BTreeMap, BTreeSet};

use domain::SiteId;
use domain::normalization::search_words;
use domain::reference_organizations::ReferenceOrganization;
use store::reference_organizations::ReferenceSearch;

use crate::error::Fault;
use crate::organization_types::require_names;
use crate::reason::{Reason, ValueList};
use crate::{Error, ErrorKey, Faults, Field, Operation, PageRequest, Result, RowPosition, Rows};

pub use store::reference_organizations::ReferenceFilter;

/// A page of the list. `part` is `None` if the token of the page is not valid for this search, which is
/// reported after the faults of the search.
///
/// # Errors
/// `CLIENT_NOT_ALLOWED` for keys without the privilege; the faults of the request, among them an organization
/// type that does not exist; then the fault of the page's start.
pub async fn list(
    op: &Operation,
    sought: &ReferenceFilter,
    mut faults: Faults,
    part: Option<PageRequest<'_, (), String>>,
) -> Result<Rows<RowPosition<String>, ReferenceOrganization>> {
    op.require_reference_key()?;
    if !faults.has_field(Field::OrganizationTypes) {
        require_names(op, Field::OrganizationTypes, &sought.kinds, &mut faults).await?;
    }
    faults.into_result()?;
    let part = part.ok_or_else(|| {
        let reason = "must be the `next` value of a previous page of this list.";
        Fault::new(ErrorKey::InvalidParameter, Field::Start, reason)
    })?;
    let total = store::reference_organizations::count(op.db(), sought).await?;
    let rows = store::reference_organizations::page(op.db(), sought, part).await?;
    Ok(Rows::from_part_rows(rows, &part, total))
}

/// Maximum number of entries of the reference list that a search shows.
pub const MAX_REFERENCES: u32 = 20;

/// Further words of a search in the reference list are ignored.
const MAX_WORDS: usize = 10;

/// Knowledge of the organization that somebody looks for in the reference list.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferenceQuestion<'a> {
    pub name: Option<&'a str>,
    /// Its city, in full and in any case.
    pub city: Option<&'a str>,
}

/// Entries of the reference list.
#[derive(Debug, Clone, Default)]
pub struct FoundReferences {
    /// At most [`MAX_REFERENCES`], by name.
    pub entries: Vec<ReferenceOrganization>,
    /// False if the search finds more entries than these.
    pub is_complete: bool,
}

/// Finds entries of the reference list for somebody who registers an organization; none without anything to
/// look for. `None` if the site admits no organizations.
pub async fn find_for_applicant(
    op: &Operation,
    site: &SiteId,
    question: ReferenceQuestion<'_>,
) -> Result<Option<FoundReferences>> {
    if !store::sites::joining_rules(op.db(), site).await?.admits_organizations() {
        return Ok(None);
    }
    let mut words = question.name.map(search_words).unwrap_or_default();
    words.truncate(MAX_WORDS);
    let search = ReferenceSearch { words, city: question.city.map(str::to_owned) };
    let mut entries = store::reference_organizations::find(op.db(), &search, MAX_REFERENCES + 1).await?;
    let is_complete = entries.len() <= MAX_REFERENCES as usize;
    entries.truncate(MAX_REFERENCES as usize);
    Ok(Some(FoundReferences { entries, is_complete }))
}

/// The entry with this identifier; adds a fault to `referenceOrgId` if there is none.
pub async fn find_entry(
    op: &Operation,
    id: &str,
    faults: &mut Faults,
) -> Result<Option<ReferenceOrganization>> {
    let entry = store::reference_organizations::get(op.db(), id).await?;
    if entry.is_none() {
        let reason = Reason::from("must be one of ").then_list(ValueList::ReferenceOrganizations);
        faults.add(ErrorKey::InvalidParameter, Field::ReferenceOrgId, reason);
    }
    Ok(entry)
}

/// Entries of one transaction of an import.
const BATCH: usize = 500;

/// An import of entries: each is added, or replaces the one with its identifier. A list may be larger than
/// the memory, so the entries are written in batches; those that were written stay if the import ends early.
pub struct ReferenceImport<'a> {
    op: &'a Operation,
    types: BTreeSet<String>,
    batch: BTreeMap<String, ReferenceOrganization>,
    written: usize,
}

impl<'a> ReferenceImport<'a> {
    /// Begins an import. `otherwise` is the type that entries without one get, if the operator names one.
    ///
    /// # Errors
    /// `FORBIDDEN` for everybody but the operator; the fault of a type that does not exist.
    pub async fn begin(op: &'a Operation, otherwise: Option<&str>) -> Result<Self> {
        op.require_operator()?;
        let types = store::organization_types::list(op.db()).await?;
        let types = types.into_iter().map(|kind| kind.name).collect();
        let import = Self { op, types, batch: BTreeMap::new(), written: 0 };
        if let Some(kind) = otherwise {
            import.validate_type(kind)?;
        }
        Ok(import)
    }

    /// Adds an entry. Of several in one batch with the same identifier the last one counts.
    ///
    /// # Errors
    /// The fault of a type that does not exist: the entry is skipped.
    pub async fn add(&mut self, entry: ReferenceOrganization) -> Result<()> {
        self.validate_type(&entry.kind)?;
        self.batch.insert(entry.id.clone(), entry);
        if self.batch.len() == BATCH { self.write_batch().await } else { Ok(()) }
    }

    /// Writes what is left. Returns how many entries were written altogether.
    pub async fn finish(mut self) -> Result<usize> {
        self.write_batch().await?;
        Ok(self.written)
    }

    fn validate_type(&self, kind: &str) -> Result<()> {
        if self.types.contains(kind) {
            return Ok(());
        }
        let reason = format!("{kind} is not a type");
        Err(Fault::new(ErrorKey::InvalidParameter, Field::OrganizationType, reason).into())
    }

    async fn write_batch(&mut self) -> Result<()> {
        let entries: Vec<ReferenceOrganization> = std::mem::take(&mut self.batch).into_values().collect();
        let mut tx = self.op.db().begin().await?;
        store::reference_organizations::upsert_many(&mut tx, &entries).await?;
        tx.commit().await?;
        self.written += entries.len();
        Ok(())
    }
}

impl std::fmt::Debug for ReferenceImport<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Import").field("written", &self.written).finish_non_exhaustive()
    }
}

/// Removes an entry.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `NOT_FOUND`.
pub async fn remove(op: &Operation, id: &str) -> Result<()> {
    op.require_operator()?;
    if store::reference_organizations::remove(op.db(), id).await? {
        Ok(())
    } else {
        Err(Error::Explained(ErrorKey::NotFound, format!("there is no entry {id}")))
    }
}
