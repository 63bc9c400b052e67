//! Talking books: DAISY 3 with navigation alone in, and narration of DAISY books in the EPUB that is made of
//! them.

use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use books::daisy::Narration;
use books::model::Book;
use books::testkit::{
    TALKING_BOOK, ToneEngine, audio_tools, daisy202_book, faults_of_audio, mp3_with_length, run_epubcheck,
    talking_book, unzip, unzip_text, validate_daisy, validate_daisy2, zip_files,
};
use books::{Error, Format, Limits, Options, SourceKind, convert_to, daisy, epub};

use super::daisy2_in::{
    MODIFIED_TIME, TEN_SECONDS_MP3, damage_files, headings_and_pages, heard_clips, read_book,
};

/// The book with these files changed, or left out, or added.
fn talking_book_with_files(change: &[(&str, Option<&str>)]) -> Vec<u8> {
    let name = |name: &str| format!("disc/{name}");
    let files = unzip(&talking_book("Tides", &TEN_SECONDS_MP3));
    let new = |(of, text): &(&str, Option<&str>)| text.map(|text| (name(of), text.as_bytes().to_vec()));
    let kept = files.into_iter().filter(|(own, _)| change.iter().all(|(of, _)| name(of) != *own));
    zip_files(kept.chain(change.iter().filter_map(new)).collect::<Vec<_>>())
}

/// A file of the book with one text replaced.
fn replace_in_file(file: &str, old: &str, new: &str) -> String {
    let text = unzip_text(&talking_book("Tides", &TEN_SECONDS_MP3), &format!("disc/{file}"));
    assert!(text.contains(old), "{old}");
    text.replace(old, new)
}

fn expect_refusal(source: Vec<u8>) -> Error {
    daisy::read(source.into(), &Limits::default(), &mut ()).unwrap_err()
}

/// The clips of the book, however it was changed.
const HEARD_CLIPS: [&str; 8] = [
    "*: 0-1000", "One: 1000-3000", "page 1: 3000-4000", "\u{2026}: 4000-5000", "\u{2026}: 5000-6000",
    "Inside: 6000-7000", "Two: 7000-9000", "\u{2026}: 9000-11000",
];
const LAST_CLIP: &str = "\u{2026}: 11000-12000";

#[test]
fn headings_and_pages_come_from_the_ncx_and_every_second_from_the_smil_files() {
    let source = talking_book("Tides", b"sound");
    assert_eq!(daisy::detect_kind(&source.clone().into(), &Limits::default()), Some(SourceKind::Daisy));
    let book = read_book(source);
    assert!(book.metadata.heard_only);
    assert_eq!((book.metadata.title.as_str(), book.metadata.language()), ("Tides", "en"));
    assert_eq!(book.metadata.narrators, ["Nora Reader"]);
    assert_eq!(book.metadata.duration, Some(Duration::from_millis(TALKING_BOOK)));
    assert_eq!(headings_and_pages(&book), ["1 One", "page 1", "2 Inside", "1 Two", "page 2"]);
    assert_eq!(heard_clips(&book), [&HEARD_CLIPS[..], &[LAST_CLIP]].concat());
}

/// A book with audio, and its narration.
fn convert_with_narration(format: Format, source: Vec<u8>) -> (Vec<u8>, Option<Narration>) {
    let options =
        Options { engine: Arc::new(ToneEngine::default()), ..Options::new(MODIFIED_TIME.parse().unwrap()) };
    let (out, narration) =
        convert_to(format, source.into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
    (out.into_inner(), narration)
}

/// Milliseconds of narration.
fn narrated_milliseconds(book: &Book) -> u64 {
    let clips = book.overlays.iter().flat_map(|overlay| &overlay.clips);
    clips.map(|clip| u64::try_from(clip.length().unwrap().as_millis()).unwrap()).sum()
}

#[test]
fn converted_books_are_valid_and_play_as_long() {
    if !audio_tools() {
        return;
    }
    let source = talking_book("Tides", &mp3_with_length(12_500));
    for format in [Format::DaisyAudio, Format::Daisy2Audio] {
        let (made, narration) = convert_with_narration(format, source.clone());
        let narration = narration.unwrap();
        assert_eq!(narration.length, Duration::from_millis(TALKING_BOOK), "{format}");
        assert_eq!((narration.engine, narration.human), (None, true), "{format}");
        assert_eq!(narration.people, ["Nora Reader"]);
        assert_eq!(faults_of_audio(&made), Vec::<String>::new(), "{format}");
        let validate = if format == Format::DaisyAudio { validate_daisy } else { validate_daisy2 };
        assert_eq!(validate(&made).unwrap_or_default(), Vec::<String>::new(), "{format}");
        // It reads back as the same book.
        let again = read_book(made);
        assert_eq!(narrated_milliseconds(&again), TALKING_BOOK, "{format}");
        assert_eq!(
            headings_and_pages(&again),
            ["1 One", "page 1", "2 Inside", "1 Two", "page 2"],
            "{format}"
        );
    }
    let (made, _) = convert_with_narration(Format::Epub3, source);
    let book = epub::read(made.clone().into(), &Limits::default(), &mut ()).unwrap();
    assert_eq!(narrated_milliseconds(&book), TALKING_BOOK);
    assert_eq!(book.metadata.duration, Some(Duration::from_millis(TALKING_BOOK)));
    assert_eq!(book.metadata.narrators, ["Nora Reader"]);
    assert_eq!(headings_and_pages(&book), ["1 Tides", "1 One", "page 1", "2 Inside", "1 Two", "page 2"]);
    assert_eq!(heard_clips(&book)[..3], ["Tides: 0-1000", "One: 1000-3000", "page 1: 3000-4000"]);
    let package = unzip_text(&made, "EPUB/package.opf");
    assert!(package.contains("<meta property=\"schema:accessModeSufficient\">auditory</meta>"), "{package}");
    let chapter = unzip_text(&made, "EPUB/smil/part0002.smil");
    assert!(chapter.contains("epub:type=\"pagebreak\""), "{chapter}");
    // Apps mark what is spoken.
    let class = "-epub-media-overlay-active";
    assert!(package.contains(&format!("<meta property=\"media:active-class\">{class}</meta>")), "{package}");
    let text = unzip_text(&made, "EPUB/text/part0002.xhtml");
    assert!(text.contains(&format!("<style>.{class} {{")), "{text}");
    for (name, problems) in run_epubcheck(&[("talking".to_owned(), made)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn narration_of_every_daisy_book_gets_into_its_epub() {
    if !audio_tools() {
        return;
    }
    let mut all = Vec::new();
    for with_text in [true, false] {
        let files = unzip(&daisy202_book("Told", with_text)).into_iter();
        let sound = |(name, bytes): (String, Vec<u8>)| {
            let recording = name.ends_with(".mp3");
            (name, if recording { TEN_SECONDS_MP3.clone() } else { bytes })
        };
        let source = zip_files(files.map(sound).collect::<Vec<_>>());
        for format in [Format::Daisy2Audio, Format::DaisyAudio] {
            let (daisy, _) = convert_with_narration(format, source.clone());
            let of_people = narrated_milliseconds(&read_book(daisy.clone()));
            let (epub, _) = convert_with_narration(Format::Epub3, daisy);
            let book = epub::read(epub.clone().into(), &Limits::default(), &mut ()).unwrap();
            assert_eq!(narrated_milliseconds(&book), of_people, "{with_text} {format}");
            assert!(of_people >= 6_000);
            all.push((format!("{with_text} {format}"), epub));
        }
    }
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn formats_of_text_have_its_headings_and_pages() {
    let (daisy, _) = convert_with_narration(Format::Daisy, talking_book("Tides", b"sound"));
    assert_eq!(headings_and_pages(&read_book(daisy)), ["1 One", "page 1", "2 Inside", "1 Two", "page 2"]);
    let (docx, _) = convert_with_narration(Format::Docx, talking_book("Tides", b"sound"));
    assert!(unzip_text(&docx, "word/document.xml").contains("Inside"));
}

#[test]
fn omissions_and_mixed_up_references_are_repaired() {
    let whole = [&HEARD_CLIPS[..], &[LAST_CLIP]].concat();
    let no_spine = replace_in_file("book.opf", "<itemref idref=\"one\"/><itemref idref=\"two\"/>", "");
    let twice =
        replace_in_file("book.opf", "<spine>", "<spine><itemref idref=\"one\"/><itemref idref=\"x\"/>");
    let first =
        "<navPoint id=\"z\"><navLabel><text>Late</text></navLabel><content src=\"two.smil#q\"/></navPoint>";
    let backwards = replace_in_file("book.ncx", "<navMap>", &format!("<navMap>{first}"));
    let full_text = replace_in_file(
        "book.opf",
        "<manifest>",
        "<manifest><item id=\"t\" href=\"book.xml\" media-type=\"application/x-dtbook+xml\"/>",
    );
    let texts = replace_in_file("one.smil", "<par id=\"b\">", "<par id=\"b\"><text src=\"book.xml#x\"/>");
    for (what, change) in [
        ("no spine", vec![("book.opf", Some(no_spine.as_str()))]),
        ("a file twice", vec![("book.opf", Some(&twice))]),
        ("no text", vec![("book.opf", Some(&full_text)), ("one.smil", Some(&texts))]),
    ] {
        assert_eq!(heard_clips(&read_book(talking_book_with_files(&change))), whole, "{what}");
    }
    let book = read_book(talking_book_with_files(&[("book.ncx", Some(&backwards))]));
    assert_eq!(
        headings_and_pages(&book),
        ["1 Tides", "1 One", "page 1", "2 Inside", "1 Two", "1 Late", "page 2"]
    );
    assert_eq!(heard_clips(&book)[7..], ["Late: 9000-11000", "Late: 11000-12000"]);

    // A file that nothing leads to is heard where the list of all files has it.
    let extra = "<smil><body><audio src=\"sound.mp3\" clipBegin=\"2s\" clipEnd=\"3s\"/></body></smil>";
    let listed = replace_in_file(
        "book.opf",
        "<item id=\"mp3\"",
        "<item id=\"more\" href=\"more.smil\" media-type=\"application/smil\"/><item id=\"mp3\"",
    );
    let book = read_book(talking_book_with_files(&[("more.smil", Some(extra)), ("book.opf", Some(&listed))]));
    assert_eq!(heard_clips(&book).len(), whole.len() + 1);
    assert!(heard_clips(&book).contains(&"Inside: 2000-3000".to_owned()), "{:?}", heard_clips(&book));
}

#[test]
fn the_spoken_number_of_a_page_is_distinguished_from_the_words_on_it() {
    let said = replace_in_file(
        "book.ncx",
        "<navLabel><text>2</text></navLabel>",
        "<navLabel><text>2</text><audio src=\"sound.mp3\" clipBegin=\"9s\" clipEnd=\"11s\"/></navLabel>",
    );
    let book = read_book(talking_book_with_files(&[("book.ncx", Some(&said))]));
    assert_eq!(heard_clips(&book)[7..], ["page 2: 9000-11000", LAST_CLIP]);
}

#[test]
fn clips_after_the_end_of_a_recording_are_cut() {
    if !audio_tools() {
        return;
    }
    // The recording has ten seconds.
    let far = replace_in_file("two.smil", "clipBegin=\"11s\"", "clipBegin=\"3600s\"");
    let (epub, _) =
        convert_with_narration(Format::Epub3, talking_book_with_files(&[("two.smil", Some(&far))]));
    let book = epub::read(epub.clone().into(), &Limits::default(), &mut ()).unwrap();
    let length = narrated_milliseconds(&book);
    assert!((9_900..10_200).contains(&length), "{length}");
    for (name, problems) in run_epubcheck(&[("cut".to_owned(), epub)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn references_to_no_narration_are_refused_with_the_place() {
    let silent = "<smil><body><par id=\"t\"/></body></smil>";
    for (change, words) in [
        (vec![("sound.mp3", None)], "neither text (DTBook) nor narration"),
        (vec![("one.smil", None), ("two.smil", None)], "it has no SMIL file"),
        (vec![("one.smil", Some(silent)), ("two.smil", Some(silent))], "neither text (DTBook) nor narration"),
    ] {
        let error = expect_refusal(talking_book_with_files(&change));
        assert!(error.to_string().contains(words), "{words}: {error}");
        assert!(error.is_permanent());
    }
}

#[test]
fn navigation_that_is_broken_or_leads_nowhere_costs_itself() {
    let outside = replace_in_file("book.ncx", "one.smil#a", "../../one.smil#a");
    let nowhere = replace_in_file("book.ncx", "one.smil#a", "none.smil#a");
    let deep =
        format!("<ncx><navMap>{}{}</navMap></ncx>", "<navPoint>".repeat(1_000), "</navPoint>".repeat(1_000));
    for ncx in [
        None,
        Some("<ncx><navMap/></ncx>"),
        Some("<ncx><navMap>"),
        Some(&deep),
        Some(&outside),
        Some(&nowhere),
    ] {
        let book = read_book(talking_book_with_files(&[("book.ncx", ncx)]));
        assert_eq!(narrated_milliseconds(&book), TALKING_BOOK, "{ncx:?}");
    }
    let book = read_book(talking_book_with_files(&[("one.smil", None)]));
    assert_eq!(headings_and_pages(&book), ["1 Two", "page 2"]);
    assert!(!read_book(talking_book_with_files(&[("one.smil", Some("<smil><body>"))])).overlays.is_empty());
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    fn read_and_convert(source: Vec<u8>) {
        let limits = Limits { total_size: 64 << 20, xml_nodes: 200_000, ..Limits::default() };
        let Ok(book) = daisy::read(source.into(), &limits, &mut ()) else { return };
        for overlay in &book.overlays {
            let known = book.sections.iter().any(|section| section.path == overlay.section);
            assert!(known || overlay.section.is_empty(), "{}", overlay.section);
        }
        let options = Options { limits, ..Options::new(MODIFIED_TIME.parse().unwrap()) };
        books::convert_book(Format::Daisy, &book, &options, &mut ()).unwrap();
    }

    fn package_with(opf: &str, ncx: &str, smil: &str) -> Vec<u8> {
        zip_files([("b.opf", opf), ("b.ncx", ncx), ("m.smil", smil), ("n.smil", smil), ("s.mp3", "")])
    }

    const PACKAGE_DOCUMENT: &str = "<package><metadata/><manifest><item id=\"n\" href=\"b.ncx\" media-type=\"application/x-dtbncx+xml\"/>\
        <item id=\"m\" href=\"m.smil\" media-type=\"application/smil\"/></manifest><spine><itemref idref=\"m\"/></spine></package>";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bytes_changed_anywhere_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
            read_and_convert(zip_files(damage_files(unzip(&talking_book("Tides", b"")), changes)));
        }

        #[test]
        fn any_navigation_and_any_steps_are_read_or_refused(
            points in prop::collection::vec((0_u8..4, "(Tides|[a-z]{0,3})", "(m|n|x)\\.smil(#[a-e])?|b\\.ncx|\\.\\./x", any::<bool>()), 0..12),
            steps in prop::collection::vec(("(par|seq|audio|text|img)", "[a-e]?", "(s\\.mp3|b\\.ncx#[a-e]|m\\.smil|t\\.xml)", "[0-9:.a-z]{0,6}"), 0..20),
            spine in "(<itemref idref=\"[mnx]\"/>){0,4}",
        ) {
            let (mut map, mut open) = (String::new(), 0);
            for (depth, label, place, close) in points {
                let name = if depth == 3 { "pageTarget" } else { "navPoint" };
                write!(map, "<{name} id=\"{label}\" customTest=\"x\"><navLabel><text>{label}</text></navLabel><content src=\"{place}\"/>").unwrap();
                if close || depth == 3 {
                    write!(map, "</{name}>").unwrap();
                } else {
                    open += 1;
                }
            }
            map.push_str(&"</navPoint>".repeat(open));
            let mut body = String::new();
            for (name, id, source, time) in steps {
                write!(body, "<{name} id=\"{id}\" src=\"{source}\" clipBegin=\"{time}\" clipEnd=\"9s\"/>").unwrap();
            }
            let opf = PACKAGE_DOCUMENT.replace("<itemref idref=\"m\"/>", &spine);
            read_and_convert(package_with(
                &opf,
                &format!("<ncx><docTitle><text>Tides</text></docTitle><navMap>{map}</navMap><pageList>{map}</pageList></ncx>"),
                &format!("<smil><body>{body}</body></smil>"),
            ));
        }

        #[test]
        fn narration_is_never_lost_nor_put_in_another_order(
            steps in prop::collection::vec((prop::sample::select(vec!["par", "test", "seq", "bare"]), 0_u8..3, any::<bool>()), 1..20),
            leads in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4), 1..8),
        ) {
            let (mut time, mut body) = (0, String::new());
            for (n, (kind, pieces, shown)) in steps.iter().enumerate() {
                let (open, close) = match *kind {
                    "par" => (format!("<par id=\"s{n}\">"), "</par>"),
                    "test" => (format!("<seq customTest=\"pagenum\"><par id=\"s{n}\">"), "</par></seq>"),
                    "seq" => (format!("<seq id=\"s{n}\">"), "</seq>"),
                    _ => (String::new(), ""),
                };
                body.push_str(&open);
                if *shown && close.contains("par") {
                    write!(body, "<text src=\"b.ncx#e{}\"/>", n % 4).unwrap();
                }
                for _ in 0..*pieces {
                    write!(body, "<audio src=\"s.mp3\" clipBegin=\"{time}s\" clipEnd=\"{}s\"/>", time + 1).unwrap();
                    time += 1;
                }
                body.push_str(close);
            }
            let (mut map, mut pages) = (String::new(), String::new());
            for (n, (step, kind)) in leads.iter().enumerate() {
                let place = format!("<content src=\"m.smil#s{}\"/>", step.index(steps.len()));
                let (list, name) = if *kind == 0 { (&mut pages, "pageTarget") } else { (&mut map, "navPoint") };
                write!(list, "<{name} id=\"e{n}\"><navLabel><text>{n}</text></navLabel>{place}</{name}>").unwrap();
            }
            let ncx = format!("<ncx><navMap>{map}</navMap><pageList>{pages}</pageList></ncx>");
            let source = package_with(PACKAGE_DOCUMENT, &ncx, &format!("<smil><body>{body}</body></smil>"));
            if time == 0 {
                let error = expect_refusal(source);
                prop_assert!(matches!(error, Error::Unsupported { .. }), "{error}");
            } else {
                let book = read_book(source);
                let clips = book.overlays.iter().flat_map(|overlay| &overlay.clips);
                let begins: Vec<u64> = clips.map(|clip| clip.begin.as_secs()).collect();
                prop_assert_eq!(begins, (0..time).collect::<Vec<u64>>());
                // Every entry that leads to a step is in the text, once.
                let reached = |kind: &str| leads.iter().filter(|(_, own)| (*own == 0) == (kind == "page")).count();
                let outline = headings_and_pages(&book);
                let pages = outline.iter().filter(|line| line.starts_with("page")).count();
                prop_assert!(pages <= reached("page") && outline.len() - pages <= reached("heading"));
            }
        }
    }
}
