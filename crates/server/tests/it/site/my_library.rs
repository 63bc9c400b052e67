//! The pages of a reader who is signed in, in a real browser (scripts/axe.mjs).

use books::testkit::two_slides;
use serde_json::{Value, json};

use super::Reader;
use super::browser::{hidden_field, links, to_served_page};
use super::staff_states::staff_replies;
use crate::pages::browse;
use crate::support::{Backend, Parts, Reply, Sandbox, User, post_form_parts, tool};

/// The addresses that are checked, with their names.
async fn addresses(sandbox: &Sandbox, reader: &mut Reader<'_>) -> Vec<(String, String)> {
    let token = hidden_field(&reader.read("/lists").await, "token");
    let name = "A list with a very long name ".repeat(6);
    let form = [("token", token.as_str()), ("name", name.as_str()), ("access", "shared")];
    let made = reader.post("/lists", &form).await.expect_status(303);
    let list = made.header("location").to_owned();
    let free = sandbox.title("publicDomain").to_string();
    reader.post(&format!("{list}/titles"), &[("token", &token), ("add", &free)]).await.expect_status(303);
    let format = format!("/titles/{free}/downloads/BRF");
    reader.post(&format, &[("token", &token)]).await.expect_status(303);
    let all = links(&reader.read("/periodicals").await);
    let of = |depth: usize| {
        let found =
            all.iter().find(|href| href.starts_with("/periodicals/") && href.matches('/').count() == depth);
        found.expect("a periodical").clone()
    };
    reader.post(&of(2), &[("token", &token), ("follow", "yes")]).await.expect_status(303);
    let slides =
        Parts::default().text("token", &token).text("name", &name).file("file", "a", &two_slides()).end();
    let upload = post_form_parts(sandbox, "/documents", slides);
    let document = reader.send(upload).await.expect_status(303).header("location").to_owned();
    reader.open_until_complete(&document).await;
    let pages = [
        ("account", "/account".to_owned()),
        ("agreement", "/account/agreement".into()),
        ("preferences", "/account/preferences".into()),
        ("sessions", "/account/sessions".into()),
        ("password", "/account/password".into()),
        ("history", "/account/history".into()),
        ("data", "/account/data".into()),
        ("proof", "/account/proof".into()),
        ("subscription", "/account/subscription".into()),
        ("leave", "/account/leave".into()),
        ("documents", "/documents".into()),
        ("document", document.clone()),
        ("delete a document", format!("{document}/remove")),
        ("lists", "/lists".into()),
        ("shared lists", "/lists/shared".into()),
        ("list", list.clone()),
        ("delete a list", format!("{list}/remove")),
        ("title with lists", format!("/titles/{free}")),
        ("report a problem", format!("/titles/{free}/problem?kind=sound")),
        ("periodicals", "/periodicals".into()),
        ("followed periodicals", "/periodicals?followed=yes".into()),
        ("shelf with periodicals", "/shelf".into()),
        ("periodical", of(2)),
        ("edition", of(3)),
        ("apps", "/apps".into()),
    ];
    pages.into_iter().map(|(name, path)| (name.to_owned(), path)).collect()
}

/// The address of a page by its name.
fn address<'a>(addresses: &'a [(String, String)], name: &str) -> &'a str {
    &addresses.iter().find(|(known, _)| known == name).expect("a page").1
}

/// Pages that say what a form has just done, with their names, addresses and cookies.
async fn pages_after_forms(
    sandbox: &Sandbox,
    reader: &mut Reader<'_>,
    addresses: &[(String, String)],
) -> Vec<(&'static str, String, String)> {
    let token = hidden_field(&reader.read("/lists").await, "token");
    let free = sandbox.title("publicDomain").to_string();
    let deeds = [
        ("preferences", "/account/preferences".to_owned(), vec![]),
        ("sessions", "/account/sessions".into(), vec![("session", "ended")]),
        ("report a problem", format!("/titles/{free}/problem"), vec![("kind", "sound")]),
        ("periodical", address(addresses, "periodical").into(), vec![("follow", "yes")]),
        ("list", format!("{}/titles", address(addresses, "list")), vec![("add", free.as_str())]),
    ];
    let mut said = Vec::new();
    for (name, action, mut form) in deeds {
        form.push(("token", &token));
        let reply = reader.post(&action, &form).await.expect_status(303);
        said.push((name, reply.header("location").to_owned(), reader.cookie("notice").unwrap().to_owned()));
    }
    said
}

/// Pages that the server sends in reply to forms that it refuses, and at the end of an account: their names,
/// and what was sent.
async fn replies(sandbox: &Sandbox) -> Vec<(&'static str, Reply)> {
    let mut reader = Reader::sign_in_as(sandbox, "minor").await;
    let token = hidden_field(&reader.read("/account/leave").await, "token");
    let present = sandbox.user("minor")["password"].as_str().unwrap();
    let leave = |present| [("token", token.as_str()), ("sure", "yes"), ("present", present)];
    let stale =
        reader.post("/account/preferences", &[("token", "of-another-session")]).await.expect_status(403);
    let wrong = reader.post("/account/leave", &leave("wrong-password-1")).await.expect_status(400);
    let left = reader.post("/account/leave", &leave(present)).await.expect_status(303);
    let left = reader.get(left.header("location")).await.expect_status(200);
    let mut replies = vec![("a form of another session", stale), ("wrong password", wrong), ("left", left)];
    let mut unqualified = Reader::sign_in_as(sandbox, "unqualified").await;
    let token = hidden_field(&unqualified.read("/account/proof").await, "token");
    for (name, path) in [
        ("proof, empty", "/account/proof"),
        ("subscription, empty", "/account/subscription"),
        ("agreement, empty", "/account/agreement"),
    ] {
        replies.push((name, unqualified.post(path, &[("token", &token)]).await.expect_status(400)));
    }
    let closed = format!("/titles/{}/downloads/BRF", sandbox.title("copyright"));
    replies.push(("closed copy", unqualified.get(&closed).await.expect_status(403)));
    let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
    replies.push(("a copy for nobody", sponsor.get(&closed).await.expect_status(400)));
    let token = hidden_field(&sponsor.read("/school/year").await, "token");
    for (name, last_grade, status) in
        [("what a school year does", "8", 200), ("school year, wrong", "99", 400)]
    {
        let form = [("token", token.as_str()), ("last_grade", last_grade), ("leavers", "remove")];
        replies.push((name, sponsor.post("/school/year", &form).await.expect_status(status)));
    }
    let order = format!("/school/titles/{}/copies", sandbox.title("copyright"));
    let empty = [("token", token.as_str()), ("grade_filter", "6")];
    replies.push(("copies for nobody", sponsor.post(&order, &empty).await.expect_status(400)));
    let form = [("token", token.as_str()), ("member", "demo-iris-jung"), ("format", "EPUB3")];
    let batch = sponsor.post(&order, &form).await.expect_status(303).header("location").to_owned();
    replies.push(("copies for members", sponsor.open_until_complete(&batch).await));
    replies
}

/// A list whose name and description are in Hebrew and Arabic, with English words inside.
async fn create_right_to_left_list(reader: &mut Reader<'_>) -> String {
    let token = hidden_field(&reader.read("/lists").await, "token");
    let form = [
        ("token", token.as_str()),
        ("name", "ספרים לקריאה (Books to read) 2026"),
        ("description", "كتب للقراءة، by several authors, مع ملاحظات"),
        ("access", "private"),
    ];
    let made = reader.post("/lists", &form).await.expect_status(303);
    made.header("location").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signed_in_reader_meets_no_obstacle() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let rosters = tempfile::tempdir().unwrap();
    let environment = [("OPENSHELF_ROSTERS__FOLDER", rosters.path().to_str().unwrap())];
    let sandbox = Sandbox::start_with(Backend::Sqlite, &environment).await;
    let staff_pages = staff_replies(&sandbox).await;
    let mut reader = Reader::sign_in_as(&sandbox, "individual").await;
    let other = Reader::sign_in_as(&sandbox, "individual").await;
    let addresses = addresses(&sandbox, &mut reader).await;
    let right_to_left = create_right_to_left_list(&mut reader).await;
    let session = json!({"name": "session", "value": reader.cookie("session").unwrap()});
    let entry = |name: String, path: &str| json!({"name": name, "address": format!("{}{path}", sandbox.base()), "cookies": [session]});
    let mut pages: Vec<Value> = addresses.iter().map(|(name, path)| entry(name.clone(), path)).collect();
    // The forms of a reader to whom something is missing.
    let unqualified = Reader::sign_in_as(&sandbox, "unqualified").await;
    let missing = json!({"name": "session", "value": unqualified.cookie("session").unwrap()});
    for path in ["/account", "/account/proof", "/account/subscription"] {
        let mut page = entry(format!("{path} of an unqualified reader"), path);
        page["cookies"] = json!([missing]);
        pages.push(page);
    }
    for (locale, name) in [
        ("fr", "documents"),
        ("fr", "account"),
        ("de", "preferences"),
        ("es", "list"),
        ("fr", "leave"),
        ("de", "report a problem"),
    ] {
        let (_, path) = addresses.iter().find(|(known, _)| known == name).unwrap();
        let mut page = entry(format!("{name} in {locale}"), path);
        page["window"] = json!({"locale": locale});
        page["narrow"] = json!(true);
        let display = json!({"name": "display", "value": "300.widest.mono.narrow.yellow"});
        page["cookies"] = json!([session, display]);
        pages.push(page);
    }
    // An empty library, words that run from right to left, and other looks of the same pages.
    let nobody = Reader::sign_in_as(&sandbox, "individual2").await;
    let empty_handed = json!({"name": "session", "value": nobody.cookie("session").unwrap()});
    let dark = json!({"colorScheme": "dark"});
    let forced = json!({"forcedColors": "active"});
    let copy = format!("/titles/{}/downloads/PDF", sandbox.title("publicDomain"));
    let ready = format!("/titles/{}/downloads/BRF", sandbox.title("publicDomain"));
    reader.open_until_complete(&ready).await;
    let largest = Some("300.widest.serif.full.black");
    let document = address(&addresses, "document");
    let usual = json!({});
    let (pupil, sponsor) =
        (Reader::sign_in_as(&sandbox, "orgMember").await, Reader::sign_in_as(&sandbox, "sponsor").await);
    let [pupil, sponsor] =
        [pupil, sponsor].map(|reader| json!({"name": "session", "value": reader.cookie("session").unwrap()}));
    let closed = format!("/titles/{}", sandbox.title("copyright"));
    let for_member = format!("{closed}?for={}", sandbox.user("orgMember")["userAccountId"].as_str().unwrap());
    let staff = Reader::sign_in_as(&sandbox, "membershipAssistant").await;
    let staff = json!({"name": "session", "value": staff.cookie("session").unwrap()});
    let person = format!("/desk/people/{}", sandbox.user("individual")["userAccountId"].as_str().unwrap());
    let newcomer = format!("/desk/people/{}", sandbox.user("unqualified")["userAccountId"].as_str().unwrap());
    let proofs = format!("{newcomer}/proofs");
    let why = format!("{newcomer}/why?title={}&format=BRF", sandbox.title("copyright"));
    let email = format!("{person}/email");
    let call = format!("{person}/serve?words=the");
    let member = format!(
        "/school/members/{}?words=ferry",
        sandbox.user("orgMember")["userAccountId"].as_str().unwrap()
    );
    let states: [(&str, &str, &Value, &Value, Option<&str>); 48] = [
        ("empty shelf", "/shelf", &empty_handed, &json!({}), None),
        ("no lists", "/lists", &empty_handed, &forced, None),
        ("no shared lists", "/lists/shared?words=xyzzy", &empty_handed, &dark, None),
        ("no documents", "/documents", &empty_handed, &dark, None),
        ("right to left list, largest letters", &right_to_left, &session, &dark, largest),
        ("document, dark", document, &session, &dark, None),
        ("copy that was not asked for", &copy, &session, &dark, largest),
        ("copy that is ready", &ready, &session, &usual, None),
        ("what is read", "/shelf/reading", &session, &usual, None),
        ("what was downloaded", "/shelf/downloaded", &session, &usual, largest),
        ("what is recommended", "/shelf/recommended", &session, &usual, None),
        ("what is assigned", "/shelf/assigned", &pupil, &usual, largest),
        ("account of a pupil", "/account", &pupil, &usual, None),
        ("a pupil does not leave", "/account/leave", &pupil, &usual, None),
        ("nothing is read", "/shelf/reading", &empty_handed, &usual, None),
        ("nothing was downloaded", "/shelf/downloaded", &empty_handed, &forced, None),
        ("no history", "/account/history", &empty_handed, &usual, largest),
        ("title for a sponsor", &closed, &sponsor, &usual, None),
        ("title for a member", &for_member, &sponsor, &usual, largest),
        ("members, largest letters", "/account/members", &sponsor, &usual, largest),
        ("account of a sponsor", "/account", &sponsor, &usual, None),
        ("a school", "/school", &sponsor, &usual, None),
        ("members of a school, narrow", "/school/members", &sponsor, &usual, None),
        ("members of a school, largest letters", "/school/members?grade_filter=6", &sponsor, &usual, largest),
        ("members of a school, forced colors", "/school/members", &sponsor, &forced, None),
        ("a file of members", "/school/import", &sponsor, &dark, None),
        ("a file of members, largest letters", "/school/import", &sponsor, &usual, largest),
        ("a new school year", "/school/year", &sponsor, &dark, None),
        ("a new school year, largest letters", "/school/year?leavers=remove", &sponsor, &usual, largest),
        ("groups of a school, largest letters", "/school/groups", &sponsor, &usual, largest),
        ("a new group", "/school/groups/new", &sponsor, &dark, None),
        ("a list for a class, largest letters", "/school/lists/demo-list-org", &sponsor, &usual, largest),
        ("no members found", "/school/members?words=xyzzy", &sponsor, &dark, None),
        ("account of membership staff", "/account", &staff, &usual, None),
        ("membership desk", "/desk", &staff, &forced, None),
        ("people found, largest letters", "/desk?words=o", &staff, &usual, largest),
        ("a person at the desk", &person, &staff, &usual, None),
        ("a newcomer at the desk, largest letters", &newcomer, &staff, &dark, largest),
        ("why a title is closed", &why, &staff, &usual, largest),
        ("work of the desk, largest letters", "/desk/work", &staff, &usual, largest),
        ("proofs at the desk", &proofs, &staff, &dark, None),
        ("an email at the desk, largest letters", &email, &staff, &usual, largest),
        ("the primary contact of a school", "/school/primary-contact", &sponsor, &dark, None),
        ("the sponsors of a school, largest letters", "/school/sponsors", &sponsor, &usual, largest),
        ("a new sponsor", "/school/sponsors/new", &sponsor, &dark, None),
        ("a new member", "/school/members/new", &sponsor, &usual, largest),
        ("a call at the desk", &call, &staff, &dark, None),
        ("a call at a school, largest letters", &member, &sponsor, &usual, largest),
    ];
    for (name, path, session, window, display) in states {
        let mut page = entry(name.into(), path);
        page["window"] = window.clone();
        page["narrow"] = json!(true);
        let display = display.map(|value| json!({"name": "display", "value": value}));
        page["cookies"] = std::iter::once(session.clone()).chain(display).collect();
        pages.push(page);
    }
    // A wide window, in which the members are a table; and German words in a narrow one.
    for (locale, narrow) in [("en", false), ("de", true)] {
        let mut page = entry(format!("members of a school in {locale}"), "/school/members?sort=grade");
        page["window"] = json!({"locale": locale});
        page["narrow"] = json!(narrow);
        page["cookies"] = json!([sponsor]);
        pages.push(page);
    }
    // A member who was removed, and the run that can be undone.
    let member = sandbox.user("orgMember2")["userAccountId"].as_str().unwrap();
    let school = User::sign_in(&sandbox, "sponsor").await;
    school.delete(&format!("/v2/myOrganization/members/{member}")).await.expect_status(204);
    let runs = Reader::sign_in_as(&sandbox, "sponsor").await.read("/school/runs").await;
    let run = links(&runs).into_iter().find(|href| href.starts_with("/school/runs/")).expect("a run");
    for (name, path, display) in [
        ("removals", "/school/runs", None),
        ("a removal", run.as_str(), None),
        ("a removal, largest letters", run.as_str(), largest),
        ("removed people", "/school/removed", largest),
    ] {
        let mut page = entry(name.into(), path);
        let display = display.map(|value| json!({"name": "display", "value": value}));
        page["cookies"] = std::iter::once(sponsor.clone()).chain(display).collect();
        pages.push(page);
    }
    for (name, reply) in replies(&sandbox).await.into_iter().chain(staff_pages) {
        let mut page = entry(name.into(), &format!("/{}", name.replace(' ', "-")));
        page["status"] = json!(reply.status);
        page["sent"] = to_served_page(&reply);
        page["narrow"] = json!(true);
        pages.push(page);
    }
    let mut closed = entry("a page that is closed".into(), "/staff/problems");
    closed["status"] = json!(403);
    pages.push(closed);
    let withdrawn = format!("/read/{}", sandbox.title("withdrawn"));
    let mut refused = entry("a title that is closed".into(), &withdrawn);
    refused["status"] = json!(403);
    pages.push(refused);
    // A form that is sent empty lists its errors first.
    let report = format!("/titles/{}/problem", sandbox.title("publicDomain"));
    let empty = [
        ("/account/password", "form[action='/account/password'] button"),
        ("/lists", "form[action='/lists'] button"),
        ("/documents", "form[action='/documents'] button"),
        ("/account/leave", "form[action='/account/leave'] button"),
        (report.as_str(), "form[action$='/problem'] button"),
    ];
    let user = sandbox.user("individual2");
    // The pages on the way are the same each time.
    let is_passed = |walk: usize| walk > 0;
    let walks: Vec<Value> = empty.iter().enumerate().map(|(walk, (path, button))| json!({
        "name": format!("sign-in for {path}"), "address": format!("{}{path}", sandbox.base()), "passed": is_passed(walk), "steps": [
            {"name": format!("{path} signed in"), "fill": {"username": user["username"], "password": user["password"]},
                "press": "main form button", "status": 200, "passed": is_passed(walk)},
            {"name": format!("{path} empty"), "press": button, "status": 400},
        ],
    })).collect();
    // Notices that pages show once, for two minutes, so these are read first.
    let said = pages_after_forms(&sandbox, &mut reader, &addresses).await;
    let said = said.into_iter().map(|(name, path, notice)| {
        let mut page = entry(format!("{name}, said"), &path);
        page["window"] = forced.clone();
        page["narrow"] = json!(true);
        page["cookies"] = json!([session, {"name": "notice", "value": notice}]);
        page
    });
    pages.splice(0..0, said);
    let plan = json!({"pages": pages, "walks": walks});
    let report = tokio::task::block_in_place(|| browse("axe.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    assert_eq!(report["pages"].as_array().unwrap().len(), pages.len() + 2 + empty.len());
    drop(other);
}
