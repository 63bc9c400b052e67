//! The kinds of document, distinguished by their bytes.

use std::io::{self, Read};

/// A kind of document (docs/rules/documents.md#rule-1: `mimeType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Portable Document Format.
    Pdf,
    /// A JPEG picture.
    Jpeg,
    /// A PNG picture.
    Png,
    /// A HEIF picture, as phones take them (HEIC).
    Heif,
    /// A `PowerPoint` presentation (Office Open XML).
    Pptx,
}

impl Kind {
    /// Every kind, in the order of the specification.
    pub const ALL: [Self; 5] = [Self::Pdf, Self::Jpeg, Self::Heif, Self::Png, Self::Pptx];

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Heif => "image/heif",
            Self::Pptx => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        }
    }

    /// The usual ending of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Heif => "heic",
            Self::Pptx => "pptx",
        }
    }
}

/// The beginning of containers of Office, and the name in them of a package that a password protects.
const OFFICE_CONTAINER_MAGIC: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
const PROTECTED_PACKAGE_NAME: &str = "EncryptedPackage";

/// Number of bytes of a file that are searched at once.
const SEARCHED_BYTES: u64 = 64 << 10;

/// Returns true for a document of Office that opens with a password only. Its kind is not known.
///
/// # Errors
/// If the file cannot be read.
pub fn is_protected_package(mut file: impl Read) -> io::Result<bool> {
    let mut part = Vec::new();
    file.by_ref().take(OFFICE_CONTAINER_MAGIC.len() as u64).read_to_end(&mut part)?;
    if part != OFFICE_CONTAINER_MAGIC {
        return Ok(false);
    }
    let name: Vec<u8> = PROTECTED_PACKAGE_NAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
    while file.by_ref().take(SEARCHED_BYTES).read_to_end(&mut part)? > 0 {
        if contains_bytes(&part, &name) {
            return Ok(true);
        }
        part.drain(..part.len().saturating_sub(name.len()));
    }
    Ok(false)
}

/// Detects the kind of a document by its bytes; `None` for other files. Presentations are distinguished from
/// other zip files by the names of their entries. A document of Office that a password protects counts as
/// one.
pub fn detect(bytes: &[u8]) -> Option<Kind> {
    let head = &bytes[..bytes.len().min(1024)];
    if head.starts_with(b"\xFF\xD8\xFF") {
        return Some(Kind::Jpeg);
    }
    if head.starts_with(b"\x89PNG\r\n\x1A\n") {
        return Some(Kind::Png);
    }
    if is_heif(head) {
        return Some(Kind::Heif);
    }
    if head.starts_with(b"PK\x03\x04") {
        // Names are uncompressed, at the front of each entry and in the directory at the end.
        return ["ppt/presentation.xml", "ppt/slides/slide"]
            .iter()
            .any(|name| contains_entry_name(bytes, name.as_bytes()))
            .then_some(Kind::Pptx);
    }
    if is_protected_package(bytes).unwrap_or(false) {
        return Some(Kind::Pptx);
    }
    // Some programs put a few bytes before the header, and readers accept that.
    contains_bytes(head, b"%PDF-").then_some(Kind::Pdf)
}

/// The first box of a HEIF file names its brand.
fn is_heif(head: &[u8]) -> bool {
    const HEIF_BRANDS: [&[u8]; 10] =
        [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"mif2", b"heif"];
    let Some((size, rest)) = head.split_first_chunk::<4>() else { return false };
    let size = usize::try_from(u32::from_be_bytes(*size)).unwrap_or(usize::MAX);
    let Some(brands) = rest.strip_prefix(b"ftyp") else { return false };
    // The major brand, a version, and the compatible brands.
    let brands = &brands[..brands.len().min(size.saturating_sub(8))];
    let is = |brand: &[u8]| HEIF_BRANDS.contains(&brand);
    let major = brands.get(..4).unwrap_or_default();
    is(major) || (major != b"avif" && brands.get(8..).unwrap_or_default().chunks_exact(4).any(is))
}

/// Returns true if bytes contain the name of an entry, whose letters may be of any case and whose
/// separators of any system.
fn contains_entry_name(bytes: &[u8], wanted: &[u8]) -> bool {
    let is = |byte: u8, wanted: u8| byte.eq_ignore_ascii_case(&wanted) || (wanted == b'/' && byte == b'\\');
    bytes.windows(wanted.len()).any(|window| {
        is(window[0], wanted[0]) && window.iter().zip(wanted).all(|(byte, wanted)| is(*byte, *wanted))
    })
}

fn contains_bytes(bytes: &[u8], wanted: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == wanted[0]) {
        rest = &rest[at..];
        if rest.starts_with(wanted) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn detects_each_kind_by_its_first_bytes() {
        let protected = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1..E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
        let cases: [(&[u8], Option<Kind>); 16] = [
            (protected, Some(Kind::Pptx)),
            (&protected[..20], None),
            (b"%PDF-1.7\n", Some(Kind::Pdf)),
            (b"\xEF\xBB\xBF%PDF-1.4", Some(Kind::Pdf)),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", Some(Kind::Jpeg)),
            (b"\x89PNG\r\n\x1A\n\0\0", Some(Kind::Png)),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Some(Kind::Heif)),
            (b"\0\0\0\x18ftypmsf9\0\0\0\0mif1hevc", Some(Kind::Heif)),
            (b"\0\0\0\x1CftypisomAAAAisomiso2", None),
            (b"PK\x03\x04..ppt/presentation.xml", Some(Kind::Pptx)),
            (b"PK\x03\x04..PPT\\Presentation.xml", Some(Kind::Pptx)),
            (b"PK\x03\x04..ppt/slides/slide1.xml", Some(Kind::Pptx)),
            (b"PK\x03\x04..word/document.xml", None),
            (b"<html>", None),
            (b"", None),
            (b"\0\0\0\0ftyp", None),
        ];
        for (bytes, kind) in cases {
            assert_eq!(detect(bytes), kind, "{}", String::from_utf8_lossy(bytes));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_detected_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), start in 0..4_usize) {
            let starts: [&[u8]; 4] = [b"", b"PK\x03\x04", b"\0\0\0\x18ftyp", b"%PD"];
            let mut all = starts[start].to_vec();
            all.extend(bytes);
            let _ = detect(&all);
        }
    }
}
