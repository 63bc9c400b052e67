//! Pictures made over into PNG, for formats and programs that know no other kinds.
//!
//! All pictures are untrusted: those that would cost much memory or time to decode or to draw are skipped,
//! and represented by their alternative.

mod clean;
mod source;
mod spool;
mod store;
mod svg;
mod weight;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

pub use clean::clean_drawing;
pub use source::{Picture, load_picture, report_missing};
pub(crate) use spool::{Spool, SpooledBytes};
pub(crate) use store::{PictureData, PictureStore, SVG_TYPE};
pub use svg::is_light_drawing;
pub(crate) use svg::{Drawing, draw_png};

/// Pixels of the largest picture that is decoded.
const MAX_PIXELS: u64 = 25_000_000;

/// The kind and the size of a picture, by its first bytes; `None` for other files.
pub(crate) fn read_format_and_size(bytes: &[u8]) -> Option<(ImageFormat, (u32, u32))> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let format = reader.format()?;
    let size = reader.into_dimensions().ok().filter(|(width, height)| *width > 0 && *height > 0)?;
    Some((format, size))
}

/// The width and height of a picture in pixels, by its first bytes; `None` for other files.
pub fn read_picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    read_format_and_size(bytes).map(|(_, size)| size)
}

/// A picture as PNG: the first one, where several move. `None` if it cannot be read, or is too large.
pub(crate) fn to_png(bytes: &[u8]) -> Option<Vec<u8>> {
    let (format, (width, height)) = read_format_and_size(bytes)?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return None;
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8);
    reader.limits(limits);
    encode_png(&reader.decode().ok()?)
}

fn encode_png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, ImageFormat::Png).ok()?;
    Some(out.into_inner())
}

#[cfg(test)]
mod tests {
    use image::codecs::gif::GifEncoder;
    use image::{Frame, Rgba, RgbaImage};

    use super::*;

    fn animated_gif() -> Vec<u8> {
        let mut out = Vec::new();
        let frame = |color| Frame::new(RgbaImage::from_pixel(4, 3, Rgba(color)));
        let mut encoder = GifEncoder::new(&mut out);
        encoder.encode_frames([frame([255, 0, 0, 255]), frame([0, 0, 255, 255])]).unwrap();
        drop(encoder);
        out
    }

    #[test]
    fn keeps_the_first_frame_of_an_animation() {
        let made = image::load_from_memory(&to_png(&animated_gif()).unwrap()).unwrap().to_rgba8();
        assert_eq!(made.dimensions(), (4, 3));
        assert_eq!(made.get_pixel(1, 1).0, [255, 0, 0, 255]);
    }

    #[test]
    fn broken_and_huge_pictures_are_none() {
        let whole = animated_gif();
        assert!(to_png(&[]).is_none() && to_png(b"GIF89a").is_none() && to_png(&whole[..20]).is_none());
        // A header that promises sixty thousand pixels a side.
        let mut huge = whole;
        huge[6..10].copy_from_slice(&[0x60, 0xEA, 0x60, 0xEA]);
        assert_eq!(read_format_and_size(&huge).map(|(_, size)| size), Some((60_000, 60_000)));
        assert!(to_png(&huge).is_none());
    }
}
