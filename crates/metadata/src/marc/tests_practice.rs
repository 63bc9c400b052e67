//! Records as systems and catalogers write them, next to the rules.

use domain::ContributorType;
use domain::titles::Metadata;

use super::testkit::{LengthUnit, build_record};
use super::tests::{read_exchanged, read_xml};
use super::{ExchangeReader, is_exchange_format};

/// The description in a record with these fields and a title.
fn read_fields(fields: &[(&str, &str)]) -> Metadata {
    let title = [("245", "10\u{1f}aAnimals")];
    let title = title.iter().filter(|_| !fields.iter().any(|(tag, _)| *tag == "245"));
    let fields: Vec<(&str, &[u8])> = title.chain(fields).map(|(tag, text)| (*tag, text.as_bytes())).collect();
    read_exchanged(b'a', &fields, LengthUnit::Bytes).result.unwrap().metadata
}

#[test]
fn titles_end_without_the_full_stop_of_cards() {
    for (field, title, subtitle) in [
        ("10\u{1f}aAs you like it.", "As you like it", None),
        ("10\u{1f}aIt.", "It", None),
        ("10\u{1f}aCatch 22.", "Catch 22", None),
        ("10\u{1f}aFables (Selections).", "Fables (Selections)", None),
        ("10\u{1f}aThe return of the king, Jr.", "The return of the king, Jr.", None),
        ("10\u{1f}aWho was Martin L.", "Who was Martin L.", None),
        ("10\u{1f}aAnd then ...", "And then ...", None),
        ("10\u{1f}aBoats [Ljudupptagning] :\u{1f}ba story.", "Boats", Some("a story")),
        ("10\u{1f}aBoats [eBook] /", "Boats", None),
        ("10\u{1f}aBoats :\u{1f}ba story :\u{1f}bwith oars /", "Boats", Some("a story : with oars")),
        ("10\u{1f}aBoats : a story /", "Boats", Some("a story")),
        ("10\u{1f}aPoems, etc.", "Poems, etc.", None),
        ("10\u{1f}aBoats on\u{1f}海 :\u{1f}ba story /", "Boats on 海", Some("a story")),
        ("10\u{1f}kPapers,\u{1f}f1901-1950.", "Papers", None),
        ("10\u{1f}bboats and oars /", "boats and oars", None),
    ] {
        let m = read_fields(&[("245", field)]);
        assert_eq!((m.title.as_str(), m.subtitle.as_deref()), (title, subtitle), "{field}");
    }
}

#[test]
fn the_number_of_the_file_is_first_and_canceled_ones_are_related() {
    let printed = ("020", "  \u{1f}a9780306406157\u{1f}q(print)");
    let file = ("020", "  \u{1f}a9780804429573\u{1f}q(electronic bk.)");
    for fields in [
        [printed, file],
        [file, printed],
        [("020", "  \u{1f}a9780306406157 (hbk.)"), ("020", "  \u{1f}a9780804429573 (e-book)")],
    ] {
        let m = read_fields(&fields);
        assert_eq!(m.isbn13.as_deref(), Some("9780804429573"), "{fields:?}");
        assert_eq!(m.related_isbns, ["9780306406157"]);
    }
    let m = read_fields(&[("020", "  \u{1f}a9780804429573\u{1f}z9780306406157\u{1f}z123")]);
    assert_eq!((m.isbn13.as_deref(), m.related_isbns.len()), (Some("9780804429573"), 1));
    let m = read_fields(&[("020", "  \u{1f}z9780306406157")]);
    assert_eq!((m.isbn13, m.related_isbns), (None, vec!["9780306406157".to_owned()]));
    let original = ("534", "  \u{1f}pOriginal print version:\u{1f}z0306406152");
    let m = read_fields(&[("020", "  \u{1f}a9780804429573"), original]);
    assert_eq!(
        (m.isbn13.as_deref(), m.related_isbns.len()),
        (Some("9780804429573"), 1),
        "the printed original"
    );
    let m = read_fields(&[("020", "  \u{1f}a9780306406157\u{1f}a9780804429573")]);
    assert_eq!((m.isbn13.as_deref(), m.related_isbns.len()), (Some("9780306406157"), 1), "both in one field");
}

#[test]
fn a_title_in_another_script_that_nothing_refers_to_is_searched() {
    let m = read_fields(&[("245", "10\u{1f}aMinato no asa /"), ("880", "10\u{1f}6245-00/$1\u{1f}a港の朝 /")]);
    assert_eq!(
        (m.title.as_str(), m.variant_titles.as_slice()),
        ("Minato no asa", &["港の朝".to_owned()][..])
    );
}

#[test]
fn fields_in_another_script_are_read_without_links_to_them() {
    let m = read_fields(&[
        ("100", "1 \u{1f}aMurakami, Haruki."),
        ("245", "10\u{1f}aMinato no asa /"),
        ("880", "1 \u{1f}6100-01/$1\u{1f}a村上春樹."),
        ("880", "10\u{1f}6245-02/$1\u{1f}a港の朝 /"),
        ("880", "  \u{1f}6260-00/$1\u{1f}b海文社,\u{1f}c2011."),
    ]);
    let other = &m.other_script;
    assert_eq!((m.title.as_str(), other.title.as_deref()), ("Minato no asa", Some("港の朝")));
    assert_eq!(other.contributors[0].display_name, "村上春樹");
    assert_eq!((m.publisher.as_deref(), m.copyright_date), (Some("海文社"), Some(2011)), "no field 260");
    let both = [("260", "  \u{1f}bUmibunsha"), ("880", "  \u{1f}6260-00/$1\u{1f}b海文社")];
    assert_eq!(read_fields(&both).publisher.as_deref(), Some("Umibunsha"));
}

#[test]
fn blanks_of_other_systems_are_no_language_and_nobody_is_no_publisher() {
    let fixed = "260101s2021^^^^xx^^^^^^^^^^^^000^0^^^^^d";
    let m = read_fields(&[("008", fixed), ("264", " 1\u{1f}b[Utgivare okänd]")]);
    assert!(m.languages.is_empty() && m.publisher.is_none());
    let m = read_fields(&[("264", " 1\u{1f}b[出版者不明]"), ("490", "0 \u{1f}aBirds = Oiseaux ;\u{1f}v4")]);
    assert_eq!((m.publisher, m.series_title.as_deref()), (None, Some("Birds")));
    for indicators in [" 1", "  ", " |"] {
        let m = read_fields(&[("264", format!("{indicators}\u{1f}bHarbor Press, Inc.,").as_str())]);
        assert_eq!(m.publisher.as_deref(), Some("Harbor Press, Inc."), "{indicators:?}");
    }
    assert_eq!(read_fields(&[("264", " 3\u{1f}bHarbor Printers")]).publisher, None);
}

#[test]
fn a_record_that_a_catalog_has_deleted_is_reported_as_such() {
    let text = "<OAI-PMH><ListRecords><record><header status='deleted'><identifier>oai:x:1</identifier></header>\
        </record><record><header/><metadata><record><controlfield tag='001'>2</controlfield><datafield tag='245'>\
        <subfield code='a'>Boats</subfield></datafield></record></metadata></record></ListRecords></OAI-PMH>";
    let all = read_xml(text).unwrap();
    assert!(all[0].result.as_ref().unwrap_err().starts_with("deleted in the catalog"));
    assert_eq!(all[1].result.as_ref().unwrap().metadata.title, "Boats");
}

#[test]
fn lengths_of_records_may_have_spaces_in_place_of_zeros() {
    let mut record = build_record(&[("001", "r-1"), ("245", "10\u{1f}aBoats")], LengthUnit::Bytes);
    record.iter_mut().take_while(|byte| **byte == b'0').for_each(|byte| *byte = b' ');
    let file = [b"\r\n ".as_slice(), record.as_slice(), record.as_slice()].concat();
    assert!(is_exchange_format(&file));
    let entries: Vec<_> = ExchangeReader::new(file.as_slice()).map(Result::unwrap).collect();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        assert_eq!((entry.reference.as_str(), entry.notes.len()), ("r-1", 0));
        assert_eq!(entry.result.unwrap().metadata.title, "Boats");
    }
}

#[test]
fn numbers_and_roles_may_be_in_brackets() {
    let m = read_fields(&[
        ("490", "1 \u{1f}aSea books ;\u{1f}v[3]"),
        ("700", "1 \u{1f}aChen, Bo\u{1f}e(Illustrator)"),
    ]);
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Sea books"), Some("3")));
    let kinds: Vec<_> = m.contributors.iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [ContributorType::Illustrator]);
}
