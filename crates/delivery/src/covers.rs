//! Cover images: kept as JPEG, with a small version beside, both under public addresses.

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, Rgb, RgbImage};

use crate::delivery::Delivery;
use crate::error::{Error, Result};
use crate::keys::{Hash, Key};

/// The larger side of a thumbnail, pixels.
const THUMBNAIL: u32 = 240;
/// The larger side of an image that is not kept as found, pixels.
const LARGEST: u32 = 2_000;
/// A JPEG above this is made smaller, bytes.
const KEPT_AS_FOUND: usize = 2 << 20;
/// No image larger than this is decoded, pixels a side.
const DECODED: u32 = 12_000;

impl Delivery {
    /// Keeps a cover image and its thumbnail ([`Key::thumbnail`]) and returns its key. `None` when the
    /// bytes are no JPEG, PNG, GIF or WebP image, or a broken one: a book without a cover is still a book.
    pub async fn put_cover(&self, image: Bytes) -> Result<Option<Key>> {
        let prepared = self.inner().cpu.run(move || Ok(prepare(&image))).await?;
        let (key, cover, thumbnail) = match prepared {
            Ok(prepared) => prepared,
            Err(reason) => {
                tracing::info!(%reason, "cover left out");
                return Ok(None);
            }
        };
        // The thumbnail first: who sees the cover finds both.
        self.files().put(&key.thumbnail(), thumbnail).await?;
        self.files().put(&key, cover).await?;
        Ok(Some(key))
    }
}

/// The key, the cover and the thumbnail, both as JPEG.
fn prepare(bytes: &Bytes) -> Result<(Key, Bytes, Bytes)> {
    let broken = |error: image::ImageError| Error::Book(format!("image: {error}"));
    let format = image::guess_format(bytes).map_err(broken)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(DECODED);
    limits.max_image_height = Some(DECODED);
    limits.max_alloc = Some(256 << 20);
    reader.limits(limits);
    let image = on_white(&reader.decode().map_err(broken)?);
    let thumbnail = jpeg(&image.thumbnail(THUMBNAIL, THUMBNAIL)).map_err(broken)?;
    let as_found = format == ImageFormat::Jpeg && bytes.len() <= KEPT_AS_FOUND;
    let cover = if as_found {
        bytes.clone()
    } else if image.width().max(image.height()) > LARGEST {
        jpeg(&image.thumbnail(LARGEST, LARGEST)).map_err(broken)?
    } else {
        jpeg(&image).map_err(broken)?
    };
    Ok((Key::cover(&Hash::of(&cover), "jpg"), cover, thumbnail))
}

/// Transparent parts become white; JPEG knows none.
fn on_white(image: &DynamicImage) -> DynamicImage {
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

fn jpeg(image: &DynamicImage) -> image::ImageResult<Bytes> {
    let mut out = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut out, 85))?;
    Ok(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(image: &DynamicImage, format: ImageFormat) -> Bytes {
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, format).unwrap();
        out.into_inner().into()
    }

    #[test]
    fn a_jpeg_is_kept_as_found_and_gets_a_thumbnail() {
        let found = encoded(&DynamicImage::new_rgb8(600, 900), ImageFormat::Jpeg);
        let (key, cover, thumbnail) = prepare(&found).unwrap();
        assert_eq!(cover, found);
        assert_eq!(key, Key::cover(&Hash::of(&found), "jpg"));
        let small = image::load_from_memory(&thumbnail).unwrap();
        assert_eq!((small.width(), small.height()), (160, 240));
    }

    #[test]
    fn other_images_become_jpeg_on_white() {
        let clear = encoded(&DynamicImage::new_rgba8(30, 40), ImageFormat::Png);
        let (key, cover, _) = prepare(&clear).unwrap();
        assert_eq!(key.extension(), "jpg");
        assert_eq!(image::guess_format(&cover).unwrap(), ImageFormat::Jpeg);
        let pixel = image::load_from_memory(&cover).unwrap().to_rgb8().get_pixel(5, 5).0;
        assert!(pixel.iter().all(|c| *c > 250), "{pixel:?}");
    }

    #[test]
    fn a_huge_cover_is_made_smaller() {
        let (_, cover, _) =
            prepare(&encoded(&DynamicImage::new_luma8(4_000, 200), ImageFormat::Png)).unwrap();
        assert_eq!(image::load_from_memory(&cover).unwrap().width(), LARGEST);
    }

    #[test]
    fn what_is_no_image_is_no_cover() {
        let whole = encoded(&DynamicImage::new_rgb8(60, 90), ImageFormat::Png);
        for bytes in [
            Bytes::new(),
            Bytes::from_static(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            whole.slice(..60),
        ] {
            assert!(prepare(&bytes).is_err());
        }
    }
}
