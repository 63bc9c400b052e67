//! Elements whose text HTML parsers read without tags: one that is never closed swallows the document.

use std::borrow::Cow;

const RAW_TEXT_ELEMENTS: [&str; 4] = ["title", "textarea", "style", "script"];
/// Tags that show that an element was left open.
const OUTER_TAGS: [&str; 4] = ["</head", "<body", "</body", "</html"];

/// The document with an end tag for the first element of each of these names that lacks one: before the next
/// tag, or, after styles and scripts, before the end of the head.
pub(super) fn close_raw_text(text: &str) -> Cow<'_, str> {
    let lowercase = text.to_ascii_lowercase();
    let found = RAW_TEXT_ELEMENTS.iter().filter_map(|name| Some((find_end(&lowercase, name)?, *name)));
    let mut ends: Vec<(usize, &str)> = found.collect();
    if ends.is_empty() {
        return Cow::Borrowed(text);
    }
    ends.sort_unstable();
    let mut out = String::with_capacity(text.len() + 16 * ends.len());
    let mut start = 0;
    for (end, name) in ends {
        out.push_str(&text[start..end]);
        out.extend(["</", name, ">"]);
        start = end;
    }
    out.push_str(&text[start..]);
    Cow::Owned(out)
}

/// The place where the first element of a name that is left open should end.
fn find_end(lowercase: &str, name: &str) -> Option<usize> {
    let (start_tag, end_tag) = (format!("<{name}"), format!("</{name}"));
    let mut from = 0;
    while let Some(at) = lowercase[from..].find(&start_tag) {
        from += at + start_tag.len();
        let rest = &lowercase[from..];
        if !rest.starts_with(|c: char| c == '>' || c.is_ascii_whitespace()) {
            continue;
        }
        let start = from + rest.find('>')? + 1;
        if lowercase[..start].ends_with("/>") {
            continue;
        }
        let closed = lowercase[start..].find(&end_tag);
        let end = closed.map_or(lowercase.len(), |length| start + length);
        let inside = &lowercase[start..end];
        let outer = OUTER_TAGS.iter().filter_map(|tag| inside.find(tag)).min();
        // Scripts write tags.
        if closed.is_some() && (outer.is_none() || name == "script") {
            from = end;
            continue;
        }
        let length = if matches!(name, "title" | "textarea") { inside.find('<') } else { outer };
        return length.map(|length| start + length);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_are_never_closed_end_before_the_next_tag_or_with_the_head() {
        for (text, expected) in [
            ("<head><title>A</head><body>b", "<head><title>A</title></head><body>b"),
            (
                "<TITLE>A</head><body><svg><title>b</title>",
                "<TITLE>A</title></head><body><svg><title>b</title>",
            ),
            ("<style>p{}</head><body>b", "<style>p{}</style></head><body>b"),
            ("<body><textarea>a<p>b", "<body><textarea>a</textarea><p>b"),
            ("<script>a</head><body>b", "<script>a</script></head><body>b"),
        ] {
            assert_eq!(close_raw_text(text), expected, "{text}");
        }
        for text in [
            "<title>A</title><body>b", "<title/><body>b", "<titles>A</head>", "<script>w('<body>')</script>",
            "<title>A", "<title", "<dc:title>A</head>",
        ] {
            assert_eq!(close_raw_text(text), text);
        }
    }
}
