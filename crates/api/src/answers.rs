//! Written answers about titles, kept as long as they are true: the same title, looked at in the same way,
//! is the same bytes.

use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use domain::ids::TitleId;
use domain::titles::Title;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use services::titles::{Look, Seen};

/// What an answer takes beside its text, bytes.
const OVERHEAD: usize = 512;

/// Answers in memory, by title and look.
pub struct Answers {
    kept: Option<Cache<(TitleId, Look), Answer, Weight>>,
}

/// A written answer, and the title that it was made from.
#[derive(Clone)]
struct Answer {
    title: Arc<Title>,
    body: Bytes,
}

#[derive(Clone)]
struct Weight;

impl Weighter<(TitleId, Look), Answer> for Weight {
    fn weight(&self, _: &(TitleId, Look), answer: &Answer) -> u64 {
        (OVERHEAD + answer.body.len()) as u64
    }
}

impl Answers {
    /// Room for so many bytes; 0 keeps nothing.
    pub fn new(bytes: u64) -> Self {
        let answers = usize::try_from(bytes / 4096).unwrap_or(usize::MAX).max(1);
        Self { kept: (bytes > 0).then(|| Cache::with_weighter(answers, bytes, Weight)) }
    }

    /// The answer for a look at a title, written now unless it is kept. A title that has changed is another
    /// value in memory, and so another answer.
    pub fn get<E>(&self, seen: &Seen, write: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Bytes, E> {
        let Seen { title, look, .. } = seen;
        let Some(cache) = &self.kept else { return write().map(Bytes::from) };
        let key = (title.id, look.clone());
        if let Some(answer) = cache.get(&key).filter(|answer| Arc::ptr_eq(&answer.title, title)) {
            return Ok(answer.body);
        }
        let body = Bytes::from(write()?);
        cache.insert(key, Answer { title: title.clone(), body: body.clone() });
        Ok(body)
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").field("kept", &self.kept.as_ref().map(Cache::len)).finish()
    }
}
