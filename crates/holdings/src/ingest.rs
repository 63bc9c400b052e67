//! Common steps of all ways to add a book: values that its metadata lacks, reading it, and writing its title.

use std::sync::Arc;

use delivery::reading::{BookRead, BookReadRequest, RefusedBook};
use domain::conversion_reports::Findings;
use domain::sites::Sharing;
use domain::{AccountId, ClientId, SiteId, Territory, Title, UsageRestriction};
use store::{StoreError, Tx, bisac, categories, titles};

use crate::{Context, count_findings, subjects};

/// A final change of a record.
pub type AdjustTitle = Arc<dyn Fn(&mut Title) + Send + Sync>;

/// Who adds books, for the audit.
#[derive(Debug, Clone)]
pub struct IngestActor {
    pub account: AccountId,
    pub client: ClientId,
    pub endpoint: &'static str,
}

/// Values that a book's own metadata cannot contain.
#[derive(Clone)]
pub struct Overrides {
    pub site: SiteId,
    pub usage: UsageRestriction,
    pub sharing: Sharing,
    /// Territory of distribution; worldwide by default.
    pub territory: Territory,
    /// A final change of the record before it is written; its id is 0 there.
    pub adjust: Option<AdjustTitle>,
    /// Who adds the book. `None` for the operator.
    pub actor: Option<IngestActor>,
}

impl Overrides {
    /// A book of one site, worldwide, not shared with other sites.
    pub fn new(site: SiteId, usage: UsageRestriction) -> Self {
        let territory = Territory { worldwide: true, ..Territory::default() };
        Self { site, usage, sharing: Sharing::None, territory, adjust: None, actor: None }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// The file is not a readable book; the text is for the person who sent it.
    #[error("{0}")]
    Book(String),
    /// The book was read and refused.
    #[error("{reason}")]
    Refused {
        /// The reason, for the person who sent it.
        reason: String,
        /// Parts that were repaired or left out before.
        findings: Findings,
    },
    #[error(transparent)]
    Files(#[from] delivery::Error),
    /// The database failed.
    #[error("database: {0}")]
    Store(#[from] StoreError),
}

/// Reads a whole book in a worker process. Errors are for the person who sent it.
pub async fn read_book(ctx: &Context, order: BookReadRequest) -> Result<BookRead, IngestError> {
    let read = ctx.delivery().read_book(order).await;
    let findings = read.as_ref().map_or_else(|refused| &refused.findings, |book| &book.findings);
    count_findings(findings);
    read.map_err(|RefusedBook { error, findings }| match error {
        delivery::Error::Book(reason) | delivery::Error::Limit(reason) => {
            IngestError::Refused { reason, findings }
        }
        other => IngestError::Files(other),
    })
}

/// Writes a title and its new categories. Conflicts as [`titles::insert`].
pub async fn write_title(tx: &mut Tx, title: &Title, hash: Option<&str>) -> store::Result<()> {
    titles::insert(tx, title, hash).await?;
    list_categories(tx, title).await
}

pub async fn list_categories(tx: &mut Tx, title: &Title) -> store::Result<()> {
    let (own, headings) = subjects::to_list(&title.metadata.categories);
    categories::upsert_many(&mut *tx, &own).await?;
    bisac::upsert_many(&mut *tx, &headings).await
}
