//! /school/import: a table of members is shown with what it would change, confirmed, and undone.

use std::fs::{self, File};
use std::path::Path;

use books::testkit::zip_files;
use jiff::SignedDuration;
use jobs::Job as _;
use jobs::take_rosters::TakeRosters;
use store::jobs::JobState;

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links};
use crate::one;
use crate::support::{
    Backend, Call, Parts, Sandbox, User, current_time, emails, eventually, post_form_parts,
};

/// Two new members, one whose birth date is not one.
const TABLE: &str = "Vorname;Nachname;Geburtsdatum;Klassenstufe;Kennung;Notiz\n\
    Nora;Falk;31.12.2014;6;n-1;=1+1\n\
    Oskar;Lind;01.02.2013;7;n-2;\n\
    Paula;Moe;31.31.2013;7;n-3;\n";

fn upload(sandbox: &Sandbox, token: &str, name: &str, bytes: &[u8]) -> Call {
    let parts = Parts::default().text("token", token).file("file", name, bytes);
    post_form_parts(sandbox, "/school/import", parts.end())
}

/// Uploads a table; returns the address of its preview.
pub(super) async fn upload_table(sandbox: &Sandbox, sponsor: &mut Reader<'_>, table: &str) -> String {
    let token = hidden_field(&sponsor.read("/school/import").await, "token");
    let reply = sponsor.send(upload(sandbox, &token, "klasse6.csv", table.as_bytes())).await;
    reply.expect_status(303).header("location").to_owned()
}

/// Confirms what a preview shows; returns the address that it leads to.
pub(super) async fn confirm(sponsor: &mut Reader<'_>, preview: &str, fields: &[(&str, &str)]) -> String {
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
        // The worker process refuses files that take too much, and the server continues.
        let names: Vec<String> = (0..10_001).map(|number| format!("{number}.xml")).collect();
        let crowded = zip_files(names.iter().map(|name| (name.as_str(), "")));
        let endless = format!("firstName,lastName\n{}", "Mia,Berg\n".repeat(100_001));
        for (bytes, said) in [
            (b"Dear friends".as_slice(), "The file cannot be read as a list of members"),
            (b"PK\x03\x04 and no more", "The file cannot be read as a list of members"),
            (crowded.as_slice(), "The file cannot be read as a list of members"),
            (endless.as_bytes(), "The file cannot be read as a list of members"),
            (b"", "Choose a file"),
        ] {
            let reply = sponsor.send(upload(sandbox, &token, "a.csv", bytes)).await.expect_status(400);
            let page = reply.text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        let reply = sponsor.send(upload(sandbox, "wrong", "a.csv", TABLE.as_bytes())).await;
        reply.expect_status(403);
    }

    async fn formulas_are_texts_and_old_encodings_are_read(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let token = hidden_field(&sponsor.read("/school/import").await, "token");
        // Windows-1252, as spreadsheets write it.
        let table = b"firstName,lastName,dateOfBirth,grade\nZo\xeb,=1+1,2014-12-31,6\n";
        let reply = sponsor.send(upload(sandbox, &token, "klasse6.csv", table)).await.expect_status(303);
        let preview = reply.header("location").to_owned();
        assert!(sponsor.read(&preview).await.contains("Zoë =1+1"));
        confirm(&mut sponsor, &preview, &[]).await;
        assert!(member_names(sandbox).await.iter().any(|name| name == "Zoë =1+1"));
    }

    async fn hostile_files_end_in_a_sentence_and_write_nothing(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let before = member_names(sandbox).await;
        let token = hidden_field(&sponsor.read("/school/import").await, "token");
        let head = "firstName,lastName,dateOfBirth,grade\n";
        let row = "Nora,Falk,2014-12-31,6\n";
        let spaces = vec![b' '; 129 << 20];
        let bomb = zip_files([("[Content_Types].xml", b"<Types/>".as_slice()), ("xl/workbook.xml", &spaces[..])]);
        let mut broken = zip_files([("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>")]);
        broken.truncate(broken.len() / 2);
        for (bytes, said) in [
            (bomb, "more than 134217728 bytes in it"),
            (broken, "the file is damaged"),
            (zip_files([("users.csv", "sourcedId\n1\n")]), "users.csv has no column"),
            (format!("{head}{}", row.repeat(100_000)).into_bytes(), "has more than 20000 rows"),
            (format!("{}\n", "firstName,lastName,".repeat(200)).into_bytes(), "columns, more than 200"),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and so on".to_vec(), "save it as .xlsx"),
        ] {
            let page = sponsor.send(upload(sandbox, &token, "a.xlsx", &bytes)).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        assert_eq!(member_names(sandbox).await, before);
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

/// Puts a complete file into a folder, and has the files of all folders taken.
async fn drop_file(sandbox: &Sandbox, folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    let long_ago = current_time() - SignedDuration::from_mins(10);
    File::options().write(true).open(&path).unwrap().set_modified(long_ago.into()).unwrap();
    take_round(sandbox).await;
}

/// Waits until a round is over in which the files of all folders are taken.
async fn take_round(sandbox: &Sandbox) {
    let now = current_time();
    let db = sandbox.database().await;
    let mut tx = db.begin().await.unwrap();
    let job = store::jobs::enqueue(&mut tx, TakeRosters::default().to_new_job(now), now).await.unwrap();
    tx.commit().await.unwrap();
    let id = job.expect("it has no unique key");
    eventually("the round is over", async || {
        let state = store::jobs::get(&db, id).await.unwrap().map(|job| job.state);
        if state == Some(JobState::Done) { Ok(()) } else { Err(format!("it is {state:?}")) }
    })
    .await;
    db.close().await;
}

/// A file that lists a school completely, with this many pupils.
fn pupils(count: usize) -> String {
    let row = |number: usize| format!("n-{number},Nora{number},Falk{number},2014-12-31,6,Reef School\n");
    let rows: String = (0..count).map(row).collect();
    format!("id,firstName,lastName,dateOfBirth,grade,school\n{rows}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_a_folder_are_imported_or_held_for_a_sponsor() {
    let root = tempfile::tempdir().unwrap();
    let environment = [("OPENSHELF_ROSTERS__FOLDER", root.path().to_str().unwrap())];
    let sandbox = Sandbox::start_with(Backend::Sqlite, &environment).await;
    let organization = sandbox.demo["organization"]["organizationId"].as_str().unwrap().to_owned();
    let folder = root.path().join(&organization);
    fs::create_dir(&folder).unwrap();
    let before = member_names(&sandbox).await.len();
    drop_file(&sandbox, &folder, "monday.csv", &pupils(12)).await;
    assert_eq!(member_names(&sandbox).await.len(), before + 12);

    let mut sponsor = Reader::sign_in_as(&sandbox, "sponsor").await;
    let page = sponsor.read("/school/import").await;
    assert!(page.contains(&organization) && !page.contains("Files that wait for you"), "{page}");
    // Nine of few members are missing.
    drop_file(&sandbox, &folder, "tuesday.csv", &pupils(3)).await;
    assert_eq!(member_names(&sandbox).await.len(), before + 12, "it is held");
    let page = sponsor.read("/school/import").await;
    assert!(page.contains("Files that wait for you") && page.contains("tuesday.csv"), "{page}");
    let found = links(&page)
        .into_iter()
        .find(|href| href.starts_with("/school/import/") && href != "/school/import/folder");
    let preview = found.expect("a link to the held file");
    let email =
        emails(&sandbox, sandbox.user("primaryContact")["username"].as_str().unwrap(), 1).await.remove(0);
    assert!(email.contains(&preview) && email.contains("tuesday.csv"), "{email}");
    let page = sponsor.read(&preview).await;
    assert!(page.contains("It would have removed 9 of"), "{page}");
    confirm(&mut sponsor, &preview, &[("missing", "remove")]).await;
    assert_eq!(member_names(&sandbox).await.len(), before + 3);
    sponsor.get(&preview).await.expect_status(404);

    drop_file(&sandbox, &folder, "letter.csv", "Dear friends").await;
    eventually("the reason is written", async || {
        let names = fs::read_dir(folder.join("refused")).unwrap();
        let names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let is_written = names.iter().any(|name| name.ends_with("-letter.csv.txt"));
        if is_written { Ok(()) } else { Err(format!("there are {names:?}")) }
    })
    .await;
    sandbox.assert_responds().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sponsor_pauses_the_files_of_the_folder() {
    let root = tempfile::tempdir().unwrap();
    let environment = [("OPENSHELF_ROSTERS__FOLDER", root.path().to_str().unwrap())];
    let sandbox = Sandbox::start_with(Backend::Sqlite, &environment).await;
    let mut sponsor = Reader::sign_in_as(&sandbox, "sponsor").await;
    let token = hidden_field(&sponsor.read("/school/import/folder").await, "token");
    for (from, until, said) in [
        ("2026-12-24", "", "A pause needs a first and a last day"),
        ("tomorrow", "2026-12-24", "Write the day as year, month and day"),
        ("2026-12-24", "2026-12-23", "The last day must not be before the first day"),
    ] {
        let fields = [("token", token.as_str()), ("from", from), ("until", until)];
        let page = sponsor.post("/school/import/folder", &fields).await.expect_status(400).text();
        assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
    }
    let fields =
        [("token", token.as_str()), ("from", "2020-01-01"), ("until", "9000-01-01"), ("missing", "keep")];
    let reply = sponsor.post("/school/import/folder", &fields).await.expect_status(303);
    assert_eq!(reply.header("location"), "/school/import");
    let page = sponsor.read("/school/import").await;
    assert!(
        page.contains("No files are imported now") && page.contains("who are not in a file are kept"),
        "{page}"
    );
    let page = sponsor.read("/school/import/folder").await;
    assert!(page.contains("value=\"2020-01-01\""), "{page}");

    let organization = sandbox.demo["organization"]["organizationId"].as_str().unwrap();
    let folder = root.path().join(organization);
    fs::create_dir(&folder).unwrap();
    let before = member_names(&sandbox).await.len();
    drop_file(&sandbox, &folder, "holidays.csv", &pupils(2)).await;
    assert!(folder.join("holidays.csv").exists(), "it stays where it is");
    assert_eq!(member_names(&sandbox).await.len(), before);
    let fields = [("token", token.as_str()), ("from", ""), ("until", "")];
    sponsor.post("/school/import/folder", &fields).await.expect_status(303);
    take_round(&sandbox).await;
    assert!(!folder.join("holidays.csv").exists());
    assert_eq!(member_names(&sandbox).await.len(), before + 2);
}
