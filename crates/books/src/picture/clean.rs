//! Drawings (SVG) without what could run, or could load anything from elsewhere. Players and word processors
//! show drawings in different ways; some run what a browser would not.

use std::borrow::Cow;

use roxmltree::{Document, Node, NodeType};

use crate::Limits;
use crate::css::strip_comments;
use crate::xml::{self, SVG_NAMESPACE, XHTML_NAMESPACE, XLINK_NAMESPACE, XML_NAMESPACE, escape};

/// Elements that hold programs, other kinds of documents or other media.
const DROPPED_ELEMENTS: [&str; 12] = [
    "audio", "canvas", "discard", "embed", "foreignobject", "handler", "iframe", "listener", "object",
    "script", "tbreak", "video",
];
/// Elements that change an attribute while the drawing is shown.
const ANIMATION_ELEMENTS: [&str; 5] = ["animate", "animatecolor", "animatemotion", "animatetransform", "set"];
/// Attributes that are read as style rules are, besides `style` itself.
const STYLE_ATTRIBUTES: [&str; 14] = [
    "background", "background-image", "by", "clip-path", "cursor", "fill", "filter", "from", "mask",
    "mask-image", "stroke", "style", "to", "values",
];
/// Elements that show another picture.
const PICTURE_ELEMENTS: [&str; 2] = ["feimage", "image"];
/// The kinds of pictures that a drawing may contain.
const EMBEDDED_TYPES: [&str; 5] =
    ["data:image/gif", "data:image/jpeg", "data:image/jpg", "data:image/png", "data:image/webp"];

/// Returns a drawing without scripts, event attributes, documents inside it, and references to other places
/// than its package. A harmless one is returned unchanged.
pub fn clean_drawing(text: &str) -> Option<Cow<'_, str>> {
    clean_and_embed(text, None)
}

/// A clean drawing that is complete in itself: `picture` returns the pictures of the package that it shows as
/// `data:` URLs by their addresses, or `None` for those that the drawing has to do without.
pub(crate) fn embed_pictures<'t>(
    text: &'t str,
    picture: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<Cow<'t, str>> {
    clean_and_embed(text, Some(picture))
}

fn clean_and_embed<'t>(text: &'t str, picture: Option<Embed<'_>>) -> Option<Cow<'t, str>> {
    let document = xml::parse("image.svg", text, &Limits::default()).ok()?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || !matches!(root.tag_name().namespace(), None | Some(SVG_NAMESPACE)) {
        return None;
    }
    let mut cleaner = Cleaner {
        output: String::with_capacity(text.len()),
        has_changes: has_loading_markup(&document),
        picture,
    };
    cleaner.write_element(root);
    Some(if cleaner.has_changes { Cow::Owned(cleaner.output) } else { Cow::Borrowed(text) })
}

/// Returns a picture of the package as a `data:` URL, by its address.
type Embed<'p> = &'p mut dyn FnMut(&str) -> Option<String>;

/// Returns true if something outside of the elements makes a program load more, or adds attributes that
/// are not seen here: a style sheet, an entity, or the declaration of an attribute with its value.
fn has_loading_markup(document: &Document<'_>) -> bool {
    let instructions = document.descendants().any(|node| node.is_pi());
    instructions || ["<!ENTITY", "<!ATTLIST"].iter().any(|word| document.input_text().contains(word))
}

struct Cleaner<'p> {
    output: String,
    /// True if anything was left out, other than elements that nothing shows.
    has_changes: bool,
    /// `None` if references into the package stay.
    picture: Option<Embed<'p>>,
}

impl Cleaner<'_> {
    fn write_element(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name();
        if !matches!(node.tag_name().namespace(), None | Some(SVG_NAMESPACE)) {
            // Notes of drawing programs do nothing; elements of HTML and of drawings do there what they do
            // elsewhere.
            let alive = |inner: Node<'_, '_>| {
                matches!(inner.tag_name().namespace(), None | Some(SVG_NAMESPACE | XHTML_NAMESPACE))
                    || is_dangerous(inner)
            };
            self.has_changes |= node.descendants().any(|inner| inner.is_element() && alive(inner));
            return;
        }
        if is_dangerous(node) {
            self.has_changes = true;
            return;
        }
        self.output.extend(["<", name]);
        if node.parent().is_none_or(|parent| parent.is_root()) {
            self.output.push_str(
                " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
            );
        }
        for attribute in node.attributes() {
            let prefix = match attribute.namespace() {
                None => "",
                Some(XLINK_NAMESPACE) => "xlink:",
                Some(XML_NAMESPACE) => "xml:",
                Some(_) => continue,
            };
            let Some(value) = self.clean_value(name, attribute.name(), attribute.value()) else { continue };
            self.output.extend([" ", prefix, attribute.name(), "=\"", &escape(&value), "\""]);
        }
        self.output.push('>');
        let rules = name.eq_ignore_ascii_case("style");
        if rules {
            // In one piece: a comment among them does not separate words.
            let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
            let rules = texts.collect::<String>();
            let rules = self.clean_style(&rules);
            self.output.push_str(&escape(&rules));
        }
        for child in node.children() {
            match child.node_type() {
                NodeType::Element => self.write_element(child),
                NodeType::Text if rules => {}
                NodeType::Text => self.output.push_str(&escape(child.text().unwrap_or_default())),
                _ => {}
            }
        }
        self.output.extend(["</", name, ">"]);
    }

    /// The value of an attribute that may stay.
    fn clean_value<'v>(&mut self, element: &str, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
        let name = name.to_ascii_lowercase();
        let into_package = name == "href" && is_relative(value);
        match &mut self.picture {
            Some(picture) if into_package && shows_picture(element) => {
                self.has_changes = true;
                return picture(value).map(Cow::Owned);
            }
            None if into_package && (shows_picture(element) || element.eq_ignore_ascii_case("a")) => {
                return Some(Cow::Borrowed(value));
            }
            _ => {}
        }
        let harmless = match name.as_str() {
            "base" | "ping" => false,
            "href" | "src" | "data" => refers_inside(element, value),
            name => !name.starts_with("on"),
        };
        if !harmless {
            self.has_changes = true;
            return None;
        }
        // Animations are attributes too: `values="javascript:..."`.
        let script = normalize(value).contains("script:");
        if script && name != "id" && name != "class" {
            self.has_changes = true;
            return None;
        }
        let marked = name.starts_with("marker") || STYLE_ATTRIBUTES.contains(&name.as_str());
        let styled = marked || normalize(value).contains("url(");
        Some(if styled { self.clean_style(value) } else { Cow::Borrowed(value) })
    }

    /// Style rules without those that load something.
    fn clean_style<'v>(&mut self, style: &'v str) -> Cow<'v, str> {
        let rules = strip_comments(style);
        // With escapes, any word may be written in a way that is not found here.
        if rules.contains('\\') {
            self.has_changes = true;
            return Cow::Borrowed("");
        }
        // A seeming comment may be part of a string, so all is searched with and without comments.
        if ![style, &*rules].iter().any(|rules| rules.split([';', '{', '}']).any(is_loading_rule)) {
            return Cow::Borrowed(style);
        }
        self.has_changes = true;
        let kept = rules.split_inclusive([';', '{', '}']).map(|rule| {
            let end = rule.trim_end_matches([';', '{', '}']).len();
            if is_loading_rule(&rule[..end]) { &rule[end..] } else { rule }
        });
        Cow::Owned(kept.collect())
    }
}

fn is_dangerous(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name().to_ascii_lowercase();
    let changes = || {
        let target = node.attribute("attributeName").unwrap_or_default().to_ascii_lowercase();
        let target = target.trim().rsplit(':').next().unwrap_or_default();
        target == "href" || target == "base" || target.starts_with("on")
    };
    DROPPED_ELEMENTS.contains(&name.as_str()) || (ANIMATION_ELEMENTS.contains(&name.as_str()) && changes())
}

/// Letters alone, small: white space and control characters in addresses mean nothing to those who follow
/// them.
fn normalize(value: &str) -> String {
    value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).flat_map(char::to_lowercase).collect()
}

fn shows_picture(element: &str) -> bool {
    PICTURE_ELEMENTS.contains(&element.to_ascii_lowercase().as_str())
}

/// Returns true if a reference leads to another file of the package.
fn is_relative(value: &str) -> bool {
    let value = normalize(value);
    !value.is_empty()
        && !value.starts_with(['#', '/', '\\'])
        && !value.split(['/', '?', '#']).next().unwrap_or_default().contains(':')
}

fn refers_inside(element: &str, value: &str) -> bool {
    let value = normalize(value);
    value.is_empty()
        || value.starts_with('#')
        || (shows_picture(element) && EMBEDDED_TYPES.iter().any(|kind| value.starts_with(kind)))
}

/// Returns true if a rule or part of it loads something from elsewhere, or runs.
fn is_loading_rule(rule: &str) -> bool {
    let rule = normalize(rule);
    let outside = |target: &str| {
        let target = target.trim_start_matches(['"', '\'']);
        !target.starts_with('#') && !EMBEDDED_TYPES.iter().any(|kind| target.starts_with(kind))
    };
    [
        "@import", "@font-face", "image-set", "image(", "src(", "expression(", "behavior", "-moz-binding",
        "script:", "//",
    ]
    .iter()
    .any(|word| rule.contains(word))
        || rule.split("url(").skip(1).any(outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean_svg(inside: &str) -> String {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{inside}</svg>"
        );
        clean_drawing(&text).unwrap().into_owned()
    }

    #[test]
    fn a_harmless_drawing_stays_as_it_is() {
        let text = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>\n\
            <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:inkscape='http://www.inkscape.org/x' onto='1' viewBox='0 0 9 9'>\
            <!-- a --><inkscape:view x='1'/><style>.a { fill: url( #g ); }</style><defs><linearGradient id='g'/></defs>\
            <image href='data:image/png;base64,AAAA'/><use xlink:href='#g'/><text class='a' style='fill:url(#g)'>5 &lt; 6</text>\
            <animate attributeName='x' values='1;2'/></svg>".replace(" onto='1'", "");
        assert!(matches!(clean_drawing(&text), Some(Cow::Borrowed(same)) if same == text));
    }

    #[test]
    fn pictures_of_the_package_become_part_of_the_drawing_and_others_are_left_out() {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\
            <image xlink:href='../a b.png' width='1'/><image href='gone.png' width='2'/><a href='other.xhtml'><rect/></a></svg>";
        let mut asked = Vec::new();
        let made = embed_pictures(text, &mut |href| {
            asked.push(href.to_owned());
            (href == "../a b.png").then(|| "data:image/png;base64,AAAA".to_owned())
        });
        let made = made.unwrap();
        assert!(made.contains("<image xlink:href=\"data:image/png;base64,AAAA\" width=\"1\">"), "{made}");
        assert!(made.contains("<image width=\"2\">") && made.contains("<a><rect>"), "{made}");
        assert_eq!(asked, ["../a b.png", "gone.png"]);
        // Where the files of the package stay next to it, nothing changes.
        assert!(matches!(clean_drawing(text), Some(Cow::Borrowed(_))));
    }

    #[test]
    fn scripts_and_loading_references_are_left_out() {
        let kept = "<rect width=\"1\"></rect>";
        for hostile in [
            "<script>go()</script>",
            "<SCRIPT href='x'/>",
            "<g><script type='text/ecmascript' xlink:href='http://example.org/a.js'/></g>",
            "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><script>go()</script></body></foreignObject>",
            "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>go()</h:script>",
            "<i:x xmlns:i='urn:i'><h:img xmlns:h='http://www.w3.org/1999/xhtml' src='http://example.org'/></i:x>",
            "<g onload='go()' ONCLICK='go()'/>",
            "<a xlink:href='java&#10;script:go()'/>",
            "<a href='http://example.org'/>",
            "<image href='//example.org/a.png'/>",
            "<image xlink:href='https://example.org/a.png'/>",
            "<image href='\\\\example.org\\a.png'/>",
            "<image href='data:image/svg+xml,%3Csvg onload=go()%3E'/>",
            "<use href='http://example.org/a.svg#b'/>",
            "<use href='other.svg#b'/>",
            "<use href='data:image/svg+xml,a#b'/>",
            "<g xml:base='http://example.org/'/>",
            "<rect fill='url(http://example.org/a.svg#b)'/>",
            "<rect style='fill: u/**/rl(&quot;http://example.org&quot;)'/>",
            "<rect style='fill: \\75rl(http://example.org)'/>",
            "<style>@import 'http://example.org/a.css'; rect { fill: red }</style>",
            "<style>@IMPORT url(other.css);</style>",
            "<style>@font-face { font-family: a; src: url(http://example.org/a.woff) }</style>",
            "<style>rect { fill: image-set('http://example.org/a.png' 1x) }</style>",
            "<style><![CDATA[ rect { background: URL( 'http://example.org/a.png' ) } ]]></style>",
            "<set attributeName='xlink:href' to='http://example.org'/>",
            "<animate attributeName='href' values='#a;http://example.org'/>",
            "<set attributeName='onclick' to='go()'/>",
            "<animate attributeName='x' values='javascript:go()'/>",
            "<iframe src='http://example.org'/>",
            "<a ping='http://example.org' href='#a'/>",
            "<i:x xmlns:i='urn:i'><style>@import 'http://example.org'</style></i:x>",
            "<i:x xmlns:i='urn:i'><g onclick='go()'/></i:x>",
            "<rect fill='\\75rl(http://example.org/a.svg#b)'/>",
            "<rect mask='image-set(&quot;http://example.org/a.png&quot; 1x)'/>",
            "<set attributeName='fill' to='\\75rl(http://example.org/a.svg#b)'/>",
            "<style>@im<!-- -->port 'http:/<!-- -->/example.org'</style>",
            "<style>a { content: '/*' } b { fill: url(http://example.org) } /* */</style>",
            "<style>@imp//**/**/ort 'http://example.org'</style>",
            "<handler>go()</handler>",
        ] {
            let made = clean_svg(&format!("{hostile}{}", "<rect width='1'/>"));
            let small = made.to_ascii_lowercase();
            for word in ["example.org", "script", "go()", "onload", "onclick", "other", "import", "data:"] {
                assert!(!small.contains(word), "{hostile}: {made}");
            }
            assert!(made.contains(kept), "{hostile}: {made}");
        }
        assert!(
            clean_svg("<style>@import 'http://example.org'; rect { fill: red }</style>")
                .contains("rect { fill: red }")
        );
        assert!(clean_svg("<script/><text y='1'>5 &lt; 6</text>").contains("<text y=\"1\">5 &lt; 6</text>"));
    }

    #[test]
    fn markup_outside_of_the_elements_loads_nothing() {
        for before in [
            "<?xml-stylesheet href='http://example.org/a.css'?>",
            "<!DOCTYPE svg [<!ENTITY a SYSTEM 'http://example.org'>]>",
            "<!DOCTYPE svg [<!ENTITY a '<script>go()</script>'>]>",
            "<!DOCTYPE svg [<!ATTLIST g onclick CDATA 'example.org'>]>",
        ] {
            let text = format!("{before}<svg xmlns='http://www.w3.org/2000/svg'><g>&#38;a;</g></svg>");
            let made = clean_drawing(&text).unwrap();
            assert!(!made.contains("example.org") && !made.contains("ENTITY"), "{made}");
        }
        let entity = "<!DOCTYPE svg [<!ENTITY a '<script>go()</script>'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>";
        assert!(!clean_drawing(entity).unwrap().contains("go()"));
    }

    #[test]
    fn unreadable_drawings_are_none() {
        let bomb = format!(
            "<!DOCTYPE svg [<!ENTITY a '{}'>]><svg>{}</svg>",
            "x".repeat(100_000),
            "&a;".repeat(60_000)
        );
        for text in ["<svg><script>go()</script>", "<html/>", "<svg xmlns='urn:other'/>", "", &bomb] {
            assert!(clean_drawing(text).is_none(), "{text:.60}");
        }
        assert!(clean_drawing("<svg/>").is_some(), "as it is inside a text");
    }
}
