//! The balance of words: what a reader or a writer loses is reported.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use books::brf::Settings;
use books::model::Book;
use books::testkit::{
    BlankPdf, Epub2Builder, EpubBuilder, MINIMAL_PNG, ToneEngine, audio_tools, hard_books, unzip,
};
use books::{
    FindingKind, Format, LetterTally, NoticeWriter, Options, PdfWriter, Progress, Report, Result,
    WireEnum as _, WrittenPdf, convert,
};
use jiff::Timestamp;

use crate::support::{ReportCollector, dated_options};

fn balance_options() -> Options {
    Options { engine: Arc::new(ToneEngine::default()), pdf: Some(Arc::new(BlankPdf)), ..dated_options() }
}

fn convert_and_report(format: Format, source: Vec<u8>, options: &Options) -> Report {
    let mut collector = ReportCollector::default();
    convert(format, source.into(), options, &mut collector).unwrap();
    collector.to_report()
}

fn reported_losses(report: &Report) -> Vec<(FindingKind, &str, &str)> {
    let is_loss = |kind| matches!(kind, FindingKind::WordsLost | FindingKind::AlternativesLost);
    let findings = report.findings.iter().filter(|finding| is_loss(finding.kind));
    findings.map(|finding| (finding.kind, finding.file.as_str(), finding.subject.as_str())).collect()
}

/// A book with pictures in all places, with and without files and descriptions.
fn book_with_pictures() -> Vec<u8> {
    let described = |id: &str, text: &str| format!("<div hidden=\"hidden\" id=\"{id}\"><p>{text}</p></div>");
    EpubBuilder::new("Pictures")
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter(
            "One",
            &format!(
                "<p><img src=\"a.png\" alt=\"A gray seal\" aria-describedby=\"d\"/></p>\
                 <p>In a line <img src=\"a.png\" alt=\"a boat\" aria-describedby=\"e\"/> of text.</p>\
                 <figure><img src=\"a.png\" alt=\"A pier\"/><figcaption>The pier</figcaption></figure>\
                 <p><img src=\"gone.png\" alt=\"A lost picture\" aria-details=\"f\"/></p>\
                 <p>Ornament <img src=\"a.png\" alt=\"\"/> <img src=\"a.png\" role=\"presentation\"/></p>\
                 <picture><source srcset=\"b.webp\"/><img src=\"a.png\" alt=\"A choice\"/></picture>{}{}{}",
                described("d", "It rests on a rock."),
                described("e", "Its sail is red."),
                described("f", "Nobody has seen it."),
            ),
        )
        .chapter(
            "Two <img src=\"a.png\" alt=\"with a crown\"/>",
            "<ul><li><img src=\"a.png\" alt=\"An item\"/></li></ul><table><tr><th>A</th><td><img src=\"a.png\" \
             alt=\"A cell\"/></td></tr></table><blockquote><img src=\"a.png\" alt=\"A quotation\"/></blockquote>",
        )
        .build()
}

#[test]
fn every_format_keeps_alternatives_and_descriptions() {
    for format in Format::ALL.iter().copied() {
        if matches!(format, Format::DaisyAudio | Format::Daisy2Audio) && !audio_tools() {
            continue;
        }
        let report = convert_and_report(format, book_with_pictures(), &balance_options());
        assert_eq!(reported_losses(&report), [], "{format:?}");
        let words = report.words.unwrap();
        assert!(words.source > 40 && words.written == words.source, "{format:?}: {words:?}");
    }
}

#[test]
fn what_is_written_elsewhere_or_in_another_form_is_not_lost() {
    let call = "<p>High water<a epub:type=\"noteref\" href=\"chapter2.xhtml#n\">1</a></p>";
    let note = "<aside epub:type=\"footnote\" id=\"n\"><p>At six.</p></aside>";
    let notes = EpubBuilder::new("Notes").chapter("One", call).chapter("Notes", note).build();
    let picture = "<p>Low <img src=\"gone.png\" alt=\"A gray seal\"/> water.</p>";
    let old_book = Epub2Builder::new().chapter("One", picture).build();
    for (format, source) in [(Format::Docx, notes), (Format::Epub3, old_book)] {
        let report = convert_and_report(format, source, &balance_options());
        assert_eq!(reported_losses(&report), [], "{format:?}");
    }
}

#[test]
fn books_that_are_hard_to_read_lose_no_word_in_any_format() {
    for (name, source) in hard_books() {
        for format in [Format::Daisy, Format::Epub3, Format::Docx, Format::Brf, Format::Pdf] {
            let report = convert_and_report(format, source.clone(), &balance_options());
            assert_eq!(reported_losses(&report), [], "{name} {format:?}");
        }
    }
}

/// A writer that loses the second section and all alternatives.
#[derive(Debug)]
struct LosingPdfWriter;

impl PdfWriter for LosingPdfWriter {
    fn write(
        &self,
        book: &Book,
        _: Timestamp,
        out: &mut dyn Write,
        _: &mut dyn Progress,
    ) -> Result<WrittenPdf> {
        out.write_all(b"%PDF-1.7")?;
        let mut letters = LetterTally::default();
        for section in book.sections.iter().take(1) {
            letters.begin_section();
            for block in &section.blocks {
                block.walk(&mut |block| letters.add_text(&books::model::plain_text(block.inlines())));
            }
        }
        Ok(WrittenPdf { sentences: Vec::new(), letters })
    }
}

impl NoticeWriter for LosingPdfWriter {
    fn write_notice(&self, words: &str, language: &str) -> Result<Vec<u8>> {
        BlankPdf.write_notice(words, language)
    }
}

#[test]
fn a_writer_that_loses_words_and_alternatives_is_noticed() {
    let words = "The tide came in at six. ".repeat(40);
    let picture = "<p><img src=\"a.png\" alt=\"A gray seal on a rock\"/></p>";
    let source = EpubBuilder::new("Tides")
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter("One", &format!("<p>{}</p>", words.repeat(9)))
        .chapter("Two", &format!("<p>{words}</p>{picture}"))
        .build();
    let options = Options { pdf: Some(Arc::new(LosingPdfWriter)), ..balance_options() };
    let report = convert_and_report(Format::Pdf, source, &options);
    let losses = reported_losses(&report);
    let (kinds, files): (Vec<_>, Vec<_>) = losses.iter().map(|(kind, file, _)| (*kind, *file)).unzip();
    assert_eq!(kinds, [FindingKind::WordsLost, FindingKind::AlternativesLost], "{losses:?}");
    assert!(files.iter().all(|file| *file == "OEBPS/chapter2.xhtml"), "{losses:?}");
    assert!(losses[0].2.starts_with("241 of 241"), "{losses:?}");
    let words = report.words.unwrap();
    assert!(words.written * 100 < words.source * 98, "{words:?}");
}

/// Words are counted before they are translated: from there no document may be lost.
#[test]
fn every_document_is_in_the_braille_from_its_first_word_to_its_last() {
    const NAMES: [&str; 14] = [
        "amber", "bramble", "cedar", "dahlia", "elder", "fennel", "garnet", "hazel", "ivory", "jasper",
        "kelp", "larch", "maple", "nettle",
    ];
    let mut builder = EpubBuilder::new("Plants");
    for (n, name) in NAMES.iter().enumerate() {
        let mut text = format!("<p>first{name} ");
        // Documents of one line, of a page, and of many pages.
        for _ in 0..(n % 3) * (n % 3) * 150 {
            let _ = write!(text, "middle ");
        }
        builder = builder.chapter(&format!("Title{name}"), &format!("{text}last{name}</p>"));
    }
    let source = builder.build();
    for settings in [
        Settings { cells: 20, contracted: false, ..Settings::default() },
        Settings { cells: 40, contracted: false, ueb: true, ..Settings::default() },
        Settings { cells: 28, paper: true, contracted: false, ..Settings::default() },
    ] {
        let options = Options { settings: books::Settings { braille: settings }, ..balance_options() };
        let braille = convert(Format::Brf, source.clone().into(), &options, &mut ()).unwrap();
        let text: String =
            unzip(&braille).into_iter().map(|(_, text)| String::from_utf8(text).unwrap()).collect();
        let mut at = 0;
        for name in NAMES {
            for word in [format!("FIRST{name}"), format!("LAST{name}")] {
                let word = word.to_uppercase();
                let found = text[at..].find(&word);
                at += found.unwrap_or_else(|| panic!("{settings:?}: {word}"));
            }
        }
        assert_eq!(
            text.matches("MIDDLE").count(),
            NAMES.iter().enumerate().map(|(n, _)| (n % 3) * (n % 3) * 150).sum::<usize>()
        );
    }
}
