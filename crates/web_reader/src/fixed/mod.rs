//! Pages of fixed layout as pictures of themselves: one drawing (SVG) for each document, made of its boxes,
//! pictures, drawings and placed text. The drawing is approximate; all text follows it on the page.

mod boxes;
mod edges;
mod files;
mod lines;
mod look;
mod nested;
mod paint;
mod sheets;
#[cfg(test)]
mod tests;
mod values;

use std::collections::{HashMap, HashSet};

use books::epub::EpubSource;
use books::xml::{SVG_NAMESPACE, find_child, find_children, text_of};
use books::{Result, clean_drawing, is_light_drawing};
use roxmltree::{Document, Node};

use self::boxes::PageCanvas;
use self::files::PictureFiles;
use self::sheets::PageStyles;
use self::values::{PageRect, parse_length, parse_number};

/// Bytes of the picture of one page.
const MAX_PAGE_BYTES: usize = 1 << 20;
/// Bytes of all pictures of pages of a book together.
const MAX_TOTAL_BYTES: usize = 64 << 20;
/// Nodes of a drawing whose size is read.
const MAX_DRAWING_NODES: u32 = 200_000;
/// Pixels of the width of a drawing that states none.
const COLUMN_WIDTH: f64 = 600.0;
/// The file in which Apple's programs declare a fixed layout.
const APPLE_OPTIONS_PATH: &str = "META-INF/com.apple.ibooks.display-options.xml";

#[derive(Debug, Default)]
pub(super) struct PagePicture {
    /// The drawing, cleaned.
    pub(super) svg: String,
    /// Pictures of the package that it shows.
    pub(super) files: Vec<String>,
    /// Pictures and drawings of the package of which most is on the page.
    pub(super) seen_files: HashSet<String>,
    /// True if most of each drawing in the document is on the page.
    pub(super) drawings: bool,
    /// Width and height in pixels.
    pub(super) size: (u32, u32),
}

pub(super) struct PagePictures<'s> {
    /// The paths of the documents that have a fixed layout.
    fixed_documents: HashSet<String>,
    /// The size of pages that do not say theirs.
    size: Option<(f64, f64)>,
    sheets: books::css::Sheets,
    files: PictureFiles<'s>,
    drawn_pages: HashMap<String, PagePicture>,
    bytes: usize,
}

impl<'s> PagePictures<'s> {
    pub(super) fn from_source(source: &'s EpubSource) -> Result<Self> {
        let package = source.package();
        let apple = package.contains(APPLE_OPTIONS_PATH)
            && package.read(APPLE_OPTIONS_PATH, APPLE_OPTIONS_PATH).ok().is_some_and(says_fixed);
        let (fixed, size) = source.with_package_document(|document| {
            let root = document.root_element();
            let metas =
                find_child(root, "metadata").into_iter().flat_map(|metadata| find_children(metadata, "meta"));
            let (mut whole, mut size) = (apple, None);
            for meta in metas {
                let content = meta.attribute("content").unwrap_or_default().trim();
                match (meta.attribute("property"), meta.attribute("name")) {
                    (Some("rendition:layout"), _) => whole |= text_of(meta) == "pre-paginated",
                    (_, Some("fixed-layout")) => whole |= content == "true",
                    (_, Some("original-resolution")) => {
                        let sides = content.split_once('x');
                        size = sides
                            .and_then(|(width, height)| Some((parse_number(width)?, parse_number(height)?)));
                    }
                    _ => {}
                }
            }
            let spine = find_child(root, "spine");
            let refs: Vec<_> = spine.into_iter().flat_map(|spine| find_children(spine, "itemref")).collect();
            let fixed = source.spine_documents().filter(|(position, _)| {
                let properties = refs.get(*position).and_then(|node| node.attribute("properties"));
                let mut properties = properties.unwrap_or_default().split_ascii_whitespace();
                let own = properties.find_map(|property| property.strip_prefix("rendition:layout-"));
                own.map_or(whole, |own| own == "pre-paginated")
            });
            (fixed.map(|(_, path)| path.to_owned()).collect(), size)
        })?;
        Ok(Self {
            fixed_documents: fixed,
            size,
            sheets: sheets::page_sheets(),
            files: PictureFiles::new(source),
            drawn_pages: HashMap::new(),
            bytes: 0,
        })
    }

    /// Draws the page of a document, if it has a fixed layout and can be drawn within the limits.
    pub(super) fn draw_page(&mut self, path: &str, document: &Document<'_>) {
        if !self.fixed_documents.contains(path) || self.bytes >= MAX_TOTAL_BYTES {
            return;
        }
        let Some(drawn) = self.draw_document(path, document) else { return };
        self.bytes += drawn.svg.len();
        self.drawn_pages.insert(path.to_owned(), drawn);
    }

    fn draw_document(&mut self, path: &str, document: &Document<'_>) -> Option<PagePicture> {
        let root = document.root_element();
        let styles = PageStyles::from_document(self.files.package(), path, document, &mut self.sheets)?;
        let (width, height) =
            page_size(path, root, &mut self.files).or(self.size).and_then(check_page_size)?;
        let page = PageRect { x: 0.0, y: 0.0, width, height };
        let mut canvas = PageCanvas::new(page, path, styles, &mut self.files);
        let inside = canvas.draw_document(root)?;
        let size = to_pixels((width, height));
        let (width, height) = (values::format_decimal(width), values::format_decimal(height));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             aria-hidden=\"true\" focusable=\"false\"><rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\
             <g fill=\"#000000\" color=\"#000000\" font-family=\"serif\" font-size=\"16\" direction=\"ltr\" text-anchor=\"start\">{inside}</g></svg>"
        );
        let (files, seen, drawings) = canvas.into_shown();
        let cleaned = Some(svg).filter(|svg| svg.len() <= MAX_PAGE_BYTES && is_light_drawing(svg))?;
        let svg = clean_drawing(&cleaned)?.into_owned();
        Some(PagePicture { svg, files, seen_files: seen, drawings, size })
    }

    /// Returns true if any page has a fixed layout.
    pub(super) fn has_fixed_pages(&self) -> bool {
        !self.fixed_documents.is_empty()
    }

    pub(super) fn into_pictures(self) -> HashMap<String, PagePicture> {
        self.drawn_pages
    }
}

/// Reads the width and height of a drawing in pixels. One that states neither is about as wide as a column of
/// text. `None` for one without proportions.
pub(super) fn read_drawing_size(text: &str) -> Option<(u32, u32)> {
    let document = books::xml::parse_part(text, MAX_DRAWING_NODES, true)?;
    let root = document.root_element();
    let stated_length = |name: &str| {
        let length = parse_length(root.attribute(name)?, 16.0, None, (0.0, 0.0))?;
        Some(length).filter(|length| *length > 0.0)
    };
    let view_box = root.attribute("viewBox").and_then(values::parse_view_box);
    let ratio = view_box.map(|[_, _, width, height]| height / width);
    let sides = (stated_length("width"), stated_length("height"));
    complete_sides(sides, ratio, COLUMN_WIDTH).and_then(check_page_size).map(to_pixels)
}

/// Width and height of a drawing: as stated, or by the ratio of its height to its width. One that states
/// neither is `usual_width` wide. `None` if a side is missing, and the ratio too.
fn complete_sides(
    stated: (Option<f64>, Option<f64>),
    ratio: Option<f64>,
    usual_width: f64,
) -> Option<(f64, f64)> {
    match (stated.0, stated.1, ratio) {
        (Some(width), Some(height), _) => Some((width, height)),
        (Some(width), None, Some(ratio)) => Some((width, width * ratio)),
        (None, Some(height), Some(ratio)) => Some((height / ratio, height)),
        (None, None, Some(ratio)) => Some((usual_width, usual_width * ratio)),
        _ => None,
    }
}

/// A size in whole pixels.
fn to_pixels((width, height): (f64, f64)) -> (u32, u32) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pages are up to 20,000 pixels wide"
    )]
    let pixels = |side: f64| side.round() as u32;
    (pixels(width), pixels(height))
}

/// A size that a page may have.
fn check_page_size((width, height): (f64, f64)) -> Option<(f64, f64)> {
    let fits = |side: f64| (1.0..=20_000.0).contains(&side);
    (fits(width) && fits(height)).then_some((width, height))
}

fn says_fixed(bytes: Vec<u8>) -> bool {
    let Ok(text) = books::xml::decode_text(APPLE_OPTIONS_PATH, bytes) else { return false };
    let Some(document) = books::xml::parse_part(&text, 10_000, false) else { return false };
    let mut options = document.descendants().filter(|node| node.tag_name().name() == "option");
    options.any(|option| option.attribute("name") == Some("fixed-layout") && text_of(option) == "true")
}

/// The size of a page: of its viewport, of its drawing, or of its only picture.
fn page_size(path: &str, root: Node<'_, '_>, files: &mut PictureFiles<'_>) -> Option<(f64, f64)> {
    let all = || root.descendants().filter(Node::is_element);
    let viewport = all().find(|node| {
        node.tag_name().name() == "meta"
            && node.attribute("name").is_some_and(|name| name.trim().eq_ignore_ascii_case("viewport"))
    });
    let viewport = viewport.and_then(|meta| viewport_size(meta.attribute("content").unwrap_or_default()));
    let drawing = || {
        let outer = all().find(|node| node.has_tag_name((SVG_NAMESPACE, "svg")))?;
        drawing_size(outer)
    };
    let picture = || {
        let mut pictures = all().filter(|node| node.tag_name().name() == "img");
        let only = pictures.next().filter(|_| pictures.next().is_none())?;
        let file = files.package().resolve(path, only.attribute("src")?)?.0;
        files.picture_size(&file)
    };
    viewport.or_else(drawing).or_else(picture)
}

/// The size in a viewport such as `width=600, height=800`.
fn viewport_size(content: &str) -> Option<(f64, f64)> {
    let side = |name: &str| {
        let parts = content.split([',', ';']).filter_map(|part| part.split_once('='));
        let value =
            parts.filter(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value).next()?;
        parse_length(value.trim(), 16.0, None, (0.0, 0.0)).filter(|side| *side > 0.0)
    };
    Some((side("width")?, side("height")?))
}

/// The size of a drawing: of its own units, or as it says.
fn drawing_size(svg: Node<'_, '_>) -> Option<(f64, f64)> {
    if let Some([_, _, width, height]) = svg.attribute("viewBox").and_then(values::parse_view_box) {
        return Some((width, height));
    }
    let side = |name: &str| parse_length(svg.attribute(name)?.trim(), 16.0, None, (0.0, 0.0));
    Some((side("width")?, side("height")?))
}
