//! The titles in memory follow the change log.

use crate::title_cache::TitleCache;
use crate::{Db, Result, changes};

/// Rows of the change log per read; if there are more, the whole cache is cleared.
const MAX_LOG_ROWS: u32 = 1000;

impl TitleCache {
    /// Removes the titles that other processes have changed, unless the log was read within the interval.
    pub(super) async fn sync_with_log(&self, mut db: &Db) -> Result<()> {
        if self.is_in_sync() {
            return Ok(());
        }
        // One caller reads the log, the others wait for it.
        let mut position = self.position.lock().await;
        if self.is_in_sync() {
            return Ok(());
        }
        let began = self.age();
        let rows = match *position {
            Some(position) => changes::list_since(&mut db, position, MAX_LOG_ROWS).await?,
            None => Vec::new(),
        };
        if position.is_none() || rows.len() == MAX_LOG_ROWS as usize {
            *position = Some(changes::last_position(&mut db).await?);
            self.forget_all();
        } else if let Some((last, _)) = rows.last() {
            *position = Some(*last);
            self.forget_titles(rows.iter().map(|(_, id)| id));
        }
        self.set_synced_at(began);
        Ok(())
    }
}
