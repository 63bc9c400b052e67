//! BRF: geometry, signs, layout, completeness.

use std::io::Cursor;

use books::brf::{Settings, describe_spelling};
use books::model::{Block, BlockKind, plain_text};
use books::testkit::{EpubBuilder, check_order, faults_of_braille, sample_books, small_book, unzip};
use books::{Format, Limits, Options, convert, convert_book, convert_with_map, epub};

fn braille_options(braille: Settings) -> Options {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    Options { settings: books::Settings { braille }, ..options }
}

fn display_settings(cells: u16) -> Settings {
    Settings { cells, ..Settings::default() }
}

fn paper_settings(cells: u16) -> Settings {
    Settings { cells, paper: true, ..Settings::default() }
}

fn convert_to_brf(source: Vec<u8>, settings: Settings) -> Vec<u8> {
    convert(Format::Brf, source.into(), &braille_options(settings), &mut ()).unwrap()
}

/// The texts of all volumes.
fn volume_texts(brf: &[u8]) -> Vec<String> {
    let files = unzip(brf);
    assert!(files.iter().all(|(name, _)| name.ends_with(".brf")));
    files.into_iter().map(|(_, text)| String::from_utf8(text).unwrap()).collect()
}

fn book_with_body(body: &str) -> Vec<u8> {
    EpubBuilder::new("The Book").chapter("One", body).build()
}

fn every_setting() -> Vec<Settings> {
    let mut all = Vec::new();
    for contracted in [false, true] {
        for ueb in [false, true] {
            for cells in [18, 20, 32, 40, 70, 80] {
                all.push(Settings { cells, paper: false, contracted, ueb });
            }
            for cells in [28, 40] {
                all.push(Settings { cells, paper: true, contracted, ueb });
            }
        }
    }
    all
}

fn check_brf(brf: &[u8], settings: Settings) {
    let faults = faults_of_braille(brf, settings);
    assert!(faults.is_empty(), "{settings:?}: {faults:#?}");
}

#[test]
fn small_characters_keep_their_level() {
    let body = "<p>CO\u{2082}, 10\u{207b}\u{b3} m, 5\u{2070}, 2\u{207f}, H<sub>2</sub>O, \
                x<sup>n+1</sup>, v<sub>max</sub>, 1<sup>st</sup></p>";
    for (ueb, words) in [
        (
            true,
            [
                ",,CO;5#B1", "#AJ;9;<\"-#C>", "#E;9#J1", "#B;9;N1", " ,H;5#B,O", " X;9;<N\"6#A>1",
                " V;5;<MAX;>1", "#AST",
            ],
        ),
        (false, [",,CO#B1", "#AJ_<-#C", "#E", "#B;N1", ",H#B,O", "_<7;N@+#A7", "VMAX", "#A/"]),
    ] {
        let settings = Settings { ueb, ..display_settings(80) };
        let text = volume_texts(&convert_to_brf(book_with_body(body), settings)).concat();
        let missing: Vec<_> = words.iter().filter(|word| !text.contains(*word)).collect();
        assert!(missing.is_empty(), "{ueb} {missing:?}: {text}");
    }
}

#[test]
fn fractions_of_small_digits_are_apart_from_whole_numbers() {
    let body = "<p>Use 3<sup>1</sup>\u{2044}<sub>2</sub> cups, <sup>3</sup>/<sub>10</sub> cup and \
                2\u{b9}\u{2044}\u{2084} or 5\u{bd} cups.</p>";
    for (ueb, words) in [
        (true, ["#C#A/B CUPS1", "#C/AJ CUP", "#B#A/D OR", "#E#A/B CUPS4"]),
        (false, ["#C-#A/B CUPS1", "#C/AJ CUP", "#B-#A/D OR", "#E-#A/B CUPS4"]),
    ] {
        let settings = Settings { ueb, ..display_settings(80) };
        let text = volume_texts(&convert_to_brf(book_with_body(body), settings)).concat();
        let missing: Vec<_> = words.iter().filter(|word| !text.contains(*word)).collect();
        assert!(missing.is_empty(), "{ueb} {missing:?}: {text}");
    }
}

#[test]
fn every_setting_gives_lines_and_pages_that_fit() {
    for settings in every_setting() {
        check_brf(&convert_to_brf(small_book(), settings), settings);
    }
}

#[test]
fn every_sample_fits_and_keeps_its_words() {
    for (name, bytes) in sample_books() {
        let read = epub::read(bytes.into(), &Limits::default(), &mut ()).unwrap();
        // Ten thousand formulas take minutes in a program that is not optimized.
        if read.survey().formulas > 1000 {
            continue;
        }
        for settings in [
            display_settings(40),
            display_settings(18),
            paper_settings(28),
            Settings { ueb: true, ..paper_settings(40) },
        ] {
            let brf = convert_book(Format::Brf, &read, &braille_options(settings), &mut ()).unwrap();
            check_brf(&brf, settings);
        }
        if read.metadata.language().starts_with("en") {
            assert_eq!(check_no_word_lost(&read), Ok(()), "{name}");
        }
    }
}

/// Letters without contractions are letters: each word of the source is there, in its order.
fn check_no_word_lost(book: &books::model::Book) -> Result<(), String> {
    let settings = Settings { cells: 200, paper: false, contracted: false, ueb: true };
    let brf = convert_book(Format::Brf, book, &braille_options(settings), &mut ()).unwrap();
    let braille = split_words(&volume_texts(&brf).concat());
    let mut source = Vec::new();
    book.walk(&mut |block: &Block| {
        // Formulas have a code of their own.
        let formula = block.inlines().iter().any(|inline| matches!(inline, books::model::Inline::Math(_)));
        if !formula && !matches!(block.kind, BlockKind::Heading { .. }) {
            source.extend(split_words(&space_capitals(&plain_text(block.inlines()))));
        }
    });
    check_order(&source, &braille)
}

/// A capital inside a word has a sign before it, which divides the letters.
fn space_capitals(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_uppercase() && out.ends_with(char::is_alphabetic) {
            out.push(' ');
        }
        out.push(c);
    }
    out.to_uppercase()
}

fn split_words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !c.is_ascii_uppercase());
    // Digits are the letters A to J; single letters may be signs.
    split.filter(|word| word.len() > 2).map(str::to_owned).collect()
}

#[test]
fn braille_keeps_every_word_of_a_book() {
    let read = epub::read(small_book().into(), &Limits::default(), &mut ()).unwrap();
    assert_eq!(check_no_word_lost(&read), Ok(()));
}

#[test]
fn a_book_on_a_display() {
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    insta::assert_snapshot!(volume_texts(&convert_to_brf(small_book(), settings))[0].replace("\r\n", "\n"));
}

#[test]
fn a_book_on_paper() {
    let text = &volume_texts(&convert_to_brf(small_book(), paper_settings(28)))[0];
    insta::assert_snapshot!(text.replace("\r\n", "\n").replace('\u{c}', "<page>\n"));
}

const KINDS_MARKUP: &str = r#"
    <h2>Lists</h2>
    <ul><li>one thing that is long enough to run over<ul><li>inner</li></ul></li><li>two</li></ul>
    <ol start="3" type="i"><li>three</li><li>four</li></ol>
    <dl><dt>term</dt><dd>what it is</dd></dl>
    <h3>Tables</h3>
    <table><thead><tr><th>Day</th><th>Tide</th></tr></thead>
      <tbody><tr><td>Monday</td><td>4.2</td></tr><tr><td>Tuesday</td><td></td></tr></tbody></table>
    <table><tr><th>Name</th><th>Description</th></tr>
      <tr><td>Heron</td><td>It stands for a long time in the shallow water and waits until something small and careless
      comes by, which it then eats without any sign of haste or of regret, and goes on standing there</td></tr></table>
    <blockquote><p>Displayed words, said by somebody else.</p></blockquote>
    <figure><img src="x.png" alt="A heron"/><figcaption>Figure 1</figcaption></figure>
    <hr/>
    <pre>fn main() {
    println!("x");
}</pre>
    <p>Water is H<sub>2</sub>O, and x<sup>2</sup> is a square; <b>bold</b>, <em>italic</em>, <code>the_code</code>.</p>
    <math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>
    <aside><p>Beside the text.</p></aside>"#;

#[test]
fn each_kind_of_block_has_its_form() {
    for (name, settings) in [
        ("ueb", Settings { contracted: false, ueb: true, ..display_settings(40) }),
        ("ebae", display_settings(32)),
        ("narrow", Settings { ueb: true, ..display_settings(18) }),
    ] {
        let text = volume_texts(&convert_to_brf(book_with_body(KINDS_MARKUP), settings)).concat();
        insta::assert_snapshot!(name, text.replace("\r\n", "\n"));
    }
}

#[test]
fn inline_quotations_have_marks_once() {
    let body = "<p><q>yes, <q>no</q></q> and <q>\u{201c}well\u{201d}</q></p>";
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    let text = volume_texts(&convert_to_brf(book_with_body(body), settings)).concat();
    assert!(text.contains("  8YES1 ,8NO,00 AND 8WELL0\r\n"), "{text}");
}

#[test]
fn items_that_begin_with_another_block_keep_their_numbers() {
    let body = "<ol><li><pre>one</pre></li><li><ol type=\"a\"><li>two</li></ol></li></ol>";
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    let text = volume_texts(&convert_to_brf(book_with_body(body), settings)).concat();
    assert!(text.contains("#A4\r\n") && text.contains("#B4\r\n"), "{text}");
    let body = "<ul><li><span epub:type=\"pagebreak\" id=\"p\" title=\"7\"/>one</li></ul>";
    let text = volume_texts(&convert_to_brf(book_with_body(body), settings)).concat();
    assert!(text.contains("-#G\r\n_4 ONE\r\n"), "{text}");
}

#[test]
fn a_note_has_its_sign_once() {
    let call = |n: u32, sign: &str| format!("x<a epub:type=\"noteref\" href=\"#n{n}\">{sign}</a> ");
    let note =
        |n: u32, text: &str| format!("<aside epub:type=\"footnote\" id=\"n{n}\"><p>{text}</p></aside>");
    let body = [
        format!("<p>{}{}{}{}</p>", call(1, "[2]"), call(2, "1"), call(3, "4"), call(4, "7")),
        note(1, "[2] ships"),
        note(2, "12 boats"),
        note(3, "rafts"),
        "<ol><li epub:type=\"endnote\" id=\"n4\"><p>planks</p></li></ol>".into(),
    ];
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    let text = volume_texts(&convert_to_brf(book_with_body(&body.concat()), settings)).concat();
    for line in ["  .<#B.> SHIPS\r\n", "  #A #AB BOATS\r\n", "  #D RAFTS\r\n", "\r\n  #G PLANKS\r\n"] {
        assert!(text.contains(line), "{line:?}: {text}");
    }
    assert!(!text.contains("#A4"), "{text}");
}

#[test]
fn punctuation_follows_the_number_of_a_note_directly() {
    let call = |n: u32| format!("<a epub:type=\"noteref\" href=\"#n{n}\">{n}</a>");
    let note = |n: u32| format!("<aside epub:type=\"footnote\" id=\"n{n}\"><p>boats</p></aside>");
    let body = format!("<p>no{}, {}.</p>{}{}", call(1), call(2), note(1), note(2));
    let text = volume_texts(&convert_to_brf(book_with_body(&body), display_settings(40))).concat();
    assert!(text.contains("  NO 99#A1 99#B4\r\n"), "{text}");
}

#[test]
fn entries_of_a_table_row_by_row_have_all_headings_of_their_column() {
    let table = "<table><thead><tr><th rowspan=\"2\">Name</th><th colspan=\"2\">Ships:</th><th rowspan=\"2\">Sign</th></tr>\
        <tr><th>in</th><th>out</th></tr></thead><tbody><tr><th rowspan=\"2\">Anstey</th><td>7</td><td>8</td>\
        <td><ul><li>red</li></ul></td></tr><tr><td>5</td><td>6</td><td>none</td></tr></tbody></table>";
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    let text = volume_texts(&convert_to_brf(book_with_body(table), settings)).concat().replace("\r\n", "\n");
    let lines = [
        ",NAME", "  ,SHIPS3", "  ,SIGN", "  IN", "  OUT", ",ANSTEY", "  ,SHIPS IN3 #G", "  ,SHIPS OUT3 #H",
        "  ,SIGN3", "_4 RED", "  ,SHIPS IN3 #E", "  ,SHIPS OUT3 #F", "  ,SIGN3 NONE",
    ];
    let mut rest = text.as_str();
    for line in lines {
        let at = rest.find(&format!("{line}\n")).unwrap_or_else(|| panic!("{line:?}: {text}"));
        rest = &rest[at..][line.len()..];
    }
}

const VERSE_MARKUP: &str = r#"
    <p class="stanza"><span class="line">A line that stands at the left,</span>
      <span class="line indent">and one that stands in and goes on for longer than a line of the display,</span>
      <span class="line i2">and one that stands further in.</span></p>
    <p class="stanza"><span class="line">Another stanza.</span></p>
    <p>Prose.</p>
    <div class="poem"><p>A line,<br/><span style="margin-left: 2em">one moved in,</span><br/>a third.<span class="linenum">7</span></p></div>"#;

#[test]
fn lines_of_verse_stand_where_print_has_them() {
    let settings = Settings { contracted: false, ueb: true, ..display_settings(40) };
    let text =
        volume_texts(&convert_to_brf(book_with_body(VERSE_MARKUP), settings)).concat().replace("\r\n", "\n");
    let at = |line: &str| {
        let found = text.lines().find(|found| found.trim_start().starts_with(line));
        found.map(|found| found.len() - found.trim_start().len())
    };
    assert_eq!(at(",A LINE THAT"), Some(0), "{text}");
    assert_eq!((at("AND ONE THAT STANDS IN AND"), at("LONGER THAN")), (Some(2), Some(6)), "{text}");
    assert_eq!(at("AND ONE THAT STANDS FURTHER"), Some(4), "{text}");
    assert_eq!((at(",ANO!R"), at(",ANOTHER ,"), at(",ANOTHER STANZA")), (None, None, Some(0)), "{text}");
    assert_eq!((at("ONE MOVED"), at("A THIRD")), (Some(2), Some(0)), "{text}");
    assert!(text.contains("A THIRD4 #G\n"), "{text}");
    // A blank line between stanzas, and around poems.
    assert!(text.contains("\n\n,ANOTHER STANZA4\n\n  ,PROSE4\n\n,A LINE"), "{text}");
    check_brf(&convert_to_brf(book_with_body(VERSE_MARKUP), display_settings(18)), display_settings(18));
}

#[test]
fn a_run_ends_between_two_formulas() {
    let formula = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>";
    let source = book_with_body(&format!("<p>{}</p>", format!("{formula} and ").repeat(50)));
    let read = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let mut asked = 0;
    let mut watch = |_, _| {
        asked += 1;
        (asked == 5).then_some(books::Stop::OutOfTime)
    };
    let stopped = convert_book(Format::Brf, &read, &braille_options(display_settings(40)), &mut watch);
    assert!(matches!(stopped, Err(books::Error::OutOfTime)), "{stopped:?}");
    assert_eq!(asked, 5, "nobody is asked after the answer");
}

#[test]
fn languages_have_their_codes() {
    let of = |language, ueb| describe_spelling(language, Settings { ueb, ..Settings::default() });
    assert_eq!((of("en", false).code, of("en", false).is_contracted), (Some("ebae"), true));
    assert_eq!(of("en-GB", true).code, Some("ueb"));
    assert_eq!((of("fr", true).code, of("es", true).code), (Some("frenchUnified"), Some("spanish")));
    assert_eq!((of("it", true).code, of("it", true).is_contracted), (None, false));
    assert_eq!((of("und", false).code, of("und", false).is_contracted), (None, false));
}

#[test]
fn a_long_book_on_paper_has_volumes() {
    let paragraph = format!("<p>{}</p>", "The tide comes in and goes out again. ".repeat(20));
    let mut builder = EpubBuilder::new("A Long Book");
    for n in 1..=12 {
        builder = builder.chapter(&format!("Chapter {n}"), &paragraph.repeat(25));
    }
    let source = builder.build();
    let brf = convert_to_brf(source.clone(), paper_settings(28));
    check_brf(&brf, paper_settings(28));
    let files = unzip(&brf);
    assert!(files.len() > 1, "{}", files.len());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(&names[..2], ["a-long-book-01.brf", "a-long-book-02.brf"]);
    for (n, (_, text)) in files.iter().enumerate() {
        let text = String::from_utf8(text.clone()).unwrap();
        let number = ["A", "B", "C", "D", "E", "F"][n];
        assert!(text.contains(&format!(",VOLUME #{number} (")), "{n}");
    }
    for (settings, volumes) in [(paper_settings(28), files.len()), (display_settings(40), 1)] {
        let (source, out) = (source.clone().into(), Cursor::new(Vec::new()));
        let made = convert_with_map(
            Format::Brf,
            source,
            &braille_options(settings),
            out,
            &mut (),
            Cursor::into_inner,
        )
        .unwrap();
        assert_eq!((made.volumes, unzip(&made.output).len()), (Some(volumes), volumes));
    }
}

#[test]
fn signs_that_no_code_knows_are_not_escapes() {
    let body = "<p>\u{20ac}5 \u{b2} \u{3c0} \u{221e} \u{1f600} \u{5317}\u{4eac} \u{e000} \u{627}\u{644} \u{5d0}\u{5d1} \u{916}\u{443}\u{43a} \u{2e3a} a\u{2060}b</p>";
    for language in ["en", "fr", "es", "de", "ar", "el", "zh", "xx"] {
        for settings in every_setting() {
            let source = EpubBuilder::new("Signs").language(language).chapter("One", body).build();
            check_brf(&convert_to_brf(source, settings), settings);
        }
    }
}

#[test]
fn converting_a_book_again_gives_the_same_bytes() {
    assert_eq!(
        convert_to_brf(small_book(), paper_settings(40)),
        convert_to_brf(small_book(), paper_settings(40))
    );
}
