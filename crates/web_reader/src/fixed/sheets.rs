//! Declarations of style sheets for each element of a page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use books::Package;
use books::css::{self, DocumentRules};
use roxmltree::{Document, Node};

use super::values::{split_outside_brackets, split_words};

/// The style sheets of a book, for eyes.
pub(super) fn page_sheets() -> css::Sheets {
    css::Sheets::new(&["screen"])
}

/// The declared properties of one element, with shorthands split up.
#[derive(Debug, Default)]
pub(super) struct ElementStyle {
    values: HashMap<String, String>,
    /// The file that its pictures are relative to.
    pub(super) place: Option<Rc<str>>,
}

impl ElementStyle {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    pub(super) fn has_value(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|own| own.eq_ignore_ascii_case(value))
    }

    fn set_property(&mut self, name: &str, value: &str) {
        let mut put =
            |name: &str, value: &str| drop(self.values.insert(name.to_owned(), value.trim().to_owned()));
        match name {
            "background" => {
                let color = split_words(value)
                    .into_iter()
                    .rev()
                    .find(|word| super::values::parse_color(word).is_some());
                put("background-color", color.unwrap_or("none"));
                put("background-image", value);
                let repeats =
                    ["no-repeat", "repeat-x", "repeat-y"].into_iter().find(|one| value.contains(one));
                put("background-repeat", repeats.unwrap_or("repeat"));
                let parts = split_outside_brackets(value, |c| c == '/');
                put("background-size", parts.get(1).copied().unwrap_or("auto"));
                let places =
                    split_words(parts.first().copied().unwrap_or_default()).into_iter().filter(|word| {
                        matches!(*word, "left" | "right" | "top" | "bottom" | "center")
                            || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'))
                    });
                put("background-position", &places.collect::<Vec<_>>().join(" "));
            }
            "font" => {
                let parts = split_words(value);
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
                let parts = split_words(value);
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

pub(super) struct PageStyles {
    rules: DocumentRules,
    styles_by_node: RefCell<HashMap<u32, Rc<ElementStyle>>>,
}

impl PageStyles {
    /// Reads the sheets that a document names. `None` if they are too much.
    pub(super) fn from_document(
        package: &Package,
        path: &str,
        document: &Document<'_>,
        sheets: &mut css::Sheets,
    ) -> Option<Self> {
        let rules = DocumentRules::from_document(package, path, document, sheets)?;
        Some(Self { rules, styles_by_node: RefCell::default() })
    }

    pub(super) fn with_limits_of(self, page: &Self) -> Self {
        Self { rules: self.rules.with_limits_of(&page.rules), ..self }
    }

    /// The declared properties of an element. `None` if comparing it would be too much.
    pub(super) fn element_style(&self, node: Node<'_, '_>) -> Option<Rc<ElementStyle>> {
        let id = node.id().get();
        if let Some(known) = self.styles_by_node.borrow().get(&id) {
            return Some(Rc::clone(known));
        }
        let mut style = ElementStyle::default();
        self.rules.cascade(node, |name, value, place| {
            if name.starts_with("background") && value.contains("url(") {
                style.place = Some(Rc::clone(place));
            }
            style.set_property(name, value);
        })?;
        let style = Rc::new(style);
        self.styles_by_node.borrow_mut().insert(id, Rc::clone(&style));
        Some(style)
    }
}
