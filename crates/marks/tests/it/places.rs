//! Places in copies: the notice moves what follows it.

use books::places::{Edition, Map};
use books::testkit::{EpubBuilder, docx_paragraphs, text_at};
use books::{Format, epub, testkit};

use crate::{marked, one, options};

fn mapped(format: Format, source: &[u8]) -> (Vec<u8>, Map) {
    let (made, packed) = testkit::mapped(format, source, &options());
    (made, packed.map)
}

#[test]
fn a_marked_copy_has_its_own_places() {
    let source = EpubBuilder::new("The ferry")
        .author("A. Writer")
        .chapter("One", "<h1>The quay</h1><p>It rained. The <em>ferry was late.</em> Nobody spoke.</p>")
        .chapter(
            "Two",
            "<h1>The crossing</h1><div><p>Waves came.</p>\n<p>They\n went again. So did we.</p></div>\
             <ul><li>Bread</li><li>Cheese. And wine.</li></ul><p>No. No. No. All was well.</p>",
        )
        .build();
    let recipient = one("Ada Reader", 7);
    let (plain, map) = mapped(Format::Epub3, &source);
    let copy = marked(Format::Epub3, &plain, &recipient);
    let book = epub::read(copy.clone().into(), &options().limits, &mut ()).unwrap();
    let documents: Vec<String> = book.sections.iter().map(|section| section.path.clone()).collect();
    let before: Vec<String> = documents.iter().filter(|path| !path.contains("notice")).cloned().collect();
    for sentence in 0..map.sentences() {
        let original = map.location(sentence, Edition::Plain).unwrap();
        let own = map.location(sentence, Edition::Marked).unwrap();
        assert_ne!(original, own);
        assert_eq!(text_at(&copy, &documents, &own), text_at(&plain, &before, &original));
    }
    let (word, by_word) = mapped(Format::Docx, &source);
    let (before, behind) =
        (docx_paragraphs(&word), docx_paragraphs(&marked(Format::Docx, &word, &recipient)));
    let number = |sentence, edition| -> usize {
        by_word.location(sentence, edition).unwrap().split(['=', ';']).nth(1).unwrap().parse().unwrap()
    };
    for sentence in 0..by_word.sentences() {
        let (plain, own) = (number(sentence, Edition::Plain), number(sentence, Edition::Marked));
        assert_eq!(before[plain - 1], behind[own - 1]);
    }
}
