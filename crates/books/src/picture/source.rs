//! The pictures of a book, checked before a writer uses them. What cannot be used is reported, and costs that
//! picture alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::ImageFormat;

use super::clean::embed_pictures;
use super::read_format_and_size;
use crate::model::{Book, ImageSource};
use crate::{FindingKind, xml};

/// Bytes of the pictures that one drawing may contain, before they are encoded.
const MAX_EMBEDDED_BYTES: usize = 16 << 20;
/// Bytes of pictures that are read for one drawing, including those that it may not contain.
const MAX_READ_BYTES: usize = 4 * MAX_EMBEDDED_BYTES;

struct EmbeddingLimits {
    /// Bytes of pictures that the drawing may still contain.
    embedded_left: usize,
    /// Bytes of pictures that may still be read for it.
    read_left: usize,
}

/// A picture that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// Pixels in a known format, with width and height.
    Bitmap(ImageFormat, (u32, u32), Vec<u8>),
    /// A drawing (SVG) without anything that runs or loads from elsewhere; the pictures that it shows are
    /// part of it.
    Drawing(String),
}

/// Loads the picture of an image. `document`: the path of the document that has it. `None`, which is
/// reported, if it is not in the book or cannot be read.
pub fn load_picture(book: &Book, document: &str, source: &ImageSource) -> Option<Picture> {
    let picture = match source {
        ImageSource::File(path) => match book.resources.get(path) {
            Some(_) => book.resources.read(path).ok().and_then(|bytes| recognize_picture(book, path, bytes)),
            None => None,
        },
        ImageSource::Svg(text) => complete_drawing(book, document, text).map(Picture::Drawing),
    };
    if picture.is_none() {
        report_missing(book, document, source);
    }
    picture
}

/// Reports a picture that is not written.
pub fn report_missing(book: &Book, document: &str, source: &ImageSource) {
    match source {
        // The reader has reported the address of a picture that is not in the book.
        ImageSource::File(path) if path.is_empty() => {}
        ImageSource::File(path) => book.reporter.report(FindingKind::MissingPicture, document, path),
        ImageSource::Svg(_) => book.reporter.report(FindingKind::MissingPicture, document, "svg"),
    }
}

/// Recognizes a picture by its bytes, whatever its name is.
fn recognize_picture(book: &Book, path: &str, bytes: Vec<u8>) -> Option<Picture> {
    if let Some((format, size)) = read_format_and_size(&bytes) {
        return Some(Picture::Bitmap(format, size, bytes));
    }
    let is_text = bytes.iter().take(512).any(|byte| *byte == b'<');
    let text = is_text.then(|| xml::decode_text(path, bytes).ok()).flatten()?;
    complete_drawing(book, path, &text).map(Picture::Drawing)
}

/// A drawing that is complete in itself. `path`: where its references begin.
fn complete_drawing(book: &Book, path: &str, text: &str) -> Option<String> {
    let mut limits = EmbeddingLimits { embedded_left: MAX_EMBEDDED_BYTES, read_left: MAX_READ_BYTES };
    let mut embed = |href: &str| {
        let uri = embed_picture(book, path, href, &mut limits);
        if uri.is_none() {
            book.reporter.report(FindingKind::MissingPicture, path, href);
        }
        uri
    };
    let text = embed_pictures(text, &mut embed)?.into_owned();
    // As a file of its own it needs its namespace, which a part of a document may do without.
    let named = text.find("<svg").is_none_or(|at| {
        let tag = text[at..].split('>').next().unwrap_or_default();
        tag.contains("xmlns=") || tag.contains("xmlns =")
    });
    Some(if named { text } else { text.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1) })
}

/// A picture of the package as a `data:` URL.
fn embed_picture(book: &Book, from: &str, href: &str, limits: &mut EmbeddingLimits) -> Option<String> {
    if limits.read_left == 0 {
        return None;
    }
    let bytes = book.resources.read_near(from, href)?;
    limits.read_left = limits.read_left.saturating_sub(bytes.len());
    limits.embedded_left = limits.embedded_left.checked_sub(bytes.len())?;
    let (format, _) = read_format_and_size(&bytes)?;
    let is_known =
        matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::Gif | ImageFormat::WebP);
    is_known.then(|| format!("data:{};base64,{}", format.to_mime_type(), STANDARD.encode(bytes)))
}
