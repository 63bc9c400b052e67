//! Messages between the server and a worker process: a length of four bytes, then the message in postcard.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::WorkLimits;

/// The largest message, bytes. Files are exchanged as files.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// A message of the server.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WorkOrder {
    pub(crate) limits: WorkLimits,
    pub(crate) request: Vec<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum WorkerMessage {
    /// It has confined itself and waits for orders.
    Ready,
    /// Numbers of completed steps and of all steps.
    Progress(u64, u64),
    /// A part of the result, sent while the work continues.
    Piece(Vec<u8>),
    /// The work is done.
    Done(Vec<u8>),
}

/// A message with its length in front.
pub(crate) fn encode_message<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let length = check_size(bytes.len() - 4)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    Ok(bytes)
}

pub(crate) fn write_message<T: Serialize>(to: &mut impl Write, message: &T) -> io::Result<()> {
    to.write_all(&encode_message(message)?)?;
    to.flush()
}

/// Reads a message; an error at the end of the stream.
pub(crate) fn read_message<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut bytes = vec![0; message_size(length)?];
    from.read_exact(&mut bytes)?;
    decode_message(&bytes)
}

/// Reads a message without blocking a thread.
pub(crate) async fn read_message_async<T: DeserializeOwned>(
    from: &mut (impl AsyncRead + Unpin),
) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let mut bytes = vec![0; message_size(length)?];
    from.read_exact(&mut bytes).await?;
    decode_message(&bytes)
}

fn decode_message<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(io::Error::other)
}

fn message_size(length: [u8; 4]) -> io::Result<usize> {
    let size = usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?;
    check_size(size).map(|_| size)
}

fn check_size(size: usize) -> io::Result<u32> {
    let fits = u32::try_from(size).ok().filter(|_| size <= MAX_MESSAGE_BYTES);
    fits.ok_or_else(|| io::Error::other(format!("a message of {size} bytes, more than {MAX_MESSAGE_BYTES}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        for message in
            [WorkerMessage::Ready, WorkerMessage::Progress(3, 7), WorkerMessage::Done(vec![7; 100_000])]
        {
            write_message(&mut bytes, &message).unwrap();
        }
        let mut rest = bytes.as_slice();
        assert_eq!(read_message::<WorkerMessage>(&mut rest).unwrap(), WorkerMessage::Ready);
        assert_eq!(read_message::<WorkerMessage>(&mut rest).unwrap(), WorkerMessage::Progress(3, 7));
        assert_eq!(read_message::<WorkerMessage>(&mut rest).unwrap(), WorkerMessage::Done(vec![7; 100_000]));
        assert_eq!(
            read_message::<WorkerMessage>(&mut rest).unwrap_err().kind(),
            io::ErrorKind::UnexpectedEof
        );
    }

    #[test]
    fn a_message_that_is_too_large_or_malformed_is_refused() {
        let too_large = u32::try_from(MAX_MESSAGE_BYTES + 1).unwrap().to_le_bytes();
        assert!(read_message::<WorkerMessage>(&mut too_large.as_slice()).is_err());
        assert!(check_size(MAX_MESSAGE_BYTES).is_ok() && check_size(MAX_MESSAGE_BYTES + 1).is_err());
        assert!(read_message::<WorkerMessage>(&mut [1, 0, 0, 0, 99].as_slice()).is_err());
    }
}
