//! Pictures, and the colors and pictures behind boxes.

use books::xml::{SVG_NAMESPACE, escape};
use roxmltree::Node;

use super::boxes::{PageCanvas, PlacedPicture};
use super::files::PictureKind;
use super::nested;
use super::sheets::ElementStyle;
use super::values::{PageRect, format_decimal, parse_color, parse_length, parse_urls, split_words};

/// Pieces of a background that repeats, in one direction.
const MAX_TILES: usize = 64;

impl PageCanvas<'_, '_> {
    /// The size of a picture: by its style, by its attributes, by its file.
    pub(super) fn picture_size(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        em: f64,
        available: (f64, Option<f64>),
    ) -> (f64, f64) {
        let page = self.page_size();
        if node.has_tag_name((SVG_NAMESPACE, "svg")) {
            return nested::drawing_size(node, style, available, page);
        }
        let side = |name: &str, available: Option<f64>| {
            let text = style.get(name).filter(|text| *text != "auto").or_else(|| node.attribute(name))?;
            parse_length(text, em, available, page).filter(|side| *side >= 0.0)
        };
        let (width, height) = (side("width", Some(available.0)), side("height", available.1));
        if let (Some(width), Some(height)) = (width, height) {
            return (width, height);
        }
        let own =
            self.picture_path(node).and_then(|path| self.files.picture_size(&path)).unwrap_or((0.0, 0.0));
        let ratio = if own.0 > 0.0 { own.1 / own.0 } else { 0.0 };
        let mut both = match (width, height) {
            (Some(width), _) => (width, width * ratio),
            (None, Some(height)) if ratio > 0.0 => (height / ratio, height),
            _ => own,
        };
        let most = |name: &str, available: Option<f64>| {
            style.get(name).and_then(|text| parse_length(text, em, available, page))
        };
        for (most, own) in
            [(most("max-width", Some(available.0)), both.0), (most("max-height", available.1), both.1)]
        {
            if let Some(most) = most.filter(|most| *most < own && own > 0.0) {
                both = (both.0 * most / own, both.1 * most / own);
            }
        }
        both
    }

    /// The file that an element shows.
    fn picture_path(&self, node: Node<'_, '_>) -> Option<String> {
        let href = match node.tag_name().name() {
            "object" => node.attribute("data"),
            _ => node.attribute("src"),
        };
        self.files.package().resolve(self.path, href?).map(|(path, _)| path)
    }

    pub(super) fn draw_picture(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        rect: PageRect,
    ) -> Option<String> {
        if node.has_tag_name((SVG_NAMESPACE, "svg")) {
            return self.draw_nested(node, rect);
        }
        let Some(path) = self.picture_path(node) else { return Some(String::new()) };
        let ratio = match style.get("object-fit") {
            Some("contain" | "scale-down") => "xMidYMid meet",
            Some("cover") => "xMidYMid slice",
            _ => "none",
        };
        match self.files.picture_kind(&path) {
            None => Some(String::new()),
            Some(PictureKind::Drawing) => self.draw_nested_file(&path, rect, 0),
            Some(PictureKind::Bitmap) => {
                self.pictures.push(PlacedPicture::new(Some(&path), rect));
                Some(image_markup(&self.picture_address(&path), rect, ratio))
            }
        }
    }

    /// The colors and pictures behind a box.
    pub(super) fn draw_background(&mut self, style: &ElementStyle, box_rect: PageRect) -> String {
        let mut out = String::new();
        if box_rect.width <= 0.0 || box_rect.height <= 0.0 {
            return out;
        }
        let place = box_rect.to_attributes();
        let mut rect = |paint: &str| out.extend(["<rect ", &place, " ", paint, "/>"]);
        if let Some(color) = style.get("background-color").and_then(parse_color) {
            rect(&format!("fill=\"{}\"", escape(color)));
        }
        let border = style.get("border").map(split_words).unwrap_or_default();
        if border.contains(&"solid")
            && let Some(wide) =
                border.iter().find_map(|word| parse_length(word, 16.0, None, self.page_size()))
        {
            let color =
                border.iter().filter(|word| !matches!(**word, "solid")).find_map(|word| parse_color(word));
            let color = escape(color.unwrap_or("#000000"));
            rect(&format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"", format_decimal(wide)));
        }
        let base = style.place.clone();
        for href in parse_urls(style.get("background-image").unwrap_or_default()).into_iter().rev() {
            let from = base.as_deref().unwrap_or(self.path);
            let Some((path, _)) = self.files.package().resolve(from, href) else { continue };
            out.push_str(&self.draw_background_picture(style, &path, box_rect));
        }
        out
    }

    /// A picture behind a box.
    fn draw_background_picture(&mut self, style: &ElementStyle, path: &str, rect: PageRect) -> String {
        if self.files.picture_kind(path) != Some(PictureKind::Bitmap) {
            let drawn = self.files.picture_kind(path).and_then(|_| self.draw_nested_file(path, rect, 0));
            return drawn.unwrap_or_default();
        }
        self.pictures.push(PlacedPicture::new(Some(path), rect));
        let href = self.picture_address(path);
        let wanted = style.get("background-size").unwrap_or("auto").trim();
        match wanted {
            "cover" => return image_markup(&href, rect, "xMidYMid slice"),
            "contain" => return image_markup(&href, rect, "xMidYMid meet"),
            _ => {}
        }
        let page = self.page_size();
        let parts = split_words(wanted);
        let side =
            |n: usize, whole: f64| parts.get(n).and_then(|text| parse_length(text, 16.0, Some(whole), page));
        let own = self.files.picture_size(path).filter(|(width, height)| *width > 0.0 && *height > 0.0);
        let Some(own) = own else { return image_markup(&href, rect, "none") };
        let (width, height) = match (side(0, rect.width), side(1, rect.height)) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) => (width, width * own.1 / own.0),
            (None, Some(height)) => (height * own.0 / own.1, height),
            (None, None) => own,
        };
        if width <= 0.0 || height <= 0.0 {
            return String::new();
        }
        let (x, y) = background_position(
            style.get("background-position"),
            (rect.width - width, rect.height - height),
            page,
        );
        // In a drawing of its own, what is outside of the box is cut off.
        let mut out = format!("<svg {} overflow=\"hidden\">", rect.to_attributes());
        let repeat = style.get("background-repeat").unwrap_or("repeat");
        let steps = |repeats: bool, at: f64, own: f64, whole: f64| -> Vec<f64> {
            if !repeats || at <= 0.0 && at + own >= whole {
                return vec![at];
            }
            let first = at - (at / own).ceil().max(0.0) * own;
            std::iter::successors(Some(first), |at| Some(at + own))
                .take_while(|at| *at < whole)
                .take(MAX_TILES)
                .collect()
        };
        let across = steps(matches!(repeat, "repeat" | "repeat-x"), x, width, rect.width);
        let down = steps(matches!(repeat, "repeat" | "repeat-y"), y, height, rect.height);
        let tiles = down.iter().flat_map(|y| across.iter().map(move |x| (*x, *y)));
        for (x, y) in tiles.take(MAX_TILES * 4) {
            out.push_str(&image_markup(&href, PageRect { x, y, width, height }, "none"));
        }
        out.push_str("</svg>");
        out
    }
}

/// Returns true if an element is a picture or a drawing.
pub(super) fn is_picture(node: Node<'_, '_>) -> bool {
    node.has_tag_name((SVG_NAMESPACE, "svg"))
        || node.tag_name().name() == "img"
        || node.tag_name().name() == "object" && node.attribute("data").is_some()
}

fn image_markup(href: &str, rect: PageRect, ratio: &str) -> String {
    if rect.width <= 0.0 || rect.height <= 0.0 {
        return String::new();
    }
    let (place, href) = (rect.to_attributes(), escape(href));
    format!("<image {place} preserveAspectRatio=\"{ratio}\" href=\"{href}\"/>")
}

/// The position of a background. `free_space`: the size of its box minus its own.
fn background_position(text: Option<&str>, free_space: (f64, f64), page: (f64, f64)) -> (f64, f64) {
    let mut parts = text.map(split_words).unwrap_or_default();
    if matches!(parts.as_slice(), ["top" | "bottom", ..] | [_, "left" | "right", ..]) && parts.len() <= 2 {
        parts.reverse();
        if parts.len() == 1 {
            parts.insert(0, "center");
        }
    }
    let at = |n: usize, free_space: f64| match parts.get(n).copied() {
        Some("right" | "bottom") => free_space,
        Some("center") => free_space / 2.0,
        Some(text) => parse_length(text, 16.0, Some(free_space), page).unwrap_or_default(),
        None if n == 1 && parts.len() == 1 => free_space / 2.0,
        None => 0.0,
    };
    (at(0, free_space.0), at(1, free_space.1))
}
