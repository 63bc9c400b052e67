//! Sets of several discs: one book in one container.

use books::model::Book;
use books::testkit::zip_files;
use books::{Error, Finding, FindingKind, Limits};

use crate::daisy2_in::{headings_and_pages, heard_clips};
use crate::support::{ReportCollector, book_words};

fn try_read(files: &[(String, String)]) -> (Result<Book, Error>, Vec<Finding>) {
    let mut collector = ReportCollector::default();
    let source = zip_files(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let book = books::read_book(source.into(), &Limits::default(), &mut collector);
    (book, collector.to_report().findings)
}

fn read_set(files: &[(String, String)]) -> (Book, Vec<Finding>) {
    let (book, findings) = try_read(files);
    (book.unwrap_or_else(|error| panic!("refused: {error}")), findings)
}

/// The head of a navigation center; `more` are further statements.
fn head_of(title: &str, identifier: &str, more: &str) -> String {
    format!(
        "<head><title>{title}</title><meta name='dc:title' content='{title}'/><meta name='dc:language' content='en'/>\
         <meta name='dc:identifier' content='{identifier}'/>{more}</head>"
    )
}

fn set_info(place: &str) -> String {
    format!("<meta name='ncc:setInfo' content='{place}'/>")
}

fn link(level: &str, id: &str, label: &str, attributes: &str) -> String {
    format!("<{level} id='{id}'><a href='a.smil#{id}'{attributes}>{label}</a></{level}>")
}

fn own_entries(number: u32) -> String {
    let page = format!("<span class='page-normal' id='p'><a href='a.smil#p'>{number}</a></span>");
    let title = "<h1 class='title' id='t'><a href='a.smil#t'>Tides</a></h1>";
    format!("{title}{}{page}", link("h1", "h", &format!("Part {number}"), ""))
}

/// The files of a disc: each has a title, a heading, a page and words, under the same names.
fn disc(folder: &str, number: u32, head: &str, entries: &str) -> Vec<(String, String)> {
    let par = |id: &str, begin: u32| {
        let end = begin + 1;
        format!(
            "<par id='{id}'><text src='text.html#{id}'/><audio src='a.mp3' clip-begin='npt={begin}s' clip-end='npt={end}s'/></par>"
        )
    };
    let text = format!(
        "<html><body><h1 class='title' id='t'>Tides</h1><h1 id='h'>Part {number}</h1>\
         <p>Words of {number}. <span class='page-normal' id='p'>{number}</span></p></body></html>"
    );
    let smil = format!("<smil><body>{}{}{}</body></smil>", par("t", 0), par("h", 1), par("p", 2));
    let files = [
        ("ncc.html", format!("<html>{head}<body>{entries}</body></html>")),
        ("a.smil", smil),
        ("text.html", text),
        ("a.mp3", format!("sound {number}")),
    ];
    files.map(|(name, text)| (format!("{folder}/{name}"), text)).into()
}

fn own_disc(folder: &str, number: u32, place: &str) -> Vec<(String, String)> {
    let more = if place.is_empty() { String::new() } else { set_info(place) };
    disc(folder, number, &head_of("Tides", "x-1", &more), &own_entries(number))
}

fn recordings(book: &Book) -> Vec<&str> {
    let mut files: Vec<&str> =
        book.overlays.iter().flat_map(|overlay| &overlay.clips).map(|clip| clip.audio.as_str()).collect();
    files.dedup();
    files
}

#[test]
fn all_discs_of_a_set_are_one_book_in_the_order_of_their_numbers() {
    let files = [own_disc("set/b", 2, "2 of 2"), own_disc("set/c", 1, "1 of 2")].concat();
    let (book, findings) = read_set(&files);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(book.metadata.title, "Tides");
    assert_eq!(book_words(&book), "Part 1 Words of 1. Tides Part 2 Words of 2.");
    let places = headings_and_pages(&book);
    assert_eq!(places.iter().filter(|place| place.starts_with("page")).count(), 2, "{places:?}");
    assert_eq!(
        heard_clips(&book),
        [
            "*: 0-1000", "Part 1: 1000-2000", "page 1: 2000-3000", "Tides: 0-1000", "Part 2: 1000-2000",
            "page 2: 2000-3000",
        ]
    );
    assert_eq!(recordings(&book), ["set/c/a.mp3", "set/b/a.mp3"]);
}

#[test]
fn discs_without_numbers_are_read_in_the_order_of_their_folders() {
    let files = [own_disc("CD10", 3, ""), own_disc("CD2", 2, "1 of 1"), own_disc("CD1", 1, "")].concat();
    let (book, _) = read_set(&files);
    assert_eq!(recordings(&book), ["CD1/a.mp3", "CD2/a.mp3", "CD10/a.mp3"]);
}

#[test]
fn a_recording_that_a_disc_lacks_is_not_that_of_any_other_disc() {
    let mut files = [own_disc("CD1", 1, ""), own_disc("CD2", 2, ""), own_disc("CD3", 3, "")].concat();
    files.retain(|(name, _)| name != "CD3/a.mp3");
    let (book, _) = read_set(&files);
    assert_eq!(recordings(&book), ["CD1/a.mp3", "CD2/a.mp3"]);
}

#[test]
fn a_disc_that_is_missing_is_reported_and_the_others_are_read() {
    let files = [own_disc("b", 3, "3 of 3"), own_disc("c", 1, "1 of 3")].concat();
    let (book, findings) = read_set(&files);
    assert_eq!(recordings(&book), ["c/a.mp3", "b/a.mp3"]);
    let missing = Finding::new(FindingKind::MissingVolume, "c/ncc.html", "2 of 3");
    assert_eq!(findings, [missing]);
    let (_, findings) = read_set(&own_disc("c", 1, "1 of 3"));
    assert_eq!(findings, [Finding::new(FindingKind::MissingVolume, "c/ncc.html", "2, 3 of 3")]);
}

#[test]
fn entries_that_every_disc_lists_are_read_once() {
    let title = "<h1 class='title' id='t'><a href='a.smil#t'>Tides</a></h1>";
    let listed = |own: u32| {
        let rel = |number: u32| if number == own { String::new() } else { format!(" rel='{number}'") };
        let entries = [1, 2].map(|number| link("h1", "h", &format!("Part {number}"), &rel(number)));
        format!("{title}{}", entries.concat())
    };
    let disc_of = |folder: &str, number: u32| {
        let head = head_of("Tides", "x-1", &set_info(&format!("{number}/2")));
        disc(folder, number, &head, &listed(number))
    };
    let (book, findings) = read_set(&[disc_of("a", 1), disc_of("b", 2)].concat());
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(book_words(&book), "Part 1 Words of 1. Tides Part 2 Words of 2.");
    // Its own file of this name is not that of the other disc.
    let (book, findings) = read_set(&disc_of("a", 1));
    assert_eq!(book_words(&book), "Part 1 Words of 1.");
    assert_eq!(findings, [Finding::new(FindingKind::MissingVolume, "a/ncc.html", "2 of 2")]);
}

#[test]
fn several_books_are_refused_with_their_titles() {
    let other = disc("b", 1, &head_of("Cliffs", "x-2", ""), &own_entries(1));
    let numbered = |number: &str| head_of("Cliffs", "x-2", &set_info(number));
    for files in [
        [own_disc("a", 1, ""), other.clone()].concat(),
        [own_disc("a", 1, "1 of 2"), other].concat(),
        [own_disc("a", 1, "1 of 2"), disc("b", 2, &numbered("2 of 2"), &own_entries(2))].concat(),
        [own_disc("a", 1, "1 of 2"), disc("b", 2, &numbered("1 of 2"), &own_entries(2))].concat(),
    ] {
        let error = try_read(&files).0.unwrap_err().to_string();
        assert!(error.contains("several books: a/ncc.html (Tides), b/ncc.html (Cliffs)"), "{error}");
    }
}

/// A disc of DAISY 3: all of the text, and one recording.
fn disc_of_daisy3(folder: &str, title: &str, recording: &str) -> Vec<(String, String)> {
    let item = |name: &str, kind: &str| format!("<item id='{name}' href='{name}' media-type='{kind}'/>");
    let opf = format!(
        "<package><metadata><dc-metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:Title>{title}</dc:Title>\
         <dc:Language>en</dc:Language><dc:Identifier>{title}</dc:Identifier></dc-metadata></metadata><manifest>{}{}{}{}{}</manifest>\
         <spine><itemref idref='1.smil'/><itemref idref='2.smil'/></spine></package>",
        item("book.xml", "application/x-dtbook+xml"),
        item("1.smil", "application/smil"),
        item("2.smil", "application/smil"),
        item("1.mp3", "audio/mpeg"),
        item("2.mp3", "audio/mpeg"),
    );
    let text = "<dtbook version='2005-3' xml:lang='en'><book><bodymatter><level1><h1 id='a'>One</h1><p id='b'>The tide.</p></level1></bodymatter></book></dtbook>";
    let smil = |id: &str, audio: &str| {
        format!(
            "<smil><body><par id='{id}'><text src='book.xml#{id}'/><audio src='{audio}' clipBegin='0s' clipEnd='1s'/></par></body></smil>"
        )
    };
    let files = [
        ("book.opf", opf),
        ("book.xml", text.to_owned()),
        ("1.smil", smil("a", "1.mp3")),
        ("2.smil", smil("b", "2.mp3")),
        (recording, format!("sound of {recording}")),
    ];
    files.map(|(name, text)| (format!("{folder}/{name}"), text)).into()
}

#[test]
fn the_recordings_of_daisy_3_are_found_on_all_discs() {
    let files = [disc_of_daisy3("1", "Tides", "1.mp3"), disc_of_daisy3("2", "Tides", "2.mp3")].concat();
    let (book, findings) = read_set(&files);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(book_words(&book), "One The tide.");
    assert_eq!(heard_clips(&book), ["One: 0-1000", "The tide.: 0-1000"]);
    assert_eq!(recordings(&book), ["1/1.mp3", "2/2.mp3"]);
    let other = [disc_of_daisy3("1", "Tides", "1.mp3"), disc_of_daisy3("2", "Cliffs", "2.mp3")].concat();
    let error = try_read(&other).0.unwrap_err().to_string();
    assert!(error.contains("several books: 1/book.opf (Tides), 2/book.opf (Cliffs)"), "{error}");
}
