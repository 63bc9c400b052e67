//! GET and POST /v2/competentAuthority/{identifier} (docs/rules/accounts.md#rule-9,
//! docs/rules/records.md#rule-31).

use reqwest::Method;
use serde_json::json;

use crate::both;
use crate::my_account::post;
use crate::one;
use crate::support::{Call, Sandbox, emails, key};

const EMAIL: &str = "lund@clinic.example";

const FORM: [(&str, &str); 7] = [
    ("disabilityType", "visual"),
    ("disabilityType", "physical"),
    ("firstName", "Lis"),
    ("lastName", "Lund"),
    ("title", "Physician"),
    ("emailAddress", "LUND@clinic.example"),
    ("confirm", "true"),
];

/// The form with one value replaced; an empty one takes the parameter away.
fn form_with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut form: Vec<_> = FORM.into_iter().filter(|(field, _)| *field != name).collect();
    form.extend((!value.is_empty()).then_some((name, value)));
    form
}

/// `unqualified` asks the authority: the identifier in the email.
async fn ask(sandbox: &Sandbox) -> String {
    let form = [("emailAddress", EMAIL), ("name", "Dr. Lund")];
    post(sandbox, "unqualified", "/v2/myAccount/proofOfDisabilityRequest", &form)
        .await
        .send()
        .await
        .expect_status(200);
    key(emails(sandbox, EMAIL, 1).await.last().unwrap(), "/confirm/")
}

fn call(sandbox: &Sandbox, method: Method, identifier: &str, app: &str) -> Call {
    let path = format!("/v2/competentAuthority/{identifier}");
    sandbox.call(method, &path).query(&[("api_key", sandbox.key(app))])
}

fn read(sandbox: &Sandbox, identifier: &str) -> Call {
    call(sandbox, Method::GET, identifier, "privileged")
}

fn confirm(sandbox: &Sandbox, identifier: &str, form: &[(&str, &str)]) -> Call {
    call(sandbox, Method::POST, identifier, "privileged").form(form)
}

async fn status(sandbox: &Sandbox) -> String {
    let account =
        sandbox.call_signed_in("unqualified", "/v2/myAccount").await.send().await.expect_status(200).json;
    account["proofOfDisabilityStatus"].as_str().unwrap().to_owned()
}

fn member(sandbox: &Sandbox) -> String {
    sandbox.user("unqualified")["userAccountId"].as_str().unwrap().to_owned()
}

one! {
    async fn the_record_names_the_caller(sandbox: Sandbox) {
        let identifier = ask(sandbox).await;
        let record = read(sandbox, &identifier).send().await.expect_status(200);
        let link = format!("{}/v2/competentAuthority/{identifier}", sandbox.base());
        let expected = json!({
            "recordIdentifier": identifier,
            "userAccountId": member(sandbox),
            "name": {
                "firstName": "Uma", "lastName": "Patel", "middle": null, "prefix": null, "suffix": null, "links": []
            },
            "dateOfBirth": "1984-05-17",
            "emailAddress": EMAIL,
            "dateRequested": record.json["dateRequested"],
            "dateConfirmed": null,
            "disabilities": [],
            "links": [{"rel": "self", "href": link}],
        });
        assert_eq!(record.json, expected);
        assert!(record.json["dateRequested"].as_str().unwrap().ends_with('Z'));
        // A token in addition to the key changes nothing.
        let token = sandbox.token("individual").await;
        read(sandbox, &identifier).bearer(&token).send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "submitted", "reading confirms nothing");
    }

    async fn a_confirmation_makes_the_proof_active_once(sandbox: Sandbox) {
        let identifier = ask(sandbox).await;
        let done = confirm(sandbox, &identifier, &FORM).send().await.expect_status(200);
        assert_eq!(done.json["key"], "SUCCESS");
        assert_eq!(status(sandbox).await, "active");
        for reply in [read(sandbox, &identifier).send().await, confirm(sandbox, &identifier, &FORM).send().await] {
            reply.expect_error(404, "RECORD_NOT_FOUND");
        }
        let reader = sandbox.user("unqualified")["username"].as_str().unwrap();
        assert!(emails(sandbox, reader, 1).await[0].contains("confirmed"));
        // Proofs submitted before stay; another request shows them.
        let again = ask_again(sandbox).await;
        let record = read(sandbox, &again).send().await.expect_status(200).json;
        assert_eq!(record["disabilities"], json!(["physical", "visual"]));
    }

    async fn the_member_may_be_named_along_with_the_address(sandbox: Sandbox) {
        let (id, name) = (member(sandbox), sandbox.user("unqualified")["username"].as_str().unwrap());
        confirm(sandbox, &id, &FORM).send().await.expect_error(404, "RECORD_NOT_FOUND");
        ask(sandbox).await;
        let reply = confirm(sandbox, &id, &form_with("emailAddress", "other@clinic.example")).send().await;
        reply.expect_error(400, "INVALID_EMAIL");
        confirm(sandbox, name, &FORM).send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "active");
        confirm(sandbox, &id, &FORM).send().await.expect_error(404, "RECORD_NOT_FOUND");
    }

    async fn a_site_reviews_who_names_a_member_and_proves_nothing(sandbox: Sandbox) {
        sandbox.command(&["admin", "sites", "reviews", "service", "unproven"]);
        let name = sandbox.user("unqualified")["username"].as_str().unwrap();
        let authorizations = [
            None,
            Some(basic("demo-privileged", "")),
            Some(basic("demo-privileged", "a guess")),
            Some(basic("demo-trusted", "")),
        ];
        for authorization in &authorizations {
            request_confirmation(sandbox, EMAIL).await;
            let call = confirm(sandbox, name, &FORM);
            let call = match authorization {
                Some(value) => call.header("authorization", value),
                None => call,
            };
            call.send().await.expect_status(200);
            assert_eq!(status(sandbox).await, "submitted", "{authorization:?}");
        }
        request_confirmation(sandbox, EMAIL).await;
        let proved = confirm(sandbox, name, &FORM);
        let proved = proved.header("authorization", &basic("demo-privileged", "demo-privileged-secret"));
        proved.send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "active");
        let listed = sandbox.command(&["admin", "proofs", "list", &member(sandbox)]);
        let unproven = listed.lines().filter(|line| line.contains("without proving its secret"));
        assert_eq!(unproven.count(), authorizations.len());
    }

    async fn members_do_not_confirm_themselves(sandbox: Sandbox) {
        ask(sandbox).await;
        let token = sandbox.token("unqualified").await;
        confirm(sandbox, &member(sandbox), &FORM).bearer(&token).send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "submitted", "staff review it");
    }

    async fn staff_see_who_confirmed_and_review_doubtful_authorities(sandbox: Sandbox) {
        request_confirmation(sandbox, "dr.lund@gmail.com").await;
        let identifier = key(emails(sandbox, "dr.lund@gmail.com", 1).await.last().unwrap(), "/confirm/");
        let form = form_with("emailAddress", "dr.lund@gmail.com");
        confirm(sandbox, &identifier, &form).send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "submitted", "anybody gets such an address");
        let listed = sandbox.command(&["admin", "proofs", "list", &member(sandbox)]);
        let line = listed.lines().find(|line| line.contains("waits for review")).unwrap();
        assert!(line.contains("Lis Lund, Physician, dr.lund@gmail.com"), "{line}");

        sandbox.command(&["admin", "sites", "reviews", "service", "never"]);
        let identifier = ask(sandbox).await;
        confirm(sandbox, &identifier, &FORM).send().await.expect_status(200);
        assert_eq!(status(sandbox).await, "active");
        let listed = sandbox.command(&["admin", "proofs", "list", &member(sandbox)]);
        assert!(listed.contains("Confirmed by Lis Lund, Physician, lund@clinic.example"), "{listed}");
    }
}

/// `unqualified` asks an authority, whose email this does not wait for.
async fn request_confirmation(sandbox: &Sandbox, email: &str) {
    let path = "/v2/myAccount/proofOfDisabilityRequest";
    post(sandbox, "unqualified", path, &[("emailAddress", email)]).await.send().await.expect_status(200);
}

/// The header of an app that sends this secret.
fn basic(key: &str, secret: &str) -> String {
    use base64::Engine as _;
    format!("Basic {}", base64::prelude::BASE64_STANDARD.encode(format!("{key}:{secret}")))
}

both! {
    async fn of_concurrent_confirmations_one_succeeds(sandbox: Sandbox) {
        let identifier = ask(sandbox).await;
        let calls = (0..6).map(|_| confirm(sandbox, &identifier, &FORM).send());
        let mut statuses: Vec<u16> =
            futures_util::future::join_all(calls).await.into_iter().map(|reply| reply.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404, 404, 404, 404, 404]);
    }
}

one! {
    async fn all_missing_and_invalid_fields_are_reported_together(sandbox: Sandbox) {
        let identifier = ask(sandbox).await;
        let reply = confirm(sandbox, &identifier, &[]).send().await.expect_error(400, "MISSING_PARAMETER");
        let messages = reply.json["messages"].to_string();
        for name in ["disabilityType", "firstName", "lastName", "title", "emailAddress", "confirm"] {
            assert!(messages.contains(&format!("\"{name}: ")), "{name} in {messages}");
            let reply = confirm(sandbox, &identifier, &form_with(name, "")).send().await;
            reply.expect_error(400, "MISSING_PARAMETER");
        }
        for (name, value, key) in [
            ("disabilityType", "lazy", "INVALID_PARAMETER"),
            ("confirm", "false", "INVALID_PARAMETER"),
            ("emailAddress", "lund", "INVALID_EMAIL"),
            ("emailAddress", "somebody@else.example", "INVALID_EMAIL"),
        ] {
            confirm(sandbox, &identifier, &form_with(name, value)).send().await.expect_error(400, key);
        }
        assert_eq!(status(sandbox).await, "submitted");
    }

    async fn only_keys_of_authorities_of_the_same_site_come_in(sandbox: Sandbox) {
        let identifier = ask(sandbox).await;
        for app in ["app", "trusted", "otherSite"] {
            call(sandbox, Method::GET, &identifier, app).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
            let post = call(sandbox, Method::POST, &identifier, app).form(&FORM);
            post.send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        }
        let lab = sandbox.command(&[
            "admin", "clients", "create", "Lab", "--site", "lab", "--privilege", "competentAuthority",
        ]);
        let lab = crate::support::field(&lab, "key");
        let path = format!("/v2/competentAuthority/{identifier}");
        sandbox.get(&path).query(&[("api_key", &lab)]).send().await.expect_error(404, "RECORD_NOT_FOUND");
        read(sandbox, "made-up").send().await.expect_error(404, "RECORD_NOT_FOUND");
        read(sandbox, &member(sandbox)).send().await.expect_error(404, "RECORD_NOT_FOUND");
        sandbox.command(&["admin", "users", "disable", &member(sandbox)]);
        read(sandbox, &identifier).send().await.expect_error(404, "RECORD_NOT_FOUND");
    }
}

/// A second request to the same address.
async fn ask_again(sandbox: &Sandbox) -> String {
    let form = [("emailAddress", EMAIL)];
    post(sandbox, "unqualified", "/v2/myAccount/proofOfDisabilityRequest", &form)
        .await
        .send()
        .await
        .expect_status(200);
    key(&emails(sandbox, EMAIL, 2).await[1], "/confirm/")
}
