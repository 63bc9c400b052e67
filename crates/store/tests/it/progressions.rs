//! Places that reading apps report over OPDS.

use domain::TitleId;
use domain::fixtures::{self, days_ago};
use domain::progressions::{ProgressionDocument, ReadingDevice};
use serde_json::json;
use store::{db_test, progressions};

use crate::world;

db_test! {
    async fn the_newest_place_is_kept_as_it_was_reported(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 2).await;
        let (ada, ben) = (fixtures::individual("ada"), fixtures::individual("ben"));
        world::settle(&db, &ada).await;
        world::settle(&db, &ben).await;
        let (ada, ben) = (ada.account.id, ben.account.id);
        let place = |day, progression| ProgressionDocument {
            title: Some("Chapter 1".into()),
            modified: days_ago(day),
            device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
            progression,
            references: vec!["c1.xhtml#p2".into(), "#t=5".into()],
            locator: Some(json!({"href": "c1.xhtml", "text": "a\u{0}b"})),
            file_position: None,
        };
        let title = TitleId(1001);
        assert_eq!(progressions::get(&db, &ada, title).await.unwrap(), None);
        for (day, progression, kept) in [(5, 0.5, true), (6, 0.7, false), (5, 0.8, true), (4, 0.25, true)] {
            let put = progressions::put(&db, &ada, title, &place(day, progression)).await.unwrap();
            assert_eq!(put, kept, "{day} days ago");
        }
        assert_eq!(progressions::get(&db, &ada, title).await.unwrap(), Some(place(4, 0.25)));
        let bare = ProgressionDocument { title: None, references: Vec::new(), locator: None, ..place(1, 1.0) };
        progressions::put(&db, &ada, title, &bare).await.unwrap();
        assert_eq!(progressions::get(&db, &ada, title).await.unwrap(), Some(bare));
        assert_eq!(progressions::get(&db, &ada, TitleId(1002)).await.unwrap(), None);
        assert_eq!(progressions::get(&db, &ben, title).await.unwrap(), None);
    }
}
