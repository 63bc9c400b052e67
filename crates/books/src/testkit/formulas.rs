//! A renderer for tests, and the rules of the modular extension for mathematics that no schema has.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, ParsingOptions};

use super::{MINIMAL_PNG, unzip};
use crate::xml::MATHML_NAMESPACE;
use crate::{Formula, FormulaRenderer, path};

/// A formula with this in it is not drawn by [`SketchRenderer`].
pub const UNDRAWABLE_TEXT: &str = "undrawable";

/// A renderer that takes no time: the same small picture for every formula.
#[derive(Debug, Clone, Copy, Default)]
pub struct SketchRenderer;

impl FormulaRenderer for SketchRenderer {
    fn render(&self, formulas: &[Formula]) -> Vec<Option<Vec<u8>>> {
        let drawn = |formula: &Formula| !format!("{formula:?}").contains(UNDRAWABLE_TEXT);
        formulas.iter().map(|formula| drawn(formula).then(|| MINIMAL_PNG.to_vec())).collect()
    }
}

/// Number of formulas of a DAISY 3 book that are MathML, and their faults: without words or a picture,
/// holding something else, said by no step; steps that cannot be left; a package document that does not speak
/// of them.
///
/// # Panics
/// The package is damaged.
pub fn faults_of_formulas(package: &[u8]) -> (usize, Vec<String>) {
    let files: HashMap<String, Vec<u8>> = unzip(package).into_iter().collect();
    let text = |name: &str| String::from_utf8(files.get(name).expect("a file").clone()).expect("UTF-8");
    let mut faults = Vec::new();
    let book = text("book.xml");
    let book = parse_xml(&book);
    let formulas: Vec<Node<'_, '_>> =
        book.descendants().filter(|node| node.has_tag_name((MATHML_NAMESPACE, "math"))).collect();
    let opf = text("book.opf");
    let opf = parse_xml(&opf);
    let listed: HashMap<&str, &str> = opf
        .descendants()
        .filter(|node| node.tag_name().name() == "item")
        .filter_map(|item| Some((item.attribute("href")?, item.attribute("media-type")?)))
        .collect();
    let mut steps = PlayerSteps::default();
    for name in files.keys().filter(|name| path::extension(name) == "smil") {
        steps.read_steps(name, &parse_xml(&text(name)), &mut faults);
    }
    for formula in &formulas {
        for name in ["alttext", "altimg"] {
            if formula.attribute(name).is_none_or(|value| value.trim().is_empty()) {
                faults.push(format!("a formula has no {name}"));
            }
        }
        let picture = formula.attribute("altimg").unwrap_or_default();
        if !files.contains_key(picture) || !listed.get(picture).is_some_and(|kind| kind.starts_with("image/"))
        {
            faults.push(format!("there is no picture {picture:?}"));
        }
        let step = formula.attributes().find(|attribute| attribute.name() == "smilref");
        let step = step.filter(|step| step.namespace() == Some(crate::daisy::DTBOOK_NAMESPACE));
        if !step.is_some_and(|step| steps.references.contains(step.value())) {
            faults.push(format!("no step says the formula {:?}", formula.attribute("id")));
        }
        if formula
            .descendants()
            .any(|node| node.is_element() && node.tag_name().namespace() != Some(MATHML_NAMESPACE))
        {
            faults.push("a formula holds something else".to_owned());
        }
    }
    let ids: HashSet<&str> = formulas.iter().filter_map(|formula| formula.attribute("id")).collect();
    faults.extend(
        steps.formulas.iter().filter(|id| !ids.contains(id.as_str())).map(|id| format!("{id} is no formula")),
    );
    check_metadata(&opf, &listed, &files, !formulas.is_empty(), &mut faults);
    (formulas.len(), faults)
}

fn parse_xml(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).expect("well-formed XML")
}

/// The steps of the player.
#[derive(Default)]
struct PlayerSteps {
    /// References to them.
    references: HashSet<String>,
    /// The ids of the elements that are formulas.
    formulas: Vec<String>,
}

impl PlayerSteps {
    fn read_steps(&mut self, name: &str, smil: &Document<'_>, faults: &mut Vec<String>) {
        for par in smil.descendants().filter(|node| node.tag_name().name() == "par") {
            self.references.extend(par.attribute("id").map(|id| format!("{name}#{id}")));
        }
        for text in smil.descendants().filter(|node| node.attribute("type") == Some(MATHML_NAMESPACE)) {
            let (_, id) = text.attribute("src").and_then(|src| src.split_once('#')).expect("a text");
            self.formulas.push(id.to_owned());
            let around = text.ancestors().find(|node| node.attribute("end").is_some());
            let last = around.and_then(|node| node.last_element_child()?.attribute("id"));
            let end = last.map(|last| format!("DTBuserEscape;{last}.end"));
            if end.is_none() || around.and_then(|node| node.attribute("end")) != end.as_deref() {
                faults.push(format!("the formula {id} cannot be left"));
            }
        }
    }
}

/// Formula metadata of the package document.
fn check_metadata(
    opf: &Document<'_>,
    listed: &HashMap<&str, &str>,
    files: &HashMap<String, Vec<u8>>,
    there: bool,
    faults: &mut Vec<String>,
) {
    let said = |name: &str| -> Vec<&str> {
        let own = |node: &Node<'_, '_>| {
            node.attribute("name") == Some(name) && node.attribute("scheme") == Some(MATHML_NAMESPACE)
        };
        opf.descendants().filter(own).filter_map(|node| node.attribute("content")).collect()
    };
    let (versions, fallbacks) = (said("z39-86-extension-version"), said("DTBook-XSLTFallback"));
    if versions != if there { vec!["1.0"] } else { vec![] } {
        faults.push(format!("the versions of the extension are {versions:?}"));
    }
    if fallbacks.len() != usize::from(there) {
        faults.push(format!("the stylesheets are {fallbacks:?}"));
    }
    for name in fallbacks {
        if listed.get(name) != Some(&"application/xslt+xml") || !files.contains_key(name) {
            faults.push(format!("there is no stylesheet {name}"));
        }
    }
}
