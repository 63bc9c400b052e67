//! Grades as schools write them, as the codes that the library uses: `P`, `K` and `1` to `17` of ONIX list
//! 77. BIC levels, and what is not understood, stay as they are.

use crate::fold::fold;
use crate::synonyms::HeaderLanguage;

/// Folded words with their codes.
const WORDS: &[(&str, &[&str])] = &[
    // Codes of OneRoster (CEDS), and words.
    (
        "P",
        &[
            "p", "it", "pr", "pk", "ppk", "ee", "ec", "prek", "prek3", "prek4", "pk3", "pk4", "k3", "k4",
            "infanttoddler", "preschool", "prekindergarten", "nursery", "n1", "n2", "maternelle",
            "petitesection", "moyennesection", "grandesection", "preescolar", "infantil", "vorschule",
        ],
    ),
    (
        "K",
        &[
            "k", "kf", "kg", "kh", "tk", "k5", "kdg", "kinder", "kindergarten", "transitionalkindergarten",
            "kindergarden", "reception", "rec", "r", "yr", "yearr", "grader", "foundation", "prep",
        ],
    ),
    ("1", &["first", "one", "cp", "courspreparatoire"]),
    ("2", &["second", "two", "ce1"]),
    ("3", &["third", "three", "ce2"]),
    ("4", &["fourth", "four", "cm1"]),
    ("5", &["fifth", "five", "cm2"]),
    ("6", &["sixth", "six", "6e", "6eme", "sixieme"]),
    ("7", &["seventh", "seven", "1oeso", "1eso", "cinquieme"]),
    ("8", &["eighth", "eight", "2oeso", "2eso", "quatrieme"]),
    ("9", &["ninth", "nine", "3oeso", "3eso", "troisieme"]),
    ("10", &["tenth", "ten", "4oeso", "4eso", "seconde", "2nde"]),
    ("11", &["eleventh", "eleven", "1obachillerato", "1obach", "1bach", "premiere", "1ere"]),
    ("12", &["twelfth", "twelve", "2obachillerato", "2obach", "2bach", "terminale", "tle"]),
    // Years of postsecondary education of School Data Sync.
    ("13", &["ps1"]),
    ("14", &["ps2"]),
    ("15", &["ps3"]),
    ("16", &["ps4"]),
];

/// Folded words next to a number.
const NUMBER_PREFIXES: [&str; 29] = [
    "grade", "gr", "g", "year", "yr", "y", "class", "standard", "std", "klassenstufe", "klasse", "kl",
    "jahrgangsstufe", "jgst", "jahrgang", "jg", "stufe", "schuljahr", "grado", "curso", "niveau", "level",
    "klas", "klass", "klasa", "arskurs", "leerjaar", "anno", "ano",
];
/// Prefixes before which a Roman number is one: the shorter ones may begin a word.
const MIN_ROMAN_PREFIX_CHARS: usize = 3;
/// Roman numbers of grades, as in India: `Class VIII`.
const ROMAN_NUMBERS: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
const NUMBER_SUFFIXES: [&str; 23] = [
    "grade", "gr", "grader", "year", "klasse", "klassenstufe", "jahrgang", "jahrgangsstufe", "schuljahr",
    "schulstufe", "annee", "primaire", "anneeprimaire", "anneedeprimaire", "grado", "curso", "primaria",
    "deprimaria", "degradoprimaria", "gradodeprimaria", "basico", "年", "年生",
];
/// Endings of ordinal numbers, with or without a word after them: English, and the Spanish `º`.
const ORDINAL_ENDINGS: [&str; 5] = ["st", "nd", "rd", "th", "o"];
/// Endings of ordinal numbers that need a word after them: in France `1re` is the eleventh year of school.
const ORDINAL_ENDINGS_OF_WORDS: [&str; 10] = ["er", "ere", "re", "eme", "e", "do", "ro", "to", "mo", "vo"];

/// The grades that a number can be.
const NUMBERS: std::ops::RangeInclusive<u32> = 1..=17;

/// The code of a grade; the text itself if it is not understood. `language` is that of the header.
pub(crate) fn normalize_grade(text: &str, language: Option<HeaderLanguage>) -> String {
    let text = text.trim();
    // Ed-Fi names grades by addresses: `uri://ed-fi.org/GradeLevelDescriptor#Sixth grade`.
    let text = text.strip_prefix("uri://").and_then(|uri| uri.split_once('#')).map_or(text, |(_, word)| word);
    if is_bic_level(text) {
        return text.to_owned();
    }
    let code = match language {
        Some(HeaderLanguage::Japanese) => find_japanese_code(text).or_else(|| find_code(text, language)),
        // Systems of the United States number kindergarten 0.
        Some(HeaderLanguage::English) if matches!(text, "0" | "00") => Some("K".to_owned()),
        // And the years before it -1 and -2.
        Some(HeaderLanguage::English) if matches!(text, "-1" | "-2") => Some("P".to_owned()),
        _ => find_code(text, language),
    };
    code.unwrap_or_else(|| text.to_owned())
}

/// The code of a grade of the Japan profile of OneRoster: `P1` to `P6` of primary school, `J1` to `J3` of
/// junior high school, and `H1` to `H3` of high school.
fn find_japanese_code(text: &str) -> Option<String> {
    let (before, years) = match text.chars().next()? {
        'P' => (0, 1..=6),
        'J' => (6, 1..=3),
        'H' => (9, 1..=3),
        _ => return None,
    };
    let year: u32 = text[1..].parse().ok()?;
    years.contains(&year).then(|| (before + year).to_string())
}

/// Returns true for a grade with the letter of a class, such as `6a` or `10 B`. In French tables `6e` is a
/// year of school.
pub(crate) fn has_class_letter(text: &str, language: Option<HeaderLanguage>) -> bool {
    let text = text.trim();
    let letter = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - letter.len();
    let letter = letter.trim_start_matches([' ', '-', '.', '/']);
    let mut chars = letter.chars();
    let is_letter = matches!((chars.next(), chars.next()), (Some(c), None) if c.is_alphabetic());
    let is_year = language == Some(HeaderLanguage::French) && letter.eq_ignore_ascii_case("e");
    (1..=2).contains(&digits) && is_letter && !is_year
}

/// Returns true for levels of BIC, which look like `4KHF`. Shorter ones may be numbers or classes.
fn is_bic_level(text: &str) -> bool {
    text.strip_prefix('4').is_some_and(|rest| {
        (2..=4).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    })
}

fn find_code(text: &str, language: Option<HeaderLanguage>) -> Option<String> {
    // A number of a spreadsheet.
    if let Some(number) = text.strip_suffix(".0").and_then(parse_number) {
        return Some(number);
    }
    // Numbers with a sign or a fraction are not grades.
    if text.starts_with(['-', '+', '=']) || text.contains([',', '/']) {
        return None;
    }
    let folded = fold(text);
    let word = |folded: &str| {
        let row = WORDS.iter().find(|(_, words)| words.contains(&folded))?;
        Some(row.0.to_owned())
    };
    if let Some(code) = parse_number(&folded).or_else(|| word(&folded)) {
        return Some(code);
    }
    let without_prefix = NUMBER_PREFIXES.iter().filter_map(|prefix| folded.strip_prefix(prefix));
    for rest in without_prefix.chain([folded.as_str()]) {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at(end);
        if let Some(number) = parse_number(digits)
            && is_suffix(rest, language)
        {
            return Some(number);
        }
    }
    let long_prefixes = NUMBER_PREFIXES.iter().filter(|prefix| prefix.len() >= MIN_ROMAN_PREFIX_CHARS);
    let roman = long_prefixes.filter_map(|prefix| folded.strip_prefix(prefix));
    // A single letter alone may be anything.
    let alone = (folded.len() > 1).then_some(folded.as_str());
    let place = |text: &str| ROMAN_NUMBERS.iter().position(|number| *number == text);
    if let Some(place) = roman.chain(alone).find_map(place) {
        return Some((place + 1).to_string());
    }
    let named = NUMBER_SUFFIXES.iter().filter_map(|suffix| folded.strip_suffix(suffix)).find_map(word);
    named.filter(|code| code.parse::<u32>().is_ok() || folded.starts_with("kindergarten"))
}

fn parse_number(digits: &str) -> Option<String> {
    let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u32 = is_number.then(|| digits.parse().ok())??;
    NUMBERS.contains(&number).then(|| number.to_string())
}

/// Returns true if a number is a grade with this text after it, folded: nothing, an ordinal ending with or
/// without a word, a word, or the letter of a class.
fn is_suffix(text: &str, language: Option<HeaderLanguage>) -> bool {
    let is_word = |text: &str| NUMBER_SUFFIXES.contains(&text);
    let after =
        |endings: &'static [&'static str]| endings.iter().filter_map(|ending| text.strip_prefix(ending));
    let is_ordinal = after(&ORDINAL_ENDINGS).any(|rest| rest.is_empty() || is_word(rest))
        || after(&ORDINAL_ENDINGS_OF_WORDS).any(is_word);
    let mut letters = text.chars();
    let is_class = match (letters.next(), letters.next()) {
        // `5e` is the seventh year of school in France, and the fifth in Canada.
        (Some('e'), None) => language != Some(HeaderLanguage::French),
        (Some('a'..='z'), None) => true,
        _ => false,
    };
    text.is_empty() || is_word(text) || is_ordinal || is_class
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        normalize_grade(text, None)
    }

    #[test]
    fn common_forms_become_codes() {
        for (texts, expected) in [
            (
                "6|06|6.0|6th|6TH Grade|Grade 6|Gr. 6|grade 06|sixth|Sixth grade|6. Klasse|Klasse 6|6a|6 B|Klasse 6c",
                "6",
            ),
            (
                "6e|6ème|6e année|6º|6.º|6º grado|6º de primaria|Jahrgangsstufe 6|Year 6|6. Schuljahr|CM2+1|x",
                "",
            ),
            ("1|1st|1st grade|First Grade|1re année|CP|1er grado|1º", "1"),
            ("K|k|KG|KF|Kindergarten|TK|Kindergarten grade|Reception|R|Year R|Grade R|Prep", "K"),
            ("P|PK|PPK|K4|Pre-K|preschool|PR|IT|InfantToddler|N2|Maternelle|Grande section", "P"),
            ("7|G7|Y7|Yr 7|Class 7|Std. 7|Kl. 7b|Jg. 7|7e primaire", "7"),
            ("10|10th|10b|4º ESO|Seconde", "10"),
            ("12|Terminale|2º Bachillerato|12th grade|Grade 12", "12"),
            ("Class VIII|Std. VIII|VIII|Årskurs 8|Klas 8|8年|８年生", "8"),
            ("13", "13"),
        ] {
            for text in texts.split('|') {
                match (text, expected) {
                    ("CM2+1" | "x", "") => assert_eq!(code(text), text),
                    (_, "") => assert_eq!(code(text), "6", "{text}"),
                    _ => assert_eq!(code(text), expected, "{text}"),
                }
            }
        }
    }

    #[test]
    fn texts_that_are_no_grades_stay() {
        for text in [
            "", "0", "18", "99", "4KHF", "41234", "UG", "PS", "Other", "6-7", "6,07", "-6", "=6", "6.5",
            "2014", "senior",
        ] {
            assert_eq!(code(text), text);
        }
        assert_eq!(normalize_grade("5e", Some(HeaderLanguage::French)), "5e");
        assert_eq!(normalize_grade("5e", Some(HeaderLanguage::German)), "5");
        assert_eq!(normalize_grade("6e", Some(HeaderLanguage::French)), "6");
        assert_eq!(normalize_grade("00", Some(HeaderLanguage::English)), "K");
        assert_eq!(normalize_grade("-1", Some(HeaderLanguage::English)), "P");
        assert_eq!(normalize_grade("-1", Some(HeaderLanguage::German)), "-1");
        assert_eq!(normalize_grade("00", Some(HeaderLanguage::German)), "00");
    }

    #[test]
    fn grades_of_the_japan_profile_count_on() {
        for (text, expected) in
            [("P1", "1"), ("P6", "6"), ("J1", "7"), ("H3", "12"), ("P7", "P7"), ("E1", "E1"), ("6", "6")]
        {
            assert_eq!(normalize_grade(text, Some(HeaderLanguage::Japanese)), expected);
        }
        assert_eq!(code("P1"), "P1", "a name of other countries for other years");
    }

    #[test]
    fn codes_of_the_library_stay_and_no_other_is_made() {
        let table = include_str!("../../domain/data/grades.tsv");
        let codes: Vec<&str> = table
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split('\t').next())
            .collect();
        assert_eq!(codes.len(), 19);
        for known in &codes {
            assert_eq!(code(known), *known);
        }
        assert!(WORDS.iter().all(|(code, _)| codes.contains(code)));
        assert!(NUMBERS.clone().all(|number| codes.contains(&number.to_string().as_str())));
        for (_, words) in WORDS {
            assert!(words.iter().all(|word| fold(word) == *word), "{words:?}");
        }
    }
}
