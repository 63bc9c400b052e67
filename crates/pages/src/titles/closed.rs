//! The page about a title that the access rule refuses: all reasons, as the title's own page has them.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::access::AlertCode;
use domain::ids::TitleId;
use domain::quotas::NextBook;
use services::titles;

use super::reasons::{ClosedReason, next_book_text};
use crate::books;
use crate::closed::{Alternatives, ClosedTitle};
use crate::formats::text_direction;
use crate::page::{Link, Page, Section, render_with_status};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "closed.html")]
struct ClosedPage<'a> {
    page: Page<'a>,
    title: Link,
    dir: &'static str,
    reasons: Vec<ClosedReason>,
    /// The time from which the next book may be downloaded.
    next: Option<String>,
    ways: Vec<Link>,
}

/// The problem; if the access rule refuses this title, with all reasons and alternatives.
pub(crate) async fn with_reasons(pages: &Pages, visitor: &Visitor, id: TitleId, problem: Problem) -> Problem {
    let Problem::Closed(code, next) = problem else { return problem };
    // Without the reasons, the page has the first of them.
    match load_closed_title(pages, visitor, id, code, next).await {
        Ok(closed) => Problem::ClosedTitle(Box::new(closed)),
        Err(_) => Problem::Closed(code, next),
    }
}

async fn load_closed_title(
    pages: &Pages,
    visitor: &Visitor,
    id: TitleId,
    code: AlertCode,
    next: Option<NextBook>,
) -> Result<ClosedTitle> {
    let seen = titles::get(&pages.library, &visitor.caller, id).await?;
    let mut alerts = seen.decision.alerts.clone();
    if alerts.iter().all(|alert| alert.code != code) {
        alerts.insert(0, code.into());
    }
    let similar = if Alternatives::is_needed(&seen, &alerts) {
        let (_, similar) = titles::list_similar(&pages.library, &visitor.caller, id, 1).await?;
        (!similar.is_empty()).then(|| format!("/titles/{id}#similar"))
    } else {
        None
    };
    Ok(ClosedTitle {
        id,
        name: seen.title.metadata.title.clone(),
        lang: books::title_language(&seen.title).to_owned(),
        alternatives: Alternatives::find(pages, visitor, &seen, &alerts, similar).await?,
        alerts,
        next_book: next,
    })
}

pub(crate) fn render_closed(pages: &Pages, visitor: &Visitor, closed: &ClosedTitle) -> Response {
    let page = Page::new(pages, visitor, Section::Other);
    let href = format!("/titles/{}", closed.id);
    let ways = [(href.as_str(), "read-about"), ("/search", "nav-search"), ("/", "nav-home")];
    let closed = ClosedPage {
        reasons: ClosedReason::of_title(&page, &closed.alerts, &closed.alternatives),
        next: closed.next_book.map(|next| next_book_text(&page, next)),
        ways: ways.into_iter().map(|(href, text)| Link::new(href, page.text(text))).collect(),
        title: Link::new(&href, &closed.name).in_language(closed.lang.as_str()),
        dir: text_direction(&closed.lang),
        page,
    };
    render_with_status(StatusCode::FORBIDDEN, &closed)
}
