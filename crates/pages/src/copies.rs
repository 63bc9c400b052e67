//! States of copies, in words.

use domain::downloads::{Download, DownloadStatus, PACKAGE_LIFETIME};
use jiff::Timestamp;

use crate::{Page, format_moment};

pub(crate) fn describe_copy(page: &Page<'_>, download: &Download, now: Timestamp) -> String {
    match download.status_at(now) {
        DownloadStatus::Pending => page.text("history-pending"),
        DownloadStatus::Failed => page.text("history-failed"),
        DownloadStatus::Expired => page.text("history-expired"),
        DownloadStatus::Available | DownloadStatus::Downloaded => {
            let until = download.date_packaged.and_then(|at| at.checked_add(PACKAGE_LIFETIME).ok());
            until.map_or_else(
                || page.text("history-ready"),
                |at| page.with_name("history-until", &format_moment(page, at)),
            )
        }
    }
}
