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
    /// True if this call, or a concurrent one, made it.
    pub was_made: bool,
    /// The size of its plan and its map in bytes, if this call made them.
    pub accessories: Option<u64>,
    /// The map that follows, if this call made the artifact.
    pub map: Option<MapUnderWay>,
    /// The narration, if this call made one.
    pub narration: Option<Narration>,
    /// The number of braille volumes, if this call made them.
    pub volumes: Option<usize>,
    /// The size of the DAISY book's text in bytes, if this call made it.
    pub text: Option<u64>,
    /// Repairs and omissions of the conversion, if this call made the artifact.
    pub findings: Option<Findings>,
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
