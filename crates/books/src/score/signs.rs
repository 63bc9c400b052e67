//! Signs next to the notes: keys, times, clefs, directions, chords, repeats.

use roxmltree::Node;

use crate::xml::{child, children, text_of};

use crate::draft::tidy;

/// A sharp or a flat after the name of a note.
pub(super) fn altered(alter: &str) -> &'static str {
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

fn number(node: Node<'_, '_>, name: &str) -> Option<i32> {
    text_of(child(node, name)?).trim().parse().ok()
}

/// Key, time, clefs, transposition.
pub(super) fn attributes(node: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    said.extend(children(node, "key").filter_map(key));
    for time in children(node, "time") {
        let beats: Vec<String> = children(time, "beats").map(text_of).collect();
        let types: Vec<String> = children(time, "beat-type").map(text_of).collect();
        let signs: Vec<String> =
            beats.iter().zip(&types).map(|(beats, kind)| format!("{} {}", tidy(beats), tidy(kind))).collect();
        if !signs.is_empty() {
            said.push(format!("{} time", signs.join(" and ")));
        }
    }
    for clef in children(node, "clef") {
        let sign = child(clef, "sign").map(text_of).unwrap_or_default();
        let name = match (sign.trim(), number(clef, "line")) {
            ("G", Some(2) | None) => "treble clef".to_owned(),
            ("F", Some(4) | None) => "bass clef".to_owned(),
            ("C", Some(3)) => "alto clef".to_owned(),
            ("C", Some(4)) => "tenor clef".to_owned(),
            ("percussion", _) => "percussion clef".to_owned(),
            ("TAB", _) => "tablature".to_owned(),
            (sign @ ("G" | "F" | "C"), Some(line)) => format!("{sign} clef on line {line}"),
            _ => continue,
        };
        let staff = clef.attribute("number").filter(|_| children(node, "clef").count() > 1);
        said.push(staff.map_or(name.clone(), |staff| format!("staff {staff} {name}")));
    }
    for transpose in children(node, "transpose") {
        if let Some(steps) = number(transpose, "chromatic").filter(|steps| *steps != 0) {
            let way = if steps < 0 { "lower" } else { "higher" };
            said.push(format!("sounds {} half steps {way} than written", steps.unsigned_abs()));
        }
    }
    said
}

/// A key by its name: `D minor`.
pub(super) fn tonality(key: Node<'_, '_>) -> Option<String> {
    const MAJOR: [&str; 15] = [
        "C flat", "G flat", "D flat", "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B",
        "F sharp", "C sharp",
    ];
    const MINOR: [&str; 15] = [
        "A flat", "E flat", "B flat", "F", "C", "G", "D", "A", "E", "B", "F sharp", "C sharp", "G sharp",
        "D sharp", "A sharp",
    ];
    let fifths = number(key, "fifths")?;
    let at = usize::try_from(fifths.checked_add(7)?).ok()?;
    match child(key, "mode").map(text_of).as_deref().map(str::trim) {
        Some("major") => Some(format!("{} major", MAJOR.get(at)?)),
        Some("minor") => Some(format!("{} minor", MINOR.get(at)?)),
        _ => None,
    }
}

fn key(key: Node<'_, '_>) -> Option<String> {
    let fifths = number(key, "fifths").filter(|fifths| (-7..=7).contains(fifths))?;
    let signs = match fifths {
        0 => "no sharps or flats".to_owned(),
        1 => "1 sharp".to_owned(),
        -1 => "1 flat".to_owned(),
        sharps if sharps > 0 => format!("{sharps} sharps"),
        flats => format!("{} flats", flats.unsigned_abs()),
    };
    Some(match tonality(key) {
        Some(name) => format!("key of {name}, {signs}"),
        None => format!("key with {signs}"),
    })
}

/// The rehearsal mark of a direction.
pub(super) fn rehearsal(direction: Node<'_, '_>) -> Option<String> {
    let kinds = children(direction, "direction-type");
    let mut marks = kinds.flat_map(|kind| children(kind, "rehearsal"));
    marks.next().map(|mark| tidy(&text_of(mark))).filter(|mark| !mark.is_empty())
}

/// Words, dynamics, speeds.
pub(super) fn direction(direction: Node<'_, '_>) -> Vec<String> {
    let kinds = children(direction, "direction-type").flat_map(|kind| kind.children());
    kinds.filter(Node::is_element).filter_map(sign).collect()
}

fn sign(node: Node<'_, '_>) -> Option<String> {
    Some(match (node.tag_name().name(), node.attribute("type")) {
        ("words", _) => Some(tidy(&text_of(node))).filter(|words| !words.is_empty())?,
        ("dynamics", _) => dynamics(node.children().find(Node::is_element)?),
        ("metronome", _) => metronome(node)?,
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

fn dynamics(node: Node<'_, '_>) -> String {
    match node.tag_name().name() {
        "p" => "piano",
        "pp" => "pianissimo",
        "mp" => "mezzo piano",
        "f" => "forte",
        "ff" => "fortissimo",
        "mf" => "mezzo forte",
        "fp" => "forte piano",
        "sf" | "sfz" | "fz" => "sforzando",
        "other-dynamics" => return tidy(&text_of(node)),
        other => return other.chars().map(String::from).collect::<Vec<_>>().join(" "),
    }
    .to_owned()
}

fn metronome(node: Node<'_, '_>) -> Option<String> {
    let unit = tidy(&text_of(child(node, "beat-unit")?));
    let dotted = if child(node, "beat-unit-dot").is_some() { "dotted " } else { "" };
    let speed = tidy(&text_of(child(node, "per-minute")?));
    Some(format!("{speed} {dotted}{unit} notes a minute"))
}

/// A chord symbol.
pub(super) fn harmony(node: Node<'_, '_>) -> Option<String> {
    let root = child(node, "root")?;
    let step = tidy(&text_of(child(root, "root-step")?));
    let alter = child(root, "root-alter").map(text_of).unwrap_or_default();
    let kind = child(node, "kind").map(text_of).unwrap_or_default();
    let kind = match kind.trim() {
        "none" => return Some("no chord".to_owned()),
        other => tidy(&other.replace('-', " ")),
    };
    let bass = child(node, "bass").and_then(|bass| {
        let alter = child(bass, "bass-alter").map(text_of).unwrap_or_default();
        Some(format!(" over {}{}", tidy(&text_of(child(bass, "bass-step")?)), altered(&alter)))
    });
    Some(format!("chord {step}{} {kind}{}", altered(&alter), bass.unwrap_or_default()).replace("  ", " "))
}

/// Repeats, endings, the end.
pub(super) fn barline(node: Node<'_, '_>) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(ending) = child(node, "ending") {
        let number = tidy(ending.attribute("number").unwrap_or_default());
        match ending.attribute("type") {
            Some("start") => said.push(format!("ending {number} begins")),
            Some("stop" | "discontinue") => said.push(format!("ending {number} ends")),
            _ => {}
        }
    }
    let repeat = child(node, "repeat");
    match repeat.and_then(|repeat| repeat.attribute("direction")) {
        Some("forward") => said.push("repeat from here".to_owned()),
        Some("backward") => said.push(match repeat.and_then(|repeat| repeat.attribute("times")) {
            Some(times) => format!("repeat, {} times in all", tidy(times)),
            None => "repeat".to_owned(),
        }),
        _ => {
            if child(node, "bar-style").is_some_and(|style| text_of(style).trim() == "light-heavy") {
                said.push("end".to_owned());
            }
        }
    }
    said
}
