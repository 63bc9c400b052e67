//! Grades as schools write them, as the codes that the library uses: `P`, `K` and `1` to `17` of ONIX list
//! 77. BIC levels, and what is not understood, stay as they are.

use vocabulary::grades::is_bic_level;

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
            "petitesection", "moyennesection", "grandesection", "preescolar", "infantil", "vorschule", "jk",
            "juniorkindergarten",
        ],
    ),
    (
        "K",
        &[
            "k", "kf", "kg", "kh", "tk", "k5", "kdg", "kinder", "kindergarten", "transitionalkindergarten",
            "kindergarden", "reception", "rec", "r", "yr", "yearr", "grader", "foundation", "prep", "kk",
            "kn", "sk", "seniorkindergarten", "kindergartenam", "kindergartenpm", "receptionyear",
        ],
    ),
    ("1", &["first", "one", "cp", "courspreparatoire", "primero", "primer"]),
    ("2", &["second", "two", "ce1", "segundo"]),
    ("3", &["third", "three", "ce2", "tercero", "tercer"]),
    ("4", &["fourth", "four", "cm1", "cuarto"]),
    ("5", &["fifth", "five", "cm2", "quinto"]),
    ("6", &["sixth", "six", "6e", "6eme", "sixieme", "sexto"]),
    ("7", &["seventh", "seven", "1oeso", "1eso", "cinquieme", "septimo"]),
    ("8", &["eighth", "eight", "2oeso", "2eso", "quatrieme", "octavo"]),
    ("9", &["ninth", "nine", "3oeso", "3eso", "troisieme", "noveno"]),
    ("10", &["tenth", "ten", "4oeso", "4eso", "seconde", "2nde", "decimo"]),
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
/// Prefixes before which a Roman number or a word is a grade: the shorter ones may begin a word.
const MIN_LONG_PREFIX_CHARS: usize = 3;
/// Roman numbers of grades, as in India: `Class VIII`.
const ROMAN_NUMBERS: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
const NUMBER_SUFFIXES: [&str; 37] = [
    "grade", "gr", "grader", "year", "klasse", "kl", "klassenstufe", "jahrgang", "jahrgangsstufe",
    "schuljahr", "schulstufe", "annee", "primaire", "anneeprimaire", "anneedeprimaire", "grado", "curso",
    "primaria", "deprimaria", "degradoprimaria", "gradodeprimaria", "basico", "ano", "anno", "serie", "klas",
    "klass", "klasa", "trida", "rocnik", "luokka", "trinn", "класс", "клас", "年", "年生", "年级",
];
/// Endings of ordinal numbers, with or without a word after them: English, and the Spanish `º`.
const ORDINAL_ENDINGS: [&str; 5] = ["st", "nd", "rd", "th", "o"];
/// Endings of ordinal numbers that need a word after them: in France `1re` is the eleventh year of school.
const ORDINAL_ENDINGS_OF_WORDS: [&str; 11] =
    ["er", "ere", "re", "eme", "e", "do", "ro", "to", "mo", "vo", "a"];

/// The grades that a number can be.
const NUMBERS: std::ops::RangeInclusive<u32> = 1..=17;

/// The code of a grade; the text itself if it is not understood. `language` is that of the header.
pub(crate) fn normalize_grade(text: &str, language: Option<HeaderLanguage>) -> String {
    let text = text.trim();
    // Ed-Fi names grades by addresses: `uri://ed-fi.org/GradeLevelDescriptor#Sixth grade`.
    let text = text.strip_prefix("uri://").and_then(|uri| uri.split_once('#')).map_or(text, |(_, word)| word);
    // A level of two characters may be a class: `4A`.
    if is_bic_level(text) && text.len() > 2 {
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
    // `9th grade (Freshman)`
    let explained = || find_code(text.split_once(" (")?.0, language);
    code.or_else(explained).unwrap_or_else(|| text.to_owned())
}

/// Stages of schools in Japan, in the notation of the Japan profile of OneRoster and in words: the years
/// before a stage, and its own.
const JAPANESE_STAGES: [(&str, u32, u32); 12] = [
    ("P", 0, 6),
    ("J", 6, 3),
    ("H", 9, 3),
    ("小学校", 0, 6),
    ("小学", 0, 6),
    ("小", 0, 6),
    ("中学校", 6, 3),
    ("中学", 6, 3),
    ("中", 6, 3),
    ("高等学校", 9, 3),
    ("高校", 9, 3),
    ("高", 9, 3),
];

/// The code of a grade in Japan: `J3`, `中3` and `中学3年` are the third year of junior high school.
fn find_japanese_code(text: &str) -> Option<String> {
    let mut stages = JAPANESE_STAGES.iter();
    let (rest, before, years) =
        stages.find_map(|(stage, before, years)| Some((text.strip_prefix(stage)?, before, years)))?;
    let year: u32 = fold(rest).trim_end_matches(['年', '生']).parse().ok()?;
    (1..=*years).contains(&year).then(|| (before + year).to_string())
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
    let long_prefixes = NUMBER_PREFIXES.iter().filter(|prefix| prefix.len() >= MIN_LONG_PREFIX_CHARS);
    let behind_prefix: Vec<&str> = long_prefixes.filter_map(|prefix| folded.strip_prefix(prefix)).collect();
    // `Grade One`, `Grade K`
    let is_grade_word = |rest: &str, code: &str| {
        code.parse::<u32>().is_ok() || matches!(rest, "k" | "kg" | "kindergarten" | "pk" | "prek")
    };
    let named = behind_prefix.iter().find_map(|rest| word(rest).filter(|code| is_grade_word(rest, code)));
    if named.is_some() {
        return named;
    }
    // A single letter alone may be anything.
    let without_class = fold(without_class_letter(text));
    let alone = [&folded, &without_class].into_iter().filter(|text| text.len() > 1).map(String::as_str);
    let place = |text: &str| ROMAN_NUMBERS.iter().position(|number| *number == text);
    if let Some(place) = behind_prefix.into_iter().chain(alone).find_map(place) {
        return Some((place + 1).to_string());
    }
    let named = NUMBER_SUFFIXES.iter().filter_map(|suffix| folded.strip_suffix(suffix)).find_map(word);
    named.filter(|code| code.parse::<u32>().is_ok() || folded.starts_with("kindergarten"))
}

/// A text without the letter of a class at its end: `VI` of `VI-B`.
fn without_class_letter(text: &str) -> &str {
    let parts = text.rsplit_once([' ', '-', '.', '/']);
    let class =
        parts.filter(|(_, class)| class.len() == 1 && class.bytes().all(|byte| byte.is_ascii_alphabetic()));
    class.map_or(text, |(grade, _)| grade)
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
            ("5|5º ano|5ª série|5:e klass|5e klas|5 klasa|5. třída|5. luokka|5. trinn|5 класс|5年级", "5"),
            ("4|4A|4a|4 B", "4"),
            ("10|10th|10b|4º ESO|Seconde", "10"),
            ("12|Terminale|2º Bachillerato|12th grade|Grade 12", "12"),
            ("Class VIII|Std. VIII|VIII|Årskurs 8|Klas 8|8年|８年生", "8"),
            ("6|Grade Six|Sexto|Sexto grado|VI-B|VI b|6th Grade (elementary)|6. Kl.", "6"),
            ("K|Grade K|SK|KN|Senior Kindergarten|Kindergarten AM", "K"),
            ("P|JK|Grade Pre-K|Junior Kindergarten", "P"),
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
        for (text, expected) in [
            ("P1", "1"),
            ("P6", "6"),
            ("J1", "7"),
            ("H3", "12"),
            ("P7", "P7"),
            ("E1", "E1"),
            ("6", "6"),
            ("小学3年", "3"),
            ("中1", "7"),
            ("高校２年生", "11"),
            ("高4", "高4"),
        ] {
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
