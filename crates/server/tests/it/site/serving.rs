//! /desk/people/{id}/serve and /school/members/{id}: whole calls, at the membership desk and at a school.

use domain::{AccountId, AuditedAct};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Reply, Sandbox};

/// A call about one person: the page, and the acts so far. An act is a page that is opened or a form that is
/// sent.
struct Call<'a> {
    caller: Reader<'a>,
    path: String,
    token: String,
    acts: usize,
}

impl<'a> Call<'a> {
    async fn begin(sandbox: &'a Sandbox, caller: &str, path: &str) -> Self {
        let mut caller = Reader::sign_in_as(sandbox, caller).await;
        let token = hidden_field(&caller.read(path).await, "token");
        Self { caller, path: path.to_owned(), token, acts: 0 }
    }

    /// Opens a page, as an act of the call.
    async fn open(&mut self, path: &str) -> String {
        self.acts += 1;
        self.caller.read(path).await
    }

    /// Sends one of the forms.
    async fn send(&mut self, act: &str, form: &[(&str, &str)]) -> Reply {
        self.acts += 1;
        self.send_again(act, form).await
    }

    /// Sends a form that was sent before, which is not an act of the call.
    async fn send_again(&mut self, act: &str, form: &[(&str, &str)]) -> Reply {
        let form: Vec<(&str, &str)> = form.iter().copied().chain([("token", self.token.as_str())]).collect();
        self.caller.post(&format!("{}/{act}", self.path), &form).await
    }

    /// Sends one of the forms, and returns the page that says what was done.
    async fn act(&mut self, act: &str, form: &[(&str, &str)]) -> String {
        let reply = self.send(act, form).await.expect_status(303);
        let page = self.caller.read(reply.header("location")).await;
        assert!(page.contains("role=\"status\""), "{act}: {page}");
        page
    }

    /// Makes a new password; returns the page that shows it, and the password.
    async fn reset_sign_in(&mut self) -> (String, String) {
        // The form is on the page that the last act has led to.
        let replaced = hidden_field(&self.caller.read(&self.path).await, "replaced");
        let page = self.send("sign-in", &[("replaced", &replaced)]).await.expect_status(200).text();
        let password = page.split("<code translate=\"no\">").nth(2).unwrap().split('<').next().unwrap();
        let password = password.to_owned();
        self.send_again("sign-in", &[("replaced", &replaced)]).await.expect_status(303);
        let again = self.caller.read(&self.path).await;
        assert!(again.contains("Nothing was changed now."), "{again}");
        (page, password)
    }
}

/// The acts on an account that the audit has recorded for somebody.
async fn recorded_acts(sandbox: &Sandbox, account: &str, actor: &str) -> Vec<AuditedAct> {
    let db = sandbox.database().await;
    let entries = store::audit_changes::list_about(&db, &account.into(), 50).await.unwrap();
    let actor = AccountId::from(sandbox.user(actor)["userAccountId"].as_str().unwrap());
    let own = entries.into_iter().filter(|entry| entry.actor.as_ref() == Some(&actor));
    own.filter_map(|entry| entry.act).collect()
}

one! {
    async fn a_call_at_the_desk_takes_ten_acts(sandbox: Sandbox) {
        let (id, title) = ("demo-individual", sandbox.title("copyright").to_string());
        let person = format!("/desk/people/{id}");
        let mut ines = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&ines.read("/account/devices").await, "token");
        let lost = [("token", token.as_str()), ("name", "Old reader"), ("form", "one")];
        ines.post("/account/devices", &lost).await.expect_status(200);
        let mut call = Call::begin(sandbox, "membershipAssistant", &format!("{person}/serve")).await;
        assert!(call.caller.read(&person).await.contains(&format!("href=\"{person}/serve\"")));
        let found = call.open("/desk?words=ines&birth_date=1984-05-17").await;
        assert!(found.contains(&format!("href=\"{person}/serve\"")), "{found}");
        let page = call.open(&format!("{person}/serve")).await;
        assert!(page.contains("<bdi>Old reader</bdi>"), "{page}");
        let lost = hidden_field(&page, "device");
        for act in ["sign-in", "preferences", "devices/revoke", "devices", "notes"] {
            assert!(page.contains(&format!("action=\"{person}/serve/{act}\"")), "{act}: {page}");
        }
        let books = call.open(&format!("{person}/serve?words=between+floors")).await;
        for part in [format!("name=\"title\" value=\"{title}\""), "Order a copy of".into(), "Ines Okafor".into()] {
            assert!(books.contains(&part), "{part}: {books}");
        }
        let book = [("title", title.as_str()), ("words", "between floors"), ("format", "BRF")];
        let page = call.act("assign", &book).await;
        assert!(page.contains("The book is on the shelf") && page.contains("On the shelf already"), "{page}");
        assert!(ines.read("/shelf/assigned").await.contains("Between Floors"));
        let page = call.act("order", &book).await;
        assert!(page.contains("“My downloads” on the shelf"), "{page}");
        assert!(ines.read("/shelf/downloaded").await.contains("Between Floors"));
        ines.open_until_complete(&format!("/titles/{title}/downloads/BRF")).await;
        let braille = [("format", "BRF"), ("grade", "uncontracted"), ("code", "ueb"), ("lines", "embossable-28")];
        let page = call.act("preferences", &braille).await;
        for value in ["BRF", "uncontracted", "ueb", "embossable-28"] {
            assert!(page.contains(&format!("value=\"{value}\" selected")), "{value}: {page}");
        }
        let page = call.act("devices/revoke", &[("device", &lost)]).await;
        assert!(page.contains("The device is revoked.") && !page.contains("Old reader"), "{page}");
        let again = call.send_again("devices/revoke", &[("device", &lost)]).await.expect_status(404).text();
        assert!(again.contains("It may have been revoked already."), "{again}");
        let device = [("name", "Braille display"), ("form", "one")];
        let page = call.send("devices", &device).await.expect_status(200).text();
        assert!(page.contains("Braille display is ready") && page.contains(" as in "), "{page}");
        call.send_again("devices", &device).await.expect_status(303);
        let page = call.act("notes", &[("note", "Wants braille on paper.\r\nCalls again in May.")]).await;
        assert!(page.contains("<p dir=\"auto\">Calls again in May.</p>") && page.contains("Mateo Flint"), "{page}");
        let (page, password) = call.reset_sign_in().await;
        assert!(page.contains("New sign-in for") && page.contains("shown only now"), "{page}");
        for part in ["i as in India, n as in November, e as in Echo", "<code translate=\"no\">@</code>: at sign"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(call.acts, 10, "find, serve, look for books, and the seven forms");
        assert_eq!(ines.get("/shelf").await.status, 303, "signed out");
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let reply = Reader::guest(sandbox).sign_in("/sign-in", name, &password).await.expect_status(303);
        assert_eq!(reply.header("location"), "/account/password?back=%2F", "another password first");
        let acts = recorded_acts(sandbox, id, "membershipAssistant").await;
        for act in [
            AuditedAct::ResetPassword,
            AuditedAct::AssignTitle,
            AuditedAct::OrderCopy,
            AuditedAct::ChangePreferences,
            AuditedAct::RevokeDevice,
            AuditedAct::CreateDevice,
            AuditedAct::NoteCall,
        ] {
            assert_eq!(acts.iter().filter(|one| **one == act).count(), 1, "{act}: {acts:?}");
        }
    }

    async fn a_sponsor_serves_members_of_the_own_organization_alone(sandbox: Sandbox) {
        let (olive, free) = ("demo-orgMember", sandbox.title("publicDomain").to_string());
        let path = format!("/school/members/{olive}");
        let mut call = Call::begin(sandbox, "sponsor", &path).await;
        for words in ["2014-09-03", "olive+2014-09-03", olive] {
            let found = call.caller.read(&format!("/school/members?words={words}")).await;
            assert!(found.contains(&format!("href=\"{path}\"")), "{words}: {found}");
        }
        call.acts = 1;
        call.open(&path).await;
        let books = call.open(&format!("{path}?words=count+at+anstey+ferry")).await;
        assert!(books.contains(&format!("name=\"title\" value=\"{free}\"")), "{books}");
        let page = call.act("assign", &[("title", free.as_str())]).await;
        assert!(page.contains(&format!("class=\"alone\" href=\"/titles/{free}\"")), "{page}");
        call.act("order", &[("title", free.as_str()), ("format", "EPUB3")]).await;
        call.act("preferences", &[("format", "EPUB3")]).await;
        call.send("devices", &[("name", "Tablet"), ("form", "one")]).await.expect_status(200);
        let device = hidden_field(&call.caller.read(&path).await, "device");
        call.act("notes", &[("note", "Spoke to the mother.")]).await;
        let (_, password) = call.reset_sign_in().await;
        assert_eq!(call.acts, 9, "find, serve, look for books, and the six forms");
        let page = call.act("devices/revoke", &[("device", &device)]).await;
        assert!(page.contains("There are no devices yet."), "{page}");
        let name = sandbox.user("orgMember")["username"].as_str().unwrap();
        Reader::guest(sandbox).sign_in("/sign-in", name, &password).await.expect_status(303);

        // The desk has notes of its own, and pupils without a name to sign in by get no password.
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        assert!(!staff.read(&format!("/desk/people/{olive}/serve")).await.contains("Spoke to the mother."));
        let page = call.caller.read("/school/members/demo-orgMember2").await;
        assert!(page.contains("no user name and no email address") && !page.contains("name=\"replaced\""), "{page}");
        for stranger in ["demo-noor-pike", "demo-individual", "demo-primaryContact"] {
            call.caller.get(&format!("/school/members/{stranger}")).await.expect_status(404);
            for (act, field) in [
                ("sign-in", "replaced"), ("assign", "title"), ("order", "title"), ("notes", "note"), ("devices/revoke", "device"),
            ] {
                let form = [("token", call.token.as_str()), (field, free.as_str()), ("format", "EPUB3")];
                let address = format!("/school/members/{stranger}/{act}");
                call.caller.post(&address, &form).await.expect_status(404);
            }
        }
        // Staff have their passwords from nobody else.
        let token = hidden_field(&staff.read("/desk/people/demo-collectionAssistant/serve").await, "token");
        for act in ["sign-in", "devices", "devices/revoke"] {
            let form = [("token", token.as_str()), ("name", "Tablet"), ("replaced", "")];
            let address = format!("/desk/people/demo-collectionAssistant/serve/{act}");
            staff.post(&address, &form).await.expect_status(403);
        }
    }

    async fn what_is_wrong_with_a_form_of_a_call_is_said_at_its_field(sandbox: Sandbox) {
        let title = sandbox.title("copyright").to_string();
        let mut call = Call::begin(sandbox, "membershipAssistant", "/desk/people/demo-unqualified/serve").await;
        let long = "a".repeat(2_001);
        let order = [("title", title.as_str()), ("format", "BRF"), ("words", "between floors")];
        for (act, form, part) in [
            ("order", &order[..], "You have not signed the member agreement yet."),
            ("notes", &[("note", "")][..], "Write something about the call"),
            ("notes", &[("note", long.as_str())][..], "The note is too long"),
            ("devices", &[("name", "")][..], "Enter a name for the device"),
        ] {
            let page = call.send(act, form).await.expect_status(400).text();
            assert!(has_tied_errors(&page) && page.contains(part), "{act}: {page}");
        }
        let closed = call.caller.read("/desk/people/demo-unqualified/serve?words=between+floors").await;
        assert!(closed.contains("You have no subscription.") && !closed.contains("Order a copy of"), "{closed}");
    }
}
