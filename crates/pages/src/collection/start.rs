//! /collection: the search for titles in any status, and the ways to what waits.

use domain::{ContentType, Format, TitleStatus, WireEnum};
use services::TitleView;
use services::catalog::CatalogSearch;
use services::collection_desk::find_titles;
use services::titles::{Conditions, Criteria, Cursor, Query as TitleQuery, Sort};
use url::form_urlencoded;

use super::wording::{book_text, status_name, value_message, with_labels};
use super::{START_PATH, title_path};
use crate::books::title_language;
use crate::dates::format_day_of;
use crate::inputs::Choice;
use crate::paging::{Pager, TITLES_PER_PAGE, read_place};
use crate::{Fields, Page, Query, Result, Section, Visitor, format_name, render, text_direction};

/// Maximum length of the words, in characters; further ones are ignored.
const MAX_WORDS_CHARS: usize = 255;

/// A title as the results show it.
struct TitleRow {
    href: String,
    name: String,
    lang: String,
    dir: &'static str,
    authors: String,
    facts: Vec<(String, String)>,
}

#[derive(askama::Template)]
#[template(path = "collection.html")]
struct StartPage<'a> {
    page: Page<'a>,
    words: String,
    statuses: Vec<Choice>,
    formats: Vec<Choice>,
    kinds: Vec<Choice>,
    count: String,
    titles: Vec<TitleRow>,
    pager: Pager,
    /// The numbers of open reports, in words.
    problems: String,
    conversion_reports: String,
}

/// The search of an address.
struct TitleFilter {
    words: String,
    status: Option<TitleStatus>,
    format: Option<Format>,
    kind: Option<ContentType>,
}

impl TitleFilter {
    fn from_fields(fields: &Fields) -> Self {
        Self {
            words: fields.get("words").unwrap_or_default().chars().take(MAX_WORDS_CHARS).collect(),
            status: fields.get("status").and_then(|value| value.parse().ok()),
            format: fields.get("format").and_then(Format::from_path),
            kind: fields.get("kind").and_then(|value| value.parse().ok()),
        }
    }

    /// With words the best matches first, otherwise those that were changed last.
    fn to_query(&self) -> TitleQuery {
        let has_words = !self.words.is_empty();
        let criteria = if has_words { Criteria::Keyword(self.words.clone()) } else { Criteria::None };
        let conditions = Conditions {
            criteria,
            formats: self.format.into_iter().collect(),
            content_type: self.kind,
            ..Conditions::default()
        };
        let sort = if has_words { Sort::Relevance } else { Sort::UpdatedDate };
        TitleQuery { status: self.status, descending: !has_words, ..TitleQuery::new(conditions, sort) }
    }

    /// The address of the first page.
    fn to_path(&self) -> String {
        let values = [
            ("words", self.words.as_str()),
            ("status", self.status.map_or("", TitleStatus::as_str)),
            ("format", self.format.map_or("", Format::as_str)),
            ("kind", self.kind.map_or("", ContentType::as_str)),
        ];
        let values = values.into_iter().filter(|(_, value)| !value.is_empty());
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(values).finish();
        if query.is_empty() { START_PATH.to_owned() } else { format!("{START_PATH}?{query}") }
    }
}

/// GET /collection
pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let filter = TitleFilter::from_fields(&fields);
    let after = read_place::<Cursor>(&fields)?;
    let is_first = after.is_none();
    let search = CatalogSearch { country: None, query: filter.to_query(), after, limit: TITLES_PER_PAGE };
    let start = find_titles(&visitor.op, search).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&StartPage {
        statuses: list_choices(&page, filter.status, |status| status_name(&page, status)),
        formats: list_choices(&page, filter.format, |format| format_name(&page, format)),
        kinds: list_choices(&page, filter.kind, |kind| page.text(&value_message("kind", kind))),
        count: page.count("collection-count", start.titles.total),
        titles: start.titles.titles.iter().map(|view| title_row(&page, view)).collect(),
        pager: Pager::new_onward(&filter.to_path(), is_first, start.titles.next.as_ref()),
        problems: page.count("problems-count", start.open_problems),
        conversion_reports: page.count("conversion-reports-count", start.open_conversion_reports),
        words: filter.words,
        page,
    }))
}

/// The values of an enumeration, after one for any of them.
fn list_choices<E: WireEnum + PartialEq>(
    page: &Page<'_>,
    chosen: Option<E>,
    name: impl Fn(E) -> String,
) -> Vec<Choice> {
    let mut choices = Choice::list_all(name, |value| chosen == Some(value));
    choices.insert(0, Choice::new("", page.text("any"), chosen.is_none()));
    choices
}

fn title_row(page: &Page<'_>, view: &TitleView) -> TitleRow {
    let title = &view.item;
    let lang = title_language(title);
    let authors: Vec<&str> = title.authors().map(|author| author.display_name.as_str()).collect();
    let facts = [
        ("collection-status", status_name(page, title.status)),
        ("collection-updated", format_day_of(page, title.dates.updated)),
        ("collection-book", book_text(page, title)),
        ("fact-isbn", title.metadata.isbn13.clone().unwrap_or_default()),
        ("collection-number", title.id.to_string()),
    ];
    TitleRow {
        href: title_path(title.id),
        name: title.metadata.title.clone(),
        lang: lang.to_owned(),
        dir: text_direction(lang),
        authors: authors.join(", "),
        facts: with_labels(page, facts),
    }
}
