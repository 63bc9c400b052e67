//! /account/proof and /account/subscription: the steps of the path to books that readers take themselves.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Sandbox, emails};

one! {
    async fn a_reader_asks_an_authority_for_a_proof(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        assert!(reader.read("/account").await.contains("href=\"/account/proof\""));
        let token = hidden_field(&reader.read("/account/proof").await, "token");
        let own = sandbox.user("unqualified")["username"].as_str().unwrap().to_owned();
        for (email, message, said) in [
            ("", "", "Email address of this person: this is needed"),
            ("not an address", "", "This is not an email address"),
            (own.as_str(), "", "This is your own address"),
            ("lund@clinic.example", &*"a".repeat(1001), "This is too long"),
        ] {
            let form = [("token", token.as_str()), ("email", email), ("message", message)];
            let page = reader.post("/account/proof", &form).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        reader.post("/account/proof", &[("email", "lund@clinic.example")]).await.expect_status(403);
        let form = [
            ("token", token.as_str()), ("email", "lund@clinic.example"), ("name", "Dr. Lund"),
            ("message", "We met\r\nin May."),
        ];
        let reply = reader.post("/account/proof", &form).await.expect_status(303);
        assert!(reader.read(reply.header("location")).await.contains("The request is on its way."));
        assert!(reader.read("/account").await.contains("Being checked"));
        let email = emails(sandbox, "lund@clinic.example", 1).await.pop().unwrap();
        assert!(email.contains("> We met\n> in May."), "{email}");
        // Or names a membership elsewhere, which staff check.
        let submission = |source| [("token", token.as_str()), ("source", source), ("membershipId", "N-17")];
        let page = reader.post("/account/proof/membership", &submission("schoolVerified")).await;
        let page = page.expect_status(400).text();
        assert!(page.contains("does not accept such a membership") && has_tied_errors(&page), "{page}");
        let reply = reader.post("/account/proof/membership", &submission("nls")).await.expect_status(303);
        assert!(reader.read(reply.header("location")).await.contains("Your membership was submitted."));
    }

    async fn a_reader_takes_out_a_subscription(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        assert!(reader.read("/account").await.contains("href=\"/account/subscription\""));
        let page = reader.read("/account/subscription").await;
        assert!(page.contains("value=\"individual\"") && !page.contains("value=\"organization\""), "{page}");
        assert!(page.contains("Price: 50.00\u{a0}USD"), "{page}");
        let token = hidden_field(&page, "token");
        for (kind, code, said) in [
            ("", "", "Choose a subscription"),
            ("organization", "", "Choose a subscription"),
            ("individual", "NO-SUCH-CODE", "This promotion code is not valid"),
        ] {
            let form = [("token", token.as_str()), ("type", kind), ("code", code)];
            let page = reader.post("/account/subscription", &form).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        let form = [("token", token.as_str()), ("type", "individual")];
        let reply = reader.post("/account/subscription", &form).await.expect_status(303);
        let page = reader.read(reply.header("location")).await;
        assert!(page.contains("Your subscription has begun.") && !page.contains("<fieldset"), "{page}");
        let again = reader.post("/account/subscription", &form).await.expect_status(303);
        assert_eq!(again.header("location"), "/account/subscription");
        assert!(!reader.read("/account").await.contains("href=\"/account/subscription\""));
    }
}
