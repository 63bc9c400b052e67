//! Attributes that HTML still has, and styles for those that it dropped.

use roxmltree::Node;

use super::{Cleaner, PendingLink, containers::html_name, push_attribute};
use crate::address::{encode_address, names_place};
use crate::content::NOTE_ATTRIBUTE;
use crate::epub::write::{css, language};
use crate::model::Target;
use crate::xml::{OPS_NAMESPACE, XHTML_NAMESPACE, XLINK_NAMESPACE, XML_NAMESPACE};
use crate::{FindingKind, path};

/// Attributes that list ids.
const REFERENCE_ATTRIBUTES: [&str; 7] =
    ["headers", "for", "aria-describedby", "aria-labelledby", "aria-details", "aria-controls", "aria-owns"];
/// Kinds of addresses that links may have.
const LINK_SCHEMES: [&str; 10] =
    ["http", "https", "mailto", "tel", "ftp", "news", "sms", "geo", "doi", "urn"];
/// Attributes whose value is their name.
const FLAGS: [&str; 16] = [
    "checked", "disabled", "selected", "multiple", "readonly", "required", "controls", "loop", "muted",
    "autoplay", "hidden", "reversed", "open", "default", "defer", "async",
];
/// Elements with such attributes.
const FLAGGED_ELEMENTS: [&str; 11] =
    ["input", "select", "option", "button", "textarea", "audio", "video", "track", "script", "details", "ol"];

impl Cleaner<'_, '_> {
    /// Writes the attributes of an element that is written as `name`. `style`: what the element looks like by
    /// itself.
    pub(super) fn write_attributes(&mut self, name: &str, node: Node<'_, '_>, style: &str) {
        let source_name = node.tag_name().name().to_ascii_lowercase();
        if name == "html" {
            push_attribute(&mut self.output.text, "xmlns", XHTML_NAMESPACE);
            push_attribute(&mut self.output.text, "xmlns:epub", OPS_NAMESPACE);
        }
        let own = node
            .attribute("style")
            .map(|rules| css::clean_rules(rules, self.path, self.package, &mut self.output.files));
        let has_note =
            name == "img" && node.attribute(NOTE_ATTRIBUTE).is_some_and(|text| !text.trim().is_empty());
        let lazy = self.lazy_attribute(node);
        let mut styles: Vec<String> = Vec::new();
        let mut lang = None;
        for attribute in node.attributes() {
            let (key, value) = (attribute.name().to_ascii_lowercase(), attribute.value());
            match attribute.namespace() {
                Some(XML_NAMESPACE) if key == "lang" => lang = stated_language(value).or(lang),
                Some(OPS_NAMESPACE) if key == "type" && !value.trim().is_empty() => {
                    push_attribute(&mut self.output.text, "epub:type", value);
                }
                Some(_) => {}
                None if key == "lang" => lang = lang.or_else(|| stated_language(value)),
                None if matches!(key.as_str(), "style" | "id") || (key == "name" && source_name == "a") => {}
                None if key == "href" && name == "a" => self.write_link_attribute(value, false),
                None if name == "area" && matches!(key.as_str(), "href" | "shape" | "coords") => {}
                None if REFERENCE_ATTRIBUTES.contains(&key.as_str()) => {
                    if let Some(ids) = self.ids.written_references(value)
                        && (key.starts_with("aria-")
                            || key == "headers" && matches!(name, "td" | "th")
                            || key == "for" && matches!(name, "label" | "output"))
                    {
                        push_attribute(&mut self.output.text, &key, &ids);
                    }
                }
                None if key == "usemap" && matches!(name, "img" | "object") => {
                    if let Some(id) = self.ids.written_references(value.trim().trim_start_matches('#')) {
                        push_attribute(&mut self.output.text, "usemap", &format!("#{id}"));
                    }
                }
                None if key == NOTE_ATTRIBUTE && has_note => {
                    push_attribute(&mut self.output.text, "alt", value);
                }
                None if key == "alt" && has_note => {}
                None if lazy == Some(attribute.name()) => {
                    if let Some(reference) = self.clean_reference(name, "src", value) {
                        push_attribute(&mut self.output.text, "src", &reference);
                    }
                }
                None if key == "src" && lazy.is_some() => {}
                None if key == "longdesc" && name == "img" => self.write_long_description(value, node),
                None if key == "summary" && name == "table" => {
                    if node.attribute("title").is_none() && !value.trim().is_empty() {
                        push_attribute(&mut self.output.text, "title", value);
                    }
                }
                None if matches!(key.as_str(), "src" | "data" | "href" | "poster" | "longdesc") => {
                    if let Some(reference) = self.clean_reference(name, &key, value) {
                        push_attribute(&mut self.output.text, &key, &reference);
                    }
                }
                None => match allowed_value(name, &key, value, node) {
                    Some(value) => push_attribute(&mut self.output.text, &key, &value),
                    None => styles.extend(to_style(&source_name, &key, value)),
                },
            }
        }
        if name == "html" && lang.is_none() {
            lang = language::book_language(self.book).map(str::to_owned);
        }
        if let Some(lang) = &lang {
            push_attribute(&mut self.output.text, "lang", lang);
            push_attribute(&mut self.output.text, "xml:lang", lang);
        }
        if let Some(id) = self.ids.written_id(node) {
            push_attribute(&mut self.output.text, "id", id);
            if name == "map" {
                push_attribute(&mut self.output.text, "name", id);
            }
        } else if name == "map" {
            push_attribute(&mut self.output.text, "name", "map");
        }
        if name == "area" {
            self.write_area_attributes(node);
        }
        let own = own.as_deref().unwrap_or_default().trim().trim_end_matches(';').to_owned();
        let style = [style.to_owned(), own].into_iter().chain(styles).filter(|rule| !rule.is_empty());
        let style = style.collect::<Vec<_>>().join("; ");
        if !style.is_empty() {
            push_attribute(&mut self.output.text, "style", &style);
        }
    }

    /// The extended description of a picture, if it is in the document. There is no attribute for another
    /// one.
    fn write_long_description(&mut self, value: &str, node: Node<'_, '_>) {
        let here = self.package.resolve(self.path, value.trim()).filter(|(path, _)| path == self.path);
        let id = here.and_then(|(_, id)| self.ids.written_ids.get(&id?).cloned());
        match id.filter(|_| node.attribute("aria-details").is_none()) {
            Some(id) => push_attribute(&mut self.output.text, "aria-details", &id),
            None if value.trim().is_empty() => {}
            None => self.report_finding(FindingKind::DroppedElement, &format!("longdesc {value}")),
        }
    }

    /// Writes the required attributes of an image map area: a link, an alternative, and a shape that its
    /// numbers fit.
    fn write_area_attributes(&mut self, node: Node<'_, '_>) {
        if node.attribute("alt").is_none() {
            push_attribute(&mut self.output.text, "alt", node.attribute("title").unwrap_or_default());
        }
        let before = self.output.text.len();
        self.write_link_attribute(node.attribute("href").unwrap_or_default(), true);
        if self.output.text.len() == before {
            push_attribute(&mut self.output.text, "href", &path::relative_href(self.path, self.path));
        }
        let coords: String =
            node.attribute("coords").unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
        let numbers = coords.split(',').filter(|number| number.parse::<u32>().is_ok()).count();
        let whole = numbers == coords.split(',').count();
        let shape = match node.attribute("shape").unwrap_or("rect").trim().to_ascii_lowercase().as_str() {
            "circle" | "circ" if numbers == 3 => "circle",
            "poly" | "polygon" if numbers >= 6 && numbers.is_multiple_of(2) => "poly",
            "rect" | "rectangle" if numbers == 4 => "rect",
            _ => "default",
        };
        let shape = if whole { shape } else { "default" };
        push_attribute(&mut self.output.text, "shape", shape);
        if shape != "default" {
            push_attribute(&mut self.output.text, "coords", &coords);
        }
    }

    /// A link to another place. One into the book is settled when all documents are known.
    fn write_link_attribute(&mut self, href: &str, required: bool) {
        let href = href.trim();
        if path::has_scheme(href) || href.starts_with("//") {
            let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
            if LINK_SCHEMES.contains(&scheme.as_str()) {
                let href = encode_address(href);
                if names_place(&href) {
                    push_attribute(&mut self.output.text, "href", &href);
                }
            }
            return;
        }
        let Some((file, id)) = self.package.resolve(self.path, href).filter(|_| !href.is_empty()) else {
            return;
        };
        let begin = self.output.text.len();
        if file == self.path
            && let Some((old, id)) = id.as_deref().and_then(|id| Some((id, self.ids.written_ids.get(id)?)))
        {
            if old != id {
                self.report_finding(FindingKind::ChangedId, old);
            }
            let href = format!("#{}", path::relative_href("", id));
            return push_attribute(&mut self.output.text, "href", &href);
        }
        let written = match &id {
            Some(id) => format!("{}#{}", path::relative_href(self.path, &file), path::relative_href("", id)),
            None => path::relative_href(self.path, &file),
        };
        push_attribute(&mut self.output.text, "href", &written);
        let target = Target { path: file, id };
        let range = begin..self.output.text.len();
        self.output.links.push(PendingLink { range, target, is_required: required });
    }

    /// A reference to a file of the package or, of a picture, data.
    pub(super) fn clean_reference(&mut self, name: &str, key: &str, value: &str) -> Option<String> {
        let fits = match key {
            "src" => matches!(
                name,
                "img" | "script" | "input" | "iframe" | "embed" | "audio" | "video" | "source" | "track"
            ),
            "data" => name == "object",
            "href" => name == "link",
            "poster" => name == "video",
            _ => false,
        };
        let value = value.trim();
        if !fits || value.is_empty() {
            return None;
        }
        if path::is_data(value, "") {
            return Some(value.chars().filter(|c| !c.is_whitespace()).collect());
        }
        if path::has_scheme(value) || value.starts_with("//") {
            let remote = matches!(name, "audio" | "video" | "source") && key == "src";
            if remote && !self.output.properties.contains(&"remote-resources") {
                self.output.properties.push("remote-resources");
            }
            return remote.then(|| encode_address(value));
        }
        let file = self.resolve_file(value);
        if file.is_none() {
            self.report_finding(FindingKind::MissingFile, value);
        }
        let file = file?;
        let reference = path::relative_href(self.path, &file);
        self.output.files.insert(file);
        Some(reference)
    }

    pub(super) fn write_foreign_attributes(&mut self, node: Node<'_, '_>) {
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            match attribute.namespace() {
                None if key == "id" => {}
                None => push_attribute(&mut self.output.text, key, value),
                Some(XML_NAMESPACE) if key == "lang" => {
                    if let Some(language) = stated_language(value) {
                        push_attribute(&mut self.output.text, "xml:lang", &language);
                    }
                }
                Some(XML_NAMESPACE) if key == "space" => {
                    push_attribute(&mut self.output.text, "xml:space", value);
                }
                Some(XLINK_NAMESPACE) if node.attribute((XLINK_NAMESPACE, "href")).is_some() => {
                    if key == "href" {
                        push_attribute(&mut self.output.text, "xmlns:xlink", XLINK_NAMESPACE);
                        self.output.files.extend(self.resolve_file(value));
                    }
                    push_attribute(&mut self.output.text, &format!("xlink:{key}"), value);
                }
                Some(_) => {}
            }
        }
        if let Some(id) = self.ids.written_id(node) {
            push_attribute(&mut self.output.text, "id", id);
        }
    }
}

/// A language as BCP 47 writes it: operating systems have an underscore in its place.
fn stated_language(value: &str) -> Option<String> {
    let tag = value.trim().replace('_', "-");
    crate::xml::well_formed_language(&tag).map(str::to_owned)
}

/// The value of an attribute that HTML still has on this element.
fn allowed_value(element: &str, key: &str, value: &str, node: Node<'_, '_>) -> Option<String> {
    let trimmed = value.trim();
    let number =
        || !trimmed.is_empty() && trimmed.len() < 7 && trimmed.bytes().all(|byte| byte.is_ascii_digit());
    let positive = || number() && trimmed.bytes().any(|byte| byte != b'0');
    let integer = || {
        let digits = trimmed.strip_prefix('-').unwrap_or(trimmed);
        !digits.is_empty() && digits.len() < 10 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_flag = FLAGS.contains(&key);
    let fits = match key {
        "class" | "title" => !trimmed.is_empty(),
        "dir" => matches!(trimmed.to_ascii_lowercase().as_str(), "ltr" | "rtl" | "auto"),
        "tabindex" => integer(),
        "hidden" => true,
        "role" => {
            !trimmed.is_empty()
                && trimmed.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte == b' ')
        }
        "accesskey" => trimmed.chars().count() == 1,
        _ if key.starts_with("aria-") => !trimmed.is_empty(),
        _ if key.starts_with("data-") => {
            key.len() > 5
                && key[5..]
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte))
        }
        "rel" => matches!(element, "a" | "link") && !trimmed.is_empty(),
        "hreflang" => return stated_language(value).filter(|_| matches!(element, "a" | "link")),
        "media" => matches!(element, "link" | "style" | "source") && !trimmed.is_empty(),
        "type" => match element {
            "link" | "style" => return (trimmed.starts_with("text/")).then(|| "text/css".to_owned()),
            "script" | "object" | "a" | "embed" | "source" => trimmed.contains('/'),
            "input" | "button" => !trimmed.is_empty(),
            "ol" => matches!(trimmed, "1" | "a" | "A" | "i" | "I"),
            _ => false,
        },
        "alt" => {
            matches!(element, "img" | "area") || element == "input" && node.attribute("type") == Some("image")
        }
        "width" | "height" => {
            matches!(element, "img" | "object" | "video" | "embed" | "iframe" | "canvas" | "input")
                && number()
        }
        "start" => element == "ol" && integer(),
        "value" => match element {
            "li" => integer() && node.parent().is_some_and(|list| html_name(list) == "ol"),
            "param" | "input" | "button" | "option" | "meter" | "progress" | "data" => true,
            _ => false,
        },
        "colspan" => matches!(element, "td" | "th") && positive(),
        "rowspan" => matches!(element, "td" | "th") && number(),
        "scope" => element == "th" && matches!(trimmed, "row" | "col" | "rowgroup" | "colgroup"),
        // Its columns state how many they are.
        "span" if element == "colgroup" && has_columns(node) => false,
        "span" => matches!(element, "col" | "colgroup") && positive(),
        "placeholder" => element == "textarea" || element == "input" && holds_line_of_text(node),
        "datetime" => matches!(element, "ins" | "del" | "time") && is_date(trimmed),
        "name" => {
            matches!(
                element,
                "meta" | "param" | "input" | "object" | "form" | "select" | "textarea" | "button"
            ) && !trimmed.is_empty()
        }
        "content" => element == "meta",
        "action" => false,
        "label" => matches!(element, "option" | "optgroup" | "track"),
        "rows" | "cols" => element == "textarea" && positive(),
        "size" | "maxlength" => matches!(element, "input" | "select") && positive(),
        "kind" | "srclang" => element == "track",
        "preload" => matches!(element, "audio" | "video") && matches!(trimmed, "none" | "metadata" | "auto"),
        _ => is_flag && FLAGGED_ELEMENTS.contains(&element),
    };
    if !fits {
        return None;
    }
    Some(if is_flag {
        key.to_owned()
    } else if matches!(key, "class" | "title" | "alt" | "content" | "value" | "label" | "aria-label") {
        value.to_owned()
    } else if key == "dir" {
        trimmed.to_ascii_lowercase()
    } else {
        trimmed.to_owned()
    })
}

fn has_columns(group: Node<'_, '_>) -> bool {
    group.children().any(|child| html_name(child) == "col")
}

fn holds_line_of_text(input: Node<'_, '_>) -> bool {
    let kind = input.attribute("type").unwrap_or_default().trim();
    matches!(kind, "" | "text" | "search" | "tel" | "url" | "email" | "password" | "number")
}

/// A date as HTML writes it.
fn is_date(text: &str) -> bool {
    text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()
}

/// The style that replaces an attribute which HTML dropped.
fn to_style(element: &str, key: &str, value: &str) -> Option<String> {
    let value = value.trim().to_ascii_lowercase();
    let word = !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#%.,+- ".contains(&byte));
    if !word {
        return (key == "nowrap").then(|| "white-space: nowrap".to_owned());
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let length = || {
        let fits = is_number(&value)
            || is_number(value.trim_end_matches(['%', '.']))
            || is_number(value.trim_end_matches("px"));
        fits.then(|| if is_number(&value) { format!("{value}px") } else { value.clone() })
    };
    let is_color = value.strip_prefix('#').map_or_else(
        || value.bytes().all(|byte| byte.is_ascii_alphabetic()),
        |digits| matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
    );
    Some(match (key, element) {
        ("align", "img" | "object") if matches!(value.as_str(), "left" | "right") => {
            format!("float: {value}")
        }
        ("align", "table") if value == "center" => "margin-left: auto; margin-right: auto".to_owned(),
        ("align", "table") if matches!(value.as_str(), "left" | "right") => format!("float: {value}"),
        ("align", _) if matches!(value.as_str(), "left" | "right" | "center" | "justify") => {
            format!("text-align: {value}")
        }
        ("valign", _) if matches!(value.as_str(), "top" | "middle" | "bottom" | "baseline") => {
            format!("vertical-align: {value}")
        }
        ("bgcolor", _) if is_color => format!("background-color: {value}"),
        ("color" | "text", "font" | "basefont" | "body") if is_color => format!("color: {value}"),
        ("face", "font") => format!("font-family: {value}"),
        ("size", "font") => format!("font-size: {}", font_size(&value)?),
        ("width" | "height", "td" | "th" | "table" | "hr" | "col" | "colgroup" | "img" | "tr") => {
            format!("{key}: {}", length()?)
        }
        ("border", "img") if is_number(&value) => format!("border: {value}px solid"),
        ("clear", "br") => format!("clear: {}", if value == "all" { "both" } else { &value }),
        ("nowrap", _) => "white-space: nowrap".to_owned(),
        _ => return None,
    })
}

/// The size of a font by the numbers 1 to 7, or by steps from 3.
fn font_size(value: &str) -> Option<&'static str> {
    const SIZES: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xx-large"];
    let number: i32 = value.parse().ok()?;
    let number = if value.starts_with(['+', '-']) { 3 + number.clamp(-9, 9) } else { number };
    usize::try_from(number.clamp(1, 7) - 1).ok().and_then(|at| SIZES.get(at)).copied()
}
