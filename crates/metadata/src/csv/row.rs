//! Converts a row to a record.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use domain::artifacts::{Certification, Content, Techniques, TextLanguages};
use domain::normalization::fold;
use domain::titles::StatedLanguages;
use domain::{
    Accessibility, ContentWarning, Contributor, ContributorType, Territory, UsageRestriction, WireEnum,
    countries, grades, isbn, issn, languages,
};
use vocabulary::language_names::NATIVE_LANGUAGE_NAMES;

use super::values::{self, FORM_SEPARATOR, VALUE_SEPARATOR, split_unescaped};
use super::{CONTRIBUTOR_COLUMNS, SUBJECT_COLUMNS, TERRITORY_COLUMNS, cells_of_record};
use crate::markup::remove_invalid_chars;
use crate::names;
use crate::onix::LEXILE_CODES;
use crate::plain;
use crate::record::{Action, Record, RecordSubject, Scheme, add_once};
use crate::years::{PUBLICATION_YEARS, parse_stated_year};

pub(super) struct RowReader<'r> {
    cells: Vec<(&'static str, &'r str)>,
    /// The faulty columns, with reasons.
    faults: Vec<(&'static str, String)>,
}

impl<'r> RowReader<'r> {
    pub(super) fn from_cells(cells: impl IntoIterator<Item = (&'static str, &'r str)>) -> Self {
        Self { cells: cells.into_iter().collect(), faults: Vec::new() }
    }

    pub(super) fn cell(&self, name: &str) -> Option<&'r str> {
        self.cells
            .iter()
            .find(|(column, _)| *column == name)
            .map(|(_, cell)| *cell)
            .filter(|cell| !cell.is_empty())
    }

    fn optional_text(&self, name: &str) -> Option<String> {
        self.cell(name).map(str::to_owned)
    }

    /// The values of a cell, including escapes.
    fn split_values(&self, name: &str) -> impl Iterator<Item = &'r str> + use<'r> {
        split_unescaped(self.cell(name).unwrap_or_default(), VALUE_SEPARATOR)
            .filter(|value| !value.is_empty())
    }

    fn text_values(&self, name: &str) -> Vec<String> {
        self.split_values(name).map(values::unescape).collect()
    }

    fn add_fault(&mut self, name: &'static str, what: &str) {
        self.faults.push((name, what.to_owned()));
    }

    /// A valid value.
    fn parse_cell<T>(
        &mut self,
        name: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = read(self.cell(name)?);
        if value.is_none() {
            self.add_fault(name, what);
        }
        value
    }

    /// Values, each once.
    fn parse_values<T: PartialEq>(
        &mut self,
        name: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let values = self.text_values(name);
        self.parse_parts(name, what, values.iter().map(String::as_str), read)
    }

    /// Parts of the values of a cell, each once.
    fn parse_parts<'v, T: PartialEq>(
        &mut self,
        name: &'static str,
        what: &str,
        parts: impl Iterator<Item = &'v str>,
        read: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for part in parts {
            match read(part) {
                Some(value) => add_once(&mut all, value),
                None => self.add_fault(name, &format!("{part:.40} {what}")),
            }
        }
        all
    }

    fn parse_flag_cell(&mut self, name: &'static str) -> bool {
        self.parse_cell(name, "must be true or false", parse_flag).unwrap_or_default()
    }

    fn parse_number_cell(&mut self, name: &'static str, least: i32) -> Option<i32> {
        let read = |text: &str| without_decimals(text).parse().ok().filter(|number| *number >= least);
        self.parse_cell(name, "must be a whole number", read)
    }

    /// Returns the record, or all faults of the row.
    pub(super) fn into_record(mut self) -> Result<Record, String> {
        let record = self.read_record();
        if self.faults.is_empty() {
            return Ok(record);
        }
        let faults = self.faults.iter().map(|(column, what)| format!("{column}: {what}"));
        Err(faults.collect::<Vec<_>>().join("; "))
    }

    pub(super) fn into_faulty_columns(mut self) -> Vec<&'static str> {
        self.read_record();
        self.faults.into_iter().map(|(column, _)| column).collect()
    }

    fn read_record(&mut self) -> Record {
        let mut record =
            Record { reference: self.optional_text("reference").unwrap_or_default(), ..Record::default() };
        if record.reference.is_empty() || record.reference.len() > 255 {
            self.add_fault("reference", "is required, with 255 bytes at most");
            return record;
        }
        let is_printable = plain::to_printable(&record.reference) == record.reference;
        if !is_printable || remove_invalid_chars(&record.reference) != record.reference {
            self.add_fault("reference", "must be a text without control characters");
            return record;
        }
        let action = |word: &str| match word.to_ascii_lowercase().as_str() {
            "update" => Some(Action::Full),
            "withdraw" => Some(Action::Withdraw),
            _ => None,
        };
        record.action = self.parse_cell("action", "must be update or withdraw", action).unwrap_or_default();
        if record.action == Action::Full {
            self.read_description(&mut record);
            self.read_audience(&mut record);
            self.read_rights(&mut record);
            record.accessibility = self.read_accessibility();
        }
        record
    }

    fn read_description(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        match self.optional_text("title") {
            Some(title) => m.title = title,
            None => self.add_fault("title", "is required"),
        }
        m.subtitle = self.optional_text("subtitle");
        m.synopsis = self.cell("synopsis").and_then(plain::to_plain_text);
        for (column, kind) in CONTRIBUTOR_COLUMNS {
            let people = self.split_values(column).map(|name| parse_contributor(kind, name));
            m.contributors.extend(people.filter(|one| !one.display_name.is_empty()));
        }
        let what = match self.cell("isbn13") {
            Some(number) if is_scientific(number) => SHORTENED_NUMBER,
            Some(number) if is_issn(number) => "is an ISSN, not an ISBN",
            _ => "is not an ISBN",
        };
        m.isbn13 = self.parse_cell("isbn13", what, parse_isbn);
        m.related_isbns = self.parse_values("relatedIsbns", "is not an ISBN", parse_isbn);
        m.related_isbns.retain(|isbn| m.isbn13.as_ref() != Some(isbn));
        m.languages = self.read_languages();
        m.copyright_date = self.parse_cell("copyrightDate", "must be a year", parse_year);
        m.copyright_holder = self.optional_text("copyrightHolder");
        m.publisher = self.optional_text("publisher");
        m.edition = self.optional_text("edition");
        m.series_title = self.optional_text("seriesTitle");
        m.series_subtitle = self.optional_text("seriesSubtitle");
        m.series_number = self.optional_text("seriesNumber");
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        m.origin_country = self.parse_cell("originCountry", "is not a country of ISO 3166-1", country);
        m.external_category_code = self.optional_text("externalCategoryCode");
        m.product_identifier = self.optional_text("productIdentifier");
        m.num_pages = self.parse_number_cell("numPages", 1);
        m.num_images = self.parse_number_cell("numImages", 0);
        m.notes = self.optional_text("notes");
        m.nimac = self.parse_flag_cell("nimacRestricted");
        m.stated_languages = StatedLanguages {
            title: self.read_language("titleLanguage"),
            subtitle: self.read_language("subtitleLanguage"),
            synopsis: self.read_language("synopsisLanguage"),
            series_title: self.read_language("seriesTitleLanguage"),
            notes: self.read_language("notesLanguage"),
        };
        for (column, scheme) in SUBJECT_COLUMNS {
            record.subjects.extend(self.text_values(column).iter().map(|text| parse_subject(scheme, text)));
        }
    }

    /// Codes and names of languages, also with commas or slashes between them, which no code and only some
    /// names have.
    fn read_languages(&mut self) -> Vec<String> {
        let values = self.text_values("languages");
        let parts = values.iter().flat_map(|value| split_languages(value));
        let language = |part: &str| parse_language(part).map(str::to_owned);
        self.parse_parts("languages", "is not a language of ISO 639-2", parts, language)
    }

    fn read_audience(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        let grade = |code: &str| grades::is_grade(code).then(|| code.to_owned());
        m.grades = self.parse_values("grades", "is not a grade of ONIX list 77 or BIC", grade);
        m.content_warnings =
            self.parse_values("contentWarnings", "is not a content warning", ContentWarning::parse_ok);
        m.adult_content = self.parse_flag_cell("adultContent");
        m.reading_age_minimum = self.parse_number_cell("readingAgeMinimum", 0);
        m.reading_age_maximum = self.parse_number_cell("readingAgeMaximum", 0);
        let lexile = |code: &str| LEXILE_CODES.contains(&code).then(|| code.to_owned());
        m.lexile_code = self.parse_cell("lexileCode", "is not a Lexile code", lexile);
        m.lexile_number = self.optional_text("lexileNumber");
    }

    fn read_rights(&mut self, record: &mut Record) {
        record.usage =
            self.parse_cell("usageRestriction", "is not a usage restriction", UsageRestriction::parse_ok);
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        let territory = Territory {
            worldwide: self.parse_flag_cell("availableWorldwide"),
            countries: self
                .parse_values("countries", "is not a country of ISO 3166-1", country)
                .into_iter()
                .collect(),
            states: self.text_values("states").into_iter().collect(),
            marrakesh_available: self.parse_flag_cell("marrakeshEligible"),
            marrakesh_pod_exception: self.parse_flag_cell("marrakeshPODException"),
        };
        let said = TERRITORY_COLUMNS.iter().any(|column| self.cell(column).is_some());
        record.territory = said.then_some(territory);
    }

    fn read_accessibility(&mut self) -> Option<Accessibility> {
        let certification = Certification {
            certified_by: self.optional_text("accessibilityCertifiedBy"),
            credential: self.optional_text("accessibilityCertifierCredential"),
            report: self.optional_text("accessibilityCertifierReport"),
            date: self.optional_text("accessibilityCertificationDate"),
        };
        let contents = "is not a kind of content";
        let mut said = Accessibility {
            summary: self.optional_text("accessibilitySummary"),
            conformances: self.text_values("accessibilityConformances"),
            certifications: Some(certification)
                .into_iter()
                .filter(|said| *said != Certification::default())
                .collect(),
            features: self.text_values("accessibilityFeatures"),
            hazards: self.text_values("accessibilityHazards"),
            access_modes: self.text_values("accessModes"),
            access_modes_sufficient: self.text_values("accessModesSufficient"),
            exemptions: self.text_values("accessibilityExemptions"),
            limitations: self.optional_text("accessibilityLimitations"),
            addendum: self.optional_text("accessibilityAddendum"),
            languages: TextLanguages {
                summary: self.read_language("accessibilitySummaryLanguage"),
                limitations: self.read_language("accessibilityLimitationsLanguage"),
                addendum: self.read_language("accessibilityAddendumLanguage"),
            },
            contact: self.optional_text("accessibilityContact"),
            contents: self.parse_values("accessibilityContents", contents, Content::parse_ok),
            ..Accessibility::default()
        };
        let techniques =
            self.parse_cell("accessibilityTechniques", "must be epub or onix", Techniques::parse_ok);
        let is_empty = said == Accessibility::default();
        said.techniques = techniques.unwrap_or_default();
        (!is_empty).then_some(said)
    }

    /// Reads a BCP 47 tag, verbatim.
    fn read_language(&mut self, name: &'static str) -> Option<String> {
        self.parse_cell(name, "must be a language", |tag| languages::alpha3(tag).map(|_| tag.to_owned()))
    }
}

/// Enumerations with the API's spelling.
trait ParseWireEnum: WireEnum {
    fn parse_ok(word: &str) -> Option<Self> {
        Self::parse(word).ok()
    }
}

impl<E: WireEnum> ParseWireEnum for E {}

/// The fault of a long number that a spreadsheet has written as `9.78031E+12`.
pub(super) const SHORTENED_NUMBER: &str =
    "a spreadsheet has shortened the number: make the column a text column";

/// Returns true for `9.78031E+12`, also with a decimal comma.
pub(super) fn is_scientific(text: &str) -> bool {
    let parts = text.to_ascii_uppercase();
    let is_number = |part: &str| {
        let mut groups = part.split(['.', ',']);
        groups.clone().count() <= 2
            && groups.all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
    };
    parts.split_once("E+").is_some_and(|(digits, power)| is_number(digits) && is_number(power))
}

/// A whole number without the decimals that programs write behind it: `345.0`, `345,00`.
fn without_decimals(text: &str) -> &str {
    let parts = text.split_once(['.', ',']);
    let whole = parts.filter(|(whole, decimals)| {
        matches!(*decimals, "0" | "00") && whole.bytes().all(|byte| byte.is_ascii_digit())
    });
    whole.map_or(text, |(whole, _)| whole)
}

/// The languages of a value: one, or several with commas or slashes between them.
fn split_languages(value: &str) -> Vec<&str> {
    if parse_language(value).is_some() {
        return vec![value];
    }
    value.split([',', '/']).map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The code of a language by its code, its English name, its own name or its name in a language of the
/// interface.
fn parse_language(text: &str) -> Option<&'static str> {
    let other = |text: &str| OTHER_LANGUAGE_NAMES.get(&fold(text.trim())).copied();
    let named = |text: &str| languages::from_name(text).or_else(|| other(text));
    // `English (US)`
    let in_region = || named(text.split_once('(')?.0.trim());
    languages::alpha3(text).or_else(|| named(text)).or_else(in_region)
}

/// Codes of languages by their own names and [`TRANSLATED_LANGUAGE_NAMES`], folded.
static OTHER_LANGUAGE_NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let names = NATIVE_LANGUAGE_NAMES.iter().chain(&TRANSLATED_LANGUAGE_NAMES);
    names.filter_map(|(name, tag)| Some((fold(name), languages::alpha3(tag)?))).collect()
});

/// Names of languages in other languages of the interface than English, with BCP 47 tags.
const TRANSLATED_LANGUAGE_NAMES: [(&str, &str); 11] = [
    ("Allemand", "de"),
    ("Alemán", "de"),
    ("Englisch", "en"),
    ("Anglais", "en"),
    ("Inglés", "en"),
    ("Französisch", "fr"),
    ("Francés", "fr"),
    ("Spanisch", "es"),
    ("Espagnol", "es"),
    ("Italienisch", "it"),
    ("Italien", "it"),
];

/// Lengths of an ISBN-10 without the zeros at its beginning.
const SHORTENED_ISBN_CHARS: RangeInclusive<usize> = 7..=9;

/// Returns true if a number is an ISSN: with its hyphen, or with a zero at its beginning, which no number has
/// that a spreadsheet has shortened.
fn is_issn(number: &str) -> bool {
    (number.contains('-') || number.starts_with('0')) && issn::parse(number).is_ok()
}

fn parse_isbn(text: &str) -> Option<String> {
    let number = without_decimals(text);
    let parsed = isbn::parse(number).or_else(|fault| {
        // Spreadsheets drop the zeros at the beginning, and the check digit says that they were zeros.
        let is_shortened = SHORTENED_ISBN_CHARS.contains(&number.len())
            && !is_issn(number)
            && number.bytes().all(|byte| byte.is_ascii_digit());
        if is_shortened { isbn::parse(&format!("{number:0>10}")) } else { Err(fault) }
    });
    parsed.ok().map(|isbn| isbn.to_string())
}

/// A year, alone or in a date or statement: `2008.0`, `2008-03-01`, `c2008`.
fn parse_year(text: &str) -> Option<i16> {
    let year = without_decimals(text).parse::<i16>().ok().filter(|year| PUBLICATION_YEARS.contains(year));
    year.or_else(|| parse_stated_year(text))
}

/// A flag in English, or as spreadsheets write it in the languages of the interface.
fn parse_flag(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "true" | "1" | "yes" | "y" | "t" | "x" | "wahr" | "ja" | "vrai" | "oui" | "verdadero" | "sí"
        | "si" => Some(true),
        "false" | "0" | "no" | "n" | "f" | "falsch" | "nein" | "faux" | "non" | "falso" => Some(false),
        _ => None,
    }
}

/// `Austen, Jane` is a sort name, `Jane Austen` a display name; `Jane Austen | Austen, Jane` gives both, and
/// `Society of Keepers |` sorts as it is displayed. In `Martin King, Jr.`, no first name follows the comma.
pub(super) fn parse_contributor(kind: ContributorType, cell: &str) -> Contributor {
    let mut forms = split_unescaped(cell, FORM_SEPARATOR).map(values::unescape);
    let name = forms.next().unwrap_or_default();
    if let Some(sorted) = forms.next() {
        let index_name = Some(sorted).filter(|sorted| !sorted.is_empty());
        return Contributor { kind, display_name: name, index_name };
    }
    let name = plain::space_commas(&name);
    if !name.contains(", ") {
        return Contributor::new(kind, name);
    }
    if names::is_company(&name) {
        return Contributor { kind, display_name: name, index_name: None };
    }
    if names::has_only_suffix(&name) {
        return Contributor::from_typed_name(kind, &name);
    }
    Contributor { kind, display_name: names::to_natural_order(&name), index_name: Some(name) }
}

/// A name, or a code that may be followed by one.
fn parse_subject(scheme: Scheme, text: &str) -> RecordSubject {
    match (scheme, text.split_once(' ')) {
        (Scheme::Own | Scheme::Other, _) => RecordSubject { scheme, code: None, name: Some(text.to_owned()) },
        (_, Some((code, name))) => {
            let name = Some(name.trim().to_owned()).filter(|name| name != code);
            RecordSubject { scheme, code: Some(code.to_owned()), name }
        }
        (_, None) => RecordSubject { scheme, code: Some(text.to_owned()), name: None },
    }
}

/// Overrides a record with these cells; other columns stay.
pub(crate) fn override_record(record: &mut Record, said: &[(&str, &str)]) -> Result<(), String> {
    let mut all = cells_of_record(record);
    for (column, text) in said {
        if !all.set_cell(column, text) {
            return Err(format!("there is no column {column:.40}"));
        }
    }
    let new = RowReader::from_cells(all.iter()).into_record()?;
    let names = |columns: &[&str]| said.iter().any(|(column, _)| columns.contains(column));
    let old = std::mem::replace(record, new);
    record.metadata.other_script = old.metadata.other_script;
    record.metadata.variant_titles = old.metadata.variant_titles;
    // In the previous order, unless it is overridden.
    if !names(&CONTRIBUTOR_COLUMNS.map(|(column, _)| column)) {
        record.metadata.contributors = old.metadata.contributors;
    }
    if !names(&SUBJECT_COLUMNS.map(|(column, _)| column)) {
        record.subjects = old.subjects;
    }
    Ok(())
}
