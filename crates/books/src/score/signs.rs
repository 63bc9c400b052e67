//! Signs next to the notes: keys, times, clefs, directions, chords, repeats.

use roxmltree::Node;

use crate::xml::{find_child, find_children, text_of};

use crate::draft::tidy_text;

/// A sharp or a flat after the name of a note.
pub(super) fn alteration_name(alter: &str) -> &'static str {
    match alter.trim() {
        "" | "0" => "",
        "1" => " sharp",
        "-1" => " flat",
        "2" => " double sharp",
        "-2" => " double flat",
        "0.5" => " quarter sharp",
        "-0.5" => " quarter flat",
        _ => " altered",
    }
}

fn child_number(node: Node<'_, '_>, name: &str) -> Option<i32> {
    text_of(find_child(node, name)?).trim().parse().ok()
}

/// Key, time, clefs, transposition.
pub(super) fn attribute_words(node: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(find_children(node, "key").filter_map(key_words));
    for time in find_children(node, "time") {
        let beats: Vec<String> = find_children(time, "beats").map(text_of).collect();
        let types: Vec<String> = find_children(time, "beat-type").map(text_of).collect();
        let signs: Vec<String> = beats
            .iter()
            .zip(&types)
            .map(|(beats, kind)| format!("{} {}", tidy_text(beats), tidy_text(kind)))
            .collect();
        if !signs.is_empty() {
            said.push(format!("{} time", signs.join(" and ")));
        }
    }
    for clef in find_children(node, "clef") {
        let sign = find_child(clef, "sign").map(text_of).unwrap_or_default();
        let name = match (sign.trim(), child_number(clef, "line")) {
            ("G", Some(2) | None) => "treble clef".to_owned(),
            ("F", Some(4) | None) => "bass clef".to_owned(),
            ("C", Some(3)) => "alto clef".to_owned(),
            ("C", Some(4)) => "tenor clef".to_owned(),
            ("percussion", _) => "percussion clef".to_owned(),
            ("TAB", _) => "tablature".to_owned(),
            (sign @ ("G" | "F" | "C"), Some(line)) => format!("{sign} clef on line {line}"),
            _ => continue,
        };
        let staff = clef.attribute("number").filter(|_| find_children(node, "clef").count() > 1);
        said.push(staff.map_or(name.clone(), |staff| format!("staff {staff} {name}")));
    }
    for transpose in find_children(node, "transpose") {
        if let Some(steps) = child_number(transpose, "chromatic").filter(|steps| *steps != 0) {
            let way = if steps < 0 { "lower" } else { "higher" };
            said.push(format!("sounds {} half steps {way} than written", steps.unsigned_abs()));
        }
    }
    said
}

/// A key by its name: `D minor`.
pub(super) fn key_name(key: Node<'_, '_>) -> Option<String> {
    const MAJOR_KEYS: [&str; 15] = [
        "C flat", "G flat", "D flat", "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B",
        "F sharp", "C sharp",
    ];
    const MINOR_KEYS: [&str; 15] = [
        "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B", "F sharp", "C sharp", "G sharp",
        "D sharp", "A sharp",
    ];
    let fifths = child_number(key, "fifths")?;
    let at = usize::try_from(fifths.checked_add(7)?).ok()?;
    match find_child(key, "mode").map(text_of).as_deref().map(str::trim) {
        Some("major") => Some(format!("{} major", MAJOR_KEYS.get(at)?)),
        Some("minor") => Some(format!("{} minor", MINOR_KEYS.get(at)?)),
        _ => None,
    }
}

fn key_words(key: Node<'_, '_>) -> Option<String> {
    let fifths = child_number(key, "fifths").filter(|fifths| (-7..=7).contains(fifths))?;
    let signs = match fifths {
        0 => "no sharps or flats".to_owned(),
        1 => "1 sharp".to_owned(),
        -1 => "1 flat".to_owned(),
        sharps if sharps > 0 => format!("{sharps} sharps"),
        flats => format!("{} flats", flats.unsigned_abs()),
    };
    Some(match key_name(key) {
        Some(name) => format!("key of {name}, {signs}"),
        None => format!("key with {signs}"),
    })
}

pub(super) fn rehearsal_mark(direction: Node<'_, '_>) -> Option<String> {
    let kinds = find_children(direction, "direction-type");
    let mut marks = kinds.flat_map(|kind| find_children(kind, "rehearsal"));
    marks.next().map(|mark| tidy_text(&text_of(mark))).filter(|mark| !mark.is_empty())
}

/// Words, dynamics, speeds.
pub(super) fn direction_words(direction: Node<'_, '_>) -> Vec<String> {
    let kinds = find_children(direction, "direction-type").flat_map(|kind| kind.children());
    kinds.filter(Node::is_element).filter_map(sign_words).collect()
}

fn sign_words(node: Node<'_, '_>) -> Option<String> {
    Some(match (node.tag_name().name(), node.attribute("type")) {
        ("words", _) => Some(tidy_text(&text_of(node))).filter(|words| !words.is_empty())?,
        ("dynamics", _) => dynamics_words(node.children().find(Node::is_element)?),
        ("metronome", _) => metronome_words(node)?,
        ("wedge", Some("crescendo")) => "growing louder".to_owned(),
        ("wedge", Some("diminuendo")) => "growing softer".to_owned(),
        ("wedge", Some("stop")) => "no further".to_owned(),
        ("segno", _) => "segno".to_owned(),
        ("coda", _) => "coda".to_owned(),
        ("pedal", Some("start")) => "pedal".to_owned(),
        ("pedal", Some("stop")) => "pedal up".to_owned(),
        ("octave-shift", Some("down")) => "written an octave lower than it sounds".to_owned(),
        ("octave-shift", Some("up")) => "written an octave higher than it sounds".to_owned(),
        ("octave-shift", Some("stop")) => "as written again".to_owned(),
        _ => return None,
    })
}

fn dynamics_words(node: Node<'_, '_>) -> String {
    match node.tag_name().name() {
        "p" => "piano",
        "pp" => "pianissimo",
        "mp" => "mezzo piano",
        "f" => "forte",
        "ff" => "fortissimo",
        "mf" => "mezzo forte",
        "fp" => "forte piano",
        "sf" | "sfz" | "fz" => "sforzando",
        "other-dynamics" => return tidy_text(&text_of(node)),
        other => return other.chars().map(String::from).collect::<Vec<_>>().join(" "),
    }
    .to_owned()
}

fn metronome_words(node: Node<'_, '_>) -> Option<String> {
    let unit = tidy_text(&text_of(find_child(node, "beat-unit")?));
    let dotted = if find_child(node, "beat-unit-dot").is_some() { "dotted " } else { "" };
    let speed = tidy_text(&text_of(find_child(node, "per-minute")?));
    Some(format!("{speed} {dotted}{unit} notes a minute"))
}

pub(super) fn chord_symbol(node: Node<'_, '_>) -> Option<String> {
    let root = find_child(node, "root")?;
    let step = tidy_text(&text_of(find_child(root, "root-step")?));
    let alter = find_child(root, "root-alter").map(text_of).unwrap_or_default();
    let kind = find_child(node, "kind").map(text_of).unwrap_or_default();
    let kind = match kind.trim() {
        "none" => return Some("no chord".to_owned()),
        other => tidy_text(&other.replace('-', " ")),
    };
    let bass = find_child(node, "bass").and_then(|bass| {
        let alter = find_child(bass, "bass-alter").map(text_of).unwrap_or_default();
        Some(format!(
            " over {}{}",
            tidy_text(&text_of(find_child(bass, "bass-step")?)),
            alteration_name(&alter)
        ))
    });
    Some(
        format!("chord {step}{} {kind}{}", alteration_name(&alter), bass.unwrap_or_default())
            .replace("  ", " "),
    )
}

/// Repeats, endings, the end.
pub(super) fn barline_words(node: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(ending) = find_child(node, "ending") {
        let number = tidy_text(ending.attribute("number").unwrap_or_default());
        match ending.attribute("type") {
            Some("start") => said.push(format!("ending {number} begins")),
            Some("stop" | "discontinue") => said.push(format!("ending {number} ends")),
            _ => {}
        }
    }
    let repeat = find_child(node, "repeat");
    match repeat.and_then(|repeat| repeat.attribute("direction")) {
        Some("forward") => said.push("repeat from here".to_owned()),
        Some("backward") => said.push(match repeat.and_then(|repeat| repeat.attribute("times")) {
            Some(times) => format!("repeat, {} times in all", tidy_text(times)),
            None => "repeat".to_owned(),
        }),
        _ => {
            if find_child(node, "bar-style").is_some_and(|style| text_of(style).trim() == "light-heavy") {
                said.push("end".to_owned());
            }
        }
    }
    said
}
