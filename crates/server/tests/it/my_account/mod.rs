//! The caller's own account, mirroring the addresses under /v2/me and /v2/myAccount.

mod get;
mod preferences;
mod recommendation_profile;

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
