//! Reading a file as a stream, whole or in part.

use std::io;
use std::ops::Range;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::{GetOptions, GetRange, GetResultPayload, ObjectStore as _};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

use super::{Files, Meta, failed, meta_of};
use crate::error::{Error, Result};
use crate::keys::Key;

/// Bytes of one piece of a local file: few switches between threads, little memory per reader.
const PIECE: usize = 128 << 10;

/// A file, or a part of it, being read.
pub struct Reading {
    /// The whole file's size, date and tag.
    pub meta: Meta,
    /// Which bytes the stream yields.
    pub range: Range<u64>,
    /// The bytes.
    pub stream: BoxStream<'static, io::Result<Bytes>>,
}

impl Files {
    /// Opens a file for reading. `range` is checked by the caller against [`Files::head`]; one that goes
    /// past the end is cut, one that begins there is an error.
    pub async fn read(&self, key: &Key, range: Option<Range<u64>>) -> Result<Reading> {
        let options = GetOptions::new().with_range(range.map(GetRange::Bounded));
        let found = self.store.get_opts(&self.path(key), options).await.map_err(|e| failed(key, e))?;
        let meta = meta_of(&found.meta)?;
        let range = found.range.clone();
        let stream = match found.payload {
            GetResultPayload::File(file, _) => {
                let mut file = tokio::fs::File::from_std(file);
                file.seek(io::SeekFrom::Start(range.start)).await.map_err(|e| Error::Store(e.to_string()))?;
                file.set_max_buf_size(PIECE);
                ReaderStream::with_capacity(file.take(range.end - range.start), PIECE).boxed()
            }
            GetResultPayload::Stream(stream) => stream.map_err(io::Error::other).boxed(),
        };
        Ok(Reading { meta, range, stream })
    }
}
