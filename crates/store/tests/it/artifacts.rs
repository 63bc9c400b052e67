//! Artifacts that the file store keeps, and files that nothing refers to any more.

use domain::fixtures::{days_ago, noon};
use domain::{Format, TitleId};
use store::artifacts::StoredArtifact;
use store::{artifacts, db_test, discarded_files};

use crate::world;

fn artifact_with_key(key: &str, size: u64, days: i64) -> StoredArtifact {
    StoredArtifact {
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
        world::create_sites(&db).await;
        world::insert_titles(&db, 1).await;
        for each in [artifact_with_key("a", 100, 3), artifact_with_key("b", 20, 2), artifact_with_key("c", 3, 1)] {
            artifacts::put(&db, &each).await.unwrap();
        }
        assert_eq!(artifacts::find(&db, "b").await.unwrap(), Some(artifact_with_key("b", 20, 2)));
        assert_eq!(artifacts::find(&db, "d").await.unwrap(), None);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 123);
        assert!(artifacts::touch(&db, "a", noon()).await.unwrap());
        assert!(!artifacts::touch(&db, "d", noon()).await.unwrap());
        let oldest = artifacts::list_unused(&db, noon(), 9).await.unwrap();
        assert_eq!(oldest, [artifact_with_key("b", 20, 2), artifact_with_key("c", 3, 1)]);
        assert_eq!(artifacts::list_unused(&db, noon(), 1).await.unwrap(), [artifact_with_key("b", 20, 2)]);
        assert_eq!(artifacts::list_unused(&db, days_ago(2), 9).await.unwrap(), []);
        assert_eq!(artifacts::put(&db, &artifact_with_key("c", 4, 0)).await.unwrap(), 4);
        assert_eq!(artifacts::put(&db, &artifact_with_key("c", 0, 0)).await.unwrap(), 4);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 124, "what is known stays");
        assert_eq!(artifacts::remove_many(&db, &["b", "d"]).await.unwrap(), 1);
        assert_eq!(artifacts::remove_many(&db, &["b"]).await.unwrap(), 0);
        assert_eq!(artifacts::remove_many(&db, &[]).await.unwrap(), 0);
        assert_eq!(artifacts::find(&db, "a").await.unwrap(), Some(artifact_with_key("a", 100, 0)));
        assert_eq!(artifacts::find(&db, "b").await.unwrap(), None);
        assert_eq!(artifacts::find(&db, "c").await.unwrap(), Some(artifact_with_key("c", 4, 0)));
    }

    async fn a_converted_file_is_unused_if_nothing_refers_to_it(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 1).await;
        for each in [artifact_with_key("a", 100, 3), artifact_with_key("b", 20, 2)] {
            artifacts::put(&db, &each).await.unwrap();
        }
        let take = async |key: &str| {
            committed!(db, tx => artifacts::remove_if_unused(&mut tx, key, days_ago(1)))
        };
        discarded_files::add(&db, &artifact_with_key("a", 1, 1).file, noon()).await.unwrap();
        assert_eq!(artifacts::list_unused(&db, days_ago(1), 9).await.unwrap(), [artifact_with_key("b", 20, 2)]);
        assert!(!take("a").await, "a delivery address may point to it");
        artifacts::touch(&db, "b", noon()).await.unwrap();
        assert!(!take("b").await, "it was used since");
        discarded_files::remove(&db, &[artifact_with_key("a", 1, 1).file]).await.unwrap();
        assert!(take("a").await && !take("a").await);
        assert_eq!(artifacts::total_size(&db).await.unwrap(), 20);
    }

    async fn discarded_files_wait_until_they_are_old(db: Db) {
        discarded_files::add(&db, "new", noon()).await.unwrap();
        discarded_files::add(&db, "old", days_ago(4)).await.unwrap();
        discarded_files::add(&db, "old", days_ago(2)).await.unwrap();
        assert_eq!(discarded_files::list(&db, days_ago(3), 9).await.unwrap(), [] as [&str; 0]);
        assert_eq!(discarded_files::list(&db, days_ago(1), 9).await.unwrap(), ["old"]);
        assert_eq!(discarded_files::remove(&db, &["old".into(), "other".into()]).await.unwrap(), 1);
        assert_eq!(discarded_files::remove(&db, &[]).await.unwrap(), 0);
        assert_eq!(discarded_files::list(&db, days_ago(-1), 9).await.unwrap(), ["new"]);
    }
}
