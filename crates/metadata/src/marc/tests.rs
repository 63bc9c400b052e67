use domain::contributors::ContributorType;

use super::*;
use crate::entry::{Broken, Entry};
use crate::record::{Action, Scheme};

const XML: &str = include_str!("../../seeds/records.marcxml");
const EXCHANGE: &[u8] = include_bytes!("../../seeds/records.mrc");

fn xml(text: &str) -> Result<Vec<Entry>, Broken> {
    Collection::new(text.as_bytes())?.collect()
}

#[test]
fn a_record_in_xml_becomes_a_title() {
    let all = xml(XML).unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!((all[0].reference.as_str(), all[0].line), ("(HRB)42001", 3));
    let record = all[0].result.as_ref().unwrap();
    let m = &record.metadata;
    assert_eq!((m.title.as_str(), m.subtitle.as_deref()), ("Arithmetic", Some("a poem")));
    let people: Vec<_> =
        m.contributors.iter().map(|c| (c.kind, c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(
        people,
        [
            (ContributorType::Author, "Carl Sandburg", "Sandburg, Carl"),
            (ContributorType::Illustrator, "Ted Rand", "Rand, Ted"),
        ]
    );
    assert_eq!(m.isbn13.as_deref(), Some("9780306406157"));
    assert_eq!(m.languages, ["eng", "fra"]);
    assert_eq!((m.edition.as_deref(), m.num_pages), (Some("1st ed."), Some(45)));
    assert_eq!((m.publisher.as_deref(), m.copyright_date), (Some("Harbor Press"), Some(1993)));
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Sea poems"), Some("4")));
    assert_eq!(m.synopsis.as_deref(), Some("A poem about numbers."));
    let subjects: Vec<_> =
        record.subjects.iter().map(|s| (s.scheme, s.code.as_deref(), s.name.as_deref())).collect();
    assert_eq!(
        subjects,
        [
            (Scheme::Other, None, Some("Arithmetic -- Juvenile poetry")),
            (Scheme::Bisac, Some("POE000000"), None),
        ]
    );
    let said = record.accessibility.as_ref().unwrap();
    assert_eq!(
        (said.access_modes.as_slice(), said.features.as_slice()),
        (&["textual".to_owned()][..], &["alternativeText".to_owned()][..])
    );
    assert_eq!(said.summary.as_deref(), Some("Pictures are described."));
    let withdrawn = all[1].result.as_ref().unwrap();
    assert_eq!((withdrawn.reference.as_str(), withdrawn.action), ("42002", Action::Withdraw));
}

#[test]
fn thema_codes_come_from_headings_and_categories() {
    let field = |tag: &str, subfields: &[(&str, &str)]| {
        let subfields = subfields
            .iter()
            .map(|(code, text)| format!("<marc:subfield code=\"{code}\">{text}</marc:subfield>"));
        let subfields = subfields.collect::<String>();
        format!("<marc:datafield tag=\"{tag}\" ind1=\" \" ind2=\"7\">{subfields}</marc:datafield>")
    };
    let fields = [
        field("650", &[("a", "Ireland"), ("2", "thema"), ("0", "(thema)1DDR")]),
        field("650", &[("a", "Sea stories"), ("2", "thema"), ("0", "https://ns.editeur.org/thema/en/FJN")]),
        field("650", &[("a", "WSSN"), ("2", "thema")]),
        field("650", &[("a", "Boats"), ("2", "thema")]),
        field("072", &[("a", "FFC"), ("2", "thema")]),
        field("072", &[("a", "1DDR"), ("2", "thema")]),
    ];
    let text = XML.replacen("</marc:record>", &(fields.concat() + "</marc:record>"), 1);
    let all = xml(&text).unwrap();
    let subjects = &all[0].result.as_ref().unwrap().subjects;
    let thema = subjects.iter().filter(|one| one.scheme == Scheme::Thema);
    let thema: Vec<_> = thema.map(|one| (one.code.as_deref().unwrap(), one.name.as_deref())).collect();
    let expected = [("FJN", Some("Sea stories")), ("WSSN", None), ("FFC", None), ("1DDR", Some("Ireland"))];
    assert_eq!(thema, expected);
    let words =
        subjects.iter().any(|one| one.scheme == Scheme::Other && one.name.as_deref() == Some("Boats"));
    assert!(words, "a heading without a code counts by its words");
}

#[test]
fn a_record_as_exchanged_becomes_a_title_in_either_character_set() {
    let all: Result<Vec<Entry>, Broken> = Exchange::new(EXCHANGE).collect();
    let all = all.unwrap();
    assert_eq!(all.len(), 2);
    let zola = &all[0].result.as_ref().unwrap().metadata;
    assert_eq!((zola.title.as_str(), zola.contributors[0].display_name.as_str()), ("Germinal", "Émile Zola"));
    assert_eq!((zola.languages.as_slice(), zola.copyright_date), (&["fra".to_owned()][..], Some(1993)));
    assert_eq!(all[1].result.as_ref().unwrap().metadata.title, "Café");
}

#[test]
fn damaged_records_are_skipped_and_truncated_files_reported() {
    let mut damaged = EXCHANGE.to_vec();
    damaged[30..34].copy_from_slice(b"9x99");
    let all: Vec<_> = Exchange::new(damaged.as_slice()).collect();
    assert!(all[0].as_ref().unwrap().result.as_ref().unwrap_err().contains("directory is damaged"));
    assert!(all[1].as_ref().unwrap().result.is_ok());
    let cut: Vec<_> = Exchange::new(&EXCHANGE[..EXCHANGE.len() - 3]).collect();
    assert!(cut[0].is_ok() && cut.len() == 2);
    assert_eq!(cut[1].as_ref().unwrap_err().line, 2);
    let endless = Exchange::new(std::io::BufReader::new(std::io::repeat(b'1'))).next().unwrap();
    assert!(endless.unwrap_err().reason.contains("larger than"));
}

#[test]
fn missing_fields_are_reported() {
    let reason =
        |inner: &str| xml(&format!("<record>{inner}</record>")).unwrap().remove(0).result.unwrap_err();
    assert!(reason("").contains("001"));
    assert!(reason("<controlfield tag='001'>1</controlfield>").contains("245"));
    assert!(reason("<controlfield tag='001'>1</controlfield><datafield tag='245'/>").contains("245"));
    assert!(xml("<other/>").is_err());
    assert!(xml("<record>").is_err());
}

/// A record whose directory refers to one field many times.
fn overlapping(entries: usize, field: &[u8]) -> Vec<u8> {
    let base = 24 + 12 * entries + 1;
    let mut record = format!("00000nam a22{base:05}   4500").into_bytes();
    // The base address has five digits, starting at byte 12.
    record.splice(12..17, format!("{base:05}").into_bytes());
    record.truncate(24);
    for _ in 0..entries {
        record.extend(format!("500{:04}00000", field.len()).into_bytes());
    }
    record.push(0x1e);
    record.extend(field);
    record.push(0x1d);
    record
}

#[test]
fn a_record_is_never_larger_than_its_bytes() {
    let field = [b"10".to_vec(), b"\x1fa".repeat(4900), vec![0x1e]].concat();
    let reason = |bytes: Vec<u8>| {
        let mut all: Vec<Entry> = Exchange::new(bytes.as_slice()).map(Result::unwrap).collect();
        all.remove(0).result.unwrap_err()
    };
    assert_eq!(reason(overlapping(5000, &field)), "more than 20000 fields and subfields");
    let letters = [b"10\x1fa".to_vec(), b"x".repeat(9000)].concat();
    assert_eq!(reason(overlapping(5000, &letters)), "its fields are longer than the record");
    assert!(reason(overlapping(1, &field)).contains("001"), "it is read");
    let few = overlapping(1, &[b"10".to_vec(), b"\x1fa".repeat(4900)].concat());
    assert!(!reason(few).contains("subfields"));
}

#[test]
fn an_element_of_many_attributes_costs_no_more_than_its_length() {
    let attributes = (0..400_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
    let read = xml(&format!("<record><datafield tag='245'{attributes}/></record>")).unwrap();
    assert!(read[0].result.as_ref().unwrap_err().contains("001"));
}
