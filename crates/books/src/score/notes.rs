//! Notes and rests in words.

use roxmltree::Node;

use crate::xml::{find_child, find_children, text_of};

use super::signs::alteration_name;
use crate::draft::tidy_text;

#[derive(Default)]
pub(super) struct SpokenVoice {
    events: Vec<SpokenEvent>,
    /// The octave that was said last; each bar begins again, so that it can be learned by itself.
    octave: Option<i32>,
}

enum SpokenEvent {
    Words(String),
    Note { pitches: Vec<String>, rest: String },
}

impl SpokenVoice {
    /// Something that is said between two notes.
    pub(super) fn say_words(&mut self, words: String) {
        self.events.push(SpokenEvent::Words(words));
    }

    pub(super) fn read_note(&mut self, note: Node<'_, '_>) {
        let pitch = self.read_pitch(note);
        if find_child(note, "chord").is_some()
            && let Some(SpokenEvent::Note { pitches, .. }) =
                self.events.iter_mut().rfind(|said| matches!(said, SpokenEvent::Note { .. }))
        {
            pitches.extend(pitch);
            return;
        }
        let mut rest: Vec<String> = Vec::new();
        let whole = find_child(note, "rest").is_some_and(|rest| rest.attribute("measure") == Some("yes"));
        rest.extend(if whole { Some("for the bar".to_owned()) } else { note_length(note) });
        rest.extend(note_marks(note));
        let pitches = pitch.into_iter().collect();
        self.events.push(SpokenEvent::Note { pitches, rest: rest.join(", ") });
    }

    pub(super) fn into_words(self) -> String {
        let all = self.events.into_iter().map(|said| match said {
            SpokenEvent::Words(words) => words,
            SpokenEvent::Note { pitches, rest } => {
                let pitches = match pitches.as_slice() {
                    [] => "a note".to_owned(),
                    [one] => one.clone(),
                    [others @ .., last] => format!("{} and {last} together", others.join(", ")),
                };
                if rest.is_empty() { pitches } else { format!("{pitches}, {rest}") }
            }
        });
        all.collect::<Vec<_>>().join("; ")
    }

    fn read_pitch(&mut self, note: Node<'_, '_>) -> Option<String> {
        let grace = if find_child(note, "grace").is_some() { "grace note " } else { "" };
        if find_child(note, "rest").is_some() {
            return Some("rest".to_owned());
        }
        if find_child(note, "unpitched").is_some() {
            return Some(format!("{grace}a beat"));
        }
        let pitch = find_child(note, "pitch")?;
        let step = text_of(find_child(pitch, "step")?);
        let alter = find_child(pitch, "alter").map(text_of).unwrap_or_default();
        let octave: Option<i32> = find_child(pitch, "octave").and_then(|octave| text_of(octave).parse().ok());
        let changed = octave.filter(|octave| self.octave != Some(*octave));
        self.octave = octave.or(self.octave);
        let octave = changed.map(|octave| format!("octave {octave} ")).unwrap_or_default();
        Some(format!("{grace}{octave}{}{}", tidy_text(&step), alteration_name(&alter)))
    }
}

fn note_length(note: Node<'_, '_>) -> Option<String> {
    if find_child(note, "grace").is_some() {
        return None;
    }
    let kind = text_of(find_child(note, "type")?);
    let name = match kind.trim() {
        "breve" => "double whole",
        "16th" => "sixteenth",
        "32nd" => "thirty-second",
        "64th" => "sixty-fourth",
        known @ ("long" | "whole" | "half" | "quarter" | "eighth" | "128th" | "256th") => known,
        _ => return None,
    };
    let dots = match find_children(note, "dot").count() {
        0 => "",
        1 => "dotted ",
        2 => "double dotted ",
        _ => "triple dotted ",
    };
    Some(format!("{dots}{name}"))
}

fn note_marks(note: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    let starts = |name: &str| find_children(note, name).any(|node| node.attribute("type") == Some("start"));
    if starts("tie") {
        said.push("tied to the next".to_owned());
    }
    for node in
        find_children(note, "notations").flat_map(|notations| notations.children()).filter(Node::is_element)
    {
        let kind = node.attribute("type");
        match (node.tag_name().name(), kind) {
            ("slur", Some("start")) => said.push("slur begins".to_owned()),
            ("slur", Some("stop")) => said.push("slur ends".to_owned()),
            ("tuplet", Some("start")) => said.push(tuplet_words(note)),
            ("tuplet", Some("stop")) => said.push("end of the group".to_owned()),
            ("fermata", _) => said.push("fermata".to_owned()),
            ("arpeggiate", _) => said.push("arpeggio".to_owned()),
            ("glissando" | "slide", Some("start")) => said.push("glide to the next".to_owned()),
            ("articulations" | "ornaments" | "technical", _) => {
                said.extend(node.children().filter(Node::is_element).map(mark_words));
            }
            _ => {}
        }
    }
    for lyric in find_children(note, "lyric") {
        let text: Vec<String> = find_children(lyric, "text").map(|text| tidy_text(&text_of(text))).collect();
        let text = text.join(" ");
        if !text.is_empty() {
            let syllabic = find_child(lyric, "syllabic").map(text_of);
            let hyphen = matches!(syllabic.as_deref(), Some("begin" | "middle"));
            said.push(format!("sung \u{201c}{text}{}\u{201d}", if hyphen { "-" } else { "" }));
        }
    }
    said
}

/// Several notes in the time of others.
fn tuplet_words(note: Node<'_, '_>) -> String {
    let number = |name: &str| {
        let own = find_child(find_child(note, "time-modification")?, name)?;
        text_of(own).parse::<u32>().ok()
    };
    match (number("actual-notes"), number("normal-notes")) {
        (Some(3), Some(2)) => "triplet begins".to_owned(),
        (Some(actual), Some(normal)) => format!("{actual} in the time of {normal} begin"),
        _ => "group begins".to_owned(),
    }
}

/// A mark by its name in the standard, with its words where it has some.
fn mark_words(node: Node<'_, '_>) -> String {
    match node.tag_name().name() {
        "strong-accent" => "marcato".to_owned(),
        "breath-mark" => "breath".to_owned(),
        "trill-mark" => "trill".to_owned(),
        "fingering" => format!("finger {}", tidy_text(&text_of(node))),
        "string" => format!("string {}", tidy_text(&text_of(node))),
        "fret" => format!("fret {}", tidy_text(&text_of(node))),
        name => name.replace('-', " "),
    }
}
