//! Every book in braille, read back by another program.

use std::collections::HashSet;

use books::brf::{Settings, spelling};
use books::model::{BlockKind, Inline, plain_text};
use books::testkit::{faults_of_braille, read_back, unzip};
use books::{Format, Limits, Options, convert_book, epub};

/// The share of words that must come back, of those that the table gives back of the text itself.
const SHARE: f64 = 0.98;

#[test]
fn the_words_of_every_book_come_back() {
    let modified = "2026-01-02T03:04:05Z".parse().unwrap();
    for book in sandbox::books().unwrap() {
        let read = epub::read(book.epub.into(), &Limits::default(), &mut ()).unwrap();
        for (ueb, paper) in [(false, false), (true, true)] {
            let settings = Settings { ueb, paper, ..Settings::default() };
            let options =
                Options { settings: books::Settings { braille: settings }, ..Options::new(modified) };
            let brf = convert_book(Format::Brf, &read, &options, &mut ()).unwrap();
            assert_eq!(faults_of_braille(&brf, settings), Vec::<String>::new(), "{}", book.slug);
            let table = match spelling(read.metadata.language(), settings).code {
                Some("ueb") => "en-ueb-g2.ctb",
                Some("ebae") => "en-us-g2.ctb",
                Some("frenchUnified") => "fr-bfu-g2.ctb",
                Some("spanish") => "es-g2.ctb",
                other => panic!("{}: no table to read {other:?} back by", book.slug),
            };
            // Formulas have a code of their own; entries of a table stand beside one another, line by line.
            let (mut text, mut entries) = (String::new(), HashSet::new());
            read.walk(&mut |block| {
                if matches!(block.kind, BlockKind::Table(_)) {
                    block.walk(&mut |entry| {
                        entries.insert(std::ptr::from_ref(entry));
                    });
                }
            });
            read.walk(&mut |block| {
                let line = plain_text(block.inlines());
                let formula = block.inlines().iter().any(|inline| matches!(inline, Inline::Math(_)));
                let entry = entries.contains(&std::ptr::from_ref(block));
                if !formula && !entry && !line.trim().is_empty() {
                    text.extend([line.split_whitespace().collect::<Vec<_>>().join(" ").as_str(), "\n"]);
                }
            });
            let volumes: String =
                unzip(&brf).into_iter().map(|(_, text)| String::from_utf8(text).unwrap()).collect();
            let Some(back) = read_back(table, &text, &volumes) else { return };
            assert!(back.words > 50, "{}: {back:?}", book.slug);
            let share = back.share();
            assert!(share >= SHARE, "{} by {table}: {share:.4} of {} words", book.slug, back.words);
        }
    }
}
