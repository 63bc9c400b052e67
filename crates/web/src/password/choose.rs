//! /oauth/new-password/{key}: sets a new password. The holder of the emailed key may do it once.

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use jobs::emails::{NEW_PASSWORD, SendEmail, enqueue};
use oauth::{Fault, Params, tokens};
use store::{accounts, password_resets, throttle};

use crate::email_page::{Done, EmailPage, Frame};
use crate::page::Page;
use crate::sign_in::PATH as SIGN_IN;
use crate::state::WebState;
use crate::walk::Halt;
use layout::inputs::{Input, InputError, errors};

#[derive(Template)]
#[template(path = "new_password.html")]
struct ChoosePage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    inputs: &'a [Input],
    errors: &'a [InputError],
}

/// The page.
pub(crate) struct Choose;

/// The form. Passwords are kept outside the fields, because pages never show them again.
pub(crate) struct Sheet {
    inputs: [Input; 2],
    chosen: String,
}

impl EmailPage for Choose {
    const PATH: &'static str = NEW_PASSWORD;
    const USED: &'static str = "choose-used";
    const OWNERS: bool = true;
    type Subject = Account;
    type Sheet = Sheet;
    type Said = String;

    /// The account that a key is for.
    async fn subject(state: &WebState, key: &str) -> Result<Option<Account>, Halt> {
        let id = password_resets::account(&state.db, &tokens::hash(key), state.now()).await?;
        let account = match id {
            Some(id) => accounts::get(&state.db, &id).await?,
            None => None,
        };
        Ok(account.filter(Account::may_sign_in))
    }

    fn account(account: &Account) -> &Account {
        account
    }

    fn sheet(page: &Page, sent: Option<&Params>) -> Result<Sheet, Fault> {
        let password = Input::password(page, "password", "choose-password", "new-password");
        let mut password = password.hint(page.t("password-hint"));
        let mut repeated = Input::password(page, "repeated", "choose-repeated", "new-password");
        let mut chosen = String::new();
        if let Some(form) = sent {
            form.get("password")?.unwrap_or_default().clone_into(&mut chosen);
            if domain::passwords::check(&chosen).is_err() {
                password.error = Some(page.t("password-rule"));
            } else if form.get("repeated")?.unwrap_or_default() != chosen {
                repeated.error = Some(page.t("choose-differs"));
            }
        }
        Ok(Sheet { inputs: [password, repeated], chosen })
    }

    fn errors(sheet: &Sheet) -> Vec<InputError> {
        errors(&sheet.inputs.each_ref())
    }

    fn said(sheet: &Sheet) -> Option<String> {
        Self::errors(sheet).is_empty().then(|| sheet.chosen.clone())
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

    /// Sets the password and ends all sessions.
    async fn act(
        state: &WebState,
        key: &str,
        account: &Account,
        chosen: String,
    ) -> Result<Option<Done>, Halt> {
        let hash = state.passwords.hash(&chosen, &mut state.rng()).await?;
        let now = state.now();
        let mut tx = state.db.begin().await?;
        if store::passwords::redeem(&mut tx, &tokens::hash(key), &hash, now).await?.is_none() {
            tx.rollback().await?;
            return Ok(None);
        }
        enqueue(&mut tx, &SendEmail::PasswordChanged { account: account.id.clone() }, now).await?;
        tx.commit().await?;
        // Failed attempts of others must not delay the owner's sign-in.
        for name in [&account.username, &account.email].into_iter().flatten() {
            throttle::clear(&state.db, throttle::Attempt::SignIn, name).await?;
        }
        tracing::info!(account = %account.id, "a new password was set by email");
        let page = &state.page;
        let link = Some((SIGN_IN, page.t("choose-done-link")));
        Ok(Some(Done { heading: page.t("choose-done-heading"), text: page.t("choose-done-text"), link }))
    }
}
