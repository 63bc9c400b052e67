//! Copies of files: into another store, with the hash of their content, and out of the store.

use std::io;
use std::path::Path;

use futures_util::{TryStreamExt as _, stream};
use tokio::io::AsyncWriteExt as _;

use super::Files;
use crate::keys::{Hash, Hasher};
use crate::{Error, Key, Result};

impl Files {
    /// Copies a file from another store under the same key, and returns its size and the hash of its content.
    /// If the content differs from the expected one, that is an error, and nothing appears under the key.
    pub async fn copy_from(&self, from: &Self, key: &Key, expected: Option<Hash>) -> Result<(u64, Hash)> {
        let source = (from.read(key, None).await?.stream, Hasher::default());
        let mut hash = None;
        let parts = stream::try_unfold((source, &mut hash), |((mut rest, mut hasher), hash)| async move {
            if let Some(part) = rest.try_next().await? {
                hasher.update(&part);
                return Ok(Some((part, ((rest, hasher), hash))));
            }
            // All bytes have passed, and the file is not finished yet.
            let found = *hash.insert(hasher.finish());
            if expected.is_some_and(|expected| expected != found) {
                return Err(io::Error::other("it is damaged: its hash does not match"));
            }
            Ok(None)
        });
        let size = self.put_stream(key, parts).await?;
        Ok((size, hash.ok_or_else(|| Error::Store(format!("{key}: not read completely")))?))
    }

    /// Copies a file to a new local file, piece by piece.
    pub async fn copy_to_local(&self, key: &Key, path: &Path) -> Result<()> {
        let mut parts = self.read(key, None).await?.stream;
        let mut file = tokio::fs::File::create_new(path).await?;
        let failed = |error: io::Error| Error::Store(format!("{key}: {error}"));
        while let Some(part) = parts.try_next().await.map_err(failed)? {
            file.write_all(&part).await?;
        }
        Ok(file.flush().await?)
    }

    pub async fn hash_file(&self, key: &Key) -> Result<Hash> {
        let mut hasher = Hasher::default();
        let mut parts = self.read(key, None).await?.stream;
        while let Some(part) =
            parts.try_next().await.map_err(|error| Error::Store(format!("{key}: {error}")))?
        {
            hasher.update(&part);
        }
        Ok(hasher.finish())
    }
}
