//! Notices of sites, kept in memory for a few seconds: every page asks for one, and few sites have any.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::site_notices::SiteNotice;
use domain::{SiteId, utc_date};
use jiff::{SignedDuration, Timestamp};
use store::Db;

use crate::Result;

/// Maximum time after which other processes show a new notice.
const LIFETIME: SignedDuration = SignedDuration::from_secs(5);

type NoticesBySite = Arc<HashMap<SiteId, Arc<SiteNotice>>>;

#[derive(Debug)]
pub struct NoticeCache {
    db: Db,
    /// When the notices were read, and the notices. `None` before.
    notices: RwLock<Option<(Timestamp, NoticesBySite)>>,
}

impl NoticeCache {
    pub(crate) fn new(db: Db) -> Self {
        Self { db, notices: RwLock::default() }
    }

    pub async fn find_site_notice(&self, site: &SiteId, now: Timestamp) -> Result<Option<Arc<SiteNotice>>> {
        let notices = match self.read_fresh(now) {
            Some(notices) => notices,
            // On the heap, because nearly every request finds the notices in memory.
            None => Box::pin(self.load(now)).await?,
        };
        Ok(notices.get(site).filter(|notice| notice.is_shown(utc_date(now))).cloned())
    }

    /// Makes the next page read the notices again.
    pub(crate) fn clear(&self) {
        *self.notices.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    async fn load(&self, now: Timestamp) -> Result<NoticesBySite> {
        let all = store::site_notices::list(&self.db).await?;
        let all: HashMap<SiteId, Arc<SiteNotice>> =
            all.into_iter().map(|(site, notice)| (site, Arc::new(notice))).collect();
        let notices = Arc::new(all);
        *self.notices.write().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&notices)));
        Ok(notices)
    }

    fn read_fresh(&self, now: Timestamp) -> Option<NoticesBySite> {
        let cached = self.notices.read().unwrap_or_else(PoisonError::into_inner);
        let (since, notices) = cached.as_ref()?;
        (now.duration_since(*since) < LIFETIME).then(|| Arc::clone(notices))
    }
}
