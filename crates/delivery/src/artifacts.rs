//! Artifacts: a title's source in one format, before it is marked for anybody.
//!
//! Made at first need and kept under a key that says all that its bytes depend on: the source's content,
//! the format, and the version of the converter. So no artifact is ever out of date, several processes that
//! make the same one write the same bytes, and all of them can be deleted and made again.

use domain::formats::Format;
use jiff::Timestamp;

use crate::converter;
use crate::delivery::Delivery;
use crate::error::{Error, Result};
use crate::keys::{ARTIFACTS, Key};

/// An artifact in the file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArtifactFile {
    /// Its key.
    pub key: Key,
    /// Bytes.
    pub size: u64,
    /// Whether this call, or one under way at the same time, has made it.
    pub made: bool,
}

/// Whether a source can be made into this format.
pub fn can_make(format: Format) -> bool {
    converter::version(format).is_some()
}

/// The converter that makes this format, and its version: `EPUB3-2`. None where there is no converter.
pub fn converter(format: Format) -> Option<String> {
    converter::version(format).map(|version| format!("{format}-{version}"))
}

/// Where the artifact of a source is kept; an error when there is no converter to that format.
pub fn key(source: &Key, format: Format) -> Result<Key> {
    let content = source.content().ok_or_else(|| Error::BadKey(source.to_string()))?;
    let converter =
        converter(format).ok_or_else(|| Error::Book(format!("no conversion to {format} exists")))?;
    Key::parse(&format!("{ARTIFACTS}/{content}/{converter}.{}", format.extension()))
}

impl Delivery {
    /// The artifact of a source in a format, converted now if it is not there. However many ask at once, it
    /// is converted once in this process. `modified` is the date that the package bears: the artifact's
    /// `dateAdded`, so that whoever makes it writes the same bytes.
    pub async fn artifact(&self, source: &Key, format: Format, modified: Timestamp) -> Result<ArtifactFile> {
        let key = key(source, format)?;
        if let Some(meta) = self.files().head(&key).await? {
            return Ok(ArtifactFile { key, size: meta.size, made: false });
        }
        self.inner().conversions.run(key.as_str(), || self.convert(source, format, modified, &key)).await
    }

    async fn convert(
        &self,
        source: &Key,
        format: Format,
        modified: Timestamp,
        key: &Key,
    ) -> Result<ArtifactFile> {
        // Looked at again: another request may have finished it between the look and the flight.
        if let Some(meta) = self.files().head(key).await? {
            return Ok(ArtifactFile { key: key.clone(), size: meta.size, made: false });
        }
        let began = std::time::Instant::now();
        let limits = self.inner().limits;
        let bytes = self.files().get(source, limits.file_size).await?;
        let made = self
            .inner()
            .cpu
            .run(move || converter::convert(bytes, format, modified, limits.conversion_time))
            .await?;
        let size = made.len() as u64;
        self.files().put(key, made).await?;
        tracing::info!(%key, size, elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX), "artifact made");
        Ok(ArtifactFile { key: key.clone(), size, made: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Hash;

    #[test]
    fn the_key_says_all_that_the_bytes_depend_on() {
        let source = Key::source(&Hash::of(b"abc"), "epub");
        let epub = key(&source, Format::Epub3).unwrap();
        assert!(epub.as_str().starts_with("artifacts/ba7816bf"), "{epub}");
        assert_eq!(epub.content(), source.content());
        assert_ne!(epub, key(&source, Format::Daisy).unwrap());
        assert_ne!(epub, key(&Key::source(&Hash::of(b"abd"), "epub"), Format::Epub3).unwrap());
    }

    #[test]
    fn what_is_not_named_by_its_content_is_no_source() {
        assert!(key(&Key::parse("sources/emma.epub").unwrap(), Format::Epub3).is_err());
    }
}
