//! Pictures, checked before the typesetter gets them: one that it cannot read would fail the whole book.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;

use books::model::{Book, Image};
use books::{Picture as Loaded, load_picture, report_missing};
use image::ImageReader;
use typst::foundations::Bytes;

use crate::outlines::convert_text_to_outlines;

/// Pictures with more pixels are not shown: decoding them would exhaust the memory.
const MAX_PICTURE_PIXELS: u64 = 60_000_000;
/// Points of the page per pixel at 96 to the inch.
const POINTS_PER_PIXEL: f64 = 0.75;

#[derive(Debug, Clone)]
pub(crate) struct Picture {
    /// Its name in the typesetter's world.
    pub(crate) name: String,
    /// Its size on the page, in points, unlimited.
    pub(crate) size: (f64, f64),
}

/// The pictures of a book that can be shown.
#[derive(Debug, Default)]
pub(crate) struct Pictures {
    /// Cached by source, and by whether letters are shapes.
    cache: HashMap<(String, bool), Option<Picture>>,
    data: Vec<PictureData>,
    /// Sources of pictures that the typesetter turned out to be unable to set.
    rejected: HashSet<String>,
}

/// A picture for the typesetter's world.
#[derive(Debug, Clone)]
pub(crate) struct PictureData {
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
    /// Its path, text or address in the book.
    pub(crate) source: String,
}

impl Pictures {
    pub(crate) fn without_pictures(refused: HashSet<String>) -> Self {
        Self { rejected: refused, ..Self::default() }
    }

    /// The picture of an image; `None` if it cannot be shown.
    pub(crate) fn find(&mut self, image: &Image, book: &Book, document: &str) -> Option<Picture> {
        let source = image.source.picture_key();
        if self.rejected.contains(source) {
            return None;
        }
        // Programs that extract text find letters in pictures too, so words that are also in the text would
        // appear twice, and decorative ones once. The alternative of any other picture is not on the page.
        let shapes = image.words_follow || image.decorative;
        let key = (source.to_owned(), shapes);
        if let Some(known) = self.cache.get(&key) {
            return known.clone();
        }
        let number = self.data.len() + 1;
        let picture = load_picture(book, document, &image.source).and_then(|loaded| {
            let bytes = match loaded {
                Loaded::Drawing(text) => text.into_bytes(),
                Loaded::Bitmap(_, _, bytes) => bytes,
            };
            let Some((extension, size)) = read_format_and_size(&bytes) else {
                report_missing(book, document, &image.source);
                return None;
            };
            let outlined = (shapes && extension == "svg").then(|| convert_text_to_outlines(&bytes)).flatten();
            let bytes = outlined.unwrap_or(bytes);
            let name = format!("/{number}.{extension}");
            let source = source.to_owned();
            self.data.push(PictureData { name: name.clone(), bytes: Bytes::new(bytes), source });
            Some(Picture { name, size })
        });
        self.cache.insert(key, picture.clone());
        picture
    }

    pub(crate) fn into_data(self) -> Vec<PictureData> {
        self.data
    }
}

/// Extension and size of a picture that the typesetter can read.
fn read_format_and_size(bytes: &[u8]) -> Option<(&'static str, (f64, f64))> {
    use image::ImageFormat;
    use typst::visualize::{ExchangeFormat, RasterFormat, RasterImage, SvgImage};
    // The typesetter draws everything that it can read, however expensive.
    if std::str::from_utf8(bytes).is_ok_and(books::is_light_drawing)
        && let Ok(svg) = SvgImage::new(Bytes::new(bytes.to_vec()))
    {
        return Some(("svg", (svg.width() * POINTS_PER_PIXEL, svg.height() * POINTS_PER_PIXEL)));
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (extension, format) = match reader.format()? {
        ImageFormat::Jpeg => ("jpg", ExchangeFormat::Jpg),
        ImageFormat::Png => ("png", ExchangeFormat::Png),
        ImageFormat::Gif => ("gif", ExchangeFormat::Gif),
        ImageFormat::WebP => ("webp", ExchangeFormat::Webp),
        _ => return None,
    };
    let (width, height) = reader.into_dimensions().ok()?;
    if u64::from(width) * u64::from(height) > MAX_PICTURE_PIXELS {
        return None;
    }
    let data = Bytes::new(bytes.to_vec());
    RasterImage::new(data, RasterFormat::Exchange(format), typst::foundations::Smart::Auto).ok()?;
    Some((extension, (f64::from(width) * POINTS_PER_PIXEL, f64::from(height) * POINTS_PER_PIXEL)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_that_would_take_much_is_not_read() {
        let drawing = |declared: &str, inside: &str| {
            format!("{declared}<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>{inside}</svg>")
        };
        assert_eq!(read_format_and_size(drawing("", "<rect/>").as_bytes()), Some(("svg", (15.0, 7.5))));
        let entity = format!("<!DOCTYPE svg [<!ENTITY a '{}'>]>", "x".repeat(100_000));
        let references = format!("<text>{}</text>", "&a;".repeat(60_000));
        assert_eq!(read_format_and_size(drawing(&entity, &references).as_bytes()), None);
        let attributes = (0..50_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        assert_eq!(read_format_and_size(drawing("", &format!("<rect{attributes}/>")).as_bytes()), None);
    }
}
