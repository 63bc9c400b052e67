//! Permitted positions of elements: the content model of HTML, as far as old documents break it.

/// Elements of HTML that hold words or structure; all others become `span` or `div`.
const KNOWN_ELEMENTS: [&str; 110] = [
    "a", "abbr", "address", "area", "article", "aside", "audio", "b", "bdi", "bdo", "blockquote", "body",
    "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del",
    "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "i",
    "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "meta",
    "meter", "nav", "object", "ol", "optgroup", "option", "output", "p", "param", "picture", "pre",
    "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "script", "section", "select", "small",
    "source", "span", "strong", "style", "sub", "summary", "sup", "table", "tbody", "td", "template",
    "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr",
];
/// Elements that may not be inside a line.
const BLOCK_ELEMENTS: [&str; 43] = [
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
];
/// Elements that hold a line. The other half of [`BLOCK_ELEMENTS`] holds blocks.
const LINE_ELEMENTS: [&str; 7] = ["p", "h1", "h2", "h3", "h4", "h5", "h6"];
/// Elements that allow what the element around them allows.
const TRANSPARENT_ELEMENTS: [&str; 9] =
    ["a", "ins", "del", "map", "object", "canvas", "audio", "video", "noscript"];
/// Elements that never have contents.
const VOID_ELEMENTS: [&str; 14] = [
    "area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    "base",
];

/// The name that HTML has for an element; `None` if only its contents stay.
pub(super) fn modern_name(name: &str) -> Option<&str> {
    Some(match name {
        "acronym" => "abbr",
        "big" | "font" | "nobr" | "blink" | "basefont" => "span",
        "tt" => "code",
        "strike" => "s",
        "center" | "marquee" | "layer" | "multicol" => "div",
        "dir" | "menu" => "ul",
        "xmp" | "listing" | "plaintext" => "pre",
        "image" => "img",
        "frameset" | "frame" | "noframes" | "applet" | "noscript" | "noembed" | "rbc" => return None,
        other => other,
    })
}

pub(super) fn is_known(name: &str) -> bool {
    KNOWN_ELEMENTS.contains(&name)
}

pub(super) fn is_block(name: &str) -> bool {
    BLOCK_ELEMENTS.contains(&name)
}

pub(super) fn holds_line(name: &str) -> bool {
    LINE_ELEMENTS.contains(&name) || name == "pre" || (!is_block(name) && !is_transparent(name))
}

pub(super) fn is_transparent(name: &str) -> bool {
    TRANSPARENT_ELEMENTS.contains(&name)
}

pub(super) fn is_void(name: &str) -> bool {
    VOID_ELEMENTS.contains(&name)
}

/// Returns true if an element is dropped with all that is in it: it only controls the document.
pub(super) fn is_dropped(name: &str) -> bool {
    matches!(name, "base" | "bgsound" | "isindex" | "nextid" | "spacer" | "keygen" | "command")
}

/// The look of an element of a line, for a block in its place.
pub(super) fn block_style(name: &str) -> &'static str {
    match name {
        "em" | "i" | "cite" | "dfn" | "var" => "font-style: italic",
        "strong" | "b" => "font-weight: bold",
        "u" => "text-decoration: underline",
        "s" => "text-decoration: line-through",
        "small" | "sub" | "sup" => "font-size: smaller",
        "code" | "kbd" | "samp" => "font-family: monospace",
        "pre" => "white-space: pre-wrap; font-family: monospace",
        _ => "",
    }
}
