//! Converts a row to a record.

use domain::artifacts::{Accessibility, Certification, Content, Techniques, TextLanguages};
use domain::contributors::{Contributor, ContributorType};
use domain::titles::{ContentWarning, StatedLanguages, Territory, UsageRestriction};
use domain::wire::WireEnum;
use domain::{countries, grades, isbn, languages};

use super::values::{self, FORMS, VALUES, parts};
use super::{PEOPLE, SUBJECTS, TERRITORY, cells};
use crate::markup::known;
use crate::onix::LEXILE;
use crate::plain;
use crate::record::{Action, Record, Scheme, Subject, add};

/// A row, and its faults.
pub(super) struct Row<'r> {
    cells: Vec<(&'static str, &'r str)>,
    /// The faulty columns, with reasons.
    faults: Vec<(&'static str, String)>,
}

impl<'r> Row<'r> {
    pub(super) fn of(cells: impl IntoIterator<Item = (&'static str, &'r str)>) -> Self {
        Self { cells: cells.into_iter().collect(), faults: Vec::new() }
    }

    pub(super) fn cell(&self, name: &str) -> Option<&'r str> {
        self.cells
            .iter()
            .find(|(column, _)| *column == name)
            .map(|(_, cell)| *cell)
            .filter(|cell| !cell.is_empty())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.cell(name).map(str::to_owned)
    }

    /// The values of a cell, including escapes.
    fn parts(&self, name: &str) -> impl Iterator<Item = &'r str> + use<'r> {
        parts(self.cell(name).unwrap_or_default(), VALUES).filter(|value| !value.is_empty())
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.parts(name).map(values::plain).collect()
    }

    fn fault(&mut self, name: &'static str, what: &str) {
        self.faults.push((name, what.to_owned()));
    }

    /// A valid value.
    fn parse<T>(&mut self, name: &'static str, what: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = read(self.cell(name)?);
        if value.is_none() {
            self.fault(name, what);
        }
        value
    }

    /// Values, each once.
    fn each<T: PartialEq>(
        &mut self,
        name: &'static str,
        what: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for value in self.texts(name) {
            match read(&value) {
                Some(value) => add(&mut all, value),
                None => self.fault(name, &format!("{value:.40} {what}")),
            }
        }
        all
    }

    fn flag(&mut self, name: &'static str) -> bool {
        self.parse(name, "must be true or false", flag).unwrap_or_default()
    }

    fn number(&mut self, name: &'static str, least: i32) -> Option<i32> {
        let read = |text: &str| text.parse().ok().filter(|number| *number >= least);
        self.parse(name, "must be a whole number", read)
    }

    /// The record, or all faults of the row.
    pub(super) fn record(mut self) -> Result<Record, String> {
        let record = self.read();
        if self.faults.is_empty() {
            return Ok(record);
        }
        let faults = self.faults.iter().map(|(column, what)| format!("{column}: {what}"));
        Err(faults.collect::<Vec<_>>().join("; "))
    }

    /// The faulty columns.
    pub(super) fn faulty(mut self) -> Vec<&'static str> {
        self.read();
        self.faults.into_iter().map(|(column, _)| column).collect()
    }

    fn read(&mut self) -> Record {
        let mut record =
            Record { reference: self.text("reference").unwrap_or_default(), ..Record::default() };
        if record.reference.is_empty() || record.reference.len() > 255 {
            self.fault("reference", "is required, with 255 bytes at most");
            return record;
        }
        let is_printable = plain::printable(&record.reference) == record.reference;
        if !is_printable || known(&record.reference) != record.reference {
            self.fault("reference", "must be a text without control characters");
            return record;
        }
        let action = |word: &str| match word.to_ascii_lowercase().as_str() {
            "update" => Some(Action::Full),
            "withdraw" => Some(Action::Withdraw),
            _ => None,
        };
        record.action = self.parse("action", "must be update or withdraw", action).unwrap_or_default();
        if record.action == Action::Full {
            self.describe(&mut record);
            self.audience(&mut record);
            self.rights(&mut record);
            record.accessibility = self.accessibility();
        }
        record
    }

    fn describe(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        match self.text("title") {
            Some(title) => m.title = title,
            None => self.fault("title", "is required"),
        }
        m.subtitle = self.text("subtitle");
        m.synopsis = self.cell("synopsis").and_then(plain::text);
        for (column, kind) in PEOPLE {
            let people = self.parts(column).map(|name| contributor(kind, name));
            m.contributors.extend(people.filter(|one| !one.display_name.is_empty()));
        }
        m.isbn13 = self.parse("isbn13", "is not an ISBN", parse_isbn);
        m.related_isbns = self.each("relatedIsbns", "is not an ISBN", parse_isbn);
        m.related_isbns.retain(|isbn| m.isbn13.as_ref() != Some(isbn));
        let language = |code: &str| languages::alpha3(code).map(str::to_owned);
        m.languages = self.each("languages", "is not a language of ISO 639-2", language);
        m.copyright_date = self.parse("copyrightDate", "must be a year", |year| year.parse().ok());
        m.copyright_holder = self.text("copyrightHolder");
        m.publisher = self.text("publisher");
        m.edition = self.text("edition");
        m.series_title = self.text("seriesTitle");
        m.series_subtitle = self.text("seriesSubtitle");
        m.series_number = self.text("seriesNumber");
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        m.origin_country = self.parse("originCountry", "is not a country of ISO 3166-1", country);
        m.external_category_code = self.text("externalCategoryCode");
        m.product_identifier = self.text("productIdentifier");
        m.num_pages = self.number("numPages", 1);
        m.num_images = self.number("numImages", 0);
        m.notes = self.text("notes");
        m.nimac = self.flag("nimacRestricted");
        m.stated_languages = StatedLanguages {
            title: self.language("titleLanguage"),
            subtitle: self.language("subtitleLanguage"),
            synopsis: self.language("synopsisLanguage"),
            series_title: self.language("seriesTitleLanguage"),
            notes: self.language("notesLanguage"),
        };
        for (column, scheme) in SUBJECTS {
            record.subjects.extend(self.texts(column).iter().map(|text| subject(scheme, text)));
        }
    }

    fn audience(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        let grade = |code: &str| grades::is_grade(code).then(|| code.to_owned());
        m.grades = self.each("grades", "is not a grade of ONIX list 77 or BIC", grade);
        m.content_warnings =
            self.each("contentWarnings", "is not a content warning", ContentWarning::parse_ok);
        m.adult_content = self.flag("adultContent");
        m.reading_age_minimum = self.number("readingAgeMinimum", 0);
        m.reading_age_maximum = self.number("readingAgeMaximum", 0);
        let lexile = |code: &str| LEXILE.contains(&code).then(|| code.to_owned());
        m.lexile_code = self.parse("lexileCode", "is not a Lexile code", lexile);
        m.lexile_number = self.text("lexileNumber");
    }

    fn rights(&mut self, record: &mut Record) {
        record.usage =
            self.parse("usageRestriction", "is not a usage restriction", UsageRestriction::parse_ok);
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        let territory = Territory {
            worldwide: self.flag("availableWorldwide"),
            countries: self
                .each("countries", "is not a country of ISO 3166-1", country)
                .into_iter()
                .collect(),
            states: self.texts("states").into_iter().collect(),
            marrakesh_available: self.flag("marrakeshEligible"),
            marrakesh_pod_exception: self.flag("marrakeshPODException"),
        };
        let said = TERRITORY.iter().any(|column| self.cell(column).is_some());
        record.territory = said.then_some(territory);
    }

    fn accessibility(&mut self) -> Option<Accessibility> {
        let certification = Certification {
            certified_by: self.text("accessibilityCertifiedBy"),
            credential: self.text("accessibilityCertifierCredential"),
            report: self.text("accessibilityCertifierReport"),
            date: self.text("accessibilityCertificationDate"),
        };
        let contents = "is not a kind of content";
        let mut said = Accessibility {
            summary: self.text("accessibilitySummary"),
            conformances: self.texts("accessibilityConformances"),
            certifications: Some(certification)
                .into_iter()
                .filter(|said| *said != Certification::default())
                .collect(),
            features: self.texts("accessibilityFeatures"),
            hazards: self.texts("accessibilityHazards"),
            access_modes: self.texts("accessModes"),
            access_modes_sufficient: self.texts("accessModesSufficient"),
            exemptions: self.texts("accessibilityExemptions"),
            limitations: self.text("accessibilityLimitations"),
            addendum: self.text("accessibilityAddendum"),
            languages: TextLanguages {
                summary: self.language("accessibilitySummaryLanguage"),
                limitations: self.language("accessibilityLimitationsLanguage"),
                addendum: self.language("accessibilityAddendumLanguage"),
            },
            contact: self.text("accessibilityContact"),
            contents: self.each("accessibilityContents", contents, Content::parse_ok),
            ..Accessibility::default()
        };
        let techniques = self.parse("accessibilityTechniques", "must be epub or onix", Techniques::parse_ok);
        let is_empty = said == Accessibility::default();
        said.techniques = techniques.unwrap_or_default();
        (!is_empty).then_some(said)
    }

    /// A tag of BCP 47, verbatim.
    fn language(&mut self, name: &'static str) -> Option<String> {
        self.parse(name, "must be a language", |tag| languages::alpha3(tag).map(|_| tag.to_owned()))
    }
}

/// Enumerations with the API's spelling.
trait ParseOk: WireEnum {
    fn parse_ok(word: &str) -> Option<Self> {
        Self::parse(word).ok()
    }
}

impl<E: WireEnum> ParseOk for E {}

fn parse_isbn(text: &str) -> Option<String> {
    isbn::parse(text).ok().map(|isbn| isbn.to_string())
}

fn flag(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// `Austen, Jane` is a sort name, `Jane Austen` a display name; `Jane Austen | Austen, Jane` gives both, and
/// `Society of Keepers |` sorts as it is displayed.
pub(super) fn contributor(kind: ContributorType, cell: &str) -> Contributor {
    let mut forms = parts(cell, FORMS).map(values::plain);
    let name = forms.next().unwrap_or_default();
    match (forms.next(), name.split_once(", ")) {
        (Some(sorted), _) => Contributor {
            kind,
            display_name: name,
            index_name: Some(sorted).filter(|sorted| !sorted.is_empty()),
        },
        (None, Some((last, first))) => {
            Contributor { kind, display_name: format!("{first} {last}"), index_name: Some(name) }
        }
        (None, None) => Contributor::new(kind, name),
    }
}

/// A name, or a code that may be followed by one.
fn subject(scheme: Scheme, text: &str) -> Subject {
    match (scheme, text.split_once(' ')) {
        (Scheme::Own | Scheme::Other, _) => Subject { scheme, code: None, name: Some(text.to_owned()) },
        (_, Some((code, name))) => {
            let name = Some(name.trim().to_owned()).filter(|name| name != code);
            Subject { scheme, code: Some(code.to_owned()), name }
        }
        (_, None) => Subject { scheme, code: Some(text.to_owned()), name: None },
    }
}

/// Overrides a record with these cells; other columns stay.
pub(crate) fn overlay(record: &mut Record, said: &[(&str, &str)]) -> Result<(), String> {
    let mut all = cells(record);
    for (column, text) in said {
        let known = all.set(column, text);
        if !known {
            return Err(format!("there is no column {column:.40}"));
        }
    }
    let new = Row::of(all.iter()).record()?;
    let names = |columns: &[&str]| said.iter().any(|(column, _)| columns.contains(column));
    let (people, subjects) = (PEOPLE.map(|(column, _)| column), SUBJECTS.map(|(column, _)| column));
    // In the previous order, unless it is overridden.
    let contributors = if names(&people) { None } else { Some(record.metadata.contributors.clone()) };
    let subjects = if names(&subjects) { None } else { Some(record.subjects.clone()) };
    *record = new;
    if let Some(contributors) = contributors {
        record.metadata.contributors = contributors;
    }
    if let Some(subjects) = subjects {
        record.subjects = subjects;
    }
    Ok(())
}
