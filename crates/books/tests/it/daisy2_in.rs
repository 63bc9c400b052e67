//! DAISY 2.02 in.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

use books::model::{Block, BlockKind, Book, Inline, Matter, plain_text};
use books::testkit::{
    ToneEngine, audio_tools, document_words, faults_of_audio, hard_books, mp3_with_length, run_epubcheck,
    unzip, unzip_text, validate_daisy, zip_files,
};
use books::{Error, Format, Limits, Options, SourceKind, convert, convert_to, daisy};
use bytes::Bytes;

pub(super) const MODIFIED_TIME: &str = "2026-01-02T03:04:05Z";

/// A book with audio, and what the engine had to say for it.
fn convert_with_speech(format: Format, source: Vec<u8>) -> (Vec<u8>, Vec<String>) {
    let engine = Arc::new(ToneEngine::default());
    let options =
        Options { engine: Arc::<ToneEngine>::clone(&engine), ..Options::new(MODIFIED_TIME.parse().unwrap()) };
    let (out, _) = convert_to(format, source.into(), &options, Cursor::new(Vec::new()), &mut ()).unwrap();
    (out.into_inner(), engine.spoken_texts())
}

pub(super) fn read_book(source: Vec<u8>) -> Book {
    daisy::read(source.into(), &Limits::default(), &mut ()).unwrap()
}

/// The clips of a book in the order of playing: the recording's bytes, begin and end.
fn package_clips(package: &[u8]) -> Vec<(Vec<u8>, String, String)> {
    let files = unzip(package);
    let by_name: HashMap<&str, &[u8]> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let mut smil: Vec<&str> =
        by_name.keys().copied().filter(|name| name.starts_with("book") && name.ends_with(".smil")).collect();
    smil.sort_unstable();
    let value = |tag: &str, name: &str| -> String {
        let (_, rest) = tag.split_once(&format!("{name}=\"")).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let mut clips = Vec::new();
    for name in smil {
        let text = String::from_utf8(by_name[name].to_vec()).unwrap();
        for tag in text.split("<audio ").skip(1) {
            let recording = by_name[value(tag, "src").as_str()].to_vec();
            clips.push((recording, value(tag, "clip-begin"), value(tag, "clip-end")));
        }
    }
    clips
}

#[test]
fn our_own_books_read_back_with_their_words_pages_notes_and_every_clip() {
    if !audio_tools() {
        return;
    }
    for (name, source) in hard_books() {
        let (first, _) = convert_with_speech(Format::Daisy2Audio, source);
        assert_eq!(daisy::detect_kind(&first.clone().into(), &Limits::default()), Some(SourceKind::Daisy2));
        let (again, said) = convert_with_speech(Format::Daisy2Audio, first.clone());
        assert_eq!(said, Vec::<String>::new(), "{name}: spoken again");
        assert_eq!(faults_of_audio(&again), Vec::<String>::new(), "{name}");
        let text = |package: &[u8]| document_words(&unzip_text(package, "text.html"), &["head"]);
        assert_eq!(text(&again), text(&first), "{name}");
        let center = |package: &[u8], meta: &str| {
            let center = unzip_text(package, "ncc.html");
            let line = center.lines().find(|line| line.contains(meta)).map(str::to_owned);
            line.unwrap_or_default()
        };
        for meta in
            ["dc:title", "dc:language", "ncc:pageNormal", "ncc:pageFront", "ncc:pageSpecial", "ncc:totalTime"]
        {
            assert_eq!(center(&again, meta), center(&first, meta), "{name}: {meta}");
        }
        let (before, after) = (package_clips(&first), package_clips(&again));
        assert_eq!(before.len(), after.len(), "{name}");
        assert!(before == after, "{name}: the narration was changed");
    }
}

#[test]
fn books_made_from_daisy2_are_valid() {
    if !audio_tools() {
        return;
    }
    let mut all = Vec::new();
    for (name, source) in hard_books() {
        let (two, _) = convert_with_speech(Format::Daisy2Audio, source);
        let (three, said) = convert_with_speech(Format::DaisyAudio, two.clone());
        assert_eq!(said, Vec::<String>::new(), "{name}");
        assert_eq!(faults_of_audio(&three), Vec::<String>::new(), "{name}");
        assert_eq!(validate_daisy(&three).unwrap_or_default(), Vec::<String>::new(), "{name}");
        let options = Options::new(MODIFIED_TIME.parse().unwrap());
        all.push((name.to_owned(), convert(Format::Epub3, two.into(), &options, &mut ()).unwrap()));
    }
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

pub(super) static TEN_SECONDS_MP3: LazyLock<Vec<u8>> =
    LazyLock::new(|| if audio_tools() { mp3_with_length(10_000) } else { Vec::new() });

/// A book by hand: files next to one recording of ten seconds.
fn handmade_book<'a>(files: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Vec<u8> {
    let sound = TEN_SECONDS_MP3.clone();
    zip_files(
        files
            .into_iter()
            .map(|(name, bytes)| (name.to_owned(), bytes))
            .chain([("a/Sound.MP3".to_owned(), sound)]),
    )
}

/// The clips of a book, as `words: begin-end`, in the order of playing; the title is `*`.
pub(super) fn heard_clips(book: &Book) -> Vec<String> {
    let mut texts: HashMap<(String, String), String> = HashMap::new();
    for section in &book.sections {
        for block in &section.blocks {
            block.walk(&mut |block| collect_texts(&section.path, block, &mut texts));
        }
    }
    let clips = book.overlays.iter().flat_map(|overlay| &overlay.clips);
    clips
        .map(|clip| {
            let id = clip.text.id.clone().unwrap_or_default();
            let words = match clip.text.path.as_str() {
                "" => format!("*{id}"),
                path => texts.get(&(path.to_owned(), id)).cloned().unwrap_or_else(|| "nowhere".into()),
            };
            format!("{words}: {}-{}", clip.begin.as_millis(), clip.end.map_or(0, |end| end.as_millis()))
        })
        .collect()
}

fn collect_texts(path: &str, block: &Block, texts: &mut HashMap<(String, String), String>) {
    let mut add = |ids: &[String], text: String| {
        for id in ids {
            texts.entry((path.to_owned(), id.clone())).or_insert_with(|| text.clone());
        }
    };
    add(&block.attrs.ids, plain_text(block.inlines()));
    if let BlockKind::PageBreak(page) = &block.kind {
        add(&page.ids, format!("page {}", page.label));
    }
    for inline in block.inlines() {
        inline.walk(&mut |inline| match inline {
            Inline::PageBreak(page) => add(&page.ids, format!("page {}", page.label)),
            other => {
                add(other.attrs().map_or(&[], |attrs| &attrs.ids), plain_text(std::slice::from_ref(other)));
            }
        });
    }
}

/// Headings with their depths, and pages.
pub(super) fn headings_and_pages(book: &Book) -> Vec<String> {
    let mut found = Vec::new();
    book.walk(&mut |block| {
        match &block.kind {
            BlockKind::Heading { level, inlines } => found.push(format!("{level} {}", plain_text(inlines))),
            BlockKind::PageBreak(page) => found.push(format!("page {}", page.label)),
            _ => {}
        }
        for inline in block.inlines() {
            inline.walk(&mut |inline| {
                if let Inline::PageBreak(page) = inline {
                    found.push(format!("page {}", page.label));
                }
            });
        }
    });
    found
}

/// Old HTML with capitals and open elements, in an old encoding; names that differ in case from those of the
/// files.
fn old_book() -> Vec<u8> {
    let ncc = b"<HTML><HEAD><TITLE>Gezeiten</TITLE><META NAME=dc:title CONTENT='Gezeiten \xFCber Nacht'>\
        <META name='dc:creator' content='Ada Harbor'><META name=dc:language content=de>\
        <META name='dc:identifier' content='x-7' scheme='local'><META name='ncc:narrator' content='Nora Reader'>\
        <META name='dc:source' content='978-0-306-40615-7'>\
        <META name='ncc:sourceDate' content=1999><META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=windows-1252'></HEAD>\
        <BODY><H1 CLASS=title ID=t><A HREF='one.smil#s1'>Gezeiten \xFCber Nacht</A></H1>\
        <H1 ID=a><A HREF='ONE.SMIL#s2'>Eins</A></H1><DIV><SPAN CLASS=page-front ID=p><A HREF='one.smil#s3'>iv</A></SPAN></DIV>\
        <H2 ID=b><A HREF='two.smil#t4'>Zwei</A></H2></BODY></HTML>";
    let one = "<?xml version=\"1.0\"?><!DOCTYPE smil PUBLIC \"-//W3C//DTD SMIL 1.0//EN\" \"http://www.w3.org/TR/REC-SMIL/SMIL10.dtd\">\
        <smil><head><meta name=\"title\" content=\"x\" /></head><body><seq dur=\"9s\">\
        <par endsync=\"last\" id=\"s1\"><text src=\"Text.html#t\" /><audio src=\"sound.mp3\" clip-begin=\"npt=0.000s\" clip-end=\"npt=1.000s\"/></par>\
        <par id=\"s2\"><text src=\"text.html#h\"/><seq><audio src=\"sound.mp3\" clip-begin=\"npt=1s\" clip-end=\"npt=0:00:02\"/></seq></par>\
        <par id=\"s3\" system-required=\"pagenumber-on\"><text src=\"text.html#p\"/><audio src=\"sound.mp3\" clip-begin=\"smpte-25=00:00:02\" clip-end=\"npt=2.5s\"/></par>\
        <par><text src=\"text.html#w\"/><audio src=\"sound.mp3\" clip-begin=\"2.5s\" clip-end=\"00:04\"/></par>\
        <par><audio src=\"sound.mp3\" clip-begin=\"npt=4s\" clip-end=\"npt=4.5s\"/></par></seq></body></smil>";
    let two = "<smil><body><seq><par><text id=\"t4\" src=\"sub/more.htm#z\"/>\
        <audio src=\"sound.mp3\" clip-begin=\"npt=5s\" clip-end=\"npt=6s\"/></par></seq></body></smil>";
    let text = b"<HTML><BODY><H1 class=title><SPAN id=t>Gezeiten \xFCber Nacht</SPAN></H1><H1 id=h>Eins</H1>\
        <P>Vor der <SPAN class=page-front id=p><A href='one.smil#s3'>iv</A></SPAN>Flut. <SPAN id=w>Fl\xFCsse &amp; Meer.</SPAN>\
        <SPAN class=noteref id=r bodyref='sub/more.htm#n'><A href='one.smil#s3'>1</A></SPAN><P>Ende<BR>gut</BODY></HTML>";
    let more = b"<html><head><meta charset=windows-1252></head><body><h2 id='z'>Zwei</h2><div class='notebody' id='n'><p>Eine Anmerkung.</p></div>\
        <div class='sidebar'><p>Daneben</p></div><div class='imggroup'><img src='..\\Pic.PNG' alt='Ein Boot'>\
        <div class='optional-prodnote'>Ein rotes Boot.</div></div></body></html>";
    handmade_book([
        ("a/NCC.HTML", ncc.to_vec()),
        ("a/One.smil", one.as_bytes().to_vec()),
        ("a/two.smil", two.as_bytes().to_vec()),
        ("a/text.html", text.to_vec()),
        ("a/sub/more.htm", more.to_vec()),
        ("a/pic.png", books::testkit::MINIMAL_PNG.to_vec()),
    ])
}

#[test]
fn old_books_in_old_encodings_are_read() {
    let book = read_book(old_book());
    assert_eq!(book.metadata.title, "Gezeiten \u{fc}ber Nacht");
    assert_eq!((book.metadata.language(), book.metadata.names("aut")), ("de", vec!["Ada Harbor"]));
    assert_eq!((book.metadata.identifier(), book.metadata.published.as_deref()), ("x-7", Some("1999")));
    assert_eq!(
        (&book.metadata.narrators, &book.metadata.source_isbns),
        (&vec!["Nora Reader".to_owned()], &vec!["9780306406157".to_owned()])
    );
    assert!(!book.metadata.heard_only);
    assert_eq!(headings_and_pages(&book), ["1 Eins", "page iv", "2 Zwei"]);
    assert_eq!(
        heard_clips(&book),
        [
            "*: 0-1000", "Eins: 1000-2000", "page iv: 2000-2500", "Fl\u{fc}sse & Meer.: 2500-4000",
            "Fl\u{fc}sse & Meer.: 4000-4500", "Zwei: 5000-6000",
        ]
    );
    let survey = book.survey();
    assert_eq!((survey.notes, survey.images, survey.images_described), (1, 1, 1));
    let mut asides = 0;
    book.walk(&mut |block| asides += usize::from(matches!(block.kind, BlockKind::Aside(_))));
    assert_eq!(asides, 1);
    assert_eq!(book.resources.list().iter().filter(|file| file.path == "a/pic.png").count(), 1);
    assert!(book.resources.get("a/Sound.MP3").is_some());
    let mut refers = false;
    book.walk(&mut |block| {
        refers |= block.inlines().iter().any(|inline| matches!(inline, Inline::NoteRef { .. }));
    });
    assert!(refers, "the reference leads to its note in another document");
}

const JAPANESE_NAME: &str = "\u{691c}\u{67fb}";

#[test]
fn a_declared_encoding_counts_for_documents_that_declare_none() {
    let ncc = [
        &b"<html><head><title>T</title><meta name=\"dc:title\" content=\"T\"/><meta name=\"ncc:charset\" content=\"shift_jis\"/>\
            </head><body><h1 class=\"title\"><a href=\"s.smil\">T</a></h1><h1><a href=\"s.smil#b\">B</a></h1></body></html>"[..],
    ]
    .concat();
    let smil = "<smil><body><par><text src=\"t.html#a\"/></par><par id=\"b\"><text src=\"t.html#b\"/></par></body></smil>";
    let text = b"<html><body><h1 id=\"a\">T</h1><h1 id=\"b\">\x8C\x9F\x8D\xB8</h1></body></html>".to_vec();
    let book = read_book(zip_files([("ncc.html", ncc), ("s.smil", smil.into()), ("t.html", text)]));
    assert_eq!(headings_and_pages(&book), [format!("1 {JAPANESE_NAME}")]);
}

/// A book of which only the headings and pages are text.
fn audio_only_book(skippable: bool) -> Vec<u8> {
    let ncc = "<?xml version=\"1.0\" encoding=\"utf-8\"?><html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head>\
        <title>Tides</title><meta name=\"dc:title\" content=\"Tides\"/><meta name=\"ncc:multimediaType\" content=\"audioNcc\"/></head><body>\
        <h1 class=\"title\" id=\"t\"><a href=\"1.smil#t\">Tides</a></h1>\
        <h1 id=\"a\"><a href=\"1.smil#a\">One</a></h1><span class=\"page-normal\" id=\"p\"><a href=\"1.smil#p\">7</a></span>\
        <h2 id=\"b\"><a href=\"1.smil#b\">Inside</a></h2><div class=\"group\" id=\"g\"><a href=\"1.smil#g\">A table</a></div></body></html>";
    let required = if skippable { " system-required=\"pagenumber-on\"" } else { "" };
    let par = |id: &str, text: &str, more: &str, times: &[(u32, u32)]| {
        let piece = |(begin, end): &(u32, u32)| {
            format!("<audio src=\"Sound.MP3\" clip-begin=\"npt={begin}.0s\" clip-end=\"npt={end}.0s\"/>")
        };
        let audio = times.iter().map(piece).collect::<Vec<_>>().concat();
        format!("<par id=\"{id}\"{more}><text src=\"ncc.html#{text}\"/><seq>{audio}</seq></par>")
    };
    let smil = [
        par("t", "t", "", &[(0, 1)]),
        par("t2", "t", "", &[(1, 2)]),
        par("a", "a", "", &[(2, 3), (3, 4)]),
        par("a2", "a", "", &[(4, 5)]),
        if skippable { par("p", "p", required, &[(5, 6)]) } else { par("p", "p", "", &[(5, 6), (6, 7)]) },
        if skippable { par("a3", "a", "", &[(6, 7)]) } else { String::new() },
        par("b", "b", "", &[(7, 8)]),
        par("g", "g", "", &[(8, 9)]),
    ]
    .concat();
    handmade_book([
        ("a/ncc.html", ncc.as_bytes().to_vec()),
        ("a/1.smil", format!("<smil><body><seq>{smil}</seq></body></smil>").into_bytes()),
    ])
}

#[test]
fn a_book_that_is_only_heard_keeps_its_narration_in_its_order() {
    for skippable in [true, false] {
        let book = read_book(audio_only_book(skippable));
        assert!(book.metadata.heard_only);
        assert_eq!(headings_and_pages(&book), ["1 One", "page 7", "2 Inside"]);
        assert_eq!(
            heard_clips(&book),
            [
                "*: 0-1000", "\u{2026}: 1000-2000", "One: 2000-3000", "One: 3000-4000", "One: 4000-5000",
                "page 7: 5000-6000", "\u{2026}: 6000-7000", "Inside: 7000-8000", "A table: 8000-9000",
            ],
            "{skippable}"
        );
        if !audio_tools() {
            continue;
        }
        for format in [Format::Daisy2Audio, Format::DaisyAudio] {
            let (made, said) = convert_with_speech(format, audio_only_book(skippable));
            assert_eq!(said, Vec::<String>::new());
            assert_eq!(faults_of_audio(&made), Vec::<String>::new(), "{format}");
            assert!(unzip(&made).iter().any(|(_, bytes)| *bytes == *TEN_SECONDS_MP3));
        }
    }
}

#[test]
fn front_matter_of_another_maker_and_links_between_files_find_their_places() {
    let ncc = "<html><head><meta name=\"dc:title\" content=\"T\"/></head><body><h1 class=\"title\"><a href=\"m.smil#a\">T</a></h1>\
        <h1><a href=\"m.smil#b\">Preface</a></h1><h1><a href=\"m.smil#c\">One</a></h1><h1><a href=\"m.smil#d\">Two</a></h1></body></html>";
    let par = |id: &str| format!("<par id=\"{id}\"><text src=\"t.html#{id}\"/></par>");
    let smil = format!("<smil><body>{}{}{}{}</body></smil>", par("a"), par("b"), par("c"), par("d"));
    let text = "<html><body><div class=\"frontmatter\"><h1 id=\"a\" class=\"title\">T</h1><h1 id=\"b\">Preface</h1><p>See <a href=\"#two\">there</a>.</p></div>\
        <div class=\"bodymatter\"><h1 id=\"c\">One</h1><p>Words</p><span class=\"page-normal\">2</span><h1 id=\"d\">Two</h1><p id=\"two\">More words</p></div></body></html>";
    let book = read_book(zip_files([("ncc.html", ncc), ("m.smil", &smil), ("t.html", text)]));
    let matters: Vec<Matter> = book.sections.iter().map(|section| section.matter).collect();
    assert_eq!(matters, [Matter::Front, Matter::Body, Matter::Body]);
    assert_eq!(headings_and_pages(&book), ["1 Preface", "1 One", "page 2", "1 Two"]);
    assert!(matches!(book.sections[2].blocks[0].kind, BlockKind::PageBreak(_)));
    let mut targets = Vec::new();
    book.walk(&mut |block| {
        for inline in block.inlines() {
            if let Inline::Link { href: books::model::Href::Inside(target), .. } = inline {
                targets.push(target.clone());
            }
        }
    });
    assert_eq!(targets.len(), 1);
    assert_eq!(targets[0].path, book.sections[2].path);
}

/// A small book, with some of its files changed or left out.
fn broken_book(change: &[(&str, Option<&str>)]) -> Vec<u8> {
    let ncc = "<html><head><meta name=\"dc:title\" content=\"T\"/></head><body><h1 class=\"title\"><a href=\"m.smil#a\">T</a></h1>\
        <h1><a href=\"m.smil#b\">One</a></h1></body></html>";
    let smil = "<smil><body><par id=\"a\"><text src=\"t.html#a\"/><audio src=\"s.mp3\"/></par><par id=\"b\"><text src=\"t.html#b\"/></par></body></smil>";
    let files = [
        ("x/ncc.html", ncc),
        ("x/m.smil", smil),
        ("x/t.html", "<html><body><h1 id=\"b\">One</h1></body></html>"),
        ("x/s.mp3", ""),
    ];
    let changed = |name: &str| change.iter().find(|(own, _)| *own == name);
    let kept = files.iter().filter_map(|(name, text)| match changed(name) {
        Some((_, new)) => new.map(|new| (*name, new)),
        None => Some((*name, *text)),
    });
    let more = change.iter().filter(|(name, _)| files.iter().all(|(own, _)| own != name));
    zip_files(kept.chain(more.filter_map(|(name, text)| Some((*name, (*text)?)))).collect::<Vec<_>>())
}

#[test]
fn references_to_nothing_are_refused_with_the_place() {
    assert!(daisy::read(broken_book(&[]).into(), &Limits::default(), &mut ()).is_ok());
    let nothing = ("x/t.html", None);
    for (change, words) in [
        (vec![("x/m.smil", None), nothing], "x/ncc.html refers to x/m.smil"),
        (
            vec![("x/ncc.html", Some("<html><body><h1>T</h1></body></html>")), ("x/m.smil", None), nothing],
            "x/ncc.html: it leads to no part",
        ),
        (vec![("y/ncc.html", Some("<html/>"))], "several books: x/ncc.html (T), y/ncc.html; each needs"),
    ] {
        let error = daisy::read(broken_book(&change).into(), &Limits::default(), &mut ()).unwrap_err();
        assert!(error.to_string().contains(words), "{words}: {error}");
        assert!(error.is_permanent());
    }
}

#[test]
fn references_out_of_the_book_lead_nowhere() {
    for smil in [
        "<smil><body><par id='b'><text src=\"http://x.org/a\"/><audio src='s.mp3'/></par></body></smil>",
        "<smil><body><par id='b'><text src=\"../../../etc/passwd\"/><audio src='s.mp3'/></par></body></smil>",
    ] {
        let book = read_book(broken_book(&[("x/m.smil", Some(smil))]));
        assert!(book.sections.iter().all(|section| !section.path.contains("etc")));
        assert_eq!(headings_and_pages(&book), ["1 One"]);
    }
}

#[test]
fn a_master_file_that_lists_itself_and_files_in_a_circle_end() {
    let circle = "<smil><body><ref src=\"m.smil\"/><ref src=\"master.smil\"/><ref src=\"e.smil\"/><ref src=\"m.smil\"/></body></smil>";
    let extra =
        "<smil><body><par><text src=\"t.html#c\"/></par><par><text src=\"e.smil#x\"/></par></body></smil>";
    let text = "<html><body><h1 id=\"b\">One</h1><p id=\"c\">More</p></body></html>";
    let source =
        broken_book(&[("x/master.smil", Some(circle)), ("x/e.smil", Some(extra)), ("x/t.html", Some(text))]);
    let book = read_book(source);
    assert_eq!(book.sections.len(), 1);
}

#[test]
fn reading_stays_within_the_limits() {
    let deep = format!("<html><body>{}<h1 id=\"b\">One</h1></body></html>", "<div>".repeat(400));
    let limits = Limits { xml_depth: 100, ..Limits::default() };
    let error = daisy::read(broken_book(&[("x/t.html", Some(&deep))]).into(), &limits, &mut ()).unwrap_err();
    assert!(matches!(error, Error::TooDeep { .. }), "{error}");
    let few = Limits { entries: 3, ..Limits::default() };
    assert!(matches!(daisy::read(broken_book(&[]).into(), &few, &mut ()), Err(Error::TooManyEntries { .. })));
    let small = Limits { total_size: 300, ..Limits::default() };
    assert!(matches!(
        daisy::read(broken_book(&[]).into(), &small, &mut ()),
        Err(Error::PackageTooLarge { .. })
    ));
    let bomb = "<!DOCTYPE smil [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><smil><body>&c;&c;</body></smil>";
    let read = daisy::read(broken_book(&[("x/m.smil", Some(bomb))]).into(), &Limits::default(), &mut ());
    assert!(read.is_err() || read.is_ok_and(|book| book.sections.len() < 10));
}

/// The files of a package with some of their bytes changed, wherever they are.
pub(super) fn damage_files(
    mut files: Vec<(String, Vec<u8>)>,
    changes: Vec<(proptest::sample::Index, u8)>,
) -> Vec<(String, Vec<u8>)> {
    for (at, byte) in changes {
        let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut at = at.index(total);
        for (_, bytes) in &mut files {
            if at < bytes.len() {
                bytes[at] = byte;
                break;
            }
            at -= bytes.len();
        }
    }
    files
}

mod mutations {
    use proptest::prelude::*;

    use super::*;

    fn read_and_convert(bytes: Vec<u8>) {
        let limits =
            Limits { total_size: 64 << 20, entry_size: 16 << 20, xml_nodes: 200_000, ..Limits::default() };
        let source = Bytes::from(bytes);
        if let Ok(book) = daisy::read(source.clone(), &limits, &mut ()) {
            for overlay in &book.overlays {
                let known = book.sections.iter().any(|section| section.path == overlay.section);
                assert!(known || overlay.section.is_empty(), "{}", overlay.section);
            }
            let options = Options { limits, ..Options::new(MODIFIED_TIME.parse().unwrap()) };
            let _ = books::convert_book(Format::Daisy, &book, &options, &mut ());
            let _ = books::convert_book(Format::Epub3, &book, &options, &mut ());
        }
        let _ = daisy::detect_kind(&source, &limits);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bytes_changed_anywhere_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), heard in any::<bool>()) {
            let files = unzip(&if heard { audio_only_book(true) } else { old_book() });
            let files = files.into_iter().filter(|(name, _)| !name.ends_with("MP3")).collect();
            read_and_convert(zip_files(damage_files(files, changes).into_iter().chain([("a/Sound.MP3".to_owned(), Vec::new())])));
        }

        #[test]
        fn any_center_and_any_steps_are_read_or_refused(
            entries in "(<(h[1-6]|span|div|a|b) (class|id|href)=\"(title|page-normal|sidebar|a|m\\.smil#[a-d]|t\\.html|\\.\\./x)\">[a-z]{0,3}(</(h1|h2|span|div|a)>)?){0,12}",
            steps in "(<(par|seq|text|audio|ref)( id=\"[a-d]\")?( src=\"(t\\.html|ncc\\.html|m\\.smil|s\\.mp3)#?[a-d]?\")?( clip-begin=\"[a-z=0-9:.]{0,8}\")?/?>){0,20}",
            text in "(<(h[1-3]|p|div|span|table|tr|li|img)( class=\"(imggroup|prodnote|noteref|notebody|page-front|poem|line|sidebar|frontmatter)\")?( id=\"[a-d]\")?( alt=\"x\")?>[a-z ]{0,4}(</(p|div|span)>)?){0,20}",
        ) {
            read_and_convert(zip_files([
                ("ncc.html", format!("<html><body>{entries}</body></html>")),
                ("m.smil", format!("<smil><body>{steps}</body></smil>")),
                ("t.html", format!("<html><body>{text}</body></html>")),
                ("s.mp3", String::new()),
            ]));
        }

        #[test]
        fn narration_is_never_lost_nor_put_in_another_order(
            steps in prop::collection::vec((prop::sample::select(vec!["a", "b", "p", "g", "none", "x"]), 0_u8..3, any::<bool>()), 1..20),
            in_text in any::<bool>(),
        ) {
            let file = if in_text { "t.html" } else { "ncc.html" };
            let (mut time, mut body) = (0, String::new());
            for (n, (id, pieces, required)) in steps.iter().enumerate() {
                let required = if *required { " system-required=\"pagenumber-on\"" } else { "" };
                write!(body, "<par id=\"s{n}\"{required}>").unwrap();
                if *id != "none" {
                    write!(body, "<text src=\"{file}#{id}\"/>").unwrap();
                }
                for _ in 0..*pieces {
                    write!(body, "<audio src=\"s.mp3\" clip-begin=\"{time}s\" clip-end=\"{}s\"/>", time + 1).unwrap();
                    time += 1;
                }
                body.push_str("</par>");
            }
            let last = steps.len() - 1;
            let ncc = format!(
                "<html><head><meta name=\"dc:title\" content=\"T\"/></head><body><h1 class=\"title\" id=\"t\"><a href=\"m.smil#s0\">T</a></h1>\
                 <h1 id=\"a\"><a href=\"m.smil#s{}\">A</a></h1><span class=\"page-normal\" id=\"p\"><a href=\"m.smil#s{}\">7</a></span>\
                 <h2 id=\"b\"><a href=\"m.smil#s{last}\">B</a></h2></body></html>",
                last / 3, last / 2
            );
            let text = "<html><body><h1 id=\"a\">A</h1><p id=\"g\">G <span class=\"page-normal\" id=\"p\">7</span> more</p><h2 id=\"b\">B</h2></body></html>";
            let book = read_book(zip_files([("ncc.html", ncc), ("m.smil", format!("<smil><body>{body}</body></smil>")), ("t.html", text.into()), ("s.mp3", String::new())]));
            let mut begins: Vec<u64> = book.overlays.iter().flat_map(|overlay| &overlay.clips).map(|clip| clip.begin.as_secs()).collect();
            if !in_text {
                prop_assert!(begins.is_sorted(), "{begins:?}");
            }
            begins.sort_unstable();
            prop_assert_eq!(begins, (0..time).collect::<Vec<u64>>());
        }
    }
}
