//! /desk/hand-overs, /desk/people/{id}/email and /desk/duplicates: another primary contact, emails that staff
//! see before they are sent, and accounts that may be of the same person.

use domain::Account;

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Sandbox, emails};

const CONTACT: &str = "/school/primary-contact";
const HAND_OVERS: &str = "/desk/hand-overs";

/// The address that one of the sandbox's users gets emails at.
fn address<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["username"].as_str().unwrap()
}

/// The address that the form of the only request is sent to.
fn decision_path(page: &str) -> String {
    let (_, rest) = page.split_once("action=\"/desk/hand-overs/").expect("a request");
    format!("{HAND_OVERS}/{}", rest.split('"').next().unwrap())
}

one! {
    async fn staff_hand_an_organization_over_to_a_sponsor_who_asks(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        assert!(sponsor.read("/school").await.contains("href=\"/school/primary-contact\""));
        let page = sponsor.read(CONTACT).await;
        assert!(page.contains("Petra Vance") && page.contains("Has the primary contact left?"), "{page}");
        let token = hidden_field(&page, "token");
        for reason in [String::new(), "x".repeat(501)] {
            let form = [("token", token.as_str()), ("reason", reason.as_str())];
            let wrong = sponsor.post(CONTACT, &form).await.expect_status(400).text();
            assert!(has_tied_errors(&wrong) && wrong.contains(&reason), "{wrong}");
        }
        let ask = [("token", token.as_str()), ("reason", "Petra moved to another town.")];
        sponsor.post(CONTACT, &ask).await.expect_status(303);
        let page = sponsor.read(CONTACT).await;
        assert!(page.contains("Sam Whitlock has asked on") && page.contains("The library has your request."), "{page}");
        sponsor.press(CONTACT, "/school/primary-contact/withdraw").await.expect_status(303);
        assert!(sponsor.read(CONTACT).await.contains("The request is withdrawn."));
        sponsor.post(CONTACT, &ask).await.expect_status(303);
        sponsor.post(CONTACT, &ask).await.expect_status(303);
        assert!(sponsor.read(CONTACT).await.contains("A request is already waiting."));

        // The primary contact sees it, and cannot ask for what they have.
        let mut contact = Reader::sign_in_as(sandbox, "primaryContact").await;
        let page = contact.read(CONTACT).await;
        assert!(page.contains("You are the primary contact.") && page.contains("Petra moved"), "{page}");
        assert!(!page.contains("Withdraw the request"), "somebody else's: {page}");
        let token = hidden_field(&contact.read("/account").await, "token");
        contact.post(CONTACT, &[("token", &token), ("reason", "Mine.")]).await.expect_status(400);

        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        assert!(staff.read("/desk/work").await.contains("Hand-over of an organization · "));
        let page = staff.read(HAND_OVERS).await;
        for said in ["Sam Whitlock", "Petra Vance", "Petra moved to another town."] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let (path, token) = (decision_path(&page), hidden_field(&page, "token"));
        staff.post(&path, &[("token", &token)]).await.expect_status(404);
        let grant = [("token", token.as_str()), ("outcome", "grant")];
        let reply = staff.post(&path, &grant).await.expect_status(303);
        let said = staff.read(reply.header("location")).await;
        assert!(said.contains("The sponsor is the primary contact now."), "{said}");
        staff.post(&path, &grant).await.expect_status(409);
        assert!(staff.read(HAND_OVERS).await.contains("Nothing waits."));

        assert!(sponsor.read(CONTACT).await.contains("You are the primary contact."));
        assert!(contact.read(CONTACT).await.contains("Sam Whitlock"), "the old contact stays a sponsor");
        let told = emails(sandbox, address(sandbox, "sponsor"), 1).await;
        assert!(told[0].contains("You are now the primary contact"), "{told:?}");
        let told = emails(sandbox, address(sandbox, "primaryContact"), 1).await;
        assert!(told[0].contains("Sam Whitlock is now the primary contact"), "{told:?}");
    }

    async fn staff_see_an_email_before_it_is_sent(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let person = "/desk/people/demo-individual";
        let path = format!("{person}/email");
        assert!(staff.read(person).await.contains(&format!("href=\"{path}\"")));
        let token = hidden_field(&staff.read(&path).await, "token");
        let reads = sandbox.command(&["admin", "audit", "list", "--user", "demo-individual"]);
        assert!(reads.contains("GET /desk/people/{id}/email"), "emails show the state of a proof: {reads}");
        let token = ("token", token.as_str());
        let wrong = staff.post(&path, &[token]).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("href=\"#kind\""), "{wrong}");
        let declined = [token, ("kind", "proofDeclined"), ("language", "de")];
        let send_path = format!("{path}/send");
        for action in [&path, &send_path] {
            let wrong = staff.post(action, &declined).await.expect_status(400).text();
            assert!(wrong.contains("href=\"#sentence\""), "{wrong}");
        }
        let whole = [declined[0], declined[1], declined[2], ("sentence", "Die Unterschrift fehlt.")];
        let preview = staff.post(&path, &whole).await.expect_status(200).text();
        assert!(preview.contains("Zu Ihrem Nachweis für") && preview.contains("Nothing has been sent yet."), "{preview}");
        assert!(staff.read(&path).await.contains("Emails so far"));
        let change: Vec<_> = whole.into_iter().chain([("change", "yes")]).collect();
        let form = staff.post(&path, &change).await.expect_status(200).text();
        assert!(form.contains("value=\"proofDeclined\" checked") && form.contains("Die Unterschrift fehlt."), "{form}");
        let last = hidden_field(&preview, "last");
        let whole: Vec<_> = whole.into_iter().chain([("last", last.as_str())]).collect();
        for said in ["The email is on its way.", "Nothing more was sent."] {
            staff.post(&send_path, &whole).await.expect_status(303);
            let page = staff.read(&path).await;
            assert!(page.contains(said) && page.matches("Die Unterschrift fehlt.").count() == 1, "{page}");
        }
        let page = staff.read(person).await;
        assert!(page.contains("Email sent: A proof could not be accepted"), "{page}");
        let sent = emails(sandbox, address(sandbox, "individual"), 1).await;
        let (_, text) = preview.split_once("<pre").unwrap();
        let text = text.split_once('>').unwrap().1.split("</pre>").next().unwrap();
        for line in text.lines().map(str::trim) {
            assert!(sent[0].contains(line), "{line} in {sent:?}");
        }
        // People without an address get none.
        let pupil = format!("/desk/people/{}/email", sandbox.user("orgMember")["userAccountId"].as_str().unwrap());
        let page = staff.read(&pupil).await;
        assert!(page.contains("name=\"kind\"") != page.contains("This person has no email address"), "{page}");
    }

    async fn staff_say_that_accounts_are_of_different_people(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let ines = store::accounts::get(&db, &"demo-individual".into()).await.unwrap().unwrap();
        let twin = Account { id: "twin".into(), email: None, username: None, ..ines };
        let mut tx = db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &twin, None).await.unwrap();
        tx.commit().await.unwrap();
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let page = staff.read("/desk/duplicates").await;
        for said in ["Ines Okafor", "href=\"/desk/people/twin\"", "href=\"/desk/people/demo-individual\""] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let token = hidden_field(&page, "token");
        let form = [("token", token.as_str()), ("person", "twin"), ("person", "demo-individual")];
        staff.post("/desk/duplicates", &form[..2]).await.expect_status(400);
        let foreign = [form[0], form[1], ("person", sandbox.user("labIndividual")["userAccountId"].as_str().unwrap())];
        staff.post("/desk/duplicates", &foreign).await.expect_status(404);
        staff.post("/desk/duplicates", &form).await.expect_status(303);
        let page = staff.read("/desk/duplicates").await;
        assert!(page.contains("not listed together any more") && !page.contains("twin"), "{page}");
    }
}
