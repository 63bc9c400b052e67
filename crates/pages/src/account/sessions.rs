//! /account/sessions: the browsers that are signed in to the account.

use axum::http::HeaderMap;
use domain::sessions::SessionKind;
use layout::cookies::cookie_value;
use layout::session::{cookie_name, is_short_name, short_name};
use services::sessions::{self, OpenSession};

use crate::browsers::browser_text;
use crate::{Form, Page, Pages, Problem, Result, Section, Visitor, format_day_of, format_moment, render};

struct SessionRow {
    heading: String,
    /// Browser and system in words.
    device: String,
    /// The value that the form sends. `None` for the browser of this page.
    mark: Option<String>,
    start_date: String,
    last_use: String,
    /// A sentence about how long an enrolled browser stays signed in. `None` for others.
    enrollment_text: Option<String>,
}

#[derive(askama::Template)]
#[template(path = "sessions.html")]
struct SessionsPage<'a> {
    page: Page<'a>,
    sessions: Vec<SessionRow>,
}

pub(crate) async fn list_sessions(visitor: Visitor, headers: HeaderMap) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let open = sessions::list(op, session_value(&visitor.pages, &headers)?).await?;
    let numbers = 1_u64..;
    let shown = |(open, number): (OpenSession, u64)| SessionRow {
        heading: if open.is_this { page.text("session-this") } else { page.count("session-other", number) },
        device: browser_text(&page, open.session.browser),
        mark: (!open.is_this).then(|| short_name(&visitor.pages.settings.form_key, &open.hash)),
        start_date: format_moment(&page, open.session.started),
        last_use: format_moment(&page, open.session.used),
        enrollment_text: (open.session.kind == SessionKind::Enrollment).then(|| {
            page.with_name("session-enrolled-until", &format_day_of(&page, open.session.latest_end()))
        }),
    };
    let (own, others): (Vec<OpenSession>, Vec<OpenSession>) = open.into_iter().partition(|open| open.is_this);
    let own = own.into_iter().map(|open| (open, 0));
    let sessions = own.chain(others.into_iter().zip(numbers)).map(shown).collect();
    Ok(render(&SessionsPage { page, sessions }))
}

/// POST: ends one session, or all but this one.
pub(crate) async fn end_sessions(visitor: Visitor, headers: HeaderMap, Form(fields): Form) -> Result {
    let op = visitor.signed_in_user()?;
    let cookie = session_value(&visitor.pages, &headers)?;
    match fields.get("session") {
        Some(wanted) => {
            let is_wanted = |hash: &str| is_short_name(wanted, &visitor.pages.settings.form_key, hash);
            sessions::end_first_selected(op, is_wanted).await?;
        }
        None => {
            sessions::end_others(op, cookie).await?;
        }
    }
    visitor.redirect_with_message("session-ended", "/account/sessions")
}

/// The value of this browser's cookie.
fn session_value<'a>(pages: &Pages, headers: &'a HeaderMap) -> Result<&'a str> {
    cookie_value(headers, cookie_name(pages.uses_https())).ok_or(Problem::SignIn)
}
