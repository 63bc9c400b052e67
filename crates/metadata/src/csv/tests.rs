use domain::{ContentWarning, UsageRestriction};

use super::*;
use crate::{Action, BrokenFile, Entry};

const SEED_TABLE: &str = include_str!("../../seeds/titles.csv");

fn read_entries(text: &[u8]) -> Result<Vec<Entry>, BrokenFile> {
    TableReader::new(text)?.collect()
}

#[test]
fn a_row_becomes_a_record() {
    let all = read_entries(SEED_TABLE.as_bytes()).unwrap();
    let record = all[0].result.as_ref().unwrap();
    let m = &record.metadata;
    assert_eq!((record.reference.as_str(), m.title.as_str()), ("a-1", "The Tide"));
    let people: Vec<_> = m.contributors.iter().map(|c| (c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(people, [("Ada Harbor", "Harbor, Ada"), ("Jan Dijk", "Dijk, Jan")]);
    assert_eq!(
        (m.isbn13.as_deref(), m.languages.as_slice()),
        (Some("9780306406157"), &["eng".into(), "deu".into()][..])
    );
    assert_eq!(record.subjects.len(), 3);
    assert_eq!((m.grades.len(), m.content_warnings.as_slice()), (2, &[ContentWarning::Violence][..]));
    assert_eq!(record.usage, Some(UsageRestriction::Copyright));
    assert!(record.territory.as_ref().unwrap().worldwide);
    assert_eq!(m.synopsis.as_deref(), Some("Two lines, one text"));
}

#[test]
fn faulty_rows_are_named_with_all_their_faults() {
    let all = read_entries(SEED_TABLE.as_bytes()).unwrap();
    assert_eq!((all[1].line, all[1].reference.as_str()), (4, "a-2"));
    assert_eq!(all[1].result.as_ref().unwrap_err(), "title: is required");
    let said = all[2].result.as_ref().unwrap_err();
    for fault in
        ["isbn13: is not an ISBN", "languages: xxx", "grades: 99", "usageRestriction:", "availableWorldwide:"]
    {
        assert!(said.contains(fault), "{fault} in {said}");
    }
    let text = [b"reference,title\nr\nr,t,u\nr,Caf\xe9 du port\nr,".as_slice(), "é\n".as_bytes()].concat();
    let all = read_entries(&text).unwrap();
    let reasons: Vec<_> = all.iter().map(|entry| entry.result.as_ref().err().map(String::as_str)).collect();
    let columns = |n| format!("{n} columns where the first line has 2");
    let (one, three) = (columns(1), columns(3));
    let encoding = "not in UTF-8, as a table must be, but in windows-1252: save it as CSV UTF-8";
    assert_eq!(reasons, [Some(one.as_str()), Some(three.as_str()), Some(encoding), None]);
    assert_eq!(all[2].reference, "r", "the reference is reported anyway");
}

#[test]
fn a_number_that_a_spreadsheet_has_shortened_is_named_as_such() {
    let all = read_entries(b"reference,title,isbn13\nr,t,9.78031E+12\nr,t,9780306406158\n").unwrap();
    let reason = |at: usize| all[at].result.as_ref().unwrap_err().as_str();
    assert_eq!(reason(0), "isbn13: a spreadsheet has shortened the number: make the column a text column");
    assert_eq!(reason(1), "isbn13: is not an ISBN");
    let all = read_entries(b"reference,title\n9.78E+12,t\n\"9,78E+12\",u\n12E+3x,v\n").unwrap();
    let fault = "reference: a spreadsheet has shortened the number: make the column a text column";
    for entry in &all[..2] {
        assert_eq!(entry.result.as_ref().unwrap_err(), fault, "two titles would become one");
    }
    assert!(all[2].result.is_ok(), "a reference may look similar");
}

#[test]
fn a_row_that_replaces_the_title_of_an_earlier_one_is_noted() {
    let all = read_entries(b"reference,title\nr,Tide\nr,Tide\nr,Harbor\ns,Tide\n").unwrap();
    let notes: Vec<usize> = all.iter().map(|entry| entry.notes.len()).collect();
    assert_eq!(notes, [0, 0, 1, 0]);
    assert!(all.iter().all(|entry| entry.result.is_ok()), "it may be a correction");
}

#[test]
fn values_are_read_as_spreadsheets_and_programs_write_them() {
    let head = "reference,title,isbn13,relatedIsbns,languages,copyrightDate,numPages,adultContent,authors\n";
    let read = |row: &str| {
        let all = read_entries(format!("{head}{row}\n").as_bytes()).unwrap();
        all.into_iter().next().unwrap().result
    };
    let record =
        read("r,t,9780306406157.0,306406152,English,2008.0,345.0,WAHR,\"Doyle,Arthur; 10,000 Maniacs\"");
    let m = record.unwrap().metadata;
    assert_eq!(m.isbn13.as_deref(), Some("9780306406157"));
    assert!(m.related_isbns.is_empty(), "the ISBN-10 without its zero is the same book");
    assert_eq!((m.languages.as_slice(), m.copyright_date), (&["eng".to_owned()][..], Some(2008)));
    assert_eq!((m.num_pages, m.adult_content), (Some(345), true));
    let people: Vec<_> = m.contributors.iter().map(|c| (c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(people[0], ("Arthur Doyle", "Doyle, Arthur"));
    assert_eq!(people[1].0, "10,000 Maniacs");
    let record =
        read("\"=\"\"007\"\"\",\"=\"\"t\"\"\",\"=\"\"9780306406157\"\"\",,spanish; fra,2008-03-01,,no,");
    let record = record.unwrap();
    assert_eq!((record.reference.as_str(), record.metadata.title.as_str()), ("007", "t"));
    assert_eq!(record.metadata.isbn13.as_deref(), Some("9780306406157"));
    assert_eq!(record.metadata.languages, ["spa", "fra"]);
    assert_eq!(record.metadata.copyright_date, Some(2008));
    for wrong in ["r,t,306406153,,,,,,", "r,t,,,,08,x,,", "r,t,,,,,34.5,,", "r,t,,,,,,maybe,"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let m = read("r,t,,,\"Deutsch, English/Français\",,\"345,00\",ja,").unwrap().metadata;
    assert_eq!(m.languages, ["deu", "eng", "fra"]);
    assert_eq!((m.num_pages, m.adult_content), (Some(345), true));
    let m = read("r,t,,,\"日本語; Greek, Modern\",,,x,").unwrap().metadata;
    assert_eq!((m.languages, m.adult_content), (vec!["jpn".to_owned(), "ell".to_owned()], true));
    let said = read("r,t,,,\"Deutsch, Klingonish\",30000,,,").unwrap_err();
    assert_eq!(said, "languages: Klingonish is not a language of ISO 639-2; copyrightDate: must be a year");
}

#[test]
fn an_issn_is_not_taken_for_an_isbn() {
    let all = read_entries(b"reference,title,isbn13\nr,t,03785955\nr,t,0378-5955\n").unwrap();
    for entry in all {
        assert_eq!(entry.result.unwrap_err(), "isbn13: is an ISSN, not an ISBN");
    }
    let all = read_entries(b"reference,title,isbn13\nr,t,60934344\n").unwrap();
    let m = &all[0].result.as_ref().unwrap().metadata;
    assert_eq!(m.isbn13.as_deref(), Some("9780060934347"), "a spreadsheet has dropped two zeros");
}

#[test]
fn names_of_columns_may_have_spaces_hyphens_and_underscores() {
    let all = read_entries(b"Reference,TITLE,Series Title,series_number,ISBN-13\nr,t,Sea,4,9780306406157\n")
        .unwrap();
    let m = &all[0].result.as_ref().unwrap().metadata;
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Sea"), Some("4")));
    assert_eq!(m.isbn13.as_deref(), Some("9780306406157"));
}

#[test]
fn a_suffix_of_a_name_is_not_a_first_name() {
    let text = "reference,title,authors\nr,t,\"Ada Reed, PhD; King, Martin Luther, Jr.; Martin King, Jr.; Harbor Press, Inc.\"\n";
    let record = read_entries(text.as_bytes()).unwrap().remove(0).result.unwrap();
    let people = record.metadata.contributors.iter();
    let people: Vec<_> = people.map(|one| (one.display_name.as_str(), one.sort_name())).collect();
    assert_eq!(
        people,
        [
            ("Ada Reed, PhD", "Reed, Ada, PhD"),
            ("Martin Luther King, Jr.", "King, Martin Luther, Jr."),
            ("Martin King, Jr.", "King, Martin, Jr."),
            ("Harbor Press, Inc.", "Harbor Press, Inc."),
        ]
    );
}

#[test]
fn people_and_subjects_have_more_than_one_form() {
    let all = read_entries(
        b"reference,title,authors,categories,bisacCategories,availableWorldwide\n\
          r,t,Homer; Keepers of Light |; Ada H. | H.; |; x\\;y,\"Tea, Sea\\; More; History\",FIC028000 FICTION / General; ABC,false\n",
    )
    .unwrap();
    let record = all[0].result.as_ref().unwrap();
    let people: Vec<_> = record
        .metadata
        .contributors
        .iter()
        .map(|c| (c.display_name.as_str(), c.index_name.as_deref()))
        .collect();
    assert_eq!(people, [("Homer", None), ("Keepers of Light", None), ("Ada H.", Some("H.")), ("x;y", None)]);
    let subjects: Vec<_> = record.subjects.iter().map(|s| (s.code.as_deref(), s.name.as_deref())).collect();
    assert_eq!(
        subjects,
        [
            (None, Some("Tea, Sea; More")),
            (None, Some("History")),
            (Some("FIC028000"), Some("FICTION / General")),
            (Some("ABC"), None),
        ]
    );
    assert_eq!(record.territory, Some(domain::titles::Territory::default()), "said to be closed");
    let odd = read_entries("reference,title\na\u{1},t\nb\u{ffff},t\nc\u{2028}c,t\n\"d\nd\",t\n".as_bytes())
        .unwrap();
    assert!(odd.iter().all(|entry| entry.result.as_ref().is_err_and(|reason| reason.contains("control"))));
}

#[test]
fn a_row_can_withdraw_its_title() {
    let all = read_entries(b"Reference,ACTION,title\nr,withdraw,\nr,burn,x\n").unwrap();
    assert_eq!(all[0].result.as_ref().unwrap().action, Action::Withdraw);
    assert!(all[1].result.as_ref().unwrap_err().contains("action"));
}

#[test]
fn other_files_are_refused() {
    let reason = |text: &[u8]| read_entries(text).unwrap_err().reason;
    assert!(reason(b"").contains("empty"));
    assert!(reason(b"reference,title,price\n").contains("no column price"));
    assert!(reason(b"reference\n").contains("title"));
    assert!(reason(b"title,reference,Title\n").contains("twice"));
    let lost = format!("reference,title\nr,\"x\n{}", "r,t\n".repeat(400_000));
    assert!(reason(lost.as_bytes()).contains("quotation mark"));
}

#[test]
fn tables_saved_by_spreadsheets_are_read() {
    let titles = |bytes: &[u8]| -> Vec<(String, u64)> {
        let record = |entry: Entry| (entry.result.unwrap().metadata.title, entry.line);
        read_entries(bytes).unwrap().into_iter().map(record).collect()
    };
    let one = |title: &str, line| vec![(title.to_owned(), line)];
    let plain = "\u{feff}reference,title,languages\r\nr,Café au quai,fre\r\n";
    assert_eq!(titles(plain.as_bytes()), one("Café au quai", 2));
    let empty = "\u{feff}reference,title,,\r\n,,,\r\nr,Le phare,,\r\n,,,\r\n , ,,\r\n";
    assert_eq!(titles(empty.as_bytes()), one("Le phare", 3));
    assert_eq!(titles(b"\n\n,,\nsep=,\nreference,title\nr,t,,,\n"), one("t", 6));
    assert_eq!(titles(b"reference,title,synopsis\rr,t,\"a\rb\"\r").len(), 1);
    for big in [true, false] {
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let wide: Vec<u8> = plain.encode_utf16().flat_map(unit).collect();
        assert_eq!(titles(&wide), one("Café au quai", 2));
        assert_eq!(titles(&wide[2..]), one("Café au quai", 2), "without a mark");
    }
    let broken = "reference,title,synopsis\r\nr,t,\"One line,\r\nanother \"\"line\"\"\"\r\nr2,t2,\r\n";
    let all = read_entries(broken.as_bytes()).unwrap();
    assert_eq!(
        all[0].result.as_ref().unwrap().metadata.synopsis.as_deref(),
        Some("One line, another \"line\"")
    );
    assert_eq!((all.len(), all[1].line), (2, 4));
}

#[test]
fn tables_with_tabs_are_read() {
    let text = "\u{feff}\r\nTitle\tauthors\treference\r\nKelp, and more\tHarbor, Ada; Bo Chen\tr\r\n\"A B\"\t\ts\r\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let named = b"sep=\t\nreference\ttitle\nr\tKelp, and more".as_slice();
    for bytes in [text.as_bytes(), &text.as_bytes()[3..], wide.as_slice(), named] {
        let all = read_entries(bytes).unwrap();
        let record = all[0].result.as_ref().unwrap();
        assert_eq!((record.reference.as_str(), record.metadata.title.as_str()), ("r", "Kelp, and more"));
        assert!(all.iter().all(|entry| entry.result.is_ok()));
    }
}

#[test]
fn other_tables_are_refused_with_what_was_expected_and_found() {
    let reason = |text: &str| read_entries(text.as_bytes()).unwrap_err().reason;
    for (separator, name) in [(";", "semicolons"), ("|", "vertical lines")] {
        let said = reason(&"\u{feff}reference,title,languages\nr,t,fre\n".replace(',', separator));
        assert_eq!(
            said,
            format!("the columns are separated by {name}; a table needs commas or tabs (CSV UTF-8)")
        );
    }
    assert!(reason("title\tauthors\n").contains("does not name the column reference"));
    assert!(reason("sep=;\n\"reference\";\"title\"\n").contains("semicolons"));
    assert_eq!(read_entries(b"reference,title\nr,Caf\xe9").unwrap_err().line, 2, "the last byte of the file");
    let long = format!("reference,title\nr,{}é\n", "a".repeat((64 << 10) - 19));
    assert!(read_entries(long.as_bytes()).is_ok(), "a sample may end in a character");
    let legacy = read_entries(b"reference,title\nr,plain\nr,Caf\xe9 du port, \xe0 c\xf4t\xe9\n").unwrap_err();
    assert!(
        legacy.line == 3 && legacy.reason.ends_with("but in windows-1252: save it as CSV UTF-8"),
        "{legacy}"
    );
    let said = reason("reference,title,price\n");
    assert!(said.contains("no column price") && said.ends_with("found \"reference,title,price\""), "{said}");
    let said = reason("reference,subtitle\n");
    assert!(said.contains("the column title") && said.ends_with("found \"reference,subtitle\""), "{said}");
    let all = read_entries(b"reference,,title\nr,lost,t\n").unwrap();
    assert_eq!(all[0].result.as_ref().unwrap_err(), "a value in a column without a name");
    let mixed = [b"reference,title\nr,Caf".as_slice(), "é".as_bytes(), b"\xff\n"].concat();
    assert!(read_entries(&mixed).unwrap()[0].result.as_ref().unwrap_err().starts_with("not in UTF-8: some"));
}

#[test]
fn short_texts_are_on_one_line() {
    let text =
        b"reference,title,subtitle,publisher,notes\nr,\"The\r\nTide \n\n rises\",\"a\rb\",c,\"d\ne\"\n";
    let all = read_entries(text).unwrap();
    let m = &all[0].result.as_ref().unwrap().metadata;
    assert_eq!((m.title.as_str(), m.subtitle.as_deref()), ("The Tide rises", Some("a b")));
    assert_eq!((m.publisher.as_deref(), m.notes.as_deref()), (Some("c"), Some("d\ne")));
}

#[test]
fn rows_with_errors_of_formulas_and_without_meaning_are_refused() {
    let all = read_entries(b"reference,title\nr,#REF!\n#N/A,t\nr,Ti\0de\nr,#1 Dad\n\x1a").unwrap();
    let reasons: Vec<_> = all.iter().map(|entry| entry.result.as_ref().err().map(String::as_str)).collect();
    let null = "a cell has a character that means nothing (U+0000)";
    let errors = ["a formula with the error #REF!", "a formula with the error #N/A", null];
    assert_eq!(reasons[..3], errors.map(Some));
    assert_eq!(reasons[3..], [None], "the end of a text file of DOS is no row");
}

#[test]
fn names_of_languages_may_have_a_region() {
    let languages = b"\"English (US); Portuguese (Brazil); Deutsch (\xc3\x96sterreich)\"";
    let all =
        read_entries(&[b"reference,title,languages\nr,t,".as_slice(), languages, b"\n"].concat()).unwrap();
    assert_eq!(all[0].result.as_ref().unwrap().metadata.languages, ["eng", "por", "deu"]);
}

#[test]
fn a_table_may_have_a_heading() {
    for text in [
        "Titles of 2026\n\nmade by,hand\nreference,title\nr,t\n",
        "Titles of 2026\n\nReference\tTitle\nr\tt\n",
        "sep=,\n# exported\nreference,title\nr,t\n",
    ] {
        let all = read_entries(text.as_bytes()).unwrap();
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!((all[0].reference.as_str(), all[0].result.is_ok()), ("r", true), "{text}");
    }
    let broken = read_entries(b"Titles\nreference,name\nr,t\n").unwrap_err();
    assert!(broken.reason.contains("there is no column Titles"), "{}", broken.reason);
}

#[test]
fn quotation_marks_behind_a_space_and_repeated_names_are_left_out() {
    let all = read_entries(
        b"reference, \"title\"\nr, \"The Tide\"\nReference, \"TITLE\"\ns, the \"Sea\"\nt,\"\"\"U\"\"\"\n",
    );
    let titles: Vec<_> = all.unwrap().into_iter().map(|entry| entry.result.unwrap().metadata.title).collect();
    assert_eq!(titles, ["The Tide", "the \"Sea\"", "\"U\""]);
}
