//! /oauth/new-password/{key}: sets a new password. The holder of the emailed key may do it once.

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use jobs::emails::{NEW_PASSWORD, SendEmail, enqueue};
use oauth::{Fault, Params, tokens};
use store::{accounts, password_resets, throttle};

use crate::email_page::{Done, EmailPage, Frame};
use crate::fields::{Field, FieldError};
use crate::sign_in::may_sign_in;
use crate::state::WebState;
use crate::walk::Halt;
use layout::STYLE_PATH;

#[derive(Template)]
#[template(path = "new_password.html")]
struct ChoosePage<'a> {
    site: &'a str,
    style: &'a str,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    fields: &'a [Field],
    errors: &'a [FieldError<'a>],
}

/// The page.
pub(crate) struct Choose;

/// The form. Passwords are kept outside the fields, because pages never show them again.
pub(crate) struct Sheet {
    fields: [Field; 2],
    chosen: String,
}

impl EmailPage for Choose {
    const PATH: &'static str = NEW_PASSWORD;
    const USED: &'static str = "The link in the email was used already, or is more than an hour old. Ask for another \
                                email: open your app, sign in, and choose “Forgot your password?”.";
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
        Ok(account.filter(may_sign_in))
    }

    fn account(account: &Account) -> &Account {
        account
    }

    fn sheet(sent: Option<&Params>) -> Result<Sheet, Fault> {
        let mut password = Field::password("password", "New password")
            .hint("8 to 32 characters, with at least one letter and one number");
        let mut repeated = Field::password("repeated", "The same password again");
        let mut chosen = String::new();
        if let Some(form) = sent {
            form.get("password")?.unwrap_or_default().clone_into(&mut chosen);
            if domain::passwords::check(&chosen).is_err() {
                password.error =
                    Some("Choose a password of 8 to 32 characters, with a letter and a number".into());
            } else if form.get("repeated")?.unwrap_or_default() != chosen {
                repeated.error = Some("Type the same password again".into());
            }
        }
        Ok(Sheet { fields: [password, repeated], chosen })
    }

    fn errors(sheet: &Sheet) -> Vec<FieldError<'_>> {
        Field::errors(&sheet.fields)
    }

    fn said(sheet: &Sheet) -> Option<String> {
        Self::errors(sheet).is_empty().then(|| sheet.chosen.clone())
    }

    fn page(frame: &Frame<'_>, account: &Account, sheet: &Sheet) -> Response {
        frame.show(&ChoosePage {
            site: frame.site,
            style: &STYLE_PATH,
            flow: frame.flow,
            action: frame.action,
            username: account.sign_in_name(),
            fields: &sheet.fields,
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
        let text = "Go back to your app and sign in with the new password. Apps that were signed in have been signed \
                    out.";
        Ok(Some(Done { heading: "Your password is changed", text: text.to_owned() }))
    }
}
