//! Copies of prepared packages: file by file what a copy of the finished package is, and a container that
//! everybody opens.

use std::io::Cursor;
use std::process::Command;
use std::sync::Arc;

use books::testkit::{EpubBuilder, ToneEngine, audio_tools, small_book, unzip};
use books::{Format, Options, Settings, convert, convert_to};
use marks::{Watermark, WatermarkPlan, prepare};
use proptest::prelude::*;

use crate::{convert_options, convert_sample, find_trace, mark_copy, test_key, watermark_for};

const TEXT_FORMATS: [Format; 4] = [Format::Epub3, Format::Daisy, Format::Docx, Format::Brf];

fn prepare_package(format: Format, package: &[u8]) -> (Vec<u8>, WatermarkPlan) {
    prepare(format, Cursor::new(package), Vec::new()).unwrap().expect("a plain package")
}

/// A copy of a prepared package by its plan; `None` if the plan does not fit.
fn copy_by_plan(package: &[u8], plan: &WatermarkPlan, one: &Watermark) -> Option<Vec<u8>> {
    let end = plan.read_tail(&mut Cursor::new(package)).unwrap();
    let copy = plan.build_copy(&end, None, one, &test_key()).unwrap()?;
    let mut out = Vec::new();
    copy.write_to(Cursor::new(package), &mut out).unwrap();
    assert_eq!(copy.size(), out.len() as u64);
    Some(out)
}

fn read_comment(package: &[u8]) -> Vec<u8> {
    zip::ZipArchive::new(Cursor::new(package)).unwrap().comment().to_vec()
}

fn build_long_book() -> Vec<u8> {
    let paragraph =
        |n: usize| format!("<p>The tide {n} comes in and goes out again, and {} stays.</p>", n * 7);
    (1..=9)
        .fold(EpubBuilder::new("Long Book"), |book, n| {
            book.chapter(&format!("Chapter {n}"), &(0..200).map(|m| paragraph(n * m)).collect::<String>())
        })
        .build()
}

/// A prepared EPUB, and a copy of it by its plan.
pub(crate) fn prepare_and_copy() -> [Vec<u8>; 2] {
    let (ready, plan) = prepare_package(Format::Epub3, &convert_sample(Format::Epub3, &build_long_book()));
    let copy = copy_by_plan(&ready, &plan, &watermark_for("Jane Doe", 7)).unwrap();
    [ready, copy]
}

/// Checks what holds for a package however it is marked.
fn assert_package_is_marked(format: Format, package: &[u8], one: &Watermark) {
    let (ready, plan) = prepare_package(format, package);
    let copy = copy_by_plan(&ready, &plan, one).expect("the plan fits");
    let slow = mark_copy(format, package, one);
    assert_eq!(unzip(&copy), unzip(&slow), "{format}: of the finished package");
    assert_eq!(unzip(&copy), unzip(&mark_copy(format, &ready, one)), "{format}: of the prepared package");
    assert_eq!(read_comment(&copy), read_comment(&slow), "{format}");
    let traced = find_trace(copy, &test_key()).unwrap();
    assert_eq!((traced.record, Some(traced)), (one.record, find_trace(slow, &test_key())), "{format}");
    assert_eq!(find_trace(ready, &test_key()), None, "{format}: a prepared package is nobody's");
}

#[test]
fn a_planned_copy_equals_a_marked_package_file_by_file() {
    for book in [small_book(), build_long_book()] {
        for format in TEXT_FORMATS {
            assert_package_is_marked(
                format,
                &convert_sample(format, &book),
                &watermark_for("Zoë <Ł> \"#Doe\" & כהן", 42),
            );
        }
    }
}

#[test]
fn planned_braille_copies_equal_marked_ones_on_paper_and_in_every_width() {
    let (source, mut options) = (build_long_book(), convert_options());
    for (cells, paper, contracted) in
        [(40, true, true), (28, true, false), (20, false, true), (80, false, true)]
    {
        let braille = books::brf::Settings { cells, paper, contracted, ueb: true };
        options.settings = Settings { braille };
        let package = convert(Format::Brf, source.clone().into(), &options, &mut ()).unwrap();
        assert_package_is_marked(Format::Brf, &package, &watermark_for("Jane Doe", 7));
    }
}

#[test]
fn planned_copies_with_audio_equal_marked_ones() {
    if !audio_tools() {
        return;
    }
    for format in [Format::DaisyAudio, Format::Daisy2Audio] {
        let options = Options { engine: Arc::new(ToneEngine::default()), ..convert_options() };
        let source = small_book().into();
        let (package, _) = convert_to(format, source, &options, Cursor::new(Vec::new()), &mut ()).unwrap();
        assert_package_is_marked(format, &package.into_inner(), &watermark_for("Jane Doe", 7));
    }
}

#[test]
fn a_prepared_package_has_the_same_files_and_is_hardly_larger() {
    for format in TEXT_FORMATS {
        let package = convert_sample(format, &build_long_book());
        let (ready, plan) = prepare_package(format, &package);
        assert_eq!(unzip(&ready), unzip(&package), "{format}");
        assert_eq!(
            prepare_package(format, &package),
            (ready.clone(), plan),
            "{format}: the same bytes every time"
        );
        assert!(ready.len() < package.len() * 5 / 4 + 2000, "{format}: {} of {}", ready.len(), package.len());
    }
}

#[test]
fn every_program_opens_a_copy() {
    const LIST_FILES_SCRIPT: &str = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
        print(len(z.namelist()))";
    let folder = tempfile::tempdir().unwrap();
    for format in TEXT_FORMATS {
        let (ready, plan) = prepare_package(format, &convert_sample(format, &build_long_book()));
        let copy = copy_by_plan(&ready, &plan, &watermark_for("Jane Doe", 7)).unwrap();
        for (name, bytes) in [("ready", &ready), ("copy", &copy)] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let programs = [
                Command::new("python3").args(["-c", LIST_FILES_SCRIPT]).arg(&path).output(),
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
    let (ready, plan) = prepare_package(Format::Epub3, &convert_sample(Format::Epub3, &build_long_book()));
    let bytes = plan.to_bytes();
    assert_eq!(WatermarkPlan::parse(&bytes).as_ref(), Some(&plan));
    assert_eq!((plan.file_size(), plan.tail_range().end), (ready.len() as u64, ready.len() as u64));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(WatermarkPlan::parse(&damaged), None, "byte {at}");
    }
    assert_eq!(WatermarkPlan::parse(&bytes[..bytes.len() - 1]), None);
    assert_eq!(WatermarkPlan::parse(&[bytes, vec![0]].concat()), None);
    let other = EpubBuilder::new("Long Bool").chapter("Chapter 1", "<p>x</p>").build();
    let same_size = [&ready[..ready.len() - 9], b"123456789"].concat();
    let longer = [&ready[..], b"\0"].concat();
    for foreign in [
        convert_sample(Format::Epub3, &other),
        same_size,
        longer,
        Vec::new(),
        ready[..ready.len() - 1].to_vec(),
    ] {
        assert_eq!(copy_by_plan(&foreign, &plan, &watermark_for("Jane Doe", 7)), None);
    }
}

#[test]
fn packages_that_cannot_be_marked_are_not_prepared() {
    assert!(prepare(Format::Epub3, Cursor::new(b"no container"), Vec::new()).is_err());
    let daisy = convert_sample(Format::Daisy, &small_book());
    assert!(prepare(Format::Docx, Cursor::new(&daisy), Vec::new()).is_err());
    assert!(prepare(Format::Pdf, Cursor::new(&daisy), Vec::new()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn planned_copies_equal_marked_ones_for_any_text(
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
        let one = Watermark { notice: Watermark::format_notice(&recipient, "2026-01-02".parse().unwrap()), language, record };
        for format in TEXT_FORMATS {
            assert_package_is_marked(format, &convert_sample(format, &source), &one);
        }
    }
}
