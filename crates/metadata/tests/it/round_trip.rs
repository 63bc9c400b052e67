//! Written records are read back unchanged, whatever their texts contain. What ONIX cannot express is listed
//! here, and in docs/export.md.

use domain::artifacts::{Certification, Content, Techniques, TextLanguages};
use domain::titles::Metadata;
use domain::wire::WireEnum as _;
use domain::{Accessibility, ContentWarning, ContributorType, Territory, UsageRestriction};
use metadata::{Action, Kind, Record, RecordFormat, read_records};
use proptest::prelude::*;

use crate::arbitrary::{SAMPLE_ISBNS, any_record, issue_of, remove_duplicates, write_all};

fn read_back(output: RecordFormat, bytes: &[u8]) -> Vec<Record> {
    let kind = Kind::detect("export.csv", bytes).unwrap();
    let expected = match output {
        RecordFormat::Onix => Kind::Onix,
        RecordFormat::MarcXml => Kind::MarcXml,
        RecordFormat::Csv => Kind::Csv,
    };
    assert_eq!(kind, expected);
    let entries = read_records(kind, bytes).unwrap();
    let record = |entry: Result<metadata::Entry, _>| {
        let entry = entry.unwrap();
        assert_eq!(entry.notes, [] as [String; 0], "{output}");
        entry.result.unwrap_or_else(|reason| panic!("{output}: {reason}\n{}", String::from_utf8_lossy(bytes)))
    };
    entries.map(record).collect()
}

/// A text as XML can represent it.
fn as_xml_text(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{1}' | '\u{b}')).collect()
}

/// Returns a text as XML can represent it, on one line.
fn as_xml_line(text: &str) -> String {
    as_xml_text(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn map_texts(json: &mut serde_json::Value, change: &impl Fn(&str) -> String) {
    match json {
        serde_json::Value::String(text) => *text = change(text),
        serde_json::Value::Array(all) => all.iter_mut().for_each(|one| map_texts(one, change)),
        serde_json::Value::Object(all) => all.values_mut().for_each(|one| map_texts(one, change)),
        _ => {}
    }
}

/// A record with all of its texts changed.
fn map_record_texts(record: &Record, change: impl Fn(&str) -> String) -> Record {
    let mut json = serde_json::to_value(record).unwrap();
    map_texts(&mut json, &change);
    serde_json::from_value(json).unwrap()
}

/// The record with its short texts on one line each, as tables are read.
fn join_lines(mut record: Record) -> Record {
    let m = &mut record.metadata;
    let series = [&mut m.series_title, &mut m.series_subtitle, &mut m.series_number];
    let other = [&mut m.subtitle, &mut m.copyright_holder, &mut m.publisher, &mut m.edition];
    for text in series.into_iter().chain(other).flatten().chain([&mut m.title]) {
        let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        *text = lines.collect::<Vec<_>>().join(" ");
    }
    record
}

/// People grouped by role, in the order of the API.
fn group_by_role(mut record: Record) -> Record {
    record.metadata.contributors = remove_duplicates(record.metadata.contributors);
    record
        .metadata
        .contributors
        .sort_by_key(|one| ContributorType::ALL.iter().position(|kind| *kind == one.kind));
    record.subjects = remove_duplicates(record.subjects);
    record
}

/// The parts of a record that ONIX can express.
fn keep_onix_parts(record: &Record) -> Record {
    let synopsis = record.metadata.synopsis.clone();
    let mut said = map_record_texts(record, as_xml_line);
    let m = &mut said.metadata;
    m.synopsis = synopsis;
    m.contributors = remove_duplicates(std::mem::take(&mut m.contributors));
    for one in &mut m.contributors {
        one.index_name = one.index_name.take().filter(|name| !name.is_empty());
    }
    (m.notes, m.external_category_code, m.nimac) = (None, None, false);
    m.stated_languages.notes = None;
    m.grades.sort_by_key(|grade| grade.starts_with("4K"));
    m.adult_content |= m.content_warnings.contains(&ContentWarning::Adult);
    if m.adult_content && !m.content_warnings.contains(&ContentWarning::Adult) {
        m.content_warnings.push(ContentWarning::Adult);
    }
    said.subjects = remove_duplicates(said.subjects);
    said.usage = said.usage.filter(|usage| *usage != UsageRestriction::Copyright);
    said.territory = said.territory.map(|territory| {
        if territory.states.is_empty() {
            Territory { marrakesh_available: false, marrakesh_pod_exception: false, ..territory }
        } else {
            // Only whole countries are read.
            Territory::default()
        }
    });
    said.accessibility = said.accessibility.and_then(|said| {
        let known = |all: Vec<String>, odd: &str| -> Vec<String> {
            all.into_iter().filter(|one| one != odd).collect()
        };
        let languages = said.languages;
        let words = |text: Option<String>, language: Option<String>| {
            let text = text.filter(|text| !text.is_empty());
            let language = language.filter(|_| text.is_some());
            (text, language)
        };
        let (summary, of_summary) = words(said.summary, languages.summary);
        let (limitations, of_limitations) = words(said.limitations, languages.limitations);
        let (addendum, of_addendum) = words(said.addendum, languages.addendum);
        let mut contents = said.contents;
        contents.sort_by_key(|content| match content {
            Content::AudibleSupplements => 0,
            Content::FixedLayout => 2,
            _ => 1,
        });
        let said = Accessibility {
            techniques: Techniques::default(),
            summary,
            limitations,
            addendum,
            languages: TextLanguages {
                summary: of_summary,
                limitations: of_limitations,
                addendum: of_addendum,
            },
            contents,
            features: known(said.features, "sea; sound"),
            hazards: known(said.hazards, "storm"),
            access_modes: Vec::new(),
            access_modes_sufficient: known(said.access_modes_sufficient, "textual,visual"),
            ..said
        };
        // Text alone says nothing about accessibility.
        let silent = [Vec::new(), vec![Content::Text]]
            .map(|contents| Accessibility { contents, ..Accessibility::default() })
            .contains(&said);
        (!silent).then_some(Accessibility { techniques: Techniques::Onix, ..said })
    });
    said
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_table_contains_everything(record in any_record()) {
        let bytes = write_all(RecordFormat::Csv, &[issue_of(record.clone())]);
        let back = read_back(RecordFormat::Csv, &bytes).remove(0);
        prop_assert_eq!(group_by_role(back), group_by_role(join_lines(record)));
    }

    #[test]
    fn marc_contains_everything(record in any_record()) {
        let bytes = write_all(RecordFormat::MarcXml, &[issue_of(record.clone())]);
        let back = read_back(RecordFormat::MarcXml, &bytes).remove(0);
        prop_assert_eq!(group_by_role(back), group_by_role(map_record_texts(&record, as_xml_text)));
    }

    #[test]
    fn onix_contains_everything_it_can_express(record in any_record()) {
        let bytes = write_all(RecordFormat::Onix, &[issue_of(record.clone())]);
        let entries: Vec<_> = read_records(Kind::Onix, bytes.as_slice()).unwrap().map(Result::unwrap).collect();
        let noted = |note: &String| !note.contains("only whole countries");
        prop_assert!(!entries[0].notes.iter().any(noted), "{:?}", entries[0].notes);
        prop_assert_eq!(entries[0].result.as_ref(), Ok(&keep_onix_parts(&record)));
    }
}

fn record_with_accessibility(said: Accessibility) -> Record {
    let mut record = Record { reference: "1".into(), ..Record::default() };
    record.metadata.title = "Tides".into();
    record.accessibility = Some(said);
    record
}

#[test]
fn accessibility_that_only_onix_expresses_is_in_every_format() {
    let record = record_with_accessibility(Accessibility {
        techniques: Techniques::Onix,
        features: ["dyslexiaReadability", "colorNotSoleMeans", "ultraHighContrastDisplay", "closedCaptions"]
            .map(String::from)
            .into(),
        exemptions: vec!["eaa-fundamental-alteration".into()],
        summary: Some("Tout est décrit.".into()),
        limitations: Some("Two maps are not described.".into()),
        addendum: Some("Tables are simple.".into()),
        languages: TextLanguages { summary: Some("fr".into()), ..TextLanguages::default() },
        contact: Some("access@press.example".into()),
        certifications: vec![Certification {
            credential: Some("https://lab.example/".into()),
            report: Some("https://lab.example/report".into()),
            date: Some("2026-03-01".into()),
            ..Certification::default()
        }],
        contents: vec![
            Content::AudibleSupplements,
            Content::Text,
            Content::Audio,
            Content::Video,
            Content::FixedLayout,
        ],
        ..Accessibility::default()
    });
    for output in RecordFormat::ALL {
        let bytes = write_all(*output, &[issue_of(record.clone())]);
        assert_eq!(read_back(*output, &bytes)[0].accessibility, record.accessibility, "{output}");
    }
}

#[test]
fn claims_of_conformance_come_back_as_onix_reads_them() {
    for (claims, back) in [
        (
            &["EPUB Accessibility 1.1 - WCAG 2.2 Level AA"][..],
            &["EPUB Accessibility 1.1 - WCAG 2.2 Level AA"][..],
        ),
        (&["EPUB Accessibility 1.1 - Level AA"], &["EPUB Accessibility 1.1 - Level AA"]),
        (&["WCAG 2.1 Level A"], &["WCAG 2.1 Level A"]),
        (&["EPUB Accessibility 1.1", "WCAG 2.1"], &["EPUB Accessibility 1.1", "WCAG 2.1"]),
        (
            &["http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa"],
            &["EPUB Accessibility 1.0 - WCAG 2.0 Level AA"],
        ),
        (
            &["EPUB Accessibility 1.0 - WCAG 2.0 Level A", "EPUB Accessibility 1.0 - WCAG 2.1 Level AA"],
            &["EPUB Accessibility 1.0 - WCAG 2.0 Level A", "EPUB Accessibility 1.0 - WCAG 2.1 Level AA"],
        ),
        (
            &["EPUB Accessibility 1.0 - WCAG 2.0 Level AA", "EPUB Accessibility 1.1 - WCAG 2.1 Level AA"],
            &["EPUB Accessibility 1.0 - WCAG 2.0 Level AA", "EPUB Accessibility 1.1 - WCAG 2.1 Level AA"],
        ),
        (&["LIA Compliance Scheme", "PDF/UA-1"], &["LIA Compliance Scheme", "PDF/UA-1"]),
    ] {
        let conformances = claims.iter().map(|claim| (*claim).to_owned()).collect();
        let record = record_with_accessibility(Accessibility { conformances, ..Accessibility::default() });
        let bytes = write_all(RecordFormat::Onix, &[issue_of(record)]);
        let said = read_back(RecordFormat::Onix, &bytes).remove(0).accessibility.unwrap();
        assert_eq!(said.conformances, back, "{claims:?}");
    }
}

#[test]
fn an_empty_export_is_a_valid_file() {
    for output in RecordFormat::ALL {
        let bytes = write_all(*output, &[]);
        assert_eq!(read_back(*output, &bytes), [], "{output}");
    }
}

#[test]
fn a_removed_title_is_withdrawn_by_its_reference() {
    for output in RecordFormat::ALL {
        let metadata =
            Metadata { title: "Kelp".into(), isbn13: Some(SAMPLE_ISBNS[0].into()), ..Metadata::default() };
        let gone =
            Record { reference: "(HRB)7".into(), action: Action::Withdraw, metadata, ..Record::default() };
        let back = read_back(*output, &write_all(*output, &[issue_of(gone)])).remove(0);
        assert_eq!((back.action, back.reference.as_str()), (Action::Withdraw, "(HRB)7"), "{output}");
    }
}

#[test]
fn a_spreadsheet_sees_no_formula() {
    let metadata = Metadata {
        title: "=HYPERLINK(\"x\")".into(),
        subtitle: Some("\u{ff20}home".into()),
        ..Metadata::default()
    };
    let record = Record { reference: "-1".into(), metadata, ..Record::default() };
    let bytes = write_all(RecordFormat::Csv, &[issue_of(record.clone())]);
    let table = String::from_utf8(bytes.clone()).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(row.starts_with(" -1,update,\" =HYPERLINK(\"\"x\"\")\", \u{ff20}home,"), "{row}");
    assert_eq!(read_back(RecordFormat::Csv, &bytes), [record]);
}

#[test]
fn other_titles_scripts_and_forms_of_names_are_exported() {
    let xml = "<record><controlfield tag='001'>r-1</controlfield>\
        <datafield tag='100' ind1='1' ind2=' '><subfield code='6'>880-01</subfield><subfield code='a'>Murakami, \
        H.</subfield><subfield code='q'>(Haruki)</subfield></datafield>\
        <datafield tag='245' ind1='1' ind2='0'><subfield code='6'>880-02</subfield><subfield code='a'>Minato no asa :\
        </subfield><subfield code='b'>shosetsu</subfield></datafield>\
        <datafield tag='246' ind1='1' ind2=' '><subfield code='a'>Harbor morning</subfield></datafield>\
        <datafield tag='490' ind1='0' ind2=' '><subfield code='6'>880-04</subfield><subfield code='a'>Umi bunko\
        </subfield></datafield>\
        <datafield tag='700' ind1='1' ind2=' '><subfield code='6'>880-03</subfield><subfield code='a'>Mori, Ogai\
        </subfield><subfield code='4'>trl</subfield></datafield>\
        <datafield tag='700' ind1='1' ind2=' '><subfield code='a'>Else, Nobody</subfield><subfield code='4'>edt\
        </subfield></datafield>\
        <datafield tag='880' ind1='1' ind2=' '><subfield code='6'>100-01</subfield><subfield code='a'>村上春樹\
        </subfield></datafield>\
        <datafield tag='880' ind1='1' ind2='0'><subfield code='6'>245-02</subfield><subfield code='a'>港の朝 :\
        </subfield><subfield code='b'>小説</subfield></datafield>\
        <datafield tag='880' ind1='1' ind2=' '><subfield code='6'>700-03</subfield><subfield code='a'>森, 鴎外\
        </subfield><subfield code='4'>trl</subfield></datafield>\
        <datafield tag='880' ind1='0' ind2=' '><subfield code='6'>490-04</subfield><subfield code='a'>海文庫\
        </subfield></datafield></record>";
    let record = read_back(RecordFormat::MarcXml, xml.as_bytes()).remove(0);
    let m = &record.metadata;
    assert_eq!(m.contributors[0].display_name, "H. Murakami");
    assert_eq!(m.contributors[0].sort_name(), "Murakami, H. (Haruki)");
    assert_eq!((m.variant_titles.len(), m.other_script.contributors.len()), (1, 2));
    let bytes = write_all(RecordFormat::MarcXml, &[issue_of(record.clone())]);
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains("<subfield code=\"q\">(Haruki)</subfield>"), "{text}");
    assert!(text.contains("<subfield code=\"6\">245-01/$1</subfield>"), "{text}");
    assert!(!text.contains("tag=\"975\""), "everything has a field of the standard: {text}");
    let onix = write_all(RecordFormat::Onix, &[issue_of(record.clone())]);
    assert_eq!(
        read_back(RecordFormat::Onix, &onix)[0].metadata.variant_titles,
        record.metadata.variant_titles
    );
    let back = read_back(RecordFormat::MarcXml, &bytes).remove(0).metadata;
    assert_eq!(back.variant_titles, record.metadata.variant_titles);
    assert_eq!(back.other_script, record.metadata.other_script);
    assert_eq!(back.contributors, record.metadata.contributors);
}

#[test]
fn links_say_that_a_script_is_written_from_right_to_left() {
    let mut record = read_back(
        RecordFormat::MarcXml,
        "<record><controlfield tag='001'>r-1</controlfield><datafield tag='245' ind1='1' ind2='0'>\
         <subfield code='6'>880-01</subfield><subfield code='a'>Mina</subfield></datafield>\
         <datafield tag='880' ind1='1' ind2='0'><subfield code='6'>245-01/(3/r</subfield><subfield code='a'>ميناء\
         </subfield></datafield></record>"
            .as_bytes(),
    )
    .remove(0);
    for (title, link) in [("ميناء", "245-01/(3/r"), ("נמל", "245-01/(2/r"), ("Порт", "245-01/(N")]
    {
        record.metadata.other_script.title = Some(title.to_owned());
        let bytes = write_all(RecordFormat::MarcXml, &[issue_of(record.clone())]);
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains(&format!("<subfield code=\"6\">{link}</subfield>")), "{text}");
        let back = read_back(RecordFormat::MarcXml, &bytes).remove(0);
        assert_eq!(back.metadata.other_script, record.metadata.other_script, "{title}");
    }
}
