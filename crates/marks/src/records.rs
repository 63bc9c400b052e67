//! The records of a zip container, as far as a prepared package needs them: plain containers of one part,
//! without encryption and below 4 GiB. For all others there is the `zip` crate and the slow way.

use std::io::{Read, Seek, SeekFrom};

/// First bytes of the end record.
const END_SIGNATURE: &[u8; 4] = b"PK\x05\x06";
/// First bytes of a directory record.
const RECORD_SIGNATURE: &[u8; 4] = b"PK\x01\x02";
/// First bytes of a file's local header.
const LOCAL_HEADER_SIGNATURE: &[u8; 4] = b"PK\x03\x04";
const END_RECORD_BYTES: usize = 22;
const DIRECTORY_RECORD_BYTES: usize = 46;
/// Larger containers might exceed four-byte sizes when they are marked.
const MAX_CONTAINER_BYTES: u64 = 0xF000_0000;
const MAX_FILES: usize = 0xF000;
/// The name is UTF-8.
const UTF8_NAME_FLAG: u16 = 1 << 11;
/// The ZIP version that a reader needs: deflate.
const VERSION_NEEDED: u16 = 20;
/// The file is compressed.
const DEFLATE_METHOD: u16 = 8;

/// Compressed and uncompressed length of a file, and its CRC-32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileSizes {
    pub(crate) crc: u32,
    pub(crate) compressed: u32,
    pub(crate) uncompressed: u32,
}

/// The directory's record of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DirectoryRecord {
    bytes: Vec<u8>,
}

/// The directory of a container, and the container's comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Directory {
    pub(crate) records: Vec<DirectoryRecord>,
    /// The position of the directory in the container.
    pub(crate) offset: u64,
    pub(crate) comment: Vec<u8>,
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

impl DirectoryRecord {
    /// A record for an added file, with the date of `sample`.
    pub(crate) fn new(name: &str, sample: &Self) -> Self {
        let mut bytes = vec![0; DIRECTORY_RECORD_BYTES];
        bytes[..4].copy_from_slice(RECORD_SIGNATURE);
        // Made by the same, with the same rights.
        bytes[4..6].copy_from_slice(&sample.bytes[4..6]);
        bytes[12..16].copy_from_slice(&sample.bytes[12..16]);
        bytes[38..42].copy_from_slice(&sample.bytes[38..42]);
        bytes[28..30].copy_from_slice(&u16::try_from(name.len()).unwrap_or_default().to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
        let mut record = Self { bytes };
        record.set_deflated();
        if !name.is_ascii() {
            record.put_u16(8, UTF8_NAME_FLAG);
        }
        record
    }

    /// Marks the file as one that this program compresses.
    pub(crate) fn set_deflated(&mut self) {
        let utf8 = self.get_u16(8) & UTF8_NAME_FLAG;
        self.put_u16(6, VERSION_NEEDED);
        self.put_u16(8, utf8);
        self.put_u16(10, DEFLATE_METHOD);
    }

    pub(crate) fn set_sizes(&mut self, sizes: FileSizes) {
        self.put_u32(16, sizes.crc);
        self.put_u32(20, sizes.compressed);
        self.put_u32(24, sizes.uncompressed);
    }

    /// The position of the file's local header.
    pub(crate) fn header_offset(&self) -> u64 {
        u32_at(&self.bytes, 42).unwrap_or_default().into()
    }

    pub(crate) fn set_header_offset(&mut self, offset: u64) {
        self.put_u32(42, u32::try_from(offset).unwrap_or(u32::MAX));
    }

    pub(crate) fn file_name(&self) -> &[u8] {
        let length = usize::from(self.get_u16(28));
        self.bytes.get(DIRECTORY_RECORD_BYTES..DIRECTORY_RECORD_BYTES + length).unwrap_or_default()
    }

    pub(crate) fn local_header(&self) -> Vec<u8> {
        let name = self.file_name();
        let mut head = Vec::with_capacity(30 + name.len());
        head.extend_from_slice(LOCAL_HEADER_SIGNATURE);
        // Version, flags, method, time, date, CRC and sizes are the same in both.
        head.extend_from_slice(&self.bytes[6..28]);
        head.extend_from_slice(&self.bytes[28..30]);
        head.extend_from_slice(&[0, 0]);
        head.extend_from_slice(name);
        head
    }

    fn get_u16(&self, at: usize) -> u16 {
        u16_at(&self.bytes, at).unwrap_or_default()
    }

    fn put_u16(&mut self, at: usize, value: u16) {
        self.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    fn put_u32(&mut self, at: usize, value: u32) {
        self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
}

impl Directory {
    /// Reads the directory of a container; `None` if this module does not support it.
    pub(crate) fn read_from<R: Read + Seek>(package: &mut R) -> std::io::Result<Option<Self>> {
        const MAX_TAIL_BYTES: u64 = (1 << 16) + END_RECORD_BYTES as u64;
        let size = package.seek(SeekFrom::End(0))?;
        let mut tail = Vec::new();
        package.seek(SeekFrom::Start(size.saturating_sub(MAX_TAIL_BYTES)))?;
        package.take(MAX_TAIL_BYTES).read_to_end(&mut tail)?;
        let Some(at) = tail.windows(4).rposition(|bytes| bytes == END_SIGNATURE) else { return Ok(None) };
        let end = size - (tail.len() - at) as u64;
        let Some(begins) = u32_at(&tail, at + 16).map(u64::from).filter(|begins| *begins <= end) else {
            return Ok(None);
        };
        if size > MAX_CONTAINER_BYTES || end - begins > MAX_CONTAINER_BYTES / 4 {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        package.seek(SeekFrom::Start(begins))?;
        package.take(size - begins).read_to_end(&mut bytes)?;
        Ok(Self::parse(&bytes, begins))
    }

    /// Parses the end of a container, which begins with its directory.
    pub(crate) fn parse(bytes: &[u8], at: u64) -> Option<Self> {
        let mut records = Vec::new();
        let mut rest = bytes;
        while rest.starts_with(RECORD_SIGNATURE) {
            let length = DIRECTORY_RECORD_BYTES
                + [28, 30, 32].iter().map(|at| u16_at(rest, *at).map(usize::from)).sum::<Option<usize>>()?;
            let (record, behind) = rest.split_at_checked(length)?;
            let record = DirectoryRecord { bytes: record.to_vec() };
            let encrypted = record.get_u16(8) & 1 != 0;
            // Sizes and places that did not fit are elsewhere.
            let large = [20, 24, 42].iter().any(|at| u32_at(&record.bytes, *at) == Some(u32::MAX));
            if encrypted || large || record.header_offset() >= at {
                return None;
            }
            records.push(record);
            rest = behind;
        }
        let known = rest.starts_with(END_SIGNATURE)
            && u16_at(rest, 4)? == 0
            && usize::from(u16_at(rest, 10)?) == records.len()
            && u64::from(u32_at(rest, 16)?) == at
            && rest.len() == END_RECORD_BYTES + usize::from(u16_at(rest, 20)?);
        (known && !records.is_empty() && records.len() <= MAX_FILES).then(|| Self {
            records,
            offset: at,
            comment: rest[END_RECORD_BYTES..].to_vec(),
        })
    }

    /// Encodes everything after the files; `None` if it is too large.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut out =
            Vec::with_capacity(self.records.iter().map(|record| record.bytes.len()).sum::<usize>() + 99);
        for record in &self.records {
            out.extend_from_slice(&record.bytes);
        }
        let length = u32::try_from(out.len()).ok()?;
        let count = u16::try_from(self.records.len()).ok()?;
        let comment = u16::try_from(self.comment.len()).ok()?;
        let at = u32::try_from(self.offset).ok().filter(|at| *at < u32::MAX)?;
        out.extend_from_slice(END_SIGNATURE);
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&count.to_le_bytes());
        out.extend_from_slice(&count.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&at.to_le_bytes());
        out.extend_from_slice(&comment.to_le_bytes());
        out.extend_from_slice(&self.comment);
        Some(out)
    }

    /// The indexes of the records in the order of the files, each with the end of its file.
    pub(crate) fn records_in_file_order(&self) -> Vec<(usize, u64)> {
        let mut order: Vec<usize> = (0..self.records.len()).collect();
        order.sort_by_key(|at| self.records[*at].header_offset());
        let ends: Vec<u64> =
            order.iter().skip(1).map(|at| self.records[*at].header_offset()).chain([self.offset]).collect();
        order.into_iter().zip(ends).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use books::testkit::zip_files;

    use super::*;

    #[test]
    fn a_directory_is_written_as_it_was_read() {
        let package = zip_files([("mimetype", "application/epub+zip"), ("ä.txt", "b")]);
        let directory = Directory::read_from(&mut Cursor::new(&package)).unwrap().unwrap();
        assert_eq!(directory.to_bytes().unwrap(), package[usize::try_from(directory.offset).unwrap()..]);
        let names: Vec<&[u8]> = directory.records.iter().map(DirectoryRecord::file_name).collect();
        assert_eq!(names, [&b"mimetype"[..], "ä.txt".as_bytes()]);
    }

    #[test]
    fn encrypted_and_oversized_containers_are_not_read() {
        let package = zip_files([("a", "b")]);
        let at = usize::try_from(Directory::read_from(&mut Cursor::new(&package)).unwrap().unwrap().offset)
            .unwrap();
        for (place, byte) in [(at + 8, 1), (at, 0), (package.len() - 12, 9), (package.len() - 18, 1)] {
            let mut other = package.clone();
            other[place] = byte;
            assert_eq!(Directory::read_from(&mut Cursor::new(&other)).unwrap(), None, "{place}");
        }
        let mut large = package;
        large[at + 24..at + 28].copy_from_slice(&[0xFF; 4]);
        assert_eq!(Directory::read_from(&mut Cursor::new(&large)).unwrap(), None);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>, at: u64) {
            drop(Directory::parse(&bytes, at));
            drop(Directory::read_from(&mut Cursor::new([&b"PK\x05\x06"[..], &bytes].concat())));
            drop(Directory::parse(&[&b"PK\x01\x02"[..], &bytes].concat(), at));
        }
    }
}
