//! GET /read/{id}/{chapter}/pictures/{picture}: a picture of a chapter by itself, to be enlarged.

use services::book_pages::{self, PictureRequest, PictureView};
use services::downloads::browser::{ChapterPicture, PageLanguages, PictureSource, fill_placeholders};
use transport::compose_response;

use super::chapter::placeholder_message_id;
use super::notice::Notice;
use super::{OpenReading, parse_index};
use crate::{Fields, Link, Page, Path, Query, Result, Section, Visitor, percent_encode, render};

/// The sizes, as in addresses, in the style sheet and in messages; the first is the usual one.
const SIZES: [&str; 4] = ["fit", "natural", "double", "quadruple"];

/// The colors in the same way.
const COLORS: [&str; 4] = ["book", "dark", "inverted", "contrast"];

/// The way in which the visitor sees pictures.
#[derive(Debug, Clone, Copy)]
struct PictureMode {
    size: &'static str,
    colors: &'static str,
}

impl PictureMode {
    fn from_fields(fields: &Fields) -> Self {
        let find = |options: [&'static str; 4], name: &str| {
            let value = fields.get(name);
            options.into_iter().find(|option| Some(*option) == value).unwrap_or(options[0])
        };
        Self { size: find(SIZES, "size"), colors: find(COLORS, "colors") }
    }

    /// The number by which the sides of the picture are multiplied.
    fn scale(self) -> u32 {
        match self.size {
            "double" => 2,
            "quadruple" => 4,
            _ => 1,
        }
    }

    /// The address of a picture that is shown in this way. The frame with the picture gets the focus.
    fn address(self, path: &str) -> String {
        format!("{path}?size={}&colors={}#picture", self.size, self.colors)
    }
}

struct ViewChoice {
    link: Link,
    is_current: bool,
}

#[derive(askama::Template)]
#[template(path = "read_picture.html")]
struct PicturePage<'a> {
    page: Page<'a>,
    /// The name of the picture, by its number.
    name: String,
    title: String,
    title_lang: String,
    book: String,
    /// The address of the picture in its chapter.
    back: String,
    previous: Option<String>,
    next: Option<String>,
    sizes: Vec<ViewChoice>,
    colors: Vec<ViewChoice>,
    mode: PictureMode,
    /// The address of the picture. `None` for the picture of a page of fixed layout.
    src: Option<String>,
    /// The picture of a page of fixed layout.
    drawing: String,
    width: u32,
    height: u32,
    alt: String,
    /// The language of the alternative. Empty if it is that of the page, or unknown.
    alt_lang: String,
    /// True if the alternative is text of the book.
    has_alternative: bool,
    caption: String,
    description: String,
    lang: String,
    dir: String,
    copy: Option<String>,
    notice: Option<Notice>,
}

pub(super) async fn show_picture(
    visitor: Visitor,
    Path((_, chapter, picture)): Path<(String, String, String)>,
    opened: OpenReading,
    Query(fields): Query,
) -> Result {
    let request = PictureRequest { chapter: parse_index(&chapter)?, picture: parse_index(&picture)? };
    let view = book_pages::open_picture(&visitor.op, &opened.book, request).await?;
    let mode = PictureMode::from_fields(&fields);
    let parts = &view.parts;
    let bytes = parts.drawing.len() + parts.caption.len() + parts.description.len();
    compose_response(bytes, || {
        let page = picture_page(visitor.page(Section::Other), &opened, request, view, mode)?;
        Ok(render(&page))
    })
}

fn picture_page<'a>(
    page: Page<'a>,
    opened: &OpenReading,
    request: PictureRequest,
    view: PictureView,
    mode: PictureMode,
) -> Result<PicturePage<'a>> {
    let PictureRequest { chapter, picture: number } = request;
    let PictureView { picture, parts, count } = view;
    let outline = opened.book.book_outline();
    let languages = PageLanguages { words: page.language().tag(), text: opened.text_lang(chapter) };
    let fill =
        |html: &str| fill_placeholders(html, languages, |word| page.text(placeholder_message_id(word)));
    let lang = if picture.lang.is_empty() { languages.text.to_owned() } else { picture.lang.clone() };
    let path = |number: usize| format!("{}/pictures/{}", opened.chapter_path(chapter, None), number + 1);
    let address = |number: usize| mode.address(&path(number));
    let (width, height) = picture.size;
    let scale = mode.scale();
    let (src, alt, alt_lang) = match &picture.source {
        PictureSource::Page { label, .. } => {
            (None, format!("{} {label}", page.text("read-picture")), String::new())
        }
        PictureSource::Address(address) => {
            let described = picture.alt.clone().map(|alt| (alt, lang.clone()));
            let (alt, alt_lang) = described.unwrap_or_else(|| (page.text("read-undescribed"), String::new()));
            (Some(format!("/read/{}/{address}", opened.id)), alt, alt_lang)
        }
    };
    Ok(PicturePage {
        name: page.count("read-picture-number", number as u64 + 1),
        title: opened.chapter_title(chapter).to_owned(),
        title_lang: opened.title_lang(chapter).to_owned(),
        book: outline.title.clone(),
        back: place_path(opened, chapter, &picture),
        previous: number.checked_sub(1).map(address),
        next: Some(number + 1).filter(|next| *next < count).map(address),
        sizes: view_choices(&page, SIZES, mode.size, |size| {
            PictureMode { size, ..mode }.address(&path(number))
        }),
        colors: view_choices(&page, COLORS, mode.colors, |colors| {
            PictureMode { colors, ..mode }.address(&path(number))
        }),
        mode,
        src,
        drawing: scale_drawing(&parts.drawing, picture.size, scale),
        width: width.saturating_mul(scale),
        height: height.saturating_mul(scale),
        has_alternative: picture.alt.is_some(),
        alt,
        alt_lang,
        caption: fill(&parts.caption),
        description: fill(&parts.description),
        dir: opened.text_dir(chapter, &lang)?,
        lang,
        copy: parts.copy,
        notice: Notice::from_outline(&page, outline).filter(|_| !outline.is_notice(chapter)),
        page,
    })
}

fn view_choices(
    page: &Page<'_>,
    options: [&'static str; 4],
    current: &str,
    address: impl Fn(&'static str) -> String,
) -> Vec<ViewChoice> {
    let choice = |option: &'static str| ViewChoice {
        link: Link::new(address(option), page.text(&format!("read-picture-{option}"))),
        is_current: option == current,
    };
    options.map(choice).into()
}

/// The address of a picture in its chapter: the link to its page, which then has the focus. The place around
/// it is also in the query, because a browser does not send the fragment.
fn place_path(opened: &OpenReading, chapter: usize, picture: &ChapterPicture) -> String {
    let has_place = opened.book.book_outline().place_offset(chapter, &picture.place).is_some();
    let query = if has_place { format!("?at={}", percent_encode(&picture.place)) } else { String::new() };
    format!("{}{query}#{}", opened.chapter_path(chapter, None), picture.id)
}

/// A drawing with its sides multiplied. Empty if there is none.
fn scale_drawing(drawing: &str, (width, height): (u32, u32), scale: u32) -> String {
    if drawing.is_empty() {
        return String::new();
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" \
         aria-hidden=\"true\" focusable=\"false\">{drawing}</svg>",
        width.saturating_mul(scale),
        height.saturating_mul(scale)
    )
}

#[cfg(test)]
mod tests {
    use super::{COLORS, PictureMode, SIZES, scale_drawing};
    use crate::Fields;
    use crate::texts::assert_messages;

    #[test]
    fn every_way_to_show_a_picture_has_a_name_in_every_language() {
        assert_messages(SIZES.iter().chain(&COLORS).map(|option| format!("read-picture-{option}")));
    }

    #[test]
    fn a_picture_is_as_wide_as_its_frame_unless_the_visitor_chooses() {
        let mode = |query: &str| PictureMode::from_fields(&Fields::parse(query.as_bytes()));
        assert_eq!(mode("").address("/p"), "/p?size=fit&colors=book#picture");
        assert_eq!(mode("size=9&colors=%22%3E").address("/p"), "/p?size=fit&colors=book#picture");
        let chosen = mode("size=quadruple&colors=inverted");
        assert_eq!(chosen.address("/p"), "/p?size=quadruple&colors=inverted#picture");
        assert_eq!((mode("").scale(), mode("size=double").scale(), chosen.scale()), (1, 2, 4));
    }

    #[test]
    fn a_drawing_keeps_its_own_measures_inside() {
        assert_eq!(scale_drawing("", (3, 4), 2), "");
        let scaled = scale_drawing("<svg/>", (3, 4), 2);
        assert!(scaled.contains("viewBox=\"0 0 3 4\" width=\"6\" height=\"8\""), "{scaled}");
        assert!(scaled.ends_with("><svg/></svg>"), "{scaled}");
    }
}
