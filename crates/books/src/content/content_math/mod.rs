//! Content MathML, which says what a formula means, as presentation MathML, which says how it looks: all
//! writers understand the latter.

mod application;
mod operators;
#[cfg(test)]
mod tests;

use roxmltree::Node;

use super::math::write_markup;
use crate::xml::{MATHML_NAMESPACE, escape, text_of};
use application::{Application, QUALIFIERS, child_elements, find_precedence, find_symbol};

/// Elements of content markup that are not inside another one of them, in alphabetical order.
const CONTENT_ELEMENTS: [&str; 18] = [
    "apply", "bind", "cerror", "ci", "cn", "cs", "csymbol", "declare", "infinity", "interval", "lambda",
    "list", "matrix", "pi", "piecewise", "reln", "set", "vector",
];

/// A formula with its content markup as presentation markup. `None` if it has none.
pub(crate) fn present_content(math: Node<'_, '_>) -> Option<String> {
    if !math.children().any(holds_content) {
        return None;
    }
    let mut writer = PresentationWriter { out: String::new() };
    writer.open_copy(math, " xmlns=\"http://www.w3.org/1998/Math/MathML\"");
    writer.write_children(math);
    writer.close("math");
    Some(writer.out)
}

/// Returns true if an element has content markup that is not only an annotation.
fn holds_content(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    is_math(node)
        && !is_annotation(node)
        && (CONTENT_ELEMENTS.binary_search(&name).is_ok() && !is_empty_application(node)
            || name == "semantics" && node.first_element_child().is_some_and(is_annotation)
            || node.children().any(holds_content))
}

/// Returns true for an operator without operands: the alternative text says more.
fn is_empty_application(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "apply" | "bind" | "reln")
        && node.children().filter(Node::is_element).nth(1).is_none()
}

fn is_math(node: Node<'_, '_>) -> bool {
    node.is_element() && matches!(node.tag_name().namespace(), None | Some(MATHML_NAMESPACE))
}

fn is_annotation(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "annotation" | "annotation-xml")
}

fn is_presentation_name(name: &str) -> bool {
    name.starts_with('m') && name != "momentabout" || matches!(name, "none" | "annotation" | "annotation-xml")
}

/// Returns true if an annotation is the formula in presentation markup.
fn is_presentation(annotation: Node<'_, '_>) -> bool {
    let encoding = annotation.attribute("encoding").unwrap_or_default().to_ascii_lowercase();
    annotation.tag_name().name() == "annotation-xml" && encoding.contains("presentation")
}

/// Writes one element of presentation for each of content.
struct PresentationWriter {
    out: String,
}

impl PresentationWriter {
    fn open(&mut self, name: &str) {
        self.out.extend(["<", name, ">"]);
    }

    fn close(&mut self, name: &str) {
        self.out.extend(["</", name, ">"]);
    }

    /// Begins an element with the attributes of the source.
    fn open_copy(&mut self, node: Node<'_, '_>, more: &str) {
        self.out.extend(["<", node.tag_name().name(), more]);
        for attribute in node.attributes() {
            if attribute.namespace().is_none() && !attribute.name().starts_with("altimg") {
                self.out.extend([" ", attribute.name(), "=\"", &escape(attribute.value()), "\""]);
            }
        }
        self.out.push('>');
    }

    fn write_token(&mut self, element: &str, text: &str) {
        self.open(element);
        self.out.push_str(&escape(text));
        self.close(element);
    }

    /// A sign, or a word between spaces.
    fn write_sign(&mut self, sign: &str) {
        self.write_token(if sign.contains(char::is_whitespace) { "mtext" } else { "mo" }, sign);
    }

    /// Writes tokens, each an element and its text.
    fn write_tokens(&mut self, tokens: &[(&str, &str)]) {
        for (element, text) in tokens {
            self.write_token(element, text);
        }
    }

    fn write_in(&mut self, element: &str, write: impl FnOnce(&mut Self)) {
        self.open(element);
        write(self);
        self.close(element);
    }

    fn write_children(&mut self, node: Node<'_, '_>) {
        for child in node.children() {
            if child.is_element() {
                self.write_node(child);
            } else if child.is_text() {
                self.out.push_str(&escape(child.text().unwrap_or_default()));
            }
        }
    }

    /// Writes nodes as the parts of an element.
    fn write_nodes(&mut self, element: &str, nodes: &[Node<'_, '_>]) {
        self.write_in(element, |out| nodes.iter().for_each(|node| out.write_node(*node)));
    }

    /// Writes the parts of an element as one.
    fn write_group(&mut self, node: Node<'_, '_>) {
        self.write_nodes("mrow", &child_elements(node));
    }

    /// Writes an operand, in parentheses if its parts hold together less than this.
    fn write_operand(&mut self, node: Node<'_, '_>, precedence: u8) {
        if find_precedence(node) < precedence {
            self.write_fenced("(", ")", &[node]);
        } else {
            self.write_node(node);
        }
    }

    fn write_fenced(&mut self, open: &str, close: &str, parts: &[Node<'_, '_>]) {
        self.write_in("mrow", |out| {
            out.write_sign(open);
            out.write_joined(parts, ",");
            out.write_sign(close);
        });
    }

    fn write_node(&mut self, node: Node<'_, '_>) {
        if !is_math(node) {
            return write_markup(node, Some(MATHML_NAMESPACE), &mut self.out);
        }
        if let Some(application) = Application::from_node(node) {
            return self.write_in("mrow", |out| out.write_application(&application));
        }
        let parts = child_elements(node);
        match node.tag_name().name() {
            "semantics" => self.write_semantics(node, &parts),
            "cn" => self.write_number(node),
            "ci" | "csymbol" if !parts.is_empty() => self.write_group(node),
            "ci" => self.write_token("mi", &text_of(node)),
            "csymbol" => self.write_token("mi", find_symbol(&text_of(node))),
            "cs" => self.write_token("mtext", &text_of(node)),
            "interval" => {
                let closure = node.attribute("closure").unwrap_or("closed");
                let open = if matches!(closure, "open" | "open-closed") { "(" } else { "[" };
                let close = if matches!(closure, "open" | "closed-open") { ")" } else { "]" };
                self.write_fenced(open, close, &parts);
            }
            "set" => self.write_collection("{", "}", &parts),
            "list" | "vector" => self.write_collection("(", ")", &parts),
            "matrix" => self.write_in("mrow", |out| {
                out.write_sign("(");
                out.write_rows(&parts, false);
                out.write_sign(")");
            }),
            "piecewise" => self.write_in("mrow", |out| {
                out.write_sign("{");
                out.write_rows(&parts, true);
            }),
            "lambda" => self.write_in("mrow", |out| {
                out.write_sign("λ");
                out.write_joined(&parts, ".");
            }),
            "declare" => self.write_in("mrow", |out| out.write_joined(&parts, "=")),
            "true" | "false" => self.write_token("mi", node.tag_name().name()),
            name if find_symbol(name) != name => self.write_token("mi", find_symbol(name)),
            name if is_presentation_name(name) => {
                self.open_copy(node, "");
                self.write_children(node);
                self.close(name);
            }
            name if !node.has_children() => self.write_token("mi", name),
            _ => self.write_group(node),
        }
    }

    /// Writes the formula of which an element has several notations: in presentation markup, if it has that.
    fn write_semantics(&mut self, node: Node<'_, '_>, parts: &[Node<'_, '_>]) {
        let formula = parts.iter().find(|part| !is_annotation(**part));
        let is_content = formula.is_none_or(|formula| holds_content(*formula));
        match parts.iter().find(|part| is_presentation(**part)).filter(|_| is_content) {
            Some(annotation) => self.write_group(*annotation),
            None => match formula {
                Some(formula) => self.write_node(*formula),
                None => self.write_token("mtext", &text_of(node)),
            },
        }
    }

    /// Writes a number, whose parts are divided by `sep`.
    fn write_number(&mut self, node: Node<'_, '_>) {
        let mut parts = vec![String::new()];
        for child in node.children() {
            if child.tag_name().name() == "sep" {
                parts.push(String::new());
            } else if child.is_text()
                && let Some(last) = parts.last_mut()
            {
                last.push_str(child.text().unwrap_or_default().trim());
            }
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let &[first, second] = parts.as_slice() else { return self.write_token("mn", &text_of(node)) };
        match node.attribute("type").unwrap_or_default() {
            "rational" => self.write_in("mfrac", |out| out.write_tokens(&[("mn", first), ("mn", second)])),
            "complex-cartesian" => self.write_in("mrow", |out| {
                out.write_tokens(&[("mn", first), ("mo", "+"), ("mn", second), ("mi", "i")]);
            }),
            "complex-polar" => self.write_in("mrow", |out| {
                out.write_token("mn", first);
                out.write_in("msup", |out| {
                    out.write_token("mi", "e");
                    out.write_in("mrow", |out| out.write_tokens(&[("mi", "i"), ("mn", second)]));
                });
            }),
            _ => self.write_in("mrow", |out| {
                out.write_tokens(&[("mn", first), ("mo", "×")]);
                out.write_in("msup", |out| out.write_tokens(&[("mn", "10"), ("mn", second)]));
            }),
        }
    }

    /// Writes elements, or the condition that they meet.
    fn write_collection(&mut self, open: &str, close: &str, parts: &[Node<'_, '_>]) {
        let is_condition = |part: &&Node<'_, '_>| part.tag_name().name() == "condition";
        let Some(condition) = parts.iter().find(is_condition) else {
            return self.write_fenced(open, close, parts);
        };
        self.write_in("mrow", |out| {
            out.write_sign(open);
            let others = |name: &str| !QUALIFIERS.contains(&name);
            let has_elements = parts.iter().any(|part| others(part.tag_name().name()));
            for part in parts {
                let name = part.tag_name().name();
                if others(name) || !has_elements && name == "bvar" {
                    out.write_node(*part);
                }
            }
            out.write_sign("|");
            out.write_node(*condition);
            out.write_sign(close);
        });
    }

    /// Writes the rows of a matrix, or cases with their conditions.
    fn write_rows(&mut self, rows: &[Node<'_, '_>], are_cases: bool) {
        self.write_in("mtable", |out| {
            for row in rows {
                out.write_in("mtr", |out| {
                    for (n, part) in child_elements(*row).into_iter().enumerate() {
                        out.write_in("mtd", |out| {
                            if are_cases && n > 0 {
                                out.write_token("mtext", "\u{a0}if\u{a0}");
                            }
                            out.write_node(part);
                        });
                    }
                    if are_cases && row.tag_name().name() == "otherwise" {
                        out.write_in("mtd", |out| out.write_token("mtext", "otherwise"));
                    }
                });
            }
        });
    }

    fn write_joined(&mut self, parts: &[Node<'_, '_>], sign: &str) {
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                self.write_sign(sign);
            }
            self.write_node(*part);
        }
    }
}
