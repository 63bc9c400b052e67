//! Pictures of text.

use std::io::Cursor;

use books::testkit::{picture_of_text, run_program, unzip};
use documents::{DocumentLimits, DocumentOptions, Error};

use super::{are_tools_installed, convert_document, describe_text, read_book, sample_options};

const PICTURE_LINES: [&str; 2] = ["The tide comes in twice a day", "and covers the rocks."];
const RECOGNIZED_TEXT: &str = "The tide comes in twice a day and covers the rocks.";

/// The dots of a picture, and how many are next to and below one another.
pub(super) fn to_gray(png: &[u8]) -> (Vec<u8>, (usize, usize)) {
    let picture = image::load_from_memory(png).unwrap().to_luma8();
    let size = (usize::try_from(picture.width()).unwrap(), usize::try_from(picture.height()).unwrap());
    (picture.into_raw(), size)
}

fn encode_jpeg(picture: &image::DynamicImage) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.to_luma8().write_to(&mut out, image::ImageFormat::Jpeg).unwrap();
    out.into_inner()
}

/// A JPEG with a note of the camera how it was held.
fn with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    let mut out = jpeg[..2].to_vec();
    out.extend([0xFF, 0xE1]);
    out.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
    out.extend(exif);
    out.extend(&jpeg[2..]);
    out
}

#[test]
fn a_png_is_recognized_and_kept_unchanged() {
    if !are_tools_installed() {
        return;
    }
    let Some(png) = picture_of_text(&PICTURE_LINES) else { return };
    let epub =
        convert_document(&png, &DocumentOptions { title: "A page".into(), ..sample_options() }).unwrap();
    let book = read_book(&epub);
    assert_eq!(describe_text(&book), [RECOGNIZED_TEXT, "image ?"]);
    assert_eq!(book.metadata.title, "A page");
    assert!(book.pages.is_empty());
    let kept = unzip(&epub).into_iter().find(|(name, _)| name == "EPUB/images/image0001.png").unwrap().1;
    assert_eq!(kept, png);
    let opf = books::testkit::unzip_text(&epub, "EPUB/package.opf");
    assert!(opf.contains("recognized by a program") && opf.contains("1 of 1 images lack"), "{opf}");
    assert!(opf.contains("accessModeSufficient\">textual,visual<"), "{opf}");
}

#[test]
fn a_jpeg_is_turned_as_the_camera_was_held() {
    if !are_tools_installed() {
        return;
    }
    let Some(png) = picture_of_text(&PICTURE_LINES) else { return };
    let lying = image::load_from_memory(&png).unwrap().rotate270();
    let epub = convert_document(&with_orientation(&encode_jpeg(&lying), 6), &sample_options()).unwrap();
    assert_eq!(describe_text(&read_book(&epub)), [RECOGNIZED_TEXT, "image ?"]);
    let kept = unzip(&epub).into_iter().find(|(name, _)| name == "EPUB/images/image0001.jpg").unwrap().1;
    let kept = image::load_from_memory(&kept).unwrap();
    assert!(kept.height() > kept.width());
}

#[test]
fn a_jpeg_on_its_side_without_an_orientation_is_recognized() {
    if !are_tools_installed() {
        return;
    }
    let many = [
        "The tide comes in twice a day", "and covers the rocks of the", "shore, where the crabs live.",
        "Then it goes out again and", "leaves pools of cold water", "between the stones, in which",
        "all that cannot walk must", "wait until the sea returns.",
    ];
    let Some(png) = picture_of_text(&many) else { return };
    let lying = image::load_from_memory(&png).unwrap().rotate90();
    let text = describe_text(&read_book(&convert_document(&encode_jpeg(&lying), &sample_options()).unwrap()))
        .join(" ");
    assert!(text.contains("covers the rocks of the shore, where the crabs live."), "{text}");
}

#[test]
fn a_heif_is_decoded_and_becomes_a_jpeg() {
    if !are_tools_installed() {
        return;
    }
    let Some(png) = picture_of_text(&PICTURE_LINES) else { return };
    let Some(heif) =
        run_program("heif-enc", &["-q", "90", "-o", "out.heic", "in.png"], ("in.png", &png), "out.heic")
    else {
        return;
    };
    let epub = convert_document(&heif, &sample_options()).unwrap();
    assert_eq!(describe_text(&read_book(&epub)), [RECOGNIZED_TEXT, "image ?"]);
    assert!(unzip(&epub).iter().any(|(name, _)| name == "EPUB/images/image0001.jpg"));
}

#[test]
fn rejects_a_picture_without_text() {
    if !are_tools_installed() {
        return;
    }
    let png = |picture: image::GrayImage| {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, image::ImageFormat::Png).unwrap();
        out.into_inner()
    };
    let blank = png(image::GrayImage::from_pixel(800, 600, image::Luma([255])));
    let noise = png(image::GrayImage::from_fn(800, 600, |x, y| {
        image::Luma([u8::try_from((x * x * 31 + y * y * 17 + x * y * 7) % 256).unwrap()])
    }));
    for picture in [blank, noise] {
        let error = convert_document(&picture, &sample_options()).unwrap_err();
        assert!(matches!(error, Error::NoText) && error.is_permanent(), "{error}");
    }
}

#[test]
fn a_picture_with_too_many_dots_is_not_decoded() {
    let mut out = Cursor::new(Vec::new());
    image::GrayImage::new(3000, 2000).write_to(&mut out, image::ImageFormat::Png).unwrap();
    let limits = DocumentLimits { pixels: 1_000_000, ..DocumentLimits::default() };
    let refused = convert_document(&out.into_inner(), &DocumentOptions { limits, ..sample_options() });
    assert!(matches!(refused, Err(Error::TooLarge { quantity: "pixels", .. })), "{refused:?}");
}
