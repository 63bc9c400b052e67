//! Pictures of a chapter that have a page of their own, where they can be enlarged.

use serde::{Deserialize, Serialize};

use crate::outline::PartRange;

/// Leads from the page of a picture to the address of the book, to which all other addresses are relative.
const WAY_TO_BOOK: &str = "../../";
/// Begins the HTML of a chapter of a marked copy; the fingerprint and a quotation mark follow.
const COPY_START: &str = "<div data-copy=\"";

/// A picture that has a page of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChapterPicture {
    /// The id of the link to its page, in the chapter.
    pub id: String,
    pub source: PictureSource,
    /// Width and height at its natural size, in pixels.
    pub size: (u32, u32),
    /// The short alternative. `None` if the book has none.
    pub alt: Option<String>,
    /// The language of the text around it (BCP 47). Empty if it is that of the chapter.
    pub lang: String,
    /// The id of the place in the chapter that it belongs to. Empty for the beginning.
    pub place: String,
    /// The caption: bytes of the chapter's HTML. Empty if it has none.
    pub caption: PartRange,
    /// The extended description: bytes of the chapter's HTML. Empty if it has none.
    pub description: PartRange,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureSource {
    /// The address of a file or a drawing, relative to that of the book.
    Address(String),
    /// The picture of a page of fixed layout.
    Page {
        /// Its drawing: bytes of the chapter's HTML.
        drawing: PartRange,
        /// The name of the page.
        label: String,
    },
}

/// The place of a picture among text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PicturePlacement {
    /// In lines of its own.
    Alone,
    /// In a line of text.
    InLine,
}

/// HTML of a chapter that belongs to a picture, with placeholders. Addresses are relative to the page of the
/// picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PictureParts {
    /// The fingerprint of a marked copy.
    pub copy: Option<String>,
    pub caption: String,
    pub description: String,
    /// The drawing of a page of fixed layout. Empty for other pictures.
    pub drawing: String,
}

impl ChapterPicture {
    /// Cuts the HTML of the picture out of that of its chapter. `None` if it is the HTML of another one.
    pub fn cut_parts(&self, chapter: usize, html: &str) -> Option<PictureParts> {
        let drawing = match &self.source {
            PictureSource::Address(_) => PartRange::default(),
            PictureSource::Page { drawing, .. } => *drawing,
        };
        let copy = html.strip_prefix(COPY_START).and_then(|rest| rest.split_once('"'));
        // References to other parts of a drawing stay in it.
        let files = format!(" href=\"{WAY_TO_BOOK}files/");
        Some(PictureParts {
            copy: copy.map(|(copy, _)| copy.to_owned()),
            caption: rebase_addresses(slice_html(self.caption, html)?, chapter),
            description: rebase_addresses(slice_html(self.description, html)?, chapter),
            drawing: slice_html(drawing, html)?.replace(" href=\"files/", &files),
        })
    }
}

/// The path of the page of a picture, relative to the address of the book.
pub(crate) fn picture_path(chapter: usize, picture: usize) -> String {
    format!("{}/pictures/{}", chapter + 1, picture + 1)
}

fn slice_html(range: PartRange, html: &str) -> Option<&str> {
    std::str::from_utf8(range.slice(html.as_bytes())?).ok()
}

/// HTML of a chapter with addresses relative to the page of one of its pictures. Quotation marks are escaped
/// in text, so that nothing else looks like an address.
fn rebase_addresses(html: &str, chapter: usize) -> String {
    html.replace(" href=\"#", &format!(" href=\"{}#", chapter + 1))
        .replace(" href=\"", &format!(" href=\"{WAY_TO_BOOK}"))
        .replace(" src=\"", &format!(" src=\"{WAY_TO_BOOK}"))
}

#[cfg(test)]
mod tests {
    use super::{ChapterPicture, PictureSource};
    use crate::PartRange;

    const HTML: &str = "<div data-copy=\"m1\"><svg><use href=\"#a\"/><image href=\"files/a.png\"/></svg>\
                        <p>By <a href=\"#b.n\">me</a> and <a href=\"7#b.x\">her</a> <img src=\"files/b.png\" alt=\"&quot;\"></p></div>";

    fn range_of(part: &str) -> PartRange {
        let at = HTML.find(part).unwrap();
        PartRange { at: at as u64, length: part.len() as u64 }
    }

    fn picture_of_page(drawing: PartRange, caption: PartRange) -> ChapterPicture {
        ChapterPicture {
            id: "p.1".to_owned(),
            source: PictureSource::Page { drawing, label: "7".to_owned() },
            size: (600, 800),
            alt: None,
            lang: String::new(),
            place: String::new(),
            caption,
            description: PartRange::default(),
        }
    }

    #[test]
    fn parts_of_a_picture_lead_where_they_led_in_the_chapter() {
        let drawing = range_of("<svg><use href=\"#a\"/><image href=\"files/a.png\"/></svg>");
        let caption = range_of(
            "By <a href=\"#b.n\">me</a> and <a href=\"7#b.x\">her</a> <img src=\"files/b.png\" alt=\"&quot;\">",
        );
        let parts = picture_of_page(drawing, caption).cut_parts(2, HTML).unwrap();
        assert_eq!(parts.copy.as_deref(), Some("m1"));
        assert_eq!(parts.drawing, "<svg><use href=\"#a\"/><image href=\"../../files/a.png\"/></svg>");
        assert_eq!(
            parts.caption,
            "By <a href=\"../../3#b.n\">me</a> and <a href=\"../../7#b.x\">her</a> \
             <img src=\"../../files/b.png\" alt=\"&quot;\">"
        );
        assert_eq!(parts.description, "");
    }

    #[test]
    fn html_of_another_chapter_has_no_parts() {
        let outside = PartRange { at: HTML.len() as u64, length: 1 };
        assert_eq!(picture_of_page(PartRange::default(), outside).cut_parts(0, HTML), None);
        let overflowing = PartRange { at: u64::MAX, length: u64::MAX };
        assert_eq!(picture_of_page(overflowing, PartRange::default()).cut_parts(0, HTML), None);
    }
}
