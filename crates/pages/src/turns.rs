//! The turns of guests: what making a page takes, and who waits for it.

use axum::http::Method;
use transport::guests::{GuestTurn, NoTurn, WorkCost};

use crate::guest_pages::PageKey;
use crate::{Problem, Result, Visitor};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageCost {
    /// Next to nothing, or something that must not wait: signing in, settings, downloads, reading.
    Free,
    Turn,
    /// A turn; the page is the same for all guests.
    SharedTurn,
    /// The cost of the search, which its handler computes; the page is the same for all guests.
    SharedSearch,
}

impl PageCost {
    pub(crate) fn for_guest(method: &Method, path: &str) -> Self {
        let Some(path) = path.strip_prefix('/').filter(|_| matches!(*method, Method::GET | Method::HEAD))
        else {
            return Self::Free;
        };
        let segments: Vec<&str> = path.split('/').collect();
        match segments.as_slice() {
            ["search"] => Self::SharedSearch,
            ["" | "periodicals"] | ["titles" | "periodicals" | "popular", _] | ["periodicals", _, _] => {
                Self::SharedTurn
            }
            ["sitemap.xml"] | ["sitemaps", _] | ["read", _, "search"] => Self::Turn,
            // Other pages of a book may wait until it is prepared, and would keep a turn from others
            // meanwhile.
            _ => Self::Free,
        }
    }

    /// Returns true if the page is the same for all guests.
    pub(crate) fn is_shared(self) -> bool {
        matches!(self, Self::SharedTurn | Self::SharedSearch)
    }
}

/// The key of the page that this visitor asks for. `None` if it is not the same for all guests.
pub(crate) fn page_key(visitor: &Visitor, work: PageCost) -> Option<PageKey> {
    let is_alike =
        work.is_shared() && visitor.can_return && !visitor.is_signed_in() && visitor.notice.is_none();
    let site = &visitor.op.site.id;
    is_alike.then(|| PageKey::new(site, visitor.language, visitor.display, &visitor.path_and_query))?
}

/// Waits for a guest's turn. Visitors who are signed in need none.
pub(crate) async fn take_turn(visitor: &Visitor, cost: WorkCost) -> Result<Option<GuestTurn>> {
    if visitor.is_signed_in() {
        return Ok(None);
    }
    let turn = visitor.pages.settings.guests.take(visitor.network, cost).await;
    turn.map(Some).map_err(|NoTurn| Problem::Busy)
}

#[cfg(test)]
mod tests {
    use axum::http::Method;

    use super::PageCost;

    #[test]
    fn pages_that_must_not_wait_take_no_turn() {
        for route in ["/display", "/apps", "/titles/{title}/downloads/{format}", "/read/{id}", "/account", ""]
        {
            assert_eq!(PageCost::for_guest(&Method::GET, route), PageCost::Free, "{route}");
        }
        for route in ["/", "/search", "/titles/{title}"] {
            assert!(PageCost::for_guest(&Method::GET, route).is_shared());
            assert_eq!(PageCost::for_guest(&Method::POST, route), PageCost::Free);
        }
        assert_eq!(PageCost::for_guest(&Method::GET, "/read/{id}/{chapter}"), PageCost::Free);
        assert_eq!(PageCost::for_guest(&Method::GET, "/read/{id}/search"), PageCost::Turn);
    }
}
