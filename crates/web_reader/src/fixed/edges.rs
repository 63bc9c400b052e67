//! The margins, paddings and sizes of boxes.

use std::rc::Rc;

use books::content::is_block;
use roxmltree::Node;

use super::boxes::{MAX_DEPTH, PageCanvas, UNSEEN_ELEMENTS};
use super::lines::{self, LinePiece};
use super::look::TextLook;
use super::paint::is_picture;
use super::sheets::ElementStyle;
use super::values::parse_length;

/// Margins and paddings: top, right, bottom, left.
pub(super) struct BoxEdges {
    /// `None` for `auto`.
    pub(super) margins: [Option<f64>; 4],
    pub(super) paddings: [f64; 4],
    /// True if the margins at both sides are `auto`.
    pub(super) centered: bool,
}

impl BoxEdges {
    pub(super) fn from_style(
        name: &str,
        style: &ElementStyle,
        em: f64,
        available_width: f64,
        page: (f64, f64),
    ) -> Self {
        let usual = match name {
            "p" | "ul" | "ol" | "dl" | "blockquote" | "figure" | "pre" | "h4" => em,
            "h1" => em * 0.67,
            "h2" => em * 0.83,
            "h3" | "h5" | "h6" => em * 1.2,
            _ => 0.0,
        };
        let indented = matches!(name, "blockquote" | "figure");
        let sides = ["top", "right", "bottom", "left"];
        let margins = sides.map(|side| {
            let text = style.get(&format!("margin-{side}"));
            let upright = matches!(side, "top" | "bottom");
            match text {
                Some("auto") => None,
                Some(text) => Some(parse_length(text, em, Some(available_width), page).unwrap_or_default()),
                None => Some(match (upright, indented) {
                    (true, _) => usual,
                    (false, true) => 40.0,
                    (false, false) => 0.0,
                }),
            }
        });
        let paddings = sides.map(|side| {
            let text = style.get(&format!("padding-{side}"));
            let usual = if side == "left" && matches!(name, "ul" | "ol") { 40.0 } else { 0.0 };
            text.map_or(usual, |text| {
                parse_length(text, em, Some(available_width), page).unwrap_or_default().max(0.0)
            })
        });
        let centered = margins[1].is_none() && margins[3].is_none();
        Self { margins, paddings, centered }
    }

    pub(super) fn horizontal_padding(&self) -> f64 {
        self.paddings[1] + self.paddings[3]
    }

    pub(super) fn vertical_padding(&self) -> f64 {
        self.paddings[0] + self.paddings[2]
    }

    /// The width and the height inside, if the style says them.
    pub(super) fn inner_size(
        &self,
        style: &ElementStyle,
        em: f64,
        available: (f64, Option<f64>),
        page: (f64, f64),
    ) -> (Option<f64>, Option<f64>) {
        let whole_box = style.has_value("box-sizing", "border-box");
        let side = |name: &str, available: Option<f64>, edges: f64| {
            let own = parse_length(style.get(name)?, em, available, page)?;
            Some(if whole_box { own - edges } else { own }.max(0.0))
        };
        let width = side("width", Some(available.0), self.horizontal_padding());
        let most = side("max-width", Some(available.0), self.horizontal_padding());
        let width = match (width, most) {
            (Some(width), Some(most)) => Some(width.min(most)),
            (None, Some(most)) if most < available.0 => Some(most),
            (width, _) => width,
        };
        (width, side("height", available.1, self.vertical_padding()))
    }
}

impl PageCanvas<'_, '_> {
    /// About how wide the contents of an element are if its lines end only where they must.
    pub(super) fn natural_width(&mut self, node: Node<'_, '_>, look: &TextLook) -> Option<f64> {
        let (mut widest, mut pieces) = (0.0_f64, Vec::new());
        self.measure_natural(node, look, &mut widest, &mut pieces, 0)?;
        Some(widest.max(lines::natural_width(pieces)))
    }

    fn measure_natural(
        &mut self,
        node: Node<'_, '_>,
        look: &TextLook,
        widest: &mut f64,
        pieces: &mut Vec<LinePiece>,
        depth: usize,
    ) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        let shared = Rc::new(look.clone());
        for child in node.children() {
            if child.is_text() {
                pieces.push(LinePiece::Text(child.text().unwrap_or_default().to_owned(), Rc::clone(&shared)));
                continue;
            }
            if !child.is_element() {
                continue;
            }
            self.count_element()?;
            let name = child.tag_name().name();
            let style = self.styles.element_style(child)?;
            let placed = style.has_value("position", "absolute") || style.has_value("position", "fixed");
            if placed || UNSEEN_ELEMENTS.contains(&name) || style.has_value("display", "none") {
                continue;
            }
            let look = look.inherit_into(name, child.attribute("dir"), &style, self.page_size());
            if name == "br" {
                pieces.push(LinePiece::Break(Rc::new(look)));
            } else if is_picture(child) {
                let whole = (self.page.width, Some(self.page.height));
                let (width, height) = self.picture_size(child, &style, look.size, whole);
                pieces.push(LinePiece::Picture { width, height, markup: String::new() });
            } else if is_block(child) {
                *widest = widest.max(lines::natural_width(std::mem::take(pieces)));
                let edges = BoxEdges::from_style(name, &style, look.size, self.page.width, self.page_size());
                let own = edges.inner_size(&style, look.size, (self.page.width, None), self.page_size()).0;
                let inside = if let Some(width) = own {
                    width
                } else {
                    let (mut inner, mut inner_pieces) = (0.0_f64, Vec::new());
                    self.measure_natural(child, &look, &mut inner, &mut inner_pieces, depth + 1)?;
                    inner.max(lines::natural_width(inner_pieces))
                };
                *widest = widest.max(inside + edges.horizontal_padding());
            } else {
                self.measure_natural(child, &look, widest, pieces, depth + 1)?;
            }
        }
        Some(())
    }
}
