//! Estimates the cost of a drawing before it is drawn. In formats where a few lines can expand to millions of
//! shapes, the only bound is to count the expansion.

use std::collections::HashMap;

use resvg::usvg::{
    ClipPath, Fill, Group, ImageKind, Mask, Node, Paint, Path, Stroke, Transform, Tree, filter,
};
use roxmltree::{Document, Node as Element, NodeId};

/// Elements within one another.
const MAX_DEPTH: usize = 64;
/// Maximum nesting depth of elements, counted through references.
const MAX_REFERRED_DEPTH: usize = 256;
/// Gradients, patterns and filters that are made of one another.
const MAX_CHAIN_LENGTH: usize = 32;
/// Limit of elements after expanding all references.
const MAX_EXPANDED_ELEMENTS: u64 = 300_000;
const MAX_LETTERS: usize = 50_000;
/// Pixels that are painted, one over the other.
const MAX_PAINTED_PIXELS: f64 = 300e6;
/// Limit of pixels of all concurrent surfaces; four bytes each.
const MAX_SURFACE_PIXELS: f64 = 32e6;
/// Corners of all lines.
const MAX_CORNERS: usize = 2_000_000;
/// Dashes of all lines.
const MAX_DASHES: f64 = 500_000.0;
/// Minimum cost of any element.
const MIN_ELEMENT_PIXELS: f64 = 200.0;
/// Surfaces within one another, through patterns, masks and clips.
const MAX_SURFACE_DEPTH: usize = 12;

/// Returns true if a document can be read without growing out of bounds.
pub(super) fn parses_lightly(document: &Document<'_>) -> bool {
    let mut counter = ExpansionCounter {
        ids: document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect(),
        counts: HashMap::new(),
        depth: 0,
    };
    let root = document.root_element();
    let mut letters = 0;
    for node in root.descendants() {
        if node.is_text() && node.parent().is_some_and(|parent| parent.tag_name().name() != "style") {
            letters += node.text().unwrap_or_default().trim().len();
        }
    }
    let depth = max_depth(root);
    if letters > MAX_LETTERS || depth > MAX_DEPTH {
        return false;
    }
    let sheets = root.descendants().filter(|node| node.tag_name().name() == "style");
    let sheets = sheets.flat_map(|sheet| sheet.children()).filter_map(|text| text.text());
    let elements = root.descendants().filter(Element::is_element).count();
    if !counter.chains_are_short(root) || !crate::css::are_light(sheets, elements, depth) {
        return false;
    }
    let Some(expanded) = counter.count_expanded(root) else { return false };
    expanded <= MAX_EXPANDED_ELEMENTS
        && counter.count_markers(root).is_some_and(|marks| marks <= MAX_EXPANDED_ELEMENTS)
        && counter.count_style_references(root).is_some_and(|styled| styled <= MAX_EXPANDED_ELEMENTS)
}

/// The nesting depth of elements; without recursion, because nothing is checked yet.
fn max_depth(root: Element<'_, '_>) -> usize {
    let mut depths: HashMap<NodeId, usize> = HashMap::new();
    let mut deepest = 0;
    for node in root.descendants().filter(Element::is_element) {
        let above = node.parent().and_then(|parent| depths.get(&parent.id())).copied().unwrap_or(0);
        depths.insert(node.id(), above + 1);
        deepest = deepest.max(above + 1);
    }
    deepest
}

struct ExpansionCounter<'a, 'i> {
    ids: HashMap<&'a str, Element<'a, 'i>>,
    /// Counts by element; `None` while the element is being counted.
    counts: HashMap<NodeId, Option<u64>>,
    depth: usize,
}

impl<'a, 'i: 'a> ExpansionCounter<'a, 'i> {
    /// `None` for what contains itself, or is far too much.
    fn count_expanded(&mut self, node: Element<'a, 'i>) -> Option<u64> {
        if let Some(known) = self.counts.get(&node.id()) {
            return *known;
        }
        if self.depth > MAX_REFERRED_DEPTH {
            return None;
        }
        self.depth += 1;
        self.counts.insert(node.id(), None);
        let mut sum = 1_u64;
        for child in node.children().filter(Element::is_element) {
            sum = sum.saturating_add(self.count_expanded(child)?);
        }
        if matches!(node.tag_name().name(), "use" | "tref")
            && let Some(target) = self.linked_element(node)
        {
            sum = sum.saturating_add(self.count_expanded(target)?);
        }
        let inside = node.descendants().count() as u64;
        for attribute in node.attributes() {
            for id in find_references(attribute.value()) {
                // The fill of a group is that of each of its shapes.
                if let Some(target) = self.ids.get(id).copied() {
                    sum = sum.saturating_add(self.count_expanded(target)?.saturating_mul(inside));
                }
            }
        }
        if sum > 100 * MAX_EXPANDED_ELEMENTS {
            return None;
        }
        self.depth -= 1;
        self.counts.insert(node.id(), Some(sum));
        Some(sum)
    }

    fn linked_element(&self, node: Element<'a, 'i>) -> Option<Element<'a, 'i>> {
        let href = node.attributes().find(|attribute| attribute.name() == "href")?.value();
        self.ids.get(href.strip_prefix('#')?).copied()
    }

    /// Returns true if few elements lead from each one to the next; programs follow them all for each
    /// attribute.
    fn chains_are_short(&self, root: Element<'a, 'i>) -> bool {
        root.descendants().filter(Element::is_element).all(|node| {
            let chain = std::iter::successors(Some(node), |node| self.linked_element(*node));
            chain.skip(1).take(MAX_CHAIN_LENGTH + 1).count() <= MAX_CHAIN_LENGTH
        })
    }

    /// Markers are drawn at each corner of a line.
    fn count_markers(&mut self, root: Element<'a, 'i>) -> Option<u64> {
        let mut largest = 0;
        for marker in root.descendants().filter(|node| node.tag_name().name() == "marker") {
            largest = largest.max(self.count_expanded(marker)?);
        }
        let lines = root.descendants().filter_map(|node| node.attribute("d").or(node.attribute("points")));
        let corners: usize = lines.map(|line| line.len() / 3 + 1).sum();
        Some(largest.saturating_mul(corners as u64))
    }

    /// Counts references of style sheets, which may apply to each element.
    fn count_style_references(&mut self, root: Element<'a, 'i>) -> Option<u64> {
        let mut sum = 0_u64;
        let elements = root.descendants().count() as u64;
        for sheet in root.descendants().filter(|node| node.tag_name().name() == "style") {
            for id in find_references(sheet.text().unwrap_or_default()) {
                if let Some(target) = self.ids.get(id).copied() {
                    sum = sum.saturating_add(self.count_expanded(target)?.saturating_mul(elements));
                }
            }
        }
        Some(sum)
    }
}

/// The ids of `url(#id)`.
fn find_references(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let id = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
        id.strip_prefix('#')
    })
}

/// Returns true if a drawing is drawn within bounds of time and memory.
pub(super) fn draws_lightly(tree: &Tree, scale: f32, (width, height): (u32, u32)) -> bool {
    let canvas = f64::from(width) * f64::from(height);
    let mut scales =
        DrawingCost { scale: f64::from(scale), canvas, work: 0.0, surfaces: canvas, corners: 0, dashes: 0.0 };
    scales.weigh_group(tree.root(), canvas, 0).is_some()
}

struct DrawingCost {
    scale: f64,
    canvas: f64,
    work: f64,
    surfaces: f64,
    corners: usize,
    dashes: f64,
}

impl DrawingCost {
    fn spend_pixels(&mut self, pixels: f64) -> Option<()> {
        self.work += pixels.max(MIN_ELEMENT_PIXELS);
        (self.work <= MAX_PAINTED_PIXELS).then_some(())
    }

    /// Runs `work` while surfaces of this many pixels exist.
    fn with_surface(&mut self, pixels: f64, work: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.surfaces += pixels;
        if self.surfaces > MAX_SURFACE_PIXELS {
            return None;
        }
        self.spend_pixels(pixels)?;
        work(self)?;
        self.surfaces -= pixels;
        Some(())
    }

    /// `most`: pixels of the surface below.
    fn weigh_group(&mut self, group: &Group, most: f64, within: usize) -> Option<()> {
        if !group.should_isolate() {
            self.spend_pixels(0.0)?;
            return group.children().iter().try_for_each(|node| self.weigh_node(node, most, within));
        }
        // The library makes no surface larger than 25 times the canvas.
        let area = group.abs_layer_bounding_box();
        let area = f64::from(area.width()) * f64::from(area.height()) * self.scale * self.scale;
        let area = if within == 0 { area.min(25.0 * self.canvas) } else { 25.0 * self.canvas };
        for filter in group.filters() {
            for primitive in filter.primitives() {
                let heavy = matches!(
                    primitive.kind(),
                    filter::Kind::Turbulence(_)
                        | filter::Kind::ConvolveMatrix(_)
                        | filter::Kind::Morphology(_)
                        | filter::Kind::Image(_)
                        | filter::Kind::Tile(_)
                );
                if heavy {
                    return None;
                }
                self.spend_pixels(area * 10.0)?;
            }
        }
        let filtered = if group.filters().is_empty() { 0.0 } else { 4.0 };
        self.with_surface(area * (1.0 + filtered), |scales| {
            group.children().iter().try_for_each(|node| scales.weigh_node(node, area, within))?;
            if let Some(clip) = group.clip_path() {
                scales.weigh_clip(clip, area, within + 1)?;
            }
            if let Some(mask) = group.mask() {
                scales.weigh_mask(mask, area, within + 1)?;
            }
            Some(())
        })
    }

    fn weigh_clip(&mut self, clip: &ClipPath, area: f64, within: usize) -> Option<()> {
        if within > MAX_SURFACE_DEPTH {
            return None;
        }
        self.with_surface(area * 2.0, |scales| {
            scales.weigh_group(clip.root(), area, within)?;
            clip.clip_path().map_or(Some(()), |clip| scales.weigh_clip(clip, area, within + 1))
        })
    }

    fn weigh_mask(&mut self, mask: &Mask, area: f64, within: usize) -> Option<()> {
        if within > MAX_SURFACE_DEPTH {
            return None;
        }
        self.with_surface(area * 2.0, |scales| {
            scales.weigh_group(mask.root(), area, within)?;
            mask.mask().map_or(Some(()), |mask| scales.weigh_mask(mask, area, within + 1))
        })
    }

    fn weigh_node(&mut self, node: &Node, most: f64, within: usize) -> Option<()> {
        match node {
            Node::Group(group) => self.weigh_group(group, most, within),
            Node::Path(path) => self.weigh_path(path, most, within),
            Node::Text(text) => self.weigh_group(text.flattened(), most, within),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(_) => None,
                _ => self.spend_pixels(most),
            },
        }
    }

    fn weigh_path(&mut self, path: &Path, most: f64, within: usize) -> Option<()> {
        self.corners += path.data().len();
        if self.corners > MAX_CORNERS {
            return None;
        }
        let area = path.abs_stroke_bounding_box();
        let area = f64::from(area.width()) * f64::from(area.height()) * self.scale * self.scale;
        // Inside a pattern the place on the canvas is not known.
        let area = if within == 0 { area.min(most) } else { most };
        self.spend_pixels(area)?;
        if let Some(dashes) = path.stroke().and_then(|stroke| stroke.dasharray()) {
            let length: f32 = dashes.iter().sum();
            self.dashes += path_length(path) / f64::from(length).max(1e-9)
                * f64::from(u16::try_from(dashes.len()).unwrap_or(u16::MAX));
            if self.dashes > MAX_DASHES {
                return None;
            }
        }
        let paints = [path.fill().map(Fill::paint), path.stroke().map(Stroke::paint)];
        for paint in paints.into_iter().flatten() {
            if let Paint::Pattern(pattern) = paint {
                if within >= MAX_SURFACE_DEPTH {
                    return None;
                }
                let (width, height) = transform_sides(path.abs_transform().pre_concat(pattern.transform()));
                let rect = pattern.rect();
                let scale = self.scale;
                let area =
                    f64::from(rect.width()) * width * scale * f64::from(rect.height()) * height * scale;
                self.with_surface(area, |scales| scales.weigh_group(pattern.root(), area, within + 1))?;
            }
        }
        Some(())
    }
}

fn transform_sides(transform: Transform) -> (f64, f64) {
    let (width, height) = transform.get_scale();
    (f64::from(width), f64::from(height))
}

/// No less than the length of a line, in its own units.
fn path_length(path: &Path) -> f64 {
    let points = path.data().points();
    points.windows(2).map(|pair| f64::from(pair[0].distance(pair[1]))).sum()
}
