//! /account/leave: closes the account for good.

use layout::cookies::with_cookie;
use layout::session::delete_cookie;
use layout::{Language, display};
use services::Error;
use services::accounts::leave::{self, ClosingObstacle};

use super::password::ClientPeer;
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Form, Page, Query, Result, Section, Visitor, redirect_to, render, render_with_status};

#[derive(askama::Template)]
#[template(path = "leave.html")]
struct LeavePage<'a> {
    page: Page<'a>,
    /// A sentence about the person to ask instead. `None` if the visitor may leave.
    obstacle: Option<String>,
    username: &'a str,
    password: InputField,
    errors: Vec<InputError>,
}

#[derive(askama::Template)]
#[template(path = "left.html")]
struct LeftPage<'a> {
    page: Page<'a>,
}

/// GET: the list of what is deleted and what stays, and the form.
pub(crate) async fn show_form(visitor: Visitor) -> Result {
    let page = visitor.page(Section::Account);
    render_form(&visitor, password_field(&page), Vec::new())
}

pub(crate) async fn close_account(
    visitor: Visitor,
    ClientPeer(peer): ClientPeer,
    Form(fields): Form,
) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let (password, wrong) = read_password(&page, &fields);
    if !wrong.is_empty() {
        return render_form(&visitor, password, wrong);
    }
    let present = fields.get_untrimmed("present").unwrap_or_default();
    match leave::leave(op, present, &peer).await {
        Ok(()) => {
            let guest = Visitor { token: None, ..visitor };
            // Without an account, the page would be in the language of the browser.
            let next = format!("/account/left?lang={}", guest.language.tag());
            let secure = guest.pages.uses_https();
            let left = with_cookie(guest.redirect_with_message("left-text", &next)?, &delete_cookie(secure));
            Ok(with_cookie(left, &display::delete_cookie(secure)))
        }
        Err(Error::Credentials) => {
            let password = InputField { error: Some(page.text("password-wrong")), ..password };
            let wrong = list_errors(&[&password]);
            render_form(&visitor, password, wrong)
        }
        Err(error) => Err(error.into()),
    }
}

/// GET /account/left: confirms once that the account was just closed, in the language that it had.
pub(crate) async fn show_left(visitor: Visitor, Query(fields): Query) -> Result {
    if visitor.notice.is_none() {
        return redirect_to("/");
    }
    let language = fields.get("lang").and_then(Language::from_tag).unwrap_or(visitor.language);
    let visitor = Visitor { language, ..visitor };
    Ok(render(&LeftPage { page: visitor.page(Section::Other) }))
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

fn render_form(visitor: &Visitor, password: InputField, errors: Vec<InputError>) -> Result {
    let op = visitor.signed_in_user()?;
    let page = visitor.page(Section::Account);
    let obstacle = leave::find_obstacle(op)?.map(|obstacle| match obstacle {
        ClosingObstacle::Organization => page.text("leave-by-organization"),
        ClosingObstacle::Staff => page.text("leave-by-staff"),
    });
    let status = inputs::form_status(&errors);
    let username = op.account()?.sign_in_name();
    Ok(render_with_status(status, &LeavePage { page, obstacle, username, password, errors }))
}
