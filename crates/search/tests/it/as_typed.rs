//! Titles are found however people type their words (docs/search.md#normalization).

use domain::{Contributor, ContributorType};

use crate::support::{
    NO_TITLES, TestShelf, changed_title, english_title, fields_search, title_by, title_in_language,
};

/// Asserts that each query finds the title with this number alone.
fn assert_finds(shelf: &TestShelf, id: i64, queries: &[&str]) {
    for query in queries {
        assert_eq!(shelf.keyword_ids(query), [id], "{query}");
    }
}

#[test]
fn invisible_characters_do_not_split_words() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "Meeres\u{ad}bio\u{ad}logie heute", "ger"),
        title_in_language(2, "می\u{200c}خواهم زنده بمانم", "per"),
        english_title(3, "Un\u{2060}break\u{200b}able \u{feff}Vows"),
        title_in_language(4, "क्\u{200d}षेत्र", "hin"),
        title_in_language(5, "کتاب\u{200c}های دیگر", "per"),
    ]);
    assert_finds(&shelf, 1, &["Meeresbiologie", "meeres\u{200b}biologie", "Meeresbio\u{ad}logie heute"]);
    assert_finds(&shelf, 2, &["میخواهم", "می\u{200c}خواهم", "می خواهم", "خواهم", "مي\u{200d}خواهم"]);
    assert_finds(&shelf, 3, &["Unbreakable", "unbreakable vows", "\u{202a}Vows\u{202c}", "vo\u{2060}ws"]);
    assert_finds(&shelf, 4, &["क्षेत्र", "क्\u{200c}षेत्र"]);
    assert_finds(&shelf, 5, &["کتاب", "کتابهای", "كتاب هاي"]);
}

#[test]
fn apostrophes_of_all_kinds_and_none_are_the_same() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Don’t Look Back"),
        english_title(2, "Hawaiʻi Nights"),
        title_in_language(3, "L’Étranger", "fre"),
        title_by(4, "Poems", &["Flann O’Brien"]),
        title_in_language(5, "Qurʾān", "ara"),
        title_in_language(6, "П'ять", "ukr"),
    ]);
    for apostrophe in ["'", "’", "‘", "ʼ", "ʻ", "´", "`", "＇", "′", ""] {
        let find = |text: &str| shelf.keyword_ids(&text.replace('_', apostrophe));
        assert_eq!(find("don_t look"), [1], "{apostrophe}");
        assert_eq!(find("hawai_i"), [2], "{apostrophe}");
        assert_eq!(find("l_etranger"), [3], "{apostrophe}");
        assert_eq!(find("o_brien"), [4], "{apostrophe}");
        assert_eq!(find("qur_an"), [5], "{apostrophe}");
        assert_eq!(find("п_ять"), [6], "{apostrophe}");
    }
    assert_finds(&shelf, 4, &["O Brien", "O’ Brien", "brien o'"]);
}

#[test]
fn a_title_without_the_apostrophe_is_found_with_it() {
    let shelf =
        TestShelf::with_titles([english_title(1, "Dont Look Back"), english_title(2, "Finnegans Wake")]);
    assert_finds(&shelf, 1, &["don't look", "don’t look back"]);
    assert_finds(&shelf, 2, &["finnegan's wake", "Finnegans’ Wake"]);
}

#[test]
fn arabic_persian_and_urdu_letters_stand_for_one_another() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "أُغنيةُ البَحر", "ara"),
        title_in_language(2, "مكتبة على التلّ", "ara"),
        title_in_language(3, "کتاب‌های کوچک ما", "per"),
        title_in_language(4, "הצִפּוֹר", "heb"),
        title_in_language(5, "آگ کا دریا ۱۹۵۹", "urd"),
        title_in_language(6, "القرآن", "ara"),
    ]);
    assert_finds(&shelf, 1, &["اغنية", "أغنية البحر", "اغنيه", "البـــحر", "إغنية"]);
    assert_finds(&shelf, 2, &["مكتبة", "مكتبه", "علي", "علی التل", "ﻣﻜﺘﺒﺔ"]);
    assert_finds(&shelf, 3, &["كوچك", "کوچک", "كتابهاي"]);
    assert_finds(&shelf, 4, &["הצפור"]);
    assert_finds(&shelf, 5, &["اگ کا دريا", "1959", "١٩٥٩"]);
    assert_finds(&shelf, 6, &["القران", "ٱلقرآن"]);
    assert_eq!(shelf.keyword_ids("مدرسة"), NO_TITLES);
}

#[test]
fn japanese_is_found_in_any_width_with_any_dot_and_long_vowel() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "ハリー・ポッターと賢者の石", "jpn"),
        title_in_language(2, "コンピュータ入門", "jpn"),
        title_in_language(3, "ＡＩ時代", "jpn"),
        title_in_language(4, "ガンダム", "jpn"),
    ]);
    assert_finds(
        &shelf,
        1,
        &[
            "ハリーポッター", "ハリー ポッター", "ﾊﾘｰ･ﾎﾟｯﾀｰ", "はりーぽったー", "ハリ－・ポッタ－",
            "ハリー･ポッタ",
        ],
    );
    assert_finds(&shelf, 2, &["コンピューター", "ｺﾝﾋﾟｭｰﾀｰ入門", "コンピュータ"]);
    assert_finds(&shelf, 3, &["AI時代", "ai"]);
    assert_finds(&shelf, 4, &["ｶﾞﾝﾀﾞﾑ", "カ\u{3099}ンタ\u{3099}ム"]);
}

#[test]
fn chinese_is_found_in_traditional_and_simplified_characters() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "紅樓夢", "chi"),
        title_in_language(2, "新华字典", "chi"),
        title_by(3, "Recollections", &["沈從文"]),
    ]);
    assert_finds(&shelf, 1, &["红楼梦", "紅樓夢", "红樓"]);
    assert_finds(&shelf, 2, &["新華字典", "新华字典"]);
    assert_finds(&shelf, 3, &["沈从文", "沈從文"]);
}

#[test]
fn letters_with_strokes_ligatures_and_umlauts_are_found_in_each_spelling() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "Die Straße der Œuvre", "ger"),
        title_in_language(2, "Smørrebrød på Ærø", "dan"),
        title_in_language(3, "Łódź i Đurđevac", "pol"),
        title_in_language(4, "İstanbul Hatırası", "tur"),
        title_by(5, "Märchen", &["Herta Müller"]),
        title_in_language(6, "Goethes Mueller", "ger"),
    ]);
    assert_finds(&shelf, 1, &["strasse", "STRASSE", "straße", "oeuvre"]);
    assert_finds(&shelf, 2, &["smorrebrod", "smoerrebroed", "paa aero"]);
    assert_finds(&shelf, 3, &["lodz", "ŁÓDŹ djurdjevac".strip_suffix(" djurdjevac").unwrap(), "durdevac"]);
    assert_finds(&shelf, 4, &["istanbul", "ISTANBUL", "hatirasi", "HATIRASI"]);
    assert_finds(&shelf, 5, &["maerchen", "marchen", "herta mueller"]);
    assert_eq!(shelf.keyword_ids("müller"), [6, 5]);
}

#[test]
fn an_ampersand_is_the_word_for_it_in_the_language_of_the_title() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Quartz & Driftwood"),
        english_title(2, "Kelp and Granite"),
        title_in_language(3, "Ebbe & Flutwelle", "ger"),
        title_in_language(4, "Sel et Fumée", "fre"),
        title_in_language(5, "Luz & Sombra", "spa"),
        english_title(6, "Romeo + Juliet"),
        english_title(7, "Rock 'n' Roll"),
    ]);
    assert_finds(
        &shelf,
        1,
        &["Quartz & Driftwood", "quartz driftwood", "Quartz and Driftwood", "quartz＆driftwood"],
    );
    assert_finds(&shelf, 2, &["Kelp & Granite", "kelp+granite", "granite & kelp"]);
    assert_finds(&shelf, 3, &["Ebbe und Flutwelle", "ebbe u. flutwelle", "ebbe and flutwelle"]);
    assert_finds(&shelf, 4, &["sel & fumee", "sel et fumée", "sel fumee"]);
    assert_finds(&shelf, 5, &["luz y sombra", "luz & sombra"]);
    assert_finds(&shelf, 6, &["romeo and juliet", "romeo & juliet"]);
    assert_finds(&shelf, 7, &["rock and roll", "rock & roll", "rock n roll", "rock’n’roll"]);
    assert_eq!(shelf.keyword_ids("quartz and granite"), NO_TITLES);
}

#[test]
fn firms_with_an_ampersand_are_found_with_and_without_it() {
    let shelf = TestShelf::with_titles([
        english_title(1, "The AT&T Story"),
        english_title(2, "R & D at War"),
        english_title(3, "Q&A"),
    ]);
    assert_finds(&shelf, 1, &["AT&T", "AT & T", "ATT story", "at and t"]);
    assert_finds(&shelf, 2, &["R&D", "r and d"]);
    assert_finds(&shelf, 3, &["Q & A", "QA", "q&a"]);
}

#[test]
fn initials_are_found_with_and_without_points_and_spaces() {
    let writings = [
        "J. R. R. Tolkien", "J.R.R. Tolkien", "JRR Tolkien", "J R R Tolkien", "J.R.R.Tolkien",
        "Tolkien, J. R. R.",
    ];
    for (id, printed) in (1..).zip(writings) {
        let shelf = TestShelf::with_titles([
            title_by(id, "The Hobbit", &[printed]),
            title_by(9, "Silver", &["J. Q. Tolk"]),
        ]);
        for typed in writings {
            assert_eq!(shelf.keyword_ids(typed), [id], "{typed} for {printed}");
            let author = fields_search(|it| it.authors = vec![typed.to_owned()]);
            assert_eq!(shelf.search_ids(&author), [id], "{typed} for {printed}");
        }
    }
    let shelf = TestShelf::with_titles([
        title_by(1, "Стихи", &["А. С. Пушкин"]),
        title_by(2, "Essays", &["J.-P. Sartre"]),
        english_title(3, "U.S.A."),
    ]);
    assert_finds(&shelf, 1, &["А.С. Пушкин", "АС Пушкин", "пушкин а с"]);
    assert_finds(&shelf, 2, &["JP Sartre", "J. P. Sartre", "j-p sartre"]);
    assert_finds(&shelf, 3, &["USA", "U S A", "u.s.a", "U. S. A."]);
}

#[test]
fn hyphens_of_all_kinds_and_compounds_are_found_in_each_spelling() {
    let shelf = TestShelf::with_titles([
        english_title(1, "E-mail Etiquette"),
        english_title(2, "Email Marketing"),
        english_title(3, "Spider‑Man"),
        english_title(4, "AC/DC"),
        title_in_language(5, "Col·lecció", "cat"),
        english_title(6, "M*A*S*H"),
    ]);
    for hyphen in ["-", "‐", "‑", "‒", "–", "—", "―", "−", "－", "\u{ad}"] {
        let find = |text: &str| shelf.keyword_ids(&text.replace('_', hyphen));
        assert_eq!(find("e_mail etiquette"), [1], "{hyphen}");
        assert_eq!(find("e_mail marketing"), [2], "{hyphen}");
        assert_eq!(find("spider_man"), [3], "{hyphen}");
    }
    assert_finds(&shelf, 1, &["email etiquette", "e mail etiquette", "e-mails etiquette"]);
    assert_finds(&shelf, 2, &["e mail marketing", "emails marketing"]);
    assert_finds(&shelf, 3, &["spiderman", "spider man", "spidermans", "man-spider"]);
    assert_finds(&shelf, 4, &["acdc", "ac dc", "ac-dc"]);
    assert_finds(&shelf, 5, &["colleccio", "col-leccio", "coŀlecció"]);
    assert_finds(&shelf, 6, &["mash", "M.A.S.H."]);
}

#[test]
fn names_with_signs_are_told_from_those_without() {
    let shelf = TestShelf::with_titles([
        english_title(1, "C++ in Practice"),
        english_title(2, "C# in Practice"),
        english_title(3, "C in Practice"),
        english_title(4, ".NET in Practice"),
        english_title(5, "The A+ Guide"),
        english_title(6, "F# for Fun"),
        english_title(7, "Casting a net"),
        english_title(8, "Sonata in F♯ minor"),
        english_title(9, "ASP.NET Core"),
    ]);
    assert_finds(&shelf, 1, &["C++", "c++ practice", "c plus plus", "Ｃ＋＋"]);
    assert_finds(&shelf, 2, &["C#", "c sharp practice", "C♯"]);
    assert_finds(&shelf, 4, &[".net", ".NET practice", "dot net", "dotnet"]);
    assert_finds(&shelf, 5, &["A+", "A+ guide", "a plus guide"]);
    assert_finds(&shelf, 6, &["F# fun", "f sharp for fun"]);
    assert_finds(&shelf, 8, &["F sharp minor", "f# minor", "F♯ minor", "f-sharp minor"]);
    assert_finds(&shelf, 9, &["ASP.NET", "asp net", "aspnet"]);
    assert_eq!(shelf.keyword_ids("c practice"), [3, 2, 1], "the shortest first");
    let shelf = TestShelf::with_titles([english_title(1, "LGBTQ Stories")]);
    assert_finds(&shelf, 1, &["LGBTQ+ stories"]);
}

#[test]
fn titles_of_one_letter_or_sign_come_first() {
    let titles = [
        "V.", "X", "M", "V for Vendetta", "Malcolm X", "Dial M for Murder", "A", "?", "…", "10:04", "S.",
        "1984",
    ];
    let shelf = TestShelf::with_titles((1..).zip(titles).map(|(id, title)| english_title(id, title)));
    for (query, id) in
        [("V.", 1), ("v", 1), ("X", 2), ("m", 3), ("a", 7), ("?", 8), ("...", 9), ("10.04", 10), ("s", 11)]
    {
        assert_eq!(shelf.keyword_ids(query).first(), Some(&id), "{query}");
    }
    assert_eq!(shelf.keyword_ids("!"), NO_TITLES);
}

#[test]
fn numbers_are_found_with_any_separators() {
    let shelf = TestShelf::with_titles([
        english_title(1, "20,000 Leagues under the Sea"),
        english_title(2, "1001 Nights"),
        english_title(3, "The 10 000 Year Clock"),
        english_title(4, "Pi is 3.14"),
        english_title(5, "8½"),
        english_title(6, "Fahrenheit ٤٥١"),
    ]);
    assert_finds(
        &shelf,
        1,
        &[
            "20000 leagues", "20.000 leagues", "20 000 leagues", "20'000 leagues", "20\u{202f}000",
            "２０，０００",
        ],
    );
    assert_finds(&shelf, 2, &["1,001 nights", "1.001 nights", "1 001 nights"]);
    assert_finds(&shelf, 3, &["10000 year", "10,000"]);
    assert_finds(&shelf, 4, &["3,14", "3.14"]);
    assert_finds(&shelf, 5, &["8 1/2", "8½"]);
    assert_finds(&shelf, 6, &["fahrenheit 451"]);
    assert_eq!(shelf.keyword_ids("21000 leagues"), NO_TITLES);
}

#[test]
fn roman_numbers_abbreviations_and_japanese_characters_are_found_in_each_form() {
    let shelf = TestShelf::with_titles([
        english_title(1, "World War II"),
        english_title(2, "Rocky 3"),
        english_title(3, "V for Vendetta"),
        english_title(4, "Murder in Saint Helens"),
        english_title(5, "Dr. Moreau"),
        english_title(8, "Ocean's Eleven"),
        english_title(9, "Twentieth Century Art"),
        title_by(6, "羅生門", &["黒澤明"]),
        title_by(7, "図書館戦争", &["渡辺"]),
    ]);
    assert_finds(&shelf, 1, &["world war 2", "world war ii", "World War Ⅱ"]);
    assert_finds(&shelf, 2, &["Rocky III"]);
    assert_finds(&shelf, 8, &["oceans 11", "Ocean's XI"]);
    assert_finds(&shelf, 9, &["20th century art"]);
    assert_finds(&shelf, 4, &["St. Helens", "st helens murder"]);
    assert_finds(&shelf, 5, &["Doctor Moreau"]);
    assert_finds(&shelf, 6, &["黒沢明", "黑泽明"]);
    assert_finds(&shelf, 7, &["圖書館戰爭", "渡邊", "図書館"]);
    assert_eq!(shelf.keyword_ids("5 for vendetta"), NO_TITLES);
}

#[test]
fn isbns_are_found_as_they_are_printed() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "Harbor Lights"), |it| {
            it.metadata.isbn13 = Some("9780306406157".into());
            it.metadata.related_isbns = vec!["9780804429573".into()];
        }),
        changed_title(english_title(2, "Harbor Nights"), |it| {
            it.metadata.isbn13 = Some("9791090636071".into());
        }),
    ]);
    assert_finds(
        &shelf,
        1,
        &[
            "ISBN 978-0-306-40615-7",
            "ISBN: 9780306406157",
            "ISBN-13: 978-0306406157",
            "ISBN-10: 0-306-40615-2",
            "isbn:9780306406157",
            "urn:isbn:9780306406157",
            "978.0.306.40615.7",
            "978–0–306–40615–7",
            "978‑0‑306‑40615‑7",
            "978\u{a0}0\u{a0}306\u{a0}40615\u{a0}7",
            "(9780306406157)",
            "9780306406157.",
            "0-8044-2957-X",
            "isbn 080442957x",
            "harbor 978 0 306 40615 7 lights",
            "ISBN 9780306406157 ISBN-10 0306406152",
            "9780306406157 0-8044-2957-X",
            "978030640615\u{200b}7",
            "９７８０３０６４０６１５７",
        ],
    );
    assert_eq!(shelf.keyword_ids("9780306406157, 979-10-90636-07-1"), [1, 2], "any, if no title has all");
    assert_eq!(shelf.keyword_ids("ISBN 978-0-306-40615-8"), NO_TITLES);
    assert_eq!(shelf.keyword_ids("ISBN 978-0-306-40615-7 persuasion"), NO_TITLES);
}

#[test]
fn the_title_in_the_spelling_that_was_typed_comes_first() {
    for (first, second) in [
        ("Résumé", "Resume"),
        ("E-mail", "Email"),
        ("Don't", "Dont"),
        ("Salt & Smoke", "Salt and Smoke"),
        ("مكتبة", "مكتبه"),
        ("Muller", "Müller"),
        ("Straße", "Strasse"),
        ("ガンダム", "がんだむ"),
        ("紅樓夢", "红楼梦"),
        ("Øre", "Ore"),
    ] {
        let shelf = TestShelf::with_titles([english_title(1, first), english_title(2, second)]);
        assert_eq!(shelf.keyword_ids(first), [1, 2], "{first}");
        assert_eq!(shelf.keyword_ids(second), [2, 1], "{second}");
    }
    let shelf = TestShelf::with_titles([
        english_title(1, "Résumé writing for all"),
        english_title(2, "Resume writing for all"),
    ]);
    assert_eq!(shelf.keyword_ids("résumé writing"), [1, 2], "inside longer titles, too");
    assert_eq!(shelf.keyword_ids("resume writing"), [2, 1]);
}

#[test]
fn a_contributor_is_one_however_the_name_is_written() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Author, "Seán Ó Ríordáin")];
        }),
        title_by(2, "Two", &["Jean-Luc Picard"]),
    ]);
    assert_finds(&shelf, 1, &["sean o riordain", "Ríordáin, Seán Ó", "O'Riordain sean"]);
    assert_finds(&shelf, 2, &["jean luc picard", "JeanLuc Picard", "Picard, Jean‐Luc"]);
}

/// Searches that readers of other catalogs reported to find nothing: tracker, title, language, queries.
const REPORTED_SEARCHES: &[(&str, &str, &str, &[&str])] = &[
    (
        "CERNDocumentServer/cds-ils#1019",
        "Les grands secrets de l'univers",
        "fre",
        &["\"grands secrets\" AND univers"],
    ),
    (
        "CERNDocumentServer/cds-ils#543",
        "Frühwirth & Strandlie",
        "eng",
        &["fruhwirth", "fruehwirth and strandlie"],
    ),
    (
        "Librarika/Issues#346",
        "You'll Never Walk Alone",
        "eng",
        &["You'll never walk alone", "youll never", "You’ll"],
    ),
    ("Librarika/Issues#97", "Šumava", "ces", &["sumava", "ŠUMAVA", "S\u{30c}umava"]),
    (
        "ualbertalib/discovery#1084",
        "Risjord's Philosophy of Nursing Science: Concerns and Questions",
        "eng",
        &[
            "risjord's philosophy",
            "risjords",
            "risjord",
            "philosophy of nursing science : concerns and questions",
        ],
    ),
    (
        "NEU-Libraries/scholar-onesearch#203",
        "Demand-driven Forecasting",
        "eng",
        &["demand driven forecasting", "demanddriven"],
    ),
    (
        "Aspen-Discovery/aspen-discovery#1859",
        "Kevin the Unicorn: Why Can't We Be Bestie-corns?",
        "eng",
        &["Kevin the unicorn: why can't we be bestie-corns?", "\"bestiecorns\"", "cant bestie corns"],
    ),
    (
        "gotson/komga#1101",
        "Dance in the Vampire Bund II: Scarlet Order",
        "eng",
        &["Dance in the Vampire Bund II: Scarlet Order"],
    ),
    ("gotson/komga#592", "不道德公會", "chi", &["道德", "公會", "不道德公會"]),
    ("Kareadita/Kavita#3070", "ＳＬＡＭ　ＤＵＮＫ", "eng", &["slam dunk", "ＳＬＡＭ", "Slam　Dunk"]),
    (
        "swissbib/vufind#444",
        "Scrum – kurz & gut",
        "ger",
        &["Scrum kurz & gut", "scrum kurz und gut", "scrum kurz gut", "kurz&gut"],
    ),
    (
        "swissbib/vufind#444",
        "Goodman & Gilman's Manual",
        "eng",
        &["Goodman & Gilman’s", "goodman gilmans", "Goodman and Gilman"],
    ),
    ("swissbib/sbvf2#456", "Die Hebel-Lieder", "ger", &["hebellieder", "hebel lieder", "\"hebel-lieder\""]),
    ("jellyfin/jellyfin#8893", "Le cœur a ses raisons", "fre", &["le coeur a ses raisons", "COEUR"]),
    ("jellyfin/jellyfin#7484", "Jönssonligan", "swe", &["jönssonligan", "jonssonligan", "joenssonligan"]),
    (
        "advplyr/audiobookshelf#5436",
        "Now I’m a Demon Lord! “Happily Ever After” — Part…",
        "eng",
        &["Now I'm a Demon Lord!", "now im a demon lord", "\"happily ever after\""],
    ),
    ("advplyr/audiobookshelf#750", "Old Man's War", "eng", &["old mans war", "old man war", "Old Man´s War"]),
    ("advplyr/audiobookshelf#2987", "Shōgun", "eng", &["shogun", "SHŌGUN"]),
    (
        "hydroshare/hydroshare#3293",
        "4-decadal Glacier Lake Inventory",
        "eng",
        &["4-decadal", "4 decadal", "4decadal"],
    ),
    ("pau1ie/bbcmicro.co.uk#1", "Maze-Man", "eng", &["maze man", "mazeman"]),
    ("janeczku/calibre-web#556", "F*uck That's Delicious", "eng", &["fuck thats delicious", "f*uck"]),
    ("projectbenyehuda/bybe#458", "שַׁרְקְרָק בּוֹכֶה", "heb", &["שרקרק בוכה"]),
];

#[test]
fn searches_that_readers_of_other_catalogs_reported_find_their_titles() {
    let titles = (1..)
        .zip(REPORTED_SEARCHES)
        .map(|(id, (_, title, language, _))| title_in_language(id, title, language));
    let shelf = TestShelf::with_titles(titles);
    for (id, (report, title, _, queries)) in (1..).zip(REPORTED_SEARCHES) {
        for query in queries.iter().chain([title]) {
            assert_eq!(shelf.keyword_ids(query).first(), Some(&id), "{report}: {query}");
        }
    }
    assert_eq!(shelf.keyword_ids("©♭"), NO_TITLES, "internetarchive/openlibrary#4223: and not everything");
}

#[test]
fn a_misspelled_author_with_initials_is_found() {
    let shelf = TestShelf::with_titles([title_by(1, "The Lord of the Rings", &["J. R. R. Tolkien"])]);
    assert_finds(&shelf, 1, &["J.R.R. Tolkein", "jrr tolkein rings"]);
    let shelf = TestShelf::with_titles([changed_title(title_in_language(1, "こころ", "jpn"), |it| {
        it.metadata.contributors = vec![Contributor::new(ContributorType::Author, "夏目 漱石")];
        it.metadata.contributors[0].index_name = Some("Natsume, Sōseki".into());
    })]);
    assert_finds(&shelf, 1, &["soseki natsume", "夏目漱石", "ココロ"]);
}
