//! Positions of elements among their siblings.

use std::cell::RefCell;
use std::collections::HashMap;

use roxmltree::Node;

/// A formula for positions (`2n+1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionFormula {
    pub(super) step: i64,
    pub(super) offset: i64,
}

impl PositionFormula {
    pub(super) const FIRST: Self = Self { step: 0, offset: 1 };

    /// Reads a formula; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text: String =
            text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
        match text.as_str() {
            "odd" => return Some(Self { step: 2, offset: 1 }),
            "even" => return Some(Self { step: 2, offset: 0 }),
            _ => {}
        }
        let number = |text: &str| text.parse::<i32>().ok().map(i64::from);
        let Some((step, offset)) = text.split_once('n') else {
            return Some(Self { step: 0, offset: number(&text)? });
        };
        let step = match step {
            "" | "+" => 1,
            "-" => -1,
            other => number(other)?,
        };
        let offset =
            if offset.is_empty() { 0 } else { number(offset).filter(|_| offset.starts_with(['+', '-']))? };
        Some(Self { step, offset })
    }

    /// Returns true if a position, from 1, is one of those that it gives.
    pub(super) fn includes(self, position: usize) -> bool {
        let Ok(position) = i64::try_from(position) else { return false };
        let distance = position - self.offset;
        if self.step == 0 {
            return distance == 0;
        }
        distance % self.step == 0 && distance / self.step >= 0
    }
}

/// The numbers of an element, from 1: among all of its siblings and among those of its type, from the first
/// and from the last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SiblingPosition {
    index: usize,
    index_of_type: usize,
    reverse_index: usize,
    reverse_index_of_type: usize,
}

impl SiblingPosition {
    pub(super) fn number(self, of_type: bool, from_end: bool) -> usize {
        match (of_type, from_end) {
            (false, false) => self.index,
            (true, false) => self.index_of_type,
            (false, true) => self.reverse_index,
            (true, true) => self.reverse_index_of_type,
        }
    }
}

/// The positions of the elements of one document, by node id; counted once for all children of an element.
#[derive(Debug, Default)]
pub(in crate::css) struct SiblingPositions(RefCell<HashMap<u32, SiblingPosition>>);

impl SiblingPositions {
    pub(super) fn find(&self, node: Node<'_, '_>) -> SiblingPosition {
        let id = node.id().get();
        if let Some(position) = self.0.borrow().get(&id) {
            return *position;
        }
        let siblings: Vec<Node<'_, '_>> =
            node.parent().into_iter().flat_map(|parent| parent.children()).filter(Node::is_element).collect();
        let mut all: Vec<SiblingPosition> = vec![SiblingPosition::default(); siblings.len()];
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for (n, (sibling, position)) in siblings.iter().zip(&mut all).enumerate() {
            let of_type = numbers.entry(sibling.tag_name().name()).or_default();
            *of_type += 1;
            position.index = n + 1;
            position.index_of_type = *of_type;
            position.reverse_index = siblings.len() - n;
        }
        for (sibling, position) in siblings.iter().zip(&mut all) {
            let of_type = numbers.get(sibling.tag_name().name()).copied().unwrap_or_default();
            position.reverse_index_of_type = (of_type + 1).saturating_sub(position.index_of_type);
        }
        let mut positions = self.0.borrow_mut();
        positions.extend(siblings.iter().zip(all).map(|(sibling, position)| (sibling.id().get(), position)));
        positions.get(&id).copied().unwrap_or_default()
    }
}
