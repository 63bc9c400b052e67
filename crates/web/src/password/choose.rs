//! /oauth/new-password/{key}: sets a new password. The holder of the emailed key may do it once.

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use jobs::emails::NEW_PASSWORD;
use oauth::{Fault, Params};
use services::accounts::password;
use services::values::{NewPassword, ParseValue as _};

use crate::email_page::{EmailFrame, EmailPage, FinalTexts};
use crate::form_flow::FormProblem;
use crate::page::Page;
use crate::sign_in::SIGN_IN_PATH as SIGN_IN;
use crate::state::WebState;
use layout::inputs::{InputError, InputField, list_errors};

#[derive(Template)]
#[template(path = "new_password.html")]
struct ChoosePage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    inputs: &'a [InputField],
    errors: &'a [InputError],
}

/// The page.
pub(crate) struct ChoosePassword;

/// The form. The password is kept outside the fields, because pages never show it again.
pub(crate) struct ChooseForm {
    inputs: [InputField; 2],
    chosen: Option<NewPassword>,
}

impl EmailPage for ChoosePassword {
    const PATH_PREFIX: &'static str = NEW_PASSWORD;
    const USED_MESSAGE_ID: &'static str = "choose-used";
    const IS_FOR_OWNER: bool = true;
    type Subject = Account;
    type Sheet = ChooseForm;
    type Content = NewPassword;

    /// The account that a key is for.
    async fn find_subject(state: &WebState, key: &str) -> Result<Option<Account>, FormProblem> {
        Ok(password::of_key(&state.library, key).await?)
    }

    fn account(account: &Account) -> &Account {
        account
    }

    fn read_form(page: &Page, sent: Option<&Params>) -> Result<ChooseForm, Fault> {
        let password = InputField::new_password(page, "password", "choose-password", "new-password");
        let mut password = password.with_hint(page.text("password-hint"));
        let mut repeated = InputField::new_password(page, "repeated", "choose-repeated", "new-password");
        let mut chosen = None;
        if let Some(form) = sent {
            let typed = form.get("password")?.unwrap_or_default();
            chosen = NewPassword::parse_value(typed).ok();
            if chosen.is_none() {
                password.error = Some(page.text("password-rule"));
            } else if form.get("repeated")?.unwrap_or_default() != typed {
                repeated.error = Some(page.text("choose-differs"));
            }
        }
        Ok(ChooseForm { inputs: [password, repeated], chosen })
    }

    fn form_errors(sheet: &ChooseForm) -> Vec<InputError> {
        list_errors(&sheet.inputs.each_ref())
    }

    fn form_content(sheet: &ChooseForm) -> Option<NewPassword> {
        sheet.chosen.clone().filter(|_| Self::form_errors(sheet).is_empty())
    }

    fn render(frame: &EmailFrame<'_>, account: &Account, sheet: &ChooseForm) -> Response {
        frame.show(&ChoosePage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            username: account.sign_in_name(),
            inputs: &sheet.inputs,
            errors: frame.errors,
        })
    }

    async fn apply(
        state: &WebState,
        key: &str,
        _: &Account,
        chosen: NewPassword,
    ) -> Result<Option<FinalTexts>, FormProblem> {
        if !password::reset(&state.library, key, &chosen).await? {
            return Ok(None);
        }
        let page = &state.page;
        let link = Some((SIGN_IN, page.text("choose-done-link")));
        Ok(Some(FinalTexts {
            heading: page.text("choose-done-heading"),
            text: page.text("choose-done-text"),
            link,
        }))
    }
}
