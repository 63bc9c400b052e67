//! Files that want to take more than is theirs.

use std::fmt::Write as _;

use proptest::prelude::*;
use roster_files::{RosterColumn as C, RosterFileError, RosterLimits, read_roster};

use crate::support::Cell::{Number, Shared, Text};
use crate::support::{Workbook, cells, faults, read, refuse, zip_files};

const HEAD: &str = "First name,Last name\n";

fn small_book() -> Workbook<'static> {
    let rows = vec![vec![Text("First name"), Text("Last name")], vec![Text("Mia"), Shared(0)]];
    Workbook { shared: vec!["Berg"], ..Workbook::with_rows(rows) }
}

/// The limits with one MiB that may be unpacked.
fn small_limits() -> RosterLimits {
    RosterLimits { unpacked_bytes: 1 << 20, ..RosterLimits::default() }
}

#[test]
fn zip_bombs_are_not_unpacked() {
    let spaces = " ".repeat(4 << 20);
    for name in ["xl/worksheets/sheet9.xml", "xl/sharedStrings.xml", "users.csv"] {
        let mut parts = small_book().to_parts();
        parts.retain(|(part, _)| part != name);
        parts.push((name.to_owned(), spaces.clone()));
        let bomb = zip_files(parts.iter().map(|(name, text)| (name.as_str(), text)));
        assert!(bomb.len() < 1 << 16);
        let limit = RosterFileError::Limit("a zip file with more than 1048576 bytes in it".to_owned());
        assert_eq!(read_roster(&bomb, &small_limits()), Err(limit.clone()));
        // The stated size is not believed.
        let stated = u32::try_from(spaces.len()).unwrap().to_le_bytes();
        let places: Vec<usize> = (0..bomb.len() - 4).filter(|at| bomb[*at..*at + 4] == stated).collect();
        let mut lying = bomb.clone();
        for at in &places {
            lying[*at..*at + 4].copy_from_slice(&7_u32.to_le_bytes());
        }
        assert!(!places.is_empty() && read_roster(&lying, &small_limits()).is_err());
    }
}

#[test]
fn parts_that_are_not_read_are_not_unpacked() {
    let mut parts = small_book().to_parts();
    parts.push(("xl/media/image1.xml".to_owned(), " ".repeat(4 << 20)));
    let book = zip_files(parts.iter().map(|(name, text)| (name.as_str(), text)));
    assert_eq!(cells(&read_roster(&book, &small_limits()).unwrap(), C::LastName), ["Berg"]);
}

#[test]
fn zip_files_with_many_entries_are_refused() {
    let names: Vec<String> = (0..10_001).map(|n| format!("{n}.xml")).collect();
    let reason = refuse(zip_files(names.iter().map(|name| (name.as_str(), ""))));
    assert!(reason.contains("more than 10000 entries"), "{reason}");
}

#[test]
fn the_number_of_rows_is_limited() {
    let row = "Mia,Berg\n";
    let table = read(format!("{HEAD}{}", row.repeat(100_000))).unwrap();
    assert_eq!(table.rows.len(), 100_000);
    assert!(refuse(format!("{HEAD}{}", row.repeat(100_001))).contains("more than 100000 rows"));
    let limits = RosterLimits { rows: 3, ..RosterLimits::default() };
    let rows = |count| {
        let rows = (0..count).map(|_| vec![Text("Mia"), Text("Berg")]);
        let header = vec![Text("First name"), Text("Last name")];
        Workbook::with_rows(std::iter::once(header).chain(rows).collect()).to_bytes()
    };
    assert!(read_roster(&rows(3), &limits).is_ok() && read_roster(&rows(4), &limits).is_err());
}

#[test]
fn a_workbook_of_a_hundred_thousand_rows_is_read() {
    let mut rows = vec![vec![Text("First name"), Text("Last name"), Text("Grade")]];
    rows.extend((0..100_000).map(|_| vec![Shared(0), Shared(0), Number(6.0)]));
    let book = Workbook { shared: vec!["Berg"], ..Workbook::with_rows(rows) };
    let table = read(book.to_bytes()).unwrap();
    assert_eq!((table.rows.len(), table.rows[99_999].line), (100_000, 100_001));
}

#[test]
fn long_cells_are_faults_and_shared_ones_are_not_multiplied() {
    let (fits, long) = ("x".repeat(10_000), "ä".repeat(10_001));
    let table = read(format!("{HEAD}{fits},Berg\n{long},Lee\n")).unwrap();
    assert_eq!(faults(&table), [(3, "a cell of more than 10000 characters")]);
    assert_eq!(cells(&table, C::LastName), ["Berg", "Lee"]);
    let mut rows = vec![vec![Text("First name"), Text("Last name")]];
    rows.extend((0..10_000).map(|_| vec![Shared(0), Shared(0)]));
    let book = Workbook { shared: vec![&fits], ..Workbook::with_rows(rows) };
    assert!(refuse(book.to_bytes()).contains("bytes together"));
    let rows = vec![vec![Text("First name"), Text("Last name")], vec![Shared(0), Text("Lee")]];
    let table = read(Workbook { shared: vec![&long], ..Workbook::with_rows(rows) }.to_bytes()).unwrap();
    assert_eq!(faults(&table), [(2, "a cell of more than 10000 characters")]);
}

#[test]
fn a_shared_text_counts_in_each_cell_also_where_it_is_too_long_or_not_imported() {
    let long = "ä".repeat(10_001);
    for column in ["Grade", "Remark"] {
        let mut rows = vec![vec![Text("First name"), Text("Last name"), Text(column)]];
        rows.extend((0..100).map(|_| vec![Text("Mia"), Text("Berg"), Shared(0)]));
        let book = Workbook { shared: vec![&long], ..Workbook::with_rows(rows) }.to_bytes();
        assert_eq!(read(book.clone()).unwrap().rows.len(), 100);
        let refused = read_roster(&book, &small_limits()).unwrap_err().to_string();
        assert!(refused.contains("bytes together"), "{column}: {refused}");
    }
}

#[test]
fn the_number_of_columns_is_limited() {
    let header = format!("First name,Last name{}", ",x".repeat(199));
    assert!(refuse(format!("{header}\n")).contains("names 201 columns, more than 200"));
    let commas = ",".repeat(1 << 20);
    assert_eq!(faults(&read(format!("{HEAD}Mia,Berg{commas}x\n")).unwrap()).len(), 1);
    let mut texts = vec![Text("x"); 201];
    (texts[0], texts[1]) = (Text("First name"), Text("Last name"));
    assert!(refuse(Workbook::with_rows(vec![texts]).to_bytes()).contains("more than 200"));
}

#[test]
fn a_file_that_is_too_large_is_not_looked_at() {
    let limits = RosterLimits { file_bytes: 10, ..RosterLimits::default() };
    let refused = read_roster(b"First name,Last name\n", &limits);
    assert_eq!(refused.unwrap_err().to_string(), "a file of more than 10 bytes");
}

#[test]
fn deep_nesting_needs_no_stack() {
    let deep = "<a>".repeat(1_000_000);
    let change = |part: &str, from: &str, to: &str| {
        let parts = small_book().to_parts();
        let parts = parts.iter().map(|(name, text)| {
            (name.as_str(), if name == part { text.replacen(from, to, 1) } else { text.clone() })
        });
        zip_files(parts)
    };
    for (part, from) in [
        ("xl/worksheets/sheet1.xml", "<is>"),
        ("xl/worksheets/sheet1.xml", "<sheetData>"),
        ("xl/workbook.xml", "<sheets>"),
        ("xl/styles.xml", "<cellXfs"),
        ("xl/sharedStrings.xml", "<si>"),
        ("xl/_rels/workbook.xml.rels", "<Relationship "),
    ] {
        // It may be read or refused, but it ends.
        let _ = read(change(part, from, &format!("{deep}{from}")));
    }
    let entities: String = (1..30).fold(String::from("<!ENTITY a0 'lol'>"), |mut text, n| {
        let before = n - 1;
        write!(text, "<!ENTITY a{n} '&a{before};&a{before};'>").unwrap();
        text
    });
    let bomb = change("xl/sharedStrings.xml", "<sst", &format!("<!DOCTYPE sst [{entities}]><sst"));
    assert!(read(bomb).is_ok_and(|table| cells(&table, C::LastName) == ["Berg"]), "nothing is expanded");
}

#[test]
fn truncated_files_are_refused_or_end_earlier() {
    let book = small_book().to_bytes();
    for end in 4..book.len() {
        assert!(read(&book[..end]).is_err(), "{end}");
    }
    let text = format!("{HEAD}\"Mia\",\"Berg\"\nBen,Lee\n").into_bytes();
    for end in HEAD.len()..text.len() {
        assert!(read(&text[..end]).is_ok(), "{end}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn changed_workbooks_never_panic(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut book = small_book().to_bytes();
        for (place, byte) in changes {
            let place = place.index(book.len());
            book[place] = byte;
        }
        let _ = read(&book);
    }

    #[test]
    fn changed_parts_of_workbooks_never_panic(
        part in any::<prop::sample::Index>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), "[<>/&'\"=A-Z0-9a-z]{1,3}"), 1..4),
    ) {
        let mut parts = small_book().to_parts();
        let part = part.index(parts.len());
        for (place, text) in changes {
            let place = place.index(parts[part].1.len());
            parts[part].1.replace_range(place..=place, &text);
        }
        let _ = read(zip_files(parts.iter().map(|(name, text)| (name.as_str(), text))));
    }

    #[test]
    fn changed_exports_never_panic(users in "[a-z,\"\n]{0,80}", orgs in "[a-z0-9,\"\n]{0,80}") {
        let users = format!("sourcedId,givenName,familyName,role,orgSourcedIds\n{users}");
        let orgs = format!("sourcedId,name,type,parentSourcedId\n{orgs}");
        read(zip_files([("users.csv", users), ("orgs.csv", orgs)])).unwrap();
    }
}
