//! Drawings (SVG) in the picture of a page: known elements and attributes, with what style rules say written
//! as attributes, because style sheets of a drawing in a page would apply to the whole page.

use books::xml::{self, SVG_NAMESPACE, XLINK_NAMESPACE, escape};
use roxmltree::{Document, Node};

use super::boxes::{ContainingBox, PageCanvas, PlacedPicture};
use super::files::PictureKind;
use super::look::{TextLook, generic_family};
use super::sheets::{ElementStyle, PageStyles, page_sheets};
use super::values::{PageRect, format_decimal, parse_length, parse_number};

/// Drawings of files in one another.
const MAX_NESTED_FILES: usize = 2;
/// Drawings of a page that are files, all together.
const MAX_DRAWING_FILES: usize = 200;
/// Elements that are drawn, or say how others are.
const DRAWN_ELEMENTS: [&str; 24] = [
    "a", "circle", "clipPath", "defs", "ellipse", "g", "image", "line", "linearGradient", "marker", "mask",
    "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "svg", "switch", "symbol",
    "text", "tspan", "use",
];
/// Attributes that no style rule sets.
const PLAIN_ATTRIBUTES: [&str; 52] = [
    "clipPathUnits", "cx", "cy", "d", "dx", "dy", "fr", "fx", "fy", "gradientTransform", "gradientUnits",
    "height", "lengthAdjust", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits",
    "offset", "orient", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "points",
    "preserveAspectRatio", "r", "refX", "refY", "rotate", "rx", "ry", "spreadMethod", "startOffset",
    "textLength", "transform", "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2", "systemLanguage",
    "overflow", "clip", "shape-rendering", "text-rendering", "image-rendering", "color-interpolation",
    "paint-order",
];
/// Attributes that style rules set.
const STYLED_ATTRIBUTES: [&str; 38] = [
    "baseline-shift", "clip-path", "clip-rule", "color", "direction", "display", "dominant-baseline", "fill",
    "fill-opacity", "fill-rule", "font-size", "font-style", "font-variant", "font-weight", "letter-spacing",
    "marker-end", "marker-mid", "marker-start", "mask", "opacity", "stop-color", "stop-opacity", "stroke",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "unicode-bidi", "vector-effect",
    "visibility", "word-spacing", "writing-mode", "alignment-baseline",
];

/// The drawing that is being written.
struct NestedDrawing<'d> {
    path: &'d str,
    /// The styles of its own document. `None` for those of the page.
    styles: Option<&'d PageStyles>,
    /// Begins its ids.
    prefix: String,
    /// The number of files around it.
    files: usize,
    place: PageRect,
}

impl PageCanvas<'_, '_> {
    /// A drawing of the document in a rectangle. `None` if it is too much.
    pub(super) fn draw_nested(&mut self, svg: Node<'_, '_>, rect: PageRect) -> Option<String> {
        self.drawings.push(PlacedPicture::new(None, rect));
        let path = self.path.to_owned();
        let drawing =
            NestedDrawing { path: &path, styles: None, prefix: self.next_prefix(), files: 0, place: rect };
        self.write_outer_svg(svg, &drawing)
    }

    /// A drawing of a file in a rectangle; nothing if it cannot be read.
    pub(super) fn draw_nested_file(&mut self, path: &str, rect: PageRect, files: usize) -> Option<String> {
        if files >= MAX_NESTED_FILES || self.prefixes >= MAX_DRAWING_FILES {
            return Some(String::new());
        }
        let Some(text) = self.files.read_drawing(path) else { return Some(String::new()) };
        let Some(document) = xml::parse_part(&text, 50_000, true) else { return Some(String::new()) };
        let root = document.root_element();
        if root.tag_name().name() != "svg" || document_depth(&document) > 64 {
            return Some(String::new());
        }
        let styles = PageStyles::from_document(self.files.package(), path, &document, &mut page_sheets());
        let Some(styles) = styles.map(|styles| styles.with_limits_of(&self.styles)) else {
            return Some(String::new());
        };
        self.pictures.push(PlacedPicture::new(Some(path), rect));
        let drawing = NestedDrawing {
            path,
            styles: Some(&styles),
            prefix: self.next_prefix(),
            files: files + 1,
            place: rect,
        };
        self.write_outer_svg(root, &drawing)
    }

    /// Begins the ids of the next drawing.
    fn next_prefix(&mut self) -> String {
        self.prefixes += 1;
        format!("v{}.", self.prefixes)
    }

    fn write_outer_svg(&mut self, svg: Node<'_, '_>, drawing: &NestedDrawing<'_>) -> Option<String> {
        let place = drawing.place;
        let mut out = format!("<svg {}", place.to_attributes());
        if svg.attribute("viewBox").is_none() {
            // Without one, its units are pixels of the page.
            let side = |name: &str| {
                parse_length(svg.attribute(name)?, 16.0, None, (0.0, 0.0)).filter(|side| *side > 0.0)
            };
            let (width, height) =
                (side("width").unwrap_or(place.width), side("height").unwrap_or(place.height));
            out.extend([" viewBox=\"0 0 ", &format_decimal(width), " ", &format_decimal(height), "\""]);
        }
        self.write_attributes(svg, drawing, &["x", "y", "width", "height"], &mut out)?;
        out.push('>');
        for child in svg.children().filter(Node::is_element) {
            self.write_shape(child, drawing, &mut out)?;
        }
        out.push_str("</svg>");
        Some(out)
    }

    fn write_shape(
        &mut self,
        node: Node<'_, '_>,
        drawing: &NestedDrawing<'_>,
        out: &mut String,
    ) -> Option<()> {
        self.count_element()?;
        if !matches!(node.tag_name().namespace(), None | Some(SVG_NAMESPACE)) {
            return Some(());
        }
        let name = node.tag_name().name();
        if name == "foreignObject" && drawing.styles.is_none() {
            return self.write_foreign(node, out);
        }
        if !DRAWN_ELEMENTS.contains(&name) {
            // Letters along a path stay in their line.
            return if name == "textPath" { self.write_inside(node, drawing, out) } else { Some(()) };
        }
        if name == "image" {
            return self.write_image(node, drawing, out);
        }
        let name = match name {
            "a" if node
                .parent()
                .is_some_and(|parent| matches!(parent.tag_name().name(), "text" | "tspan")) =>
            {
                "tspan"
            }
            "a" => "g",
            name => name,
        };
        out.extend(["<", name]);
        self.write_attributes(node, drawing, &[], out)?;
        if matches!(name, "use" | "linearGradient" | "radialGradient" | "pattern")
            && let Some(id) = stated_href(node).and_then(|href| href.trim().strip_prefix('#'))
            && is_id(id)
        {
            out.extend([" href=\"#", &drawing.prefix, id, "\""]);
        }
        out.push('>');
        self.write_inside(node, drawing, out)?;
        out.extend(["</", name, ">"]);
        Some(())
    }

    fn write_inside(
        &mut self,
        node: Node<'_, '_>,
        drawing: &NestedDrawing<'_>,
        out: &mut String,
    ) -> Option<()> {
        let lettered = matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "a");
        for child in node.children() {
            if child.is_element() {
                self.write_shape(child, drawing, out)?;
            } else if child.is_text() && lettered {
                out.push_str(&escape(child.text().unwrap_or_default()));
            }
        }
        self.check_size(out.len())
    }

    fn write_attributes(
        &mut self,
        node: Node<'_, '_>,
        drawing: &NestedDrawing<'_>,
        without: &[&str],
        out: &mut String,
    ) -> Option<()> {
        let style = match drawing.styles {
            Some(styles) => styles.element_style(node)?,
            None => self.styles.element_style(node)?,
        };
        if let Some(id) = node.attribute("id").filter(|id| is_id(id)) {
            let id = format!("{}{id}", drawing.prefix);
            if self.ids.insert(id.clone()) {
                out.extend([" id=\"", &id, "\""]);
            }
        }
        for name in PLAIN_ATTRIBUTES.iter().filter(|name| !without.contains(name)) {
            if let Some(value) = node.attribute(*name).filter(|value| !value.contains("url(")) {
                out.extend([" ", name, "=\"", &escape(value), "\""]);
            }
        }
        for name in STYLED_ATTRIBUTES {
            let value = style.get(name).or_else(|| node.attribute(name)).map(str::trim);
            if let Some(value) = value.and_then(|value| styled_value(value, &drawing.prefix)) {
                out.extend([" ", name, "=\"", &escape(&value), "\""]);
            }
        }
        if let Some(family) = style.get("font-family").or_else(|| node.attribute("font-family")) {
            out.extend([" font-family=\"", generic_family(family), "\""]);
        }
        Some(())
    }

    fn write_image(
        &mut self,
        node: Node<'_, '_>,
        drawing: &NestedDrawing<'_>,
        out: &mut String,
    ) -> Option<()> {
        let Some(href) = stated_href(node).map(str::trim) else { return Some(()) };
        let source = if href.starts_with("data:image/") {
            href.to_owned()
        } else {
            let Some((path, _)) = self.files.package().resolve(drawing.path, href) else { return Some(()) };
            match self.files.picture_kind(&path) {
                None => return Some(()),
                Some(PictureKind::Bitmap) => {
                    self.pictures.push(PlacedPicture::new(Some(&path), drawing.place));
                    self.picture_address(&path)
                }
                Some(PictureKind::Drawing) => {
                    let (width, height) =
                        self.files.picture_size(&path).unwrap_or((drawing.place.width, drawing.place.height));
                    let side = |name: &str| {
                        node.attribute(name).and_then(|text| parse_length(text, 16.0, None, (0.0, 0.0)))
                    };
                    let place = PageRect {
                        x: side("x").unwrap_or_default(),
                        y: side("y").unwrap_or_default(),
                        width: side("width").unwrap_or(width),
                        height: side("height").unwrap_or(height),
                    };
                    let transform = node.attribute("transform").unwrap_or_default();
                    out.extend(["<g transform=\"", &escape(transform), "\">"]);
                    out.push_str(&self.draw_nested_file(&path, place, drawing.files)?);
                    out.push_str("</g>");
                    return Some(());
                }
            }
        };
        out.push_str("<image");
        self.write_attributes(node, drawing, &[], out)?;
        out.extend([" href=\"", &escape(&source), "\"></image>"]);
        self.check_size(out.len())
    }

    /// XHTML inside a drawing.
    fn write_foreign(&mut self, node: Node<'_, '_>, out: &mut String) -> Option<()> {
        let side = |name: &str| node.attribute(name).and_then(parse_number).unwrap_or_default();
        let place = PageRect { x: side("x"), y: side("y"), width: side("width"), height: side("height") };
        let around = ContainingBox::from_rect(place);
        // Content placed here is on the page if its drawing is.
        let (pictures, drawings) = (self.pictures.len(), self.drawings.len());
        let inside = self.draw_children(node, around, &TextLook::default())?;
        self.pictures.truncate(pictures);
        self.drawings.truncate(drawings);
        let transform = node.attribute("transform").unwrap_or_default();
        out.extend([
            "<g fill=\"#000000\" stroke=\"none\" transform=\"",
            &escape(transform),
            "\">",
            &inside.markup,
            "</g>",
        ]);
        self.check_size(out.len())
    }
}

fn stated_href<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    node.attribute("href").or_else(|| node.attribute((XLINK_NAMESPACE, "href")))
}

fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 200
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':'))
}

/// The value of a property, with the ids that it refers to. `None` for one that may not stay.
fn styled_value(value: &str, prefix: &str) -> Option<String> {
    if value.len() > 200
        || value.contains(['\\', '{', '}', ';', '<'])
        || value == "inherit" && prefix.is_empty()
    {
        return None;
    }
    let Some((before, reference)) = value.split_once("url(") else { return Some(value.to_owned()) };
    let (target, after) = reference.split_once(')')?;
    let id = target.trim().trim_matches(['"', '\'']).trim().strip_prefix('#').filter(|id| is_id(id))?;
    (!after.contains("url(")).then(|| format!("{before}url(#{prefix}{id}){after}"))
}

fn document_depth(document: &Document<'_>) -> usize {
    document
        .descendants()
        .filter(|node| !node.has_children())
        .map(|leaf| leaf.ancestors().count())
        .max()
        .unwrap_or(0)
}

/// The size of a drawing in a document: by its style, by its attributes, by its units.
pub(super) fn drawing_size(
    node: Node<'_, '_>,
    style: &ElementStyle,
    available: (f64, Option<f64>),
    page: (f64, f64),
) -> (f64, f64) {
    let side = |name: &str, available: Option<f64>| {
        let text = style.get(name).filter(|text| *text != "auto").or_else(|| node.attribute(name))?;
        parse_length(text, 16.0, available, page).filter(|side| *side >= 0.0)
    };
    let units = node
        .attribute("viewBox")
        .and_then(super::values::parse_view_box)
        .filter(|units| units[2] > 0.0 && units[3] > 0.0);
    let ratio = units.map(|units| units[3] / units[2]);
    let width = side("width", Some(available.0));
    let height = side("height", available.1);
    super::complete_sides((width, height), ratio, available.0)
        .unwrap_or((width.unwrap_or(300.0), height.unwrap_or(150.0)))
}
