//! The row that names the columns.

use crate::clean::trim_cell;
use crate::error::Result;
use crate::row::RawRow;
use crate::synonyms::{HeaderLanguage, Meaning, Synonym, find_synonym};
use crate::{RosterColumn, RosterFileError, RosterLimits};

/// Rows with content among which the header is searched.
pub(crate) const MAX_HEADER_ROWS: usize = 20;
/// Characters of a header that are kept.
const MAX_HEADER_CHARS: usize = 100;
/// Columns that a row must name to be a header below the first row.
const MIN_RECOGNIZED: usize = 2;

/// The use of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Column(RosterColumn),
    /// A full name, if its cells have the form `Family, Given`.
    FullName,
    /// A role, which tells who is not a student.
    Role,
    /// The end of the last name, as Spanish tables have it.
    SecondLastName,
}

impl Target {
    fn words(self) -> &'static str {
        match self {
            Self::Column(column) => column.words(),
            Self::FullName => "full name",
            Self::Role => "role",
            Self::SecondLastName => "second last name",
        }
    }
}

/// A header whose columns have meanings.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) line: u64,
    /// Texts of the columns, and their uses.
    pub(crate) columns: Vec<(String, Option<Target>)>,
    pub(crate) grade_language: Option<HeaderLanguage>,
    /// True if the column of grades may name classes, and no other column does.
    pub(crate) grade_may_be_class: bool,
    /// True if more columns are named in English than not.
    pub(crate) is_english: bool,
    pub(crate) remarks: Vec<String>,
}

/// The place of the header among the first rows of a table: the row that names the most columns, or else the
/// first row if it names any.
pub(crate) fn find_header(rows: &[RawRow<'_>]) -> Option<usize> {
    let counts: Vec<usize> = rows.iter().take(MAX_HEADER_ROWS).map(count_recognized).collect();
    let most = counts.iter().copied().max()?;
    if most >= MIN_RECOGNIZED {
        return counts.iter().position(|count| *count == most);
    }
    (counts.first() > Some(&0)).then_some(0)
}

/// The number of meanings that a row names.
pub(crate) fn count_recognized(row: &RawRow<'_>) -> usize {
    let mut found: Vec<Meaning> = Vec::new();
    for synonym in row.cells.iter().filter_map(|cell| find_synonym(clip(cell))) {
        if !found.contains(&synonym.meaning) {
            found.push(synonym.meaning);
        }
    }
    found.len()
}

fn clip(text: &str) -> &str {
    let text = trim_cell(text);
    text.char_indices().nth(MAX_HEADER_CHARS).map_or(text, |(end, _)| &text[..end])
}

impl Header {
    pub(crate) fn from_row(row: &RawRow<'_>, limits: &RosterLimits) -> Result<Self> {
        let count = row.used_cell_count();
        if count > limits.columns {
            let text = format!("the header names {count} columns, more than {}", limits.columns);
            return Err(RosterFileError::Limit(text));
        }
        let texts: Vec<String> = row.cells[..count].iter().map(|cell| clip(cell).to_owned()).collect();
        let synonyms: Vec<Option<Synonym>> = texts.iter().map(|text| find_synonym(text)).collect();
        let mut assignment = Assignment { targets: vec![None; count], texts: &texts, remarks: Vec::new() };
        let of_kind = |kind: fn(&Synonym) -> bool| {
            let places = synonyms.iter().enumerate();
            places
                .filter_map(move |(place, found)| found.filter(kind).map(|synonym| (place, synonym.meaning)))
        };
        // Names of parameters first, and what depends on the other columns last.
        let parameters = of_kind(|synonym| synonym.is_parameter);
        let others = of_kind(|synonym| !synonym.is_parameter);
        let is_definite = |meaning: &Meaning| matches!(meaning, Meaning::Column(_));
        let (definite, mut dependent): (Vec<_>, Vec<_>) =
            others.partition(|(_, meaning)| is_definite(meaning));
        dependent.sort_by_key(|(_, meaning)| *meaning == Meaning::GradeOrYear);
        for (place, meaning) in parameters.chain(definite).chain(dependent) {
            assignment.assign(place, meaning);
        }
        let languages = || synonyms.iter().flatten().map(|synonym| synonym.language);
        let english = languages().filter(|language| *language == HeaderLanguage::English).count();
        let grade = assignment.find_column(RosterColumn::Grade);
        let grade_synonym = grade.and_then(|place| synonyms[place]);
        let may_be_class = grade_synonym.is_some_and(|synonym| synonym.meaning == Meaning::GradeOrClass);
        let has_classes = assignment.find_column(RosterColumn::Classes).is_some();
        let Assignment { targets, remarks, .. } = assignment;
        Ok(Self {
            line: row.line,
            grade_language: grade_synonym.map(|synonym| synonym.language),
            grade_may_be_class: may_be_class && !has_classes,
            is_english: english * 2 > languages().count(),
            columns: texts.into_iter().zip(targets).collect(),
            remarks,
        })
    }
}

/// The meanings that columns have so far.
struct Assignment<'t> {
    targets: Vec<Option<Target>>,
    texts: &'t [String],
    remarks: Vec<String>,
}

impl Assignment<'_> {
    fn find_column(&self, column: RosterColumn) -> Option<usize> {
        self.targets.iter().position(|target| *target == Some(Target::Column(column)))
    }

    fn assign(&mut self, place: usize, meaning: Meaning) {
        let has = |column| self.find_column(column).is_some();
        let (first, last) = (has(RosterColumn::FirstName), has(RosterColumn::LastName));
        let column = match meaning {
            Meaning::Column(column) => column,
            Meaning::GradeOrClass if has(RosterColumn::Grade) => RosterColumn::Classes,
            Meaning::GradeOrClass | Meaning::GradeOrYear => RosterColumn::Grade,
            Meaning::UserId if has(RosterColumn::Username) => RosterColumn::SourcedId,
            Meaning::UserId => RosterColumn::Username,
            Meaning::Role => return self.assign_target(place, Target::Role),
            Meaning::SecondLastName => {
                self.targets[place] = Some(Target::SecondLastName);
                return;
            }
            Meaning::Name if first != last => {
                let column = if first { RosterColumn::LastName } else { RosterColumn::FirstName };
                self.assign_target(place, Target::Column(column));
                let text = &self.texts[place];
                self.remarks.push(format!("The column \"{text}\" was read as {}.", column.words()));
                return;
            }
            Meaning::Name | Meaning::FullName if first || last => return,
            Meaning::Name | Meaning::FullName => return self.assign_target(place, Target::FullName),
        };
        self.assign_target(place, Target::Column(column));
    }

    /// Gives a column its use, unless one before it has the same.
    fn assign_target(&mut self, place: usize, target: Target) {
        if let Some(other) = self.targets.iter().position(|given| *given == Some(target)) {
            self.remarks.push(format!(
                "The columns \"{}\" and \"{}\" have the same meaning, {}: \"{0}\" counts.",
                self.texts[other],
                self.texts[place],
                target.words()
            ));
        } else {
            self.targets[place] = Some(target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RosterColumn as C;

    fn raw(line: u64, texts: &[&'static str]) -> RawRow<'static> {
        let cells: Vec<_> = texts.iter().map(|text| (*text).into()).collect();
        RawRow { line, count: cells.len(), cells, fault: None }
    }

    fn targets(texts: &[&'static str]) -> (Vec<Option<Target>>, Vec<String>) {
        let header = Header::from_row(&raw(1, texts), &RosterLimits::default()).unwrap();
        (header.columns.into_iter().map(|(_, target)| target).collect(), header.remarks)
    }

    fn columns(columns: &[C]) -> Vec<Option<Target>> {
        columns.iter().map(|column| Some(Target::Column(*column))).collect()
    }

    #[test]
    fn the_row_that_names_most_columns_is_the_header() {
        let rows = [
            raw(1, &["Harbor School"]),
            raw(2, &["Name", "", "2026"]),
            raw(4, &["Vorname", "Nachname", "Klasse"]),
            raw(5, &["Mia", "Berg", "6a"]),
        ];
        assert_eq!(find_header(&rows), Some(2));
        assert_eq!(find_header(&rows[..2]), None);
        assert_eq!(find_header(&rows[1..2]), Some(0));
        assert_eq!(find_header(&[]), None);
    }

    #[test]
    fn a_name_is_the_part_that_has_no_column() {
        let (found, remarks) = targets(&["Name", "Vorname"]);
        assert_eq!(found, columns(&[C::LastName, C::FirstName]));
        assert_eq!(remarks, ["The column \"Name\" was read as last name."]);
        assert_eq!(targets(&["Apellidos", "Nombre"]).0, columns(&[C::LastName, C::FirstName]));
        assert_eq!(targets(&["Cognome", "Nome"]).0, columns(&[C::LastName, C::FirstName]));
        let (found, _) = targets(&["Segundo apellido", "Primer apellido", "Nombre"]);
        assert_eq!(found[0], Some(Target::SecondLastName));
        assert_eq!(found[1..], columns(&[C::LastName, C::FirstName]));
        assert_eq!(targets(&["Nom", "Classe"]).0[0], Some(Target::FullName));
        assert_eq!(targets(&["firstName", "lastName", "Full name"]).0[2], None);
    }

    #[test]
    fn the_first_of_two_columns_counts_unless_the_other_is_a_parameter() {
        let (found, remarks) = targets(&["Surname", "Family name", "Year", "grade"]);
        assert_eq!(found, [Some(Target::Column(C::LastName)), None, None, Some(Target::Column(C::Grade))]);
        assert_eq!(
            remarks,
            [
                "The columns \"Surname\" and \"Family name\" have the same meaning, last name: \"Surname\" counts.",
                "The columns \"grade\" and \"Year\" have the same meaning, grade: \"grade\" counts.",
            ]
        );
    }

    #[test]
    fn a_class_is_the_grade_where_no_other_column_is() {
        assert_eq!(targets(&["Vorname", "Klasse"]).0, columns(&[C::FirstName, C::Grade]));
        assert_eq!(targets(&["Klasse", "Klassenstufe"]).0, columns(&[C::Classes, C::Grade]));
    }
}
