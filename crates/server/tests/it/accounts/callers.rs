//! The permitted callers: membership assistants of the site and administrators, with a key that has the
//! privilege (docs/rules/access.md#rule-26, docs/rules/memberships.md). With an ordinary key nobody;
//! `endpoints.rs` says that of every row.

use reqwest::Method;

use super::{ACCOUNTS, account, lab_staff, staff};
use crate::one;
use crate::support::{Sandbox, User};

/// Every operation on an account, with the status for staff who send nothing along.
fn operations(at: &str) -> Vec<(Method, String, u16)> {
    let (subscription, agreement) =
        ("subscriptions/demo-individual-subscription", "agreements/demo-individual-agreement");
    let operation = |method: Method, rest: &str, status| {
        let slash = if rest.is_empty() { "" } else { "/" };
        (method, format!("{at}{slash}{rest}"), status)
    };
    vec![
        operation(Method::GET, "", 200),
        operation(Method::PUT, "", 200),
        operation(Method::PUT, "password", 400),
        operation(Method::GET, "subscriptions", 200),
        operation(Method::POST, "subscriptions", 400),
        operation(Method::GET, subscription, 200),
        operation(Method::PUT, subscription, 400),
        operation(Method::GET, "pod", 200),
        operation(Method::POST, "pod", 400),
        operation(Method::PUT, "pod/visual", 400),
        operation(Method::DELETE, "pod/visual", 200),
        operation(Method::GET, "agreements", 200),
        operation(Method::POST, "agreements", 400),
        operation(Method::GET, agreement, 200),
        operation(Method::POST, &format!("{agreement}/expired"), 200),
        operation(Method::GET, "preferences", 200),
        operation(Method::PUT, "preferences", 200),
        operation(Method::GET, "recommendationProfile", 200),
        operation(Method::PUT, "recommendationProfile", 200),
        operation(Method::GET, "lists", 200),
        operation(Method::POST, "lists", 400),
    ]
}

/// Parameters of a request that is not refused for its parameters.
const VALID_FORM: &str = "password=pebble-beach-7&startDate=2026-01-01&userSubscriptionType=trial&disabilityType=learning\
     &proofSource=nls&agreementType=volunteer&dateSigned=2026-01-01&printName=Ines\
     &name=New&access=private";

one! {
    async fn nobody_but_membership_staff(sandbox: Sandbox) {
        let mut all = operations(&account(sandbox, "individual"));
        all.push((Method::POST, ACCOUNTS.into(), 400));
        for name in ["individual", "sponsor", "primaryContact", "orgMember", "collectionAssistant", "volunteer", "labAssistant"] {
            let user = User::sign_in(sandbox, name).await.with_key_of("privileged");
            for (method, path, _) in &all {
                let reply = user.send(method.clone(), path, &[]).await;
                assert_eq!((reply.status, reply.json["key"].as_str()), (403, Some("FORBIDDEN")), "{method} {path} as {name}");
            }
        }
        for key in ["app", "privileged"] {
            for (method, path, _) in &all {
                let call = sandbox.call(method.clone(), path).query(&[("api_key", sandbox.key(key))]);
                call.send().await.expect_error(401, "UNAUTHORIZED");
            }
        }
    }

    async fn nobody_with_an_ordinary_key(sandbox: Sandbox) {
        let mut all = operations(&account(sandbox, "individual"));
        all.push((Method::POST, ACCOUNTS.into(), 400));
        for name in ["membershipAssistant", "administrator"] {
            let user = User::sign_in(sandbox, name).await;
            for (method, path, _) in &all {
                user.send(method.clone(), path, &[]).await.expect_error(403, "CLIENT_NOT_ALLOWED");
            }
        }
    }

    async fn assistants_of_the_site_and_administrators(sandbox: Sandbox) {
        for name in ["administrator", "membershipAssistant"] {
            let user = staff(sandbox, name).await;
            user.post(ACCOUNTS, &[]).await.expect_error(400, "MISSING_PARAMETER");
            for (method, path, status) in operations(&account(sandbox, "individual")) {
                let reply = user.send(method.clone(), &path, &[]).await;
                // The first of them took the proof away.
                let gone = method == Method::DELETE && name == "membershipAssistant";
                assert_eq!(reply.status, if gone { 404 } else { status }, "{method} {path} as {name}: {}", reply.text());
            }
        }
    }

    async fn staff_of_another_site_find_nobody(sandbox: Sandbox) {
        let there = lab_staff(sandbox).await;
        for (method, path, _) in operations(&account(sandbox, "individual")) {
            let joint = if path.contains('?') { '&' } else { '?' };
            let reply = there.send(method.clone(), &format!("{path}{joint}{VALID_FORM}"), &[]).await;
            assert_eq!((reply.status, reply.json["key"].as_str()), (404, Some("USER_NOT_FOUND")), "{method} {path}");
        }
        // Nothing has changed.
        let reader = User::sign_in(sandbox, "individual").await;
        assert_eq!(reader.get("/v2/myAccount").await.expect_status(200).json["canDownload"], true);
    }
}
