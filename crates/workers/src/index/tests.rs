//! The index follows the database, on both databases.

use std::path::Path;

use domain::fixtures::{self, with_change};
use domain::{Title, TitleId, TitleStatus};
use jiff::{SignedDuration, Timestamp};
use search::Index;
use store::{changes, db_test, titles};
use tokio_util::sync::CancellationToken;

use super::{AppliedStep, apply_step, follow, rebuild, run_blocking};
use crate::WorkerContext;
use crate::testing::{Bench, wait_until};

fn title_with_id(n: i64) -> Title {
    with_change(fixtures::title(), |title| {
        title.id = TitleId(n);
        title.metadata.title = format!("Volume {n}");
    })
}

async fn insert_titles(bench: &Bench, new: &[Title]) {
    let mut tx = bench.db().begin().await.unwrap();
    let rows: Vec<_> = new.iter().map(|title| (title.clone(), None)).collect();
    titles::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

async fn update_title(bench: &Bench, title: &Title) {
    let mut tx = bench.db().begin().await.unwrap();
    titles::update(&mut tx, title).await.unwrap();
    tx.commit().await.unwrap();
}

fn open_index(folder: &Path) -> Index {
    Index::open_or_empty(folder).unwrap().0
}

/// Returns true if the index holds exactly the titles of the database, each in its current state.
async fn agrees_with_database(bench: &Bench, index: &Index) -> bool {
    let mut indexed = index.list_titles().unwrap();
    indexed.sort_unstable();
    let stored = titles::list_after(bench.db(), TitleId(0), 10_000).await.unwrap();
    // The index stores whole seconds.
    let second = |at: Timestamp| Timestamp::from_second(at.as_second()).unwrap();
    indexed == stored.iter().map(|title| (title.id, second(title.dates.updated))).collect::<Vec<_>>()
}

/// Applies the current change log, and returns the position reached.
async fn catch_up(ctx: &WorkerContext, index: &Index) -> anyhow::Result<i64> {
    let index = index.clone();
    let mut writer = run_blocking(move || index.open_writer()).await?;
    loop {
        let applied;
        (writer, applied) = apply_step(ctx, writer).await?;
        if let AppliedStep::All(position) = applied {
            return Ok(position);
        }
    }
}

db_test! {
    async fn committed_titles_are_found_soon_after(db: Db) {
        let bench = Bench::new(db).await;
        let index = open_index(&bench.folder.path().join("index"));
        let stop = CancellationToken::new();
        let follower = tokio::spawn(follow(bench.ctx.clone(), index.clone(), stop.clone()));
        insert_titles(&bench, &[title_with_id(1), title_with_id(2)]).await;
        wait_until("both are found", async || index.len() == 2).await;
        bench.advance_clock(SignedDuration::from_mins(1));
        let changed = with_change(title_with_id(2), |title| {
            title.status = TitleStatus::Withdrawn;
            title.dates.updated = bench.current_time();
        });
        update_title(&bench, &changed).await;
        wait_until("the change is found", async || agrees_with_database(&bench, &index).await).await;
        assert_eq!(index.position(), changes::last_position(bench.db()).await.unwrap());
        stop.cancel();
        follower.await.unwrap();
    }

    async fn an_index_is_filling_until_it_has_had_every_title_once(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("index");
        let follow_until = async |titles: u64| {
            let index = open_index(&folder);
            index.begin_filling();
            let was_filling = index.is_filling();
            let stop = CancellationToken::new();
            let follower = tokio::spawn(follow(bench.ctx.clone(), index.clone(), stop.clone()));
            wait_until("filled", async || !index.is_filling() && index.len() == titles).await;
            stop.cancel();
            follower.await.unwrap();
            was_filling
        };
        insert_titles(&bench, &[title_with_id(1), title_with_id(2)]).await;
        assert!(follow_until(2).await, "it is empty");
        insert_titles(&bench, &[title_with_id(3)]).await;
        assert!(!follow_until(3).await, "it is only behind");
        rebuild(&bench.ctx, &folder, |_| ()).await.unwrap();
        assert!(!follow_until(3).await, "it was built from all titles");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(follow_until(3).await, "it is empty again");
    }

    async fn a_follower_that_was_away_reads_on_from_its_own_position(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("index");
        insert_titles(&bench, &[title_with_id(1)]).await;
        {
            let index = open_index(&folder);
            catch_up(&bench.ctx, &index).await.unwrap();
            assert_eq!(index.len(), 1);
        }
        insert_titles(&bench, &[title_with_id(2), title_with_id(3)]).await;
        let index = open_index(&folder);
        assert_eq!(index.len(), 1, "what was committed before is still there");
        catch_up(&bench.ctx, &index).await.unwrap();
        assert!(agrees_with_database(&bench, &index).await);
    }

    async fn a_follower_starts_after_another_one_was_killed(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("index");
        insert_titles(&bench, &[title_with_id(1), title_with_id(2)]).await;
        let index = open_index(&folder);
        catch_up(&bench.ctx, &index).await.unwrap();
        // Deletion lists that the engine writes next, of a commit that was never published.
        let generation = folder.join("g00000001");
        let names = std::fs::read_dir(&generation).unwrap().map(|entry| entry.unwrap().file_name());
        let terms: Vec<String> = names
            .filter_map(|name| name.to_str()?.strip_suffix(".term").map(str::to_owned))
            .collect();
        assert!(!terms.is_empty());
        for (segment, stamp) in terms.iter().flat_map(|segment| (1..40).map(move |stamp| (segment, stamp))) {
            std::fs::write(generation.join(format!("{segment}.{stamp}.del")), b"torn").unwrap();
        }
        bench.advance_clock(SignedDuration::from_mins(1));
        update_title(&bench, &with_change(title_with_id(2), |title| title.dates.updated = bench.current_time())).await;
        // Any error of the engine would be returned here, and logged by the follower.
        catch_up(&bench.ctx, &index).await.unwrap();
        assert!(agrees_with_database(&bench, &index).await);
    }

    async fn more_changes_than_one_batch_are_all_applied(db: Db) {
        let bench = Bench::new(db).await;
        let index = open_index(&bench.folder.path().join("index"));
        let many: Vec<_> = (1..=i64::from(crate::index::CHANGES_PER_BATCH) * 2 + 7).map(title_with_id).collect();
        insert_titles(&bench, &many).await;
        // A title that changes several times is applied in its last state.
        bench.advance_clock(SignedDuration::from_mins(1));
        let last = with_change(title_with_id(5), |title| title.dates.updated = bench.current_time());
        for _ in 0..3 {
            update_title(&bench, &last).await;
        }
        let position = catch_up(&bench.ctx, &index).await.unwrap();
        assert_eq!(position, changes::last_position(bench.db()).await.unwrap());
        assert!(agrees_with_database(&bench, &index).await);
    }

    async fn a_rebuilt_index_is_the_same_and_is_followed_from_where_it_began(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("index");
        let index = open_index(&folder);
        let many: Vec<_> = (1..=50).map(title_with_id).collect();
        insert_titles(&bench, &many).await;
        let stop = CancellationToken::new();
        let follower = tokio::spawn(follow(bench.ctx.clone(), index.clone(), stop.clone()));
        wait_until("followed", async || index.len() == 50).await;
        let mut counted = 0;
        assert_eq!(rebuild(&bench.ctx, &folder, |done| counted = done).await.unwrap(), 50);
        assert_eq!(counted, 50);
        insert_titles(&bench, &[title_with_id(51)]).await;
        wait_until("the new generation follows", async || {
            index.refresh().unwrap();
            agrees_with_database(&bench, &index).await
        })
        .await;
        stop.cancel();
        follower.await.unwrap();
    }
}
