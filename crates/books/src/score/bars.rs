//! The bars of a part, each in a paragraph.

use std::collections::BTreeMap;

use roxmltree::Node;

use crate::xml::{find_child, find_children, text_of};

use super::notes::SpokenVoice;
use super::signs;
use crate::draft::tidy_text;

pub(super) struct BarGroup {
    pub(super) name: String,
    pub(super) bars: Vec<SpokenBar>,
}

pub(super) struct SpokenBar {
    number: String,
    /// A mark at which players meet.
    mark: Option<String>,
    pub(super) words: String,
    /// True if anything sounds, or rests.
    pub(super) is_played: bool,
}

/// The bars of a part in groups: from one rehearsal mark to the next, or of a fixed size.
pub(super) fn group_bars(part: Node<'_, '_>, size: usize) -> Vec<BarGroup> {
    let mut bars: Vec<SpokenBar> = Vec::new();
    for (n, measure) in find_children(part, "measure").enumerate() {
        bars.push(read_bar(measure, n + 1));
    }
    let marked = bars.iter().any(|bar| bar.mark.is_some());
    let mut groups: Vec<Vec<SpokenBar>> = Vec::new();
    for bar in bars {
        let full =
            groups.last().is_none_or(|group| if marked { bar.mark.is_some() } else { group.len() >= size });
        match groups.last_mut().filter(|_| !full) {
            Some(group) => group.push(bar),
            None => groups.push(vec![bar]),
        }
    }
    groups
        .into_iter()
        .map(|bars| {
            let (first, last) = (&bars[0], &bars[bars.len() - 1]);
            let range = if bars.len() == 1 {
                format!("Bar {}", first.number)
            } else {
                format!("Bars {} to {}", first.number, last.number)
            };
            let mark = first.mark.as_ref().map(|mark| format!("{mark}: "));
            BarGroup { name: format!("{}{range}", mark.unwrap_or_default()), bars }
        })
        .collect()
}

fn read_bar(measure: Node<'_, '_>, count: usize) -> SpokenBar {
    let number = measure.attribute("number").map(tidy_text).filter(|number| !number.is_empty());
    let number = number.unwrap_or_else(|| count.to_string());
    let (mut before, mut behind, mut mark) = (Vec::new(), Vec::new(), None);
    let mut voices: BTreeMap<(u32, String), SpokenVoice> = BTreeMap::new();
    // Anything for all voices belongs to the current one.
    let mut current: Option<(u32, String)> = None;
    for node in measure.children().filter(Node::is_element) {
        match node.tag_name().name() {
            name @ ("attributes" | "direction" | "harmony") => {
                let said = match name {
                    "attributes" => signs::attribute_words(node),
                    "direction" => {
                        mark = mark.or_else(|| signs::rehearsal_mark(node));
                        signs::direction_words(node)
                    }
                    _ => signs::chord_symbol(node).into_iter().collect(),
                };
                match current.as_ref().and_then(|key| voices.get_mut(key)) {
                    Some(voice) => said.into_iter().for_each(|words| voice.say_words(words)),
                    None => before.extend(said),
                }
            }
            "barline" => {
                let right = node.attribute("location").is_none_or(|place| place == "right");
                if right { &mut behind } else { &mut before }.extend(signs::barline_words(node));
            }
            "note" => {
                let staff =
                    find_child(node, "staff").and_then(|staff| text_of(staff).parse().ok()).unwrap_or(1);
                let voice = find_child(node, "voice").map(text_of).unwrap_or_default();
                let key = (staff, voice);
                voices.entry(key.clone()).or_default().read_note(node);
                current = Some(key);
            }
            // Back to the beginning, or over a gap: another voice is to come.
            "backup" => current = None,
            _ => {}
        }
    }
    let staves = voices.keys().map(|(staff, _)| *staff).collect::<std::collections::BTreeSet<_>>().len();
    let several = voices.len() > 1;
    let played = !voices.is_empty();
    let mut parts = before;
    for (n, ((staff, _), voice)) in voices.into_iter().enumerate() {
        let words = voice.into_words();
        parts.push(match (several, staves > 1) {
            (false, _) => words,
            (true, true) => format!("staff {staff}: {words}"),
            (true, false) => format!("voice {}: {words}", n + 1),
        });
    }
    parts.extend(behind);
    let words = if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") };
    SpokenBar { words: format!("Bar {number}: {words}."), number, mark, is_played: played }
}
