//! Records that forms have created.

use domain::fixtures::noon;
use jiff::SignedDuration;
use store::{db_test, sent_forms};

db_test! {
    async fn a_form_finds_what_it_has_created_for_a_day(db: Db) {
        assert_eq!(sent_forms::find_created(&db, "a").await.unwrap(), None);
        committed!(db, tx => sent_forms::put(&mut tx, "a", "1003", noon()));
        committed!(db, tx => sent_forms::put(&mut tx, "b", "1004", noon()));
        // The first record was deleted, and the form sent again.
        committed!(db, tx => sent_forms::put(&mut tx, "a", "1005", noon() + SignedDuration::from_secs(1)));
        assert_eq!(sent_forms::find_created(&db, "a").await.unwrap().as_deref(), Some("1005"));
        assert_eq!(sent_forms::find_created(&db, "c").await.unwrap(), None);
        let next_day = noon() + SignedDuration::from_hours(24);
        assert_eq!(sent_forms::purge(&db, next_day).await.unwrap(), 0);
        assert_eq!(sent_forms::purge(&db, next_day + SignedDuration::from_secs(1)).await.unwrap(), 1);
        assert_eq!(sent_forms::find_created(&db, "b").await.unwrap(), None);
        assert!(sent_forms::find_created(&db, "a").await.unwrap().is_some());
    }
}
