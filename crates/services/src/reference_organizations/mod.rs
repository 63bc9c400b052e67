//! The list of organizations that exist, to register one of them or to choose one's school.

mod import;
mod table;
mod upload;

pub use import::{FaultyRow, ImportReport, MAX_LISTED_FAULTS, import};
pub use upload::{
    MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, ReferenceUpload, UploadedList, import_upload, preview_upload, upload,
};

use domain::normalization::search_words;
use domain::organization_types::OrganizationType;
use domain::reference_organizations::ReferenceOrganization;
use domain::{AuditSubject, AuditedAct, SiteId};
use store::Tx;
use store::reference_organizations::ReferenceSearch;

use crate::organization_types::require_names;
use crate::{
    Error, ErrorKey, Fault, Faults, Field, KeyPage, Operation, PageRequest, Reason, Result, RowPosition,
    Rows, ValueList,
};

pub use store::reference_organizations::{ReferenceFilter, ReferencePosition};

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

/// Search terms for an organization in the reference list.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferenceQuestion<'a> {
    pub name: Option<&'a str>,
    /// Its city, in full and in any case.
    pub city: Option<&'a str>,
}

impl ReferenceQuestion<'_> {
    fn to_search(self) -> ReferenceSearch {
        let mut words = self.name.map(search_words).unwrap_or_default();
        words.truncate(MAX_WORDS);
        ReferenceSearch { words, city: self.city.map(str::to_owned) }
    }
}

/// A page of the entries that match, by name, and the types of organizations; of all entries without anything
/// to look for.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn find_page(
    op: &Operation,
    question: ReferenceQuestion<'_>,
    page: KeyPage<ReferencePosition>,
) -> Result<(Rows<ReferencePosition, ReferenceOrganization>, Vec<OrganizationType>)> {
    op.require_administrator()?;
    let search = question.to_search();
    let total = store::reference_organizations::count_matches(op.db(), &search).await?;
    let limit = page.limit.saturating_add(1);
    let rows = store::reference_organizations::list(op.db(), &search, &KeyPage { limit, ..page }).await?;
    let types = store::organization_types::list(op.db()).await?;
    Ok((Rows::from_forward_rows(rows, limit, total), types))
}

/// An entry, and the types from which another one is chosen.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn open(op: &Operation, id: &str) -> Result<(ReferenceOrganization, Vec<OrganizationType>)> {
    op.require_administrator()?;
    let entry = store::reference_organizations::get(op.db(), id).await?;
    let entry = entry.ok_or_else(|| unknown_entry(id))?;
    Ok((entry, store::organization_types::list(op.db()).await?))
}

fn unknown_entry(id: &str) -> Error {
    Error::Explained(ErrorKey::NotFound, format!("there is no entry {id}"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddOutcome {
    Added,
    /// There is an entry with this identifier. The types are for the form, which is shown again.
    Exists(Vec<OrganizationType>),
}

/// Adds an entry.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; the fault of a type that does not exist.
pub async fn add(op: &Operation, entry: &ReferenceOrganization) -> Result<AddOutcome> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let types = store::organization_types::list(&mut tx).await?;
    if store::reference_organizations::get(&mut tx, &entry.id).await?.is_some() {
        tx.rollback().await?;
        return Ok(AddOutcome::Exists(types));
    }
    check_kind(&types, &entry.kind)?;
    write_entry(op, &mut tx, entry).await?;
    tx.commit().await?;
    tracing::info!(id = entry.id, by = op.log_name(), "an entry of the reference list is added");
    Ok(AddOutcome::Added)
}

/// Replaces an entry. It may keep a type that does not exist any more.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`; the fault of a type that does
/// not exist.
pub async fn change(op: &Operation, entry: &ReferenceOrganization) -> Result<()> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let before = store::reference_organizations::get(&mut tx, &entry.id).await?;
    let before = before.ok_or_else(|| unknown_entry(&entry.id))?;
    if entry.kind != before.kind {
        check_kind(&store::organization_types::list(&mut tx).await?, &entry.kind)?;
    }
    write_entry(op, &mut tx, entry).await?;
    tx.commit().await?;
    tracing::info!(id = entry.id, by = op.log_name(), "an entry of the reference list is changed");
    Ok(())
}

async fn write_entry(op: &Operation, tx: &mut Tx, entry: &ReferenceOrganization) -> Result<()> {
    store::reference_organizations::upsert_many(tx, std::slice::from_ref(entry)).await?;
    op.record_change(tx, AuditedAct::ChangeReferenceOrganizations, AuditSubject::Library).await
}

fn check_kind(types: &[OrganizationType], kind: &str) -> Result<()> {
    if types.iter().any(|known| known.name == kind) { Ok(()) } else { Err(unknown_kind(kind)) }
}

fn unknown_kind(kind: &str) -> Error {
    let reason = format!("{kind} is not a type");
    Fault::new(ErrorKey::InvalidParameter, Field::OrganizationType, reason).into()
}

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
    let search = question.to_search();
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

/// Removes an entry.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn remove(op: &Operation, id: &str) -> Result<()> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    if !store::reference_organizations::remove(&mut tx, id).await? {
        return Err(unknown_entry(id));
    }
    op.commit_change(tx, AuditedAct::ChangeReferenceOrganizations, AuditSubject::Library).await?;
    tracing::info!(id, by = op.log_name(), "an entry of the reference list is removed");
    Ok(())
}
