//! /system/staff: administrators give roles of staff, and take them away.

use domain::AccountId;
use domain::work::WorkKind;
use store::work_claims::{self, WorkAddress};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links};
use crate::one;
use crate::support::{Sandbox, current_time};

/// Answers the question at an address with yes, and returns the page that follows.
async fn confirm(administrator: &mut Reader<'_>, question: &str) -> String {
    let page = administrator.read(question).await;
    let (token, role) = (hidden_field(&page, "token"), hidden_field(&page, "role"));
    let action = question.split('?').next().unwrap();
    let reply = administrator.post(action, &[("token", &token), ("role", &role)]).await.expect_status(303);
    administrator.read(reply.header("location")).await
}

one! {
    async fn a_role_is_given_and_taken_away(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let mut person = Reader::sign_in_as(sandbox, "individual").await;
        let list = administrator.read("/system/staff").await;
        for part in ["Cora Bell", "Lars Eide", "Change the roles of Mateo Flint", "membership assistant"] {
            assert!(list.contains(part), "{part} in {list}");
        }
        let nobody = administrator.get("/system/staff?person=nobody").await.expect_status(400).text();
        assert!(has_tied_errors(&nobody) && nobody.contains("There is no account"), "{nobody}");
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let at = "/system/staff/demo-individual";
        let found = administrator.get(&format!("/system/staff?person={name}")).await.expect_status(303);
        assert_eq!(found.header("location"), at);
        let roles = |page: &str| links(page).into_iter().filter(|href| href.contains("?role=")).collect::<Vec<_>>();
        let [give, take] = ["give", "take"].map(|verb| format!("{at}/{verb}?role=membershipAssistant"));
        let page = administrator.read(at).await;
        assert!(roles(&page).contains(&give) && !roles(&page).contains(&take), "{page}");

        person.get("/desk").await.expect_status(403);
        let page = confirm(&mut administrator, &give).await;
        assert!(page.contains("The role is given.") && roles(&page).contains(&take), "{page}");
        person.get("/desk").await.expect_status(200);
        let page = confirm(&mut administrator, &give).await;
        assert!(page.contains("Nothing was changed"), "{page}");
        let db = sandbox.database().await;
        let work = WorkAddress { kind: WorkKind::NewReader, subject: "demo-individual2" };
        let holder = AccountId::from("demo-individual");
        assert!(work_claims::take(&db, work, &holder, current_time()).await.unwrap());

        let page = confirm(&mut administrator, &take).await;
        assert!(page.contains("The role is taken away.") && page.contains("individual member"), "{page}");
        person.get("/desk").await.expect_status(303);
        let claims = work_claims::list_of_subjects(&db, &[work.subject], current_time()).await.unwrap();
        assert!(claims.is_empty(), "{claims:?}");
        db.close().await;
        for (act, verb) in [("giveMembershipRole", "give"), ("takeMembershipRole", "take")] {
            let audit = administrator.read(&format!("/desk/audit?kind={act}")).await;
            assert_eq!(audit.matches(&format!("POST /system/staff/{{id}}/{verb}")).count(), 1, "{act}: {audit}");
        }

        // The command does the same.
        sandbox.command(&["admin", "staff", "give", name, "collectionAssistant"]);
        let staff = sandbox.command(&["admin", "staff", "list"]);
        assert!(staff.lines().any(|line| line.contains(name) && line.ends_with(" collectionAssistant")), "{staff}");
        let taken = sandbox.command(&["admin", "staff", "take", name, "collectionAssistant"]);
        assert!(taken.contains("no longer has the role"), "{taken}");
        let audit = administrator.read("/desk/audit?kind=takeCollectionRole").await;
        assert!(audit.contains("openshelf admin staff take"), "{audit}");
    }

    async fn nobody_takes_their_own_role(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let page = administrator.read("/system/staff/demo-administrator").await;
        assert!(page.contains("These are your own roles.") && !page.contains("/take?role="), "{page}");
        let page =
            confirm(&mut administrator, "/system/staff/demo-administrator/take?role=administrator").await;
        assert!(page.contains("Nobody takes away a role of their own."), "{page}");
        administrator.get("/system").await.expect_status(200);

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        let form = [("token", token.as_str()), ("role", "administrator")];
        for verb in ["give", "take"] {
            assistant.post(&format!("/system/staff/demo-sponsor/{verb}"), &form).await.expect_status(403);
        }
    }
}
