//! The texts of headers in four languages, and their meanings.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as ValueError, StrDeserializer};

use crate::RosterColumn;
use crate::fold::fold;

/// The meaning of a header by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Meaning {
    /// A family name and a given name in one cell.
    FullName,
    /// The other part of the name where one part has a column, else the full name: German `Name` next to
    /// `Vorname`.
    Name,
    /// The grade, or the class where the grade has a column: German `Klasse` is `6a`.
    GradeOrClass,
    /// The grade where no other column is one: `Year` is 6 or 2026, and `Form` is 6 or one of a test.
    GradeOrYear,
    /// The user name, or the identifier where another column has the user name, as in tables of Canvas.
    UserId,
    /// The role, which tells who is not a student.
    Role,
    /// The end of the last name.
    SecondLastName,
    #[serde(untagged)]
    Column(RosterColumn),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum HeaderLanguage {
    English,
    French,
    Spanish,
    German,
    /// Also that of grades in the Japan profile of OneRoster.
    Japanese,
    /// Any other.
    Other,
}

/// A header that was recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Synonym {
    pub(crate) meaning: Meaning,
    pub(crate) language: HeaderLanguage,
    /// True for the exact name of the interface's parameter.
    pub(crate) is_parameter: bool,
}

/// Names of the interface's parameters, which are the serialized names of their columns.
const PARAMETERS: [&str; 12] = [
    "firstName", "lastName", "dateOfBirth", "grade", "username", "password", "disabilityType",
    "disabilityPlan", "proofSource", "safeSearch", "allowSearchDownloads", "sourcedId",
];

/// Texts of headers, with the names of their meaning and language.
const SYNONYMS: &str = include_str!("../data/headers.tsv");

/// The value of an enumeration with this serialized name.
fn parse_name<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(StrDeserializer::<ValueError>::new(name)).ok()
}

/// The texts of all headers, with their meanings and languages. A line that is wrong is left out; a test
/// reads all of them.
fn list_synonyms() -> impl Iterator<Item = (Meaning, HeaderLanguage, &'static str)> {
    let rows = SYNONYMS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (meaning, rest) = line.split_once('\t')?;
        let (language, texts) = rest.split_once('\t')?;
        Some((parse_name::<Meaning>(meaning)?, parse_name::<HeaderLanguage>(language)?, texts))
    });
    rows.flat_map(|(meaning, language, texts)| texts.split('|').map(move |text| (meaning, language, text)))
}

/// The parameter of the interface with exactly this name.
fn find_parameter(name: &str) -> Option<Synonym> {
    let column = PARAMETERS.contains(&name).then(|| parse_name(name))??;
    Some(Synonym { meaning: Meaning::Column(column), language: HeaderLanguage::English, is_parameter: true })
}

static HEADERS: LazyLock<HashMap<String, Synonym>> = LazyLock::new(|| {
    let mut headers = HashMap::new();
    for (meaning, language, text) in list_synonyms() {
        headers.entry(fold(text)).or_insert(Synonym { meaning, language, is_parameter: false });
    }
    headers.extend(
        PARAMETERS
            .into_iter()
            .filter_map(|name| Some((fold(name), Synonym { is_parameter: false, ..find_parameter(name)? }))),
    );
    headers
});

/// Names of tables of students before the names of their columns, folded; `1` is that of `PowerSchool`.
const STUDENT_TABLES: [&str; 7] = ["student", "students", "stu", "pupil", "learner", "user", "1"];

/// The meaning of a header. What is in parentheses at its end may be an explanation, and what is before a
/// point or in brackets the table that a program has it from: `student.firstName`, `[1]First_Name`.
pub(crate) fn find_synonym(header: &str) -> Option<Synonym> {
    let header = header.trim();
    let found = |text: &str| HEADERS.get(&fold(text)).copied();
    let explained = || found(header.split_once(['(', '['])?.0);
    let of_student = || {
        let (table, column) = header.rsplit_once(['.', ']'])?;
        STUDENT_TABLES.contains(&fold(table).as_str()).then(|| found(column))?
    };
    find_parameter(header).or_else(|| found(header)).or_else(explained).or_else(of_student)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::RosterColumn as C;

    #[test]
    fn no_text_has_two_meanings() {
        let mut meanings: BTreeMap<String, Meaning> = BTreeMap::new();
        for (meaning, _, text) in list_synonyms() {
            let other = meanings.insert(fold(text), meaning);
            assert!(other.is_none_or(|other| other == meaning), "{text}: {other:?} and {meaning:?}");
        }
        let lines = SYNONYMS.lines().filter(|line| !line.starts_with('#'));
        let texts: usize = lines.map(|line| line.split('|').count()).sum();
        assert_eq!(list_synonyms().count(), texts, "every name of a meaning and a language is one");
    }

    #[test]
    fn headers_are_recognized_in_four_languages() {
        for (header, column) in [
            ("First name", C::FirstName),
            ("PRÉNOM", C::FirstName),
            ("Vorname", C::FirstName),
            ("Apellido(s)", C::LastName),
            ("Familienname", C::LastName),
            ("nom de famille", C::LastName),
            ("Date of birth (YYYY-MM-DD)", C::DateOfBirth),
            ("DOB", C::DateOfBirth),
            ("Fecha de nacimiento", C::DateOfBirth),
            ("Grade Level *", C::Grade),
            ("Klassenstufe", C::Grade),
            ("student_id", C::SourcedId),
            ("Schülernummer", C::SourcedId),
            ("SourcedId", C::SourcedId),
            ("Mot de passe", C::Password),
            ("User Name", C::Username),
            ("Établissement", C::School),
            ("allow search downloads", C::AllowSearchDownloads),
            ("student.birthDate", C::DateOfBirth),
            ("[1]Student_Number", C::SourcedId),
            ("Identifiant unique*", C::SourcedId),
            ("Cognome", C::LastName),
            ("Data de nascimento", C::DateOfBirth),
            ("Voornaam", C::FirstName),
            ("Årskurs", C::Grade),
            ("Nazwisko", C::LastName),
            ("生年月日", C::DateOfBirth),
            ("学年", C::Grade),
            ("Gr.", C::Grade),
            ("Jgst.", C::Grade),
            ("Student_First", C::FirstName),
        ] {
            assert_eq!(
                find_synonym(header).map(|found| found.meaning),
                Some(Meaning::Column(column)),
                "{header}"
            );
        }
        for header in ["", "note", "()", "Telefon", "E-mail", "=1+1"] {
            assert_eq!(find_synonym(header), None, "{header}");
        }
        assert!(find_synonym(" dateOfBirth ").unwrap().is_parameter);
        assert!(!find_synonym("DateOfBirth").unwrap().is_parameter);
    }
}
