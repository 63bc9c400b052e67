//! A score's metadata: the work, its people, its rights, its languages, its parts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use roxmltree::Node;

use crate::model::{Contributor, Metadata, Music};
use crate::xml::{XML, child, children, language, text_of};

use super::signs;
use crate::draft::tidy;

/// Instruments of the largest orchestra, and languages of the largest choir.
const MOST: usize = 64;
/// Kinds of creators, and their MARC relator codes. Who is not here is named without one.
const ROLES: [(&str, &str); 8] = [
    ("arranger", "arr"),
    ("composer", "cmp"),
    ("editor", "edt"),
    ("lyricist", "lyr"),
    ("poet", "lyr"),
    ("lyrics", "lyr"),
    ("transcriber", "trc"),
    ("translator", "trl"),
];
/// What the voices of a choir are called, by the letters of the specification (docs/rules/values.md#rule-6:
/// vocalParts).
const VOICES: [(char, &[&str]); 4] = [
    ('S', &["s", "soprano", "sopran", "sopranos", "treble"]),
    ('A', &["a", "alto", "alt", "altos", "contralto"]),
    ('T', &["t", "tenor", "tenors", "tenore"]),
    ('B', &["b", "bass", "basses", "basso", "baritone", "bariton"]),
];

/// The title of a score, when it names one.
pub(super) fn title(root: Node<'_, '_>) -> Option<String> {
    let titled = |credit: &Node<'_, '_>| {
        children(*credit, "credit-type").any(|kind| text_of(kind).eq_ignore_ascii_case("title"))
    };
    own(root, &["work", "work-title"]).or_else(|| own(root, &["movement-title"])).or_else(|| {
        let credit = children(root, "credit").find(titled)?;
        own(credit, &["credit-words"])
    })
}

/// Puts what the score says into the metadata of the book that it becomes, which is in words of its own
/// language.
pub(super) fn add(root: Node<'_, '_>, metadata: &mut Metadata) {
    let identification = child(root, "identification");
    let texts = |name: &'static str| -> Vec<String> {
        let all = identification.into_iter().flat_map(|node| children(node, name));
        all.map(|node| tidy(&text_of(node))).filter(|text| !text.is_empty()).collect()
    };
    let creators = identification.into_iter().flat_map(|node| children(node, "creator"));
    metadata.contributors = creators.filter_map(person).collect();
    metadata.rights = texts("rights");
    metadata.sources = texts("source");
    metadata.published = own(root, &["identification", "encoding", "encoding-date"]);
    for language in sung(root) {
        if !metadata.languages.contains(&language) {
            metadata.languages.push(language);
        }
    }
    metadata.music = Some(Box::new(music(root)));
}

/// The text of the element that this path leads to.
fn own(root: Node<'_, '_>, path: &[&str]) -> Option<String> {
    let found = path.iter().try_fold(root, |node, name| child(node, name));
    found.map(text_of).map(|text| tidy(&text)).filter(|text| !text.is_empty())
}

/// A composer is the author of the score, too: formats that know no composers name the authors.
fn person(creator: Node<'_, '_>) -> Option<Contributor> {
    let name = Some(tidy(&text_of(creator))).filter(|name| !name.is_empty())?;
    let kind = creator.attribute("type").unwrap_or("composer").trim().to_ascii_lowercase();
    let role = ROLES.iter().find(|(own, _)| *own == kind).map(|(_, role)| *role);
    let composer = role == Some("cmp");
    let roles = role.into_iter().chain(composer.then_some("aut")).map(str::to_owned).collect();
    Some(Contributor { name, roles, creator: composer, file_as: None })
}

/// The languages of the lyrics, as far as they are named.
fn sung(root: Node<'_, '_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for node in root.descendants() {
        let stated = match node.tag_name().name() {
            "lyric-language" | "text" => node.attribute((XML, "lang")),
            _ => None,
        };
        if let Some(language) = stated.and_then(language)
            && found.len() < MOST
            && !found.iter().any(|known| known == language)
        {
            found.push(language.to_owned());
        }
    }
    found
}

fn music(root: Node<'_, '_>) -> Music {
    let singing: HashSet<&str> = children(root, "part")
        .filter(|part| part.descendants().any(|node| node.tag_name().name() == "lyric"))
        .filter_map(|part| part.attribute("id"))
        .collect();
    let (mut instruments, mut voices) = (Vec::new(), String::new());
    for part in child(root, "part-list").into_iter().flat_map(|list| children(list, "score-part")) {
        let name = own(part, &["part-name"]).or_else(|| own(part, &["score-instrument", "instrument-name"]));
        let Some(name) = name else { continue };
        let sung = part.attribute("id").is_some_and(|id| singing.contains(id));
        match letters(&name).filter(|_| sung) {
            Some(own) => voices.push_str(&own),
            None if instruments.len() < MOST && !instruments.contains(&name) => instruments.push(name),
            None => {}
        }
    }
    let work = own(root, &["work", "work-title"]);
    Music {
        titled: title(root).is_some(),
        instruments,
        vocal_parts: Some(voices).filter(|voices| !voices.is_empty()),
        key: root.descendants().find(|node| node.tag_name().name() == "key").and_then(signs::tonality),
        movement_number: own(root, &["movement-number"]),
        movement_title: own(root, &["movement-title"])
            .filter(|title| work.as_ref().is_some_and(|work| work != title)),
        opus: own(root, &["work", "work-number"]),
        chord_symbols: root.descendants().any(|node| node.tag_name().name() == "harmony"),
        single_line: is_single_line(root),
    }
}

/// The letters of a part's voices: `T` for `Tenor 1`, `SA` for `S A`.
fn letters(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let voice =
        |word: &str| VOICES.iter().find(|(_, names)| names.contains(&word)).map(|(letter, _)| *letter);
    let first = words.next()?;
    if let Some(letter) = voice(first) {
        return Some(std::iter::once(letter).chain(words.map_while(voice)).collect());
    }
    // The whole choir on one staff or two: `SATB`.
    let together = (2..=8).contains(&first.len()) && first.chars().all(|c| "satb".contains(c));
    together.then(|| first.to_uppercase())
}

/// Whether one part plays one note after the other on one staff.
fn is_single_line(root: Node<'_, '_>) -> bool {
    let mut parts = children(root, "part");
    let (Some(part), None) = (parts.next(), parts.next()) else { return false };
    let mut lines: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for node in part.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "chord" => return false,
            name @ ("voice" | "staff") => {
                lines.entry(name).or_default().insert(node.text().unwrap_or_default().trim());
            }
            _ => {}
        }
    }
    lines.values().all(|lines| lines.len() == 1)
}
