//! The page about a title or an edition that the access rule refuses: all reasons, as its own page has them.

use axum::http::StatusCode;
use axum::response::Response;
use domain::downloads::ItemAddress;
use domain::offering::AsOffering as _;
use domain::quotas::NextBook;
use services::items::RefusedItem;

use crate::items::{item_link, item_path};
use crate::problem::ClosedItem;
use crate::titles::reasons::{ClosedReason, next_book_text};
use crate::{Link, Page, Problem, Section, Visitor, render_with_status};

#[derive(askama::Template)]
#[template(path = "closed.html")]
struct ClosedPage<'a> {
    page: Page<'a>,
    item: Link,
    /// The heading of the reasons.
    message: &'static str,
    reasons: Vec<ClosedReason>,
    /// The time from which the next book may be downloaded.
    next: Option<String>,
    ways: Vec<Link>,
}

/// The problem of a title or an edition that the access rule refuses.
pub(crate) fn closed_problem(refused: RefusedItem, next_book: Option<NextBook>) -> Problem {
    let RefusedItem { item, alerts, alternatives } = refused;
    let Link { text: name, lang, .. } = item_link(&item);
    let address = item.as_offering().address();
    Problem::ClosedItem(Box::new(ClosedItem { address, name, lang, alerts, next_book, alternatives }))
}

pub(crate) fn render_closed(visitor: &Visitor, closed: &ClosedItem) -> Response {
    let page = visitor.page(Section::Other);
    let href = item_path(&closed.address);
    let ways = [(href.as_str(), "read-about"), ("/search", "nav-search"), ("/", "nav-home")];
    let closed = ClosedPage {
        reasons: ClosedReason::from_alerts(&page, &closed.alerts, &closed.alternatives, &href),
        next: closed.next_book.map(|next| next_book_text(&page, next)),
        ways: ways.into_iter().map(|(href, text)| Link::new(href, page.text(text))).collect(),
        item: Link::new(&href, &closed.name).in_language(&closed.lang),
        message: match closed.address {
            ItemAddress::Title(_) => "title-closed",
            ItemAddress::Edition { .. } => "edition-closed",
        },
        page,
    };
    render_with_status(StatusCode::FORBIDDEN, &closed)
}
