//! Rows whose columns have meanings.

use std::borrow::Cow;

use crate::clean::clean_cell;
use crate::dates::{DateContext, normalize_dates};
use crate::error::Result;
use crate::grades::{has_class_letter, normalize_grade};
use crate::headers::{Header, Target};
use crate::repeated::join_repeated_rows;
use crate::roles::is_non_student_role;
use crate::row::{RawRow, long_cell_fault};
use crate::status::normalize_status;
use crate::synonyms::HeaderLanguage;
use crate::{
    DeclaredSchool, RecognizedColumn, RosterClass, RosterColumn, RosterFileError, RosterFileKind,
    RosterLimits, RosterRow, RosterTable,
};

/// Rows within limits.
#[derive(Debug)]
pub(crate) struct BoundedRows<'l> {
    limits: &'l RosterLimits,
    rows: Vec<RosterRow>,
    text_bytes: usize,
}

impl<'l> BoundedRows<'l> {
    pub(crate) fn new(limits: &'l RosterLimits) -> Self {
        Self { limits, rows: Vec::new(), text_bytes: 0 }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// There are too many, or their cells are too large together.
    pub(crate) fn add_row(&mut self, mut row: RosterRow) -> Result<()> {
        if self.rows.len() >= self.limits.rows {
            let text = format!("more than {} rows: divide the file", self.limits.rows);
            return Err(RosterFileError::Limit(text));
        }
        row.cells.retain(|_, cell| {
            let fault = long_cell_fault(cell, self.limits);
            let is_kept = fault.is_none();
            row.fault = row.fault.take().or(fault);
            is_kept
        });
        let classes = row.classes.iter().map(|class| class.title.len());
        self.text_bytes += row.cells.values().map(String::len).chain(classes).sum::<usize>();
        if self.text_bytes > self.limits.text_bytes {
            let text =
                format!("cells with more than {} bytes together: divide the file", self.limits.text_bytes);
            return Err(RosterFileError::Limit(text));
        }
        self.rows.push(row);
        Ok(())
    }

    /// The rows, with dates, grades and states in the forms of the library, and remarks on what was assumed.
    pub(crate) fn into_normalized(
        mut self,
        dates: DateContext,
        grades: Option<HeaderLanguage>,
    ) -> (Vec<RosterRow>, Vec<String>) {
        for row in &mut self.rows {
            if let Some(grade) = row.cells.get_mut(&RosterColumn::Grade) {
                *grade = normalize_grade(grade, grades);
            }
            if let Some(status) = row.cells.get_mut(&RosterColumn::Status) {
                *status = normalize_status(status);
            }
        }
        let births = self.rows.iter_mut().filter_map(|row| row.cells.get_mut(&RosterColumn::DateOfBirth));
        let remarks = normalize_dates(&mut births.collect::<Vec<_>>(), dates);
        (self.rows, remarks)
    }
}

/// A table of one header and its rows.
#[derive(Debug)]
pub(crate) struct TableAssembly<'l> {
    header: Header,
    rows: BoundedRows<'l>,
    /// Rows of people who are not students.
    others: u64,
}

impl<'l> TableAssembly<'l> {
    pub(crate) fn new(header: Header, limits: &'l RosterLimits) -> Self {
        Self { header, rows: BoundedRows::new(limits), others: 0 }
    }

    /// Adds a row. `find_fault` gives the fault of a cell's characters.
    ///
    /// # Errors
    /// The rows exceed the limits.
    pub(crate) fn add_row(
        &mut self,
        raw: RawRow<'_>,
        find_fault: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<()> {
        let mut row = RosterRow { line: raw.line, fault: raw.fault, ..RosterRow::default() };
        let mut second_last_name = None;
        for ((_, target), cell) in self.header.columns.iter().zip(&raw.cells) {
            let Some(target) = *target else { continue };
            // Spaces belong to a password.
            let is_password = target == Target::Column(RosterColumn::Password);
            let cleaned = if is_password { Cow::Borrowed(&**cell) } else { clean_cell(cell) };
            let text: &str = &cleaned;
            if text.is_empty() {
                continue;
            }
            if let Some(fault) = find_fault(text) {
                row.fault.get_or_insert_with(|| fault.to_owned());
                continue;
            }
            match target {
                Target::Column(column) => {
                    // `6a` is a class of grade 6.
                    let is_class_of_grade = column == RosterColumn::Grade
                        && self.header.grade_may_be_class
                        && has_class_letter(text, self.header.grade_language);
                    if is_class_of_grade || column == RosterColumn::Classes {
                        row.classes = RosterClass::parse_cell(text);
                    }
                    row.cells.insert(column, text.to_owned());
                }
                Target::Role if is_non_student_role(text) => {
                    self.others += 1;
                    return Ok(());
                }
                Target::Role => {}
                Target::SecondLastName => second_last_name = Some(text.to_owned()),
                // Until all are known.
                Target::FullName => {
                    row.cells.insert(RosterColumn::LastName, text.to_owned());
                }
            }
        }
        if let Some(second) = second_last_name {
            let last_name = row.cells.remove(&RosterColumn::LastName);
            let whole = last_name.map_or_else(|| second.clone(), |first| format!("{first} {second}"));
            row.cells.insert(RosterColumn::LastName, whole);
        }
        self.rows.add_row(row)
    }

    pub(crate) fn into_table(mut self, kind: RosterFileKind, dates: DateContext) -> RosterTable {
        let is_full_name = |(_, target): &(String, Option<Target>)| *target == Some(Target::FullName);
        let has_full_name = self.header.columns.iter().any(is_full_name);
        let are_split = has_full_name && self.split_full_names();
        let mut columns = Vec::new();
        for (header, target) in self.header.columns {
            let column = match target {
                Some(Target::FullName) if are_split => {
                    let column = Some(RosterColumn::LastName);
                    columns.push(RecognizedColumn { header: header.clone(), column });
                    Some(RosterColumn::FirstName)
                }
                Some(Target::FullName | Target::Role) | None => None,
                Some(Target::SecondLastName) => Some(RosterColumn::LastName),
                Some(Target::Column(column)) => Some(column),
            };
            columns.push(RecognizedColumn { header, column });
        }
        let mut remarks = self.header.remarks;
        let max_chars = self.rows.limits.cell_chars;
        let (rows, of_dates) = self.rows.into_normalized(dates, self.header.grade_language);
        remarks.extend(of_dates);
        let (rows, repeated) = join_repeated_rows(rows, max_chars);
        if repeated > 0 {
            remarks.push(format!("{repeated} rows repeat students, and only their classes were added."));
        }
        if self.others > 0 {
            remarks.push(format!(
                "{} people who are not students were left out, as their roles say.",
                self.others
            ));
        }
        let school = declare_school(find_only_school(&rows), &rows, &mut remarks);
        RosterTable { kind, columns, school, rows, remarks }
    }

    /// Splits names of the form `Family, Given`. Without any comma the column is not a full name:
    /// nothing tells where to split it.
    fn split_full_names(&mut self) -> bool {
        let rows = &mut self.rows.rows;
        let has_comma =
            |row: &RosterRow| row.cells.get(&RosterColumn::LastName).is_some_and(|name| name.contains(','));
        let are_split = rows.iter().any(has_comma);
        for row in rows {
            let Some(name) = row.cells.remove(&RosterColumn::LastName).filter(|_| are_split) else {
                continue;
            };
            let (last, first) = name.split_once(',').unwrap_or((&name, ""));
            let parts = [(RosterColumn::LastName, last), (RosterColumn::FirstName, first)];
            for (column, part) in parts.map(|(column, part)| (column, part.trim())) {
                if part.is_empty() {
                    let fault = "the name does not have the form \"Family, Given\"";
                    row.fault.get_or_insert_with(|| fault.to_owned());
                } else {
                    row.cells.insert(column, part.to_owned());
                }
            }
        }
        are_split
    }
}

/// The school whose members a file lists completely, if all of its rows can be read.
pub(crate) fn declare_school(
    school: Option<DeclaredSchool>,
    rows: &[RosterRow],
    remarks: &mut Vec<String>,
) -> Option<DeclaredSchool> {
    let is_whole = rows.iter().all(|row| row.fault.is_none());
    if school.is_some() && !is_whole {
        remarks.push(
            "Rows that cannot be read may be about members: nobody is missing from the file.".to_owned(),
        );
    }
    school.filter(|_| is_whole)
}

/// The school that every row names that can be read.
fn find_only_school(rows: &[RosterRow]) -> Option<DeclaredSchool> {
    let readable = rows.iter().filter(|row| row.fault.is_none());
    let mut names = readable.map(|row| row.cells.get(&RosterColumn::School));
    let name = names.next()??;
    names.all(|other| other == Some(name)).then(|| DeclaredSchool { sourced_id: None, name: name.clone() })
}
