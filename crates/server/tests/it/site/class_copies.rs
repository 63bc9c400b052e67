//! /school/titles/{id}: a book for a class, with copies for many members; /school/lists/{id}: a list for a
//! class; and a pupil's own start page.

use std::collections::BTreeSet;

use domain::reading::{MetricType, ReadingEvent};
use domain::{AccountId, AuditedAct, DownloadId, DownloadStatus, Format, Item, TitleId};
use store::audit::EntrySearch;
use store::audit_changes::ChangedThing;

use super::Reader;
use super::browser::{has_tied_errors, hidden_field};
use super::school_acts::show_preview;
use crate::one;
use crate::support::{Sandbox, current_time, read_zip};

const IRIS: &str = "demo-iris-jung";
const GUS: &str = "demo-gus-haddad";
const ADA: &str = "demo-ada-brandt";

/// Nobody has confirmed a disability of the member.
async fn remove_proof(sandbox: &Sandbox, id: &str) {
    let db = sandbox.database().await;
    let mut tx = db.begin().await.unwrap();
    store::members::set_school_disabilities(&mut tx, &id.into(), &BTreeSet::new(), current_time())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

/// The people for whom a sponsor's copies of a title were fetched.
async fn list_recipients(sandbox: &Sandbox, title: TitleId) -> BTreeSet<String> {
    let db = sandbox.database().await;
    let mut recipients = BTreeSet::new();
    for id in (1..200).map(DownloadId) {
        let Some(download) = store::downloads::get(&db, id).await.unwrap() else { continue };
        let is_ours = download.item == Item::from(title)
            && download.caller == Some("demo-sponsor".into())
            && download.status == DownloadStatus::Downloaded;
        recipients.extend(download.recipient.filter(|_| is_ours).map(|AccountId(id)| id));
    }
    db.close().await;
    recipients
}

/// The people for whom the audit says that the sponsor ordered a copy.
async fn list_ordered(sandbox: &Sandbox) -> BTreeSet<String> {
    let db = sandbox.database().await;
    let sponsor = AccountId::from("demo-sponsor");
    let search = EntrySearch { actor: Some(&sponsor), ..EntrySearch::default() };
    let entries = store::audit_changes::page(&db, search, Some(AuditedAct::OrderCopy), 9).await.unwrap();
    db.close().await;
    let person = |subject| if let ChangedThing::Account(AccountId(id)) = subject { Some(id) } else { None };
    entries.into_iter().filter_map(|entry| person(entry.subject?)).collect()
}

/// The numbers in the cells of a column, with its name before them.
fn cell_numbers(page: &str, column: &str) -> Vec<u64> {
    let name = format!("{column}:</span> ");
    let cells = page.split(&name).skip(1);
    cells.map(|cell| cell.split('<').next().unwrap().parse().unwrap()).collect()
}

/// True if a file in a zip file has this text.
fn contains_text(zip: &[u8], text: &str) -> bool {
    let files = read_zip(zip).unwrap();
    files.iter().any(|(_, content)| String::from_utf8_lossy(content).contains(text))
}

one! {
    async fn a_sponsor_orders_copies_for_several_members_and_gets_them_as_one_file(sandbox: Sandbox) {
        remove_proof(sandbox, ADA).await;
        let title = sandbox.title("copyright");
        let (book, class) = (format!("/titles/{title}"), format!("/school/titles/{title}"));
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        assert!(sponsor.read(&book).await.contains(&format!("href=\"{class}\"")));

        let page = sponsor.read(&class).await;
        let reason = "The library has no proof of disability from you yet.";
        assert!(page.contains("of these members may have it now. One may not."), "{page}");
        assert!(page.contains(&format!("<li>{reason} <span class=\"count\">(one member)</span>")), "{page}");
        assert!(page.contains("state it in the list of members. Otherwise, the member asks an authority."), "{page}");
        assert_eq!(page.matches("<strong>No.</strong>").count(), 1, "{page}");
        let narrowed = sponsor.read(&format!("{class}?words=iris")).await;
        assert!(narrowed.contains("One of these members may have it now."), "{narrowed}");
        assert!(!narrowed.contains("<strong>No.</strong>") && !narrowed.contains("Ada Brandt"), "{narrowed}");

        // Those who may have it can be assigned it, by the usual way.
        let token = hidden_field(&narrowed, "token");
        let form = [("token", token.as_str()), ("scope", "chosen"), ("chosen", IRIS), ("act", "assign_title")];
        assert!(narrowed.contains(&format!("name=\"chosen\" value=\"{IRIS}\"")), "{narrowed}");
        let number = title.to_string();
        let form: Vec<(&str, &str)> = form.into_iter().chain([("title", number.as_str())]).collect();
        let preview = sponsor.post("/school/members/act", &form).await.expect_status(200).text();
        assert!(preview.contains("Assign a book") && preview.contains("For one chosen member"), "{preview}");

        let order = format!("{class}/copies");
        let nothing = [("token", token.as_str()), ("words", "iris")];
        let page = sponsor.post(&order, &nothing).await.expect_status(400).text();
        assert!(has_tied_errors(&page), "{page}");
        assert!(page.contains("Choose the members") && page.contains("Choose a format"), "{page}");

        let form = [
            ("token", token.as_str()), ("member", IRIS), ("chosen", GUS), ("member", ADA),
            // Somebody else is not a member, and does not exist for the sponsor.
            ("member", "demo-individual"), ("scope", "chosen"), ("format", "EPUB3"),
        ];
        let batch = sponsor.post(&order, &form).await.expect_status(303).header("location").to_owned();
        assert!(batch.starts_with("/school/copies/"), "{batch}");
        let page = sponsor.open_until_complete(&batch).await.text();
        assert!(page.contains("2 copies are ready.") && page.contains("Download all 2 copies"), "{page}");
        let class_page = sponsor.read(&class).await;
        assert!(class_page.contains(&format!("<li><a href=\"{batch}\">")), "the order is found again: {class_page}");
        assert!(page.contains(&format!("<li><bdi>Ada Brandt</bdi>: {reason}")), "{page}");
        assert!(!page.contains("Ines Okafor"), "{page}");
        assert_eq!(list_recipients(sandbox, TitleId(title)).await, BTreeSet::new());
        assert_eq!(list_ordered(sandbox).await, BTreeSet::from([GUS.to_owned(), IRIS.to_owned()]));

        let file = sponsor.press(&batch, &format!("{batch}/zip")).await.expect_status(200);
        assert_eq!(file.header("content-type"), "application/zip");
        let disposition = file.header("content-disposition");
        assert!(disposition.starts_with("attachment") && disposition.ends_with("-copies.zip\""), "{disposition}");
        let copies = read_zip(&file.bytes).unwrap();
        let names: Vec<&str> = copies.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names[0].starts_with("Haddad, Gus - ") && names[0].strip_suffix(".epub").is_some(), "{names:?}");
        assert!(names[1].starts_with("Jung, Iris - ") && names.len() == 2, "{names:?}");
        for ((_, copy), (own, other)) in copies.iter().zip([("Gus Haddad", "Iris Jung"), ("Iris Jung", "Gus Haddad")]) {
            assert!(contains_text(copy, own) && !contains_text(copy, other), "each copy is its reader's: {own}");
        }
        let recipients = list_recipients(sandbox, TitleId(title)).await;
        assert_eq!(recipients, BTreeSet::from([GUS.to_owned(), IRIS.to_owned()]));

        // One copy alone, by the usual way.
        let one = sponsor.press(&batch, &format!("{book}/downloads/EPUB3?for={IRIS}")).await.expect_status(303);
        assert!(one.header("location").starts_with("/delivery/"), "{}", one.header("location"));
        let mut other = Reader::sign_in_as(sandbox, "primaryContact").await;
        assert_eq!(other.get(&batch).await.status, 404, "an order is its sponsor's alone");
    }

    async fn a_sponsor_sees_how_many_may_have_the_books_of_a_list_and_gives_it(sandbox: Sandbox) {
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let (list, class) = ("demo-list-org", "/school/lists/demo-list-org?grade_filter=6");
        let page = sponsor.read(&format!("/lists/{list}")).await;
        assert!(page.contains(&format!("href=\"/school/lists/{list}\"")), "{page}");

        let book = sandbox.title("nimac");
        let before = sponsor.read(class).await;
        assert!(before.contains(&format!("<a href=\"/school/titles/{book}?grade_filter=6\">")), "{before}");
        let (open, closed) = (cell_numbers(&before, "May have it"), cell_numbers(&before, "May not have it"));
        let sums: BTreeSet<u64> = open.iter().zip(&closed).map(|(open, closed)| open + closed).collect();
        assert_eq!((open.len(), closed.len(), sums.len()), (3, 3, 1), "{before}");
        // Each book has the numbers of its own page.
        let one = sponsor.read(&format!("/school/titles/{book}?grade_filter=6")).await;
        let number = one.matches("<strong>No.</strong>").count();
        let row = before.split(&format!("/school/titles/{book}?")).nth(1).unwrap();
        assert_eq!(cell_numbers(row, "May not have it")[0], number as u64, "{before}");

        let token = hidden_field(&before, "token");
        assert!(before.contains("Give the list to all") && before.contains("name=\"list\" value=\"demo-list-org\""));
        let form = [("scope", "all"), ("act", "add_to_list"), ("list", list), ("grade_filter", "6")];
        let preview = show_preview(&mut sponsor, &token, &form).await;
        assert!(preview.contains("Put on a reading list: Grade six, this term"), "{preview}");

        let everybody = sponsor.read(&format!("/school/lists/{list}?words=xyzzy")).await;
        assert!(everybody.contains("No member found") && !everybody.contains("Give the list"), "{everybody}");
    }

    async fn a_pupil_begins_with_what_was_assigned(sandbox: Sandbox) {
        let title = TitleId(sandbox.title("copyright"));
        let mut pupil = Reader::sign_in_as(sandbox, "orgMember").await;
        let page = pupil.read("/").await;
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(place("role=\"search\"") < place("Assigned to me</h2>"));
        assert!(place("Assigned to me</h2>") < place("New in the library</h2>"));
        let read = format!("<a class=\"button\" href=\"/read/{title}\">");
        assert!(page.contains(&format!("{read}Read in the browser<")), "{page}");
        assert!(!page.contains("You have read"), "{page}");

        let event = ReadingEvent {
            title,
            format: Format::Epub3,
            location: "epubcfi(/6/4)".to_owned(),
            total_progression: Some(0.42),
            metric: 60,
            metric_type: MetricType::Paragraph,
            description: None,
            date: current_time(),
        };
        let db = sandbox.database().await;
        store::reading::record_event(&db, &"demo-orgMember".into(), &event).await.unwrap();
        db.close().await;
        let page = pupil.read("/").await;
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(page.contains("You have read 42 percent.") && page.contains(&format!("{read}Continue reading<")), "{page}");
        assert!(place("Assigned to me</h2>") < place("Continue reading</h2>"), "before what is read");
    }
}
