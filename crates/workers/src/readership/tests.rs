//! Computed lists, on both databases; computing them again changes nothing.

use domain::fixtures::{days_ago, individual, lab, site, title, with_change};
use domain::popular_lists::{Popular, PopularList, TITLES_PER_LIST};
use domain::{Category, Format, SiteId, TitleId, TitleStatus};
use jiff::SignedDuration;
use store::download_history::{PastDownload, add_past};
use store::jobs::JobState;
use store::{Db, db_test, popular_lists, readership};

use super::CountReadership;
use super::neighbors::READERS_PER_READ;
use crate::testing::Bench;

const SHELF: i64 = 230;

/// Titles 1 to 230: even ones are essays, odd ones poems; the second is withdrawn, the third adult.
async fn add_shelf(bench: &Bench, readers: i64) {
    let titles: Vec<_> = (1..=SHELF)
        .map(|id| {
            let book = with_change(title(), |title| {
                title.id = TitleId(id);
                let category = Category::service(if id % 2 == 0 { "Essays" } else { "Poems" });
                title.metadata.categories = vec![category.clone(), Category::bisac("X", "Heading"), category];
                title.metadata.adult_content = id == 3;
                if id == 2 {
                    title.status = TitleStatus::Withdrawn;
                }
            });
            (book, None)
        })
        .collect();
    let mut tx = bench.db().begin().await.unwrap();
    store::titles::insert_many(&mut tx, &titles).await.unwrap();
    for n in 0..readers {
        let account = individual(&format!("reader{n:03}")).account;
        store::accounts::insert(&mut tx, &account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn add_reading(bench: &Bench, reader: i64, titles: impl IntoIterator<Item = i64>, days: i64) {
    let past = |id| PastDownload {
        reader: format!("reader{reader:03}").into(),
        title: TitleId(id),
        format: Format::Epub3,
        date: days_ago(days),
    };
    let records: Vec<_> = titles.into_iter().map(past).collect();
    add_past(bench.db(), &records).await.unwrap();
}

async fn read_list(db: &Db, site: &SiteId, list: PopularList) -> Vec<(i64, u64)> {
    let (_, titles) = popular_lists::get(db, site, &popular_lists::list_id(&list)).await.unwrap().unwrap();
    titles.into_iter().map(|popular: Popular| (popular.title.0, popular.readers)).collect()
}

db_test! {
    async fn each_list_is_counted_over_its_time_and_subject(db: Db) {
        let bench = Bench::new(db).await;
        add_shelf(&bench, 4).await;
        add_reading(&bench, 0, [1, 2, 3, 4, 5], 10).await;
        add_reading(&bench, 1, [2, 3, 4], 40).await;
        add_reading(&bench, 2, [3, 6], 364).await;
        add_reading(&bench, 3, [6], 366).await;
        assert_eq!(bench.run_job(&CountReadership::default()).await, JobState::Done);
        let db = bench.db();
        let essays = PopularList::Category("Essays".into());
        let poems = PopularList::Category("Poems".into());
        let all = [PopularList::Year, PopularList::Month, essays.clone(), poems.clone()];
        assert_eq!(popular_lists::list(db, &site()).await.unwrap(), all);
        // Whether a reader may see the adult title is decided when the list is read.
        assert_eq!(read_list(db, &site(), PopularList::Year).await, [(3, 3), (4, 2), (1, 1), (5, 1), (6, 1)]);
        assert_eq!(read_list(db, &site(), PopularList::Month).await, [(1, 1), (3, 1), (4, 1), (5, 1)]);
        assert_eq!(read_list(db, &site(), essays).await, [(4, 2), (6, 1)]);
        assert_eq!(read_list(db, &site(), poems).await, [(3, 3), (1, 1), (5, 1)]);
        assert_eq!(popular_lists::list(db, &lab()).await.unwrap(), all[..2], "nobody reads there");
    }

    async fn lists_have_an_end_and_follow_what_is_read(db: Db) {
        let bench = Bench::new(db).await;
        add_shelf(&bench, 2).await;
        add_reading(&bench, 0, 1..=SHELF, 20).await;
        bench.run_job(&CountReadership::default()).await;
        assert_eq!(read_list(bench.db(), &site(), PopularList::Year).await.len(), TITLES_PER_LIST);
        assert_eq!(read_list(bench.db(), &site(), PopularList::Month).await.len(), TITLES_PER_LIST);
        add_reading(&bench, 1, [SHELF], 0).await;
        bench.run_job(&CountReadership::default()).await;
        assert_eq!(read_list(bench.db(), &site(), PopularList::Year).await[0], (SHELF, 2));
        bench.advance_clock(SignedDuration::from_hours(31 * 24));
        bench.run_job(&CountReadership::default()).await;
        assert_eq!(read_list(bench.db(), &site(), PopularList::Month).await, []);
        assert_eq!(read_list(bench.db(), &site(), PopularList::Year).await.len(), TITLES_PER_LIST);
    }

    async fn neighbors_are_counted_again_and_old_ones_forgotten(db: Db) {
        let bench = Bench::new(db).await;
        add_shelf(&bench, 4).await;
        for reader in 0..3 {
            add_reading(&bench, reader, [10, 11], 10).await;
        }
        add_reading(&bench, 3, [10, 12], 10).await;
        let asked = [10, 11, 12].map(TitleId);
        bench.run_job(&CountReadership::default()).await;
        let first = readership::get_neighbors(bench.db(), &site(), &asked).await.unwrap();
        assert_eq!(first.len(), 2, "one reader makes no neighbors");
        assert_eq!(first[&TitleId(10)][0].title, TitleId(11));
        bench.run_job(&CountReadership::default()).await;
        assert_eq!(readership::get_neighbors(bench.db(), &site(), &asked).await.unwrap(), first);
        // The three read other books: after a hundred newer titles the old ones no longer count.
        for reader in 0..3 {
            add_reading(&bench, reader, 100..200, 1).await;
        }
        bench.run_job(&CountReadership::default()).await;
        let after = readership::get_neighbors(bench.db(), &site(), &asked).await.unwrap();
        assert!(after.is_empty(), "{after:?}");
        let of_new = readership::get_neighbors(bench.db(), &site(), &[TitleId(150)]).await.unwrap();
        assert_eq!(of_new[&TitleId(150)].len(), domain::recommendations::NEIGHBORS);
    }

    async fn readers_are_counted_in_steps(db: Db) {
        let bench = Bench::new(db).await;
        let readers = i64::from(READERS_PER_READ) + 2;
        add_shelf(&bench, readers).await;
        // The last two are outside the first batch.
        for reader in readers - 2..readers {
            add_reading(&bench, reader, [20, 21], 3).await;
        }
        bench.run_job(&CountReadership::default()).await;
        let near = readership::get_neighbors(bench.db(), &site(), &[TitleId(20)]).await.unwrap();
        assert_eq!(near[&TitleId(20)][0].title, TitleId(21));
    }
}
