//! The page that explains a problem, and what to do.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use oauth::ErrorBody;

use crate::state::WebState;
use layout::STYLE_PATH;
use layout::html;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    site: &'a str,
    style: &'a str,
    heading: &'a str,
    text: &'a str,
    fault: Option<ErrorBody>,
}

/// A page for the person.
pub(crate) fn page(state: &WebState, status: StatusCode, heading: &str, text: &str) -> Response {
    respond(state, status, (heading, text), None)
}

/// The page for a request that fails because something is unavailable.
pub(crate) fn unavailable(site: &str) -> Response {
    let (heading, text) =
        ("Temporarily unavailable", "The problem is on our side. Wait a little, then try again.");
    let page = ProblemPage { site, style: &STYLE_PATH, heading, text, fault: None };
    html::private(StatusCode::SERVICE_UNAVAILABLE, &page, None)
}

/// A page for a person, with the fault for the app's developer.
pub(crate) fn of_app(
    state: &WebState,
    status: StatusCode,
    (heading, text): (&str, &str),
    fault: ErrorBody,
) -> Response {
    respond(state, status, (heading, text), Some(fault))
}

fn respond(
    state: &WebState,
    status: StatusCode,
    (heading, text): (&str, &str),
    fault: Option<ErrorBody>,
) -> Response {
    let site = &state.site_name;
    html::private(status, &ProblemPage { site, style: &STYLE_PATH, heading, text, fault }, None)
}

/// A duration in words.
pub(crate) fn spoken(seconds: u32) -> String {
    let (count, unit) = if seconds < 90 { (seconds, "second") } else { (seconds.div_ceil(60), "minute") };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn waits_are_spoken() {
        assert_eq!(spoken(1), "1 second");
        assert_eq!(spoken(30), "30 seconds");
        assert_eq!(spoken(90), "2 minutes");
        assert_eq!(spoken(900), "15 minutes");
        assert_eq!(spoken(901), "16 minutes");
    }
}
