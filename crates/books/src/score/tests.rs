use proptest::prelude::*;

use std::fmt::Write as _;

use super::*;
use crate::model::{Metadata, Music, plain_text};
use crate::testkit::{run_epubcheck, zip_files};

const TUNE_XML: &str = r#"<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
<score-partwise version="4.0"><work><work-title>A Tune &amp; More</work-title></work>
<identification><creator type="composer">Ada Harbor</creator><creator type="arranger">Nobody</creator></identification>
<part-list><score-part id="P1"><part-name>Piano</part-name></score-part></part-list>
<part id="P1"><measure number="1"><attributes><divisions>2</divisions><key><fifths>-1</fifths><mode>minor</mode></key>
<time><beats>3</beats><beat-type>4</beat-type></time><clef number="1"><sign>G</sign><line>2</line></clef>
<clef number="2"><sign>F</sign><line>4</line></clef></attributes>
<direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>60</per-minute></metronome></direction-type></direction>
<direction><direction-type><dynamics><mf/></dynamics></direction-type></direction>
<barline location="left"><repeat direction="forward"/></barline>
<harmony><root><root-step>B</root-step><root-alter>-1</root-alter></root><kind>major</kind></harmony>
<note><pitch><step>C</step><octave>4</octave></pitch><duration>2</duration><voice>1</voice><type>quarter</type><dot/><staff>1</staff><lyric><syllabic>begin</syllabic><text>al</text></lyric></note>
<note><chord/><pitch><step>E</step><alter>-1</alter><octave>4</octave></pitch><voice>1</voice><type>quarter</type><staff>1</staff></note>
<note><chord/><pitch><step>C</step><octave>5</octave></pitch><voice>1</voice><type>quarter</type><staff>1</staff></note>
<note><grace/><pitch><step>B</step><octave>4</octave></pitch><voice>1</voice><type>eighth</type><staff>1</staff></note>
<note><pitch><step>A</step><octave>4</octave></pitch><duration>1</duration><tie type="start"/><voice>1</voice><type>16th</type><staff>1</staff>
<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>
<notations><slur type="start"/><tuplet type="start"/><articulations><staccato/><strong-accent/></articulations><technical><fingering>2</fingering></technical><fermata/></notations></note>
<backup><duration>6</duration></backup>
<note><rest measure="yes"/><duration>6</duration><voice>2</voice><staff>2</staff></note>
<barline location="right"><ending number="1" type="stop"/><repeat direction="backward"/></barline></measure>
<measure number="2"><note><pitch><step>C</step><octave>5</octave></pitch><voice>1</voice><type>whole</type></note></measure></part></score-partwise>"#;

fn spoken_blocks(text: &str) -> Result<Vec<String>> {
    let document = xml::parse("score", text, &Limits::default())?;
    let draft = read_draft(&document, &mut ())?;
    Ok(draft.blocks.iter().map(|block| plain_text(block.inlines())).collect())
}

fn convert_to_epub(score: &Bytes) -> crate::Result<Vec<u8>> {
    let options = crate::Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    crate::convert(crate::Format::Epub3, score.clone(), &options, &mut ())
}

fn read_facts(text: &str) -> Metadata {
    read_book(&Bytes::from(text.to_owned()), &Limits::default(), &mut ()).unwrap().metadata
}

#[test]
fn bars_in_words() {
    assert_eq!(
        spoken_blocks(TUNE_XML).unwrap(),
        [
            "Piano",
            "Bar 1: key of D minor, 1 flat; 3 4 time; staff 1 treble clef; staff 2 bass clef; 60 quarter notes a \
             minute; mezzo forte; repeat from here; chord B flat major; staff 1: octave 4 C, E flat and octave 5 C \
             together, dotted quarter, sung \u{201c}al-\u{201d}; grace note octave 4 B; A, sixteenth, tied to the \
             next, slur begins, triplet begins, staccato, marcato, finger 2, fermata; staff 2: rest, for the bar; \
             ending 1 ends; repeat.",
            "Bar 2: octave 5 C, whole.",
        ]
    );
}

#[test]
fn a_score_becomes_a_valid_book() {
    let plain = Bytes::from(TUNE_XML);
    let container = "<container><rootfiles><rootfile full-path=\"tune.musicxml\"/></rootfiles></container>";
    let packed = Bytes::from(zip_files([("META-INF/container.xml", container), ("tune.musicxml", TUNE_XML)]));
    for score in [plain, packed] {
        assert_eq!(crate::detect_kind(&score, &Limits::default()), Some(crate::SourceKind::Score));
        let epub = convert_to_epub(&score).unwrap();
        let book = crate::epub::read(epub.clone().into(), &Limits::default(), &mut ()).unwrap();
        assert_eq!(
            (book.metadata.title.as_str(), book.metadata.names("aut")),
            ("A Tune & More", vec!["Ada Harbor"])
        );
        let report = run_epubcheck(&[("score".to_owned(), epub)]);
        assert!(report.iter().flatten().all(|(_, faults)| faults.is_empty()), "{report:?}");
    }
}

#[test]
fn a_score_that_is_ordered_by_time_is_read_part_by_part() {
    let note = |step: &str| format!("<note><pitch><step>{step}</step><octave>4</octave></pitch></note>");
    let part = |id: &str, step: &str| format!("<part id=\"{id}\">{}</part>", note(step));
    let text = format!(
        "<score-timewise version=\"4.0\"><part-list><score-part id=\"a\"><part-name>Oboe</part-name></score-part>\
         <score-part id=\"b\"><part-name>Horn</part-name></score-part></part-list>\
         <measure number=\"1\">{}{}</measure><measure number=\"2\">{}{}</measure></score-timewise>",
        part("a", "C"),
        part("b", "D"),
        part("a", "E"),
        part("b", "F")
    );
    let book = read_book(&Bytes::from(text), &Limits::default(), &mut ()).unwrap();
    let mut lines = Vec::new();
    book.walk(&mut |block| lines.push(plain_text(block.inlines())));
    let lines = lines.join(" ");
    let places =
        ["Oboe", "Bar 1: octave 4 C", "Bar 2: octave 4 E", "Horn", "Bar 1: octave 4 D", "Bar 2: octave 4 F"];
    let places: Vec<_> = places.iter().map(|words| lines.find(*words)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{lines}");
}

#[test]
fn parts_that_entities_stand_for_are_no_score_by_time() {
    let text = "<!DOCTYPE score-timewise [<!ENTITY e \"<part id='a'><note/></part>\">]>\
        <score-timewise><measure number=\"1\">&e;</measure></score-timewise>";
    assert!(read_book(&Bytes::from_static(text.as_bytes()), &Limits::default(), &mut ()).is_err());
}

/// A score of these elements, each part with one note and what follows it.
fn score_xml(head: &str, parts: &[(&str, &str)]) -> String {
    let (mut list, mut notes) = (String::new(), String::new());
    for (n, (name, more)) in parts.iter().enumerate() {
        write!(list, "<score-part id=\"P{n}\"><part-name>{name}</part-name></score-part>").unwrap();
        write!(notes, "<part id=\"P{n}\"><measure><note><rest/>{more}</note></measure></part>").unwrap();
    }
    format!("<score-partwise>{head}<part-list>{list}</part-list>{notes}</score-partwise>")
}

#[test]
fn a_score_names_its_work_its_people_and_its_rights() {
    let tune = read_facts(TUNE_XML);
    let people = |metadata: &Metadata| -> Vec<String> {
        metadata.contributors.iter().map(|c| format!("{}: {}", c.name, c.roles.join(" "))).collect()
    };
    assert_eq!(people(&tune), ["Ada Harbor: cmp aut", "Nobody: arr"]);
    let music = tune.music.unwrap();
    assert_eq!((music.key.as_deref(), music.instruments), (Some("D minor"), vec!["Piano".to_owned()]));
    assert!(music.titled && music.chord_symbols && !music.single_line);

    let head = "<work><work-number>Op. 7</work-number><work-title>Tides</work-title></work>\
        <movement-number>2</movement-number><movement-title>Ebb</movement-title><identification>\
        <creator>Ada Harbor</creator><creator type=\"Poet\">Jo Marsh</creator><creator type=\"sponsor\">The Port</creator>\
        <rights>\u{a9} 1999 The Port</rights><encoding><encoding-date>2024-05-06</encoding-date></encoding>\
        <source>A manuscript</source></identification><defaults><lyric-language xml:lang=\"de\"/></defaults>";
    let lyric = "<lyric><text>la</text></lyric>";
    let choir = [("Soprano 1", lyric), ("ALTO", lyric), ("T. B.", lyric), ("Bass", ""), ("Oboe", "")];
    let found = read_facts(&score_xml(head, &choir));
    assert_eq!(people(&found), ["Ada Harbor: cmp aut", "Jo Marsh: lyr", "The Port: "]);
    assert_eq!(
        (found.title.as_str(), found.languages.as_slice()),
        ("Tides", &["en".to_owned(), "de".to_owned()][..])
    );
    assert_eq!(found.rights, ["\u{a9} 1999 The Port"]);
    assert_eq!(
        (found.published.as_deref(), found.sources.as_slice()),
        (Some("2024-05-06"), &["A manuscript".to_owned()][..])
    );
    let text = |text: &str| Some(text.to_owned());
    let expected = Music {
        titled: true,
        instruments: vec!["Bass".into(), "Oboe".into()],
        vocal_parts: text("SATB"),
        movement_number: text("2"),
        movement_title: text("Ebb"),
        opus: text("Op. 7"),
        ..Music::default()
    };
    assert_eq!(found.music.as_deref(), Some(&expected));
}

#[test]
fn a_score_is_called_by_its_movement_or_by_what_is_printed_above_it_or_by_its_first_part() {
    let called = |head: &str| {
        let found = read_facts(&score_xml(head, &[("Oboe", "<voice>1</voice>")]));
        let music = found.music.unwrap();
        assert!(music.single_line);
        (found.title, music.titled, music.movement_title)
    };
    let credit = "<credit><credit-type>title</credit-type><credit-words>Foam</credit-words></credit>";
    assert_eq!(called("<movement-title>Ebb</movement-title>"), ("Ebb".to_owned(), true, None));
    assert_eq!(called(credit), ("Foam".to_owned(), true, None));
    assert_eq!(called(""), ("Oboe".to_owned(), false, None));
}

#[test]
fn long_parts_have_headings_by_bars_or_by_marks() {
    let bar = "<measure><note><rest/><type>half</type></note></measure>";
    let part = |bars: &str| format!("<score-partwise><part id=\"P1\">{bars}</part></score-partwise>");
    let headings = |text: &str| -> Vec<String> {
        spoken_blocks(text).unwrap().into_iter().filter(|line| !line.starts_with("Bar ")).collect()
    };
    assert_eq!(headings(&part(&bar.repeat(33))), ["Part 1", "Bars 1 to 16", "Bars 17 to 32"]);
    let mark = "<measure><direction><direction-type><rehearsal>B</rehearsal></direction-type></direction>\
                <note><rest/></note></measure>";
    assert_eq!(
        headings(&part(&format!("{bar}{bar}{mark}{bar}"))),
        ["Part 1", "Bars 1 to 2", "B: Bars 3 to 4"]
    );
}

#[test]
fn a_file_that_is_not_a_score_is_refused() {
    let reason = |text: &str| spoken_blocks(text).unwrap_err().to_string();
    assert_eq!(
        reason("<score-timewise/>"),
        "the score: the document is damaged: only scores that are ordered by parts can be read"
    );
    let silent = "<score-partwise><part id='a'><measure/></part></score-partwise>";
    assert_eq!(reason(silent), "the score: no text was found in the document");
    let many = format!(
        "<score-partwise><part>{}</part></score-partwise>",
        "<measure/>".repeat(MAX_BARS_PER_SCORE + 1)
    );
    assert_eq!(reason(&many), "the score: the document is too large: more than 50000 bars");
    for other in [&b"PK\x03\x04"[..], b"%PDF-1.7", b"", b"<html/>"] {
        assert!(!is_score(&Bytes::copy_from_slice(other)));
    }
    assert!(!is_score(&crate::testkit::small_book().into()));
    let broken = Bytes::from_static(b"<score-partwise><part>");
    assert!(is_score(&broken) && convert_to_epub(&broken).is_err());
}

proptest! {
    #[test]
    fn any_score_is_read_or_refused(cut in 0..TUNE_XML.len(), put in "[<>/a-z0-9 \"-]{0,12}") {
        let mut text = TUNE_XML.to_owned();
        if text.is_char_boundary(cut) {
            text.insert_str(cut, &put);
            let _ = convert_to_epub(&text.into());
        }
    }
}
