//! Every book in braille, translated back by another program.

use books::brf::Settings;
use books::model::Inline;
use books::testkit::{faults_of_braille, read_back, read_back_in_any_order, read_back_table_and_text, unzip};
use books::{Format, Limits, Options, convert_book, epub};

/// The required share of recovered words, relative to the words that the table recovers from the text itself.
const MIN_RECOVERED_SHARE: f64 = 0.98;

#[test]
fn recovers_the_words_of_every_book() {
    let modified = "2026-01-02T03:04:05Z".parse().unwrap();
    for book in sandbox::build_books().unwrap() {
        let read = epub::read(book.epub.into(), &Limits::default(), &mut ()).unwrap();
        for (ueb, paper) in [(false, false), (true, true)] {
            let settings = Settings { ueb, paper, ..Settings::default() };
            let options =
                Options { settings: books::Settings { braille: settings }, ..Options::new(modified) };
            let brf = convert_book(Format::Brf, &read, &options, &mut ()).unwrap();
            assert_eq!(faults_of_braille(&brf, settings), Vec::<String>::new(), "{}", book.slug);
            let (table, text) = read_back_table_and_text(&read, settings).unwrap();
            let volumes: String =
                unzip(&brf).into_iter().map(|(_, text)| String::from_utf8(text).unwrap()).collect();
            let Some(back) = read_back(table, &text, &volumes) else { return };
            assert!(back.words > 50, "{}: {back:?}", book.slug);
            let share = back.share();
            assert!(
                share >= MIN_RECOVERED_SHARE,
                "{} by {table}: {share:.4} of {} words",
                book.slug,
                back.words
            );
            // All words except those of formulas; cells of tables are side by side, so the order is ignored.
            let mut all = String::new();
            read.walk(&mut |block| {
                for inline in block.inlines() {
                    inline.walk(&mut |inline| {
                        if let Inline::Text(words) = inline {
                            all.push_str(words);
                        }
                    });
                }
                all.push('\n');
            });
            let Some((words, found)) = read_back_in_any_order(table, &all, &volumes) else { return };
            let enough = f64::from(u32::try_from(words).unwrap()) * MIN_RECOVERED_SHARE;
            assert!(
                f64::from(u32::try_from(found).unwrap()) >= enough,
                "{} by {table} with tables: {found} of {words}",
                book.slug
            );
        }
    }
}
