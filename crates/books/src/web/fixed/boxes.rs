//! The boxes of a page: where they are, and what is painted in them.

use std::collections::HashSet;
use std::rc::Rc;

use roxmltree::Node;

use super::edges::Edges;
use super::files::Files;
use super::lines::{self, Piece};
use super::look::Look;
use super::paint::is_picture;
use super::sheets::{Style, Styles};
use super::values::{Rect, decimal, length, number, transform, words};
use crate::content::{Matrix, is_block};
use crate::path;
use crate::xml::SVG;

/// Elements of a page, counted each time that they are visited.
const ELEMENTS: usize = 30_000;
/// Elements in one another.
pub(super) const DEPTH: usize = 56;
/// Elements that show nothing, or what a picture cannot.
pub(super) const UNSEEN: [&str; 17] = [
    "audio", "base", "button", "canvas", "embed", "head", "iframe", "input", "link", "map", "math", "meta",
    "script", "select", "style", "textarea", "title",
];

/// A picture or drawing that was placed.
#[derive(Debug)]
pub(super) struct Placed {
    path: Option<String>,
    place: Rect,
}

impl Placed {
    pub(super) fn new(path: Option<&str>, place: Rect) -> Self {
        Self { path: path.map(str::to_owned), place }
    }
}

/// What is around an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    /// The box that placed elements are measured from.
    pub(super) holder: Rect,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    /// The height, if it does not depend on what is inside.
    pub(super) height: Option<f64>,
}

/// What was drawn.
#[derive(Debug, Default)]
pub(super) struct Laid {
    pub(super) out: String,
    pub(super) height: f64,
}

/// The contents of a box, being drawn from top to bottom.
struct Flow {
    around: Around,
    look: Look,
    y: f64,
    pieces: Vec<Piece>,
    /// What was drawn, with its layer.
    layers: Vec<(i64, String)>,
}

impl Flow {
    fn end_lines(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        if pieces.is_empty() {
            return;
        }
        let drawn = lines::draw(pieces, &self.look, (self.around.x, self.y), self.around.width);
        self.y += drawn.height;
        self.layers.push((0, drawn.out));
    }
}

/// A page being drawn.
pub(super) struct Canvas<'c, 's> {
    pub(super) page: Rect,
    pub(super) path: &'c str,
    pub(super) styles: Styles,
    pub(super) files: &'c mut Files<'s>,
    left: usize,
    depth: usize,
    pub(super) pictures: Vec<Placed>,
    pub(super) drawings: Vec<Placed>,
    /// Files of the package that are referred to.
    used: Vec<String>,
    pub(super) ids: HashSet<String>,
    pub(super) prefixes: usize,
}

impl<'c, 's> Canvas<'c, 's> {
    pub(super) fn new(page: Rect, path: &'c str, styles: Styles, files: &'c mut Files<'s>) -> Self {
        Self {
            page,
            path,
            styles,
            files,
            left: ELEMENTS,
            depth: 0,
            pictures: Vec::new(),
            drawings: Vec::new(),
            used: Vec::new(),
            ids: HashSet::new(),
            prefixes: 0,
        }
    }

    /// Draws a document. `None` if it is too much.
    pub(super) fn document(&mut self, root: Node<'_, '_>) -> Option<String> {
        if root.has_tag_name((SVG, "svg")) {
            return self.nested_file(self.path, self.page, 0);
        }
        let around = Around {
            holder: self.page,
            x: 0.0,
            y: 0.0,
            width: self.page.width,
            height: Some(self.page.height),
        };
        let style = self.styles.of(root)?;
        let look = Look::default().inside("html", root.attribute("dir"), &style, self.size());
        let mut out = self.background(&style, self.page);
        let body = root.children().find(|child| child.tag_name().name() == "body")?;
        let style = self.styles.of(body)?;
        let look = look.inside("body", body.attribute("dir"), &style, self.size());
        // The background of the body is that of the page.
        out.push_str(&self.background(&style, self.page));
        let inside = self.block(body, &style, &look, around, false)?;
        out.push_str(&inside.out);
        Some(out)
    }

    /// What the page shows: the files that it refers to, those of which most is on the page, and whether most
    /// of each drawing is.
    pub(super) fn shown(self) -> (Vec<String>, HashSet<String>, bool) {
        let page = self.page;
        let on_page = |placed: &Placed| placed.place.is_mostly_in(page);
        let drawings = self.drawings.iter().all(on_page);
        let mut seen = HashSet::new();
        let mut lost = HashSet::new();
        for placed in self.pictures {
            let on_page = placed.place.is_mostly_in(page);
            if let Some(path) = placed.path {
                if on_page {
                    seen.insert(path)
                } else {
                    lost.insert(path)
                };
            }
        }
        (self.used, &seen - &lost, drawings)
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (self.page.width, self.page.height)
    }

    pub(super) fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// `None` if these bytes are too many for a page.
    #[expect(clippy::unused_self, reason = "reads like the other limits")]
    pub(super) fn fits(&self, bytes: usize) -> Option<()> {
        (bytes <= super::LONGEST).then_some(())
    }

    /// The address of a picture of the package.
    pub(super) fn address(&mut self, path: &str) -> String {
        if !self.used.iter().any(|known| known == path) {
            self.used.push(path.to_owned());
        }
        format!("files/{}", path::relative("", path))
    }

    /// Draws the children of an element.
    pub(super) fn children(&mut self, node: Node<'_, '_>, around: Around, look: &Look) -> Option<Laid> {
        let mut flow =
            Flow { around, look: look.clone(), y: around.y, pieces: Vec::new(), layers: Vec::new() };
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let row = matches!(node.tag_name().name(), "tr");
        if row {
            self.row(node, look, &mut flow)?;
        } else {
            self.flow(node, look, &mut flow)?;
        }
        flow.end_lines();
        self.depth -= 1;
        let mut layers = flow.layers;
        layers.sort_by_key(|(layer, _)| *layer);
        let out: String = layers.into_iter().map(|(_, out)| out).collect();
        self.fits(out.len())?;
        Some(Laid { out, height: flow.y - around.y })
    }

    fn flow(&mut self, node: Node<'_, '_>, look: &Look, flow: &mut Flow) -> Option<()> {
        let shared = Rc::new(look.clone());
        for child in node.children() {
            if child.is_text() {
                if !look.vertical {
                    let text = child.text().unwrap_or_default();
                    let only_space = text.trim_matches([' ', '\t', '\n', '\r']).is_empty();
                    if !only_space || !flow.pieces.is_empty() {
                        flow.pieces.push(Piece::Text(text.to_owned(), Rc::clone(&shared)));
                    }
                }
            } else if child.is_element() {
                self.element(child, look, flow)?;
            }
        }
        Some(())
    }

    fn element(&mut self, node: Node<'_, '_>, look: &Look, flow: &mut Flow) -> Option<()> {
        self.count()?;
        let name = node.tag_name().name();
        let style = self.styles.of(node)?;
        if UNSEEN.contains(&name) || style.is("display", "none") || node.attribute("hidden").is_some() {
            return Some(());
        }
        let look = look.inside(name, node.attribute("dir"), &style, self.size());
        let layer = style.get("z-index").and_then(|layer| layer.parse::<i64>().ok());
        let fixed = style.is("position", "fixed");
        if fixed || style.is("position", "absolute") {
            let holder = if fixed { self.page } else { flow.around.holder };
            let out = self.out_of_flow(node, &style, &look, Around { holder, y: flow.y, ..flow.around })?;
            // Placed elements are above the others, in their order.
            flow.layers.push((layer.unwrap_or(0) * 2 + 1, out));
            return Some(());
        }
        if name == "br" {
            flow.pieces.push(Piece::Break(Rc::new(look)));
            return Some(());
        }
        let picture = is_picture(node);
        let display = style.get("display").unwrap_or_default();
        let block = match display {
            "inline" => false,
            "" => is_block(node) && !picture,
            display => !display.starts_with("inline") || !picture,
        };
        if !block {
            if picture {
                return self.picture_piece(node, &style, &look, flow);
            }
            return self.flow(node, &look, flow);
        }
        flow.end_lines();
        let relative = style.is("position", "relative") || style.is("position", "sticky");
        let around = Around { y: flow.y, ..flow.around };
        let laid = self.block(node, &style, &look, around, relative)?;
        flow.y += laid.height;
        let layer = if relative { layer.unwrap_or(0) * 2 + 1 } else { 0 };
        flow.layers.push((layer, laid.out));
        Some(())
    }

    /// The cells of a row, side by side and of one width.
    fn row(&mut self, node: Node<'_, '_>, look: &Look, flow: &mut Flow) -> Option<()> {
        let cells: Vec<_> =
            node.children().filter(|cell| matches!(cell.tag_name().name(), "td" | "th")).take(200).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 200")]
        let width = flow.around.width / cells.len().max(1) as f64;
        let (mut x, mut height) = (flow.around.x, 0.0_f64);
        for cell in cells {
            self.count()?;
            let style = self.styles.of(cell)?;
            let look = look.inside(cell.tag_name().name(), cell.attribute("dir"), &style, self.size());
            let around = Around { x, width, y: flow.y, ..flow.around };
            let laid = self.block(cell, &style, &look, around, false)?;
            height = height.max(laid.height);
            flow.layers.push((0, laid.out));
            x += width;
        }
        flow.y += height;
        Some(())
    }

    /// A box in the flow. Its height is with its margins.
    fn block(
        &mut self,
        node: Node<'_, '_>,
        style: &Style,
        look: &Look,
        around: Around,
        relative: bool,
    ) -> Option<Laid> {
        let edges = Edges::of(node.tag_name().name(), style, look.size, around.width, self.size());
        let [top, right, bottom, left] = edges.margins.map(Option::unwrap_or_default);
        let whole = (around.width, around.height);
        let picture = is_picture(node).then(|| self.picture_size(node, style, look.size, whole));
        let own = edges.sides(style, look.size, whole, self.size());
        let free = (around.width - left - right - edges.across()).max(0.0);
        let width = picture.map(|size| size.0).or(own.0).unwrap_or(free);
        let mut x = around.x + left;
        let centered = edges.margins[1].is_none() && edges.margins[3].is_none() && edges.centered;
        if centered {
            x = around.x + (around.width - width - edges.across()) / 2.0;
        }
        let height = picture.map(|size| size.1).or(own.1);
        let place = Rect { x, y: around.y + top, width: width + edges.across(), height: 0.0 };
        let moves = relative || style.get("transform").is_some_and(|text| text != "none");
        let laid = self.filled(node, style, look, &edges, place, height, moves.then_some(()), around)?;
        let from = laid.begun;
        let mut shift = (0.0, 0.0);
        if relative {
            let far = |name: &str, whole: Option<f64>| {
                style.get(name).and_then(|text| length(text, look.size, whole, self.size()))
            };
            let (left, right) = (far("left", Some(around.width)), far("right", Some(around.width)));
            let (top, bottom) = (far("top", around.height), far("bottom", around.height));
            shift.0 = left.or(right.map(|far| -far)).unwrap_or_default();
            shift.1 = top.or(bottom.map(|far| -far)).unwrap_or_default();
        }
        let out = self.moved(laid.out, style, look.size, laid.place, shift, from)?;
        Some(Laid { out, height: top + laid.place.height + bottom })
    }

    /// A box that is placed.
    fn out_of_flow(
        &mut self,
        node: Node<'_, '_>,
        style: &Style,
        look: &Look,
        around: Around,
    ) -> Option<String> {
        let (holder, page) = (around.holder, self.size());
        let edges = Edges::of(node.tag_name().name(), style, look.size, holder.width, page);
        let [margin_top, margin_right, margin_bottom, margin_left] =
            edges.margins.map(Option::unwrap_or_default);
        let far = |name: &str, whole: f64| {
            style.get(name).and_then(|text| length(text, look.size, Some(whole), page))
        };
        let (left, right) = (far("left", holder.width), far("right", holder.width));
        let (top, bottom) = (far("top", holder.height), far("bottom", holder.height));
        let whole = (holder.width, Some(holder.height));
        let own = edges.sides(style, look.size, whole, page);
        let picture = is_picture(node).then(|| self.picture_size(node, style, look.size, whole));
        let free = holder.width
            - left.unwrap_or_default()
            - right.unwrap_or_default()
            - margin_left
            - margin_right
            - edges.across();
        let width = match (picture, own.0, left, right) {
            (Some(size), ..) => size.0,
            (None, Some(width), ..) => width,
            (None, None, Some(_), Some(_)) => free.max(0.0),
            _ => {
                // As wide as its words, if these fit; a little more, because widths are estimates.
                let natural = self.natural(node, look)?;
                let room = free.max(0.0) * 1.1;
                if natural > room && room > look.size * 2.0 { room } else { natural }
            }
        };
        let outer = width + edges.across();
        let x = match (left, right) {
            (Some(left), Some(right)) if edges.centered => {
                holder.x + left + (holder.width - left - right - outer) / 2.0
            }
            (Some(left), _) => holder.x + left + margin_left,
            (None, Some(right)) => holder.x + holder.width - right - margin_right - outer,
            (None, None) => around.x + margin_left,
        };
        let height = picture.map(|size| size.1).or(own.1).or_else(|| {
            let (top, bottom) = (top?, bottom?);
            Some((holder.height - top - bottom - margin_top - margin_bottom - edges.down()).max(0.0))
        });
        let y = top.map_or(around.y + margin_top, |top| holder.y + top + margin_top);
        let place = Rect { x, y, width: outer, height: 0.0 };
        let laid = self.filled(node, style, look, &edges, place, height, Some(()), around)?;
        let mut shift = 0.0;
        if let (None, Some(bottom)) = (top, bottom) {
            shift = holder.y + holder.height - bottom - margin_bottom - laid.place.height - y;
        }
        self.moved(laid.out, style, look.size, laid.place, (0.0, shift), laid.begun)
    }

    /// The inside of a box, with its background. `holds`: whether placed elements are measured from it.
    #[expect(clippy::too_many_arguments, reason = "what a box is")]
    fn filled(
        &mut self,
        node: Node<'_, '_>,
        style: &Style,
        look: &Look,
        edges: &Edges,
        place: Rect,
        height: Option<f64>,
        holds: Option<()>,
        around: Around,
    ) -> Option<Filled> {
        let begun = (self.pictures.len(), self.drawings.len());
        let [top, _, _, left] = edges.paddings;
        let width = place.width - edges.across();
        let mut place = place;
        let content = Rect { x: place.x + left, y: place.y + top, width, height: height.unwrap_or_default() };
        if is_picture(node) {
            place.height = content.height + edges.down();
            let mut out = self.background(style, place);
            if !look.hidden {
                out.push_str(&self.picture(node, style, content)?);
            }
            return Some(Filled { out, place, begun });
        }
        let known = height.or(around.height).unwrap_or_default();
        let holder = match holds {
            Some(()) => Rect { height: known + if height.is_some() { edges.down() } else { 0.0 }, ..place },
            None => around.holder,
        };
        let inner = Around { holder, x: content.x, y: content.y, width, height };
        let inside = self.children(node, inner, look)?;
        place.height = height.unwrap_or(inside.height) + edges.down();
        let mut out = if look.hidden { String::new() } else { self.background(style, place) };
        out.push_str(&inside.out);
        Some(Filled { out, place, begun })
    }

    /// What was drawn, with the transformation and the opacity of its box, and moved. `begun`: the number of
    /// pictures and drawings that were placed before.
    fn moved(
        &mut self,
        out: String,
        style: &Style,
        em: f64,
        place: Rect,
        shift: (f64, f64),
        begun: (usize, usize),
    ) -> Option<String> {
        self.fits(out.len())?;
        let mut matrix = Matrix::moved(shift.0, shift.1);
        if let Some(text) = style.get("transform").filter(|text| *text != "none") {
            let size = (place.width, place.height);
            let own = transform(text, em, size);
            let (x, y) = origin(style.get("transform-origin"), em, size);
            let (x, y) = (place.x + x, place.y + y);
            matrix = matrix.then(&Matrix::moved(x, y)).then(&own).then(&Matrix::moved(-x, -y));
        }
        let opacity = style.get("opacity").and_then(number).filter(|opacity| (0.0..1.0).contains(opacity));
        for placed in self.pictures[begun.0..].iter_mut().chain(&mut self.drawings[begun.1..]) {
            placed.place = placed.place.transformed(&matrix);
            if opacity.is_some_and(|opacity| opacity < 0.1) {
                // What is not seen is not on the page.
                placed.place = Rect::default();
            }
        }
        if matrix == Matrix::default() && opacity.is_none() {
            return Some(out);
        }
        let mut group = "<g".to_owned();
        if matrix != Matrix::default() {
            let numbers = matrix.numbers().map(exact).join(" ");
            group.extend([" transform=\"matrix(", &numbers, ")\""]);
        }
        if let Some(opacity) = opacity {
            group.extend([" opacity=\"", &decimal(opacity), "\""]);
        }
        Some(format!("{group}>{out}</g>"))
    }

    /// A picture among words.
    fn picture_piece(
        &mut self,
        node: Node<'_, '_>,
        style: &Style,
        look: &Look,
        flow: &mut Flow,
    ) -> Option<()> {
        let whole = (flow.around.width, flow.around.height);
        let (width, height) = self.picture_size(node, style, look.size, whole);
        let place = Rect { x: 0.0, y: 0.0, width, height };
        let begun = (self.pictures.len(), self.drawings.len());
        let drawn = if look.hidden { String::new() } else { self.picture(node, style, place)? };
        let drawn = self.moved(drawn, style, look.size, place, (0.0, 0.0), begun)?;
        // Where it is in its line is not known yet; near enough to know whether it is on the page.
        let near = Matrix::moved(flow.around.x, flow.y);
        for placed in self.pictures[begun.0..].iter_mut().chain(&mut self.drawings[begun.1..]) {
            placed.place = placed.place.transformed(&near);
        }
        flow.pieces.push(Piece::Picture { width, height, drawn });
        Some(())
    }
}

/// A box whose inside was drawn.
struct Filled {
    out: String,
    place: Rect,
    /// The number of pictures and drawings that were placed before.
    begun: (usize, usize),
}

/// The point around which a box is transformed.
fn origin(text: Option<&str>, em: f64, size: (f64, f64)) -> (f64, f64) {
    let parts = text.map(words).unwrap_or_default();
    let at = |n: usize, whole: f64| match parts.get(n).copied() {
        Some("left" | "top") => 0.0,
        Some("right" | "bottom") => whole,
        Some(text) => length(text, em, Some(whole), size).unwrap_or(whole / 2.0),
        None => whole / 2.0,
    };
    (at(0, size.0), at(1, size.1))
}

/// A number of a transformation, which may be very small.
fn exact(number: f64) -> String {
    let text = format!("{:.6}", if number.is_finite() { number.clamp(-1e6, 1e6) } else { 0.0 });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
