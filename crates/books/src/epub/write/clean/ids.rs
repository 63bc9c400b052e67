//! Ids that XML and links can use: names, each once in a document.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeId};

#[derive(Debug, Default)]
pub(super) struct DocumentIds {
    /// By id or name in the source: the id that is written.
    pub(super) written_ids: HashMap<String, String>,
    by_node: HashMap<NodeId, String>,
    pub(super) repeated_ids: HashSet<String>,
}

impl DocumentIds {
    /// Finds the ids of all elements. Of several elements with the same one, the first keeps it.
    pub(super) fn from_document(document: &Document<'_>) -> Self {
        let mut ids = Self::default();
        // Ids that are right as they are come first: none that is made up may be the same.
        let mut taken: HashSet<String> = HashSet::new();
        for node in document.descendants().filter(Node::is_element) {
            taken.extend(link_names(node).filter(|id| is_name(id)).map(str::to_owned));
        }
        let mut next = HashMap::new();
        for node in document.descendants().filter(Node::is_element) {
            let (new, again): (Vec<&str>, Vec<&str>) =
                link_names(node).partition(|id| !ids.written_ids.contains_key(*id));
            ids.repeated_ids.extend(again.into_iter().map(str::to_owned));
            let Some(first) = new.first() else { continue };
            let own = new.iter().find(|id| is_name(id)).map_or_else(
                || {
                    let made = make_name(first, &taken, &mut next);
                    taken.insert(made.clone());
                    made
                },
                |id| (*id).to_owned(),
            );
            for id in new {
                ids.written_ids.insert(id.to_owned(), own.clone());
            }
            ids.by_node.insert(node.id(), own);
        }
        ids
    }

    pub(super) fn written_id(&self, node: Node<'_, '_>) -> Option<&str> {
        self.by_node.get(&node.id()).map(String::as_str)
    }

    /// The written ids for a list of references, as in `headers`; `None` if one of them leads nowhere.
    pub(super) fn written_references(&self, list: &str) -> Option<String> {
        let ids: Option<Vec<&str>> =
            list.split_ascii_whitespace().map(|id| self.written_ids.get(id).map(String::as_str)).collect();
        ids.filter(|ids| !ids.is_empty()).map(|ids| ids.join(" "))
    }
}

/// The names by which links may refer to an element.
fn link_names<'a>(node: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    let name = node.attribute("name").filter(|_| matches!(node.tag_name().name(), "a" | "A" | "map"));
    let xml = node.attribute((crate::xml::XML_NAMESPACE, "id"));
    [node.attribute("id"), xml, name].into_iter().flatten().map(str::trim).filter(|id| !id.is_empty())
}

/// Returns true if a text is a name of XML without a colon, in every version of XML.
fn is_name(id: &str) -> bool {
    let wide = |c: char| {
        let code = u32::from(c);
        c.is_alphabetic()
            && matches!(code, 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x2FF | 0x370..=0x37D | 0x37F..=0x1FFF | 0x3001..=0xD7FF)
    };
    let starts = |c: char| c == '_' || c.is_ascii_alphabetic() || wide(c);
    id.starts_with(starts) && id.chars().all(|c| starts(c) || c.is_ascii_digit() || matches!(c, '-' | '.'))
}

/// A valid name that resembles an invalid id. `next`: the numbers that distinguish those that are alike.
fn make_name(id: &str, taken: &HashSet<String>, next: &mut HashMap<String, usize>) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '.') { c } else { '_' };
    let mut base: String = id.chars().take(60).map(fit).collect();
    if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        base.insert_str(0, "id-");
    }
    let number = next.entry(base.clone()).or_insert(1);
    loop {
        let made = if *number == 1 { base.clone() } else { format!("{base}-{number}") };
        *number += 1;
        if !taken.contains(&made) {
            return made;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_distinct_names_and_references_follow() {
        let document = Document::parse(
            "<html><p id='1 x'/><p id='d'/><p id='d'/><a name='old' id='new'/><a name='a:b'/><p id='a_b'/><p id='é'/></html>",
        )
        .unwrap();
        let ids = DocumentIds::from_document(&document);
        for (old, new) in [
            ("1 x", "id-1_x"),
            ("d", "d"),
            ("old", "new"),
            ("new", "new"),
            ("a:b", "a_b-2"),
            ("a_b", "a_b"),
            ("é", "é"),
        ] {
            assert_eq!(ids.written_ids.get(old).map(String::as_str), Some(new), "{old}");
        }
        let second = document.descendants().filter(|node| node.attribute("id") == Some("d")).nth(1).unwrap();
        assert_eq!(ids.written_id(second), None);
        assert_eq!(ids.written_references("d new"), Some("d new".to_owned()));
        assert_eq!(ids.written_references("d gone"), None);
    }

    #[test]
    fn many_ids_that_resemble_one_another_take_little_time() {
        let letters =
            |n: usize| (0..15).map(|bit| if n >> bit & 1 == 0 { '!' } else { '?' }).collect::<String>();
        let all: Vec<String> = (0..30_000).map(|n| format!("<p id='{}'/>", letters(n))).collect();
        let all = all.concat();
        let ids = DocumentIds::from_document(&Document::parse(&format!("<html>{all}</html>")).unwrap());
        let distinct: HashSet<&String> = ids.written_ids.values().collect();
        assert_eq!(distinct.len(), 30_000);
    }
}
