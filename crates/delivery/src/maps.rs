//! Maps: where each sentence of a book is in its artifact (docs/places.md).
//!
//! Most are written by the conversion. The map of an EPUB is made after it, because locating the sentences
//! takes longer than the conversion, and readers wait for the book. A missing map is made on first use.

use conversion::{Limits, LocateSentences, MAP_NAME, MAX_MAP_BYTES, TaskBench};
use domain::{CopySettings, Format};
use position_maps::SentenceMap;
use tokio::sync::OwnedSemaphorePermit;

use crate::artifacts::artifact_key;
use crate::{Delivery, Error, Key, MapUnderWay, Result};

impl Delivery {
    /// The positions of a source's sentences in its artifact of a format. `None` if the artifact was not made
    /// yet, or by a version without maps, or if the map cannot be read. A missing map of an EPUB is made.
    pub async fn read_map(
        &self,
        source: &Key,
        format: Format,
        settings: CopySettings,
    ) -> Result<Option<SentenceMap>> {
        // A file that is not the source of a conversion has no map.
        let Ok(artifact) = artifact_key(source, format, settings) else { return Ok(None) };
        if let Some(map) = self.read_stored_map(&artifact).await? {
            return Ok(Some(map));
        }
        if format != Format::Epub3 || self.files().head(&artifact).await?.is_none() {
            return Ok(None);
        }
        match self.state().maps.run_once(artifact.as_str(), || self.make_map(source, &artifact)).await {
            Ok(_) => self.read_stored_map(&artifact).await,
            // Without a map, a position is found by its share of the text.
            Err(error) => {
                tracing::warn!(%artifact, %error, "the map of an EPUB cannot be made");
                Ok(None)
            }
        }
    }

    async fn read_stored_map(&self, artifact: &Key) -> Result<Option<SentenceMap>> {
        let bytes = match self.files().get(&artifact.map(), MAX_MAP_BYTES).await {
            Ok(bytes) => bytes,
            Err(Error::Missing(_) | Error::TooLarge { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.state().cpu.run(move || Ok(SentenceMap::parse(&bytes))).await
    }

    /// Makes the map of an EPUB that was converted before.
    async fn make_map(&self, source: &Key, artifact: &Key) -> Result<u64> {
        let (_permit, bench, size) = self.open_source_bench(&self.state().reading, source).await?;
        self.locate_sentences(bench, size, artifact).await
    }

    /// Makes the map of an EPUB that is being converted, at its bench, which has the source of this size. The
    /// conversion's permit is reused, so that the limit of concurrent tasks holds.
    pub(crate) fn begin_map(
        &self,
        artifact: Key,
        bench: TaskBench,
        size: u64,
        permit: OwnedSemaphorePermit,
    ) -> MapUnderWay {
        let delivery = self.clone();
        let (made, follow) = MapUnderWay::start();
        tokio::spawn(async move {
            let _permit = permit;
            let work = || delivery.locate_sentences(bench, size, &artifact);
            match delivery.state().maps.run_once(artifact.as_str(), work).await {
                Ok(size) => drop(made.send(size)),
                Err(error) => tracing::warn!(%artifact, %error, "the map of an EPUB cannot be made"),
            }
        });
        follow
    }

    /// Finds the sentences of the source on the bench, and keeps the map; returns its size, 0 if none is
    /// kept, as of a source that is not an EPUB.
    async fn locate_sentences(&self, mut bench: TaskBench, size: u64, artifact: &Key) -> Result<u64> {
        let limits = Limits::for_text(self.state().limits.conversion_time);
        bench.run(LocateSentences {}, limits, size).await?;
        let size = self.store_file(artifact.map(), bench.read_output(MAP_NAME).await?).await?;
        // An artifact that was deleted meanwhile leaves no map behind.
        if self.files().head(artifact).await?.is_none() {
            self.files().delete(&artifact.map()).await?;
            return Ok(0);
        }
        Ok(size)
    }
}
