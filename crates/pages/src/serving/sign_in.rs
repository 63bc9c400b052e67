//! A new sign-in, shown once, to be read aloud.

use services::serving::{NewSignIn, SignInReset, reset_sign_in};

use super::address::{ServedPath, service_path};
use super::to_problem;
use crate::spelling::{SpelledPart, spell_name, spell_password};
use crate::{Form, Page, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "serving_sign_in.html")]
struct SignInPage<'a> {
    page: Page<'a>,
    sign_in: NewSignIn,
    name_parts: Vec<SpelledPart>,
    password_parts: Vec<SpelledPart>,
    back_path: String,
}

/// POST: a new password. A form that is sent again, because the page was reloaded, changes nothing.
pub(super) async fn show_new_sign_in(
    visitor: Visitor,
    ServedPath(person): ServedPath,
    Form(fields): Form,
) -> Result {
    let back_path = service_path(&person);
    let replaced = fields.get("replaced").unwrap_or_default();
    let reset = SignInReset { replaced, language: visitor.language };
    let Some(sign_in) = reset_sign_in(&visitor.op, &person, reset).await.map_err(to_problem)? else {
        return visitor.redirect_with_message("serve-sign-in-outdated", &back_path);
    };
    let page = visitor.page(Section::Account);
    Ok(render(&SignInPage {
        name_parts: spell_name(&page, &sign_in.sign_in_name),
        password_parts: spell_password(&page, &sign_in.password.0),
        page,
        sign_in,
        back_path,
    }))
}
