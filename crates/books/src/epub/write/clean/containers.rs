//! Lists and tables, whose contents HTML allows in one order only.

use std::borrow::Cow;

use roxmltree::Node;

use super::model::{is_dropped, modern_name};
use super::{Cleaner, ContentContext};

/// The name of an element in HTML, in small letters; empty for other nodes.
pub(super) fn html_name<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    if !node.is_element() {
        return Cow::Borrowed("");
    }
    let name = node.tag_name().name();
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        let small = name.to_ascii_lowercase();
        return Cow::Owned(modern_name(&small).map(str::to_owned).unwrap_or(small));
    }
    Cow::Borrowed(modern_name(name).unwrap_or(name))
}

/// Returns true if an element holds one heading, and paragraphs around it.
pub(super) fn is_heading_group(node: Node<'_, '_>) -> bool {
    let mut headings = 0;
    let fits = node.children().all(|child| match &*html_name(child) {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            headings += 1;
            true
        }
        "p" => true,
        _ => is_blank(child),
    });
    fits && headings == 1
}

/// Returns true if a node shows nothing by itself: white space, a comment, a script.
fn is_blank(node: Node<'_, '_>) -> bool {
    match node.text() {
        Some(text) if node.is_text() => text.trim().is_empty(),
        _ if node.is_element() => {
            let name = html_name(node);
            is_dropped(&name) || matches!(&*name, "script" | "style" | "link" | "meta" | "title")
        }
        _ => true,
    }
}

/// The children of an element; elements that only group what belongs to a table or list are opened.
fn flatten_children<'a, 'i>(node: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let mut out = Vec::new();
    for child in node.children() {
        let groups = matches!(&*html_name(child), "form" | "noscript");
        if groups
            && child.children().any(|inner| matches!(&*html_name(inner), "tr" | "td" | "th" | "tbody" | "li"))
        {
            out.extend(flatten_children(child));
        } else {
            out.push(child);
        }
    }
    out
}

/// Runs of nodes that are, or are not, of a kind.
fn split_runs<'n, 'a, 'i>(
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
    pub(super) fn write_list(&mut self, node: Node<'_, '_>) {
        let parts = flatten_children(node);
        for (items, run) in split_runs(&parts, |node| html_name(node) == "li") {
            if items {
                self.write_nodes(run, ContentContext::List);
            } else {
                self.open_element("li", Some("list-style-type: none"));
                self.write_nodes(run, ContentContext::Blocks);
                self.close_element("li");
            }
        }
    }

    /// Returns true if terms and definitions follow one another as the schema wants it.
    pub(super) fn is_definition_list(node: Node<'_, '_>) -> bool {
        let names: Vec<Cow<'_, str>> =
            node.children().filter(|child| !is_blank(*child)).map(html_name).collect();
        names.iter().all(|name| name == "dt" || name == "dd")
            && names.first().is_some_and(|name| name == "dt")
            && names.last().is_some_and(|name| name == "dd")
    }

    /// The contents of a table: caption, columns, head, bodies, foot.
    pub(super) fn write_table(&mut self, node: Node<'_, '_>) {
        let parts = flatten_children(node);
        let first = |name: &str| parts.iter().copied().find(|part| html_name(*part) == name);
        let (caption, head, foot) = (first("caption"), first("thead"), first("tfoot"));
        if let Some(caption) = caption {
            self.write_node(caption, ContentContext::Table);
        }
        for columns in parts.iter().filter(|part| html_name(**part) == "colgroup") {
            self.write_node(*columns, ContentContext::Table);
        }
        let columns: Vec<Node<'_, '_>> =
            parts.iter().copied().filter(|part| html_name(*part) == "col").collect();
        if !columns.is_empty() {
            self.open_element("colgroup", None);
            self.write_nodes(&columns, ContentContext::Table);
            self.close_element("colgroup");
        }
        if let Some(head) = head {
            self.write_table_section("thead", head);
        }
        let special = [caption, head, foot].map(|part| part.map(|part| part.id()));
        let body: Vec<Node<'_, '_>> = parts
            .iter()
            .copied()
            .filter(|part| {
                !special.contains(&Some(part.id())) && !matches!(&*html_name(*part), "col" | "colgroup")
            })
            .collect();
        let is_section = |node: Node<'_, '_>| matches!(&*html_name(node), "tbody" | "thead" | "tfoot");
        let sections = body.iter().any(|part| is_section(*part));
        for (section, run) in split_runs(&body, is_section) {
            if section {
                for part in run.iter().filter(|part| !is_blank(**part)) {
                    self.write_table_section("tbody", *part);
                }
            } else if sections {
                self.open_element("tbody", None);
                self.write_rows(run);
                self.close_element("tbody");
            } else {
                self.write_rows(run);
            }
        }
        if let Some(foot) = foot {
            self.write_table_section("tfoot", foot);
        }
    }

    fn write_table_section(&mut self, name: &str, node: Node<'_, '_>) {
        self.write_start_tag(name, node, "");
        self.write_rows(&flatten_children(node));
        self.close_element(name);
    }

    /// Rows; what is not in one gets one.
    fn write_rows(&mut self, nodes: &[Node<'_, '_>]) {
        for (rows, run) in split_runs(nodes, |node| html_name(node) == "tr") {
            if rows {
                for row in run.iter().filter(|node| html_name(**node) == "tr") {
                    self.write_start_tag("tr", *row, "");
                    self.write_cells(&flatten_children(*row));
                    self.close_element("tr");
                }
            } else {
                self.open_element("tr", None);
                self.write_cells(run);
                self.close_element("tr");
            }
        }
    }

    /// Cells; what is not in one gets one.
    fn write_cells(&mut self, nodes: &[Node<'_, '_>]) {
        for (cells, run) in split_runs(nodes, |node| matches!(&*html_name(node), "td" | "th")) {
            if cells {
                self.write_nodes(run, ContentContext::Table);
            } else {
                self.open_element("td", None);
                self.write_nodes(run, ContentContext::Blocks);
                self.close_element("td");
            }
        }
    }
}
