//! Titles as a search finds them: all of them, the newest, and those with some words.

use axum::extract::State;
use axum::response::Response;
use domain::formats::Format;
use domain::languages;
use serde::Deserialize;
use services::titles::{Criteria, Found, Query as Wanted, Search, Sort};

use crate::base::encoded;
use crate::feed::{Content, Facet, FacetGroup, Feed};
use crate::formats::format_name;
use crate::paging::{PER_PAGE, PageQuery, Start, pages};
use crate::params::Params;
use crate::problem::{Problem, Result};
use crate::publication::Publication;
use crate::state::Opds;
use crate::visitor::Visitor;
use crate::{answer, atom, media_types};

/// Facets of languages beyond the most frequent would only be noise.
const LANGUAGES: usize = 12;

/// What titles are chosen by.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Filters {
    /// Words anywhere.
    query: Option<String>,
    /// Words of the title.
    title: Option<String>,
    /// Words of an author's name; exactly the name, if nothing else is searched for.
    author: Option<String>,
    /// Name of a category.
    category: Option<String>,
    /// A language, ISO 639-2 alpha-3.
    language: Option<String>,
    /// A format.
    format: Option<String>,
    /// The order: `relevance`, `title`, `author`, `new`.
    sort: Option<String>,
}

/// GET /all
pub(crate) async fn all(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let title = filters.name().unwrap_or_else(|| "All titles".to_owned());
    answer(&opds, &visitor, ("/all", title), &filters, Sort::Title, &page).await
}

/// GET /new
pub(crate) async fn new(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let title = "New in the library".to_owned();
    answer(&opds, &visitor, ("/new", title), &filters, Sort::DateAdded, &page).await
}

/// GET /search
pub(crate) async fn search(
    State(opds): State<Opds>,
    visitor: Visitor,
    Params(filters): Params<Filters>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let words = [&filters.query, &filters.title, &filters.author];
    let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
    let title = format!("Search: {}", words.join(" "));
    let sort = if words.is_empty() { Sort::Title } else { Sort::Relevance };
    answer(&opds, &visitor, ("/search", title), &filters, sort, &page).await
}

/// GET /search.xml
pub(crate) async fn description(visitor: Visitor) -> Result<Response> {
    Ok(answer::written(atom::search_description(&visitor)?, media_types::SEARCH))
}

async fn answer(
    opds: &Opds,
    visitor: &Visitor,
    (path, title): (&str, String),
    filters: &Filters,
    usual: Sort,
    page: &PageQuery,
) -> Result<Response> {
    let search = search_for(visitor, filters, usual)?.with_kinds();
    let found = match page.start()? {
        Start::After(after) => search.page(&opds.library, after, PER_PAGE).await?,
        Start::Before(before) => search.page_before(&opds.library, before, PER_PAGE).await?,
    };
    let first = filters.path(path);
    let paging = pages(&first, found.total, found.previous.as_ref(), found.next.as_ref());
    let nothing = "No title fits. Try fewer words, or another spelling.".to_owned();
    visitor.feed(&Feed {
        path: page.own(&first),
        title,
        about: (found.total == 0).then_some(nothing),
        updated: updated(&found, visitor),
        up: Some(String::new()),
        content: Content::Publications {
            facets: facets(path, filters, usual, &found),
            publications: found.titles.iter().map(|seen| Publication::title(visitor, seen)).collect(),
            paging,
        },
    })
}

/// A search of the titles that the visitor may find.
pub(crate) fn search_for<'a>(visitor: &'a Visitor, filters: &Filters, usual: Sort) -> Result<Search<'a>> {
    Ok(Search::new(&visitor.caller, filters.wanted(usual)?)?)
}

fn updated(found: &Found, visitor: &Visitor) -> jiff::Timestamp {
    found.titles.iter().map(|seen| seen.title.dates.updated).max().unwrap_or(visitor.caller.now)
}

impl Filters {
    fn wanted(&self, usual: Sort) -> Result<Wanted> {
        let blank = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let (query, title, author) = (blank(&self.query), blank(&self.title), blank(&self.author));
        let exact = author.clone().filter(|_| query.is_none() && title.is_none());
        let criteria = match (query, exact.is_some() || title.is_none()) {
            (Some(words), _) => {
                let words: Vec<String> = [Some(words), title, author].into_iter().flatten().collect();
                Criteria::Keyword(words.join(" "))
            }
            (None, true) => Criteria::None,
            (None, false) => Criteria::Fields {
                title,
                authors: author.into_iter().collect(),
                narrators: Vec::new(),
                composers: Vec::new(),
                isbn: None,
            },
        };
        let (sort, descending) = self.order(usual)?;
        let format = |text: &String| {
            Format::from_path(text).ok_or_else(|| Problem::bad("format: there is no such format."))
        };
        let language = |text: &String| {
            languages::canonical(text)
                .or_else(|| languages::alpha3(text))
                .map(str::to_owned)
                .ok_or_else(|| Problem::bad("language: there is no such language."))
        };
        Ok(Wanted {
            author_filter: exact,
            categories: self.category.iter().cloned().collect(),
            language: self.language.as_ref().map(language).transpose()?,
            formats: self.format.as_ref().map(format).transpose()?.into_iter().collect(),
            descending,
            ..Wanted::new(criteria, sort)
        })
    }

    fn order(&self, usual: Sort) -> Result<(Sort, bool)> {
        let sort = match self.sort.as_deref() {
            None => usual,
            Some("relevance") => Sort::Relevance,
            Some("title") => Sort::Title,
            Some("author") => Sort::Author,
            Some("new") => Sort::DateAdded,
            Some(_) => return Err(Problem::bad("sort: must be relevance, title, author or new.")),
        };
        Ok((sort, sort == Sort::DateAdded))
    }

    /// The path of the first page.
    fn path(&self, path: &str) -> String {
        let values = [
            ("query", &self.query),
            ("title", &self.title),
            ("author", &self.author),
            ("category", &self.category),
            ("language", &self.language),
            ("format", &self.format),
            ("sort", &self.sort),
        ];
        let values = values.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let values: Vec<String> = values.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        if values.is_empty() { path.to_owned() } else { format!("{path}?{}", values.join("&")) }
    }

    /// What a feed with these filters is called, if they say it.
    fn name(&self) -> Option<String> {
        let language = |code: &String| languages::name(code).map(str::to_owned);
        let format = |text: &String| Format::from_path(text).map(|format| format_name(format).to_owned());
        let names = [
            self.author.clone(),
            self.category.clone(),
            self.language.as_ref().and_then(language),
            self.format.as_ref().and_then(format),
        ];
        let names: Vec<String> = names.into_iter().flatten().collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// Subsets of the titles that were found, with their exact numbers, and the orders. Where a filter is active,
/// there is the way back to all.
fn facets(path: &str, filters: &Filters, usual: Sort, found: &Found) -> Vec<FacetGroup> {
    let with = |change: fn(&mut Filters, Option<String>), value: Option<String>| {
        let mut changed = filters.clone();
        change(&mut changed, value);
        changed.path(path)
    };
    let group = |title,
                 active: Option<String>,
                 counted: Vec<(String, String, u64)>,
                 change: fn(&mut Filters, Option<String>)| {
        let facets = match active {
            Some(name) => vec![
                Facet { title: name, path: filters.path(path), count: Some(found.total), active: true },
                Facet { title: "All".into(), path: with(change, None), count: None, active: false },
            ],
            None => counted
                .into_iter()
                .map(|(title, value, count)| Facet {
                    title,
                    path: with(change, Some(value)),
                    count: Some(count),
                    active: false,
                })
                .collect(),
        };
        FacetGroup { title, facets }
    };
    let format_named = |text: &String| Format::from_path(text).map(|of| format_name(of).to_owned());
    let language_named = |code: &str| languages::name(code).unwrap_or(code).to_owned();
    let formats = found.format_facets.iter();
    let formats = formats.map(|(of, count)| (format_name(*of).to_owned(), of.to_string(), *count)).collect();
    let spoken = found.language_facets.iter().take(LANGUAGES);
    let spoken = spoken.map(|(code, count)| (language_named(code), code.clone(), *count)).collect();
    let categories = found.category_facets.iter();
    let categories = categories.map(|(name, count)| (name.clone(), name.clone(), *count)).collect();
    let language = filters.language.as_deref().map(language_named);
    let mut all = vec![
        group("Format", filters.format.as_ref().and_then(format_named), formats, |f, v| f.format = v),
        group("Language", language, spoken, |f, v| f.language = v),
        group("Category", filters.category.clone(), categories, |f, v| f.category = v),
        orders(path, filters, usual),
    ];
    all.retain(|group| !group.facets.is_empty());
    all
}

fn orders(path: &str, filters: &Filters, usual: Sort) -> FacetGroup {
    let names = [("relevance", "Best match"), ("title", "Title"), ("author", "Author"), ("new", "Newest")];
    let usual = match usual {
        Sort::Relevance => "relevance",
        Sort::DateAdded => "new",
        _ => "title",
    };
    let active = filters.sort.as_deref().unwrap_or(usual);
    // Without words there is nothing to match.
    let names = names.into_iter().filter(|(name, _)| *name != "relevance" || usual == "relevance");
    let facet = |(name, title): (&str, &str)| Facet {
        title: title.to_owned(),
        path: Filters { sort: Some(name.to_owned()), ..filters.clone() }.path(path),
        count: None,
        active: name == active,
    };
    FacetGroup { title: "Order", facets: names.map(facet).collect() }
}
