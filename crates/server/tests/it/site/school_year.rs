//! /school/year: a new school year.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Reply, Sandbox, User};

const FORM: &str = "/school/year";
const APPLY: &str = "/school/year/apply";

/// Members of the sandbox's school: of grade 5, of grade 6, and the only one of grade 8.
const ADA: &str = "demo-ada-brandt";
const IRIS: &str = "demo-iris-jung";
const GUS: &str = "demo-gus-haddad";

/// A member of another organization.
const TOVA: &str = "demo-tova-underhill";

/// A sponsor with the token of the forms.
async fn sign_in_sponsor(sandbox: &Sandbox) -> (Reader<'_>, String) {
    let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
    let token = hidden_field(&sponsor.read(FORM).await, "token");
    (sponsor, token)
}

/// Sends the form; returns the preview.
async fn show_preview(sponsor: &mut Reader<'_>, token: &str, choices: &[(&str, &str)]) -> String {
    let form: Vec<(&str, &str)> = choices.iter().copied().chain([("token", token)]).collect();
    sponsor.post(FORM, &form).await.expect_status(200).text()
}

/// Presses the button of a preview.
async fn confirm(sponsor: &mut Reader<'_>, preview: &str) -> Reply {
    assert!(preview.contains(&format!("action=\"{APPLY}\"")), "{preview}");
    let names = ["token", "last_grade", "leavers", "others", "digest"];
    let values = names.map(|name| hidden_field(preview, name));
    let form: Vec<(&str, &str)> = names.into_iter().zip(values.iter().map(String::as_str)).collect();
    sponsor.post(APPLY, &form).await
}

/// The grade of a member. `None` for one who is removed.
async fn stored_grade(sandbox: &Sandbox, id: &str) -> Option<String> {
    let db = sandbox.database().await;
    let account = store::accounts::get(&db, &id.into()).await.unwrap().unwrap();
    account.membership.and_then(|place| place.grade)
}

async fn assert_grades(sandbox: &Sandbox, grades: &[(&str, Option<&str>)]) {
    for (id, grade) in grades {
        assert_eq!(stored_grade(sandbox, id).await.as_deref(), *grade, "{id}");
    }
}

const GRADES_BEFORE: [(&str, Option<&str>); 4] =
    [(ADA, Some("5")), (IRIS, Some("6")), (GUS, Some("8")), (TOVA, Some("12"))];

one! {
    async fn a_sponsor_begins_a_school_year_and_undoes_it(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        assert!(sponsor.read("/school").await.contains("href=\"/school/year\""));
        let form = sponsor.read(FORM).await;
        for part in ["<option value=\"12\" selected>Grade 12</option>", "value=\"keep\" checked", "value=\"stay\" checked"] {
            assert!(form.contains(part), "{part}: {form}");
        }
        let choices = [("last_grade", "8"), ("leavers", "remove"), ("others", "stay")];
        let shown = show_preview(&mut sponsor, &token, &choices).await;
        for part in [
            "<li>Grade 5 to Grade 6: one member</li>",
            "<li>Grade 6 to Grade 7: 4 members</li>",
            "<li>Grade 7 to Grade 8: 2 members</li>",
            "One member has finished the last grade and is removed.",
            "<li><bdi>Gus Haddad</bdi></li>",
            "last_grade=8&#38;leavers=remove&#38;others=stay",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains("Grade 8 to") && !shown.contains("began the last"), "{shown}");
        assert_grades(sandbox, &GRADES_BEFORE).await;

        let reply = confirm(&mut sponsor, &shown).await.expect_status(303);
        let run = reply.header("location").to_owned();
        assert!(run.starts_with("/school/runs/"), "{run}");
        let page = sponsor.read(&run).await;
        for part in ["The new school year has begun.", "New school year, ", "7 members changed.", "One member removed."] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.contains("One removed member comes back"), "{page}");
        assert_grades(sandbox, &[(ADA, Some("6")), (IRIS, Some("7")), (GUS, None), (TOVA, Some("12"))]).await;
        assert!(sponsor.read("/school/removed").await.contains("Gus Haddad"));

        // A form that is sent again does nothing, and says why it must not be done twice.
        let again = confirm(&mut sponsor, &shown).await.expect_status(200).text();
        assert!(again.contains("The members have changed since this was shown"), "{again}");
        assert!(again.contains("began the last new school year on") && again.contains("2 members have finished"), "{again}");
        assert_grades(sandbox, &[(ADA, Some("6")), (IRIS, Some("7"))]).await;

        sponsor.press(&run, &format!("{run}/undo")).await.expect_status(303);
        assert!(sponsor.read(&run).await.contains("Everything is undone."));
        assert_grades(sandbox, &GRADES_BEFORE).await;
    }

    async fn a_year_is_shown_again_if_members_changed_meanwhile(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let choices = [("last_grade", "8"), ("leavers", "keep")];
        let shown = show_preview(&mut sponsor, &token, &choices).await;
        assert!(shown.contains("One member has finished the last grade and stays in it."), "{shown}");
        let school = User::sign_in(sandbox, "sponsor").await;
        school.put(&format!("/v2/myOrganization/members/{ADA}"), &[("grade", "13")]).await.expect_status(200);
        let again = confirm(&mut sponsor, &shown).await.expect_status(200).text();
        for part in ["role=\"status\"", "nothing was done", "<li>College, year 1: one member</li>"] {
            assert!(again.contains(part), "{part}: {again}");
        }
        assert!(!again.contains("Grade 5 to"), "{again}");
        assert_grades(sandbox, &[(ADA, Some("13")), (IRIS, Some("6"))]).await;
        confirm(&mut sponsor, &again).await.expect_status(303);
        assert_grades(sandbox, &[(ADA, Some("13")), (IRIS, Some("7")), (GUS, Some("8"))]).await;
    }

    async fn a_form_without_a_last_grade_is_shown_again(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        for path in [FORM, APPLY] {
            let form = [("token", token.as_str()), ("last_grade", "13"), ("leavers", "remove")];
            let page = sponsor.post(path, &form).await.expect_status(400).text();
            assert!(has_tied_errors(&page) && page.contains("value=\"remove\" checked"), "{path}: {page}");
        }
        let kept = sponsor.read("/school/year?last_grade=5&leavers=remove&others=leave").await;
        for part in ["<option value=\"5\" selected>", "value=\"remove\" checked", "value=\"leave\" checked"] {
            assert!(kept.contains(part), "{part}: {kept}");
        }
    }

    async fn only_forms_of_a_sponsor_begin_a_school_year(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let mut pupil = Reader::sign_in_as(sandbox, "orgMember").await;
        let token = hidden_field(&pupil.read("/account").await, "token");
        for path in [FORM, APPLY] {
            let form = [("last_grade", "8"), ("leavers", "remove")];
            sponsor.post(path, &form).await.expect_status(403);
            let form = [("token", token.as_str()), ("last_grade", "8"), ("leavers", "remove")];
            pupil.post(path, &form).await.expect_status(403);
            let reply = Reader::guest(sandbox).post(path, &form[1..]).await.expect_status(303);
            assert!(reply.header("location").starts_with("/sign-in?back=%2Fschool%2Fyear"));
        }
        assert_grades(sandbox, &GRADES_BEFORE).await;
    }
}
