//! /account/history: what the visitor downloaded, newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::downloads::{DownloadStatus, PACKAGE_LIFETIME};
use services::Part;
use services::downloads::history::{self, Downloaded, Entry, HistorySort};

use crate::books::lang;
use crate::dates::moment;
use crate::fields::Query;
use crate::formats::{direction, format_name};
use crate::page::{Page, Section, encoded, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::periodicals;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// A download as the page shows it.
struct Shown {
    /// The page of what was downloaded. `None` if it no longer exists.
    href: Option<String>,
    title: String,
    lang: String,
    dir: &'static str,
    format: String,
    requested: String,
    state: String,
    /// For whom it was. `None` if for the visitor.
    recipient: Option<String>,
}

#[derive(Template)]
#[template(path = "history.html")]
struct HistoryPage<'a> {
    page: Page<'a>,
    count: String,
    downloads: Vec<Shown>,
    pager: Pager,
}

/// GET /account/history
pub(crate) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let user = visitor.user()?;
    let (after, backward) = Start::read(&fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part =
        Part { sort: HistorySort::DateDownloaded, descending: true, after: after.as_ref(), backward, limit };
    let rows = history::list(&pages.library, &user, part).await?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let own = user.reader.account.display_name();
    Ok(show(&HistoryPage {
        count: page.count("history-count", rows.total),
        downloads: rows.items.iter().map(|entry| shown(&page, entry, &own, user.now())).collect(),
        pager: Pager::new("/account/history", rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn shown(page: &Page<'_>, entry: &Entry, own: &str, now: jiff::Timestamp) -> Shown {
    let download = &entry.download;
    let (href, title, lang) = match &entry.what {
        Some(Downloaded::Title(title)) => {
            (Some(format!("/titles/{}", title.id)), title.metadata.title.clone(), lang(title))
        }
        Some(Downloaded::Edition(found)) => {
            let (series, edition) = &**found;
            let path =
                format!("/periodicals/{}/{}", encoded(series.id.as_str()), encoded(edition.id.as_str()));
            (Some(path), series.title.clone(), periodicals::lang(series))
        }
        None => (None, page.text("history-gone"), ""),
    };
    let state = match download.status_at(now) {
        DownloadStatus::Pending => page.text("history-pending"),
        DownloadStatus::Failed => page.text("history-failed"),
        DownloadStatus::Expired => page.text("history-expired"),
        DownloadStatus::Available | DownloadStatus::Downloaded => {
            let until = download.date_packaged.and_then(|at| at.checked_add(PACKAGE_LIFETIME).ok());
            until.map_or_else(
                || page.text("history-ready"),
                |at| page.with_name("history-until", &moment(page, at)),
            )
        }
    };
    Shown {
        href,
        title,
        lang: lang.to_owned(),
        dir: direction(lang),
        format: format_name(page, download.format),
        requested: moment(page, download.date_requested),
        state,
        recipient: Some(entry.recipient.clone()).filter(|name| !name.is_empty() && name != own),
    }
}
