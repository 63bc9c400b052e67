//! Formulas of Office (OMML) as MathML.

use std::fmt::Write as _;

use books::content::parse_math;
use books::model::Inline;
use books::xml::{escape, find_child, find_children, text_of};
use roxmltree::Node;

/// Maximum nesting depth of a formula; deeper elements are read as text.
const MAX_FORMULA_DEPTH: usize = 40;

/// The formula of an `oMath` element; its text, if it cannot be written as a formula.
pub(super) fn read_formula(node: Node<'_, '_>) -> Option<Inline> {
    let text = text_of(node);
    if text.is_empty() {
        return None;
    }
    let mut formula = FormulaWriter(String::from("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">"));
    formula.push_row(node, 0);
    formula.0.push_str("</math>");
    Some(parse_math(&formula.0).map_or(Inline::Text(text), Inline::Math))
}

struct FormulaWriter(String);

impl FormulaWriter {
    fn push_row(&mut self, node: Node<'_, '_>, depth: usize) {
        self.0.push_str("<mrow>");
        for child in node.children().filter(Node::is_element) {
            self.push_element(child, depth + 1);
        }
        self.0.push_str("</mrow>");
    }

    /// An argument of an element, in its own row.
    fn push_argument(&mut self, node: Node<'_, '_>, name: &str, depth: usize) {
        match find_child(node, name) {
            Some(argument) => self.push_row(argument, depth),
            None => self.0.push_str("<mrow></mrow>"),
        }
    }

    /// An element with these arguments, in the order of MathML.
    fn push_with_arguments(&mut self, element: &str, node: Node<'_, '_>, names: &[&str], depth: usize) {
        // Writing into a string cannot fail.
        let _ = write!(self.0, "<{element}>");
        for name in names {
            self.push_argument(node, name, depth);
        }
        let _ = write!(self.0, "</{element}>");
    }

    fn push_element(&mut self, node: Node<'_, '_>, depth: usize) {
        if depth > MAX_FORMULA_DEPTH {
            return self.push_tokens(&text_of(node));
        }
        match node.tag_name().name() {
            "r" => {
                let parts = find_children(node, "t").flat_map(|part| part.descendants());
                let text: String = parts.filter(Node::is_text).filter_map(|part| part.text()).collect();
                self.push_tokens(&text);
            }
            "f" => self.push_with_arguments("mfrac", node, &["num", "den"], depth),
            "sSup" => self.push_with_arguments("msup", node, &["e", "sup"], depth),
            "sSub" => self.push_with_arguments("msub", node, &["e", "sub"], depth),
            "sSubSup" => self.push_with_arguments("msubsup", node, &["e", "sub", "sup"], depth),
            "limLow" => self.push_with_arguments("munder", node, &["e", "lim"], depth),
            "limUpp" => self.push_with_arguments("mover", node, &["e", "lim"], depth),
            "sPre" => {
                self.push_with_arguments("msubsup", node, &["none", "sub", "sup"], depth);
                self.push_argument(node, "e", depth);
            }
            "rad" if find_child(node, "deg").is_some_and(|degree| !text_of(degree).is_empty()) => {
                self.push_with_arguments("mroot", node, &["e", "deg"], depth);
            }
            "rad" => self.push_with_arguments("msqrt", node, &["e"], depth),
            "nary" => {
                self.0.push_str("<munderover>");
                self.push_operator(property(node, "naryPr", "chr").as_deref().unwrap_or("\u{222B}"));
                self.push_argument(node, "sub", depth);
                self.push_argument(node, "sup", depth);
                self.0.push_str("</munderover>");
                self.push_argument(node, "e", depth);
            }
            "d" => self.push_delimited(node, depth),
            name @ ("acc" | "bar" | "groupChr") => {
                let usual = if name == "acc" { "\u{302}" } else { "\u{AF}" };
                let sign = property(node, &format!("{name}Pr"), "chr").filter(|sign| !sign.is_empty());
                self.0.push_str("<mover>");
                self.push_argument(node, "e", depth);
                self.push_operator(sign.as_deref().unwrap_or(usual));
                self.0.push_str("</mover>");
            }
            "m" | "eqArr" => self.push_table(node, depth),
            "func" => {
                self.push_argument(node, "fName", depth);
                self.push_argument(node, "e", depth);
            }
            // Properties say how a formula looks.
            name if name.ends_with("Pr") => {}
            _ => self.push_row(node, depth),
        }
    }

    fn push_delimited(&mut self, node: Node<'_, '_>, depth: usize) {
        let sign = |name: &str, usual: &str| property(node, "dPr", name).unwrap_or_else(|| usual.to_owned());
        self.push_operator(&sign("begChr", "("));
        for (n, part) in find_children(node, "e").enumerate() {
            if n > 0 {
                self.push_operator(&sign("sepChr", "|"));
            }
            self.push_row(part, depth);
        }
        self.push_operator(&sign("endChr", ")"));
    }

    fn push_table(&mut self, node: Node<'_, '_>, depth: usize) {
        self.0.push_str("<mtable>");
        for row in node.children().filter(|row| matches!(row.tag_name().name(), "mr" | "e")) {
            self.0.push_str("<mtr>");
            let is_row = row.tag_name().name() == "mr";
            let cells: Vec<_> = if is_row { find_children(row, "e").collect() } else { vec![row] };
            for cell in cells {
                self.0.push_str("<mtd>");
                self.push_row(cell, depth);
                self.0.push_str("</mtd>");
            }
            self.0.push_str("</mtr>");
        }
        self.0.push_str("</mtable>");
    }

    fn push_operator(&mut self, sign: &str) {
        if !sign.is_empty() {
            let _ = write!(self.0, "<mo>{}</mo>", escape(sign));
        }
    }

    /// A run as numbers, names and operators.
    fn push_tokens(&mut self, text: &str) {
        let mut rest = text.trim();
        while let Some(first) = rest.chars().next() {
            let (element, length) = if first.is_ascii_digit() {
                let is_number = |c: char| c.is_ascii_digit() || c == '.';
                ("mn", rest.find(|c| !is_number(c)).unwrap_or(rest.len()))
            } else if first.is_alphabetic() {
                // Words such as "sin" are one name; other letters are one each.
                let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                ("mi", if word > 2 { word } else { first.len_utf8() })
            } else if first.is_whitespace() {
                rest = rest.trim_start();
                continue;
            } else {
                ("mo", first.len_utf8())
            };
            let _ = write!(self.0, "<{element}>{}</{element}>", escape(&rest[..length]));
            rest = &rest[length..];
        }
    }
}

/// Finds a property of an element: `dPr` has `begChr`.
fn property(node: Node<'_, '_>, list: &str, name: &str) -> Option<String> {
    let value = find_child(find_child(node, list)?, name)?;
    let value = value.attributes().find(|own| own.name() == "val").map(|own| own.value());
    Some(value.unwrap_or_default().to_owned())
}
