//! Names of people as packages state them: several in one statement, last name first, with dates and roles.

mod given_names;

use crate::model::Contributor;
use given_names::is_given_name;

/// More people than this are not in one statement.
const MAX_PEOPLE: usize = 50;

/// Words for several people, between the last two of them.
const JOINING_WORDS: [&str; 9] = ["&", "＆", "and", "und", "et", "en", "och", "og", "и"];

/// Suffixes of names, such as degrees.
const SUFFIXES: &str = "jr sr jun sen junior senior ii iii iv md phd esq dr prof msc dds mba obe cbe sj";

/// Words of names that belong to no person: these are not inverted, and `and` is a part of them.
const CORPORATE_WORDS: &str = "inc incorporated ltd limited llc llp plc gmbh ag corp corporation co company press publishing \
    publishers publications books verlag verlagsgruppe éditions editions editorial editora \
    university université universität universidad college school institute institut instituto \
    society association foundation stiftung museum library bibliothek bibliothèque council committee \
    commission department ministry office agency bureau center centre group team editors authors \
    contributors federation organization organisation academy states nations government project the \
    of";

/// MARC relator codes, and the words for them that are written after a name.
const ROLE_CODES: [(&str, &str); 10] = [
    ("aut", "author aut autor auteur"),
    ("edt", "editor editors ed eds hg hrsg herausgeber"),
    ("trl", "translator trans transl übersetzer traducteur"),
    ("ill", "illustrator ill illus"),
    ("nrt", "narrator reader sprecher"),
    ("cmp", "composer"),
    ("wfw", "foreword"),
    ("aui", "introduction"),
    ("aft", "afterword"),
    ("pht", "photographer"),
];

/// Texts that programs write where nobody is named.
const NOBODY_NAMES: [&str; 13] = [
    "unknown", "unknown author", "author unknown", "n/a", "none", "null", "unbekannt", "inconnu",
    "auteur inconnu", "desconocido", "autor desconocido", "desconhecido", "sconosciuto",
];

/// The people of one statement, with the names to sort by that the statement adds (`file-as`), and the roles
/// that it adds in words.
pub(crate) fn read_people(text: &str, file_as: Option<&str>) -> Vec<Contributor> {
    let text = collapse_spaces(text);
    let sorted = file_as.map(collapse_spaces).filter(|sorted| !sorted.is_empty() && !is_nobody(sorted));
    if text.is_empty() || is_nobody(&text) {
        return Vec::new();
    }
    let names = split_people(&text);
    let mut orders = sorted.as_deref().map(split_people).unwrap_or_default();
    if let [name] = names.as_slice() {
        // Some programs write those of all people of the book to the first.
        let own =
            orders.iter().find(|order| has_same_words(order, name)).cloned().filter(|_| orders.len() > 1);
        orders = own.or(sorted).into_iter().collect();
    } else if orders.len() != names.len() {
        orders.clear();
    }
    let mut orders = orders.into_iter();
    let people = names.iter().map(|name| read_person(name, orders.next().as_deref()));
    people.filter(|person| !is_nobody(&person.name)).collect()
}

fn collapse_spaces(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == '\u{200B}')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn is_nobody(name: &str) -> bool {
    !name.contains(char::is_alphanumeric) || NOBODY_NAMES.contains(&name.to_lowercase().as_str())
}

fn split_people(text: &str) -> Vec<String> {
    // Nothing but a list has these signs.
    let parts = split_nonempty(text, &[';', '；', '、', '|']);
    if parts.len() > 1 {
        return parts.iter().flat_map(|part| split_joined(part)).take(MAX_PEOPLE).collect();
    }
    split_joined(text)
}

fn split_nonempty(text: &str, separators: &[char]) -> Vec<String> {
    let parts = text.split(separators).map(|part| part.trim().trim_end_matches(',').trim());
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The names in `A and B`, `A, B and C`, `A / B`; the text itself if it may be one name.
fn split_joined(text: &str) -> Vec<String> {
    let whole = || vec![text.to_owned()];
    let sides = split_at_joints(text);
    if sides.iter().any(|side| side.is_empty() || is_corporate(side)) {
        return whole();
    }
    if let [only] = sides.as_slice() {
        return split_commas(only).unwrap_or_else(whole);
    }
    let mut names: Vec<String> = Vec::new();
    for (n, side) in sides.iter().enumerate() {
        // The commas before the last joint divide people, unless they are all in the order they are sorted
        // by.
        match split_list(side).filter(|_| n + 1 < sides.len()) {
            Some(several) => names.extend(several),
            None => names.push(side.clone()),
        }
    }
    if names.len() <= MAX_PEOPLE && names.iter().all(|name| is_full_name(name)) { names } else { whole() }
}

/// A statement at its joints and slashes.
fn split_at_joints(text: &str) -> Vec<String> {
    let mut sides = vec![String::new()];
    let slashes = text.replace('/', " / ");
    for word in slashes.split_whitespace() {
        let joint = word == "/" || JOINING_WORDS.contains(&word.to_lowercase().as_str());
        match sides.last_mut() {
            Some(side) if !joint => {
                if !side.is_empty() {
                    side.push(' ');
                }
                side.push_str(word);
            }
            _ => sides.push(String::new()),
        }
    }
    sides.iter().map(|side| side.trim().trim_matches(',').trim().to_owned()).collect()
}

/// The names in the part of a list before its joint: `Ann Lee, Bo Chen` and `Lee, A., Chen, B.`.
fn split_list(text: &str) -> Option<Vec<String>> {
    let parts = split_nonempty(text, &[',']);
    if parts.len() < 2 || parts.iter().skip(1).any(|part| is_suffix(part)) {
        return None;
    }
    if parts.iter().all(|part| count_words(part) >= 2) {
        return Some(parts);
    }
    // Last and first names by turns.
    (parts.len() >= 4 && parts.len().is_multiple_of(2))
        .then(|| parts.chunks(2).map(|pair| pair.join(", ")).collect())
}

/// The names in a list without a joint. Two may be one that begins with its last name, unless the first of
/// them begins with a first name.
fn split_commas(text: &str) -> Option<Vec<String>> {
    let parts = split_nonempty(text, &[',']);
    let full = parts.iter().all(|part| count_words(part) >= 2 && is_name(part) && !is_suffix(part));
    let begins = || parts[0].split_whitespace().next().is_some_and(is_given_name);
    if full && (parts.len() >= 3 || (parts.len() == 2 && begins())) {
        return Some(parts);
    }
    let by_turns = parts.len() >= 4 && parts.iter().skip(1).step_by(2).all(|part| is_initials(part));
    split_list(text).filter(|_| by_turns)
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Returns true if a part of a list is a whole name, and not a first name that shares its last name with
/// the next.
fn is_full_name(text: &str) -> bool {
    let (text, _) = split_role(text);
    let inverted =
        text.split_once(',').is_some_and(|(last, first)| !last.is_empty() && !first.trim().is_empty());
    is_name(text) && (inverted || count_words(text) >= 2 || is_unspaced(text))
}

/// Returns true if every word begins as names do, or is a particle.
fn is_name(text: &str) -> bool {
    let mut found = false;
    let fits = text.split_whitespace().all(|word| {
        let first = word.chars().find(|c| c.is_alphanumeric());
        let capital = first.is_some_and(|c| c.is_alphabetic() && !c.is_lowercase());
        found |= capital;
        capital || word.chars().count() <= 4 && first.is_none_or(char::is_alphabetic)
    });
    fits && found
}

fn is_initials(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > 0 && letters <= 4 && text.chars().all(|c| c.is_uppercase() || matches!(c, '.' | ' ' | '-'))
}

/// Returns true if a name is in a script without spaces and inversion.
fn is_unspaced(text: &str) -> bool {
    text.chars()
        .filter(|c| c.is_alphabetic())
        .all(|c| matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'))
}

fn bare_word(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_listed(list: &str, word: &str) -> bool {
    let word = bare_word(word);
    list.split(' ').any(|listed| listed == word)
}

fn is_suffix(text: &str) -> bool {
    text.split_whitespace().all(|word| is_listed(SUFFIXES, word))
}

fn is_corporate(text: &str) -> bool {
    let is_word = |word: &str| is_listed(CORPORATE_WORDS, word);
    // `Press, Bill` is a person of this name.
    let is_last_name =
        text.split_once(',').is_some_and(|(last, first)| is_word(last) && !first.split(' ').any(is_word));
    !is_last_name && text.split([' ', ',']).any(is_word)
}

/// Returns true if a name joins last names: `Simon & Schuster`.
fn is_firm(text: &str) -> bool {
    let sides = split_at_joints(text);
    sides.len() > 1 && !text.contains(',') && sides.last().is_some_and(|side| count_words(side) == 1)
}

fn read_person(text: &str, sorted: Option<&str>) -> Contributor {
    let (text, role) = split_role(text);
    let (name, file_as) = order_name(text, sorted.map(|sorted| split_role(sorted).0));
    Contributor { name, file_as, roles: role.map(str::to_owned).into_iter().collect(), creator: false }
}

/// The name in the order of speech, and the name by which it is sorted, if the statement gives it; the name
/// itself if it is never inverted.
fn order_name(text: &str, sorted: Option<&str>) -> (String, Option<String>) {
    if is_corporate(text) || is_firm(text) || (is_unspaced(text) && !text.contains([',', '，'])) {
        return (text.to_owned(), Some(sorted.unwrap_or(text).to_owned()));
    }
    // Some programs exchange the two.
    if let Some(sorted) =
        sorted.filter(|sorted| text.contains(',') && !sorted.contains(',') && has_same_words(text, sorted))
    {
        return (sorted.to_owned(), Some(strip_dates(text)));
    }
    let sorted = sorted.filter(|sorted| *sorted != text && count_words(sorted) > 0).map(str::to_owned);
    match invert_name(text) {
        Some((name, file_as)) => (name, sorted.or(file_as)),
        None => (text.to_owned(), sorted),
    }
}

fn has_same_words(a: &str, b: &str) -> bool {
    let sorted = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(bare_word).collect();
        words.sort();
        words
    };
    sorted(a) == sorted(b)
}

/// The name in the order of speech and in the order that it is sorted by; `None` for a name in the order of
/// speech.
fn invert_name(text: &str) -> Option<(String, Option<String>)> {
    let parts: Vec<&str> =
        text.split([',', '，']).map(str::trim).filter(|part| !part.is_empty() && !is_dates(part)).collect();
    let (last, first, suffix) = match parts.as_slice() {
        // Dates alone were behind the comma.
        [only] if text.contains([',', '，']) => return Some(((*only).to_owned(), None)),
        // `Martin Luther King, Jr.` is in the order of speech; `King, Jr.` has no first name.
        [_, suffix] if is_suffix(suffix) => return None,
        [last, first] => (last, first, None),
        [last, first, suffix] if is_suffix(suffix) => (last, first, Some(suffix)),
        [last, suffix, first] if is_suffix(suffix) => (last, first, Some(suffix)),
        _ => return None,
    };
    // `Pliny, the Elder` is in the order of speech.
    if first.starts_with(char::is_lowercase) && !is_particle(first) {
        return None;
    }
    if is_unspaced(last) && is_unspaced(first) {
        return Some((format!("{last}{first}"), Some(format!("{last}, {first}"))));
    }
    let end = suffix.map(|suffix| format!(", {suffix}")).unwrap_or_default();
    Some((format!("{first} {last}{end}"), Some(format!("{last}, {first}{end}"))))
}

/// `Goethe, Johann Wolfgang von`, `Beauvoir, de`
fn is_particle(text: &str) -> bool {
    const PARTICLES: &str = "von van de da di du del della der den la le el al ibn bin";
    text.split_whitespace().all(|word| is_listed(PARTICLES, word))
}

/// Years of birth and death, as library catalogs add them: `1775-1817`, `b. 1950`.
fn is_dates(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits >= 3 && letters <= 5
}

fn strip_dates(text: &str) -> String {
    text.split(',').map(str::trim).filter(|part| !is_dates(part)).collect::<Vec<_>>().join(", ")
}

/// A name without the role in parentheses after it: `Ann Lee (Editor)`, `Lee, Ann [ed.]`.
fn split_role(text: &str) -> (&str, Option<&'static str>) {
    let text = ["by ", "By "].iter().find_map(|by| text.strip_prefix(by)).unwrap_or(text).trim();
    let found = text.strip_suffix([')', ']']).and_then(|inside| inside.rsplit_once(['(', '[']));
    let Some((name, note)) = found.filter(|(name, _)| !name.trim().is_empty()) else { return (text, None) };
    match ROLE_CODES.iter().find(|(_, words)| is_listed(words, note)) {
        Some((code, _)) => (name.trim().trim_end_matches(','), Some(code)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `name | file-as`, joined by `+`.
    fn read_and_format(text: &str, file_as: Option<&str>) -> String {
        let people = read_people(text, file_as).into_iter().map(|person| match person.file_as {
            Some(sorted) => format!("{} | {sorted}", person.name),
            None => person.name,
        });
        people.collect::<Vec<_>>().join(" + ")
    }

    #[test]
    fn a_name_in_the_order_of_sorting_is_shown_in_the_order_of_speech() {
        for (text, expected) in [
            ("Tolland Hale, Margery", "Margery Tolland Hale | Tolland Hale, Margery"),
            ("Smith, John", "John Smith | Smith, John"),
            ("Le Guin, Ursula K.", "Ursula K. Le Guin | Le Guin, Ursula K."),
            ("García Márquez, Gabriel José", "Gabriel José García Márquez | García Márquez, Gabriel José"),
            ("Goethe, Johann Wolfgang von", "Johann Wolfgang von Goethe | Goethe, Johann Wolfgang von"),
            ("Austen, Jane, 1775-1817", "Jane Austen | Austen, Jane"),
            ("King, Martin Luther, Jr.", "Martin Luther King, Jr. | King, Martin Luther, Jr."),
            ("Homer, 800?-700? BC", "Homer"),
            ("Jane Austen, 1775-1817", "Jane Austen"),
            ("Church, Alfred John", "Alfred John Church | Church, Alfred John"),
            ("Press, Bill", "Bill Press | Press, Bill"),
            ("Smith,John", "John Smith | Smith, John"),
            ("村上, 春樹", "村上春樹 | 村上, 春樹"),
        ] {
            assert_eq!(read_and_format(text, None), expected, "{text}");
        }
    }

    #[test]
    fn a_name_in_the_order_of_speech_stays() {
        for text in ["Margery Tolland Hale", "Homer", "Martin Luther King, Jr.", "Ludwig van Beethoven"] {
            assert_eq!(read_and_format(text, None), text.to_owned(), "{text}");
        }
        for text in ["村上春樹", "Pliny, the Elder", "Catherine of Siena"] {
            assert_eq!(read_and_format(text, None), format!("{text} | {text}"), "never inverted");
        }
    }

    #[test]
    fn several_people_in_one_statement_are_several() {
        for text in [
            "Ann Lee & Bo Chen", "Ann Lee and Bo Chen", "Ann Lee; Bo Chen", "Ann Lee;Bo Chen;",
            "Ann Lee und Bo Chen", "Ann Lee / Bo Chen", "Ann Lee/Bo Chen", "Ann Lee | Bo Chen",
            "by Ann Lee and Bo Chen",
        ] {
            assert_eq!(read_and_format(text, None), "Ann Lee + Bo Chen", "{text}");
        }
        for text in [
            "Ann Lee, Bo Chen and Cy Dow", "Ann Lee, Bo Chen, and Cy Dow", "Ann Lee, Bo Chen, Cy Dow",
            "Ann Lee; Bo Chen & Cy Dow",
        ] {
            assert_eq!(read_and_format(text, None), "Ann Lee + Bo Chen + Cy Dow", "{text}");
        }
        assert_eq!(read_and_format("Ann Lee, Bo Chen", None), "Ann Lee + Bo Chen", "Ann is a first name");
        for text in ["Lee, Ann & Chen, Bo", "Lee, Ann; Chen, Bo", "Lee, Ann and Chen, Bo"] {
            assert_eq!(read_and_format(text, None), "Ann Lee | Lee, Ann + Bo Chen | Chen, Bo", "{text}");
        }
        assert_eq!(
            read_and_format("Lee, A., Chen, B., & Dow, C.", None),
            "A. Lee | Lee, A. + B. Chen | Chen, B. + C. Dow | Dow, C."
        );
        assert_eq!(read_and_format("Lee, Ann, and Bo Chen", None), "Ann Lee | Lee, Ann + Bo Chen");
        assert_eq!(read_and_format("村上春樹、川端康成", None), "村上春樹 | 村上春樹 + 川端康成 | 川端康成");
    }

    #[test]
    fn one_name_with_a_joint_in_it_stays_one() {
        for text in [
            "Simon & Schuster",
            "Jacob and Wilhelm Grimm",
            "Department of Trade and Industry",
            "Farrar, Straus and Giroux, Inc.",
            "José Ortega y Gasset",
            "Johnson & Johnson",
            "Ernst & Young Publishing Group",
            "AC/DC",
        ] {
            assert_eq!(read_people(text, None).len(), 1, "{text}");
            assert_eq!(read_people(text, None)[0].name, text);
        }
        let firm = &read_people("Simon & Schuster", None)[0];
        assert_eq!(firm.file_as.as_deref(), Some("Simon & Schuster"), "never inverted");
        let press = &read_people("Acme Press, Inc.", None)[0];
        assert_eq!(
            (press.name.as_str(), press.file_as.as_deref()),
            ("Acme Press, Inc.", Some("Acme Press, Inc."))
        );
        assert_eq!(read_people("Smith, John and Mary", None)[0].name, "John and Mary Smith");
    }

    #[test]
    fn the_stated_order_counts_and_is_divided_like_the_names() {
        for (text, sorted, expected) in [
            ("Margery Tolland Hale", "Tolland Hale, Margery", "Margery Tolland Hale | Tolland Hale, Margery"),
            (
                "Tolland Hale, Margery",
                "Tolland Hale, Margery",
                "Margery Tolland Hale | Tolland Hale, Margery",
            ),
            ("Tolland Hale, Margery", "Margery Tolland Hale", "Margery Tolland Hale | Tolland Hale, Margery"),
            ("Ann Lee & Bo Chen", "Lee, Ann & Chen, Bo", "Ann Lee | Lee, Ann + Bo Chen | Chen, Bo"),
            ("Ann Lee & Bo Chen", "Lee, Ann", "Ann Lee + Bo Chen"),
            ("Jane Austen", "Jane Austen", "Jane Austen"),
            ("Jane Austen", "Unknown", "Jane Austen"),
            ("Ann Lee", "Lee, Ann & Chen, Bo", "Ann Lee | Lee, Ann"),
            ("The Beatles", "Beatles, The", "The Beatles | Beatles, The"),
        ] {
            assert_eq!(read_and_format(text, Some(sorted)), expected, "{text}");
        }
    }

    #[test]
    fn roles_in_words_are_roles_and_nobody_is_nobody() {
        let editor = read_people("Ann Lee (Editor) & Chen, Bo [ed.]", None);
        let said: Vec<_> =
            editor.iter().map(|person| (person.name.as_str(), person.roles.join(" "))).collect();
        assert_eq!(said, [("Ann Lee", "edt".to_owned()), ("Bo Chen", "edt".to_owned())]);
        assert_eq!(read_and_format("Prince (musician)", None), "Prince (musician)");
        for text in ["", "  ", "Unknown", "unbekannt", ";", "&"] {
            let names: Vec<String> = read_people(text, None).into_iter().map(|person| person.name).collect();
            assert!(names.is_empty(), "{text}: {names:?}");
        }
    }

    proptest! {
        #[test]
        fn no_word_of_a_statement_is_lost(text in "[A-Z][a-z]{1,6}( [A-Z][a-z]{2,6}){0,3}((, |; | & | and )[A-Z][a-z]{2,6}( [A-Z][a-z]{2,6}){0,2}){0,3}") {
            let people = read_people(&text, None);
            let said = people.iter().map(|person| person.name.as_str()).collect::<Vec<_>>().join(" ");
            let named = text.strip_prefix("By ").unwrap_or(&text);
            for word in named.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && *word != "and") {
                prop_assert!(said.contains(word), "{} of {:?}", word, people);
            }
        }

        #[test]
        fn any_text_can_be_read(text in "\\PC{0,60}", sorted in "\\PC{0,30}") {
            let people = read_people(&text, Some(&sorted));
            prop_assert!(people.iter().all(|person| !person.name.is_empty()) || people.len() <= 1);
        }
    }
}
