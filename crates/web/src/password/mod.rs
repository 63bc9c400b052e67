//! New passwords for people who have forgotten theirs: one page requests an email with a link, another sets
//! the password.

mod choose;
pub(crate) mod forgot;
mod form;

use axum::Router;
use axum::routing::get;

use crate::{WebState, email_page};
use services::email_links::FORGOT_PASSWORD;

pub(crate) use form::NewPasswordForm;

pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route(FORGOT_PASSWORD, get(forgot::show_form).post(forgot::submit))
        .merge(email_page::routes::<choose::ChoosePassword>())
}
