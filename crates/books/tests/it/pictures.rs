//! Pictures of kinds that a format does not know.

use std::io::Cursor;

use books::testkit::{EpubBuilder, audio_tools, faults_of_audio, unzip, unzip_text, validate_daisy};
use books::{FindingKind, Format, Options, convert};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::audio::convert_with_speech;

const SVG_DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"><image href=\"a.webp\" \
                   width=\"20\" height=\"10\"/></svg>";

fn encode_picture(format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(RgbImage::from_pixel(8, 4, Rgb([0, 255, 0]))).write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn book_with_pictures() -> Vec<u8> {
    EpubBuilder::new("Pictures")
        .file("a.gif", "image/gif", &encode_picture(ImageFormat::Gif))
        .file("a.webp", "image/webp", &encode_picture(ImageFormat::WebP))
        .file("broken.webp", "image/webp", b"RIFF....WEBPVP8 ")
        .file("a.svg", "image/svg+xml", SVG_DRAWING.as_bytes())
        .chapter(
            "One",
            "<p><img src=\"a.gif\" alt=\"moving\"/> <img src=\"a.gif\" alt=\"again\"/></p><p><img src=\"a.webp\" alt=\"small\"/>\
             <img src=\"broken.webp\" alt=\"lost\"/></p><p><img src=\"a.svg\" alt=\"drawn\"/></p>",
        )
        .build()
}

fn package_images(package: &[u8]) -> Vec<(String, Vec<u8>)> {
    let of = |name: &str| [".png", ".svg", ".gif", ".webp"].iter().any(|ending| name.ends_with(ending));
    unzip(package).into_iter().filter(|(name, _)| of(name)).collect()
}

fn is_green(png: &[u8]) -> bool {
    let picture = image::load_from_memory_with_format(png, ImageFormat::Png).unwrap().to_rgb8();
    picture.get_pixel(picture.width() / 2, picture.height() / 2).0 == [0, 255, 0]
}

#[test]
fn daisy_has_pictures_that_its_standard_knows() {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let daisy = convert(Format::Daisy, book_with_pictures().into(), &options, &mut ()).unwrap();
    let images = package_images(&daisy);
    let names: Vec<&str> = images.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["images/image1.png", "images/image2.png", "images/image3.svg"]);
    assert!(images[..2].iter().all(|(_, png)| is_green(png)));
    let text = unzip_text(&daisy, "book.xml");
    assert_eq!(text.matches("src=\"images/image1.png\"").count(), 2);
    assert!(text.contains("lost"));
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
}

/// A drawing that runs and loads whatever it can, in a file and in a text.
fn book_with_hostile_drawing() -> Vec<u8> {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"20\" height=\"10\" \
         onload=\"go()\"><script>go()</script><style>@import url(http://evil.example/a.css);</style><foreignObject>\
         <p xmlns=\"http://www.w3.org/1999/xhtml\" onclick=\"go()\">a</p></foreignObject><image xlink:href=\"http://evil.example/a.png\"/>\
         <use href=\"https://evil.example/a.svg#b\"/><rect width=\"20\" height=\"10\" fill=\"url(http://evil.example/a.svg#b)\"/></svg>";
    let broken = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>go()</script>";
    EpubBuilder::new("Hostile")
        .file("a.svg", "image/svg+xml", drawing.as_bytes())
        .file("broken.svg", "image/svg+xml", broken.as_bytes())
        .chapter("One", &format!("<p><img src=\"a.svg\" alt=\"a file\"/><img src=\"broken.svg\" alt=\"lost\"/></p><p>{drawing}</p>"))
        .build()
}

#[test]
fn drawings_run_nothing_and_load_nothing_but_in_epub_3() {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    for format in [Format::Daisy, Format::Docx, Format::Epub3] {
        let made = convert(format, book_with_hostile_drawing().into(), &options, &mut ()).unwrap();
        let files = unzip(&made);
        let all: String =
            files.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).to_lowercase()).collect();
        let harmful =
            ["go()", "evil.example", "<script", "foreignobject"].iter().any(|word| all.contains(word));
        assert_eq!(harmful, format == Format::Epub3, "{format}");
        assert!(files.iter().any(|(name, _)| name.ends_with(".svg")), "{format}");
    }
}

#[test]
fn daisy_2_has_drawings_as_bitmaps() {
    if !audio_tools() {
        return;
    }
    let (package, _, _) = convert_with_speech(Format::Daisy2Audio, book_with_pictures());
    let images = package_images(&package);
    let names: Vec<&str> = images.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["image1.png", "image2.png", "image3.png"]);
    assert!(images.iter().all(|(_, png)| is_green(png)));
    assert!(unzip_text(&package, "text.html").contains("src=\"image3.png\" alt=\"drawn\""));
    assert_eq!(faults_of_audio(&package), Vec::<String>::new());
}

/// A drawing of a file and one in the text that show bitmaps, of which one is missing; and pictures that
/// cannot be used, each with its words.
fn book_with_faulty_pictures() -> Vec<u8> {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"20\" height=\"10\">\
        <image xlink:href=\"green.png\" width=\"20\" height=\"10\"/><image href=\"gone.png\" width=\"2\" height=\"1\"/>\
        <image href=\"http://example.org/a.png\" width=\"2\" height=\"1\"/><a href=\"chapter1.xhtml\"><rect width=\"1\" height=\"1\"/></a></svg>";
    EpubBuilder::new("Faulty")
        .file("green.png", "image/png", &encode_picture(ImageFormat::Png))
        .file("plate.svg", "image/svg+xml", drawing.as_bytes())
        .file("wrong.png", "image/png", b"<!DOCTYPE html><p>not found")
        .file("wrong-name.jpg", "image/jpeg", &encode_picture(ImageFormat::Png))
        .file("old.tif", "image/tiff", b"II*\0\x08\0\0\0")
        .chapter(
            "One",
            &format!(
                "<p><img src=\"green.png\" alt=\"A green field\"/></p><p><img src=\"plate.svg\" alt=\"A plate\"/></p><div>{drawing}</div>\
                 <p><img src=\"wrong.png\" alt=\"Wrong bytes\" aria-describedby=\"d\"/><img src=\"nowhere.png\" alt=\"Missing file\"/>\
                 <img src=\"old.tif\" alt=\"Old type\"/><img src=\"wrong-name.jpg\" alt=\"Wrong name\"/></p>\
                 <div hidden=\"hidden\" id=\"d\"><p>Described at length</p></div>"
            ),
        )
        .build()
}

#[test]
fn a_picture_that_cannot_be_used_costs_that_picture_and_no_package_refers_to_what_it_lacks() {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let book =
        books::epub::read(book_with_faulty_pictures().into(), &books::Limits::default(), &mut ()).unwrap();
    for format in [Format::Daisy, Format::Docx, Format::Epub3] {
        let made = books::convert_book(format, &book, &options, &mut ()).unwrap();
        let files = unzip(&made);
        let all: String = files
            .iter()
            .filter(|(name, _)| name.ends_with("ml"))
            .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
            .collect();
        for words in [
            "A green field", "A plate", "Wrong bytes", "Missing file", "Old type", "Wrong name",
            "Described at length",
        ] {
            assert!(all.contains(words), "{format}: {words:?} is lost");
        }
        assert!(!all.contains("wrong.png") && !all.contains("nowhere.png"), "{format}");
        let drawings: Vec<&(String, Vec<u8>)> =
            files.iter().filter(|(name, _)| name.ends_with(".svg")).collect();
        assert_eq!(drawings.len(), 2, "{format}");
        for (name, bytes) in drawings {
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(
                text.matches("href=\"").count(),
                text.matches("href=\"data:image/png;base64,").count(),
                "{format}: {name}: {text}"
            );
            assert!(text.contains("href=\"data:"), "{format}: {name}");
        }
    }
    let kinds: Vec<FindingKind> =
        book.reporter.to_report().findings.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&FindingKind::MissingPicture), "{kinds:?}");
    let daisy = books::convert_book(Format::Daisy, &book, &options, &mut ()).unwrap();
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
}

#[test]
fn a_drawing_is_not_made_large_by_showing_a_picture_again_and_again() {
    let images = "<image href=\"large.png\" width=\"1\" height=\"1\"/>".repeat(50_000);
    let drawing =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\">{images}</svg>");
    let mut large = encode_picture(ImageFormat::Png);
    large.resize(100_000, 0);
    let book = EpubBuilder::new("Large")
        .file("large.png", "image/png", &large)
        .file("a.svg", "image/svg+xml", drawing.as_bytes())
        .chapter("One", "<p><img src=\"a.svg\" alt=\"many\"/></p>")
        .build();
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let daisy = convert(Format::Daisy, book.into(), &options, &mut ()).unwrap();
    let drawing = unzip(&daisy).into_iter().find(|(name, _)| name.ends_with(".svg")).unwrap();
    assert!(drawing.1.len() < 40 << 20, "{}", drawing.1.len());
}
