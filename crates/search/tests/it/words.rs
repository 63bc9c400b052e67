//! Which titles words find, and which of them come first.

use domain::contributors::{Contributor, ContributorType};
use domain::fixtures;
use domain::formats::Format;
use search::Criteria;

use crate::support::{NONE, Shelf, book, by, changed, everything, fields, in_language, keyword};

#[test]
fn all_words_must_match_somewhere() {
    let shelf = Shelf::of([
        by(1, "Pride and Prejudice", &["Jane Austen"]),
        by(2, "Emma", &["Jane Austen"]),
        by(3, "Jane Eyre", &["Charlotte Brontë"]),
    ]);
    assert_eq!(shelf.keyword("jane"), [3, 2, 1]);
    assert_eq!(shelf.keyword("austen emma"), [2]);
    assert_eq!(shelf.keyword("prejudice jane pride"), [1]);
    assert_eq!(shelf.keyword("emma bronte"), NONE);
}

#[test]
fn words_anywhere_and_words_of_fields_hold_at_the_same_time() {
    let shelf = Shelf::of([
        by(1, "Pride and Prejudice", &["Jane Austen"]),
        by(2, "Emma", &["Jane Austen"]),
        by(3, "Jane Eyre", &["Charlotte Brontë"]),
    ]);
    let both = |words: &str, author: &str| {
        fields(|it| (it.keyword, it.authors) = (Some(words.into()), vec![author.into()]))
    };
    assert_eq!(shelf.ids(&both("jane", "austen")), [2, 1]);
    assert_eq!(shelf.ids(&both("jane", "bronte")), [3]);
    assert_eq!(shelf.ids(&both("emma", "bronte")), NONE);
}

#[test]
fn keyword_reads_title_subtitle_series_people_and_isbn() {
    let shelf = Shelf::of([changed(book(1, "Frankenstein"), |it| {
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
        "frankenstein",
        "modern prometheus",
        "terror",
        "shelley",
        "Shelley, Mary",
        "ward",
        "9780306406157",
        "978-0-306-40615-7",
        "978 0 306 40615 7",
        "0306406152",
        "0-306-40615-2 frankenstein",
        "080442957X",
    ] {
        assert_eq!(shelf.keyword(found), [1], "{found}");
    }
    for missed in ["ingolstadt", "9780306406158", "0-306-40615-2 emma"] {
        assert_eq!(shelf.keyword(missed), NONE, "{missed}");
    }
}

#[test]
fn accents_and_case_are_folded_on_both_sides() {
    let shelf = Shelf::of([
        by(1, "Cien años de soledad", &["Gabriel García Márquez"]),
        in_language(2, "L’Étranger", "fre"),
        in_language(3, "Straße nach Łódź", "ger"),
        in_language(4, "Преступление и наказание", "rus"),
    ]);
    assert_eq!(shelf.keyword("GARCIA marquez ANOS"), [1]);
    assert_eq!(shelf.keyword("etranger"), [2]);
    assert_eq!(shelf.keyword("l'étranger"), [2]);
    assert_eq!(shelf.keyword("letranger"), [2]);
    assert_eq!(shelf.keyword("strasse lodz"), [3]);
    assert_eq!(shelf.keyword("ПРЕСТУПЛЕНИЯ"), [4]);
}

#[test]
fn words_match_by_their_stem_in_the_language_of_the_title() {
    let shelf = Shelf::of([
        in_language(1, "Running with wolves", "eng"),
        in_language(2, "Les chevaux sauvages", "fre"),
        in_language(3, "Las canciones perdidas", "spa"),
        in_language(4, "Die alten Häuser", "ger"),
        in_language(5, "Running", "fre"),
    ]);
    assert_eq!(shelf.keyword("runs wolf"), NONE);
    assert_eq!(shelf.keyword("run"), [1]);
    assert_eq!(shelf.keyword("running"), [5, 1]);
    assert_eq!(shelf.keyword("cheval sauvage"), [2]);
    assert_eq!(shelf.keyword("canción"), [3]);
    assert_eq!(shelf.keyword("cancion perdida"), [3]);
    assert_eq!(shelf.keyword("altes haus"), [4]);
}

#[test]
fn a_stem_of_another_language_does_not_match() {
    let shelf = Shelf::of([in_language(1, "A short chat", "eng"), in_language(2, "Le chat", "fre")]);
    assert_eq!(shelf.keyword("chats"), [2, 1], "both languages have a plural of chat");
    let shelf = Shelf::of([in_language(1, "Cheval Street", "eng"), in_language(2, "Le cheval", "fre")]);
    assert_eq!(shelf.keyword("chevaux"), [2]);
}

#[test]
fn names_are_not_stemmed() {
    let shelf = Shelf::of([by(1, "Essays", &["William Waters"])]);
    assert_eq!(shelf.keyword("waters"), [1]);
    assert_eq!(shelf.keyword("water"), [1], "one letter is a typing error, when nothing else matches");
    let shelf = Shelf::of([by(1, "Essays", &["William Waters"]), book(2, "Deep water")]);
    assert_eq!(shelf.keyword("water"), [2]);
}

#[test]
fn an_exact_title_comes_first() {
    let shelf = Shelf::of([
        book(1, "Emma in love"),
        by(2, "A life", &["Emma Emma"]),
        book(3, "Emma"),
        changed(book(4, "Letters"), |it| it.metadata.subtitle = Some("To Emma".into())),
        book(5, "Emma Emma"),
    ]);
    assert_eq!(shelf.keyword("emma"), [3, 5, 1, 4, 2]);
    let shelf = Shelf::of([book(1, "Hobbit Hobbit hobbit"), book(2, "The Hobbit"), book(3, "Hobbit")]);
    assert_eq!(shelf.keyword("hobbit"), [3, 2, 1]);
    assert_eq!(shelf.keyword("the hobbit"), [2]);
    let shelf = Shelf::of([book(1, "Peace and War"), book(2, "War and Peace")]);
    assert_eq!(shelf.keyword("War & and -- PEACE!"), [2, 1]);
    assert_eq!(shelf.keyword("War & PEACE!"), [2, 1]);
}

#[test]
fn title_words_come_before_subtitle_before_names() {
    let shelf = Shelf::of([
        by(1, "Poems", &["Jane Rivers"]),
        changed(book(2, "Maps"), |it| it.metadata.series_title = Some("Rivers of Europe".into())),
        changed(book(3, "Maps"), |it| it.metadata.subtitle = Some("Of all rivers".into())),
        book(4, "Down two rivers"),
        book(5, "Down the river"),
    ]);
    assert_eq!(shelf.keyword("rivers"), [4, 5, 2, 3, 1]);
}

#[test]
fn tied_words_are_found_apart_and_together() {
    let shelf = Shelf::of([book(1, "Spider-Man"), book(2, "The spider and the man"), book(3, "Spiderman x")]);
    assert_eq!(shelf.keyword("spider-man"), [1, 2, 3]);
    assert_eq!(shelf.keyword("spiderman"), [1, 3]);
    assert_eq!(shelf.keyword("spider man"), [1, 2]);
    let shelf = Shelf::of([book(3, "Spiderman again"), book(4, "The Spider Woman")]);
    assert_eq!(shelf.keyword("spider-man"), [3]);
    assert_eq!(shelf.keyword("spider man"), [3], "neighbors together, if apart they find nothing");
    let shelf = Shelf::of([book(3, "Spider Man again")]);
    assert_eq!(shelf.keyword("spiderman"), [3], "a word as two, if nothing else finds anything");
}

#[test]
fn blank_texts_are_no_criteria_and_signs_alone_match_nothing() {
    let shelf = Shelf::of([book(1, "Emma"), book(2, "Persuasion")]);
    assert_eq!(shelf.keyword("  "), [1, 2]);
    assert_eq!(shelf.keyword("?!"), NONE);
    assert_eq!(shelf.ids(&fields(|it| it.title = Some("...".into()))), NONE);
    assert_eq!(shelf.ids(&everything()), [1, 2]);
}

#[test]
fn title_reads_title_and_subtitle_alone() {
    let shelf = Shelf::of([
        changed(by(1, "Emma", &["Jane Austen"]), |it| it.metadata.subtitle = Some("A novel".into())),
        changed(book(2, "Austen"), |it| it.metadata.series_title = Some("Emma".into())),
    ]);
    let title = |text: &str| shelf.ids(&fields(|it| it.title = Some(text.into())));
    assert_eq!(title("emma novels"), [1]);
    assert_eq!(title("austen"), [2]);
    assert_eq!(title("emma"), [1]);
}

#[test]
fn author_reads_one_author_or_co_writer_in_either_order() {
    let shelf = Shelf::of([
        by(1, "One", &["Jane Austen", "John Smith"]),
        changed(book(2, "Two"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::CoWriter, "Jane Smith")];
        }),
        changed(book(3, "Three"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Editor, "Jane Smith")];
        }),
        changed(by(4, "Jane Smith", &["J. Smith"]), |it| {
            it.metadata.contributors[0].index_name = Some("Smith, Jane Mary".into());
        }),
    ]);
    let authors = |names: &[&str]| {
        shelf.ids(&fields(|it| it.authors = names.iter().map(|name| (*name).to_owned()).collect()))
    };
    assert_eq!(authors(&["jane austen"]), [1]);
    assert_eq!(authors(&["Austen, Jane"]), [1]);
    assert_eq!(authors(&["Jane Smith"]), [2, 4], "not the first name of one and the last name of another");
    assert_eq!(authors(&["jane", "smith"]), [1, 2, 4]);
    assert_eq!(authors(&["austen", "jane mary"]), NONE);
}

#[test]
fn narrators_and_composers_have_searches_of_their_own() {
    let shelf = Shelf::of([
        changed(book(1, "Read aloud"), |it| {
            let narrator = serde_json::from_str(r#"{"name": "Ada Reed", "type": "human"}"#).unwrap();
            let mut audio = fixtures::artifact(Format::DaisyAudio);
            audio.details.narrator = Some(narrator);
            it.artifacts.push(audio);
        }),
        changed(book(2, "Sonata"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Composer, "Clara Schumann")];
        }),
        by(3, "Lives", &["Clara Schumann", "Ada Reed"]),
    ]);
    assert_eq!(shelf.ids(&fields(|it| it.narrators = vec!["Reed, Ada".into()])), [1]);
    assert_eq!(shelf.ids(&fields(|it| it.composers = vec!["clara schumann".into()])), [2]);
    assert_eq!(shelf.ids(&fields(|it| it.composers = vec!["reed".into()])), NONE);
}

#[test]
fn isbn_matches_the_own_and_related_numbers() {
    let shelf = Shelf::of([
        changed(book(1, "One"), |it| it.metadata.isbn13 = Some("9780306406157".into())),
        changed(book(2, "Two"), |it| it.metadata.related_isbns = vec!["9780306406157".into()]),
        book(3, "9780306406157"),
    ]);
    assert_eq!(shelf.ids(&fields(|it| it.isbn = Some("9780306406157".into()))), [1, 2]);
}

#[test]
fn criteria_of_several_fields_all_hold() {
    let shelf = Shelf::of([by(1, "Emma", &["Jane Austen"]), by(2, "Emma", &["Charlotte Brontë"])]);
    let search = fields(|it| {
        it.title = Some("emma".into());
        it.authors = vec!["bronte".into()];
    });
    assert_eq!(shelf.ids(&search), [2]);
}

#[test]
fn scripts_without_spaces_are_found_by_parts() {
    let shelf = Shelf::of([in_language(1, "紅樓夢", "chi"), in_language(2, "西遊記", "chi")]);
    assert_eq!(shelf.keyword("紅樓"), [1]);
    assert_eq!(shelf.keyword("遊記"), [2]);
}

#[test]
fn an_endless_text_is_read_to_its_bound() {
    let shelf = Shelf::of([book(1, "Emma")]);
    let words = "emma ".repeat(100_000) + "persuasion";
    assert_eq!(shelf.keyword(&words), [1]);
    let many = (0..Criteria::WORDS).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
    assert_eq!(shelf.keyword(&many), NONE);
    let letters = "é".repeat(1_000_000);
    assert_eq!(shelf.page(&keyword(&letters)).total, 0);
}
