//! Erasing people and organizations at the membership desk.

use jobs::Job as _;
use jobs::documents::RemoveDocuments;
use store::KeyPage;
use store::remnants::{self, RemnantRemoval};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use crate::one;
use crate::support::{Backend, Sandbox, eventually};

/// The identifier of one of the sandbox's users.
fn id_of(sandbox: &Sandbox, name: &str) -> String {
    sandbox.user(name)["userAccountId"].as_str().unwrap().to_owned()
}

/// Sends the form of a page with its token and this field.
async fn send(
    staff: &mut Reader<'_>,
    page: &str,
    action: &str,
    field: (&str, &str),
) -> crate::support::Reply {
    staff.post(action, &[("token", &hidden_field(page, "token")), field]).await
}

/// The files of the sandbox's file store and of its search index that contain a text.
fn files_with(sandbox: &Sandbox, words: &str) -> Vec<String> {
    let mut folders = ["files", "index"].map(|name| sandbox.library.dir.path().join(name)).to_vec();
    let (mut found, mut read) = (Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        // The index may just have deleted what was there.
        for entry in std::fs::read_dir(folder).into_iter().flatten().map_while(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(bytes) = std::fs::read(&path) else { continue };
            read += 1;
            if contains_folded(&bytes, words) {
                found.push(path.display().to_string());
            }
        }
    }
    assert!(read > 10, "there are files");
    found
}

/// Returns true if bytes contain words, in any case: the index has its words in lower case.
fn contains_folded(bytes: &[u8], words: &str) -> bool {
    String::from_utf8_lossy(&bytes.to_ascii_lowercase()).contains(&words.to_ascii_lowercase())
}

/// Fails if a job, waiting or done, has a name of the erased person, or the identifier: that is only in the
/// job that removes the person's documents.
async fn assert_no_job_names(sandbox: &Sandbox, id: &str, names: &[&str]) {
    let db = sandbox.database().await;
    let jobs = store::jobs::list(&db, None, &KeyPage { after: None, limit: 1_000 }).await.unwrap();
    db.close().await;
    assert!(!jobs.is_empty(), "there are jobs");
    for job in jobs {
        let text = format!("{job:?}");
        assert!(names.iter().all(|name| !contains_folded(text.as_bytes(), name)), "{text}");
        assert!(job.kind == RemoveDocuments::KIND || !text.contains(id), "{text}");
    }
}

/// Fails if the files of an embedded database contain a text after they were rewritten, as a job does a
/// quarter of an hour after an erasure.
async fn assert_database_forgets(sandbox: &Sandbox, text: &str) {
    let db = sandbox.database().await;
    if remnants::remove(&db).await.unwrap() != RemnantRemoval::ServerDatabase {
        for name in ["library.db", "library.db-wal"] {
            let bytes = std::fs::read(sandbox.library.dir.path().join(name)).unwrap_or_default();
            assert!(!contains_folded(&bytes, text), "{name} contains {text}");
        }
    }
    db.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erased_person_is_in_no_file_no_index_no_job_and_no_line_of_the_log() {
    for backend in Backend::for_test(module_path!()) {
        // The log as operators have it.
        let sandbox = Sandbox::start_with(backend, &[("OPENSHELF_LOG__FILTER", "info")]).await;
        erase_a_person_who_is_not_held(&sandbox).await;
        sandbox.assert_responds().await;
    }
}

/// Staff erase a person, as soon as nothing holds the person.
async fn erase_a_person_who_is_not_held(sandbox: &Sandbox) {
    // The log begins with that of the demo, which may print who is in it.
    let demo_log_length = sandbox.library.log().len();
    let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
    let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
    let id = id_of(sandbox, "individual2");
    let path = format!("/desk/people/{id}");
    assert!(staff.read(&path).await.contains(&format!("href=\"{path}/erase\"")));
    let page = staff.read(&format!("{path}/erase")).await;
    for part in ["Bram Lindqvist", "What goes", "Sign-in names", "Proofs of disability", "Agreements ("] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let wrong = send(&mut staff, &page, &format!("{path}/erase"), ("identifier", "somebody")).await;
    let wrong = wrong.expect_status(400).text();
    assert!(wrong.contains("This is not the identifier") && has_tied_errors(&wrong), "{wrong}");

    let missing = send(&mut staff, &page, &format!("{path}/hold"), ("reason", "")).await;
    missing.expect_status(400);
    let held = send(&mut staff, &page, &format!("{path}/hold"), ("reason", "A claim is open")).await;
    held.expect_status(303);
    let page = staff.read(&format!("{path}/erase")).await;
    assert!(page.contains("A hold keeps this person") && page.contains("A claim is open"), "{page}");
    let refused = send(&mut staff, &page, &format!("{path}/erase"), ("identifier", &id)).await;
    refused.expect_status(400);
    reader.get("/account").await.expect_status(200);
    send(&mut staff, &page, &format!("{path}/release-hold"), ("x", "")).await.expect_status(303);

    let page = staff.read(&format!("{path}/erase")).await;
    let erased =
        send(&mut staff, &page, &format!("{path}/erase"), ("identifier", &id)).await.expect_status(303);
    let address = erased.header("location").to_owned();
    let certificate = staff.read(&address).await;
    assert!(certificate.contains("The person is erased.") && certificate.contains(&id), "{certificate}");
    let file = staff.get(&format!("{address}/certificate.txt")).await.expect_status(200).text();
    assert!(file.contains(&id) && file.contains("Agreements ("), "{file}");
    let names = ["Lindqvist", "bram@sandbox.example"];
    for name in names {
        assert!(!certificate.contains(name) && !file.contains(name), "{name}: {file}");
        let log = sandbox.library.log();
        let log_lines: Vec<&str> =
            log[demo_log_length..].lines().filter(|line| line.contains(name)).collect();
        assert!(log_lines.is_empty(), "{log_lines:?}");
        assert_eq!(files_with(sandbox, name), Vec::<String>::new(), "{name}");
    }
    assert_eq!(files_with(sandbox, &id).len(), 1, "the journal names the identifier");
    assert_no_job_names(sandbox, &id, &names).await;
    assert_database_forgets(sandbox, names[1]).await;
    reader.get("/account").await.expect_status(303);
    let again = staff.read(&format!("{path}/erase")).await;
    assert!(again.contains("This was erased already.") && again.contains(&address), "{again}");

    // Staff, and people of other sites.
    let colleague = id_of(sandbox, "collectionAssistant");
    let page = staff.read(&format!("/desk/people/{colleague}/erase")).await;
    assert!(
        page.contains("This person works for the library.") && !page.contains("name=\"identifier\""),
        "{page}"
    );
    staff.get(&format!("/desk/people/{}/erase", id_of(sandbox, "labIndividual"))).await.expect_status(404);
    let audit = sandbox.command(&["admin", "audit", "list", "--user", &id]);
    assert!(audit.contains(&format!("{path}/erase")) || audit.contains("/desk/people/{id}/erase"), "{audit}");
}

one! {
    async fn staff_erase_a_school_with_its_people(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let school = sandbox.demo["organization"]["organizationId"].as_str().unwrap().to_owned();
        let path = format!("/desk/organizations/{school}/erase");
        let page = staff.read(&path).await;
        assert!(page.contains("Astoria Harbor School") && page.contains("Members, who are erased:"), "{page}");
        let begun = send(&mut staff, &page, &path, ("identifier", &school)).await.expect_status(303);
        let address = begun.header("location").to_owned();
        eventually("the school is erased", async || {
            let certificate = Reader::sign_in_as(sandbox, "membershipAssistant").await.read(&address).await;
            if certificate.contains("not yet") { Err(certificate) } else { Ok(()) }
        })
        .await;
        sponsor.get("/school").await.expect_status(303);
        let member = staff.read(&format!("/desk/people/{}/erase", id_of(sandbox, "orgMember"))).await;
        assert!(member.contains("This was erased already.") && member.contains("/desk/erasures/"), "{member}");
        let again = staff.read(&path).await;
        assert!(again.contains("This was erased already.") && !again.contains("name=\"identifier\""), "{again}");
        staff.get("/desk/organizations/nobody/erase").await.expect_status(404);

        // Another organization, by the command.
        let other = "demo-library";
        assert!(sandbox.library.refuse(&["admin", "organizations", "erase", &school]).contains("already"));
        let shown = sandbox.command(&["admin", "organizations", "erase", other, "--dry-run"]);
        assert!(shown.contains("members       3") && !shown.contains("has begun"), "{shown}");
        let begun = sandbox.command(&["admin", "organizations", "erase", other]);
        let (_, number) = begun.split_once("Erasure ").expect("a number");
        let address = format!("/desk/erasures/{}", number.split(' ').next().unwrap());
        eventually("the other organization is erased", async || {
            let certificate = Reader::sign_in_as(sandbox, "administrator").await.read(&address).await;
            if certificate.contains("not yet") { Err(certificate) } else { Ok(()) }
        })
        .await;
        staff.get("/desk/erasures/nothing").await.expect_status(404);
    }
}
