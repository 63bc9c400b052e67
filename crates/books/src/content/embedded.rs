//! Elements that show something else: images, objects, frames, audio and video. Their alternatives are
//! followed until something readable comes.

use roxmltree::Node;

use super::Reader;
use super::controls::nonempty_attribute;
use super::elements::is_block;
use super::files::BookFiles;
use super::inline::Line;
use super::link_targets::{with_attrs, with_ids};
use super::linked::LinkedContent;
use crate::model::{Attrs, Href, Inline};
use crate::{FindingKind, path};

impl<'i> Reader<'_, 'i> {
    pub(super) fn read_embedded(&self, node: Node<'_, 'i>, line: &mut Line) {
        if let Some(formula) = self.find_hidden_formula(node) {
            let picture = node.attribute("src").and_then(|href| self.resolve_path(href));
            let math = Inline::Math(super::math::read_math(formula, picture));
            return line.push_inline(with_ids(math, self.all_ids(node)));
        }
        match node.tag_name().name() {
            "img" | "image" => return self.push_image(node, "src", line),
            "picture" => return self.push_responsive_picture(node, line),
            _ => {}
        }
        if self.is_picture(node) {
            return self.push_image(node, address_attribute(node), line);
        }
        line.push_place(super::read_attrs(node).ids);
        if let Some(LinkedContent::Elsewhere(target)) = self.linked_content.get(&node.id().get()) {
            // The words are in the book already.
            if let Some(name) = self.embedded_name(node) {
                let inlines = vec![Inline::Text(name)];
                line.push_inline(Inline::Link {
                    attrs: Attrs::default(),
                    href: Href::Inside(target.clone()),
                    inlines,
                });
            }
            return line.push_place(self.inner_ids(node));
        }
        if self.has_readable_content(node) {
            return self.read_inlines(node, line);
        }
        line.push_place(self.inner_ids(node));
        if let Some(files) = self.files {
            let subject = node.attribute(address_attribute(node)).or_else(|| node.attribute("title"));
            let subject = subject.unwrap_or(node.tag_name().name());
            files.report(FindingKind::UnreadableEmbedding, self.path, subject);
        }
        if let Some(name) = self.embedded_name(node) {
            line.push_text(&format!(" {name} "));
        }
    }

    fn push_image(&self, node: Node<'_, 'i>, attribute: &str, line: &mut Line) {
        if let Some(letter) = self.find_letter_of_image(node) {
            line.push_place(self.all_ids(node));
            return line.push_text(&letter);
        }
        match self.read_image(node, attribute) {
            Some(image) => {
                let lang = super::read_attrs(node).lang;
                let attrs = Attrs { ids: self.all_ids(node), lang, ..Attrs::default() };
                line.push_inline(with_attrs(Inline::Image(image), attrs));
            }
            None => line.push_place(self.all_ids(node)),
        }
    }

    /// Finds the letter that an image within a word shows: a large initial, or a character that fonts lack.
    pub(super) fn find_letter_of_image(&self, node: Node<'_, 'i>) -> Option<String> {
        let alt = node.attribute("alt").filter(|_| node.tag_name().name() == "img")?.trim();
        let letter = alt.trim_start_matches(|c: char| !c.is_alphanumeric());
        let is_letter = letter.chars().count() == 1
            && alt.chars().count() <= 2
            && letter.chars().all(|c| c.is_alphabetic() && !c.is_lowercase());
        let is_text = is_letter && is_in_word(node) && self.files.is_some_and(BookFiles::has_manifest);
        is_text.then(|| alt.to_owned())
    }

    /// A choice of files for one image. Without an image element, the first file is the image.
    fn push_responsive_picture(&self, node: Node<'_, 'i>, line: &mut Line) {
        line.push_place(self.own_ids(node));
        if node.descendants().any(|inner| inner.tag_name().name() == "img") {
            return self.read_inlines(node, line);
        }
        let source = node.children().find(|inner| inner.tag_name().name() == "source");
        if let Some(mut image) = source.and_then(|source| self.read_image(source, "src")) {
            image.alt = self.accessible_name(node).or(image.alt);
            line.push_inline(Inline::Image(image));
        }
        self.read_inlines(node, line);
    }

    /// Returns true if an element embeds a picture of the book, by its own metadata, by the manifest or
    /// by its name.
    pub(super) fn is_picture(&self, node: Node<'_, 'i>) -> bool {
        if !matches!(node.tag_name().name(), "embed" | "iframe" | "frame" | "object") {
            return false;
        }
        let Some(address) = node.attribute(address_attribute(node)) else { return false };
        let of_data = address.trim().strip_prefix("data:").is_some_and(|data| data.starts_with("image/"));
        let stated = node.attribute("type").map(|kind| kind.trim().starts_with("image/"));
        let path = self
            .resolve_path(address)
            .map(|path| self.files.map_or(path.clone(), |files| files.follow_fallbacks(path)));
        let is_known = || path.as_deref().is_some_and(is_picture_name);
        if !(of_data || stated.unwrap_or(false) || is_known()) {
            return false;
        }
        // Of a picture that does not exist, the content of the element is read.
        let exists = || match (self.files, &path) {
            (Some(files), Some(path)) => files.contains(path),
            (None, Some(_)) => true,
            _ => of_data,
        };
        exists() || !self.has_readable_content(node)
    }

    /// Returns true if something in an element can be read where the element itself cannot be shown.
    fn has_readable_content(&self, node: Node<'_, 'i>) -> bool {
        node.descendants().skip(1).any(|inner| {
            let shown = inner.is_text() && inner.text().is_some_and(|text| !text.trim().is_empty())
                || matches!(inner.tag_name().name(), "img" | "svg" | "math" | "object" | "iframe" | "embed");
            shown
                && !inner
                    .ancestors()
                    .take_while(|above| *above != node)
                    .any(|above| self.presentation.is_skipped(above))
        })
    }

    /// Finds the formula that a picture shows, hidden right before it, as in books made of Wikipedia's pages.
    pub(super) fn find_hidden_formula<'n>(&self, picture: Node<'n, 'i>) -> Option<Node<'n, 'i>> {
        let alt = picture.attribute("alt").filter(|_| picture.tag_name().name() == "img")?.trim();
        let hidden =
            picture.prev_sibling_element().filter(|before| self.presentation.is_concealed(*before))?;
        let formula = hidden.descendants().find(|inner| inner.tag_name().name() == "math")?;
        formula.attribute("alttext").filter(|text| !alt.is_empty() && text.trim() == alt).map(|_| formula)
    }

    fn embedded_name(&self, node: Node<'_, 'i>) -> Option<String> {
        let stated = |name: &str| nonempty_attribute(node, name);
        self.accessible_name(node).or_else(|| stated("title")).or_else(|| stated("alt"))
    }
}

/// Returns true if letters are directly next to an element, or to an ancestor without other content.
fn is_in_word(node: Node<'_, '_>) -> bool {
    let holds_only = |above: &Node<'_, '_>| {
        *above == node || above.is_element() && !is_block(*above) && above.children().count() == 1
    };
    // A reading says how it is read.
    if node.ancestors().any(|above| above.tag_name().name() == "ruby") {
        return true;
    }
    let Some(outer) = node.ancestors().take_while(holds_only).last() else { return false };
    let next = outer.next_sibling().filter(Node::is_text).and_then(|next| next.text());
    let before = outer.prev_sibling().filter(Node::is_text).and_then(|before| before.text());
    next.is_some_and(|text| text.starts_with(char::is_alphabetic))
        || before.is_some_and(|text| text.ends_with(char::is_alphabetic))
}

/// The attribute with the address of what an element embeds.
pub(super) fn address_attribute(node: Node<'_, '_>) -> &'static str {
    if node.tag_name().name() == "object" { "data" } else { "src" }
}

pub(super) fn is_picture_name(name: &str) -> bool {
    matches!(path::extension(name).as_str(), "svg" | "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp")
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind, ImageSource, Inline};
    use crate::testkit::EpubBuilder;

    #[test]
    fn an_image_has_its_ids_its_language_and_the_picture_that_a_script_would_load() {
        let markup = "<p><img id='i' lang='de' src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' \
                      data-src='a.png' alt='Hund' aria-description='Er bellt.'/></p>\
                      <p>See <img id='j' src='a.png' alt='b'/>.</p>";
        let book = EpubBuilder::new("Images").file("a.png", "image/png", b"x").chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let [first, second, ..] = book.sections[0].blocks.as_slice() else {
            panic!("{:?}", book.sections[0])
        };
        let BlockKind::Image(image) = &first.kind else { panic!("{first:?}") };
        assert!(matches!(&image.source, ImageSource::File(path) if path.ends_with("a.png")), "{image:?}");
        assert_eq!(
            (first.attrs.ids.as_slice(), first.attrs.lang.as_deref()),
            (&["i".to_owned()][..], Some("de"))
        );
        assert_eq!(image.description.first().map(Block::plain_text), Some("Er bellt.".to_owned()));
        let is_target = |inline: &Inline| matches!(inline, Inline::Span { attrs, .. } if attrs.ids == ["j"]);
        assert!(second.inlines().iter().any(is_target), "{second:?}");
    }

    #[test]
    fn an_image_that_is_not_in_the_book_is_one_of_those_that_are_offered_for_other_screens() {
        for markup in [
            "<img src='gone.png' srcset='http://example.org/b.png 1x, a.png 2x' alt='A'/>",
            "<img src='http://example.org/b.png' srcset='a.png' alt='A'/>",
            "<picture><source srcset='a.png' type='image/png'/><img src='gone.png' alt='A'/></picture>",
            "<img src='a.png' srcset='b.png 2x' alt='A'/>",
        ] {
            let book = EpubBuilder::new("Images")
                .file("a.png", "image/png", b"x")
                .file("b.png", "image/png", b"y")
                .chapter("", &format!("<p>{markup}</p>"))
                .build();
            let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
            let block = &book.sections[0].blocks[0];
            let BlockKind::Image(image) = &block.kind else { panic!("{markup}: {block:?}") };
            let is_found = matches!(&image.source, ImageSource::File(path) if path.ends_with("/a.png"));
            assert!(is_found, "{markup}: {image:?}");
        }
    }

    #[test]
    fn captions_between_pictures_stay_where_they_are() {
        let markup = "<figure><img src='a.png' alt='a'/><figcaption>One</figcaption>\
                      <img src='a.png' alt='b'/><figcaption>Two</figcaption></figure>";
        let book = EpubBuilder::new("Figures").file("a.png", "image/png", b"x").chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let figure = &book.sections[0].blocks[0];
        let BlockKind::Figure { blocks, caption } = &figure.kind else { panic!("{figure:?}") };
        assert!(caption.is_empty());
        let words: Vec<String> = blocks.iter().map(Block::plain_text).collect();
        assert_eq!(words, ["", "One", "", "Two"]);
    }
}
