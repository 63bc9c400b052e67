//! A row of a table of members.

use std::collections::BTreeSet;

use domain::wire::WireEnum;
use domain::{DisabilityPlan, DisabilityType, ProofSource};
use jiff::civil::Date;

use super::groups::ClassName;
use crate::values::{Grade, OneOf, UserName};
use crate::{ErrorKey, Faults, Field, NewPassword, ParseValue, Reason, ShortText};

/// A district and a school, as a table names them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SchoolNames {
    pub(crate) district: Option<String>,
    pub(crate) school: Option<String>,
}

/// A row as far as it could be read. An empty cell changes nothing: a new member gets the default, and an
/// existing one keeps the stored value.
#[derive(Debug, Clone)]
pub(crate) struct ImportRow {
    /// The line of the file where it begins.
    pub(crate) line: u64,
    pub(super) first_name: Option<ShortText>,
    pub(super) last_name: Option<ShortText>,
    pub(super) date_of_birth: Option<Date>,
    pub(super) grade: Option<Grade>,
    pub(super) username: Option<UserName>,
    /// True if the user name only says which member is meant: nobody gets it.
    pub(crate) is_username_for_matching: bool,
    pub(super) password: Option<NewPassword>,
    pub(super) disability_type: Option<BTreeSet<DisabilityType>>,
    pub(super) disability_plan: Option<BTreeSet<DisabilityPlan>>,
    pub(super) proof_source: Option<ProofSource>,
    pub(super) safe_search: Option<bool>,
    pub(super) allow_search_downloads: Option<bool>,
    /// Identifier of the school's own system.
    pub(super) sourced_id: Option<ShortText>,
    pub(crate) school: Option<SchoolNames>,
    pub(crate) classes: Vec<ClassName>,
    pub(super) faults: Faults,
}

impl ImportRow {
    /// Reads a row; `cell` gives the text of a column, empty if the table has no such column. Values are read
    /// as the interface reads its parameters; several values of one cell are separated by spaces or `|`.
    pub(crate) fn from_cells<'a>(line: u64, cell: impl Fn(Field) -> &'a str) -> Self {
        let mut cells = Cells { cell, faults: Faults::default() };
        Self {
            line,
            first_name: cells.read_cell(Field::FirstName),
            last_name: cells.read_cell(Field::LastName),
            date_of_birth: cells.read_cell(Field::DateOfBirth),
            grade: cells.read_cell(Field::Grade),
            username: cells.read_cell(Field::Username),
            is_username_for_matching: false,
            password: cells.read_password(),
            disability_type: cells.read_list(Field::DisabilityType),
            disability_plan: cells.read_list(Field::DisabilityPlan),
            proof_source: cells.read_cell(Field::ProofSource).map(|OneOf(source)| source),
            safe_search: cells.read_cell(Field::SafeSearch),
            allow_search_downloads: cells.read_cell(Field::AllowSearchDownloads),
            sourced_id: cells.read_cell(Field::SourcedId),
            school: None,
            classes: Vec::new(),
            faults: cells.faults,
        }
    }

    /// A row that is not one of a table.
    pub(crate) fn unreadable(line: u64, reason: impl Into<Reason>) -> Self {
        let mut row = Self::from_cells(line, |_| "");
        row.faults.add_of_request(ErrorKey::BadRequest, reason);
        row
    }

    /// The user name that the member gets.
    pub(super) fn new_username(&self) -> Option<UserName> {
        self.username.clone().filter(|_| !self.is_username_for_matching)
    }

    /// The name to sign in by.
    pub(crate) fn username(&self) -> Option<&str> {
        self.username.as_ref().map(|name| name.0.as_str())
    }

    pub(super) fn password(&self) -> Option<&NewPassword> {
        self.password.as_ref()
    }
}

/// Reads cells and gathers what is wrong with them.
struct Cells<F> {
    cell: F,
    faults: Faults,
}

impl<'a, F: Fn(Field) -> &'a str> Cells<F> {
    fn read_cell<T: ParseValue>(&mut self, field: Field) -> Option<T> {
        let text = (self.cell)(field).trim();
        if text.is_empty() { None } else { self.parse_cell(field, text) }
    }

    /// Spaces belong to a password.
    fn read_password(&mut self) -> Option<NewPassword> {
        let text = (self.cell)(Field::Password);
        if text.is_empty() { None } else { self.parse_cell(Field::Password, text) }
    }

    fn read_list<T: WireEnum + Ord>(&mut self, field: Field) -> Option<BTreeSet<T>> {
        let text = (self.cell)(field);
        let words = text.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
        let values: Vec<Option<OneOf<T>>> = words.map(|word| self.parse_cell(field, word)).collect();
        if values.is_empty() {
            return None;
        }
        values.into_iter().map(|value| value.map(|OneOf(value)| value)).collect()
    }

    fn parse_cell<T: ParseValue>(&mut self, field: Field, text: &str) -> Option<T> {
        T::parse_value(text).map_err(|fault| self.faults.add(fault.key, field, fault.reason)).ok()
    }
}
