//! /periodicals/{series}: a periodical with its editions, the newest first.

use domain::offering::Offering as _;
use services::periodicals;
use services::periodicals::editions::EditionSort;
use services::views::EditionView;

use crate::formats::{format_name, language_name};
use crate::items::{item_path, series_path};
use crate::languages::first_language;
use crate::paging::{Pager, list_part};
use crate::{
    Form, Link, Page, Path, Query, Result, Section, Visitor, format_day_of, percent_encode, prose, render,
};

struct EditionRow {
    link: Link,
    publication_date: String,
    formats: String,
    open: bool,
}

#[derive(askama::Template)]
#[template(path = "periodical.html")]
struct SeriesPage<'a> {
    page: Page<'a>,
    title: Link,
    description: Vec<&'a str>,
    /// The language of the description. Empty if it is that of the page, or not known.
    description_lang: String,
    facts: Vec<(String, String)>,
    /// True if the visitor follows it. `None` for guests.
    is_followed: Option<bool>,
    count: String,
    lines: Vec<EditionRow>,
    pager: Pager,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>, Query(fields): Query) -> Result {
    let part = list_part(&fields)?;
    let opened =
        periodicals::open(&visitor.op, &id, part.to_request(EditionSort::PublicationDate, true)).await?;
    let (view, rows) = (opened.series, opened.editions);
    let page = visitor.page(Section::Periodicals);
    let (series, path) = (&view.series, series_path(&view.series.id));
    let languages = series.languages.iter().map(|code| language_name(&page, code)).collect::<Vec<_>>();
    let facts = [
        ("fact-publisher", series.publisher.clone().unwrap_or_default()),
        ("fact-languages", languages.join(", ")),
        ("fact-issn", series.issn.clone().unwrap_or_default()),
    ];
    let line = |seen: &EditionView| {
        let edition = &seen.item.edition;
        let formats = seen.formats().map(|format| format_name(&page, format)).collect::<Vec<_>>();
        EditionRow {
            link: Link::new(item_path(&seen.item.address()), &edition.name)
                .in_language(first_language(series)),
            publication_date: format_day_of(&page, edition.published),
            formats: formats.join(" · "),
            open: seen.decision.available,
        }
    };
    let description = series.description.as_deref().unwrap_or_default();
    let description_lang = prose::text_language(&page, None, description);
    let description = description.lines().map(str::trim);
    Ok(render(&SeriesPage {
        is_followed: opened.is_followed,
        title: Link::for_series(&path, series),
        description: description.filter(|text| !text.is_empty()).collect(),
        description_lang,
        facts: page.label_facts(facts),
        count: page.count("periodical-editions", rows.total),
        lines: rows.items.iter().map(line).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// POST: follows the periodical, or stops following it.
pub(super) async fn change_following(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    let followed = fields.get("follow").is_some();
    periodicals::set_followed(visitor.signed_in_user()?, &id, followed).await?;
    visitor.redirect_with_message(message_id(followed), &format!("/periodicals/{}", percent_encode(&id)))
}

fn message_id(followed: bool) -> &'static str {
    if followed { "periodical-followed" } else { "periodical-unfollowed" }
}
