//! Cover images: JPEG, with a thumbnail.

use std::fs;
use std::io::Cursor;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use serde::{Deserialize, Serialize};

use crate::files::read_file;
use crate::{COVER_NAME, Error, Result, SOURCE_NAME, THUMBNAIL_NAME, Task, TaskTools};

/// The longer side of a thumbnail, pixels.
const THUMBNAIL_SIDE_PIXELS: u32 = 240;
/// The longer side of an image that is not kept unchanged, pixels.
const MAX_COVER_SIDE_PIXELS: u32 = 2_000;
/// A JPEG above this size is made smaller, bytes.
const MAX_UNCHANGED_JPEG_BYTES: usize = 2 << 20;
/// No image larger than this is decoded, pixels per side.
const MAX_DECODED_SIDE_PIXELS: u32 = 12_000;

/// Makes [`COVER_NAME`] and [`THUMBNAIL_NAME`], both JPEG, of the image [`SOURCE_NAME`]: JPEG, PNG, GIF or
/// WebP.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct MakeCovers;

impl Task for MakeCovers {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let CoverImages { cover, thumbnail } =
            CoverImages::from_bytes(&read_file(tools.folder, SOURCE_NAME)?)?;
        fs::write(tools.folder.join(COVER_NAME), cover)?;
        fs::write(tools.folder.join(THUMBNAIL_NAME), thumbnail)?;
        Ok(())
    }
}

/// A cover image in both sizes, as JPEG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverImages {
    /// The image; as found if it was a JPEG of moderate size.
    pub cover: Bytes,
    pub thumbnail: Bytes,
}

impl CoverImages {
    /// Reads an image.
    ///
    /// # Errors
    /// [`Error::Book`]: the bytes are not such an image, it is damaged, or too large.
    pub fn from_bytes(bytes: &Bytes) -> Result<Self> {
        let broken = |error: image::ImageError| Error::Book(format!("image: {error}"));
        let format = image::guess_format(bytes).map_err(broken)?;
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_DECODED_SIDE_PIXELS);
        limits.max_image_height = Some(MAX_DECODED_SIDE_PIXELS);
        limits.max_alloc = Some(256 << 20);
        reader.limits(limits);
        let image = fill_white(&reader.decode().map_err(broken)?);
        let thumbnail =
            encode_jpeg(&image.thumbnail(THUMBNAIL_SIDE_PIXELS, THUMBNAIL_SIDE_PIXELS)).map_err(broken)?;
        let as_found = format == ImageFormat::Jpeg && bytes.len() <= MAX_UNCHANGED_JPEG_BYTES;
        let cover = if as_found {
            bytes.clone()
        } else if image.width().max(image.height()) > MAX_COVER_SIDE_PIXELS {
            encode_jpeg(&image.thumbnail(MAX_COVER_SIDE_PIXELS, MAX_COVER_SIDE_PIXELS)).map_err(broken)?
        } else {
            encode_jpeg(&image).map_err(broken)?
        };
        Ok(Self { cover, thumbnail })
    }
}

/// Makes transparent parts white, because JPEG has no transparency.
fn fill_white(image: &DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return DynamicImage::ImageRgb8(image.to_rgb8());
    }
    let source = image.to_rgba8();
    DynamicImage::ImageRgb8(RgbImage::from_fn(source.width(), source.height(), |x, y| {
        let [r, g, b, a] = source.get_pixel(x, y).0;
        let blend = |c: u8| {
            let value = (u32::from(c) * u32::from(a) + 255 * (255 - u32::from(a))) / 255;
            u8::try_from(value).unwrap_or(255)
        };
        Rgb([blend(r), blend(g), blend(b)])
    }))
}

fn encode_jpeg(image: &DynamicImage) -> image::ImageResult<Bytes> {
    let mut out = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut out, 85))?;
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode_test_image(image: &DynamicImage, format: ImageFormat) -> Bytes {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, format).unwrap();
        out.into_inner().into()
    }

    #[test]
    fn a_jpeg_is_kept_as_found_and_gets_a_thumbnail() {
        let found = encode_test_image(&DynamicImage::new_rgb8(600, 900), ImageFormat::Jpeg);
        let CoverImages { cover, thumbnail } = CoverImages::from_bytes(&found).unwrap();
        assert_eq!(cover, found);
        let small = image::load_from_memory(&thumbnail).unwrap();
        assert_eq!((small.width(), small.height()), (160, 240));
    }

    #[test]
    fn other_images_become_jpeg_on_white() {
        let clear = encode_test_image(&DynamicImage::new_rgba8(30, 40), ImageFormat::Png);
        let cover = CoverImages::from_bytes(&clear).unwrap().cover;
        assert_eq!(image::guess_format(&cover).unwrap(), ImageFormat::Jpeg);
        let pixel = image::load_from_memory(&cover).unwrap().to_rgb8().get_pixel(5, 5).0;
        assert!(pixel.iter().all(|c| *c > 250), "{pixel:?}");
    }

    #[test]
    fn a_huge_cover_is_made_smaller() {
        let cover = CoverImages::from_bytes(&encode_test_image(
            &DynamicImage::new_luma8(4_000, 200),
            ImageFormat::Png,
        ))
        .unwrap()
        .cover;
        assert_eq!(image::load_from_memory(&cover).unwrap().width(), MAX_COVER_SIDE_PIXELS);
    }

    #[test]
    fn other_files_are_not_covers() {
        let whole = encode_test_image(&DynamicImage::new_rgb8(60, 90), ImageFormat::Png);
        for bytes in [
            Bytes::new(),
            Bytes::from_static(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            whole.slice(..60),
        ] {
            assert!(CoverImages::from_bytes(&bytes).is_err());
        }
    }
}
