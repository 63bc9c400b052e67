//! The tags of a page.

use std::ops::Range;

/// Characters that templates escape, and how.
const ESCAPES: [(&str, char); 9] = [
    ("&#34;", '"'),
    ("&#38;", '&'),
    ("&#39;", '\''),
    ("&#60;", '<'),
    ("&#62;", '>'),
    ("&quot;", '"'),
    ("&amp;", '&'),
    ("&lt;", '<'),
    ("&gt;", '>'),
];

/// A tag, with its position on the page.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// True for the tag that ends an element.
    pub(super) is_end: bool,
    pub(super) range: Range<usize>,
    attributes: Vec<Attribute<'a>>,
}

struct Attribute<'a> {
    name: &'a str,
    /// The value, escaped. Empty for a flag.
    value: &'a str,
    range: Range<usize>,
}

impl Tag<'_> {
    /// Returns true if the tag begins an element with this name.
    pub(super) fn is_start(&self, name: &str) -> bool {
        !self.is_end && self.name == name
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The value of an attribute. `None` if the tag does not have it.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.find(name).map(|attribute| unescape(attribute.value))
    }

    /// The range and the text that replace an attribute, or add it.
    pub(super) fn replace_attribute(&self, name: &str, text: &str) -> (Range<usize>, String) {
        match self.find(name) {
            Some(attribute) => (attribute.range.clone(), text.to_owned()),
            None => self.add_attribute(text),
        }
    }

    /// The range and the text that add an attribute.
    pub(super) fn add_attribute(&self, text: &str) -> (Range<usize>, String) {
        let end =
            self.attributes.last().map_or(self.range.start + 1 + self.name.len(), |last| last.range.end);
        (end..end, format!(" {text}"))
    }

    fn find(&self, name: &str) -> Option<&Attribute<'_>> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// The text without escapes. Each is replaced once, so an escaped `&` begins no other escape.
fn unescape(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find('&') {
        unescaped.push_str(&rest[..position]);
        rest = &rest[position..];
        let found = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape));
        let (escape, letter) = *found.unwrap_or(&("&", '&'));
        unescaped.push(letter);
        rest = &rest[escape.len()..];
    }
    unescaped.push_str(rest);
    unescaped
}

/// All tags of a page, in order.
pub(super) fn parse_tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut position = 0;
    while let Some(found) = html[position..].find('<') {
        let start = position + found;
        position = start + 1;
        if let Some(tag) = parse_tag(html, start) {
            position = tag.range.end;
            if tag.is_start("script") || tag.is_start("style") {
                position = html[position..].find("</").map_or(html.len(), |end| position + end);
            }
            tags.push(tag);
        }
    }
    tags
}

/// The text of the element that begins at a position in the tags, with single spaces.
pub(super) fn read_text(html: &str, tags: &[Tag<'_>], start: usize) -> String {
    let rest = &tags[start..];
    let mut text = String::new();
    for (tag, next) in rest.iter().zip(&rest[1..]) {
        text.push_str(&html[tag.range.end..next.range.start]);
        if next.is_end && next.name == rest[0].name {
            break;
        }
    }
    unescape(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tag that begins at a position. `None` if it is something else.
fn parse_tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let is_end = html[start + 1..].starts_with('/');
    let name_start = start + 1 + usize::from(is_end);
    let name = html[name_start..].split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
    if name.is_empty() {
        return None;
    }
    let mut position = name_start + name.len();
    let mut attributes = Vec::new();
    loop {
        position += html[position..].find(|letter: char| !letter.is_ascii_whitespace() && letter != '/')?;
        if html[position..].starts_with('>') {
            return Some(Tag { name, is_end, range: start..position + 1, attributes });
        }
        let attribute = parse_attribute(html, position)?;
        position = attribute.range.end;
        attributes.push(attribute);
    }
}

/// The attribute that begins at a position.
fn parse_attribute(html: &str, start: usize) -> Option<Attribute<'_>> {
    let is_end = |letter: char| letter.is_ascii_whitespace() || matches!(letter, '=' | '>' | '/');
    let name = html[start..].split(is_end).next().filter(|name| !name.is_empty())?;
    let name_end = start + name.len();
    let Some(rest) = html[name_end..].strip_prefix('=') else {
        return Some(Attribute { name, value: "", range: start..name_end });
    };
    let quote = rest.chars().next().filter(|letter| matches!(letter, '"' | '\''));
    let (value, end) = if let Some(quote) = quote {
        let (value, _) = rest[1..].split_once(quote)?;
        (value, name_end + 3 + value.len())
    } else {
        let value = rest.split(|letter: char| letter.is_ascii_whitespace() || letter == '>').next()?;
        (value, name_end + 1 + value.len())
    };
    Some(Attribute { name, value, range: start..end })
}

#[cfg(test)]
mod tests {
    use super::parse_tags;

    #[test]
    fn tags_have_their_attributes() {
        let html =
            "<!DOCTYPE html><p class='a>b' hidden data-x=1>1 < 2<br/><script src=\"x\">if (a<b) {}</script>";
        let tags = parse_tags(html);
        let names: Vec<&str> = tags.iter().map(|tag| tag.name).collect();
        assert_eq!(names, ["p", "br", "script", "script"]);
        assert_eq!(tags[0].value("class").as_deref(), Some("a>b"));
        assert_eq!(tags[0].value("data-x").as_deref(), Some("1"));
        assert!(tags[0].has("hidden") && !tags[0].has("title") && tags[3].is_end);
        assert_eq!(&html[tags[0].range.clone()], "<p class='a>b' hidden data-x=1>");
        let escaped = "<input value=\"&#38;#34; &#34; &#38;amp; a&b\">";
        assert_eq!(parse_tags(escaped)[0].value("value").unwrap(), "&#34; \" &amp; a&b");
    }

    #[test]
    fn a_page_that_is_cut_off_is_read_to_its_end() {
        let html = "<form action=\"/a\"><input value=\"ä\"></form><p =>";
        for end in (0..=html.len()).filter(|end| html.is_char_boundary(*end)) {
            assert!(parse_tags(&html[..end]).len() <= 3, "{end}");
        }
    }
}
