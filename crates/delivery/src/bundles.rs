//! Zip files of uncompressed files, written while they are sent. Only the directory is in memory. The size
//! and the checksum of each file precede it, so that every program can unpack the bundle while it arrives.

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use jiff::civil::Date;

use crate::{Error, Files, Key, Result};

const LOCAL_HEADER: u32 = 0x0403_4b50;
const DIRECTORY_RECORD: u32 = 0x0201_4b50;
const ZIP64_END_RECORD: u32 = 0x0606_4b50;
const ZIP64_END_LOCATOR: u32 = 0x0706_4b50;
const END_RECORD: u32 = 0x0605_4b50;
/// Type of the field with sizes and offsets that four bytes cannot hold.
const ZIP64_FIELD: u16 = 1;
/// Bytes of a `ZIP64` end record after its own length.
const ZIP64_END_BYTES: u64 = 44;
/// The ZIP version that a reader needs: large files.
const VERSION_NEEDED: u16 = 45;
/// Made by a Unix system, whose rights are in the upper half of the attributes.
const MADE_BY: u16 = 3 << 8 | VERSION_NEEDED;
/// A file that its owner may write and all users may read.
const FILE_ATTRIBUTES: u32 = 0o100_644 << 16;
/// The name is UTF-8.
const UTF8_NAME_FLAG: u16 = 1 << 11;
/// The file is not compressed.
const STORE_METHOD: u16 = 0;

/// Size of a file and its CRC-32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileChecksum {
    /// Bytes.
    pub size: u64,
    pub crc: u32,
}

impl Files {
    /// Reads a file for its checksum.
    ///
    /// # Errors
    /// The file does not exist, or cannot be read.
    pub async fn compute_checksum(&self, key: &Key) -> Result<FileChecksum> {
        let mut hasher = crc32fast::Hasher::new();
        let mut size = 0;
        let mut pieces = self.read(key, None).await?.stream;
        while let Some(piece) = pieces.try_next().await.map_err(|e| Error::Store(format!("{key}: {e}")))? {
            size += piece.len() as u64;
            hasher.update(&piece);
        }
        Ok(FileChecksum { size, crc: hasher.finalize() })
    }
}

/// Writes the parts of a zip file around the files in it.
#[derive(Debug)]
pub struct BundleWriter {
    /// The day of all files, as the directory has it.
    date: u16,
    /// Bytes written before the next header, with the files themselves.
    offset: u64,
    directory: Vec<u8>,
    files: u64,
}

impl BundleWriter {
    /// A bundle whose files are of this day.
    pub fn new(date: Date) -> Self {
        let year = u16::try_from(date.year() - 1980).unwrap_or(0).min(127);
        let month = u16::from(date.month().unsigned_abs());
        let day = u16::from(date.day().unsigned_abs());
        Self { date: year << 9 | month << 5 | day, offset: 0, directory: Vec::new(), files: 0 }
    }

    /// The header of the next file, which the caller sends before the file itself. A longer name than 65,535
    /// bytes is left out.
    pub fn begin_file(&mut self, name: &str, checksum: FileChecksum) -> Bytes {
        let name = if u16::try_from(name.len()).is_ok() { name } else { "" };
        let FileChecksum { size, crc } = checksum;
        let is_large = size >= u64::from(u32::MAX);
        let common = |out: &mut Vec<u8>, fields: &[u8]| {
            put_u16(out, VERSION_NEEDED);
            put_u16(out, UTF8_NAME_FLAG);
            put_u16(out, STORE_METHOD);
            // Midnight.
            put_u16(out, 0);
            put_u16(out, self.date);
            put_u32(out, crc);
            put_u32(out, clamp(size));
            put_u32(out, clamp(size));
            put_u16(out, length_of(name.as_bytes()));
            put_u16(out, length_of(fields));
        };
        let sizes = if is_large { vec![size, size] } else { Vec::new() };
        let fields = zip64_field(&sizes);
        let mut header = Vec::with_capacity(64 + name.len());
        put_u32(&mut header, LOCAL_HEADER);
        common(&mut header, &fields);
        header.extend_from_slice(name.as_bytes());
        header.extend_from_slice(&fields);

        let place = (self.offset >= u64::from(u32::MAX)).then_some(self.offset);
        let fields = zip64_field(&sizes.into_iter().chain(place).collect::<Vec<u64>>());
        let mut record = Vec::with_capacity(80 + name.len());
        put_u32(&mut record, DIRECTORY_RECORD);
        put_u16(&mut record, MADE_BY);
        common(&mut record, &fields);
        // No comment, on the first disk, no attributes of the program.
        record.extend_from_slice(&[0; 6]);
        put_u32(&mut record, FILE_ATTRIBUTES);
        put_u32(&mut record, clamp(self.offset));
        record.extend_from_slice(name.as_bytes());
        record.extend_from_slice(&fields);

        self.directory.extend_from_slice(&record);
        self.files += 1;
        self.offset += header.len() as u64 + size;
        Bytes::from(header)
    }

    /// The end of the bundle, which the caller sends after the last file.
    pub fn finish(self) -> Bytes {
        let (begin, length) = (self.offset, self.directory.len() as u64);
        let needs_zip64 = begin >= u64::from(u32::MAX)
            || length >= u64::from(u32::MAX)
            || self.files >= u64::from(u16::MAX);
        let files = u16::try_from(self.files).unwrap_or(u16::MAX);
        let mut out = self.directory;
        if needs_zip64 {
            put_u32(&mut out, ZIP64_END_RECORD);
            put_u64(&mut out, ZIP64_END_BYTES);
            put_u16(&mut out, MADE_BY);
            put_u16(&mut out, VERSION_NEEDED);
            // This disk, and that of the directory.
            out.extend_from_slice(&[0; 8]);
            put_u64(&mut out, self.files);
            put_u64(&mut out, self.files);
            put_u64(&mut out, length);
            put_u64(&mut out, begin);
            put_u32(&mut out, ZIP64_END_LOCATOR);
            put_u32(&mut out, 0);
            put_u64(&mut out, begin + length);
            put_u32(&mut out, 1);
        }
        put_u32(&mut out, END_RECORD);
        out.extend_from_slice(&[0; 4]);
        put_u16(&mut out, files);
        put_u16(&mut out, files);
        put_u32(&mut out, clamp(length));
        put_u32(&mut out, clamp(begin));
        put_u16(&mut out, 0);
        Bytes::from(out)
    }
}

/// The field with these numbers. Empty without any.
fn zip64_field(numbers: &[u64]) -> Vec<u8> {
    let mut field = Vec::new();
    if !numbers.is_empty() {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        put_u16(&mut field, ZIP64_FIELD);
        put_u16(&mut field, length_of(&bytes));
        field.extend_from_slice(&bytes);
    }
    field
}

/// Four bytes; all ones if the number is in another field.
fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn length_of(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap_or(0)
}

fn put_u16(out: &mut Vec<u8>, number: u16) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn put_u64(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use bytes::Bytes;
    use jiff::civil::date;
    use zip::ZipArchive;

    use super::{BundleWriter, FileChecksum};
    use crate::{Files, Key};

    #[tokio::test]
    async fn a_bundle_is_unpacked_by_others() {
        let store = Files::in_memory();
        let files = [("Marsh, Olive - Die Fähre.epub", &b"hers"[..]), ("Reyes, Otto - Die Fähre.epub", b"")];
        let mut writer = BundleWriter::new(date(2026, 11, 29));
        let mut bundle = Vec::new();
        for (at, (name, content)) in files.iter().enumerate() {
            let key = Key::parse(&format!("packages/{at}-x.zip")).unwrap();
            store.put(&key, Bytes::from_static(content)).await.unwrap();
            let checksum = store.compute_checksum(&key).await.unwrap();
            bundle.extend_from_slice(&writer.begin_file(name, checksum));
            bundle.extend_from_slice(content);
        }
        bundle.extend_from_slice(&writer.finish());
        let mut archive = ZipArchive::new(Cursor::new(bundle)).unwrap();
        assert_eq!(archive.len(), 2);
        for (name, content) in files {
            let mut read = Vec::new();
            let mut entry = archive.by_name(name).unwrap();
            entry.read_to_end(&mut read).unwrap();
            assert_eq!(read, content, "{name}");
        }
    }

    #[test]
    fn bundles_beyond_four_gigabytes_have_large_records() {
        let mut writer = BundleWriter::new(date(2026, 11, 29));
        let large = FileChecksum { size: 5 << 30, crc: 7 };
        let header = writer.begin_file("a", large);
        assert_eq!(header.len(), 30 + 1 + 20);
        assert_eq!(header[18..26], [0xFF; 8], "the sizes are in another field");
        assert_eq!(header[35..43], (5_u64 << 30).to_le_bytes());
        let small = writer.begin_file("b", FileChecksum { size: 1, crc: 7 });
        assert_eq!(small.len(), 31);
        let end = writer.finish();
        let at = end.len() - 22 - 20;
        assert_eq!(end[at..at + 4], *b"PK\x06\x07");
        let record = usize::try_from(u64::from_le_bytes(end[at + 8..at + 16].try_into().unwrap())).unwrap();
        assert_eq!(record - (header.len() + small.len() + (5 << 30) + 1), at - 56, "where the record begins");
        assert_eq!(end[at - 56..at - 52], *b"PK\x06\x06");
    }

    #[test]
    fn dates_before_the_format_are_its_first_year() {
        assert_eq!(BundleWriter::new(date(1970, 2, 3)).date, 2 << 5 | 3);
        assert_eq!(BundleWriter::new(date(2026, 11, 29)).date, 46 * 512 + 11 * 32 + 29);
    }
}
