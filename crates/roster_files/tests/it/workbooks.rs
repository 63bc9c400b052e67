//! Workbooks.

use roster_files::{RosterColumn as C, RosterFileKind};

use crate::support::Cell::{Bool, Date, Error, Formula, Nothing, Number, Padded, Shared, Text};
use crate::support::{Workbook, cells, faults, read, refuse, zip_files};

fn header() -> Vec<crate::support::Cell<'static>> {
    ["Last name", "First name", "DOB", "Grade", "Safe search", "Note"].map(Text).to_vec()
}

#[test]
fn cells_are_read_as_they_are_shown() {
    let book = Workbook {
        shared: vec!["Lee & Co", "Ben"],
        ..Workbook::with_rows(vec![
            header(),
            vec![Text("Berg"), Text(" Mia "), Date(42004.0), Number(6.0), Bool(true)],
            vec![Shared(0), Shared(1), Number(42004.0), Text("6th"), Nothing, Text("x")],
            vec![Text("Ito"), Text("Liu"), Text("31.12.2014"), Formula("5+1", "6")],
        ])
    };
    let table = read(book.to_bytes()).unwrap();
    assert_eq!(table.kind, RosterFileKind::Xlsx);
    assert_eq!(cells(&table, C::LastName), ["Berg", "Lee & Co", "Ito"]);
    assert_eq!(cells(&table, C::FirstName), ["Mia", "Ben", "Liu"]);
    assert_eq!(cells(&table, C::DateOfBirth), ["2014-12-31"; 3]);
    assert_eq!(cells(&table, C::Grade), ["6"; 3]);
    assert_eq!(cells(&table, C::SafeSearch), ["true", "-", "-"]);
    assert_eq!(table.remarks, ["1 cells are formulas: their last computed values were read."]);
    assert_eq!(table.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(faults(&table), []);
}

#[test]
fn numbers_keep_the_zeros_of_their_format() {
    let book = Workbook::with_rows(vec![
        vec![Text("Student ID"), Text("Last name")],
        vec![Padded(42.0), Text("Berg")],
        vec![Padded(123_456.0), Text("Lee")],
        vec![Number(42.0), Text("Ito")],
    ]);
    assert_eq!(cells(&read(book.to_bytes()).unwrap(), C::SourcedId), ["00042", "123456", "42"]);
}

#[test]
fn days_since_1904_are_dates_too() {
    let rows = vec![
        header(),
        vec![Text("Berg"), Text("Mia"), Date(40542.0)],
        vec![Text("Lee"), Text("Ben"), Number(40542.0)],
    ];
    let book = Workbook { is_from_1904: true, ..Workbook::with_rows(rows) };
    assert_eq!(cells(&read(book.to_bytes()).unwrap(), C::DateOfBirth), ["2014-12-31"; 2]);
}

#[test]
fn the_first_visible_sheet_with_a_header_is_read() {
    let rows = |name| {
        vec![(3, vec![Text("Pupils")]), (5, header()), (7, vec![]), (9, vec![Text(name), Text("Mia")])]
    };
    let book = Workbook {
        sheets: vec![
            ("Hidden", true, rows("Hidden")),
            ("Cover", false, vec![(1, vec![Text("Harbor School")])]),
            ("Pupils & all", false, rows("Berg")),
            ("Others", false, rows("Others")),
        ],
        ..Workbook::default()
    };
    let table = read(book.to_bytes()).unwrap();
    assert_eq!((cells(&table, C::LastName), table.rows[0].line), (vec!["Berg"], 9));
    assert_eq!(table.remarks, ["Of 4 sheets, \"Pupils & all\" was read."]);
}

#[test]
fn rows_without_a_value_have_faults() {
    let table = read(
        Workbook::with_rows(vec![
            header(),
            vec![Text("Berg"), Error("#N/A")],
            vec![Text("Lee"), Formula("A1", "")],
            vec![Text("Ito"), Text("Liu")],
            vec![Nothing, Text("  ")],
        ])
        .to_bytes(),
    )
    .unwrap();
    assert_eq!(
        faults(&table),
        [(2, "a formula with the error #N/A"), (3, "a formula without a computed value")]
    );
    assert_eq!(table.rows.len(), 3);
}

#[test]
fn workbooks_without_a_table_are_refused() {
    assert!(
        refuse(Workbook::with_rows(vec![vec![Text("Harbor School")]]).to_bytes()).contains("names columns")
    );
    assert!(refuse(Workbook::default().to_bytes()).contains("names columns"));
    for (name, reason) in [
        ("content.xml", ".ods"),
        ("readme.txt", "neither an Excel workbook"),
        ("xl/workbook.bin", "neither an Excel workbook"),
    ] {
        assert!(refuse(zip_files([(name, "x")])).contains(reason), "{name}");
    }
    let with_types = |name| refuse(zip_files([("[Content_Types].xml", "<Types/>"), (name, "x")]));
    assert!(with_types("xl/workbook.bin").contains(".xlsb"));
    assert!(with_types("word/document.xml").contains("Word"));
    assert!(with_types("xl/workbook.xml").starts_with("the file is damaged"));
}

#[test]
fn damaged_workbooks_are_refused() {
    let book = Workbook { shared: vec!["Berg"], ..Workbook::with_rows(vec![header(), vec![Shared(0)]]) };
    let parts = book.to_parts();
    let pack = |change: &dyn Fn(&str, &str) -> Option<String>| {
        let changed: Vec<(&str, String)> =
            parts.iter().filter_map(|(name, text)| Some((name.as_str(), change(name, text)?))).collect();
        zip_files(changed)
    };
    let whole = |text: &str| Some(text.to_owned());
    assert!(read(pack(&|_, text| whole(text))).is_ok());
    for gone in ["_rels/.rels", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"] {
        let reason = refuse(pack(&|name, text| if name == gone { None } else { whole(text) }));
        assert!(reason.starts_with("the file is damaged"), "{gone}: {reason}");
    }
    for (part, from, to) in [
        ("xl/worksheets/sheet1.xml", "<v>0</v>", "<v>99</v>"),
        ("xl/worksheets/sheet1.xml", "</sheetData></worksheet>", ""),
        ("xl/worksheets/sheet1.xml", "<sheetData>", "<chart>"),
        ("xl/worksheets/sheet1.xml", "r='A2'", "r='ZZZZZZZZZZZZ99999999999999'"),
        ("xl/workbook.xml", "r:id='rId1'", "r:id='rId7'"),
        ("xl/_rels/workbook.xml.rels", "relationships/worksheet", "relationships/nothing"),
        ("xl/sharedStrings.xml", "</sst>", ""),
        ("xl/sharedStrings.xml", "<t>", "<t>\u{1b}"),
    ] {
        let reason = refuse(pack(&|name, text| {
            assert!(name != part || text.contains(from), "{part}: {from}");
            whole(&if name == part { text.replace(from, to) } else { text.to_owned() })
        }));
        assert!(reason.starts_with("the file is damaged"), "{part}: {from}: {reason}");
    }
    // No memory is reserved for what a part states.
    let many = pack(&|_, text| {
        whole(&text.replace("uniqueCount='1'", &format!("uniqueCount='{}'", usize::MAX / 64)))
    });
    assert_eq!(cells(&read(many).unwrap(), C::LastName), ["Berg"]);
}
