//! The cost of requests of guests: feeds and publications share turns.

use axum::http::Method;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestCost {
    /// Next to nothing, or a download, which must not wait.
    Free,
    Turn,
    /// The cost of the search, which its handler computes.
    Search,
}

impl RequestCost {
    pub(crate) fn from_path(method: &Method, path: &str) -> Self {
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

    use super::RequestCost;

    #[test]
    fn feeds_take_turns_and_downloads_do_not() {
        for path in ["/", "/popular", "/popular/month", "/titles/7", "/titles/7/similar", "/periodicals/a/b"]
        {
            assert_eq!(RequestCost::from_path(&Method::GET, path), RequestCost::Turn, "{path}");
            assert_eq!(RequestCost::from_path(&Method::PUT, path), RequestCost::Free, "{path}");
        }
        assert_eq!(RequestCost::from_path(&Method::GET, "/search"), RequestCost::Search);
        for path in ["/titles/7/EPUB3", "/titles/7/borrow", "/streams/t/a.html", "/shelf", "/authentication"]
        {
            assert_eq!(RequestCost::from_path(&Method::GET, path), RequestCost::Free, "{path}");
        }
    }
}
