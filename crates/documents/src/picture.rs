//! A picture of text: recognized, and kept.

use std::io::Cursor;

use bytes::Bytes;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Rgba, RgbaImage};

use books::model::{Block, BlockKind, Book, Image};

use super::error::{Error, Result};
use super::flow;
use super::kind::Kind;
use super::ocr::{PAGE_FILE, RecognizedPage, Recognizer, missing_language_error};
use super::options::DocumentOptions;
use super::tool::HEIF_CONVERT;
use super::work::DocumentWork;
use books::draft::BookDraft;

/// Longer sides are made smaller before recognizing: more pixels take time and tell nothing.
const MAX_RECOGNIZED_SIDE_PIXELS: u32 = 5000;
/// Pictures whose longer side is shorter are enlarged: small letters are not recognized.
const MIN_RECOGNIZED_SIDE_PIXELS: u32 = 1400;
/// The quality of a picture that is re-encoded as JPEG.
const JPEG_QUALITY: u8 = 85;

const PICTURE_PATH: &str = "picture";

pub(super) fn read_picture(
    kind: Kind,
    bytes: &Bytes,
    options: &DocumentOptions,
    work: &mut DocumentWork<'_>,
) -> Result<Book> {
    work.report_step(0, 3)?;
    let (picture, kept) = match kind {
        Kind::Heif => {
            let picture =
                decode_upright(&convert_heif(bytes, work)?, ImageFormat::Png, work.limits.pixels)?.0;
            (picture, None)
        }
        Kind::Png => decode_and_keep(bytes, ImageFormat::Png, "image/png", work)?,
        _ => decode_and_keep(bytes, ImageFormat::Jpeg, "image/jpeg", work)?,
    };
    work.report_step(1, 3)?;
    let recognizer = Recognizer::new(work, options.language.as_deref())?;
    work.write_file(PAGE_FILE, &to_recognizable_png(&picture)?)?;
    let RecognizedPage { page, missing_package, .. } = recognizer.recognize_page(work)?;
    work.report_step(2, 3)?;
    if page.count_alphanumeric() == 0 {
        return Err(missing_package.map_or(Error::NoText, missing_language_error));
    }
    let mut blocks = flow::build_text(vec![page], &mut []);
    let (media_type, data) = match kept {
        Some(kept) => kept,
        None => ("image/jpeg", encode_jpeg(&picture)?.into()),
    };
    blocks.push(Block::new(BlockKind::Image(Image::from_file(PICTURE_PATH, None))));
    let draft = BookDraft {
        blocks,
        description:
            "The text was recognized by a program in a picture, which follows it. It may contain errors."
                .into(),
        files: vec![(PICTURE_PATH.into(), media_type.into(), data)],
        ..BookDraft::default()
    };
    options.to_book(draft)
}

type OriginalFile = Option<(&'static str, Bytes)>;

/// Decodes a picture; returns its own file as well if it can be used unchanged.
fn decode_and_keep(
    bytes: &Bytes,
    format: ImageFormat,
    media_type: &'static str,
    work: &DocumentWork<'_>,
) -> Result<(DynamicImage, OriginalFile)> {
    let (picture, turned) = decode_upright(bytes, format, work.limits.pixels)?;
    Ok((picture, (!turned).then(|| (media_type, bytes.clone()))))
}

/// Decodes a picture and turns it as its camera was held; returns whether it had to be turned.
pub(super) fn decode_upright(bytes: &[u8], format: ImageFormat, pixels: u64) -> Result<(DynamicImage, bool)> {
    let damaged = |error: image::ImageError| Error::to_broken(error.to_string());
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(pixels.saturating_mul(8));
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > pixels {
        return Err(Error::TooLarge { quantity: "pixels", limit: pixels });
    }
    // Broken metadata of the camera is not a reason to refuse a picture.
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    picture.apply_orientation(orientation);
    Ok((picture, orientation != image::metadata::Orientation::NoTransforms))
}

fn convert_heif(bytes: &Bytes, work: &mut DocumentWork<'_>) -> Result<Vec<u8>> {
    work.write_file("in.heic", bytes)?;
    work.run_program(HEIF_CONVERT, &["in.heic", "out.png"])?.require_success()?;
    // A file of several pictures gives several files.
    for name in ["out.png", "out-1.png"] {
        if let Some(found) = work.read_file(name)? {
            return Ok(found);
        }
    }
    Err(Error::to_broken("it holds no picture"))
}

/// Converts a picture to gray on white, in a size in which letters are recognized; as PNG.
pub(super) fn to_recognizable_png(picture: &DynamicImage) -> Result<Vec<u8>> {
    let longest = picture.width().max(picture.height()).max(1);
    let scaled;
    let mut picture = picture;
    if !(MIN_RECOGNIZED_SIDE_PIXELS..=MAX_RECOGNIZED_SIDE_PIXELS).contains(&longest) {
        let wanted = if longest > MAX_RECOGNIZED_SIDE_PIXELS {
            MAX_RECOGNIZED_SIDE_PIXELS
        } else {
            (longest * 3).min(MIN_RECOGNIZED_SIDE_PIXELS * 2)
        };
        scaled = picture.resize(wanted, wanted, image::imageops::FilterType::CatmullRom);
        picture = &scaled;
    }
    let gray = if picture.color().has_alpha() {
        let mut ground = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([255; 4]));
        image::imageops::overlay(&mut ground, &picture.to_rgba8(), 0, 0);
        DynamicImage::ImageRgba8(ground).to_luma8()
    } else {
        picture.to_luma8()
    };
    let mut out = Cursor::new(Vec::new());
    gray.write_to(&mut out, ImageFormat::Png).map_err(write_error)?;
    Ok(out.into_inner())
}

fn encode_jpeg(picture: &DynamicImage) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, JPEG_QUALITY);
    picture.to_rgb8().write_with_encoder(encoder).map_err(write_error)?;
    Ok(out)
}

fn write_error(error: image::ImageError) -> Error {
    Error::Io(std::io::Error::other(error))
}
