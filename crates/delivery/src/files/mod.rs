//! The file store: a local folder or an object store.
//!
//! Files appear atomically: local writes go to a temporary name, are flushed to disk and renamed; object
//! stores publish an upload when it is complete. A process killed at any moment leaves no partial file under
//! a key.

mod config;
mod copying;
mod local;
mod ranged;
mod reading;
mod sampled;

use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use object_store::path::Path as StorePath;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt as _, WriteMultipart};

pub use config::FilesConfig;
pub(crate) use ranged::RangedReader;
pub use reading::FileBody;

use crate::{Error, Key, Result};

/// Larger files are uploaded in parts, so that a fault costs one part instead of the whole file.
const MAX_SINGLE_UPLOAD_BYTES: usize = 16 << 20;
const BYTES_PER_PART: usize = 8 << 20;
const CONCURRENT_PARTS: usize = 4;

/// The file store. A clone shares the connection.
#[derive(Debug, Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// The folder, if the store is local.
    folder: Option<PathBuf>,
    /// Prefix of every key: the path inside a bucket.
    prefix: StorePath,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMeta {
    /// Bytes.
    pub size: u64,
    /// Time of writing, by the store's clock.
    pub modified: Timestamp,
    /// Entity tag, if the store has one.
    pub etag: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    pub key: Key,
    pub meta: FileMeta,
}

impl Files {
    /// Writes a file, replacing an existing one. When this returns, the file survives a power loss.
    pub async fn put(&self, key: &Key, bytes: Bytes) -> Result<()> {
        if self.folder.is_none() && bytes.len() > MAX_SINGLE_UPLOAD_BYTES {
            self.put_stream(key, futures_util::stream::iter([Ok(bytes)])).await.map(drop)
        } else {
            self.store
                .put(&self.store_path(key), bytes.into())
                .await
                .map(drop)
                .map_err(|e| store_failed(key, e))
        }
    }

    /// Writes a file of unknown size in parts as it arrives; returns the number of bytes. On an error nothing
    /// appears under the key.
    pub async fn put_stream(
        &self,
        key: &Key,
        parts: impl Stream<Item = io::Result<Bytes>> + Send,
    ) -> Result<u64> {
        let upload =
            self.store.put_multipart(&self.store_path(key)).await.map_err(|e| store_failed(key, e))?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, BYTES_PER_PART);
        let mut parts = std::pin::pin!(parts);
        let mut size = 0;
        loop {
            let part = match parts.next().await {
                None => break,
                Some(Ok(part)) => part,
                Some(Err(error)) => {
                    writer.abort().await.map_err(|e| store_failed(key, e))?;
                    return Err(Error::Store(format!("{key}: {error}")));
                }
            };
            size += part.len() as u64;
            writer.wait_for_capacity(CONCURRENT_PARTS).await.map_err(|e| store_failed(key, e))?;
            writer.put(part);
        }
        writer.finish().await.map_err(|e| store_failed(key, e))?;
        Ok(size)
    }

    /// Reads a whole file of at most `limit` bytes.
    pub async fn get(&self, key: &Key, limit: u64) -> Result<Bytes> {
        let found = self.store.get(&self.store_path(key)).await.map_err(|e| store_failed(key, e))?;
        if found.meta.size > limit {
            return Err(Error::TooLarge { key: key.clone(), size: found.meta.size, limit });
        }
        found.bytes().await.map_err(|e| store_failed(key, e))
    }

    pub(crate) async fn read_part(&self, key: &Key, range: Range<u64>) -> Result<Bytes> {
        let length = range.end - range.start;
        let bytes =
            self.store.get_range(&self.store_path(key), range).await.map_err(|e| store_failed(key, e))?;
        let whole = bytes.len() as u64 == length;
        whole.then_some(bytes).ok_or_else(|| Error::Store(format!("{key}: it has become shorter")))
    }

    /// Returns a file's metadata; `None` if it does not exist.
    pub async fn head(&self, key: &Key) -> Result<Option<FileMeta>> {
        match self.store.head(&self.store_path(key)).await {
            Ok(meta) => file_meta(&meta).map(Some),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(store_failed(key, error)),
        }
    }

    /// Returns when the store has responded with anything; a local folder is always reached. Use a timeout:
    /// an unreachable store is retried for minutes.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn wait_for_response(&self) -> Result<()> {
        if self.folder.is_some() {
            return Ok(());
        }
        match self
            .store
            .head(&self.prefix.clone().join("answer"))
            .await
            .map_err(|e| Error::from_store(None, &e))
        {
            Err(error) if error.is_unavailable() => Err(error),
            _ => Ok(()),
        }
    }

    /// Deletes a file; a missing file is not an error.
    pub async fn delete(&self, key: &Key) -> Result<()> {
        match self.store.delete(&self.store_path(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(store_failed(key, error)),
        }
    }

    /// Lists all files of a folder such as [`crate::keys::PACKAGES`], unordered. Names that are not keys are
    /// skipped.
    pub fn list(&self, folder: &str) -> BoxStream<'static, Result<ListedFile>> {
        let prefix = self.prefix.clone();
        let path = folder.split('/').fold(prefix.clone(), StorePath::join);
        self.store
            .list(Some(&path))
            .map_err(|error| Error::from_store(None, &error))
            .try_filter_map(move |meta| {
                let key = meta
                    .location
                    .prefix_match(&prefix)
                    .map(|parts| parts.map(|p| p.as_ref().to_owned()).collect::<Vec<_>>().join("/"));
                let listed = match key.and_then(|text| Key::parse(&text).ok()) {
                    None => Ok(None),
                    Some(key) => file_meta(&meta).map(|meta| Some(ListedFile { key, meta })),
                };
                std::future::ready(listed)
            })
            .boxed()
    }

    /// Removes remains of local writes that were interrupted before `before`; returns how many. Object stores
    /// have a life-cycle rule for that (docs/configuration.md).
    pub async fn clean_unfinished(&self, before: Timestamp) -> Result<usize> {
        match self.folder.clone() {
            None => Ok(0),
            Some(folder) => tokio::task::spawn_blocking(move || local::clean_unfinished(&folder, before))
                .await
                .map_err(|e| Error::Store(e.to_string()))?
                .map_err(|e| Error::Store(e.to_string())),
        }
    }

    /// A store in memory that uses the same code paths as an object store: parts, prefixes, streams.
    #[cfg(test)]
    pub(crate) fn in_memory() -> Self {
        let store = Arc::new(object_store::memory::InMemory::new());
        Self { store, folder: None, prefix: StorePath::from("shelf/one") }
    }

    fn store_path(&self, key: &Key) -> StorePath {
        key.as_str().split('/').fold(self.prefix.clone(), StorePath::join)
    }
}

fn file_meta(meta: &ObjectMeta) -> Result<FileMeta> {
    let modified = Timestamp::new(
        meta.last_modified.timestamp(),
        // That library counts a leap second beyond the billion; our timestamps have none.
        i32::try_from(meta.last_modified.timestamp_subsec_nanos()).unwrap_or_default().min(999_999_999),
    )
    .map_err(|e| Error::Store(e.to_string()))?;
    Ok(FileMeta { size: meta.size, modified, etag: meta.e_tag.clone() })
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn store_failed(key: &Key, error: object_store::Error) -> Error {
    Error::from_store(Some(key), &error)
}

#[cfg(test)]
mod tests;
