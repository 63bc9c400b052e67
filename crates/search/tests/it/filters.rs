//! Each filter on its own (docs/rules/search.md#rule-1, docs/rules/search.md#rule-9, GET /v2/catalog).

use std::collections::BTreeSet;

use domain::artifacts::BrailleType;
use domain::fixtures::{artifact, days_ago};
use domain::{
    Artifact, AudioTools, Capabilities, Category, ContentType, ContentWarning, Contributor, ContributorType,
    Format, FormatStatus, NarratorType, TitleFiles, TitleId, TitleStatus,
};
use jiff::SignedDuration;
use search::{Conditions, Sort, TitleSearch, TitleSubset};

use crate::support::{
    NO_TITLES, TestShelf, changed_title, english_title, keyword_search, search_everything, title_by,
    title_in_categories,
};

fn artifact_with(format: Format, change: impl FnOnce(&mut Artifact)) -> Artifact {
    let mut made = artifact(format);
    change(&mut made);
    made
}

#[test]
fn author_filter_is_one_display_name() {
    let shelf = TestShelf::with_titles([
        title_by(1, "One", &["Jane Austen"]),
        title_by(2, "Two", &["Jane Austen", "Ann Other"]),
        title_by(3, "Three", &["JANE AUSTEN"]),
        title_by(4, "Four", &["Jane Austen Smith"]),
    ]);
    let of = |name: &str| shelf.changed_search_ids(|it| it.conditions.author_filter = Some(name.into()));
    assert_eq!(of("Jane Austen"), [1, 2]);
    assert_eq!(of("JANE AUSTEN"), [3]);
    assert_eq!(of("jane austen"), [1, 2, 3], "in just this form nobody: then in any");
    assert_eq!(of("Austen"), NO_TITLES);
    let mut narrowed = keyword_search("two");
    narrowed.conditions.author_filter = Some("Ann Other".into());
    assert_eq!(shelf.search_ids(&narrowed), [2]);
}

#[test]
fn a_series_has_its_titles_by_number() {
    let of_series = |id: i64, series: &str, number: Option<&str>| {
        changed_title(english_title(id, &format!("Volume {}", 10 - id)), |it| {
            it.metadata.series_title = Some(series.into());
            it.metadata.series_number = number.map(Into::into);
        })
    };
    let shelf = TestShelf::with_titles([
        of_series(1, "Tales of the Sea", Some("v. 10")),
        of_series(2, "Tales of the Sea", Some("2.5")),
        of_series(3, "TALES OF THE SÉA", Some(" 2 ")),
        of_series(4, "Tales of the Sea", Some("the last")),
        of_series(5, "Tales of the Sea and Land", Some("1")),
        of_series(6, "Tales of the Sea", None),
        of_series(7, "Tales of the Sea", Some("inf")),
        english_title(8, "Tales of the Sea"),
    ]);
    let of = |name: &str| {
        let conditions = Conditions { series: Some(name.to_owned()), ..Conditions::default() };
        shelf.search_ids(&TitleSearch { conditions, sort: Sort::SeriesNumber, ..search_everything() })
    };
    assert_eq!(of("Tales of the Sea"), [3, 2, 1, 4, 6, 7]);
    assert_eq!(of("Tales of the Sea and Land"), [5]);
    assert_eq!(of("Tales"), NO_TITLES);
    assert_eq!(of(" "), NO_TITLES);
}

#[test]
fn a_contributor_counts_in_any_role() {
    let shelf = TestShelf::with_titles([
        title_by(1, "One", &["Jane Austen"]),
        changed_title(english_title(2, "Two"), |it| {
            it.metadata.contributors = vec![Contributor::new(ContributorType::Translator, "Jane Austen")];
        }),
        title_by(3, "Three", &["Jane Austen Smith"]),
    ]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.contributor = Some("jane austen".into())), [1, 2]);
}

#[test]
fn staff_search_parts_of_the_catalog() {
    let without_files = |id: i64, status: TitleStatus| {
        changed_title(english_title(id, "Record"), |it| {
            it.files = TitleFiles::default();
            it.status = status;
        })
    };
    let shelf = TestShelf::with_titles([
        english_title(1, "Book"),
        without_files(2, TitleStatus::Live),
        changed_title(without_files(3, TitleStatus::Live), |it| {
            it.files.others.insert(Format::Brf, "sources/3/music.brf".into());
        }),
        without_files(4, TitleStatus::Removed),
    ]);
    let within = |subset: TitleSubset| {
        shelf.changed_search_ids(|it| {
            it.statuses.clear();
            it.subset = Some(subset);
        })
    };
    assert_eq!(within(TitleSubset::WithoutBook), [2], "a removed title needs no book");
    assert_eq!(within(TitleSubset::Listed([4, 1, 9].map(TitleId).into())), [1, 4]);
    assert_eq!(within(TitleSubset::Listed(BTreeSet::new())), NO_TITLES, "none of no titles");
    let mut words = keyword_search("record");
    words.subset = Some(TitleSubset::Listed([1, 2].map(TitleId).into()));
    assert_eq!(shelf.search_ids(&words), [2]);
}

#[test]
fn several_categories_are_any_of_them() {
    let shelf = TestShelf::with_titles([
        title_in_categories(1, &["Science fiction", "Travel"]),
        title_in_categories(2, &["Travel"]),
        title_in_categories(3, &["Science"]),
        changed_title(english_title(4, "Four"), |it| {
            it.metadata.categories =
                vec![Category::bisac("FIC028000", "FICTION / Science Fiction / General")];
        }),
    ]);
    let of = |names: &[&str]| {
        shelf.changed_search_ids(|it| it.conditions.categories = names.iter().map(|&n| n.into()).collect())
    };
    assert_eq!(of(&["Travel"]), [1, 2]);
    assert_eq!(of(&["SCIENCE FICTION", "Science"]), [1, 3]);
    assert_eq!(of(&["FICTION / Science Fiction / General"]), [4]);
    assert_eq!(of(&["Unheard of"]), NO_TITLES);
    assert_eq!(of(&["", " "]), [1, 2, 3, 4]);
}

#[test]
fn bisac_headings_and_codes_match_by_their_beginning() {
    let bisac = |id, code: &str, name: &str| {
        changed_title(english_title(id, "Book"), |it| {
            it.metadata.categories = vec![Category::bisac(code, name)];
        })
    };
    let shelf = TestShelf::with_titles([
        bisac(1, "FIC028000", "FICTION / Science Fiction / General"),
        bisac(2, "FIC028010", "FICTION / Science Fiction / Adventure"),
        bisac(3, "FIC000000", "FICTION / General"),
        bisac(4, "JUV001000", "JUVENILE FICTION / Action"),
        title_in_categories(5, &["FICTION / Science Fiction"]),
    ]);
    let some = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.included_bisac_headings = some(&["fiction / science"])),
        [1, 2]
    );
    assert_eq!(
        shelf.changed_search_ids(
            |it| it.conditions.included_bisac_headings = some(&["Fiction / G", "juvenile"])
        ),
        [3, 4]
    );
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.excluded_bisac_headings = some(&["FICTION"])),
        [4, 5]
    );
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.included_bisac_codes = some(&["fic028"])), [1, 2]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.included_bisac_codes = some(&["FIC028000"])), [1]);
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.excluded_bisac_codes = some(&["FIC028000", "JUV"])),
        [2, 3, 5]
    );
    let both = |it: &mut TitleSearch| {
        it.conditions.included_bisac_codes = some(&["FIC"]);
        it.conditions.excluded_bisac_headings = some(&["Fiction / Science Fiction / A"]);
    };
    assert_eq!(shelf.changed_search_ids(both), [1, 3]);
}

#[test]
fn language_is_any_of_the_titles() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| it.metadata.languages = vec!["eng".into(), "spa".into()]),
        english_title(2, "Two"),
    ]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.language = Some("spa".into())), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.language = Some("eng".into())), [1, 2]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.language = Some("fre".into())), NO_TITLES);
}

#[test]
fn origin_country_is_where_it_was_first_published() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| it.metadata.origin_country = Some("GB".into())),
        changed_title(english_title(2, "Two"), |it| it.territory.countries = ["GB".to_owned()].into()),
    ]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.origin_country = Some("GB".into())), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.origin_country = Some("gb".into())), [1]);
}

#[test]
fn formats_are_any_that_is_available() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| it.artifacts = vec![artifact(Format::Brf)]),
        changed_title(english_title(2, "Two"), |it| {
            it.artifacts =
                vec![artifact_with(Format::Brf, |a| a.status = FormatStatus::Pending), artifact(Format::Pdf)];
        }),
        changed_title(english_title(3, "Three"), |it| {
            it.artifacts = vec![artifact_with(Format::Brf, |a| a.status = FormatStatus::Unavailable)];
        }),
    ]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.formats = vec![Format::Brf]), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.formats = vec![Format::Brf, Format::Pdf]), [1, 2]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.formats = vec![Format::Docx]), NO_TITLES);
}

#[test]
fn narrator_and_braille_types_are_those_of_an_artifact() {
    let voice = |kind: &str| serde_json::from_str(&format!(r#"{{"name": "A", "type": "{kind}"}}"#)).ok();
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "One"), |it| {
            it.artifacts = vec![artifact_with(Format::DaisyAudio, |a| a.details.narrator = voice("tts"))];
        }),
        changed_title(english_title(2, "Two"), |it| {
            it.artifacts = vec![artifact_with(Format::Daisy2Audio, |a| a.details.narrator = voice("human"))];
        }),
        changed_title(english_title(3, "Three"), |it| {
            it.artifacts =
                vec![artifact_with(Format::Brf, |a| a.details.braille_type = Some(BrailleType::Transcribed))];
        }),
        changed_title(english_title(4, "Four"), |it| {
            it.artifacts = vec![artifact_with(Format::DaisyAudio, |a| {
                a.details.narrator = voice("human");
                a.status = FormatStatus::Unavailable;
            })];
        }),
    ]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.narrator_type = Some(NarratorType::Tts)), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.narrator_type = Some(NarratorType::Human)), [2]);
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.braille_type = Some(BrailleType::Transcribed)),
        [3]
    );
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.braille_type = Some(BrailleType::Automated)),
        NO_TITLES
    );
}

#[test]
fn formats_that_cannot_be_made_are_not_found() {
    let needs = |tools, format| artifact_with(format, |a| a.details.audio_tools = Some(tools));
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
    let shelf = TestShelf::with_titles([
        changed_title(english_title(1, "Spoken"), |it| {
            it.artifacts = vec![long(voice("tts", needs(AudioTools::Speech, Format::DaisyAudio)))];
        }),
        changed_title(english_title(2, "Recorded"), |it| {
            it.artifacts = vec![long(voice("human", needs(AudioTools::None, Format::DaisyAudio)))];
        }),
        changed_title(english_title(3, "Recorded otherwise"), |it| {
            it.artifacts = vec![voice("human", needs(AudioTools::Encoder, Format::Daisy2Audio))];
        }),
        changed_title(english_title(4, "Braille"), |it| {
            it.artifacts =
                vec![artifact_with(Format::Brf, |a| a.details.braille_type = Some(BrailleType::Automated))];
        }),
        changed_title(english_title(5, "Read aloud"), |it| {
            it.artifacts = vec![long(artifact(Format::Epub3))];
        }),
    ]);
    let found = |audio, braille, ask: fn(&mut TitleSearch)| {
        shelf.changed_search_ids(|it| {
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
    assert_eq!(found(AudioTools::Encoder, true, tts), NO_TITLES);
    let human: fn(&mut TitleSearch) = |it| it.conditions.narrator_type = Some(NarratorType::Human);
    assert_eq!(found(AudioTools::Speech, true, human), [2, 3]);
    assert_eq!(found(AudioTools::None, true, human), [2]);
    let voices = |audio| {
        let can = Capabilities { audio, braille: true };
        shelf.search(&TitleSearch { format_facets: true, can, ..search_everything() }).facets.narrators
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
            (vec![4], NO_TITLES.to_vec())
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
        changed_title(english_title(id, "Book"), |it| {
            it.metadata.reading_age_minimum = from;
            it.metadata.reading_age_maximum = to;
        })
    };
    let shelf = TestShelf::with_titles([
        ages(1, Some(6), Some(9)),
        ages(2, Some(9), None),
        ages(3, None, Some(6)),
        ages(4, None, None),
    ]);
    let of = |age| shelf.changed_search_ids(|it| it.conditions.reading_age = Some(age));
    assert_eq!(of(5), [3]);
    assert_eq!(of(6), [1, 3]);
    assert_eq!(of(9), [1, 2]);
    assert_eq!(of(99), [2]);
}

#[test]
fn warnings_are_excluded_and_included() {
    use ContentWarning::{Drugs, Sex, Violence};
    let warned = |id, warnings: &[ContentWarning]| {
        changed_title(english_title(id, "Book"), |it| it.metadata.content_warnings = warnings.to_vec())
    };
    let shelf = TestShelf::with_titles([warned(1, &[Sex, Violence]), warned(2, &[Violence]), warned(3, &[])]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.included_warnings = vec![Sex, Drugs]), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.excluded_warnings = vec![Sex, Drugs]), [2, 3]);
    let both = |it: &mut TitleSearch| {
        it.conditions.included_warnings = vec![Violence];
        it.conditions.excluded_warnings = vec![Sex];
    };
    assert_eq!(shelf.changed_search_ids(both), [2]);
}

#[test]
fn an_external_code_is_exact_on_any_artifact() {
    let shelf = TestShelf::with_titles([changed_title(english_title(1, "One"), |it| {
        it.artifacts[1].details.external_identifier_code = Some("Ab-7".into());
    })]);
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.external_identifier_code = Some("Ab-7".into())),
        [1]
    );
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.external_identifier_code = Some("ab-7".into())),
        NO_TITLES
    );
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.external_identifier_code = Some("Ab".into())),
        NO_TITLES
    );
}

#[test]
fn audio_is_found_up_to_the_maximum_duration() {
    let lasting = |id, durations: &[u64]| {
        changed_title(english_title(id, "Book"), |it| {
            let audio =
                |&seconds| artifact_with(Format::DaisyAudio, |a| a.details.duration_seconds = Some(seconds));
            it.artifacts = durations.iter().map(audio).collect();
        })
    };
    let telling = |id, format| {
        changed_title(english_title(id, "Book"), |it| {
            it.artifacts = vec![artifact_with(format, |a| a.details.duration_seconds = Some(60))];
        })
    };
    let shelf = TestShelf::with_titles([
        lasting(1, &[3600, 7200]),
        lasting(2, &[3601]),
        lasting(3, &[]),
        telling(4, Format::Epub3),
        telling(5, Format::Daisy),
    ]);
    // The fourth is read aloud; of text, a duration says nothing.
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.max_duration = Some(3600)), [1, 4]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.max_duration = Some(u64::MAX)), [1, 2, 4]);
}

#[test]
fn content_type_is_text_or_music() {
    let shelf = TestShelf::with_titles([
        english_title(1, "One"),
        changed_title(english_title(2, "Two"), |it| it.content_type = ContentType::MusicScore),
    ]);
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.content_type = Some(ContentType::MusicScore)),
        [2]
    );
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.content_type = Some(ContentType::Text)), [1]);
}

#[test]
fn only_live_titles_unless_other_states_are_asked_for() {
    let shelf = TestShelf::with_titles([
        english_title(1, "One"),
        changed_title(english_title(2, "Two"), |it| it.status = TitleStatus::Withdrawn),
        changed_title(english_title(3, "Three"), |it| it.status = TitleStatus::New),
        changed_title(english_title(4, "Four"), |it| it.status = TitleStatus::Reprocess),
    ]);
    assert_eq!(shelf.search_ids(&search_everything()), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.statuses = vec![TitleStatus::Withdrawn]), [2]);
    assert_eq!(
        shelf.changed_search_ids(|it| it.statuses = vec![TitleStatus::New, TitleStatus::Live]),
        [1, 3]
    );
    assert_eq!(shelf.changed_search_ids(|it| it.statuses = vec![]), [1, 2, 3, 4]);
}

#[test]
fn bounds_of_the_last_change_are_inclusive_to_the_second() {
    let half = SignedDuration::from_millis(500);
    let shelf =
        TestShelf::with_titles((1..=5).map(|day| {
            changed_title(english_title(day, "Book"), |it| it.dates.updated = days_ago(day) + half)
        }));
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.updated_from = Some(days_ago(2))), [1, 2]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.updated_to = Some(days_ago(4))), [4, 5]);
    let both = |it: &mut TitleSearch| {
        it.conditions.updated_from = Some(days_ago(4));
        it.conditions.updated_to = Some(days_ago(2));
    };
    assert_eq!(shelf.changed_search_ids(both), [2, 3, 4]);
    let second = SignedDuration::from_secs(1);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.updated_from = Some(days_ago(2) + second)), [1]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.updated_to = Some(days_ago(4) - second)), [5]);
}

#[test]
fn years_and_the_day_of_going_live_are_bounds() {
    let shelf = TestShelf::with_titles((1..=4).zip(0..).map(|(id, index)| {
        changed_title(english_title(id, "Book"), |it| {
            it.metadata.copyright_date = [1901, 1902, 1903].into_iter().nth(index);
            it.dates.published = (id < 4).then(|| days_ago(id));
        })
    }));
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.copyright_from = Some(1902)),
        [2, 3],
        "without a year is left out"
    );
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.copyright_to = Some(1902)), [1, 2]);
    assert_eq!(
        shelf.changed_search_ids(
            |it| (it.conditions.copyright_from, it.conditions.copyright_to) = (Some(1902), Some(1902))
        ),
        [2]
    );
    assert_eq!(
        shelf.changed_search_ids(
            |it| (it.conditions.copyright_from, it.conditions.copyright_to) = (Some(1903), Some(1902))
        ),
        NO_TITLES
    );
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.added_from = Some(days_ago(2))), [1, 2]);
    let moments = vec![days_ago(1), days_ago(3), days_ago(0)];
    let page = shelf.search(&TitleSearch { added_counts: moments, limit: 1, ..search_everything() });
    assert_eq!(page.facets.added_counts, [1, 3, 0]);
    assert!(shelf.search(&search_everything()).facets.added_counts.is_empty(), "not asked for");
}

#[test]
fn prefixes_that_cover_one_another_are_one() {
    let bisac = |id, code: &str| {
        changed_title(english_title(id, "Book"), |it| {
            it.metadata.categories = vec![Category::bisac(code, code)];
        })
    };
    let shelf = TestShelf::with_titles([bisac(1, "FIC028000"), bisac(2, "FIC100000"), bisac(3, "JUV001000")]);
    let codes = ["fic", "FIC028", "FIC1", "JUV001000", "fic"].map(str::to_owned);
    assert_eq!(
        shelf.changed_search_ids(|it| it.conditions.included_bisac_codes = codes[..3].to_vec()),
        [1, 2]
    );
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.included_bisac_codes = codes.to_vec()), [1, 2, 3]);
    assert_eq!(shelf.changed_search_ids(|it| it.conditions.excluded_bisac_codes = codes[1..3].to_vec()), [3]);
}
