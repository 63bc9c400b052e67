//! The periodicals that collection staff manage.

use services::periodicals::{PeriodicalFilter, PeriodicalSearch, SeriesSort, SeriesView};

use super::{LIST_PATH, series_path};
use crate::paging::{Pager, list_part};
use crate::{Link, Page, Query, Result, Section, Visitor, percent_encode, render};

struct SeriesRow {
    link: Link,
    /// The number of editions that readers find, in words.
    editions: String,
    /// The name of the newest of them. Empty if there is none.
    latest: String,
}

impl SeriesRow {
    fn new(page: &Page<'_>, view: &SeriesView) -> Self {
        Self {
            link: Link::for_series(series_path(&view.series.id), &view.series),
            editions: page.count("periodical-editions", view.editions),
            latest: view.latest.as_ref().map(|(_, name)| name.clone()).unwrap_or_default(),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "collection_periodicals.html")]
struct PeriodicalListPage<'a> {
    page: Page<'a>,
    words: &'a str,
    count: String,
    rows: Vec<SeriesRow>,
    pager: Pager,
}

pub(super) async fn list_periodicals(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let words = fields.get("words").filter(|words| !words.is_empty());
    let path = words.map(|words| format!("{LIST_PATH}?words={}", percent_encode(words)));
    let filter = PeriodicalFilter { title: words.map(str::to_owned), ..PeriodicalFilter::default() };
    let part = list_part(&fields)?;
    let search = PeriodicalSearch::new(&visitor.op, filter);
    let found = search.list_page(&visitor.op, part.to_request(SeriesSort::Title, false)).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&PeriodicalListPage {
        words: words.unwrap_or_default(),
        count: page.count("periodicals-count", found.total),
        rows: found.items.iter().map(|view| SeriesRow::new(&page, view)).collect(),
        pager: Pager::new(path.as_deref().unwrap_or(LIST_PATH), found.previous.as_ref(), found.next.as_ref()),
        page,
    }))
}
