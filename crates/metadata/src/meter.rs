//! Counts lines, and limits the size of records.

use std::io::{BufRead, Error, Read, Result};

/// A reader that fails after a number of bytes, unless it is restarted.
#[derive(Debug)]
pub(crate) struct MeteredReader<R> {
    inner: R,
    line: u64,
    limit: u64,
    bytes_left: u64,
}

pub(crate) fn read_buffered(reader: &mut impl BufRead, out: &mut [u8]) -> Result<usize> {
    let buffer = reader.fill_buf()?;
    let count = buffer.len().min(out.len());
    out[..count].copy_from_slice(&buffer[..count]);
    reader.consume(count);
    Ok(count)
}

/// A record exceeds the size limit.
#[derive(Debug, thiserror::Error)]
#[error("larger than {0} bytes")]
pub(crate) struct RecordTooLarge(u64);

impl RecordTooLarge {
    /// Returns true if this is the reason of an error.
    pub(crate) fn is_cause_of(error: &Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).is_some()
    }
}

impl<R> MeteredReader<R> {
    pub(crate) fn new(inner: R, limit: u64) -> Self {
        Self { inner, line: 1, limit, bytes_left: limit }
    }

    /// The current line, from 1.
    pub(crate) fn line_number(&self) -> u64 {
        self.line
    }

    /// Begins a new record; returns the size of the previous one.
    pub(crate) fn restart(&mut self) -> u64 {
        let used = self.limit - self.bytes_left;
        self.bytes_left = self.limit;
        used
    }
}

impl<R: BufRead> Read for MeteredReader<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        read_buffered(self, out)
    }
}

impl<R: BufRead> BufRead for MeteredReader<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.bytes_left == 0 {
            return Err(Error::other(RecordTooLarge(self.limit)));
        }
        let buffer = self.inner.fill_buf()?;
        let most = usize::try_from(self.bytes_left).unwrap_or(usize::MAX).min(buffer.len());
        Ok(&buffer[..most])
    }

    fn consume(&mut self, count: usize) {
        // The bytes are still in the buffer: this does not read.
        if let Ok(buffer) = self.inner.fill_buf() {
            let seen = &buffer[..count.min(buffer.len())];
            self.line += seen.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        }
        self.bytes_left = self.bytes_left.saturating_sub(count as u64);
        self.inner.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_and_endless_input_ends() {
        let mut meter = MeteredReader::new("one\ntwo\nthree".as_bytes(), 9);
        let mut text = String::new();
        meter.read_line(&mut text).unwrap();
        assert_eq!((text.as_str(), meter.line_number()), ("one\n", 2));
        assert_eq!(meter.restart(), 4);
        meter.read_line(&mut text).unwrap();
        assert_eq!(meter.line_number(), 3);
        let error = MeteredReader::new(std::io::BufReader::new(std::io::repeat(b'a')), 1000)
            .read_to_string(&mut String::new())
            .unwrap_err();
        assert_eq!(error.to_string(), "larger than 1000 bytes");
    }
}
