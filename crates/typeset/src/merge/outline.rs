//! The bookmarks of a document, as a collapsed tree.

use std::num::NonZeroUsize;

use typst::model::OutlineNode;

use super::text;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DocumentPosition {
    /// The number of its page, from 0.
    pub(crate) page: usize,
    /// Points from the left.
    pub(crate) x: f64,
    /// Points from below.
    pub(crate) y: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bookmark {
    pub(crate) level: NonZeroUsize,
    pub(crate) title: String,
    pub(crate) position: DocumentPosition,
}

type BookmarkNode = OutlineNode<Bookmark>;

/// The objects of the bookmarks: the first is the root with the number `next`, and the others follow it.
/// `destination` writes a position.
pub(super) fn format_objects(
    bookmarks: Vec<Bookmark>,
    next: usize,
    destination: &dyn Fn(DocumentPosition) -> String,
) -> Vec<String> {
    let tree = BookmarkNode::build_tree(bookmarks.into_iter().map(|bookmark| {
        let level = bookmark.level;
        (bookmark, level, true)
    }));
    let mut objects = vec![String::new()];
    let kids = format_nodes(&tree, next, next, &mut objects, destination);
    let count = if tree.is_empty() { String::new() } else { format!("/Count {}", tree.len()) };
    objects[0] = format!("<</Type/Outlines{kids}{count}>>");
    objects
}

/// Adds nodes; returns the entries for their parent.
fn format_nodes(
    tree: &[BookmarkNode],
    parent: usize,
    root: usize,
    objects: &mut Vec<String>,
    destination: &dyn Fn(DocumentPosition) -> String,
) -> String {
    let mut before: Option<usize> = None;
    let mut first = None;
    for node in tree {
        let number = root + objects.len();
        first.get_or_insert(number);
        objects.push(String::new());
        let kids = format_nodes(&node.children, number, root, objects, destination);
        // Closed: the number of items that would be visible when opened.
        let count =
            if node.children.is_empty() { String::new() } else { format!("/Count -{}", node.children.len()) };
        let prev = before.map(|before| format!("/Prev {before} 0 R")).unwrap_or_default();
        objects[number - root] = format!(
            "<</Parent {parent} 0 R{prev}{kids}{count}/Title{}/Dest{}>>",
            text::encode_text(&node.entry.title),
            destination(node.entry.position)
        );
        if let Some(before) = before {
            let text = &mut objects[before - root];
            text.insert_str(2, &format!("/Next {number} 0 R"));
        }
        before = Some(number);
    }
    match first.zip(before) {
        Some((first, last)) => format!("/First {first} 0 R/Last {last} 0 R"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_become_a_tree() {
        let bookmark = |(level, title): (usize, &str)| Bookmark {
            level: NonZeroUsize::new(level).unwrap(),
            title: title.to_owned(),
            position: DocumentPosition { page: 0, x: 1.0, y: 2.0 },
        };
        let all = [(1, "a"), (2, "b"), (3, "(c)"), (1, "d")].map(bookmark).to_vec();
        assert_eq!(
            format_objects(all, 7, &|position| format!("[{} {}]", position.x, position.y)),
            [
                "<</Type/Outlines/First 8 0 R/Last 11 0 R/Count 2>>",
                "<</Next 11 0 R/Parent 7 0 R/First 9 0 R/Last 9 0 R/Count -1/Title(a)/Dest[1 2]>>",
                "<</Parent 8 0 R/First 10 0 R/Last 10 0 R/Count -1/Title(b)/Dest[1 2]>>",
                "<</Parent 9 0 R/Title(\\(c\\))/Dest[1 2]>>",
                "<</Parent 7 0 R/Prev 8 0 R/Title(d)/Dest[1 2]>>",
            ]
        );
        assert_eq!(format_objects(Vec::new(), 7, &|_| String::new()), ["<</Type/Outlines>>"]);
    }
}
