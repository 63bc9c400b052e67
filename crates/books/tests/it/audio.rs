//! DAISY books with audio.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use books::daisy::Narration;
use books::testkit::{
    EpubBuilder, ToneEngine, audio_tools, check_order, decoded_milliseconds, document_words, faults_of_audio,
    hard_books, mp3_with_length, run_program, small_book, unzip, unzip_text, validate_daisy, validate_daisy2,
    zip_files,
};
use books::{Error, Format, Limits, Options, Stop, convert_to, epub};
use speech::{Command, CommandTemplate, Engine};

const AUDIO_FORMATS: [Format; 2] = [Format::DaisyAudio, Format::Daisy2Audio];

fn audio_options(engine: Arc<dyn Engine>) -> Options {
    Options { engine, ..Options::new("2026-01-02T03:04:05Z".parse().unwrap()) }
}

pub(crate) fn convert_with_speech(format: Format, source: Vec<u8>) -> (Vec<u8>, Narration, Vec<String>) {
    let engine = Arc::new(ToneEngine::default());
    let options = audio_options(Arc::<ToneEngine>::clone(&engine));
    let (out, narration) =
        convert_to(format, source.into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
    (out.into_inner(), narration.unwrap(), engine.spoken_texts())
}

fn text_name(format: Format) -> &'static str {
    if format == Format::DaisyAudio { "book.xml" } else { "text.html" }
}

/// Holds a book against the schemas of DAISY 2.02, where they are.
fn check_with_jing(book: &[u8]) {
    assert_eq!(validate_daisy2(book).unwrap_or_default(), Vec::<String>::new());
}

fn check_whole_books(format: Format, check: fn(&[u8])) {
    if !audio_tools() {
        return;
    }
    for (name, source) in hard_books() {
        let book = epub::read(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        let (package, narration, _) = convert_with_speech(format, source.clone());
        assert_eq!(faults_of_audio(&package), Vec::<String>::new(), "{name}");
        assert!(narration.length > Duration::ZERO && !narration.human);
        let text = document_words(&unzip_text(&package, text_name(format)), &["head"]);
        for section in &book.sections {
            let source =
                document_words(&unzip_text(&source, &section.path), &["head", "svg", "math", "tfoot"]);
            check_order(&source, &text).unwrap_or_else(|missing| panic!("{name}: not there: {missing}"));
        }
        check(&package);
    }
}

#[test]
fn daisy_3_books_of_all_kinds_are_whole() {
    check_whole_books(Format::DaisyAudio, |package| {
        assert_eq!(validate_daisy(package).unwrap_or_default(), Vec::<String>::new());
    });
}

#[test]
fn daisy_2_books_of_all_kinds_are_whole() {
    check_whole_books(Format::Daisy2Audio, check_with_jing);
}

#[test]
fn a_small_book_for_the_ear() {
    if !audio_tools() {
        return;
    }
    let (three, narration, said) = convert_with_speech(Format::DaisyAudio, small_book());
    assert_eq!((narration.people.len(), narration.engine.as_deref()), (0, Some("Tone")));
    insta::assert_snapshot!("small_audio_said", said.join("\n"));
    insta::assert_snapshot!("small_audio_smil", unzip_text(&three, "book0002.smil"));
    insta::assert_snapshot!("small_audio_package", unzip_text(&three, "book.opf"));
    let (two, same, _) = convert_with_speech(Format::Daisy2Audio, small_book());
    assert_eq!(same, narration);
    insta::assert_snapshot!("small_daisy2_ncc", unzip_text(&two, "ncc.html"));
    insta::assert_snapshot!("small_daisy2_smil", unzip_text(&two, "book0002.smil"));
    insta::assert_snapshot!("small_daisy2_text", unzip_text(&two, "text.html"));
    // A decoder's output matches the clips.
    let mut all = 0;
    for (name, bytes) in unzip(&three).into_iter().filter(|(name, _)| name.ends_with(".mp3")) {
        let stated = u64::try_from(speech::mp3::length(&bytes).unwrap().as_millis()).unwrap();
        assert!(decoded_milliseconds(&bytes).abs_diff(stated) <= 2, "{name}");
        all += decoded_milliseconds(&bytes);
    }
    let length = u64::try_from(narration.length.as_millis()).unwrap();
    assert!(all.abs_diff(length) <= 50, "{all} {length}");
}

/// A book with recordings of one paragraph, one sentence and one list.
fn narrated_book(audio: &str, media_type: &str, bytes: &[u8]) -> Vec<u8> {
    let smil = format!(
        "<smil xmlns=\"http://www.w3.org/ns/SMIL\" version=\"3.0\"><body>\
         <par><text src=\"chapter1.xhtml#a\"/><audio src=\"{audio}\" clipBegin=\"0.1s\" clipEnd=\"3.9s\"/></par>\
         <par><text src=\"chapter1.xhtml#b\"/><audio src=\"{audio}\" clipBegin=\"4s\" clipEnd=\"4.25s\"/></par>\
         <par><text src=\"chapter1.xhtml#c\"/><audio src=\"{audio}\" clipBegin=\"4.5s\"/></par></body></smil>"
    );
    let parts = EpubBuilder::new("Voice")
        .metadata("<meta property=\"media:narrator\">Nora Reader</meta>")
        .chapter(
            "One",
            "<p id=\"a\">One heard. Two heard.</p><p>Not heard. <span id=\"b\">Heard.</span> Nor this.</p>\
             <ul id=\"c\"><li>first</li><li>second</li></ul><p>The end.</p>",
        )
        .file(audio, media_type, bytes)
        .file("one.smil", "application/smil+xml", smil.as_bytes())
        .parts();
    zip_files(parts.into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes)
            .replace("<item id=\"c1\"", "<item media-overlay=\"f1\" id=\"c1\"");
        if name.ends_with(".opf") { (name, text.into_bytes()) } else { (name, bytes) }
    }))
}

#[test]
fn recordings_of_a_narrator_stay_and_the_rest_is_spoken() {
    if !audio_tools() {
        return;
    }
    let recording = mp3_with_length(5_000);
    for format in AUDIO_FORMATS {
        let (package, narration, said) =
            convert_with_speech(format, narrated_book("one.mp3", "audio/mpeg", &recording));
        assert_eq!(faults_of_audio(&package), Vec::<String>::new(), "{format}");
        let files = unzip(&package);
        let kept = files.iter().find(|(name, _)| name == "narration0001.mp3").unwrap();
        assert!(kept.1 == recording, "the recording was changed");
        assert_eq!(
            (narration.people[0].as_str(), narration.engine.as_deref()),
            ("Nora Reader", Some("Tone"))
        );
        assert!(narration.human);
        assert_eq!(said, ["en: Nor this.", "en: Not heard.", "en: One", "en: The end.", "en: Voice"]);
        let smil = unzip_text(&package, "book0002.smil");
        assert_eq!(smil.matches("narration0001.mp3").count(), 3, "{smil}");
        let end =
            if format == Format::DaisyAudio { "clipEnd=\"0:00:05\"" } else { "clip-end=\"npt=5.000s\"" };
        assert!(smil.contains(end), "{smil}");
    }
}

#[test]
fn the_narration_of_a_daisy_book_is_kept() {
    if !audio_tools() {
        return;
    }
    let (daisy, ..) = convert_with_speech(
        Format::DaisyAudio,
        narrated_book("one.mp3", "audio/mpeg", &mp3_with_length(5_000)),
    );
    let (again, narration, said) = convert_with_speech(Format::Daisy2Audio, daisy.clone());
    assert_eq!(faults_of_audio(&again), Vec::<String>::new());
    let bytes = |package: &[u8], wanted: &dyn Fn(&str) -> bool| {
        unzip(package)
            .into_iter()
            .filter(|(name, _)| wanted(name))
            .map(|(_, bytes)| bytes)
            .collect::<Vec<_>>()
    };
    let before = bytes(&daisy, &|name| name.starts_with("narration") || name == "speech0002.mp3");
    let after = bytes(&again, &|name| name.starts_with("narration"));
    assert!(before.len() == 2 && before.iter().all(|recording| after.contains(recording)));
    // A list that was recorded as a whole has become that of its first item.
    assert_eq!(said, ["en: second"]);
    assert_eq!(narration.engine.as_deref(), Some("Tone"));
}

#[test]
fn a_recording_of_another_kind_becomes_mp3() {
    if !audio_tools() {
        return;
    }
    let arguments = ["-v", "error", "-i", "in.mp3", "-c:a", "aac", "out.m4a"];
    let recording =
        run_program("ffmpeg", &arguments, ("in.mp3", &mp3_with_length(5_000)), "out.m4a").unwrap();
    let (package, narration, _) =
        convert_with_speech(Format::DaisyAudio, narrated_book("one.m4a", "audio/mp4", &recording));
    assert_eq!(faults_of_audio(&package), Vec::<String>::new());
    assert_eq!((narration.people[0].as_str(), narration.engine.as_deref()), ("Nora Reader", Some("Tone")));
    // Recordings that cannot be decoded are replaced by speech.
    let (package, narration, said) =
        convert_with_speech(Format::DaisyAudio, narrated_book("one.m4a", "audio/mp4", b"noise"));
    assert_eq!(faults_of_audio(&package), Vec::<String>::new());
    assert!(narration.people.is_empty() && said.contains(&"en: Heard.".to_owned()), "{said:?}");
}

#[test]
fn languages_numbers_and_what_is_not_text_are_spoken() {
    if !audio_tools() {
        return;
    }
    let source = EpubBuilder::new("Ohr")
        .language("de")
        .chapter(
            "Eins",
            "<ol start=\"3\" type=\"a\"><li>drei</li><li><p>vier</p></li></ol><p lang=\"fr\" xml:lang=\"fr\">Bonjour <i lang=\"en\" \
             xml:lang=\"en\">my dear</i> ami.</p><p>\u{2026}</p><aside><p>Daneben.</p></aside><p>10<sup>6</sup>, \
             10<sup>-3</sup>, x<sup>2</sup>, 1984<sup>17</sup>, 101<sub>2</sub>, H<sub>2</sub>O, Wort<sup>3</sup>, \
             3<sup>1</sup>\u{2044}<sub>2</sub>\
             <span epub:type=\"pagebreak\" id=\"p\" title=\"xii\"/></p>",
        )
        .build();
    let (_, _, said) = convert_with_speech(Format::DaisyAudio, source);
    for line in [
        "de: c. drei",
        "de: d. vier",
        "fr: Bonjour",
        "en: my dear",
        "fr: ami.",
        "de: Kasten: Daneben. Ende des Kastens.",
        "de: 10⁶, 10 \u{2212}3, x², 1984¹⁷, 101₂, H2O, Wort3, 3 1/2",
        "de: Seite XII.",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}: {said:#?}");
    }
}

#[test]
fn a_run_that_nobody_wants_ends() {
    if !audio_tools() {
        return;
    }
    let slow = CommandTemplate {
        command: ["sleep", "30"].map(str::to_owned).to_vec(),
        time: Duration::from_mins(1),
        ..CommandTemplate::default()
    };
    let mut asked = 0;
    let mut stop = |_: usize, _: usize| {
        asked += 1;
        (asked > 6).then_some(Stop::OutOfTime)
    };
    let options = audio_options(Arc::new(Command::new(slow)));
    let ended =
        convert_to(Format::DaisyAudio, small_book().into(), &options, Cursor::new(Vec::new()), &mut stop);
    assert!(matches!(ended, Err(Error::OutOfTime)));
}

#[test]
fn a_missing_engine_is_reported_as_the_reason() {
    let none = CommandTemplate { command: vec!["no-such-engine-here".into()], ..CommandTemplate::default() };
    let options = audio_options(Arc::new(Command::new(none)));
    let failed =
        convert_to(Format::Daisy2Audio, small_book().into(), &options, Cursor::new(Vec::new()), &mut ());
    let error = failed.err().unwrap();
    assert!(error.is_permanent() && error.to_string().contains("no-such-engine-here"), "{error}");
}

#[test]
fn a_recorded_book_is_silent_where_nobody_speaks_if_there_is_no_engine() {
    if !audio_tools() {
        return;
    }
    let none = CommandTemplate { command: vec!["no-such-engine-here".into()], ..CommandTemplate::default() };
    let options = audio_options(Arc::new(Command::new(none)));
    let source = narrated_book("one.mp3", "audio/mpeg", &mp3_with_length(5_000));
    for format in AUDIO_FORMATS {
        let (package, narration) =
            convert_to(format, source.clone().into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
        let (package, narration) = (package.into_inner(), narration.unwrap());
        assert_eq!(faults_of_audio(&package), Vec::<String>::new(), "{format}");
        assert_eq!((narration.people[0].as_str(), narration.engine), ("Nora Reader", None));
        assert!(narration.human);
        let names: Vec<String> = unzip(&package).into_iter().map(|(name, _)| name).collect();
        assert!(
            names.iter().any(|name| name == "narration0001.mp3")
                && names.iter().any(|name| name == "speech0001.mp3")
        );
        if format == Format::DaisyAudio {
            assert_eq!(validate_daisy(&package).unwrap_or_default(), Vec::<String>::new());
        } else {
            check_with_jing(&package);
        }
    }
}

#[test]
fn espeak_reads_a_book_aloud() {
    if !audio_tools() || Command::espeak().check().is_err() {
        eprintln!("SKIPPED: espeak-ng is not installed");
        return;
    }
    let options = audio_options(Arc::new(Command::espeak()));
    let (package, narration) =
        convert_to(Format::DaisyAudio, small_book().into(), &options, Cursor::new(Vec::new()), &mut ())
            .unwrap();
    assert_eq!(faults_of_audio(package.get_ref()), Vec::<String>::new());
    let narration = narration.unwrap();
    assert_eq!(narration.engine.as_deref(), Some("eSpeak NG"));
    // About a hundred words.
    assert!((25..120).contains(&narration.length.as_secs()), "{narration:?}");
}

#[test]
fn every_file_of_daisy_2_is_reached_from_the_navigation_center() {
    if !audio_tools() {
        return;
    }
    let books = [
        EpubBuilder::new("Before")
            .chapter("Dedication", "<p>For the keepers.</p>")
            .chapter("One", "<h2>One</h2><p>Words.</p>"),
        EpubBuilder::new("None").chapter("A", "<p>No heading here.</p>").chapter("B", "<p>Nor here.</p>"),
        EpubBuilder::new("Empty")
            .chapter("A", "<h2> </h2><p>An empty heading.</p>")
            .chapter("B", "<h2>B</h2><h2><img src=\"x.png\" alt=\"\"/></h2><p>b</p>"),
        EpubBuilder::new("Between")
            .chapter("A", "<h2>A</h2><p>a</p>")
            .chapter("B", "<p>Without.</p>")
            .chapter("C", "<h2>C</h2><p>c</p>"),
    ];
    for book in books {
        let source = remove_headings(&book.build());
        let (package, _, _) = convert_with_speech(Format::Daisy2Audio, source);
        let ncc = unzip_text(&package, "ncc.html");
        for (name, _) in
            unzip(&package).iter().filter(|(name, _)| name.starts_with("book") && name.ends_with(".smil"))
        {
            assert!(ncc.contains(&format!("href=\"{name}#")), "nothing in the ncc leads to {name}: {ncc}");
        }
        assert_eq!(faults_of_audio(&package), Vec::<String>::new());
    }
}

/// The chapters without the headings that the builder gives them, and a table of contents with only the last
/// one.
fn remove_headings(book: &[u8]) -> Vec<u8> {
    zip_files(unzip(book).into_iter().map(|(name, bytes)| {
        let text = String::from_utf8(bytes).unwrap();
        let cut = match (text.find("<h1"), text.find("</h1>")) {
            (Some(from), Some(to)) if name.contains("chapter") => {
                format!("{}{}", &text[..from], &text[to + 5..])
            }
            _ => text,
        };
        (name, cut.into_bytes())
    }))
}
