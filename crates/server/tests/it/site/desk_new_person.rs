//! /desk/people/new: staff create an account for a reader who writes or calls.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Sandbox, emails, key};

const NEW_PERSON: &str = "/desk/people/new";

one! {
    async fn staff_create_an_account_for_a_reader_who_calls(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        assert!(staff.read("/desk").await.contains("href=\"/desk/people/new\""));
        let token = hidden_field(&staff.read(NEW_PERSON).await, "token");
        let empty = staff.post(NEW_PERSON, &[("token", &token)]).await.expect_status(400).text();
        assert!(has_tied_errors(&empty), "{empty}");
        for field in ["first_name", "last_name", "birth_date", "email", "country", "language"] {
            assert!(empty.contains(&format!("<li><a href=\"#{field}\">")), "{field}: {empty}");
        }

        // Ines has an account, which a form with another email address would repeat.
        let form = |email| {
            [
                ("token", token.as_str()),
                ("first_name", "Ines"),
                ("last_name", "OKAFOR"),
                ("birth_date", "1984-05-17"),
                ("email", email),
                ("country", "US"),
                ("language", "es"),
            ]
        };
        let ines = "<a href=\"/desk/people/demo-individual\"><bdi>Ines Okafor";
        let known = staff.post(NEW_PERSON, &form("INES@sandbox.example")).await.expect_status(400).text();
        assert!(has_tied_errors(&known) && known.contains("href=\"#email\""), "{known}");
        assert_eq!(known.matches(ines).count(), 2, "{known}");
        let address = "ines.okafor@visitors.example";
        let asked = staff.post(NEW_PERSON, &form(address)).await.expect_status(400).text();
        assert!(has_tied_errors(&asked) && asked.contains("href=\"#distinct\""), "{asked}");
        assert!(asked.contains(ines) && !asked.contains("href=\"#email\""), "{asked}");
        let namesake = hidden_field(&asked, "namesake");
        let confirmed = [("namesake", namesake.as_str()), ("distinct", "yes")];
        let form: Vec<(&str, &str)> = form(address).into_iter().chain(confirmed).collect();
        let created = staff.post(NEW_PERSON, &form).await.expect_status(303);
        let page = staff.read(created.header("location")).await;
        assert!(page.contains("The account is created") && page.contains(address), "{page}");
        staff.post(NEW_PERSON, &form).await.expect_status(400);

        let email = emails(sandbox, address, 1).await.remove(0);
        assert!(email.contains("Su cuenta en"), "{email}");
        let choose = format!("/oauth/new-password/{}", key(&email, "/oauth/new-password/"));
        assert!(Reader::guest(sandbox).read(&choose).await.contains(address));
        let audit = staff.read("/desk/audit?kind=createAccount").await;
        assert_eq!(audit.matches("POST /desk/people/new").count(), 1, "{audit}");
    }
}
