//! Formulas: MathML kept unchanged, content markup apart, and a line of text made from it.

use roxmltree::{Node, NodeType};

use super::content_math::present_content;
use crate::model::{Math, collapse_spaces};
use crate::xml::{MATHML_NAMESPACE, XLINK_NAMESPACE, escape, push_attribute, push_collapsed};

/// Alternatives that tools put in when nobody wrote one.
const EMPTY_ALTERNATIVES: [&str; 4] = ["alternative text not available", "mathml", "math", "equation"];

/// Reads a `math` element. `picture`: the file that its `altimg` names.
pub(super) fn read_math(node: Node<'_, '_>, picture: Option<String>) -> Math {
    let alt = node.attribute("alttext").map(collapse_spaces);
    let presented = present_content(node);
    let mut linear = String::new();
    match presented.as_deref().and_then(crate::mathml::parse_formula) {
        Some(document) => write_line(document.root_element(), &mut linear),
        None => write_line(node, &mut linear),
    }
    Math {
        mathml: presented.unwrap_or_else(|| serialize_markup(node)),
        alt: alt.filter(|alt| {
            !alt.is_empty() && !EMPTY_ALTERNATIVES.contains(&alt.to_ascii_lowercase().as_str())
        }),
        picture,
        linear: collapse_spaces(&linear),
        display: node.attribute("display") == Some("block") || node.attribute("mode") == Some("display"),
    }
}

/// Reads a formula that is a document of its own; `None` if it is not well-formed.
pub fn parse_math(mathml: &str) -> Option<Math> {
    let document = crate::mathml::parse_formula(mathml)?;
    Some(read_math(document.root_element(), None))
}

/// Writes an element of MathML or SVG without prefixes.
pub(super) fn serialize_markup(node: Node<'_, '_>) -> String {
    let mut out = String::new();
    write_markup(node, None, &mut out);
    out
}

pub(super) fn write_markup(node: Node<'_, '_>, namespace: Option<&str>, out: &mut String) {
    match node.node_type() {
        NodeType::Text => out.push_str(&escape(node.text().unwrap_or_default())),
        NodeType::Element => {
            let own = node.tag_name().namespace();
            let name = node.tag_name().name();
            out.extend(["<", name]);
            if own != namespace {
                push_attribute(out, "xmlns", own.unwrap_or_default());
            }
            for attribute in node.attributes() {
                match attribute.namespace() {
                    // The file may be missing where the formula is written.
                    None if name == "math" && attribute.name().starts_with("altimg") => {}
                    None => push_attribute(out, attribute.name(), attribute.value()),
                    Some(crate::xml::XML_NAMESPACE) => {
                        push_attribute(out, &format!("xml:{}", attribute.name()), attribute.value());
                    }
                    Some(XLINK_NAMESPACE) => {
                        if attribute.name() == "href" {
                            push_attribute(out, "xmlns:xlink", XLINK_NAMESPACE);
                            push_attribute(out, "xlink:href", attribute.value());
                        }
                    }
                    Some(_) => {}
                }
            }
            if node.has_children() {
                out.push('>');
                for child in node.children() {
                    write_markup(child, own, out);
                }
                out.extend(["</", name, ">"]);
            } else {
                out.push_str("/>");
            }
        }
        _ => {}
    }
}

/// Writes a formula on one line: `(a+b)/c`, `x^(2)`, `sqrt(x)`.
fn write_line(node: Node<'_, '_>, out: &mut String) {
    if node.is_text() {
        push_collapsed(out, node.text().unwrap_or_default().trim());
        return;
    }
    if !matches!(node.tag_name().namespace(), None | Some(MATHML_NAMESPACE)) {
        return;
    }
    let parts: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    match (node.tag_name().name(), parts.as_slice()) {
        ("mfrac", [over, under]) => {
            write_group(*over, out);
            out.push('/');
            write_group(*under, out);
        }
        ("msup" | "mover", [base, above]) => write_scripts(*base, &[('^', *above)], out),
        ("msub" | "munder", [base, below]) => write_scripts(*base, &[('_', *below)], out),
        ("msubsup" | "munderover", [base, below, above]) => {
            write_scripts(*base, &[('_', *below), ('^', *above)], out);
        }
        ("msqrt", _) => {
            out.push_str("sqrt(");
            write_joined(&parts, "", out);
            out.push(')');
        }
        ("mroot", [base, degree]) => {
            out.push_str("root_");
            write_group(*degree, out);
            out.push('(');
            write_line(*base, out);
            out.push(')');
        }
        ("mfenced", _) => {
            out.push_str(node.attribute("open").unwrap_or("("));
            write_joined(&parts, ", ", out);
            out.push_str(node.attribute("close").unwrap_or(")"));
        }
        ("mtable", _) => write_joined(&parts, "; ", out),
        ("mtr" | "mlabeledtr", _) => write_joined(&parts, ", ", out),
        // Sums and divisions as on paper, row by row. The lines between the rows have no text.
        ("mstack" | "mlongdiv" | "msgroup", _) => out.push_str(&join_filled(&parts, "; ")),
        ("mscarries", _) => out.push_str(&join_filled(&parts, ", ")),
        ("mspace", _) => out.push(' '),
        ("mtext", _) => {
            let text = node.descendants().filter_map(|inner| inner.is_text().then(|| inner.text()).flatten());
            text.for_each(|text| push_collapsed(out, text));
        }
        ("mo", _) => write_operator(node, out),
        ("semantics", [first, ..]) => write_line(*first, out),
        ("annotation" | "annotation-xml" | "mphantom", _) => {}
        _ => node.children().for_each(|child| write_line(child, out)),
    }
}

fn write_scripts(base: Node<'_, '_>, scripts: &[(char, Node<'_, '_>)], out: &mut String) {
    write_line(base, out);
    for (sign, script) in scripts {
        out.push(*sign);
        write_group(*script, out);
    }
}

fn write_joined(parts: &[Node<'_, '_>], separator: &str, out: &mut String) {
    for (n, part) in parts.iter().enumerate() {
        if n > 0 {
            out.push_str(separator);
        }
        write_line(*part, out);
    }
}

fn join_filled(parts: &[Node<'_, '_>], separator: &str) -> String {
    let texts = parts.iter().map(|part| {
        let mut text = String::new();
        write_line(*part, &mut text);
        collapse_spaces(&text)
    });
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(separator)
}

/// Relations are set off by spaces; invisible operators are left out.
fn write_operator(node: Node<'_, '_>, out: &mut String) {
    match node.text().unwrap_or_default().trim() {
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => {}
        text @ ("=" | "≠" | "<" | ">" | "≤" | "≥" | "→" | "⇒" | "∈" | "≈") => {
            out.extend([" ", text, " "]);
        }
        "," => out.push_str(", "),
        text => out.push_str(text),
    }
}

/// Writes a part in parentheses, unless it is one symbol.
fn write_group(node: Node<'_, '_>, out: &mut String) {
    let mut inner = String::new();
    write_line(node, &mut inner);
    let inner = inner.trim();
    if inner.chars().count() > 1 && !inner.chars().all(char::is_numeric) {
        out.extend(["(", inner, ")"]);
    } else {
        out.push_str(inner);
    }
}

#[cfg(test)]
mod tests {
    fn read_fragment(inner: &str) -> crate::model::Math {
        let text =
            format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">{inner}</math>");
        super::read_math(roxmltree::Document::parse(&text).unwrap().root_element(), None)
    }

    #[test]
    fn formulas_become_one_line() {
        for (mathml, expected) in [
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"),
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><msqrt><mi>y</mi></msqrt>", "x^2 = sqrt(y)"),
            ("<msub><mi>x</mi><mn>12</mn></msub>", "x_12"),
            ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", "[a, b)"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
                "1, 2; 3",
            ),
            ("<mi>f</mi><mo>\u{2061}</mo><mi>x</mi><mtext> if </mtext><mi>y</mi>", "fx if y"),
            (
                "<mstack><mscarries><mn>1</mn><none/></mscarries><mn>19</mn><msrow><mo>+</mo><mn>12</mn></msrow>\
                 <msline/><mn>31</mn></mstack>",
                "1; 19; +12; 31",
            ),
            (
                "<mlongdiv><mn>3</mn><mn>14</mn><mn>42</mn><msgroup><msgroup><mn>3</mn><msline/></msgroup>\
                 <mn>12</mn></msgroup></mlongdiv>",
                "3; 14; 42; 3; 12",
            ),
        ] {
            assert_eq!(read_fragment(mathml).linear, expected);
        }
    }

    #[test]
    fn mathml_is_kept_without_prefixes() {
        let text = r#"<m:math xmlns:m="http://www.w3.org/1998/Math/MathML" altimg="x.png" altimg-width="9" alttext="Alternative text not available"><m:mi mathvariant="bold">x&amp;</m:mi></m:math>"#;
        let root = roxmltree::Document::parse(text).unwrap();
        let math = super::read_math(root.root_element(), Some("x.png".to_owned()));
        assert!(math.mathml.starts_with(r#"<math xmlns="http://www.w3.org/1998/Math/MathML""#));
        assert!(math.mathml.contains(r#"<mi mathvariant="bold">x&amp;</mi>"#));
        assert!(!math.mathml.contains("altimg"), "{}", math.mathml);
        assert_eq!((math.alt, math.picture.as_deref()), (None, Some("x.png")));
    }
}
