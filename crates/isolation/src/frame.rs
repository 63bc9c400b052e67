//! Messages between the server and a worker process: a length of four bytes, then the message in postcard.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::limits::Limits;

/// The largest message, bytes. Files are exchanged as files.
const LARGEST: usize = 64 << 20;

/// What the server sends.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) limits: Limits,
    pub(crate) request: Vec<u8>,
}

/// What a worker process sends.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It has confined itself and waits for orders.
    Ready,
    /// It has done this many steps of this many.
    Progress(u64, u64),
    /// A part of the result, sent while the work continues.
    Piece(Vec<u8>),
    /// The work is done.
    Done(Vec<u8>),
}

/// A message with its length in front.
pub(crate) fn encode<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(io::Error::other)?;
    let length = checked(bytes.len() - 4)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    Ok(bytes)
}

/// Writes a message.
pub(crate) fn write<T: Serialize>(to: &mut impl Write, message: &T) -> io::Result<()> {
    to.write_all(&encode(message)?)?;
    to.flush()
}

/// Reads a message; an error at the end of the stream.
pub(crate) fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut bytes = vec![0; size(length)?];
    from.read_exact(&mut bytes)?;
    decode(&bytes)
}

/// Reads a message without blocking a thread.
pub(crate) async fn read_async<T: DeserializeOwned>(from: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length).await?;
    let mut bytes = vec![0; size(length)?];
    from.read_exact(&mut bytes).await?;
    decode(&bytes)
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(io::Error::other)
}

fn size(length: [u8; 4]) -> io::Result<usize> {
    let size = usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?;
    checked(size).map(|_| size)
}

fn checked(size: usize) -> io::Result<u32> {
    let fits = u32::try_from(size).ok().filter(|_| size <= LARGEST);
    fits.ok_or_else(|| io::Error::other(format!("a message of {size} bytes, more than {LARGEST}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        for message in [Answer::Ready, Answer::Progress(3, 7), Answer::Done(vec![7; 100_000])] {
            write(&mut bytes, &message).unwrap();
        }
        let mut rest = bytes.as_slice();
        assert_eq!(read::<Answer>(&mut rest).unwrap(), Answer::Ready);
        assert_eq!(read::<Answer>(&mut rest).unwrap(), Answer::Progress(3, 7));
        assert_eq!(read::<Answer>(&mut rest).unwrap(), Answer::Done(vec![7; 100_000]));
        assert_eq!(read::<Answer>(&mut rest).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_message_that_is_too_large_or_malformed_is_refused() {
        let too_large = u32::try_from(LARGEST + 1).unwrap().to_le_bytes();
        assert!(read::<Answer>(&mut too_large.as_slice()).is_err());
        assert!(checked(LARGEST).is_ok() && checked(LARGEST + 1).is_err());
        assert!(read::<Answer>(&mut [1, 0, 0, 0, 99].as_slice()).is_err());
    }
}
