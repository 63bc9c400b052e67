//! Periodicals, their editions and their downloads (docs/rules/periodicals.md#rule-1,
//! docs/rules/periodicals.md#rule-4).

use domain::fixtures::{self, days_ago, individual, lab, noon, with_change};
use domain::periodicals::{Edition, PeriodicalEvent};
use domain::{AccountId, CopySettings, EditionId, Format, HistoryAction, Item, Series, SeriesId, TitleId};
use jiff::SignedDuration;
use store::download_history::{self, HistorySort};
use store::downloads::{NewDownload, QuotaCharge};
use store::periodicals::editions::{EditionSort, EditionUsage};
use store::periodicals::{self, SeriesFilter, SeriesSort, by_id, editions, history};
use store::{Db, KeyPage, PageRequest, RowPosition, db_test, downloads, titles};

use crate::world;

fn series_with_id(id: &str, title: &str) -> Series {
    with_change(fixtures::series(), |series| {
        series.id = id.into();
        series.title = title.into();
        series.issn = None;
    })
}

fn edition_with_id(id: &str, name: &str, days: i64) -> Edition {
    with_change(fixtures::edition(), |edition| {
        edition.id = id.into();
        edition.series = "tide".into();
        edition.name = name.into();
        edition.published = days_ago(days);
    })
}

/// Four periodicals, one of the other site.
async fn settle_periodicals(db: &Db) {
    world::create_sites(db).await;
    let all = [
        with_change(series_with_id("tide", "The Tide Post"), |series| series.issn = Some("0378-5955".into())),
        with_change(series_with_id("cafe", "Café de l'Été"), |series| {
            series.languages = vec!["fra".into(), "eng".into()];
        }),
        series_with_id("post", "Post and 50% Postage"),
        with_change(series_with_id("lab", "The Lab Post"), |series| series.site = lab()),
    ];
    for series in &all {
        periodicals::insert(db, series).await.unwrap();
    }
}

/// Five editions of the first: one expired, one withdrawn.
async fn settle_editions(db: &Db) {
    settle_periodicals(db).await;
    let all = [
        edition_with_id("a", "Spring", 40),
        edition_with_id("b", "Été", 30),
        edition_with_id("c", "Autumn", 20),
        with_change(edition_with_id("d", "Old", 5), |edition| edition.expires = Some(days_ago(2))),
        with_change(edition_with_id("e", "Wrong", 1), |edition| edition.withdrawn = Some(days_ago(1))),
    ];
    for edition in &all {
        editions::insert(db, edition, Some(edition.id.as_str())).await.unwrap();
    }
}

async fn find_in_pages(db: &Db, wanted: &SeriesFilter, descending: bool, limit: u32) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), None::<RowPosition<String>>);
    loop {
        let part = PageRequest {
            sort: SeriesSort::Title,
            descending,
            after: after.as_ref(),
            backward: false,
            limit,
        };
        let rows = periodicals::page(db, wanted, part, noon()).await.unwrap();
        let Some((place, _)) = rows.last() else { return ids };
        after = Some(place.clone());
        ids.extend(rows.into_iter().map(|(_, view)| view.series.id.0));
    }
}

async fn list_both_ways(db: &Db, sort: EditionSort, descending: bool, limit: u32) -> String {
    let forward = one_way(db, sort, descending, false, limit).await;
    let backward = one_way(db, sort, descending, true, limit).await;
    assert!(forward.chars().eq(backward.chars().rev()), "the same list from its end: {forward}, {backward}");
    forward
}

async fn one_way(db: &Db, sort: EditionSort, descending: bool, backward: bool, limit: u32) -> String {
    let (mut ids, mut after) = (String::new(), None::<RowPosition<String>>);
    loop {
        let part = PageRequest { sort, descending, after: after.as_ref(), backward, limit };
        let rows = editions::page(db, &"tide".into(), part, noon()).await.unwrap();
        let Some((place, _)) = rows.last() else { return ids };
        after = Some(place.clone());
        ids.extend(rows.iter().map(|(_, edition)| edition.id.as_str()));
    }
}

fn filter_by_words(words: &[&str]) -> SeriesFilter {
    SeriesFilter {
        words: words.iter().map(|word| vec![(*word).to_owned()]).collect(),
        ..SeriesFilter::default()
    }
}

fn new_download(account: &AccountId, item: impl Into<Item>) -> NewDownload<'_> {
    NewDownload {
        caller: Some(account),
        recipient: Some(account),
        item: item.into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Own,
        day: None,
    }
}

async fn fetch_download(db: &Db, new: &NewDownload<'_>) -> domain::downloads::Download {
    let mut tx = db.begin().await.unwrap();
    let (record, created) = downloads::find_or_create(&mut tx, new, days_ago(1)).await.unwrap();
    assert!(created);
    downloads::set_packaged(&mut tx, record.id, "packages/1", days_ago(1)).await.unwrap();
    assert!(downloads::complete_fetch(&mut tx, record.id, days_ago(1)).await.unwrap());
    tx.commit().await.unwrap();
    downloads::get(db, record.id).await.unwrap().unwrap()
}

/// A part of a history, the first first.
fn history_page(
    sort: HistorySort,
    after: Option<&RowPosition<i64>>,
    limit: u32,
) -> PageRequest<'_, HistorySort, i64> {
    PageRequest { sort, descending: false, after, backward: false, limit }
}

db_test! {
    async fn people_follow_periodicals(db: Db) {
        settle_periodicals(&db).await;
        for id in ["ada", "ben"] {
            world::settle(&db, &individual(id)).await;
        }
        let (ada, ben) = (AccountId::from("ada"), AccountId::from("ben"));
        let set = async |who: &AccountId, id: &str, followed: bool| {
            periodicals::follows::set(&db, who, &id.into(), followed, noon()).await.unwrap()
        };
        for (id, changed) in [("tide", true), ("cafe", true), ("lab", true), ("tide", false)] {
            assert_eq!(set(&ada, id, true).await, changed, "{id}");
        }
        set(&ben, "post", true).await;
        assert!(periodicals::follows::is_followed(&db, &ada, &"tide".into()).await.unwrap());
        assert!(!periodicals::follows::is_followed(&db, &ben, &"tide".into()).await.unwrap());
        let followed = async |who: &AccountId, site: Option<domain::ids::SiteId>| {
            let wanted = SeriesFilter { followed_by: Some(who.clone()), site, ..SeriesFilter::default() };
            let part = PageRequest { sort: SeriesSort::Title, descending: false, after: None, backward: false, limit: 9 };
            let rows = periodicals::page(&db, &wanted, part, noon()).await.unwrap();
            let ids: Vec<String> = rows.into_iter().map(|(_, view)| view.series.id.0).collect();
            assert_eq!(periodicals::count(&db, &wanted).await.unwrap(), ids.len() as u64);
            ids
        };
        assert_eq!(followed(&ada, None).await, ["cafe", "lab", "tide"]);
        assert_eq!(followed(&ada, Some(lab())).await, ["lab"], "those of other sites are not shown");
        assert_eq!(followed(&ben, None).await, ["post"]);
        assert!(set(&ada, "tide", false).await);
        assert!(!set(&ada, "tide", false).await);
        assert_eq!(followed(&ada, None).await, ["cafe", "lab"]);
    }

    async fn each_criterion_narrows_the_list(db: Db) {
        settle_periodicals(&db).await;
        let site = SeriesFilter { site: Some(fixtures::site()), ..SeriesFilter::default() };
        let cases = [
            (SeriesFilter::default(), vec!["cafe", "lab", "post", "tide"]),
            (site.clone(), vec!["cafe", "post", "tide"]),
            (filter_by_words(&["post"]), vec!["lab", "post", "tide"]),
            (filter_by_words(&["post", "tide"]), vec!["tide"]),
            (filter_by_words(&["the"]), vec!["lab", "tide"]),
            (filter_by_words(&["posta"]), vec!["post"]),
            (filter_by_words(&["ost"]), vec![]),
            (filter_by_words(&["ete"]), vec!["cafe"]),
            (filter_by_words(&["lete"]), vec!["cafe"]),
            (filter_by_words(&["50"]), vec!["post"]),
            (filter_by_words(&["%"]), vec![]),
            (filter_by_words(&["_ide"]), vec![]),
            (SeriesFilter { issn: Some("0378-5955".into()), ..SeriesFilter::default() }, vec!["tide"]),
            (SeriesFilter { issn: Some("2434-561X".into()), ..SeriesFilter::default() }, vec![]),
            (SeriesFilter { language: Some("fra".into()), ..SeriesFilter::default() }, vec!["cafe"]),
            (SeriesFilter { language: Some("eng".into()), site: Some(lab()), ..SeriesFilter::default() }, vec!["lab"]),
            (SeriesFilter { language: Some("fr".into()), ..SeriesFilter::default() }, vec![]),
        ];
        for (wanted, expected) in cases {
            for limit in [1, 2, 10] {
                assert_eq!(find_in_pages(&db, &wanted, false, limit).await, expected, "{wanted:?} {limit}");
            }
            let mut backwards = find_in_pages(&db, &wanted, true, 2).await;
            backwards.reverse();
            assert_eq!(backwards, expected, "{wanted:?}");
            let count = periodicals::count(&db, &wanted).await.unwrap();
            assert_eq!(usize::try_from(count).unwrap(), expected.len(), "{wanted:?}");
        }
    }

    async fn a_periodical_is_stored_and_changed(db: Db) {
        settle_editions(&db).await;
        let tide = SeriesId::from("tide");
        let view = periodicals::find(&db, &tide, noon()).await.unwrap().unwrap();
        assert_eq!(Some(view.series.clone()), periodicals::get(&db, &tide).await.unwrap());
        assert_eq!(view.editions, 3);
        assert_eq!(view.latest, Some(("c".into(), "Autumn".into())));
        let none = periodicals::find(&db, &"cafe".into(), noon()).await.unwrap().unwrap();
        assert_eq!((none.editions, none.latest), (0, None));

        let changed = with_change(view.series, |series| {
            series.title = "Zebra".into();
            series.issn = None;
        });
        assert!(committed!(db, tx => periodicals::update(&mut tx, &changed)));
        assert_eq!(find_in_pages(&db, &SeriesFilter::default(), false, 10).await, ["cafe", "lab", "post", "tide"]);
        assert_eq!(find_in_pages(&db, &filter_by_words(&["zeb"]), false, 10).await, ["tide"]);
        assert!(!committed!(db, tx => periodicals::update(&mut tx, &series_with_id("nothing", "x"))));
        assert!(periodicals::insert(&db, &changed).await.unwrap_err().conflicts_with("series_pkey"));
        let mut tx = db.begin().await.unwrap();
        assert_eq!(periodicals::get_for_update(&mut tx, &tide).await.unwrap(), Some(changed));
        assert_eq!(periodicals::get_for_update(&mut tx, &"nothing".into()).await.unwrap(), None);
    }

    async fn lists_leave_out_withdrawn_and_expired_editions(db: Db) {
        settle_editions(&db).await;
        for limit in [1, 2, 10] {
            assert_eq!(list_both_ways(&db, EditionSort::EditionName, false, limit).await, "cba");
            assert_eq!(list_both_ways(&db, EditionSort::EditionName, true, limit).await, "abc");
            assert_eq!(list_both_ways(&db, EditionSort::PublicationDate, false, limit).await, "abc");
            assert_eq!(list_both_ways(&db, EditionSort::PublicationDate, true, limit).await, "cba");
        }
        assert_eq!(editions::count(&db, &"tide".into(), noon()).await.unwrap(), 3);
        let before = noon() - SignedDuration::from_hours(24 * 2);
        assert_eq!(editions::count(&db, &"tide".into(), before).await.unwrap(), 4, "it had not expired yet");
        let part = PageRequest { sort: EditionSort::PublicationDate, descending: true, after: None, backward: false, limit: 2 };
        let first = editions::page_all(&db, &"tide".into(), part).await.unwrap();
        let part = PageRequest { after: Some(&first[1].0), limit: 9, ..part };
        let rest = editions::page_all(&db, &"tide".into(), part).await.unwrap();
        let ids: String = first.iter().chain(&rest).map(|(_, edition)| edition.id.as_str()).collect();
        assert_eq!(ids, "edcba", "staff see all");
        assert_eq!(editions::count_all(&db, &"tide".into()).await.unwrap(), 5);
        assert!(editions::get(&db, &"d".into()).await.unwrap().is_some());
        assert_eq!(editions::get(&db, &"x".into()).await.unwrap(), None);
        let all = editions::list_after(&db, &"".into(), 3).await.unwrap();
        assert_eq!(all.iter().map(|edition| edition.id.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(editions::list_after(&db, &"c".into(), 9).await.unwrap().len(), 2);
    }

    async fn periodicals_are_found_by_their_newest_editions(db: Db) {
        settle_editions(&db).await;
        for (id, series, days) in [("f", "cafe", 10), ("g", "lab", 15), ("h", "cafe", 35)] {
            let edition = with_change(edition_with_id(id, "Summer", days), |edition| edition.series = series.into());
            editions::insert(&db, &edition, Some(id)).await.unwrap();
        }
        let newest = async |wanted: &SeriesFilter, most| {
            let all = periodicals::list_newest(&db, wanted, most, noon()).await.unwrap();
            let named = |view: periodicals::SeriesView| (view.series.id.0, view.latest.unwrap().0, view.editions);
            all.into_iter().map(named).collect::<Vec<_>>()
        };
        let of = |series: &str, edition: &str, editions| (series.to_owned(), edition.to_owned(), editions);
        let all = SeriesFilter::default();
        // Neither what has expired nor what was withdrawn counts, and `post` has no edition.
        assert_eq!(newest(&all, 9).await, [of("cafe", "f", 2), of("lab", "g", 1), of("tide", "c", 3)]);
        assert_eq!(newest(&all, 2).await, [of("cafe", "f", 2), of("lab", "g", 1)]);
        let here = SeriesFilter { site: Some(fixtures::site()), ..filter_by_words(&["tide"]) };
        assert_eq!(newest(&here, 9).await, [of("tide", "c", 3)]);
    }

    async fn periodicals_are_listed_by_identifier_in_parts(db: Db) {
        settle_editions(&db).await;
        let all = SeriesFilter::default();
        let after = async |wanted: &SeriesFilter, id: &str, limit| {
            let rows = by_id::list_after(&db, wanted, &id.into(), limit, noon()).await.unwrap();
            rows.into_iter().map(|(id, published)| (id.0, published.is_some())).collect::<Vec<_>>()
        };
        let whole = after(&all, "", 99).await;
        let ids: Vec<String> = whole.iter().map(|(id, _)| id.clone()).collect();
        assert!(ids.is_sorted() && ids.len() >= 4, "{ids:?}");
        assert!(whole.contains(&("tide".into(), true)) && whole.contains(&("post".into(), false)), "{whole:?}");
        for size in 1..=5 {
            let begins = by_id::every_nth(&db, &all, size).await.unwrap();
            let mut parts = Vec::new();
            for begin in std::iter::once(SeriesId::from("")).chain(begins) {
                parts.extend(after(&all, begin.as_str(), size).await);
            }
            assert_eq!(parts, whole, "in parts of {size}");
        }
        let here = SeriesFilter { site: Some(fixtures::site()), ..SeriesFilter::default() };
        assert!(!after(&here, "", 99).await.iter().any(|(id, _)| id == "lab"), "another site's");
    }

    async fn an_edition_is_known_by_its_file_within_its_periodical(db: Db) {
        settle_editions(&db).await;
        let tide = SeriesId::from("tide");
        assert_eq!(editions::find_by_source_hash(&db, &tide, "a").await.unwrap(), Some("a".into()));
        assert_eq!(editions::find_by_source_hash(&db, &"post".into(), "a").await.unwrap(), None);
        let twin = edition_with_id("f", "Spring again", 3);
        let conflict = editions::insert(&db, &twin, Some("a")).await.unwrap_err();
        assert!(conflict.conflicts_with("editions_source_hash"), "{conflict}");
        let elsewhere = Edition { series: "post".into(), ..twin };
        editions::insert(&db, &elsewhere, Some("a")).await.unwrap();
        let pairs = editions::with_series(&db, &["f".into(), "b".into(), "x".into()]).await.unwrap();
        let mut pairs: Vec<_> = pairs.iter().map(|(s, e)| (s.id.as_str(), e.id.as_str())).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, [("post", "f"), ("tide", "b")]);
    }

    async fn a_changed_edition_is_listed_with_its_new_values(db: Db) {
        settle_editions(&db).await;
        let changed = with_change(edition_with_id("a", "Winter", 1), |edition| edition.expires = None);
        assert!(committed!(db, tx => editions::update(&mut tx, &changed)));
        assert_eq!(editions::get(&db, &"a".into()).await.unwrap(), Some(changed.clone()));
        assert_eq!(list_both_ways(&db, EditionSort::EditionName, false, 10).await, "cba");
        assert_eq!(list_both_ways(&db, EditionSort::PublicationDate, true, 10).await, "acb");
        let gone = with_change(changed, |edition| edition.withdrawn = Some(noon()));
        let mut tx = db.begin().await.unwrap();
        assert!(editions::get_for_update(&mut tx, &"a".into()).await.unwrap().is_some());
        assert!(editions::update(&mut tx, &gone).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(list_both_ways(&db, EditionSort::EditionName, false, 10).await, "cb");
        assert!(!committed!(db, tx => editions::update(&mut tx, &edition_with_id("x", "x", 1))));
    }

    async fn a_page_costs_the_same_however_long_it_is(db: Db) {
        settle_periodicals(&db).await;
        for n in 0..60 {
            editions::insert(&db, &edition_with_id(&format!("e{n:02}"), "A", n), None).await.unwrap();
        }
        let mut costs = Vec::new();
        for limit in [1, 100] {
            let before = db.statement_count();
            let part = PageRequest { sort: EditionSort::EditionName, descending: false, after: None, backward: false, limit };
            let rows = editions::page(&db, &"tide".into(), part, noon()).await.unwrap();
            let ids: Vec<EditionId> = rows.iter().map(|(_, edition)| edition.id.clone()).collect();
            editions::list_fetched_by(&db, &"ada".into(), &ids).await.unwrap();
            let part = PageRequest { sort: SeriesSort::Title, descending: false, after: None, backward: false, limit };
            periodicals::page(&db, &SeriesFilter::default(), part, noon()).await.unwrap();
            costs.push(db.statement_count() - before);
        }
        assert_eq!(costs, [3, 3]);
    }

    async fn events_are_listed_newest_first(db: Db) {
        settle_editions(&db).await;
        let event = |series: &str, edition: Option<&str>, action| PeriodicalEvent {
            series: series.into(),
            edition: edition.map(EditionId::from),
            date: noon(),
            person: Some("Cora".into()),
            action,
            comment: None,
        };
        let all = [
            event("tide", None, HistoryAction::MetadataUpdated),
            event("post", None, HistoryAction::MetadataUpdated),
            event("tide", Some("a"), HistoryAction::Withdrawn),
        ];
        let mut tx = db.begin().await.unwrap();
        for event in &all {
            history::append(&mut tx, event).await.unwrap();
        }
        tx.commit().await.unwrap();
        let tide = history::list(&db, &"tide".into(), &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(tide.iter().map(|(_, event)| event.clone()).collect::<Vec<_>>(), [all[2].clone(), all[0].clone()]);
        let rest = history::list(&db, &"tide".into(), &KeyPage { after: Some(tide[0].0), limit: 9 }).await.unwrap();
        assert_eq!(rest, tide[1..]);
    }

    async fn an_edition_is_downloaded_like_a_title_but_counts_against_no_quota(db: Db) {
        settle_editions(&db).await;
        world::insert_titles(&db, 1).await;
        world::settle(&db, &individual("ada")).await;
        let ada = AccountId::from("ada");
        let item = Item::Edition("b".into());
        let record = fetch_download(&db, &new_download(&ada, item.clone())).await;
        assert_eq!((record.item.clone(), record.date_downloaded), (item.clone(), Some(days_ago(1))));
        let mut tx = db.begin().await.unwrap();
        let again = downloads::find_or_create(&mut tx, &new_download(&ada, item), noon()).await.unwrap();
        assert_eq!(again, (record.clone(), false));
        let (other, created) = downloads::find_or_create(&mut tx, &new_download(&ada, TitleId(1001)), noon()).await.unwrap();
        assert!(created && other.id > record.id);
        tx.commit().await.unwrap();

        let ids: Vec<EditionId> = ["a", "b"].map(EditionId::from).into();
        let had = editions::list_fetched_by(&db, &ada, &ids).await.unwrap();
        assert_eq!(had.into_iter().collect::<Vec<_>>(), [EditionId::from("b")]);
        for (since, fetched) in [(days_ago(30), 1), (noon(), 0)] {
            let usage = editions::count_usage(&db, &EditionId::from("b"), since).await.unwrap();
            assert_eq!(usage, EditionUsage { fetched, preparing: 0 });
        }
        let reader = store::readers::find_by_identifier(&db, "ada", noon()).await.unwrap().unwrap();
        assert_eq!(reader.books_taken, 0, "a quota is one of books");
    }

    async fn titles_and_editions_are_in_one_history(db: Db) {
        settle_editions(&db).await;
        world::settle(&db, &individual("ada")).await;
        let ada = AccountId::from("ada");
        let mut tx = db.begin().await.unwrap();
        for (id, name) in [(1001, "Anchors"), (1002, "Zebras")] {
            let title = with_change(world::title_with_number(id), |title| title.metadata.title = name.into());
            titles::insert(&mut tx, &title, None).await.unwrap();
        }
        for item in [Item::Title(TitleId(1002)), Item::Edition("a".into()), TitleId(1001).into(), Item::Edition("b".into())] {
            downloads::find_or_create(&mut tx, &new_download(&ada, item), noon()).await.unwrap();
        }
        tx.commit().await.unwrap();
        for limit in [1, 3, 10] {
            let (mut seen, mut after) = (Vec::new(), None);
            loop {
                let rows = download_history::page(&db, &ada, history_page(HistorySort::Title, after.as_ref(), limit)).await.unwrap();
                let Some((place, _)) = rows.last() else { break };
                after = Some(place.clone());
                seen.extend(rows.iter().map(|(_, download)| download.item.to_string()));
            }
            assert_eq!(seen, ["1001", "b", "a", "1002"], "tide post ete, tide post spring");
        }
        assert_eq!(download_history::count(&db, &ada).await.unwrap(), 4);
        assert_eq!(download_history::page(&db, &ada, history_page(HistorySort::Author, None, 10)).await.unwrap().len(), 4);
    }
}
