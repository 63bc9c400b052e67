//! Kind of a document: its root element decides, not the media type that is stated.

use crate::media_types::media_type;
use crate::{Limits, Package, Reporter, path, xml};

/// Bytes in which the root element begins.
const HEAD_BYTES: usize = 16 << 10;

/// Returns true if a media type is that of `DTBook`.
pub(crate) fn is_dtbook_type(media_type: &str) -> bool {
    matches!(media_type, "application/x-dtbook+xml" | "application/x-dtbook")
}

/// Returns true if documents of this type are read without another look.
pub(super) fn is_readable(media_type: &str) -> bool {
    matches!(media_type, "application/xhtml+xml" | "text/html" | "text/x-oeb1-document" | "image/svg+xml")
        || is_dtbook_type(media_type)
}

/// The type of a picture that is stated to be a document; `None` for all other files.
pub(super) fn picture_type(path: &str, package: &Package) -> Option<&'static str> {
    let by_name = media_type(path);
    if !by_name.starts_with("image/") || by_name == "image/svg+xml" {
        return None;
    }
    let head = package.read_beginning(path, 4).ok()?;
    let starts: [&[u8]; 5] = [&[0xFF, 0xD8, 0xFF], b"\x89PNG", b"GIF8", b"RIFF", b"BM"];
    starts.into_iter().any(|start| head.starts_with(start)).then_some(by_name)
}

/// The media type of a picture by its first bytes; `None` for all that EPUB 3 does not require readers to
/// show.
pub(crate) fn core_picture_type(path: &str, package: &Package) -> Option<&'static str> {
    const HEAD_BYTES: usize = 1024;
    let head = package.read_beginning(path, HEAD_BYTES).ok()?;
    Some(match head.as_slice() {
        [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        head if head.windows(4).any(|bytes| bytes == b"<svg") || path::extension(path) == "svg" => {
            "image/svg+xml"
        }
        _ => return None,
    })
}

/// The true type of a document whose stated type is not one of text. `None` if it cannot be read.
pub(super) fn true_type(path: &str, package: &Package) -> Option<&'static str> {
    // Files that are certainly not text are not unpacked.
    const OTHER_EXTENSIONS: [&str; 14] =
        ["jpg", "jpeg", "png", "gif", "webp", "bmp", "mp3", "mp4", "m4a", "ogg", "wav", "pdf", "css", "js"];
    if OTHER_EXTENSIONS.contains(&path::extension(path).as_str())
        || package.size(path)? > Limits::MAX_DOCUMENT_BYTES as u64
    {
        return None;
    }
    let mut bytes = package.read(path, path).ok()?;
    bytes.truncate(HEAD_BYTES);
    let text = xml::DecodedDocument::from_bytes(path, bytes, None, &Reporter::default()).ok()?.text;
    if xml::is_plain_text(path, &text) {
        return Some("application/xhtml+xml");
    }
    match xml::root_name(&text)?.to_ascii_lowercase().as_str() {
        "dtbook" | "dtbook3" => Some("application/x-dtbook+xml"),
        "svg" => Some("image/svg+xml"),
        name if xml::is_html_name(name) => Some("application/xhtml+xml"),
        _ => None,
    }
}
