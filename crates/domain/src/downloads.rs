//! Download records: one caller, one recipient, one title or edition, one format
//! (docs/rules/downloads.md#rule-1).

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{AccountId, CopySettings, DownloadId, EditionId, Format, SeriesId, TitleId, wire_enum};

wire_enum! {
    /// The state of a download, as its record's `downloadStatus` (docs/rules/records.md#rule-17).
    pub enum DownloadStatus {
        /// Being packaged.
        Pending = "PENDING",
        /// Ready to fetch.
        Available = "AVAILABLE",
        /// Fetched.
        Downloaded = "DOWNLOADED",
        /// The package was deleted; the next request creates it again.
        Expired = "EXPIRED",
        Failed = "FAILED",
    }
}

/// Lifetime of a finished package (docs/rules/downloads.md#rule-5).
pub const PACKAGE_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// Lifetime of a delivery address (docs/rules/downloads.md#rule-4).
pub const DELIVERY_LIFETIME: SignedDuration = SignedDuration::from_mins(60);

/// Lifetime of a file resource's address (docs/rules/downloads.md#rule-7).
pub const RESOURCE_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// Lifetime of a package that single files are taken from: it is listed for a day, and the last addresses
/// of its files work for another.
pub const FILES_LIFETIME: SignedDuration = SignedDuration::from_hours(48);

/// Lifetime of an order of copies for several members: packages are made within hours, and expire after a
/// day.
pub const COPY_BATCH_LIFETIME: SignedDuration = SignedDuration::from_hours(48);

/// The title or edition of a download. Displayed as its identifier, the `serviceId` of the history
/// (docs/rules/records.md#rule-17).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Item {
    Title(TitleId),
    Edition(EditionId),
}

impl Item {
    pub fn title(&self) -> Option<TitleId> {
        match self {
            Self::Title(id) => Some(*id),
            Self::Edition(_) => None,
        }
    }

    pub fn edition(&self) -> Option<&EditionId> {
        match self {
            Self::Title(_) => None,
            Self::Edition(id) => Some(id),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Title(id) => id.fmt(f),
            Self::Edition(id) => id.fmt(f),
        }
    }
}

impl From<TitleId> for Item {
    fn from(id: TitleId) -> Self {
        Self::Title(id)
    }
}

/// The title or edition that a request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemAddress {
    Title(TitleId),
    /// An edition, by its periodical.
    Edition {
        series: SeriesId,
        edition: EditionId,
    },
}

impl ItemAddress {
    /// The title or edition, whatever its periodical.
    pub fn item(&self) -> Item {
        match self {
            Self::Title(id) => Item::Title(*id),
            Self::Edition { edition, .. } => Item::Edition(edition.clone()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Download {
    /// Identifier, also the fingerprint in the copy.
    pub id: DownloadId,
    /// The caller. `None` for a guest.
    pub caller: Option<AccountId>,
    /// The recipient. `None` for a guest.
    pub recipient: Option<AccountId>,
    pub item: Item,
    pub format: Format,
    /// The artifact's version at the time of the request.
    pub artifact_version: u32,
    /// The recipient's preferences that the copy follows.
    #[serde(default)]
    pub settings: CopySettings,
    /// The state, as stored; see [`Download::status_at`].
    pub status: DownloadStatus,
    /// Key of the finished package in the file store.
    pub package: Option<String>,
    /// First request.
    pub date_requested: Timestamp,
    /// Time at which the package was finished.
    pub date_packaged: Option<Timestamp>,
    /// First complete fetch.
    pub date_downloaded: Option<Timestamp>,
}

impl Download {
    /// The status at `now`: a finished package expires by itself.
    pub fn status_at(&self, now: Timestamp) -> DownloadStatus {
        let ready = matches!(self.status, DownloadStatus::Available | DownloadStatus::Downloaded);
        match self.date_packaged {
            Some(at) if ready && now.duration_since(at) >= PACKAGE_LIFETIME => DownloadStatus::Expired,
            _ => self.status,
        }
    }
}
