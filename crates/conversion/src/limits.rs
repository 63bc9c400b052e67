//! The limits of tasks, by type and source size (docs/security.md).

use std::time::Duration;

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Private memory for an empty source, bytes. The source is held in memory, and so are unpacked parts of
    /// it: twice its size is added.
    pub memory: u64,
    /// Processor time for an empty source; ten seconds are added for each MiB.
    pub cpu: Duration,
    /// Time from the request to the reply.
    pub time: Duration,
    /// The largest file that is written, bytes.
    pub file_size: u64,
}

impl Limits {
    /// A conversion to a format without audio, within `time`.
    pub const fn for_text(time: Duration) -> Self {
        Self { memory: GIB, cpu: Duration::from_mins(1), time, file_size: 2 * GIB }
    }

    /// A conversion to a format with audio, within `time`: the task itself cuts and joins audio.
    pub const fn for_speech(time: Duration) -> Self {
        Self { memory: GIB, cpu: time, time, file_size: 8 * GIB }
    }

    /// A document that becomes a book, within `time`. Each helper program has these limits for itself: OCR of
    /// a large image takes memory.
    pub const fn for_document(time: Duration) -> Self {
        Self { memory: 2 * GIB, cpu: Duration::from_mins(1), time, file_size: GIB }
    }

    /// Reading a book, or a file of a few MiB, within `time`.
    pub const fn for_reading(time: Duration) -> Self {
        Self { memory: GIB, cpu: Duration::from_mins(1), time, file_size: GIB }
    }

    /// Reading a file of records of this size, bytes. It is read in little memory, however long it is, and
    /// waits for the database, so only the processor time grows with it.
    pub const fn for_records(size: u64) -> Self {
        Self { memory: GIB, cpu: streaming_time(size), time: Duration::from_hours(24), file_size: 0 }
    }

    /// Unpacking a zip file of this size, bytes, within `time`. It is read in little memory, however long it
    /// is.
    pub const fn for_unpacking(size: u64, time: Duration) -> Self {
        Self { memory: GIB, cpu: streaming_time(size), time, file_size: crate::unpack::MAX_UNPACKED_BYTES }
    }

    /// Narration at another speed, within `time`.
    pub const fn for_audio(time: Duration, file_size: u64) -> Self {
        Self { memory: GIB, cpu: time, time, file_size }
    }

    /// These limits for a source of this size, bytes.
    pub(crate) fn scaled_to_source(self, size: u64) -> isolation::WorkLimits {
        let cpu = self.cpu.saturating_add(Duration::from_secs(10 * (size / MIB)));
        isolation::WorkLimits {
            memory: self.memory.saturating_add(size.saturating_mul(2)),
            cpu: cpu.min(self.time),
            time: self.time,
            open_files: 256,
            file_size: self.file_size,
        }
    }
}

/// Processor time of a task that reads a source of this size, bytes, without holding it.
const fn streaming_time(size: u64) -> Duration {
    Duration::from_secs(60 + 10 * (size / MIB))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_source_may_use_more() {
        let text = Limits::for_text(Duration::from_mins(20));
        let (small, large) = (text.scaled_to_source(2_000), text.scaled_to_source(30 * MIB));
        assert_eq!((small.memory >> 20, small.cpu.as_secs()), (1024, 60));
        assert_eq!((large.memory >> 20, large.cpu.as_secs()), (1024 + 60, 360));
        assert_eq!(text.scaled_to_source(GIB).cpu, Duration::from_mins(20));
        let feed = Limits::for_records(30 * MIB).scaled_to_source(0);
        assert_eq!((feed.memory >> 20, feed.cpu.as_secs()), (1024, 360));
    }
}
