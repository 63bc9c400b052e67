//! A forgotten password, from the email to the next sign-in, as a reader meets it.

use reqwest::Method;

use super::browser::Browser;
use crate::one;
use crate::support::{Sandbox, User, emails, key};

const NEW_PASSWORD: &str = "another-river-8";

async fn sign_in(sandbox: &Sandbox, name: &str, password: &str) -> u16 {
    let form = [("grant_type", "password"), ("username", name), ("password", password)];
    let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
    call.form(&form).send().await.status
}

one! {
    async fn an_email_leads_to_a_new_password(sandbox: Sandbox) {
        let user = sandbox.user("individual");
        let (name, old) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let token = sandbox.token("individual").await;
        let mut browser = Browser::new(sandbox);
        let page = browser.open("/oauth/forgot-password").await.expect_status(200);
        let form = [("username", name)];
        browser.submit_to("/oauth/forgot-password", &page, &form).await.expect_status(200);
        let email = &emails(sandbox, name, 1).await[0];
        assert!(email.contains("Ines Okafor"), "{email}");
        let path = format!("/oauth/new-password/{}", key(email, "/oauth/new-password/"));
        assert!(email.contains(&format!("\n{}{path}\n", sandbox.base())), "a link by itself: {email}");

        // The email may be opened elsewhere.
        let mut browser = Browser::new(sandbox);
        let page = browser.open(&path).await.expect_status(200);
        let form = [("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)];
        browser.submit_to(&path, &page, &form).await.expect_status(200);
        sandbox.guest("/v2/me").bearer(&token).send().await.expect_error(401, "UNAUTHORIZED");
        assert_eq!((sign_in(sandbox, name, old).await, sign_in(sandbox, name, NEW_PASSWORD).await), (400, 200));
        assert!(emails(sandbox, name, 2).await[1].contains("has just been changed"));
        browser.open(&path).await.expect_status(404);
    }

    async fn an_emailed_link_is_void_after_a_change_of_password_or_address(sandbox: Sandbox) {
        for (user, form) in [
            ("individual", ("password", "my-own-word-7")),
            ("individual2", ("emailAddress", "bram@new.example")),
        ] {
            let name = sandbox.user(user)["username"].as_str().unwrap();
            let mut browser = Browser::new(sandbox);
            let page = browser.open("/oauth/forgot-password").await.expect_status(200);
            browser.submit_to("/oauth/forgot-password", &page, &[("username", name)]).await.expect_status(200);
            let path = format!("/oauth/new-password/{}", key(&emails(sandbox, name, 1).await[0], "/oauth/new-password/"));
            let page = browser.open(&path).await.expect_status(200);
            let own = User::sign_in(sandbox, user).await;
            own.put("/v2/myAccount", &[("phoneNumber", "+1 503 555 0100")]).await.expect_status(200);
            browser.open(&path).await.expect_status(200);
            own.put("/v2/myAccount", &[form]).await.expect_status(200);
            // Neither the link nor a page that was opened before.
            browser.open(&path).await.expect_status(404);
            let fresh = [("password", NEW_PASSWORD), ("repeated", NEW_PASSWORD)];
            assert_ne!(browser.submit_to(&path, &page, &fresh).await.status, 200, "{form:?}");
            own.get("/v2/me").await.expect_status(200);
        }
        assert_eq!(sign_in(sandbox, "bram@new.example", NEW_PASSWORD).await, 400);
    }

    async fn user_name_and_address_both_sign_in_everywhere(sandbox: Sandbox) {
        // A pupil with a user name gets an address of its own.
        let user = sandbox.user("orgMember");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let token = sandbox.token("orgMember").await;
        let call = sandbox.call(Method::PUT, "/v2/myAccount").query(&[("api_key", sandbox.key("app"))]);
        let form = [("emailAddress", "olive@school.example")];
        let account = call.bearer(&token).form(&form).send().await.expect_status(200).json;
        for sign_in_name in [name, "OLIVE@School.example"] {
            assert_eq!(sign_in(sandbox, sign_in_name, password).await, 200, "{sign_in_name}: {account}");
            let mut browser = Browser::new(sandbox);
            let page = browser.authorize(&[]).await.expect_status(200);
            let consent = browser.sign_in(&page, sign_in_name, password).await.expect_status(200);
            assert!(consent.text().contains("Olive Marsh"));
            let page = browser.open("/oauth/forgot-password").await;
            let form = [("username", sign_in_name)];
            browser.submit_to("/oauth/forgot-password", &page, &form).await.expect_status(200);
        }
        emails(sandbox, "olive@school.example", 2).await;
    }

    async fn staff_give_a_password_that_must_be_changed(sandbox: Sandbox) {
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let token = sandbox.token("individual").await;
        let given = crate::support::field(&sandbox.command(&["admin", "users", "reset-password", name]), "password");
        sandbox.guest("/v2/me").bearer(&token).send().await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(sign_in(sandbox, name, &given).await, 200);
    }
}
