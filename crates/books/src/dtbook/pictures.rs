//! Groups of images with what belongs to them.

use roxmltree::Node;

/// Returns true if a note in a group describes this image: it names it, or follows it and names none.
pub(super) fn describes_image<'a, 'i>(
    note: Node<'a, 'i>,
    image: Node<'a, 'i>,
    images: &[Node<'a, 'i>],
) -> bool {
    let ids = note.attribute("imgref").unwrap_or_default();
    let is_named = |image: &Node<'_, '_>| {
        let id = image.attribute("id");
        ids.split_ascii_whitespace().any(|named| id == Some(named.trim_start_matches('#')))
    };
    if images.iter().any(is_named) {
        return is_named(&image);
    }
    let before = images.iter().rev().find(|image| image.range().start < note.range().start);
    before.or(images.first()) == Some(&image)
}
