//! The simple markup that the tools write: tags with attributes, and the text up to the next tag. Unlike a
//! parser of XML this never fails; the tools write down what documents hold, well-formed or not.

/// A tag and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MarkupTag<'t> {
    /// The name, with `/` before it for an end tag.
    pub(super) name: &'t str,
    attributes: &'t str,
    /// The text after the tag, as it is written.
    text: &'t str,
}

pub(super) fn parse_tags(text: &str) -> impl Iterator<Item = MarkupTag<'_>> {
    text.split('<').skip(1).filter_map(|part| {
        let (tag, text) = split_tag(part)?;
        let end = tag.find(|c: char| c.is_whitespace()).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(end);
        Some(MarkupTag { name: name.trim_end_matches('/'), attributes, text })
    })
}

/// The tag up to its `>`, which may also occur in a quoted value.
fn split_tag(part: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    for (at, byte) in part.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return Some((&part[..at], &part[at + 1..])),
            _ => {}
        }
    }
    None
}

impl<'t> MarkupTag<'t> {
    pub(super) fn text(self) -> String {
        unescape(self.text)
    }

    /// A value as it is written.
    fn raw_value(self, name: &str) -> Option<&'t str> {
        let mut rest = self.attributes;
        loop {
            let (before, after) = rest.split_once("=\"")?;
            let (value, next) = after.split_once('"')?;
            if before.trim() == name {
                return Some(value);
            }
            rest = next;
        }
    }

    pub(super) fn value(self, name: &str) -> Option<String> {
        self.raw_value(name).map(unescape)
    }

    pub(super) fn number(self, name: &str) -> Option<f32> {
        self.raw_value(name)?.trim().parse().ok().filter(|value: &f32| value.is_finite() && value.abs() < 1e7)
    }
}

/// Replaces character references by their characters; unknown names stay.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(10).position(|byte| byte == b';');
        let character = end.and_then(|end| {
            Some(match &rest[1..end] {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                "apos" => '\'',
                "nbsp" => '\u{A0}',
                number => {
                    let number = number.strip_prefix('#')?;
                    let value = match number.strip_prefix(['x', 'X']) {
                        Some(hex) => u32::from_str_radix(hex, 16),
                        None => number.parse(),
                    };
                    char::from_u32(value.ok()?)?
                }
            })
        });
        if let (Some(character), Some(end)) = (character, end) {
            out.push(character);
            rest = &rest[end + 1..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tags_attributes_and_text_are_found() {
        let all: Vec<MarkupTag<'_>> =
            parse_tags("x<a b=\"1.5\" c=\"&lt;>\">t &amp; &#65;&nope;</a><d/>").collect();
        assert_eq!(all.iter().map(|tag| tag.name).collect::<Vec<_>>(), ["a", "/a", "d"]);
        assert_eq!(all[0].number("b"), Some(1.5));
        assert_eq!(all[0].value("c").as_deref(), Some("<>"));
        assert_eq!(all[0].text(), "t & A&nope;");
        assert_eq!(all[0].value("d"), None);
    }

    proptest! {
        #[test]
        fn any_markup_is_read_without_panic(text in "[<>&;=\"/# a-zé0-9]{0,80}") {
            for tag in parse_tags(&text) {
                let _ = (tag.text(), tag.value("a"), tag.number("a"));
            }
        }
    }
}
