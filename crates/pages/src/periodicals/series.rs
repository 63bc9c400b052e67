//! /periodicals/{series}: a periodical with its editions, the newest first.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use services::Part;
use services::periodicals;
use services::periodicals::editions::{self, EditionSort};

use super::{address, lang};
use crate::dates::day_of;
use crate::fields::{Form, Query};
use crate::formats::{direction, format_name, language_name};
use crate::page::{Link, Page, Section, encoded, show};
use crate::paging::{PER_PAGE, Pager, Start};
use crate::problem::Result;
use crate::prose;
use crate::state::Pages;
use crate::visitor::Visitor;

/// An edition in the list.
struct Line {
    link: Link,
    published: String,
    formats: String,
    open: bool,
}

#[derive(Template)]
#[template(path = "periodical.html")]
struct SeriesPage<'a> {
    page: Page<'a>,
    title: &'a str,
    lang: &'static str,
    dir: &'static str,
    description: Vec<&'a str>,
    /// The language of the description. Empty if it is that of the page, or not known.
    description_lang: String,
    facts: Vec<(String, String)>,
    /// Its address.
    here: String,
    /// Whether the visitor follows it. `None` for guests.
    followed: Option<bool>,
    count: String,
    lines: Vec<Line>,
    pager: Pager,
}

pub(super) async fn get(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query,
) -> Result<Response> {
    let view = periodicals::get(&pages.library, &visitor.caller, &id).await?;
    let (after, backward) = Start::read(&fields)?.parts();
    let limit = u32::try_from(PER_PAGE + 1).unwrap_or(u32::MAX);
    let part =
        Part { sort: EditionSort::PublicationDate, descending: true, after: after.as_ref(), backward, limit };
    let rows = editions::list(&pages.library, &visitor.caller, &id, part).await?;
    let followed = match &visitor.caller.reader {
        Some(_) => Some(periodicals::is_followed(&pages.library, &visitor.user()?, &view.series.id).await?),
        None => None,
    };
    let page = Page::new(&pages, &visitor, Section::Periodicals);
    let (series, path) = (&view.series, address(&view.series));
    let languages = series.languages.iter().map(|code| language_name(&page, code)).collect::<Vec<_>>();
    let facts = [
        ("fact-publisher", series.publisher.clone().unwrap_or_default()),
        ("fact-languages", languages.join(", ")),
        ("fact-issn", series.issn.clone().unwrap_or_default()),
    ];
    let line = |seen: &editions::Seen| {
        let edition = &seen.issue.edition;
        let formats = seen.formats.iter().map(|format| format_name(&page, *format)).collect::<Vec<_>>();
        Line {
            link: Link::new(format!("{path}/{}", encoded(edition.id.as_str())), &edition.name)
                .in_language(lang(series)),
            published: day_of(&page, edition.published),
            formats: formats.join(" · "),
            open: seen.available,
        }
    };
    let description = series.description.as_deref().unwrap_or_default();
    let description_lang = prose::lang(&page, None, description);
    let description = description.lines().map(str::trim);
    Ok(show(&SeriesPage {
        here: path.clone(),
        followed,
        title: &series.title,
        lang: lang(series),
        dir: direction(lang(series)),
        description: description.filter(|text| !text.is_empty()).collect(),
        description_lang,
        facts: facts
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(id, text)| (page.text(id), text))
            .collect(),
        count: page.count("periodical-editions", rows.total),
        lines: rows.items.iter().map(line).collect(),
        pager: Pager::new(&path, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// POST: follows the periodical, or stops following it.
pub(super) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    let followed = fields.get("follow").is_some();
    periodicals::set_followed(&pages.library, &visitor.user()?, &id, followed).await?;
    visitor.done(said(followed), &pages, &format!("/periodicals/{}", encoded(&id)))
}

fn said(followed: bool) -> &'static str {
    if followed { "periodical-followed" } else { "periodical-unfollowed" }
}
