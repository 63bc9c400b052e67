//! Elements of documents in reading order, each by how it continues those before it.

use crate::columns::{fold_sign, unfold_sign};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeElement {
    /// Number of the element around it, from 1; 0 for the body.
    pub(crate) parent: usize,
    pub(crate) name: usize,
    /// Its number among the elements around it, from 1.
    pub(crate) index: u64,
    /// Its number among those of the same name, from 1.
    pub(crate) nth: u64,
    /// True if there is no other of that name.
    pub(crate) is_only: bool,
    /// True if an e-reader has one text in it, and no more.
    pub(crate) has_one_text: bool,
}

/// Names of elements that are written as their number in this list, from 1.
const COMMON_NAMES: [&str; 40] = [
    "body", "section", "div", "p", "span", "em", "strong", "a", "h1", "h2", "h3", "h4", "h5", "h6", "ul",
    "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "caption", "figure",
    "figcaption", "blockquote", "aside", "header", "footer", "article", "i", "b", "cite", "pre", "code",
    "math",
];

/// The number of a usual name, from 1. 0 for others.
pub(crate) fn common_name_number(name: &str) -> u64 {
    COMMON_NAMES.iter().position(|usual| *usual == name).map_or(0, |at| at as u64 + 1)
}

/// The usual name with a number, from 1.
pub(crate) fn common_name(number: u64) -> Option<&'static str> {
    COMMON_NAMES.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
}

#[derive(Debug, Default)]
pub(crate) struct ElementTree {
    /// The number of the element around each, from 1; 0 for none.
    parents: Vec<usize>,
    /// The last element within each: its number among all, and among those of other names.
    last: Vec<Option<(u64, u64)>>,
}

impl ElementTree {
    /// Encodes an element: how many levels its parent is above the element before it, and by how much its
    /// numbers exceed the expected ones.
    pub(crate) fn encode_element(&mut self, element: &TreeElement) -> [u64; 3] {
        let above = self.ancestors_of_next();
        let level = above.iter().position(|parent| *parent == element.parent);
        let level = level.unwrap_or(above.len() + element.parent) as u64;
        let index = element.index;
        let others = element.index.wrapping_sub(element.nth);
        let (next, as_before) = self.expected_numbers(element.parent);
        self.add_element(element.parent, index, others);
        [level, fold_sign(index.wrapping_sub(next)), fold_sign(others.wrapping_sub(as_before))]
    }

    /// The element of which this was written, as if it were not alone. `None` if that cannot be.
    pub(crate) fn decode_element(
        &mut self,
        name: usize,
        [level, index, others]: [u64; 3],
    ) -> Option<TreeElement> {
        let above = self.ancestors_of_next();
        let level = usize::try_from(level).ok()?;
        let parent = above.get(level).copied().unwrap_or_else(|| level - above.len());
        if parent > self.parents.len() {
            return None;
        }
        let (next, as_before) = self.expected_numbers(parent);
        let (index, others) =
            (next.wrapping_add(unfold_sign(index)), as_before.wrapping_add(unfold_sign(others)));
        let nth = index.checked_sub(others).filter(|_| u32::try_from(index).is_ok())?;
        self.add_element(parent, index, others);
        Some(TreeElement { parent, name, index, nth, is_only: false, has_one_text: false })
    }

    /// The element before, the one around it, and so on, to 0.
    fn ancestors_of_next(&self) -> Vec<usize> {
        let around = |number: &usize| number.checked_sub(1).map(|at| self.parents[at]);
        std::iter::successors(Some(self.parents.len()), around).collect()
    }

    fn expected_numbers(&self, parent: usize) -> (u64, u64) {
        self.last.get(parent).copied().flatten().map_or((1, 0), |(index, others)| (index + 1, others))
    }

    fn add_element(&mut self, parent: usize, index: u64, others: u64) {
        self.parents.push(parent);
        self.last.resize(self.parents.len(), None);
        // Documents do not continue one another: their bodies have nothing around them.
        if parent > 0 {
            self.last[parent] = Some((index, others));
        }
    }
}
