use domain::offering::AsOffering as _;
use domain::{AccountId, ContributorType, DownloadStatus, OfferedItem};
use services::Operation;
use services::downloads::history::HistoryEntry;

use super::{FormatRecord, NameRecord, StatusKey, StatusRecord, format_timestamp};
use crate::http::Link;
use crate::{Api, routes};

/// A line of the download history (docs/rules/records.md#rule-17).
#[endpoint::record]
pub struct TitleDownload {
    /// Identifier of the title, here a string, or of the edition.
    pub service_id: String,
    /// Title proper; for an edition the periodical's title and the edition's name.
    pub title: String,
    /// Authors; empty for an edition.
    pub authors: Vec<NameRecord>,
    /// Format.
    pub format: FormatRecord,
    /// First request.
    pub date_requested: String,
    /// First complete download.
    pub date_downloaded: Option<String>,
    /// Display name of the person who requested it.
    pub downloaded_by: String,
    /// Display name of the recipient.
    pub downloaded_for: String,
    /// Deprecated: SUBMITTED, COMPLETED or FAILED.
    pub status: StatusRecord,
    /// Deprecated: the same value.
    pub packaging_status: StatusRecord,
    /// PENDING, AVAILABLE, DOWNLOADED, EXPIRED or FAILED.
    pub download_status: StatusRecord,
    /// self: the title or edition; download: the same request.
    pub links: Vec<Link>,
}

impl TitleDownload {
    /// The record of an entry for the caller. `None` if the title or edition no longer exists.
    pub fn new(api: &Api, op: &Operation, entry: &HistoryEntry) -> Option<Self> {
        let download = &entry.download;
        let item = entry.item.as_ref()?;
        let path = routes::item_path(&item.as_offering().address());
        let authors = match item {
            OfferedItem::Title(title) => {
                title.contributors(ContributorType::Author).map(|author| author.name().into()).collect()
            }
            OfferedItem::Edition(_) => Vec::new(),
        };
        let status = download.status_at(op.now);
        let to = download.recipient.as_ref();
        let own = op.reader.as_ref().is_some_and(|reader| Some(&reader.account.id) == to);
        let for_user = to.filter(|_| !own).map(AccountId::as_str);
        let packaging = packaging_status(status);
        Some(Self {
            service_id: download.item.to_string(),
            title: item.as_offering().name(),
            authors,
            format: download.format.into(),
            date_requested: format_timestamp(download.date_requested),
            date_downloaded: download.date_downloaded.map(format_timestamp),
            downloaded_by: entry.caller_name.clone(),
            downloaded_for: entry.recipient.clone(),
            status: packaging.clone(),
            packaging_status: packaging,
            download_status: download_status_record(status),
            links: vec![
                Link::new("self", api.absolute_url(&path)),
                Link::new(
                    "download",
                    api.absolute_url(&routes::download_path(&path, download.format, for_user)),
                ),
            ],
        })
    }
}

fn packaging_status(status: DownloadStatus) -> StatusRecord {
    let (key, text) = match status {
        DownloadStatus::Pending => (StatusKey::Submitted, "The title is being packaged."),
        DownloadStatus::Failed => (StatusKey::Failed, "The title could not be packaged."),
        DownloadStatus::Available | DownloadStatus::Downloaded | DownloadStatus::Expired => {
            (StatusKey::Completed, "The title was packaged.")
        }
    };
    StatusRecord::new(key, text)
}

fn download_status_record(status: DownloadStatus) -> StatusRecord {
    let (key, text) = match status {
        DownloadStatus::Pending => (StatusKey::Pending, "The title is being packaged."),
        DownloadStatus::Available => (StatusKey::Available, "The package is ready."),
        DownloadStatus::Downloaded => (StatusKey::Downloaded, "The package was downloaded."),
        DownloadStatus::Expired => (StatusKey::Expired, "The package was thrown away; ask for it again."),
        DownloadStatus::Failed => (StatusKey::Failed, "The title could not be packaged; ask for it again."),
    };
    StatusRecord::new(key, text)
}
