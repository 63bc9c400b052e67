//! Notes and rests in words.

use roxmltree::Node;

use crate::xml::{child, children, text_of};

use super::signs::altered;
use crate::draft::tidy;

/// What one voice plays in a bar.
#[derive(Default)]
pub(super) struct Voice {
    said: Vec<Said>,
    /// The octave that was said last; each bar begins again, so that it can be learned by itself.
    octave: Option<i32>,
}

enum Said {
    Words(String),
    Note { pitches: Vec<String>, rest: String },
}

impl Voice {
    /// Something that is said between two notes.
    pub(super) fn say(&mut self, words: String) {
        self.said.push(Said::Words(words));
    }

    pub(super) fn note(&mut self, note: Node<'_, '_>) {
        let pitch = self.pitch(note);
        if child(note, "chord").is_some()
            && let Some(Said::Note { pitches, .. }) =
                self.said.iter_mut().rfind(|said| matches!(said, Said::Note { .. }))
        {
            pitches.extend(pitch);
            return;
        }
        let mut rest: Vec<String> = Vec::new();
        let whole = child(note, "rest").is_some_and(|rest| rest.attribute("measure") == Some("yes"));
        rest.extend(if whole { Some("for the bar".to_owned()) } else { length(note) });
        rest.extend(marks(note));
        let pitches = pitch.into_iter().collect();
        self.said.push(Said::Note { pitches, rest: rest.join(", ") });
    }

    pub(super) fn words(self) -> String {
        let all = self.said.into_iter().map(|said| match said {
            Said::Words(words) => words,
            Said::Note { pitches, rest } => {
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

    fn pitch(&mut self, note: Node<'_, '_>) -> Option<String> {
        let grace = if child(note, "grace").is_some() { "grace note " } else { "" };
        if child(note, "rest").is_some() {
            return Some("rest".to_owned());
        }
        if child(note, "unpitched").is_some() {
            return Some(format!("{grace}a beat"));
        }
        let pitch = child(note, "pitch")?;
        let step = text_of(child(pitch, "step")?);
        let alter = child(pitch, "alter").map(text_of).unwrap_or_default();
        let octave: Option<i32> = child(pitch, "octave").and_then(|octave| text_of(octave).parse().ok());
        let changed = octave.filter(|octave| self.octave != Some(*octave));
        self.octave = octave.or(self.octave);
        let octave = changed.map(|octave| format!("octave {octave} ")).unwrap_or_default();
        Some(format!("{grace}{octave}{}{}", tidy(&step), altered(&alter)))
    }
}

/// How long a note is.
fn length(note: Node<'_, '_>) -> Option<String> {
    if child(note, "grace").is_some() {
        return None;
    }
    let kind = text_of(child(note, "type")?);
    let name = match kind.trim() {
        "breve" => "double whole",
        "16th" => "sixteenth",
        "32nd" => "thirty-second",
        "64th" => "sixty-fourth",
        known @ ("long" | "whole" | "half" | "quarter" | "eighth" | "128th" | "256th") => known,
        _ => return None,
    };
    let dots = match children(note, "dot").count() {
        0 => "",
        1 => "dotted ",
        2 => "double dotted ",
        _ => "triple dotted ",
    };
    Some(format!("{dots}{name}"))
}

/// What is written at a note.
fn marks(note: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    let starts = |name: &str| children(note, name).any(|node| node.attribute("type") == Some("start"));
    if starts("tie") {
        said.push("tied to the next".to_owned());
    }
    for node in
        children(note, "notations").flat_map(|notations| notations.children()).filter(Node::is_element)
    {
        let kind = node.attribute("type");
        match (node.tag_name().name(), kind) {
            ("slur", Some("start")) => said.push("slur begins".to_owned()),
            ("slur", Some("stop")) => said.push("slur ends".to_owned()),
            ("tuplet", Some("start")) => said.push(tuplet(note)),
            ("tuplet", Some("stop")) => said.push("end of the group".to_owned()),
            ("fermata", _) => said.push("fermata".to_owned()),
            ("arpeggiate", _) => said.push("arpeggio".to_owned()),
            ("glissando" | "slide", Some("start")) => said.push("glide to the next".to_owned()),
            ("articulations" | "ornaments" | "technical", _) => {
                said.extend(node.children().filter(Node::is_element).map(mark));
            }
            _ => {}
        }
    }
    for lyric in children(note, "lyric") {
        let text: Vec<String> = children(lyric, "text").map(|text| tidy(&text_of(text))).collect();
        let text = text.join(" ");
        if !text.is_empty() {
            let syllabic = child(lyric, "syllabic").map(text_of);
            let hyphen = matches!(syllabic.as_deref(), Some("begin" | "middle"));
            said.push(format!("sung \u{201c}{text}{}\u{201d}", if hyphen { "-" } else { "" }));
        }
    }
    said
}

/// Several notes in the time of others.
fn tuplet(note: Node<'_, '_>) -> String {
    let number = |name: &str| {
        let own = child(child(note, "time-modification")?, name)?;
        text_of(own).parse::<u32>().ok()
    };
    match (number("actual-notes"), number("normal-notes")) {
        (Some(3), Some(2)) => "triplet begins".to_owned(),
        (Some(actual), Some(normal)) => format!("{actual} in the time of {normal} begin"),
        _ => "group begins".to_owned(),
    }
}

/// A mark by its name in the standard, with its words where it has some.
fn mark(node: Node<'_, '_>) -> String {
    match node.tag_name().name() {
        "strong-accent" => "marcato".to_owned(),
        "breath-mark" => "breath".to_owned(),
        "trill-mark" => "trill".to_owned(),
        "fingering" => format!("finger {}", tidy(&text_of(node))),
        "string" => format!("string {}", tidy(&text_of(node))),
        "fret" => format!("fret {}", tidy(&text_of(node))),
        name => name.replace('-', " "),
    }
}
