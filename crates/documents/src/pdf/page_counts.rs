//! Page trees that state other numbers of pages than they have. The tools believe the number, and leave the
//! other pages out, or repeat the last one.

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::work::DocumentWork;

use super::objects::PdfObjects;
use super::update_document;

/// Bounds on the tree of pages. A larger one is not corrected.
const MAX_TREE_NODES: usize = 200_000;
const MAX_TREE_DEPTH: usize = 60;

/// Corrects the numbers of pages. Returns the number of pages that are listed and that the document does not
/// have; `None` if nothing was changed.
pub(super) fn correct_and_count_lost_pages(
    objects: &PdfObjects,
    work: &mut DocumentWork<'_>,
) -> Result<Option<usize>> {
    let Some((changes, lost)) = find_changes(objects) else { return Ok(None) };
    Ok(update_document(&changes, work)?.then_some(lost))
}

/// The nodes that change, by their keys, and the number of lost pages.
fn find_changes(objects: &PdfObjects) -> Option<(Map<String, Value>, usize)> {
    let mut tree = PageTree { objects, changes: Map::new(), lost: 0, nodes_left: MAX_TREE_NODES };
    let root = objects.raw_entry(objects.catalog(), "/Pages");
    let count = tree.count_pages(root, &mut Vec::new())?;
    (count > 0 && !tree.changes.is_empty()).then_some((tree.changes, tree.lost))
}

struct PageTree<'a> {
    objects: &'a PdfObjects,
    changes: Map<String, Value>,
    lost: usize,
    nodes_left: usize,
}

impl<'a> PageTree<'a> {
    /// Counts the pages below a node. `None` if the tree is beyond its bounds.
    fn count_pages(&mut self, node: &'a Value, above: &mut Vec<&'a str>) -> Option<u64> {
        let objects = self.objects;
        let own = objects.follow(node).as_object()?;
        if !own.contains_key("/Kids") {
            let is_empty_tree = objects.name(objects.raw_entry(node, "/Type")) == Some("Pages");
            return Some(u64::from(!is_empty_tree));
        }
        let reference = node.as_str()?;
        if above.len() >= MAX_TREE_DEPTH || above.contains(&reference) {
            return None;
        }
        above.push(reference);
        let kids = objects.items(objects.raw_entry(node, "/Kids"));
        self.nodes_left = self.nodes_left.checked_sub(kids.len())?;
        let (found, missing): (Vec<&Value>, Vec<&Value>) =
            kids.iter().partition(|kid| objects.follow(kid).is_object());
        let mut count = 0;
        for kid in found.iter().copied() {
            count += self.count_pages(kid, above)?;
        }
        above.pop();
        let stated = objects.entry(node, "/Count").as_u64();
        let key = format!("obj:{reference}");
        let is_wrong = stated != Some(count) || !missing.is_empty();
        // Several nodes may list one.
        if is_wrong && !self.changes.contains_key(&key) {
            if stated.is_some_and(|stated| stated > count) {
                self.lost += missing.len();
            }
            let mut changed = own.clone();
            changed.insert("/Count".to_owned(), json!(count));
            changed.insert("/Kids".to_owned(), json!(found));
            self.changes.insert(key, json!({"value": changed}));
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes of a tree whose root has these entries, and whose pages are objects 4 and 5.
    fn tree_changes(root: &Value, inner: &Value) -> Option<(Value, usize)> {
        let all = json!({
            "pages": [],
            "qpdf": [{}, {
                "obj:1 0 R": {"value": {"/Pages": "2 0 R"}},
                "obj:2 0 R": {"value": root},
                "obj:3 0 R": {"value": inner},
                "obj:4 0 R": {"value": {"/Type": "/Page"}},
                "obj:5 0 R": {"value": {"/Type": "/Page"}},
                "trailer": {"value": {"/Root": "1 0 R"}},
            }],
        });
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        find_changes(&objects).map(|(changes, lost)| (Value::Object(changes), lost))
    }

    #[test]
    fn wrong_numbers_of_pages_are_those_of_the_pages_in_the_tree() {
        let inner = json!({"/Count": 1, "/Kids": ["5 0 R"]});
        let right = json!({"/Count": 2, "/Kids": ["4 0 R", "3 0 R"]});
        assert_eq!(tree_changes(&right, &inner), None);
        for wrong in [json!(1), json!(9), json!(-2), json!(null), json!("3 0 R")] {
            let root = json!({"/Count": wrong, "/Kids": ["4 0 R", "3 0 R"]});
            let expected = json!({"obj:2 0 R": {"value": right}});
            assert_eq!(tree_changes(&root, &inner), Some((expected, 0)));
        }
    }

    #[test]
    fn pages_that_the_document_lacks_are_not_counted() {
        let root = json!({"/Count": 3, "/Kids": ["4 0 R", "99 0 R", "5 0 R"]});
        let (changes, lost) = tree_changes(&root, &Value::Null).unwrap();
        assert_eq!(lost, 1);
        assert_eq!(changes["obj:2 0 R"]["value"], json!({"/Count": 2, "/Kids": ["4 0 R", "5 0 R"]}));
    }

    #[test]
    fn trees_with_cycles_or_without_pages_are_not_changed() {
        let cycle = json!({"/Count": 7, "/Kids": ["4 0 R", "3 0 R"]});
        assert_eq!(tree_changes(&cycle, &json!({"/Count": 1, "/Kids": ["2 0 R"]})), None);
        assert_eq!(tree_changes(&json!({"/Count": 7, "/Kids": []}), &Value::Null), None);
        assert_eq!(tree_changes(&json!({"/Count": 7, "/Kids": ["9 0 R"]}), &Value::Null), None);
    }
}
