//! Images, also those written as SVG inside the text.

use std::collections::HashSet;

use roxmltree::Node;

use super::linked::Linked;
use super::{Content, Reader, drawing};
use crate::model::{Attrs, Block, BlockKind, Image, ImageSource, Inline, plain_text, squeezed};
use crate::report::FindingKind;
use crate::xml::{SVG, XLINK, child, escape, text_of};

/// Nodes of extended descriptions that one document may have, those that several images share counted again.
pub(super) const MAX_DESCRIPTION_NODES: usize = 200_000;
/// Different bitmaps of one drawing that are written into it.
const MAX_BITMAPS: usize = 64;

impl<'i> Reader<'_, 'i> {
    /// Reads `img`, or another element that shows an image. `None` if there is neither an image nor anything
    /// that says what it shows.
    pub(super) fn image(&self, node: Node<'_, 'i>, attribute: &str) -> Option<Image> {
        let candidate = || node.attribute("srcset")?.split([',', ' ']).find(|part| !part.is_empty());
        let address =
            node.attribute(attribute).or_else(|| node.attribute((XLINK, "href"))).or_else(candidate);
        let written = match node.tag_name().name() {
            "object" => Some(text_of(node)).filter(|text| !text.is_empty()),
            _ => node.attribute("alt").map(squeezed),
        };
        let decorative = written.as_deref() == Some("") || is_decorative(node);
        let alt =
            written.filter(|alt| !alt.is_empty()).or_else(|| self.accessible_name(node)).or_else(|| {
                node.attribute("title").map(squeezed).filter(|title| !title.is_empty() && !decorative)
            });
        let description = self.description(node);
        let source = match self.picture(address.unwrap_or_default()) {
            Some(path) => path,
            None if alt.is_none() && description.is_empty() => return None,
            None => String::new(),
        };
        Some(Image {
            decorative: decorative && alt.is_none() || is_decorative(node),
            source: ImageSource::File(source),
            alt,
            description,
            words_follow: false,
        })
    }

    /// The path of a picture. `None` if it is not in the book, which is reported.
    fn picture(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            return self.files.and_then(|files| files.add_picture(self.path, address));
        }
        let path = self.resolve(address).filter(|path| path != self.path && !address.is_empty());
        let path = path.map(|path| self.files.map_or(path.clone(), |files| files.follow_fallbacks(path)));
        let Some(files) = self.files else { return path };
        match &path {
            Some(path) if files.contains(path) => {}
            Some(path) => files.report(FindingKind::MissingPicture, self.path, path),
            None if crate::path::has_scheme(address) || address.starts_with("//") => {
                files.report(FindingKind::RemotePicture, self.path, address);
            }
            None => files.report(FindingKind::MissingPicture, self.path, address),
        }
        path
    }

    /// The extended description that is hidden elsewhere in the document, or is in a document that is not
    /// part of the reading order.
    fn description(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let names = ["aria-describedby", "aria-details"];
        let ids = names.into_iter().filter_map(|name| node.attribute(name));
        let mut blocks = Vec::new();
        let mut seen = Vec::new();
        for id in ids.flat_map(str::split_ascii_whitespace) {
            if !seen.contains(&id) {
                seen.push(id);
                blocks.extend(self.description_at(id));
            }
        }
        if let Some(address) = node.attribute("longdesc").map(str::trim).filter(|address| !address.is_empty())
        {
            match self.resolve_place(address) {
                Some((path, Some(id))) if path == self.path && !seen.contains(&id.as_str()) => {
                    blocks.extend(self.description_at(&id));
                }
                Some((path, id)) if path != self.path => {
                    blocks.extend(
                        self.files
                            .map(|files| files.description(self.path, &path, id.as_deref()))
                            .unwrap_or_default(),
                    );
                }
                _ => {}
            }
        }
        blocks
    }

    /// A hidden description. What is not hidden is read where it is.
    fn description_at(&self, id: &str) -> Vec<Block> {
        let Some(target) = self.by_id(id).filter(|target| self.presentation.is_inside_concealed(*target))
        else {
            return Vec::new();
        };
        let left = self.description_nodes.get().checked_sub(target.descendants().count());
        let Some(left) = left else { return Vec::new() };
        self.description_nodes.set(left);
        self.blocks(target, true)
    }

    /// What an element embeds, as blocks: a drawing, written here or referred to, and the words in it; or the
    /// words of a document. `None` for other elements, and for a drawing without words.
    pub(super) fn embedded_blocks(&self, node: Node<'_, 'i>) -> Option<Vec<Block>> {
        match self.linked.get(&node.id().get()) {
            Some(Linked::Drawing(words)) => {
                let attribute = match node.tag_name().name() {
                    "object" => "data",
                    _ => "src",
                };
                let image = self.image(node, attribute).map(|image| Image { words_follow: true, ..image });
                let image = image.map(|image| Block::new(BlockKind::Image(image)));
                return Some(image.into_iter().chain(words.iter().cloned()).collect());
            }
            Some(Linked::Document(blocks)) => {
                let attrs = Attrs { ids: super::attrs(node).ids, ..Attrs::default() };
                return Some(vec![Block { attrs, kind: BlockKind::Group(blocks.clone()) }]);
            }
            Some(Linked::Elsewhere(_)) => return None,
            None => {}
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

    /// Whether what an element refers to is shown as blocks.
    pub(super) fn shows_blocks(&self, node: Node<'_, 'i>) -> bool {
        matches!(self.linked.get(&node.id().get()), Some(Linked::Drawing(_) | Linked::Document(_)))
    }

    /// The short alternative and the extended description of a drawing.
    fn drawing_names(&self, node: Node<'_, 'i>) -> (Option<String>, Vec<Block>) {
        let words = |name: &str| child(node, name).map(text_of).filter(|text| !text.is_empty());
        let alt = self.accessible_name(node).or_else(|| words("title")).or_else(|| words("desc"));
        let says = |text: &String| alt.as_ref().is_some_and(|alt| alt.contains(text.as_str()));
        let drawn = words("desc").filter(|text| !says(text)).map(paragraph);
        let mut description: Vec<Block> = drawn.into_iter().collect();
        description.extend(self.description(node));
        (alt, description)
    }

    /// Reads an `svg` element: the bitmap that it wraps, or the drawing itself.
    pub(super) fn svg(&self, node: Node<'_, 'i>) -> Option<Image> {
        let (alt, description) = self.drawing_names(node);
        let images: Vec<_> = node.descendants().filter(|inner| inner.has_tag_name((SVG, "image"))).collect();
        let only = match images.as_slice() {
            [only] if !node.descendants().any(|inner| inner != *only && is_drawing(inner)) => href_of(*only),
            _ => None,
        };
        let source = match only.and_then(|href| self.picture(href)) {
            Some(path) => ImageSource::File(path),
            None if node.descendants().any(is_drawing) => {
                ImageSource::Svg(self.with_bitmaps(super::math::serialize(node), &images))
            }
            None if alt.is_some() => ImageSource::File(String::new()),
            None => return None,
        };
        Some(Image {
            source,
            decorative: alt.is_none() && is_decorative(node),
            alt,
            description,
            words_follow: false,
        })
    }

    /// A drawing with the bitmaps of the package that it shows written into it, because it has no place of
    /// its own in the package.
    fn with_bitmaps(&self, mut drawing: String, images: &[Node<'_, 'i>]) -> String {
        let Some(files) = self.files else { return drawing };
        let mut addresses: Vec<&str> = images.iter().filter_map(|image| href_of(*image)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        for address in addresses.into_iter().take(MAX_BITMAPS) {
            let Some(path) = self.resolve(address) else { continue };
            match files.data_url(&path) {
                Some(data) => {
                    let written = format!("href=\"{}\"", escape(address));
                    drawing = drawing.replace(&written, &format!("href=\"{data}\""));
                }
                None => files.report(FindingKind::MissingPicture, self.path, &path),
            }
        }
        drawing
    }

    /// A document of the spine that is a drawing.
    pub(super) fn svg_document(&self, root: Node<'_, 'i>) -> Content {
        let title = child(root, "title").map(text_of).filter(|text| !text.is_empty());
        let (alt, description) = self.drawing_names(root);
        let image = Image {
            source: ImageSource::File(self.path.to_owned()),
            alt,
            description,
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

/// The words of a text, in lower case.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// Whether a name has every word of a text.
pub(super) fn has_words(name: &str, text: &str) -> bool {
    let known: HashSet<String> = words(name).into_iter().collect();
    words(text).iter().all(|word| known.contains(word))
}

/// Whether an alternative has every word of these blocks.
fn says(alternative: &str, blocks: &[Block]) -> bool {
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

/// The address that an image of a drawing has.
fn href_of<'n>(image: Node<'n, '_>) -> Option<&'n str> {
    image.attribute((XLINK, "href")).or_else(|| image.attribute("href"))
}

/// Whether an element is an image by itself, which stays as a decoration where it is hidden from all but
/// eyes.
pub(super) fn is_embedded(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "img" | "image" | "svg")
}
