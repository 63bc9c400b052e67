//! A score's metadata: the work, its people, its rights, its languages, its parts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use roxmltree::Node;

use crate::model::{Contributor, Metadata, Music};
use crate::xml::{XML_NAMESPACE, find_child, find_children, schema_language, text_of};

use super::signs;
use crate::draft::tidy_text;

/// Instruments of the largest orchestra, and languages of the largest choir.
const MAX_LISTED: usize = 64;
/// Kinds of creators, and their MARC relator codes. Who is not here is named without one.
const CREATOR_ROLES: [(&str, &str); 8] = [
    ("arranger", "arr"),
    ("composer", "cmp"),
    ("editor", "edt"),
    ("lyricist", "lyr"),
    ("poet", "lyr"),
    ("lyrics", "lyr"),
    ("transcriber", "trc"),
    ("translator", "trl"),
];
/// Names of the voices of a choir, by the letters of the specification (docs/rules/values.md#rule-6:
/// vocalParts).
const CHOIR_VOICES: [(char, &[&str]); 4] = [
    ('S', &["s", "soprano", "sopran", "sopranos", "treble"]),
    ('A', &["a", "alto", "alt", "altos", "contralto"]),
    ('T', &["t", "tenor", "tenors", "tenore"]),
    ('B', &["b", "bass", "basses", "basso", "baritone", "bariton"]),
];

/// The title of a score, when it names one.
pub(super) fn read_title(root: Node<'_, '_>) -> Option<String> {
    let titled = |credit: &Node<'_, '_>| {
        find_children(*credit, "credit-type").any(|kind| text_of(kind).eq_ignore_ascii_case("title"))
    };
    text_at_path(root, &["work", "work-title"]).or_else(|| text_at_path(root, &["movement-title"])).or_else(
        || {
            let credit = find_children(root, "credit").find(titled)?;
            text_at_path(credit, &["credit-words"])
        },
    )
}

/// Puts what the score says into the metadata of the book that it becomes, which is in words of its own
/// language.
pub(super) fn add_metadata(root: Node<'_, '_>, metadata: &mut Metadata) {
    let identification = find_child(root, "identification");
    let texts = |name: &'static str| -> Vec<String> {
        let all = identification.into_iter().flat_map(|node| find_children(node, name));
        all.map(|node| tidy_text(&text_of(node))).filter(|text| !text.is_empty()).collect()
    };
    let creators = identification.into_iter().flat_map(|node| find_children(node, "creator"));
    metadata.contributors = creators.filter_map(read_person).collect();
    metadata.rights = texts("rights");
    metadata.sources = texts("source");
    metadata.published = text_at_path(root, &["identification", "encoding", "encoding-date"]);
    for language in lyric_languages(root) {
        if !metadata.languages.contains(&language) {
            metadata.languages.push(language);
        }
    }
    metadata.music = Some(Box::new(read_music(root)));
}

/// The text of the element that this path leads to.
fn text_at_path(root: Node<'_, '_>, path: &[&str]) -> Option<String> {
    let found = path.iter().try_fold(root, |node, name| find_child(node, name));
    found.map(text_of).map(|text| tidy_text(&text)).filter(|text| !text.is_empty())
}

/// A composer is the author of the score, too: formats that know no composers name the authors.
fn read_person(creator: Node<'_, '_>) -> Option<Contributor> {
    let name = Some(tidy_text(&text_of(creator))).filter(|name| !name.is_empty())?;
    let kind = creator.attribute("type").unwrap_or("composer").trim().to_ascii_lowercase();
    let role = CREATOR_ROLES.iter().find(|(own, _)| *own == kind).map(|(_, role)| *role);
    let composer = role == Some("cmp");
    let roles = role.into_iter().chain(composer.then_some("aut")).map(str::to_owned).collect();
    Some(Contributor { name, roles, creator: composer, file_as: None })
}

fn lyric_languages(root: Node<'_, '_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for node in root.descendants() {
        let stated = match node.tag_name().name() {
            "lyric-language" | "text" => node.attribute((XML_NAMESPACE, "lang")),
            _ => None,
        };
        if let Some(language) = stated.and_then(schema_language)
            && found.len() < MAX_LISTED
            && !found.iter().any(|known| known == language)
        {
            found.push(language.to_owned());
        }
    }
    found
}

fn read_music(root: Node<'_, '_>) -> Music {
    let singing: HashSet<&str> = find_children(root, "part")
        .filter(|part| part.descendants().any(|node| node.tag_name().name() == "lyric"))
        .filter_map(|part| part.attribute("id"))
        .collect();
    let (mut instruments, mut voices) = (Vec::new(), String::new());
    for part in find_child(root, "part-list").into_iter().flat_map(|list| find_children(list, "score-part")) {
        let name = text_at_path(part, &["part-name"])
            .or_else(|| text_at_path(part, &["score-instrument", "instrument-name"]));
        let Some(name) = name else { continue };
        let sung = part.attribute("id").is_some_and(|id| singing.contains(id));
        match voice_letters(&name).filter(|_| sung) {
            Some(own) => voices.push_str(&own),
            None if instruments.len() < MAX_LISTED && !instruments.contains(&name) => instruments.push(name),
            None => {}
        }
    }
    let work = text_at_path(root, &["work", "work-title"]);
    Music {
        titled: read_title(root).is_some(),
        instruments,
        vocal_parts: Some(voices).filter(|voices| !voices.is_empty()),
        key: root.descendants().find(|node| node.tag_name().name() == "key").and_then(signs::key_name),
        movement_number: text_at_path(root, &["movement-number"]),
        movement_title: text_at_path(root, &["movement-title"])
            .filter(|title| work.as_ref().is_some_and(|work| work != title)),
        opus: text_at_path(root, &["work", "work-number"]),
        chord_symbols: root.descendants().any(|node| node.tag_name().name() == "harmony"),
        single_line: is_single_line(root),
    }
}

/// The letters of a part's voices: `T` for `Tenor 1`, `SA` for `S A`.
fn voice_letters(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let voice =
        |word: &str| CHOIR_VOICES.iter().find(|(_, names)| names.contains(&word)).map(|(letter, _)| *letter);
    let first = words.next()?;
    if let Some(letter) = voice(first) {
        return Some(std::iter::once(letter).chain(words.map_while(voice)).collect());
    }
    // The whole choir on one staff or two: `SATB`.
    let together = (2..=8).contains(&first.len()) && first.chars().all(|c| "satb".contains(c));
    together.then(|| first.to_uppercase())
}

/// Returns true if one part plays one note after the other on one staff.
fn is_single_line(root: Node<'_, '_>) -> bool {
    let mut parts = find_children(root, "part");
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
