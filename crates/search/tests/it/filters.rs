//! Each filter on its own (docs/rules/search.md#rule-1, docs/rules/search.md#rule-9, GET /v2/catalog).

use domain::artifacts::{Artifact, AudioTools, BrailleType, NarratorType};
use domain::capabilities::Capabilities;
use domain::categories::Category;
use domain::contributors::{Contributor, ContributorType};
use domain::fixtures::{artifact, days_ago};
use domain::formats::{Format, FormatStatus};
use domain::titles::{ContentType, ContentWarning, TitleStatus};
use jiff::SignedDuration;
use search::{Conditions, Sort, TitleSearch};

use crate::support::{NONE, Shelf, book, by, changed, everything, in_categories, keyword};

fn made(format: Format, change: impl FnOnce(&mut Artifact)) -> Artifact {
    let mut made = artifact(format);
    change(&mut made);
    made
}

#[test]
fn author_filter_is_one_display_name() {
    let shelf = Shelf::of([
        by(1, "One", &["Jane Austen"]),
        by(2, "Two", &["Jane Austen", "Ann Other"]),
        by(3, "Three", &["JANE AUSTEN"]),
        by(4, "Four", &["Jane Austen Smith"]),
    ]);
    let of = |name: &str| shelf.with(|it| it.conditions.author_filter = Some(name.into()));
    assert_eq!(of("Jane Austen"), [1, 2]);
    assert_eq!(of("JANE AUSTEN"), [3]);
    assert_eq!(of("jane austen"), [1, 2, 3], "in just this form nobody: then in any");
    assert_eq!(of("Austen"), NONE);
    let mut narrowed = keyword("two");
    narrowed.conditions.author_filter = Some("Ann Other".into());
    assert_eq!(shelf.ids(&narrowed), [2]);
}

#[test]
fn a_series_has_its_titles_by_number() {
    let of_series = |id: i64, series: &str, number: Option<&str>| {
        changed(book(id, &format!("Volume {}", 10 - id)), |it| {
            it.metadata.series_title = Some(series.into());
            it.metadata.series_number = number.map(Into::into);
        })
    };
    let shelf = Shelf::of([
        of_series(1, "Tales of the Sea", Some("10")),
        of_series(2, "Tales of the Sea", Some("2.5")),
        of_series(3, "TALES OF THE SÉA", Some(" 2 ")),
        of_series(4, "Tales of the Sea", Some("the last")),
        of_series(5, "Tales of the Sea and Land", Some("1")),
        of_series(6, "Tales of the Sea", None),
        of_series(7, "Tales of the Sea", Some("inf")),
        book(8, "Tales of the Sea"),
    ]);
    let of = |name: &str| {
        let conditions = Conditions { series: Some(name.to_owned()), ..Conditions::default() };
        shelf.ids(&TitleSearch { conditions, sort: Sort::SeriesNumber, ..everything() })
    };
    assert_eq!(of("Tales of the Sea"), [3, 2, 1, 4, 6, 7]);
    assert_eq!(of("Tales of the Sea and Land"), [5]);
    assert_eq!(of("Tales"), NONE);
    assert_eq!(of(" "), NONE);
}

#[test]
fn a_contributor_counts_in_any_role() {
    let shelf = Shelf::of([
        by(1, "One", &["Jane Austen"]),
        changed(book(2, "Two"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Translator, "Jane Austen")];
        }),
        by(3, "Three", &["Jane Austen Smith"]),
    ]);
    assert_eq!(shelf.with(|it| it.conditions.contributor = Some("jane austen".into())), [1, 2]);
}

#[test]
fn several_categories_are_any_of_them() {
    let shelf = Shelf::of([
        in_categories(1, &["Science fiction", "Travel"]),
        in_categories(2, &["Travel"]),
        in_categories(3, &["Science"]),
        changed(book(4, "Four"), |it| {
            it.metadata.categories =
                vec![Category::bisac("FIC028000", "FICTION / Science Fiction / General")];
        }),
    ]);
    let of = |names: &[&str]| {
        shelf.with(|it| it.conditions.categories = names.iter().map(|&n| n.into()).collect())
    };
    assert_eq!(of(&["Travel"]), [1, 2]);
    assert_eq!(of(&["SCIENCE FICTION", "Science"]), [1, 3]);
    assert_eq!(of(&["FICTION / Science Fiction / General"]), [4]);
    assert_eq!(of(&["Unheard of"]), NONE);
    assert_eq!(of(&["", " "]), [1, 2, 3, 4]);
}

#[test]
fn bisac_headings_and_codes_match_by_their_beginning() {
    let bisac = |id, code: &str, name: &str| {
        changed(book(id, "Book"), |it| it.metadata.categories = vec![Category::bisac(code, name)])
    };
    let shelf = Shelf::of([
        bisac(1, "FIC028000", "FICTION / Science Fiction / General"),
        bisac(2, "FIC028010", "FICTION / Science Fiction / Adventure"),
        bisac(3, "FIC000000", "FICTION / General"),
        bisac(4, "JUV001000", "JUVENILE FICTION / Action"),
        in_categories(5, &["FICTION / Science Fiction"]),
    ]);
    let some = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(shelf.with(|it| it.conditions.included_bisac_headings = some(&["fiction / science"])), [1, 2]);
    assert_eq!(
        shelf.with(|it| it.conditions.included_bisac_headings = some(&["Fiction / G", "juvenile"])),
        [3, 4]
    );
    assert_eq!(shelf.with(|it| it.conditions.excluded_bisac_headings = some(&["FICTION"])), [4, 5]);
    assert_eq!(shelf.with(|it| it.conditions.included_bisac_codes = some(&["fic028"])), [1, 2]);
    assert_eq!(shelf.with(|it| it.conditions.included_bisac_codes = some(&["FIC028000"])), [1]);
    assert_eq!(shelf.with(|it| it.conditions.excluded_bisac_codes = some(&["FIC028000", "JUV"])), [2, 3, 5]);
    let both = |it: &mut TitleSearch| {
        it.conditions.included_bisac_codes = some(&["FIC"]);
        it.conditions.excluded_bisac_headings = some(&["Fiction / Science Fiction / A"]);
    };
    assert_eq!(shelf.with(both), [1, 3]);
}

#[test]
fn language_is_any_of_the_titles() {
    let shelf = Shelf::of([
        changed(book(1, "One"), |it| it.metadata.languages = vec!["eng".into(), "spa".into()]),
        book(2, "Two"),
    ]);
    assert_eq!(shelf.with(|it| it.conditions.language = Some("spa".into())), [1]);
    assert_eq!(shelf.with(|it| it.conditions.language = Some("eng".into())), [1, 2]);
    assert_eq!(shelf.with(|it| it.conditions.language = Some("fre".into())), NONE);
}

#[test]
fn origin_country_is_where_it_was_first_published() {
    let shelf = Shelf::of([
        changed(book(1, "One"), |it| it.metadata.origin_country = Some("GB".into())),
        changed(book(2, "Two"), |it| it.territory.countries = ["GB".to_owned()].into()),
    ]);
    assert_eq!(shelf.with(|it| it.conditions.origin_country = Some("GB".into())), [1]);
    assert_eq!(shelf.with(|it| it.conditions.origin_country = Some("gb".into())), [1]);
}

#[test]
fn formats_are_any_that_is_available() {
    let shelf = Shelf::of([
        changed(book(1, "One"), |it| it.artifacts = vec![artifact(Format::Brf)]),
        changed(book(2, "Two"), |it| {
            it.artifacts =
                vec![made(Format::Brf, |a| a.status = FormatStatus::Pending), artifact(Format::Pdf)];
        }),
        changed(book(3, "Three"), |it| {
            it.artifacts = vec![made(Format::Brf, |a| a.status = FormatStatus::Unavailable)];
        }),
    ]);
    assert_eq!(shelf.with(|it| it.conditions.formats = vec![Format::Brf]), [1]);
    assert_eq!(shelf.with(|it| it.conditions.formats = vec![Format::Brf, Format::Pdf]), [1, 2]);
    assert_eq!(shelf.with(|it| it.conditions.formats = vec![Format::Docx]), NONE);
}

#[test]
fn narrator_and_braille_types_are_those_of_an_artifact() {
    let voice = |kind: &str| serde_json::from_str(&format!(r#"{{"name": "A", "type": "{kind}"}}"#)).ok();
    let shelf = Shelf::of([
        changed(book(1, "One"), |it| {
            it.artifacts = vec![made(Format::DaisyAudio, |a| a.details.narrator = voice("tts"))];
        }),
        changed(book(2, "Two"), |it| {
            it.artifacts = vec![made(Format::Daisy2Audio, |a| a.details.narrator = voice("human"))];
        }),
        changed(book(3, "Three"), |it| {
            it.artifacts =
                vec![made(Format::Brf, |a| a.details.braille_type = Some(BrailleType::Transcribed))];
        }),
        changed(book(4, "Four"), |it| {
            it.artifacts = vec![made(Format::DaisyAudio, |a| {
                a.details.narrator = voice("human");
                a.status = FormatStatus::Unavailable;
            })];
        }),
    ]);
    assert_eq!(shelf.with(|it| it.conditions.narrator_type = Some(NarratorType::Tts)), [1]);
    assert_eq!(shelf.with(|it| it.conditions.narrator_type = Some(NarratorType::Human)), [2]);
    assert_eq!(shelf.with(|it| it.conditions.braille_type = Some(BrailleType::Transcribed)), [3]);
    assert_eq!(shelf.with(|it| it.conditions.braille_type = Some(BrailleType::Automated)), NONE);
}

#[test]
fn what_cannot_be_made_is_not_found() {
    let needs = |tools, format| made(format, |a| a.details.audio_tools = Some(tools));
    let long = |mut artifact: Artifact| {
        artifact.details.duration_seconds = Some(600);
        artifact
    };
    let voice = |kind: &str, artifact: Artifact| Artifact {
        details: domain::artifacts::ArtifactDetails {
            narrator: serde_json::from_str(&format!(r#"{{"name": "A", "type": "{kind}"}}"#)).ok(),
            ..artifact.details
        },
        ..artifact
    };
    let shelf = Shelf::of([
        changed(book(1, "Spoken"), |it| {
            it.artifacts = vec![long(voice("tts", needs(AudioTools::Speech, Format::DaisyAudio)))];
        }),
        changed(book(2, "Recorded"), |it| {
            it.artifacts = vec![long(voice("human", needs(AudioTools::None, Format::DaisyAudio)))];
        }),
        changed(book(3, "Recorded otherwise"), |it| {
            it.artifacts = vec![voice("human", needs(AudioTools::Encoder, Format::Daisy2Audio))];
        }),
        changed(book(4, "Braille"), |it| {
            it.artifacts = vec![made(Format::Brf, |a| a.details.braille_type = Some(BrailleType::Automated))];
        }),
        changed(book(5, "Read aloud"), |it| it.artifacts = vec![long(artifact(Format::Epub3))]),
    ]);
    let found = |audio, braille, ask: fn(&mut TitleSearch)| {
        shelf.with(|it| {
            it.can = Capabilities { audio, braille };
            ask(it);
        })
    };
    let both: fn(&mut TitleSearch) =
        |it| it.conditions.formats = vec![Format::DaisyAudio, Format::Daisy2Audio];
    assert_eq!(found(AudioTools::Speech, true, both), [1, 2, 3]);
    assert_eq!(found(AudioTools::Encoder, true, both), [2, 3]);
    assert_eq!(found(AudioTools::None, true, both), [2]);
    let tts: fn(&mut TitleSearch) = |it| it.conditions.narrator_type = Some(NarratorType::Tts);
    assert_eq!(found(AudioTools::Speech, true, tts), [1]);
    assert_eq!(found(AudioTools::Encoder, true, tts), NONE);
    let human: fn(&mut TitleSearch) = |it| it.conditions.narrator_type = Some(NarratorType::Human);
    assert_eq!(found(AudioTools::Speech, true, human), [2, 3]);
    assert_eq!(found(AudioTools::None, true, human), [2]);
    let voices = |audio| {
        let can = Capabilities { audio, braille: true };
        shelf.page(&TitleSearch { kinds: true, can, ..everything() }).facets.narrators
    };
    let (tts_count, human_count) = ((NarratorType::Tts, 1), |count| (NarratorType::Human, count));
    assert_eq!(voices(AudioTools::Speech), [tts_count, human_count(2)], "counted as they are found");
    assert_eq!(voices(AudioTools::Encoder), [human_count(2)]);
    assert_eq!(voices(AudioTools::None), [human_count(1)]);
    let short: fn(&mut TitleSearch) = |it| it.conditions.max_duration = Some(900);
    assert_eq!(found(AudioTools::Speech, true, short), [1, 2, 5]);
    assert_eq!(found(AudioTools::None, true, short), [2, 5]);
    let brf: fn(&mut TitleSearch) = |it| it.conditions.formats = vec![Format::Brf];
    let automated: fn(&mut TitleSearch) = |it| it.conditions.braille_type = Some(BrailleType::Automated);
    for ask in [brf, automated] {
        assert_eq!(
            (found(AudioTools::None, true, ask), found(AudioTools::None, false, ask)),
            (vec![4], NONE.to_vec())
        );
    }
    assert_eq!(
        found(AudioTools::None, false, |it| it.conditions.formats = vec![Format::Brf, Format::Epub3]),
        [5]
    );
}

#[test]
fn reading_age_is_within_the_range() {
    let ages = |id, from, to| {
        changed(book(id, "Book"), |it| {
            it.metadata.reading_age_minimum = from;
            it.metadata.reading_age_maximum = to;
        })
    };
    let shelf = Shelf::of([
        ages(1, Some(6), Some(9)),
        ages(2, Some(9), None),
        ages(3, None, Some(6)),
        ages(4, None, None),
    ]);
    let of = |age| shelf.with(|it| it.conditions.reading_age = Some(age));
    assert_eq!(of(5), [3]);
    assert_eq!(of(6), [1, 3]);
    assert_eq!(of(9), [1, 2]);
    assert_eq!(of(99), [2]);
}

#[test]
fn warnings_are_excluded_and_included() {
    use ContentWarning::{Drugs, Sex, Violence};
    let warned = |id, warnings: &[ContentWarning]| {
        changed(book(id, "Book"), |it| it.metadata.content_warnings = warnings.to_vec())
    };
    let shelf = Shelf::of([warned(1, &[Sex, Violence]), warned(2, &[Violence]), warned(3, &[])]);
    assert_eq!(shelf.with(|it| it.conditions.included_warnings = vec![Sex, Drugs]), [1]);
    assert_eq!(shelf.with(|it| it.conditions.excluded_warnings = vec![Sex, Drugs]), [2, 3]);
    let both = |it: &mut TitleSearch| {
        it.conditions.included_warnings = vec![Violence];
        it.conditions.excluded_warnings = vec![Sex];
    };
    assert_eq!(shelf.with(both), [2]);
}

#[test]
fn an_external_code_is_exact_on_any_artifact() {
    let shelf = Shelf::of([changed(book(1, "One"), |it| {
        it.artifacts[1].details.external_identifier_code = Some("Ab-7".into());
    })]);
    assert_eq!(shelf.with(|it| it.conditions.external_identifier_code = Some("Ab-7".into())), [1]);
    assert_eq!(shelf.with(|it| it.conditions.external_identifier_code = Some("ab-7".into())), NONE);
    assert_eq!(shelf.with(|it| it.conditions.external_identifier_code = Some("Ab".into())), NONE);
}

#[test]
fn a_title_has_some_audio_no_longer_than_asked() {
    let lasting = |id, durations: &[u64]| {
        changed(book(id, "Book"), |it| {
            let audio = |&seconds| made(Format::DaisyAudio, |a| a.details.duration_seconds = Some(seconds));
            it.artifacts = durations.iter().map(audio).collect();
        })
    };
    let telling = |id, format| {
        changed(book(id, "Book"), |it| {
            it.artifacts = vec![made(format, |a| a.details.duration_seconds = Some(60))];
        })
    };
    let shelf = Shelf::of([
        lasting(1, &[3600, 7200]),
        lasting(2, &[3601]),
        lasting(3, &[]),
        telling(4, Format::Epub3),
        telling(5, Format::Daisy),
    ]);
    // The fourth is read aloud; of text, a duration says nothing.
    assert_eq!(shelf.with(|it| it.conditions.max_duration = Some(3600)), [1, 4]);
    assert_eq!(shelf.with(|it| it.conditions.max_duration = Some(u64::MAX)), [1, 2, 4]);
}

#[test]
fn content_type_is_text_or_music() {
    let shelf =
        Shelf::of([book(1, "One"), changed(book(2, "Two"), |it| it.content_type = ContentType::MusicScore)]);
    assert_eq!(shelf.with(|it| it.conditions.content_type = Some(ContentType::MusicScore)), [2]);
    assert_eq!(shelf.with(|it| it.conditions.content_type = Some(ContentType::Text)), [1]);
}

#[test]
fn only_live_titles_unless_other_states_are_asked_for() {
    let shelf = Shelf::of([
        book(1, "One"),
        changed(book(2, "Two"), |it| it.status = TitleStatus::Withdrawn),
        changed(book(3, "Three"), |it| it.status = TitleStatus::New),
        changed(book(4, "Four"), |it| it.status = TitleStatus::Reprocess),
    ]);
    assert_eq!(shelf.ids(&everything()), [1]);
    assert_eq!(shelf.with(|it| it.statuses = vec![TitleStatus::Withdrawn]), [2]);
    assert_eq!(shelf.with(|it| it.statuses = vec![TitleStatus::New, TitleStatus::Live]), [1, 3]);
    assert_eq!(shelf.with(|it| it.statuses = vec![]), [1, 2, 3, 4]);
}

#[test]
fn bounds_of_the_last_change_are_inclusive_to_the_second() {
    let half = SignedDuration::from_millis(500);
    let shelf = Shelf::of(
        (1..=5).map(|day| changed(book(day, "Book"), |it| it.dates.updated = days_ago(day) + half)),
    );
    assert_eq!(shelf.with(|it| it.conditions.updated_from = Some(days_ago(2))), [1, 2]);
    assert_eq!(shelf.with(|it| it.conditions.updated_to = Some(days_ago(4))), [4, 5]);
    let both = |it: &mut TitleSearch| {
        it.conditions.updated_from = Some(days_ago(4));
        it.conditions.updated_to = Some(days_ago(2));
    };
    assert_eq!(shelf.with(both), [2, 3, 4]);
    let second = SignedDuration::from_secs(1);
    assert_eq!(shelf.with(|it| it.conditions.updated_from = Some(days_ago(2) + second)), [1]);
    assert_eq!(shelf.with(|it| it.conditions.updated_to = Some(days_ago(4) - second)), [5]);
}

#[test]
fn years_and_the_day_of_going_live_are_bounds() {
    let shelf = Shelf::of((1..=4).zip(0..).map(|(id, index)| {
        changed(book(id, "Book"), |it| {
            it.metadata.copyright_date = [1901, 1902, 1903].into_iter().nth(index);
            it.dates.published = (id < 4).then(|| days_ago(id));
        })
    }));
    assert_eq!(
        shelf.with(|it| it.conditions.copyright_from = Some(1902)),
        [2, 3],
        "without a year is left out"
    );
    assert_eq!(shelf.with(|it| it.conditions.copyright_to = Some(1902)), [1, 2]);
    assert_eq!(
        shelf
            .with(|it| (it.conditions.copyright_from, it.conditions.copyright_to) = (Some(1902), Some(1902))),
        [2]
    );
    assert_eq!(
        shelf
            .with(|it| (it.conditions.copyright_from, it.conditions.copyright_to) = (Some(1903), Some(1902))),
        NONE
    );
    assert_eq!(shelf.with(|it| it.conditions.added_from = Some(days_ago(2))), [1, 2]);
    let moments = vec![days_ago(1), days_ago(3), days_ago(0)];
    let page = shelf.page(&TitleSearch { added_counts: moments, limit: 1, ..everything() });
    assert_eq!(page.facets.added, [1, 3, 0]);
    assert!(shelf.page(&everything()).facets.added.is_empty(), "not asked for");
}

#[test]
fn prefixes_that_cover_one_another_are_one() {
    let bisac = |id, code: &str| {
        changed(book(id, "Book"), |it| it.metadata.categories = vec![Category::bisac(code, code)])
    };
    let shelf = Shelf::of([bisac(1, "FIC028000"), bisac(2, "FIC100000"), bisac(3, "JUV001000")]);
    let codes = ["fic", "FIC028", "FIC1", "JUV001000", "fic"].map(str::to_owned);
    assert_eq!(shelf.with(|it| it.conditions.included_bisac_codes = codes[..3].to_vec()), [1, 2]);
    assert_eq!(shelf.with(|it| it.conditions.included_bisac_codes = codes.to_vec()), [1, 2, 3]);
    assert_eq!(shelf.with(|it| it.conditions.excluded_bisac_codes = codes[1..3].to_vec()), [3]);
}
