//! Ids for blocks that have none, and where each element is in its document.

use std::collections::HashMap;

use books::content::is_block;
use roxmltree::{Document, Node};

use crate::words::DocumentWords;

/// Begins an id that is given here; the steps of the element follow, with dots in place of slashes.
const GIVEN_ID_PREFIX: &str = "cfi.";

/// The positions of the elements of a book: by path of the document and id, the steps from its root; and
/// the text of each document.
#[derive(Debug, Default)]
pub(crate) struct ElementPlaces(HashMap<(String, String), String>, HashMap<String, DocumentWords>);

impl ElementPlaces {
    /// The text of a document in which every block has an id.
    pub(crate) fn add_ids(&mut self, path: &str, document: &Document<'_>) -> String {
        self.1.insert(path.to_owned(), DocumentWords::from_document(document));
        let text = document.input_text();
        let mut insertions: Vec<(usize, String)> = Vec::new();
        self.visit_element(path, document.root_element(), &mut String::new(), &mut |node, steps| {
            let range = node.range();
            // An element of an entity is written elsewhere.
            let Some(start) = text.get(range.clone()).filter(|text| text.starts_with('<')) else { return };
            let name = start[1..].find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'));
            let Some(name) = name else { return };
            insertions.push((
                range.start + 1 + name,
                format!(" id=\"{GIVEN_ID_PREFIX}{}\"", &steps[1..].replace('/', ".")),
            ));
        });
        // The same entity may be used twice.
        insertions.dedup_by_key(|insertion| insertion.0);
        let mut out = String::with_capacity(text.len() + insertions.len() * 24);
        let mut done = 0;
        for (at, id) in insertions {
            if let Some(part) = text.get(done..at) {
                out.push_str(part);
                out.push_str(&id);
                done = at;
            }
        }
        out.push_str(&text[done..]);
        out
    }

    fn visit_element<'a, 'i>(
        &mut self,
        path: &str,
        node: Node<'a, 'i>,
        steps: &mut String,
        lacks: &mut dyn FnMut(Node<'a, 'i>, &str),
    ) {
        let length = steps.len();
        for (n, child) in node.children().filter(Node::is_element).enumerate() {
            steps.push('/');
            steps.push_str(&(2 * (n + 1)).to_string());
            match child.attribute("id").map(str::trim).filter(|id| !id.is_empty()) {
                Some(id) => {
                    self.0.entry((path.to_owned(), id.to_owned())).or_insert_with(|| steps.clone());
                }
                None if child.attribute("id").is_none() && is_block(child) => lacks(child, steps),
                None => {}
            }
            self.visit_element(path, child, steps, lacks);
            steps.truncate(length);
        }
    }

    pub(crate) fn document_words(&self, path: &str) -> Option<&DocumentWords> {
        self.1.get(path)
    }

    pub(crate) fn element_steps(&self, path: &str, id: &str) -> Option<String> {
        match id.strip_prefix(GIVEN_ID_PREFIX) {
            Some(steps) if steps.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                Some(format!("/{}", steps.replace('.', "/")))
            }
            _ => self.0.get(&(path.to_owned(), id.to_owned())).cloned(),
        }
    }
}
