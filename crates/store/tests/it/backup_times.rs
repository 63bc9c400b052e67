//! When backups and rehearsals last succeeded.

use domain::fixtures::noon;
use store::backup_times::{BackupTask, find_last_success, record_success};

store::db_test! {
    async fn the_last_success_of_each_task_is_remembered(db: Db) {
        assert_eq!(find_last_success(&db, BackupTask::Rehearsal).await.unwrap(), None);
        record_success(&db, BackupTask::Rehearsal, noon()).await.unwrap();
        assert_eq!(find_last_success(&db, BackupTask::Rehearsal).await.unwrap(), Some(noon()));
        assert_eq!(find_last_success(&db, BackupTask::Backup).await.unwrap(), None);
    }
}
