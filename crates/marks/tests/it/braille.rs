//! Copies of braille books.

use books::brf::Settings;
use books::testkit::{EpubBuilder, faults_of_braille, unzip};
use books::{Format, Options, convert};

use crate::{convert_options, find_trace, mark_copy, test_key, watermark_for};

#[test]
fn a_copy_contains_its_notice_and_its_fingerprint() {
    let paragraph = format!("<p>{}</p>", "The tide comes in and goes out again. ".repeat(12));
    let source = EpubBuilder::new("Long").chapter("One", &paragraph.repeat(250)).build();
    for (cells, paper) in [(40, false), (20, false), (40, true), (28, true)] {
        let braille = Settings { cells, paper, ..Settings::default() };
        let options = Options { settings: books::Settings { braille }, ..convert_options() };
        let plain = convert(Format::Brf, source.clone().into(), &options, &mut ()).unwrap();
        let copy = mark_copy(Format::Brf, &plain, &watermark_for("Jane Doe", 4711));
        let traced = find_trace(copy.clone(), &test_key()).unwrap();
        assert_eq!(traced.record, 4711);
        assert!(traced.places_found >= 3, "{braille:?}: {traced:?}");
        let faults = faults_of_braille(&copy, braille);
        assert!(faults.is_empty(), "{braille:?}: {faults:#?}");
        for (name, text) in unzip(&copy) {
            let letters: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            let letters = String::from_utf8(letters).unwrap();
            assert!(letters.contains(",JANE,DOE") && letters.contains("#BJBF-JA-JB"), "{braille:?}: {name}");
            // A volume alone is enough.
            assert_eq!(find_trace(text, &test_key()).unwrap().record, 4711, "{name}");
        }
        assert_eq!(find_trace(plain, &test_key()), None);
    }
}

#[test]
fn characters_that_look_like_entities_are_unchanged() {
    let text =
        "<p>Write b&amp;amp;s, q&amp;reg;x, x&amp;lt;y, r&amp;LT; and a&amp;nbsp;b, &amp;GT; &amp;ETH;.</p>";
    let source = EpubBuilder::new("Signs").chapter("One", text).build();
    for (ueb, paper) in [(false, false), (true, false), (true, true)] {
        let braille = Settings { ueb, paper, ..Settings::default() };
        let options = Options { settings: books::Settings { braille }, ..convert_options() };
        let plain = convert(Format::Brf, source.clone().into(), &options, &mut ()).unwrap();
        let copy = mark_copy(Format::Brf, &plain, &watermark_for("Jane Doe", 4711));
        let lines = |package: &[u8]| -> Vec<String> {
            let texts = unzip(package).into_iter().map(|(_, text)| String::from_utf8(text).unwrap());
            texts
                .flat_map(|text| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>())
                .collect()
        };
        let marked = lines(&copy);
        let lost: Vec<String> = lines(&plain).into_iter().filter(|line| !marked.contains(line)).collect();
        assert!(lost.is_empty(), "{braille:?}: {lost:?}");
        let faults = faults_of_braille(&copy, braille);
        assert!(faults.is_empty(), "{braille:?}: {faults:#?}");
    }
}
