//! Images, also those written as SVG inside the text.

use std::collections::HashSet;

use roxmltree::Node;

use super::{Content, Reader, drawing};
use crate::model::{Attrs, Block, BlockKind, Image, ImageSource, Inline, plain_text, squeezed};
use crate::xml::{SVG, XLINK, child, text_of};

impl<'i> Reader<'_, 'i> {
    /// Reads `img`, or `object` with an image. `None` if the image is not in the package.
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
            words_follow: false,
        })
    }

    /// The extended description that is hidden elsewhere in the document.
    fn description(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let reference = node.attribute("aria-describedby").or_else(|| node.attribute("aria-details"));
        let ids = reference.into_iter().flat_map(str::split_ascii_whitespace);
        ids.filter_map(|id| self.by_id(id))
            .filter(|target| target.ancestors().any(|above| above.attribute("hidden").is_some()))
            .flat_map(|target| self.blocks(target, true))
            .collect()
    }

    /// A drawing, written here or referred to, and the words in it. `None` for other elements, and for a
    /// drawing without words.
    pub(super) fn drawing_with_text(&self, node: Node<'_, 'i>) -> Option<Vec<Block>> {
        if let Some(words) = self.linked.get(&node.id().get()) {
            let attribute = match node.tag_name().name() {
                "object" => "data",
                _ => "src",
            };
            let image = self.image(node, attribute).map(|image| Image { words_follow: true, ..image });
            let image = image.map(|image| Block::new(BlockKind::Image(image)));
            return Some(image.into_iter().chain(words.iter().cloned()).collect());
        }
        if !drawing::has_text(node) {
            return None;
        }
        if is_decorative(node) || self.styles.hide(node) {
            return Some(
                self.svg(node).into_iter().map(|image| Block::new(BlockKind::Image(image))).collect(),
            );
        }
        let text = self.drawing_text(node);
        let image = self.svg(node).map(|image| named(image, node, &text));
        Some(shown(super::attrs(node), image, text))
    }

    /// Reads an `svg` element: the bitmap that it wraps, or the drawing itself.
    pub(super) fn svg(&self, node: Node<'_, 'i>) -> Option<Image> {
        let words = |name: &str| child(node, name).map(text_of).filter(|text| !text.is_empty());
        let alt = node
            .attribute("aria-label")
            .map(squeezed)
            .filter(|label| !label.is_empty())
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
            description: description.map(paragraph).into_iter().collect(),
            words_follow: false,
        })
    }

    /// A document of the spine that is a drawing.
    pub(super) fn svg_document(&self, root: Node<'_, 'i>) -> Content {
        let title = child(root, "title").map(text_of).filter(|text| !text.is_empty());
        let label = root.attribute("aria-label").map(squeezed).filter(|label| !label.is_empty());
        let alt = label
            .or_else(|| title.clone())
            .or_else(|| child(root, "desc").map(text_of))
            .filter(|text| !text.is_empty());
        let image = Image {
            source: ImageSource::File(self.path.to_owned()),
            alt,
            description: Vec::new(),
            decorative: false,
            words_follow: false,
        };
        let attrs = super::attrs(root);
        let blocks = if drawing::has_text(root) {
            let text = self.drawing_text(root);
            shown(Attrs::default(), Some(named(image, root, &text)), text)
        } else {
            vec![Block::new(BlockKind::Image(image))]
        };
        Content { title, lang: attrs.lang, ids: attrs.ids, blocks, ..Content::default() }
    }
}

/// The drawing and its words; without these where its alternative says them already.
fn shown(attrs: Attrs, image: Option<Image>, text: drawing::Text) -> Vec<Block> {
    let said = image.as_ref().is_some_and(|image| {
        let alternative = image.description.iter().map(Block::plain_text).chain(image.alt.clone());
        let alternative = alternative.collect::<Vec<_>>().join(" ");
        says(&alternative, &text.blocks)
    });
    let words = if said { Vec::new() } else { text.blocks };
    let words_follow = !words.is_empty();
    let mut blocks: Vec<Block> = image
        .into_iter()
        .map(|image| Block::new(BlockKind::Image(Image { words_follow, ..image })))
        .chain(words.into_iter().map(|mut block| {
            block.attrs.lang = block.attrs.lang.take().or_else(|| attrs.lang.clone());
            block
        }))
        .collect();
    if let Some(first) = blocks.first_mut() {
        first.attrs.ids.splice(0..0, attrs.ids);
    }
    blocks
}

/// The drawing with the names of its parts. One that has nothing but words says nothing that the text does
/// not say.
fn named(mut image: Image, node: Node<'_, '_>, text: &drawing::Text) -> Image {
    let known = |name: &String| {
        Some(name) == image.alt.as_ref()
            || image.description.iter().any(|block| block.plain_text() == *name)
            || text.blocks.iter().any(|block| squeezed(&block.plain_text()) == *name)
    };
    let names: Vec<String> = text.names.iter().filter(|name| !known(name)).cloned().collect();
    image.description.extend(names.into_iter().map(paragraph));
    let only_words = !node.descendants().any(|inner| {
        is_drawing(inner) && !matches!(inner.tag_name().name(), "text" | "rect" | "line" | "use")
    });
    image.decorative |= image.alt.is_none() && image.description.is_empty() && only_words;
    image
}

/// Whether an alternative has every word of these blocks.
fn says(alternative: &str, blocks: &[Block]) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let known: HashSet<String> = words(alternative).into_iter().collect();
    !known.is_empty()
        && blocks.iter().all(|block| {
            let mut all = true;
            block.walk(&mut |inner| {
                all &= words(&plain_text(inner.inlines())).iter().all(|word| known.contains(word));
            });
            all
        })
}

fn paragraph(text: String) -> Block {
    Block::new(BlockKind::Paragraph(vec![Inline::Text(text)]))
}

fn is_drawing(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text" | "image" | "use"
    )
}

pub(super) fn is_decorative(node: Node<'_, '_>) -> bool {
    matches!(node.attribute("role"), Some("presentation" | "none" | "doc-decorative"))
        || node.attribute("aria-hidden") == Some("true")
}
