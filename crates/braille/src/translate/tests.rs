use proptest::prelude::*;

use super::*;
use crate::to_ascii;

fn translate_to_ascii(language: &str, contracted: bool, ueb: bool, text: &str) -> String {
    let translator = Translator::new(language, contracted, ueb);
    to_ascii(&translator.text(&[Piece::from_text(text)]).unwrap().cells)
}

fn styled_piece(text: &str, emphasis: Emphasis) -> Piece<'_> {
    Piece::Text { text: text.into(), language: None, emphasis, literal: false, spaced: false }
}

#[test]
fn english_in_its_two_codes_and_grades() {
    assert_eq!(translate_to_ascii("en", true, true, "The knowledge of it"), ",! K ( X");
    assert_eq!(translate_to_ascii("en", true, false, "The knowledge of it"), ",! K ( X");
    assert_eq!(translate_to_ascii("en", false, false, "The knowledge of it"), ",THE KNOWLEDGE OF IT");
    assert_eq!(translate_to_ascii("en", true, false, "a price of \u{20ac}5"), "A PRICE ( ,,EUR#E");
}

#[test]
fn a_letter_after_a_number_is_a_letter_in_capitals_too() {
    for (text, cells) in [
        ("ABC 456G HIJ", ",,,ABC #DEF;G HIJ,'"),
        ("ABC 45FG HIJ", ",,,ABC #DE;FG HIJ,'"),
        ("ABC 4EFG HIJ", ",,,ABC #D;EFG HIJ,'"),
        ("AB123456G DWP CR", ",,,AB#ABCDEF;G DWP CR,'"),
        ("ABC 4.B 4,C HIJ", ",,,ABC #D4;B #D1;C HIJ,'"),
        ("ABC 4K HIJ", ",,,ABC #DK HIJ,'"),
        ("4b 4B 4k b4", "#D;B #D,B #DK B#D"),
        ("room 3D, B2B", "ROOM #C,D1 ,B#B,B"),
    ] {
        assert_eq!(translate_to_ascii("en", true, true, text), cells, "{text}");
        assert_eq!(translate_to_ascii("en", false, true, text), cells, "{text}");
    }
    // What follows keeps its place.
    let translator = Translator::new("en", true, true);
    let pieces = [Piece::from_text("ABC 456G HI-JK "), Piece::Mark(7), Piece::from_text("end")];
    let text = translator.text(&pieces).unwrap();
    let mark = text.marks[0].0;
    assert_eq!(&to_ascii(&text.cells)[mark..], "5D");
    assert_eq!(&to_ascii(&text.cells)[text.breaks[0]..mark], "JK,' ");
}

#[test]
fn fractions_are_apart_from_the_numbers_before_them() {
    for (language, ueb, text, cells) in [
        ("en", false, "3\u{bd} cups", "#C-#A/B CUPS"),
        ("en", false, "\u{2153} cup, 12\u{2154}", "#A/C CUP1 #AB-#B/C"),
        ("en", true, "3\u{bd} cups", "#C#A/B CUPS"),
        ("en", true, "1\u{2044}2 cup, 1/2", "#A/B CUP1 #A_/#B"),
        ("cs", false, "3\u{bd}", "#C #A]#B"),
        ("fr", false, "3\u{bd}", ",% ,*/<"),
    ] {
        assert_eq!(translate_to_ascii(language, false, ueb, text), cells, "{language} {text}");
    }
}

#[test]
fn a_sharp_sign_is_not_the_sign_of_numbers() {
    for (text, cells) in [
        ("C#, #hash", ";,C_?1 _?HA%"),
        ("item #5", "ITEM _?#E"),
        ("F\u{266f} and B\u{266d}", ";,F %>P & ;,B FLAT"),
        ("\u{a3}5", ",,GBP#E"),
    ] {
        assert_eq!(translate_to_ascii("en", true, false, text), cells, "{text}");
    }
}

#[test]
fn passages_in_capitals_end_within_the_marks_around_them() {
    for (text, cells) in [
        ("(ABC ABC DEFG) defg", "\"<,,,ABC ABC DEFG,'\"> DEFG"),
        ("\u{201c}ABC ABC DEFG.\u{201d} x", "8,,,ABC ABC DEFG4,'0 ;X"),
        ("(\u{201c}STOP THE CAR\u{201d}) x", "\"<8,,,/OP ! C>,'0\"> ;X"),
        ("ABC (ABC DEFG) x", ",,,ABC \"<ABC DEFG\">,' ;X"),
    ] {
        assert_eq!(translate_to_ascii("en", true, true, text), cells, "{text}");
    }
}

#[test]
fn only_spaces_within_a_number_join_digits() {
    for (text, cells) in [
        ("in 1984 25 men", "IN #AIHD #BE MEN"),
        ("1 2 3", "#A #B #C"),
        ("SW1 2AB", ",,SW#A #B,,AB"),
        ("10\u{a0}000", "#AJ\"JJJ"),
        ("10\u{202f}000 25", "#AJ\"JJJ #BE"),
        ("2\u{2009}1/2", "#B #A_/#B"),
        ("1 234 567.8, 12 345", "#A\"BCD\"EFG4H1 #AB #CDE"),
        ("120 130 140 and 1 20 300", "#ABJ #ACJ #ADJ AND #A #BJ #CJJ"),
    ] {
        assert_eq!(translate_to_ascii("en", false, true, text), cells, "{text}");
    }
    // What follows keeps its place.
    let translator = Translator::new("en", true, true);
    let text = translator
        .text(&[
            Piece::from_text("1984 "),
            Piece::Mark(1),
            Piece::from_text("25 "),
            Piece::Mark(2),
            Piece::from_text("end"),
        ])
        .unwrap();
    let from = |mark: usize| to_ascii(&text.cells[text.marks[mark].0..]);
    assert_eq!((from(0), from(1)), ("#BE 5D".to_owned(), "5D".to_owned()));
}

#[test]
fn groupsigns_do_not_follow_a_sign_of_capitals() {
    for (text, cells) in [
        ("getFullName", "GET,FULL,NAME"),
        ("setTion", "SET,TION"),
        ("isNess", "IS,NESS"),
        ("isNESS", "IS,,NESS"),
        ("theBbc", "!,BBC"),
        ("MacEachern", ",MAC,EACHERN"),
        ("OFful", ",,(,'FUL"),
    ] {
        assert_eq!(translate_to_ascii("en", true, true, text), cells, "{text}");
        if text != "OFful" {
            assert_eq!(translate_to_ascii("en", true, false, text), cells, "{text}");
        }
    }
    // Between letters they stay.
    for ueb in [true, false] {
        assert_eq!(
            translate_to_ascii("en", true, ueb, "Careful Hardness McDonald"),
            ",C>E;L ,H>D;S ,MC,DONALD"
        );
        // UEB has no sign for "ation".
        assert_eq!(translate_to_ascii("en", true, ueb, "NATION"), if ueb { ",,NA;N" } else { ",,N,N" });
    }
}

#[test]
fn other_languages_have_their_own() {
    assert_eq!(translate_to_ascii("fr", false, false, "\u{e9}t\u{e9}"), "=T=");
    assert_eq!(translate_to_ascii("de-AT", true, false, "Kind"), "K9D");
    assert_eq!(translate_to_ascii("es", false, true, "ni\u{f1}o"), "NI]O");
    assert_eq!(translate_to_ascii("es", false, true, "3,5 1.234,56 5, 6"), "#C1E #A'BCD1EF #E1 #F");
    // Without a table, accents are those of English braille.
    assert_eq!(translate_to_ascii("is", true, true, "\u{e9}g"), "^/EG");
}

#[test]
fn emphasis_follows_the_code() {
    let pieces =
        [Piece::from_text("He was "), styled_piece("very", Emphasis::Bold), Piece::from_text(" sure")];
    let of = |ueb| to_ascii(&Translator::new("en", true, ueb).text(&pieces).unwrap().cells);
    assert_eq!(of(true), ",HE 0 ^1V SURE");
    assert_eq!(of(false), ",HE 0 .V SURE");
}

#[test]
fn passages_of_emphasis_stay_whole_next_to_marks() {
    let translate_run = |ueb: bool, before: &str, run: &str, after: &str| {
        let pieces = [
            Piece::from_text(before.to_owned()),
            styled_piece(run, Emphasis::Italic),
            Piece::from_text(after.to_owned()),
        ];
        to_ascii(&Translator::new("en", true, ueb).text(&pieces).unwrap().cells)
    };
    for (before, run, after, ueb, american) in [
        ("(", "see also the third book", ")", "\"<.7SEE AL ! ?IRD BOOK.'\">", "7..SEE AL ! ?IRD .BOOK7"),
        (
            "\u{2014}", "see also the third book", "\u{2014}", ",-.7SEE AL ! ?IRD BOOK.',-",
            "--..SEE AL ! ?IRD .BOOK--",
        ),
        ("", "see also the third book", " here", ".7SEE AL ! ?IRD BOOK.' \"H", "..SEE AL ! ?IRD .BOOK \"H"),
        ("(", "SEE ALSO THE BOOK", ") x", "\"<.7,,,SEE AL ! BOOK,'.'\"> ;X", "7..,,SEE ,,AL ,,! .,,BOOK7 ;X"),
        ("(", "see also", ")", "\"<.1SEE .1AL.'\">", "7.SEE .AL7"),
        ("", "of the", "", ".1( .1!", ".( .!"),
        ("", "non", "-fiction", ".1NON.'-FIC;N", ".NON,'-FIC;N"),
        ("un", "believ", "able", "UN.1BELIEV.'ABLE", "UN.BELIEV,'A#"),
    ] {
        assert_eq!(translate_run(true, before, run, after), ueb, "{before}{run}{after}");
        assert_eq!(translate_run(false, before, run, after), american, "{before}{run}{after}");
    }
    for (run, cells) in [("voir le livre ici", "83_VOIR LE LIVRE _ICI0"), ("le livre", "8_LE _LIVRE0")] {
        let pieces = [Piece::from_text("("), styled_piece(run, Emphasis::Bold), Piece::from_text(")")];
        let text = Translator::new("fr", false, true).text(&pieces).unwrap();
        assert_eq!(to_ascii(&text.cells), cells, "{run}");
    }
    // What follows keeps its place, and a line may not end within an indicator.
    let pieces = [
        Piece::Mark(0),
        styled_piece("see also the well-known", Emphasis::Bold),
        Piece::from_text(" "),
        Piece::Mark(1),
        Piece::from_text("end"),
    ];
    let text = Translator::new("en", true, true).text(&pieces).unwrap();
    let from = |place: usize| to_ascii(&text.cells[place..]);
    assert_eq!(from(text.marks[0].0), "^7SEE AL ! WELL-\"KN^' 5D");
    assert_eq!(from(text.marks[1].0), "5D");
    assert_eq!(from(text.breaks[0]), "\"KN^' 5D");
}

#[test]
fn points_behind_words_are_not_those_of_numbers() {
    for (text, ueb, american) in [
        ("no.5, p.12", "NO4#E1 P4#AB", "NO4#E1 P4#AB"),
        ("wait...5", "WAIT444#E", "WAIT'''#E"),
        ("%.1", ".04#A", "@3P4#A"),
        ("x .5 (.5)", ";X #4E \"<#4E\">", ";X #.E 7#.E7"),
        ("3.14", "#C4AD", "#C.AD"),
    ] {
        assert_eq!(translate_to_ascii("en", true, true, text), ueb, "{text}");
        assert_eq!(translate_to_ascii("en", true, false, text), american, "{text}");
    }
    assert_eq!(translate_to_ascii("de", false, true, "Abs.3 am 3.5."), "ABS'#C AM #C'E'");
}

#[test]
fn letters_behind_numbers_are_not_digits_in_other_codes() {
    assert_eq!(translate_to_ascii("en", true, false, "1a 2b 1st 2c."), "#A;A #B;B #A/ #B;C4");
    assert_eq!(translate_to_ascii("en", false, false, "1a"), "#A;A");
    assert_eq!(translate_to_ascii("es", false, true, "3a 10cm 5k"), "#C\"A #AJ\"CM #EK");
    assert_eq!(translate_to_ascii("pt", false, true, "3a 5k"), "#C\"A #EK");
    assert_eq!(translate_to_ascii("ny", false, true, "2a 3b 5k"), "#B;A #C;B #E;K");
}

#[test]
fn words_before_a_raised_sign_do_not_stand_alone() {
    let translator = Translator::new("en", true, true);
    let sign = || Piece::Cells(crate::from_ascii(";9"));
    for (word, cells) in [
        ("H", ",H;9#B"),
        ("the people", "! PEOPLE;9#B"),
        ("knowledge", "\"KL$GE;9#B"),
        ("NASA", ",,NASA;9#B"),
        ("THE BIG DOG", ",,,! BIG DOG,';9#B"),
        ("the sea", "! SEA;9#B"),
        ("it.", "X4;9#B"),
        ("what will be", ":AT W BE;9#B"),
        ("THE DIS", ",,! ,,DIS;9#B"),
        ("\u{3b1}\u{3b2}", "AB;9#B"),
    ] {
        let pieces = [Piece::from_text(word), sign(), Piece::from_text("2")];
        assert_eq!(to_ascii(&translator.text(&pieces).unwrap().cells), cells, "{word}");
    }
}

#[test]
fn abbreviations_are_spelled_in_a_text_with_small_letters() {
    for ueb in [true, false] {
        assert_eq!(translate_to_ascii("en", true, ueb, "The US is, an IT firm"), ",! ,,US IS1 AN ,,IT FIRM");
        assert_eq!(translate_to_ascii("en", true, ueb, "US"), ",,US");
    }
    assert_eq!(translate_to_ascii("en", true, true, "GIVE US IT"), ",,,GIVE U X,'");
}

#[test]
fn letters_of_a_shortform_with_an_s_are_letters() {
    for (text, cells) in [
        ("3 yrs", "#C ;YRS"),
        ("Als, (tns) yours", ";,ALS1 \"<;TNS\"> YRS"),
        ("CDs cds.com", ",,CD,'S CDS4COM"),
    ] {
        assert_eq!(translate_to_ascii("en", true, true, text), cells, "{text}");
    }
}

#[test]
fn foreign_words_are_not_contracted_and_other_scripts_have_their_table() {
    let translator = Translator::new("en", true, true);
    let foreign = Piece::Text {
        text: "enfant".into(),
        language: Some("fr"),
        emphasis: Emphasis::None,
        literal: false,
        spaced: false,
    };
    let text = translator.text(&[Piece::from_text("the "), foreign, Piece::from_text(" and")]).unwrap();
    assert_eq!(to_ascii(&text.cells), "! ENFANT &");
    assert_eq!(
        translate_to_ascii("en", true, true, "the word \u{3bb}\u{3cc}\u{3b3}\u{3bf}\u{3c2} is"),
        "! ^W LOGOS IS"
            .replace("LOGOS", &translate_to_ascii("el", false, true, "\u{3bb}\u{3cc}\u{3b3}\u{3bf}\u{3c2}"))
    );
    // A single letter is a symbol of the surrounding text.
    assert_eq!(translate_to_ascii("en", true, true, "\u{3b1} rays"), ".A RAYS");
    assert_eq!(translate_to_ascii("en", false, true, "2\u{3c0}r, \u{3b1}-rays"), "#B.PR1 .A-RAYS");
}

#[test]
fn single_quotation_marks_and_apostrophes_are_distinguished() {
    assert_eq!(
        translate_to_ascii("en", true, false, "\u{201c}\u{2018}Yes,\u{2019} he said.\u{201d}"),
        "8,8,YES10' HE SD40"
    );
    assert_eq!(translate_to_ascii("en", true, true, "\u{2018}Yes,\u{2019} he"), ",8,YES1,0 HE");
    assert_eq!(translate_to_ascii("en", true, true, "the boys\u{2019} toys"), "! BOYS' TOYS");
    for (text, cells) in [
        ("Singin\u{2019} o\u{2019} it", ",S9GIN' O' X"),
        ("rock \u{2019}n\u{2019} roll", "ROCK 'N' ROLL"),
        ("\u{2019}Twas \u{2018}it\u{2019}", "',TWAS ,8X0'"),
        ("rock 'n' roll o' it", "ROCK 'N' ROLL O' X"),
        ("'Tis 5' and 'it' and", "',TIS #E' & ,8X0' &"),
        ("the '90s o' it", "! '#IJ;S O' X"),
    ] {
        assert_eq!(translate_to_ascii("en", true, false, text), cells, "{text}");
    }
    assert_eq!(translate_to_ascii("en", true, false, "1815\u{2013}1820"), "#AHAE-AHBJ");
}

#[test]
fn marks_and_cells_keep_their_places() {
    let translator = Translator::new("en", true, true);
    let pieces = [
        Piece::Mark(0),
        Piece::from_text("one "),
        Piece::Mark(1),
        Piece::from_text("knowledge "),
        Piece::Cells(vec![1, 2]),
        Piece::Mark(2),
        Piece::from_text(" x"),
        Piece::Mark(3),
    ];
    let text = translator.text(&pieces).unwrap();
    assert_eq!(to_ascii(&text.cells), "\"O K A1 ;X");
    assert_eq!(text.marks, [(0, 0), (3, 1), (7, 2), (10, 3)]);
}

#[test]
fn lines_may_end_after_hyphens() {
    let translator = Translator::new("en", true, true);
    let text = translator.text(&[Piece::from_text("well-known a--b -x")]).unwrap();
    assert_eq!(text.breaks, [5, 12]);
    assert_eq!(&to_ascii(&text.cells)[5..7], "\"K");
}

#[test]
fn white_space_is_significant_only_on_request() {
    assert_eq!(translate_to_ascii("en", false, true, " a \n\t b  "), " A B ");
    let code = Piece::Text {
        text: "a  b".into(),
        language: None,
        emphasis: Emphasis::None,
        literal: true,
        spaced: true,
    };
    assert_eq!(to_ascii(&Translator::new("en", true, true).text(&[code]).unwrap().cells), "A  ;B");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For any input, the cells have six dots, nothing is an escape, and positions are in range.
    #[test]
    fn any_text_becomes_cells(
        parts in prop::collection::vec(("\\PC{0,30}", prop::option::of("(en|fr|el|ru|ar|zh|he|xx)"), any::<bool>()), 0..5),
        language in "(en|fr|es|de|ar|el|ru|he|hi|zh|ko|pl|tr|und)",
        contracted: bool,
        ueb: bool,
    ) {
        let mut pieces = Vec::new();
        for (n, (text, language, literal)) in parts.iter().enumerate() {
            pieces.push(Piece::Mark(n));
            pieces.push(Piece::Text { text: text.into(), language: language.as_deref(), emphasis: Emphasis::Italic, literal: *literal, spaced: false });
        }
        let text = Translator::new(&language, contracted, ueb).text(&pieces).unwrap();
        prop_assert!(text.cells.iter().all(|cell| *cell < 64));
        prop_assert_eq!(text.marks.len(), parts.len());
        prop_assert!(text.marks.is_sorted() && text.marks.iter().all(|(at, _)| *at <= text.cells.len()));
        prop_assert!(text.breaks.iter().all(|at| *at <= text.cells.len()));
        let escape = crate::from_ascii("'\\X");
        // An escape begins with dots 3, 1-2-5-6 and the letter X.
        prop_assert!(!text.cells.windows(3).any(|cells| cells == escape), "{}", to_ascii(&text.cells));
    }
}

#[test]
fn punctuation_behind_cells_is_that_of_the_word_before() {
    let translate_after = |ueb: bool, piece: Piece<'static>, text: &str| {
        let translator = Translator::new("en", true, ueb);
        to_ascii(&translator.text(&[piece, Piece::from_text(text)]).unwrap().cells)
    };
    // Dots 1, 3, 4, 6.
    let formula = || Piece::Formula(vec![0b10_1101]);
    let sign = || Piece::Cells(vec![0b10_1101]);
    assert_eq!(translate_after(false, formula(), ". Then"), "X_4 ,!N");
    assert_eq!(translate_after(false, formula(), "; no"), "X_2 NO");
    assert_eq!(translate_after(false, formula(), ", then"), "X, !N");
    assert_eq!(translate_after(false, formula(), " is it"), "X IS X");
    assert_eq!(translate_after(false, sign(), ". Then"), "X4 ,!N");
    assert_eq!(translate_after(true, formula(), "; no"), "X2 NO");
    assert_eq!(translate_after(true, sign(), ".\u{201d} He"), "X40 ,HE");
}

#[test]
fn marks_of_other_languages_are_written() {
    for (language, text, cells) in [
        ("it", "ex-re, 1990-95 \u{2013} no", "EX-RE1 #AIIJ-IE -- NO"),
        ("nl", "zo'n foto\u{2019}s", "ZO'N FOTO'S"),
        ("fi", "a * b?", "A 9 B5"),
        ("el", "(\u{3b1}\u{3b2}) \u{3c4}\u{3b9};", "7AB7 TI8"),
    ] {
        assert_eq!(translate_to_ascii(language, false, false, text), cells, "{language}");
    }
}

#[test]
fn a_full_stop_before_an_ellipsis_stays() {
    assert_eq!(translate_to_ascii("en", true, false, "Yes.... No"), ",YES4''' ,NO");
    assert_eq!(translate_to_ascii("en", true, false, "Well...... and x...."), ",WELL'''''' & X4'''");
    assert_eq!(translate_to_ascii("en", false, false, "one ........ 5"), "ONE   #E");
    assert!(!translate_to_ascii("hi", false, false, "....").trim().is_empty());
}

#[test]
fn rows_of_points_lines_and_dashes_keep_their_meaning() {
    for (text, cells) in [
        ("Name.........5", ",\"N #E"),
        ("a d____ fool", "A ;D---- FOOL"),
        ("it is ____ now", "X IS ---- N["),
        ("Mr. \u{2014}\u{2014} said", ",MR4 ---- SD"),
        ("Mr. \u{2e3a} said", ",MR4 ---- SD"),
        ("3 \u{2212} 2, \u{2212}5", "#C - #B1 -#E"),
    ] {
        assert_eq!(translate_to_ascii("en", true, false, text), cells, "{text}");
    }
}

#[test]
fn digits_of_all_scripts_have_the_sign_of_numbers() {
    for language in ["hi", "bn", "gu", "te", "ar", "en"] {
        for digits in
            ["\u{967}\u{968}", "\u{9e7}\u{9e8}", "\u{ae7}\u{ae8}", "\u{c67}\u{c68}", "\u{661}\u{662}"]
        {
            assert_eq!(translate_to_ascii(language, false, false, digits), "#AB", "{language} {digits}");
        }
    }
}

#[test]
fn tables_without_latin_letters_are_supplemented() {
    for (language, text, cells) in [
        ("fa", "\u{67e}\u{62f}\u{631} \u{6af}\u{631}\u{645}", "PDR GRM"),
        ("fa", "(ABC) \u{6f1}\u{6f2}.", "7,,ABC7 #AB4"),
        ("ur", "\u{679}\u{648}\u{67e}\u{6cc}\u{6d4} (abc)", "[WPI4 7ABC7"),
        ("ur", "50\u{66a}", "#EJ3P"),
        ("ka", "\u{10d0}, abc?", "A1 ABC5"),
        ("ka", "10cm, 2\u{10d0}", "#AJ;CM1 #BA"),
        ("am", "\u{12ed}\u{1205} abc", "YH ABC"),
        ("am", "\u{12ed}\u{1205} (Abc)?", "YH 7,ABC78"),
    ] {
        assert_eq!(translate_to_ascii(language, false, false, text), cells, "{language} {text}");
    }
}

#[test]
fn an_ellipsis_has_three_points() {
    assert_eq!(translate_to_ascii("en", true, false, "wait\u{2026} \u{2026} no"), "WAIT''' ''' NO");
    assert_eq!(translate_to_ascii("en", false, false, "to\u{2026}"), "TO'''");
}
