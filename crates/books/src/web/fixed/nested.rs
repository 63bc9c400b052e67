//! Drawings (SVG) in the picture of a page: known elements and attributes, with what style rules say written
//! as attributes, because style sheets of a drawing in a page would apply to the whole page.

use roxmltree::{Document, Node};

use super::boxes::{Around, Canvas, Placed};
use super::files::Kind;
use super::look::{Look, generic};
use super::sheets::{Style, Styles, sheets};
use super::values::{Rect, decimal, length, number};
use crate::xml::{self, SVG, XLINK, escape};

/// Drawings of files in one another.
const FILES: usize = 2;
/// Drawings of a page that are files, all together.
const DRAWINGS: usize = 200;
/// Elements that are drawn, or say how others are.
const ELEMENTS: [&str; 24] = [
    "a",
    "circle",
    "clipPath",
    "defs",
    "ellipse",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "switch",
    "symbol",
    "text",
    "tspan",
    "use",
];
/// Attributes that no style rule sets.
const ATTRIBUTES: [&str; 52] = [
    "clipPathUnits",
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "lengthAdjust",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "offset",
    "orient",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "points",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "rotate",
    "rx",
    "ry",
    "spreadMethod",
    "startOffset",
    "textLength",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
    "systemLanguage",
    "overflow",
    "clip",
    "shape-rendering",
    "text-rendering",
    "image-rendering",
    "color-interpolation",
    "paint-order",
];
/// Attributes that style rules set.
const STYLED: [&str; 38] = [
    "baseline-shift",
    "clip-path",
    "clip-rule",
    "color",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-size",
    "font-style",
    "font-variant",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "opacity",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "unicode-bidi",
    "vector-effect",
    "visibility",
    "word-spacing",
    "writing-mode",
    "alignment-baseline",
];

/// The drawing that is being written.
struct Drawing<'d> {
    /// Its file.
    path: &'d str,
    /// The styles of its own document. `None` for those of the page.
    styles: Option<&'d Styles>,
    /// Begins its ids.
    prefix: String,
    /// How many files are around it.
    files: usize,
    /// Where it is on the page.
    place: Rect,
}

impl Canvas<'_, '_> {
    /// A drawing of the document in a rectangle. `None` if it is too much.
    pub(super) fn nested(&mut self, svg: Node<'_, '_>, place: Rect) -> Option<String> {
        self.drawings.push(Placed::new(None, place));
        let path = self.path.to_owned();
        let drawing = Drawing { path: &path, styles: None, prefix: self.prefix(), files: 0, place };
        self.outer(svg, &drawing)
    }

    /// A drawing of a file in a rectangle; nothing if it cannot be read.
    pub(super) fn nested_file(&mut self, path: &str, place: Rect, files: usize) -> Option<String> {
        if files >= FILES || self.prefixes >= DRAWINGS {
            return Some(String::new());
        }
        let Some(text) = self.files.drawing(path) else { return Some(String::new()) };
        let Some(document) = xml::parse_part(&text, 50_000, true) else { return Some(String::new()) };
        let root = document.root_element();
        if root.tag_name().name() != "svg" || depth(&document) > 64 {
            return Some(String::new());
        }
        let styles = Styles::read(self.files.package(), path, &document, &mut sheets());
        let Some(styles) = styles.map(|styles| styles.sharing(&self.styles)) else {
            return Some(String::new());
        };
        self.pictures.push(Placed::new(Some(path), place));
        let drawing = Drawing { path, styles: Some(&styles), prefix: self.prefix(), files: files + 1, place };
        self.outer(root, &drawing)
    }

    /// Begins the ids of the next drawing.
    fn prefix(&mut self) -> String {
        self.prefixes += 1;
        format!("v{}.", self.prefixes)
    }

    fn outer(&mut self, svg: Node<'_, '_>, drawing: &Drawing<'_>) -> Option<String> {
        let place = drawing.place;
        let mut out = format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            decimal(place.x),
            decimal(place.y),
            decimal(place.width),
            decimal(place.height)
        );
        if svg.attribute("viewBox").is_none() {
            // Without one, its units are pixels of the page.
            let side =
                |name: &str| length(svg.attribute(name)?, 16.0, None, (0.0, 0.0)).filter(|side| *side > 0.0);
            let (width, height) =
                (side("width").unwrap_or(place.width), side("height").unwrap_or(place.height));
            out.extend([" viewBox=\"0 0 ", &decimal(width), " ", &decimal(height), "\""]);
        }
        self.attributes(svg, drawing, &["x", "y", "width", "height"], &mut out)?;
        out.push('>');
        for child in svg.children().filter(Node::is_element) {
            self.shape(child, drawing, &mut out)?;
        }
        out.push_str("</svg>");
        Some(out)
    }

    fn shape(&mut self, node: Node<'_, '_>, drawing: &Drawing<'_>, out: &mut String) -> Option<()> {
        self.count()?;
        if !matches!(node.tag_name().namespace(), None | Some(SVG)) {
            return Some(());
        }
        let name = node.tag_name().name();
        if name == "foreignObject" && drawing.styles.is_none() {
            return self.foreign(node, out);
        }
        if !ELEMENTS.contains(&name) {
            // Letters along a path stay in their line.
            return if name == "textPath" { self.inside(node, drawing, out) } else { Some(()) };
        }
        if name == "image" {
            return self.image(node, drawing, out);
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
        self.attributes(node, drawing, &[], out)?;
        if matches!(name, "use" | "linearGradient" | "radialGradient" | "pattern")
            && let Some(id) = href(node).and_then(|href| href.trim().strip_prefix('#'))
            && is_id(id)
        {
            out.extend([" href=\"#", &drawing.prefix, id, "\""]);
        }
        out.push('>');
        self.inside(node, drawing, out)?;
        out.extend(["</", name, ">"]);
        Some(())
    }

    fn inside(&mut self, node: Node<'_, '_>, drawing: &Drawing<'_>, out: &mut String) -> Option<()> {
        let lettered = matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "a");
        for child in node.children() {
            if child.is_element() {
                self.shape(child, drawing, out)?;
            } else if child.is_text() && lettered {
                out.push_str(&escape(child.text().unwrap_or_default()));
            }
        }
        self.fits(out.len())
    }

    fn attributes(
        &mut self,
        node: Node<'_, '_>,
        drawing: &Drawing<'_>,
        without: &[&str],
        out: &mut String,
    ) -> Option<()> {
        let style = match drawing.styles {
            Some(styles) => styles.of(node)?,
            None => self.styles.of(node)?,
        };
        if let Some(id) = node.attribute("id").filter(|id| is_id(id)) {
            let id = format!("{}{id}", drawing.prefix);
            if self.ids.insert(id.clone()) {
                out.extend([" id=\"", &id, "\""]);
            }
        }
        for name in ATTRIBUTES.iter().filter(|name| !without.contains(name)) {
            if let Some(value) = node.attribute(*name).filter(|value| !value.contains("url(")) {
                out.extend([" ", name, "=\"", &escape(value), "\""]);
            }
        }
        for name in STYLED {
            let value = style.get(name).or_else(|| node.attribute(name)).map(str::trim);
            if let Some(value) = value.and_then(|value| styled(value, &drawing.prefix)) {
                out.extend([" ", name, "=\"", &escape(&value), "\""]);
            }
        }
        if let Some(family) = style.get("font-family").or_else(|| node.attribute("font-family")) {
            out.extend([" font-family=\"", generic(family), "\""]);
        }
        Some(())
    }

    fn image(&mut self, node: Node<'_, '_>, drawing: &Drawing<'_>, out: &mut String) -> Option<()> {
        let Some(href) = href(node).map(str::trim) else { return Some(()) };
        let source = if href.starts_with("data:image/") {
            href.to_owned()
        } else {
            let Some((path, _)) = self.files.package().resolve(drawing.path, href) else { return Some(()) };
            match self.files.kind(&path) {
                None => return Some(()),
                Some(Kind::Bitmap) => {
                    self.pictures.push(Placed::new(Some(&path), drawing.place));
                    self.address(&path)
                }
                Some(Kind::Drawing) => {
                    let (width, height) =
                        self.files.size(&path).unwrap_or((drawing.place.width, drawing.place.height));
                    let side = |name: &str| {
                        node.attribute(name).and_then(|text| length(text, 16.0, None, (0.0, 0.0)))
                    };
                    let place = Rect {
                        x: side("x").unwrap_or_default(),
                        y: side("y").unwrap_or_default(),
                        width: side("width").unwrap_or(width),
                        height: side("height").unwrap_or(height),
                    };
                    let transform = node.attribute("transform").unwrap_or_default();
                    out.extend(["<g transform=\"", &escape(transform), "\">"]);
                    out.push_str(&self.nested_file(&path, place, drawing.files)?);
                    out.push_str("</g>");
                    return Some(());
                }
            }
        };
        out.push_str("<image");
        self.attributes(node, drawing, &[], out)?;
        out.extend([" href=\"", &escape(&source), "\"></image>"]);
        self.fits(out.len())
    }

    /// XHTML inside a drawing.
    fn foreign(&mut self, node: Node<'_, '_>, out: &mut String) -> Option<()> {
        let side = |name: &str| node.attribute(name).and_then(number).unwrap_or_default();
        let place = Rect { x: side("x"), y: side("y"), width: side("width"), height: side("height") };
        let around =
            Around { holder: place, x: place.x, y: place.y, width: place.width, height: Some(place.height) };
        // What is placed here is on the page if its drawing is.
        let (pictures, drawings) = (self.pictures.len(), self.drawings.len());
        let inside = self.children(node, around, &Look::default())?;
        self.pictures.truncate(pictures);
        self.drawings.truncate(drawings);
        let transform = node.attribute("transform").unwrap_or_default();
        out.extend([
            "<g fill=\"#000000\" stroke=\"none\" transform=\"",
            &escape(transform),
            "\">",
            &inside.out,
            "</g>",
        ]);
        self.fits(out.len())
    }
}

fn href<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    node.attribute("href").or_else(|| node.attribute((XLINK, "href")))
}

fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 200
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':'))
}

/// The value of a property, with the ids that it refers to. `None` for one that may not stay.
fn styled(value: &str, prefix: &str) -> Option<String> {
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

fn depth(document: &Document<'_>) -> usize {
    document
        .descendants()
        .filter(|node| !node.has_children())
        .map(|leaf| leaf.ancestors().count())
        .max()
        .unwrap_or(0)
}

/// The size of a drawing in a document: by its style, by its attributes, by its units.
pub(super) fn size(
    node: Node<'_, '_>,
    style: &Style,
    whole: (f64, Option<f64>),
    page: (f64, f64),
) -> (f64, f64) {
    let side = |name: &str, whole: Option<f64>| {
        let text = style.get(name).filter(|text| *text != "auto").or_else(|| node.attribute(name))?;
        length(text, 16.0, whole, page).filter(|side| *side >= 0.0)
    };
    let units = node
        .attribute("viewBox")
        .and_then(super::values::view_box)
        .filter(|units| units[2] > 0.0 && units[3] > 0.0);
    let ratio = units.map(|units| units[3] / units[2]);
    match (side("width", Some(whole.0)), side("height", whole.1), ratio) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(ratio)) => (width, width * ratio),
        (None, Some(height), Some(ratio)) => (height / ratio, height),
        (None, None, Some(ratio)) => (whole.0, whole.0 * ratio),
        (width, height, None) => (width.unwrap_or(300.0), height.unwrap_or(150.0)),
    }
}
