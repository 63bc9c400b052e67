//! PUT /v2/accounts/{userIdentifier}/password.

use serde_json::json;

use super::{PASSWORD, account, staff};
use crate::oauth::Browser;
use crate::one;
use crate::support::{Sandbox, User, emails, key};

one! {
    async fn a_new_password_ends_what_the_old_one_gave(sandbox: Sandbox) {
        let ines = sandbox.user("individual");
        let (name, old) = (ines["username"].as_str().unwrap(), ines["password"].as_str().unwrap());
        let signed_in = sandbox.sign_in("trusted", name, old).await.expect_status(200).json;
        let device = User::sign_in_with_password(sandbox, name, old).await;
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = format!("{}/password", account(sandbox, "individual"));
        let reply = assistant.put(&at, &[("password", PASSWORD)]).await.expect_status(200);
        assert_eq!((&reply.json["key"], &reply.json["links"]), (&json!("SUCCESS"), &json!([])));
        assert!(reply.json["messages"][0].is_string());

        device.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        let form = [("grant_type", "refresh_token"), ("refresh_token", signed_in["refresh_token"].as_str().unwrap())];
        let refresh = sandbox.call(reqwest::Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
        assert_eq!(refresh.form(&form).send().await.expect_status(400).json["error"], "invalid_grant");
        assert_eq!(sandbox.sign_in("trusted", name, old).await.expect_status(400).json["error"], "invalid_grant");
        let reader = User::sign_in_with_password(sandbox, name, PASSWORD).await;
        assert_eq!(reader.get("/v2/myAccount").await.expect_status(200).json["needsNewPassword"], true);
        let own = reader.put("/v2/myAccount", &[("password", "own-choice-99")]).await.expect_status(200);
        assert_eq!(own.json["needsNewPassword"], false);
    }

    async fn a_put_of_the_account_does_the_same(sandbox: Sandbox) {
        let device = User::sign_in(sandbox, "individual").await;
        let assistant = staff(sandbox, "membershipAssistant").await;
        let form = [("password", PASSWORD), ("lastName", "Stream")];
        assistant.put(&account(sandbox, "individual"), &form).await.expect_status(200);
        device.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let own = User::sign_in_with_password(sandbox, name, PASSWORD).await.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!((&own["needsNewPassword"], &own["name"]["lastName"]), (&json!(true), &json!("Stream")));
    }

    async fn a_password_needs_a_name_to_sign_in_by_and_the_reverse(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let member = account(sandbox, "orgMember2");
        let (password, email) = (("password", PASSWORD), ("emailAddress", "olly@school.example"));
        assistant.put(&format!("{member}/password"), &[password]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.put(&member, &[password]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.put(&member, &[email]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.put(&member, &[("phoneNumber", "+1 503 555 0177")]).await.expect_status(200);
        assistant.put(&member, &[email, password]).await.expect_status(200);
        User::sign_in_with_password(sandbox, email.1, PASSWORD).await.get("/v2/me").await.expect_status(200);
        assistant.put(&format!("{member}/password"), &[("password", "other-beach-8")]).await.expect_status(200);
        assistant.put(&member, &[("emailAddress", "oliver@school.example")]).await.expect_status(200);
    }

    async fn staff_who_set_their_own_password_need_not_change_it_again(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = format!("{}/password", account(sandbox, "membershipAssistant"));
        assistant.put(&at, &[("password", PASSWORD)]).await.expect_status(200);
        let name = sandbox.user("membershipAssistant")["username"].as_str().unwrap();
        let own = User::sign_in_with_password(sandbox, name, PASSWORD).await.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!(own["needsNewPassword"], false);
    }

    async fn links_to_a_new_password_are_void_then(sandbox: Sandbox) {
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let mut browser = Browser::new(sandbox);
        let page = browser.open("/oauth/forgot-password").await.expect_status(200);
        browser.submit_to("/oauth/forgot-password", &page, &[("username", name)]).await.expect_status(200);
        let email = emails(sandbox, name, 1).await.remove(0);
        let link = format!("/oauth/new-password/{}", key(&email, "/oauth/new-password/"));
        browser.open(&link).await.expect_status(200);
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = format!("{}/password", account(sandbox, "individual"));
        assistant.put(&at, &[("password", PASSWORD)]).await.expect_status(200);
        browser.open(&link).await.expect_status(404);
    }

    async fn refused_changes_change_nothing(sandbox: Sandbox) {
        let device = User::sign_in(sandbox, "individual").await;
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = |name: &str| format!("{}/password", account(sandbox, name));
        assistant.put(&at("individual"), &[]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.put(&at("individual"), &[("password", "")]).await.expect_error(400, "MISSING_PARAMETER");
        for bad in ["short1", "onlyletters", "1234567890", &"a1".repeat(17)] {
            assistant.put(&at("individual"), &[("password", bad)]).await.expect_error(400, "INVALID_PASSWORD");
        }
        let good = [("password", PASSWORD)];
        assistant.put(&at("labIndividual"), &good).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put("/v2/accounts/nobody/password", &good).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put(&at("administrator"), &good).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        device.get("/v2/me").await.expect_status(200);
        User::sign_in(sandbox, "administrator").await.get("/v2/me").await.expect_status(200);
    }
}
