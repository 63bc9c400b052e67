//! Where the pages of the print edition begin.

use roxmltree::Node;

use super::Reader;
use super::elements::hidden;
use super::inline::Line;
use crate::model::{Inline, PageBreak};
use crate::xml::text_of;

impl<'i> Reader<'_, 'i> {
    /// The page break that the element is. When the page list points at an element with text of its
    /// own, the break is put into the line before it and the element is read as usual.
    pub(super) fn page_break(&self, node: Node<'_, 'i>, line: &mut Line) -> Option<PageBreak> {
        let id = node.attribute("id");
        let listed = id.and_then(|id| self.pages?.get(id));
        let marked =
            super::kinds(node).iter().any(|kind| matches!(kind.as_str(), "pagebreak" | "doc-pagebreak"));
        if !marked && listed.is_none() {
            return None;
        }
        let ids: Vec<String> = id.map(str::to_owned).into_iter().collect();
        let text = text_of(node);
        let page = |label: String| PageBreak { label, ids: ids.clone() };
        if marked {
            let stated = node.attribute("title").or_else(|| node.attribute("aria-label")).map(str::trim);
            let label = stated.filter(|label| !label.is_empty()).unwrap_or(&text);
            return Some(page(bare(if label.is_empty() {
                listed.map_or("", String::as_str)
            } else {
                label
            })));
        }
        let label = listed.cloned().unwrap_or_default();
        if text.is_empty()
            && !node.descendants().any(|inner| inner.tag_name().name() == "img")
            && !hidden(node)
        {
            return Some(page(label));
        }
        line.push(Inline::PageBreak(PageBreak { label, ids: Vec::new() }));
        None
    }
}

/// `Page 12.` is page 12.
fn bare(label: &str) -> String {
    let label = label.trim().trim_end_matches('.');
    let rest = label.get(..5).filter(|start| start.eq_ignore_ascii_case("page ")).map(|_| label[5..].trim());
    rest.unwrap_or(label).to_owned()
}
