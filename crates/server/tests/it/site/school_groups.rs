//! /school/groups: classes from files, and groups that a sponsor makes.

use super::browser::{Reader, has_tied_errors, links};
use super::school_acts::{confirm_with, show_preview, sign_in_sponsor};
use super::school_import::{confirm, upload_table};
use crate::one;
use crate::support::Sandbox;

const GROUPS: &str = "/school/groups";
const NEW_GROUP: &str = "/school/groups/new";
const GROUP_MEMBERS: &str = "/school/members?group_filter=";

/// Two new members with these classes.
fn table(nora: &str, oskar: &str) -> String {
    format!(
        "id,firstName,lastName,dateOfBirth,grade,class\n\
         g-1,Nora,Falk,2014-12-31,6,{nora}\n\
         g-2,Oskar,Lind,2013-02-01,6,{oskar}\n"
    )
}

/// The addresses of the members of each group, by the groups' names.
async fn list_group_addresses(sponsor: &mut Reader<'_>) -> Vec<String> {
    let page = sponsor.read(GROUPS).await;
    links(&page).into_iter().filter(|href| href.starts_with(GROUP_MEMBERS)).collect()
}

one! {
    async fn classes_of_a_file_become_groups_and_are_undone_with_it(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let preview = upload_table(sandbox, &mut sponsor, &table("6a", "6a | Choir")).await;
        let page = sponsor.read(&preview).await;
        for said in ["2 new groups", "2 members join groups", "joins 6a", "<dt><bdi>class</bdi></dt><dd>classes</dd>"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(sponsor.read(GROUPS).await.contains("There are no groups yet."), "nothing is written before");
        confirm(&mut sponsor, &preview, &[]).await;
        let page = sponsor.read(GROUPS).await;
        assert!(page.contains("2 groups") && page.contains("Class from a file"), "{page}");
        let class = list_group_addresses(&mut sponsor).await.remove(0);
        let members = sponsor.read(&class).await;
        assert!(members.contains("2 members found: group: 6a") && members.contains("Nora Falk"), "{members}");

        // The same file changes nothing.
        let preview = upload_table(sandbox, &mut sponsor, &table("6a", "6a | Choir")).await;
        let page = sponsor.read(&preview).await;
        assert!(page.contains("2 members are already as in the file") && !page.contains("new group"), "{page}");
        // Nor does one without classes.
        let preview = upload_table(sandbox, &mut sponsor, &table("", "")).await;
        assert!(sponsor.read(&preview).await.contains("There is nothing to import."));

        let preview = upload_table(sandbox, &mut sponsor, &table("6b", "6a | Choir")).await;
        let page = sponsor.read(&preview).await;
        for said in ["One new group", "One member joins a group", "One member leaves a group", "One member is changed"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let run = confirm(&mut sponsor, &preview, &[]).await;
        assert!(sponsor.read(&class).await.contains("One member found: group: 6a"));
        let page = sponsor.read(&run).await;
        assert!(page.contains("Groups") && page.contains("6b"), "{page}");
        sponsor.press(&run, &format!("{run}/undo")).await.expect_status(303);
        assert!(sponsor.read(&class).await.contains("2 members found: group: 6a"));
    }

    async fn a_sponsor_makes_a_group_and_changes_who_is_in_it(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        for (name, status, said) in [
            ("", 400, "Name of the group"),
            ("Reading club", 303, ""),
            ("READING CLUB", 400, "Another group has this name."),
        ] {
            let reply = sponsor.post(NEW_GROUP, &[("token", &token), ("name", name)]).await.expect_status(status);
            let page = reply.text();
            assert!(status == 303 || page.contains(said) && has_tied_errors(&page), "{name}: {page}");
        }
        assert!(sponsor.read("/school").await.contains("href=\"/school/groups\""));
        let address = list_group_addresses(&mut sponsor).await.remove(0);
        let id = address.strip_prefix(GROUP_MEMBERS).unwrap().to_owned();

        let form = [("scope", "all"), ("grade_filter", "6"), ("act", "add_to_group"), ("group", id.as_str())];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("Put into a group: Reading club</h1>") && shown.contains("Grade 6"), "{shown}");
        assert!(sponsor.read(&address).await.contains("No member found: group: Reading club"));
        let done = confirm_with(&mut sponsor, &shown, &[]).await.text();
        assert!(done.contains("members were changed.") && done.contains("href=\"/school/runs\""), "{done}");
        let members = sponsor.read(&address).await;
        assert!(members.contains("Iris Jung") && members.contains("Cyrus Delgado"), "{members}");

        let form =
            [("scope", "chosen"), ("member", "demo-iris-jung"), ("act", "take_from_group"), ("group", id.as_str())];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        assert!(shown.contains("One member changes."), "{shown}");
        confirm_with(&mut sponsor, &shown, &[]).await;
        assert!(!sponsor.read(&address).await.contains("Iris Jung"));
        // A group of nobody's is none of the organization.
        let form = [("token", token.as_str()), ("scope", "all"), ("act", "add_to_group"), ("group", "999")];
        sponsor.post("/school/members/act", &form).await.expect_status(404);

        let name = format!("{GROUPS}/{id}/name");
        assert!(sponsor.read(&name).await.contains("value=\"Reading club\""));
        sponsor.post(&name, &[("token", &token), ("name", "Book club")]).await.expect_status(303);
        assert!(sponsor.read(&address).await.contains("group: Book club"));
        let removal = format!("{GROUPS}/{id}/remove");
        sponsor.press(&removal, &removal).await.expect_status(303);
        assert!(sponsor.read(GROUPS).await.contains("There are no groups yet."));
        assert!(sponsor.read(&address).await.contains("No member found: one group"));
        assert!(sponsor.read("/school/members").await.contains("Cyrus Delgado"), "members stay members");
    }
}
