//! /periodicals/{series}/{edition}: an edition, and how to get it.

use domain::offering::Offering as _;
use services::offers;
use services::periodicals::editions::EditionAddress;
use services::titles::Alternatives;

use crate::items::{item_path, series_path};
use crate::titles::formats::FormatOffer;
use crate::titles::reasons::ClosedReason;
use crate::{Link, Page, Path, Result, Section, Visitor, format_day_of, render};

#[derive(askama::Template)]
#[template(path = "edition.html")]
struct EditionPage<'a> {
    page: Page<'a>,
    series: Link,
    path: String,
    name: &'a str,
    publication_date: String,
    expires: Option<String>,
    reasons: Vec<ClosedReason>,
    available: bool,
    offers: Vec<FormatOffer>,
}

pub(super) async fn show_page(visitor: Visitor, Path((series, id)): Path<(String, String)>) -> Result {
    let address = EditionAddress { series: &series, edition: &id };
    let (view, files) = offers::find_edition(&visitor.op, address).await?;
    let page = visitor.page(Section::Periodicals);
    let (series, edition) = (&view.item.series, &view.item.edition);
    let decision = &view.decision;
    Ok(render(&EditionPage {
        path: item_path(&view.item.address()),
        series: Link::for_series(series_path(&series.id), series),
        name: &edition.name,
        publication_date: page.with_name("edition-published", &format_day_of(&page, edition.published)),
        expires: edition.expires.map(|at| page.with_name("edition-expires", &format_day_of(&page, at))),
        reasons: ClosedReason::from_alerts(&page, &decision.alerts, &Alternatives::default(), ""),
        available: decision.available,
        offers: FormatOffer::from_view(&page, &view, &files),
        page,
    }))
}
