//! A row of a table of members.

use std::collections::BTreeSet;

use domain::proofs::{DisabilityPlan, DisabilityType, ProofSource};
use domain::wire::WireEnum;
use jiff::civil::Date;

use crate::faults::Faults;
use crate::keys::ErrorKey;
use crate::values::{Grade, NewPassword, OneOf, Read, ShortText, UserName};

/// Columns without which there is nothing to import.
pub const NEEDED: [&str; 4] = ["firstName", "lastName", "dateOfBirth", "grade"];

/// All columns that are read, by the names of the interface's parameters.
pub const COLUMNS: [&str; 11] = [
    "firstName",
    "lastName",
    "dateOfBirth",
    "grade",
    "username",
    "password",
    "disabilityType",
    "disabilityPlan",
    "proofSource",
    "safeSearch",
    "allowSearchDownloads",
];

/// A row as far as it could be read. An empty cell says nothing: a new member gets the default, and what is
/// known of another one stays.
#[derive(Debug, Clone)]
pub struct Row {
    /// The line of the file where it begins.
    pub line: u64,
    pub(super) first_name: Option<ShortText>,
    pub(super) last_name: Option<ShortText>,
    pub(super) date_of_birth: Option<Date>,
    pub(super) grade: Option<Grade>,
    pub(super) username: Option<UserName>,
    pub(super) password: Option<NewPassword>,
    pub(super) disability_type: Option<BTreeSet<DisabilityType>>,
    pub(super) disability_plan: Option<BTreeSet<DisabilityPlan>>,
    pub(super) proof_source: Option<ProofSource>,
    pub(super) safe_search: Option<bool>,
    pub(super) allow_search_downloads: Option<bool>,
    pub(super) faults: Faults,
}

impl Row {
    /// Reads a row; `cell` gives the text of a column, empty if the table has no such column. Values are read
    /// as the interface reads its parameters; several values of one cell are separated by spaces or `|`.
    pub fn read<'a>(line: u64, cell: impl Fn(&'static str) -> &'a str) -> Self {
        let mut cells = Cells { cell, faults: Faults::default() };
        Self {
            line,
            first_name: cells.value("firstName"),
            last_name: cells.value("lastName"),
            date_of_birth: cells.value("dateOfBirth"),
            grade: cells.value("grade"),
            username: cells.value("username"),
            password: cells.password(),
            disability_type: cells.values("disabilityType"),
            disability_plan: cells.values("disabilityPlan"),
            proof_source: cells.value("proofSource").map(|OneOf(source)| source),
            safe_search: cells.value("safeSearch"),
            allow_search_downloads: cells.value("allowSearchDownloads"),
            faults: cells.faults,
        }
    }

    /// A row that is not one of a table.
    pub fn unreadable(line: u64, reason: impl Into<String>) -> Self {
        let mut row = Self::read(line, |_| "");
        row.faults.add(ErrorKey::BadRequest, "", reason);
        row
    }

    /// The name to sign in by.
    pub(super) fn username(&self) -> Option<&str> {
        self.username.as_ref().map(|name| name.0.as_str())
    }

    /// The password to sign in with.
    pub(super) fn password(&self) -> Option<&NewPassword> {
        self.password.as_ref()
    }
}

/// Reads cells and gathers what is wrong with them.
struct Cells<F> {
    cell: F,
    faults: Faults,
}

impl<'a, F: Fn(&'static str) -> &'a str> Cells<F> {
    fn value<T: Read>(&mut self, name: &'static str) -> Option<T> {
        let text = (self.cell)(name).trim();
        if text.is_empty() { None } else { self.read(name, text) }
    }

    /// Spaces belong to a password.
    fn password(&mut self) -> Option<NewPassword> {
        let text = (self.cell)("password");
        if text.is_empty() { None } else { self.read("password", text) }
    }

    fn values<T: WireEnum + Ord>(&mut self, name: &'static str) -> Option<BTreeSet<T>> {
        let text = (self.cell)(name);
        let words = text.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
        let values: Vec<Option<OneOf<T>>> = words.map(|word| self.read(name, word)).collect();
        if values.is_empty() {
            return None;
        }
        values.into_iter().map(|value| value.map(|OneOf(value)| value)).collect()
    }

    fn read<T: Read>(&mut self, name: &'static str, text: &str) -> Option<T> {
        T::read(text).map_err(|fault| self.faults.add(fault.key, name, fault.reason)).ok()
    }
}
