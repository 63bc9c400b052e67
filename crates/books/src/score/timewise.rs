//! Scores that are ordered by time (`score-timewise`): bars with the parts in them.

use std::collections::HashMap;

use roxmltree::Document;

use super::MAX_SCORE_BYTES;
use crate::xml::find_children;

/// The text of such a score ordered by parts. `None` for other scores, one without bars, and one that would
/// be too large.
pub(super) fn order_by_parts(document: &Document<'_>) -> Option<String> {
    let (text, root) = (document.input_text(), document.root_element());
    let mut measures = find_children(root, "measure").peekable();
    let first = measures.peek().filter(|_| root.tag_name().name() == "score-timewise")?;
    let head = text.get(..first.range().start)?.replacen("<score-timewise", "<score-partwise", 1);
    let mut parts: Vec<(&str, String)> = Vec::new();
    let mut positions: HashMap<&str, usize> = HashMap::new();
    let mut size = head.len();
    for measure in measures {
        let Some(content) = measure.first_child() else { continue };
        // What an entity stands for is elsewhere in the text.
        let start_tag = text.get(measure.range().start..content.range().start)?;
        for part in find_children(measure, "part") {
            let id = part.attribute("id").unwrap_or_default();
            let at = *positions.entry(id).or_insert_with(|| {
                parts.push((id, String::new()));
                parts.len() - 1
            });
            let inside = match (part.first_child(), part.last_child()) {
                (Some(first), Some(last)) => text.get(first.range().start..last.range().end)?,
                _ => "",
            };
            size += start_tag.len() + inside.len();
            if size > MAX_SCORE_BYTES {
                return None;
            }
            parts[at].1.extend([start_tag, inside, "</measure>"]);
        }
    }
    let parts = parts.into_iter().map(|(id, bars)| {
        let id = crate::xml::escape(id);
        format!("<part id=\"{id}\">{bars}</part>")
    });
    Some(format!("{head}{}</score-partwise>", parts.collect::<String>()))
}
