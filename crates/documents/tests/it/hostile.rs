//! Hostile and invalid documents.

use books::testkit::{PdfBuilder, PdfPage, PptxBuilder, unzip, zip_files};
use books::{Limits, Stop};
use documents::{DocumentLimits, DocumentOptions, Error, Kind, detect, to_epub};
use proptest::prelude::*;

use super::{are_tools_installed, convert_document, sample_options};

#[test]
fn a_document_of_another_kind_and_one_that_is_too_large_are_refused_immediately() {
    let pdf = PdfBuilder::new().build();
    let refused = to_epub(Kind::Png, pdf.clone().into(), &sample_options(), &mut ());
    assert!(matches!(refused, Err(Error::NotRecognized)));
    let limits = DocumentLimits { bytes: 10, ..DocumentLimits::default() };
    let refused = to_epub(Kind::Pdf, pdf.into(), &DocumentOptions { limits, ..sample_options() }, &mut ());
    assert!(matches!(refused, Err(Error::TooLarge { quantity: "bytes", limit: 10 })));
}

#[test]
fn a_run_ends_when_the_caller_says_so() {
    if !are_tools_installed() {
        return;
    }
    let pdf: bytes::Bytes =
        PdfBuilder::new().page(PdfPage::new().lines(11, 72, 100, &["Words."])).build().into();
    for (stop, error) in
        [(Stop::Cancelled, "cancelled"), (Stop::OutOfTime, "reading the document took too long")]
    {
        let mut asked = 0;
        let mut progress = |_: usize, _: usize| {
            asked += 1;
            (asked > 2).then_some(stop)
        };
        let ended = to_epub(Kind::Pdf, pdf.clone(), &sample_options(), &mut progress).unwrap_err();
        assert_eq!(ended.to_string(), error);
        assert!(!ended.is_permanent());
    }
    let limits = DocumentLimits { time: std::time::Duration::ZERO, ..DocumentLimits::default() };
    let ended = to_epub(Kind::Pdf, pdf, &DocumentOptions { limits, ..sample_options() }, &mut ());
    assert!(matches!(ended, Err(Error::TimedOut)));
}

#[test]
fn a_presentation_cannot_reach_out_of_its_package_or_blow_up() {
    let outside = PptxBuilder::new("Out")
        .slide("<p:pic><p:nvPicPr><p:cNvPr id=\"1\" name=\"p\" descr=\"Words\"/></p:nvPicPr><p:blipFill><a:blip r:embed=\"rId1\"/></p:blipFill></p:pic>")
        .relation("rId1", "image", "../../../../etc/passwd")
        .build();
    let epub = convert_document(&outside, &sample_options()).unwrap();
    assert!(unzip(&epub).iter().all(|(name, _)| !name.contains("images/")));
    let mut files = unzip(&PptxBuilder::new("Bomb").slide("").build());
    files.push(("ppt/media/zero.png".into(), vec![0; 8 << 20]));
    let refused = convert_document(&zip_files(files), &sample_options());
    assert!(matches!(refused, Err(Error::Book(books::Error::ExpandsTooMuch { .. }))), "{refused:?}");
    let mut deep = "<p:grpSp>".repeat(150);
    deep.push_str("<p:sp><p:txBody><a:p><a:r><a:t>Deep</a:t></a:r></a:p></p:txBody></p:sp>");
    deep.push_str(&"</p:grpSp>".repeat(150));
    let made_of_deep = convert_document(&PptxBuilder::new("Deep").slide(&deep).build(), &sample_options());
    assert!(made_of_deep.is_ok(), "{made_of_deep:?}");
    assert_eq!(Limits::default().xml_depth, 200);
}

/// A slide with what slides have, to be damaged.
fn sample_deck() -> Vec<(String, Vec<u8>)> {
    let shapes = "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"s\"/><p:nvPr><p:ph type=\"body\"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl=\"1\"><a:buAutoNum type=\"romanLcPeriod\"/></a:pPr>\
        <a:r><a:rPr lang=\"en\" baseline=\"30000\"/><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>";
    unzip(&PptxBuilder::new("Deck").slide(shapes).notes("<a:p><a:r><a:t>n</a:t></a:r></a:p>").build())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn pictures_and_presentations_of_any_bytes_are_refused(kind in 0..3_usize, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let heads: [&[u8]; 3] = [b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1A\n", b"PK\x03\x04ppt/presentation.xml"];
        let mut document = heads[kind].to_vec();
        document.extend(bytes);
        let found = detect(&document).unwrap();
        prop_assert!(to_epub(found, document.into(), &sample_options(), &mut ()).is_err());
    }

    #[test]
    fn a_damaged_presentation_is_read_or_refused(file in 0..8_usize, at in 0..2000_usize, with in "[<>&\"/a-z0-9=: ]{0,6}") {
        let mut files = sample_deck();
        let n = file % files.len();
        let bytes = &mut files[n].1;
        let at = at % bytes.len().max(1);
        let end = (at + with.len() / 2).min(bytes.len());
        bytes.splice(at..end, with.bytes());
        let _ = to_epub(Kind::Pptx, zip_files(files).into(), &sample_options(), &mut ());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn a_damaged_pdf_is_read_or_refused(at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 1..40)) {
        if are_tools_installed() {
            let mut pdf = PdfBuilder::new()
                .catalog("/PageLabels <</Nums [0 <</S/r>>]>>")
                .outline("Words", 0)
                .page(PdfPage::new().lines(11, 72, 100, &["Words of a page."]))
                .build();
            let at = at.index(pdf.len());
            let end = (at + with.len()).min(pdf.len());
            pdf.splice(at..end, with);
            if detect(&pdf) == Some(Kind::Pdf) {
                let _ = to_epub(Kind::Pdf, pdf.into(), &sample_options(), &mut ());
            }
        }
    }
}
