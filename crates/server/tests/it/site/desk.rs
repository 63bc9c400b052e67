//! /desk: membership staff find people, see everything about one, and ask why a title is closed to them.

use domain::reading::{MetricType, ReadingEvent};
use domain::{AccountId, Format, TitleId};

use super::Reader;
use super::browser::hidden_field;
use crate::one;
use crate::support::{Sandbox, current_time, read_zip};

/// The page about one of the sandbox's users.
fn person(sandbox: &Sandbox, name: &str) -> String {
    format!("/desk/people/{}", sandbox.user(name)["userAccountId"].as_str().unwrap())
}

/// The lines of the audit about one of the sandbox's users, newest first.
fn audit(sandbox: &Sandbox, name: &str) -> Vec<String> {
    let id = sandbox.user(name)["userAccountId"].as_str().unwrap();
    sandbox.command(&["admin", "audit", "list", "--user", id]).lines().map(str::to_owned).collect()
}

/// One of the sandbox's users was at a place in a title.
async fn record_place(sandbox: &Sandbox, name: &str) {
    let event = ReadingEvent {
        title: TitleId(sandbox.title("copyright")),
        format: Format::Epub3,
        location: "epubcfi(/6/4)".to_owned(),
        total_progression: Some(0.42),
        metric: 60,
        metric_type: MetricType::Paragraph,
        description: Some("Chapter 2: The harbor".to_owned()),
        date: current_time(),
    };
    let id = AccountId::from(sandbox.user(name)["userAccountId"].as_str().unwrap());
    let db = sandbox.database().await;
    store::reading::record_event(&db, &id, &event).await.unwrap();
    db.close().await;
}

one! {
    async fn staff_find_a_person_by_what_the_person_says(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        for page in ["/", "/account"] {
            assert!(staff.read(page).await.contains("href=\"/desk\""), "{page}");
        }
        let start = staff.read("/desk").await;
        assert!(start.contains("name=\"words\"") && !start.contains("id=\"found\""), "{start}");
        let ines = person(sandbox, "individual");
        for words in ["Ines+okafor", "%C3%AEnes", "okaf", "ines%40sandbox.example", "demo-individual"] {
            let found = staff.read(&format!("/desk?words={words}")).await;
            assert!(found.contains(&format!("<a href=\"{ines}\"><bdi>Ines Okafor</bdi>")), "{words}: {found}");
            assert!(found.contains("May 17, 1984") && found.contains("individual member"), "{words}: {found}");
        }
        let pupil = staff.read("/desk?words=olive&birth_date=2014-09-03").await;
        assert!(pupil.contains("Olive Marsh") && pupil.contains("Astoria Harbor School"), "{pupil}");
        let other = staff.read("/desk?words=olive&birth_date=2014-09-04").await;
        assert!(other.contains("Nobody found.") && !other.contains("Olive Marsh"), "{other}");
        // Of another site, and not a date.
        assert!(staff.read("/desk?words=lena").await.contains("Nobody found."));
        staff.get(&person(sandbox, "labIndividual")).await.expect_status(404);
        let wrong = staff.get("/desk?words=olive&birth_date=September").await.expect_status(400).text();
        assert!(wrong.contains("role=\"alert\"") && wrong.contains("href=\"#birth_date\""), "{wrong}");
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        assert!(administrator.read("/desk?words=lena").await.contains("Lena Frost"));
        administrator.read(&person(sandbox, "labIndividual")).await;

        // What works in a browser depends on the account, which is locked and unlocked.
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        for (state, shown, status) in [("locked", "The account is locked.", 303), ("open", "The account is unlocked.", 200)] {
            let token = hidden_field(&staff.read(&format!("{ines}/lock")).await, "token");
            let form = [("token", token.as_str()), ("state", state)];
            let reply = staff.post(&format!("{ines}/lock"), &form).await.expect_status(303);
            let page = staff.read(reply.header("location")).await;
            assert!(page.contains(shown) && page.contains(&format!("href=\"{ines}/lock\"")), "{page}");
            reader.get("/account").await.expect_status(status);
        }
        let colleague = person(sandbox, "collectionAssistant");
        assert!(!staff.read(&colleague).await.contains("/lock\""));
        staff.get(&format!("{colleague}/lock")).await.expect_status(403);
        assert!(administrator.read(&format!("{colleague}/lock")).await.contains("Lock the account of Cora Bell?"));
        let mut collection = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        for page in ["/", "/account"] {
            assert!(!collection.read(page).await.contains("href=\"/desk\""), "{page}");
        }
        collection.get("/desk").await.expect_status(403);
    }

    async fn disabilities_are_shown_once_after_a_click_that_the_audit_records(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let path = person(sandbox, "individual2");
        record_place(sandbox, "individual2").await;
        let before = audit(sandbox, "individual2").len();
        let page = staff.read(&path).await;
        for part in [
            "<h1><bdi>Bram Lindqvist</bdi></h1>",
            "The library has a proof.",
            "confirmed by a competent authority",
            "Terms of use",
            "Own quota: ",
            "Copies of the last 30 days",
            "Places in books",
            "Chapter 2: The harbor",
            "42 percent",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("blindness"), "the kind of the disability is private: {page}");
        let lines = audit(sandbox, "individual2");
        assert_eq!(lines.len(), before + 1, "{lines:?}");
        assert!(lines[0].contains("GET /desk/people/{id} "), "{lines:?}");
        let action = format!("{path}/disabilities");
        let shown = staff.post(&action, &[("token", &hidden_field(&page, "token"))]).await.expect_status(200).text();
        assert!(shown.contains("blindness or low vision") && shown.contains("role=\"status\""), "{shown}");
        let lines = audit(sandbox, "individual2");
        assert!(lines.len() == before + 2 && lines[0].contains("POST /desk/people/{id}/disabilities "), "{lines:?}");
        // Neither the page before nor an address shows them again.
        assert!(!staff.read(&path).await.contains("blindness"));
        staff.get(&action).await.expect_status(404);
        staff.post(&action, &[("token", "wrong")]).await.expect_status(403);
        // A pupil's plans are among them.
        let path = person(sandbox, "orgMember");
        let page = staff.read(&path).await;
        assert!(page.contains("Olive Marsh") && !page.contains("IEP") && !page.contains("learning disability"), "{page}");
        let form = [("token", hidden_field(&page, "token"))];
        let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
        let shown = staff.post(&format!("{path}/disabilities"), &form).await.expect_status(200).text();
        assert!(shown.contains("IEP") && shown.contains("learning disability"), "{shown}");
        // A reader gets nothing, with a token of their own.
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/account").await, "token");
        reader.post(&action, &[("token", &token)]).await.expect_status(403);

        // Only administrators hand out everything.
        let person = person(sandbox, "individual2");
        let data = format!("{person}/data");
        assert!(!staff.read(&person).await.contains(&data));
        staff.get(&data).await.expect_status(403);
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        assert!(administrator.read(&person).await.contains(&format!("href=\"{data}\"")));
        let reply = administrator.press(&data, &data).await.expect_status(200);
        assert_eq!(reply.header("content-type"), "application/zip");
        let files = read_zip(&reply.bytes).unwrap();
        assert!(files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains("Lindqvist")));
        let lines = audit(sandbox, "individual2");
        assert!(lines[0].contains("POST /desk/people/{id}/data "), "{lines:?}");
    }

    async fn staff_learn_why_a_title_is_closed_to_a_person(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let (closed, free) = (sandbox.title("copyright"), sandbox.title("publicDomain"));
        let ask = |name: &str, title: &str, format: &str| {
            format!("{}/why?title={title}&format={format}", person(sandbox, name))
        };
        let page = staff.read(&ask("unqualified", &closed.to_string(), "BRF")).await;
        for part in [
            "<bdi class=\"name\">Uma Patel</bdi>",
            "cannot download this title",
            "You have not signed the member agreement yet.",
            "signs the agreement, or staff record one",
            "You have no subscription.",
            "The library has no proof of disability from you yet.",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for (name, title) in [("individual", closed), ("unqualified", free)] {
            let open = staff.read(&ask(name, &title.to_string(), "BRF")).await;
            assert!(open.contains("Nothing closes this title") && !open.contains("what would change it"), "{open}");
        }
        for title in ["1", "", "abc", "999999999999999999"] {
            let wrong = staff.get(&ask("individual", title, "BRF")).await.expect_status(400).text();
            assert!(wrong.contains("role=\"alert\"") && wrong.contains("href=\"#title\""), "{title}: {wrong}");
        }
        staff.get("/desk/people/nobody/why?title=1&format=BRF").await.expect_status(404);
        let lines = audit(sandbox, "unqualified");
        assert!(lines[0].contains("/why"), "{lines:?}");
    }
}
