//! Single files of a package (docs/rules/records.md#rule-14, docs/rules/downloads.md#rule-7).

mod lists;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{CopySettings, Format, Item};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::Key;

pub(crate) use lists::ListCache;

/// The media type of files that are available at other speeds.
pub const MP3: &str = "audio/mpeg";

/// One version of one format of a title or edition: the files of its copies have the same order and ids for
/// all readers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArtifactVersion {
    pub item: Item,
    pub format: Format,
    /// The artifact's version ([`domain::artifacts::Artifact::version`]).
    pub version: u32,
    /// The recipient's preferences that the copy depends on.
    pub settings: CopySettings,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// `resourceId`: 16 URL-safe characters, the same in every copy of an artifact version.
    pub id: String,
    /// `localURI`: the path inside the package, for example `OEBPS/ch01.xhtml`.
    pub path: String,
    /// `mimeType`.
    pub media_type: String,
    /// `size`: unpacked, bytes.
    pub size: u64,
    /// `lastModifiedDate`, if the package contains it.
    pub modified: Option<Timestamp>,
}

/// A file extracted from a package, in the file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractedFile {
    /// Key of the file, which is kept for about two days.
    pub key: Key,
    /// Bytes.
    pub size: u64,
    pub media_type: String,
    /// The last segment of its path in the package.
    pub name: String,
}

impl Resource {
    /// Returns true if the parameter `speed` applies to it.
    pub fn can_change_speed(&self) -> bool {
        self.media_type == MP3
    }
}

impl ArtifactVersion {
    /// The id of the file at `path`: a hash, which reveals nothing and needs no table.
    pub fn resource_id(&self, path: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{}/{}/{}/", self.item, self.format, self.version));
        if self.settings != CopySettings::None {
            hash.update(format!("{}/", self.settings));
        }
        hash.update(path);
        URL_SAFE_NO_PAD.encode(&hash.finalize()[..12])
    }
}
