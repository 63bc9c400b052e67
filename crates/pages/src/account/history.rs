//! /account/history: what the visitor downloaded, newest first.

use services::downloads::history::{self, HistoryEntry, HistorySort};

use crate::copies::describe_copy;
use crate::formats::{format_name, text_direction};
use crate::items::item_link;
use crate::paging::{Pager, list_part};
use crate::{Page, Query, Result, Section, Visitor, format_moment, render};

struct DownloadEntry {
    /// The page of what was downloaded. `None` if it no longer exists.
    href: Option<String>,
    title: String,
    lang: String,
    dir: &'static str,
    format: String,
    request_date: String,
    state: String,
    /// The member for whom it was. `None` if for the visitor.
    recipient: Option<String>,
}

#[derive(askama::Template)]
#[template(path = "history.html")]
struct HistoryPage<'a> {
    page: Page<'a>,
    count: String,
    downloads: Vec<DownloadEntry>,
    pager: Pager,
}

/// GET /account/history
pub(crate) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    let op = visitor.signed_in_user()?;
    let part = list_part(&fields)?;
    let rows = history::list(op, part.to_request(HistorySort::DateDownloaded, true)).await?;
    let page = visitor.page(Section::Account);
    let own = op.account()?.display_name();
    Ok(render(&HistoryPage {
        count: page.count("history-count", rows.total),
        downloads: rows.items.iter().map(|entry| download_entry(&page, entry, &own, op.now)).collect(),
        pager: Pager::new("/account/history", rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

fn download_entry(page: &Page<'_>, entry: &HistoryEntry, own: &str, now: jiff::Timestamp) -> DownloadEntry {
    let download = &entry.download;
    let item = entry.item.as_ref().map(item_link);
    let lang = item.as_ref().map(|link| link.lang.clone()).unwrap_or_default();
    DownloadEntry {
        dir: text_direction(&lang),
        title: item.as_ref().map_or_else(|| page.text("history-gone"), |link| link.text.clone()),
        href: item.map(|link| link.href),
        lang,
        format: format_name(page, download.format),
        request_date: format_moment(page, download.date_requested),
        state: describe_copy(page, download, now),
        recipient: Some(entry.recipient.clone()).filter(|name| !name.is_empty() && name != own),
    }
}
