//! Client applications by key, kept in memory for a few seconds: every request needs one, and they change
//! only by an operator's command.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::clients::Client;
use domain::ids::ClientId;
use domain::sites::Site;
use jiff::{SignedDuration, Timestamp};
use store::Db;

use crate::error::Result;

/// How long a disabled key keeps working, at most.
const LIFETIME: SignedDuration = SignedDuration::from_secs(5);

/// More keys than any library has; past it the cache is emptied.
const CAPACITY: usize = 10_000;

type Known = (Arc<Client>, Arc<Site>);

#[derive(Debug)]
pub struct ClientCache {
    db: Db,
    known: RwLock<HashMap<String, (Timestamp, Known)>>,
}

impl ClientCache {
    pub(crate) fn new(db: Db) -> Self {
        Self { db, known: RwLock::default() }
    }

    /// The enabled client with this key, and its site. Unknown keys are not kept, so that guessing keys
    /// cannot fill the memory.
    pub async fn get(&self, key: &str, now: Timestamp) -> Result<Option<Known>> {
        match self.fresh(key, now) {
            Some(known) => Ok(Some(known)),
            // On the heap, because nearly every request finds its client in memory.
            None => Box::pin(self.read(key, now)).await,
        }
    }

    async fn read(&self, key: &str, now: Timestamp) -> Result<Option<Known>> {
        let Some(client) = store::clients::get(&self.db, &ClientId::from(key)).await?.filter(|c| !c.disabled)
        else {
            return Ok(None);
        };
        let Some(site) = store::sites::get(&self.db, &client.site).await? else { return Ok(None) };
        let known: Known = (Arc::new(client), Arc::new(site));
        let mut map = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if map.len() >= CAPACITY {
            map.clear();
        }
        map.insert(key.to_owned(), (now, known.clone()));
        Ok(Some(known))
    }

    fn fresh(&self, key: &str, now: Timestamp) -> Option<Known> {
        let map = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let (since, known) = map.get(key)?;
        (now.duration_since(*since) < LIFETIME).then(|| known.clone())
    }
}
