//! /school: a sponsor and the members of the organization.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Sandbox, User};

const MEMBERS: &str = "/school/members";

/// The identifier of a member of the sandbox.
const IRIS: &str = "demo-iris-jung";

/// The value of a button of the form around the list.
fn button_value(page: &str, name: &str) -> String {
    let mark = format!("name=\"{name}\" value=\"");
    let buttons = page.split("<button").filter(|part| part.contains("formaction=\"/school/members\""));
    let button =
        buttons.into_iter().find(|part| part.contains(&mark)).unwrap_or_else(|| panic!("{name}: {page}"));
    button.split_once(&mark).unwrap().1.split_once('"').unwrap().0.to_owned()
}

fn is_checked(page: &str, id: &str) -> bool {
    page.contains(&format!("name=\"member\" value=\"{id}\" checked"))
}

one! {
    async fn a_sponsor_finds_members_by_words_and_filters(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        for page in ["/", "/account"] {
            assert!(sponsor.read(page).await.contains("href=\"/school\""), "{page}");
        }
        let start = sponsor.read("/school").await;
        assert!(start.contains("Astoria Harbor School") && start.contains("href=\"/school/members\""), "{start}");
        let all = sponsor.read(MEMBERS).await;
        for part in ["<caption>Members, by family name</caption>", "Iris Jung", "Ada Brandt", "scope=\"row\""] {
            assert!(all.contains(part), "{part}: {all}");
        }
        assert!(all.contains(&format!("href=\"/school/members/{IRIS}\"")), "{all}");
        let grade = sponsor.read("/school/members?grade_filter=6").await;
        assert!(grade.contains("Iris Jung") && grade.contains("Cyrus Delgado") && !grade.contains("Ada Brandt"), "{grade}");
        assert!(grade.contains("members found: Grade 6") && grade.contains("Show all members"), "{grade}");
        let words = sponsor.read("/school/members?words=%C3%8Fr%C3%AFs").await;
        assert!(words.contains("Iris Jung") && !words.contains("Cyrus Delgado"), "{words}");
        let none = sponsor.read("/school/members?words=xyzzy").await;
        assert!(none.contains("No member found") && !none.contains("<table"), "{none}");
        let listed = sponsor.read("/school/members?quick_list_filter=yes&grade_filter=12").await;
        assert!(listed.contains("No member found: Grade 12, on your quick list"), "{listed}");
        let sorted = sponsor.read("/school/members?sort=firstName").await;
        assert!(sorted.find("Ada Brandt").unwrap() < sorted.find("Cyrus Delgado").unwrap(), "{sorted}");
        assert!(sorted.contains("by given name</caption>"), "{sorted}");
    }

    async fn a_choice_of_members_survives_paging(sandbox: Sandbox) {
        let client = User::sign_in(sandbox, "sponsor").await.with_key_of("privileged");
        let mut first = String::new();
        for number in 0..55 {
            // Families that sort before and after each other; nobody else is called so.
            let last = format!("Zz{number:02}");
            let form = [
                ("firstName", "Paged"), ("lastName", &last), ("dateOfBirth", "2013-01-01"), ("grade", "4"),
            ];
            let member = client.post("/v2/myOrganization/members", &form).await.expect_status(201);
            if number == 0 {
                member.json["userAccountId"].as_str().unwrap().clone_into(&mut first);
            }
        }
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let page = sponsor.read("/school/members?words=paged&grade_filter=4").await;
        assert!(page.contains("All 55 members found: Grade 4, named “paged”"), "{page}");
        assert!(!page.contains("chosen member is") && !is_checked(&page, &first), "{page}");
        let (token, next) = (hidden_field(&page, "token"), button_value(&page, "after"));
        let filter = [("token", token.as_str()), ("words", "paged"), ("grade_filter", "4")];
        let send = |more: &[(&'static str, String)]| -> Vec<(&'static str, String)> {
            filter.iter().map(|(name, value)| (*name, (*value).to_owned())).chain(more.iter().cloned()).collect()
        };
        let form = send(&[("member", first.clone()), ("after", next)]);
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let second = sponsor.post(MEMBERS, &form).await.expect_status(200).text();
        assert!(second.contains("Paged Zz54") && !second.contains("Paged Zz00"), "{second}");
        assert!(second.contains(&format!("name=\"chosen\" value=\"{first}\"")), "{second}");
        let on_another_page = "One chosen member is on another page.";
        assert!(second.contains(on_another_page), "{second}");
        assert!(second.contains("name=\"grade_filter\" value=\"4\""), "the filter survives too: {second}");
        // Another one on this page, and back: both are chosen.
        let last = second.rsplit("name=\"member\" value=\"").next().unwrap().split_once('"').unwrap().0.to_owned();
        let form = send(&[("chosen", first.clone()), ("member", last.clone()), ("before", button_value(&second, "before"))]);
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let back = sponsor.post(MEMBERS, &form).await.expect_status(200).text();
        assert!(is_checked(&back, &first) && back.contains(on_another_page), "{back}");
        assert!(back.contains(&format!("name=\"chosen\" value=\"{last}\"")), "{back}");
        assert!(!back.contains(&format!("name=\"chosen\" value=\"{first}\"")), "each is sent once: {back}");
        // Somebody who is no longer checked is no longer chosen.
        let form = send(&[("chosen", last)]);
        let form: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let without = sponsor.post(MEMBERS, &form).await.expect_status(200).text();
        assert!(!is_checked(&without, &first) && without.contains(on_another_page), "{without}");
        // A position that no page has, a form of nobody, and a form of a pupil.
        let damaged = [("token", token.as_str()), ("after", "nonsense")];
        sponsor.post(MEMBERS, &damaged).await.expect_status(404);
        sponsor.post(MEMBERS, &[]).await.expect_status(403);
        let mut pupil = Reader::sign_in_as(sandbox, "orgMember").await;
        let token = hidden_field(&pupil.read("/account").await, "token");
        pupil.post(MEMBERS, &[("token", token.as_str())]).await.expect_status(403);
    }

    async fn a_sponsor_adds_one_member_and_corrects_the_name(sandbox: Sandbox) {
        const NEW_MEMBER: &str = "/school/members/new";
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        assert!(sponsor.read(MEMBERS).await.contains(&format!("href=\"{NEW_MEMBER}\"")));
        let page = sponsor.read(NEW_MEMBER).await;
        let (token, mark) = (hidden_field(&page, "token"), hidden_field(&page, "form"));
        let form = |born| {
            [
                ("token", token.as_str()),
                ("form", mark.as_str()),
                ("first_name", "Nils"),
                ("last_name", "Aasen"),
                ("birth_date", born),
                ("grade", "6"),
            ]
        };
        let empty = ["first_name", "last_name", "birth_date", "grade"].map(|field| (field, ""));
        let empty: Vec<_> = [("token", token.as_str())].into_iter().chain(empty).collect();
        let page = sponsor.post(NEW_MEMBER, &empty).await.expect_status(400).text();
        assert!(page.contains("href=\"#first_name\"") && page.contains("name=\"last_name\""), "{page}");
        let page = sponsor.post(NEW_MEMBER, &form("2999-01-01")).await.expect_status(400).text();
        assert!(has_tied_errors(&page) && page.contains("href=\"#birth_date\""), "{page}");
        let reply = sponsor.post(NEW_MEMBER, &form("2014-12-31")).await.expect_status(303);
        let again = sponsor.post(NEW_MEMBER, &form("2014-12-31")).await.expect_status(303);
        assert_eq!(again.header("location"), reply.header("location"), "the form was sent twice");
        let page = sponsor.read(reply.header("location")).await;
        assert!(page.contains("The member is added.") && page.contains("Nils Aasen"), "{page}");
        let (_, details) = page.rsplit_once("href=\"/school/members/").unwrap();
        let details = format!("/school/members/{}", details.split_once('"').unwrap().0);
        let page = sponsor.read(&details).await;
        assert!(page.contains("value=\"2014-12-31\"") && page.contains("value=\"6\" selected"), "{page}");
        let change = [
            ("token", token.as_str()),
            ("first_name", "Nilas"),
            ("last_name", "Aasen"),
            ("birth_date", "2014-12-31"),
            ("grade", "7"),
        ];
        let reply = sponsor.post(&details, &change).await.expect_status(303);
        let page = sponsor.read(reply.header("location")).await;
        assert!(page.contains("The member is changed.") && page.contains("Nilas Aasen"), "{page}");
        let found = sponsor.read("/school/members?words=aasen").await;
        assert!(found.contains("Nilas Aasen") && found.contains("Cannot sign in"), "{found}");
    }
}
