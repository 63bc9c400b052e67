//! Controls of forms as text, and names that stand for what an element shows.

use roxmltree::Node;

use super::Reader;
use super::elements::has_role;
use super::inline::Line;
use crate::model::{Attrs, Href, Inline, collapse_spaces};
use crate::xml::text_of;

/// The value of an attribute, if it says something.
pub(super) fn nonempty_attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    node.attribute(name).map(collapse_spaces).filter(|text| !text.is_empty())
}

impl<'i> Reader<'_, 'i> {
    /// Reads a control of a form, or a part of an image map, as the text that it shows.
    pub(super) fn read_control(&self, node: Node<'_, 'i>, line: &mut Line) {
        line.push_place(super::read_attrs(node).ids);
        let text = match node.tag_name().name() {
            "select" => {
                line.push_place(self.inner_ids(node));
                option_list(node)
            }
            "textarea" => Some(text_of(node)).filter(|text| !text.is_empty()).or_else(|| prompt_text(node)),
            "input" => input_text(node),
            "area" => return self.read_area(node, line),
            _ => return self.read_gauge(node, line),
        };
        if let Some(text) = text {
            line.push_text(&format!(" {text} "));
        }
    }

    fn read_area(&self, node: Node<'_, 'i>, line: &mut Line) {
        let Some(text) = nonempty_attribute(node, "alt").or_else(|| nonempty_attribute(node, "aria-label"))
        else {
            return;
        };
        let href: Option<Href> = node.attribute("href").and_then(|href| self.resolve_href(href));
        line.push_text(" ");
        match href {
            Some(href) => {
                let inlines = vec![Inline::Text(text)];
                line.push_inline(Inline::Link { attrs: Attrs::default(), href, inlines });
            }
            None => line.push_text(&text),
        }
        line.push_text(" ");
    }

    /// Reads a measurement: its text, or its value if it has none.
    fn read_gauge(&self, node: Node<'_, 'i>, line: &mut Line) {
        if !text_of(node).is_empty() {
            return self.read_inlines(node, line);
        }
        let number = |name: &str| node.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
        let value = nonempty_attribute(node, "aria-valuetext").or_else(|| {
            let value = number("value").filter(|value| value.is_finite())?;
            Some(match number("max").or((node.tag_name().name() == "progress").then_some(1.0)) {
                Some(max) if max > 0.0 && node.tag_name().name() == "progress" => {
                    format!("{:.0} %", (value / max * 100.0).clamp(0.0, 100.0))
                }
                _ => collapse_spaces(node.attribute("value").unwrap_or_default()),
            })
        });
        line.push_text(&value.unwrap_or_default());
    }

    /// The words that stand for everything inside an element, because it is an image: those of `aria-label`
    /// or of the elements that `aria-labelledby` names.
    pub(super) fn image_label(&self, node: Node<'_, 'i>) -> Option<String> {
        const EMBEDDING_ELEMENTS: [&str; 11] = [
            "img", "image", "svg", "object", "embed", "iframe", "figure", "math", "video", "audio", "canvas",
        ];
        let is_image = has_role(node, "img") || has_role(node, "image");
        let replaces = is_image
            && !EMBEDDING_ELEMENTS.contains(&node.tag_name().name())
            && !node.descendants().skip(1).any(|inner| {
                super::media::is_embedded(inner) && inner.attribute("aria-hidden") != Some("true")
            });
        replaces.then(|| self.accessible_name(node)).flatten()
    }

    pub(super) fn accessible_name(&self, node: Node<'_, 'i>) -> Option<String> {
        let ids = node.attribute("aria-labelledby").unwrap_or_default().split_ascii_whitespace();
        let texts: Vec<String> = ids.filter_map(|id| self.find_by_id(id)).map(text_of).collect();
        Some(collapse_spaces(&texts.join(" ")))
            .filter(|text| !text.is_empty())
            .or_else(|| nonempty_attribute(node, "aria-label"))
    }

    /// Reads an element as an image made of text: its name, and the words in it that the name does not say.
    pub(super) fn read_labelled(&self, node: Node<'_, 'i>, line: &mut Line) {
        let name = self.image_label(node).unwrap_or_default();
        line.push_place(super::read_attrs(node).ids);
        line.push_text(&name);
        let own = text_of(node);
        if own.chars().any(char::is_alphanumeric) && !super::media::has_words(&name, &own) {
            line.push_text(" ");
            self.read_inlines(node, line);
        } else {
            line.push_place(self.inner_ids(node));
        }
    }

    /// The name of an element that shows nothing which could be read, such as an icon.
    pub(super) fn empty_element_name(&self, node: Node<'_, 'i>) -> Option<String> {
        let element = node.tag_name().name();
        let may_be_icon = matches!(element, "a" | "i" | "b" | "em" | "span" | "button");
        // The tooltip is the name of a control without words.
        let is_control = element == "button" || element == "a" && node.has_attribute("href");
        let name = nonempty_attribute(node, "aria-label")
            .or_else(|| nonempty_attribute(node, "title").filter(|_| is_control));
        let is_empty =
            || !node.children().any(|child| child.is_element() && !self.presentation.is_skipped(child));
        name.filter(|_| may_be_icon && is_empty())
    }
}

fn option_list(node: Node<'_, '_>) -> Option<String> {
    let parts = node.descendants().filter_map(|one| match one.tag_name().name() {
        "optgroup" => Some(format!("{}:", nonempty_attribute(one, "label")?)),
        "option" => {
            let text = Some(text_of(one)).filter(|text| !text.is_empty());
            Some(format!("{},", text.or_else(|| nonempty_attribute(one, "label"))?))
        }
        _ => None,
    });
    let mut text = parts.collect::<Vec<_>>().join(" ");
    text.truncate(text.trim_end_matches([',', ':']).len());
    Some(text).filter(|text| !text.is_empty())
}

fn prompt_text(node: Node<'_, '_>) -> Option<String> {
    ["placeholder", "aria-label", "title"].into_iter().find_map(|name| nonempty_attribute(node, name))
}

fn input_text(node: Node<'_, '_>) -> Option<String> {
    match node.attribute("type").unwrap_or("text").trim().to_ascii_lowercase().as_str() {
        "hidden" | "password" => None,
        kind @ ("checkbox" | "radio") => {
            let is_checked = node.has_attribute("checked") || node.attribute("aria-checked") == Some("true");
            let sign = match (is_checked, kind) {
                (true, _) => "\u{2611}",
                (false, "checkbox") => "\u{2610}",
                _ => "",
            };
            let label = nonempty_attribute(node, "aria-label").unwrap_or_default();
            Some(collapse_spaces(&format!("{sign} {label}"))).filter(|text| !text.is_empty())
        }
        "image" => nonempty_attribute(node, "alt").or_else(|| nonempty_attribute(node, "value")),
        _ => nonempty_attribute(node, "value").or_else(|| prompt_text(node)),
    }
}
