//! Names of copies in a zip file: `Family, Given - Title.epub`, safe on every system, and each once.

use std::collections::HashSet;

use domain::Name;
use domain::file_names::is_device_name;
use domain::normalization::is_ignorable;

/// Maximum length of a family name and of a given name, in bytes.
const MAX_NAME_BYTES: usize = 40;
/// Maximum length of the title, in bytes.
const MAX_TITLE_BYTES: usize = 80;

/// The names of copies of these people, in their order. They differ in more than upper and lower case.
pub(super) fn copy_names(people: &[&Name], title: &str, extension: &str) -> Vec<String> {
    let title = clean_part(title, MAX_TITLE_BYTES);
    let mut known = HashSet::new();
    let name = |person: &&Name| {
        let names = [&person.last, &person.first].map(|name| clean_part(name, MAX_NAME_BYTES));
        let person = join_parts(&names, ", ");
        let stem = avoid_device(join_parts(&[person, title.clone()], " - "));
        let mut name = format!("{stem}.{extension}");
        let mut number = 2;
        while !known.insert(name.to_lowercase()) {
            name = format!("{stem} ({number}).{extension}");
            number += 1;
        }
        name
    };
    people.iter().map(name).collect()
}

fn join_parts(parts: &[String], separator: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(separator)
}

/// The text without what is special in names of files, or cannot be seen, cut to a length.
fn clean_part(text: &str, max_bytes: usize) -> String {
    let visible: String = text.chars().map(|c| if is_special(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let mut part = words.join(" ");
    part.truncate(part.floor_char_boundary(max_bytes));
    // A dot at the beginning hides a file, and one at the end gets lost.
    part.trim_matches(|c: char| c == '.' || c == ' ').to_owned()
}

fn is_special(c: char) -> bool {
    c.is_control()
        || "/\\:*?\"<>|".contains(c)
        || is_ignorable(c)
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FFF9}'..='\u{FFFB}')
}

/// The name, changed if it is that of a device or empty.
fn avoid_device(stem: String) -> String {
    let is_empty = stem.split('.').next().is_none_or(|first| first.trim().is_empty());
    if is_empty || is_device_name(&stem) { format!("_{stem}") } else { stem }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use domain::Name;
    use proptest::collection::vec;
    use proptest::prelude::any;

    use super::copy_names;

    fn name_copies(people: &[(&str, &str)], title: &str) -> Vec<String> {
        let people: Vec<Name> = people.iter().map(|(first, last)| Name::new(*first, *last)).collect();
        copy_names(&people.iter().collect::<Vec<_>>(), title, "epub")
    }

    #[test]
    fn a_copy_has_the_names_of_its_reader_and_of_the_title() {
        let names = name_copies(&[("Olive", "Marsh"), ("Zoë", ""), ("", "Núñez")], "Die Fähre");
        assert_eq!(
            names,
            ["Marsh, Olive - Die Fähre.epub", "Zoë - Die Fähre.epub", "Núñez - Die Fähre.epub"]
        );
    }

    #[test]
    fn names_that_would_be_the_same_are_numbered() {
        let names = name_copies(&[("Bo", "Li"), ("bo", "li"), ("Bo", "Li")], "Tides");
        assert_eq!(names, ["Li, Bo - Tides.epub", "li, bo - Tides (2).epub", "Li, Bo - Tides (3).epub"]);
    }

    #[test]
    fn hostile_names_stay_in_the_folder_and_are_seen() {
        for (first, last, title, expected) in [
            ("..", "..", "../../etc/passwd", "etc passwd.epub"),
            ("/root", "C:\\Windows", "a\0b", "C Windows, root - a b.epub"),
            ("gpj.\u{202E}", "Eve\u{200B}", "x\r\ny", "Eve, gpj - x y.epub"),
            ("", "CON.", ".htaccess", "CON - htaccess.epub"),
            ("", "nul.x", "", "_nul.x.epub"),
            ("", "Com1", "", "_Com1.epub"),
            ("", "", "  ", "_.epub"),
        ] {
            assert_eq!(name_copies(&[(first, last)], title), [expected], "{first:?} {last:?} {title:?}");
        }
        let long = "ä".repeat(500);
        let name = name_copies(&[(&long, "Li")], &long).remove(0);
        assert!(name.len() <= 80 + 3 + 80 + 5, "{}", name.len());
    }

    proptest::proptest! {
        #[test]
        fn any_name_is_safe(people in vec(any::<(String, String)>(), 1..8), title in any::<String>()) {
            let people: Vec<(&str, &str)> =
                people.iter().map(|(first, last)| (first.as_str(), last.as_str())).collect();
            let names = name_copies(&people, &title);
            let lower: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
            assert_eq!(lower.len(), people.len());
            for name in names {
                let stem = name.strip_suffix(".epub").unwrap();
                assert!(name.len() < 200 && !stem.is_empty() && !stem.starts_with(['.', ' ']), "{name}");
                assert!(!name.contains(['/', '\\', ':', '\0', '\n', '\u{202E}']), "{name:?}");
            }
        }
    }
}
