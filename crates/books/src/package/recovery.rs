//! Opening containers whose end is wrong or missing, such as an interrupted download.

use std::io::{Cursor, Read};
use std::ops::Range;

use bytes::Bytes;
use memchr::memmem;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::{Error, FindingKind, Reporter, Result};

const LOCAL_SIGNATURE: &[u8] = b"PK\x03\x04";
pub(super) const CENTRAL_SIGNATURE: &[u8] = b"PK\x01\x02";
const DESCRIPTOR_SIGNATURE: &[u8] = b"PK\x07\x08";
const END_SIGNATURE: &[u8] = b"PK\x05\x06";
/// Bytes of a header before a file, without its name.
const LOCAL_HEADER_BYTES: usize = 30;
/// Bytes of an entry of a directory, without its name, extra field and comment.
const CENTRAL_HEADER_BYTES: usize = 46;
/// Bytes of the end of a directory, without its comment.
const END_BYTES: usize = 22;
/// Check sum and sizes after a file, without a signature.
const DESCRIPTOR_BYTES: usize = 12;
/// Check sum and sizes of eight bytes after a file (Zip64), without a signature.
const WIDE_DESCRIPTOR_BYTES: usize = 20;
/// Sizes that are in the extra field of a header (Zip64).
const WIDE_SIZE: [u8; 4] = [0xFF; 4];
/// The flag of headers whose sizes follow the file.
const SIZES_FOLLOW: u16 = 1 << 3;
/// Fewer whole files than this are not worth reading: the first one only states the type.
const MIN_FILES: usize = 2;

/// Opens a container. If its end states a wrong length of the comment or too few files, the true number is
/// used. If the directory is missing or damaged, the files are found by their own headers, and reported; a
/// file that is cut off is left out.
///
/// # Errors
/// [`Error::NotAZip`] if it has fewer than two whole files.
pub(super) fn open_zip(
    bytes: Bytes,
    max_files: usize,
    reporter: &Reporter,
) -> Result<(ZipArchive<Cursor<Bytes>>, Bytes)> {
    let not_a_zip = |error: ZipError| Error::NotAZip { reason: error.to_string() };
    let error = match ZipArchive::new(Cursor::new(bytes.clone())) {
        Ok(archive) => {
            let corrected = correct_file_count(&bytes, archive.central_directory_start());
            let reopened = corrected.and_then(|corrected| {
                let archive = ZipArchive::new(Cursor::new(corrected.clone())).ok()?;
                Some((archive, corrected))
            });
            return Ok(reopened.unwrap_or((archive, bytes)));
        }
        Err(error) => error,
    };
    if let Some(corrected) = correct_comment_length(&bytes)
        && let Ok(archive) = ZipArchive::new(Cursor::new(corrected.clone()))
    {
        return Ok((archive, corrected));
    }
    let Some(recovered) = recover_directory(&bytes, max_files) else { return Err(not_a_zip(error)) };
    let archive = ZipArchive::new(Cursor::new(recovered.bytes.clone())).map_err(not_a_zip)?;
    reporter.report(FindingKind::NoDirectory, "", &error.to_string());
    if let Some(name) = recovered.cut_off {
        reporter.report(FindingKind::DamagedFile, &name, "the container ends within this file");
    }
    Ok((archive, recovered.bytes))
}

/// The container with the true length of its comment; `None` if it is stated, or there is no end.
fn correct_comment_length(bytes: &Bytes) -> Option<Bytes> {
    let start = bytes.len().saturating_sub(END_BYTES + usize::from(u16::MAX));
    let end = start + bytes[start..].windows(END_SIGNATURE.len()).rposition(|word| word == END_SIGNATURE)?;
    let comment = u16::try_from(bytes.len().checked_sub(end + END_BYTES)?).ok()?.to_le_bytes();
    let mut corrected = bytes.to_vec();
    let stated = &mut corrected[end + END_BYTES - 2..end + END_BYTES];
    if *stated == comment {
        return None;
    }
    stated.copy_from_slice(&comment);
    Some(corrected.into())
}

/// The container with the true number of files in its directory; `None` if it is stated, or the directory
/// does not end where the end begins.
fn correct_file_count(bytes: &Bytes, directory_start: u64) -> Option<Bytes> {
    let mut at = usize::try_from(directory_start).ok()?;
    let mut count = 0_u16;
    while bytes.get(at..)?.starts_with(CENTRAL_SIGNATURE) {
        let length = |length_at: usize| read_u16(bytes, at + length_at).map(usize::from);
        let next = at + CENTRAL_HEADER_BYTES + length(28)? + length(30)? + length(32)?;
        at = next;
        count = count.checked_add(1)?;
    }
    let end = bytes.get(at..at + END_BYTES)?;
    // Those on this disk, and all.
    let counts = [count.to_le_bytes(); 2].concat();
    if !end.starts_with(END_SIGNATURE) || end[8..12] == *counts {
        return None;
    }
    let mut corrected = bytes.to_vec();
    corrected[at + 8..at + 12].copy_from_slice(&counts);
    Some(corrected.into())
}

/// Unpacks a file whose unpacked size the directory states wrongly: as the only file of a container, with up
/// to `max_size` bytes. `None` if it is larger, or its check sum is wrong.
pub(super) fn unpack_alone(
    archive: &ZipArchive<Cursor<Bytes>>,
    index: usize,
    max_size: u64,
) -> Option<Vec<u8>> {
    let mut archive = archive.clone();
    let (start, length, sum) = {
        let file = archive.by_index_raw(index).ok()?;
        (file.header_start(), u32::try_from(file.compressed_size()).ok()?, file.crc32())
    };
    let bytes = archive.into_inner().into_inner();
    let start = usize::try_from(start).ok()?;
    let name = name_range(&bytes, start)?;
    let data_start = find_data(&bytes, start, &name)?;
    let data_end = data_start.checked_add(usize::try_from(length).ok()?)?;
    let part = bytes.get(start..data_end)?;
    // The largest number means that the size is somewhere else.
    let size = u32::try_from(max_size.min(u64::from(u32::MAX - 1))).ok()?;
    let sums = [sum, length, size].map(u32::to_le_bytes).concat();
    let file = LocalFile {
        header_start: 0,
        name: name.start - start..name.end - start,
        data: data_start - start..part.len(),
        sums: sums.try_into().ok()?,
    };
    let mut alone = ZipArchive::new(Cursor::new(write_directory(part, &[file])?)).ok()?;
    let mut unpacked = Vec::new();
    alone.by_index(0).ok()?.read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}

/// A container with a new directory.
struct RecoveredContainer {
    bytes: Bytes,
    /// The name of the file within which the container ends.
    cut_off: Option<String>,
}

struct LocalFile {
    header_start: usize,
    name: Range<usize>,
    data: Range<usize>,
    /// Check sum, compressed and unpacked size, as headers have them.
    sums: [u8; DESCRIPTOR_BYTES],
}

/// Finds the whole files of a container one after the other, and writes a directory of them. `None` if there
/// are too few. More than `max_files` are not looked for.
fn recover_directory(bytes: &Bytes, max_files: usize) -> Option<RecoveredContainer> {
    if !bytes.starts_with(LOCAL_SIGNATURE) {
        return None;
    }
    let mut files: Vec<LocalFile> = Vec::new();
    let mut cut_off = None;
    let mut next = Some(0);
    while let Some(start) = next.filter(|_| files.len() <= max_files) {
        let Some(name) = name_range(bytes, start) else { break };
        let Some(file) = read_local_file(bytes, start, name.clone()) else {
            // Whatever follows is a part of this file, which may itself be a container.
            cut_off = Some(String::from_utf8_lossy(&bytes[name]).into_owned());
            break;
        };
        next = find_signature(bytes, file.data.end, LOCAL_SIGNATURE);
        files.push(file);
    }
    if files.len() < MIN_FILES {
        return None;
    }
    Some(RecoveredContainer { bytes: write_directory(bytes, &files)?, cut_off })
}

/// The name in the header at `start`; `None` if the header is not whole.
fn name_range(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let name = start + LOCAL_HEADER_BYTES;
    let end = name + usize::from(read_u16(bytes, start + 26)?);
    (end <= bytes.len()).then_some(name..end)
}

/// The beginning of what is in the file whose header is at `start`.
fn find_data(bytes: &[u8], start: usize, name: &Range<usize>) -> Option<usize> {
    Some(name.end + usize::from(read_u16(bytes, start + 28)?))
}

/// The file whose header is at `start`; `None` if it is not whole.
fn read_local_file(bytes: &[u8], start: usize, name: Range<usize>) -> Option<LocalFile> {
    let data_start = find_data(bytes, start, &name)?;
    let stated = bytes.get(start + 14..start + 26)?;
    let is_wide = stated[4..8] == WIDE_SIZE;
    let is_stated = stated[4..8] != [0; 4] && !is_wide;
    let has_sizes = read_u16(bytes, start + 6)? & SIZES_FOLLOW == 0;
    let (data_end, sums) = if has_sizes && is_wide {
        let sums = read_wide_header(stated, bytes.get(name.end..data_start)?)?;
        (data_start.checked_add(read_size(&sums)?)?, sums)
    } else if has_sizes || is_stated {
        (data_start.checked_add(read_size(stated)?)?, stated.try_into().ok()?)
    } else {
        find_sizes(bytes, data_start)?
    };
    (data_end <= bytes.len()).then_some(LocalFile {
        header_start: start,
        name,
        data: data_start..data_end,
        sums,
    })
}

/// The check sum of a header with the sizes of its extra field: unpacked and compressed, of eight bytes each.
fn read_wide_header(stated: &[u8], extra: &[u8]) -> Option<[u8; DESCRIPTOR_BYTES]> {
    let mut rest = extra;
    loop {
        let length = usize::from(read_u16(rest, 2)?);
        let field = rest.get(4..4 + length)?;
        if read_u16(rest, 0)? == 1 {
            let (unpacked, compressed) = (field.get(..8)?, field.get(8..16)?);
            return join_sums(stated.get(..4)?, compressed, unpacked);
        }
        rest = &rest[4 + length..];
    }
}

/// Check sum and sizes of eight bytes with sizes of four. `None` if these are too large for them.
fn join_sums(sum: &[u8], compressed: &[u8], unpacked: &[u8]) -> Option<[u8; DESCRIPTOR_BYTES]> {
    let is_small = compressed[4..] == [0; 4] && unpacked[4..] == [0; 4];
    is_small.then(|| [sum, &compressed[..4], &unpacked[..4]].concat().try_into().ok()).flatten()
}

/// Check sum and sizes of eight bytes that state this length, and after which something begins or nothing
/// comes.
fn read_wide_descriptor(bytes: &[u8], start: usize, length: usize) -> Option<[u8; DESCRIPTOR_BYTES]> {
    let (wide, rest) = bytes.get(start..)?.split_at_checked(WIDE_DESCRIPTOR_BYTES)?;
    let sums = join_sums(&wide[..4], &wide[4..12], &wide[12..])?;
    let is_end = rest.is_empty() || rest.starts_with(b"PK");
    (is_end && read_size(&sums) == Some(length)).then_some(sums)
}

/// Check sum and sizes of four bytes that state this length.
fn read_descriptor(bytes: &[u8], start: usize, length: usize) -> Option<[u8; DESCRIPTOR_BYTES]> {
    let stated = bytes.get(start..start + DESCRIPTOR_BYTES)?;
    (read_size(stated) == Some(length)).then(|| stated.try_into().ok()).flatten()
}

/// The end of a file whose sizes follow it, and its check sum and sizes: the first ones that state the length
/// of what is before them.
fn find_sizes(bytes: &[u8], data_start: usize) -> Option<(usize, [u8; DESCRIPTOR_BYTES])> {
    // Without a signature, they begin where the file ends.
    let find_before = |end: usize| {
        let wide = || {
            let start = end.checked_sub(WIDE_DESCRIPTOR_BYTES)?;
            Some((start, read_wide_descriptor(bytes, start, start.checked_sub(data_start)?)?))
        };
        let short = || {
            let start = end.checked_sub(DESCRIPTOR_BYTES)?;
            Some((start, read_descriptor(bytes, start, start.checked_sub(data_start)?)?))
        };
        wide().or_else(short)
    };
    let mut at = data_start;
    while let Some(sign) = find_signature(bytes, at, b"PK") {
        let word = bytes.get(sign..sign + 4).unwrap_or_default();
        let sizes = if word == DESCRIPTOR_SIGNATURE {
            let length = sign - data_start;
            let sums = read_wide_descriptor(bytes, sign + 4, length);
            sums.or_else(|| read_descriptor(bytes, sign + 4, length)).map(|sums| (sign, sums))
        } else if word == LOCAL_SIGNATURE || word == CENTRAL_SIGNATURE {
            find_before(sign)
        } else {
            None
        };
        if sizes.is_some() {
            return sizes;
        }
        at = sign + 1;
    }
    find_before(bytes.len())
}

fn find_signature(bytes: &[u8], from: usize, signature: &[u8]) -> Option<usize> {
    memmem::find(bytes.get(from..)?, signature).map(|at| from + at)
}

/// The files, with a directory behind the last of them. `None` if they are too many or too far from the
/// beginning for a directory of 32 bits.
fn write_directory(bytes: &[u8], files: &[LocalFile]) -> Option<Bytes> {
    let mut out = bytes[..files.last()?.data.end].to_vec();
    let directory = out.len();
    for file in files {
        let header = &bytes[file.header_start..];
        out.extend(CENTRAL_SIGNATURE);
        // Version that made it; version to read it, flags, method, time and date are those of the header.
        out.extend(&header[4..6]);
        out.extend(&header[4..14]);
        out.extend(file.sums);
        out.extend(u16::try_from(file.name.len()).ok()?.to_le_bytes());
        // Lengths of the extra field and of the comment, disk, attributes.
        out.extend([0; 12]);
        out.extend(u32::try_from(file.header_start).ok()?.to_le_bytes());
        out.extend(&bytes[file.name.clone()]);
    }
    let length = out.len() - directory;
    let count = u16::try_from(files.len()).ok()?.to_le_bytes();
    out.extend(END_SIGNATURE);
    out.extend([0; 4]);
    out.extend(count);
    out.extend(count);
    out.extend(u32::try_from(length).ok()?.to_le_bytes());
    out.extend(u32::try_from(directory).ok()?.to_le_bytes());
    out.extend([0; 2]);
    Some(out.into())
}

fn read_u16(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

/// The compressed size among the sums of an entry.
fn read_size(sums: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(sums.get(4..8)?.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testkit::zip_files;
    use crate::{Limits, Package};

    /// A container of two files, with its directory changed from the last of these signatures on.
    fn change_directory(signature: &[u8], change: impl FnOnce(&mut [u8])) -> Package {
        let mut bytes = zip_files([("a", "Some words."), ("b", "Some words.")]);
        let start = memmem::rfind(&bytes, signature).unwrap();
        change(&mut bytes[start..]);
        Package::open(bytes.into(), Limits::default()).unwrap()
    }

    #[test]
    fn a_file_that_is_larger_than_the_directory_states_is_read() {
        for size in [3_u8, 11, 12] {
            let package = change_directory(CENTRAL_SIGNATURE, |entry| entry[24] = size);
            assert_eq!(package.read("b", "").unwrap(), b"Some words.", "{size}");
            assert_eq!(package.has_wrong_sum("b"), size == 3, "{size}");
        }
        let package = change_directory(CENTRAL_SIGNATURE, |entry| {
            entry[16..20].fill(0);
            entry[24] = 3;
        });
        assert!(package.read("b", "").is_err());
    }

    #[test]
    fn files_that_the_end_of_the_directory_does_not_count_are_found() {
        let package = change_directory(END_SIGNATURE, |end| {
            end[8] = 1;
            end[10] = 1;
        });
        assert_eq!(package.names().collect::<Vec<_>>(), ["a", "b"]);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_searched_for_files(
            parts in proptest::collection::vec("(PK\u{3}\u{4}|PK\u{1}\u{2}|PK\u{7}\u{8}|[\u{0}-\u{8}a-c]{1,30})", 0..20)
        ) {
            let bytes: Bytes = format!("PK\u{3}\u{4}{}", parts.concat()).into_bytes().into();
            if let Some(recovered) = recover_directory(&bytes, 100) {
                prop_assert!(recovered.bytes.ends_with(&[0; 2]));
            }
        }
    }
}
