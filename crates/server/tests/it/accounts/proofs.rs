//! /v2/accounts/{userIdentifier}/pod.

use serde_json::{Value, json};

use super::{account, audited_endpoints, id, members, staff};
use crate::one;
use crate::support::{Sandbox, User};

fn pod(sandbox: &Sandbox, name: &str) -> String {
    format!("{}/pod", account(sandbox, name))
}

fn proof(kind: &str, source: &str) -> Value {
    json!({"disabilityType": kind, "proofSource": source})
}

one! {
    async fn proofs_are_added_changed_and_removed(sandbox: Sandbox) {
        let (assistant, pod) = (staff(sandbox, "membershipAssistant").await, pod(sandbox, "unqualified"));
        let none = assistant.get(&pod).await.expect_status(200).json;
        assert_eq!(members(&none), ["allows", "disabilities", "links", "proofOfDisabilitySubmissions"]);
        assert_eq!((&none["disabilities"], &none["proofOfDisabilitySubmissions"]), (&json!([]), &json!([])));
        assert_eq!(none["allows"], json!(["POST"]));

        let visual = [("disabilityType", "visual"), ("proofSource", "nls")];
        let added = assistant.post(&pod, &visual).await.expect_status(201);
        assert_eq!(added.header("location"), format!("{}{pod}", sandbox.base()));
        assert_eq!(added.json["disabilities"], json!([proof("visual", "nls")]));
        assert!(added.link("self").starts_with(&format!("{}{pod}?api_key=", sandbox.base())), "{}", added.json);
        assert_eq!(assistant.get(&pod).await.expect_status(200).json, added.json);
        assistant.post(&pod, &visual).await.expect_error(409, "POD_EXISTS");
        let learning = [("disabilityType", "learning"), ("proofSource", "schoolVerified")];
        assistant.post(&pod, &learning).await.expect_status(201);

        let changed = assistant.put(&format!("{pod}/visual"), &[("proofSource", "faxed")]).await.expect_status(200);
        assert_eq!(changed.json["disabilities"], json!([proof("learning", "schoolVerified"), proof("visual", "faxed")]));
        let left = assistant.delete(&format!("{pod}/visual")).await.expect_status(200);
        assert_eq!(left.json["disabilities"], json!([proof("learning", "schoolVerified")]));
        assert_eq!(left.link("self"), changed.link("self"));
        assistant.delete(&format!("{pod}/visual")).await.expect_error(404, "POD_NOT_FOUND");
        let put = assistant.put(&format!("{pod}/visual"), &[("proofSource", "nls")]).await;
        put.expect_error(404, "POD_NOT_FOUND");

        assert_eq!(audited_endpoints(sandbox, id(sandbox, "unqualified")), [
            "DELETE /v2/accounts/{userIdentifier}/pod/{disabilityType}", "PUT /v2/accounts/{userIdentifier}/pod/{disabilityType}",
            "POST /v2/accounts/{userIdentifier}/pod", "GET /v2/accounts/{userIdentifier}/pod",
            "POST /v2/accounts/{userIdentifier}/pod", "GET /v2/accounts/{userIdentifier}/pod",
        ], "the newest first; who is refused reads nothing");
    }

    async fn every_kind_and_every_source(sandbox: Sandbox) {
        let (assistant, pod) = (staff(sandbox, "membershipAssistant").await, pod(sandbox, "unqualified"));
        for kind in ["visual", "learning", "physical", "nonspecific"] {
            assistant.post(&pod, &[("disabilityType", kind), ("proofSource", "faxed")]).await.expect_status(201);
        }
        for source in ["schoolVerified", "faxed", "nls", "learningOrg", "partner", "trainingOrg", "marrakeshPartner"] {
            let reply = assistant.put(&format!("{pod}/physical"), &[("proofSource", source)]).await.expect_status(200);
            let all = reply.json["disabilities"].as_array().unwrap().clone();
            assert!(all.contains(&proof("physical", source)), "{all:?}");
            assert_eq!(all.len(), 4);
        }
    }

    async fn submitted_proofs_are_listed(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "unqualified").await;
        let form = [("proofSource", "nls"), ("membershipId", "N-12"), ("note", "since 2019")];
        reader.post("/v2/myAccount/proofOfDisability", &form).await.expect_status(201);
        let assistant = staff(sandbox, "membershipAssistant").await;
        let list = assistant.get(&pod(sandbox, "unqualified")).await.expect_status(200).json;
        let sent = &list["proofOfDisabilitySubmissions"][0];
        assert_eq!((members(sent), &sent["note"]), (vec!["dateSubmitted", "note"], &json!("since 2019")));
        assert_eq!(sent["dateSubmitted"].as_str().unwrap().len(), 10);
        let status = async || assistant.get(&account(sandbox, "unqualified")).await.json["proofOfDisabilityStatus"].clone();
        assert_eq!(status().await, "submitted");
        let form = [("disabilityType", "visual"), ("proofSource", "nls")];
        assistant.post(&pod(sandbox, "unqualified"), &form).await.expect_status(201);
        assert_eq!(status().await, "active");
        assistant.delete(&format!("{}/visual", pod(sandbox, "unqualified"))).await.expect_status(200);
        assert_eq!(status().await, "submitted");
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let (assistant, pod) = (staff(sandbox, "membershipAssistant").await, pod(sandbox, "individual"));
        // A client that reads with POST and an empty form gets an error for the missing parameter.
        let reply = assistant.post(&pod, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 2);
        for form in [
            [("disabilityType", "hearing"), ("proofSource", "nls")],
            [("disabilityType", "learning"), ("proofSource", "hearsay")],
        ] {
            assistant.post(&pod, &form).await.expect_error(400, "INVALID_PARAMETER");
        }
        assistant.put(&format!("{pod}/visual"), &[]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.put(&format!("{pod}/visual"), &[("proofSource", "x")]).await.expect_error(400, "INVALID_PARAMETER");
        let hearing = assistant.put(&format!("{pod}/hearing"), &[("proofSource", "nls")]).await;
        let message = hearing.expect_error(400, "INVALID_PARAMETER").json["messages"][0].clone();
        assert!(message.as_str().unwrap().starts_with("disabilityType: "), "{message}");
        assistant.delete(&format!("{pod}/hearing")).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(assistant.get(&pod).await.json["disabilities"], json!([proof("visual", "faxed")]));
    }

    async fn other_sites_and_administrators_are_out_of_reach(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let form = [("disabilityType", "visual"), ("proofSource", "nls")];
        let there = pod(sandbox, "labIndividual");
        assistant.get(&there).await.expect_error(404, "USER_NOT_FOUND");
        assistant.post(&there, &form).await.expect_error(404, "USER_NOT_FOUND");
        assistant.put(&format!("{there}/visual"), &form).await.expect_error(404, "USER_NOT_FOUND");
        assistant.delete(&format!("{there}/visual")).await.expect_error(404, "USER_NOT_FOUND");
        assert!(audited_endpoints(sandbox, id(sandbox, "labIndividual")).is_empty());
        let above = pod(sandbox, "administrator");
        assert_eq!(assistant.get(&above).await.expect_status(200).json["allows"], Value::Null);
        assistant.post(&above, &form).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        let administrator = staff(sandbox, "administrator").await;
        administrator.post(&above, &form).await.expect_status(201);
        let left = administrator.delete(&format!("{there}/visual")).await.expect_status(200);
        assert_eq!(left.json["disabilities"], json!([]));
    }
}
