//! Files that collection staff upload, on their way to a worker.

use std::path::Path;

use futures_util::TryStreamExt as _;
use tokio::io::AsyncWriteExt as _;

use crate::{Delivery, Error, Key, Result};

impl Delivery {
    /// Copies a file of the store to a new local file, piece by piece.
    pub async fn copy_to_local(&self, key: &Key, path: &Path) -> Result<()> {
        let mut stream = self.files().read(key, None).await?.stream;
        let mut file = tokio::fs::File::create_new(path).await?;
        let failed = |error: std::io::Error| Error::Store(format!("{key}: {error}"));
        while let Some(piece) = stream.try_next().await.map_err(failed)? {
            file.write_all(&piece).await?;
        }
        Ok(file.flush().await?)
    }
}
