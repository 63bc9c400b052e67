//! /desk/work: membership staff take what waits, and decide on it.

use jiff::Timestamp;
use serde_json::json;
use transport::places::encode_place;

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::accounts::staff;
use crate::one;
use crate::support::{Sandbox, User, emails};

/// The address of the page about one of the sandbox's users.
fn person(sandbox: &Sandbox, name: &str) -> String {
    format!("/desk/people/{}", id(sandbox, name))
}

fn id<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

pub(super) async fn submit_proof(reader: &User<'_>) {
    let form = [("proofSource", "nls"), ("membershipId", "N-1234"), ("disabilityType", "visual")];
    reader.post("/v2/myAccount/proofOfDisability", &form).await.expect_status(201);
}

async fn proof_status(reader: &User<'_>) -> String {
    let account = reader.get("/v2/myAccount").await.expect_status(200).json;
    account["proofOfDisabilityStatus"].as_str().unwrap().to_owned()
}

/// Begins a subscription on the page at this path, after a form that is wrong, and sends the form again.
async fn begin_first_subscription(staff: &mut Reader<'_>, path: &str) {
    let page = staff.read(path).await;
    let (action, kind) = (format!("{path}/new"), hidden_field(&page, "type"));
    let fields = [("token", hidden_field(&page, "token")), ("before", hidden_field(&page, "before"))];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let wrong = [fields[0], fields[1], ("start_date", ""), ("new_end_date", "soon")];
    let wrong = staff.post(&action, &wrong).await.expect_status(400).text();
    assert!(has_tied_errors(&wrong) && wrong.contains("value=\"soon\""), "{wrong}");
    for error in ["href=\"#type\"", "href=\"#start_date\"", "href=\"#new_end_date\""] {
        assert!(wrong.contains(error), "{error}: {wrong}");
    }
    let early =
        [fields[0], fields[1], ("type", &kind), ("start_date", "2026-01-15"), ("new_end_date", "2026-01-14")];
    let wrong = staff.post(&action, &early).await.expect_status(400).text();
    assert!(wrong.contains("href=\"#new_end_date\"") && !wrong.contains("href=\"#start_date\""), "{wrong}");
    let whole =
        [fields[0], fields[1], ("type", &kind), ("start_date", "2026-01-15"), ("new_end_date", "2099-01-01")];
    let reply = staff.post(&action, &whole).await.expect_status(303);
    assert!(staff.read(reply.header("location")).await.contains("The subscription is saved."));
    staff.post(&action, &whole).await.expect_status(409);
    let page = staff.read(path).await;
    assert!(page.contains("from January 15, 2026 to January 1, 2099"), "{page}");
}

one! {
    async fn what_a_staff_member_has_taken_nobody_else_decides(sandbox: Sandbox) {
        let uma = User::sign_in(sandbox, "unqualified").await;
        submit_proof(&uma).await;
        let (path, kind) = (format!("{}/proofs", person(sandbox, "unqualified")), "/desk/work?kind=proof");
        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let desk = assistant.read("/desk").await;
        assert!(desk.contains("href=\"/desk/work?kind=proof\"") && desk.contains("waits, since"), "{desk}");
        assert!(!desk.contains("href=\"/desk/work?kind=handOver\"") && !desk.contains("Nothing waits."), "{desk}");
        let list = assistant.read(kind).await;
        assert!(list.contains(&format!("<a href=\"{path}\">Proof to check · <bdi>Uma Patel</bdi>")), "{list}");
        let token = hidden_field(&list, "token");
        let subject = id(sandbox, "unqualified");
        let claim = [("token", token.as_str()), ("kind", "proof"), ("subject", subject), ("list", "proof")];
        let reply = assistant.post("/desk/work/claim", &claim).await.expect_status(303);
        assert_eq!(reply.header("location"), kind);
        let list = assistant.read(kind).await;
        assert!(list.contains("You have taken this for two hours.") && list.contains("Give this back"), "{list}");
        // The other staff member sees it, and gets neither the case nor a decision.
        let list = administrator.read(kind).await;
        assert!(list.contains("has taken this, until") && !list.contains("Give this back"), "{list}");
        let page = administrator.read(&path).await;
        let (token, events) = (hidden_field(&page, "token"), hidden_field(&page, "events"));
        let claim = [("token", token.as_str()), ("kind", "proof"), ("subject", subject), ("list", "proof")];
        administrator.post("/desk/work/claim", &claim).await.expect_status(303);
        assert!(administrator.read(kind).await.contains("Somebody else has taken this before you."));
        let accept = [
            ("token", token.as_str()), ("events", events.as_str()), ("outcome", "accepted"), ("kinds", "visual"), ("source", "nls"),
        ];
        let refused = administrator.post(&path, &accept).await.expect_status(409).text();
        assert!(refused.contains("has taken this, until") && refused.contains("was not saved"), "{refused}");
        assert_eq!(proof_status(&uma).await, "submitted");
        // What is wrong with a decision is said at its fields.
        let page = assistant.read(&path).await;
        assert!(page.contains("blindness or low vision") && page.contains("N-1234"), "{page}");
        let token = hidden_field(&page, "token");
        let mut decline = vec![("token", token.as_str()), ("events", events.as_str()), ("outcome", "declined")];
        let wrong = assistant.post(&path, &decline).await.expect_status(400).text();
        assert!(wrong.contains("role=\"alert\"") && wrong.contains("href=\"#reason\""), "{wrong}");
        decline.extend([("reason", "unreadable"), ("remark", "Please send both pages.")]);
        let reply = assistant.post(&path, &decline).await.expect_status(303);
        let email = format!("{}/email", person(sandbox, "unqualified"));
        assert_eq!(reply.header("location"), format!("{email}?kind=proofDeclined"));
        let page = assistant.read(reply.header("location")).await;
        assert!(page.contains("The decision is saved. The reader has not been told yet."), "{page}");
        assert!(page.contains("value=\"proofDeclined\" checked") && page.contains("href=\"/desk/work\""), "{page}");
        assert_eq!(proof_status(&uma).await, "missing");
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        let answer = reader.read("/account/proof").await;
        for part in ["could not accept it", "It could not be read", "Please send both pages."] {
            assert!(answer.contains(part), "{part}: {answer}");
        }
        // A page that was opened before the decision decides nothing any more.
        let late = administrator.post(&path, &accept).await.expect_status(409).text();
        assert!(late.contains("This was decided before"), "{late}");
        submit_proof(&uma).await;
        assert!(!reader.read("/account/proof").await.contains("could not accept it"));
        let page = administrator.read(&path).await;
        assert!(page.contains("The proof is declined") && page.contains("Please send both pages."), "{page}");
        // More is needed: the email about a missing proof says so, in the preview and when it is sent.
        let now = hidden_field(&page, "events");
        let more = [
            accept[0], ("events", now.as_str()), ("outcome", "moreNeeded"), ("remark", "Please send page two."),
        ];
        let reply = administrator.post(&path, &more).await.expect_status(303);
        assert_eq!(reply.header("location"), format!("{email}?kind=proofMissing"));
        let page = administrator.read(reply.header("location")).await;
        assert!(page.contains("More is needed for a proof") && !page.contains("A proof is missing"), "{page}");
        let form = [accept[0], ("kind", "proofMissing"), ("language", "en")];
        let preview = administrator.post(&email, &form).await.expect_status(200).text();
        let sent_before = hidden_field(&preview, "last");
        let form = [form[0], form[1], form[2], ("last", sent_before.as_str())];
        administrator.post(&format!("{email}/send"), &form).await.expect_status(303);
        let told = emails(sandbox, sandbox.user("unqualified")["username"].as_str().unwrap(), 1).await;
        assert!(preview.contains("needs more for your proof"), "{preview}");
        let words = "it is not enough yet";
        assert!(preview.contains(words) && told[0].contains(words), "{preview} {told:?}");
        let now = hidden_field(&administrator.read(&path).await, "events");
        let accept = accept.map(|(name, value)| (name, if name == "events" { now.as_str() } else { value }));
        let reply = administrator.post(&path, &accept).await.expect_status(303);
        assert_eq!(reply.header("location"), format!("{email}?kind=proofAccepted"));
        assert_eq!(proof_status(&uma).await, "active");
        assert!(!administrator.read(kind).await.contains("Uma Patel"));
    }

    async fn staff_record_agreements_and_see_new_readers_and_organizations(sandbox: Sandbox) {
        let desk = staff(sandbox, "membershipAssistant").await;
        let form = [
            ("firstName", "Hanna"), ("lastName", "Ferro"), ("emailAddress", "hanna@visitors.example"), ("country", "US"),
            ("state", "OR"), ("city", "Astoria"), ("dateOfBirth", "1961-07-30"),
        ];
        let hanna = desk.post("/v2/accounts", &form).await.expect_status(201).json;
        let path = format!("/desk/people/{}", hanna["userAccountId"].as_str().unwrap());
        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let list = assistant.read("/desk/work?kind=newReader").await;
        assert!(list.contains(&format!("<a href=\"{path}\">New reader · <bdi>Hanna Ferro</bdi>")), "{list}");
        let agreement = format!("{path}/agreement");
        let token = hidden_field(&assistant.read(&agreement).await, "token");
        for date in ["", "tomorrow", "9999-12-31", "1950-01-01"] {
            let form = [("token", token.as_str()), ("date", date), ("name", "")];
            let wrong = assistant.post(&agreement, &form).await.expect_status(400).text();
            assert!(wrong.contains("href=\"#date\"") && wrong.contains("href=\"#name\""), "{date}: {wrong}");
        }
        let form = [("token", token.as_str()), ("date", "2026-01-15"), ("name", "Hanna Ferro")];
        assistant.post(&agreement, &form).await.expect_status(303);
        assert!(assistant.read(&agreement).await.contains("There is a current agreement."));
        let again = assistant.post(&agreement, &form).await.expect_status(409).text();
        assert!(again.contains("This was decided before"), "{again}");
        assert!(assistant.read(&path).await.contains("Begin a subscription"));
        let subscription = format!("{path}/subscription");
        let list = assistant.read("/desk/work?kind=newReader").await;
        assert!(!list.contains(&format!("href=\"{subscription}\"")), "the proof is missing, too: {list}");
        let proof = [("disabilityType", "visual"), ("proofSource", "nls")];
        let pod = format!("/v2/accounts/{}/pod", hanna["userAccountId"].as_str().unwrap());
        desk.post(&pod, &proof).await.expect_status(201);
        let list = assistant.read("/desk/work?kind=newReader").await;
        assert!(list.contains(&format!("href=\"{subscription}\"")) && list.contains("Begin a subscription"), "{list}");
        begin_first_subscription(&mut assistant, &subscription).await;
        assert!(!assistant.read("/desk/work?kind=newReader").await.contains("Hanna Ferro"));
        assert!(assistant.read(&path).await.contains("Extend a subscription"));
        // A page after the first one leads to the first one, even if it is the last.
        let place = json!({"kind": "newReader", "since": "1970-01-01T00:00:00Z", "subject": ""});
        let end = assistant.read(&format!("/desk/work?after={}", encode_place(&place))).await;
        assert!(end.contains("class=\"pager\"") && end.contains("First page"), "{end}");
        // An organization that does not wait is not decided on.
        let all = sandbox.command(&["admin", "organizations", "list"]);
        let school = all.lines().find(|line| line.contains("Astoria Harbor School")).expect("the school");
        let school = format!("/desk/organizations/{}", school.split_whitespace().next().unwrap());
        let page = assistant.read(&school).await;
        assert!(page.contains("<h1><bdi>Astoria Harbor School</bdi></h1>") && !page.contains("/decision"), "{page}");
        let (path, form) = (format!("{school}/decision"), [("token", token.as_str()), ("outcome", "admitted")]);
        assistant.post(&path, &form).await.expect_status(409);
        begin_first_subscription(&mut assistant, &format!("{school}/subscription")).await;
        // One that waits is, and its primary contact gets an email.
        let db = sandbox.database().await;
        store::organization_admissions::request(&db, &"demo-school".into(), Timestamp::UNIX_EPOCH).await.unwrap();
        let long = "x".repeat(1_001);
        let wrong = [form[0], form[1], ("remark", long.as_str())];
        let wrong = assistant.post(&path, &wrong).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains(&long), "{wrong}");
        assistant.post(&path, &form).await.expect_status(303);
        let contact = sandbox.user("primaryContact")["username"].as_str().unwrap();
        let told = emails(sandbox, contact, 1).await;
        assert!(told[0].contains("has admitted your organization"), "{told:?}");
    }
}
