//! The cover image.

use crate::model::Book;
use crate::picture::{Drawing, draw_png};
use crate::{Result, xml};

/// Pixels of the longer side of a cover that was a drawing.
const MAX_COVER_SIDE_PIXELS: u32 = 1600;

/// A cover image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The image file.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
}

/// The cover image of a book; `None` if it has none or the file is missing. A drawing (SVG) is drawn, as
/// PNG; one that cannot be drawn counts as missing.
///
/// # Errors
/// The image cannot be unpacked within the limits.
pub fn find_cover(book: &Book) -> Result<Option<Cover>> {
    let resource = book.metadata.cover.as_deref().and_then(|path| book.resources.get(path));
    let Some(resource) = resource else { return Ok(None) };
    let bytes = book.resources.read(&resource.path)?;
    if resource.media_type != "image/svg+xml" {
        return Ok(Some(Cover { bytes, media_type: resource.media_type.clone() }));
    }
    let Ok(text) = xml::decode_text(&resource.path, bytes) else { return Ok(None) };
    let picture = |href: &str| book.resources.read_near(&resource.path, href);
    let drawn = draw_png(&Drawing {
        text: &text,
        longest: MAX_COVER_SIDE_PIXELS,
        enlarged: f32::MAX,
        picture: &picture,
    });
    Ok(drawn.map(|bytes| Cover { bytes, media_type: "image/png".to_owned() }))
}

#[cfg(test)]
mod tests {
    use crate::testkit::{EpubBuilder, MINIMAL_PNG};
    use crate::{Limits, epub};

    use super::*;

    fn cover_with_drawing(svg: &str) -> Option<Cover> {
        let source = EpubBuilder::new("Book")
            .metadata("<meta name=\"cover\" content=\"art\"/>")
            .file("art.svg", "image/svg+xml", svg.as_bytes())
            .file("art.png", "image/png", MINIMAL_PNG)
            .chapter("One", "<p>Text.</p>")
            .build();
        let mut book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
        let drawn = book.resources.list().iter().find(|file| file.media_type == "image/svg+xml");
        book.metadata.cover = drawn.map(|file| file.path.clone());
        assert!(book.metadata.cover.is_some());
        find_cover(&book).unwrap()
    }

    #[test]
    fn a_drawn_cover_is_drawn() {
        let cover = cover_with_drawing(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 3'><rect width='2' height='3' fill='#00f'/></svg>",
        );
        let cover = cover.unwrap();
        assert_eq!(cover.media_type, "image/png");
        let picture = image::load_from_memory(&cover.bytes).unwrap().to_rgb8();
        assert_eq!((picture.height(), picture.get_pixel(500, 800).0), (1600, [0, 0, 255]));
        assert_eq!(cover_with_drawing("<svg"), None);
    }
}
