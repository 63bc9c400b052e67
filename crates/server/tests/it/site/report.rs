//! /titles/{id}/problem and /staff/problems: readers report, staff read and close.

use domain::problem_reports::{ProblemKind, ProblemReport};
use domain::{SiteId, TitleId};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links, read_form, send};
use crate::one;
use crate::support::{Reply, Sandbox, field};

/// User name and password of a user of `demo.json`.
pub(super) fn credentials<'a>(sandbox: &'a Sandbox, user: &str) -> (&'a str, &'a str) {
    let user = sandbox.user(user);
    (user["username"].as_str().unwrap(), user["password"].as_str().unwrap())
}

/// Sends the form of a sign-in page that keeps another form.
pub(super) async fn sign_in_again(reader: &mut Reader<'_>, page: &str, name: &str, password: &str) -> Reply {
    let flow = hidden_field(page, "flow");
    let kept = hidden_field(page, "kept");
    let fields = [("flow", flow.as_str()), ("kept", &kept), ("username", name), ("password", password)];
    reader.post("/sign-in", &fields).await
}

one! {
    async fn a_problem_is_reported_listed_and_closed(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("publicDomain"));
        let form = format!("{title}/problem");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(reader.read(&title).await.contains(&format!("href=\"{form}\"")));
        let page = reader.read(&form).await;
        let token = hidden_field(&page, "token");
        for (fields, said) in [
            (vec![("words", "Which?")], "Choose what is wrong"),
            (vec![("kind", "smell")], "Choose what is wrong"),
            (vec![("kind", "sound"), ("words", &*"a".repeat(2001))], "This is too long"),
        ] {
            let with: Vec<_> = fields.iter().copied().chain([("token", token.as_str())]).collect();
            let page = reader.post(&form, &with).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        reader.post(&form, &[("kind", "sound")]).await.expect_status(403);
        let report = [("token", token.as_str()), ("kind", "sound"), ("words", "Chapter 2\r\nis <silent>.")];
        let reply = reader.post(&form, &report).await.expect_status(303);
        assert!(reader.read(reply.header("location")).await.contains("have your report"));
        let list = sandbox.library.command(&["admin", "problems", "list"]);
        assert!(list.contains("sound") && list.contains("> Chapter 2\n") && list.contains("> is <silent>."), "{list}");
        let number = list.split_whitespace().next().unwrap().to_owned();
        sandbox.library.command(&["admin", "problems", "close", &number]);
        assert_eq!(sandbox.library.command(&["admin", "problems", "list"]), "");
        assert!(sandbox.library.command(&["admin", "problems", "list", "--all"]).contains("closed"));
    }

    async fn what_was_typed_is_back_after_the_session_has_ended(sandbox: Sandbox) {
        let form = format!("/titles/{}/problem", sandbox.title("publicDomain"));
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read(&form).await, "token");
        reader.keep("session", "ended");
        let typed = [("token", token.as_str()), ("kind", "sound"), ("words", "Chapter 2\r\nis <silent>.")];
        let page = reader.post(&form, &typed).await.expect_status(403).text();
        assert!(page.contains("What you typed is kept on this page for one hour"), "{page}");
        let kept = hidden_field(&page, "kept");
        let (name, password) = credentials(sandbox, "individual");
        let page = sign_in_again(&mut reader, &page, name, "wrong").await.text();
        assert_eq!(hidden_field(&page, "kept"), kept, "a wrong password loses nothing");
        let page = sign_in_again(&mut reader, &page, name, password).await.expect_status(200).text();
        assert!(page.contains("back in its form") && page.contains("href=\"#kept-form\""), "{page}");
        assert_eq!(sandbox.library.command(&["admin", "problems", "list"]), "", "nothing was sent");
        let filled = read_form(&page, &form);
        for field in &typed[1..] {
            assert!(filled.iter().any(|(name, value)| (name.as_str(), value.as_str()) == *field), "{filled:?}");
        }
        send(&mut reader, &form, &filled, &[]).await.expect_status(303);
        assert!(sandbox.library.command(&["admin", "problems", "list"]).contains("> Chapter 2\n"));

        // A page that has no place for everything shows it instead.
        reader.keep("session", "ended");
        let more = [typed[0], typed[1], typed[2], ("more", "One\ntwo")];
        let page = reader.post(&form, &more).await.expect_status(403).text();
        let page = sign_in_again(&mut reader, &page, name, password).await.expect_status(200).text();
        assert!(page.contains("<h1>What you had typed</h1>") && page.contains("One<br>two</dd>"), "{page}");
        let (shown, folded) = page.split_once("<details>").unwrap();
        assert!(shown.contains("Chapter 2<br>") && !shown.contains("<dt>words"), "labels, not names: {shown}");
        assert!(folded.contains("<code>kind</code>") && folded.contains(&form), "{folded}");
        send(&mut reader, &form, &read_form(&page, &form), &[]).await.expect_status(303);

        // Another window has signed in meanwhile.
        let mut window = Reader::sign_in_as(sandbox, "individual").await;
        let page = window.post(&form, &typed).await.expect_status(403).text();
        assert!(page.contains("back in its form on this page"), "{page}");

        // A password that must be changed first loses nothing, even if the session ends before it is changed.
        let given = field(&sandbox.command(&["admin", "users", "reset-password", name]), "password");
        let page = reader.post(&form, &typed).await.expect_status(403).text();
        let page = sign_in_again(&mut reader, &page, name, &given).await.expect_status(200).text();
        reader.keep("session", "ended");
        let change = read_form(&page, "/account/password");
        let page = send(&mut reader, "/account/password", &change, &[]).await.expect_status(403).text();
        let page = sign_in_again(&mut reader, &page, name, &given).await.expect_status(200).text();
        let change = read_form(&page, "/account/password");
        let new = [("present", given.as_str()), ("password", "another-river-8"), ("repeated", "another-river-8")];
        let page = send(&mut reader, "/account/password", &change, &new).await.expect_status(200).text();
        for part in ["Your password is changed.", "back in its form on this page", "is &#60;silent&#62;."] {
            assert!(page.contains(part), "{part}: {page}");
        }

        // Nobody else sees it, and nothing is kept of what another site or a script sends.
        let mut other = Reader::guest(sandbox);
        let page = other.post(&form, &typed).await.expect_status(403).text();
        let (name, password) = credentials(sandbox, "individual2");
        let reply = sign_in_again(&mut other, &page, name, password).await.expect_status(303);
        assert!(!reply.text().contains("Chapter 2"));
        for (header, value, status) in
            [("sec-fetch-site", "cross-site", 403), ("sec-fetch-mode", "cors", 303)]
        {
            let call = sandbox.call(reqwest::Method::POST, &form).form(&typed).header(header, value);
            let reply = Reader::guest(sandbox).send(call).await.expect_status(status);
            assert!(!reply.text().contains("name=\"kept\""), "{header}");
        }
    }

    async fn staff_read_and_close_reports_on_a_page(sandbox: Sandbox) {
        let title = sandbox.title("publicDomain");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read(&format!("/titles/{title}/problem")).await, "token");
        let report = [("token", token.as_str()), ("kind", "sound"), ("words", "Chapter 2\nis <silent>.")];
        reader.post(&format!("/titles/{title}/problem"), &report).await.expect_status(303);
        assert!(!reader.read("/account").await.contains("/staff/problems"));
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        assert!(staff.read("/account").await.contains("href=\"/staff/problems\""));
        let page = staff.read("/staff/problems").await;
        for part in [
            "One report is open.", "The recording is missing", "Chapter 2</p>", "is &#60;silent&#62;.", "Ines Okafor",
            &format!("<a href=\"/titles/{title}\">"),
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        // The audit records who was named to whom.
        let audit = sandbox.library.command(&["admin", "audit", "list"]);
        assert!(audit.contains("GET /staff/problems"), "{audit}");
        // Readers close nothing.
        let number = hidden_field(&page, "report");
        reader.post("/staff/problems", &[("token", &token), ("report", &number)]).await.expect_status(403);
        let token = hidden_field(&page, "token");
        let close = [("token", token.as_str()), ("report", number.as_str())];
        let closed = staff.post("/staff/problems", &close).await.expect_status(303);
        let page = staff.read(closed.header("location")).await;
        assert!(page.contains("The report is closed.") && page.contains("There are no open reports."), "{page}");
        // Somebody else has closed it already.
        assert_eq!(staff.post("/staff/problems", &close).await.expect_status(303).header("location"), "/staff/problems");
        for number in ["", "x", "0"] {
            let status = staff.post("/staff/problems", &[("token", &token), ("report", number)]).await.status;
            assert_eq!(status, if number == "0" { 303 } else { 404 }, "{number}");
        }
        pages_of_reports(sandbox, &mut staff, title).await;
    }

    async fn reports_of_a_day_are_bounded(sandbox: Sandbox) {
        let form = format!("/titles/{}/problem", sandbox.title("publicDomain"));
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let token = hidden_field(&reader.read(&form).await, "token");
        for n in 0..10 {
            let words = format!("Page {n}.");
            let report = [("token", token.as_str()), ("kind", "other"), ("words", words.as_str())];
            reader.post(&form, &report).await.expect_status(303);
            // A form that is sent twice reports once.
            reader.post(&form, &report).await.expect_status(303);
        }
        let report = [("token", token.as_str()), ("kind", "other")];
        let reply = reader.post(&form, &report).await.expect_status(429);
        assert!(reply.text().contains("Please wait a moment") && !reply.header("retry-after").is_empty());
    }
}

/// Reports of other sites are for their staff, and many reports have several pages.
async fn pages_of_reports(sandbox: &Sandbox, staff: &mut Reader<'_>, title: i64) {
    let db = sandbox.database().await;
    let site = store::titles::get(&db, TitleId(title)).await.unwrap().unwrap().site;
    let mut tx = db.begin().await.unwrap();
    for n in 0..26 {
        let new = ProblemReport {
            id: 0,
            title: TitleId(title),
            site: if n == 0 { SiteId::from("lab") } else { site.clone() },
            reporter: None,
            kind: ProblemKind::Text,
            words: Some(format!("Report {n}.")),
            reported: jiff::Timestamp::UNIX_EPOCH,
            closed: None,
        };
        store::problem_reports::insert(&mut tx, &new).await.unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
    let first = staff.read("/staff/problems").await;
    assert!(first.contains("25 reports are open") && first.contains("an account that is closed"), "{first}");
    assert!(!first.contains("Report 0.") && first.contains("Report 1.") && !first.contains("Report 21."));
    let next = links(&first).into_iter().find(|link| link.contains("after=")).unwrap();
    let second = staff.read(&next).await;
    assert!(second.contains("Report 21.") && second.contains("Report 25.") && !second.contains("Report 20."));
    let back = links(&second).into_iter().find(|link| link.contains("before=")).unwrap();
    assert!(staff.read(&back).await.contains("Report 20."));
    let mut all = Reader::sign_in_as(sandbox, "administrator").await;
    assert!(all.read("/staff/problems").await.contains("26 reports are open"));
}
