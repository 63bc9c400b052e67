//! MathML that is safe to hand on: elements of presentation with their attributes, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use crate::xml::{self, escape};

const MAX_FORMULA_BYTES: usize = 128 << 10;
const MAX_FORMULA_NODES: u32 = 10_000;
/// Elements within one another.
const MAX_DEPTH: usize = 60;
const MAX_VALUE_BYTES: usize = 200;

/// The elements that were written, each with its attributes, for a document type that declares them.
pub type UsedMarkup = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// A formula as XML; `None` if it is invalid or too large.
pub fn parse_formula(mathml: &str) -> Option<Document<'_>> {
    if mathml.len() > MAX_FORMULA_BYTES {
        return None;
    }
    xml::parse_part(mathml, MAX_FORMULA_NODES, false)
}

/// Rewrites the content of a `math` element with a prefix before the name of each element (`m:`). `None` if
/// it holds anything but presentation, if it is empty, or if it is too large.
pub fn rewrite_content(math: Node<'_, '_>, prefix: &str, used: &mut UsedMarkup) -> Option<String> {
    let mut out = ContentWriter {
        prefix,
        namespace: math.tag_name().namespace(),
        text: String::new(),
        used_markup: used,
    };
    math.children().try_for_each(|child| out.write_node(child, 1))?;
    let holds_some = math.children().any(|child| child.is_element()) && out.text.contains('<');
    (holds_some && out.text.len() <= MAX_FORMULA_BYTES).then_some(out.text)
}

/// Counts the characters that a formula shows, without spaces.
pub fn count_characters(math: Node<'_, '_>) -> usize {
    let is_note = |node: Node<'_, '_>| node.tag_name().name().starts_with("annotation");
    let shown = math.descendants().filter(|node| node.is_text() && !node.ancestors().any(is_note));
    let letters = shown.filter_map(|node| node.text()).flat_map(str::chars);
    letters.filter(|letter| !letter.is_whitespace()).count()
}

/// The attributes of an element that may stay.
pub(crate) fn kept_attributes<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'static str, &'a str)> {
    node.attributes().filter_map(|attribute| {
        let known = PRESENTATION_ATTRIBUTES
            .binary_search(&attribute.name())
            .ok()
            .map(|at| PRESENTATION_ATTRIBUTES[at]);
        let plain = attribute.namespace().is_none() && attribute.value().len() <= MAX_VALUE_BYTES;
        Some((known.filter(|_| plain)?, attribute.value()))
    })
}

struct ContentWriter<'a> {
    prefix: &'a str,
    namespace: Option<&'a str>,
    text: String,
    used_markup: &'a mut UsedMarkup,
}

impl ContentWriter<'_> {
    fn write_node(&mut self, node: Node<'_, '_>, depth: usize) -> Option<()> {
        if node.is_text() {
            self.text.push_str(&escape(node.text().unwrap_or_default()));
        }
        if !node.is_element() {
            return Some(());
        }
        let name = node.tag_name().name();
        if depth > MAX_DEPTH || node.tag_name().namespace() != self.namespace {
            return None;
        }
        if name == "annotation-xml" {
            // An annotation with the formula in another notation, such as content MathML; presentation is
            // what is played.
            return Some(());
        }
        let name = PRESENTATION_ELEMENTS[PRESENTATION_ELEMENTS.binary_search(&name).ok()?];
        let used = self.used_markup.entry(name).or_default();
        self.text.extend(["<", self.prefix, name]);
        for (attribute, value) in kept_attributes(node) {
            used.insert(attribute);
            self.text.extend([" ", attribute, "=\"", &escape(value), "\""]);
        }
        if !node.has_children() {
            self.text.push_str("/>");
            return Some(());
        }
        self.text.push('>');
        node.children().try_for_each(|child| self.write_node(child, depth + 1))?;
        self.text.extend(["</", self.prefix, name, ">"]);
        Some(())
    }
}

/// Presentation elements (MathML 2.0, chapter 3) without `mglyph`, which loads a picture, and what says the
/// same in other words (5.2).
const PRESENTATION_ELEMENTS: [&str; 34] = [
    "annotation", "maction", "maligngroup", "malignmark", "menclose", "merror", "mfenced", "mfrac", "mi",
    "mlabeledtr", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts", "mroot",
    "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr",
    "munder", "munderover", "none", "semantics",
];

/// Their attributes, without those that lead elsewhere, load, style or run anything.
const PRESENTATION_ATTRIBUTES: [&str; 75] = [
    "accent", "accentunder", "actiontype", "align", "alignmentscope", "background", "bevelled", "class",
    "close", "color", "columnalign", "columnlines", "columnspacing", "columnspan", "columnwidth",
    "denomalign", "depth", "dir", "displaystyle", "edge", "encoding", "equalcolumns", "equalrows", "fence",
    "fontfamily", "fontsize", "fontstyle", "fontweight", "form", "frame", "framespacing", "groupalign",
    "height", "largeop", "linebreak", "linethickness", "lquote", "lspace", "mathbackground", "mathcolor",
    "mathsize", "mathvariant", "maxsize", "mediummathspace", "minlabelspacing", "minsize", "movablelimits",
    "notation", "numalign", "open", "rowalign", "rowlines", "rowspacing", "rowspan", "rquote", "rspace",
    "scriptlevel", "scriptminsize", "scriptsizemultiplier", "selection", "separator", "separators", "side",
    "stretchy", "subscriptshift", "superscriptshift", "symmetric", "thickmathspace", "thinmathspace",
    "verythickmathspace", "verythinmathspace", "veryverythickmathspace", "veryverythinmathspace", "voffset",
    "width",
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rewrite_formula(inner: &str) -> Option<String> {
        let text = format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>");
        rewrite_content(parse_formula(&text)?.root_element(), "m:", &mut UsedMarkup::new())
    }

    #[test]
    fn the_names_are_in_order_for_the_search() {
        assert!(PRESENTATION_ELEMENTS.is_sorted() && PRESENTATION_ATTRIBUTES.is_sorted());
    }

    #[test]
    fn presentation_stays_as_it_is() {
        let formula = "<mfrac linethickness=\"0\"><mi mathvariant=\"bold\">x</mi><mrow><mn>2</mn><mo>&lt;</mo></mrow></mfrac>";
        let expected = "<m:mfrac linethickness=\"0\"><m:mi mathvariant=\"bold\">x</m:mi><m:mrow><m:mn>2</m:mn><m:mo>&lt;</m:mo></m:mrow></m:mfrac>";
        assert_eq!(rewrite_formula(formula).as_deref(), Some(expected));
    }

    #[test]
    fn written_elements_are_recorded_for_their_declaration() {
        let text = "<math><mi mathvariant='bold'>x</mi><mi class='unit'>y</mi><mn>1</mn></math>";
        let mut used = UsedMarkup::new();
        rewrite_content(parse_formula(text).unwrap().root_element(), "m:", &mut used).unwrap();
        let said: Vec<_> = used.iter().map(|(name, all)| (*name, all.iter().copied().collect())).collect();
        assert_eq!(said, [("mi", vec!["class", "mathvariant"]), ("mn", vec![])]);
    }

    #[test]
    fn links_and_scripts_are_left_out() {
        let formula = "<mi href='http://example.org' onclick='go()' style='background:url(x)' id='a' xref='b' \
             xmlns:x='http://www.w3.org/1999/xlink' x:href='c'>x</mi>\
             <semantics><mi>y</mi><annotation encoding='application/x-tex'>y</annotation>\
             <annotation-xml encoding='text/html'><p xmlns='http://www.w3.org/1999/xhtml'><script>go()</script></p></annotation-xml></semantics>";
        let expected = "<m:mi>x</m:mi><m:semantics><m:mi>y</m:mi><m:annotation encoding=\"application/x-tex\">y</m:annotation></m:semantics>";
        assert_eq!(rewrite_formula(formula).as_deref(), Some(expected));
    }

    #[test]
    fn content_markup_makes_the_whole_formula_none() {
        let deep = format!("{}<mi>x</mi>{}", "<mrow>".repeat(70), "</mrow>".repeat(70));
        let wide = "<mi>x</mi>".repeat(20_000);
        let long = format!("<mi>{}</mi>", "x".repeat(300 << 10));
        for hostile in [
            "<mtext><script xmlns='http://www.w3.org/1999/xhtml'>go()</script></mtext>",
            "<script>go()</script>",
            "<mi><mglyph src='http://example.org/a.png'/></mi>",
            "<apply><plus/><ci>x</ci></apply>",
            "<mtext><svg xmlns='http://www.w3.org/2000/svg'/></mtext>",
            "<annotation-xml><mi>x</mi></annotation-xml>",
            "<mi>x",
            "",
            "x",
            deep.as_str(),
            &wide,
            &long,
        ] {
            assert_eq!(rewrite_formula(hostile), None, "{}", &hostile[..hostile.len().min(80)]);
        }
        let bomb = "<!DOCTYPE math [<!ENTITY a 'aaaa'>]><math><mi>&a;</mi></math>";
        assert!(parse_formula(bomb).is_none());
    }

    proptest! {
        #[test]
        fn written_formulas_can_be_read_and_hold_only_known_names(
            parts in proptest::collection::vec("(</?(mi|mn|mrow|mfrac|script|svg|semantics|annotation-xml|mglyph|a)( (href|class|onload|mathvariant)='[a-z:<&\"]{0,6}')?/?>|[a-z&;<>\"]{0,5}){0,6}", 0..8)
        ) {
            if let Some(made) = rewrite_formula(&parts.concat()) {
                let whole = format!("<m:math xmlns:m='urn:m'>{made}</m:math>");
                let document = Document::parse(&whole).unwrap();
                for node in document.descendants().filter(|node| node.is_element() && node.tag_name().name() != "math") {
                    prop_assert!(PRESENTATION_ELEMENTS.contains(&node.tag_name().name()));
                    prop_assert!(node.attributes().all(|attribute| PRESENTATION_ATTRIBUTES.contains(&attribute.name())));
                }
            }
        }
    }
}
