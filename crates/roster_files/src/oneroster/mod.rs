//! OneRoster 1.1 and 1.2 as CSV files in a zip file: the students, with school, classes and birth date.

mod csv_file;
mod manifest;
mod orgs;
mod students;

use std::collections::{BTreeSet, HashMap};

use workbooks::Container;

use crate::assembly::{BoundedRows, declare_school};
use crate::clean::clean_cell;
use crate::dates::DateContext;
use crate::error::Result;
use crate::synonyms::HeaderLanguage;
use crate::{
    RecognizedColumn, RosterClass, RosterColumn, RosterFileError, RosterFileKind, RosterLimits, RosterRow,
    RosterTable,
};
use csv_file::{CsvFile, CsvFileRow};
use manifest::Manifest;
use orgs::Organizations;
use students::{StudentRoles, is_deleted};

/// The file of people.
const USERS: &str = "users.csv";
/// Files that only an export has.
const FILES: [&str; 2] = [USERS, "manifest.csv"];
/// Files besides that of people whose rows tell who is a student of which school.
const STUDENT_FILES: [&str; 2] = ["orgs.csv", "roles.csv"];
/// Beginning of the columns of the Japan profile, in lower case.
const JAPANESE_METADATA: &str = "metadata.jp.";

/// The folder of an export in a zip file, with its last slash; `None` if the zip file is none.
pub(crate) fn find_folder(names: &[String]) -> Option<String> {
    let folder = |name: &String| {
        let start = name.rfind('/').map_or(0, |slash| slash + 1);
        let is_export = FILES.iter().any(|file| name[start..].eq_ignore_ascii_case(file));
        (is_export && !name.starts_with("__MACOSX/")).then(|| name[..start].to_owned())
    };
    names.iter().filter_map(folder).min_by_key(|folder| folder.matches('/').count())
}

struct ExportFiles<'c, 'b> {
    container: &'c mut Container<'b>,
    folder: String,
    limits: &'b RosterLimits,
    remarks: Vec<String>,
    /// Names of files with rows that cannot be read.
    unreadable: BTreeSet<&'static str>,
}

impl ExportFiles<'_, '_> {
    /// Opens a file; `None` if the export has none of this name.
    fn open(&mut self, name: &'static str, required: &[&'static str]) -> Result<Option<CsvFile>> {
        let Some(index) = self.container.find_entry(&format!("{}{name}", self.folder)) else {
            return Ok(None);
        };
        let bytes = self.container.unpack_entry(index)?;
        Ok(Some(CsvFile::from_bytes(name, &bytes, required)?))
    }

    /// Reads a file, row by row; rows that cannot be read are counted in a remark. Returns true if the export
    /// has the file.
    fn read_each(
        &mut self,
        name: &'static str,
        required: &[&'static str],
        mut take: impl FnMut(&CsvFileRow<'_>),
    ) -> Result<bool> {
        let Some(file) = self.open(name, required)? else { return Ok(false) };
        let (mut faults, mut first) = (0, None);
        file.read_rows(self.limits, |row| {
            match row.fault() {
                Some(fault) => {
                    faults += 1;
                    first.get_or_insert_with(|| format!("line {}: {fault}", row.line()));
                }
                None => take(row),
            }
            Ok(())
        })?;
        if let Some(first) = first {
            self.unreadable.insert(name);
            self.remarks.push(format!("{name}: {faults} rows cannot be read; the first is {first}."));
        }
        Ok(true)
    }
}

pub(crate) fn read_export<'b>(
    container: &mut Container<'b>,
    folder: &str,
    limits: &'b RosterLimits,
) -> Result<RosterTable> {
    let files = &mut ExportFiles {
        container,
        folder: folder.to_owned(),
        limits,
        remarks: Vec::new(),
        unreadable: BTreeSet::new(),
    };
    let manifest = Manifest::read(files)?;
    let is_second = manifest.kind == RosterFileKind::OneRoster12;
    let organizations = Organizations::read(files)?;
    let roles = if is_second { Some(StudentRoles::read(files, !manifest.lists_all)?) } else { None };
    let classes = if manifest.lists_all_classes { read_classes(files)? } else { HashMap::new() };
    let births = read_births(files)?;
    let required: &[&str] = if is_second {
        &["sourcedId", "givenName", "familyName"]
    } else {
        &["sourcedId", "givenName", "familyName", "role"]
    };
    let missing = || RosterFileError::MissingFile { file: USERS.to_owned() };
    let users = files.open(USERS, required)?.ok_or_else(missing)?;
    let reading = StudentReading { organizations: &organizations, roles, classes, births, limits };
    let mut rows = BoundedRows::new(limits);
    let (mut others, mut unstated) = (0_u64, 0_u64);
    users.read_rows(limits, |row| {
        match reading.read_student(row) {
            Some(student) => rows.add_row(student)?,
            None if manifest.lists_all || reading.states_role(row) => others += 1,
            None => unstated += 1,
        }
        Ok(())
    })?;
    if others > 0 {
        files.remarks.push(format!("{others} users who are not students were left out."));
    }
    if unstated > 0 {
        let remark = format!("{unstated} users were left out because the export does not state their roles.");
        files.remarks.push(remark);
    }
    // Dates of an export are in ISO 8601; others are as ambiguous as elsewhere.
    let context = DateContext { prefers_month_first: true, ..DateContext::default() };
    let has_metadata =
        users.headers().any(|header| header.to_ascii_lowercase().starts_with(JAPANESE_METADATA));
    let is_japanese = manifest.is_japanese || has_metadata;
    let grades = if is_japanese { HeaderLanguage::Japanese } else { HeaderLanguage::English };
    let (rows, of_dates) = rows.into_normalized(context, Some(grades));
    files.remarks.extend(of_dates);
    let mut remarks = std::mem::take(&mut files.remarks);
    // Members may be in rows that cannot be read, and schools, too.
    let is_whole = STUDENT_FILES.iter().all(|name| !files.unreadable.contains(name));
    let school = organizations.only_school().filter(|_| manifest.lists_all && is_whole);
    let school = declare_school(school, &rows, &mut remarks);
    Ok(RosterTable { kind: manifest.kind, columns: reading.list_columns(&users), school, rows, remarks })
}

/// The text of a cell; spaces belong to a password.
fn clean_text(column: RosterColumn, text: &str) -> String {
    if column == RosterColumn::Password { text.to_owned() } else { clean_cell(text).into_owned() }
}

/// The classes of students, by the identifiers of these.
type StudentClasses = HashMap<String, BTreeSet<RosterClass>>;

fn read_classes(files: &mut ExportFiles<'_, '_>) -> Result<StudentClasses> {
    let mut titles = HashMap::new();
    files.read_each("classes.csv", &["sourcedId", "title"], |row| {
        if !is_deleted(row) {
            titles.insert(row.cell("sourcedId").to_owned(), row.cell("title").to_owned());
        }
    })?;
    let mut classes = StudentClasses::new();
    files.read_each("enrollments.csv", &["classSourcedId", "userSourcedId", "role"], |row| {
        let id = row.cell("classSourcedId");
        let title = titles.get(id).filter(|title| !title.is_empty());
        if let Some(title) = title
            && row.cell("role").eq_ignore_ascii_case("student")
            && !is_deleted(row)
        {
            let class = RosterClass { title: title.clone(), sourced_id: Some(id.to_owned()) };
            classes.entry(row.cell("userSourcedId").to_owned()).or_default().insert(class);
        }
    })?;
    Ok(classes)
}

/// The birth dates of people; `None` without a file of them.
fn read_births(files: &mut ExportFiles<'_, '_>) -> Result<Option<HashMap<String, String>>> {
    let mut births = HashMap::new();
    let exists = files.read_each("demographics.csv", &["sourcedId|userSourcedId", "birthDate"], |row| {
        // Both names were in use for the identifier of the person.
        for column in ["sourcedId", "userSourcedId"] {
            if !row.cell(column).is_empty() && !row.cell("birthDate").is_empty() {
                births.insert(row.cell(column).to_owned(), row.cell("birthDate").to_owned());
            }
        }
    })?;
    if !exists {
        files.remarks.push("The export has no demographics.csv, so birth dates are missing.".to_owned());
    }
    Ok(exists.then_some(births))
}

/// Facts about students from the other files.
struct StudentReading<'r> {
    organizations: &'r Organizations,
    /// Only of OneRoster 1.2.
    roles: Option<StudentRoles>,
    classes: StudentClasses,
    births: Option<HashMap<String, String>>,
    limits: &'r RosterLimits,
}

impl StudentReading<'_> {
    /// Returns true if the export states a role of a person.
    fn states_role(&self, row: &CsvFileRow<'_>) -> bool {
        self.roles.as_ref().is_none_or(|roles| roles.has_role(row.cell("sourcedId")))
    }

    /// The row of a student; `None` for other people. A row that cannot be read may be one.
    fn read_student(&self, row: &CsvFileRow<'_>) -> Option<RosterRow> {
        if let Some(fault) = row.fault() {
            let fault = Some(fault.to_owned());
            return Some(RosterRow { line: row.line(), fault, ..RosterRow::default() });
        }
        let id = row.cell("sourcedId");
        let (schools, has_ended, role_grade) = match &self.roles {
            Some(roles) => {
                let role = roles.find_student(id)?;
                let primary = row.cell("primaryOrgSourcedId");
                let schools = role.organizations.iter().map(String::as_str).chain([primary]);
                (schools.collect::<Vec<_>>().join(","), role.has_ended, role.grade.as_str())
            }
            None if row.cell("role").eq_ignore_ascii_case("student") => {
                (row.first_cell(&["orgSourcedIds", "orgs"]).to_owned(), false, "")
            }
            None => return None,
        };
        let (school, district) = self.organizations.find_school(&schools);
        let is_disabled =
            matches!(row.cell("enabledUser").to_ascii_lowercase().as_str(), "false" | "0" | "no");
        let status = match row.cell("status").to_ascii_lowercase().as_str() {
            _ if is_deleted(row) || has_ended => "tobedeleted",
            "inactive" => "inactive",
            _ if is_disabled => "inactive",
            _ => "active",
        };
        let grades = row.first_cell(&["grades", "grade"]).split(',').chain([role_grade]);
        let grade = grades.map(str::trim).find(|grade| !grade.is_empty());
        let born = self.births.as_ref().and_then(|births| births.get(id)).map(String::as_str);
        let of_student = self.classes.get(id);
        let classes = of_student.map(|classes| RosterClass::join_titles(classes, self.limits.cell_chars));
        let cells = [
            (RosterColumn::SourcedId, id),
            (RosterColumn::FirstName, row.cell("givenName")),
            (RosterColumn::LastName, row.cell("familyName")),
            (RosterColumn::DateOfBirth, born.unwrap_or_default()),
            (RosterColumn::Grade, grade.unwrap_or_default()),
            (RosterColumn::Username, row.cell("username")),
            (RosterColumn::Password, row.verbatim_cell("password")),
            (RosterColumn::School, school),
            (RosterColumn::District, district),
            (RosterColumn::Classes, classes.as_deref().unwrap_or_default()),
            (RosterColumn::Status, status),
        ];
        let cells = cells.into_iter().filter(|(_, text)| !text.is_empty());
        let fault = id.is_empty().then(|| "no sourcedId".to_owned());
        Some(RosterRow {
            line: row.line(),
            cells: cells.map(|(column, text)| (column, clean_text(column, text))).collect(),
            classes: of_student.into_iter().flatten().cloned().collect(),
            fault,
        })
    }

    /// The columns that are read, with the files that they come from.
    fn list_columns(&self, users: &CsvFile) -> Vec<RecognizedColumn> {
        let of_user = |name: &str| match name {
            "sourcedId" => Some(RosterColumn::SourcedId),
            "givenName" => Some(RosterColumn::FirstName),
            "familyName" => Some(RosterColumn::LastName),
            "grades" | "grade" => Some(RosterColumn::Grade),
            "username" => Some(RosterColumn::Username),
            "password" => Some(RosterColumn::Password),
            "status" => Some(RosterColumn::Status),
            _ => None,
        };
        let mut columns: Vec<RecognizedColumn> = users
            .headers()
            .filter_map(|header| Some((header, of_user(header)?)))
            .map(|(header, column)| RecognizedColumn { header: header.to_owned(), column: Some(column) })
            .collect();
        let mut add = |is_there: bool, header: &str, column| {
            if is_there {
                columns.push(RecognizedColumn { header: header.to_owned(), column: Some(column) });
            }
        };
        let is_in_roles = self.roles.as_ref().is_some_and(StudentRoles::have_grades);
        add(is_in_roles, "roles.csv: grade", RosterColumn::Grade);
        add(self.births.is_some(), "demographics.csv: birthDate", RosterColumn::DateOfBirth);
        add(self.organizations.has_schools(), "orgs.csv: name", RosterColumn::School);
        add(self.organizations.has_districts(), "orgs.csv: name", RosterColumn::District);
        add(!self.classes.is_empty(), "classes.csv: title", RosterColumn::Classes);
        columns
    }
}
