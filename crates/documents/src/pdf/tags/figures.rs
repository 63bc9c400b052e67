//! The pictures that figures show.

use std::collections::HashMap;

use serde_json::Value;

use crate::error::Result;
use crate::layout::{PlacedPicture, Rect};
use crate::pdf::crop::parse_rect;
use crate::pdf::objects::PdfObjects;
use crate::pdf::scans::draw_page;
use crate::pdf::{VisualPages, looks};
use crate::work::DocumentWork;

use super::tree::TagNode;

/// Resolution in which drawings are drawn, in dots per inch, and the maximum number of drawings.
const DRAWING_DPI: f32 = 150.0;
const MAX_DRAWINGS: usize = 500;

/// The path of the picture of each figure, by the address of its element.
pub(super) type FigurePaths = HashMap<*const TagNode, String>;

/// Finds or draws the pictures of all figures.
pub(super) fn find_figures(
    objects: &PdfObjects,
    root: &TagNode,
    looks: &mut VisualPages,
    work: &mut DocumentWork<'_>,
) -> Result<FigurePaths> {
    let mut all = Vec::new();
    collect_figures(root, None, &mut all);
    let mut figures = FigurePaths::new();
    let mut used: HashMap<usize, usize> = HashMap::new();
    let mut drawn = 0;
    for (node, page) in all {
        let Some(own) = looks.pages.get(page) else { continue };
        let rect = node.attribute("/BBox").and_then(|value| parse_bounding_box(objects, page, value));
        let shown = if let Some(rect) = rect {
            own.pictures.iter().find(|placed| covers_figure(placed, rect))
        } else {
            // Without its place, the first figure of a page is its first picture.
            let next = used.entry(page).or_default();
            *next += 1;
            own.pictures.get(*next - 1)
        };
        let found = shown.map(|placed| placed.path.clone());
        let found = match (found, rect) {
            (Some(found), _) => Some(found),
            (None, Some(rect)) if drawn < MAX_DRAWINGS => {
                drawn += 1;
                draw_figure(page, rect, work)?
                    .map(|bytes| looks::add_file(&mut looks.files, "image/png", bytes.into()))
            }
            (None, _) => None,
        };
        if let Some(path) = found {
            figures.insert(std::ptr::from_ref(node), path);
        }
    }
    Ok(figures)
}

fn collect_figures<'n>(node: &'n TagNode, page: Option<usize>, out: &mut Vec<(&'n TagNode, usize)>) {
    let page = node.first_page().or(page);
    if matches!(node.kind, "Figure" | "Formula") {
        out.extend(page.map(|page| (node, page)));
        return;
    }
    node.child_nodes().for_each(|inner| collect_figures(inner, page, out));
}

/// A box of the document as a place on the page as it is drawn; `None` on turned pages.
fn parse_bounding_box(objects: &PdfObjects, page: usize, value: &Value) -> Option<Rect> {
    let node = objects.follow(value);
    let own = parse_rect(objects, node)?;
    let page = objects.pages().get(page)?;
    if objects.page_rotation(page) != 0 {
        return None;
    }
    let whole =
        objects.find_inherited(page, "/CropBox").or_else(|| objects.find_inherited(page, "/MediaBox"))?;
    let whole = parse_rect(objects, whole)?;
    let rect =
        Rect { x0: own.x0 - whole.x0, y0: whole.y1 - own.y1, x1: own.x1 - whole.x0, y1: whole.y1 - own.y0 };
    let inside = Rect {
        x0: rect.x0.max(0.0),
        y0: rect.y0.max(0.0),
        x1: rect.x1.min(whole.width()),
        y1: rect.y1.min(whole.height()),
    };
    (inside.width() >= 4.0 && inside.height() >= 4.0 && whole.width() <= 3000.0 && whole.height() <= 3000.0)
        .then_some(inside)
}

/// Returns true if the figure shows a picture of the page and little more.
fn covers_figure(placed: &PlacedPicture, figure: Rect) -> bool {
    let width = placed.rect.x1.min(figure.x1) - placed.rect.x0.max(figure.x0);
    let height = placed.rect.y1.min(figure.y1) - placed.rect.y0.max(figure.y0);
    let common = width.max(0.0) * height.max(0.0);
    common > placed.rect.width() * placed.rect.height() * 0.8
        && common > figure.width() * figure.height() * 0.7
}

fn draw_figure(page: usize, rect: Rect, work: &mut DocumentWork<'_>) -> Result<Option<Vec<u8>>> {
    let dots = |points: f32| (points * DRAWING_DPI / 72.0).round().to_string();
    let [x, y, width, height] = [rect.x0, rect.y0, rect.width(), rect.height()].map(dots);
    draw_page(page, DRAWING_DPI, &["-x", &x, "-y", &y, "-W", &width, "-H", &height], work)
}
