//! /school/members/act: acts on several members.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Reply, Sandbox};

const MEMBERS: &str = "/school/members";
const PREVIEW: &str = "/school/members/act";
const APPLY: &str = "/school/members/act/apply";

/// Members of the sandbox's school: two of grade 6, one of grade 8, one of grade 5.
const IRIS: &str = "demo-iris-jung";
const CYRUS: &str = "demo-cyrus-delgado";
const GUS: &str = "demo-gus-haddad";
const ADA: &str = "demo-ada-brandt";

/// A member of another organization.
const NOOR: &str = "demo-noor-pike";

/// The hidden fields of the form that is sent to an address.
fn form_fields(page: &str, action: &str) -> Vec<(String, String)> {
    let (_, rest) = page.split_once(&format!("action=\"{action}\"")).unwrap_or_else(|| panic!("{page}"));
    let (form, _) = rest.split_once("</form>").unwrap();
    let field = |part: &str| {
        let (name, rest) = part.split_once('"').unwrap();
        let (_, rest) = rest.split_once("value=\"").unwrap();
        (name.to_owned(), rest.split_once('"').unwrap().0.to_owned())
    };
    form.split("type=\"hidden\" name=\"").skip(1).map(field).collect()
}

/// A sponsor with the token of the forms.
pub(super) async fn sign_in_sponsor(sandbox: &Sandbox) -> (Reader<'_>, String) {
    let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
    let token = hidden_field(&sponsor.read(MEMBERS).await, "token");
    (sponsor, token)
}

/// Sends a form for an act; returns the preview.
pub(super) async fn show_preview(sponsor: &mut Reader<'_>, token: &str, form: &[(&str, &str)]) -> String {
    let form: Vec<(&str, &str)> = form.iter().copied().chain([("token", token)]).collect();
    sponsor.post(PREVIEW, &form).await.expect_status(200).text()
}

/// Presses the button of a preview.
async fn confirm(sponsor: &mut Reader<'_>, preview: &str) -> Reply {
    confirm_with(sponsor, preview, &[]).await
}

/// Presses the button of a preview, after these fields have been filled in.
pub(super) async fn confirm_with(
    sponsor: &mut Reader<'_>,
    preview: &str,
    filled_in: &[(&str, &str)],
) -> Reply {
    let fields = form_fields(preview, APPLY);
    let hidden = fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let fields: Vec<(&str, &str)> = hidden.chain(filled_in.iter().copied()).collect();
    sponsor.post(APPLY, &fields).await.expect_status(200)
}

async fn stored_grade(sandbox: &Sandbox, id: &str) -> String {
    let db = sandbox.database().await;
    let account = store::accounts::get(&db, &id.into()).await.unwrap().unwrap();
    account.membership.unwrap().grade.unwrap()
}

one! {
    async fn a_sponsor_changes_the_grade_of_chosen_members_and_of_all_in_a_grade(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let form = [("scope", "chosen"), ("member", IRIS), ("chosen", GUS), ("act", "grade"), ("grade", "9")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        for part in ["Set the grade: Grade 9</h1>", "For 2 chosen members", "2 members change.", "<bdi>Iris Jung</bdi>"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert_eq!(stored_grade(sandbox, IRIS).await, "6", "nothing is changed before");
        let done = confirm(&mut sponsor, &shown).await.text();
        assert!(done.contains("role=\"status\"") && done.contains("2 members were changed."), "{done}");
        assert!(done.contains("href=\"/school/runs\""), "{done}");
        let ninth = sponsor.read("/school/members?grade_filter=9").await;
        assert!(ninth.contains("Iris Jung") && ninth.contains("Gus Haddad") && !ninth.contains("Kofi Larsen"), "{ninth}");
        // A form that is sent again says that there is nothing to do.
        let again = confirm(&mut sponsor, &shown).await.text();
        assert!(again.contains("Something has changed") && again.contains("Nothing would change."), "{again}");
        assert!(again.contains("2 are in this grade already.") && !again.contains(APPLY), "{again}");
        // The choice is kept on the way back.
        let back = form_fields(&shown, MEMBERS);
        let back: Vec<(&str, &str)> = back.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let back = sponsor.post(MEMBERS, &back).await.expect_status(200).text();
        let boxes = back.split("name=\"member\"").skip(1);
        let chosen = boxes.filter(|rest| rest.split_once('>').is_some_and(|(tag, _)| tag.ends_with("checked")));
        assert_eq!(chosen.count(), 2, "{back}");

        let form = [("scope", "all"), ("grade_filter", "7"), ("chosen", ADA), ("act", "grade"), ("grade", "8")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("For all 2 members found: Grade 7") && shown.contains("2 members change."), "{shown}");
        confirm(&mut sponsor, &shown).await;
        for (id, grade) in [("demo-esme-fairchild", "8"), ("demo-kofi-larsen", "8"), (ADA, "5"), (CYRUS, "6")] {
            assert_eq!(stored_grade(sandbox, id).await, grade, "{id}");
        }
    }

    async fn a_sponsor_removes_a_member_of_the_own_organization_alone(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let form = [("scope", "chosen"), ("member", ADA), ("member", NOOR), ("act", "remove")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("One member changes.") && shown.contains("undo this for 30 days"), "{shown}");
        assert!(shown.contains("One chosen person is no longer a member") && !shown.contains("Noor"), "{shown}");
        let done = confirm(&mut sponsor, &shown).await.text();
        assert!(done.contains("One member was changed.") && done.contains("href=\"/school/runs\""), "{done}");
        assert!(!sponsor.read(MEMBERS).await.contains("Ada Brandt"));
        let form = [("scope", "chosen"), ("member", NOOR), ("act", "grade"), ("grade", "9")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("Nothing would change.") && !shown.contains(APPLY), "{shown}");
        let form = [("token", token.as_str()), ("member", NOOR), ("act", "remove"), ("digest", "x")];
        sponsor.post(APPLY, &form).await.expect_status(200);
        assert_eq!(stored_grade(sandbox, NOOR).await, "10");
    }

    async fn a_sponsor_states_that_the_school_has_verified_a_disability(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let form = [("member", IRIS), ("act", "mark_disability"), ("disability", "visual")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        for part in ["Mark a disability: blindness or low vision</h1>", "One member changes.", "who marked whom"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        let done = confirm(&mut sponsor, &shown).await.text();
        assert!(done.contains("One member was changed.") && done.contains("href=\"/school/runs\""), "{done}");
        let again = confirm(&mut sponsor, &shown).await.text();
        assert!(again.contains("One has a proof of it already.") && !again.contains(APPLY), "{again}");
        assert!(sponsor.read("/school/runs").await.contains("Change of marked disabilities"));
        let form = [("token", token.as_str()), ("member", IRIS), ("act", "unmark_disability")];
        let page = sponsor.post(PREVIEW, &form).await.expect_status(400).text();
        assert!(page.contains("Choose the disability") && has_tied_errors(&page), "{page}");
    }

    async fn new_passwords_are_shown_once_and_sign_in(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let form = [("member", "demo-orgMember"), ("member", "demo-orgMember2"), ("act", "reset_sign_in")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("One member changes.") && shown.contains("One has no user name"), "{shown}");
        let done = confirm(&mut sponsor, &shown).await.text();
        let secret = "<code class=\"secret\" lang=\"en\" translate=\"no\">";
        let (_, rest) = done.split_once(secret).unwrap_or_else(|| panic!("{done}"));
        let password = rest.split_once('<').unwrap().0;
        assert_eq!(password.split('-').count(), 5, "four words and a number: {password}");
        let name = sandbox.user("orgMember")["username"].as_str().unwrap();
        let old = sandbox.user("orgMember")["password"].as_str().unwrap();
        assert_ne!(Reader::guest(sandbox).sign_in("/sign-in", name, old).await.status, 303);
        Reader::guest(sandbox).sign_in("/sign-in", name, password).await.expect_status(303);
        let again = confirm(&mut sponsor, &shown).await.text();
        assert!(again.contains("Something has changed") && !again.contains("<code"), "{again}");
    }

    async fn a_form_that_lacks_something_keeps_those_who_were_chosen(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let nobody = [("token", token.as_str()), ("scope", "chosen"), ("act", "remove"), ("words", "zoe")];
        let page = sponsor.post(PREVIEW, &nobody).await.expect_status(400).text();
        assert!(has_tied_errors(&page) && page.contains("href=\"/school/members?words=zoe\""), "{page}");
        for (act, field, value) in [
            ("", "act", ""),
            ("grade", "grade", ""),
            ("grade", "grade", "99"),
            ("tag", "tag", ""),
            ("add_to_list", "list", ""),
            ("assign_title", "title", "ferry"),
            ("assign_title", "title", "999999"),
        ] {
            let mut form = vec![("token", token.as_str()), ("scope", "chosen"), ("chosen", CYRUS), ("act", act)];
            if field != "act" {
                form.push((field, value));
            }
            let page = sponsor.post(PREVIEW, &form).await.expect_status(400).text();
            assert!(has_tied_errors(&page) && page.contains(&format!("name=\"{field}\"")), "{act} {value}: {page}");
            let fields = form_fields(&page, PREVIEW);
            assert!(fields.contains(&("chosen".to_owned(), CYRUS.to_owned())), "{act} {value}: {page}");
        }
    }

    async fn only_forms_of_a_sponsor_act_on_members(sandbox: Sandbox) {
        let (mut sponsor, _) = sign_in_sponsor(sandbox).await;
        let mut pupil = Reader::sign_in_as(sandbox, "orgMember").await;
        let token = hidden_field(&pupil.read("/account").await, "token");
        for path in [PREVIEW, APPLY] {
            let form = [("member", CYRUS), ("act", "remove")];
            sponsor.post(path, &form).await.expect_status(403);
            let form = [("token", token.as_str()), ("member", CYRUS), ("act", "remove")];
            pupil.post(path, &form).await.expect_status(403);
            let reply = Reader::guest(sandbox).post(path, &form[1..]).await.expect_status(303);
            assert!(reply.header("location").starts_with("/sign-in?back=%2Fschool%2Fmembers"));
        }
        assert_eq!(stored_grade(sandbox, CYRUS).await, "6");
    }
}
