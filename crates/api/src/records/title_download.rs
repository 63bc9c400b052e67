use domain::downloads::{Download, DownloadStatus};
use domain::ids::AccountId;
use domain::titles::Title;
use serde::Serialize;
use utoipa::ToSchema;

use super::{FormatRecord, Link, NameRecord, StatusKey, StatusRecord, timestamp};
use crate::http::caller::Caller;
use crate::routes;
use crate::state::Api;

/// A line of the download history (spec 4, 2.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleDownload {
    /// Title identifier, here a text.
    pub service_id: String,
    /// Title proper.
    pub title: String,
    /// Authors.
    pub authors: Option<Vec<NameRecord>>,
    /// Format.
    pub format: FormatRecord,
    /// First request.
    pub date_requested: String,
    /// First complete fetch.
    pub date_downloaded: Option<String>,
    /// Display name of who asked.
    pub downloaded_by: String,
    /// Display name of whom it is for.
    pub downloaded_for: String,
    /// Deprecated: SUBMITTED, COMPLETED or FAILED.
    pub status: StatusRecord,
    /// Deprecated: the same again.
    pub packaging_status: StatusRecord,
    /// PENDING, AVAILABLE, DOWNLOADED, EXPIRED or FAILED.
    pub download_status: StatusRecord,
    /// self: the title; download: the same request again.
    pub links: Vec<Link>,
}

impl TitleDownload {
    /// The line of one record, as `caller` sees it; `name` knows the display names of accounts.
    pub fn new(
        api: &Api,
        caller: &Caller,
        download: &Download,
        title: &Title,
        name: impl Fn(&AccountId) -> String,
    ) -> Self {
        let status = download.status_at(caller.now);
        let (by, to) = (download.caller.as_ref(), download.recipient.as_ref());
        let own = caller.reader.as_ref().is_some_and(|reader| Some(&reader.account.id) == to);
        let for_user = to.filter(|_| !own).map(AccountId::as_str);
        let authors: Vec<NameRecord> = title.authors().map(|author| author.name().into()).collect();
        let packaging = packaging(status);
        Self {
            service_id: title.id.to_string(),
            title: title.metadata.title.clone(),
            authors: (!authors.is_empty()).then_some(authors),
            format: download.format.into(),
            date_requested: timestamp(download.date_requested),
            date_downloaded: download.date_downloaded.map(timestamp),
            downloaded_by: by.map(&name).unwrap_or_default(),
            downloaded_for: to.map(&name).unwrap_or_default(),
            status: packaging.clone(),
            packaging_status: packaging,
            download_status: standing(status),
            links: vec![
                Link::new("self", api.title_url(title.id)),
                Link::new("download", api.url(&routes::title_download(title.id, download.format, for_user))),
            ],
        }
    }
}

fn packaging(status: DownloadStatus) -> StatusRecord {
    let (key, text) = match status {
        DownloadStatus::Pending => (StatusKey::Submitted, "The title is being packaged."),
        DownloadStatus::Failed => (StatusKey::Failed, "The title could not be packaged."),
        DownloadStatus::Available | DownloadStatus::Downloaded | DownloadStatus::Expired => {
            (StatusKey::Completed, "The title was packaged.")
        }
    };
    StatusRecord::new(key, text)
}

fn standing(status: DownloadStatus) -> StatusRecord {
    let (key, text) = match status {
        DownloadStatus::Pending => (StatusKey::Pending, "The title is being packaged."),
        DownloadStatus::Available => (StatusKey::Available, "The package is ready."),
        DownloadStatus::Downloaded => (StatusKey::Downloaded, "The package was downloaded."),
        DownloadStatus::Expired => (StatusKey::Expired, "The package was thrown away; ask for it again."),
        DownloadStatus::Failed => (StatusKey::Failed, "The title could not be packaged; ask for it again."),
    };
    StatusRecord::new(key, text)
}
