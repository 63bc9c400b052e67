//! POST /oauth/token (docs/rules/authentication.md#rule-5).

use axum::body::Body;
use axum::http::{Request, header};
use jiff::SignedDuration;

use crate::server::{
    Browser, CALLBACK_URL, CLIENT_SECRET, CUSTOM_CALLBACK_URL, ResponseText, TestServer, USER_PASSWORD,
    encode_form, form_request,
};

const CODE_VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CODE_CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn bad_request(code: &str) -> (u16, String) {
    (400, code.to_owned())
}

store::db_test! {
    async fn a_code_becomes_a_pair_of_tokens(db: Db) {
        let server = TestServer::new(db).await;
        let code = Browser::new(&server).obtain_code(&[]).await;
        let answer = server.redeem_code(&code).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
        assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
        assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
        assert!(answer.body.starts_with("{\""), "{}", answer.body);
        assert!(!answer.body.contains(": ") && !answer.body.contains('\n'), "compact: {}", answer.body);
        let json = answer.json();
        assert_eq!(json["token_type"], "bearer");
        assert_eq!(json["scope"], "basic");
        assert_eq!(json["expires_in"], serde_json::json!(43200));
        assert_eq!(json.as_object().unwrap().len(), 5);
        assert_eq!(server.check_token(json["access_token"].as_str().unwrap()).await, "valid");
    }
}

store::db_test! {
    async fn a_code_used_twice_ends_the_tokens_made_from_it(db: Db) {
        let server = TestServer::new(db).await;
        let code = Browser::new(&server).obtain_code(&[]).await;
        let first = server.redeem_code(&code).await.json();
        let (access, refresh) = (first["access_token"].as_str().unwrap(), first["refresh_token"].as_str().unwrap());
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
        let second = server.request_token(&fields).await.json();
        let later = second["access_token"].as_str().unwrap();
        assert_eq!((server.check_token(access).await, server.check_token(later).await), ("valid", "valid"));

        assert_eq!(server.redeem_code(&code).await.token_error(), bad_request("invalid_grant"));
        assert_eq!((server.check_token(access).await, server.check_token(later).await), ("revoked", "revoked"));
        assert_eq!(server.request_token(&fields).await.token_error(), bad_request("invalid_grant"));
        assert_eq!(server.redeem_code(&code).await.token_error(), bad_request("invalid_grant"), "and ever after");
    }
}

store::db_test! {
    async fn a_code_is_bound_to_client_redirect_and_time(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let code = browser.obtain_code(&[]).await;
        let fields = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", CALLBACK_URL)];
        let other = server.post_as_client("/oauth/token", ("trusted", ""), &fields).await;
        assert_eq!(other.token_error(), bad_request("invalid_grant"), "another client");
        let elsewhere = [fields[0], fields[1], ("redirect_uri", CUSTOM_CALLBACK_URL)];
        assert_eq!(server.request_token(&elsewhere).await.token_error(), bad_request("invalid_grant"), "another address, though registered");
        assert_eq!(server.request_token(&fields[..2]).await.token_error(), bad_request("invalid_request"), "no address");
        assert_eq!(server.redeem_code(&code).await.status, 200, "none of these used it up");

        let code = browser.obtain_code(&[]).await;
        server.advance_clock(SignedDuration::from_mins(10));
        assert_eq!(server.redeem_code(&code).await.token_error(), bad_request("invalid_grant"), "too late");
        assert_eq!(server.redeem_code("nonsense").await.token_error(), bad_request("invalid_grant"));
    }
}

store::db_test! {
    async fn pkce_is_honored_when_sent(db: Db) {
        let server = TestServer::new(db).await;
        let mut browser = Browser::new(&server);
        let challenged = [("code_challenge", CODE_CHALLENGE), ("code_challenge_method", "S256")];
        let code = browser.obtain_code(&challenged).await;
        let fields = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", CALLBACK_URL)];
        let with = |verifier| [fields[0], fields[1], fields[2], ("code_verifier", verifier)];
        assert_eq!(server.request_token(&fields).await.token_error(), bad_request("invalid_grant"), "missing");
        let wrong = "x".repeat(43);
        assert_eq!(server.request_token(&with(&wrong)).await.token_error(), bad_request("invalid_grant"), "wrong");
        assert_eq!(server.request_token(&with(CODE_VERIFIER)).await.status, 200, "right");

        let plain = browser.obtain_code(&[]).await;
        let unasked =
            [fields[0], ("code", plain.as_str()), fields[2], ("code_verifier", CODE_VERIFIER)];
        assert_eq!(server.request_token(&unasked).await.token_error(), bad_request("invalid_grant"), "a verifier without a challenge");
    }
}

store::db_test! {
    async fn pkce_is_required_of_keys_without_a_secret_when_the_operator_says_so(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.pkce_required = true).await;
        let (_, query) = Browser::new(&server).authorize(&[]).await.redirect_target();
        assert_eq!(query["error"], "invalid_request");
        let challenged = [("code_challenge", CODE_CHALLENGE), ("code_challenge_method", "S256")];
        assert_eq!(Browser::new(&server).authorize(&challenged).await.status, 200);
        assert_eq!(Browser::new(&server).authorize(&[("client_id", "secretive")]).await.status, 200);
    }
}

store::db_test! {
    async fn reading_apps_sign_in_with_pkce_and_not_without(db: Db) {
        let server = TestServer::new(db).await;
        let (client, redirect) = ("http://opds-spec.org/auth/client", "opds://authorize/");
        let known = [("client_id", client), ("redirect_uri", redirect)];
        let (address, query) = Browser::new(&server).authorize(&known).await.redirect_target();
        assert!(address.starts_with(redirect), "{address}");
        assert_eq!(query["error"], "invalid_request");
        let challenged = [&known[..], &[("code_challenge", CODE_CHALLENGE), ("code_challenge_method", "S256")]].concat();
        let code = Browser::new(&server).obtain_code(&challenged).await;
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", redirect),
            ("client_id", client),
            ("code_verifier", CODE_VERIFIER),
        ];
        let request = form_request("/oauth/token").body(encode_form(&fields).into()).unwrap();
        assert_eq!(server.send(request).await.status, 200);
    }
}

store::db_test! {
    async fn a_refresh_gives_a_new_pair_and_ends_nothing_yet(db: Db) {
        let server = TestServer::new(db).await;
        let (access, refresh) = server.token_pair("ann").await;
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        let trusted = ("trusted", "");
        let second = server.post_as_client("/oauth/token", trusted, &fields).await.json();
        assert_ne!(second["access_token"].as_str().unwrap(), access);
        assert_ne!(second["refresh_token"].as_str().unwrap(), refresh);
        assert_eq!(second["expires_in"], 43200);
        assert_eq!(server.check_token(&access).await, "valid", "the old access token lives on");
        assert_eq!(server.post_as_client("/oauth/token", trusted, &fields).await.status, 200, "the old refresh token too");
        assert_eq!(server.request_token(&fields).await.token_error(), bad_request("invalid_grant"), "another client");

        server.advance_clock(SignedDuration::from_secs(43_200));
        assert_eq!(server.check_token(&access).await, "expired");
        assert_eq!(server.post_as_client("/oauth/token", trusted, &fields).await.status, 200);
        server.advance_clock(SignedDuration::from_hours(30 * 24));
        assert_eq!(server.post_as_client("/oauth/token", trusted, &fields).await.token_error(), bad_request("invalid_grant"), "after 30 days");
        let access_instead = [("grant_type", "refresh_token"), ("refresh_token", access.as_str())];
        assert_eq!(server.post_as_client("/oauth/token", trusted, &access_instead).await.token_error(), bad_request("invalid_grant"));
    }
}

/// Refreshes as the client `trusted`.
async fn refresh_tokens(server: &TestServer, token: &str) -> ResponseText {
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token)];
    server.post_as_client("/oauth/token", ("trusted", ""), &fields).await
}

/// The new pair returned by a refresh.
async fn refreshed_pair(server: &TestServer, token: &str) -> (String, String) {
    let json = refresh_tokens(server, token).await.json();
    let token = |name: &str| json[name].as_str().expect("a new pair").to_owned();
    (token("access_token"), token("refresh_token"))
}

store::db_test! {
    async fn a_refresh_token_is_spent_when_the_new_access_token_is_used(db: Db) {
        let server = TestServer::new(db).await;
        let (access, old) = server.token_pair("ann").await;
        // The response is lost, twice.
        refreshed_pair(&server, &old).await;
        refreshed_pair(&server, &old).await;
        let (new_access, new) = refreshed_pair(&server, &old).await;
        for _ in 0..2 {
            assert_eq!(server.check_token(&new_access).await, "valid");
        }
        assert_eq!(server.check_token(&access).await, "valid", "an access token runs out on its own");
        assert_eq!(refresh_tokens(&server, &old).await.token_error(), bad_request("invalid_grant"));
        // It has leaked: all tokens of the sign-in are revoked.
        assert_eq!(refresh_tokens(&server, &new).await.token_error(), bad_request("invalid_grant"));
        for token in [&access, &new_access] {
            assert_eq!(server.check_token(token).await, "revoked");
        }
    }

    async fn a_refresh_token_is_spent_when_the_new_refresh_token_is_used(db: Db) {
        let server = TestServer::new(db).await;
        let (access, first) = server.token_pair("ann").await;
        let (other, _) = server.token_pair("ann").await;
        let (_, second) = refreshed_pair(&server, &first).await;
        let (third_access, third) = refreshed_pair(&server, &second).await;
        assert_eq!(refresh_tokens(&server, &second).await.status, 200, "its own successor has not been used");
        // Another client learns nothing from it, and revokes nothing.
        let fields = [("grant_type", "refresh_token"), ("refresh_token", first.as_str())];
        assert_eq!(server.request_token(&fields).await.token_error(), bad_request("invalid_grant"));
        assert_eq!(server.check_token(&third_access).await, "valid");
        assert_eq!(refresh_tokens(&server, &first).await.token_error(), bad_request("invalid_grant"));
        assert_eq!(refresh_tokens(&server, &third).await.token_error(), bad_request("invalid_grant"));
        assert_eq!((server.check_token(&access).await, server.check_token(&third_access).await), ("revoked", "revoked"));
        assert_eq!(server.check_token(&other).await, "valid", "another sign-in stays valid");
    }

    async fn revoking_a_new_refresh_token_leaves_no_old_one_behind(db: Db) {
        let server = TestServer::new(db).await;
        let (_, old) = server.token_pair("ann").await;
        let (_, new) = refreshed_pair(&server, &old).await;
        let answer = server.post_as_client("/oauth/revocations", ("trusted", ""), &[("token", &new)]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(refresh_tokens(&server, &old).await.token_error(), bad_request("invalid_grant"));
    }

    async fn refreshes_that_race_lock_nobody_out(db: Db) {
        let server = TestServer::new(db).await;
        let (_, old) = server.token_pair("ann").await;
        let pairs = futures_util::future::join_all((0..4).map(|_| refreshed_pair(&server, &old))).await;
        for (access, _) in &pairs {
            assert_eq!(server.check_token(access).await, "valid");
        }
        for (_, new) in &pairs {
            assert_eq!(refresh_tokens(&server, new).await.status, 200);
        }
    }

    async fn a_replay_that_races_with_a_refresh_leaves_no_good_token(db: Db) {
        let server = TestServer::new(db).await;
        let (_, first) = server.token_pair("ann").await;
        let (access, second) = refreshed_pair(&server, &first).await;
        assert_eq!(server.check_token(&access).await, "valid");
        let racing = [&second, &first, &second, &second];
        let answers = futures_util::future::join_all(racing.map(|token| refresh_tokens(&server, token))).await;
        for answer in answers.iter().filter(|answer| answer.status == 200) {
            let json = answer.json();
            assert_eq!(server.check_token(json["access_token"].as_str().unwrap()).await, "revoked");
            let new = json["refresh_token"].as_str().unwrap();
            assert_eq!(refresh_tokens(&server, new).await.token_error(), bad_request("invalid_grant"));
        }
        assert_eq!(server.check_token(&access).await, "revoked");
    }
}

store::db_test! {
    async fn lifetimes_are_configurable(db: Db) {
        let server =
            TestServer::with_settings(db, |settings| settings.lifetimes.access = SignedDuration::from_secs(60)).await;
        let fields = [("grant_type", "password"), ("username", "ann"), ("password", USER_PASSWORD)];
        let json = server.post_as_client("/oauth/token", ("trusted", ""), &fields).await.json();
        assert_eq!(json["expires_in"], 60);
        server.advance_clock(SignedDuration::from_secs(60));
        assert_eq!(server.check_token(json["access_token"].as_str().unwrap()).await, "expired");
    }
}

store::db_test! {
    async fn the_password_grant_needs_the_privilege_and_good_credentials(db: Db) {
        let server = TestServer::new(db).await;
        let good = [("grant_type", "password"), ("username", "Ann@example.org"), ("password", USER_PASSWORD)];
        assert_eq!(server.post_as_client("/oauth/token", ("trusted", ""), &good).await.status, 200);
        assert_eq!(server.request_token(&good).await.token_error(), bad_request("unauthorized_client"));
        for (username, password) in
            [("ann", "wrong horse 2"), ("nobody", USER_PASSWORD), ("locked", USER_PASSWORD), ("gone", USER_PASSWORD), ("silent", USER_PASSWORD)]
        {
            let fields = [("grant_type", "password"), ("username", username), ("password", password)];
            let answer = server.post_as_client("/oauth/token", ("trusted", ""), &fields).await;
            assert_eq!(answer.token_error(), bad_request("invalid_grant"), "{username}");
            assert_eq!(answer.json()["error_description"], "Bad credentials");
        }
        let missing = server.post_as_client("/oauth/token", ("trusted", ""), &good[..2]).await;
        assert_eq!(missing.token_error(), bad_request("invalid_request"));
    }
}

store::db_test! {
    async fn a_locked_or_deleted_user_gets_no_new_tokens(db: Db) {
        let server = TestServer::new(db).await;
        let code = Browser::new(&server).obtain_code(&[]).await;
        let (access, refresh) = server.token_pair("ann").await;
        server.lock_account("ann", true).await;
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        assert_eq!(server.post_as_client("/oauth/token", ("trusted", ""), &fields).await.token_error(), bad_request("invalid_grant"));
        assert_eq!(server.redeem_code(&code).await.token_error(), bad_request("invalid_grant"));
        assert_eq!(server.check_token(&access).await, "locked");
        server.lock_account("ann", false).await;
        server.delete_account("ann").await;
        assert_eq!(server.post_as_client("/oauth/token", ("trusted", ""), &fields).await.token_error(), bad_request("invalid_grant"));
    }
}

store::db_test! {
    async fn no_or_wrong_client_is_401_with_a_challenge(db: Db) {
        let server = TestServer::new(db).await;
        let grant = ("grant_type", "refresh_token");
        let mut answers = vec![
            server.request_token(&[grant, ("client_id", "trusted")]).await,
            server.post_as_client("/oauth/token", ("nobody", ""), &[grant]).await,
            server.post_as_client("/oauth/token", ("disabled", ""), &[grant]).await,
            server.post_as_client("/oauth/token", ("", ""), &[grant]).await,
            server.post_as_client("/oauth/token", ("app", "guess"), &[grant]).await,
            server.post_as_client("/oauth/token", ("secretive", ""), &[grant]).await,
            server.post_as_client("/oauth/token", ("secretive", "guess"), &[grant]).await,
        ];
        let bare = |body: String| {
            Request::post("/oauth/token")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .body(Body::from(body))
                .unwrap()
        };
        answers.push(server.send(bare(encode_form(&[grant]))).await);
        answers.push(server.send(bare(encode_form(&[grant, ("client_id", "secretive")]))).await);
        answers.push(server.send(Request::post("/oauth/token").body(Body::empty()).unwrap()).await);
        for answer in answers {
            assert_eq!(answer.token_error(), (401, "unauthorized_client".to_owned()));
            assert!(answer.header(header::WWW_AUTHENTICATE).starts_with("Basic realm="));
            assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
            assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
        }
    }
}

store::db_test! {
    async fn a_client_proves_itself_by_header_or_form(db: Db) {
        let server = TestServer::new(db).await;
        let encoded: String = url::form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect();
        let nothing = [("grant_type", "refresh_token"), ("refresh_token", "none")];
        for secret in [CLIENT_SECRET, &encoded] {
            let answer = server.post_as_client("/oauth/token", ("secretive", secret), &nothing).await;
            assert_eq!(answer.token_error(), bad_request("invalid_grant"), "the client is known: {secret}");
        }
        let named = [nothing[0], nothing[1], ("client_id", "secretive"), ("client_secret", CLIENT_SECRET)];
        assert_eq!(server.post_as_client("/oauth/token", ("secretive", CLIENT_SECRET), &named).await.token_error().0, 400);
        let request = Request::post("/oauth/token?api_key=whatever&grant_type=password")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8")
            .body(Body::from(encode_form(&named)))
            .unwrap();
        assert_eq!(server.send(request).await.token_error(), bad_request("invalid_grant"), "by form; the query is ignored");
    }
}

store::db_test! {
    async fn grants_scopes_and_bodies(db: Db) {
        let server = TestServer::new(db).await;
        for (fields, code) in [
            (vec![], "invalid_request"),
            (vec![("grant_type", "client_credentials")], "invalid_request"),
            (vec![("grant_type", "implicit")], "invalid_request"),
            (vec![("grant_type", "refresh_token")], "invalid_request"),
            (vec![("grant_type", "authorization_code"), ("redirect_uri", CALLBACK_URL)], "invalid_request"),
            (vec![("grant_type", "refresh_token"), ("grant_type", "refresh_token")], "invalid_request"),
            (
                vec![("grant_type", "refresh_token"), ("refresh_token", "a"), ("scope", "admin")],
                "invalid_scope",
            ),
        ] {
            assert_eq!(server.request_token(&fields).await.token_error(), bad_request(code), "{fields:?}");
        }
        for kind in ["application/json", "multipart/form-data; boundary=x", "text/plain"] {
            let request = Request::post("/oauth/token").header(header::CONTENT_TYPE, kind);
            let answer = server.send(request.body("{\"grant_type\":\"password\"}".into()).unwrap()).await;
            assert_eq!(answer.token_error(), bad_request("invalid_request"), "{kind}");
        }
        let long = "a".repeat(70_000);
        assert_eq!(server.request_token(&[("grant_type", &long)]).await.token_error(), bad_request("invalid_request"));
    }
}

store::db_test! {
    async fn methods_accept_and_other_origins(db: Db) {
        let server = TestServer::new(db).await;
        for path in ["/oauth/token", "/oauth/revocations"] {
            let answer = server.get(path).await;
            assert_eq!(answer.token_error(), (405, "invalid_request".to_owned()));
            let allow = answer.header(header::ALLOW);
            assert!(allow.contains("POST") && allow.contains("OPTIONS"), "{allow}");
            let options = Request::options(path)
                .header(header::ORIGIN, "https://app.example")
                .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST");
            let answer = server.send(options.body(Body::empty()).unwrap()).await;
            assert_eq!((answer.status.as_u16(), answer.body.as_str()), (204, ""));
            assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
            assert!(answer.header(header::ACCESS_CONTROL_ALLOW_METHODS).contains("POST"));
            assert!(answer.header(header::ACCESS_CONTROL_ALLOW_HEADERS).contains("Authorization"));
            let html = Request::post(path).header(header::ACCEPT, "text/html");
            assert_eq!(server.send(html.body(Body::empty()).unwrap()).await.status, 406);
        }
    }
}
