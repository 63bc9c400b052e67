//! A simulated partner's drive: OAuth 2, and a few files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawForm, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use serde_json::json;

/// The drive's tokens, files and recorded requests.
#[derive(Default)]
struct DriveState {
    /// Access tokens that are good.
    good: Vec<String>,
    /// Refresh tokens that are good.
    refresh: Vec<String>,
    /// Lifetime of the next access token, seconds.
    lifetime: i64,
    /// Tokens given so far.
    given: u32,
    /// Forms sent to the token endpoint.
    forms: Vec<HashMap<String, String>>,
    /// Tokens that were revoked.
    revoked: Vec<String>,
    files: HashMap<String, Vec<u8>>,
    elsewhere: String,
}

/// A running stand-in.
#[derive(Clone)]
pub struct StandIn {
    pub base: String,
    seen: Arc<Mutex<DriveState>>,
}

type SharedState = State<Arc<Mutex<DriveState>>>;

impl StandIn {
    pub async fn start(files: &[(&str, Vec<u8>)]) -> Self {
        let seen = DriveState {
            lifetime: 3600,
            files: files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect(),
            ..DriveState::default()
        };
        let seen = Arc::new(Mutex::new(seen));
        let router = Router::new()
            .route("/token", post(token))
            .route("/revoke", post(revoke))
            .route("/files/{id}", get(file))
            .route("/moved", get(async || "moved here"))
            .with_state(Arc::clone(&seen));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, seen }
    }

    /// The configuration of a server that uses it.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("OPENSHELF_DRIVE__TOKEN_URL", format!("{}/token", self.base)),
            ("OPENSHELF_DRIVE__REVOCATION_URL", format!("{}/revoke", self.base)),
            ("OPENSHELF_DRIVE__FILE_URL", format!("{}/files/{{file}}", self.base)),
            ("OPENSHELF_DRIVE__CLIENT_ID", "library".into()),
            ("OPENSHELF_DRIVE__CLIENT_SECRET", "open sesame".into()),
            ("OPENSHELF_DRIVE__SCOPES", "files.read".into()),
            ("OPENSHELF_DRIVE__TOKEN_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=".into()),
            ("OPENSHELF_DRIVE__ALLOW_HTTP", "true".into()),
        ]
    }

    pub fn set_lifetime(&self, seconds: i64) {
        self.seen.lock().unwrap().lifetime = seconds;
    }

    /// Sets the address that the file `elsewhere` redirects to.
    pub fn set_elsewhere(&self, address: &str) {
        address.clone_into(&mut self.seen.lock().unwrap().elsewhere);
    }

    /// Ends every access token; refresh tokens too when the reader withdraws the consent.
    pub fn end_tokens(&self, consent_too: bool) {
        let mut seen = self.seen.lock().unwrap();
        seen.good.clear();
        if consent_too {
            seen.refresh.clear();
        }
    }

    pub fn last_form(&self) -> HashMap<String, String> {
        self.seen.lock().unwrap().forms.last().cloned().unwrap_or_default()
    }

    pub fn grants(&self) -> usize {
        self.seen.lock().unwrap().forms.len()
    }

    pub fn revoked_tokens(&self) -> Vec<String> {
        self.seen.lock().unwrap().revoked.clone()
    }
}

fn is_library(headers: &HeaderMap) -> bool {
    let credentials = base64::engine::general_purpose::STANDARD.encode("library:open sesame");
    headers.get(header::AUTHORIZATION).is_some_and(|value| value == &format!("Basic {credentials}"))
}

fn read(form: &[u8]) -> HashMap<String, String> {
    url::form_urlencoded::parse(form).into_owned().collect()
}

async fn token(State(seen): SharedState, headers: HeaderMap, RawForm(form): RawForm) -> Response {
    let mut seen = seen.lock().unwrap();
    let form = read(&form);
    seen.forms.push(form.clone());
    let denied = |error| (StatusCode::BAD_REQUEST, axum::Json(json!({"error": error}))).into_response();
    if !is_library(&headers) {
        return denied("invalid_client");
    }
    let granted = match form.get("grant_type").map(String::as_str) {
        Some("authorization_code") => form.get("code").is_some_and(|code| code == "a good code"),
        Some("refresh_token") => form.get("refresh_token").is_some_and(|token| seen.refresh.contains(token)),
        _ => return denied("unsupported_grant_type"),
    };
    if !granted {
        return denied("invalid_grant");
    }
    seen.given += 1;
    let (access, refresh) = (format!("access {}", seen.given), format!("refresh {}", seen.given));
    seen.good.push(access.clone());
    let mut answer = json!({"access_token": access, "token_type": "Bearer", "expires_in": seen.lifetime});
    // The first grant brings a refresh token, later ones keep it.
    if form["grant_type"] == "authorization_code" {
        seen.refresh.push(refresh.clone());
        answer["refresh_token"] = refresh.into();
    }
    axum::Json(answer).into_response()
}

async fn revoke(State(seen): SharedState, headers: HeaderMap, RawForm(form): RawForm) -> StatusCode {
    if !is_library(&headers) {
        return StatusCode::UNAUTHORIZED;
    }
    seen.lock().unwrap().revoked.extend(read(&form).remove("token"));
    StatusCode::OK
}

async fn file(State(seen): SharedState, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let seen = seen.lock().unwrap();
    let token =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !token.is_some_and(|token| seen.good.iter().any(|good| good == token)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if id == "elsewhere" {
        return (StatusCode::FOUND, [(header::LOCATION, seen.elsewhere.clone())]).into_response();
    }
    match seen.files.get(&id) {
        Some(bytes) => Body::from(bytes.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
