//! The boxes of a page: where they are, and what is painted in them.

use std::collections::HashSet;
use std::rc::Rc;

use books::content::is_block;
use books::geometry::Matrix;
use books::path;
use books::xml::SVG_NAMESPACE;
use roxmltree::Node;

use super::edges::BoxEdges;
use super::files::PictureFiles;
use super::lines::{self, LinePiece};
use super::look::TextLook;
use super::paint::is_picture;
use super::sheets::{ElementStyle, PageStyles};
use super::values::{PageRect, format_decimal, parse_length, parse_number, parse_transform, split_words};

/// Elements of a page, counted each time that they are visited.
const MAX_ELEMENTS: usize = 30_000;
/// Elements in one another.
pub(super) const MAX_DEPTH: usize = 56;
/// Elements that show nothing, or what a picture cannot.
pub(super) const UNSEEN_ELEMENTS: [&str; 17] = [
    "audio", "base", "button", "canvas", "embed", "head", "iframe", "input", "link", "map", "math", "meta",
    "script", "select", "style", "textarea", "title",
];

/// A picture or drawing that was placed.
#[derive(Debug)]
pub(super) struct PlacedPicture {
    path: Option<String>,
    place: PageRect,
}

impl PlacedPicture {
    pub(super) fn new(path: Option<&str>, place: PageRect) -> Self {
        Self { path: path.map(str::to_owned), place }
    }
}

/// The box around an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContainingBox {
    /// The box that placed elements are measured from.
    pub(super) holder: PageRect,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    /// The height, if it does not depend on what is inside.
    pub(super) height: Option<f64>,
}

impl ContainingBox {
    /// A box that placed elements are measured from, too.
    pub(super) fn from_rect(rect: PageRect) -> Self {
        Self { holder: rect, x: rect.x, y: rect.y, width: rect.width, height: Some(rect.height) }
    }
}

#[derive(Debug, Default)]
pub(super) struct DrawnBox {
    pub(super) markup: String,
    pub(super) height: f64,
}

/// The contents of a box, being drawn from top to bottom.
struct BoxFlow {
    containing_box: ContainingBox,
    look: TextLook,
    y: f64,
    pieces: Vec<LinePiece>,
    /// The drawn boxes, each with its layer.
    layers: Vec<(i64, String)>,
}

impl BoxFlow {
    fn end_lines(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        if pieces.is_empty() {
            return;
        }
        let drawn =
            lines::draw_lines(pieces, &self.look, (self.containing_box.x, self.y), self.containing_box.width);
        self.y += drawn.height;
        self.layers.push((0, drawn.markup));
    }
}

/// A page being drawn.
pub(super) struct PageCanvas<'c, 's> {
    pub(super) page: PageRect,
    pub(super) path: &'c str,
    pub(super) styles: PageStyles,
    pub(super) files: &'c mut PictureFiles<'s>,
    elements_left: usize,
    depth: usize,
    pub(super) pictures: Vec<PlacedPicture>,
    pub(super) drawings: Vec<PlacedPicture>,
    /// Files of the package that are referred to.
    used_files: Vec<String>,
    pub(super) ids: HashSet<String>,
    pub(super) prefixes: usize,
}

impl<'c, 's> PageCanvas<'c, 's> {
    pub(super) fn new(
        page: PageRect,
        path: &'c str,
        styles: PageStyles,
        files: &'c mut PictureFiles<'s>,
    ) -> Self {
        Self {
            page,
            path,
            styles,
            files,
            elements_left: MAX_ELEMENTS,
            depth: 0,
            pictures: Vec::new(),
            drawings: Vec::new(),
            used_files: Vec::new(),
            ids: HashSet::new(),
            prefixes: 0,
        }
    }

    /// Draws a document. `None` if it is too much.
    pub(super) fn draw_document(&mut self, root: Node<'_, '_>) -> Option<String> {
        if root.has_tag_name((SVG_NAMESPACE, "svg")) {
            return self.draw_nested_file(self.path, self.page, 0);
        }
        let around = ContainingBox::from_rect(self.page);
        let style = self.styles.element_style(root)?;
        let look = TextLook::default().inherit_into("html", root.attribute("dir"), &style, self.page_size());
        let mut out = self.draw_background(&style, self.page);
        let body = root.children().find(|child| child.tag_name().name() == "body")?;
        let style = self.styles.element_style(body)?;
        let look = look.inherit_into("body", body.attribute("dir"), &style, self.page_size());
        // The background of the body is that of the page.
        out.push_str(&self.draw_background(&style, self.page));
        let inside = self.draw_block(body, &style, &look, around, false)?;
        out.push_str(&inside.markup);
        Some(out)
    }

    /// The files that the page refers to, those of which most is on the page, and whether most of each
    /// drawing is on it.
    pub(super) fn into_shown(self) -> (Vec<String>, HashSet<String>, bool) {
        let page = self.page;
        let on_page = |placed: &PlacedPicture| placed.place.is_mostly_in(page);
        let drawings = self.drawings.iter().all(on_page);
        let mut seen = HashSet::new();
        let mut lost = HashSet::new();
        for placed in self.pictures {
            let on_page = placed.place.is_mostly_in(page);
            if let Some(path) = placed.path {
                let paths = if on_page { &mut seen } else { &mut lost };
                paths.insert(path);
            }
        }
        (self.used_files, &seen - &lost, drawings)
    }

    pub(super) fn page_size(&self) -> (f64, f64) {
        (self.page.width, self.page.height)
    }

    pub(super) fn count_element(&mut self) -> Option<()> {
        self.elements_left = self.elements_left.checked_sub(1)?;
        Some(())
    }

    /// `None` if these bytes are too many for a page.
    #[expect(clippy::unused_self, reason = "reads like the other limits")]
    pub(super) fn check_size(&self, bytes: usize) -> Option<()> {
        (bytes <= super::MAX_PAGE_BYTES).then_some(())
    }

    pub(super) fn picture_address(&mut self, path: &str) -> String {
        if !self.used_files.iter().any(|known| known == path) {
            self.used_files.push(path.to_owned());
        }
        format!("files/{}", path::relative_href("", path))
    }

    pub(super) fn draw_children(
        &mut self,
        node: Node<'_, '_>,
        container: ContainingBox,
        look: &TextLook,
    ) -> Option<DrawnBox> {
        let mut flow = BoxFlow {
            containing_box: container,
            look: look.clone(),
            y: container.y,
            pieces: Vec::new(),
            layers: Vec::new(),
        };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        if node.tag_name().name() == "tr" {
            self.draw_row(node, look, &mut flow)?;
        } else {
            self.draw_flow(node, look, &mut flow)?;
        }
        flow.end_lines();
        self.depth -= 1;
        let mut layers = flow.layers;
        layers.sort_by_key(|(layer, _)| *layer);
        let out: String = layers.into_iter().map(|(_, out)| out).collect();
        self.check_size(out.len())?;
        Some(DrawnBox { markup: out, height: flow.y - container.y })
    }

    fn draw_flow(&mut self, node: Node<'_, '_>, look: &TextLook, flow: &mut BoxFlow) -> Option<()> {
        let shared = Rc::new(look.clone());
        for child in node.children() {
            if child.is_text() {
                if !look.vertical {
                    let text = child.text().unwrap_or_default();
                    let only_space = text.trim_matches([' ', '\t', '\n', '\r']).is_empty();
                    if !only_space || !flow.pieces.is_empty() {
                        flow.pieces.push(LinePiece::Text(text.to_owned(), Rc::clone(&shared)));
                    }
                }
            } else if child.is_element() {
                self.draw_element(child, look, flow)?;
            }
        }
        Some(())
    }

    fn draw_element(&mut self, node: Node<'_, '_>, look: &TextLook, flow: &mut BoxFlow) -> Option<()> {
        self.count_element()?;
        let name = node.tag_name().name();
        let style = self.styles.element_style(node)?;
        if UNSEEN_ELEMENTS.contains(&name)
            || style.has_value("display", "none")
            || node.attribute("hidden").is_some()
        {
            return Some(());
        }
        let look = look.inherit_into(name, node.attribute("dir"), &style, self.page_size());
        let layer = style.get("z-index").and_then(|layer| layer.parse::<i64>().ok());
        let fixed = style.has_value("position", "fixed");
        if fixed || style.has_value("position", "absolute") {
            let holder = if fixed { self.page } else { flow.containing_box.holder };
            let out = self.draw_positioned(
                node,
                &style,
                &look,
                ContainingBox { holder, y: flow.y, ..flow.containing_box },
            )?;
            // Placed elements are above the others, in their order.
            flow.layers.push((layer.unwrap_or(0) * 2 + 1, out));
            return Some(());
        }
        if name == "br" {
            flow.pieces.push(LinePiece::Break(Rc::new(look)));
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
                return self.draw_picture_piece(node, &style, &look, flow);
            }
            return self.draw_flow(node, &look, flow);
        }
        flow.end_lines();
        let relative = style.has_value("position", "relative") || style.has_value("position", "sticky");
        let around = ContainingBox { y: flow.y, ..flow.containing_box };
        let laid = self.draw_block(node, &style, &look, around, relative)?;
        flow.y += laid.height;
        let layer = if relative { layer.unwrap_or(0) * 2 + 1 } else { 0 };
        flow.layers.push((layer, laid.markup));
        Some(())
    }

    /// The cells of a row, side by side and of one width.
    fn draw_row(&mut self, node: Node<'_, '_>, look: &TextLook, flow: &mut BoxFlow) -> Option<()> {
        let cells: Vec<_> =
            node.children().filter(|cell| matches!(cell.tag_name().name(), "td" | "th")).take(200).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 200")]
        let width = flow.containing_box.width / cells.len().max(1) as f64;
        let mut x = flow.containing_box.x;
        let mut height = 0.0_f64;
        for cell in cells {
            self.count_element()?;
            let style = self.styles.element_style(cell)?;
            let look =
                look.inherit_into(cell.tag_name().name(), cell.attribute("dir"), &style, self.page_size());
            let around = ContainingBox { x, width, y: flow.y, ..flow.containing_box };
            let laid = self.draw_block(cell, &style, &look, around, false)?;
            height = height.max(laid.height);
            flow.layers.push((0, laid.markup));
            x += width;
        }
        flow.y += height;
        Some(())
    }

    /// A box in the flow. Its height is with its margins.
    fn draw_block(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        look: &TextLook,
        container: ContainingBox,
        relative: bool,
    ) -> Option<DrawnBox> {
        let edges =
            BoxEdges::from_style(node.tag_name().name(), style, look.size, container.width, self.page_size());
        let [top, right, bottom, left] = edges.margins.map(Option::unwrap_or_default);
        let whole = (container.width, container.height);
        let picture = is_picture(node).then(|| self.picture_size(node, style, look.size, whole));
        let own = edges.inner_size(style, look.size, whole, self.page_size());
        let free = (container.width - left - right - edges.horizontal_padding()).max(0.0);
        let width = picture.map(|size| size.0).or(own.0).unwrap_or(free);
        let mut x = container.x + left;
        let centered = edges.margins[1].is_none() && edges.margins[3].is_none() && edges.centered;
        if centered {
            x = container.x + (container.width - width - edges.horizontal_padding()) / 2.0;
        }
        let height = picture.map(|size| size.1).or(own.1);
        let place =
            PageRect { x, y: container.y + top, width: width + edges.horizontal_padding(), height: 0.0 };
        let moves = relative || style.get("transform").is_some_and(|text| text != "none");
        let laid = self.fill_box(node, style, look, &edges, place, height, moves.then_some(()), container)?;
        let from = laid.counts_before;
        let mut shift = (0.0, 0.0);
        if relative {
            let far = |name: &str, whole: Option<f64>| {
                style.get(name).and_then(|text| parse_length(text, look.size, whole, self.page_size()))
            };
            let (left, right) = (far("left", Some(container.width)), far("right", Some(container.width)));
            let (top, bottom) = (far("top", container.height), far("bottom", container.height));
            shift.0 = left.or(right.map(|far| -far)).unwrap_or_default();
            shift.1 = top.or(bottom.map(|far| -far)).unwrap_or_default();
        }
        let out = self.finish_box(laid.markup, style, look.size, laid.place, shift, from)?;
        Some(DrawnBox { markup: out, height: top + laid.place.height + bottom })
    }

    fn draw_positioned(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        look: &TextLook,
        container: ContainingBox,
    ) -> Option<String> {
        let holder = container.holder;
        let page = self.page_size();
        let edges = BoxEdges::from_style(node.tag_name().name(), style, look.size, holder.width, page);
        let [margin_top, margin_right, margin_bottom, margin_left] =
            edges.margins.map(Option::unwrap_or_default);
        let far = |name: &str, whole: f64| {
            style.get(name).and_then(|text| parse_length(text, look.size, Some(whole), page))
        };
        let (left, right) = (far("left", holder.width), far("right", holder.width));
        let (top, bottom) = (far("top", holder.height), far("bottom", holder.height));
        let whole = (holder.width, Some(holder.height));
        let own = edges.inner_size(style, look.size, whole, page);
        let picture = is_picture(node).then(|| self.picture_size(node, style, look.size, whole));
        let free = holder.width
            - left.unwrap_or_default()
            - right.unwrap_or_default()
            - margin_left
            - margin_right
            - edges.horizontal_padding();
        let width = match (picture, own.0, left, right) {
            (Some(size), ..) => size.0,
            (None, Some(width), ..) => width,
            (None, None, Some(_), Some(_)) => free.max(0.0),
            _ => {
                // As wide as its words, if these fit; a little more, because widths are estimates.
                let natural = self.natural_width(node, look)?;
                let room = free.max(0.0) * 1.1;
                if natural > room && room > look.size * 2.0 { room } else { natural }
            }
        };
        let outer = width + edges.horizontal_padding();
        let x = match (left, right) {
            (Some(left), Some(right)) if edges.centered => {
                holder.x + left + (holder.width - left - right - outer) / 2.0
            }
            (Some(left), _) => holder.x + left + margin_left,
            (None, Some(right)) => holder.x + holder.width - right - margin_right - outer,
            (None, None) => container.x + margin_left,
        };
        let height = picture.map(|size| size.1).or(own.1).or_else(|| {
            let (top, bottom) = (top?, bottom?);
            Some(
                (holder.height - top - bottom - margin_top - margin_bottom - edges.vertical_padding())
                    .max(0.0),
            )
        });
        let y = top.map_or(container.y + margin_top, |top| holder.y + top + margin_top);
        let place = PageRect { x, y, width: outer, height: 0.0 };
        let laid = self.fill_box(node, style, look, &edges, place, height, Some(()), container)?;
        let mut shift = 0.0;
        if let (None, Some(bottom)) = (top, bottom) {
            shift = holder.y + holder.height - bottom - margin_bottom - laid.place.height - y;
        }
        self.finish_box(laid.markup, style, look.size, laid.place, (0.0, shift), laid.counts_before)
    }

    /// The inside of a box, with its background. `holds`: whether placed elements are measured from it.
    #[expect(clippy::too_many_arguments, reason = "what a box is")]
    fn fill_box(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        look: &TextLook,
        edges: &BoxEdges,
        rect: PageRect,
        height: Option<f64>,
        holds: Option<()>,
        container: ContainingBox,
    ) -> Option<FilledBox> {
        let counts_before = (self.pictures.len(), self.drawings.len());
        let [top, _, _, left] = edges.paddings;
        let width = rect.width - edges.horizontal_padding();
        let mut rect = rect;
        let content =
            PageRect { x: rect.x + left, y: rect.y + top, width, height: height.unwrap_or_default() };
        if is_picture(node) {
            rect.height = content.height + edges.vertical_padding();
            let mut out = self.draw_background(style, rect);
            if !look.is_hidden {
                out.push_str(&self.draw_picture(node, style, content)?);
            }
            return Some(FilledBox { markup: out, place: rect, counts_before });
        }
        let known = height.or(container.height).unwrap_or_default();
        let holder = match holds {
            Some(()) => PageRect {
                height: known + if height.is_some() { edges.vertical_padding() } else { 0.0 },
                ..rect
            },
            None => container.holder,
        };
        let inner = ContainingBox { holder, x: content.x, y: content.y, width, height };
        let inside = self.draw_children(node, inner, look)?;
        rect.height = height.unwrap_or(inside.height) + edges.vertical_padding();
        let mut out = if look.is_hidden { String::new() } else { self.draw_background(style, rect) };
        out.push_str(&inside.markup);
        Some(FilledBox { markup: out, place: rect, counts_before })
    }

    /// Moves a drawn box, and applies its transformation and opacity. `counts_before`: the number of pictures
    /// and drawings that were placed before.
    fn finish_box(
        &mut self,
        out: String,
        style: &ElementStyle,
        em: f64,
        rect: PageRect,
        shift: (f64, f64),
        counts_before: (usize, usize),
    ) -> Option<String> {
        self.check_size(out.len())?;
        let mut matrix = Matrix::translation(shift.0, shift.1);
        if let Some(text) = style.get("transform").filter(|text| *text != "none") {
            let size = (rect.width, rect.height);
            let own = parse_transform(text, em, size);
            let (x, y) = transform_origin(style.get("transform-origin"), em, size);
            let (x, y) = (rect.x + x, rect.y + y);
            matrix = matrix
                .compose(&Matrix::translation(x, y))
                .compose(&own)
                .compose(&Matrix::translation(-x, -y));
        }
        let opacity =
            style.get("opacity").and_then(parse_number).filter(|opacity| (0.0..1.0).contains(opacity));
        for placed in self.pictures[counts_before.0..].iter_mut().chain(&mut self.drawings[counts_before.1..])
        {
            placed.place = placed.place.bounding_box(&matrix);
            if opacity.is_some_and(|opacity| opacity < 0.1) {
                // Invisible boxes are not on the page.
                placed.place = PageRect::default();
            }
        }
        if matrix == Matrix::default() && opacity.is_none() {
            return Some(out);
        }
        let mut group = "<g".to_owned();
        if matrix != Matrix::default() {
            let numbers = matrix.coefficients().map(format_exact).join(" ");
            group.extend([" transform=\"matrix(", &numbers, ")\""]);
        }
        if let Some(opacity) = opacity {
            group.extend([" opacity=\"", &format_decimal(opacity), "\""]);
        }
        Some(format!("{group}>{out}</g>"))
    }

    /// A picture among words.
    fn draw_picture_piece(
        &mut self,
        node: Node<'_, '_>,
        style: &ElementStyle,
        look: &TextLook,
        flow: &mut BoxFlow,
    ) -> Option<()> {
        let whole = (flow.containing_box.width, flow.containing_box.height);
        let (width, height) = self.picture_size(node, style, look.size, whole);
        let place = PageRect { x: 0.0, y: 0.0, width, height };
        let begun = (self.pictures.len(), self.drawings.len());
        let drawn = if look.is_hidden { String::new() } else { self.draw_picture(node, style, place)? };
        let drawn = self.finish_box(drawn, style, look.size, place, (0.0, 0.0), begun)?;
        // Where it is in its line is not known yet; near enough to know whether it is on the page.
        let near = Matrix::translation(flow.containing_box.x, flow.y);
        for placed in self.pictures[begun.0..].iter_mut().chain(&mut self.drawings[begun.1..]) {
            placed.place = placed.place.bounding_box(&near);
        }
        flow.pieces.push(LinePiece::Picture { width, height, markup: drawn });
        Some(())
    }
}

/// A box whose inside was drawn.
struct FilledBox {
    markup: String,
    place: PageRect,
    /// The number of pictures and drawings that were placed before.
    counts_before: (usize, usize),
}

/// The point around which a box is transformed.
fn transform_origin(text: Option<&str>, em: f64, size: (f64, f64)) -> (f64, f64) {
    let parts = text.map(split_words).unwrap_or_default();
    let at = |n: usize, whole: f64| match parts.get(n).copied() {
        Some("left" | "top") => 0.0,
        Some("right" | "bottom") => whole,
        Some(text) => parse_length(text, em, Some(whole), size).unwrap_or(whole / 2.0),
        None => whole / 2.0,
    };
    (at(0, size.0), at(1, size.1))
}

/// A number of a transformation, which may be very small.
fn format_exact(number: f64) -> String {
    let text = format!("{:.6}", if number.is_finite() { number.clamp(-1e6, 1e6) } else { 0.0 });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
