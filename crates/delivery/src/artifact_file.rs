//! An artifact as a file.

use books::daisy::Narration;
use domain::conversion_reports::Findings;
use tokio::sync::watch;

use crate::Key;

#[derive(Debug, Clone)]
pub struct ArtifactFile {
    pub key: Key,
    /// Bytes.
    pub size: u64,
    /// The conversion, if this call, or a concurrent one, made the artifact.
    pub conversion: Option<ConversionDetails>,
}

impl ArtifactFile {
    /// The map that follows an artifact that was made.
    pub fn map(&self) -> Option<&MapUnderWay> {
        self.conversion.as_ref()?.map.as_ref()
    }
}

#[derive(Debug, Clone)]
pub struct ConversionDetails {
    /// The size of the artifact's plan and map, bytes.
    pub accessories: u64,
    /// The map that follows.
    pub map: Option<MapUnderWay>,
    pub narration: Option<Narration>,
    /// The number of braille volumes.
    pub volumes: Option<usize>,
    /// The size of the DAISY book's text, bytes.
    pub text: Option<u64>,
    /// Repairs and omissions.
    pub findings: Findings,
}

#[derive(Debug, Clone)]
pub struct MapUnderWay(watch::Receiver<u64>);

impl MapUnderWay {
    /// Begins a map, and returns the sender for its size in bytes.
    pub(crate) fn start() -> (watch::Sender<u64>, Self) {
        let (made, size) = watch::channel(0);
        (made, Self(size))
    }

    /// Waits for the map, and returns its size in bytes. `None` if it could not be made.
    pub async fn wait_for_size(mut self) -> Option<u64> {
        self.0.wait_for(|size| *size > 0).await.ok().map(|size| *size)
    }
}
