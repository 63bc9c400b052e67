//! New periodicals, without editions, which are ingested.

use domain::periodicals::SeriesType;
use domain::{AuditSubject, AuditedAct, Category, Series, SeriesId, SiteId};

use crate::error::already_exists_on_conflict;
use crate::{Operation, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeries {
    /// The identifier. `None` for a random one. One that exists is refused, so that a form that is sent again
    /// creates nothing.
    pub id: Option<SeriesId>,
    pub title: String,
    pub kind: SeriesType,
    /// ISSN, as printed.
    pub issn: Option<String>,
    /// A few sentences.
    pub description: Option<String>,
    pub publisher: Option<String>,
    /// A category code of an outside scheme.
    pub external_category_code: Option<String>,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// Subjects.
    pub categories: Vec<Category>,
    /// The only countries where it may be distributed, ISO 3166-1 alpha-2. Empty means everywhere.
    pub countries: Vec<String>,
}

/// Creates a periodical of the staff member's own site.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; `ALREADY_EXISTS` if a periodical has this identifier.
pub async fn create(op: &Operation, new: NewSeries) -> Result<Series> {
    op.require_collection_staff()?;
    insert_series(op, op.view_site().clone(), new).await
}

/// Adds a periodical to a site. The caller has checked who may.
pub(super) async fn insert_series(op: &Operation, site: SiteId, new: NewSeries) -> Result<Series> {
    let series = Series {
        id: new.id.unwrap_or_else(|| op.random_id()),
        site,
        title: new.title,
        series_type: new.kind,
        issn: new.issn,
        description: new.description,
        publisher: new.publisher,
        external_category_code: new.external_category_code,
        categories: new.categories,
        languages: new.languages,
        countries: new.countries.into_iter().collect(),
        created: op.now,
        updated: op.now,
    };
    let mut tx = op.db().begin().await?;
    store::periodicals::insert(&mut tx, &series).await.map_err(already_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreatePeriodical, AuditSubject::Series(&series.id)).await?;
    Ok(series)
}
