//! /account/leave: closes the account for good.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use layout::cookies::with_cookie;
use layout::session::delete_cookie;
use layout::{Language, display};
use services::Error;
use services::accounts::leave::{self, Obstacle};

use super::password::ClientPeer;
use crate::fields::{Fields, Form, Query};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::{Page, Section, redirect_to, render, render_with_status};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "leave.html")]
struct LeavePage<'a> {
    page: Page<'a>,
    /// A sentence about the person to ask instead. `None` if the visitor may leave.
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

/// GET: the list of what is deleted and what stays, and the form.
pub(crate) async fn show_form(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Account);
    render_form(&pages, &visitor, password_field(&page), Vec::new())
}

/// POST: closes the account.
pub(crate) async fn close_account(
    State(pages): State<Pages>,
    visitor: Visitor,
    ClientPeer(peer): ClientPeer,
    Form(fields): Form,
) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let (password, wrong) = read_password(&page, &fields);
    if !wrong.is_empty() {
        return render_form(&pages, &visitor, password, wrong);
    }
    let present = fields.get_untrimmed("present").unwrap_or_default();
    match leave::leave(op, present, &peer).await {
        Ok(()) => {
            let guest = Visitor { token: None, ..visitor };
            // Without an account, the page would be in the language of the browser.
            let next = format!("/account/left?lang={}", guest.language.tag());
            let left = with_cookie(
                guest.redirect_with_notice("left-text", &pages, &next)?,
                &delete_cookie(pages.uses_https()),
            );
            Ok(with_cookie(left, &display::delete_cookie(pages.uses_https())))
        }
        Err(Error::Credentials) => {
            let password = InputField { error: Some(page.text("password-wrong")), ..password };
            let wrong = list_errors(&[&password]);
            render_form(&pages, &visitor, password, wrong)
        }
        Err(error) => Err(error.into()),
    }
}

/// GET /account/left: confirms once that the account was just closed, in the language that it had.
pub(crate) async fn show_left(
    State(pages): State<Pages>,
    visitor: Visitor,
    Query(fields): Query,
) -> Result<Response> {
    if visitor.notice.is_none() {
        return redirect_to("/");
    }
    let language = fields.get("lang").and_then(Language::from_tag).unwrap_or(visitor.language);
    let visitor = Visitor { language, ..visitor };
    Ok(render(&LeftPage { page: Page::new(&pages, &visitor, Section::Other) }))
}

fn password_field(page: &Page<'_>) -> InputField {
    InputField::new_password(page, "present", "password-present", "current-password")
}

fn read_password(page: &Page<'_>, fields: &Fields) -> (InputField, Vec<InputError>) {
    let password = password_field(page).read_from(page, fields);
    let mut wrong = list_errors(&[&password]);
    if fields.get("sure").is_none() {
        wrong.push(InputError { field: "sure", text: page.text("leave-sure-missing") });
    }
    (password, wrong)
}

fn render_form(
    pages: &Pages,
    visitor: &Visitor,
    password: InputField,
    errors: Vec<InputError>,
) -> Result<Response> {
    let op = visitor.signed_in_user()?;
    let page = Page::new(pages, visitor, Section::Account);
    let obstacle = leave::find_obstacle(op)?.map(|obstacle| match obstacle {
        Obstacle::Organization => page.text("leave-by-organization"),
        Obstacle::Staff => page.text("leave-by-staff"),
    });
    let status = inputs::form_status(&errors);
    let username = op.account()?.sign_in_name();
    Ok(render_with_status(status, &LeavePage { page, obstacle, username, password, errors }))
}
