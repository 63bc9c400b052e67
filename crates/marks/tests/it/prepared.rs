//! Copies of prepared packages: file by file what a copy of the finished package is, and a container that
//! everybody opens.

use std::io::Cursor;
use std::process::Command;
use std::sync::Arc;

use books::testkit::{EpubBuilder, Tone, audio_tools, small_book, unzip};
use books::{Format, Options, Settings, convert, convert_to};
use marks::{Mark, Plan, prepare};
use proptest::prelude::*;

use crate::{found, key, made, marked, one, options};

const TEXT: [Format; 4] = [Format::Epub3, Format::Daisy, Format::Docx, Format::Brf];

fn prepared(format: Format, package: &[u8]) -> (Vec<u8>, Plan) {
    prepare(format, Cursor::new(package), Vec::new()).unwrap().expect("a plain package")
}

/// A copy of a prepared package by its plan; `None` if the plan does not fit.
fn copied(package: &[u8], plan: &Plan, one: &Mark) -> Option<Vec<u8>> {
    let end = plan.read_end(&mut Cursor::new(package)).unwrap();
    let copy = plan.copy(&end, None, one, &key()).unwrap()?;
    let mut out = Vec::new();
    copy.write(Cursor::new(package), &mut out).unwrap();
    assert_eq!(copy.size(), out.len() as u64);
    Some(out)
}

fn comment(package: &[u8]) -> Vec<u8> {
    zip::ZipArchive::new(Cursor::new(package)).unwrap().comment().to_vec()
}

fn long_book() -> Vec<u8> {
    let paragraph =
        |n: usize| format!("<p>The tide {n} comes in and goes out again, and {} stays.</p>", n * 7);
    (1..=9)
        .fold(EpubBuilder::new("Long Book"), |book, n| {
            book.chapter(&format!("Chapter {n}"), &(0..200).map(|m| paragraph(n * m)).collect::<String>())
        })
        .build()
}

/// A prepared EPUB, and a copy of it by its plan.
pub(crate) fn by_plan() -> [Vec<u8>; 2] {
    let (ready, plan) = prepared(Format::Epub3, &made(Format::Epub3, &long_book()));
    let copy = copied(&ready, &plan, &one("Jane Doe", 7)).unwrap();
    [ready, copy]
}

/// What holds for a package however it is marked.
fn check(format: Format, package: &[u8], one: &Mark) {
    let (ready, plan) = prepared(format, package);
    let copy = copied(&ready, &plan, one).expect("the plan fits");
    let slow = marked(format, package, one);
    assert_eq!(unzip(&copy), unzip(&slow), "{format}: of the finished package");
    assert_eq!(unzip(&copy), unzip(&marked(format, &ready, one)), "{format}: of the prepared package");
    assert_eq!(comment(&copy), comment(&slow), "{format}");
    let traced = found(copy, &key()).unwrap();
    assert_eq!((traced.record, Some(traced)), (one.record, found(slow, &key())), "{format}");
    assert_eq!(found(ready, &key()), None, "{format}: a prepared package is nobody's");
}

#[test]
fn a_copy_is_file_by_file_what_marking_makes() {
    for book in [small_book(), long_book()] {
        for format in TEXT {
            check(format, &made(format, &book), &one("Zoë <Ł> \"#Doe\" & כהן", 42));
        }
    }
}

#[test]
fn so_it_is_on_paper_and_in_every_width() {
    let (source, mut options) = (long_book(), options());
    for (cells, paper, contracted) in
        [(40, true, true), (28, true, false), (20, false, true), (80, false, true)]
    {
        let braille = books::brf::Settings { cells, paper, contracted, ueb: true };
        options.settings = Settings { braille };
        let package = convert(Format::Brf, source.clone().into(), &options, &mut ()).unwrap();
        check(Format::Brf, &package, &one("Jane Doe", 7));
    }
}

#[test]
fn so_it_is_with_audio() {
    if !audio_tools() {
        return;
    }
    for format in [Format::DaisyAudio, Format::Daisy2Audio] {
        let options = Options { engine: Arc::new(Tone::default()), ..options() };
        let source = small_book().into();
        let (package, _) = convert_to(format, source, &options, Cursor::new(Vec::new()), &mut ()).unwrap();
        check(format, &package.into_inner(), &one("Jane Doe", 7));
    }
}

#[test]
fn a_prepared_package_has_the_same_files_and_is_hardly_larger() {
    for format in TEXT {
        let package = made(format, &long_book());
        let (ready, plan) = prepared(format, &package);
        assert_eq!(unzip(&ready), unzip(&package), "{format}");
        assert_eq!(prepared(format, &package), (ready.clone(), plan), "{format}: the same bytes every time");
        assert!(ready.len() < package.len() * 5 / 4 + 2000, "{format}: {} of {}", ready.len(), package.len());
    }
}

#[test]
fn every_program_opens_a_copy() {
    const LOOK: &str = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
        print(len(z.namelist()))";
    let folder = tempfile::tempdir().unwrap();
    for format in TEXT {
        let (ready, plan) = prepared(format, &made(format, &long_book()));
        let copy = copied(&ready, &plan, &one("Jane Doe", 7)).unwrap();
        for (name, bytes) in [("ready", &ready), ("copy", &copy)] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let programs = [
                Command::new("python3").args(["-c", LOOK]).arg(&path).output(),
                Command::new("unzip").arg("-tqq").arg(&path).output(),
            ];
            for looked in programs.into_iter().flatten() {
                let said = String::from_utf8_lossy(&looked.stderr).into_owned();
                assert!(looked.status.success() && said.is_empty(), "{format} {name}: {said}");
            }
        }
    }
}

#[test]
fn a_plan_that_is_damaged_or_of_another_file_makes_no_copy() {
    let (ready, plan) = prepared(Format::Epub3, &made(Format::Epub3, &long_book()));
    let bytes = plan.to_bytes();
    assert_eq!(Plan::parse(&bytes).as_ref(), Some(&plan));
    assert_eq!((plan.size(), plan.end().end), (ready.len() as u64, ready.len() as u64));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(Plan::parse(&damaged), None, "byte {at}");
    }
    assert_eq!(Plan::parse(&bytes[..bytes.len() - 1]), None);
    assert_eq!(Plan::parse(&[bytes, vec![0]].concat()), None);
    let other = EpubBuilder::new("Long Bool").chapter("Chapter 1", "<p>x</p>").build();
    let same_size = [&ready[..ready.len() - 9], b"123456789"].concat();
    let longer = [&ready[..], b"\0"].concat();
    for foreign in
        [made(Format::Epub3, &other), same_size, longer, Vec::new(), ready[..ready.len() - 1].to_vec()]
    {
        assert_eq!(copied(&foreign, &plan, &one("Jane Doe", 7)), None);
    }
}

#[test]
fn what_cannot_be_marked_is_not_prepared() {
    assert!(prepare(Format::Epub3, Cursor::new(b"no container"), Vec::new()).is_err());
    let daisy = made(Format::Daisy, &small_book());
    assert!(prepare(Format::Docx, Cursor::new(&daisy), Vec::new()).is_err());
    assert!(prepare(Format::Pdf, Cursor::new(&daisy), Vec::new()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn so_it_is_with_any_text(
        chapters in proptest::collection::vec(proptest::collection::vec("[a-zäλ北 .&;]{0,60}", 0..40), 1..9),
        recipient in "\\PC{0,30}",
        language in "[a-z-]{0,6}",
        record: u64,
    ) {
        let markup = |paragraphs: &Vec<String>| -> String {
            let text = |(n, text): (usize, &String)| {
                let text = text.replace('&', "&amp;");
                match n % 5 {
                    0 => format!("<p id=\"p{n}\">{text}</p>"),
                    1 => format!("<div>{text}</div>"),
                    2 => format!("<h2>{text}</h2>"),
                    _ => format!("<p>{text}</p>"),
                }
            };
            paragraphs.iter().enumerate().map(text).collect()
        };
        let book = chapters.iter().fold(EpubBuilder::new("Any"), |book, text| book.chapter("One", &markup(text)));
        let source = book.build();
        let one = Mark { notice: Mark::notice(&recipient, "2026-01-02".parse().unwrap()), language, record };
        for format in TEXT {
            check(format, &made(format, &source), &one);
        }
    }
}
