//! Artifacts that the file store keeps, and files that nothing refers to any more.

use domain::fixtures::{days_ago, now};
use domain::formats::Format;
use domain::ids::TitleId;
use store::artifacts::KeptArtifact;
use store::{artifacts, db_test, discarded_files};

use crate::world;

fn artifact(key: &str, size: u64, days: i64) -> KeptArtifact {
    KeptArtifact {
        key: key.into(),
        item: TitleId(1001).into(),
        format: Format::Brf,
        converter: "brf-1".into(),
        file: format!("artifacts/{key}"),
        size,
        file_size: size,
        last_used: days_ago(days),
    }
}

db_test! {
    async fn converted_files_are_kept_by_their_last_use(db: Db) {
        world::found(&db).await;
        world::shelve(&db, 1).await;
        for each in [artifact("a", 100, 3), artifact("b", 20, 2), artifact("c", 3, 1)] {
            artifacts::put(&db, &each).await.unwrap();
        }
        assert_eq!(artifacts::find(&db, "b").await.unwrap(), Some(artifact("b", 20, 2)));
        assert_eq!(artifacts::find(&db, "d").await.unwrap(), None);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 123);
        assert!(artifacts::touch(&db, "a", now()).await.unwrap());
        assert!(!artifacts::touch(&db, "d", now()).await.unwrap());
        let oldest = artifacts::idle(&db, now(), 9).await.unwrap();
        assert_eq!(oldest, [artifact("b", 20, 2), artifact("c", 3, 1)]);
        assert_eq!(artifacts::idle(&db, now(), 1).await.unwrap(), [artifact("b", 20, 2)]);
        assert_eq!(artifacts::idle(&db, days_ago(2), 9).await.unwrap(), []);
        assert_eq!(artifacts::put(&db, &artifact("c", 4, 0)).await.unwrap(), 4);
        assert_eq!(artifacts::put(&db, &artifact("c", 0, 0)).await.unwrap(), 4);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 124, "what is known stays");
        assert_eq!(artifacts::remove_many(&db, &["b", "d"]).await.unwrap(), 1);
        assert_eq!(artifacts::remove_many(&db, &["b"]).await.unwrap(), 0);
        assert_eq!(artifacts::remove_many(&db, &[]).await.unwrap(), 0);
        assert_eq!(artifacts::find(&db, "a").await.unwrap(), Some(artifact("a", 100, 0)));
        assert_eq!(artifacts::find(&db, "b").await.unwrap(), None);
        assert_eq!(artifacts::find(&db, "c").await.unwrap(), Some(artifact("c", 4, 0)));
    }

    async fn a_converted_file_is_idle_when_nothing_names_it(db: Db) {
        world::found(&db).await;
        world::shelve(&db, 1).await;
        for each in [artifact("a", 100, 3), artifact("b", 20, 2)] {
            artifacts::put(&db, &each).await.unwrap();
        }
        let take = async |key: &str| {
            let mut tx = db.begin().await.unwrap();
            let taken = artifacts::take_idle(&mut tx, key, days_ago(1)).await.unwrap();
            tx.commit().await.unwrap();
            taken
        };
        discarded_files::add(&db, &artifact("a", 1, 1).file, now()).await.unwrap();
        assert_eq!(artifacts::idle(&db, days_ago(1), 9).await.unwrap(), [artifact("b", 20, 2)]);
        assert!(!take("a").await, "a delivery address may point to it");
        artifacts::touch(&db, "b", now()).await.unwrap();
        assert!(!take("b").await, "it was used since");
        discarded_files::remove(&db, &[artifact("a", 1, 1).file]).await.unwrap();
        assert!(take("a").await && !take("a").await);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 20);
    }

    async fn discarded_files_wait_until_they_are_old(db: Db) {
        discarded_files::add(&db, "new", now()).await.unwrap();
        discarded_files::add(&db, "old", days_ago(4)).await.unwrap();
        discarded_files::add(&db, "old", days_ago(2)).await.unwrap();
        assert_eq!(discarded_files::list(&db, days_ago(3), 9).await.unwrap(), [] as [&str; 0]);
        assert_eq!(discarded_files::list(&db, days_ago(1), 9).await.unwrap(), ["old"]);
        assert_eq!(discarded_files::remove(&db, &["old".into(), "other".into()]).await.unwrap(), 1);
        assert_eq!(discarded_files::remove(&db, &[]).await.unwrap(), 0);
        assert_eq!(discarded_files::list(&db, days_ago(-1), 9).await.unwrap(), ["new"]);
    }
}
