//! The cost of requests of guests: feeds and publications share turns.

use axum::http::Method;

/// What a request takes, if its visitor is a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// Next to nothing, or a download, which must not wait.
    Free,
    Turn,
    /// What the search costs, which its handler knows.
    Search,
}

impl Work {
    /// What a request for this path of the catalog takes.
    pub(crate) fn of(method: &Method, path: &str) -> Self {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Self::Free;
        }
        let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
        match segments.as_slice() {
            ["all" | "new" | "search"] => Self::Search,
            ["" | "categories" | "languages" | "formats" | "popular" | "periodicals"]
            | ["popular" | "periodicals" | "titles", _]
            | ["titles", _, "similar"]
            | ["periodicals", _, _] => Self::Turn,
            _ => Self::Free,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Method;

    use super::Work;

    #[test]
    fn feeds_take_turns_and_downloads_do_not() {
        for path in ["/", "/popular", "/popular/month", "/titles/7", "/titles/7/similar", "/periodicals/a/b"]
        {
            assert_eq!(Work::of(&Method::GET, path), Work::Turn, "{path}");
            assert_eq!(Work::of(&Method::PUT, path), Work::Free, "{path}");
        }
        assert_eq!(Work::of(&Method::GET, "/search"), Work::Search);
        for path in ["/titles/7/EPUB3", "/titles/7/borrow", "/streams/t/a.html", "/shelf", "/authentication"]
        {
            assert_eq!(Work::of(&Method::GET, path), Work::Free, "{path}");
        }
    }
}
