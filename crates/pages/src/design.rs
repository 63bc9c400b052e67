//! /design: the parts that pages are made of, on one page of the sandbox, for those who check or change them.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use services::titles::{Conditions, Query, Search, Sort};

use crate::books::Book;
use crate::inputs::{Input, InputError, errors};
use crate::page::{Link, Page, Section, show};
use crate::paging::Pager;
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// Books of the list.
const BOOKS: usize = 3;

#[derive(Template)]
#[template(path = "design.html")]
struct DesignPage<'a> {
    page: Page<'a>,
    books: Vec<Book>,
    pager: Pager,
    filters: Vec<Link>,
    plain: Input,
    wrong: Input,
    errors: Vec<InputError>,
    facts: Vec<(String, String)>,
}

/// GET /design. Only the sandbox has this page.
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    if !pages.settings.sandbox {
        return Err(Problem::NotFound);
    }
    let search = Search::new(&visitor.caller, Query::new(Conditions::default(), Sort::Title))?;
    let found = search.page(&pages.library, None, BOOKS).await?;
    let page = Page::new(&pages, &visitor, Section::Other);
    let plain = Input::optional(&page, "plain", "field-title").hint(page.t("subscription-code-hint"));
    let mut wrong = Input::required(&page, "wrong", "subscription-code");
    wrong.error = Some(page.t("subscription-code-wrong"));
    let words = ["filter-title", "filter-author"];
    Ok(show(&DesignPage {
        books: Book::list(&page, &found.titles),
        pager: Pager::new("/search", found.previous.as_ref(), found.next.as_ref()),
        filters: words.iter().map(|id| Link::new("/design", page.named(id, "ferry"))).collect(),
        errors: errors(&[&plain, &wrong]),
        facts: vec![
            (page.t("field-isbn"), "978-0-306-40615-7".to_owned()),
            (page.t("field-language"), page.t("language-english")),
            (page.t("field-voice"), page.t("voice-human")),
        ],
        plain,
        wrong,
        page,
    }))
}
