//! /oauth/new-password/{key}: sets a new password. The holder of the emailed key may do it once.

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use jobs::emails::NEW_PASSWORD;
use oauth::{Fault, Params};
use services::accounts::password;
use services::values::{NewPassword, Read as _};

use crate::email_page::{Done, EmailPage, Frame};
use crate::page::Page;
use crate::sign_in::PATH as SIGN_IN;
use crate::state::WebState;
use crate::walk::Halt;
use layout::inputs::{InputError, InputField, errors};

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
pub(crate) struct Choose;

/// The form. The password is kept outside the fields, because pages never show it again.
pub(crate) struct Sheet {
    inputs: [InputField; 2],
    chosen: Option<NewPassword>,
}

impl EmailPage for Choose {
    const PATH: &'static str = NEW_PASSWORD;
    const USED: &'static str = "choose-used";
    const OWNERS: bool = true;
    type Subject = Account;
    type Sheet = Sheet;
    type Said = NewPassword;

    /// The account that a key is for.
    async fn subject(state: &WebState, key: &str) -> Result<Option<Account>, Halt> {
        Ok(password::of_key(&state.library, key).await?)
    }

    fn account(account: &Account) -> &Account {
        account
    }

    fn sheet(page: &Page, sent: Option<&Params>) -> Result<Sheet, Fault> {
        let password = InputField::new_password(page, "password", "choose-password", "new-password");
        let mut password = password.with_hint(page.text("password-hint"));
        let mut repeated = InputField::new_password(page, "repeated", "choose-repeated", "new-password");
        let mut chosen = None;
        if let Some(form) = sent {
            let typed = form.get("password")?.unwrap_or_default();
            chosen = NewPassword::read(typed).ok();
            if chosen.is_none() {
                password.error = Some(page.text("password-rule"));
            } else if form.get("repeated")?.unwrap_or_default() != typed {
                repeated.error = Some(page.text("choose-differs"));
            }
        }
        Ok(Sheet { inputs: [password, repeated], chosen })
    }

    fn errors(sheet: &Sheet) -> Vec<InputError> {
        errors(&sheet.inputs.each_ref())
    }

    fn said(sheet: &Sheet) -> Option<NewPassword> {
        sheet.chosen.clone().filter(|_| Self::errors(sheet).is_empty())
    }

    fn page(frame: &Frame<'_>, account: &Account, sheet: &Sheet) -> Response {
        frame.show(&ChoosePage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            username: account.sign_in_name(),
            inputs: &sheet.inputs,
            errors: frame.errors,
        })
    }

    async fn act(
        state: &WebState,
        key: &str,
        _: &Account,
        chosen: NewPassword,
    ) -> Result<Option<Done>, Halt> {
        if !password::redeem(&state.library, key, &chosen).await? {
            return Ok(None);
        }
        let page = &state.page;
        let link = Some((SIGN_IN, page.text("choose-done-link")));
        Ok(Some(Done {
            heading: page.text("choose-done-heading"),
            text: page.text("choose-done-text"),
            link,
        }))
    }
}
