//! Roster tags: the districts and schools of an organization.

use domain::AuditedAct;
use store::StoreError;

use crate::{Error, ErrorKey, Fault, Field, Operation, PageRequest, Reason, Result, RowPosition, Rows};

pub use store::roster_tags::RosterTag;

/// A page of the tags of the sponsor's organization, or only the tag `only`, by the date they were added.
pub async fn list(
    op: &Operation,
    only: Option<i64>,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Rows<RowPosition<i64>, RosterTag>> {
    let organization = &op.require_sponsor()?.organization.id;
    let total = store::roster_tags::count(op.db(), organization, only).await?;
    let rows = store::roster_tags::page(op.db(), organization, only, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A tag that is not stored yet. One of the names is required.
#[derive(Debug, Clone, Copy)]
pub struct NewRosterTag<'a> {
    pub district: Option<&'a str>,
    pub school: Option<&'a str>,
}

/// Adds a tag to the sponsor's organization.
///
/// # Errors
/// `MISSING_PARAMETER` if there is neither a district nor a school; `ROSTER_TAG_EXISTS`.
pub async fn add(op: &Operation, new: NewRosterTag<'_>) -> Result<RosterTag> {
    let NewRosterTag { district, school } = new;
    if district.is_none() && school.is_none() {
        let reason = Reason::from_field(Field::DistrictName)
            .then_text(", ")
            .then_field(Field::SchoolName)
            .then_text(": at least one is required");
        return Err(Fault::of_request(ErrorKey::MissingParameter, reason).into());
    }
    let (district, school) = (district.map(str::trim), school.map(str::trim));
    let organization = &op.require_sponsor()?.organization.id;
    let mut tx = op.db().begin().await?;
    let tag = store::roster_tags::add(&mut tx, organization, district, school, op.now).await;
    let tag = tag.map_err(tag_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreateRosterTag, organization).await?;
    Ok(tag)
}

fn tag_exists_on_conflict(error: StoreError) -> Error {
    if error.is_conflict() { ErrorKey::RosterTagExists.into() } else { error.into() }
}
