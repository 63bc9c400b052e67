//! POST /oauth/token (docs/rules/authentication.md#rule-5).

use axum::body::Body;
use axum::http::{Request, header};
use jiff::SignedDuration;

use crate::house::{Answer, Browser, CALLBACK, CUSTOM, House, PASSWORD, SECRET, encode, form_request};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn bad(code: &str) -> (u16, String) {
    (400, code.to_owned())
}

store::db_test! {
    async fn a_code_becomes_a_pair_of_tokens(db: Db) {
        let house = House::new(db).await;
        let code = Browser::new(&house).code(&[]).await;
        let answer = house.redeem(&code).await;
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
        assert_eq!(house.check(json["access_token"].as_str().unwrap()).await, "valid");
    }
}

store::db_test! {
    async fn a_code_used_twice_ends_the_tokens_made_from_it(db: Db) {
        let house = House::new(db).await;
        let code = Browser::new(&house).code(&[]).await;
        let first = house.redeem(&code).await.json();
        let (access, refresh) = (first["access_token"].as_str().unwrap(), first["refresh_token"].as_str().unwrap());
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
        let second = house.token(&fields).await.json();
        let later = second["access_token"].as_str().unwrap();
        assert_eq!((house.check(access).await, house.check(later).await), ("valid", "valid"));

        assert_eq!(house.redeem(&code).await.error(), bad("invalid_grant"));
        assert_eq!((house.check(access).await, house.check(later).await), ("revoked", "revoked"));
        assert_eq!(house.token(&fields).await.error(), bad("invalid_grant"));
        assert_eq!(house.redeem(&code).await.error(), bad("invalid_grant"), "and ever after");
    }
}

store::db_test! {
    async fn a_code_is_bound_to_client_redirect_and_time(db: Db) {
        let house = House::new(db).await;
        let mut browser = Browser::new(&house);
        let code = browser.code(&[]).await;
        let fields = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", CALLBACK)];
        let other = house.post("/oauth/token", ("trusted", ""), &fields).await;
        assert_eq!(other.error(), bad("invalid_grant"), "another client");
        let elsewhere = [fields[0], fields[1], ("redirect_uri", CUSTOM)];
        assert_eq!(house.token(&elsewhere).await.error(), bad("invalid_grant"), "another address, though registered");
        assert_eq!(house.token(&fields[..2]).await.error(), bad("invalid_request"), "no address");
        assert_eq!(house.redeem(&code).await.status, 200, "none of these used it up");

        let code = browser.code(&[]).await;
        house.wait(SignedDuration::from_mins(10));
        assert_eq!(house.redeem(&code).await.error(), bad("invalid_grant"), "too late");
        assert_eq!(house.redeem("nonsense").await.error(), bad("invalid_grant"));
    }
}

store::db_test! {
    async fn pkce_is_honored_when_sent(db: Db) {
        let house = House::new(db).await;
        let mut browser = Browser::new(&house);
        let challenged = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];
        let code = browser.code(&challenged).await;
        let fields = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", CALLBACK)];
        let with = |verifier| [fields[0], fields[1], fields[2], ("code_verifier", verifier)];
        assert_eq!(house.token(&fields).await.error(), bad("invalid_grant"), "missing");
        let wrong = "x".repeat(43);
        assert_eq!(house.token(&with(&wrong)).await.error(), bad("invalid_grant"), "wrong");
        assert_eq!(house.token(&with(VERIFIER)).await.status, 200, "right");

        let plain = browser.code(&[]).await;
        let unasked =
            [fields[0], ("code", plain.as_str()), fields[2], ("code_verifier", VERIFIER)];
        assert_eq!(house.token(&unasked).await.error(), bad("invalid_grant"), "a verifier without a challenge");
    }
}

store::db_test! {
    async fn pkce_is_required_of_keys_without_a_secret_when_the_operator_says_so(db: Db) {
        let house = House::with(db, |settings| settings.pkce_required = true).await;
        let (_, query) = Browser::new(&house).authorize(&[]).await.redirect();
        assert_eq!(query["error"], "invalid_request");
        let challenged = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];
        assert_eq!(Browser::new(&house).authorize(&challenged).await.status, 200);
        assert_eq!(Browser::new(&house).authorize(&[("client_id", "secretive")]).await.status, 200);
    }
}

store::db_test! {
    async fn reading_apps_sign_in_with_pkce_and_not_without(db: Db) {
        let house = House::new(db).await;
        let (client, redirect) = ("http://opds-spec.org/auth/client", "opds://authorize/");
        let known = [("client_id", client), ("redirect_uri", redirect)];
        let (address, query) = Browser::new(&house).authorize(&known).await.redirect();
        assert!(address.starts_with(redirect), "{address}");
        assert_eq!(query["error"], "invalid_request");
        let challenged = [&known[..], &[("code_challenge", CHALLENGE), ("code_challenge_method", "S256")]].concat();
        let code = Browser::new(&house).code(&challenged).await;
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", redirect),
            ("client_id", client),
            ("code_verifier", VERIFIER),
        ];
        let request = form_request("/oauth/token").body(encode(&fields).into()).unwrap();
        assert_eq!(house.send(request).await.status, 200);
    }
}

store::db_test! {
    async fn a_refresh_gives_a_new_pair_and_ends_nothing_yet(db: Db) {
        let house = House::new(db).await;
        let (access, refresh) = house.pair("ann").await;
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        let trusted = ("trusted", "");
        let second = house.post("/oauth/token", trusted, &fields).await.json();
        assert_ne!(second["access_token"].as_str().unwrap(), access);
        assert_ne!(second["refresh_token"].as_str().unwrap(), refresh);
        assert_eq!(second["expires_in"], 43200);
        assert_eq!(house.check(&access).await, "valid", "the old access token lives on");
        assert_eq!(house.post("/oauth/token", trusted, &fields).await.status, 200, "the old refresh token too");
        assert_eq!(house.token(&fields).await.error(), bad("invalid_grant"), "another client");

        house.wait(SignedDuration::from_secs(43_200));
        assert_eq!(house.check(&access).await, "expired");
        assert_eq!(house.post("/oauth/token", trusted, &fields).await.status, 200);
        house.wait(SignedDuration::from_hours(30 * 24));
        assert_eq!(house.post("/oauth/token", trusted, &fields).await.error(), bad("invalid_grant"), "after 30 days");
        let access_instead = [("grant_type", "refresh_token"), ("refresh_token", access.as_str())];
        assert_eq!(house.post("/oauth/token", trusted, &access_instead).await.error(), bad("invalid_grant"));
    }
}

/// Refreshes as the client `trusted`.
async fn refresh(house: &House, token: &str) -> Answer {
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token)];
    house.post("/oauth/token", ("trusted", ""), &fields).await
}

/// The new pair returned by a refresh.
async fn refreshed(house: &House, token: &str) -> (String, String) {
    let json = refresh(house, token).await.json();
    let token = |name: &str| json[name].as_str().expect("a new pair").to_owned();
    (token("access_token"), token("refresh_token"))
}

store::db_test! {
    async fn a_refresh_token_is_spent_when_the_new_access_token_is_used(db: Db) {
        let house = House::new(db).await;
        let (access, old) = house.pair("ann").await;
        // The response is lost, twice.
        refreshed(&house, &old).await;
        refreshed(&house, &old).await;
        let (new_access, new) = refreshed(&house, &old).await;
        for _ in 0..2 {
            assert_eq!(house.check(&new_access).await, "valid");
        }
        assert_eq!(house.check(&access).await, "valid", "an access token runs out on its own");
        assert_eq!(refresh(&house, &old).await.error(), bad("invalid_grant"));
        // It has leaked: all tokens of the sign-in are revoked.
        assert_eq!(refresh(&house, &new).await.error(), bad("invalid_grant"));
        for token in [&access, &new_access] {
            assert_eq!(house.check(token).await, "revoked");
        }
    }

    async fn a_refresh_token_is_spent_when_the_new_refresh_token_is_used(db: Db) {
        let house = House::new(db).await;
        let (access, first) = house.pair("ann").await;
        let (other, _) = house.pair("ann").await;
        let (_, second) = refreshed(&house, &first).await;
        let (third_access, third) = refreshed(&house, &second).await;
        assert_eq!(refresh(&house, &second).await.status, 200, "its own successor has not been used");
        // Another client learns nothing from it, and revokes nothing.
        let fields = [("grant_type", "refresh_token"), ("refresh_token", first.as_str())];
        assert_eq!(house.token(&fields).await.error(), bad("invalid_grant"));
        assert_eq!(house.check(&third_access).await, "valid");
        assert_eq!(refresh(&house, &first).await.error(), bad("invalid_grant"));
        assert_eq!(refresh(&house, &third).await.error(), bad("invalid_grant"));
        assert_eq!((house.check(&access).await, house.check(&third_access).await), ("revoked", "revoked"));
        assert_eq!(house.check(&other).await, "valid", "another sign-in stays valid");
    }

    async fn revoking_a_new_refresh_token_leaves_no_old_one_behind(db: Db) {
        let house = House::new(db).await;
        let (_, old) = house.pair("ann").await;
        let (_, new) = refreshed(&house, &old).await;
        let answer = house.post("/oauth/revocations", ("trusted", ""), &[("token", &new)]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(refresh(&house, &old).await.error(), bad("invalid_grant"));
    }

    async fn refreshes_that_race_lock_nobody_out(db: Db) {
        let house = House::new(db).await;
        let (_, old) = house.pair("ann").await;
        let pairs = futures_util::future::join_all((0..4).map(|_| refreshed(&house, &old))).await;
        for (access, _) in &pairs {
            assert_eq!(house.check(access).await, "valid");
        }
        for (_, new) in &pairs {
            assert_eq!(refresh(&house, new).await.status, 200);
        }
    }

    async fn a_replay_that_races_with_a_refresh_leaves_no_good_token(db: Db) {
        let house = House::new(db).await;
        let (_, first) = house.pair("ann").await;
        let (access, second) = refreshed(&house, &first).await;
        assert_eq!(house.check(&access).await, "valid");
        let racing = [&second, &first, &second, &second];
        let answers = futures_util::future::join_all(racing.map(|token| refresh(&house, token))).await;
        for answer in answers.iter().filter(|answer| answer.status == 200) {
            let json = answer.json();
            assert_eq!(house.check(json["access_token"].as_str().unwrap()).await, "revoked");
            let new = json["refresh_token"].as_str().unwrap();
            assert_eq!(refresh(&house, new).await.error(), bad("invalid_grant"));
        }
        assert_eq!(house.check(&access).await, "revoked");
    }
}

store::db_test! {
    async fn lifetimes_are_configurable(db: Db) {
        let house =
            House::with(db, |settings| settings.lifetimes.access = SignedDuration::from_secs(60)).await;
        let fields = [("grant_type", "password"), ("username", "ann"), ("password", PASSWORD)];
        let json = house.post("/oauth/token", ("trusted", ""), &fields).await.json();
        assert_eq!(json["expires_in"], 60);
        house.wait(SignedDuration::from_secs(60));
        assert_eq!(house.check(json["access_token"].as_str().unwrap()).await, "expired");
    }
}

store::db_test! {
    async fn the_password_grant_needs_the_privilege_and_good_credentials(db: Db) {
        let house = House::new(db).await;
        let good = [("grant_type", "password"), ("username", "Ann@example.org"), ("password", PASSWORD)];
        assert_eq!(house.post("/oauth/token", ("trusted", ""), &good).await.status, 200);
        assert_eq!(house.token(&good).await.error(), bad("unauthorized_client"));
        for (username, password) in
            [("ann", "wrong horse 2"), ("nobody", PASSWORD), ("locked", PASSWORD), ("gone", PASSWORD), ("silent", PASSWORD)]
        {
            let fields = [("grant_type", "password"), ("username", username), ("password", password)];
            let answer = house.post("/oauth/token", ("trusted", ""), &fields).await;
            assert_eq!(answer.error(), bad("invalid_grant"), "{username}");
            assert_eq!(answer.json()["error_description"], "Bad credentials");
        }
        let missing = house.post("/oauth/token", ("trusted", ""), &good[..2]).await;
        assert_eq!(missing.error(), bad("invalid_request"));
    }
}

store::db_test! {
    async fn a_locked_or_deleted_user_gets_no_new_tokens(db: Db) {
        let house = House::new(db).await;
        let code = Browser::new(&house).code(&[]).await;
        let (access, refresh) = house.pair("ann").await;
        house.lock("ann", true).await;
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        assert_eq!(house.post("/oauth/token", ("trusted", ""), &fields).await.error(), bad("invalid_grant"));
        assert_eq!(house.redeem(&code).await.error(), bad("invalid_grant"));
        assert_eq!(house.check(&access).await, "locked");
        house.lock("ann", false).await;
        house.delete("ann").await;
        assert_eq!(house.post("/oauth/token", ("trusted", ""), &fields).await.error(), bad("invalid_grant"));
    }
}

store::db_test! {
    async fn no_or_wrong_client_is_401_with_a_challenge(db: Db) {
        let house = House::new(db).await;
        let grant = ("grant_type", "refresh_token");
        let mut answers = vec![
            house.token(&[grant, ("client_id", "trusted")]).await,
            house.post("/oauth/token", ("nobody", ""), &[grant]).await,
            house.post("/oauth/token", ("disabled", ""), &[grant]).await,
            house.post("/oauth/token", ("", ""), &[grant]).await,
            house.post("/oauth/token", ("app", "guess"), &[grant]).await,
            house.post("/oauth/token", ("secretive", ""), &[grant]).await,
            house.post("/oauth/token", ("secretive", "guess"), &[grant]).await,
        ];
        let bare = |body: String| {
            Request::post("/oauth/token")
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .body(Body::from(body))
                .unwrap()
        };
        answers.push(house.send(bare(encode(&[grant]))).await);
        answers.push(house.send(bare(encode(&[grant, ("client_id", "secretive")]))).await);
        answers.push(house.send(Request::post("/oauth/token").body(Body::empty()).unwrap()).await);
        for answer in answers {
            assert_eq!(answer.error(), (401, "unauthorized_client".to_owned()));
            assert!(answer.header(header::WWW_AUTHENTICATE).starts_with("Basic realm="));
            assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
            assert_eq!(answer.header(header::CACHE_CONTROL), "no-store");
        }
    }
}

store::db_test! {
    async fn a_client_proves_itself_by_header_or_form(db: Db) {
        let house = House::new(db).await;
        let encoded: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
        let nothing = [("grant_type", "refresh_token"), ("refresh_token", "none")];
        for secret in [SECRET, &encoded] {
            let answer = house.post("/oauth/token", ("secretive", secret), &nothing).await;
            assert_eq!(answer.error(), bad("invalid_grant"), "the client is known: {secret}");
        }
        let named = [nothing[0], nothing[1], ("client_id", "secretive"), ("client_secret", SECRET)];
        assert_eq!(house.post("/oauth/token", ("secretive", SECRET), &named).await.error().0, 400);
        let request = Request::post("/oauth/token?api_key=whatever&grant_type=password")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8")
            .body(Body::from(encode(&named)))
            .unwrap();
        assert_eq!(house.send(request).await.error(), bad("invalid_grant"), "by form; the query is ignored");
    }
}

store::db_test! {
    async fn grants_scopes_and_bodies(db: Db) {
        let house = House::new(db).await;
        for (fields, code) in [
            (vec![], "invalid_request"),
            (vec![("grant_type", "client_credentials")], "invalid_request"),
            (vec![("grant_type", "implicit")], "invalid_request"),
            (vec![("grant_type", "refresh_token")], "invalid_request"),
            (vec![("grant_type", "authorization_code"), ("redirect_uri", CALLBACK)], "invalid_request"),
            (vec![("grant_type", "refresh_token"), ("grant_type", "refresh_token")], "invalid_request"),
            (
                vec![("grant_type", "refresh_token"), ("refresh_token", "a"), ("scope", "admin")],
                "invalid_scope",
            ),
        ] {
            assert_eq!(house.token(&fields).await.error(), bad(code), "{fields:?}");
        }
        for kind in ["application/json", "multipart/form-data; boundary=x", "text/plain"] {
            let request = Request::post("/oauth/token").header(header::CONTENT_TYPE, kind);
            let answer = house.send(request.body("{\"grant_type\":\"password\"}".into()).unwrap()).await;
            assert_eq!(answer.error(), bad("invalid_request"), "{kind}");
        }
        let long = "a".repeat(70_000);
        assert_eq!(house.token(&[("grant_type", &long)]).await.error(), bad("invalid_request"));
    }
}

store::db_test! {
    async fn methods_accept_and_other_origins(db: Db) {
        let house = House::new(db).await;
        for path in ["/oauth/token", "/oauth/revocations"] {
            let answer = house.get(path).await;
            assert_eq!(answer.error(), (405, "invalid_request".to_owned()));
            let allow = answer.header(header::ALLOW);
            assert!(allow.contains("POST") && allow.contains("OPTIONS"), "{allow}");
            let options = Request::options(path)
                .header(header::ORIGIN, "https://app.example")
                .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST");
            let answer = house.send(options.body(Body::empty()).unwrap()).await;
            assert_eq!((answer.status.as_u16(), answer.body.as_str()), (204, ""));
            assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
            assert!(answer.header(header::ACCESS_CONTROL_ALLOW_METHODS).contains("POST"));
            assert!(answer.header(header::ACCESS_CONTROL_ALLOW_HEADERS).contains("Authorization"));
            let html = Request::post(path).header(header::ACCEPT, "text/html");
            assert_eq!(house.send(html.body(Body::empty()).unwrap()).await.status, 406);
        }
    }
}
