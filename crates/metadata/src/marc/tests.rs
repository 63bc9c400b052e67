use domain::ContributorType;

use super::testkit::{LengthUnit, build_record, build_record_bytes};
use super::*;
use crate::{Action, BrokenFile, Entry, Scheme};

const SEED_XML: &str = include_str!("../../seeds/records.marcxml");
const SEED_EXCHANGE: &[u8] = include_bytes!("../../seeds/records.mrc");

pub(super) fn read_xml(text: &str) -> Result<Vec<Entry>, BrokenFile> {
    CollectionReader::new(text.as_bytes())?.collect()
}

#[test]
fn a_record_in_xml_becomes_a_title() {
    let all = read_xml(SEED_XML).unwrap();
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
    let text = SEED_XML.replacen("</marc:record>", &(fields.concat() + "</marc:record>"), 1);
    let all = read_xml(&text).unwrap();
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
    let all: Result<Vec<Entry>, BrokenFile> = ExchangeReader::new(SEED_EXCHANGE).collect();
    let all = all.unwrap();
    assert_eq!(all.len(), 2);
    let zola = &all[0].result.as_ref().unwrap().metadata;
    assert_eq!((zola.title.as_str(), zola.contributors[0].display_name.as_str()), ("Germinal", "Émile Zola"));
    assert_eq!((zola.languages.as_slice(), zola.copyright_date), (&["fra".to_owned()][..], Some(1993)));
    assert_eq!(all[1].result.as_ref().unwrap().metadata.title, "Café");
}

#[test]
fn a_damaged_record_costs_no_other_record() {
    let read = |bytes: &[u8]| -> Vec<Result<String, String>> {
        let all = ExchangeReader::new(bytes).map(Result::unwrap);
        all.map(|entry| entry.result.map(|record| record.metadata.title)).collect()
    };
    let good = |title: &str| Ok(title.to_owned());
    let end = SEED_EXCHANGE.iter().position(|byte| *byte == 0x1d).unwrap() + 1;
    let (first, second) = SEED_EXCHANGE.split_at(end);
    let mut damaged = SEED_EXCHANGE.to_vec();
    damaged[30..34].copy_from_slice(b"9x99");
    assert_eq!(read(&damaged), [good("Germinal"), good("Café")], "fields end with terminators");
    let cut = "truncated: the next record begins in the middle of it";
    for length in [30, 100, first.len() - 20] {
        let bytes = [&first[..length], second, first].concat();
        assert_eq!(read(&bytes), [Err(cut.to_owned()), good("Café"), good("Germinal")], "{length}");
    }
    let without_end = [&first[..first.len() - 1], second].concat();
    assert_eq!(read(&without_end), [good("Germinal"), good("Café")], "only its terminator is missing");
    let blanks = [b"\r\n\0", first, b"\n\n", second, b"\n\x1a\0\0"].concat();
    assert_eq!(read(&blanks), [good("Germinal"), good("Café")]);
    let mut noise = first.to_vec();
    // A terminator in the title, in place of a letter.
    let title = first.windows(8).position(|bytes| bytes == b"Germinal").unwrap();
    noise[title + 3] = 0x1d;
    noise.extend(second);
    assert_eq!(read(&noise), [good("Ger inal"), good("Café")]);
    noise.insert(title, 0x1d);
    assert_eq!(read(&noise).last(), Some(&good("Café")), "not whole in any way");
}

#[test]
fn many_leaders_and_terminators_cost_no_more_than_their_bytes() {
    let leaders = b"00000nam a2200000 a 4500".repeat(100_000);
    assert_eq!(ExchangeReader::new(leaders.as_slice()).map(Result::unwrap).count(), 100_000);
    let terminators = [b"99999nam a2299999 a 4500".to_vec(), b"x\x1d".repeat(100_000)].concat();
    assert_eq!(ExchangeReader::new(terminators.as_slice()).map(Result::unwrap).count(), 100_000);
    let entries = [b"00000nam a2200000 a 4500".to_vec(), b"500999900000".repeat(100_000)].concat();
    let record = [entries, vec![0x1e], b"x".repeat(20_000), vec![0x1d]].concat();
    assert!(ExchangeReader::new(record.as_slice()).next().unwrap().unwrap().result.is_err());
}

#[test]
fn a_truncated_file_loses_its_last_record_and_says_which() {
    let cut: Vec<_> =
        ExchangeReader::new(&SEED_EXCHANGE[..SEED_EXCHANGE.len() - 3]).map(Result::unwrap).collect();
    assert!(cut[0].result.is_ok() && cut.len() == 2);
    assert_eq!((cut[1].line, cut[1].reference.is_empty()), (2, false));
    assert_eq!(cut[1].result.as_ref().unwrap_err(), "the file ends in the middle of the record");
    let whole: Vec<_> =
        ExchangeReader::new(&SEED_EXCHANGE[..SEED_EXCHANGE.len() - 1]).map(Result::unwrap).collect();
    assert!(whole[1].result.is_ok(), "only its terminator is missing");
}

#[test]
fn a_record_that_is_too_large_is_skipped_and_an_endless_one_ends_the_file() {
    let large = [b"00000nam".to_vec(), vec![b'x'; 5 << 20], vec![0x1d], SEED_EXCHANGE.to_vec()].concat();
    let all: Vec<_> = ExchangeReader::new(large.as_slice()).map(Result::unwrap).collect();
    assert_eq!(all[0].result.as_ref().unwrap_err(), "larger than 4194304 bytes");
    assert!(all[1].result.is_ok() && all.len() == 3);
    let endless = ExchangeReader::new(std::io::BufReader::new(std::io::repeat(b'1'))).next().unwrap();
    assert!(endless.unwrap_err().reason.contains("larger than"));
}

/// The entry of a record with these fields, and a control number.
pub(super) fn read_exchanged(coding: u8, fields: &[(&str, &[u8])], lengths: LengthUnit) -> Entry {
    let fields = [&[("001", b"r-1".as_slice())], fields].concat();
    let bytes = build_record_bytes(coding, &fields, lengths);
    ExchangeReader::new(bytes.as_slice()).next().unwrap().unwrap()
}

#[test]
fn repairs_are_noted() {
    let fields: &[(&str, &[u8])] = &[
        ("245", "10\u{1f}a\u{98}Die\u{9c} Lições de navegação /\u{1f}cAna Conceição".as_bytes()),
        ("520", "  \u{1f}aPlain words about boats, co\u{301}modo.".as_bytes()),
    ];
    let title = |entry: &Entry| entry.result.as_ref().unwrap().metadata.title.clone();
    let right = read_exchanged(b'a', fields, LengthUnit::Bytes);
    assert_eq!((title(&right).as_str(), right.notes.len()), ("Die Lições de navegação", 0));
    let characters = read_exchanged(b'a', fields, LengthUnit::Characters);
    assert_eq!(characters.result, right.result);
    assert_eq!(characters.notes.len(), 1);
    let both = read_exchanged(b' ', fields, LengthUnit::Characters);
    assert_eq!(both.result, right.result);
    assert_eq!(both.notes.len(), 2, "{:?}", both.notes);
}

#[test]
fn alternate_representations_never_cost_a_record() {
    let fields: &[(&str, &[u8])] = &[
        ("245", b"10\x1f6880-01\x1faMinato no asa /"),
        ("880", b"10\x1f6245-01/$1\x1fa\x1b$1!0;!K0\xff\x1b(B"),
        ("880", b"10\x1f6245-02/(N\x1fa\x1b(Zwo\xff"),
    ];
    let entry = read_exchanged(b' ', fields, LengthUnit::Bytes);
    assert_eq!(entry.result.unwrap().metadata.title, "Minato no asa");
    assert_eq!(entry.notes, [""; 0]);
    let untitled = read_exchanged(
        b' ',
        &[("880", b"10\x1f6245-01/(N\x1fa\x1b(NwOJNA I MIR\x1b(B /")],
        LengthUnit::Bytes,
    );
    assert_eq!(untitled.result.unwrap().metadata.title, "Война и мир");
    assert_eq!(untitled.notes, ["there is no title (field 245): field 880 has it"]);
}

#[test]
fn a_leader_on_a_line_of_its_own_is_read_by_its_positions() {
    let status = |leader: &str| {
        let title = to_element("245", "00\u{1f}aBoats");
        let text = format!(
            "<record><leader>{leader}</leader><controlfield tag='001'>1</controlfield>{title}</record>"
        );
        read_xml(&text).unwrap().remove(0).result.unwrap().action
    };
    for leader in [
        "01234dam a2200289 a 4500",
        "\n    01234dam a2200289 a 4500\n  ",
        "\n\t     dam a22      a 4500\n",
        "dam a2200289 a 4500",
    ] {
        assert_eq!(status(leader), Action::Withdraw, "{leader:?}");
    }
    assert_eq!(status("\n  01234cam a2200289 a 4500\n"), Action::Full);
}

#[test]
fn texts_in_a_second_script_are_kept_next_to_romanized_ones() {
    let fields: &[(&str, &[u8])] = &[
        ("100", b"1 \x1f6880-01\x1faMurakami, Haruki."),
        ("245", b"10\x1f6880-02\x1faMinato no asa :\x1fbshosetsu /\x1fcMurakami Haruki ; translated by Mori Ogai."),
        ("240", b"10\x1faHarbor morning.\x1flJapanese."),
        ("246", b"3 \x1f6880-05\x1faMinato no gozen :\x1fbroman"),
        ("490", b"0 \x1f6880-04\x1faUmi bunko"),
        ("700", b"1 \x1f6880-03\x1faMori, Ogai."),
        ("700", b"1 \x1faNobody, Else,\x1feeditor."),
        ("880", "1 \u{1f}6100-01/$1\u{1f}a村上春樹.".as_bytes()),
        ("880", "10\u{1f}6245-02/$1\u{1f}a港の朝 :\u{1f}b小説 /\u{1f}c村上春樹.".as_bytes()),
        ("880", "1 \u{1f}6700-03/$1\u{1f}a森鴎外.".as_bytes()),
        ("880", "0 \u{1f}6490-04/$1\u{1f}a海文庫".as_bytes()),
        ("880", "3 \u{1f}6246-05/$1\u{1f}a港の午前".as_bytes()),
        ("880", b"  \x1f6260-00/$1\x1fa\xff"),
    ];
    let entry = read_exchanged(b'a', fields, LengthUnit::Bytes);
    assert_eq!(entry.notes, [""; 0], "what cannot be read costs nothing but itself");
    let m = entry.result.unwrap().metadata;
    assert_eq!((m.title.as_str(), m.contributors.len()), ("Minato no asa", 3));
    assert_eq!(m.variant_titles, ["Harbor morning", "Minato no gozen roman", "港の午前"]);
    let other = m.other_script;
    let texts = [&other.title, &other.subtitle, &other.series_title].map(|text| text.as_deref().unwrap());
    assert_eq!(texts, ["港の朝", "小説", "海文庫"]);
    let people: Vec<_> = other.contributors.iter().map(|one| (one.kind, one.display_name.as_str())).collect();
    assert_eq!(people, [(ContributorType::Author, "村上春樹"), (ContributorType::Translator, "森鴎外")]);
}

#[test]
fn a_title_in_another_language_is_not_a_subtitle() {
    for (title, subtitle, others) in [
        ("10\x1faAnimals =\x1fbAnimaux /\x1fcAda Reed.", None, &["Animaux"][..]),
        ("10\x1faAnimals\x1fh[text] =\x1fbAnimaux : un album /", None, &["Animaux : un album"]),
        ("10\x1faAnimals :\x1fban album = Animaux : un album /", Some("an album"), &["Animaux : un album"]),
        ("10\x1faAnimals =\x1fbAnimaux = Animales /", None, &["Animaux", "Animales"]),
        ("10\x1faEnergy :\x1fbwhy E = mc2 /", Some("why E = mc2"), &[]),
    ] {
        let entry = read_exchanged(b'a', &[("245", title.as_bytes())], LengthUnit::Bytes);
        let m = entry.result.unwrap().metadata;
        assert_eq!(
            (m.subtitle.as_deref(), m.variant_titles.as_slice()),
            (subtitle, &to_strings(others)[..]),
            "{title}"
        );
    }
}

#[test]
fn a_series_has_its_first_title() {
    let fields: &[(&str, &[u8])] =
        &[("245", b"10\x1faAnimals"), ("490", b"0 \x1faBirds =\x1faOiseaux =\x1faVogels ;\x1fv4")];
    let m = read_exchanged(b'a', fields, LengthUnit::Bytes).result.unwrap().metadata;
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Birds"), Some("4")));
}

fn to_strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn placeholders_are_replaced_by_the_words_of_the_other_script() {
    let fields: &[(&str, &[u8])] = &[
        ("100", b"1 \x1f6880-02\x1fa<>"),
        ("245", b"10\x1f6880-01\x1fa<> /\x1fc<>."),
        ("700", b"1 \x1f6880-03\x1fa<>"),
        ("880", "10\u{1f}6245-01/$1\u{1f}a바람의 길 /\u{1f}c김민.".as_bytes()),
        ("880", "1 \u{1f}6100-02/$1\u{1f}a김, 민".as_bytes()),
    ];
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let inner: String = fields.iter().map(|(tag, content)| to_element(tag, &text(content))).collect();
    let xml = format!("<record><controlfield tag='001'>1</controlfield>{inner}</record>");
    for entry in [read_exchanged(b'a', fields, LengthUnit::Bytes), read_xml(&xml).unwrap().remove(0)] {
        let m = entry.result.unwrap().metadata;
        assert_eq!(m.title, "바람의 길");
        let people: Vec<_> = m.contributors.iter().map(domain::Contributor::sort_name).collect();
        assert_eq!(people, ["김, 민"], "a name without words is nobody's");
        assert_eq!(entry.notes, ["there is no title (field 245): field 880 has it"]);
    }
    let signs = read_exchanged(b'a', &[("245", b"10\x1fa!!! /")], LengthUnit::Bytes);
    assert_eq!(signs.result.unwrap().metadata.title, "!!!", "a title may be signs alone");
}

/// A field of an exchanged record as XML.
fn to_element(tag: &str, content: &str) -> String {
    let subfields = content.split('\u{1f}').skip(1).map(|part| {
        let text = part[1..].replace('<', "&lt;");
        format!("<subfield code='{}'>{text}</subfield>", &part[..1])
    });
    let subfields: String = subfields.collect();
    let (first, second) = (&content[..1], &content[1..2]);
    format!("<datafield tag='{tag}' ind1='{first}' ind2='{second}'>{subfields}</datafield>")
}

#[test]
fn languages_are_read_in_the_ways_that_records_have_them() {
    let read = |fixed: &str, field: &str| {
        let fixed = format!("260101s2021    xx            000 0 {fixed} d");
        let fields: &[(&str, &[u8])] =
            &[("008", fixed.as_bytes()), ("041", field.as_bytes()), ("245", b"00\x1faAnimals")];
        let entry = read_exchanged(b'a', fields, LengthUnit::Bytes);
        (entry.result.unwrap().metadata.languages, entry.notes.len())
    };
    for (fixed, field, languages) in [
        ("ENG", "1 \u{1f}aENG\u{1f}hfre", &["eng"][..]),
        ("   ", "0 \u{1f}aeng  ger", &["eng", "deu"]),
        ("|||", "0 \u{1f}aeng/fre", &["eng", "fra"]),
        ("scr", "0 \u{1f}ascrscc", &["hrv", "srp"]),
        ("   ", "07\u{1f}azh-Hant\u{1f}2rfc5646", &["zho"]),
        ("   ", "07\u{1f}acmn\u{1f}2iso639-3", &["zho"]),
    ] {
        let (read, notes) = read(fixed, field);
        assert_eq!((read, notes), (languages.iter().map(|code| (*code).to_owned()).collect(), 0), "{field}");
    }
    assert_eq!(read("eng", "0 \u{1f}aengqqx"), (vec!["eng".to_owned()], 1));
}

#[test]
fn a_warning_is_a_note_and_an_article_number_an_isbn() {
    let fields: &[(&str, &[u8])] = &[
        ("024", b"3 \x1fa9780306406157"),
        ("024", b"3 \x1fa4006381333931"),
        ("245", b"10\x1faAnimals"),
        ("520", b"4 \x1faHas strong language."),
        ("520", b"  \x1faA story about boats."),
    ];
    let entry = read_exchanged(b'a', fields, LengthUnit::Bytes);
    let m = entry.result.unwrap().metadata;
    assert_eq!(m.synopsis.as_deref(), Some("A story about boats."));
    assert_eq!(m.notes.as_deref(), Some("Has strong language."));
    assert_eq!((m.isbn13.as_deref(), entry.notes.len()), (Some("9780306406157"), 0));
}

#[test]
fn a_superscript_digit_in_a_note_stays_superscript() {
    let fields: &[(&str, &[u8])] =
        &[("245", b"10\x1faTables of tides /"), ("500", b"  \x1faSignatures: A\x1bp4\x1bs B\x1bp2\x1bs.")];
    let entry = read_exchanged(b' ', fields, LengthUnit::Bytes);
    assert_eq!(entry.result.unwrap().metadata.notes.as_deref(), Some("Signatures: A⁴ B²."));
    let fields: &[(&str, &[u8])] = &[("245", b"10\x1faTables of tides /"), ("500", b"  \x1faA\x1bQ4 \xff.")];
    let entry = read_exchanged(b' ', fields, LengthUnit::Bytes);
    assert_eq!(entry.result.unwrap().metadata.title, "Tables of tides");
    assert!(entry.notes[0].starts_with("field 500: "), "{:?}", entry.notes);
}

#[test]
fn rejects_records_that_do_not_describe_titles_and_names_their_kind() {
    let reason =
        |fields: &[(&str, &[u8])]| read_exchanged(b'a', fields, LengthUnit::Bytes).result.unwrap_err();
    assert!(reason(&[("200", b"1 \x1faLe port")]).contains("UNIMARC"));
    assert_eq!(reason(&[("650", b" 0\x1faBoats")]), "there is no title (field 245)");
    let mut authority =
        build_record(&[("001", "r"), ("100", "1 \u{1f}aZola, \u{c9}mile")], LengthUnit::Bytes);
    authority[6] = b'z';
    let entry = ExchangeReader::new(authority.as_slice()).next().unwrap().unwrap();
    assert_eq!(entry.result.unwrap_err(), "an authority record, which has no title");
}

#[test]
fn another_number_is_the_reference_of_a_record_without_a_control_number() {
    let bytes = build_record(&[("035", "  \u{1f}a(OCoLC)123"), ("245", "10\u{1f}aA")], LengthUnit::Bytes);
    let entry = ExchangeReader::new(bytes.as_slice()).next().unwrap().unwrap();
    assert_eq!((entry.reference.as_str(), entry.notes.len()), ("(OCoLC)123", 1));
    let bytes = build_record(&[("001", "a\nb\u{1}"), ("245", "10\u{1f}aA")], LengthUnit::Bytes);
    assert_eq!(ExchangeReader::new(bytes.as_slice()).next().unwrap().unwrap().reference, "a b");
}

#[test]
fn missing_fields_are_reported() {
    let reason =
        |inner: &str| read_xml(&format!("<record>{inner}</record>")).unwrap().remove(0).result.unwrap_err();
    assert!(reason("").contains("001"));
    assert!(reason("<controlfield tag='001'>1</controlfield>").contains("245"));
    assert!(reason("<controlfield tag='001'>1</controlfield><datafield tag='245'/>").contains("245"));
    assert!(read_xml("<other/>").is_err());
    assert!(read_xml("<record>").is_err());
}

/// A record whose directory refers to one field many times.
fn record_with_overlapping_fields(entries: usize, field: &[u8]) -> Vec<u8> {
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
    let reason = |bytes: Vec<u8>| {
        let mut all: Vec<Entry> = ExchangeReader::new(bytes.as_slice()).map(Result::unwrap).collect();
        all.remove(0).result.unwrap_err()
    };
    // Entries of the directory that share a field.
    let field = [b"10".to_vec(), b"\x1fa".repeat(4900), vec![0x1e]].concat();
    assert_eq!(
        reason(record_with_overlapping_fields(5000, &field)),
        "its directory has 5000 fields, the record has 1"
    );
    assert!(reason(record_with_overlapping_fields(1, &field)).contains("001"), "it is read");
    let many = vec![("500", "1 \u{1f}a".repeat(4000)); 30];
    let many: Vec<(&str, &str)> = many.iter().map(|(tag, text)| (*tag, text.as_str())).collect();
    assert_eq!(reason(build_record(&many, LengthUnit::Zero)), "more than 100000 fields and subfields");
}

#[test]
fn an_element_of_many_attributes_costs_no_more_than_its_length() {
    let attributes = (0..400_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
    let read = read_xml(&format!("<record><datafield tag='245'{attributes}/></record>")).unwrap();
    assert!(read[0].result.as_ref().unwrap_err().contains("001"));
}

#[test]
fn a_title_whose_first_subfield_has_no_code_is_read() {
    for field in [&b"10Report 1973 /\x1fcHarbor office."[..], b"Report 1973 /\x1fcHarbor office."] {
        let entry = read_exchanged(b'a', &[("245", field)], LengthUnit::Bytes);
        assert_eq!(entry.result.unwrap().metadata.title, "Report 1973");
        assert_eq!(entry.notes, ["field 245: a text that is in no subfield is read as that of subfield a"]);
    }
}

#[test]
fn nobody_is_a_publisher_that_the_record_does_not_name() {
    for (field, publisher) in [
        ("  \u{1f}a[S.l. :\u{1f}bs.n.],\u{1f}c1987.", None),
        ("  \u{1f}a[Boston] :\u{1f}b[publisher not identified],", None),
        ("  \u{1f}aParis :\u{1f}b[\u{e9}diteur non identifi\u{e9}]", None),
        ("  \u{1f}a[New York :\u{1f}bKnopf],\u{1f}c1987.", Some("Knopf")),
        ("  \u{1f}aSalem :\u{1f}bHarbor [& Co.],", Some("Harbor & Co.")),
    ] {
        let fields: &[(&str, &[u8])] = &[("245", b"00\x1faBoats"), ("260", field.as_bytes())];
        let m = read_exchanged(b'a', fields, LengthUnit::Bytes).result.unwrap().metadata;
        assert_eq!(m.publisher.as_deref(), publisher, "{field}");
    }
}

#[test]
fn titles_and_series_have_the_numbers_and_names_of_their_parts() {
    let read = |fields: &[(&str, &str)]| {
        let fields: Vec<(&str, &[u8])> = fields.iter().map(|(tag, text)| (*tag, text.as_bytes())).collect();
        read_exchanged(b'a', &fields, LengthUnit::Bytes).result.unwrap().metadata
    };
    for (field, title) in [
        (
            "00\u{1f}aHistorical abstracts.\u{1f}nPart A,\u{1f}pModern history.",
            "Historical abstracts. Part A, Modern history",
        ),
        ("00\u{1f}aFaust :\u{1f}beine Tragödie.\u{1f}nTeil 1 /\u{1f}cGoethe.", "Faust. Teil 1"),
        ("00\u{1f}aWhy?\u{1f}pBoats.\u{1f}pOars.", "Why? Boats. Oars"),
        ("00\u{1f}aThe U.S.A.\u{1f}n2", "The U.S.A. 2"),
        ("00\u{1f}aBoats [Electronic Resource] :\u{1f}ba story /", "Boats"),
        ("00\u{1f}aLe port [ressource \u{e9}lectronique] /", "Le port"),
        ("00\u{1f}aBoats [sic] at sea /", "Boats [sic] at sea"),
        ("00\u{1f}a[Braille] /", "[Braille]"),
    ] {
        assert_eq!(read(&[("245", field)]).title, title);
    }
    let title = ("245", "00\u{1f}aAnimals");
    for (fields, series, number) in [
        (
            &[("490", "1 \u{1f}aBiology.\u{1f}nUnit 3,\u{1f}pAnimal life ;\u{1f}vv. 2")][..],
            "Biology. Unit 3, Animal life",
            Some("v. 2"),
        ),
        (&[("490", "0 \u{1f}aThe science ; [v. 2]")], "The science", Some("[v. 2]")),
        (&[("490", "1 \u{1f}aBoats"), ("830", " 0\u{1f}aBoats ;\u{1f}v7.")], "Boats", Some("7")),
        (&[("490", "1 \u{1f}aBoats"), ("830", " 0\u{1f}aShips ;\u{1f}v7.")], "Boats", None),
        (
            &[("800", "1 \u{1f}aJordan, Robert.\u{1f}tWheel of time ;\u{1f}vbk. 1.")],
            "Wheel of time",
            Some("bk. 1"),
        ),
    ] {
        let m = read(&[&[title], fields].concat());
        assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some(series), number));
    }
}

#[test]
fn people_whose_entries_state_no_role_have_that_of_the_statement() {
    let read = |fields: &[(&str, &str)]| {
        let fields: Vec<(&str, &[u8])> = fields.iter().map(|(tag, text)| (*tag, text.as_bytes())).collect();
        let people = read_exchanged(b'a', &fields, LengthUnit::Bytes).result.unwrap().metadata.contributors;
        people.into_iter().map(|one| (one.kind, one.display_name)).collect::<Vec<_>>()
    };
    let title = ("245", "10\u{1f}aGood omens /\u{1f}cAnn Lee and Bodo Chen ; illustrated by Cyrus Dow.");
    let main = ("100", "1 \u{1f}aLee, Ann,\u{1f}d1960-");
    let added =
        [("700", "1 \u{1f}aChen, Bodo."), ("700", "1 \u{1f}aDow, Cyrus."), ("700", "1 \u{1f}aRedd, Diane.")];
    let (author, illustrator) = (ContributorType::Author, ContributorType::Illustrator);
    let named = |kind, name: &str| (kind, name.to_owned());
    let expected = [named(author, "Ann Lee"), named(author, "Bodo Chen"), named(illustrator, "Cyrus Dow")];
    assert_eq!(read(&[&[main, title], &added[..]].concat()), expected);
    let untold = ("245", "00\u{1f}aGood omens");
    let expected = [named(author, "Bodo Chen"), named(author, "Cyrus Dow"), named(author, "Diane Redd")];
    assert_eq!(read(&[&[untold], &added[..]].concat()), expected, "without a main entry");
    assert_eq!(read(&[&[main, untold], &added[..]].concat()), [named(author, "Ann Lee")]);
    assert!(read(&[untold, ("710", "2 \u{1f}aHarbor Press.")]).is_empty());
}

#[test]
fn pages_are_counted_in_several_languages_and_nothing_else_is() {
    let read = |extent: &str| {
        let extent = format!("  \u{1f}a{extent}");
        let fields: &[(&str, &[u8])] = &[("245", b"00\x1faAnimals"), ("300", extent.as_bytes())];
        read_exchanged(b'a', fields, LengthUnit::Bytes).result.unwrap().metadata.num_pages
    };
    for extent in [
        "xii, 345 p. :", "345 p", "345p.", "1 online resource (345 pages)", "XII, 345 S.", "345 Seiten ;",
        "vii, 89, 345 s.", "1 vol. (XI-345 p.)", "345 páginas", "345, [7] p.", "345 с. :", "345頁",
        "345 unnumbered pages",
    ] {
        assert_eq!(read(extent), Some(345), "{extent}");
    }
    for extent in ["23 cm. ;", "7 CDs", "p. cm.", "1 volume (unpaged)", "", "2 sound discs (2 hrs., 5 min.)"]
    {
        assert_eq!(read(extent), None, "{extent}");
    }
}

#[test]
fn a_fixed_field_that_begins_with_blanks_is_read_by_its_positions() {
    for fixed in ["      s2021    xx            000 0 spa d", "260101s2021    xx            000 0 spa d"] {
        let fields: &[(&str, &[u8])] = &[("008", fixed.as_bytes()), ("245", b"00\x1faAnimals")];
        let m = read_exchanged(b'a', fields, LengthUnit::Bytes).result.unwrap().metadata;
        assert_eq!((m.copyright_date, m.languages.as_slice()), (Some(2021), &["spa".to_owned()][..]));
        let text = format!(
            "<record><controlfield tag='001'>1</controlfield><controlfield tag='008'>\n    {fixed}\n  \
             </controlfield><datafield tag='245'><subfield code='a'>A</subfield></datafield></record>"
        );
        let laid_out = &read_xml(&text).unwrap()[0];
        let year = laid_out.result.as_ref().unwrap().metadata.copyright_date;
        assert_eq!(year.is_some(), !fixed.starts_with(' '), "blanks of the layout cannot be told apart");
    }
}
