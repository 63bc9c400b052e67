//! The processes that make formats.

use domain::Capabilities;
use domain::fixtures::{days_ago, noon};
use jiff::SignedDuration;
use store::{Conn as _, PROGRAM_VERSION, Sql, makers};

store::db_test! {
    async fn running_processes_make_formats_together(db: Db) {
        assert_eq!(makers::combined_capabilities(&db, noon()).await.unwrap(), None);
        makers::announce(&db, "silent", Capabilities::ALL, days_ago(1)).await.unwrap();
        makers::announce(&db, "plain", Capabilities::NONE, noon()).await.unwrap();
        assert_eq!(makers::combined_capabilities(&db, noon()).await.unwrap(), Some(Capabilities::NONE));
        makers::announce(&db, "full", Capabilities::ALL, noon()).await.unwrap();
        assert_eq!(makers::combined_capabilities(&db, noon()).await.unwrap(), Some(Capabilities::ALL));
        makers::remove_maker(&db, "full").await.unwrap();
        assert_eq!(makers::combined_capabilities(&db, noon()).await.unwrap(), Some(Capabilities::NONE));
    }

    async fn processes_are_listed_with_their_versions(db: Db) {
        let name = |maker: &makers::Maker| (maker.name.clone(), maker.is_running);
        let silent = noon() - SignedDuration::from_hours(2);
        makers::announce(&db, "silent", Capabilities::ALL, silent).await.unwrap();
        makers::announce(&db, "running", Capabilities::NONE, noon()).await.unwrap();
        let listed = makers::list(&db, noon()).await.unwrap();
        let expected = [("running".to_owned(), true), ("silent".to_owned(), false)];
        assert_eq!(listed.iter().map(name).collect::<Vec<_>>(), expected);
        assert_eq!((listed[1].seen, listed[0].version.as_deref()), (silent, Some(PROGRAM_VERSION)));
        // A program of the release before renews its row without a version.
        let old = "INSERT INTO makers (name, audio, braille, seen_at) VALUES ('old', 'none', FALSE, 0)";
        (&db).execute(Sql::new(old)).await.unwrap();
        let listed = makers::list(&db, noon()).await.unwrap();
        assert_eq!(listed[0].version, None);
    }
}
