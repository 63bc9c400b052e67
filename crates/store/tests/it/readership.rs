//! Readers' histories, for recommendations.

use domain::fixtures::{days_ago, lab, noon, site};
use domain::reading::{MetricType, ReadingEvent};
use domain::recommendations::Neighbor;
use domain::{AccountId, CopySettings, Format, TitleId};
use store::download_history::add_past;
use store::downloads::{self, NewDownload, QuotaCharge};
use store::{Db, assignments, db_test, readership, reading};

use crate::popular_lists::{past_download, settle_people};

async fn record_reading(db: &Db, reader: &str, title: i64, days: i64) {
    let event = ReadingEvent {
        title: TitleId(title),
        format: Format::Epub3,
        location: "p1".into(),
        total_progression: None,
        metric: 1,
        metric_type: MetricType::Page,
        description: None,
        date: days_ago(days),
    };
    reading::record_event(db, &reader.into(), &event).await.unwrap();
}

/// Ada downloaded two and read in a third, twice; Cy asked for one for Bea, who is assigned another.
async fn settle_readers(db: &Db) {
    settle_people(db).await;
    let records = [
        past_download("ada", 1001, Format::Epub3, 30),
        past_download("ada", 1001, Format::Daisy, 5),
        past_download("ada", 1002, Format::Epub3, 20),
        past_download("lou", 1001, Format::Epub3, 9),
    ];
    add_past(db, &records).await.unwrap();
    record_reading(db, "ada", 1003, 40).await;
    record_reading(db, "ada", 1003, 10).await;
    let (bea, cy) = (AccountId::from("bea"), AccountId::from("cy"));
    let mut tx = db.begin().await.unwrap();
    let new = |title: i64| NewDownload {
        caller: Some(&cy),
        recipient: Some(&bea),
        item: TitleId(title).into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Nobody,
        day: None,
    };
    downloads::find_or_create(&mut tx, &new(1004), days_ago(1)).await.unwrap();
    let (failed, _) = downloads::find_or_create(&mut tx, &new(1005), days_ago(1)).await.unwrap();
    assert!(downloads::set_failed(&mut tx, failed.id).await.unwrap());
    tx.commit().await.unwrap();
    assignments::assign(db, &bea, TitleId(1006), Some(&cy), noon()).await.unwrap();
}

fn title_numbers(titles: &[TitleId]) -> Vec<i64> {
    titles.iter().map(|id| id.0).collect()
}

db_test! {
    async fn the_own_history_has_downloaded_read_and_assigned_titles(db: Db) {
        settle_readers(&db).await;
        let statements = db.statement_count();
        let ada = readership::get_own_history(&db, &"ada".into()).await.unwrap();
        assert_eq!(db.statement_count() - statements, 1);
        assert_eq!((title_numbers(&ada.read), title_numbers(&ada.assigned)), (vec![1001, 1003, 1002], vec![]));
        let bea = readership::get_own_history(&db, &"bea".into()).await.unwrap();
        assert_eq!((title_numbers(&bea.read), title_numbers(&bea.assigned)), (vec![1004], vec![1006]));
        let cy = readership::get_own_history(&db, &"cy".into()).await.unwrap();
        assert_eq!(title_numbers(&cy.read), [1004], "asked for by Cy");
    }

    async fn histories_are_read_site_by_site_in_steps(db: Db) {
        settle_readers(&db).await;
        let (mut after, mut found) = (String::new(), Vec::new());
        while let Some(to) = readership::skip_readers(&db, &site(), &after, 2).await.unwrap() {
            found.extend(readership::list_histories(&db, &site(), &after, &to, 2).await.unwrap());
            after = to.0;
        }
        assert_eq!(after, "cy");
        let found: Vec<Vec<i64>> = found.iter().map(|titles| title_numbers(titles)).collect();
        assert_eq!(found, [vec![1001, 1003], vec![1004]], "the newest two of Ada's; what was made for Bea");
        let to = readership::skip_readers(&db, &lab(), "", 10).await.unwrap().unwrap();
        let found = readership::list_histories(&db, &lab(), "", &to, 2).await.unwrap();
        assert_eq!(found, [[TitleId(1001)]]);
    }

    async fn neighbors_are_replaced_and_old_ones_forgotten(db: Db) {
        settle_people(&db).await;
        let neighbor = |title, similarity| Neighbor { title: TitleId(title), similarity };
        let near = |title: i64, list: &[Neighbor]| (TitleId(title), list.to_vec());
        let first = [near(1001, &[neighbor(1002, 0.5), neighbor(1003, 0.123_456)]), near(1002, &[neighbor(1001, 0.5)])];
        readership::set_neighbors(&db, &site(), &first, days_ago(2)).await.unwrap();
        readership::set_neighbors(&db, &lab(), &first[1..], days_ago(2)).await.unwrap();
        let second = [near(1001, &[neighbor(1003, 0.25)])];
        readership::set_neighbors(&db, &site(), &second, days_ago(1)).await.unwrap();
        readership::set_neighbors(&db, &site(), &[], days_ago(1)).await.unwrap();
        assert_eq!(readership::forget_neighbors(&db, &site(), days_ago(1)).await.unwrap(), 1);
        let asked = [1001, 1002, 1003].map(TitleId);
        let found = readership::get_neighbors(&db, &site(), &asked).await.unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), second);
        let elsewhere = readership::get_neighbors(&db, &lab(), &asked).await.unwrap();
        assert_eq!(elsewhere[&TitleId(1002)], [neighbor(1001, 0.5)]);
        assert!(readership::get_neighbors(&db, &site(), &[]).await.unwrap().is_empty());
    }
}
