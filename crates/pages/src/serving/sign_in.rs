//! A new sign-in, shown once, to be read aloud.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use services::serving::{NewSignIn, SignInReset, reset_sign_in};

use super::address::{ServedPath, service_path};
use super::spelling::{SpelledPart, spell_parts};
use super::to_problem;
use crate::fields::Form;
use crate::page::{Page, Section, render};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "serving_sign_in.html")]
struct SignInPage<'a> {
    page: Page<'a>,
    sign_in: NewSignIn,
    parts: Vec<SpelledPart>,
    back_path: String,
}

/// POST: a new password. A form that is sent again, because the page was reloaded, changes nothing.
pub(super) async fn show_new_sign_in(
    State(pages): State<Pages>,
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result<Response> {
    let back_path = service_path(&person);
    let replaced = fields.get("replaced").unwrap_or_default();
    let reset = SignInReset { replaced, language: visitor.language };
    let Some(sign_in) = reset_sign_in(&visitor.op, &person, reset).await.map_err(to_problem)? else {
        return visitor.redirect_with_notice("serve-sign-in-outdated", &pages, &back_path);
    };
    let page = Page::new(&pages, &visitor, Section::Account);
    let parts = spell_parts(&page, &sign_in.password.0);
    Ok(render(&SignInPage { page, sign_in, parts, back_path }))
}
