//! Converts a record to a row.

use domain::artifacts::{Accessibility, Techniques};
use domain::contributors::Contributor;
use domain::titles::Territory;

use super::row::{Row, contributor};
use super::values::{FORMS, VALUES, escaped};
use super::{COLUMNS, PEOPLE, SUBJECTS};
use crate::plain;
use crate::record::{Action, Record, Subject};

/// The non-empty cells of a row, with their columns. Reading them gives the same record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cells(Vec<(&'static str, String)>);

impl Cells {
    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(column, text)| (*column, text.as_str()))
    }

    /// The content of a column; empty if there is none.
    pub(crate) fn get(&self, column: &str) -> &str {
        self.iter().find(|(name, _)| *name == column).map_or("", |(_, text)| text)
    }

    /// Sets a column that describes the title; false if the column does not exist.
    pub(super) fn set(&mut self, column: &str, text: &str) -> bool {
        let people = PEOPLE.iter().map(|(name, _)| *name);
        let Some(column) = people.chain(COLUMNS).find(|name| *name == column) else { return false };
        self.0.retain(|(name, _)| *name != column);
        self.put(column, text);
        !matches!(column, "reference" | "action")
    }

    fn put(&mut self, column: &'static str, text: impl AsRef<str>) {
        let text = text.as_ref().trim();
        if !text.is_empty() {
            self.0.push((column, text.to_owned()));
        }
    }

    fn some(&mut self, column: &'static str, text: Option<impl ToString>) {
        self.put(column, text.map(|text| text.to_string()).unwrap_or_default());
    }

    fn flag(&mut self, column: &'static str, is_set: bool) {
        self.put(column, if is_set { "true" } else { "" });
    }

    /// Joins values that are already escaped.
    fn joined(&mut self, column: &'static str, values: impl Iterator<Item = String>) {
        let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
        self.put(column, values.join("; "));
    }

    fn many<T: AsRef<str>>(&mut self, column: &'static str, values: impl IntoIterator<Item = T>) {
        self.joined(column, values.into_iter().map(|value| escaped(value.as_ref(), &[VALUES])));
    }
}

/// A record as a row. Values that could not be read back are omitted; a withdrawn title has only its name.
pub(crate) fn cells(record: &Record) -> Cells {
    let mut cells = Cells::default();
    cells.put("reference", &record.reference);
    cells.put("action", if record.action == Action::Withdraw { "withdraw" } else { "update" });
    cells.put("title", &record.metadata.title);
    if record.action == Action::Withdraw {
        return cells;
    }
    describe(&mut cells, record);
    audience(&mut cells, record);
    cells.some("usageRestriction", record.usage);
    if let Some(territory) = &record.territory {
        rights(&mut cells, territory);
    }
    if let Some(said) = &record.accessibility {
        accessibility(&mut cells, said);
    }
    let faulty = Row::of(cells.iter()).faulty();
    cells.0.retain(|(column, _)| !faulty.contains(column) || matches!(*column, "reference" | "title"));
    cells
}

fn describe(cells: &mut Cells, record: &Record) {
    let m = &record.metadata;
    cells.some("subtitle", m.subtitle.as_deref());
    for (column, kind) in PEOPLE.iter().filter(|(column, _)| *column != "forewordBys") {
        let people = m.contributors.iter().filter(|one| one.kind == *kind);
        cells.joined(column, people.map(person));
    }
    cells.some("synopsis", m.synopsis.as_deref().map(plain::markup));
    cells.some("isbn13", m.isbn13.as_deref());
    cells.many("relatedIsbns", &m.related_isbns);
    cells.many("languages", &m.languages);
    for (column, scheme) in SUBJECTS {
        let listed = |one: &&Subject| one.scheme == scheme || scheme == SUBJECTS[0].1 && !coded(one);
        cells.many(column, record.subjects.iter().filter(listed).filter_map(subject));
    }
    cells.some("copyrightDate", m.copyright_date);
    cells.some("copyrightHolder", m.copyright_holder.as_deref());
    cells.some("publisher", m.publisher.as_deref());
    cells.some("edition", m.edition.as_deref());
    cells.some("seriesTitle", m.series_title.as_deref());
    cells.some("seriesSubtitle", m.series_subtitle.as_deref());
    cells.some("seriesNumber", m.series_number.as_deref());
    cells.some("originCountry", m.origin_country.as_deref());
    cells.some("externalCategoryCode", m.external_category_code.as_deref());
    cells.some("productIdentifier", m.product_identifier.as_deref());
    cells.some("numPages", m.num_pages);
    cells.some("numImages", m.num_images);
    cells.some("notes", m.notes.as_deref());
    cells.flag("nimacRestricted", m.nimac);
    let stated = &m.stated_languages;
    cells.some("titleLanguage", stated.title.as_deref());
    cells.some("subtitleLanguage", stated.subtitle.as_deref());
    cells.some("synopsisLanguage", stated.synopsis.as_deref());
    cells.some("seriesTitleLanguage", stated.series_title.as_deref());
    cells.some("notesLanguage", stated.notes.as_deref());
}

/// The shortest form of a name that is read as the same person.
fn person(one: &Contributor) -> String {
    let sorted = one.index_name.as_deref().unwrap_or_default();
    let forms = [sorted, one.display_name.as_str()].map(|name| escaped(name, &[VALUES, FORMS]));
    let short = forms.iter().find(|form| !form.is_empty() && contributor(one.kind, form) == *one);
    short.cloned().unwrap_or_else(|| {
        let [sorted, shown] = forms;
        format!("{shown} {FORMS} {sorted}")
    })
}

/// Whether a subject is from a list of codes.
fn coded(subject: &Subject) -> bool {
    SUBJECTS[1..].iter().any(|(_, scheme)| *scheme == subject.scheme)
}

fn subject(one: &Subject) -> Option<String> {
    match (&one.code, &one.name) {
        (Some(code), Some(name)) if coded(one) && name != code => Some(format!("{code} {name}")),
        (Some(code), _) if coded(one) => Some(code.clone()),
        (_, name) => name.clone().filter(|_| !coded(one)),
    }
}

fn audience(cells: &mut Cells, record: &Record) {
    let m = &record.metadata;
    cells.many("grades", &m.grades);
    cells.many("contentWarnings", m.content_warnings.iter().map(|warning| warning.as_str()));
    cells.flag("adultContent", m.adult_content);
    cells.some("lexileCode", m.lexile_code.as_deref());
    cells.some("lexileNumber", m.lexile_number.as_deref());
    cells.some("readingAgeMinimum", m.reading_age_minimum);
    cells.some("readingAgeMaximum", m.reading_age_maximum);
}

fn rights(cells: &mut Cells, territory: &Territory) {
    cells.some("availableWorldwide", Some(territory.worldwide));
    cells.many("countries", &territory.countries);
    cells.many("states", &territory.states);
    cells.flag("marrakeshEligible", territory.marrakesh_available);
    cells.flag("marrakeshPODException", territory.marrakesh_pod_exception);
}

fn accessibility(cells: &mut Cells, said: &Accessibility) {
    cells.some("accessibilitySummary", said.summary.as_deref());
    cells.many("accessibilityConformances", &said.conformances);
    cells.many("accessibilityFeatures", &said.features);
    cells.many("accessibilityHazards", &said.hazards);
    cells.many("accessModes", &said.access_modes);
    cells.many("accessModesSufficient", &said.access_modes_sufficient);
    if let Some(first) = said.certifications.first() {
        cells.some("accessibilityCertifiedBy", first.certified_by.as_deref());
        cells.some("accessibilityCertifierCredential", first.credential.as_deref());
        cells.some("accessibilityCertifierReport", first.report.as_deref());
        cells.some("accessibilityCertificationDate", first.date.as_deref());
    }
    cells.many("accessibilityExemptions", &said.exemptions);
    cells.some("accessibilityLimitations", said.limitations.as_deref());
    cells.some("accessibilityAddendum", said.addendum.as_deref());
    cells.some("accessibilitySummaryLanguage", said.languages.summary.as_deref());
    cells.some("accessibilityLimitationsLanguage", said.languages.limitations.as_deref());
    cells.some("accessibilityAddendumLanguage", said.languages.addendum.as_deref());
    cells.some("accessibilityContact", said.contact.as_deref());
    cells.many("accessibilityContents", said.contents.iter().map(|content| content.as_str()));
    cells.some("accessibilityTechniques", Some(said.techniques).filter(|one| *one != Techniques::default()));
}
