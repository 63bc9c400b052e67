//! POST /v2/myAccount/proofOfDisability (docs/rules/accounts.md#rule-8).

use serde_json::json;

use super::post;
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/proofOfDisability";

const FORM: [(&str, &str); 5] = [
    ("proofSource", "nls"),
    ("membershipId", "N-1234"),
    ("disabilityType", "visual"),
    ("disabilityType", "physical"),
    ("note", "Member since 2019"),
];

async fn status(sandbox: &Sandbox, user: &str) -> String {
    let account = sandbox.call_signed_in(user, "/v2/myAccount").await.send().await.expect_status(200).json;
    account["proofOfDisabilityStatus"].as_str().unwrap().to_owned()
}

one! {
    async fn a_submission_waits_for_confirmation(sandbox: Sandbox) {
        assert_eq!(status(sandbox, "unqualified").await, "missing");
        let reply = post(sandbox, "unqualified", PATH, &FORM).await.send().await.expect_status(201);
        assert_eq!(reply.header("location"), reply.link("self"));
        assert_eq!(reply.json["disabilities"], json!([]));
        let sent = reply.json["proofOfDisabilitySubmissions"].as_array().unwrap();
        assert_eq!(sent.len(), 1);
        assert_eq!(sent[0]["note"], "Member since 2019");
        assert_eq!(sent[0]["dateSubmitted"].as_str().unwrap().len(), 10);
        assert_eq!(status(sandbox, "unqualified").await, "submitted");
    }

    async fn an_active_proof_stays_active(sandbox: Sandbox) {
        let reply = post(sandbox, "individual", PATH, &FORM).await.send().await.expect_status(201);
        let active = json!([{"disabilityType": "visual", "proofSource": "faxed"}]);
        assert_eq!(reply.json["disabilities"], active);
        assert_eq!(status(sandbox, "individual").await, "active");
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        post(sandbox, "unqualified", PATH, &[]).await.send().await.expect_error(400, "MISSING_PARAMETER");
        for form in [
            [("proofSource", "faxed"), ("membershipId", "1")],
            [("proofSource", "schoolVerified"), ("membershipId", "1")],
        ] {
            post(sandbox, "unqualified", PATH, &form).await.send().await.expect_error(400, "INVALID_PARAMETER");
        }
        post(sandbox, "sponsor", PATH, &FORM).await.send().await.expect_error(403, "FORBIDDEN");
    }
}
