//! /oauth/new-password/{key}: sets a new password. The holder of the emailed key may do it once.

use axum::response::Response;
use domain::{Account, SiteId};
use services::accounts::password;
use services::email_links::NEW_PASSWORD;
use services::values::NewPassword;

use crate::email_page::{EmailFrame, EmailPage};
use crate::outcome::Outcome;
use crate::password::NewPasswordForm;
use crate::sign_in::SIGN_IN_PATH as SIGN_IN;
use crate::{FormProblem, Page, WebState};
use layout::inputs::{InputError, InputField};

#[derive(askama::Template)]
#[template(path = "new_password.html")]
struct ChoosePage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    inputs: &'a [InputField],
    errors: &'a [InputError],
}

pub(crate) struct ChoosePassword;

impl EmailPage for ChoosePassword {
    const PATH_PREFIX: &'static str = NEW_PASSWORD;
    const USED_MESSAGE_ID: &'static str = "choose-used";
    type Subject = Account;
    type PageForm = NewPasswordForm;
    type Content = NewPassword;

    async fn find_subject(state: &WebState, key: &str) -> Result<Option<Account>, FormProblem> {
        Ok(password::find_by_reset_key(&state.operation(), key).await?)
    }

    fn site(account: &Account) -> &SiteId {
        &account.site
    }

    fn language(account: &Account) -> Option<&str> {
        account.language.as_deref()
    }

    fn render(frame: &EmailFrame<'_>, account: &Account, form: &NewPasswordForm) -> Response {
        frame.show(&ChoosePage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            username: account.sign_in_name(),
            inputs: &form.inputs,
            errors: frame.errors,
        })
    }

    async fn apply(
        state: &WebState,
        key: &str,
        _: &Account,
        chosen: NewPassword,
    ) -> Result<Option<Outcome<'static>>, FormProblem> {
        if !password::reset(&Self::begin_operation(state), key, &chosen).await? {
            return Ok(None);
        }
        let page = &state.page;
        let link = Some((SIGN_IN, page.text("choose-done-link")));
        Ok(Some(Outcome {
            heading: page.text("choose-done-heading"),
            texts: vec![page.text("choose-done-text")],
            link,
        }))
    }
}
