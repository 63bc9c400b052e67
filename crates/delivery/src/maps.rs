//! Maps: where each sentence of a book is in its artifact (docs/places.md).
//!
//! Most are written by the conversion. That of an EPUB follows it, because to find the sentences is more work
//! than all the rest and readers wait for the book; if it is missing, it is made when it is first needed.

use conversion::{Limits, LocateSentences, MAP_NAME, MAX_MAP_BYTES, TaskBench};
use domain::{CopySettings, Format};
use position_maps::SentenceMap;
use tokio::sync::OwnedSemaphorePermit;

use crate::artifacts::artifact_key;
use crate::{Delivery, Error, Key, MapUnderWay, Result};

impl Delivery {
    /// The positions of a source's sentences in its artifact of a format. `None` if the artifact was not
    /// made yet, or before there were maps, or the map cannot be read. One of an EPUB is then made.
    pub async fn read_map(
        &self,
        source: &Key,
        format: Format,
        settings: CopySettings,
    ) -> Result<Option<SentenceMap>> {
        // A file that is not the source of a conversion has no map.
        let Ok(artifact) = artifact_key(source, format, settings) else { return Ok(None) };
        if let Some(map) = self.kept_map(&artifact).await? {
            return Ok(Some(map));
        }
        if format != Format::Epub3 || self.files().head(&artifact).await?.is_none() {
            return Ok(None);
        }
        match self.state().maps.run_once(artifact.as_str(), || self.make_map(source, &artifact)).await {
            Ok(_) => self.kept_map(&artifact).await,
            // The place is identified by its share of the text.
            Err(error) => {
                tracing::warn!(%artifact, %error, "the map of an EPUB cannot be made");
                Ok(None)
            }
        }
    }

    async fn kept_map(&self, artifact: &Key) -> Result<Option<SentenceMap>> {
        let bytes = match self.files().get(&artifact.map(), MAX_MAP_BYTES).await {
            Ok(bytes) => bytes,
            Err(Error::Missing(_) | Error::TooLarge { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.state().cpu.run(move || Ok(SentenceMap::parse(&bytes))).await
    }

    /// Makes the map of an EPUB that was converted before.
    async fn make_map(&self, source: &Key, artifact: &Key) -> Result<u64> {
        let _place = self.acquire_slot(&self.state().reading).await?;
        let bench = self.workshop().open_bench().await?;
        let size = self.lay_out(source, &bench).await?;
        self.locate_sentences(bench, size, artifact).await
    }

    /// Makes the map of an EPUB that is being converted: at its bench, where the source of this size lies,
    /// and in its place, so that no more work is done at a time than there are places.
    pub(crate) fn begin_map(
        &self,
        artifact: Key,
        bench: TaskBench,
        size: u64,
        place: OwnedSemaphorePermit,
    ) -> MapUnderWay {
        let delivery = self.clone();
        let (made, follow) = MapUnderWay::start();
        tokio::spawn(async move {
            let _place = place;
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
