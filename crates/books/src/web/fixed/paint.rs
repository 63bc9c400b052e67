//! Pictures, and the colors and pictures behind boxes.

use roxmltree::Node;

use super::boxes::{Canvas, Placed};
use super::files::Kind;
use super::nested;
use super::sheets::Style;
use super::values::{Rect, color, decimal, length, urls, words};
use crate::xml::{SVG, escape};

/// Pieces of a background that repeats, in one direction.
const TILES: usize = 64;

impl Canvas<'_, '_> {
    /// The size of a picture: by its style, by its attributes, by its file.
    pub(super) fn picture_size(
        &mut self,
        node: Node<'_, '_>,
        style: &Style,
        em: f64,
        whole: (f64, Option<f64>),
    ) -> (f64, f64) {
        let page = self.size();
        if node.has_tag_name((SVG, "svg")) {
            return nested::size(node, style, whole, page);
        }
        let side = |name: &str, whole: Option<f64>| {
            let text = style.get(name).filter(|text| *text != "auto").or_else(|| node.attribute(name))?;
            length(text, em, whole, page).filter(|side| *side >= 0.0)
        };
        let (width, height) = (side("width", Some(whole.0)), side("height", whole.1));
        if let (Some(width), Some(height)) = (width, height) {
            return (width, height);
        }
        let own = self.source(node).and_then(|path| self.files.size(&path)).unwrap_or((0.0, 0.0));
        let ratio = if own.0 > 0.0 { own.1 / own.0 } else { 0.0 };
        let mut both = match (width, height) {
            (Some(width), _) => (width, width * ratio),
            (None, Some(height)) if ratio > 0.0 => (height / ratio, height),
            _ => own,
        };
        let most =
            |name: &str, whole: Option<f64>| style.get(name).and_then(|text| length(text, em, whole, page));
        for (most, own) in [(most("max-width", Some(whole.0)), both.0), (most("max-height", whole.1), both.1)]
        {
            if let Some(most) = most.filter(|most| *most < own && own > 0.0) {
                both = (both.0 * most / own, both.1 * most / own);
            }
        }
        both
    }

    /// The file that an element shows.
    fn source(&self, node: Node<'_, '_>) -> Option<String> {
        let href = match node.tag_name().name() {
            "object" => node.attribute("data"),
            _ => node.attribute("src"),
        };
        self.files.package().resolve(self.path, href?).map(|(path, _)| path)
    }

    pub(super) fn picture(&mut self, node: Node<'_, '_>, style: &Style, place: Rect) -> Option<String> {
        if node.has_tag_name((SVG, "svg")) {
            return self.nested(node, place);
        }
        let Some(path) = self.source(node) else { return Some(String::new()) };
        let ratio = match style.get("object-fit") {
            Some("contain" | "scale-down") => "xMidYMid meet",
            Some("cover") => "xMidYMid slice",
            _ => "none",
        };
        match self.files.kind(&path) {
            None => Some(String::new()),
            Some(Kind::Drawing) => self.nested_file(&path, place, 0),
            Some(Kind::Bitmap) => {
                self.pictures.push(Placed::new(Some(&path), place));
                Some(image(&self.address(&path), place, ratio))
            }
        }
    }

    /// The colors and pictures behind a box.
    pub(super) fn background(&mut self, style: &Style, place: Rect) -> String {
        let mut out = String::new();
        if place.width <= 0.0 || place.height <= 0.0 {
            return out;
        }
        let [x, y, width, height] = [place.x, place.y, place.width, place.height].map(decimal);
        let mut rect = |paint: &str| {
            out.extend([
                "<rect x=\"",
                &x,
                "\" y=\"",
                &y,
                "\" width=\"",
                &width,
                "\" height=\"",
                &height,
                "\" ",
                paint,
                "/>",
            ]);
        };
        if let Some(color) = style.get("background-color").and_then(color) {
            rect(&format!("fill=\"{}\"", escape(color)));
        }
        let border = style.get("border").map(words).unwrap_or_default();
        if border.contains(&"solid")
            && let Some(wide) = border.iter().find_map(|word| length(word, 16.0, None, self.size()))
        {
            let color = border.iter().filter(|word| !matches!(**word, "solid")).find_map(|word| color(word));
            let color = escape(color.unwrap_or("#000000"));
            rect(&format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"", decimal(wide)));
        }
        let base = style.place.clone();
        for href in urls(style.get("background-image").unwrap_or_default()).into_iter().rev() {
            let from = base.as_deref().unwrap_or(self.path);
            let Some((path, _)) = self.files.package().resolve(from, href) else { continue };
            out.push_str(&self.behind(style, &path, place));
        }
        out
    }

    /// A picture behind a box.
    fn behind(&mut self, style: &Style, path: &str, place: Rect) -> String {
        if self.files.kind(path) != Some(Kind::Bitmap) {
            let drawn = self.files.kind(path).and_then(|_| self.nested_file(path, place, 0));
            return drawn.unwrap_or_default();
        }
        self.pictures.push(Placed::new(Some(path), place));
        let href = self.address(path);
        let wanted = style.get("background-size").unwrap_or("auto").trim();
        match wanted {
            "cover" => return image(&href, place, "xMidYMid slice"),
            "contain" => return image(&href, place, "xMidYMid meet"),
            _ => {}
        }
        let page = self.size();
        let parts = words(wanted);
        let side = |n: usize, whole: f64| parts.get(n).and_then(|text| length(text, 16.0, Some(whole), page));
        let own = self.files.size(path).filter(|(width, height)| *width > 0.0 && *height > 0.0);
        let Some(own) = own else { return image(&href, place, "none") };
        let (width, height) = match (side(0, place.width), side(1, place.height)) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) => (width, width * own.1 / own.0),
            (None, Some(height)) => (height * own.0 / own.1, height),
            (None, None) => own,
        };
        if width <= 0.0 || height <= 0.0 {
            return String::new();
        }
        let (x, y) =
            position(style.get("background-position"), (place.width - width, place.height - height), page);
        // In a drawing of its own, what is outside of the box is cut off.
        let mut out = format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" overflow=\"hidden\">",
            decimal(place.x),
            decimal(place.y),
            decimal(place.width),
            decimal(place.height)
        );
        let repeat = style.get("background-repeat").unwrap_or("repeat");
        let steps = |repeats: bool, at: f64, own: f64, whole: f64| -> Vec<f64> {
            if !repeats || at <= 0.0 && at + own >= whole {
                return vec![at];
            }
            let first = at - (at / own).ceil().max(0.0) * own;
            std::iter::successors(Some(first), |at| Some(at + own))
                .take_while(|at| *at < whole)
                .take(TILES)
                .collect()
        };
        let across = steps(matches!(repeat, "repeat" | "repeat-x"), x, width, place.width);
        let down = steps(matches!(repeat, "repeat" | "repeat-y"), y, height, place.height);
        let tiles = down.iter().flat_map(|y| across.iter().map(move |x| (*x, *y)));
        for (x, y) in tiles.take(TILES * 4) {
            out.push_str(&image(&href, Rect { x, y, width, height }, "none"));
        }
        out.push_str("</svg>");
        out
    }
}

/// Whether an element is a picture or a drawing.
pub(super) fn is_picture(node: Node<'_, '_>) -> bool {
    node.has_tag_name((SVG, "svg"))
        || node.tag_name().name() == "img"
        || node.tag_name().name() == "object" && node.attribute("data").is_some()
}

fn image(href: &str, place: Rect, ratio: &str) -> String {
    if place.width <= 0.0 || place.height <= 0.0 {
        return String::new();
    }
    let [x, y, width, height] = [place.x, place.y, place.width, place.height].map(decimal);
    format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"{ratio}\" href=\"{}\"/>",
        escape(href)
    )
}

/// Where a background begins. `left`: what its box has more than it.
fn position(text: Option<&str>, left: (f64, f64), page: (f64, f64)) -> (f64, f64) {
    let mut parts = text.map(words).unwrap_or_default();
    if matches!(parts.as_slice(), ["top" | "bottom", ..] | [_, "left" | "right", ..]) && parts.len() <= 2 {
        parts.reverse();
        if parts.len() == 1 {
            parts.insert(0, "center");
        }
    }
    let at = |n: usize, left: f64| match parts.get(n).copied() {
        Some("right" | "bottom") => left,
        Some("center") => left / 2.0,
        Some(text) => length(text, 16.0, Some(left), page).unwrap_or_default(),
        None if n == 1 && parts.len() == 1 => left / 2.0,
        None => 0.0,
    };
    (at(0, left.0), at(1, left.1))
}
