//! Pictures of text.

use std::io::Cursor;

use books::testkit::{made_by, picture_of_text, unzip};
use documents::{DocumentLimits, DocumentOptions, Error};

use super::{document_tools, lines, made, options, read};

const TEXT: [&str; 2] = ["The tide comes in twice a day", "and covers the rocks."];
const READ: &str = "The tide comes in twice a day and covers the rocks.";

/// The dots of a picture, and how many are next to and below one another.
pub(super) fn gray(png: &[u8]) -> (Vec<u8>, (usize, usize)) {
    let picture = image::load_from_memory(png).unwrap().to_luma8();
    let size = (usize::try_from(picture.width()).unwrap(), usize::try_from(picture.height()).unwrap());
    (picture.into_raw(), size)
}

fn jpeg(picture: &image::DynamicImage) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.to_luma8().write_to(&mut out, image::ImageFormat::Jpeg).unwrap();
    out.into_inner()
}

/// A JPEG with a note of the camera how it was held.
fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
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
fn a_png_is_recognized_and_kept_as_it_is() {
    if !document_tools() {
        return;
    }
    let Some(png) = picture_of_text(&TEXT) else { return };
    let epub = made(&png, &DocumentOptions { title: "A page".into(), ..options() }).unwrap();
    let book = read(&epub);
    assert_eq!(lines(&book), [READ, "image ?"]);
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
    if !document_tools() {
        return;
    }
    let Some(png) = picture_of_text(&TEXT) else { return };
    let lying = image::load_from_memory(&png).unwrap().rotate270();
    let epub = made(&turned(&jpeg(&lying), 6), &options()).unwrap();
    assert_eq!(lines(&read(&epub)), [READ, "image ?"]);
    let kept = unzip(&epub).into_iter().find(|(name, _)| name == "EPUB/images/image0001.jpg").unwrap().1;
    let kept = image::load_from_memory(&kept).unwrap();
    assert!(kept.height() > kept.width());
}

#[test]
fn a_jpeg_that_lies_on_its_side_without_a_note_is_recognized_too() {
    if !document_tools() {
        return;
    }
    let many = [
        "The tide comes in twice a day",
        "and covers the rocks of the",
        "shore, where the crabs live.",
        "Then it goes out again and",
        "leaves pools of cold water",
        "between the stones, in which",
        "all that cannot walk must",
        "wait until the sea returns.",
    ];
    let Some(png) = picture_of_text(&many) else { return };
    let lying = image::load_from_memory(&png).unwrap().rotate90();
    let text = lines(&read(&made(&jpeg(&lying), &options()).unwrap())).join(" ");
    assert!(text.contains("covers the rocks of the shore, where the crabs live."), "{text}");
}

#[test]
fn a_heif_is_decoded_and_becomes_a_jpeg() {
    if !document_tools() {
        return;
    }
    let Some(png) = picture_of_text(&TEXT) else { return };
    let Some(heif) =
        made_by("heif-enc", &["-q", "90", "-o", "out.heic", "in.png"], ("in.png", &png), "out.heic")
    else {
        return;
    };
    let epub = made(&heif, &options()).unwrap();
    assert_eq!(lines(&read(&epub)), [READ, "image ?"]);
    assert!(unzip(&epub).iter().any(|(name, _)| name == "EPUB/images/image0001.jpg"));
}

#[test]
fn a_picture_without_text_makes_no_book() {
    if !document_tools() {
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
        let error = made(&picture, &options()).unwrap_err();
        assert!(matches!(error, Error::NoText) && error.is_permanent(), "{error}");
    }
}

#[test]
fn a_picture_with_too_many_dots_is_not_decoded() {
    let mut out = Cursor::new(Vec::new());
    image::GrayImage::new(3000, 2000).write_to(&mut out, image::ImageFormat::Png).unwrap();
    let limits = DocumentLimits { pixels: 1_000_000, ..DocumentLimits::default() };
    let refused = made(&out.into_inner(), &DocumentOptions { limits, ..options() });
    assert!(matches!(refused, Err(Error::TooLarge { what: "pixels", .. })), "{refused:?}");
}
