//! Lists and tables, whose contents HTML allows in one order only.

use std::borrow::Cow;

use roxmltree::Node;

use super::model::{is_dropped, renamed};
use super::{Around, Cleaner};

/// The name of an element in HTML, in small letters; empty for other nodes.
pub(super) fn name_of<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    if !node.is_element() {
        return Cow::Borrowed("");
    }
    let name = node.tag_name().name();
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let small = name.to_ascii_lowercase();
        return Cow::Owned(renamed(&small).map(str::to_owned).unwrap_or(small));
    }
    Cow::Borrowed(renamed(name).unwrap_or(name))
}

/// Whether a node shows nothing by itself: white space, a comment, a script.
fn is_blank(node: Node<'_, '_>) -> bool {
    match node.text() {
        Some(text) if node.is_text() => text.trim().is_empty(),
        _ if node.is_element() => {
            let name = name_of(node);
            is_dropped(&name) || matches!(&*name, "script" | "style" | "link" | "meta" | "title")
        }
        _ => true,
    }
}

/// The children of an element; elements that only group what belongs to a table or list are opened.
fn parts<'a, 'i>(node: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let mut out = Vec::new();
    for child in node.children() {
        let groups = matches!(&*name_of(child), "form" | "noscript");
        if groups
            && child.children().any(|inner| matches!(&*name_of(inner), "tr" | "td" | "th" | "tbody" | "li"))
        {
            out.extend(parts(child));
        } else {
            out.push(child);
        }
    }
    out
}

/// Runs of nodes that are, or are not, of a kind.
fn runs<'n, 'a, 'i>(
    nodes: &'n [Node<'a, 'i>],
    of_kind: impl Fn(Node<'a, 'i>) -> bool + 'n,
) -> impl Iterator<Item = (bool, &'n [Node<'a, 'i>])> {
    // White space belongs to what is before it.
    let mut rest = nodes;
    std::iter::from_fn(move || {
        let first = rest.iter().find(|node| !is_blank(**node))?;
        let kind = of_kind(*first);
        let end =
            rest.iter().position(|node| !is_blank(*node) && of_kind(*node) != kind).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        rest = behind;
        Some((kind, run))
    })
}

impl Cleaner<'_, '_> {
    /// The contents of a list: everything that is not an item becomes one.
    pub(super) fn list(&mut self, node: Node<'_, '_>) {
        let parts = parts(node);
        for (items, run) in runs(&parts, |node| name_of(node) == "li") {
            if items {
                self.all(run, Around::List);
            } else {
                self.open("li", Some("list-style-type: none"));
                self.all(run, Around::Blocks);
                self.close("li");
            }
        }
    }

    /// Whether terms and definitions follow one another as the schema wants it.
    pub(super) fn is_definition_list(node: Node<'_, '_>) -> bool {
        let names: Vec<Cow<'_, str>> =
            node.children().filter(|child| !is_blank(*child)).map(name_of).collect();
        names.iter().all(|name| name == "dt" || name == "dd")
            && names.first().is_some_and(|name| name == "dt")
            && names.last().is_some_and(|name| name == "dd")
    }

    /// The contents of a table: caption, columns, head, bodies, foot.
    pub(super) fn table(&mut self, node: Node<'_, '_>) {
        let parts = parts(node);
        let first = |name: &str| parts.iter().copied().find(|part| name_of(*part) == name);
        let (caption, head, foot) = (first("caption"), first("thead"), first("tfoot"));
        if let Some(caption) = caption {
            self.node(caption, Around::Table);
        }
        for columns in parts.iter().filter(|part| name_of(**part) == "colgroup") {
            self.node(*columns, Around::Table);
        }
        let columns: Vec<Node<'_, '_>> =
            parts.iter().copied().filter(|part| name_of(*part) == "col").collect();
        if !columns.is_empty() {
            self.open("colgroup", None);
            self.all(&columns, Around::Table);
            self.close("colgroup");
        }
        if let Some(head) = head {
            self.section("thead", head);
        }
        let special = [caption, head, foot].map(|part| part.map(|part| part.id()));
        let body: Vec<Node<'_, '_>> = parts
            .iter()
            .copied()
            .filter(|part| {
                !special.contains(&Some(part.id())) && !matches!(&*name_of(*part), "col" | "colgroup")
            })
            .collect();
        let is_section = |node: Node<'_, '_>| matches!(&*name_of(node), "tbody" | "thead" | "tfoot");
        let sections = body.iter().any(|part| is_section(*part));
        for (section, run) in runs(&body, is_section) {
            if section {
                for part in run.iter().filter(|part| !is_blank(**part)) {
                    self.section("tbody", *part);
                }
            } else if sections {
                self.open("tbody", None);
                self.rows(run);
                self.close("tbody");
            } else {
                self.rows(run);
            }
        }
        if let Some(foot) = foot {
            self.section("tfoot", foot);
        }
    }

    fn section(&mut self, name: &str, node: Node<'_, '_>) {
        self.start(name, node, "");
        self.rows(&parts(node));
        self.close(name);
    }

    /// Rows; what is not in one gets one.
    fn rows(&mut self, nodes: &[Node<'_, '_>]) {
        for (rows, run) in runs(nodes, |node| name_of(node) == "tr") {
            if rows {
                for row in run.iter().filter(|node| name_of(**node) == "tr") {
                    self.start("tr", *row, "");
                    self.cells(&parts(*row));
                    self.close("tr");
                }
            } else {
                self.open("tr", None);
                self.cells(run);
                self.close("tr");
            }
        }
    }

    /// Cells; what is not in one gets one.
    fn cells(&mut self, nodes: &[Node<'_, '_>]) {
        for (cells, run) in runs(nodes, |node| matches!(&*name_of(node), "td" | "th")) {
            if cells {
                self.all(run, Around::Table);
            } else {
                self.open("td", None);
                self.all(run, Around::Blocks);
                self.close("td");
            }
        }
    }
}
