//! PUT /v2/myAccount (docs/rules/accounts.md#rule-3).

use serde_json::{Value, json};

use super::put;
use crate::oauth::Browser;
use crate::one;
use crate::support::{Reply, Sandbox, emails, field, key};

const PATH: &str = "/v2/myAccount";

/// Signs in by the password grant.
async fn sign_in(sandbox: &Sandbox, username: &str, password: &str) -> Reply {
    let form = [("grant_type", "password"), ("username", username), ("password", password)];
    let call = sandbox.call(reqwest::Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
    call.form(&form).send().await
}

one! {
    async fn only_sent_fields_change(sandbox: Sandbox) {
        let before = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200).json;
        let form = [
            ("firstName", "Inés"),
            ("phoneNumber", ""),
            ("address2", "Flat 3"),
            ("country", "ca"),
            ("state", "BC"),
            ("dateOfBirth", "1984-05-18T00:00:00Z"),
        ];
        let after = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(after["name"]["firstName"], "Inés");
        assert_eq!(after["name"]["lastName"], before["name"]["lastName"]);
        assert_eq!(after["phoneNumber"], Value::Null);
        assert_eq!(after["dateOfBirth"], "1984-05-18");
        let mut address = before["address"].clone();
        address["address2"] = json!("Flat 3");
        address["country"] = json!("CA");
        address["state"] = json!("CA-BC");
        assert_eq!(after["address"], address);
        let read = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200).json;
        assert_eq!(read, after);
    }

    async fn another_country_takes_the_state_away(sandbox: Sandbox) {
        let moved = put(sandbox, "individual", PATH, &[("country", "DE")]).await.send().await.expect_status(200);
        assert_eq!(moved.json["address"]["state"], Value::Null);
        put(sandbox, "individual", PATH, &[("state", "OR")]).await.send().await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn a_new_password_signs_in_and_the_old_one_does_not(sandbox: Sandbox) {
        let user = sandbox.user("individual").clone();
        let (name, old) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let elsewhere = sandbox.sign_in("trusted", name, old).await.expect_status(200).json;
        let token = sandbox.token("individual").await;
        let call = sandbox.call(reqwest::Method::PUT, PATH).query(&[("api_key", sandbox.key("trusted"))]).bearer(&token);
        let changed = call.form(&[("password", "another-4-me")]).send().await;
        assert_eq!(changed.expect_status(200).json["needsNewPassword"], false);
        sign_in(sandbox, name, old).await.expect_status(400);
        sign_in(sandbox, name, "another-4-me").await.expect_status(200);
        // Signed in here still, and nowhere else.
        let me = async |token: &str| sandbox.guest("/v2/me").bearer(token).send().await;
        me(&token).await.expect_status(200);
        me(elsewhere["access_token"].as_str().unwrap()).await.expect_status(401);
        let form = [("grant_type", "refresh_token"), ("refresh_token", elsewhere["refresh_token"].as_str().unwrap())];
        let call = sandbox.call(reqwest::Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
        call.form(&form).send().await.expect_status(400);
    }

    async fn a_password_that_must_be_changed_is_changed_by_this(sandbox: Sandbox) {
        let name = sandbox.user("individual")["username"].as_str().unwrap().to_owned();
        let shown = sandbox.command(&["admin", "users", "reset-password", &name]);
        let given = field(&shown, "password");
        let reply = sign_in(sandbox, &name, &given).await.expect_status(200);
        let token = reply.json["access_token"].as_str().unwrap().to_owned();
        let account = sandbox.guest(PATH).bearer(&token).send().await.expect_status(200).json;
        assert_eq!(account["needsNewPassword"], true);
        let call = sandbox.call(reqwest::Method::PUT, PATH).query(&[("api_key", sandbox.key("app"))]).bearer(&token);
        let changed = call.form(&[("password", "my-own-word-7")]).send().await.expect_status(200).json;
        assert_eq!(changed["needsNewPassword"], false);
    }

    async fn a_new_address_is_the_new_user_name(sandbox: Sandbox) {
        let password = sandbox.user("individual")["password"].as_str().unwrap().to_owned();
        let form = [("emailAddress", "Ines@New.example")];
        let changed = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(changed["username"], "Ines@New.example");
        sign_in(sandbox, "ines@new.example", &password).await.expect_status(200);
        let old = sandbox.user("individual")["username"].as_str().unwrap();
        sign_in(sandbox, old, &password).await.expect_status(400);
    }

    async fn the_old_address_undoes_what_a_stolen_token_changed(sandbox: Sandbox) {
        let user = sandbox.user("individual").clone();
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let form = [("language", "deu"), ("emailAddress", "thief@new.example"), ("password", "another-4-me")];
        put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200);
        let email = emails(sandbox, name, 1).await.remove(0);
        assert!(email.contains("eine andere E-Mail-Adresse") && email.contains("ein anderes Passwort"), "{email}");
        let path = format!("/oauth/undo/{}", key(&email, "/oauth/undo/"));
        assert!(email.contains(&format!("\n{}{path}\n", sandbox.base())), "a link by itself: {email}");

        // The thief continues, but gets no link; another account cannot take the address.
        let reply = sign_in(sandbox, "thief@new.example", "another-4-me").await.expect_status(200);
        let token = reply.json["access_token"].as_str().unwrap().to_owned();
        let call = |token: &str, form: &[(&str, &str)]| {
            let call = sandbox.call(reqwest::Method::PUT, PATH).query(&[("api_key", sandbox.key("app"))]);
            call.bearer(token).form(form)
        };
        call(&token, &[("password", "another-5-me")]).send().await.expect_status(200);
        let notice = emails(sandbox, "thief@new.example", 1).await.remove(0);
        assert!(notice.contains("ein anderes Passwort") && !notice.contains("/oauth/"), "{notice}");
        let other = sandbox.token("individual2").await;
        call(&other, &[("emailAddress", name)]).send().await.expect_error(409, "USER_EXISTS");

        let mut browser = Browser::new(sandbox);
        let page = browser.open(&path).await.expect_status(200);
        assert!(page.text().contains(name) && page.text().contains("<html lang=\"de\""), "{}", page.text());
        browser.submit_to(&path, &page, &[]).await.expect_status(200);
        sandbox.guest("/v2/me").bearer(&token).send().await.expect_error(401, "UNAUTHORIZED");
        sign_in(sandbox, "thief@new.example", "another-5-me").await.expect_status(400);
        sign_in(sandbox, name, "another-5-me").await.expect_status(400);
        sign_in(sandbox, name, password).await.expect_status(200);
        browser.open(&path).await.expect_status(404);
    }

    async fn a_password_is_changed_ten_times_an_hour(sandbox: Sandbox) {
        let token = sandbox.token("individual2").await;
        let change = async |number: u32| {
            let password = format!("another-{number}-me");
            let call = sandbox.call(reqwest::Method::PUT, PATH).query(&[("api_key", sandbox.key("app"))]);
            call.bearer(&token).form(&[("password", password.as_str())]).send().await
        };
        for number in 0..10 {
            change(number).await.expect_status(200);
        }
        let refused = change(10).await.expect_error(429, "TOO_MANY_REQUESTS");
        let seconds: u64 = refused.header("retry-after").parse().unwrap();
        assert!((1800..=3600).contains(&seconds), "{seconds}");
    }

    async fn an_address_that_is_taken_is_a_conflict(sandbox: Sandbox) {
        let taken = sandbox.user("labIndividual")["username"].as_str().unwrap().to_uppercase();
        let form = [("emailAddress", taken.as_str()), ("firstName", "Nobody")];
        put(sandbox, "individual", PATH, &form).await.send().await.expect_error(409, "USER_EXISTS");
        let account = sandbox.call_signed_in("individual", PATH).await.send().await.json;
        assert_eq!(account["name"]["firstName"], "Ines", "nothing was changed");
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        for (name, value, key) in [
            ("firstName", "", "INVALID_PARAMETER"),
            ("emailAddress", "nobody", "INVALID_EMAIL"),
            ("country", "USA", "INVALID_COUNTRY"),
            ("country", "", "INVALID_PARAMETER"),
            ("language", "english", "INVALID_LANGUAGE"),
            ("password", "short1", "INVALID_PASSWORD"),
            ("password", "onlyletters", "INVALID_PASSWORD"),
            ("dateOfBirth", "yesterday", "INVALID_DATE"),
            ("dateOfBirth", "2999-01-01", "INVALID_DATE"),
            ("dateOfBirth", "2015-01-01", "MISSING_PARAMETER"),
            ("guardianFirstName", "Rosa", "MISSING_PARAMETER"),
            ("allowAdultContent", "maybe", "INVALID_PARAMETER"),
        ] {
            put(sandbox, "individual", PATH, &[(name, value)]).await.send().await.expect_error(400, key);
        }
    }

    async fn a_minor_keeps_a_guardian(sandbox: Sandbox) {
        let both = [("guardianFirstName", ""), ("guardianLastName", "")];
        put(sandbox, "minor", PATH, &both).await.send().await.expect_error(400, "MISSING_PARAMETER");
        let changed = put(sandbox, "minor", PATH, &[("guardianFirstName", "Ruth")]).await.send().await;
        let guardian = changed.expect_status(200).json["guardian"].clone();
        assert_eq!((&guardian["firstName"], &guardian["lastName"]), (&json!("Ruth"), &json!("Santos")));
    }
}
