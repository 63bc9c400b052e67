//! The pages below /account: sessions, and devices (docs/rules/authentication.md#rule-14).

use axum::http::{StatusCode, header};
use domain::accounts::{Membership, Role};
use domain::fixtures;
use domain::ids::{AccountId, OrganizationId};
use domain::peers::Peer;
use jiff::SignedDuration;
use services::devices::{Proof, sign_in};

use crate::server::{Browser, ResponseText, TestServer, USER_PASSWORD};

const DEVICES_PATH: &str = "/account/devices";

/// The hidden value of this name in the first form that has one.
fn hidden_value(page: &ResponseText, name: &str) -> String {
    let (_, rest) = page.body.split_once(&format!("name=\"{name}\" value=\"")).expect("a hidden field");
    rest.split_once('"').unwrap().0.to_owned()
}

/// Signs in at the account's own page, and follows the redirect back.
async fn sign_in_to_account(browser: &mut Browser<'_>, name: &str) -> ResponseText {
    let first = browser.open(DEVICES_PATH).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER, "{}", first.body);
    let page = browser.open(first.header(header::LOCATION)).await;
    let sent = browser.submit_to("/sign-in", &page, &[("username", name), ("password", USER_PASSWORD)]).await;
    assert_eq!(
        (sent.status, sent.header(header::LOCATION)),
        (StatusCode::SEE_OTHER, DEVICES_PATH),
        "{}",
        sent.body
    );
    let page = browser.open(DEVICES_PATH).await;
    assert_eq!(page.status, 200, "{}", page.body);
    page
}

/// Adds a device; returns its sign-in name and password as the page shows them.
async fn add_device(browser: &mut Browser<'_>, page: &ResponseText, name: &str) -> (String, String) {
    let made = browser.post(DEVICES_PATH, &[("token", &hidden_value(page, "token")), ("name", name)]).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let mut shown = made
        .body
        .split("<code lang=\"en\" translate=\"no\">")
        .skip(1)
        .map(|rest| rest.split_once('<').unwrap().0.to_owned());
    (shown.next().unwrap(), shown.next().unwrap())
}

async fn can_sign_in(server: &TestServer, name: &str, password: &str) -> bool {
    let peer = Peer::from_request("192.0.2.9".parse().ok(), None);
    sign_in(&server.library, None, name, Proof::Password(password), &peer, Some("KOReader/1")).await.is_ok()
}

/// Makes Ann a sponsor and Bob a member of one school.
async fn create_school(server: &TestServer) {
    let school = fixtures::school().organization;
    store::organizations::insert(&server.db, &school).await.unwrap();
    for (name, role) in [("ann", Role::OrganizationSponsor), ("bob", Role::OrganizationMember)] {
        let mut tx = server.db.begin().await.unwrap();
        let mut account =
            store::accounts::get_for_update(&mut tx, &AccountId::from(name)).await.unwrap().unwrap();
        account.roles = [role].into();
        account.membership = Some(Membership {
            organization: OrganizationId::from("school"),
            ..fixtures::membership(&fixtures::school())
        });
        store::accounts::update(&mut tx, &account).await.unwrap();
        tx.commit().await.unwrap();
    }
}

store::db_test! {
    async fn a_device_is_added_shown_once_and_revoked(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = sign_in_to_account(&mut browser, "ann").await;
        assert!(page.body.contains("There are no devices yet"));
        let (name, password) = add_device(&mut browser, &page, "Kobo <in> the kitchen").await;
        assert!(can_sign_in(&server, &name, &password).await && can_sign_in(&server, "ann", &password).await);

        let list = browser.open(DEVICES_PATH).await;
        for text in [name.as_str(), "Kobo &lt;in&gt; the kitchen", "November 21, 2026", "KOReader/1"] {
            assert!(list.body.replace("&#60;", "&lt;").replace("&#62;", "&gt;").contains(text), "{text}: {}", list.body);
        }
        assert!(!list.body.contains(&password), "shown once");
        let asked = browser.open(&format!("{DEVICES_PATH}/revoke?device={}", hidden_value(&list, "device"))).await;
        assert_eq!(asked.status, 200);
        assert!(can_sign_in(&server, &name, &password).await, "asking revokes nothing");
        let fields = [("token", hidden_value(&asked, "token")), ("device", hidden_value(&asked, "device"))];
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        let done = browser.post(&format!("{DEVICES_PATH}/revoke"), &fields).await;
        assert_eq!((done.status, done.header(header::LOCATION)), (StatusCode::SEE_OTHER, DEVICES_PATH));
        let said = "role=\"status\" tabindex=\"-1\" autofocus>The device is revoked.";
        assert!(browser.open(DEVICES_PATH).await.body.contains(said));
        assert!(!browser.open(DEVICES_PATH).await.body.contains(said), "said once");
        assert!(!browser.open(&format!("{DEVICES_PATH}?revoked=yes")).await.body.contains(said), "by no address");
        assert!(!can_sign_in(&server, &name, &password).await);
        let again = browser.post(&format!("{DEVICES_PATH}/revoke"), &fields).await;
        assert_eq!(again.status, 404);
        assert!(browser.open(DEVICES_PATH).await.body.contains("There are no devices yet"));
    }

    async fn the_page_of_a_new_device_has_the_address_as_text_and_as_a_code(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = sign_in_to_account(&mut browser, "ann").await;
        let made = browser.post(DEVICES_PATH, &[("token", &hidden_value(&page, "token")), ("name", "Kobo")]).await;
        assert!(made.body.contains("<code>http://127.0.0.1:8080/opds</code>"));
        assert!(made.body.contains("aria-label=\"QR code of the address http://127.0.0.1:8080/opds\""));
        for app in ["Thorium Reader", "KOReader", "Readest", "Cantook", "FBReader", "Foliate"] {
            assert!(made.body.contains(app), "{app}");
        }
        for page in [&page, &made] {
            assert_eq!(page.header(header::CACHE_CONTROL), "private, no-store");
            let policy = page.header(header::CONTENT_SECURITY_POLICY);
            assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self';"), "{policy}");
            assert!(!page.body.contains("<script") && !page.body.contains("style="), "{}", page.body);
        }
    }

    async fn a_form_that_is_sent_again_makes_no_second_device(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = sign_in_to_account(&mut browser, "ann").await;
        let (token, form) = (hidden_value(&page, "token"), hidden_value(&page, "form"));
        let fields = [("token", token.as_str()), ("form", form.as_str()), ("name", "Kobo")];
        let made = browser.post(DEVICES_PATH, &fields).await;
        assert!(made.status == 200 && made.body.contains("Kobo is ready"), "{}", made.body);
        let again = browser.post(DEVICES_PATH, &fields).await;
        assert_eq!((again.status, again.header(header::LOCATION)), (StatusCode::SEE_OTHER, DEVICES_PATH));
        let list = browser.open(DEVICES_PATH).await;
        assert_eq!(list.body.matches("<dt>Signs in as</dt>").count(), 1, "{}", list.body);
        assert_ne!(hidden_value(&list, "form"), form, "each page has a form of its own");
        let fields = [("token", token.as_str()), ("form", &hidden_value(&list, "form")), ("name", "Kobo")];
        assert_eq!(browser.post(DEVICES_PATH, &fields).await.status, 200);

        let revoked = [("token", token.as_str()), ("device", &hidden_value(&browser.open(DEVICES_PATH).await, "device"))];
        browser.post(&format!("{DEVICES_PATH}/revoke"), &revoked).await;
        assert_eq!(browser.post(DEVICES_PATH, &fields).await.status, StatusCode::SEE_OTHER, "nor after its end");
    }

    async fn faults_of_a_name_are_reported(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = sign_in_to_account(&mut browser, "ann").await;
        let token = hidden_value(&page, "token");
        for (name, said) in [("", "Enter a name for the device"), (&"x".repeat(61), "60 characters at most")] {
            let again = browser.post(DEVICES_PATH, &[("token", &token), ("name", name)]).await;
            assert_eq!(again.status, 400);
            assert!(again.body.contains("<title>Error: ") && again.body.contains(said), "{}", again.body);
            assert!(again.body.contains("href=\"#name\""), "the summary leads to the field");
        }
        for n in 0..25 {
            add_device(&mut browser, &page, &format!("Device {n}")).await;
        }
        let full = browser.post(DEVICES_PATH, &[("token", &token), ("name", "One more")]).await;
        assert!(full.status == 400 && full.body.contains("at most 25 devices"), "{}", full.body);
    }

    async fn a_form_without_the_token_of_the_session_does_nothing(db: Db) {
        let server = TestServer::new(db).await;
        let (mut ann, mut bob) = (Browser::new(&server), Browser::new(&server));
        let (own, other) = (sign_in_to_account(&mut ann, "ann").await, sign_in_to_account(&mut bob, "bob").await);
        for token in ["", "x", &hidden_value(&other, "token")] {
            let refused = ann.post(DEVICES_PATH, &[("token", token), ("name", "Kobo")]).await;
            assert_eq!(refused.status, 403, "{token}");
            assert_eq!(ann.post("/sign-out", &[("token", token)]).await.status, 403, "{token}");
        }
        assert!(ann.open(DEVICES_PATH).await.body.contains("There are no devices yet"));
        let again = hidden_value(&ann.open(DEVICES_PATH).await, "token");
        assert_ne!(again, hidden_value(&own, "token"), "each page has it in another form");
        for token in [again, hidden_value(&own, "token")] {
            assert_eq!(ann.post(DEVICES_PATH, &[("token", &token), ("name", "Kobo")]).await.status, 200);
        }
    }

    async fn signing_out_ends_the_session_and_not_the_device(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = sign_in_to_account(&mut browser, "ann").await;
        let (name, password) = add_device(&mut browser, &page, "Kobo").await;
        let stolen = browser.cookies.clone();
        let out = browser.post("/sign-out", &[("token", &hidden_value(&page, "token"))]).await;
        assert!(out.status == 200 && out.body.contains("You are signed out"), "{}", out.body);
        assert!(!browser.cookies.contains_key("session"));
        browser.cookies = stolen;
        assert_eq!(browser.open(DEVICES_PATH).await.status, 303, "the cookie is worth nothing any more");
        assert!(can_sign_in(&server, &name, &password).await);
    }

    async fn a_session_ends_by_rest_by_age_by_a_new_password_and_by_locking(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        sign_in_to_account(&mut browser, "ann").await;
        server.advance_clock(SignedDuration::from_mins(59));
        assert_eq!(browser.open(DEVICES_PATH).await.status, 200);
        server.advance_clock(SignedDuration::from_mins(59));
        assert_eq!(browser.open(DEVICES_PATH).await.status, 200, "each use counts");
        server.advance_clock(SignedDuration::from_mins(60));
        assert_eq!(browser.open(DEVICES_PATH).await.status, 303, "rest");

        sign_in_to_account(&mut browser, "ann").await;
        for _ in 0..14 {
            server.advance_clock(SignedDuration::from_mins(50));
            assert_eq!(browser.open(DEVICES_PATH).await.status, 200);
        }
        server.advance_clock(SignedDuration::from_mins(20));
        assert_eq!(browser.open(DEVICES_PATH).await.status, 303, "half a day");

        sign_in_to_account(&mut browser, "ann").await;
        let mut tx = server.db.begin().await.unwrap();
        let hash = store::accounts::find_by_login(&mut tx, "ann").await.unwrap().unwrap().1.unwrap();
        store::passwords::change_password(&mut tx, &"ann".into(), &hash, false, server.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(browser.open(DEVICES_PATH).await.status, 303, "a new password");

        sign_in_to_account(&mut browser, "ann").await;
        server.lock_account("ann", true).await;
        assert_eq!(browser.open(DEVICES_PATH).await.status, 303, "locked");
    }

    async fn a_wrong_password_is_reported_and_throttled(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let mut page = browser.open("/sign-in").await;
        for status in [400, 400, 400, 400, 400, 429] {
            page = browser.submit_to("/sign-in", &page, &[("username", "ann"), ("password", "no")]).await;
            assert_eq!(page.status, status, "{}", page.body);
            assert!(!browser.cookies.contains_key("session"));
        }
        let empty = browser.submit_to("/sign-in", &page, &[]).await;
        assert!(empty.status == 400 && empty.body.contains("Enter your password"), "{}", empty.body);
    }

    async fn the_sign_in_redirects_to_no_other_server(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let page = browser.open("/sign-in?back=https%3A%2F%2Fevil.example%2F").await;
        let fields = [("username", "ann"), ("password", USER_PASSWORD)];
        let sent = browser.submit_to("/sign-in", &page, &fields).await;
        assert_eq!((sent.status, sent.header(header::LOCATION)), (StatusCode::SEE_OTHER, "/"));
        let page = browser.open("/sign-in?back=%2Faccount%2Fdevices%3Fmember%3Dbob").await;
        let sent = browser.submit_to("/sign-in", &page, &fields).await;
        assert_eq!(sent.header(header::LOCATION), "/account/devices?member=bob");
    }

    async fn over_https_the_cookie_is_a_secure_one(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.auth_url = "https://library.example".into()).await;
        let mut browser = Browser::new(&server);
        sign_in_to_account(&mut browser, "ann").await;
        assert!(browser.cookies.contains_key("__Host-session") && !browser.cookies.contains_key("session"));
    }

    async fn a_sponsor_manages_the_devices_of_members(db: Db) {
        let server = TestServer::new(db).await;
        create_school(&server).await;
        let mut browser = Browser::new(&server);
        let own = sign_in_to_account(&mut browser, "ann").await;
        assert!(own.body.contains("href=\"/account/members\""));
        let members = browser.open("/account/members").await;
        assert!(members.body.contains("href=\"/account/devices?member=bob\""), "{}", members.body);
        assert!(members.body.contains("1 member<") && !members.body.contains("Next page"));
        let page = browser.open(&format!("{DEVICES_PATH}?member=bob")).await;
        assert_eq!(page.status, 200, "{}", page.body);
        let token = hidden_value(&page, "token");
        let made = browser.post(DEVICES_PATH, &[("token", &token), ("member", "bob"), ("name", "Tablet 3")]).await;
        assert_eq!(made.status, 200, "{}", made.body);
        let page = browser.open(&format!("{DEVICES_PATH}?member=bob")).await;
        assert!(page.body.contains("Tablet 3") && !browser.open(DEVICES_PATH).await.body.contains("Tablet 3"));
        let device = hidden_value(&page, "device");
        let foreign = browser.post(&format!("{DEVICES_PATH}/revoke"), &[("token", &token), ("device", &device)]).await;
        assert_eq!(foreign.status, 404, "it is Bob's");
        let fields = [("token", token.as_str()), ("device", &device), ("member", "bob")];
        let done = browser.post(&format!("{DEVICES_PATH}/revoke"), &fields).await;
        assert_eq!(done.header(header::LOCATION), "/account/devices?member=bob");
        assert_eq!(browser.open(&format!("{DEVICES_PATH}?member=nobody")).await.status, 404);

        let mut bob = Browser::new(&server);
        let own = sign_in_to_account(&mut bob, "bob").await;
        assert!(!own.body.contains("/account/members"));
        assert_eq!(bob.open("/account/members").await.status, 403);
        assert_eq!(bob.open(&format!("{DEVICES_PATH}?member=ann")).await.status, 403);
    }
}
