//! Images, also those written as SVG inside the text.

use std::collections::HashSet;

use roxmltree::Node;

use super::controls::nonempty_attribute;
use super::elements::{first_role, has_role};
use super::embedded::{address_attribute, is_picture_name};
use super::link_targets::{add_missing_ids, id_attrs};
use super::linked::LinkedContent;
use super::{Content, Reader, drawing};
use crate::model::{Attrs, Block, BlockKind, Image, ImageSource, collapse_spaces, plain_text, walk_blocks};
use crate::report::FindingKind;
use crate::xml::{SVG_NAMESPACE, XLINK_NAMESPACE, escape, find_child, text_of};

/// The attribute in which Chinese shops write a note into the picture that is its sign.
pub(crate) const NOTE_ATTRIBUTE: &str = "zy-footnote";
/// Attributes with the address of a picture that a script of a web page loads when a reader comes to it.
const LAZY_ATTRIBUTES: [&str; 4] = ["data-src", "data-original", "data-lazy-src", "data-lazy"];
/// Nodes of extended descriptions that one document may have, those that several images share counted again.
pub(super) const MAX_DESCRIPTION_NODES: usize = 200_000;
/// Maximum number of nodes of a `picture` element that are searched for its sources.
const MAX_PICTURE_PARTS: usize = 100;
/// Different bitmaps of one drawing that are written into it.
const MAX_BITMAPS: usize = 64;

impl<'i> Reader<'_, 'i> {
    /// Reads `img`, or another element that shows an image. `None` if there is neither an image nor anything
    /// that says what it shows.
    pub(super) fn read_image(&self, node: Node<'_, 'i>, attribute: &str) -> Option<Image> {
        let candidate = || node.attribute("srcset")?.split([',', ' ']).find(|part| !part.is_empty());
        let address = self
            .find_lazy_address(node)
            .or_else(|| self.find_existing_candidate(node, attribute))
            .or_else(|| node.attribute(attribute))
            .or_else(|| node.attribute((XLINK_NAMESPACE, "href")))
            .or_else(candidate);
        let written = if node.tag_name().name() == "object" {
            Some(text_of(node)).filter(|text| !text.is_empty())
        } else {
            let comment = node.attribute(NOTE_ATTRIBUTE).filter(|comment| !comment.trim().is_empty());
            comment.or_else(|| node.attribute("alt")).map(collapse_spaces)
        };
        let decorative = written.as_deref() == Some("") || is_decorative(node);
        let alt = written
            .filter(|alt| !alt.is_empty())
            .or_else(|| self.accessible_name(node))
            .or_else(|| nonempty_attribute(node, "title").filter(|_| !decorative))
            .or_else(|| name_of_image_around(node));
        let description = self.read_description(node);
        let source = match self.picture_path(address.unwrap_or_default()) {
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

    /// The address of the picture of the book that a script would show in the place of another.
    fn find_lazy_address<'n>(&self, node: Node<'n, 'i>) -> Option<&'n str> {
        let files = self.files?;
        let is_in_book = |address: &str| {
            let path = self.resolve_path(address.trim());
            path.is_some_and(|path| is_picture_name(&path) && files.package().contains(&path))
        };
        node.attribute(find_lazy_attribute(node, is_in_book)?)
    }

    /// The first picture of the book that an image offers for some screens (`srcset`), if its own address
    /// leads to none.
    fn find_existing_candidate<'n>(&self, node: Node<'n, 'i>, attribute: &str) -> Option<&'n str> {
        let files = self.files?;
        let around = node.parent_element().filter(|around| around.tag_name().name() == "picture");
        let parts = || around.into_iter().flat_map(|picture| picture.children().take(MAX_PICTURE_PARTS));
        // The sources belong to the first image. Reading them again for each image could take very long.
        let is_first = parts().find(|part| part.tag_name().name() == "img") == Some(node);
        let sources = parts().filter(|part| is_first && part.tag_name().name() == "source");
        let mut candidates = std::iter::once(node)
            .chain(sources)
            .filter_map(|one| one.attribute("srcset"))
            .flat_map(|set| set.split(','))
            .filter_map(|candidate| candidate.split_ascii_whitespace().next())
            .peekable();
        candidates.peek()?;
        let is_in_book = |address: &str| {
            let path = self.resolve_path(address.trim());
            path.is_some_and(|path| files.contains(&files.follow_fallbacks(path)))
        };
        let is_usable = |address: &str| address.trim_start().starts_with("data:") || is_in_book(address);
        match node.attribute(attribute) {
            Some(own) if is_usable(own) => None,
            _ => candidates.find(|address| is_in_book(address)),
        }
    }

    /// The path of a picture. `None` if it is not in the book, which is reported.
    fn picture_path(&self, address: &str) -> Option<String> {
        let address = address.trim();
        if crate::path::is_data(address, "") {
            return self.files.and_then(|files| files.add_picture(self.path, address));
        }
        let path = self.resolve_path(address).filter(|path| path != self.path && !address.is_empty());
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
    fn read_description(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let names = ["aria-describedby", "aria-details"];
        let ids = names.into_iter().filter_map(|name| node.attribute(name));
        let mut blocks = Vec::new();
        let mut seen = Vec::new();
        for id in ids.flat_map(str::split_ascii_whitespace) {
            if !seen.contains(&id) {
                seen.push(id);
                blocks.extend(self.read_description_at(id));
            }
        }
        if let Some(address) = node.attribute("longdesc").map(str::trim).filter(|address| !address.is_empty())
        {
            match self.resolve_place(address) {
                Some((path, Some(id))) if path == self.path && !seen.contains(&id.as_str()) => {
                    blocks.extend(self.read_description_at(&id));
                }
                Some((path, id)) if path != self.path => {
                    let described =
                        self.files.map(|files| files.description_blocks(self.path, &path, id.as_deref()));
                    blocks.extend(described.unwrap_or_default());
                }
                _ => {}
            }
        }
        blocks.extend(nonempty_attribute(node, "aria-description").map(Block::from_text));
        blocks
    }

    /// A hidden description. What is not hidden is read where it is.
    fn read_description_at(&self, id: &str) -> Vec<Block> {
        let Some(target) =
            self.find_by_id(id).filter(|target| self.presentation.is_inside_concealed(*target))
        else {
            return Vec::new();
        };
        let left = self.description_nodes.get().checked_sub(target.descendants().count());
        let Some(left) = left else { return Vec::new() };
        self.description_nodes.set(left);
        self.read_blocks(target, true)
    }

    /// Reads embedded content as blocks: a drawing, inline or referenced, and the words in it; or the words
    /// of a document. `None` for other elements, and for a drawing without words.
    pub(super) fn read_embedded_blocks(&self, node: Node<'_, 'i>) -> Option<Vec<Block>> {
        match self.linked_content.get(&node.id().get()) {
            Some(LinkedContent::Drawing(words)) => {
                let image = self.read_image(node, address_attribute(node));
                let image =
                    image.map(|image| Block::new(BlockKind::Image(Image { words_follow: true, ..image })));
                let mut blocks: Vec<Block> = image.into_iter().chain(words.iter().cloned()).collect();
                if let Some(first) = blocks.first_mut() {
                    first.attrs.ids.splice(0..0, self.all_ids(node));
                }
                return Some(blocks);
            }
            Some(LinkedContent::Document(blocks)) => {
                let attrs = id_attrs(super::read_attrs(node).ids);
                return Some(vec![Block { attrs, kind: BlockKind::Group(blocks.clone()) }]);
            }
            Some(LinkedContent::Elsewhere(_)) => return None,
            None => {}
        }
        if !drawing::has_text(node) {
            return None;
        }
        if is_decorative(node) || self.styles.is_hidden(node) {
            let attrs = id_attrs(self.all_ids(node));
            let image = self.read_svg(node).map(|image| Block { attrs, kind: BlockKind::Image(image) });
            return Some(image.into_iter().collect());
        }
        let text = self.read_drawing_text(node);
        let image = self.read_svg(node).map(|image| add_part_names(image, node, &text));
        let mut blocks = drawing_blocks(super::read_attrs(node), image, text);
        add_missing_ids(node, &mut blocks);
        Some(blocks)
    }

    pub(super) fn shows_blocks(&self, node: Node<'_, 'i>) -> bool {
        matches!(
            self.linked_content.get(&node.id().get()),
            Some(LinkedContent::Drawing(_) | LinkedContent::Document(_))
        )
    }

    /// The short alternative and the extended description of a drawing.
    fn drawing_names(&self, node: Node<'_, 'i>) -> (Option<String>, Vec<Block>) {
        // Some programs write where they found a picture.
        let is_words = |text: &String| !text.is_empty() && !crate::path::has_scheme(text);
        let words = |name: &str| find_child(node, name).map(text_of).filter(is_words);
        let alt = self.accessible_name(node).or_else(|| words("title")).or_else(|| words("desc"));
        let alt = alt.or_else(|| name_of_image_around(node));
        let says = |text: &String| alt.as_ref().is_some_and(|alt| alt.contains(text.as_str()));
        let drawn = words("desc").filter(|text| !says(text)).map(Block::from_text);
        let mut description: Vec<Block> = drawn.into_iter().collect();
        description.extend(self.read_description(node));
        (alt, description)
    }

    /// Reads an `svg` element without words, with the names of its parts.
    pub(super) fn read_wordless_svg(&self, node: Node<'_, 'i>) -> Option<Image> {
        let mut image = self.read_svg(node)?;
        if !is_decorative(node) {
            add_unsaid_names(&mut image, &self.read_drawing_text(node));
        }
        Some(image)
    }

    /// Reads an `svg` element: the bitmap that it wraps, or the drawing itself.
    pub(super) fn read_svg(&self, node: Node<'_, 'i>) -> Option<Image> {
        let (alt, description) = self.drawing_names(node);
        let images: Vec<_> =
            node.descendants().filter(|inner| inner.has_tag_name((SVG_NAMESPACE, "image"))).collect();
        let only = match images.as_slice() {
            [only] if !node.descendants().any(|inner| inner != *only && is_drawing(inner)) => {
                image_href(*only)
            }
            _ => None,
        };
        let source = match only.and_then(|href| self.picture_path(href)) {
            Some(path) => ImageSource::File(path),
            None if node.descendants().any(is_drawing) => {
                ImageSource::Svg(self.embed_bitmaps(super::math::serialize_markup(node), &images))
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
    fn embed_bitmaps(&self, mut drawing: String, images: &[Node<'_, 'i>]) -> String {
        let Some(files) = self.files else { return drawing };
        let mut addresses: Vec<&str> = images.iter().filter_map(|image| image_href(*image)).collect();
        addresses.sort_unstable();
        addresses.dedup();
        for address in addresses.into_iter().take(MAX_BITMAPS) {
            let Some(path) = self.resolve_path(address) else { continue };
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
    pub(super) fn read_svg_document(&self, root: Node<'_, 'i>) -> Content {
        let title = find_child(root, "title").map(text_of).filter(|text| !text.is_empty());
        let (alt, description) = self.drawing_names(root);
        let mut image = Image {
            source: ImageSource::File(self.path.to_owned()),
            alt,
            description,
            decorative: false,
            words_follow: false,
        };
        let attrs = super::read_attrs(root);
        let text = self.read_drawing_text(root);
        let mut blocks = if drawing::has_text(root) {
            drawing_blocks(Attrs::default(), Some(add_part_names(image, root, &text)), text)
        } else {
            add_unsaid_names(&mut image, &text);
            vec![Block::new(BlockKind::Image(image))]
        };
        add_missing_ids(root, &mut blocks);
        Content { title, lang: attrs.lang, ids: attrs.ids, blocks, ..Content::default() }
    }
}

/// The attribute of an image with a picture of the book that a script would load.
pub(crate) fn find_lazy_attribute(
    image: Node<'_, '_>,
    is_in_book: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let has_picture = |name: &str| image.attribute(name).is_some_and(&is_in_book);
    LAZY_ATTRIBUTES.into_iter().find(|name| image.tag_name().name() == "img" && has_picture(name))
}

/// The drawing and its words; without these where its alternative says them already.
fn drawing_blocks(attrs: Attrs, image: Option<Image>, text: drawing::DrawingText) -> Vec<Block> {
    let said = image.as_ref().is_some_and(|image| {
        let alternative = image.description.iter().map(Block::plain_text).chain(image.alt.clone());
        let alternative = alternative.collect::<Vec<_>>().join(" ");
        has_all_words(&alternative, &text.blocks)
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

/// Adds the names of the parts of a drawing to its description. The only name of a drawing without an
/// alternative is its alternative.
fn add_unsaid_names(image: &mut Image, text: &drawing::DrawingText) {
    let known = |name: &String| {
        Some(name) == image.alt.as_ref()
            || image.description.iter().any(|block| block.plain_text() == *name)
            || text.blocks.iter().any(|block| collapse_spaces(&block.plain_text()) == *name)
    };
    let mut names: Vec<String> = text.names.iter().filter(|name| !known(name)).cloned().collect();
    if image.alt.is_none() && text.blocks.is_empty() && names.len() == 1 {
        image.alt = names.pop();
    }
    image.description.extend(names.into_iter().map(Block::from_text));
}

/// The drawing with the names of its parts. One that has nothing but words says nothing that the text does
/// not say.
fn add_part_names(mut image: Image, node: Node<'_, '_>, text: &drawing::DrawingText) -> Image {
    add_unsaid_names(&mut image, text);
    let only_words = !node.descendants().any(|inner| {
        is_drawing(inner) && !matches!(inner.tag_name().name(), "text" | "rect" | "line" | "use")
    });
    image.decorative |= image.alt.is_none() && image.description.is_empty() && only_words;
    image
}

pub(super) fn lowercase_words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    parts.map(str::to_lowercase).collect()
}

pub(super) fn has_words(name: &str, text: &str) -> bool {
    let known: HashSet<String> = lowercase_words(name).into_iter().collect();
    lowercase_words(text).iter().all(|word| known.contains(word))
}

fn has_all_words(alternative: &str, blocks: &[Block]) -> bool {
    let known: HashSet<String> = lowercase_words(alternative).into_iter().collect();
    let mut has_all = !known.is_empty();
    walk_blocks(blocks, &mut |block| {
        has_all &= lowercase_words(&plain_text(block.inlines())).iter().all(|word| known.contains(word));
    });
    has_all
}

fn is_drawing(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text" | "image" | "use"
    )
}

pub(super) fn is_decorative(node: Node<'_, '_>) -> bool {
    matches!(first_role(node), Some("presentation" | "none" | "doc-decorative"))
        || node.attribute("aria-hidden") == Some("true")
}

/// The name of a figure, or of an element that says to be an image or formula, if it has nothing but this
/// picture and its caption.
fn name_of_image_around(picture: Node<'_, '_>) -> Option<String> {
    let mut inner = picture;
    loop {
        let around = inner.parent_element()?;
        let parts: Vec<Node<'_, '_>> = around.children().filter(Node::is_element).take(3).collect();
        let is_own = |part: &Node<'_, '_>| *part == inner || part.tag_name().name() == "figcaption";
        if parts.len() > 2 || !parts.iter().all(is_own) {
            return None;
        }
        let name = nonempty_attribute(around, "aria-label");
        let is_image = has_role(around, "img") || has_role(around, "image");
        let may_name = || around.tag_name().name() == "figure" || has_role(around, "math");
        if is_image || name.is_some() && may_name() {
            return name;
        }
        inner = around;
    }
}

fn image_href<'n>(image: Node<'n, '_>) -> Option<&'n str> {
    image.attribute((XLINK_NAMESPACE, "href")).or_else(|| image.attribute("href"))
}

/// Returns true if an element is an image by itself, which stays as a decoration where it is hidden from
/// all but eyes.
pub(super) fn is_embedded(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "img" | "image" | "svg")
}
