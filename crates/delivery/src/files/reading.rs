//! Reads a file or a range of it as a stream.

use std::io;
use std::ops::Range;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};
use object_store::{GetOptions, GetRange, GetResultPayload, ObjectStore as _};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

use super::{FileMeta, Files, file_meta, store_failed};
use crate::{Error, Key, Result};

/// Bytes per piece of a local file: few thread switches, little memory per reader.
const BYTES_PER_PIECE: usize = 128 << 10;

/// Timeout of the next piece from an object store. Then the delivery ends; clients request the rest with a
/// range.
const PIECE_TIMEOUT: Duration = Duration::from_secs(20);

/// A file, or a part of it, being read.
pub struct FileBody {
    /// The whole file's size, date and tag.
    pub meta: FileMeta,
    /// Bytes that the stream yields.
    pub range: Range<u64>,
    pub stream: BoxStream<'static, io::Result<Bytes>>,
}

impl Files {
    /// Opens a file for reading. The caller checks `range` against [`Files::head`]; a range past the end is
    /// cut, one that begins there is an error.
    pub async fn read(&self, key: &Key, range: Option<Range<u64>>) -> Result<FileBody> {
        let options = GetOptions::new().with_range(range.map(GetRange::Bounded));
        let found =
            self.store.get_opts(&self.store_path(key), options).await.map_err(|e| store_failed(key, e))?;
        let meta = file_meta(&found.meta)?;
        let range = found.range.clone();
        let stream = match found.payload {
            GetResultPayload::File(file, _) => {
                let mut file = tokio::fs::File::from_std(file);
                file.seek(io::SeekFrom::Start(range.start)).await.map_err(|e| Error::Store(e.to_string()))?;
                file.set_max_buf_size(BYTES_PER_PIECE);
                ReaderStream::with_capacity(file.take(range.end - range.start), BYTES_PER_PIECE).boxed()
            }
            GetResultPayload::Stream(stream) => {
                fail_if_stalled(stream.map_err(io::Error::other).boxed(), PIECE_TIMEOUT).boxed()
            }
        };
        Ok(FileBody { meta, range, stream })
    }
}

/// Returns the stream with an error in place of a piece that does not arrive in time. Only time spent
/// waiting counts.
fn fail_if_stalled(
    pieces: BoxStream<'static, io::Result<Bytes>>,
    time_limit: Duration,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    stream::try_unfold(pieces, move |mut pieces| async move {
        match tokio::time::timeout(time_limit, pieces.try_next()).await {
            Ok(piece) => Ok(piece?.map(|piece| (piece, pieces))),
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the file store stalled")),
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bytes::Bytes;
    use futures_util::{StreamExt as _, TryStreamExt as _, stream};

    use super::{PIECE_TIMEOUT, fail_if_stalled};

    #[tokio::test]
    async fn a_stalled_store_ends_the_file() {
        assert!(PIECE_TIMEOUT < Duration::from_secs(30), "a delivery ends within half a minute");
        let two = || stream::iter([Ok(Bytes::from_static(b"a")), Ok(Bytes::from_static(b"b"))]);
        let whole = fail_if_stalled(two().boxed(), Duration::from_mins(1));
        assert_eq!(whole.try_collect::<Vec<_>>().await.unwrap().concat(), b"ab");
        let stalls = fail_if_stalled(two().chain(stream::pending()).boxed(), Duration::from_millis(20));
        let pieces: Vec<_> = stalls.collect().await;
        assert_eq!(pieces.len(), 3);
        assert_eq!(pieces[2].as_ref().unwrap_err().kind(), std::io::ErrorKind::TimedOut);
    }
}
