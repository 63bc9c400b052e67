//! Copies by plan, streamed from store to store: assembled from the unchanged artifact and the parts of one
//! copy.

use std::io;
use std::sync::Arc;
use std::vec::IntoIter;

use bytes::Bytes;
use conversion::MAX_PLAN_BYTES;
use domain::copy_keys::CopyKey;
use futures_util::Stream;
use futures_util::stream::try_unfold;
use marks::{Chunk, Copy, WatermarkPlan};

use crate::marking::Marking;
use crate::{ArtifactFile, Delivery, Error, Files, Key, Result};

/// Bytes of an artifact in memory. A smaller artifact is read once.
const MAX_WINDOW_BYTES: u64 = 4 << 20;

impl Delivery {
    /// Writes a watermarked copy of an artifact; returns its size and the keys by which apps recognize it.
    /// `None`, with nothing written, if no plan belongs to the artifact.
    pub(crate) async fn write_copy(
        &self,
        artifact: &ArtifactFile,
        marking: &Arc<Marking>,
        to: &Key,
    ) -> Result<Option<(u64, CopyKey)>> {
        let Some(plan) = self.read_plan(artifact).await? else { return Ok(None) };
        let end = plan.tail_range();
        let begins = if artifact.size <= MAX_WINDOW_BYTES { 0 } else { end.start };
        let window = Window { begins, bytes: self.files().read_part(&artifact.key, begins..end.end).await? };
        let marking = Arc::clone(marking);
        let last = window.slice(end.start, end.end).unwrap_or_default();
        let writers = self.workshop().writers().clone();
        let work = move || marking.plan_copy(&plan, &last, writers.notices());
        let Some(copy) = self.state().cpu.run(work).await? else {
            tracing::warn!(artifact = %artifact.key, "the plan belongs to another file");
            return Ok(None);
        };
        let parts = copy_parts(self.files().clone(), artifact.key.clone(), window, copy);
        self.files().put_copy(to, parts).await.map(Some)
    }

    /// The plan of an artifact; `None` if it is missing, damaged, or of another version.
    async fn read_plan(&self, artifact: &ArtifactFile) -> Result<Option<WatermarkPlan>> {
        match self.files().get(&artifact.key.plan(), MAX_PLAN_BYTES).await {
            Ok(bytes) => Ok(WatermarkPlan::parse(&bytes).filter(|plan| plan.file_size() == artifact.size)),
            Err(Error::Missing(_) | Error::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A part of the artifact in memory.
struct Window {
    begins: u64,
    bytes: Bytes,
}

impl Window {
    /// The available part of a range that begins in the window.
    fn slice(&self, start: u64, end: u64) -> Option<Bytes> {
        let from = usize::try_from(start.checked_sub(self.begins)?).ok()?;
        let to = usize::try_from(end.checked_sub(self.begins)?).ok()?.min(self.bytes.len());
        (from < to).then(|| self.bytes.slice(from..to))
    }
}

/// The part of a copy that is still to be written.
struct RemainingCopy {
    files: Files,
    key: Key,
    size: u64,
    window: Window,
    chunks: IntoIter<Chunk>,
    open: Option<Chunk>,
}

/// The bytes of a copy. The artifact is read from beginning to end, a window at a time.
fn copy_parts(
    files: Files,
    key: Key,
    window: Window,
    copy: Copy,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let size = window.begins + window.bytes.len() as u64;
    let rest = RemainingCopy { files, key, size, window, chunks: copy.into_chunks().into_iter(), open: None };
    try_unfold(rest, |mut rest| async move { Ok(rest.next_part().await?.map(|bytes| (bytes, rest))) })
}

impl RemainingCopy {
    async fn next_part(&mut self) -> io::Result<Option<Bytes>> {
        let Some(chunk) = self.open.take().or_else(|| self.chunks.next()) else { return Ok(None) };
        let range = match chunk {
            Chunk::New(bytes) => return Ok(Some(bytes.into())),
            Chunk::Kept(range) => range,
        };
        let found = self.window.slice(range.start, range.end);
        let bytes = if let Some(bytes) = found {
            bytes
        } else {
            let end = self.size.min(range.start + MAX_WINDOW_BYTES);
            let bytes = self.files.read_part(&self.key, range.start..end).await.map_err(io::Error::other)?;
            self.window = Window { begins: range.start, bytes };
            self.window.slice(range.start, range.end).ok_or(io::ErrorKind::UnexpectedEof)?
        };
        let next = range.start + bytes.len() as u64;
        self.open = (next < range.end).then_some(Chunk::Kept(next..range.end));
        Ok(Some(bytes))
    }
}
