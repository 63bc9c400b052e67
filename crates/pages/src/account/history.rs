//! /account/history: what the visitor downloaded, newest first.

use services::downloads::history::{self, HistoryEntry, HistorySort};

use crate::copies::describe_copy;
use crate::items::item_link;
use crate::paging::{Pager, list_part};
use crate::{Link, Page, Query, Result, Section, Visitor, format_moment, format_name, render};

struct DownloadEntry {
    /// What was downloaded. Without an address if it no longer exists.
    item: Link,
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
    DownloadEntry {
        item: entry.item.as_ref().map_or_else(|| Link::new("", page.text("history-gone")), item_link),
        format: format_name(page, download.format),
        request_date: format_moment(page, download.date_requested),
        state: describe_copy(page, download, now),
        recipient: Some(entry.recipient.clone()).filter(|name| !name.is_empty() && name != own),
    }
}
