//! Converts a record to a row.

use domain::artifacts::Techniques;
use domain::{Accessibility, Contributor, Territory};

use super::row::{RowReader, parse_contributor};
use super::values::{FORM_SEPARATOR, VALUE_SEPARATOR, escape};
use super::{CONTRIBUTOR_COLUMNS, OTHER_COLUMNS, SUBJECT_COLUMNS};
use crate::{Action, Record, RecordSubject, plain};

/// The non-empty cells of a row, with their columns. Reading them gives the same record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RowCells(Vec<(&'static str, String)>);

impl RowCells {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(column, text)| (*column, text.as_str()))
    }

    /// The content of a column; empty if there is none.
    pub(crate) fn cell(&self, column: &str) -> &str {
        self.iter().find(|(name, _)| *name == column).map_or("", |(_, text)| text)
    }

    /// Sets a column that describes the title; false if the column does not exist.
    pub(super) fn set_cell(&mut self, column: &str, text: &str) -> bool {
        let people = CONTRIBUTOR_COLUMNS.iter().map(|(name, _)| *name);
        let Some(column) = people.chain(OTHER_COLUMNS).find(|name| *name == column) else { return false };
        self.0.retain(|(name, _)| *name != column);
        self.push_text(column, text);
        !matches!(column, "reference" | "action")
    }

    fn push_text(&mut self, column: &'static str, text: impl AsRef<str>) {
        let text = text.as_ref().trim();
        if !text.is_empty() {
            self.0.push((column, text.to_owned()));
        }
    }

    fn push_optional(&mut self, column: &'static str, text: Option<impl ToString>) {
        self.push_text(column, text.map(|text| text.to_string()).unwrap_or_default());
    }

    fn push_flag(&mut self, column: &'static str, is_set: bool) {
        self.push_text(column, if is_set { "true" } else { "" });
    }

    /// Joins values that are already escaped.
    fn push_joined(&mut self, column: &'static str, values: impl Iterator<Item = String>) {
        let values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
        self.push_text(column, values.join("; "));
    }

    fn push_values<T: AsRef<str>>(&mut self, column: &'static str, values: impl IntoIterator<Item = T>) {
        self.push_joined(column, values.into_iter().map(|value| escape(value.as_ref(), &[VALUE_SEPARATOR])));
    }
}

/// Formats a record as a row. Values that could not be read back are omitted; a withdrawn title has only
/// its name.
pub(crate) fn cells_of_record(record: &Record) -> RowCells {
    let mut cells = RowCells::default();
    cells.push_text("reference", &record.reference);
    cells.push_text("action", if record.action == Action::Withdraw { "withdraw" } else { "update" });
    cells.push_text("title", &record.metadata.title);
    if record.action == Action::Withdraw {
        return cells;
    }
    push_description(&mut cells, record);
    push_audience(&mut cells, record);
    cells.push_optional("usageRestriction", record.usage);
    if let Some(territory) = &record.territory {
        push_rights(&mut cells, territory);
    }
    if let Some(said) = &record.accessibility {
        push_accessibility(&mut cells, said);
    }
    let faulty = RowReader::from_cells(cells.iter()).into_faulty_columns();
    cells.0.retain(|(column, _)| !faulty.contains(column) || matches!(*column, "reference" | "title"));
    cells
}

fn push_description(cells: &mut RowCells, record: &Record) {
    let m = &record.metadata;
    cells.push_optional("subtitle", m.subtitle.as_deref());
    for (column, kind) in CONTRIBUTOR_COLUMNS.iter().filter(|(column, _)| *column != "forewordBys") {
        let people = m.contributors.iter().filter(|one| one.kind == *kind);
        cells.push_joined(column, people.map(format_person));
    }
    cells.push_optional("synopsis", m.synopsis.as_deref().map(plain::to_markup));
    cells.push_optional("isbn13", m.isbn13.as_deref());
    cells.push_values("relatedIsbns", &m.related_isbns);
    cells.push_values("languages", &m.languages);
    for (column, scheme) in SUBJECT_COLUMNS {
        let listed =
            |one: &&RecordSubject| one.scheme == scheme || scheme == SUBJECT_COLUMNS[0].1 && !is_coded(one);
        cells.push_values(column, record.subjects.iter().filter(listed).filter_map(format_subject));
    }
    cells.push_optional("copyrightDate", m.copyright_date);
    cells.push_optional("copyrightHolder", m.copyright_holder.as_deref());
    cells.push_optional("publisher", m.publisher.as_deref());
    cells.push_optional("edition", m.edition.as_deref());
    cells.push_optional("seriesTitle", m.series_title.as_deref());
    cells.push_optional("seriesSubtitle", m.series_subtitle.as_deref());
    cells.push_optional("seriesNumber", m.series_number.as_deref());
    cells.push_optional("originCountry", m.origin_country.as_deref());
    cells.push_optional("externalCategoryCode", m.external_category_code.as_deref());
    cells.push_optional("productIdentifier", m.product_identifier.as_deref());
    cells.push_optional("numPages", m.num_pages);
    cells.push_optional("numImages", m.num_images);
    cells.push_optional("notes", m.notes.as_deref());
    cells.push_flag("nimacRestricted", m.nimac);
    let stated = &m.stated_languages;
    cells.push_optional("titleLanguage", stated.title.as_deref());
    cells.push_optional("subtitleLanguage", stated.subtitle.as_deref());
    cells.push_optional("synopsisLanguage", stated.synopsis.as_deref());
    cells.push_optional("seriesTitleLanguage", stated.series_title.as_deref());
    cells.push_optional("notesLanguage", stated.notes.as_deref());
}

/// The shortest form of a name that is read as the same person.
fn format_person(contributor: &Contributor) -> String {
    let sorted = contributor.index_name.as_deref().unwrap_or_default();
    let forms = [sorted, contributor.display_name.as_str()]
        .map(|name| escape(name, &[VALUE_SEPARATOR, FORM_SEPARATOR]));
    let short = forms
        .iter()
        .find(|form| !form.is_empty() && parse_contributor(contributor.kind, form) == *contributor);
    short.cloned().unwrap_or_else(|| {
        let [sorted, shown] = forms;
        format!("{shown} {FORM_SEPARATOR} {sorted}")
    })
}

fn is_coded(subject: &RecordSubject) -> bool {
    SUBJECT_COLUMNS[1..].iter().any(|(_, scheme)| *scheme == subject.scheme)
}

fn format_subject(one: &RecordSubject) -> Option<String> {
    match (&one.code, &one.name) {
        (Some(code), Some(name)) if is_coded(one) && name != code => Some(format!("{code} {name}")),
        (Some(code), _) if is_coded(one) => Some(code.clone()),
        (_, name) => name.clone().filter(|_| !is_coded(one)),
    }
}

fn push_audience(cells: &mut RowCells, record: &Record) {
    let m = &record.metadata;
    cells.push_values("grades", &m.grades);
    cells.push_values("contentWarnings", m.content_warnings.iter().map(|warning| warning.as_str()));
    cells.push_flag("adultContent", m.adult_content);
    cells.push_optional("lexileCode", m.lexile_code.as_deref());
    cells.push_optional("lexileNumber", m.lexile_number.as_deref());
    cells.push_optional("readingAgeMinimum", m.reading_age_minimum);
    cells.push_optional("readingAgeMaximum", m.reading_age_maximum);
}

fn push_rights(cells: &mut RowCells, territory: &Territory) {
    cells.push_optional("availableWorldwide", Some(territory.worldwide));
    cells.push_values("countries", &territory.countries);
    cells.push_values("states", &territory.states);
    cells.push_flag("marrakeshEligible", territory.marrakesh_available);
    cells.push_flag("marrakeshPODException", territory.marrakesh_pod_exception);
}

fn push_accessibility(cells: &mut RowCells, claims: &Accessibility) {
    cells.push_optional("accessibilitySummary", claims.summary.as_deref());
    cells.push_values("accessibilityConformances", &claims.conformances);
    cells.push_values("accessibilityFeatures", &claims.features);
    cells.push_values("accessibilityHazards", &claims.hazards);
    cells.push_values("accessModes", &claims.access_modes);
    cells.push_values("accessModesSufficient", &claims.access_modes_sufficient);
    if let Some(first) = claims.certifications.first() {
        cells.push_optional("accessibilityCertifiedBy", first.certified_by.as_deref());
        cells.push_optional("accessibilityCertifierCredential", first.credential.as_deref());
        cells.push_optional("accessibilityCertifierReport", first.report.as_deref());
        cells.push_optional("accessibilityCertificationDate", first.date.as_deref());
    }
    cells.push_values("accessibilityExemptions", &claims.exemptions);
    cells.push_optional("accessibilityLimitations", claims.limitations.as_deref());
    cells.push_optional("accessibilityAddendum", claims.addendum.as_deref());
    cells.push_optional("accessibilitySummaryLanguage", claims.languages.summary.as_deref());
    cells.push_optional("accessibilityLimitationsLanguage", claims.languages.limitations.as_deref());
    cells.push_optional("accessibilityAddendumLanguage", claims.languages.addendum.as_deref());
    cells.push_optional("accessibilityContact", claims.contact.as_deref());
    cells.push_values("accessibilityContents", claims.contents.iter().map(|content| content.as_str()));
    cells.push_optional(
        "accessibilityTechniques",
        Some(claims.techniques).filter(|one| *one != Techniques::default()),
    );
}
