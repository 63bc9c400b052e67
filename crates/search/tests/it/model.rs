//! Random collections and searches, compared with a model that checks every title.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use domain::access::View;
use domain::artifacts::BrailleVolumes;
use domain::fixtures::{artifact, days_ago, lab, site};
use domain::normalization::fold;
use domain::sites::Sharing;
use domain::sorting::title_key;
use domain::{Category, Contributor, ContributorType, Format, FormatStatus, Title, TitleStatus, name_key};
use proptest::prelude::*;
use search::{AccessFilter, Conditions, Criteria, Sort, TitleSearch};

use crate::support::{TestShelf, changed_title, ids_of, title_in_language};

/// Short, so that no typing error is read into them, and in a language without a stemmer.
const MODEL_WORDS: [&str; 10] = ["the", "Sun", "moon", "Été", "ete", "sea", "fox", "owl", "and", "&"];
const MODEL_NAMES: [&str; 5] = ["Ann Sun", "Bo Fox", "Émile Moon", "Cy Cyr", "Homer"];
const MODEL_FORMATS: [Format; 3] = [Format::Brf, Format::Epub3, Format::Pdf];
const MODEL_VOLUMES: [BrailleVolumes; 3] =
    [BrailleVolumes::One, BrailleVolumes::TwoToFive, BrailleVolumes::More];
const MODEL_CATEGORIES: [&str; 4] = ["Art", "Éros", "Travel", "Zoology"];

fn any_text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&MODEL_WORDS[..]), words).prop_map(|words| words.join(" "))
}

fn any_subset<T: std::fmt::Debug + Clone + 'static>(
    all: &'static [T],
    most: usize,
) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(prop::sample::select(all), 0..=most)
}

prop_compose! {
    fn any_title()(
        id in 1..40_i64,
        (name, subtitle, series) in (any_text(1..4), prop::option::of(any_text(1..3)), prop::option::of(any_text(1..2))),
        (people, categories) in (any_subset(&MODEL_NAMES, 3), any_subset(&MODEL_CATEGORIES, 3)),
        (added, year) in (prop::option::of(0..4_i64), prop::option::of(1999..2003_i16)),
        (updated, number) in (0..9_i64, prop::option::of(0..12_i32)),
        (formats, pending, volumes) in (any_subset(&MODEL_FORMATS, 3), prop::bool::weighted(0.2), prop::option::of(0..8_u32)),
        (other_site, sharing, status, adult) in (prop::bool::weighted(0.3), 0..3, 0..5, prop::bool::weighted(0.2)),
    ) -> Title {
        changed_title(title_in_language(id, &name, "zxx"), |it| {
            it.metadata.subtitle = subtitle;
            it.metadata.series_title = series;
            it.metadata.series_number = number.map(|number| number.to_string());
            it.metadata.contributors = people
                .iter()
                .zip([ContributorType::CoWriter, ContributorType::Editor, ContributorType::Author])
                .map(|(name, kind)| Contributor::new(kind, *name))
                .collect();
            it.metadata.categories = categories.into_iter().map(Category::service).collect();
            it.metadata.copyright_date = year;
            it.metadata.adult_content = adult;
            it.dates.published = added.map(days_ago);
            it.dates.updated = days_ago(updated);
            it.site = if other_site { lab() } else { site() };
            it.sharing = match sharing {
                0 => Sharing::None,
                1 => Sharing::Sites(BTreeSet::from([site()])),
                _ => Sharing::All,
            };
            it.artifacts = MODEL_FORMATS.into_iter().filter(|it| formats.contains(it)).map(artifact).collect();
            for artifact in it.artifacts.iter_mut().filter(|artifact| artifact.format == Format::Brf) {
                artifact.details.number_of_volumes = volumes;
                artifact.status = if pending { FormatStatus::Pending } else { FormatStatus::Available };
            }
            it.status = if status == 0 { TitleStatus::Withdrawn } else { TitleStatus::Live };
        })
    }
}

prop_compose! {
    fn any_search()(
        keyword in prop::option::weighted(0.6, any_text(0..3)),
        author_filter in prop::option::weighted(0.2, prop::sample::select(&MODEL_NAMES[..])),
        categories in prop_oneof![2 => Just(Vec::new()), 1 => any_subset(&MODEL_CATEGORIES, 2)],
        updated in prop::option::weighted(0.3, (0..9_i64, 0..9_i64)),
        all_formats in prop_oneof![2 => Just(Vec::new()), 1 => any_subset(&MODEL_FORMATS, 3)],
        braille_volumes in prop_oneof![2 => Just(Vec::new()), 1 => any_subset(&MODEL_VOLUMES, 2)],
        (own, shared, hide_adult) in (any::<bool>(), any::<bool>(), any::<bool>()),
        (sort, descending) in (prop::sample::select(&Sort::ALL[..]), any::<bool>()),
    ) -> TitleSearch {
        let view = View { site: own.then(site), shared, hide_adult, offered_at: None };
        let conditions = Conditions {
            criteria: keyword.map_or(Criteria::None, Criteria::Keyword),
            author_filter: author_filter.map(Into::into),
            categories: categories.into_iter().map(Into::into).collect(),
            updated_from: updated.map(|(from, _)| days_ago(from)),
            updated_to: updated.map(|(_, to)| days_ago(to)),
            access: AccessFilter { all_formats, braille_volumes, ..AccessFilter::default() },
            ..Conditions::default()
        };
        TitleSearch {
            conditions,
            sort,
            descending,
            facets: true,
            access_facets: true,
            ..TitleSearch::new(view)
        }
    }
}

/// The words of a text in small letters, with their accents.
fn split_written_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_lowercase).collect()
}

fn is_and(word: &str) -> bool {
    matches!(word, "and" | "&")
}

/// Words without accents and with one word for "and", repeated words for "and" as one.
fn to_comparable(words: &[String]) -> Vec<String> {
    let mut words: Vec<String> =
        words.iter().map(|word| if is_and(word) { "&".into() } else { fold(word) }).collect();
    words.dedup_by(|next, word| next == word && next == "&");
    words
}

/// The weight of a word in a title: the sum of its place and of its spelling; none if it is not there.
fn word_weight(title: &Title, word: &str) -> Option<i64> {
    let it = &title.metadata;
    let is_plain = fold(word) == word;
    let best = |text: &str, in_title: bool, place: i64| {
        let words = split_written_words(text).into_iter();
        let same = words.filter(|own| fold(own) == fold(word) || is_and(own) && is_and(word));
        let value = |own: String| {
            if in_title && !is_plain && own == word {
                return 10;
            }
            let place = if in_title && fold(&own) != own { place - 1 } else { place };
            2 * place + if is_plain { 2 } else { 1 }
        };
        same.map(value).max()
    };
    let names = it.contributors.iter().map(|person| best(&person.display_name, false, 1));
    let second = it.subtitle.iter().chain(&it.series_title).map(|text| best(text, false, 2));
    names.chain(second).chain([best(&it.title, true, 4)]).flatten().max()
}

/// The words that a title must have: all, or, if no visible title has all of them, those that are neither for
/// "and" nor articles.
fn wanted_words(titles: &BTreeMap<i64, Title>, search: &TitleSearch) -> BTreeSet<String> {
    let Criteria::Keyword(text) = &search.conditions.criteria else { return BTreeSet::new() };
    let words: BTreeSet<String> = split_written_words(text).into_iter().collect();
    let has_all = |title: &Title| words.iter().all(|word| word_weight(title, word).is_some());
    let mut visible =
        titles.values().filter(|title| search.view.shows_title(title) && title.status == TitleStatus::Live);
    let is_optional = |word: &String| is_and(word) || word == "the";
    if words.iter().all(is_optional) || visible.any(has_all) {
        return words;
    }
    words.into_iter().filter(|word| !is_optional(word)).collect()
}

/// Relevance of a title: the whole title, the weights, the shorter title. `None` if a word is missing.
fn title_relevance(title: &Title, search: &TitleSearch, words: &BTreeSet<String>) -> Option<(i64, i64, i64)> {
    let Criteria::Keyword(text) = &search.conditions.criteria else { return Some((0, 0, 0)) };
    if words.is_empty() {
        return Some((0, 0, 0));
    }
    let sum = words.iter().map(|word| word_weight(title, word)).sum::<Option<i64>>()?;
    let asked = split_written_words(text);
    let name = split_written_words(&title.metadata.title);
    let subtitle = split_written_words(title.metadata.subtitle.as_deref().unwrap_or_default());
    let whole = if name == asked {
        3
    } else if to_comparable(&name) == to_comparable(&asked) {
        2
    } else {
        i64::from(to_comparable(&[name.clone(), subtitle].concat()) == to_comparable(&asked))
    };
    // Signs for "and" without a word between them are one word.
    let mut counted = name.clone();
    counted.dedup_by(|next, word| next == "&" && word == "&");
    Some((whole, sum, -i64::try_from(counted.len()).unwrap()))
}

fn authors_of(title: &Title) -> BTreeSet<&str> {
    title.authors().map(|author| author.display_name.as_str()).collect()
}

fn is_match(title: &Title, search: &TitleSearch, words: &BTreeSet<String>) -> bool {
    let it = &title.metadata;
    let category = |name: &String| it.categories.iter().any(|category| &category.name == name);
    search.view.shows_title(title)
        && title_relevance(title, search, words).is_some()
        && search.conditions.author_filter.as_deref().is_none_or(|name| authors_of(title).contains(name))
        && (search.conditions.categories.is_empty() || search.conditions.categories.iter().any(category))
        && search
            .conditions
            .access
            .all_formats
            .iter()
            .all(|wanted| title.available_formats().any(|it| it == *wanted))
        && (search.conditions.access.braille_volumes.is_empty()
            || volume_range(title)
                .is_some_and(|range| search.conditions.access.braille_volumes.contains(&range)))
        && search.conditions.updated_from.is_none_or(|from| from <= title.dates.updated)
        && search.conditions.updated_to.is_none_or(|to| title.dates.updated <= to)
}

/// The range of volumes of a title's braille. `None` if the number is not known.
fn volume_range(title: &Title) -> Option<BrailleVolumes> {
    let volumes = title.artifacts.iter().find_map(|artifact| artifact.details.number_of_volumes)?;
    Some(match volumes {
        0 => return None,
        1 => BrailleVolumes::One,
        2..6 => BrailleVolumes::TwoToFive,
        _ => BrailleVolumes::More,
    })
}

/// The order of two titles: absent values last in both directions, ties by number.
fn compare_titles(a: &Title, b: &Title, search: &TitleSearch, words: &BTreeSet<String>) -> Ordering {
    fn compare_values<T: Ord>(a: Option<T>, b: Option<T>, descending: bool) -> Ordering {
        match (a, b) {
            (Some(a), Some(b)) if descending => b.cmp(&a),
            (Some(a), Some(b)) => a.cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
    fn author_key(title: &Title) -> Option<String> {
        title.authors().next().map(|author| name_key(author.sort_name()))
    }
    fn series_number(title: &Title) -> Option<i32> {
        title.metadata.series_number.as_deref()?.parse().ok()
    }
    let down = search.descending;
    let name = |title: &Title| Some(title_key(&title.metadata.title, "zxx"));
    let order = match search.sort {
        Sort::Relevance => {
            compare_values(title_relevance(a, search, words), title_relevance(b, search, words), !down)
        }
        Sort::Title => compare_values(name(a), name(b), down),
        Sort::Author => compare_values(author_key(a), author_key(b), down),
        Sort::DateAdded => compare_values(a.dates.published, b.dates.published, down),
        Sort::CopyrightDate => compare_values(a.metadata.copyright_date, b.metadata.copyright_date, down),
        Sort::UpdatedDate => compare_values(Some(a.dates.updated), Some(b.dates.updated), down),
        Sort::SeriesNumber => compare_values(series_number(a), series_number(b), down),
    };
    order.then(a.id.cmp(&b.id))
}

fn most_frequent<'a>(names: impl Iterator<Item = BTreeSet<&'a str>>) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    names.flatten().for_each(|name| *counts.entry(name).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counts.truncate(10);
    counts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Pages of any size, one after another, are the whole result in order, each title once, with the exact
    /// number and facets on each page; over several commits, with changed and deleted titles.
    #[test]
    fn a_search_finds_what_the_model_finds(
        commits in prop::collection::vec(prop::collection::vec(any_title(), 0..30), 1..4),
        gone in prop::collection::vec(1..40_i64, 0..6),
        searches in prop::collection::vec((any_search(), 1..9_usize), 1..12),
    ) {
        let mut shelf = TestShelf::with_titles([]);
        let mut titles: BTreeMap<i64, Title> = BTreeMap::new();
        for commit in commits {
            titles.extend(commit.iter().map(|title| (title.id.0, title.clone())));
            shelf.put_titles(commit);
        }
        titles.retain(|id, _| !gone.contains(id));
        shelf.remove_titles(gone);
        for (mut search, limit) in searches {
            let words = wanted_words(&titles, &search);
            let mut expected: Vec<&Title> =
                titles.values().filter(|title| is_match(title, &search, &words)).collect();
            expected.sort_by(|a, b| compare_titles(a, b, &search, &words));
            let categories = |title: &&'_ Title| -> BTreeSet<String> {
                title.metadata.categories.iter().map(|category| category.name.clone()).collect()
            };
            let all: Vec<BTreeSet<String>> = expected.iter().map(categories).collect();
            let categories = most_frequent(all.iter().map(|names| names.iter().map(String::as_str).collect()));
            let authors = most_frequent(expected.iter().map(|title| authors_of(title)));
            let range = |range: BrailleVolumes| {
                let count = expected.iter().filter(|title| volume_range(title) == Some(range)).count();
                (range, count as u64)
            };
            let ranges: Vec<_> = MODEL_VOLUMES.map(range).into_iter().filter(|(_, count)| *count > 0).collect();
            let mut found = Vec::new();
            search.limit = limit;
            loop {
                let page = shelf.search(&search);
                prop_assert_eq!(page.total, expected.len() as u64, "{:?}", search);
                prop_assert_eq!(&page.facets.authors, &authors);
                prop_assert_eq!(&page.facets.categories, &categories);
                prop_assert_eq!(&page.facets.access.braille_volumes, &ranges);
                prop_assert!(page.ids.len() == limit || page.next.is_none());
                found.extend(ids_of(&page));
                search.after = page.next;
                if search.after.is_none() {
                    break;
                }
            }
            prop_assert_eq!(found, expected.iter().map(|title| title.id.0).collect::<Vec<_>>(), "{:?}", search);
        }
    }
}
