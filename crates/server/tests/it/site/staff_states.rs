//! Pages for sponsors, for staff and for people who join, as the server has sent them: those that are not
//! among the states of `my_library.rs` and `accessibility.rs`, each once, for a browser that checks them.

use super::Reader;
use super::browser::{hidden_field, links};
use super::collection_add::upload_files;
use super::report::{credentials, sign_in_again};
use super::school_acts::{confirm_with, show_preview, sign_in_sponsor};
use super::school_import::upload_table;
use super::system_lists::upload_list;
use crate::accounts::staff;
use crate::support::{Parts, Reply, Sandbox, emails, key, post_form_parts};

const TABLE: &str = "id,firstName,lastName,dateOfBirth,grade,school,Note\n\
    n-1,Nora,Falk,2014-12-31,6,Harbor School,=1+1\n\
    n-2,Oskar,Lind,31.31.2013,7,Harbor School,\n";

/// A page by its name.
type NamedReply = (&'static str, Reply);

/// All of them. The sandbox takes files of members from a directory.
pub(super) async fn staff_replies(sandbox: &Sandbox) -> Vec<NamedReply> {
    let (mut replies, code) = school_replies(sandbox).await;
    replies.extend(desk_replies(sandbox).await);
    replies.extend(collection_replies(sandbox).await);
    replies.extend(joining_replies(sandbox, &code).await);
    replies.extend(kept_form_replies(sandbox).await);
    replies
}

/// An act with cards, a table of members, and a group; and the code of a card.
async fn school_replies(sandbox: &Sandbox) -> (Vec<NamedReply>, String) {
    let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
    let member = ("member", "demo-orgMember2");
    let form = [("token", token.as_str()), member, ("act", "give_sign_in")];
    let act = sponsor.post("/school/members/act", &form).await.expect_status(200);
    let cards = confirm_with(&mut sponsor, &act.text(), &[("cards", "print")]).await;
    let shown = show_preview(&mut sponsor, &token, &[member, ("act", "make_codes")]).await;
    let codes = confirm_with(&mut sponsor, &shown, &[("cards", "print")]).await.text();
    let (_, code) = codes.split_once("<code class=\"secret\" lang=\"en\" translate=\"no\">").expect("a code");
    let code = code.split('<').next().unwrap().to_owned();
    let table = upload_table(sandbox, &mut sponsor, TABLE).await;
    let new_group = "/school/groups/new";
    sponsor.fill_in(new_group, new_group, &[("name", "Reading club")]).await.expect_status(303);
    let groups = sponsor.read("/school/groups").await;
    let remove = links(&groups).into_iter().find(|href| href.ends_with("/remove")).expect("a group");
    let mut replies = vec![("what an act does", act), ("sign-in cards", cards)];
    for (name, path) in [
        ("a table of members", table.as_str()),
        ("the folder of a school", "/school/import/folder"),
        ("delete a group", remove.as_str()),
    ] {
        replies.push((name, sponsor.get(path).await.expect_status(200)));
    }
    (replies, code)
}

/// An upload of books and records with something that was refused, and its form with an error.
async fn collection_replies(sandbox: &Sandbox) -> Vec<NamedReply> {
    let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
    let files: [(&str, &[u8]); 2] =
        [("list.csv", b"reference,title\nh-1,The Harbor Pilot\nh-2,\n"), ("notes.txt", b"not a book")];
    let run = upload_files(sandbox, &mut staff, &files).await;
    let mut replies = vec![("an upload", staff.open_until_complete(&run).await)];
    let series = format!("/collection/periodicals/{}", crate::periodicals::series(sandbox));
    let record = format!("{series}/record");
    let edition = crate::periodicals::edition_path(sandbox).replace("/v2", "/collection");
    let new_series = "/collection/periodicals/new";
    for (name, path) in [
        ("add books and records", "/collection/add"),
        ("uploads", "/collection/runs"),
        ("exports of the catalog", "/collection/export"),
        ("periodicals", "/collection/periodicals"),
        ("editions of a periodical", series.as_str()),
        ("the record of a periodical", record.as_str()),
        ("an edition at the collection desk", edition.as_str()),
        ("a new periodical", new_series),
    ] {
        replies.push((name, staff.get(path).await.expect_status(200)));
    }
    let token = hidden_field(&staff.read("/collection/add").await, "token");
    let empty = Parts::default().text("token", &token).file("file", "", b"");
    let call = post_form_parts(sandbox, "/collection/add", empty.end());
    replies.push(("an upload without files", staff.send(call).await.expect_status(400)));
    let title = format!("/collection/titles/{}", sandbox.title("copyright"));
    let format = format!("{title}/formats/EPUB3");
    let book = format!("{title}/book");
    for (name, path) in [
        ("another file for a book", book.as_str()),
        ("the collection desk", "/collection"),
        ("a title at the collection desk", title.as_str()),
        ("a format at the collection desk", format.as_str()),
    ] {
        replies.push((name, staff.get(path).await.expect_status(200)));
    }
    let moves = "/collection/moves";
    let all = [("scope", "all"), ("to", "withdrawn")];
    let preview = staff.fill_in("/collection", moves, &all).await.expect_status(200);
    replies.push(("a move of many titles before it is confirmed", preview));
    let incomplete = staff.fill_in("/collection", moves, &[]).await.expect_status(400);
    replies.push(("a move without titles and status", incomplete));
    let action = format!("{title}/status");
    let question = staff.fill_in(&title, &action, &[("to", "withdrawn")]).await.expect_status(200);
    replies.push(("a withdrawal before it is confirmed", question));
    let refused = staff.fill_in(&title, &action, &[]).await.expect_status(400);
    replies.push(("a title with a form that is wrong", refused));
    replies
}

/// A new reader, by an administrator; the identifier.
async fn create_hanna(sandbox: &Sandbox, email: &str) -> String {
    let form = [
        ("firstName", "Hanna"),
        ("lastName", "Ferro"),
        ("emailAddress", email),
        ("country", "US"),
        ("dateOfBirth", "1961-07-30"),
    ];
    let made = staff(sandbox, "administrator").await.post("/v2/accounts", &form).await.expect_status(201);
    made.json["userAccountId"].as_str().unwrap().to_owned()
}

/// Pages of the membership desk about two accounts of one person, and about a school.
async fn desk_replies(sandbox: &Sandbox) -> Vec<NamedReply> {
    let hanna = format!("/desk/people/{}", create_hanna(sandbox, "hanna@visitors.example").await);
    let twin = create_hanna(sandbox, "hanna.ferro@visitors.example").await;
    let school = sandbox.demo["organization"]["organizationId"].as_str().unwrap();
    let school = format!("/desk/organizations/{school}");
    let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
    let contact = "/school/primary-contact";
    sponsor.fill_in(contact, contact, &[("reason", "Petra has moved.")]).await.expect_status(303);
    let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
    let mut replies = Vec::new();
    for (name, path) in [
        ("an agreement at the desk", format!("{hanna}/agreement")),
        ("a subscription at the desk", "/desk/people/demo-individual/subscription".into()),
        ("a school at the desk", school.clone()),
        ("erase a school", format!("{school}/erase")),
        ("erase a person", format!("{hanna}/erase")),
        ("lock an account", format!("{hanna}/lock")),
        ("possible duplicates", "/desk/duplicates".into()),
        ("hand-overs", "/desk/hand-overs".into()),
        ("readers without a book", "/desk/reports/without-books?months=6".into()),
    ] {
        replies.push((name, assistant.get(&path).await.expect_status(200)));
    }
    let new_person = "/desk/people/new";
    replies.push(("a new account at the desk", assistant.get(new_person).await.expect_status(200)));
    let form = [
        ("first_name", "Hanna"),
        ("last_name", "Ferro"),
        ("birth_date", "1961-07-30"),
        ("email", "hanna@visitors.example"),
        ("country", "US"),
        ("state", "XX"),
    ];
    let refused = assistant.fill_in(new_person, new_person, &form).await.expect_status(400);
    replies.push(("a new account at the desk with errors, and two like it", refused));
    let (email, sentence) = (format!("{hanna}/email"), ("sentence", "Die Unterschrift fehlt."));
    let form = [("kind", "proofDeclined"), ("language", "de"), sentence];
    let preview = assistant.fill_in(&email, &email, &form).await.expect_status(200);
    replies.push(("an email before it is sent", preview));
    let serve = format!("{hanna}/serve");
    let form = [("name", "Kobo"), ("form", "one")];
    let device = assistant.fill_in(&serve, &format!("{serve}/devices"), &form).await.expect_status(200);
    replies.push(("a device to read aloud", device));
    let replaced = hidden_field(&assistant.read(&serve).await, "replaced");
    let form = [("replaced", replaced.as_str())];
    let sign_in = assistant.fill_in(&serve, &format!("{serve}/sign-in"), &form).await.expect_status(200);
    replies.push(("a sign-in to read aloud", sign_in));

    // Somebody else has taken the case.
    let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
    let subject = hanna.strip_prefix("/desk/people/").unwrap();
    let claim = [("kind", "newReader"), ("subject", subject), ("list", "newReader")];
    administrator.fill_in("/desk/work", "/desk/work/claim", &claim).await.expect_status(303);
    let agreement = format!("{hanna}/agreement");
    let form = [("date", "2026-01-15"), ("name", "Hanna Ferro")];
    let taken = assistant.fill_in(&agreement, &agreement, &form).await.expect_status(409);
    replies.push(("a case that somebody has taken", taken));
    for (name, path) in [
        ("background jobs", "/system/jobs?state=all".to_owned()),
        ("a rehearsal of a restore", "/system/rehearsal".into()),
        ("emails", "/system/emails".into()),
        ("apps and keys", "/system/apps".into()),
        ("another secret", format!("/system/apps/secret?key={}", sandbox.key("app"))),
        ("staff", "/system/staff".into()),
        ("the roles of a person", "/system/staff/demo-individual".into()),
        ("taking a role", "/system/staff/demo-collectionAssistant/take?role=collectionAssistant".into()),
        ("sites", "/system/sites".into()),
        ("types of organizations", "/system/organization-types?name=school".into()),
        ("organizations to register from", "/system/reference-organizations".into()),
        ("everything about a person", "/desk/people/demo-individual/data".into()),
        ("trace a copy", "/system/trace".into()),
    ] {
        replies.push((name, administrator.get(&path).await.expect_status(200)));
    }
    let new_app = "/system/apps/new";
    let form = [("name", ""), ("redirects", "back#here")];
    let wrong = administrator.fill_in(new_app, new_app, &form).await.expect_status(400);
    replies.push(("a new app with errors", wrong));
    let sites = "/system/sites";
    let form = [("identifier", "Not good"), ("name", ""), ("country", "US")];
    let wrong = administrator.fill_in(sites, sites, &form).await.expect_status(400);
    replies.push(("a new site with errors", wrong));
    let new_entry = "/system/reference-organizations/new";
    let form = [("organizationType", "school"), ("country", "US"), ("state", "BY"), ("locationState", "ZZ")];
    let wrong = administrator.fill_in(new_entry, new_entry, &form).await.expect_status(400);
    replies.push(("an organization with errors", wrong));
    let rows = b"referenceOrgId,name,organizationType,state,country\nb-1,Bend Clinic,school,OR,US\nb-2,,school,OR,US\n";
    let preview = upload_list(sandbox, &mut administrator, rows).await.expect_status(303);
    let preview = administrator.get(preview.header("location")).await.expect_status(200);
    replies.push(("a list of organizations before it is imported", preview));
    let unreadable = upload_list(sandbox, &mut administrator, b"id,name\n").await.expect_status(400);
    replies.push(("a list of organizations that cannot be read", unreadable));

    let notice = "/system/sites/service/notice";
    let form = [("first_day", "2026-01-01"), ("last_day", "2126-01-01"), ("de", "Heute keine Downloads.")];
    administrator.fill_in(notice, notice, &form).await.expect_status(303);
    replies.push(("the notice of a site", administrator.get(notice).await.expect_status(200)));

    let erase = format!("/desk/people/{twin}/erase");
    let erased = assistant.fill_in(&erase, &erase, &[("identifier", &twin)]).await.expect_status(303);
    let certificate = assistant.get(erased.header("location")).await.expect_status(200);
    replies.push(("the certificate of an erasure", certificate));
    replies
}

/// A form that was sent after its session had ended: the sign-in that keeps it, and the pages after it, with
/// a place for all its fields and without.
async fn kept_form_replies(sandbox: &Sandbox) -> Vec<NamedReply> {
    let form = format!("/titles/{}/problem", sandbox.title("publicDomain"));
    let (name, password) = credentials(sandbox, "individual");
    let mut reader = Reader::sign_in_as(sandbox, "individual").await;
    let token = hidden_field(&reader.read(&form).await, "token");
    let mut replies = Vec::new();
    for (sign_in_name, restored_name, more) in [
        ("a sign-in that keeps a form", "a form filled in again", ""),
        ("a sign-in that keeps more fields", "a form that no page has", "One\ntwo"),
    ] {
        reader.keep("session", "ended");
        let typed =
            [("token", token.as_str()), ("kind", "sound"), ("words", "It is silent."), ("more", more)];
        let sign_in = reader.post(&form, &typed).await.expect_status(403);
        let restored = sign_in_again(&mut reader, &sign_in.text(), name, password).await.expect_status(200);
        replies.extend([(sign_in_name, sign_in), (restored_name, restored)]);
    }
    replies
}

/// The ways in for somebody who is not signed in.
async fn joining_replies(sandbox: &Sandbox, code: &str) -> Vec<NamedReply> {
    let mut guest = Reader::guest(sandbox);
    let flow = hidden_field(&guest.read("/join/reader").await, "flow");
    let form = [
        ("flow", flow.as_str()),
        ("firstName", "Ruth"),
        ("lastName", "Amsel"),
        ("dateOfBirth", "1984-03-27"),
        ("country", "US"),
        ("emailAddress", "ruth@readers.example"),
    ];
    guest.post("/join/reader", &form).await.expect_status(200);
    let email = emails(sandbox, "ruth@readers.example", 1).await.remove(0);
    let confirm = format!("/join/confirm/{}", key(&email, "/join/confirm/"));
    let mut replies = Vec::new();
    for (name, path) in [
        ("ways to join", "/join"),
        ("organizations that were found", "/join/organization/find?name=school"),
        ("the password of a new account", confirm.as_str()),
        ("a code to sign in by", "/enroll"),
    ] {
        replies.push((name, guest.get(path).await.expect_status(200)));
    }
    let flow = hidden_field(&guest.read("/enroll").await, "flow");
    let enrolled = guest.post("/enroll", &[("flow", &flow), ("code", code)]).await.expect_status(200);
    let page = enrolled.text();
    let (flow, typed) = (hidden_field(&page, "flow"), hidden_field(&page, "code"));
    replies.push(("whose browser this is", enrolled));
    let form = [("flow", flow.as_str()), ("code", typed.as_str())];
    let device = guest.post("/enroll/device", &form).await.expect_status(200);
    replies.push(("the sign-in of a device", device));
    replies
}
