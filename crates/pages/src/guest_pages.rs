//! Pages as guests see them, kept in memory for a minute.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::SiteId;
use http_body::Body as _;
use layout::{Display, Language};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::time::Instant;

/// Time for which a page is shown from memory.
const PAGE_LIFETIME: Duration = Duration::from_mins(1);
const MAX_PAGE_BYTES: u64 = 512 * 1024;
const MAX_ADDRESS_BYTES: usize = 2_048;
/// Memory of a page besides its text, in bytes.
const OVERHEAD_BYTES: u64 = 2_048;

/// The properties of a guest's page that vary with the request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PageKey(String);

impl PageKey {
    /// The key of the page at this address (path and query). `None` if the address is too long to be
    /// stored.
    pub(crate) fn new(site: &SiteId, language: Language, display: Display, address: &str) -> Option<Self> {
        let is_short = address.len() <= MAX_ADDRESS_BYTES;
        is_short.then(|| Self(format!("{site} {} {} {address}", language.tag(), display.to_text())))
    }
}

#[derive(Clone)]
struct SharedPage {
    rendered_at: Instant,
    headers: HeaderMap,
    body: Bytes,
}

/// The response was in memory: it is not kept for another minute.
#[derive(Clone, Copy)]
pub(crate) struct FromMemory;

#[derive(Clone)]
struct Weight;

impl Weighter<PageKey, SharedPage> for Weight {
    fn weight(&self, key: &PageKey, page: &SharedPage) -> u64 {
        OVERHEAD_BYTES + (key.0.len() + page.body.len()) as u64
    }
}

pub(crate) struct GuestPages(Option<Cache<PageKey, SharedPage, Weight>>);

impl GuestPages {
    /// Stores up to this many bytes; 0 stores no page.
    pub(crate) fn new(bytes: u64) -> Self {
        let pages = usize::try_from(bytes / 16_384).unwrap_or(usize::MAX).max(1);
        Self((bytes > 0).then(|| Cache::with_weighter(pages, bytes, Weight)))
    }

    /// The page, if it was rendered within the last minute.
    pub(crate) fn get(&self, key: &PageKey) -> Option<Response> {
        self.get_at(key, Instant::now())
    }

    fn get_at(&self, key: &PageKey, now: Instant) -> Option<Response> {
        let cache = self.0.as_ref()?;
        let page = cache.get(key)?;
        if now.saturating_duration_since(page.rendered_at) >= PAGE_LIFETIME {
            cache.remove(key);
            return None;
        }
        let mut response = Body::from(page.body).into_response();
        *response.headers_mut() = page.headers;
        response.extensions_mut().insert(FromMemory);
        Some(response)
    }

    /// Stores a page that was just rendered, if every guest may see it.
    pub(crate) async fn store(&self, key: PageKey, response: Response) -> Response {
        let Some(cache) = &self.0 else { return response };
        if response.extensions().get::<FromMemory>().is_some() {
            return response;
        }
        let is_short = response.body().size_hint().exact().is_some_and(|bytes| bytes <= MAX_PAGE_BYTES);
        if response.status() != StatusCode::OK || response.headers().contains_key(SET_COOKIE) || !is_short {
            return response;
        }
        let (parts, body) = response.into_parts();
        // The body is in memory already.
        let Ok(body) = to_bytes(body, usize::MAX).await else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let page =
            SharedPage { rendered_at: Instant::now(), headers: parts.headers.clone(), body: body.clone() };
        cache.insert(key, page);
        Response::from_parts(parts, Body::from(body))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::http::header::SET_COOKIE;
    use axum::http::{HeaderValue, StatusCode};
    use axum::response::{IntoResponse as _, Response};
    use tokio::time::Instant;

    use super::{GuestPages, PageKey};

    fn page_key(name: &str) -> PageKey {
        PageKey(name.to_owned())
    }

    fn ok_page(text: String) -> Response {
        text.into_response()
    }

    #[tokio::test]
    async fn a_page_is_shown_for_a_minute_and_not_kept_again_from_memory() {
        let pages = GuestPages::new(1 << 20);
        pages.store(page_key("a"), ok_page("text".into())).await;
        let again = pages.get(&page_key("a")).unwrap();
        pages.store(page_key("b"), again).await;
        assert!(pages.get(&page_key("b")).is_none());
        let in_a_minute = Instant::now() + Duration::from_mins(1);
        assert!(pages.get_at(&page_key("a"), in_a_minute).is_none() && pages.get(&page_key("a")).is_none());
    }

    #[tokio::test]
    async fn only_complete_pages_without_cookies_are_kept_in_bounded_memory() {
        let pages = GuestPages::new(1 << 20);
        let mut own = ok_page("text".into());
        own.headers_mut().insert(SET_COOKIE, HeaderValue::from_static("a=b"));
        pages.store(page_key("cookie"), own).await;
        pages.store(page_key("refusal"), StatusCode::SERVICE_UNAVAILABLE.into_response()).await;
        pages.store(page_key("long"), ok_page("x".repeat(600_000))).await;
        for name in ["cookie", "refusal", "long"] {
            assert!(pages.get(&page_key(name)).is_none(), "{name}");
        }
        for n in 0..200 {
            pages.store(page_key(&n.to_string()), ok_page("x".repeat(20_000))).await;
        }
        let kept = (0..200).filter(|n| pages.get(&page_key(&n.to_string())).is_some()).count();
        assert!((1..=52).contains(&kept), "{kept}");
        let none = GuestPages::new(0);
        none.store(page_key("a"), ok_page("text".into())).await;
        assert!(none.get(&page_key("a")).is_none());
    }
}
