//! Random access to a stored file without loading it whole.

use std::io::{self, Read, Seek, SeekFrom};

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use tokio::runtime::Handle;

use super::Files;
use crate::{Error, Key, Result};

/// Bytes per fetch: enough for the directory of most packages.
const BYTES_PER_FETCH: u64 = 256 << 10;

/// A stored file as a blocking reader, for blocking threads only.
pub(crate) struct RangedReader {
    files: Files,
    key: Key,
    runtime: Handle,
    size: u64,
    position: u64,
    /// Position of `piece` in the file.
    begins: u64,
    piece: Bytes,
}

impl RangedReader {
    /// Looks up the file; the reader itself is for a blocking thread.
    pub(crate) async fn open(files: &Files, key: &Key) -> Result<Self> {
        let meta = files.head(key).await?.ok_or_else(|| Error::Missing(key.clone()))?;
        Ok(Self {
            files: files.clone(),
            key: key.clone(),
            runtime: Handle::current(),
            size: meta.size,
            position: 0,
            begins: 0,
            piece: Bytes::new(),
        })
    }

    /// Makes `piece` contain the byte at the current position.
    fn fetch_piece(&mut self) -> io::Result<()> {
        let held = self.begins..self.begins + self.piece.len() as u64;
        if held.contains(&self.position) {
            return Ok(());
        }
        let range = self.position..self.size.min(self.position + BYTES_PER_FETCH);
        let piece = self.runtime.block_on(async {
            let reading = self.files.read(&self.key, Some(range)).await.map_err(io::Error::other)?;
            reading.stream.try_collect::<Vec<Bytes>>().await
        })?;
        self.piece = piece.concat().into();
        self.begins = self.position;
        if self.piece.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

impl Read for RangedReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.size || out.is_empty() {
            return Ok(0);
        }
        self.fetch_piece()?;
        let from = usize::try_from(self.position - self.begins).map_err(io::Error::other)?;
        let part = &self.piece[from..];
        let n = part.len().min(out.len());
        out[..n].copy_from_slice(&part[..n]);
        self.position += n as u64;
        Ok(n)
    }
}

impl Seek for RangedReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}
