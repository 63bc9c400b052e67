//! /account/leave: closes the account for good.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use layout::cookies::with_cookie;
use layout::session::delete_cookie;
use layout::{Language, display};
use services::Error;
use services::accounts::leave::{self, Obstacle};

use super::password::Sender;
use crate::fields::{Fields, Form, Query};
use crate::inputs::{self, InputError, InputField, errors};
use crate::page::{Page, Section, redirect, show, show_with};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "leave.html")]
struct LeavePage<'a> {
    page: Page<'a>,
    /// Whom to ask instead. `None` if the visitor may leave.
    obstacle: Option<String>,
    username: &'a str,
    password: InputField,
    errors: Vec<InputError>,
}

#[derive(Template)]
#[template(path = "left.html")]
struct LeftPage<'a> {
    page: Page<'a>,
}

/// GET: what goes, what stays, and the form.
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Account);
    form(&pages, &visitor, password(&page), Vec::new())
}

/// POST: the end of the account.
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Sender(peer): Sender,
    Form(fields): Form,
) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let (password, wrong) = read(&page, &fields);
    if !wrong.is_empty() {
        return form(&pages, &visitor, password, wrong);
    }
    let present = fields.raw("present").unwrap_or_default();
    match leave::leave(&pages.library, &user, present, &peer).await {
        Ok(()) => {
            let guest = Visitor { token: None, ..visitor };
            // Without an account, the page would be in the language of the browser.
            let next = format!("/account/left?lang={}", guest.language.tag());
            let left = with_cookie(guest.done("left-text", &pages, &next)?, &delete_cookie(pages.secure()));
            Ok(with_cookie(left, &display::delete_cookie(pages.secure())))
        }
        Err(Error::Credentials) => {
            let password = InputField { error: Some(page.text("password-wrong")), ..password };
            let wrong = errors(&[&password]);
            form(&pages, &visitor, password, wrong)
        }
        Err(error) => Err(error.into()),
    }
}

/// GET /account/left: says that it is done, if it has just been done, in the language that the account had.
pub(crate) async fn left(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    if visitor.notice.is_none() {
        return redirect("/");
    }
    let language = fields.get("lang").and_then(Language::from_tag).unwrap_or(visitor.language);
    let visitor = Visitor { language, ..visitor };
    Ok(show(&LeftPage { page: Page::new(&pages, &visitor, Section::Other) }))
}

fn password(page: &Page<'_>) -> InputField {
    InputField::new_password(page, "present", "password-present", "current-password")
}

fn read(page: &Page<'_>, fields: &Fields) -> (InputField, Vec<InputError>) {
    let password = password(page).read_from(page, fields);
    let mut wrong = errors(&[&password]);
    if fields.get("sure").is_none() {
        wrong.push(InputError { field: "sure", text: page.text("leave-sure-missing") });
    }
    (password, wrong)
}

fn form(pages: &Pages, visitor: &Visitor, password: InputField, errors: Vec<InputError>) -> Result<Response> {
    let user = visitor.user()?;
    let page = Page::new(pages, visitor, Section::Account);
    let obstacle = leave::obstacle(&user).map(|obstacle| match obstacle {
        Obstacle::Organization => page.text("leave-by-organization"),
        Obstacle::Staff => page.text("leave-by-staff"),
    });
    let status = inputs::status(&errors);
    let username = user.reader.account.sign_in_name();
    Ok(show_with(status, &LeavePage { page, obstacle, username, password, errors }))
}
