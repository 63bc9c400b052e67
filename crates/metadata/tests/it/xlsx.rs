//! Tables of titles as workbooks.

use metadata::csv::is_title_workbook;
use metadata::{BrokenFile, Entry, Kind, read_records};
use workbooks::testkit::Cell::{self, Bool, Date, Error, Formula, Nothing, Number, Padded, Shared, Text};
use workbooks::testkit::{SampleWorkbook, zip_files};

fn read(workbook: &[u8]) -> Result<Vec<Entry>, BrokenFile> {
    read_records(Kind::Xlsx, workbook)?.collect()
}

/// The reason why each row is rejected; empty if it is not.
fn rejections(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.result.as_ref().err().map_or("", String::as_str)).collect()
}

fn header(names: &[&'static str]) -> Vec<Cell<'static>> {
    names.iter().map(|name| Text(name)).collect()
}

#[test]
fn the_rows_of_a_workbook_are_those_of_a_table() {
    let names = [
        "Reference", "title", "authors", "isbn13", "copyrightDate", "availableWorldwide", "numPages",
        "synopsis",
    ];
    let book = SampleWorkbook {
        shared: vec!["The Ferry", "Harbor, Ada; Jan van Dijk"],
        ..SampleWorkbook::with_rows(vec![
            header(&names),
            vec![
                Text("a-1"),
                Shared(0),
                Shared(1),
                Number(9_780_306_406_157.0),
                Date(42004.0),
                Bool(true),
                Number(345.0),
                Text("Two lines,\none text"),
            ],
            vec![Number(17.0), Text("Ферма\nВторая"), Nothing, Number(306_406_152.0)],
            vec![Padded(17.0), Text("The Quay"), Nothing, Number(60_934_344.0)],
        ])
    };
    let entries = read(&book.to_bytes()).unwrap();
    assert_eq!(rejections(&entries), ["", "", ""]);
    let [first, second, third] = [0, 1, 2].map(|at| entries[at].result.as_ref().unwrap());
    let m = &first.metadata;
    assert_eq!((first.reference.as_str(), m.title.as_str()), ("a-1", "The Ferry"));
    assert_eq!(m.contributors.len(), 2);
    assert_eq!(m.isbn13.as_deref(), Some("9780306406157"));
    assert_eq!((m.copyright_date, m.num_pages), (Some(2014), Some(345)));
    assert!(first.territory.as_ref().unwrap().worldwide);
    assert_eq!((second.reference.as_str(), second.metadata.title.as_str()), ("17", "Ферма Вторая"));
    assert!(second.metadata.isbn13.is_some(), "an ISBN-10 without its first zero");
    assert_eq!(third.reference, "00017", "the zeros of the format");
    assert_eq!(third.metadata.isbn13.as_deref(), Some("9780060934347"), "an ISBN-10 without two zeros");
    assert_eq!((entries[1].number, entries[1].line), (2, 3));
}

#[test]
fn the_first_visible_sheet_with_the_columns_is_read() {
    let table = |title| {
        vec![(4, header(&["reference", "title"])), (6, vec![Text("a"), Text(title)]), (7, vec![Nothing])]
    };
    let book = SampleWorkbook {
        sheets: vec![
            ("Old", true, table("Hidden")),
            ("Read me", false, vec![(1, vec![Text("Harbor Press, autumn")])]),
            ("Titles", false, table("The Ferry")),
        ],
        ..SampleWorkbook::default()
    };
    let entries = read(&book.to_bytes()).unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (entries[0].line, entries[0].result.as_ref().unwrap().metadata.title.as_str()),
        (6, "The Ferry")
    );
    assert!(is_title_workbook(book.to_bytes().as_slice()));
}

#[test]
fn rows_whose_values_are_lost_are_rejected() {
    let row = |reference, title| vec![reference, title];
    let book = SampleWorkbook::with_rows(vec![
        header(&["reference", "title"]),
        row(Text("a"), Error("#REF!")),
        row(Text("b"), Formula("A1", "")),
        row(Number(12_345_678_901_234_568.0), Text("t")),
        row(Text("12345678901234567"), Text("t")),
        row(Text("c"), Formula("UPPER(A1)", "FERRY")),
        vec![Text("d"), Text("t"), Text("lost")],
    ]);
    let entries = read(&book.to_bytes()).unwrap();
    let reasons = rejections(&entries);
    assert_eq!(reasons[..2], ["a formula with the error #REF!", "a formula without a computed value"]);
    assert!(reasons[2].starts_with("a number of more than 15 digits"), "{}", reasons[2]);
    assert_eq!(reasons[3..], ["", "", "3 columns where the first row has 2"]);
    assert_eq!(entries[0].reference, "a", "the reference is reported anyway");
}

#[test]
fn other_workbooks_are_refused_with_what_was_expected() {
    let reason = |book: SampleWorkbook<'_>| read(&book.to_bytes()).unwrap_err().reason;
    let unknown = SampleWorkbook {
        sheets: vec![
            ("Cover", false, vec![(1, vec![Text("Harbor Press")])]),
            ("List", false, vec![(3, header(&["reference", "title", "price"]))]),
        ],
        ..SampleWorkbook::default()
    };
    assert!(is_title_workbook(unknown.to_bytes().as_slice()), "it is one, with a column that does not exist");
    let said = reason(unknown);
    assert!(said.starts_with("sheet \"List\": there is no column price"), "{said}");
    let invoice = SampleWorkbook::with_rows(vec![header(&["Article", "Price"])]);
    assert!(!is_title_workbook(invoice.to_bytes().as_slice()));
    assert!(reason(invoice).contains("found \"Article,Price\""));
    assert!(reason(SampleWorkbook::with_rows(vec![])).contains("the workbook is empty"));
    let broken = read(b"PK\x03\x04 and no more").unwrap_err();
    assert!(broken.reason.starts_with("the file is damaged"), "{broken}");
    assert!(
        is_title_workbook(b"PK\x03\x04 and no more".as_slice()),
        "the damage is reported when it is read"
    );
}

#[test]
fn hostile_workbooks_are_bounded() {
    let small = SampleWorkbook::with_rows(vec![header(&["reference", "title"])]);
    let mut parts = small.to_parts();
    parts.push(("xl/worksheets/sheet9.xml".to_owned(), " ".repeat(129 << 20)));
    let bomb = zip_files(parts.iter().map(|(name, text)| (name.as_str(), text)));
    assert!(bomb.len() < 1 << 20);
    assert!(read(&bomb).unwrap_err().reason.contains("more than 134217728 bytes in it"));

    // One long text that many cells name is counted in each of them.
    let long = "\u{1d11e}".repeat(32_767);
    let mut rows = vec![header(&["reference", "title"])];
    rows.extend((0..520).map(|_| vec![Text("r"), Shared(0)]));
    let book = SampleWorkbook { shared: vec![&long], ..SampleWorkbook::with_rows(rows) };
    assert!(read(&book.to_bytes()).unwrap_err().reason.contains("bytes together"));

    let longer = "ä".repeat(32_768);
    let row = vec![Text("r"), Shared(0)];
    let rows = vec![header(&["reference", "title"]), row];
    let book = SampleWorkbook { shared: vec![&longer], ..SampleWorkbook::with_rows(rows) };
    assert_eq!(rejections(&read(&book.to_bytes()).unwrap()), ["a cell of more than 32767 characters"]);
}
