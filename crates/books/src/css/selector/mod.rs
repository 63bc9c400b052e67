//! Selectors: the elements that a rule is for (Selectors Level 4, without the states of a window).
//!
//! The crate `selectors` compares without a bound, while the sheet of a hostile book may ask for any number
//! of comparisons; and its traits for elements, names and pseudo-classes take about as many lines as this
//! module.

mod parse;
mod positions;

use std::cell::Cell;

use roxmltree::Node;

use super::bounds::count_choices;
use crate::xml::language_attribute;

pub(super) use parse::{is_known_to_browsers, parse_selector, split_selectors};
use positions::PositionFormula;
pub(super) use positions::SiblingPositions;

/// The weight of a selector: ids; classes, attributes and pseudo-classes; types.
type Specificity = [u8; 3];

/// Classes of one element that are compared.
pub(super) const MAX_CLASSES: usize = 64;
/// Conditions that cost as much as one comparison.
const CONDITIONS_PER_COMPARISON: usize = 8;
/// Steps from sibling to sibling that cost as much as one comparison.
const STEPS_PER_COMPARISON: usize = 8;

/// The relation of an element to the one that the next part of a selector is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    Ancestor,
    Parent,
    PreviousSibling,
    EarlierSibling,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    Type(String),
    Id(String),
    Class(String),
    Attribute(AttributeCondition),
    Position {
        formula: PositionFormula,
        of_type: bool,
        from_end: bool,
    },
    OnlyChild {
        of_type: bool,
    },
    Root,
    Empty,
    Link,
    Language(String),
    /// A state that text that is read never has, such as that a pointer is above it.
    Never,
    AnyOf(Vec<Selector>),
    /// Like [`Condition::AnyOf`], without weight.
    Where(Vec<Selector>),
    NoneOf(Vec<Selector>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct AttributeCondition {
    name: String,
    /// True if the attribute is in a namespace.
    has_prefix: bool,
    /// An operator without its `=`, and the value; `None` if any value will do.
    comparison: Option<(Option<char>, String)>,
    ignores_case: bool,
}

/// A selector without commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selector {
    subject: Vec<Condition>,
    /// The conditions for elements around and before it, from the inside to the outside.
    context: Vec<(Combinator, Vec<Condition>)>,
}

/// Everything except the element that a selector is compared with.
pub(super) struct MatchContext<'c> {
    pub(super) positions: &'c SiblingPositions,
    pub(super) comparisons_left: [&'c Cell<usize>; 2],
    /// Steps since the last comparison that was counted for them.
    pub(super) steps: Cell<usize>,
}

impl MatchContext<'_> {
    fn count_comparison(&self) -> Option<()> {
        for left in self.comparisons_left {
            left.set(left.get().checked_sub(1)?);
        }
        Some(())
    }

    fn count_step(&self) -> Option<()> {
        self.steps.set((self.steps.get() + 1) % STEPS_PER_COMPARISON);
        if self.steps.get() == 0 { self.count_comparison() } else { Some(()) }
    }
}

impl Selector {
    /// Returns true if the selector is for this element. `None` if comparing them would be too much.
    pub(super) fn matches(&self, node: Node<'_, '_>, context: &MatchContext<'_>) -> Option<bool> {
        Some(are_met(&self.subject, node, context)? && self.matches_context(0, node, context)?)
    }

    fn matches_context(&self, part: usize, node: Node<'_, '_>, context: &MatchContext<'_>) -> Option<bool> {
        let Some((combinator, conditions)) = self.context.get(part) else { return Some(true) };
        let mut next = match combinator {
            Combinator::Ancestor | Combinator::Parent => node.parent_element(),
            Combinator::PreviousSibling | Combinator::EarlierSibling => node.prev_sibling(),
        };
        while let Some(candidate) = next {
            if !candidate.is_element() {
                context.count_step()?;
                next = candidate.prev_sibling();
                continue;
            }
            if are_met(conditions, candidate, context)?
                && self.matches_context(part + 1, candidate, context)?
            {
                return Some(true);
            }
            next = match combinator {
                Combinator::Ancestor => candidate.parent_element(),
                Combinator::EarlierSibling => {
                    context.count_step()?;
                    candidate.prev_sibling()
                }
                Combinator::Parent | Combinator::PreviousSibling => None,
            };
        }
        Some(false)
    }

    /// The weight among selectors.
    pub(super) fn specificity(&self) -> Specificity {
        let all = self.subject.iter().chain(self.context.iter().flat_map(|(_, conditions)| conditions));
        all.fold([0; 3], |mut sum, condition| {
            for (total, one) in sum.iter_mut().zip(condition.specificity()) {
                *total = total.saturating_add(one);
            }
            sum
        })
    }

    /// In how many ways its parts may be among the elements around one.
    pub(super) fn count_choices(&self, depth: usize) -> usize {
        let all = self.subject.iter().chain(self.context.iter().flat_map(|(_, conditions)| conditions));
        let own = 1 + all.clone().count() / CONDITIONS_PER_COMPARISON;
        let inner = all.flat_map(Condition::selectors).map(|selector| selector.count_choices(depth));
        let inner = inner.fold(own, usize::saturating_add);
        count_choices(self.context.len() + 1, depth).saturating_mul(inner)
    }

    /// A part of every element that it can be for: `#id`, `.class`, the name of a type, or `*`.
    pub(super) fn index_key(&self) -> String {
        // What the fewest elements have comes first.
        let keys = self.subject.iter().filter_map(|condition| match condition {
            Condition::Id(id) => Some((0, format!("#{id}"))),
            Condition::Class(class) => Some((1, format!(".{class}"))),
            Condition::Type(name) => Some((2, name.clone())),
            _ => None,
        });
        keys.min_by_key(|(rank, _)| *rank).map_or_else(|| "*".to_owned(), |(_, key)| key)
    }
}

fn are_met(conditions: &[Condition], node: Node<'_, '_>, context: &MatchContext<'_>) -> Option<bool> {
    for condition in conditions {
        if !condition.is_met(node, context)? {
            return Some(false);
        }
    }
    Some(true)
}

impl Condition {
    fn is_met(&self, node: Node<'_, '_>, context: &MatchContext<'_>) -> Option<bool> {
        Some(match self {
            Self::Type(name) => node.tag_name().name() == name,
            Self::Id(id) => node.attribute("id") == Some(id),
            Self::Class(class) => {
                let classes = node.attribute("class").unwrap_or_default();
                classes.split_ascii_whitespace().take(MAX_CLASSES).any(|own| own == class)
            }
            Self::Attribute(condition) => condition.is_met(node),
            Self::Position { formula, of_type, from_end } => {
                formula.includes(context.positions.find(node).number(*of_type, *from_end))
            }
            Self::OnlyChild { of_type } => {
                let position = context.positions.find(node);
                position.number(*of_type, false) == 1 && position.number(*of_type, true) == 1
            }
            Self::Root => node.parent_element().is_none(),
            Self::Empty => {
                for child in node.children() {
                    let has_text = child.is_text() && child.text().is_some_and(|text| !text.is_empty());
                    if child.is_element() || has_text {
                        return Some(false);
                    }
                    context.count_step()?;
                }
                true
            }
            Self::Link => node.tag_name().name() == "a" && node.has_attribute("href"),
            Self::Language(range) => has_language(node, range),
            Self::Never => false,
            Self::AnyOf(selectors) | Self::Where(selectors) => any_matches(selectors, node, context)?,
            Self::NoneOf(selectors) => !any_matches(selectors, node, context)?,
        })
    }

    fn specificity(&self) -> Specificity {
        match self {
            Self::Id(_) => [1, 0, 0],
            Self::Type(_) => [0, 0, 1],
            Self::Where(_) => [0; 3],
            Self::AnyOf(selectors) | Self::NoneOf(selectors) => {
                selectors.iter().map(Selector::specificity).max().unwrap_or_default()
            }
            _ => [0, 1, 0],
        }
    }

    /// The selectors in parentheses.
    fn selectors(&self) -> &[Selector] {
        match self {
            Self::AnyOf(selectors) | Self::Where(selectors) | Self::NoneOf(selectors) => selectors,
            _ => &[],
        }
    }
}

fn any_matches(selectors: &[Selector], node: Node<'_, '_>, context: &MatchContext<'_>) -> Option<bool> {
    for selector in selectors {
        if selector.matches(node, context)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns true if the language of an element is in a range such as `de`.
fn has_language(node: Node<'_, '_>, range: &str) -> bool {
    let language = node.ancestors().find_map(language_attribute);
    language.is_some_and(|language| is_in_range(&language.trim().to_ascii_lowercase(), range))
}

/// Returns true for a tag that is in a range: the range itself, or with more after a hyphen.
fn is_in_range(tag: &str, range: &str) -> bool {
    tag.strip_prefix(range).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

impl AttributeCondition {
    fn is_met(&self, node: Node<'_, '_>) -> bool {
        node.attributes().any(|attribute| {
            attribute.name() == self.name
                && attribute.namespace().is_some() == self.has_prefix
                && self.includes(attribute.value())
        })
    }

    fn includes(&self, value: &str) -> bool {
        let Some((operator, wanted)) = &self.comparison else { return true };
        let (value, wanted) = if self.ignores_case {
            (value.to_lowercase(), wanted.to_lowercase())
        } else {
            (value.to_owned(), wanted.clone())
        };
        match operator {
            None => value == wanted,
            Some('~') => value.split_ascii_whitespace().any(|word| word == wanted),
            Some('|') => is_in_range(&value, &wanted),
            Some(_) if wanted.is_empty() => false,
            Some('^') => value.starts_with(&wanted),
            Some('$') => value.ends_with(&wanted),
            Some(_) => value.contains(&wanted),
        }
    }
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    const BODY: &str = "<body xmlns:epub='http://www.idpf.org/2007/ops' lang='en'>\
        <h2 id='h' class='t main'/><p id='a'/><div id='d' lang='de-AT'><p id='b' class='x'>w</p><p id='c' class='x y'/></div>\
        <p id='e' title='Big Sea'/><aside id='f' epub:type='footnote note'/></body>";

    fn new_context<'c>(positions: &'c SiblingPositions, left: &'c Cell<usize>) -> MatchContext<'c> {
        MatchContext { positions, comparisons_left: [left, left], steps: Cell::default() }
    }

    /// The ids of the elements that a selector is for; `None` if it cannot be read.
    fn matching_ids(selector: &str) -> Option<String> {
        let document = Document::parse(BODY).unwrap();
        let (positions, left) = (SiblingPositions::default(), Cell::new(1_000));
        let context = new_context(&positions, &left);
        let selector = parse_selector(selector)?;
        let all = document.descendants().filter(|node| node.has_attribute("id"));
        let found = all.filter(|node| selector.matches(*node, &context).unwrap());
        Some(found.filter_map(|node| node.attribute("id")).collect())
    }

    #[test]
    fn positions_among_siblings_are_counted() {
        for (selector, expected) in [
            ("p:first-child", "b"),
            ("p:last-child", "c"),
            (":first-of-type", "hadbf"),
            ("p:last-of-type", "ce"),
            (":only-child", ""),
            ("div:only-of-type", "d"),
            ("body > :nth-child(2)", "a"),
            ("body > :nth-child(odd)", "hdf"),
            ("body>:NTH-CHILD( 2n )", "ae"),
            ("p:nth-of-type(-n+1)", "ab"),
            ("body > p:nth-last-of-type(1)", "e"),
            ("body > *:nth-last-child(n + 4)", "ha"),
            ("body > :nth-child(3n-1)", "af"),
        ] {
            assert_eq!(matching_ids(selector).as_deref(), Some(expected), "{selector}");
        }
    }

    #[test]
    fn conditions_may_be_negated_nested_and_joined() {
        for (selector, expected) in [
            ("p:not(.x):not([title])", "a"),
            ("p:not(.y, #a)", "be"),
            (":not(div) > p:not(div > .x.y)", "ae"),
            (":is(h2, div) + p", "ae"),
            (":where(#a, #b)", "ab"),
            (":is(p:unknown, #b, p >)", "b"),
            ("h2 ~ p", "ae"),
            ("h2+p ~ aside", "f"),
            ("div p~p", "c"),
            ("p:empty", "ace"),
            (":lang(de) p", "bc"),
            ("p:lang(en)", "ae"),
            ("p:not(:hover)", "abce"),
            ("p:hover", ""),
        ] {
            assert_eq!(matching_ids(selector).as_deref(), Some(expected), "{selector}");
        }
    }

    #[test]
    fn attributes_are_compared_in_every_way() {
        for (selector, expected) in [
            ("[title]", "e"),
            ("[title='Big Sea']", "e"),
            ("[title~=Sea]", "e"),
            ("[title^='Big']", "e"),
            ("[title$=\"Sea\"]", "e"),
            ("[title*='g S']", "e"),
            ("[title='big sea' i]", "e"),
            ("[title*='']", ""),
            ("[lang|=de]", "d"),
            ("aside[epub|type~='footnote']", "f"),
            ("[epub\\:type~=note]", "f"),
            ("[*|type]", "f"),
            ("[type]", ""),
            (".t.main", "h"),
            ("#\\61", "a"),
        ] {
            assert_eq!(matching_ids(selector).as_deref(), Some(expected), "{selector}");
        }
    }

    #[test]
    fn selectors_of_unknown_kinds_are_not_read() {
        for selector in [
            "", "p::first-line", "p:unknown", "p >", "> p", "p:nth-child(2 of .x)", "p:nth-child(x)",
            ":not()", "p..x", "#1", "[a=", "p:not(p::before)", "a || b", "p)",
        ] {
            assert_eq!(matching_ids(selector), None, "{selector}");
        }
        assert_eq!(parse_selector(&"p ".repeat(100)), None);
        assert_eq!(parse_selector(&format!("{}p{}", ":not(".repeat(100), ")".repeat(100))), None);
    }

    #[test]
    fn weights_are_those_of_the_parts() {
        for (selector, expected) in [
            ("ul#nav li.a[b]:first-child", [1, 3, 2]),
            ("p:not(#a, b)", [1, 0, 1]),
            ("p:where(#a)", [0, 0, 1]),
        ] {
            assert_eq!(parse_selector(selector).map(|one| one.specificity()), Some(expected), "{selector}");
        }
    }

    #[test]
    fn earlier_siblings_are_compared_within_bounds() {
        let text = format!("<a>{}<c/></a>", "<b/>".repeat(200));
        let document = Document::parse(&text).unwrap();
        let last = document.root_element().last_element_child().unwrap();
        let (positions, left) = (SiblingPositions::default(), Cell::new(1_000));
        let context = new_context(&positions, &left);
        assert_eq!(parse_selector("b ~ c").unwrap().matches(last, &context), Some(true));
        assert_eq!(parse_selector("x ~ b ~ b ~ b ~ c").unwrap().matches(last, &context), None);
    }

    #[test]
    fn comments_and_conditions_are_counted() {
        let text = format!("<a><b/>{}<c>{0}</c></a>", "<!---->".repeat(10_000));
        let document = Document::parse(&text).unwrap();
        let last = document.root_element().last_element_child().unwrap();
        for selector in ["b + c", "c:empty"] {
            let (positions, left) = (SiblingPositions::default(), Cell::new(1_000));
            let context = new_context(&positions, &left);
            assert_eq!(parse_selector(selector).unwrap().matches(last, &context), None, "{selector}");
        }
        assert_eq!(parse_selector("p.a[b]").unwrap().count_choices(10), 1);
        assert_eq!(parse_selector(&format!("p{}", ".a".repeat(800))).unwrap().count_choices(10), 101);
    }
}
