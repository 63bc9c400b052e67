//! An export of the catalog that collection staff start (docs/export.md#in-the-browser).

use domain::record_formats::RecordFormat;
use domain::{AccountId, SiteId};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};

use crate::Job;

/// Writes titles of a site as records into a file of the file store. Running it again replaces the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportCatalog {
    pub site: SiteId,
    pub format: RecordFormat,
    /// Only titles that changed on this day (UTC) or later.
    pub since: Option<Date>,
    /// Only titles from records of this supplier, under the supplier's references.
    pub supplier: Option<String>,
    /// Only titles that readers can find, or could find before they were withdrawn.
    pub published: bool,
    pub file: String,
}

pub fn unique_key(site: &SiteId) -> String {
    format!("{}/{site}", ExportCatalog::KIND)
}

/// Enqueues an export for a member of collection staff. `None` if one of the same site waits or runs already.
pub async fn enqueue(
    tx: &mut Tx,
    job: &ExportCatalog,
    account: &AccountId,
    now: Timestamp,
) -> store::Result<Option<JobId>> {
    let key = unique_key(&job.site);
    let new = NewJob { unique_key: Some(&key), account: Some(account), ..job.to_new_job(now) };
    jobs::enqueue(tx, new, now).await
}

impl Job for ExportCatalog {
    const KIND: &'static str = "export_catalog";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;
}
