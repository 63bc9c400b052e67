//! A comic whose text is drawn: every format has each of its words, once.

use books::model::{Block, BlockKind, Book};
use books::testkit::{
    audio_tools, check_order, daisy202_book, document_words, drawn_comic, faults_of_audio, faults_of_braille,
    inspect_docx, run_epubcheck, unzip, unzip_text, validate_daisy, zip_files,
};
use books::{Format, Limits, Options, convert, daisy, epub};

fn drawn_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn convert_comic(format: Format) -> Vec<u8> {
    convert(format, drawn_comic().0.into(), &drawn_options(), &mut ()).unwrap()
}

/// All words are there in their order, and none twice.
fn check_each_word_once(text: &[String], name: &str) {
    let (_, source) = drawn_comic();
    check_order(&source, text).unwrap_or_else(|missing| panic!("{name}: not there: {missing}"));
    for word in source.iter().filter(|word| word.contains(char::is_numeric)) {
        assert_eq!(text.iter().filter(|other| *other == word).count(), 1, "{name}: {word}");
    }
}

fn split_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn book_text(book: &Book) -> String {
    let mut text = String::new();
    book.walk(&mut |block| {
        text.push_str(&books::model::plain_text(block.inlines()));
        text.push('\n');
    });
    text
}

/// A drawing with a word that its style sheet hides.
const TIDE_SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'><style>.hidden { display: none }</style>\
                    <path d='M0 0L9 9'/><text x='1' y='20'>Low</text><text class='hidden' x='1' y='60'>Draft</text></svg>";

/// The words of a book with that drawing, which belong to its picture.
fn check_words_of_the_drawing(book: &Book, name: &str) {
    let words = split_words(&book_text(book));
    assert_eq!(words.iter().filter(|word| *word == "Low").count(), 1, "{name}: {words:?}");
    assert!(!words.contains(&"Draft".to_owned()), "{name}: {words:?}");
    let mut follow = false;
    book.walk(&mut |block: &Block| {
        follow |= matches!(&block.kind, BlockKind::Image(image) if image.words_follow);
    });
    assert!(follow, "{name}");
}

#[test]
fn drawings_that_daisy_books_refer_to_have_their_words() {
    let package = "<package xmlns='http://openebook.org/namespaces/oeb-package/1.0/' unique-identifier='u'><metadata>\
        <dc-metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:Title>Tides</dc:Title><dc:Identifier id='u'>x</dc:Identifier>\
        </dc-metadata></metadata><manifest><item id='t' href='text/b.xml' media-type='application/x-dtbook+xml'/>\
        <item id='i' href='text/tide.svg' media-type='image/svg+xml'/></manifest><spine/></package>";
    let text = |alt: &str| {
        format!(
            "<dtbook xmlns='http://www.daisy.org/z3986/2005/dtbook/' version='2005-3' xml:lang='en'><head/><book><bodymatter>\
             <level1><h1>One</h1><p>Before.</p><imggroup><img src='tide.svg' alt='{alt}'/></imggroup><p>Behind.</p></level1>\
             </bodymatter></book></dtbook>"
        )
    };
    let read = |source: Vec<u8>| daisy::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let daisy3 = |alt: &str| {
        zip_files([("a/package.opf", package), ("a/text/b.xml", &text(alt)), ("a/text/tide.svg", TIDE_SVG)])
    };
    check_words_of_the_drawing(&read(daisy3("")), "DAISY 3");
    let without_package = zip_files([("b.xml", text("").as_str()), ("tide.svg", TIDE_SVG)]);
    check_words_of_the_drawing(&read(without_package), "a text in a container");
    assert!(!book_text(&read(daisy3("A chart"))).contains("Low"), "an alternative replaces the words");
    let mut files: Vec<(String, Vec<u8>)> = unzip(&daisy202_book("Tides", true));
    for (_, bytes) in files.iter_mut().filter(|(name, _)| name == "disc/text.html") {
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.contains("</body>"));
        *bytes = text.replace("</body>", "<p><img src=\"tide.svg\" /></p></body>").into_bytes();
    }
    files.push(("disc/tide.svg".to_owned(), TIDE_SVG.into()));
    check_words_of_the_drawing(&read(zip_files(files)), "DAISY 2.02");
}

#[test]
fn words_that_follow_their_drawing_already_are_not_repeated() {
    // The word is taken from the drawing, or else from the paragraph after it.
    for behind in ["<p>Behind.</p>", "<p>Low</p>", "<p>Low. Behind.</p>"] {
        let text = format!(
            "<dtbook version='2005-3' xml:lang='en'><head/><book><bodymatter><level1><h1>One</h1><imggroup>\
             <img src='tide.svg' alt=''/></imggroup>{behind}</level1></bodymatter></book></dtbook>"
        );
        let source = zip_files([("b.xml", text.as_str()), ("tide.svg", TIDE_SVG)]);
        let book = daisy::read(source.into(), &Limits::default(), &mut ()).unwrap();
        check_words_of_the_drawing(&book, behind);
    }
    let book = daisy::read(convert_comic(Format::Daisy).into(), &Limits::default(), &mut ()).unwrap();
    check_each_word_once(&split_words(&book_text(&book)), "DAISY of an EPUB");
    let epub =
        convert(Format::Epub3, convert_comic(Format::Daisy).into(), &drawn_options(), &mut ()).unwrap();
    let book = epub::read(epub.into(), &Limits::default(), &mut ()).unwrap();
    check_each_word_once(&split_words(&book_text(&book)), "EPUB of that");
}

#[test]
fn the_text_of_drawings_is_the_text_of_the_book() {
    let (source, _) = drawn_comic();
    let book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    check_each_word_once(&split_words(&book_text(&book)), "the model");
    let survey = book.survey();
    assert_eq!((survey.images, survey.images_decorative), (12, 0), "each picture shows more than its words");
}

#[test]
fn daisy_has_the_words_and_the_drawings() {
    let package = convert_comic(Format::Daisy);
    check_each_word_once(&document_words(&unzip_text(&package, "book.xml"), &["head"]), "DAISY");
    assert_eq!(unzip(&package).iter().filter(|(path, _)| path.starts_with("images/")).count(), 12);
    assert_eq!(validate_daisy(&package).unwrap_or_default(), Vec::<String>::new());
}

#[test]
fn both_daisy_books_with_audio_speak_the_words() {
    if !audio_tools() {
        return;
    }
    for (format, name) in [(Format::DaisyAudio, "book.xml"), (Format::Daisy2Audio, "text.html")] {
        let (package, _, said) = crate::audio::convert_with_speech(format, drawn_comic().0);
        assert_eq!(faults_of_audio(&package), Vec::<String>::new());
        check_each_word_once(&document_words(&unzip_text(&package, name), &["head"]), name);
        // Several sections are spoken at a time.
        let said = split_words(&said.join("\n"));
        for word in drawn_comic().1 {
            assert!(said.contains(&word), "{word} is not said");
        }
    }
}

#[test]
fn braille_has_the_words() {
    let settings = books::brf::Settings { contracted: false, ..drawn_options().settings.braille };
    let with = Options { settings: books::Settings { braille: settings }, ..drawn_options() };
    let brf = convert(Format::Brf, drawn_comic().0.into(), &with, &mut ()).unwrap();
    assert_eq!(faults_of_braille(&brf, settings), Vec::<String>::new());
    let text = String::from_utf8(unzip(&brf).remove(0).1).unwrap();
    let (_, source) = drawn_comic();
    let plain: Vec<String> = source
        .iter()
        .filter(|word| word.chars().all(char::is_alphabetic))
        .map(|word| word.to_uppercase())
        .collect();
    // Without the signs of punctuation and capitals.
    let letters = |word: &str| word.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let found: Vec<String> = text.to_uppercase().split_whitespace().map(letters).collect();
    assert_eq!(check_order(&plain, &found), Ok(()));
}

#[test]
fn word_has_the_words_and_the_drawings() {
    let Some(found) = inspect_docx(&convert_comic(Format::Docx)) else { return };
    check_each_word_once(&split_words(found["text"].as_str().unwrap()), "Word");
}

#[test]
fn epub_has_them_passed_through_and_written() {
    let (source, _) = drawn_comic();
    let book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let written = books::convert_book(Format::Epub3, &book, &drawn_options(), &mut ()).unwrap();
    let mut all = Vec::new();
    for (path, bytes) in unzip(&written) {
        if path.ends_with(".xhtml") && !path.contains("nav") {
            all.extend(document_words(&String::from_utf8(bytes).unwrap(), &["head"]));
        }
    }
    check_each_word_once(&all, "EPUB");
    let both = [("written".to_owned(), written), ("passed through".to_owned(), convert_comic(Format::Epub3))];
    for (name, problems) in run_epubcheck(&both).unwrap_or_default() {
        assert_eq!(problems, Vec::<String>::new(), "{name}");
    }
    let passed = unzip_text(&convert_comic(Format::Epub3), "OEBPS/package.opf");
    assert!(passed.contains("<meta property=\"schema:accessMode\">textual</meta>"), "{passed}");
}
