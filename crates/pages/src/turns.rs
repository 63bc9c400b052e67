//! The turns of guests: what making a page takes, and who waits for it.

use axum::http::Method;
use transport::guests::{Busy, Cost, Turn};

use crate::guest_pages::PageKey;
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// What making a page takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Next to nothing, or something that must not wait: signing in, settings, downloads, reading.
    Free,
    Turn,
    /// A turn; the page is the same for all guests.
    SharedTurn,
    /// What the search costs, which its handler knows; the page is the same for all guests.
    SharedSearch,
}

impl Work {
    /// What the page at this route takes, for a guest.
    pub(crate) fn of(method: &Method, route: &str) -> Self {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Self::Free;
        }
        match route {
            "/search" => Self::SharedSearch,
            "/"
            | "/titles/{id}"
            | "/periodicals"
            | "/periodicals/{series}"
            | "/periodicals/{series}/{edition}"
            | "/popular/{list}" => Self::SharedTurn,
            "/sitemap.xml" | "/sitemaps/{name}" | "/read/{id}/search" => Self::Turn,
            // Other pages of a book may wait until it is prepared, and would keep a turn from others
            // meanwhile.
            _ => Self::Free,
        }
    }

    /// Whether the page is the same for all guests.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::SharedTurn | Self::SharedSearch)
    }
}

/// The key of the page that this visitor asks for. `None` if it is not the same for all guests.
pub(crate) fn page_key(visitor: &Visitor, work: Work) -> Option<PageKey> {
    let is_alike =
        work.is_shared() && visitor.can_return && !visitor.is_signed_in() && visitor.notice.is_none();
    let site = &visitor.caller.site.id;
    is_alike.then(|| PageKey::new(site, visitor.language, visitor.display, &visitor.here))?
}

/// A turn of a guest. Nobody who is signed in needs one.
pub(crate) async fn take_turn(pages: &Pages, visitor: &Visitor, cost: Cost) -> Result<Option<Turn>> {
    if visitor.is_signed_in() {
        return Ok(None);
    }
    let turn = pages.settings.guests.take(visitor.network, cost).await;
    turn.map(Some).map_err(|Busy| Problem::Busy)
}

#[cfg(test)]
mod tests {
    use axum::http::Method;

    use super::Work;

    #[test]
    fn what_must_not_wait_takes_no_turn() {
        for route in ["/display", "/apps", "/titles/{id}/downloads/{format}", "/read/{id}", "/account", ""] {
            assert_eq!(Work::of(&Method::GET, route), Work::Free, "{route}");
        }
        for route in ["/", "/search", "/titles/{id}"] {
            assert!(Work::of(&Method::GET, route).is_shared());
            assert_eq!(Work::of(&Method::POST, route), Work::Free);
        }
        assert_eq!(Work::of(&Method::GET, "/read/{id}/{chapter}"), Work::Free);
        assert_eq!(Work::of(&Method::GET, "/read/{id}/search"), Work::Turn);
    }
}
