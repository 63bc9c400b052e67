//! The rows of a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Between the titles of classes in a cell.
const CLASS_SEPARATOR: &str = " | ";

/// A table of members as a file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterTable {
    /// The kind of file.
    pub kind: RosterFileKind,
    /// The columns of the file in their order, also those that were not recognized; of OneRoster those that
    /// are read. A column with two meanings (a full name) is there twice.
    pub columns: Vec<RecognizedColumn>,
    /// The one school whose members the file lists completely. `None` if it names several or none, or lists
    /// only changes.
    pub school: Option<DeclaredSchool>,
    /// The rows with content, in their order.
    pub rows: Vec<RosterRow>,
    /// Remarks on the whole file: what was assumed, and what was left out.
    pub remarks: Vec<String>,
}

impl RosterTable {
    /// Returns true if the file has this column.
    pub fn has_column(&self, column: RosterColumn) -> bool {
        self.columns.iter().any(|of_file| of_file.column == Some(column))
    }
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RosterFileKind {
    /// Text with commas, semicolons or tabs between the cells.
    Csv,
    /// A workbook of Excel 2007 and later.
    Xlsx,
    /// A zip file of CSV files, OneRoster 1.1.
    OneRoster11,
    /// A zip file of CSV files, OneRoster 1.2.
    OneRoster12,
}

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RosterColumn {
    /// Stable identifier in the school's own system.
    SourcedId,
    /// Given name.
    FirstName,
    /// Family name.
    LastName,
    /// `YYYY-MM-DD`; verbatim if it cannot be read as a date.
    DateOfBirth,
    /// A code of ONIX list 77 or BIC; verbatim if it cannot be read as a grade.
    Grade,
    /// The name to sign in by.
    Username,
    /// The password to sign in with; spaces belong to it.
    Password,
    /// Name of the school.
    School,
    /// Name of the school district.
    District,
    /// Titles of classes, with ` | ` between them; [`RosterRow::classes`] has them one by one.
    Classes,
    /// State in the school's own system; in OneRoster `active`, `inactive` or `tobedeleted`.
    Status,
    /// As the interface's parameter `disabilityType`.
    DisabilityType,
    /// As the interface's parameter `disabilityPlan`.
    DisabilityPlan,
    /// As the interface's parameter `proofSource`.
    ProofSource,
    /// As the interface's parameter `safeSearch`.
    SafeSearch,
    /// As the interface's parameter `allowSearchDownloads`.
    AllowSearchDownloads,
}

impl RosterColumn {
    /// The meaning in English words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::SourcedId => "identifier",
            Self::FirstName => "first name",
            Self::LastName => "last name",
            Self::DateOfBirth => "date of birth",
            Self::Grade => "grade",
            Self::Username => "user name",
            Self::Password => "password",
            Self::School => "school",
            Self::District => "district",
            Self::Classes => "classes",
            Self::Status => "status",
            Self::DisabilityType => "disability type",
            Self::DisabilityPlan => "disability plan",
            Self::ProofSource => "proof source",
            Self::SafeSearch => "safe search",
            Self::AllowSearchDownloads => "allow search downloads",
        }
    }
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecognizedColumn {
    /// The text in the file.
    pub header: String,
    /// The meaning. `None` if it is not recognized, or another column has the same meaning and counts.
    pub column: Option<RosterColumn>,
}

/// The school whose members a file lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredSchool {
    /// Identifier in the school's own system; only OneRoster has it.
    pub sourced_id: Option<String>,
    /// The name.
    pub name: String,
}

/// A class that a row names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RosterClass {
    /// The title, which several classes may have.
    pub title: String,
    /// Stable identifier in the school's own system; only OneRoster has it.
    pub sourced_id: Option<String>,
}

impl RosterClass {
    /// The classes that a cell names, with `|` or `;` between them.
    pub(crate) fn parse_cell(text: &str) -> Vec<Self> {
        let titles = text.split(['|', ';', '\n']).map(str::trim).filter(|title| !title.is_empty());
        let classes: BTreeSet<Self> =
            titles.map(|title| Self { title: title.to_owned(), sourced_id: None }).collect();
        classes.into_iter().collect()
    }

    /// As many titles as fit into a cell, each once.
    pub(crate) fn join_titles<'c>(classes: impl IntoIterator<Item = &'c Self>, max_chars: usize) -> String {
        let titles: BTreeSet<&str> = classes.into_iter().map(|class| class.title.as_str()).collect();
        let mut joined = String::new();
        for title in titles {
            let separator = if joined.is_empty() { "" } else { CLASS_SEPARATOR };
            // Bytes are at least as many as characters.
            if joined.len() + separator.len() + title.len() > max_chars {
                break;
            }
            joined.push_str(separator);
            joined.push_str(title);
        }
        joined
    }
}

/// A row of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterRow {
    /// The line where the row begins, from 1; in a workbook the number of the row.
    pub line: u64,
    /// The cells with content.
    pub cells: BTreeMap<RosterColumn, String>,
    /// The classes of the person, by title.
    #[serde(default)]
    pub classes: Vec<RosterClass>,
    /// Reason why the row could not be read; its cells may then be incomplete.
    pub fault: Option<String>,
}
