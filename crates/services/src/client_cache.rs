//! Client applications by key, kept in memory for a few seconds: every request needs one, and they change
//! only by an operator's command.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::{Client, ClientId, Site};
use jiff::{SignedDuration, Timestamp};
use store::Db;

use crate::Result;

/// Maximum time that a disabled key keeps working.
const LIFETIME: SignedDuration = SignedDuration::from_secs(5);

/// More keys than any library has; past it the cache is emptied.
const CAPACITY: usize = 10_000;

type CachedClient = (Arc<Client>, Arc<Site>);

#[derive(Debug)]
pub struct ClientCache {
    db: Db,
    clients: RwLock<HashMap<String, (Timestamp, CachedClient)>>,
}

impl ClientCache {
    pub(crate) fn new(db: Db) -> Self {
        Self { db, clients: RwLock::default() }
    }

    /// The enabled client with this key, and its site. Unknown keys are not kept, so that guessing keys
    /// cannot fill the memory.
    pub async fn find(&self, key: &str, now: Timestamp) -> Result<Option<CachedClient>> {
        match self.find_fresh(key, now) {
            Some(known) => Ok(Some(known)),
            // On the heap, because nearly every request finds its client in memory.
            None => Box::pin(self.load(key, now)).await,
        }
    }

    async fn load(&self, key: &str, now: Timestamp) -> Result<Option<CachedClient>> {
        let Some(client) = store::clients::get(&self.db, &ClientId::from(key)).await?.filter(|c| !c.disabled)
        else {
            return Ok(None);
        };
        let Some(site) = store::sites::get(&self.db, &client.site).await? else { return Ok(None) };
        let known: CachedClient = (Arc::new(client), Arc::new(site));
        let mut map = self.clients.write().unwrap_or_else(PoisonError::into_inner);
        if map.len() >= CAPACITY {
            map.clear();
        }
        map.insert(key.to_owned(), (now, known.clone()));
        Ok(Some(known))
    }

    fn find_fresh(&self, key: &str, now: Timestamp) -> Option<CachedClient> {
        let map = self.clients.read().unwrap_or_else(PoisonError::into_inner);
        let (since, known) = map.get(key)?;
        (now.duration_since(*since) < LIFETIME).then(|| known.clone())
    }
}
