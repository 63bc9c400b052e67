//! Detects the type of an uploaded document from some of its bytes.

use std::io::{self, Read, Seek, SeekFrom};

use documents::{Kind, detect, is_protected_package};
use domain::documents::DocumentType;

/// Bytes at the start of a file that identify it.
const HEAD_BYTES: u64 = 1024;
/// The end of a zip file's directory, and the longest comment that may follow it, bytes.
const END_RECORD_BYTES: usize = 22;
const MAX_TAIL_BYTES: u64 = END_RECORD_BYTES as u64 + 65_535;
/// Maximum size of a presentation's directory, bytes.
const MAX_DIRECTORY_BYTES: u32 = 4 << 20;
/// The entry that makes a zip file a presentation.
const PRESENTATION_ENTRY: &[u8] = b"ppt/presentation.xml";

/// Returns the type of a file; `None` if it is not supported.
pub fn detect_document_type(mut file: impl Read + Seek) -> io::Result<Option<DocumentType>> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    if head.starts_with(b"PK\x03\x04") {
        return Ok(has_entry(file, PRESENTATION_ENTRY)?.then_some(DocumentType::Presentation));
    }
    file.seek(SeekFrom::Start(0))?;
    if is_protected_package(&mut file)? {
        return Ok(Some(DocumentType::Presentation));
    }
    Ok(detect(&head).map(|kind| match kind {
        Kind::Pdf => DocumentType::Pdf,
        Kind::Jpeg => DocumentType::Jpeg,
        Kind::Png => DocumentType::Png,
        Kind::Heif => DocumentType::Heif,
        Kind::Pptx => DocumentType::Presentation,
    }))
}

/// Returns true if the directory of a zip file lists an entry of this name. Other files list nothing.
fn has_entry(mut file: impl Read + Seek, entry_name: &[u8]) -> io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = read_at(&mut file, length.saturating_sub(MAX_TAIL_BYTES), MAX_TAIL_BYTES)?;
    let Some(end) = tail.windows(4).rposition(|bytes| bytes == b"PK\x05\x06") else { return Ok(false) };
    let (Some(size), Some(offset)) = (u32_at(&tail, end + 12), u32_at(&tail, end + 16)) else {
        return Ok(false);
    };
    if size > MAX_DIRECTORY_BYTES || tail.len() < end + END_RECORD_BYTES {
        return Ok(false);
    }
    let directory = read_at(&mut file, offset.into(), size.into())?;
    let mut rest = directory.as_slice();
    while rest.starts_with(b"PK\x01\x02") {
        let (Some(name), Some(extra), Some(remark)) = (u16_at(rest, 28), u16_at(rest, 30), u16_at(rest, 32))
        else {
            return Ok(false);
        };
        if rest.get(46..46 + name) == Some(entry_name) {
            return Ok(true);
        }
        rest = rest.get(46 + name + extra + remark..).unwrap_or_default();
    }
    Ok(false)
}

fn read_at(file: &mut (impl Read + Seek), at: u64, most: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..at + 2)?.try_into().ok().map(|bytes| usize::from(u16::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn detect_kind(bytes: &[u8]) -> Option<DocumentType> {
        detect_document_type(Cursor::new(bytes)).unwrap()
    }

    fn zip_of(names: &[&str], remark: &str) -> Vec<u8> {
        let files = names.iter().map(|name| (*name, "ppt/presentation.xml is only a text here"));
        let mut zip = books::testkit::zip_files(files);
        let length = u16::try_from(remark.len()).unwrap().to_le_bytes();
        zip.truncate(zip.len() - 2);
        zip.extend(length);
        zip.extend(remark.as_bytes());
        zip
    }

    #[test]
    fn the_type_is_detected_from_bytes() {
        assert_eq!(detect_kind(b"%PDF-1.7\n"), Some(DocumentType::Pdf));
        assert_eq!(detect_kind(b"\xFF\xD8\xFF\xE0"), Some(DocumentType::Jpeg));
        assert_eq!(detect_kind(b"\x89PNG\r\n\x1A\n"), Some(DocumentType::Png));
        assert_eq!(detect_kind(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Some(DocumentType::Heif));
        assert_eq!(detect_kind(b"plain"), None);
        assert_eq!(detect_kind(b""), None);
    }

    #[test]
    fn a_presentation_is_a_zip_file_with_slides() {
        let slides = ["[Content_Types].xml", "ppt/presentation.xml", "ppt/slides/slide1.xml"];
        for remark in ["", "made by hand"] {
            assert_eq!(detect_kind(&zip_of(&slides, remark)), Some(DocumentType::Presentation));
        }
        assert_eq!(detect_kind(&zip_of(&["[Content_Types].xml", "word/document.xml"], "")), None);
        assert_eq!(detect_kind(b"PK\x03\x04 ppt/presentation.xml"), None);
    }

    #[test]
    fn a_document_of_office_with_a_password_may_be_a_presentation() {
        let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let beginning = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
        for place in [0, 2_000, (64 << 10) - 10, 200_000] {
            let file = [beginning.as_slice(), &vec![0_u8; place], &name, b"end"].concat();
            assert_eq!(detect_kind(&file), Some(DocumentType::Presentation), "{place}");
        }
        assert_eq!(detect_kind(&[beginning.as_slice(), &[0_u8; 2_000]].concat()), None);
    }

    #[test]
    fn a_broken_zip_file_is_not_a_presentation() {
        let whole = zip_of(&["a", "ppt/presentation.xml"], "");
        for length in 0..whole.len() {
            assert_eq!(detect_kind(&whole[..length]), None, "{length}");
        }
        // A directory claimed to be anywhere and of any size.
        for at in whole.len() - 22..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0xFF;
            detect_kind(&broken);
        }
    }
}
