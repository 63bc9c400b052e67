//! Cache of serialized responses about titles: the same title in the same view has the same bytes.

use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use domain::{Title, TitleId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use services::TitleView;
use services::views::ViewDecision;

/// Overhead of a cached response besides its text, bytes.
const RESPONSE_OVERHEAD_BYTES: usize = 512;

/// Cached responses, by title and view.
pub struct ResponseCache {
    responses: Option<Cache<(TitleId, ViewDecision), CachedResponse, ResponseWeigher>>,
}

/// A serialized response, and its title.
#[derive(Clone)]
struct CachedResponse {
    title: Arc<Title>,
    body: Bytes,
}

#[derive(Clone)]
struct ResponseWeigher;

impl Weighter<(TitleId, ViewDecision), CachedResponse> for ResponseWeigher {
    fn weight(&self, _: &(TitleId, ViewDecision), response: &CachedResponse) -> u64 {
        (RESPONSE_OVERHEAD_BYTES + response.body.len()) as u64
    }
}

impl ResponseCache {
    /// A cache of this many bytes; 0 caches nothing.
    pub fn new(bytes: u64) -> Self {
        let capacity = usize::try_from(bytes / 4096).unwrap_or(usize::MAX).max(1);
        Self { responses: (bytes > 0).then(|| Cache::with_weighter(capacity, bytes, ResponseWeigher)) }
    }

    /// The response for a view of a title, serialized now unless cached. A changed title is another value in
    /// memory, so the cache misses.
    pub fn get<E>(&self, view: &TitleView, write: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Bytes, E> {
        let TitleView { item: title, decision, .. } = view;
        let Some(cache) = &self.responses else { return write().map(Bytes::from) };
        let key = (title.id, decision.clone());
        if let Some(response) = cache.get(&key).filter(|response| Arc::ptr_eq(&response.title, title)) {
            return Ok(response.body);
        }
        let body = Bytes::from(write()?);
        cache.insert(key, CachedResponse { title: title.clone(), body: body.clone() });
        Ok(body)
    }
}

impl fmt::Debug for ResponseCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseCache").field("kept", &self.responses.as_ref().map(Cache::len)).finish()
    }
}
