//! Artifacts: a title's source in one format, before it is watermarked for a recipient.
//!
//! Made on first use and kept under a key that contains everything its bytes depend on: the source's content,
//! the format, the versions of converter and preparation, and the reader's settings where the format depends
//! on them. So no artifact is ever outdated, several processes that make the same one write the same bytes,
//! and all of them can be deleted and made again.

use bytes::Bytes;
use conversion::{Convert, ConvertResult, MAP_NAME, PLAN_NAME, REPORT_NAME, Steps, read_report};
use domain::{CopySettings, Format, WireEnum as _};
use jiff::Timestamp;
use marks::PREPARATION_VERSION;
use tokio::sync::watch;

use crate::keys::{ARTIFACTS, BadKey};
use crate::{ArtifactFile, ConversionDetails, Delivery, Key, Result};

/// The converter to this format, its version, and the preparation for copies: `EPUB3-2.1`.
pub fn converter_name(format: Format) -> String {
    format!("{format}-{}.{PREPARATION_VERSION}", books::converter_version(format))
}

pub fn artifact_key(source: &Key, format: Format, settings: CopySettings) -> Result<Key> {
    let content = source.content_hash().ok_or_else(|| BadKey(source.to_string()))?;
    let converter = converter_name(format);
    let settings = if settings == CopySettings::None { String::new() } else { format!("-{settings}") };
    Ok(Key::parse(&format!("{ARTIFACTS}/{content}/{converter}{settings}.{}", format.extension()))?)
}

/// Returns true if an artifact was made by the current converter, with any settings.
pub fn is_current(key: &Key) -> bool {
    let made = key.name();
    Format::ALL
        .iter()
        .map(|format| converter_name(*format))
        .any(|converter| made.strip_prefix(&converter).is_some_and(|rest| rest.starts_with(['.', '-'])))
}

impl Delivery {
    /// Returns the artifact of a source in a format, converted now if missing. Concurrent requests in this
    /// process cause one conversion. `modified` is the date in the package: the artifact's `dateAdded`, so
    /// that every process writes the same bytes.
    pub async fn find_or_convert(
        &self,
        source: &Key,
        format: Format,
        settings: CopySettings,
        modified: Timestamp,
    ) -> Result<ArtifactFile> {
        self.find_or_convert_watched(source, format, settings, modified, &watch::Sender::default()).await
    }

    /// Returns the artifact like [`Delivery::find_or_convert`]; `steps` receives the progress if this call
    /// makes it.
    pub async fn find_or_convert_watched(
        &self,
        source: &Key,
        format: Format,
        settings: CopySettings,
        modified: Timestamp,
        steps: &watch::Sender<Steps>,
    ) -> Result<ArtifactFile> {
        let key = artifact_key(source, format, settings)?;
        if let Some(meta) = self.files().head(&key).await? {
            return Ok(ArtifactFile { key, size: meta.size, conversion: None });
        }
        self.state()
            .conversions
            .run_once(key.as_str(), || self.convert(source, format, settings, modified, &key, steps))
            .await
    }

    /// The bytes that an artifact occupies, with its plan and its map. A map in progress is not counted yet.
    pub async fn measure_artifact(&self, artifact: &ArtifactFile) -> Result<u64> {
        if let Some(made) = &artifact.conversion {
            return Ok(artifact.size + made.accessories);
        }
        let plan = self.files().head(&artifact.key.plan()).await?;
        let map = self.files().head(&artifact.key.map()).await?;
        Ok(artifact.size + plan.map_or(0, |meta| meta.size) + map.map_or(0, |meta| meta.size))
    }

    /// Deletes an artifact, its plan and its map.
    pub async fn remove_artifact(&self, key: &Key) -> Result<()> {
        self.files().delete(key).await?;
        self.files().delete(&key.plan()).await?;
        self.files().delete(&key.map()).await
    }

    async fn convert(
        &self,
        source: &Key,
        format: Format,
        settings: CopySettings,
        modified: Timestamp,
        key: &Key,
        steps: &watch::Sender<Steps>,
    ) -> Result<ArtifactFile> {
        // Checked again: another request may have finished it before this one was admitted.
        if let Some(meta) = self.files().head(key).await? {
            return Ok(ArtifactFile { key: key.clone(), size: meta.size, conversion: None });
        }
        let began = std::time::Instant::now();
        let limits = self.state().limits;
        let (slots, bounds) = if format.is_audio() {
            (&self.state().speech, conversion::Limits::for_speech(limits.speech_time))
        } else {
            (&self.state().text, conversion::Limits::for_text(limits.conversion_time))
        };
        let permit = self.acquire_owned_slot(slots).await?;
        let workshop = self.workshop();
        let mut bench = if format.is_audio() {
            workshop.open_speech_bench().await?
        } else {
            workshop.open_bench().await?
        };
        let source_size = self.copy_source_to_bench(source, &bench).await?;
        let task = Convert { format, settings, modified };
        let ConvertResult { narration, volumes, text, map_follows, unplanned } =
            bench.run_watched(task, bounds, source_size, steps).await?;
        let (map, plan) = (bench.read_output(MAP_NAME).await?, bench.read_output(PLAN_NAME).await?);
        let findings = read_report(bench.read_output(REPORT_NAME).await?.as_deref());
        if plan.is_none() {
            tracing::warn!(%format, reason = unplanned, "copies cannot be planned");
        }
        // Before the artifact, so that an artifact always has its plan, and its map if it was made with it.
        let (map, plan) =
            tokio::try_join!(self.store_file(key.map(), map), self.store_file(key.plan(), plan))?;
        let size = self.store_output(&bench, key).await?;
        tracing::info!(%key, size, elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX), "artifact made");
        let conversion = ConversionDetails {
            accessories: map + plan,
            map: map_follows.then(|| self.begin_map(key.clone(), bench, source_size, permit)),
            narration,
            volumes,
            text,
            findings,
        };
        Ok(ArtifactFile { key: key.clone(), size, conversion: Some(conversion) })
    }

    /// Stores a file of a conversion, if there is one; returns its size.
    pub(crate) async fn store_file(&self, key: Key, file: Option<Bytes>) -> Result<u64> {
        let Some(file) = file else { return Ok(0) };
        let size = file.len() as u64;
        self.files().put(&key, file).await?;
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Hash;

    #[test]
    fn the_key_contains_everything_the_bytes_depend_on() {
        let source = Key::source(&Hash::of_bytes(b"abc"), "epub");
        let epub = artifact_key(&source, Format::Epub3, CopySettings::None).unwrap();
        assert!(epub.as_str().starts_with("artifacts/ba7816bf"), "{epub}");
        assert_eq!(epub.content_hash(), source.content_hash());
        assert_ne!(epub, artifact_key(&source, Format::Daisy, CopySettings::None).unwrap());
        assert_ne!(
            epub,
            artifact_key(&Key::source(&Hash::of_bytes(b"abd"), "epub"), Format::Epub3, CopySettings::None)
                .unwrap()
        );
    }

    #[test]
    fn files_not_named_by_their_content_are_not_sources() {
        assert!(
            artifact_key(&Key::parse("sources/emma.epub").unwrap(), Format::Epub3, CopySettings::None)
                .is_err()
        );
    }
}
