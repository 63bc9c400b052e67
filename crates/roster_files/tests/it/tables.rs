//! Tables as text.

use encoding_rs::{UTF_8, WINDOWS_1252};
use proptest::prelude::*;
use roster_files::{RosterColumn as C, RosterFileKind, RosterLimits, read_roster};

use crate::support::{cells, classes, faults, read, refuse, zip_files};

#[test]
fn a_table_with_the_names_of_parameters_is_read() {
    let table = read(
        "firstName,lastName,dateOfBirth,grade,username,password,disabilityType,disabilityPlan,proofSource,safeSearch,\
         allowSearchDownloads,note\nMia,Berg,2014-05-01,6,mia, a b ,visual|learning,iep,nls,true,false,x\n",
    )
    .unwrap();
    assert_eq!(table.kind, RosterFileKind::Csv);
    let row: Vec<&str> = table.rows[0].cells.values().map(String::as_str).collect();
    assert_eq!(
        row,
        ["Mia", "Berg", "2014-05-01", "6", "mia", " a b ", "visual|learning", "iep", "nls", "true", "false"]
    );
    let ignored: Vec<&str> =
        table.columns.iter().filter(|column| column.column.is_none()).map(|column| &*column.header).collect();
    assert_eq!(ignored, ["note"]);
    assert_eq!(table.remarks, [""; 0]);
    assert!(table.has_column(C::Grade) && !table.has_column(C::School));
}

#[test]
fn tables_of_other_countries_are_read() {
    let german = "Schülernummer;Name;Vorname;Geburtsdatum;Klasse\r\n17;Müller;Jürgen;03.04.2014;6b\r\n";
    for encoding in [UTF_8, WINDOWS_1252] {
        let table = read(encoding.encode(german).0).unwrap();
        assert_eq!(cells(&table, C::LastName), ["Müller"]);
        assert_eq!(cells(&table, C::DateOfBirth), ["2014-04-03"]);
        assert_eq!(cells(&table, C::Grade), ["6"]);
        assert_eq!(cells(&table, C::SourcedId), ["17"]);
        let says_encoding = table.remarks.iter().any(|remark| remark.contains("it was read as windows-1252"));
        assert_eq!(says_encoding, encoding == WINDOWS_1252, "{:?}", table.remarks);
    }
    let french = "Nom\tPrénom\tDate de naissance\tNiveau\nMartin\tZoé\t1er mars 2014\tCM2\n";
    let table = read(french).unwrap();
    assert_eq!(cells(&table, C::FirstName), ["Zoé"]);
    assert_eq!(cells(&table, C::DateOfBirth), ["2014-03-01"]);
    assert_eq!(cells(&table, C::Grade), ["5"]);
    let spanish = "Apellidos;Nombre;Fecha de nacimiento;Curso\nPérez Gil;Ana;01/02/2014;6º\n";
    let table = read(spanish).unwrap();
    assert_eq!((cells(&table, C::LastName), cells(&table, C::FirstName)), (vec!["Pérez Gil"], vec!["Ana"]));
    assert_eq!((cells(&table, C::DateOfBirth), cells(&table, C::Grade)), (vec!["2014-02-01"], vec!["6"]));
}

#[test]
fn the_month_comes_first_in_english_tables_with_commas_only() {
    for (delimiter, born) in [(",", "2014-01-02"), (";", "2014-02-01")] {
        let table = ["First name,Last name,DOB", "Mia,Berg,1/2/2014"].join("\n").replace(',', delimiter);
        let table = read(table).unwrap();
        assert_eq!(cells(&table, C::DateOfBirth), [born]);
        assert!(table.remarks[0].ends_with("no date proves this order: check them."));
    }
}

#[test]
fn a_header_below_a_title_is_found() {
    let table =
        read("Harbor School, pupils\n\nas of 2026,,\n,,\nSurname,Forename,Year\nBerg,Mia,6\n").unwrap();
    assert_eq!((table.rows.len(), table.rows[0].line), (1, 6));
    let table = read("sep=|\nSurname|Forename\nBerg|Mia\n").unwrap();
    assert_eq!((table.rows[0].line, cells(&table, C::FirstName)), (3, vec!["Mia"]));
}

#[test]
fn full_names_are_split_at_the_comma() {
    let table = read("Name;Grade\n\"Berg, Mia Lou\";6\nBen Lee;7\n\"Ito,\";7\n").unwrap();
    assert_eq!(cells(&table, C::LastName), ["Berg", "Ben Lee", "Ito"]);
    assert_eq!(cells(&table, C::FirstName), ["Mia Lou", "-", "-"]);
    let fault = "the name does not have the form \"Family, Given\"";
    assert_eq!(faults(&table), [(3, fault), (4, fault)]);
    let headers: Vec<_> = table.columns.iter().map(|column| (&*column.header, column.column)).collect();
    assert_eq!(
        headers,
        [("Name", Some(C::LastName)), ("Name", Some(C::FirstName)), ("Grade", Some(C::Grade))]
    );
    let whole = read("name\nMia\n").unwrap();
    assert_eq!(whole.columns[0].column, None, "nothing tells where it is to be split");
}

#[test]
fn faulty_rows_do_not_hide_others() {
    let table = [
        &b"firstName,lastName,dateOfBirth,grade\nMia,Berg,2014-05-01,6\n"[..],
        b"B\xffn,Lee,2014-05-01,6\nLiu,Ito\nNUL\0,Ito,2014-05-01,6\n\"Ana,Gil,2014-05-01,6\nTom,Ray,2014-05-01,6\n",
    ]
    .concat();
    let table = read(table).unwrap();
    assert_eq!(
        faults(&table),
        [
            (3, "not in UTF-8"),
            (4, "2 columns where the first line has 4"),
            (5, "a NUL character"),
            (6, "a quoted cell without an end: is a quotation mark missing?"),
        ]
    );
    assert_eq!(cells(&table, C::FirstName), ["Mia", "-", "-", "-", "-", "Tom"]);
}

#[test]
fn formulas_are_texts() {
    let table = read("First name,Last name\n=1+1,@SUM(A1)\n+49,-x\n").unwrap();
    assert_eq!(cells(&table, C::FirstName), ["=1+1", "+49"]);
    assert_eq!(cells(&table, C::LastName), ["@SUM(A1)", "-x"]);
    let table = read("Student ID,Last name\n=\"0042\",Berg\n\"=\"\"0043\"\"\",Lee\n").unwrap();
    assert_eq!(cells(&table, C::SourcedId), ["0042", "0043"], "formulas that keep the zeros of a number");
}

#[test]
fn the_school_that_all_rows_name_is_declared() {
    let table = read("Surname,Forename,School\nBerg,Mia,Harbor\nLee,Ben,Harbor\n").unwrap();
    assert_eq!(table.school.unwrap().name, "Harbor");
    for rows in ["Berg,Mia,Harbor\nLee,Ben,Hill\n", "Berg,Mia,Harbor\nLee,Ben,\n", ""] {
        assert_eq!(read(format!("Surname,Forename,School\n{rows}")).unwrap().school, None);
    }
}

#[test]
fn other_files_are_refused_with_advice() {
    for (bytes, reason) in [
        (&b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"[..], "(.xls)"),
        (b"%PDF-1.7", "a PDF"),
        (b"<!doctype html><table>", "HTML"),
        (b"", "no row at the beginning names columns"),
        (b"Dear friends,\nhere is the table.\n", "no row at the beginning names columns"),
        (b"\0\0\0\0\0\0", "no row at the beginning names columns"),
    ] {
        assert!(refuse(bytes).contains(reason), "{reason}: {}", refuse(bytes));
    }
}

#[test]
fn a_table_crosses_the_border_of_a_process() {
    let table = read("Name,School,DOB\n\"Berg, Mia\",Harbor,1/2/2014\nx\n").unwrap();
    let json = serde_json::to_string(&table).unwrap();
    assert!(json.contains("\"lastName\":\"Berg\""), "{json}");
    assert_eq!(serde_json::from_str::<roster_files::RosterTable>(&json).unwrap(), table);
}

fn cell_text() -> impl Strategy<Value = String> {
    // Without the letter that is not a letter of western texts, and without NUL.
    let texts = proptest::string::string_regex("[A-Za-zäöüéñß ,;\t\"'=+@\r\n.-]{0,12}").unwrap();
    // Formulas that only keep a number are not kept.
    texts.prop_filter("a formula", |text| !text.trim().starts_with("=\""))
}

fn quote(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn a_written_table_is_read_as_it_was(
        rows in proptest::collection::vec((cell_text(), cell_text()), 1..20),
        delimiter in prop::sample::select(vec![",", ";", "\t"]),
        ending in prop::sample::select(vec!["\n", "\r\n", "\r"]),
        encoding in 0..4,
    ) {
        let line = |(first, second): &(String, String)| [quote(first), quote(second)].join(delimiter);
        let head = ["First name", "Last name"].join(delimiter);
        let text: Vec<String> = std::iter::once(head).chain(rows.iter().map(line)).collect();
        let text = text.join(ending) + ending;
        let utf16 = |unit: fn(u16) -> [u8; 2]| {
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect::<Vec<u8>>()
        };
        let bytes = match encoding {
            0 => text.clone().into_bytes(),
            1 => utf16(u16::to_le_bytes),
            2 => utf16(u16::to_be_bytes),
            _ => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        };
        let table = read(&bytes).unwrap();
        let is_there = |(first, second): &&(String, String)| !(first.trim().is_empty() && second.trim().is_empty());
        let expected: Vec<(&str, &str)> =
            rows.iter().filter(is_there).map(|(first, second)| (first.trim(), second.trim())).collect();
        let cell = |row: &roster_files::RosterRow, column| row.cells.get(&column).cloned().unwrap_or_default();
        let read: Vec<(String, String)> =
            table.rows.iter().map(|row| (cell(row, C::FirstName), cell(row, C::LastName))).collect();
        let read: Vec<(&str, &str)> = read.iter().map(|(first, last)| (first.as_str(), last.as_str())).collect();
        prop_assert_eq!(read, expected);
        prop_assert!(table.rows.iter().all(|row| row.fault.is_none()));
    }

    #[test]
    fn any_bytes_are_read_within_limits(bytes in proptest::collection::vec(any::<u8>(), 0..400), has_header: bool) {
        let header: &[u8] = if has_header { b"Name;First name;DOB;Grade\n" } else { b"" };
        let limits = RosterLimits { rows: 10, cell_chars: 20, text_bytes: 300, ..RosterLimits::default() };
        if let Ok(table) = read_roster(&[header, &bytes].concat(), &limits) {
            prop_assert!(table.rows.len() <= 10);
            let cells = table.rows.iter().flat_map(|row| row.cells.values());
            prop_assert!(cells.clone().all(|cell| cell.chars().count() <= 20));
            prop_assert!(cells.map(String::len).sum::<usize>() <= 300);
        }
    }

    #[test]
    fn any_text_with_delimiters_is_read(text in "[\",;\t\r\na-c=]{0,200}") {
        let table = read(format!("First name;Last name\n{text}")).unwrap();
        prop_assert!(table.rows.len() <= text.lines().count() + text.matches('\r').count());
        prop_assert!(table.rows.iter().is_sorted_by(|a, b| a.line < b.line));
    }
}

#[test]
fn classes_come_from_their_column_or_from_the_letters_of_grades() {
    let table = read("First name,Last name,Grade,Class\nMia,Berg,6,6b | Choir;Art\nBo,Lee,6,\n").unwrap();
    assert_eq!(classes(&table), ["6b Art Choir", ""]);
    let table = read("Vorname;Nachname;Klasse\nMia;Berg;6a\nBo;Lee;10 B\nLiu;Ito;7\n").unwrap();
    assert_eq!(cells(&table, C::Grade), ["6", "10", "7"]);
    assert_eq!(classes(&table), ["6a", "10 B", ""]);
    // In French tables the letter is a year of school.
    let table = read("Nom;Prénom;Classe\nMartin;Zoé;6e\nPetit;Luc;6B\n").unwrap();
    assert_eq!(classes(&table), ["", "6B"]);
    // The column of grades is one of grades alone.
    let table = read("Vorname;Nachname;Jahrgang\nMia;Berg;6a\n").unwrap();
    assert_eq!(classes(&table), [""]);
}

#[test]
fn a_table_of_students_as_ed_fi_has_it_is_read() {
    let table = read(
        "StudentUniqueId,PersonalTitlePrefix,FirstName,MiddleName,LastSurname,BirthDate,EntryGradeLevelDescriptor,\
         NameOfInstitution\n\
         604821,Ms,Mia,Ann,Berg,2014-05-01,uri://ed-fi.org/GradeLevelDescriptor#Sixth grade,Grand Bend School\n\
         604822,Mr,Bo,,Lee,2015-11-30,uri://ed-fi.org/GradeLevelDescriptor#Kindergarten,Grand Bend School\n",
    )
    .unwrap();
    assert_eq!(cells(&table, C::SourcedId), ["604821", "604822"]);
    assert_eq!(
        (cells(&table, C::FirstName), cells(&table, C::LastName)),
        (vec!["Mia", "Bo"], vec!["Berg", "Lee"])
    );
    assert_eq!(cells(&table, C::DateOfBirth), ["2014-05-01", "2015-11-30"]);
    assert_eq!(cells(&table, C::Grade), ["6", "K"]);
    assert_eq!(table.school.map(|school| school.name).as_deref(), Some("Grand Bend School"));
}

#[test]
fn people_who_are_not_students_are_left_out_by_their_roles() {
    let table = read(
        "sourcedId,role,givenName,familyName,grades\nu1,student,Mia,Berg,06\nu2,teacher,Petra,Quay,\n\
         u3,guardian,Lou,Berg,\nu4,,Ben,Lee,07\n",
    )
    .unwrap();
    assert_eq!(cells(&table, C::FirstName), ["Mia", "Ben"]);
    assert_eq!(table.remarks, ["2 people who are not students were left out, as their roles say."]);
    let table = read("Benutzertyp;Vorname;Nachname\nSchüler;Mia;Berg\nLehrkraft;Petra;Quay\n").unwrap();
    assert_eq!(cells(&table, C::FirstName), ["Mia"]);
}

#[test]
fn a_year_is_the_grade_where_no_other_column_is() {
    let table = read("School Year,Grade Level,First name,Last name\n2026-2027,6,Mia,Berg\n").unwrap();
    assert_eq!(cells(&table, C::Grade), ["6"]);
    assert_eq!(
        table.remarks,
        [
            "The columns \"Grade Level\" and \"School Year\" have the same meaning, grade: \"Grade Level\" counts."
        ]
    );
    assert_eq!(cells(&read("Surname,Forename,Year\nBerg,Mia,6\n").unwrap(), C::Grade), ["6"]);
}

#[test]
fn tables_of_learning_platforms_are_read() {
    // Canvas.
    let table = read(
        "user_id,login_id,first_name,last_name,email,status\nU1,mia,Mia,Berg,,active\nU2,ben,Ben,Lee,,deleted\n",
    )
    .unwrap();
    assert_eq!(
        (cells(&table, C::SourcedId), cells(&table, C::Username)),
        (vec!["U1", "U2"], vec!["mia", "ben"])
    );
    assert_eq!(cells(&table, C::Status), ["active", "inactive"]);
    assert_eq!(cells(&read("First name,Last name,User ID\nMia,Berg,mia\n").unwrap(), C::Username), ["mia"]);
    // Of a postal address.
    let table = read("First name,Last name,State,Status\nMia,Berg,OR,Inactive\n").unwrap();
    assert_eq!(cells(&table, C::Status), ["inactive"]);
}

#[test]
fn the_table_of_students_in_a_zip_file_is_read() {
    let students =
        "SIS ID,School SIS ID,First Name,Last Name,Grade,Status,Birthdate\n7,1,Mia,Berg,6,Active,5/13/2014\n";
    let others = [("School.csv", "SIS ID,Name\n1,Harbor\n"), ("Teacher.csv", "SIS ID,First Name\n9,Petra\n")];
    for names in [
        ["a/Student.csv", "students.CSV"],
        ["Student.csv", "__MACOSX/Student.csv"],
        ["Student.csv", "_a/__MACOSX/._Student.csv"],
    ] {
        let table = read(zip_files(others.into_iter().chain([(names[0], students)]))).unwrap();
        assert_eq!(cells(&table, C::DateOfBirth), ["2014-05-13"]);
        assert_eq!(table.remarks[0], "Of the zip file, \"Student.csv\" was read.");
        assert_eq!(read(zip_files([(names[1], students)])).is_ok(), !names[1].starts_with('_'));
    }
    for other in ["readme.txt", "._pupils.csv", "a/__MACOSX/._pupils.csv"] {
        let table = read(zip_files([("pupils.csv", students), (other, "x")])).unwrap();
        assert_eq!(cells(&table, C::Grade), ["6"], "the only table");
    }
    assert!(refuse(zip_files(others)).contains("has no students.csv"));
}

#[test]
fn rows_that_cannot_be_read_declare_no_school() {
    let table = read("Surname,Forename,School\nBerg,Mia,Harbor\nLee\n").unwrap();
    assert_eq!((table.school, table.rows.len()), (None, 2));
    assert_eq!(
        table.remarks,
        ["Rows that cannot be read may be about members: nobody is missing from the file."]
    );
}

#[test]
fn rows_that_repeat_a_student_are_joined_with_their_classes() {
    let table = read(
        "Student ID,First name,Last name,Grade,Section\n7,Mia,Berg,6,Math\n8,Ben,Lee,6,Art\n7,Mia,Berg,6,Art\n\
         8,Ben,Lee,7,Math\n7,Mia,Berg,6,Art\n",
    )
    .unwrap();
    assert_eq!(cells(&table, C::SourcedId), ["7", "8", "8"], "rows that differ stay");
    assert_eq!(classes(&table), ["Art Math", "Art", "Math"]);
    assert_eq!(cells(&table, C::Classes)[0], "Art | Math");
    assert_eq!(table.remarks, ["2 rows repeat students, and only their classes were added."]);
    // Without an identifier, people of the same name may be two.
    assert_eq!(read("First name,Last name\nMia,Berg\nMia,Berg\n").unwrap().rows.len(), 2);
}

#[test]
fn invisible_characters_belong_to_no_cell() {
    let table = read(
        "\u{feff}\u{feff}\"Student ID\",First name,Last\u{a0}name,Password\n\u{202a}7\u{202c},\u{200b}Ana\u{a0}María,Ruiz\u{feff}, p \n\u{200b},,\u{a0},\n",
    )
    .unwrap();
    assert_eq!(table.rows.len(), 1, "a row without visible characters is empty");
    assert_eq!((cells(&table, C::SourcedId), cells(&table, C::FirstName)), (vec!["7"], vec!["Ana María"]));
    assert_eq!((cells(&table, C::LastName), cells(&table, C::Password)), (vec!["Ruiz"], vec![" p "]));
}

#[test]
fn a_second_surname_belongs_to_the_last_name() {
    let table = read("Nombre;Primer apellido;Segundo apellido\nAna;Ruiz;Gil\nLeo;Paz;\nEva;;Sanz\n").unwrap();
    assert_eq!(cells(&table, C::LastName), ["Ruiz Gil", "Paz", "Sanz"]);
    assert_eq!(cells(&table, C::FirstName), ["Ana", "Leo", "Eva"]);
}
