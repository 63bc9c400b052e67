//! Titles similar to those a reader likes (docs/rules/recommendations.md#rule-3).

use domain::fixtures::lab;
use domain::recommendations::Feature;
use domain::{Contributor, ContributorType, Title, TitleId, TitleStatus};

use crate::support::{TestShelf, changed_title, english_title, guest_view, title_by, title_in_categories};

fn in_series(id: i64, series: &str) -> Title {
    changed_title(english_title(id, "A volume"), |it| it.metadata.series_title = Some(series.into()))
}

fn translated_title(id: i64, name: &str) -> Title {
    changed_title(english_title(id, "From afar"), |it| {
        it.metadata.contributors = vec![Contributor::new(ContributorType::Translator, name)];
    })
}

fn similar_ids(shelf: &TestShelf, features: &[Feature], most: usize) -> Vec<i64> {
    shelf.index.find_similar(&guest_view(), features, most).unwrap().titles.iter().map(|id| id.0).collect()
}

#[test]
fn every_kind_of_feature_is_found_without_accents_and_case() {
    let shelf = TestShelf::with_titles([
        title_in_categories(1, &["Poésie"]),
        title_by(2, "Two", &["Ada Reed"]),
        translated_title(3, "ADA REED"),
        in_series(4, "The Locks"),
        english_title(5, "Five"),
    ]);
    assert_eq!(similar_ids(&shelf, &[Feature::category("POESIE")], 10), [1]);
    assert_eq!(similar_ids(&shelf, &[Feature::contributor("ada reed ")], 10), [3, 2]);
    assert_eq!(similar_ids(&shelf, &[Feature::series("the LOCKS")], 10), [4]);
    assert_eq!(similar_ids(&shelf, &[Feature::series("Ada Reed")], 10), [0; 0]);
    assert_eq!(similar_ids(&shelf, &[], 10), [0; 0]);
}

#[test]
fn rare_features_count_more_and_several_add_up() {
    let mut titles: Vec<Title> = (1..20).map(|id| title_in_categories(id, &["Fiction"])).collect();
    titles.push(title_in_categories(50, &["Beekeeping"]));
    titles.push(title_in_categories(51, &["Beekeeping", "Fiction"]));
    let shelf = TestShelf::with_titles(titles);
    let features = [Feature::category("Fiction"), Feature::category("Beekeeping")];
    assert_eq!(similar_ids(&shelf, &features, 4), [51, 50, 19, 18]);
    let rarity = shelf.index.find_similar(&guest_view(), &features, 0).unwrap().rarity;
    assert!(rarity[&features[1]] > rarity[&features[0]]);
}

#[test]
fn only_live_titles_of_the_view_are_found_in_every_segment() {
    let mut shelf = TestShelf::with_titles([
        title_in_categories(1, &["Art"]),
        changed_title(title_in_categories(2, &["Art"]), |it| it.site = lab()),
        changed_title(title_in_categories(3, &["Art"]), |it| it.status = TitleStatus::Withdrawn),
        changed_title(title_in_categories(4, &["Art"]), |it| it.metadata.adult_content = true),
    ]);
    shelf.put_titles([title_in_categories(5, &["Art"]), title_in_categories(6, &["Art"])]);
    shelf.remove_titles([6]);
    let art = [Feature::category("Art")];
    assert_eq!(similar_ids(&shelf, &art, 10), [5, 4, 1]);
    let safe = domain::access::View { hide_adult: true, ..guest_view() };
    assert_eq!(shelf.index.find_similar(&safe, &art, 10).unwrap().titles, [TitleId(5), TitleId(1)]);
}
