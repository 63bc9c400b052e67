//! Images, also those written as SVG inside the text.

use roxmltree::Node;

use super::{Content, Reader};
use crate::model::{Block, BlockKind, Image, ImageSource, Inline, squeezed};
use crate::xml::{SVG, XLINK, child, text_of};

impl<'i> Reader<'_, 'i> {
    /// Reads `img`, or `object` with an image. `None` when the image is not in the package.
    pub(super) fn image(&self, node: Node<'_, 'i>, attribute: &str) -> Option<Image> {
        let path = self.resolve(node.attribute(attribute)?)?;
        let written = match node.tag_name().name() {
            "object" => Some(text_of(node)).filter(|text| !text.is_empty()),
            _ => node.attribute("alt").map(squeezed),
        };
        let decorative = written.as_deref() == Some("") || is_decorative(node);
        let alt = written
            .filter(|alt| !alt.is_empty())
            .or_else(|| node.attribute("aria-label").map(|label| label.trim().to_owned()))
            .filter(|alt| !alt.is_empty());
        Some(Image {
            decorative: decorative && alt.is_none() || is_decorative(node),
            source: ImageSource::File(path),
            alt,
            description: self.description(node),
        })
    }

    /// The extended description that stands hidden elsewhere in the document.
    fn description(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let reference = node.attribute("aria-describedby").or_else(|| node.attribute("aria-details"));
        let ids = reference.into_iter().flat_map(str::split_ascii_whitespace);
        ids.filter_map(|id| self.by_id(id))
            .filter(|target| target.ancestors().any(|above| above.attribute("hidden").is_some()))
            .flat_map(|target| self.blocks(target, true))
            .collect()
    }

    /// Reads an `svg` element: the bitmap that it wraps, or the drawing itself.
    pub(super) fn svg(&self, node: Node<'_, 'i>) -> Option<Image> {
        let words = |name: &str| child(node, name).map(text_of).filter(|text| !text.is_empty());
        let alt = node
            .attribute("aria-label")
            .map(str::to_owned)
            .or_else(|| words("title"))
            .or_else(|| words("desc"));
        let images: Vec<_> = node.descendants().filter(|inner| inner.has_tag_name((SVG, "image"))).collect();
        let wrapped = match images.as_slice() {
            [only] => only.attribute((XLINK, "href")).or_else(|| only.attribute("href")),
            _ => None,
        };
        let source = match wrapped.and_then(|href| self.resolve(href)) {
            Some(path) => ImageSource::File(path),
            None if node.descendants().any(|inner| is_drawing(inner)) => {
                ImageSource::Svg(super::math::serialize(node))
            }
            None => return None,
        };
        let description = words("desc").filter(|text| alt.as_ref() != Some(text));
        Some(Image {
            source,
            decorative: alt.is_none() && is_decorative(node),
            alt,
            description: description
                .map(|text| Block::new(BlockKind::Paragraph(vec![Inline::Text(text)])))
                .into_iter()
                .collect(),
        })
    }

    /// A document of the spine that is a drawing.
    pub(super) fn svg_document(&self, root: Node<'_, 'i>) -> Content {
        let title = child(root, "title").map(text_of).filter(|text| !text.is_empty());
        let alt = title.clone().or_else(|| child(root, "desc").map(text_of)).filter(|text| !text.is_empty());
        let image = Image {
            source: ImageSource::File(self.path.to_owned()),
            alt,
            description: Vec::new(),
            decorative: false,
        };
        Content { title, blocks: vec![Block::new(BlockKind::Image(image))], ..Content::default() }
    }
}

fn is_drawing(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text" | "image" | "use"
    )
}

fn is_decorative(node: Node<'_, '_>) -> bool {
    matches!(node.attribute("role"), Some("presentation" | "none" | "doc-decorative"))
        || node.attribute("aria-hidden") == Some("true")
}
