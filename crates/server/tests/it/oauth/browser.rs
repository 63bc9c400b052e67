//! A browser without scripts: it keeps cookies, sends the forms of the pages, and follows no redirect.

use std::collections::BTreeMap;

use reqwest::Method;
use url::Url;

use crate::support::{Call, Cookies, Reply, Sandbox};

/// The address at which the sandbox's ordinary app waits for its code.
pub const CALLBACK: &str = "http://127.0.0.1:8765/callback";
/// A verifier and its S256 challenge (RFC 7636, appendix B).
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// A state that must come back unchanged.
pub const STATE: &str = "s t&te=1/\u{fc}";

/// A browser at a sandbox's token server.
pub struct Browser<'a> {
    sandbox: &'a Sandbox,
    cookies: Cookies,
}

impl<'a> Browser<'a> {
    /// A browser that has never been there.
    pub fn new(sandbox: &'a Sandbox) -> Self {
        Self { sandbox, cookies: Cookies::default() }
    }

    /// Opens the page to which the ordinary app sends its user, with these parameters in place of its own;
    /// an empty value leaves one out.
    pub async fn authorize(&mut self, change: &[(&str, &str)]) -> Reply {
        let mut query: BTreeMap<&str, &str> = [
            ("response_type", "code"),
            ("client_id", self.sandbox.key("app")),
            ("redirect_uri", CALLBACK),
            ("scope", "basic"),
            ("state", STATE),
        ]
        .into();
        query.extend(change.iter().copied());
        let query: Vec<(&str, &str)> = query.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        self.send(self.sandbox.get("/oauth/authorize").query(&query)).await
    }

    /// Sends the sign-in form.
    pub async fn sign_in(&mut self, page: &Reply, name: &str, password: &str) -> Reply {
        self.submit(page, &[("username", name), ("password", password)]).await
    }

    /// Presses `approve` or `deny`.
    pub async fn decide(&mut self, page: &Reply, decision: &str) -> Reply {
        self.submit(page, &[("decision", decision)]).await
    }

    /// The whole way for a user of the sandbox: the parameters of the redirect.
    pub async fn approve(&mut self, user: &str, change: &[(&str, &str)]) -> BTreeMap<String, String> {
        let page = self.authorize(change).await.expect_status(200);
        let user = self.sandbox.user(user);
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let consent = self.sign_in(&page, name, password).await.expect_status(200);
        parameters(&self.decide(&consent, "approve").await.expect_status(303))
    }

    /// Opens a page of the token server.
    pub async fn open(&mut self, path: &str) -> Reply {
        self.send(self.sandbox.get(path)).await
    }

    async fn submit(&mut self, page: &Reply, fields: &[(&str, &str)]) -> Reply {
        self.submit_to("/oauth/authorize", page, fields).await
    }

    /// Sends the form of a page to this path.
    pub async fn submit_to(&mut self, path: &str, page: &Reply, fields: &[(&str, &str)]) -> Reply {
        let text = page.text();
        let (_, rest) = text.split_once("name=\"flow\" value=\"").expect("a form");
        let flow = rest.split_once('"').expect("a value").0;
        let form: Vec<(&str, &str)> = fields.iter().copied().chain([("flow", flow)]).collect();
        self.send(self.sandbox.call(Method::POST, path).form(&form)).await
    }

    async fn send(&mut self, call: Call) -> Reply {
        self.cookies.send(call).await
    }
}

/// The parameters of a redirect to the app.
#[track_caller]
pub fn parameters(reply: &Reply) -> BTreeMap<String, String> {
    let location = reply.header("location");
    let url =
        Url::parse(location).unwrap_or_else(|_| panic!("no redirect: {} {}", reply.status, reply.text()));
    let query = url.query_pairs().into_owned().collect();
    assert_eq!(location.split('?').next(), Some(CALLBACK), "the app's own address");
    query
}

/// POST /oauth/token by the ordinary app, whose secret is blank.
pub async fn token(sandbox: &Sandbox, form: &[(&str, &str)]) -> Reply {
    sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("app"), "").form(form).send().await
}

/// Redeems a code.
pub async fn redeem(sandbox: &Sandbox, code: &str) -> Reply {
    token(sandbox, &[("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK)]).await
}
