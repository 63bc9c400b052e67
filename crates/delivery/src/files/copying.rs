//! Copies of files from one store into another, with the hash of their content.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};

use super::Files;
use crate::keys::{Hash, Hasher};
use crate::{Error, Key, Result};

impl Files {
    /// Copies a file from another store under the same key, and returns its size and the hash of its content.
    /// If the content differs from the expected one, that is an error, and nothing appears under the key.
    pub async fn copy_from(&self, from: &Self, key: &Key, expected: Option<Hash>) -> Result<(u64, Hash)> {
        let reading = from.read(key, None).await?;
        let hasher = Arc::new(Mutex::new(Hasher::default()));
        let bytes = hash_passing(reading.stream, Arc::clone(&hasher));
        let check = stream::once(async move {
            let found = finish_hash(&hasher);
            match expected.filter(|expected| *expected != found) {
                Some(_) => Err(io::Error::other("it is damaged: its hash does not match")),
                None => Ok(found),
            }
        });
        // The check runs after all bytes have passed, and before the file is finished.
        let found = Arc::new(Mutex::new(None));
        let note = Arc::clone(&found);
        let checked = check.try_filter_map(move |hash| {
            *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(hash);
            std::future::ready(Ok(None))
        });
        let size = self.put_stream(key, bytes.chain(checked)).await?;
        let hash = *found.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((size, hash.ok_or_else(|| Error::Store(format!("{key}: not read completely")))?))
    }

    pub async fn hash_file(&self, key: &Key) -> Result<Hash> {
        let hasher = Arc::new(Mutex::new(Hasher::default()));
        let mut bytes = hash_passing(self.read(key, None).await?.stream, Arc::clone(&hasher));
        while bytes.try_next().await.map_err(|error| Error::Store(format!("{key}: {error}")))?.is_some() {}
        Ok(finish_hash(&hasher))
    }
}

/// Hashes a stream as it passes.
fn hash_passing(
    bytes: impl Stream<Item = io::Result<Bytes>> + Send + Unpin,
    hasher: Arc<Mutex<Hasher>>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + Unpin {
    bytes.inspect_ok(move |bytes| hasher.lock().unwrap_or_else(PoisonError::into_inner).update(bytes))
}

fn finish_hash(hasher: &Mutex<Hasher>) -> Hash {
    hasher.lock().unwrap_or_else(PoisonError::into_inner).clone().finish()
}
