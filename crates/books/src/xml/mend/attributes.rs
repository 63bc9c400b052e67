//! The attributes of a tag.

use super::{Mender, SourceAttribute};
use crate::limits::Limits;

/// Attributes of HTML that may be written without values.
const VALUELESS_ATTRIBUTES: [&str; 53] = [
    "align", "allowfullscreen", "alt", "async", "autofocus", "autoplay", "border", "cellpadding",
    "cellspacing", "checked", "class", "clear", "compact", "controls", "crossorigin", "declare", "default",
    "defer", "disabled", "download", "draggable", "formnovalidate", "height", "hidden", "href", "id",
    "inert", "ismap", "itemscope", "lang", "loop", "multiple", "muted", "name", "nohref", "nomodule",
    "noresize", "noshade", "novalidate", "nowrap", "open", "playsinline", "readonly", "rel", "required",
    "reversed", "scoped", "seamless", "selected", "src", "style", "title", "width",
];
/// Bytes that are searched for the end of what may be a tag.
const MAX_WORDS_BYTES: usize = 4_096;

/// Returns true if a name is followed by words of a text, as in `a<b and c>d`: none of them has a value, and
/// none is an attribute.
pub(super) fn is_text_after_name(after_name: &str) -> bool {
    if !after_name.starts_with(char::is_whitespace) {
        return false;
    }
    let near = &after_name[..after_name.floor_char_boundary(MAX_WORDS_BYTES)];
    // A tag without an end is cut at the next one.
    let end = near.find(['<', '>', '=', '"', '\'', '/']).filter(|end| near[*end..].starts_with(['<', '>']));
    let Some(end) = end else { return false };
    let is_attribute = |word: &str| {
        word.contains(':') || VALUELESS_ATTRIBUTES.iter().any(|own| own.eq_ignore_ascii_case(word))
    };
    let mut words = near[..end].split_whitespace().peekable();
    words.peek().is_some() && !words.any(is_attribute)
}

impl Mender<'_, '_> {
    /// The attributes between the name and the end of a tag, as HTML reads them.
    pub(super) fn read_attributes<'a>(&mut self, text: &'a str) -> Vec<SourceAttribute<'a>> {
        let mut found = Vec::new();
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') || found.len() > Limits::MAX_ATTRIBUTES {
                return found;
            }
            let ends = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/');
            let end = rest.char_indices().skip(1).find(|(_, c)| ends(*c)).map_or(rest.len(), |(at, _)| at);
            let (key, after) = rest.split_at(end);
            let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
                self.is_ill_formed = true;
                // HTML's attributes without values have their own names.
                found.push((key, key));
                rest = after;
                continue;
            };
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let quoted = quote.and_then(|quote| value[1..].split_once(quote));
            self.is_ill_formed |= quoted.is_none();
            let (value, after) = match (quoted, quote) {
                (Some(quoted), _) => quoted,
                (None, Some(_)) => (&value[1..], ""),
                (None, None) => {
                    let end = value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len());
                    let bare = value[..end].trim_end_matches('/');
                    (if value[end..].starts_with('>') { bare } else { &value[..end] }, &value[end..])
                }
            };
            found.push((key, value));
            rest = after;
        }
    }
}
