//! /system/apps: administrators register apps, replace their secrets, and disable their keys.

use reqwest::Method;

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Sandbox, eventually};

/// The texts in elements of code: the key, and the secret if there is one.
fn codes(page: &str) -> Vec<String> {
    let rest = page.split("translate=\"no\">").skip(1);
    rest.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

/// The status of a password grant with this key and secret.
async fn grant(sandbox: &Sandbox, key: &str, secret: &str) -> u16 {
    let user = sandbox.user("individual");
    let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
    let form = [("grant_type", "password"), ("username", name), ("password", password)];
    sandbox.call(Method::POST, "/oauth/token").basic(key, secret).form(&form).send().await.status
}

/// Waits until a search with this key has this status.
async fn wait_for_status(sandbox: &Sandbox, key: &str, status: u16) {
    eventually(&format!("status {status}"), async || {
        let reply = sandbox.get("/v2/titles").query(&[("api_key", key)]).send().await;
        if reply.status == status { Ok(()) } else { Err(format!("{}: {}", reply.status, reply.text())) }
    })
    .await;
}

one! {
    async fn an_app_is_registered_and_its_key_works_until_it_is_disabled(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let page = administrator.read("/system/apps/new").await;
        let (token, mark) = (hidden_field(&page, "token"), hidden_field(&page, "form"));
        let form = [
            ("token", token.as_str()), ("form", mark.as_str()), ("name", "Harbor <reader>"), ("site", "service"),
            ("redirects", "https://harbor.example/back\r\nharbor:/back"), ("privileges", "passwordGrant"), ("secret", "yes"),
        ];
        let ready = administrator.post("/system/apps/new", &form).await.expect_status(200).text();
        assert!(ready.contains("Harbor &#60;reader&#62; is registered"), "{ready}");
        let [key, secret] = codes(&ready).try_into().expect("a key and a secret");
        wait_for_status(sandbox, &key, 200).await;
        assert_eq!(grant(sandbox, &key, &secret).await, 200);
        assert_eq!(grant(sandbox, &key, "").await, 401);
        // The page is reloaded: nothing is created, and the secret is not shown again.
        let again = administrator.post("/system/apps/new", &form).await.expect_status(303);
        assert_eq!(again.header("location"), "/system/apps");
        let list = administrator.read("/system/apps").await;
        assert_eq!(list.matches(&format!("<bdi>{key}</bdi>")).count(), 1, "{list}");
        for part in ["Sign in with name and password", "https://harbor.example/back, harbor:/back"] {
            assert!(list.contains(part), "{part} in {list}");
        }
        assert!(!list.contains(&secret), "{list}");

        let question = administrator.read(&format!("/system/apps/secret?key={key}")).await;
        assert!(question.contains("Replace the secret of Harbor"), "{question}");
        let mark = hidden_field(&question, "mark");
        let form = [("token", token.as_str()), ("key", key.as_str()), ("mark", mark.as_str())];
        let ready = administrator.post("/system/apps/secret", &form).await.expect_status(200).text();
        let [_, new_secret] = codes(&ready).try_into().expect("the key and a secret");
        assert_eq!(grant(sandbox, &key, &secret).await, 401, "the old one is gone");
        assert_eq!(grant(sandbox, &key, &new_secret).await, 200);
        let again = administrator.post("/system/apps/secret", &form).await.expect_status(303);
        let list = administrator.read(again.header("location")).await;
        assert!(list.contains("Nothing was replaced"), "{list}");
        assert_eq!(grant(sandbox, &key, &new_secret).await, 200);

        let form = [("token", token.as_str()), ("key", key.as_str()), ("state", "disabled")];
        administrator.post("/system/apps/state", &form).await.expect_status(303);
        wait_for_status(sandbox, &key, 403).await;
        assert_eq!(grant(sandbox, &key, &new_secret).await, 401);
        let form = [("token", token.as_str()), ("key", key.as_str()), ("state", "enabled")];
        administrator.post("/system/apps/state", &form).await.expect_status(303);
        wait_for_status(sandbox, &key, 200).await;

        for act in ["createClient", "replaceClientSecret", "disableClient", "enableClient"] {
            let found = administrator.read(&format!("/desk/audit?kind={act}")).await;
            assert!(found.contains(&format!("App {key}")) && found.contains(" /system/apps/"), "{act}: {found}");
        }
    }

    async fn a_key_that_anybody_could_use_is_pointed_out(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let page = administrator.read("/system/apps/new").await;
        let (token, mark) = (hidden_field(&page, "token"), hidden_field(&page, "form"));
        let redirects = "https://harbor.example/back";
        let form = [
            ("token", token.as_str()), ("form", mark.as_str()), ("name", "Exposed"), ("site", "service"),
            ("redirects", redirects), ("privileges", "membership"),
        ];
        let ready = administrator.post("/system/apps/new", &form).await.expect_status(200).text();
        assert_eq!(codes(&ready).len(), 1, "without a secret: {ready}");
        let list = administrator.read("/system/apps").await;
        assert!(list.contains("Anybody can use the privileges of this key"), "{list}");
        let system = administrator.read("/system").await;
        assert!(system.contains("Anybody can use the privileges of") && system.contains("Exposed"), "{system}");
    }

    async fn a_form_with_errors_registers_nothing(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let page = administrator.read("/system/apps/new").await;
        let token = hidden_field(&page, "token");
        let before = administrator.read("/system/apps").await.matches("<h2 ").count();
        let form = [("token", token.as_str()), ("name", " "), ("site", "service"), ("redirects", "back#here")];
        let wrong = administrator.post("/system/apps/new", &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("back#here cannot be registered"), "{wrong}");
        assert_eq!(administrator.read("/system/apps").await.matches("<h2 ").count(), before);
        // Reading apps share a key without a secret.
        let shared = "/system/apps/secret?key=http%3A%2F%2Fopds-spec.org%2Fauth%2Fclient";
        administrator.get(shared).await.expect_status(404);

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        let key = sandbox.key("app");
        for (path, more) in [("new", ("name", "App")), ("state", ("state", "disabled")), ("secret", ("mark", "x"))] {
            let form = [("token", token.as_str()), ("key", key), more];
            assistant.post(&format!("/system/apps/{path}"), &form).await.expect_status(403);
        }
    }
}
