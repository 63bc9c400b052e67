//! Recommendations: what must hold for every history, and what readers see.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;

use super::*;
use crate::artifacts::{Gender, Narrator};
use crate::fixtures::{title, with_change};
use crate::popular_lists::Popular;
use crate::recommendation_profiles::RecommendationProfile;
use crate::{Category, ContentWarning, Contributor, ContributorType, Format, NarratorType, Title, TitleId};

fn new_book(id: i64, author: &str, categories: &[&str]) -> Title {
    with_change(title(), |title| {
        title.id = TitleId(id);
        title.metadata.contributors = vec![Contributor::new(ContributorType::Author, author)];
        title.metadata.categories = categories.iter().map(|name| Category::service(*name)).collect();
    })
}

fn new_volume(id: i64, number: &str) -> Title {
    with_change(new_book(id, "Ada Reed", &["Poetry"]), |title| {
        title.metadata.series_title = Some("The Locks".into());
        title.metadata.series_number = Some(number.into());
    })
}

/// Recommends titles of `catalog` to a reader of `read`.
fn recommend(catalog: &[Title], read: &[Title], profile: &RecommendationProfile) -> Vec<Recommendation> {
    let owned = read.iter().map(|title| title.id).collect();
    rank(&Taste::from_history(read), profile, &references(catalog), &owned, &RankingEvidence::default())
}

fn references(titles: &[Title]) -> Vec<&Title> {
    titles.iter().collect()
}

fn ids(recommended: &[Recommendation]) -> Vec<i64> {
    recommended.iter().map(|r| r.title.0).collect()
}

/// The most similar neighbor possible.
fn nearest_neighbor(title: i64) -> Neighbor {
    Neighbor { title: TitleId(title), similarity: 0.5 }
}

#[test]
fn only_titles_that_share_something_are_recommended() {
    let read = [new_book(1, "Ada Reed", &["Poetry"])];
    let catalog = [
        new_book(2, "Bo Lind", &["poetry"]),
        new_book(3, "ADA REED", &["Cooking"]),
        new_book(4, "Cy Holt", &["Cooking"]),
        with_change(new_book(5, "Ada Reed", &["Poetry"]), |title| title.metadata.allow_recommend = false),
    ];
    // Even one that the same people read.
    let evidence = RankingEvidence {
        neighbors: HashMap::from([(TitleId(1), vec![nearest_neighbor(4)])]),
        ..RankingEvidence::default()
    };
    let owned = BTreeSet::from([TitleId(1)]);
    let ranked = rank(
        &Taste::from_history(&read),
        &RecommendationProfile::default(),
        &references(&catalog),
        &owned,
        &evidence,
    );
    assert_eq!(ids(&ranked), [3, 2], "an author says more than a category");
    let because = ranked.iter().map(|r| r.reason.to_string()).collect::<Vec<_>>();
    assert_eq!(because, ["because of 1, by contributor adareed", "because of 1, by category poetry"]);
}

#[test]
fn ranks_titles_that_the_same_people_read_first() {
    let read = [new_book(1, "Ada Reed", &["Poetry"])];
    let catalog: Vec<Title> = (2..6).map(|id| new_book(id, &format!("Author {id}"), &["Poetry"])).collect();
    let evidence = RankingEvidence {
        neighbors: HashMap::from([(TitleId(1), vec![nearest_neighbor(4)])]),
        readers: HashMap::from([(TitleId(5), 30)]),
        ..RankingEvidence::default()
    };
    let owned = BTreeSet::from([TitleId(1)]);
    let ranked = rank(
        &Taste::from_history(&read),
        &RecommendationProfile::default(),
        &references(&catalog),
        &owned,
        &evidence,
    );
    assert_eq!(ids(&ranked), [4, 5, 2, 3], "then what many read, then by number");
    let weight = |id: i64| ranked.iter().find(|r| r.title.0 == id).map(|r| r.score).unwrap();
    assert!(weight(4) > weight(5) && weight(5) > weight(2));
}

#[test]
fn a_rare_feature_says_more_than_a_frequent_one() {
    let read = [new_book(1, "Ada Reed", &["Fiction", "Beekeeping"])];
    let catalog = [new_book(2, "Bo Lind", &["Fiction"]), new_book(3, "Cy Holt", &["Beekeeping"])];
    let rarity = HashMap::from([
        (Feature::category("Fiction"), RankingEvidence::rarity_of(9000, 10_000)),
        (Feature::category("Beekeeping"), RankingEvidence::rarity_of(4, 10_000)),
    ]);
    let evidence = RankingEvidence { rarity, ..RankingEvidence::default() };
    let owned = BTreeSet::from([TitleId(1)]);
    let ranked = rank(
        &Taste::from_history(&read),
        &RecommendationProfile::default(),
        &references(&catalog),
        &owned,
        &evidence,
    );
    assert_eq!(ids(&ranked), [3, 2]);
    assert!(RankingEvidence::rarity_of(0, 0) > 0.0 && RankingEvidence::rarity_of(5, 0) > 0.0);
}

#[test]
fn the_categories_that_were_read_most_come_first() {
    let read = [
        with_change(new_book(1, "Ada Reed", &["Poetry"]), |title| {
            title.metadata.categories.push(Category::bisac("POE000000", "POETRY / General"));
        }),
        new_book(2, "Ada Reed", &["Essays", "War"]),
        new_book(3, "Ada Reed", &["Essays"]),
    ];
    let taste = Taste::from_history(&read);
    let profile = |excluded: &[&str]| RecommendationProfile {
        excluded_categories: excluded.iter().map(|name| (*name).to_owned()).collect(),
        ..RecommendationProfile::default()
    };
    assert_eq!(taste.categories(&profile(&[]), 9), ["Essays", "Poetry", "War"]);
    assert_eq!(taste.categories(&profile(&["essays"]), 1), ["Poetry"]);
    assert_eq!(taste.titles(), [1, 2, 3].map(TitleId));
    assert_eq!(taste.features_to_search()[0], Feature::contributor("Ada Reed"));
    assert!(!taste.is_empty() && Taste::from_history(&[]).is_empty());
}

#[test]
fn ranks_the_next_volume_of_a_series_first() {
    let catalog = [new_volume(2, "4"), new_volume(3, "1"), new_volume(4, "3"), new_volume(5, "10")];
    let ranked = recommend(&catalog, &[new_volume(1, "2")], &RecommendationProfile::default());
    assert_eq!(ids(&ranked), [4, 2, 5, 3], "3, 4, 10, then what comes before");
}

#[test]
fn one_author_does_not_take_the_whole_list() {
    let read = [new_book(1, "Ada Reed", &["Poetry", "Essays"])];
    let mut catalog: Vec<Title> = (10..20).map(|id| new_book(id, "Ada Reed", &["Poetry"])).collect();
    catalog.push(new_book(30, "Bo Lind", &["Poetry", "Essays"]));
    let ranked = ids(&recommend(&catalog, &read, &RecommendationProfile::default()));
    let place = ranked.iter().position(|id| *id == 30).unwrap();
    assert!((1..9).contains(&place), "{ranked:?}");
}

#[test]
fn the_profile_removes_and_raises() {
    let read = [new_book(1, "Ada Reed", &["Poetry"])];
    let catalog = [
        new_book(2, "Bo Lind", &["Poetry"]),
        new_book(3, "Cy Holt", &["Poetry", "War"]),
        with_change(new_book(4, "Di Moss", &["Poetry"]), |t| {
            t.metadata.content_warnings = vec![ContentWarning::Sex];
        }),
    ];
    let with_profile = |change: fn(&mut RecommendationProfile)| {
        ids(&recommend(&catalog, &read, &with_change(RecommendationProfile::default(), change)))
    };
    assert_eq!(with_profile(|_| {}), [2, 3, 4]);
    assert_eq!(with_profile(|p| p.excluded_authors = vec!["BO LIND".into()]), [3, 4]);
    assert_eq!(with_profile(|p| p.excluded_categories = vec!["war".into()]), [2, 4]);
    assert_eq!(with_profile(|p| p.excluded_content_warnings = vec![ContentWarning::Sex]), [2, 3]);
    assert_eq!(with_profile(|p| p.included_authors = vec!["Di Moss".into()]), [4, 2, 3]);
    assert_eq!(with_profile(|p| p.included_categories = vec!["War".into()]), [3, 2, 4]);
    assert_eq!(with_profile(|p| p.included_content_warnings = vec![ContentWarning::Sex]), [4, 2, 3]);
}

#[test]
fn a_title_for_other_ages_is_left_out() {
    let read = [new_book(1, "Ada Reed", &["Poetry"])];
    let aged = |id, from, to| {
        with_change(new_book(id, &format!("Author {id}"), &["Poetry"]), |title| {
            title.metadata.reading_age_minimum = from;
            title.metadata.reading_age_maximum = to;
        })
    };
    let catalog = [
        aged(2, None, None),
        aged(3, Some(6), Some(9)),
        aged(4, Some(10), None),
        aged(5, None, Some(7)),
        aged(6, None, Some(12)),
    ];
    let profile = RecommendationProfile { reading_age: Some(8), ..RecommendationProfile::default() };
    assert_eq!(ids(&recommend(&catalog, &read, &profile)), [3, 6, 2]);
}

#[test]
fn the_voice_asked_for_comes_first_and_another_last() {
    let read = [new_book(1, "Ada Reed", &["Poetry"])];
    let voiced = |id, kind, gender| {
        with_change(new_book(id, &format!("Author {id}"), &["Poetry"]), |title| {
            let artifact = title.artifacts.iter_mut().find(|a| a.format == Format::Epub3).unwrap();
            artifact.details.narrator = Some(Narrator { name: "Nan".into(), gender, kind });
        })
    };
    let catalog = [
        voiced(2, NarratorType::Tts, Some(Gender::Male)),
        new_book(3, "Author 3", &["Poetry"]),
        voiced(4, NarratorType::Human, Some(Gender::Female)),
        voiced(5, NarratorType::Human, Some(Gender::Male)),
    ];
    let human = RecommendationProfile {
        narrator_type: Some(NarratorType::Human),
        ..RecommendationProfile::default()
    };
    assert_eq!(ids(&recommend(&catalog, &read, &human)), [4, 5, 3, 2]);
    let he = RecommendationProfile { narrator_gender: Some(Gender::Male), ..human };
    assert_eq!(ids(&recommend(&catalog, &read, &he)), [5, 3, 2, 4]);
}

#[test]
fn keeps_the_order_of_popular_titles_without_a_history() {
    let titles: Vec<Title> = (1..7).map(|id| new_book(id, &format!("Author {id}"), &["Poetry"])).collect();
    let popular: Vec<(Popular, &Title)> = [5, 3, 1, 6, 2]
        .iter()
        .zip((1..10).rev())
        .map(|(id, readers)| {
            (Popular { title: TitleId(*id), readers }, &titles[usize::try_from(id - 1).unwrap()])
        })
        .collect();
    let none = BTreeSet::new();
    let plain = rank_popular(&popular, &RecommendationProfile::default(), &none);
    assert_eq!(ids(&plain), [5, 3, 1, 6, 2]);
    assert_eq!(plain[0].reason, Reason::Popular(9));
    let profile = RecommendationProfile {
        included_authors: vec!["author 2".into()],
        excluded_authors: vec!["Author 3".into()],
        ..RecommendationProfile::default()
    };
    let owned = BTreeSet::from([TitleId(1)]);
    assert_eq!(ids(&rank_popular(&popular, &profile, &owned)), [2, 5, 6], "nobody's place is kept free");
}

#[test]
fn two_readers_make_neighbors_and_one_does_not() {
    let mut counted = CoReading::new(0);
    assert!(counted.is_empty());
    counted.add(&[TitleId(1), TitleId(2)]);
    counted.add(&[TitleId(2), TitleId(1), TitleId(3), TitleId(1)]);
    assert_eq!(counted.len(), 3);
    let neighbors = counted.neighbors();
    assert_eq!(neighbors.iter().map(|(title, _)| title.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(neighbors[0].1.len(), 1);
    assert_eq!((neighbors[0].1[0].title, neighbors[1].1[0].title), (TitleId(2), TitleId(1)));
}

#[test]
fn a_title_that_everybody_reads_is_nobodys_nearest() {
    let mut counted = CoReading::new(0);
    for reader in 0..40 {
        let own = 100 + reader % 4;
        counted.add(&[TitleId(1), TitleId(own), TitleId(own + 10)]);
    }
    let neighbors: BTreeMap<TitleId, Vec<Neighbor>> = counted.neighbors().into_iter().collect();
    assert_eq!(neighbors[&TitleId(100)][0].title, TitleId(110));
    assert_eq!(neighbors[&TitleId(100)][1].title, TitleId(1));
}

#[test]
fn memory_is_bounded_and_what_is_seen_often_stays() {
    let most = HISTORY * HISTORY;
    let mut counted = CoReading::new(most);
    for reader in 0..50 {
        let mut read: Vec<TitleId> = (0..90).map(|at| TitleId(1000 + reader * 90 + at)).collect();
        read.splice(0..0, [TitleId(1), TitleId(2)]);
        counted.add(&read);
        assert!(counted.len() <= most);
    }
    let neighbors: BTreeMap<TitleId, Vec<Neighbor>> = counted.neighbors().into_iter().collect();
    assert_eq!(neighbors[&TitleId(1)][0].title, TitleId(2));
}

prop_compose! {
    fn any_book(ids: std::ops::Range<i64>)(
        id in ids,
        author in 0..5,
        categories in prop::collection::vec(0..5, 0..3),
        series in prop::option::of(0..2),
        number in 0..4_i32,
        warning in prop::option::of(prop::sample::select(vec![ContentWarning::Sex, ContentWarning::Drugs])),
        recommendable in prop::bool::weighted(0.9),
    ) -> Title {
        let names: Vec<String> = categories.into_iter().map(|n| format!("Category {n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        with_change(new_book(id, &format!("Author {author}"), &names), |title| {
            title.metadata.series_title = series.map(|n| format!("Series {n}"));
            title.metadata.series_number = series.map(|_| number.to_string());
            title.metadata.content_warnings = warning.into_iter().collect();
            title.metadata.allow_recommend = recommendable;
        })
    }
}

fn any_books(ids: std::ops::Range<i64>) -> impl Strategy<Value = Vec<Title>> {
    prop::collection::vec(any_book(ids), 0..40).prop_map(|books| {
        let by_id: BTreeMap<TitleId, Title> = books.into_iter().map(|book| (book.id, book)).collect();
        by_id.into_values().collect()
    })
}

prop_compose! {
    fn any_evidence()(
        pairs in prop::collection::vec((0i64..60, 0i64..60, 0.001f64..0.99), 0..60),
        readers in prop::collection::hash_map((0i64..60).prop_map(TitleId), 0u64..1000, 0..20),
    ) -> RankingEvidence {
        let mut neighbors: HashMap<TitleId, Vec<Neighbor>> = HashMap::new();
        for (of, title, similarity) in pairs.into_iter().filter(|(of, title, _)| of != title) {
            neighbors.entry(TitleId(of)).or_default().push(Neighbor { title: TitleId(title), similarity });
        }
        RankingEvidence { neighbors, readers, rarity: HashMap::new() }
    }
}

prop_compose! {
    fn any_profile()(
        authors in prop::collection::vec(0..5, 0..3),
        categories in prop::collection::vec(0..5, 0..2),
        liked in prop::collection::vec(0..5, 0..3),
        warnings in prop::collection::vec(Just(ContentWarning::Sex), 0..2),
    ) -> RecommendationProfile {
        RecommendationProfile {
            excluded_authors: authors.into_iter().map(|n| format!("AUTHOR {n}")).collect(),
            excluded_categories: categories.into_iter().map(|n| format!("category {n} ")).collect(),
            included_categories: liked.into_iter().map(|n| format!("Category {n}")).collect(),
            excluded_content_warnings: warnings,
            ..RecommendationProfile::default()
        }
    }
}

proptest! {
    #[test]
    fn excluded_and_owned_titles_are_not_recommended(
        catalog in any_books(0..60),
        read in any_books(0..60),
        evidence in any_evidence(),
        profile in any_profile(),
        assigned in prop::collection::btree_set((0i64..60).prop_map(TitleId), 0..10),
    ) {
        let owned: BTreeSet<TitleId> = read.iter().map(|t| t.id).chain(assigned).collect();
        let taste = Taste::from_history(&read);
        let by_id: BTreeMap<TitleId, &Title> = catalog.iter().map(|title| (title.id, title)).collect();
        let popular: Vec<(Popular, &Title)> =
            catalog.iter().map(|title| (Popular { title: title.id, readers: 1 }, title)).collect();
        let lists = [
            rank(&taste, &profile, &references(&catalog), &owned, &evidence),
            rank_popular(&popular, &profile, &owned),
        ];
        for recommendation in lists.iter().flatten() {
            prop_assert!(!owned.contains(&recommendation.title));
            let title = by_id[&recommendation.title];
            prop_assert!(title.metadata.allow_recommend);
            let says = |names: &[String], feature: fn(&str) -> Feature| {
                names.iter().any(|name| Feature::from_title(title).contains(&feature(name)))
            };
            prop_assert!(!says(&profile.excluded_authors, Feature::contributor));
            prop_assert!(!says(&profile.excluded_categories, Feature::category));
            let warned = &title.metadata.content_warnings;
            prop_assert!(!profile.excluded_content_warnings.iter().any(|w| warned.contains(w)));
        }
        for recommendation in &lists[0] {
            let shared = Feature::from_title(by_id[&recommendation.title]);
            prop_assert!(shared.iter().any(|feature| read.iter().any(|t| Feature::from_title(t).contains(feature))));
        }
    }

    #[test]
    fn the_order_is_the_same_each_time_and_falls(
        catalog in any_books(0..60),
        read in any_books(0..60),
        evidence in any_evidence(),
        profile in any_profile(),
    ) {
        let owned = read.iter().map(|title| title.id).collect();
        let taste = Taste::from_history(&read);
        let ranked = rank(&taste, &profile, &references(&catalog), &owned, &evidence);
        let mut turned = references(&catalog);
        turned.reverse();
        // Maps of other random states.
        let again = RankingEvidence {
            neighbors: evidence.neighbors.clone().into_iter().collect(),
            readers: evidence.readers.clone().into_iter().collect(),
            rarity: HashMap::new(),
        };
        prop_assert_eq!(&ranked, &rank(&Taste::from_history(&read), &profile, &turned, &owned, &again));
        let places: Vec<_> = ranked.iter().map(|r| (std::cmp::Reverse(r.score), r.title)).collect();
        prop_assert!(places.windows(2).all(|two| two[0] < two[1]), "strictly, so that every place is one");
        prop_assert!(ranked.iter().all(|r| r.score > 0));
    }

    #[test]
    fn reading_on_never_offers_what_was_read(
        catalog in any_books(0..60),
        read in any_books(0..60),
        evidence in any_evidence(),
    ) {
        let mut history = Vec::new();
        let mut owned = BTreeSet::new();
        for next in read {
            owned.insert(next.id);
            history.insert(0, next);
            let taste = Taste::from_history(&history);
            let profile = RecommendationProfile::default();
            let ranked = rank(&taste, &profile, &references(&catalog), &owned, &evidence);
            prop_assert!(ranked.iter().all(|r| !owned.contains(&r.title)));
            prop_assert!(evidence.read_together(&taste, &owned, 50).iter().all(|id| !owned.contains(id)));
        }
    }

    #[test]
    fn pairs_are_counted_as_by_hand(
        histories in prop::collection::vec(prop::collection::vec((0i64..12).prop_map(TitleId), 0..8), 0..20),
    ) {
        let mut counted = CoReading::new(1_000_000);
        for history in &histories {
            counted.add(history);
        }
        let sets: Vec<BTreeSet<TitleId>> =
            histories.iter().map(|history| history.iter().copied().collect()).collect();
        let neighbors: BTreeMap<TitleId, Vec<Neighbor>> = counted.neighbors().into_iter().collect();
        for one in (0..12).map(TitleId) {
            for other in (0..12).map(TitleId).filter(|other| *other != one) {
                let readers = sets.iter().filter(|set| set.contains(&one) && set.contains(&other)).count();
                let listed = neighbors.get(&one).and_then(|of| of.iter().find(|n| n.title == other));
                prop_assert_eq!(listed.is_some(), readers >= 2);
                let back = neighbors.get(&other).and_then(|of| of.iter().find(|n| n.title == one));
                prop_assert_eq!(listed.map(|n| n.similarity), back.map(|n| n.similarity));
                prop_assert!(listed.is_none_or(|n| n.similarity > 0.0 && n.similarity < 1.0));
            }
        }
    }
}
