//! Operators in presentation markup.

use roxmltree::Node;

use super::PresentationWriter;
use super::application::{
    ATOM_PRECEDENCE, Application, OPEN_PRECEDENCE, POWER_PRECEDENCE, PRODUCT_PRECEDENCE, RELATION_PRECEDENCE,
    child_elements, find_symbol,
};

impl PresentationWriter {
    /// Writes an operator with its operands, in a row that is begun.
    pub(super) fn write_application(&mut self, application: &Application<'_, '_>) {
        let Application { name, operands, .. } = application;
        if let (Some((sign, precedence)), [_, _, ..]) = (application.find_infix(), operands.as_slice()) {
            return self.write_infix(sign, precedence, name == "minus", operands);
        }
        match (name.as_str(), operands.as_slice()) {
            ("minus", [one]) => {
                self.write_sign("−");
                self.write_operand(*one, PRODUCT_PRECEDENCE);
            }
            ("not", [one]) => {
                self.write_sign("¬");
                self.write_operand(*one, POWER_PRECEDENCE);
            }
            ("divide", [_, _]) => self.write_nodes("mfrac", operands),
            ("quotient", [_, _]) => {
                self.write_sign("⌊");
                self.write_nodes("mfrac", operands);
                self.write_sign("⌋");
            }
            ("power", [base, exponent]) => self.write_in("msup", |out| {
                out.write_operand(*base, ATOM_PRECEDENCE);
                out.write_node(*exponent);
            }),
            ("exp", [exponent]) => self.write_in("msup", |out| {
                out.write_token("mi", "e");
                out.write_node(*exponent);
            }),
            ("transpose" | "inverse", [base]) => self.write_in("msup", |out| {
                out.write_operand(*base, ATOM_PRECEDENCE);
                out.write_token("mi", if name == "inverse" { "−1" } else { "T" });
            }),
            ("root", [radicand]) => match application.find_qualifier("degree") {
                Some(degree) => self.write_nodes("mroot", &[*radicand, degree]),
                None => self.write_nodes("msqrt", operands),
            },
            ("root", [_, _]) => self.write_nodes("mroot", operands),
            ("abs" | "card" | "size", [_]) => self.write_fenced("|", "|", operands),
            ("floor", [_]) => self.write_fenced("⌊", "⌋", operands),
            ("ceiling", [_]) => self.write_fenced("⌈", "⌉", operands),
            ("mean", [_, ..]) => self.write_fenced("⟨", "⟩", operands),
            ("conjugate", [one]) => self.write_in("mover", |out| {
                out.write_node(*one);
                out.write_sign("¯");
            }),
            ("factorial", [one]) => {
                self.write_operand(*one, ATOM_PRECEDENCE);
                self.write_sign("!");
            }
            ("selector" | "vector_selector" | "matrix_selector", [base, indexes @ ..]) => {
                self.write_in("msub", |out| {
                    out.write_operand(*base, ATOM_PRECEDENCE);
                    out.write_in("mrow", |out| out.write_joined(indexes, ","));
                });
            }
            ("int" | "sum" | "product" | "limit" | "forall" | "exists", _) => self.write_open(application),
            ("diff" | "partialdiff", _) => self.write_derivative(application),
            _ => self.write_function(application),
        }
    }

    fn write_infix(&mut self, sign: &str, precedence: u8, is_difference: bool, operands: &[Node<'_, '_>]) {
        for (n, operand) in operands.iter().enumerate() {
            if n > 0 {
                self.write_sign(sign);
            }
            let holds_more = precedence == RELATION_PRECEDENCE || is_difference && n > 0;
            self.write_operand(*operand, precedence + u8::from(holds_more));
        }
    }

    /// Writes an operator that reaches as far to the right as it can, with what it is for.
    fn write_open(&mut self, application: &Application<'_, '_>) {
        let name = application.name.as_str();
        let mut operands = application.operands.as_slice();
        let interval = match operands {
            [first, rest @ ..] if !rest.is_empty() && first.tag_name().name() == "interval" => {
                operands = rest;
                child_elements(*first)
            }
            _ => Vec::new(),
        };
        let variables = || application.qualifiers.iter().filter(|one| one.tag_name().name() == "bvar");
        let low = application.find_qualifier("lowlimit").or_else(|| interval.first().copied());
        let high = application.find_qualifier("uplimit").or_else(|| interval.get(1).copied());
        let others: Vec<Node<'_, '_>> = ["condition", "domainofapplication", "degree"]
            .into_iter()
            .filter_map(|name| application.find_qualifier(name))
            .collect();
        let is_quantifier = matches!(name, "forall" | "exists");
        let element = if high.is_some() { "munderover" } else { "munder" };
        let has_low = low.is_some() || !others.is_empty() || !is_quantifier && name != "int";
        let write_sign = |out: &mut Self| match name {
            "int" => out.write_sign("∫"),
            "limit" => out.write_token("mo", "lim"),
            name => out.write_sign(find_symbol(name)),
        };
        if is_quantifier || !has_low && high.is_none() {
            write_sign(self);
        } else {
            self.write_in(element, |out| {
                write_sign(out);
                out.write_in("mrow", |out| {
                    if name != "int" && others.is_empty() {
                        variables().for_each(|variable| out.write_group(*variable));
                        if low.is_some() {
                            out.write_sign(if name == "limit" { "→" } else { "=" });
                        }
                    }
                    low.into_iter().chain(others.iter().copied()).for_each(|part| out.write_node(part));
                });
                if let Some(part) = high {
                    out.write_node(part);
                }
            });
        }
        if is_quantifier {
            for (n, variable) in variables().enumerate() {
                if n > 0 {
                    self.write_sign(",");
                }
                self.write_group(*variable);
            }
            for part in &others {
                self.write_sign(",");
                self.write_node(*part);
            }
            self.write_sign(":");
        }
        // What ends an integral is behind its operand.
        let precedence = match name {
            "int" => OPEN_PRECEDENCE,
            _ if is_quantifier => 0,
            _ => PRODUCT_PRECEDENCE,
        };
        for operand in operands {
            self.write_operand(*operand, precedence);
        }
        if name == "int" {
            for variable in variables() {
                self.write_token("mi", "d");
                self.write_group(*variable);
            }
        }
    }

    /// Writes a derivative with respect to variables, each with its degree.
    fn write_derivative<'a, 'i>(&mut self, application: &Application<'a, 'i>) {
        let sign = if application.name == "diff" { "d" } else { "∂" };
        let variables = || application.qualifiers.iter().filter(|one| one.tag_name().name() == "bvar");
        if variables().next().is_none() {
            return self.write_function(application);
        }
        let find_degree = |variable: Node<'a, 'i>| {
            child_elements(variable).into_iter().find(|part| part.tag_name().name() == "degree")
        };
        self.write_in("mfrac", |out| {
            out.write_in("mrow", |out| {
                // The degree above is that of all variables together.
                let whole = application.find_qualifier("degree").or_else(|| {
                    let mut all = variables();
                    let only = all.next().filter(|_| all.next().is_none())?;
                    find_degree(*only)
                });
                match whole {
                    Some(whole) => out.write_in("msup", |out| {
                        out.write_token("mo", sign);
                        out.write_node(whole);
                    }),
                    None => out.write_token("mo", sign),
                }
                let operands = &application.operands;
                for operand in operands {
                    out.write_operand(*operand, PRODUCT_PRECEDENCE);
                }
            });
            out.write_in("mrow", |out| {
                for variable in variables() {
                    out.write_token("mo", sign);
                    let degree = find_degree(*variable);
                    let mut parts = child_elements(*variable);
                    parts.retain(|part| Some(*part) != degree);
                    out.write_in(if degree.is_some() { "msup" } else { "mrow" }, |out| {
                        out.write_nodes("mrow", &parts);
                        if let Some(degree) = degree {
                            out.write_node(degree);
                        }
                    });
                }
            });
        });
    }

    /// Writes a function with its operands in parentheses, and everything else that is said of it below its
    /// name.
    fn write_function(&mut self, application: &Application<'_, '_>) {
        let write_name = |out: &mut Self| {
            let operator = application.operator;
            if operator.tag_name().name() == "csymbol" || operator.has_children() {
                out.write_operand(operator, ATOM_PRECEDENCE);
            } else {
                out.write_token("mi", find_symbol(&application.name));
            }
        };
        if application.qualifiers.is_empty() {
            write_name(self);
        } else {
            self.write_in("msub", |out| {
                write_name(out);
                out.write_in("mrow", |out| out.write_joined(&application.qualifiers, ","));
            });
        }
        self.write_sign("\u{2061}");
        self.write_fenced("(", ")", &application.operands);
    }
}
