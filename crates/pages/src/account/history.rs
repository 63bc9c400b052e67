//! /account/history: what the visitor downloaded, newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::downloads::{DownloadStatus, PACKAGE_LIFETIME};
use services::PageRequest;
use services::downloads::history::{self, DownloadedItem, HistoryEntry, HistorySort};

use crate::books::title_language;
use crate::dates::format_moment;
use crate::fields::Query;
use crate::formats::{format_name, text_direction};
use crate::page::{Page, Section, percent_encode, render};
use crate::paging::{PageStart, Pager, TITLES_PER_PAGE};
use crate::periodicals;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// A download as the page shows it.
struct DownloadEntry {
    /// The page of what was downloaded. `None` if it no longer exists.
    href: Option<String>,
    title: String,
    lang: String,
    dir: &'static str,
    format: String,
    request_date: String,
    state: String,
    /// For whom it was. `None` if for the visitor.
    recipient: Option<String>,
}

#[derive(Template)]
#[template(path = "history.html")]
struct HistoryPage<'a> {
    page: Page<'a>,
    count: String,
    downloads: Vec<DownloadEntry>,
    pager: Pager,
}

/// GET /account/history
pub(crate) async fn show_page(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    let user = visitor.signed_in_user()?;
    let (after, backward) = PageStart::from_fields(&fields)?.into_parts();
    let limit = u32::try_from(TITLES_PER_PAGE + 1).unwrap_or(u32::MAX);
    let part = PageRequest {
        sort: HistorySort::DateDownloaded,
        descending: true,
        after: after.as_ref(),
        backward,
        limit,
    };
    let rows = history::list(&pages.library, &user, part).await?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let own = user.reader.account.display_name();
    Ok(render(&HistoryPage {
        count: page.count("history-count", rows.total),
        downloads: rows
            .items
            .iter()
            .map(|entry| download_entry(&page, entry, &own, user.request_time()))
            .collect(),
        pager: Pager::new("/account/history", rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn download_entry(page: &Page<'_>, entry: &HistoryEntry, own: &str, now: jiff::Timestamp) -> DownloadEntry {
    let download = &entry.download;
    let (href, title, lang) = match &entry.item {
        Some(DownloadedItem::Title(title)) => {
            (Some(format!("/titles/{}", title.id)), title.metadata.title.clone(), title_language(title))
        }
        Some(DownloadedItem::Edition(found)) => {
            let (series, edition) = &**found;
            let path = format!(
                "/periodicals/{}/{}",
                percent_encode(series.id.as_str()),
                percent_encode(edition.id.as_str())
            );
            (Some(path), series.title.clone(), periodicals::first_language(series))
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
                |at| page.with_name("history-until", &format_moment(page, at)),
            )
        }
    };
    DownloadEntry {
        href,
        title,
        lang: lang.to_owned(),
        dir: text_direction(lang),
        format: format_name(page, download.format),
        request_date: format_moment(page, download.date_requested),
        state,
        recipient: Some(entry.recipient.clone()).filter(|name| !name.is_empty() && name != own),
    }
}
