//! Packages: the file that one reader receives (docs/rules/downloads.md#rule-2,
//! docs/rules/downloads.md#rule-6).

use std::sync::Arc;

use conversion::{Limits, OUTPUT_NAME};
use domain::copy_keys::CopyKey;
use domain::file_names::is_device_name;
use domain::normalization::fold;
use domain::{CopySettings, DownloadId, Format, Item};
use jiff::Timestamp;
use jiff::civil::Date;
use tokio_util::io::ReaderStream;

use crate::delivery::BYTES_PER_PIECE;
use crate::marking::Marking;
use crate::{ArtifactFile, Delivery, Key, Result};

const MAX_SLUG_BYTES: usize = 50;

/// An order for a package of a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageOrder {
    /// The download record: the fingerprint, and part of the package's name.
    pub download: DownloadId,
    /// The title's source file.
    pub source: Key,
    pub format: Format,
    /// The recipient's preferences that the copy depends on.
    pub settings: CopySettings,
    /// The date in the package: the artifact's `dateAdded`.
    pub modified: Timestamp,
    /// The person that a copyright title is watermarked for; `None` for a free title, which is not.
    pub recipient: Option<Recipient>,
    /// Random: makes the key unguessable and unique to this attempt.
    pub nonce: [u8; 12],
}

/// The recipient in a copy's visible notice (docs/rules/downloads.md#rule-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// First name before last.
    pub name: String,
    pub date: Date,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedPackage {
    /// Key of the package. For a free title this is the artifact itself, shared by all; only keys below
    /// `packages/` are deleted when a record expires ([`Delivery::discard_package`]).
    pub key: Key,
    /// Bytes.
    pub size: u64,
    /// The keys by which apps recognize the file.
    pub copy_key: CopyKey,
}

impl Delivery {
    /// Makes a package of the artifact in the order ([`Delivery::find_or_convert`]): the same with the
    /// watermark. Safe to repeat: each attempt writes a complete file of its own, and the record names the
    /// one that counts.
    pub async fn make_package(
        &self,
        order: &PackageOrder,
        artifact: &ArtifactFile,
    ) -> Result<FinishedPackage> {
        let Some(recipient) = order.recipient.clone() else {
            let copy_key = self.files().copy_key(&artifact.key, artifact.size).await?;
            return Ok(FinishedPackage { key: artifact.key.clone(), size: artifact.size, copy_key });
        };
        let key = Key::package(order.download, &order.nonce, order.format.extension());
        let marking =
            Marking::new(&recipient.name, recipient.date, order.download, &self.state().fingerprint_key)?;
        let marking = Arc::new(marking);
        let (size, copy_key) = match self.write_copy(artifact, &marking, &key).await? {
            Some(written) => written,
            None => self.write_marked(&artifact.key, order.format, &marking, &key).await?,
        };
        Ok(FinishedPackage { key, size, copy_key })
    }

    /// Watermarks an artifact without a plan.
    async fn write_marked(
        &self,
        artifact: &Key,
        format: Format,
        marking: &Marking,
        to: &Key,
    ) -> Result<(u64, CopyKey)> {
        let (_permit, mut bench, size) = self.open_source_bench(&self.state().text, artifact).await?;
        let limits = Limits::for_text(self.state().limits.conversion_time);
        bench.run(marking.to_task(format), limits, size).await?;
        let copy = bench.open_output(OUTPUT_NAME).await?;
        self.files().put_copy(to, ReaderStream::with_capacity(copy, BYTES_PER_PIECE)).await
    }

    /// Deletes an expired package, if the key is one: artifacts are shared and stay.
    pub async fn discard_package(&self, key: &Key) -> Result<()> {
        if key.top_folder() == crate::keys::PACKAGES { self.files().delete(key).await } else { Ok(()) }
    }
}

/// The file name of a saved package: `<title-slug>.<ext>`, plain ASCII (docs/rules/downloads.md#rule-8).
pub fn file_name(title: &str, item: &Item, format: Format) -> String {
    let slug = title_slug(title);
    if slug.is_empty() || is_device_name(&slug) {
        let kind = if item.title().is_some() { "title" } else { "edition" };
        format!("{kind}-{item}.{}", format.extension())
    } else {
        format!("{slug}.{}", format.extension())
    }
}

/// `The Café's "Menu"` becomes `the-cafes-menu`, `Łódź` becomes `lodz`; empty for a title without a Latin
/// letter or digit.
fn title_slug(title: &str) -> String {
    let mut slug = String::new();
    // Apostrophes of all kinds are folded to one.
    for c in fold(title).chars().filter(|c| *c != '\'') {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(MAX_SLUG_BYTES);
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use domain::{EditionId, TitleId};

    use super::*;

    #[test]
    fn a_file_is_named_by_its_title() {
        let emma = Item::Title(TitleId(1001));
        let name = |title| file_name(title, &emma, Format::Epub3);
        assert_eq!(name("The Café’s \u{201c}Menu\u{201d}: 2nd edition!"), "the-cafes-menu-2nd-edition.epub");
        assert_eq!(name("  --  "), "title-1001.epub");
        assert_eq!(name("吾輩は猫である"), "title-1001.epub");
        assert_eq!(name("Con!"), "title-1001.epub", "Windows has no file of this name");
        assert_eq!(name("Ærø & Ωmega"), "aero-mega.epub");
        assert_eq!(name("Łódź, Straße, Smørrebrød"), "lodz-strasse-smorrebrod.epub");
        assert_eq!(file_name("Emma", &emma, Format::Brf), "emma.zip");
        let edition = Item::Edition(EditionId::from("q1"));
        assert_eq!(file_name("吾輩", &edition, Format::Daisy), "edition-q1.zip");
        assert!(name(&"word ".repeat(100)).len() <= MAX_SLUG_BYTES + 5);
    }
}
