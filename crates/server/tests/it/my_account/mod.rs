//! The caller's own account, mirroring the addresses under /v2/me and /v2/myAccount.

mod agreement;
mod create;
mod get;
mod history;
mod individual_profile;
mod partner_token;
mod preferences;
mod proof_of_disability;
mod proof_of_disability_request;
mod put;
mod recommendation_profile;
mod student_profile;
mod subscription;

use reqwest::Method;

use crate::support::{Call, Sandbox};

/// A user's call with the key of an app.
pub(crate) async fn as_user(sandbox: &Sandbox, user: &str, app: &str, method: Method, path: &str) -> Call {
    let token = sandbox.token(user).await;
    sandbox.call(method, path).query(&[("api_key", sandbox.key(app))]).bearer(&token)
}

/// A user's PUT of a form.
pub(crate) async fn put(sandbox: &Sandbox, user: &str, path: &str, form: &[(&str, &str)]) -> Call {
    as_user(sandbox, user, "trusted", Method::PUT, path).await.form(form)
}

/// A user's POST of a form.
pub(crate) async fn post(sandbox: &Sandbox, user: &str, path: &str, form: &[(&str, &str)]) -> Call {
    as_user(sandbox, user, "trusted", Method::POST, path).await.form(form)
}
