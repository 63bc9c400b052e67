//! The processes that make formats.

use domain::capabilities::Capabilities;
use domain::fixtures::{days_ago, noon};
use store::makers;

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
}
