//! From /join to the first book: a reader joins, and borrows while the proof is checked
//! (docs/rules/joining.md#rule-6).

use std::collections::BTreeSet;

use domain::{AccountId, ProofSource};
use jiff::SignedDuration;
use store::proofs::{Submission, record_submission};

use super::Reader;
use super::browser::{hidden_field, links};
use crate::one;
use crate::support::{Sandbox, User, current_time, emails, field, key, read_zip};

const EMAIL: &str = "ruth@readers.example";
const CONTACT_EMAIL: &str = "ben@elm-school.example";
const PASSWORD: &str = "pebble-beach-7";

const OPEN: &str = "You can download this book until ";
const NO_PROOF: &str = "The library has no proof of disability from you yet.";
const IN_REVIEW: &str = "Your proof of disability was submitted and is being checked.";

/// Opens the link of the only email to an address, and chooses a password.
async fn confirm_address(reader: &mut Reader<'_>, sandbox: &Sandbox, address: &str) {
    let email = emails(sandbox, address, 1).await.remove(0);
    let link = format!("/join/confirm/{}", key(&email, "/join/confirm/"));
    let flow = hidden_field(&reader.read(&link).await, "flow");
    let form = [("flow", flow.as_str()), ("password", PASSWORD), ("repeated", PASSWORD)];
    let done = reader.post(&link, &form).await.expect_status(200).text();
    assert!(done.contains("<h1>Welcome</h1>"), "{done}");
}

/// Ruth joins by the form and the link in the email, and signs in.
async fn join(sandbox: &Sandbox) -> Reader<'_> {
    let mut reader = Reader::guest(sandbox);
    assert!(reader.read("/").await.contains("href=\"/join\""));
    assert!(reader.read("/join").await.contains("You can borrow books for 14 days"));
    let flow = hidden_field(&reader.read("/join/reader").await, "flow");
    let form = [
        ("flow", flow.as_str()),
        ("firstName", "Ruth"),
        ("lastName", "Amsel"),
        ("dateOfBirth", "1984-03-27"),
        ("country", "US"),
        ("emailAddress", EMAIL),
    ];
    let sent = reader.post("/join/reader", &form).await.expect_status(200).text();
    assert!(sent.contains("<h1>Check your email</h1>"), "{sent}");
    confirm_address(&mut reader, sandbox, EMAIL).await;
    let reply = reader.sign_in("/sign-in?back=%2Faccount", EMAIL, PASSWORD).await.expect_status(303);
    assert_eq!(reply.header("location"), "/account");
    reader
}

async fn submit_membership(reader: &mut Reader<'_>, number: &str) {
    let form = [("source", "nls"), ("membershipId", number)];
    reader.fill_in("/account/proof", "/account/proof/membership", &form).await.expect_status(303);
}

/// Staff decline what Ruth has submitted.
async fn decline(sandbox: &Sandbox) {
    let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
    let found = staff.read("/desk?words=ruth%40readers.example").await;
    let person = links(&found).into_iter().find(|href| href.starts_with("/desk/people/"));
    let person = person.unwrap_or_else(|| panic!("Ruth is found: {found}"));
    assert!(staff.read(&person).await.contains("This person can borrow books until "));
    let path = format!("{person}/proofs");
    let events = hidden_field(&staff.read(&path).await, "events");
    let form = [("events", events.as_str()), ("outcome", "declined"), ("reason", "unknownAtSource")];
    staff.fill_in(&path, &path, &form).await.expect_status(303);
}

one! {
    async fn a_reader_who_joins_borrows_until_staff_decline_the_proof(sandbox: Sandbox) {
        sandbox.command(&["admin", "sites", "admission", "service", "--provisional-days", "14"]);
        let mut reader = join(sandbox).await;
        // Each step that is left says who takes it, and how long it takes.
        let account = reader.read("/account").await;
        for part in ["You sign the agreement here. It takes a minute.", "This usually takes a few days.", "You choose one here. It takes a minute."] {
            assert!(account.contains(part), "{part}: {account}");
        }
        let agreement = "/account/agreement";
        reader.fill_in(agreement, agreement, &[("name", "Ruth Amsel")]).await.expect_status(303);
        let subscription = "/account/subscription";
        reader.fill_in(subscription, subscription, &[("type", "individual")]).await.expect_status(303);

        let title = format!("/titles/{}", sandbox.title("copyright"));
        let copy = format!("{title}/downloads/BRF");
        let feed = format!("/opds{title}");
        let made = sandbox.command(&["admin", "devices", "create", EMAIL, "--name", "Phone"]);
        let (name, password) = (field(&made, "sign-in"), field(&made, "password"));
        let app = |path: &str| sandbox.get(path).basic(&name, &password);
        let page = reader.read(&title).await;
        assert!(page.contains(NO_PROOF) && !page.contains(OPEN), "{page}");
        assert!(app(&feed).send().await.expect_status(200).text().contains("\"unavailable\""));

        // What is submitted opens the books, on the pages and in reading apps.
        submit_membership(&mut reader, "N-17").await;
        assert!(reader.read("/account").await.contains("while your proof is checked."));
        let page = reader.read(&title).await;
        assert!(page.contains(OPEN) && !page.contains(IN_REVIEW), "{page}");
        reader.press(&title, &copy).await.expect_status(303);
        reader.open_until_complete(&copy).await;
        let file = reader.press(&title, &copy).await.expect_status(303);
        let file = reader.get(file.header("location")).await.expect_status(200);
        assert!(!read_zip(&file.bytes).unwrap().is_empty());
        assert!(!app(&feed).send().await.expect_status(200).text().contains("\"unavailable\""));
        app(&format!("{feed}/EPUB3")).send().await.expect_status(200);

        // Staff decline it: nothing is open any more, and what is submitted later opens nothing.
        decline(sandbox).await;
        let answer = reader.read("/account/proof").await;
        assert!(answer.contains("could not accept it"), "{answer}");
        for reason in [NO_PROOF, IN_REVIEW] {
            let page = reader.read(&title).await;
            assert!(page.contains(reason) && !page.contains(OPEN), "{reason}: {page}");
            let refused = reader.get(&copy).await.expect_status(403).text();
            assert!(refused.contains(reason), "{reason}: {refused}");
            assert!(app(&feed).send().await.expect_status(200).text().contains("\"unavailable\""));
            let refused = app(&format!("{feed}/EPUB3")).send().await.expect_status(403);
            assert!(refused.json["detail"].as_str().unwrap().contains(reason), "{}", refused.json);
            if reason == NO_PROOF {
                submit_membership(&mut reader, "N-18").await;
            }
        }
    }

    async fn a_school_that_joins_reads_who_admits_it(sandbox: Sandbox) {
        let mut contact = Reader::guest(sandbox);
        let flow = hidden_field(&contact.read("/join/organization").await, "flow");
        let form = [
            ("flow", flow.as_str()), ("organizationName", "Elm School"), ("organizationType", "school"),
            ("address1", "1 Elm Street"), ("city", "Salem"), ("postalCode", "97301"), ("country", "US"),
            ("contactFirstName", "Ben"), ("contactLastName", "Ode"), ("contactTitle", "Librarian"),
            ("emailAddress", CONTACT_EMAIL), ("agreement", "yes"),
        ];
        contact.post("/join/organization", &form).await.expect_status(200);
        confirm_address(&mut contact, sandbox, CONTACT_EMAIL).await;
        contact.sign_in("/sign-in", CONTACT_EMAIL, PASSWORD).await.expect_status(303);
        let waiting = "If it has just joined, the library’s staff admit it, usually within a few working days";
        for page in ["/school", "/account"] {
            let page = contact.read(page).await;
            assert!(page.contains(waiting), "{page}");
        }
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let work = staff.read("/desk/work").await;
        let school = links(&work).into_iter().find(|href| href.starts_with("/desk/organizations/"));
        let school = school.unwrap_or_else(|| panic!("the school waits: {work}"));
        assert!(staff.read(&school).await.contains("Elm School"));
        let decision = format!("{school}/decision");
        staff.fill_in(&school, &decision, &[("outcome", "admitted")]).await.expect_status(303);
        assert!(!contact.read("/school").await.contains(waiting));
    }

    async fn access_while_a_proof_is_checked_ends_with_its_days(sandbox: Sandbox) {
        let uma = User::sign_in(sandbox, "unqualified").await;
        uma.post("/v2/myAccount/agreement", &[("printName", "Uma Patel")]).await.expect_status(201);
        let subscription = [("userSubscriptionType", "individual")];
        uma.post("/v2/myAccount/subscription", &subscription).await.expect_status(201);
        let submission = Submission {
            source: Some(ProofSource::Nls),
            membership_id: Some("N-17".to_owned()),
            kinds: BTreeSet::new(),
            note: None,
            date: current_time() - SignedDuration::from_hours(10 * 24),
            suffices: true,
        };
        let db = sandbox.database().await;
        let id = AccountId::from(sandbox.user("unqualified")["userAccountId"].as_str().unwrap());
        record_submission(&db, &id, &submission).await.unwrap();
        db.close().await;
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        for (days, is_open) in [("0", false), ("14", true), ("9", false)] {
            sandbox.command(&["admin", "sites", "admission", "service", "--provisional-days", days]);
            let page = reader.read(&title).await;
            assert_eq!((page.contains(OPEN), page.contains(IN_REVIEW)), (is_open, !is_open), "{days}: {page}");
            let copy = reader.get(&format!("{title}/downloads/BRF")).await;
            assert_eq!(copy.status, if is_open { 200 } else { 403 }, "{days}: {}", copy.text());
            let account = uma.get("/v2/myAccount").await.expect_status(200).json;
            assert_eq!(account["proofOfDisabilityStatus"], "submitted", "{days}");
            assert_eq!(account["canDownload"], is_open, "{days}");
        }
    }
}
