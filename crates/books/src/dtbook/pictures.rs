//! Groups of images with what belongs to them.

use roxmltree::Node;

/// Returns true if a note in a group describes this image: it names it, or follows it and names none.
pub(super) fn describes_image<'a, 'i>(
    note: Node<'a, 'i>,
    image: Node<'a, 'i>,
    images: &[Node<'a, 'i>],
) -> bool {
    let is_named = |image: &Node<'_, '_>| names_image(note, *image);
    if images.iter().any(is_named) {
        return is_named(&image);
    }
    let before = images.iter().rev().find(|image| image.range().start < note.range().start);
    before.or(images.first()) == Some(&image)
}

/// The image that a caption in a group names; `None` if it names none or several.
pub(super) fn find_captioned_image<'a, 'i>(
    caption: Node<'a, 'i>,
    images: &[Node<'a, 'i>],
) -> Option<Node<'a, 'i>> {
    let mut named = images.iter().filter(|image| names_image(caption, **image));
    named.next().copied().filter(|_| named.next().is_none())
}

fn names_image(node: Node<'_, '_>, image: Node<'_, '_>) -> bool {
    let ids = node.attribute("imgref").unwrap_or_default();
    let id = image.attribute("id");
    ids.split_ascii_whitespace().any(|named| id == Some(named.trim_start_matches('#')))
}
