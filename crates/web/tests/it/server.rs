//! A token server with a few clients and users, and a simulated browser.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use books::testkit::ToneEngine;
use delivery::{Config, Delivery, Files, Limits};
use domain::accounts::{Account, Address, Role};
use domain::clients::{Client, Privilege};
use domain::contributors::Name;
use domain::documents::Allowance;
use domain::ids::{AccountId, ClientId, SiteId};
use domain::sites::Site;
use http_body_util::BodyExt;
use jiff::{SignedDuration, Timestamp};
use rand::SeedableRng;
use rand::rngs::StdRng;
use search::Index;
use secrets::Passwords;
use serde_json::Value;
use services::machine::MachineState;
use services::{Library, OperationSettings, Parts};
use store::Db;
use tempfile::TempDir;
use tower::ServiceExt;
use transport::{Guests, guests};
use url::Url;
use web::{Page, WebSettings, WebState};

/// Redirect address of the apps in these tests.
pub(crate) const CALLBACK_URL: &str = "http://127.0.0.1:8765/callback";
/// Redirect address of a mobile app.
pub(crate) const CUSTOM_CALLBACK_URL: &str = "openshelf-test://callback";
/// The token server's address.
pub(crate) const ISSUER_URL: &str = "http://127.0.0.1:8080";
/// Everybody's password.
pub(crate) const USER_PASSWORD: &str = "correct horse 1";
/// The secret of the client `secretive`.
pub(crate) const CLIENT_SECRET: &str = "s3cret+/=&% x";

pub(crate) struct TestServer {
    pub(crate) db: Db,
    pub(crate) router: Router,
    pub(crate) library: Library,
    now: Arc<Mutex<Timestamp>>,
    /// The turns of guests: four, with a short timeout.
    pub(crate) guests: Guests,
    _folder: TempDir,
}

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct ResponseText {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl ResponseText {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// The target of the redirect, and its parameters.
    pub(crate) fn redirect_target(&self) -> (String, BTreeMap<String, String>) {
        assert!(self.status.is_redirection(), "no redirect: {} {}", self.status, self.body);
        let url = Url::parse(self.header(header::LOCATION)).unwrap();
        let query = url.query_pairs().into_owned().collect();
        let mut bare = url;
        bare.set_query(None);
        (bare.to_string(), query)
    }

    /// A Token Error: status and code.
    pub(crate) fn token_error(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["error_description"].as_str().is_some_and(|text| !text.is_empty()), "{}", self.body);
        (self.status.as_u16(), json["error"].as_str().unwrap().to_owned())
    }

    /// The hidden value of the form on the page.
    pub(crate) fn flow_value(&self) -> String {
        let (_, rest) = self.body.split_once("name=\"flow\" value=\"").expect("a form");
        rest.split_once('"').unwrap().0.to_owned()
    }

    pub(crate) fn asks_password(&self) -> bool {
        self.body.contains("type=\"password\"")
    }
}

impl TestServer {
    /// A server with the usual settings.
    pub(crate) async fn new(db: Db) -> Self {
        Self::with_settings(db, |_| {}).await
    }

    /// A server with the test's own settings.
    pub(crate) async fn with_settings(db: Db, change: impl FnOnce(&mut WebSettings)) -> Self {
        let now = Arc::new(Mutex::new("2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap()));
        let max_wait = std::time::Duration::from_millis(10);
        let guests = Guests::new(guests::GuestSettings { turns: 4, places_in_line: 8, max_wait });
        let mut settings = WebSettings {
            auth_url: ISSUER_URL.into(),
            base_url: ISSUER_URL.into(),
            lifetimes: oauth::Lifetimes::default(),
            pkce_required: false,
            trust_forwarded_for: true,
            sends_mail: true,
            form_key: [7; 32],
            guests: guests.clone(),
            openapi: || serde_json::json!({"info": {"title": "The interface", "version": "2"}}),
        };
        change(&mut settings);
        let clock = now.clone();
        let folder = tempfile::tempdir().unwrap();
        let library = new_library(&db, folder.path(), clock);
        let pages = pages::Pages::new(
            library.clone(),
            pages::Settings {
                base_url: settings.auth_url.clone(),
                form_key: settings.form_key,
                requests_per_minute: 0,
                trust_forwarded_for: settings.trust_forwarded_for,
                contact: None,
                sends_mail: settings.sends_mail,
                currency: None,
                guests: guests.clone(),
                guest_pages: 1 << 20,
                sandbox: false,
            },
        );
        let state = WebState {
            library: library.clone(),
            page: Page::in_english("Test Library"),
            settings: Arc::new(settings),
        };
        let server = Self {
            db,
            router: web::router(state).merge(pages::router(&pages)),
            library,
            now,
            guests,
            _folder: folder,
        };
        insert_fixtures(&server.db, server.current_time()).await;
        server
    }

    pub(crate) fn advance_clock(&self, time: SignedDuration) {
        let mut now = self.now.lock().unwrap();
        *now = now.checked_add(time).unwrap();
    }

    pub(crate) fn current_time(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> ResponseText {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        ResponseText {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> ResponseText {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// POST by a client that authenticates with a Basic header.
    pub(crate) async fn post_as_client(
        &self,
        path: &str,
        (key, secret): (&str, &str),
        fields: &[(&str, &str)],
    ) -> ResponseText {
        let basic = format!("Basic {}", BASE64_STANDARD.encode(format!("{key}:{secret}")));
        let request = form_request(path).header(header::AUTHORIZATION, basic);
        self.send(request.body(encode_form(fields).into()).unwrap()).await
    }

    /// The payloads of the queued emails, oldest first.
    pub(crate) async fn queued_emails(&self) -> Vec<Value> {
        let page = store::KeyPage { after: None, limit: 100 };
        let mut jobs = store::jobs::list(&self.db, None, &page).await.unwrap();
        jobs.reverse();
        jobs.into_iter().filter(|job| job.kind == "letter").map(|job| job.payload).collect()
    }

    /// POST /oauth/token by the client without a secret.
    pub(crate) async fn request_token(&self, fields: &[(&str, &str)]) -> ResponseText {
        self.post_as_client("/oauth/token", ("app", ""), fields).await
    }

    /// Redeems a code like the ordinary app.
    pub(crate) async fn redeem_code(&self, code: &str) -> ResponseText {
        self.request_token(&[
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK_URL),
        ])
        .await
    }

    /// A pair of tokens by the password grant, from the client `trusted`.
    pub(crate) async fn token_pair(&self, username: &str) -> (String, String) {
        let fields = [("grant_type", "password"), ("username", username), ("password", USER_PASSWORD)];
        let answer = self.post_as_client("/oauth/token", ("trusted", ""), &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let json = answer.json();
        (json["access_token"].as_str().unwrap().into(), json["refresh_token"].as_str().unwrap().into())
    }

    /// Uses an access token like the API: returns `valid`, `revoked`, `expired`, `unknown` or `locked`.
    pub(crate) async fn check_token(&self, token: &str) -> &'static str {
        use store::readers::TokenCheck;
        let hash = secrets::hash_token(token);
        match store::readers::find_by_access_token(&self.db, &hash, self.current_time()).await.unwrap() {
            TokenCheck::Valid(session) => {
                if let Some(replaced) = session.replaces {
                    store::tokens::record_first_use(&self.db, &hash, &replaced, self.current_time())
                        .await
                        .unwrap();
                }
                "valid"
            }
            TokenCheck::Unknown => "unknown",
            TokenCheck::Expired => "expired",
            TokenCheck::Revoked => "revoked",
            TokenCheck::Locked => "locked",
        }
    }

    pub(crate) async fn lock_account(&self, account: &str, locked: bool) {
        let mut tx = self.db.begin().await.unwrap();
        assert!(store::accounts::set_locked(&mut tx, &account.into(), locked).await.unwrap());
        tx.commit().await.unwrap();
    }

    /// Gives an account another password, which nobody knows.
    pub(crate) async fn replace_password(&self, account: &str) {
        let mut tx = self.db.begin().await.unwrap();
        let (account, now) = (account.into(), self.current_time());
        let changed = store::passwords::change_password(&mut tx, &account, "other hash", false, now);
        assert!(changed.await.unwrap());
        tx.commit().await.unwrap();
    }

    pub(crate) async fn delete_account(&self, account: &str) {
        let mut tx = self.db.begin().await.unwrap();
        let mut account = store::accounts::get_for_update(&mut tx, &account.into()).await.unwrap().unwrap();
        account.deleted = true;
        assert!(store::accounts::update(&mut tx, &account).await.unwrap());
        tx.commit().await.unwrap();
    }
}

/// A browser: it keeps cookies and does not follow redirects by itself.
pub(crate) struct Browser<'a> {
    server: &'a TestServer,
    pub(crate) cookies: BTreeMap<String, String>,
    address: &'static str,
    language: &'static str,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(server: &'a TestServer) -> Self {
        Self { server, cookies: BTreeMap::new(), address: "192.0.2.1", language: "" }
    }

    /// A browser that prefers another language.
    pub(crate) fn with_language(server: &'a TestServer, language: &'static str) -> Self {
        Self { language, ..Self::new(server) }
    }

    /// A browser at another IP address.
    pub(crate) fn with_address(server: &'a TestServer, address: &'static str) -> Self {
        Self { address, ..Self::new(server) }
    }

    async fn send(&mut self, request: axum::http::request::Builder, body: String) -> ResponseText {
        let jar: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request
            .header(header::COOKIE, jar.join("; "))
            .header(header::ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8")
            .header(header::ACCEPT_LANGUAGE, self.language)
            .header("x-forwarded-for", self.address);
        let answer = self.server.send(request.body(body.into()).unwrap()).await;
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            let (pair, attributes) = cookie.to_str().unwrap().split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.into(), value.into());
            }
        }
        answer
    }

    /// Opens /oauth/authorize for the ordinary app, with `change` replacing the usual parameters.
    pub(crate) async fn authorize(&mut self, change: &[(&str, &str)]) -> ResponseText {
        let mut query: BTreeMap<&str, &str> = BTreeMap::from([
            ("response_type", "code"),
            ("client_id", "app"),
            ("redirect_uri", CALLBACK_URL),
            ("scope", "basic"),
            ("state", "s t&te=1/ü"),
        ]);
        query.extend(change.iter().copied());
        query.retain(|_, value| !value.is_empty());
        let pairs: Vec<(&str, &str)> = query.into_iter().collect();
        self.send(Request::get(format!("/oauth/authorize?{}", encode_form(&pairs))), String::new()).await
    }

    /// Opens a page.
    pub(crate) async fn open(&mut self, path: &str) -> ResponseText {
        self.send(Request::get(path), String::new()).await
    }

    /// Submits a form with only these fields.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> ResponseText {
        self.send(form_request(path), encode_form(fields)).await
    }

    /// Submits the form of a sign-in page, with these fields in addition to the hidden one.
    pub(crate) async fn submit(&mut self, page: &ResponseText, fields: &[(&str, &str)]) -> ResponseText {
        self.submit_to("/oauth/authorize", page, fields).await
    }

    /// Submits the form of a page to this path.
    pub(crate) async fn submit_to(
        &mut self,
        path: &str,
        page: &ResponseText,
        fields: &[(&str, &str)],
    ) -> ResponseText {
        let flow = page.flow_value();
        let mut all = vec![("flow", flow.as_str())];
        all.extend_from_slice(fields);
        self.send(form_request(path), encode_form(&all)).await
    }

    pub(crate) async fn sign_in(
        &mut self,
        page: &ResponseText,
        username: &str,
        password: &str,
    ) -> ResponseText {
        self.submit(page, &[("username", username), ("password", password)]).await
    }

    pub(crate) async fn submit_decision(&mut self, page: &ResponseText, decision: &str) -> ResponseText {
        self.submit(page, &[("decision", decision)]).await
    }

    /// All steps up to a code.
    pub(crate) async fn obtain_code(&mut self, change: &[(&str, &str)]) -> String {
        let page = self.authorize(change).await;
        let page = self.sign_in(&page, "ann", USER_PASSWORD).await;
        let (_, query) = self.submit_decision(&page, "approve").await.redirect_target();
        query["code"].clone()
    }
}

pub(crate) fn encode_form(fields: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

pub(crate) fn form_request(path: &str) -> axum::http::request::Builder {
    Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
}

/// The operations of signed-in people; files and index are empty.
fn new_library(db: &Db, folder: &Path, clock: Arc<Mutex<Timestamp>>) -> Library {
    let files = Files::local(&folder.join("files")).unwrap();
    let config = Config { ticket_key: [1; 32], fingerprint_key: [2; 32], limits: Limits::default() };
    let drawn = AtomicU64::new(1_000_000);
    Library::new(Parts {
        db: db.clone(),
        index: Some(Index::open_or_empty(&folder.join("index")).unwrap().0),
        delivery: Delivery::with_engine(files, &config, Arc::new(ToneEngine::default())),
        settings: OperationSettings {
            concurrent_downloads: 1,
            documents: Allowance { documents: 1, bytes: 0 },
            drive: None,
            takes_roster_files: false,
            retention: domain::erasure::RetentionRules::default(),
        },
        partner: None,
        passwords: Passwords::new(1),
        clock: Arc::new(move || *clock.lock().unwrap()),
        seed: Arc::new(move || StdRng::seed_from_u64(drawn.fetch_add(1, Ordering::Relaxed))),
        machine: Arc::new(MachineState::default),
    })
}

/// One site, four clients, four people with the same password.
async fn insert_fixtures(db: &Db, now: Timestamp) {
    let site = Site { id: "service".into(), name: "Main".into(), country: "US".into(), private_label: false };
    store::sites::insert(db, &site).await.unwrap();
    let secret = secrets::hash_token(CLIENT_SECRET);
    for (id, secret_hash, privileges) in [
        ("app", None, BTreeSet::new()),
        ("trusted", None, BTreeSet::from([Privilege::PasswordGrant])),
        ("secretive", Some(secret), BTreeSet::new()),
        ("disabled", None, BTreeSet::from([Privilege::PasswordGrant])),
    ] {
        let client = Client {
            id: ClientId::from(id),
            name: "Reader <b>App</b>".into(),
            site: SiteId::from("service"),
            secret_hash,
            redirect_uris: vec![CALLBACK_URL.into(), CUSTOM_CALLBACK_URL.into()],
            privileges,
            disabled: id == "disabled",
        };
        store::clients::insert(db, &client).await.unwrap();
    }
    let hash = password_hash().await;
    let mut tx = db.begin().await.unwrap();
    for (id, deleted, locked) in
        [("ann", false, false), ("bob", false, false), ("locked", false, true), ("gone", true, false)]
    {
        store::accounts::insert(&mut tx, &new_account(id, deleted, locked, now), Some(hash)).await.unwrap();
    }
    store::accounts::insert(&mut tx, &new_account("silent", false, false, now), None).await.unwrap();
    tx.commit().await.unwrap();
}

fn new_account(id: &str, deleted: bool, locked: bool, now: Timestamp) -> Account {
    Account {
        id: AccountId::from(id),
        site: SiteId::from("service"),
        username: Some(id.to_owned()),
        email: Some(format!("{id}@Example.org")),
        name: Name { first: "Ann".into(), last: "O'Reader & Co".into(), ..Name::default() },
        guardian: None,
        date_of_birth: None,
        address: Address::default(),
        phone_number: None,
        language: None,
        roles: BTreeSet::from([Role::Individual]),
        allow_adult_content: None,
        safe_search: false,
        show_all_books: true,
        locked,
        deleted,
        needs_new_password: false,
        membership: None,
        created: now,
    }
}

/// The hash of [`USER_PASSWORD`], made once.
async fn password_hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    if let Some(hash) = HASH.get() {
        return hash;
    }
    let hash = Passwords::new(1).hash(USER_PASSWORD, None, &mut StdRng::seed_from_u64(0)).await.unwrap();
    HASH.get_or_init(|| hash)
}
