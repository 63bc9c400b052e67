//! POST /v2/myAccount/proofOfDisabilityRequest (docs/rules/accounts.md#rule-9).

use super::post;
use crate::both;
use crate::one;
use crate::support::{Sandbox, emails, key};

const PATH: &str = "/v2/myAccount/proofOfDisabilityRequest";

const FORM: [(&str, &str); 3] = [
    ("emailAddress", "Lund@clinic.example"),
    ("name", "Dr. Lund"),
    ("message", "We met in May.\nThank you!"),
];

async fn status(sandbox: &Sandbox, user: &str) -> String {
    let account = sandbox.call_signed_in(user, "/v2/myAccount").await.send().await.expect_status(200).json;
    account["proofOfDisabilityStatus"].as_str().unwrap().to_owned()
}

one! {
    async fn the_authority_is_sent_an_email_with_a_link(sandbox: Sandbox) {
        assert_eq!(status(sandbox, "unqualified").await, "missing");
        let reply = post(sandbox, "unqualified", PATH, &FORM).await.send().await.expect_status(200);
        assert_eq!(reply.json["key"], "SUCCESS");
        assert_eq!(status(sandbox, "unqualified").await, "submitted");
        let email = &emails(sandbox, "Lund@clinic.example", 1).await[0];
        for text in ["To: \"Dr. Lund\" <Lund@clinic.example>", "Uma Patel", "\n> We met in May.\n> Thank you!\n"] {
            assert!(email.contains(text), "{text} in {email}");
        }
        let key = key(email, "/confirm/");
        let page = sandbox.get(&format!("/confirm/{key}")).send().await.expect_status(200);
        assert!(page.text().contains("Uma Patel"));
        assert!(email.contains(&format!("\n{key}\n")), "the identifier is on a line of its own too");
    }

    async fn an_active_proof_stays_active(sandbox: Sandbox) {
        post(sandbox, "individual", PATH, &FORM[..1]).await.send().await.expect_status(200);
        assert_eq!(status(sandbox, "individual").await, "active");
    }

    async fn five_emails_a_day_are_enough(sandbox: Sandbox) {
        for n in 0..5 {
            let email = format!("authority{n}@clinic.example");
            let form = [("emailAddress", email.as_str())];
            post(sandbox, "unqualified", PATH, &form).await.send().await.expect_status(200);
        }
        let reply = post(sandbox, "unqualified", PATH, &FORM).await.send().await;
        let reply = reply.expect_error(429, "TOO_MANY_REQUESTS");
        let wait: i64 = reply.header("retry-after").parse().unwrap();
        assert!((86_000..=86_401).contains(&wait), "{wait}");
        post(sandbox, "minor", PATH, &FORM).await.send().await.expect_status(200);
    }
}

both! {
    async fn concurrent_requests_are_counted_one_after_the_other(sandbox: Sandbox) {
        let mut calls = Vec::new();
        for _ in 0..9 {
            calls.push(post(sandbox, "unqualified", PATH, &FORM).await.send());
        }
        let statuses: Vec<u16> =
            futures_util::future::join_all(calls).await.into_iter().map(|reply| reply.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 5, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 4, "{statuses:?}");
    }
}

one! {
    async fn bad_values_are_refused(sandbox: Sandbox) {
        post(sandbox, "unqualified", PATH, &[]).await.send().await.expect_error(400, "MISSING_PARAMETER");
        let own = sandbox.user("unqualified")["username"].as_str().unwrap().to_uppercase();
        for email in ["nobody", own.as_str()] {
            let reply = post(sandbox, "unqualified", PATH, &[("emailAddress", email)]).await.send().await;
            reply.expect_error(400, "INVALID_EMAIL");
        }
        let long = "x".repeat(1001);
        let form = [("emailAddress", "a@b.example"), ("message", long.as_str())];
        post(sandbox, "unqualified", PATH, &form).await.send().await.expect_error(400, "INVALID_PARAMETER");
        for user in ["sponsor", "orgMember", "membershipAssistant"] {
            post(sandbox, user, PATH, &FORM).await.send().await.expect_error(403, "FORBIDDEN");
        }
        let guest = sandbox.call(reqwest::Method::POST, PATH).query(&[("api_key", sandbox.key("app"))]);
        guest.form(&FORM).send().await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(status(sandbox, "unqualified").await, "missing");
    }
}
