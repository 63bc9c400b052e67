use proptest::prelude::*;

use super::*;
use crate::model::plain_text;
use crate::testkit::{epubcheck, zip_of};

const TUNE: &str = r#"<?xml version="1.0"?><!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">
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

fn said(text: &str) -> Result<Vec<String>> {
    let document = xml::parse("score", text, &Limits::default())?;
    let draft = read(&document, &mut ())?;
    Ok(draft.blocks.iter().map(|block| plain_text(block.inlines())).collect())
}

fn options() -> DocumentOptions {
    DocumentOptions::new("urn:test:score", "2026-01-02T03:04:05Z".parse().unwrap())
}

#[test]
fn bars_in_words() {
    assert_eq!(
        said(TUNE).unwrap(),
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
    let plain = Bytes::from(TUNE);
    let container = "<container><rootfiles><rootfile full-path=\"tune.musicxml\"/></rootfiles></container>";
    let packed = Bytes::from(zip_of([("META-INF/container.xml", container), ("tune.musicxml", TUNE)]));
    for score in [plain, packed] {
        assert!(is_score(&score));
        let epub = to_epub(&score, &options(), &mut ()).unwrap();
        let book = crate::epub::read(epub.clone().into(), &Limits::default(), &mut ()).unwrap();
        assert_eq!(
            (book.metadata.title.as_str(), book.metadata.names("aut")),
            ("A Tune & More", vec!["Ada Harbor"])
        );
        let report = epubcheck(&[("score".to_owned(), epub)]);
        assert!(report.iter().flatten().all(|(_, faults)| faults.is_empty()), "{report:?}");
    }
}

#[test]
fn long_parts_have_headings_by_bars_or_by_marks() {
    let bar = "<measure><note><rest/><type>half</type></note></measure>";
    let part = |bars: &str| format!("<score-partwise><part id=\"P1\">{bars}</part></score-partwise>");
    let headings = |text: &str| -> Vec<String> {
        said(text).unwrap().into_iter().filter(|line| !line.starts_with("Bar ")).collect()
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
fn what_is_no_score_is_refused() {
    assert!(matches!(said("<score-timewise/>"), Err(Error::Broken { .. })));
    assert!(matches!(
        said("<score-partwise><part id='a'><measure/></part></score-partwise>"),
        Err(Error::NoText)
    ));
    let many = format!("<score-partwise><part>{}</part></score-partwise>", "<measure/>".repeat(BARS + 1));
    assert!(matches!(said(&many), Err(Error::TooLarge { .. })));
    for other in [&b"PK\x03\x04"[..], b"%PDF-1.7", b"", b"<html/>"] {
        assert!(!is_score(&Bytes::copy_from_slice(other)));
    }
    assert!(!is_score(&crate::testkit::small_book().into()));
    let broken = Bytes::from_static(b"<score-partwise><part>");
    assert!(is_score(&broken) && to_epub(&broken, &options(), &mut ()).is_err());
}

proptest! {
    #[test]
    fn any_score_is_answered(cut in 0..TUNE.len(), put in "[<>/a-z0-9 \"-]{0,12}") {
        let mut text = TUNE.to_owned();
        if text.is_char_boundary(cut) {
            text.insert_str(cut, &put);
            let _ = to_epub(&text.into(), &options(), &mut ());
        }
    }
}
