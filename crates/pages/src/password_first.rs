//! Passwords that somebody else made: until their owner has chosen another one, every page leads to the form
//! for it (docs/rules/authentication.md#rule-16).

use axum::extract::MatchedPath;

use crate::Visitor;
use crate::page::PASSWORD_PATH;

/// Routes that stay open: the form itself, help and settings of text for everybody, and files for robots. The
/// sign-out is a page of another crate.
const OPEN_ROUTES: [&str; 7] =
    [PASSWORD_PATH, "/apps", "/design", "/display", "/robots.txt", "/sitemap.xml", "/sitemaps/{name}"];

/// Returns true if the visitor chooses another password before the page of this route is shown.
pub(crate) fn is_required(visitor: &Visitor, route: Option<&MatchedPath>) -> bool {
    let is_open = route.is_some_and(|route| OPEN_ROUTES.contains(&route.as_str()));
    visitor.op.must_choose_password && !is_open
}
