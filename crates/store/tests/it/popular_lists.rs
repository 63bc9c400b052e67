//! Popular lists: what is counted, and how it is kept (docs/rules/recommendations.md#rule-1).

use domain::fixtures::{days_ago, individual, lab, noon, site, with_change};
use domain::popular_lists::{Popular, PopularList};
use domain::{AccountId, CopySettings, Format, TitleId};
use store::download_history::{HistorySort, PastDownload, add_past, page};
use store::downloads::{self, NewDownload, QuotaCharge};
use store::{Db, PageRequest, db_test, popular_lists};

use crate::world;

/// A download of the past.
pub(crate) fn past_download(reader: &str, title: i64, format: Format, days: i64) -> PastDownload {
    PastDownload { reader: reader.into(), title: TitleId(title), format, date: days_ago(days) }
}

/// Three readers of the main site and one of the other, and some titles.
pub(crate) async fn settle_people(db: &Db) {
    world::create_sites(db).await;
    world::insert_titles(db, 6).await;
    for person in ["ada", "bea", "cy"] {
        world::settle(db, &individual(person)).await;
    }
    let away = with_change(individual("lou"), |reader| reader.account.site = lab());
    world::settle(db, &away).await;
}

async fn count_readers(db: &Db, site: domain::ids::SiteId, days: i64) -> Vec<(i64, u64)> {
    let counts = popular_lists::count_readers(db, &site, days_ago(days)).await.unwrap();
    counts.into_iter().map(|popular| (popular.title.0, popular.readers)).collect()
}

fn to_popular(titles: &[(i64, u64)]) -> Vec<Popular> {
    titles.iter().map(|(id, readers)| Popular { title: TitleId(*id), readers: *readers }).collect()
}

db_test! {
    async fn a_reader_counts_once_however_often_and_by_whom_it_was_asked(db: Db) {
        settle_people(&db).await;
        let records = [
            past_download("ada", 1001, Format::Epub3, 3),
            past_download("ada", 1001, Format::Daisy, 4),
            past_download("ada", 1002, Format::Epub3, 3),
            past_download("bea", 1002, Format::Epub3, 29),
            past_download("bea", 1003, Format::Epub3, 31),
            past_download("cy", 1003, Format::Epub3, 400),
            past_download("lou", 1001, Format::Epub3, 2),
        ];
        add_past(&db, &records).await.unwrap();
        // Another person requests it for Ada too, and a guest for herself.
        let mut tx = db.begin().await.unwrap();
        let (ada, cy) = (AccountId::from("ada"), AccountId::from("cy"));
        let new = |caller, recipient, title| NewDownload {
            caller,
            recipient,
            item: TitleId(title).into(),
            format: Format::Epub3,
            artifact_version: 1,
            settings: CopySettings::None,
            charge: QuotaCharge::Nobody,
            day: None,
        };
        downloads::find_or_create(&mut tx, &new(Some(&cy), Some(&ada), 1001), noon()).await.unwrap();
        downloads::find_or_create(&mut tx, &new(None, None, 1004), noon()).await.unwrap();
        let (failed, _) = downloads::find_or_create(&mut tx, &new(Some(&cy), Some(&cy), 1005), noon()).await.unwrap();
        assert!(downloads::set_failed(&mut tx, failed.id).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(count_readers(&db, site(), 30).await, [(1002, 2), (1001, 1)]);
        assert_eq!(count_readers(&db, site(), 365).await, [(1002, 2), (1001, 1), (1003, 1)]);
        assert_eq!(count_readers(&db, lab(), 365).await, [(1001, 1)]);
    }

    async fn past_downloads_are_recorded_once_and_count_against_no_quota(db: Db) {
        settle_people(&db).await;
        let record = past_download("ada", 1001, Format::Epub3, 40);
        add_past(&db, std::slice::from_ref(&record)).await.unwrap();
        let again = with_change(record, |record| record.date = days_ago(1));
        add_past(&db, &[again]).await.unwrap();
        add_past(&db, &[]).await.unwrap();
        let part = PageRequest { sort: HistorySort::Title, descending: false, after: None, backward: false, limit: 10 };
        let history = page(&db, &AccountId::from("ada"), part).await.unwrap();
        assert_eq!(history.len(), 1);
        let history = &history[0].1;
        assert_eq!(history.date_downloaded, Some(days_ago(40)));
        assert_eq!(history.status_at(noon()), domain::downloads::DownloadStatus::Expired);
        let reader = store::readers::find_by_identifier(&db, "ada", noon()).await.unwrap().unwrap();
        assert_eq!(reader.books_taken, 0);
    }

    async fn lists_are_replaced_as_a_whole_and_keep_their_names(db: Db) {
        settle_people(&db).await;
        let category = |name: &str| PopularList::Category(name.into());
        let first = [
            (category("Poetry"), to_popular(&[(1002, 2)])),
            (PopularList::Year, to_popular(&[(1002, 2), (1001, 1)])),
            (PopularList::Month, Vec::new()),
        ];
        assert_eq!(popular_lists::last_refresh(&db).await.unwrap(), None);
        for (at, lists) in [(days_ago(2), &first[..]), (days_ago(1), &first[1..])] {
            let mut tx = db.begin().await.unwrap();
            popular_lists::replace_all(&mut tx, &site(), lists, at).await.unwrap();
            popular_lists::replace_all(&mut tx, &lab(), &first[..1], at).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(popular_lists::last_refresh(&db).await.unwrap(), Some(at));
        }
        assert_eq!(popular_lists::list(&db, &site()).await.unwrap(), [PopularList::Year, PopularList::Month]);
        assert_eq!(popular_lists::list(&db, &lab()).await.unwrap(), [category("Poetry")]);
        let id = popular_lists::list_id(&PopularList::Year);
        let year = popular_lists::get(&db, &site(), &id).await.unwrap();
        assert_eq!(year, Some(first[1].clone()));
        assert_eq!(popular_lists::get(&db, &lab(), &id).await.unwrap(), None);
        assert_eq!(popular_lists::get(&db, &site(), "nothing").await.unwrap(), None);
        let statements = db.statement_count();
        let ids = [id, popular_lists::list_id(&PopularList::Month), popular_lists::list_id(&category("Poetry"))];
        assert_eq!(popular_lists::get_many(&db, &site(), &ids).await.unwrap().len(), 2);
        assert_eq!(db.statement_count() - statements, 1);
    }

    async fn many_lists_are_kept(db: Db) {
        settle_people(&db).await;
        let lists: Vec<_> =
            (0..450).map(|n| (PopularList::Category(format!("Category {n}")), to_popular(&[(1001, 1)]))).collect();
        committed!(db, tx => popular_lists::replace_all(&mut tx, &site(), &lists, noon()));
        assert_eq!(popular_lists::list(&db, &site()).await.unwrap().len(), 450);
    }
}

#[test]
fn identifiers_are_short_and_differ() {
    let lists = [
        PopularList::Year,
        PopularList::Month,
        PopularList::Category("year".into()),
        PopularList::Category("Poetry".into()),
        PopularList::Category("x".repeat(1000)),
    ];
    let ids: std::collections::BTreeSet<String> = lists.iter().map(popular_lists::list_id).collect();
    assert_eq!(ids.len(), lists.len());
    assert!(ids.iter().all(|id| id.len() == 16 && id.ends_with("==")));
    // Told to clients and kept by them: it may never change.
    assert_eq!(popular_lists::list_id(&PopularList::Year), "TLTqJVg8JWRyRw==");
}
