//! Places in copies: the notice moves what follows it.

use books::testkit::{EpubBuilder, docx_paragraphs, text_at};
use books::{Format, epub, testkit};
use position_maps::{Edition, SentenceMap};

use crate::{convert_options, mark_copy, watermark_for};

fn convert_with_map(format: Format, source: &[u8]) -> (Vec<u8>, SentenceMap) {
    let (made, packed) = testkit::convert_and_locate(format, source, &convert_options());
    (made, packed.map)
}

#[test]
fn a_marked_copy_has_its_own_position_map() {
    let source = EpubBuilder::new("The ferry")
        .author("A. Writer")
        .chapter("One", "<h1>The quay</h1><p>It rained. The <em>ferry was late.</em> Nobody spoke.</p>")
        .chapter(
            "Two",
            "<h1>The crossing</h1><div><p>Waves came.</p>\n<p>They\n went again. So did we.</p></div>\
             <ul><li>Bread</li><li>Cheese. And wine.</li></ul><p>No. No. No. All was well.</p>",
        )
        .build();
    let recipient = watermark_for("Ada Reader", 7);
    let (plain, map) = convert_with_map(Format::Epub3, &source);
    let copy = mark_copy(Format::Epub3, &plain, &recipient);
    let book = epub::read(copy.clone().into(), &convert_options().limits, &mut ()).unwrap();
    let documents: Vec<String> = book.sections.iter().map(|section| section.path.clone()).collect();
    let before: Vec<String> = documents.iter().filter(|path| !path.contains("notice")).cloned().collect();
    for sentence in 0..map.sentence_count() {
        let original = map.sentence_location(sentence, Edition::Plain).unwrap();
        let own = map.sentence_location(sentence, Edition::Marked).unwrap();
        assert_ne!(original, own);
        assert_eq!(text_at(&copy, &documents, &own), text_at(&plain, &before, &original));
    }
    let (word, by_word) = convert_with_map(Format::Docx, &source);
    let (before, behind) =
        (docx_paragraphs(&word), docx_paragraphs(&mark_copy(Format::Docx, &word, &recipient)));
    let number = |sentence, edition| -> usize {
        by_word
            .sentence_location(sentence, edition)
            .unwrap()
            .split(['=', ';'])
            .nth(1)
            .unwrap()
            .parse()
            .unwrap()
    };
    for sentence in 0..by_word.sentence_count() {
        let (plain, own) = (number(sentence, Edition::Plain), number(sentence, Edition::Marked));
        assert_eq!(before[plain - 1], behind[own - 1]);
    }
}
