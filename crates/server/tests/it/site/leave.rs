//! /account/leave: the end of an account.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_reader_leaves_the_library(sandbox: Sandbox) {
        let user = sandbox.user("individual2");
        let (name, present) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let bearer = sandbox.token("individual2").await;
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        let page = reader.read("/account/leave").await;
        assert!(page.contains("What is deleted") && page.contains("What is kept"), "{page}");
        let token = hidden_field(&page, "token");
        for (fields, said) in [
            (vec![("sure", "yes")], "Present password: this is needed"),
            (vec![("present", present)], "Confirm that you know that this cannot be undone"),
            (vec![("present", "wrong-password-1"), ("sure", "yes")], "The present password is wrong"),
        ] {
            let with: Vec<_> = fields.iter().copied().chain([("token", token.as_str())]).collect();
            let page = reader.post("/account/leave", &with).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        other.get("/account").await.expect_status(200);
        let before = reader.cookie("session").unwrap().to_owned();
        let form = [("token", token.as_str()), ("present", present), ("sure", "yes")];
        let reply = reader.post("/account/leave", &form).await.expect_status(303);
        assert_eq!(reply.header("location"), "/account/left?lang=en");
        let left = reader.read("/account/left?lang=en").await;
        assert_eq!(reader.get("/account/left?lang=en").await.expect_status(303).header("location"), "/", "said once");
        assert!(left.contains("You have left the library") && !left.contains("You are signed in as"), "{left}");
        other.get("/account").await.expect_status(303);
        let mut thief = Reader::guest(sandbox);
        thief.keep("session", &before);
        thief.get("/account").await.expect_status(303);
        let account = sandbox.call(reqwest::Method::GET, "/v2/myAccount");
        account.query(&[("api_key", sandbox.key("app"))]).bearer(&bearer).send().await.expect_status(401);
        assert_ne!(Reader::guest(sandbox).sign_in("/sign-in", name, present).await.status, 303);
        // Staff cannot write to the person any more.
        let person = format!("/desk/people/{}", user["userAccountId"].as_str().unwrap());
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let proofs = staff.read(&format!("{person}/proofs")).await;
        assert!(!proofs.contains(&format!("{person}/email")), "{proofs}");
    }

    async fn the_last_page_keeps_the_language_of_the_account(sandbox: Sandbox) {
        let present = sandbox.user("individual2")["password"].as_str().unwrap();
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let token = hidden_field(&reader.read("/account/preferences").await, "token");
        let language = [("token", token.as_str()), ("language", "fra")];
        reader.post("/account/preferences", &language).await.expect_status(303);
        let form = [("token", token.as_str()), ("present", present), ("sure", "yes")];
        let reply = reader.post("/account/leave", &form).await.expect_status(303);
        assert_eq!(reply.header("location"), "/account/left?lang=fr");
        let left = reader.read("/account/left?lang=fr").await;
        assert!(left.contains("<html lang=\"fr\"") && left.contains("Vous avez quitté la bibliothèque"), "{left}");
    }

    async fn people_of_an_organization_and_staff_learn_whom_to_ask(sandbox: Sandbox) {
        for (user, said) in [
            ("orgMember", "Ask your teacher or contact person"),
            ("sponsor", "Ask your teacher or contact person"),
            ("administrator", "Ask an administrator"),
        ] {
            let mut reader = Reader::sign_in_as(sandbox, user).await;
            let page = reader.read("/account/leave").await;
            assert!(page.contains(said) && !page.contains("action=\"/account/leave\""), "{user}: {page}");
            let (token, present) = (hidden_field(&page, "token"), sandbox.user(user)["password"].as_str().unwrap());
            let form = [("token", token.as_str()), ("present", present), ("sure", "yes")];
            let reply = reader.post("/account/leave", &form).await;
            assert_ne!(reply.status, 303, "{user}");
            reader.get("/account").await.expect_status(200);
        }
    }
}
