//! What style sheets say about each element of a page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use roxmltree::{Document, Node};

use super::values::{split, words};
use crate::css::{self, DocumentRules};
use crate::package::Package;

/// The style sheets of a book, for eyes.
pub(super) fn sheets() -> css::Sheets {
    css::Sheets::new(&["screen"])
}

/// What is said about one element. Shorthands are taken apart.
#[derive(Debug, Default)]
pub(super) struct Style {
    values: HashMap<String, String>,
    /// The file that its pictures are relative to.
    pub(super) place: Option<Rc<str>>,
}

impl Style {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a property has a value.
    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|own| own.eq_ignore_ascii_case(value))
    }

    fn set(&mut self, name: &str, value: &str) {
        let mut put =
            |name: &str, value: &str| drop(self.values.insert(name.to_owned(), value.trim().to_owned()));
        match name {
            "background" => {
                let color = words(value).into_iter().rev().find(|word| super::values::color(word).is_some());
                put("background-color", color.unwrap_or("none"));
                put("background-image", value);
                let repeats =
                    ["no-repeat", "repeat-x", "repeat-y"].into_iter().find(|one| value.contains(one));
                put("background-repeat", repeats.unwrap_or("repeat"));
                let parts = split(value, |c| c == '/');
                put("background-size", parts.get(1).copied().unwrap_or("auto"));
                let places = words(parts.first().copied().unwrap_or_default()).into_iter().filter(|word| {
                    matches!(*word, "left" | "right" | "top" | "bottom" | "center")
                        || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'))
                });
                put("background-position", &places.collect::<Vec<_>>().join(" "));
            }
            "font" => {
                let parts = words(value);
                let sized = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
                if let Some(size) =
                    parts.iter().find(|word| sized(word) && !word.bytes().all(|b| b.is_ascii_digit()))
                {
                    let (size, line) = size.split_once('/').unwrap_or((size, "normal"));
                    put("font-size", size);
                    put("line-height", line);
                }
                put("font-family", value);
                let any = |names: &[&str]| parts.iter().find(|word| names.contains(word)).copied();
                put("font-weight", any(&["bold", "bolder", "600", "700", "800", "900"]).unwrap_or("normal"));
                put("font-style", any(&["italic", "oblique"]).unwrap_or("normal"));
            }
            "margin" | "padding" | "inset" => {
                let parts = words(value);
                let Some(first) = parts.first() else { return };
                let at = |n: usize| parts.get(n).copied();
                let sides = [
                    ("top", *first),
                    ("right", at(1).unwrap_or(first)),
                    ("bottom", at(2).unwrap_or(first)),
                    ("left", at(3).or(at(1)).unwrap_or(first)),
                ];
                for (side, value) in sides {
                    put(&if name == "inset" { side.to_owned() } else { format!("{name}-{side}") }, value);
                }
            }
            "-webkit-transform" | "-ms-transform" | "-epub-transform" => put("transform", value),
            "-webkit-transform-origin" | "-ms-transform-origin" => put("transform-origin", value),
            "-epub-writing-mode" | "-webkit-writing-mode" => put("writing-mode", value),
            name => put(name, value),
        }
    }
}

/// The styles of a page.
pub(super) struct Styles {
    rules: DocumentRules,
    known: RefCell<HashMap<u32, Rc<Style>>>,
}

impl Styles {
    /// Reads the sheets that a document names. `None` if they are too much.
    pub(super) fn read(
        package: &Package,
        path: &str,
        document: &Document<'_>,
        sheets: &mut css::Sheets,
    ) -> Option<Self> {
        let rules = DocumentRules::read(package, path, document, sheets)?;
        Some(Self { rules, known: RefCell::default() })
    }

    /// The same, with the limits of the page that it is on.
    pub(super) fn sharing(self, page: &Self) -> Self {
        Self { rules: self.rules.sharing(&page.rules), ..self }
    }

    /// What is said about an element. `None` if comparing it would be too much.
    pub(super) fn of(&self, node: Node<'_, '_>) -> Option<Rc<Style>> {
        let id = node.id().get();
        if let Some(known) = self.known.borrow().get(&id) {
            return Some(Rc::clone(known));
        }
        let mut style = Style::default();
        self.rules.cascade(node, |name, value, place| {
            if name.starts_with("background") && value.contains("url(") {
                style.place = Some(Rc::clone(place));
            }
            style.set(name, value);
        })?;
        let style = Rc::new(style);
        self.known.borrow_mut().insert(id, Rc::clone(&style));
        Some(style)
    }
}
