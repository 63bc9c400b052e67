//! /school/import: a table of members is shown with what it would change, confirmed, and undone.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links};
use crate::one;
use crate::support::{Call, Parts, Sandbox, User, post_parts};

/// Two new members, one whose birth date is not one.
const TABLE: &str = "Vorname;Nachname;Geburtsdatum;Klassenstufe;Kennung;Notiz\n\
    Nora;Falk;31.12.2014;6;n-1;=1+1\n\
    Oskar;Lind;01.02.2013;7;n-2;\n\
    Paula;Moe;31.31.2013;7;n-3;\n";

fn upload(sandbox: &Sandbox, token: &str, name: &str, bytes: &[u8]) -> Call {
    let parts = Parts::default().text("token", token).file("file", name, bytes);
    post_parts(sandbox, "/school/import", parts.end()).header("sec-fetch-site", "same-origin")
}

/// Uploads a table; returns the address of its preview.
async fn upload_table(sandbox: &Sandbox, sponsor: &mut Reader<'_>, table: &str) -> String {
    let token = hidden_field(&sponsor.read("/school/import").await, "token");
    let reply = sponsor.send(upload(sandbox, &token, "klasse6.csv", table.as_bytes())).await;
    reply.expect_status(303).header("location").to_owned()
}

/// Confirms what a preview shows; returns the address that it leads to.
async fn confirm(sponsor: &mut Reader<'_>, preview: &str, fields: &[(&str, &str)]) -> String {
    let page = sponsor.read(preview).await;
    let (token, digest) = (hidden_field(&page, "token"), hidden_field(&page, "digest"));
    let mut sent = vec![("token", token.as_str()), ("digest", digest.as_str())];
    sent.extend_from_slice(fields);
    sponsor.post(preview, &sent).await.expect_status(303).header("location").to_owned()
}

async fn member_names(sandbox: &Sandbox) -> Vec<String> {
    let school = User::sign_in(sandbox, "sponsor").await;
    let members = school.get("/v2/myOrganization/members?limit=100").await.expect_status(200).json;
    let rows = members["memberSummaries"].as_array().unwrap();
    let name = |row: &serde_json::Value| {
        let part = |key: &str| row["name"][key].as_str().unwrap().to_owned();
        format!("{} {}", part("firstName"), part("lastName"))
    };
    rows.iter().map(name).collect()
}

one! {
    async fn a_table_is_checked_confirmed_and_undone(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let before = member_names(sandbox).await;
        let preview = upload_table(sandbox, &mut sponsor, TABLE).await;
        let page = sponsor.read(&preview).await;
        for said in ["klasse6.csv", "2 new members", "One row cannot be imported", "Nora Falk", "Paula Moe", "line 4"] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(page.contains("<dt><bdi>Notiz</bdi></dt><dd>not used</dd>"), "{page}");
        assert_eq!(member_names(sandbox).await, before, "nothing is written before the confirmation");

        let run = confirm(&mut sponsor, &preview, &[]).await;
        let page = sponsor.read(&run).await;
        assert!(page.contains("The members are imported.") && page.contains("klasse6.csv"), "{page}");
        let after = member_names(sandbox).await;
        assert_eq!(after.len(), before.len() + 2, "{after:?}");
        sponsor.get(&preview).await.expect_status(404);

        // The same file again changes nothing.
        let again = upload_table(sandbox, &mut sponsor, TABLE).await;
        let page = sponsor.read(&again).await;
        assert!(page.contains("2 members are already as in the file"), "{page}");
        assert!(page.contains("There is nothing to import."), "{page}");

        let undone = sponsor.press(&run, &format!("{run}/undo")).await.expect_status(303);
        assert_eq!(undone.header("location"), run);
        assert_eq!(member_names(sandbox).await, before);
    }

    async fn people_who_may_be_members_are_added_only_if_the_sponsor_says_so(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let before = member_names(sandbox).await.len();
        let first = "firstName,lastName,dateOfBirth,grade\nNora,Falk,2014-12-31,6\n";
        let preview = upload_table(sandbox, &mut sponsor, first).await;
        confirm(&mut sponsor, &preview, &[]).await;
        let second = "firstName,lastName,dateOfBirth,grade\nNora,Falk,2014-12-30,6\n";
        let preview = upload_table(sandbox, &mut sponsor, second).await;
        assert!(sponsor.read(&preview).await.contains("May be: Nora Falk (2014-12-31)"));
        assert_eq!(confirm(&mut sponsor, &preview, &[]).await, "/school/runs");
        assert_eq!(member_names(sandbox).await.len(), before + 1);
        let preview = upload_table(sandbox, &mut sponsor, second).await;
        confirm(&mut sponsor, &preview, &[("doubtful", "add")]).await;
        assert_eq!(member_names(sandbox).await.len(), before + 2);
    }

    async fn members_who_are_missing_from_a_file_are_removed_only_within_its_school(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let others = member_names(sandbox).await;
        let table = |rows: &str| format!("id,firstName,lastName,dateOfBirth,grade,school\n{rows}");
        let (nora, oskar) = ("n-1,Nora,Falk,2014-12-31,6,Harbor School\n", "n-2,Oskar,Lind,2013-02-01,7,Harbor School\n");
        let preview = upload_table(sandbox, &mut sponsor, &table(&format!("{nora}{oskar}"))).await;
        confirm(&mut sponsor, &preview, &[]).await;
        assert_eq!(member_names(sandbox).await.len(), others.len() + 2);
        let preview = upload_table(sandbox, &mut sponsor, &table(nora)).await;
        let page = sponsor.read(&preview).await;
        assert!(page.contains("One member of the school is not in the file") && page.contains("Oskar Lind"), "{page}");
        confirm(&mut sponsor, &preview, &[("missing", "remove")]).await;
        let left = member_names(sandbox).await;
        assert_eq!(left.len(), others.len() + 1);
        assert!(others.iter().all(|name| left.contains(name)) && left.iter().any(|name| name.contains("Falk")));
        let removed = sponsor.read("/school/removed").await;
        assert!(removed.contains("Oskar Lind"), "{removed}");
        let run = links(&removed).into_iter().find(|href| href.starts_with("/school/runs/")).expect("a run");
        sponsor.press(&run, &format!("{run}/undo")).await.expect_status(303);
        assert_eq!(member_names(sandbox).await.len(), others.len() + 2);
    }

    async fn what_was_shown_is_written_or_shown_again(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let preview = upload_table(sandbox, &mut sponsor, TABLE).await;
        let page = sponsor.read(&preview).await;
        let token = hidden_field(&page, "token");
        let before = member_names(sandbox).await;
        let stale = sponsor.post(&preview, &[("token", &token), ("digest", "other")]).await.expect_status(200);
        assert!(stale.text().contains("The members have changed since you saw this page."));
        assert_eq!(member_names(sandbox).await, before);
        // Nobody else finds the table, and discarding it changes nothing.
        let mut other = Reader::sign_in_as(sandbox, "individual").await;
        other.get(&preview).await.expect_status(403);
        let discarded = sponsor.post(&format!("{preview}/discard"), &[("token", &token)]).await.expect_status(303);
        assert_eq!(discarded.header("location"), "/school/import");
        sponsor.get(&preview).await.expect_status(404);
        assert_eq!(member_names(sandbox).await, before);
    }

    async fn a_file_that_is_not_a_table_is_explained_at_its_field(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let token = hidden_field(&sponsor.read("/school/import").await, "token");
        for (bytes, said) in [
            (b"Dear friends".as_slice(), "The file cannot be read as a list of members"),
            (b"PK\x03\x04 and no more", "The file cannot be read as a list of members"),
            (b"", "Choose a file"),
        ] {
            let reply = sponsor.send(upload(sandbox, &token, "a.csv", bytes)).await.expect_status(400);
            let page = reply.text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        let reply = sponsor.send(upload(sandbox, "wrong", "a.csv", TABLE.as_bytes())).await;
        reply.expect_status(403);
    }

    async fn disabilities_and_proofs_never_come_from_a_file(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let table = "firstName,lastName,dateOfBirth,grade,disabilityType,disabilityPlan\nNora,Falk,2014-12-31,6,visual,iep\n";
        let preview = upload_table(sandbox, &mut sponsor, table).await;
        let page = sponsor.read(&preview).await;
        assert!(page.contains("<dt><bdi>disabilityType</bdi></dt><dd>not used</dd>"), "{page}");
        confirm(&mut sponsor, &preview, &[]).await;
        let school = User::sign_in(sandbox, "sponsor").await;
        let members = school.get("/v2/myOrganization/members?limit=100").await.expect_status(200).json;
        let rows = members["memberSummaries"].as_array().unwrap();
        let nora = rows.iter().find(|row| row.to_string().contains("Falk")).unwrap();
        assert!(!nora.to_string().contains("visual") && !nora.to_string().contains("iep"), "{nora}");
    }
}
