//! The titles that words find, and their order.

use domain::{Contributor, ContributorType, Format, fixtures};
use search::Criteria;

use crate::support::{
    NO_TITLES, TestShelf, changed_title, english_title, fields_search, keyword_search, search_everything,
    title_by, title_in_language,
};

#[test]
fn all_words_must_match_somewhere() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Pride and Prejudice", &["Jane Austen"]),
        title_by(2, "Emma", &["Jane Austen"]),
        title_by(3, "Jane Eyre", &["Charlotte Brontë"]),
    ]);
    assert_eq!(shelf.keyword_ids("jane"), [3, 2, 1]);
    assert_eq!(shelf.keyword_ids("austen emma"), [2]);
    assert_eq!(shelf.keyword_ids("prejudice jane pride"), [1]);
    assert_eq!(shelf.keyword_ids("emma bronte"), NO_TITLES);
}

#[test]
fn a_title_is_found_in_the_script_of_the_book_in_transcription_and_by_other_titles() {
    let author = |name: &str| Contributor::new(ContributorType::Author, name);
    let shelf = TestShelf::with_titles([
        changed_title(title_in_language(1, "Minato no asa", "jpn"), |it| {
            it.metadata.contributors = vec![author("Haruki Murakami")];
            it.metadata.other_script.title = Some("港の朝".into());
            it.metadata.variant_titles = vec!["Morning in the Harbor".into()];
            it.metadata.other_script.contributors = vec![author("村上春樹")];
        }),
        title_in_language(2, "港の夜", "jpn"),
    ]);
    for words in ["minato murakami", "morning harbor", "港の朝", "港の朝 村上春樹", "minato 村上春樹"]
    {
        assert_eq!(shelf.keyword_ids(words), [1], "{words}");
    }
    let title = fields_search(|it| it.title = Some("港の朝".into()));
    let by = fields_search(|it| it.authors = vec!["村上春樹".into()]);
    assert_eq!([title, by].map(|search| shelf.search_ids(&search)), [[1], [1]]);
}

#[test]
fn words_anywhere_and_words_of_fields_hold_at_the_same_time() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Pride and Prejudice", &["Jane Austen"]),
        title_by(2, "Emma", &["Jane Austen"]),
        title_by(3, "Jane Eyre", &["Charlotte Brontë"]),
    ]);
    let both = |words: &str, author: &str| {
        fields_search(|it| (it.keyword, it.authors) = (Some(words.into()), vec![author.into()]))
    };
    assert_eq!(shelf.search_ids(&both("jane", "austen")), [2, 1]);
    assert_eq!(shelf.search_ids(&both("jane", "bronte")), [3]);
    assert_eq!(shelf.search_ids(&both("emma", "bronte")), NO_TITLES);
}

#[test]
fn keyword_reads_title_subtitle_series_people_and_isbn() {
    let shelf = TestShelf::with_titles([changed_title(english_title(1, "Frankenstein"), |it| {
        it.metadata.subtitle = Some("The Modern Prometheus".into());
        it.metadata.series_title = Some("Tales of Terror".into());
        it.metadata.synopsis = Some("A student of Ingolstadt".into());
        it.metadata.contributors = vec![
            Contributor::new(ContributorType::Author, "Mary Shelley"),
            Contributor::new(ContributorType::Illustrator, "Lynd Ward"),
        ];
        it.metadata.isbn13 = Some("9780306406157".into());
        it.metadata.related_isbns = vec!["9780804429573".into()];
    })]);
    for found in [
        "frankenstein", "modern prometheus", "terror", "shelley", "Shelley, Mary", "ward", "9780306406157",
        "978-0-306-40615-7", "978 0 306 40615 7", "0306406152", "0-306-40615-2 frankenstein", "080442957X",
    ] {
        assert_eq!(shelf.keyword_ids(found), [1], "{found}");
    }
    for missed in ["ingolstadt", "9780306406158", "0-306-40615-2 emma"] {
        assert_eq!(shelf.keyword_ids(missed), NO_TITLES, "{missed}");
    }
}

#[test]
fn accents_and_case_are_folded_on_both_sides() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Cien años de soledad", &["Gabriel García Márquez"]),
        title_in_language(2, "L’Étranger", "fre"),
        title_in_language(3, "Straße nach Łódź", "ger"),
        title_in_language(4, "Преступление и наказание", "rus"),
    ]);
    assert_eq!(shelf.keyword_ids("GARCIA marquez ANOS"), [1]);
    assert_eq!(shelf.keyword_ids("etranger"), [2]);
    assert_eq!(shelf.keyword_ids("l'étranger"), [2]);
    assert_eq!(shelf.keyword_ids("letranger"), [2]);
    assert_eq!(shelf.keyword_ids("strasse lodz"), [3]);
    assert_eq!(shelf.keyword_ids("ПРЕСТУПЛЕНИЯ"), [4]);
}

#[test]
fn words_match_by_their_stem_in_the_language_of_the_title() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "Running with wolves", "eng"),
        title_in_language(2, "Les chevaux sauvages", "fre"),
        title_in_language(3, "Las canciones perdidas", "spa"),
        title_in_language(4, "Die alten Häuser", "ger"),
        title_in_language(5, "Running", "fre"),
    ]);
    assert_eq!(shelf.keyword_ids("runs wolf"), NO_TITLES);
    assert_eq!(shelf.keyword_ids("run"), [1]);
    assert_eq!(shelf.keyword_ids("running"), [5, 1]);
    assert_eq!(shelf.keyword_ids("cheval sauvage"), [2]);
    assert_eq!(shelf.keyword_ids("canción"), [3]);
    assert_eq!(shelf.keyword_ids("cancion perdida"), [3]);
    assert_eq!(shelf.keyword_ids("altes haus"), [4]);
}

#[test]
fn a_stem_of_another_language_does_not_match() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "A short chat", "eng"),
        title_in_language(2, "Le chat", "fre"),
    ]);
    assert_eq!(shelf.keyword_ids("chats"), [2, 1], "both languages have a plural of chat");
    let shelf = TestShelf::with_titles([
        title_in_language(1, "Cheval Street", "eng"),
        title_in_language(2, "Le cheval", "fre"),
    ]);
    assert_eq!(shelf.keyword_ids("chevaux"), [2]);
}

#[test]
fn names_are_not_stemmed() {
    let shelf = TestShelf::with_titles([title_by(1, "Essays", &["William Waters"])]);
    assert_eq!(shelf.keyword_ids("waters"), [1]);
    assert_eq!(shelf.keyword_ids("water"), [1], "one letter is a typing error, when nothing else matches");
    let shelf =
        TestShelf::with_titles([title_by(1, "Essays", &["William Waters"]), english_title(2, "Deep water")]);
    assert_eq!(shelf.keyword_ids("water"), [2]);
}

#[test]
fn an_exact_title_comes_first() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Emma in love"),
        title_by(2, "A life", &["Emma Emma"]),
        english_title(3, "Emma"),
        changed_title(english_title(4, "Letters"), |it| it.metadata.subtitle = Some("To Emma".into())),
        english_title(5, "Emma Emma"),
    ]);
    assert_eq!(shelf.keyword_ids("emma"), [3, 5, 1, 4, 2]);
    let shelf = TestShelf::with_titles([
        english_title(1, "Hobbit Hobbit hobbit"),
        english_title(2, "The Hobbit"),
        english_title(3, "Hobbit"),
    ]);
    assert_eq!(shelf.keyword_ids("hobbit"), [3, 2, 1]);
    assert_eq!(shelf.keyword_ids("the hobbit"), [2]);
    let shelf =
        TestShelf::with_titles([english_title(1, "Peace and War"), english_title(2, "War and Peace")]);
    assert_eq!(shelf.keyword_ids("War & and -- PEACE!"), [2, 1]);
    assert_eq!(shelf.keyword_ids("War & PEACE!"), [2, 1]);
}

#[test]
fn title_words_come_before_subtitle_before_names() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Poems", &["Jane Rivers"]),
        changed_title(english_title(2, "Maps"), |it| {
            it.metadata.series_title = Some("Rivers of Europe".into());
        }),
        changed_title(english_title(3, "Maps"), |it| it.metadata.subtitle = Some("Of all rivers".into())),
        english_title(4, "Down two rivers"),
        english_title(5, "Down the river"),
    ]);
    assert_eq!(shelf.keyword_ids("rivers"), [4, 5, 2, 3, 1]);
}

#[test]
fn tied_words_are_found_apart_and_together() {
    let shelf = TestShelf::with_titles([
        english_title(1, "Spider-Man"),
        english_title(2, "The spider and the man"),
        english_title(3, "Spiderman x"),
    ]);
    assert_eq!(shelf.keyword_ids("spider-man"), [1, 2, 3]);
    assert_eq!(shelf.keyword_ids("spiderman"), [1, 3]);
    assert_eq!(shelf.keyword_ids("spider man"), [1, 2]);
    let shelf =
        TestShelf::with_titles([english_title(3, "Spiderman again"), english_title(4, "The Spider Woman")]);
    assert_eq!(shelf.keyword_ids("spider-man"), [3]);
    assert_eq!(shelf.keyword_ids("spider man"), [3], "neighbors together, if apart they find nothing");
    let shelf = TestShelf::with_titles([english_title(3, "Spider Man again")]);
    assert_eq!(shelf.keyword_ids("spiderman"), [3], "a word as two, if nothing else finds anything");
}

#[test]
fn blank_texts_are_no_criteria_and_signs_alone_match_nothing() {
    let shelf = TestShelf::with_titles([english_title(1, "Emma"), english_title(2, "Persuasion")]);
    assert_eq!(shelf.keyword_ids("  "), [1, 2]);
    assert_eq!(shelf.keyword_ids("?!"), NO_TITLES);
    assert_eq!(shelf.search_ids(&fields_search(|it| it.title = Some("...".into()))), NO_TITLES);
    assert_eq!(shelf.search_ids(&search_everything()), [1, 2]);
}

#[test]
fn title_reads_title_and_subtitle_alone() {
    let shelf = TestShelf::with_titles([
        changed_title(title_by(1, "Emma", &["Jane Austen"]), |it| {
            it.metadata.subtitle = Some("A novel".into());
        }),
        changed_title(english_title(2, "Austen"), |it| it.metadata.series_title = Some("Emma".into())),
    ]);
    let title = |text: &str| shelf.search_ids(&fields_search(|it| it.title = Some(text.into())));
    assert_eq!(title("emma novels"), [1]);
    assert_eq!(title("austen"), [2]);
    assert_eq!(title("emma"), [1]);
}

#[test]
fn author_reads_one_author_or_co_writer_in_either_order() {
    let shelf = TestShelf::with_titles([
        title_by(1, "One", &["Jane Austen", "John Smith"]),
        changed_title(english_title(2, "Two"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::CoWriter, "Jane Smith")];
        }),
        changed_title(english_title(3, "Three"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Editor, "Jane Smith")];
        }),
        changed_title(title_by(4, "Jane Smith", &["J. Smith"]), |it| {
            it.metadata.contributors[0].index_name = Some("Smith, Jane Mary".into());
        }),
    ]);
    let authors = |names: &[&str]| {
        shelf.search_ids(&fields_search(|it| {
            it.authors = names.iter().map(|name| (*name).to_owned()).collect();
        }))
    };
    assert_eq!(authors(&["jane austen"]), [1]);
    assert_eq!(authors(&["Austen, Jane"]), [1]);
    assert_eq!(authors(&["Jane Smith"]), [2, 4], "not the first name of one and the last name of another");
    assert_eq!(authors(&["jane", "smith"]), [1, 2, 4]);
    assert_eq!(authors(&["austen", "jane mary"]), NO_TITLES);
}

#[test]
fn narrators_and_composers_have_searches_of_their_own() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "Read aloud"), |it| {
            let narrator = serde_json::from_str(r#"{"name": "Ada Reed", "type": "human"}"#).unwrap();
            let mut audio = fixtures::artifact(Format::DaisyAudio);
            audio.details.narrator = Some(narrator);
            it.artifacts.push(audio);
        }),
        changed_title(english_title(2, "Sonata"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Composer, "Clara Schumann")];
        }),
        title_by(3, "Lives", &["Clara Schumann", "Ada Reed"]),
    ]);
    assert_eq!(shelf.search_ids(&fields_search(|it| it.narrators = vec!["Reed, Ada".into()])), [1]);
    assert_eq!(shelf.search_ids(&fields_search(|it| it.composers = vec!["clara schumann".into()])), [2]);
    assert_eq!(shelf.search_ids(&fields_search(|it| it.composers = vec!["reed".into()])), NO_TITLES);
}

#[test]
fn isbn_matches_the_own_and_related_numbers() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| it.metadata.isbn13 = Some("9780306406157".into())),
        changed_title(english_title(2, "Two"), |it| it.metadata.related_isbns = vec!["9780306406157".into()]),
        english_title(3, "9780306406157"),
    ]);
    assert_eq!(shelf.search_ids(&fields_search(|it| it.isbn = Some("9780306406157".into()))), [1, 2]);
}

#[test]
fn criteria_of_several_fields_all_hold() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Emma", &["Jane Austen"]),
        title_by(2, "Emma", &["Charlotte Brontë"]),
    ]);
    let search = fields_search(|it| {
        it.title = Some("emma".into());
        it.authors = vec!["bronte".into()];
    });
    assert_eq!(shelf.search_ids(&search), [2]);
}

#[test]
fn scripts_without_spaces_are_found_by_parts() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "紅樓夢", "chi"),
        title_in_language(2, "西遊記", "chi"),
    ]);
    assert_eq!(shelf.keyword_ids("紅樓"), [1]);
    assert_eq!(shelf.keyword_ids("遊記"), [2]);
}

#[test]
fn articles_and_words_before_names_may_be_missing() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Great Gatsby", &["F. Scott Fitzgerald"]),
        title_by(2, "Der Prozess", &["Franz Kafka"]),
    ]);
    assert_eq!(shelf.keyword_ids("the great gatsby"), [1]);
    assert_eq!(shelf.keyword_ids("the great gatsby by fitzgerald"), [1]);
    assert_eq!(shelf.keyword_ids("prozess von kafka"), [2]);
    assert_eq!(shelf.keyword_ids("by the"), NO_TITLES);
}

#[test]
fn korean_nouns_are_found_without_their_particles() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "해리 포터와 마법사의 돌", "kor"),
        title_in_language(2, "학교에서 배우는 것들", "kor"),
        english_title(3, "마법사의 밤"),
    ]);
    assert_eq!(shelf.keyword_ids("마법사"), [1], "by the language of the title");
    assert_eq!(shelf.keyword_ids("포터"), [1]);
    assert_eq!(shelf.keyword_ids("학교"), [2]);
    assert_eq!(shelf.keyword_ids("학교를"), [2]);
}

#[test]
fn hebrew_nouns_are_found_without_the_article_and_and() {
    let shelf = TestShelf::with_titles([
        title_in_language(1, "מלחמה ושלום", "heb"),
        title_in_language(2, "כל החיים לפניו", "heb"),
        english_title(3, "ושלום"),
    ]);
    assert_eq!(shelf.keyword_ids("שלום"), [1], "by the language of the title");
    assert_eq!(shelf.keyword_ids("והשלום"), [1]);
    assert_eq!(shelf.keyword_ids("חיים"), [2]);
    assert_eq!(shelf.keyword_ids("המלחמה"), [1]);
}

#[test]
fn an_asterisk_finds_all_words_that_begin_so() {
    let shelf = TestShelf::with_titles([
        title_by(1, "Gardens", &["Ada Hartmann"]),
        english_title(2, "The hart"),
        english_title(3, "Harbors"),
    ]);
    assert_eq!(shelf.keyword_ids("har*"), [3, 2, 1], "the shortest titles first");
    assert_eq!(shelf.keyword_ids("hartm* ada"), [1]);
    assert_eq!(shelf.keyword_ids("hart*"), [2, 1]);
    assert_eq!(shelf.keyword_ids("hart"), [2]);
    assert_eq!(shelf.keyword_ids("quux*"), NO_TITLES);
    let author = fields_search(|it| it.authors = vec!["hartma*".to_owned()]);
    assert_eq!(shelf.search_ids(&author), [1]);
}

#[test]
fn an_endless_text_is_read_to_its_bound() {
    let shelf = TestShelf::with_titles([english_title(1, "Emma")]);
    let words = "emma ".repeat(100_000) + "persuasion";
    assert_eq!(shelf.keyword_ids(&words), [1]);
    let many = (0..Criteria::MAX_WORDS_PER_TEXT).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
    assert_eq!(shelf.keyword_ids(&many), NO_TITLES);
    let letters = "é".repeat(1_000_000);
    assert_eq!(shelf.search(&keyword_search(&letters)).total, 0);
}

#[test]
fn the_number_in_a_series_counts_if_nothing_has_all_words() {
    let of_series = |id: i64, title: &str, number: &str| {
        changed_title(english_title(id, title), |it| {
            it.metadata.series_title = Some("Harbor Tales".into());
            it.metadata.series_number = Some(number.into());
        })
    };
    let shelf = TestShelf::with_titles([
        of_series(1, "The Tide", "1"),
        of_series(2, "The Storm", "Vol. II"),
        english_title(3, "Catch 22"),
        of_series(4, "The Calm", "22"),
    ]);
    for (words, id) in [
        ("harbor tales 1", 1),
        ("harbor tales book 1", 1),
        ("tide tales one", 1),
        ("harbor tales two", 2),
        ("harbor vol. 2", 2),
        ("tales part ii", 2),
        ("harbor 22", 4),
    ] {
        assert_eq!(shelf.keyword_ids(words), [id], "{words}");
    }
    assert_eq!(shelf.keyword_ids("22"), [3]);
    for words in ["1", "harbor tales 3", "harbor book"] {
        assert_eq!(shelf.keyword_ids(words), NO_TITLES, "{words}");
    }
}
