//! POST /v2/myAccount/agreement (docs/rules/memberships.md#rule-1, docs/rules/records.md#rule-29).

use serde_json::{Value, json};

use super::post;
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/agreement";

one! {
    async fn a_signature_is_recorded(sandbox: Sandbox) {
        let reply = post(sandbox, "unqualified", PATH, &[("printName", "Uma Patel")]).await.send().await;
        let reply = reply.expect_status(201);
        let agreement = reply.json.as_object().unwrap();
        assert_eq!(agreement["agreementType"], "individual");
        assert_eq!(agreement["printName"], "Uma Patel");
        assert_eq!(agreement["dateExpired"], Value::Null);
        assert_eq!(agreement["signedByLegalGuardian"], false);
        assert_eq!(agreement["username"], sandbox.user("unqualified")["username"]);
        assert_eq!(agreement["recordingUser"], sandbox.user("unqualified")["username"]);
        assert!(agreement["dateSigned"].as_str().unwrap().ends_with('Z'));
        assert_eq!(reply.header("location"), reply.link("self"));
        assert_eq!(agreement.len(), 9);
        let account = sandbox.call_signed_in("unqualified", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["hasAgreement"], true);
    }

    async fn a_second_current_one_of_a_type_is_a_conflict(sandbox: Sandbox) {
        let form = [("printName", "Ines Okafor")];
        post(sandbox, "individual", PATH, &form).await.send().await.expect_error(409, "AGREEMENT_EXISTS");
        let form = [("printName", "Ines Okafor"), ("agreementType", "volunteer")];
        let reply = post(sandbox, "individual", PATH, &form).await.send().await.expect_status(201);
        assert_eq!(reply.json["agreementType"], "volunteer");
    }

    async fn a_sponsor_signs_as_sponsor(sandbox: Sandbox) {
        let reply = post(sandbox, "sponsor", PATH, &[("printName", "Sam")]).await.send().await.expect_status(201);
        assert_eq!(reply.json["agreementType"], "sponsor");
    }

    async fn a_guardian_signs_for_a_minor(sandbox: Sandbox) {
        let form = [("printName", "Milo"), ("agreementType", "volunteer")];
        post(sandbox, "minor", PATH, &form).await.send().await.expect_error(400, "INVALID_PARAMETER");
        let body = json!({"printName": "Rosa", "agreementType": "volunteer", "signedByLegalGuardian": "TRUE"});
        let call = super::as_user(sandbox, "minor", "trusted", reqwest::Method::POST, PATH).await;
        let reply = call.json(&body).send().await.expect_status(201);
        assert_eq!(reply.json["signedByLegalGuardian"], true);
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        post(sandbox, "unqualified", PATH, &[]).await.send().await.expect_error(400, "MISSING_PARAMETER");
        let form = [("printName", "Uma"), ("agreementType", "individual")];
        post(sandbox, "unqualified", PATH, &form).await.send().await.expect_error(400, "INVALID_PARAMETER");
    }
}
