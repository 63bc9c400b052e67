//! Keys of copies, computed while files are written, or from the few ranges that they depend on.

use std::io;

use bytes::Bytes;
use domain::copy_keys::{CopyKey, Sampler, sample_ranges};
use futures_util::{Stream, TryStreamExt as _};

use super::{Files, store_failed};
use crate::{Key, Result};

impl Files {
    /// Like [`Files::put_stream`]; returns the size and the keys by which apps recognize the file.
    pub(crate) async fn put_copy(
        &self,
        key: &Key,
        parts: impl Stream<Item = io::Result<Bytes>> + Send,
    ) -> Result<(u64, CopyKey)> {
        let mut sampler = Sampler::default();
        let size = self.put_stream(key, parts.inspect_ok(|part| sampler.update(part))).await?;
        Ok((size, sampler.finish()))
    }

    /// Returns the keys by which apps recognize a stored file; reads only the required ranges.
    pub(crate) async fn copy_key(&self, key: &Key, size: u64) -> Result<CopyKey> {
        let ranges: Vec<_> = sample_ranges(size).collect();
        let samples =
            self.store.get_ranges(&self.store_path(key), &ranges).await.map_err(|e| store_failed(key, e))?;
        Ok(CopyKey::from_samples(samples))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn a_stored_file_has_the_key_it_was_written_with() {
        let folder = tempfile::tempdir().unwrap();
        let local = Files::local(folder.path()).unwrap();
        for files in [local, Files::in_memory()] {
            for size in [0usize, 700, 5_000, 3 << 20] {
                let content: Vec<u8> = (0..size as u64).map(|i| (i * i / 7 + i).to_le_bytes()[0]).collect();
                let key = Key::parse(&format!("packages/{size}-x.epub")).unwrap();
                let pieces: Vec<_> = content.chunks(3_000).map(|c| Ok(Bytes::copy_from_slice(c))).collect();
                let (written, copy_key) = files.put_copy(&key, stream::iter(pieces)).await.unwrap();
                assert_eq!(written, size as u64);
                assert_eq!(files.copy_key(&key, written).await.unwrap(), copy_key, "{size}");
                assert_eq!(copy_key, CopyKey::from_file(&content), "{size}");
            }
        }
    }
}
