//! A comic whose text is drawn: every format has each of its words, once.

use books::testkit::{
    audio_tools, comic, epubcheck, faults_of_audio, faults_of_braille, in_order, python_docx, unzip,
    unzip_text, validate_daisy, words,
};
use books::{Format, Limits, Options, convert, epub};

fn options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn made(format: Format) -> Vec<u8> {
    convert(format, comic().0.into(), &options(), &mut ()).unwrap()
}

/// All words are there in their order, and none twice.
fn has_each_once(text: &[String], name: &str) {
    let (_, source) = comic();
    in_order(&source, text).unwrap_or_else(|missing| panic!("{name}: not there: {missing}"));
    for word in source.iter().filter(|word| word.contains(char::is_numeric)) {
        assert_eq!(text.iter().filter(|other| *other == word).count(), 1, "{name}: {word}");
    }
}

fn split(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_text_of_drawings_is_the_text_of_the_book() {
    let (source, _) = comic();
    let book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let mut text = String::new();
    book.walk(&mut |block| {
        text.push_str(&books::model::plain_text(block.inlines()));
        text.push('\n');
    });
    has_each_once(&split(&text), "the model");
    let survey = book.survey();
    assert_eq!((survey.images, survey.images_decorative), (12, 0), "each picture shows more than its words");
}

#[test]
fn daisy_has_the_words_and_the_drawings() {
    let package = made(Format::Daisy);
    has_each_once(&words(&unzip_text(&package, "book.xml"), &["head"]), "DAISY");
    assert_eq!(unzip(&package).iter().filter(|(path, _)| path.starts_with("images/")).count(), 12);
    assert_eq!(validate_daisy(&package).unwrap_or_default(), Vec::<String>::new());
}

#[test]
fn both_daisy_books_with_audio_speak_the_words() {
    if !audio_tools() {
        return;
    }
    for (format, name) in [(Format::DaisyAudio, "book.xml"), (Format::Daisy2Audio, "text.html")] {
        let (package, _, said) = crate::audio::made(format, comic().0);
        assert_eq!(faults_of_audio(&package), Vec::<String>::new());
        has_each_once(&words(&unzip_text(&package, name), &["head"]), name);
        // Several sections are spoken at a time.
        let said = split(&said.join("\n"));
        for word in comic().1 {
            assert!(said.contains(&word), "{word} is not said");
        }
    }
}

#[test]
fn braille_has_the_words() {
    let settings = books::brf::Settings { contracted: false, ..options().settings.braille };
    let with = Options { settings: books::Settings { braille: settings }, ..options() };
    let brf = convert(Format::Brf, comic().0.into(), &with, &mut ()).unwrap();
    assert_eq!(faults_of_braille(&brf, settings), Vec::<String>::new());
    let text = String::from_utf8(unzip(&brf).remove(0).1).unwrap();
    let (_, source) = comic();
    let plain: Vec<String> = source
        .iter()
        .filter(|word| word.chars().all(char::is_alphabetic))
        .map(|word| word.to_uppercase())
        .collect();
    // Without the signs of punctuation and capitals.
    let letters = |word: &str| word.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let found: Vec<String> = text.to_uppercase().split_whitespace().map(letters).collect();
    assert_eq!(in_order(&plain, &found), Ok(()));
}

#[test]
fn word_has_the_words_and_the_drawings() {
    let Some(found) = python_docx(&made(Format::Docx)) else { return };
    has_each_once(&split(found["text"].as_str().unwrap()), "Word");
}

#[test]
fn epub_has_them_passed_through_and_written() {
    let (source, _) = comic();
    let book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let written = books::convert_book(Format::Epub3, &book, &options(), &mut ()).unwrap();
    let mut all = Vec::new();
    for (path, bytes) in unzip(&written) {
        if path.ends_with(".xhtml") && !path.contains("nav") {
            all.extend(words(&String::from_utf8(bytes).unwrap(), &["head"]));
        }
    }
    has_each_once(&all, "EPUB");
    let both = [("written".to_owned(), written), ("passed through".to_owned(), made(Format::Epub3))];
    for (name, problems) in epubcheck(&both).unwrap_or_default() {
        assert_eq!(problems, Vec::<String>::new(), "{name}");
    }
    let passed = unzip_text(&made(Format::Epub3), "OEBPS/package.opf");
    assert!(passed.contains("<meta property=\"schema:accessMode\">textual</meta>"), "{passed}");
}
