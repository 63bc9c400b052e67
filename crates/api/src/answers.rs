//! Cache of serialized responses about titles: the same title in the same view has the same bytes.

use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use domain::{Title, TitleId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use services::views::{TitleView, ViewDecision};

/// Overhead of a cached response besides its text, bytes.
const ANSWER_OVERHEAD_BYTES: usize = 512;

/// Cached responses, by title and view.
pub struct AnswerCache {
    answers: Option<Cache<(TitleId, ViewDecision), CachedAnswer, AnswerWeigher>>,
}

/// A serialized response, and the title that it was made from.
#[derive(Clone)]
struct CachedAnswer {
    title: Arc<Title>,
    body: Bytes,
}

#[derive(Clone)]
struct AnswerWeigher;

impl Weighter<(TitleId, ViewDecision), CachedAnswer> for AnswerWeigher {
    fn weight(&self, _: &(TitleId, ViewDecision), answer: &CachedAnswer) -> u64 {
        (ANSWER_OVERHEAD_BYTES + answer.body.len()) as u64
    }
}

impl AnswerCache {
    /// A cache of this many bytes; 0 caches nothing.
    pub fn new(bytes: u64) -> Self {
        let answers = usize::try_from(bytes / 4096).unwrap_or(usize::MAX).max(1);
        Self { answers: (bytes > 0).then(|| Cache::with_weighter(answers, bytes, AnswerWeigher)) }
    }

    /// The response for a view of a title, serialized now unless cached. A changed title is another value in
    /// memory, and so misses the cache.
    pub fn get<E>(&self, view: &TitleView, write: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Bytes, E> {
        let TitleView { item: title, decision: look, .. } = view;
        let Some(cache) = &self.answers else { return write().map(Bytes::from) };
        let key = (title.id, look.clone());
        if let Some(answer) = cache.get(&key).filter(|answer| Arc::ptr_eq(&answer.title, title)) {
            return Ok(answer.body);
        }
        let body = Bytes::from(write()?);
        cache.insert(key, CachedAnswer { title: title.clone(), body: body.clone() });
        Ok(body)
    }
}

impl fmt::Debug for AnswerCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("kept", &self.answers.as_ref().map(Cache::len)).finish()
    }
}
