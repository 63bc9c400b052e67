//! Keys: the names of files in the file store.
//!
//! | Key | What | Kept |
//! |---|---|---|
//! | `sources/<sha256>.<ext>` | what was ingested, by content | always |
//! | `documents/<random>.<ext>` | what a user uploaded, and the book that was made of it | until the user removes it |
//! | `covers/<sha256>.<ext>`, `covers/<sha256>-thumb.jpg` | cover images, public | always |
//! | `artifacts/<sha256 or random name of the source>/<format>-<converter version>.<preparation version>-<settings>.<ext>` | a converted source | always; can be made again |
//! | `artifacts/.../<the same>.plan` | how copies of it are marked | as long as the artifact |
//! | `artifacts/.../<the same>.map` | where the sentences of the book are in it | as long as the artifact |
//! | `packages/<download id>-<random>.<ext>` | one recipient's copy | 24 hours; 48 when single files are taken from it |
//! | `resources/<package>/<resource id>[-<speed>].<ext>` | single files of a package | 51 hours |
//! | `resources/<package>/pages-<version>` | a package as pages for a browser | 51 hours |
//! | `intake/<random>.<ext>` | what staff uploaded, until it is ingested or imported | 7 days |
//! | `intake-reports/<run>-<random>.csv` | what an intake run refused and repaired | 90 days |
//! | `exports/<random>.<ext>` | what collection staff exported, until they download it | 7 days |
//! | `erasures/<microseconds>-<number>.jsonl` | who was erased, for backups that are restored later | always |

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::DownloadId;
use sha2::{Digest as _, Sha256};

/// Folder of ingested files.
pub const SOURCES: &str = "sources";
/// Folder of users' uploads.
pub const DOCUMENTS: &str = "documents";
/// Folder of cover images.
pub const COVERS: &str = "covers";
/// Folder of converted sources.
pub const ARTIFACTS: &str = "artifacts";
/// Folder of recipients' copies.
pub const PACKAGES: &str = "packages";
/// Folder of single files taken out of packages.
pub const RESOURCES: &str = "resources";
/// Folder of uploads that are to be ingested or imported.
pub const INTAKE: &str = "intake";
/// Folder of the reports of intake runs.
pub const INTAKE_REPORTS: &str = "intake-reports";
/// Folder of exports of the catalog.
pub const EXPORTS: &str = "exports";
/// Folder of the journal of erasures. No backup contains it, and no restore replaces it.
pub const ERASURES: &str = "erasures";
/// Folders of files that records refer to for as long as they exist.
pub const LASTING_FOLDERS: [&str; 4] = [SOURCES, DOCUMENTS, COVERS, ARTIFACTS];
pub const EXPIRING_FOLDERS: [&str; 5] = [PACKAGES, RESOURCES, INTAKE, INTAKE_REPORTS, EXPORTS];

/// A text that is not a key of the file store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a key of the file store")]
pub struct BadKey(pub String);

/// The name of a file in the file store: `/` between segments of ASCII letters, digits, `.`, `_`, `-`,
/// none of which begins with a dot. It is safe as a path on every store and in a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key(String);

impl Key {
    pub const MAX_BYTES: usize = 200;

    /// Parses a key, such as one read from the database.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let segment = |s: &str| {
            !s.is_empty()
                && !s.starts_with('.')
                && s.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
        };
        if text.len() <= Self::MAX_BYTES && text.split('/').all(segment) {
            Ok(Self(text.to_owned()))
        } else {
            Err(BadKey(text.to_owned()))
        }
    }

    /// The key of an ingested file. `extension` is without a dot; one that is not a plain word becomes `bin`.
    pub fn source(content: &Hash, extension: &str) -> Self {
        Self(format!("{SOURCES}/{content}.{}", plain_extension(extension)))
    }

    /// The key of a user's upload. The name is as long as a hash, and random.
    pub fn document(nonce: &[u8; 32], extension: &str) -> Self {
        Self(format!("{DOCUMENTS}/{}.{}", Hash(*nonce), plain_extension(extension)))
    }

    /// The key of a file that is to be ingested. The name is as long as a hash, and random.
    pub fn intake(nonce: &[u8; 32], extension: &str) -> Self {
        Self(format!("{INTAKE}/{}.{}", Hash(*nonce), plain_extension(extension)))
    }

    /// The key of the report of an intake run. `nonce` makes each attempt's name its own.
    pub fn intake_report(run: i64, nonce: &[u8; 12]) -> Self {
        Self(format!("{INTAKE_REPORTS}/{run}-{}.csv", URL_SAFE_NO_PAD.encode(nonce)))
    }

    /// The key of an export of the catalog. The name is as long as a hash, and random.
    pub fn export(nonce: &[u8; 32], extension: &str) -> Self {
        Self(format!("{EXPORTS}/{}.{}", Hash(*nonce), plain_extension(extension)))
    }

    pub fn cover(content: &Hash, extension: &str) -> Self {
        Self(format!("{COVERS}/{content}.{}", plain_extension(extension)))
    }

    #[must_use]
    pub fn thumbnail(&self) -> Self {
        Self(format!("{}-thumb.jpg", self.stem()))
    }

    /// The key of the plan by which copies of an artifact are watermarked.
    #[must_use]
    pub fn plan(&self) -> Self {
        Self(format!("{}.plan", self.stem()))
    }

    /// The key of the map of an artifact: where the sentences of the book are in it.
    #[must_use]
    pub fn map(&self) -> Self {
        Self(format!("{}.map", self.stem()))
    }

    /// The key of a recipient's copy. `nonce` makes the name unguessable and each attempt's own.
    pub fn package(download: DownloadId, nonce: &[u8; 12], extension: &str) -> Self {
        Self(format!(
            "{PACKAGES}/{download}-{}.{}",
            URL_SAFE_NO_PAD.encode(nonce),
            plain_extension(extension)
        ))
    }

    /// The key of a part of the journal of erasures: the time of writing in microseconds, and the number of
    /// the first erasure in it. Numbers begin again when a backup is restored; times do not.
    pub fn erasures(micros: i64, first: i64) -> Self {
        Self(format!("{ERASURES}/{micros}-{first}.jsonl"))
    }

    /// Time of writing in microseconds, and number of the first erasure, of a part of the journal of
    /// erasures. `None` for the key of another file.
    pub fn erasure_part(&self) -> Option<(i64, i64)> {
        let (micros, first) = self.stem().strip_prefix(ERASURES)?.strip_prefix('/')?.split_once('-')?;
        let (micros, first) = (micros.parse().ok()?, first.parse().ok()?);
        (*self == Self::erasures(micros, first)).then_some((micros, first))
    }

    /// The cover with this last path segment of a public address ([`Key::name`] of a cover); `None` if it is
    /// not a cover's name.
    pub fn public_cover(name: &str) -> Option<Self> {
        let (stem, extension) = name.split_once('.')?;
        let hash = stem.strip_suffix("-thumb").unwrap_or(stem);
        let hex = hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        (hex && extension == "jpg").then(|| Self(format!("{COVERS}/{name}")))
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last segment.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The part after the last dot of the name; empty if there is none.
    pub fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The key without extension.
    pub fn stem(&self) -> &str {
        let cut = if self.extension().is_empty() { 0 } else { self.extension().len() + 1 };
        &self.0[..self.0.len() - cut]
    }

    /// The folder of the single files of a package.
    pub(crate) fn resources_folder(&self) -> String {
        let copy = self.stem().split_once('/').map_or(self.stem(), |(_, rest)| rest);
        format!("{RESOURCES}/{}", copy.replace('/', "-"))
    }

    /// The first segment: the type of the file.
    pub fn top_folder(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// The hash in a content-addressed key: of a source, a cover, or an artifact's source; for a document the
    /// random name in the same position.
    pub fn content_hash(&self) -> Option<&str> {
        let name = self.0.split('/').nth(1)?;
        let hash = name.split(['.', '-']).next()?;
        (hash.len() == 64).then_some(hash)
    }

    /// Returns true if the name of a file is the hash of its content.
    pub fn is_named_by_content(&self) -> bool {
        self.top_folder() == SOURCES || self.top_folder() == COVERS && !self.stem().ends_with("-thumb")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Key {
    type Error = BadKey;

    fn try_from(text: String) -> Result<Self, BadKey> {
        Self::parse(&text)
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.0
    }
}

/// The SHA-256 of a file's content, displayed as 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash([u8; 32]);

impl Hash {
    /// Hashes a whole file. Takes about a second per 300 MB: not for an async thread.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Parses 64 lower-case hexadecimal digits; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |b: u8| match b {
            b'0'..=b'9' => Some(b - b'0'),
            b'a'..=b'f' => Some(b - b'a' + 10),
            _ => None,
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut hash = [0; 32];
        if pairs.len() != hash.len() || !rest.is_empty() {
            return None;
        }
        for (byte, [high, low]) in hash.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(Self(hash))
    }
}

/// Computes a [`Hash`] piece by piece.
#[derive(Debug, Clone, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Adds the next piece.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all pieces.
    pub fn finish(self) -> Hash {
        Hash(self.0.finalize().into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An extension in lower case, or `bin` if it is not a short plain word.
pub(crate) fn plain_extension(extension: &str) -> String {
    let lower = extension.to_ascii_lowercase();
    let good = (1..=8).contains(&lower.len()) && lower.bytes().all(|b| b.is_ascii_alphanumeric());
    if good { lower } else { "bin".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_leaves_the_store() {
        for text in ["", "/a", "a/", "a//b", "../a", "a/../b", "a/.hidden", "a b", "a\\b", "ä", "a#1", "a?b"]
        {
            assert!(Key::parse(text).is_err(), "{text:?}");
        }
        assert!(Key::parse(&"a".repeat(201)).is_err());
        assert_eq!(Key::parse("sources/ab-c_d.epub").unwrap().as_str(), "sources/ab-c_d.epub");
    }

    #[test]
    fn content_is_named_by_its_hash() {
        let key = Key::source(&Hash::of_bytes(b"abc"), "EPUB");
        assert_eq!(
            key.as_str(),
            "sources/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.epub"
        );
        assert_eq!(key.content_hash().map(str::len), Some(64));
        assert_eq!(key.extension(), "epub");
        assert_eq!(Key::source(&Hash::of_bytes(b"abc"), "../x").extension(), "bin");
    }

    #[test]
    fn a_hash_is_read_as_it_is_shown() {
        let hash = Hash::of_bytes(b"abc");
        let mut pieces = Hasher::default();
        pieces.update(b"a");
        pieces.update(b"bc");
        assert_eq!(pieces.finish(), hash);
        let shown = hash.to_string();
        assert_eq!(Hash::parse(&shown), Some(hash));
        for text in ["", &shown[1..], &format!("{shown}0"), &shown.to_uppercase(), &"g".repeat(64)] {
            assert_eq!(Hash::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_public_cover_is_a_cover_and_nothing_else() {
        let cover = Key::cover(&Hash::of_bytes(b"abc"), "jpg");
        assert_eq!(Key::public_cover(cover.name()), Some(cover.clone()));
        let thumbnail = cover.thumbnail();
        assert_eq!(Key::public_cover(thumbnail.name()), Some(thumbnail));
        for name in ["", "a.jpg", "../sources/x.epub", &format!("{}.epub", "a".repeat(64))] {
            assert_eq!(Key::public_cover(name), None, "{name}");
        }
    }

    #[test]
    fn a_part_of_the_journal_is_read_from_its_name() {
        let key = Key::erasures(1_790_000_000_000_000, 12);
        assert_eq!(key.as_str(), "erasures/1790000000000000-12.jsonl");
        assert_eq!(key.erasure_part(), Some((1_790_000_000_000_000, 12)));
        for other in ["erasures/copy.jsonl", "erasures/1-2.txt", "erasures/01-2.jsonl", "covers/1-2.jsonl"] {
            assert_eq!(Key::parse(other).unwrap().erasure_part(), None, "{other}");
        }
    }

    #[test]
    fn a_document_has_a_name_of_its_own() {
        let key = Key::document(&[0xAB; 32], "pdf");
        assert_eq!(key.as_str(), format!("documents/{}.pdf", "ab".repeat(32)));
        assert_eq!(key.content_hash(), Some("ab".repeat(32).as_str()));
    }

    #[test]
    fn a_package_is_named_by_its_download_and_a_random_part() {
        let key = Key::package(DownloadId(42), &[7; 12], "zip");
        assert_eq!(key.as_str(), "packages/42-BwcHBwcHBwcHBwcH.zip");
        assert_eq!(key.top_folder(), PACKAGES);
        assert_eq!(key.content_hash(), None);
    }
}
