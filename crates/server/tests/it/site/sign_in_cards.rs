//! Cards with which members of a school sign in: by a password, or by the code of a card.

use reqwest::Method;

use super::Reader;
use super::browser::hidden_field;
use super::school_acts::{confirm_with, show_preview, sign_in_sponsor};
use crate::one;
use crate::support::Sandbox;

/// A member of the sandbox's school who has no user name: Otto Reyes.
const OTTO: &str = "demo-orgMember2";

/// The text of the first element that begins with this tag.
fn text_after<'a>(page: &'a str, tag: &str) -> &'a str {
    let (_, rest) = page.split_once(tag).unwrap_or_else(|| panic!("{tag}: {page}"));
    rest.split_once('<').unwrap().0
}

/// Opens the form for a code and sends one. Returns the status and the page.
async fn type_code(browser: &mut Reader<'_>, code: &str) -> (u16, String) {
    let flow = hidden_field(&browser.read("/enroll").await, "flow");
    let reply = browser.post("/enroll", &[("flow", &flow), ("code", code)]).await;
    (reply.status, reply.text())
}

one! {
    async fn a_member_without_a_user_name_gets_a_card_and_signs_in(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let shown = show_preview(&mut sponsor, &token, &[("member", OTTO), ("act", "give_sign_in")]).await;
        assert!(shown.contains("One member changes.") && shown.contains("<select id=\"cards\""), "{shown}");
        let reply = confirm_with(&mut sponsor, &shown, &[("cards", "csv")]).await;
        assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
        assert!(reply.header("cache-control").contains("no-store"));
        assert!(reply.header("content-disposition").contains("sign-in-cards.csv"));
        let table = reply.text();
        let row = table.lines().nth(1).unwrap_or_else(|| panic!("{table}"));
        let cells: Vec<&str> = row.trim_matches('"').split("\",\"").collect();
        assert_eq!((cells[0], cells[1]), ("Otto Reyes", "otto.reyes"), "{table}");
        assert!(cells[3].ends_with("/sign-in"), "{table}");
        let mut otto = Reader::guest(sandbox);
        let reply = otto.sign_in("/sign-in?back=%2Fshelf", cells[1], cells[2]).await.expect_status(303);
        assert_eq!(reply.header("location"), "/account/password?back=%2Fshelf");
        assert!(otto.read("/account/password").await.contains("Somebody else made your present password."));
        // Who has a user name keeps it.
        let shown = show_preview(&mut sponsor, &token, &[("member", OTTO), ("act", "give_sign_in")]).await;
        assert!(shown.contains("One can sign in already.") && !shown.contains("<select id=\"cards\""), "{shown}");

        let shown = show_preview(&mut sponsor, &token, &[("member", OTTO), ("act", "reset_sign_in")]).await;
        let reply = confirm_with(&mut sponsor, &shown, &[("cards", "brf")]).await;
        let braille = reply.text();
        assert!(reply.header("content-disposition").contains("sign-in-cards.brf"), "{braille}");
        assert!(braille.ends_with('\u{c}') && braille.matches("\r\n").count() == 25, "{braille}");
        assert!(braille.contains("OTTO") && braille.lines().all(|line| line.len() <= 40), "{braille}");
    }

    async fn the_code_of_a_card_signs_in_one_browser_once(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let form = [("member", OTTO), ("act", "make_codes")];
        let shown = show_preview(&mut sponsor, &token, &form).await;
        let page = confirm_with(&mut sponsor, &shown, &[]).await.text();
        assert!(page.contains("The cards are shown only now.") && page.contains("/enroll</code>"), "{page}");
        let earlier = text_after(&page, "<code class=\"secret\" lang=\"en\" translate=\"no\">").to_owned();
        let shown = show_preview(&mut sponsor, &token, &form).await;
        let page = confirm_with(&mut sponsor, &shown, &[("cards", "print")]).await.text();
        let code = text_after(&page, "<code class=\"secret\" lang=\"en\" translate=\"no\">").to_owned();
        assert!(code.len() == 14 && code != earlier, "{code}");
        // Each card is a page in large print.
        let (_, link) = page.split_once("rel=\"stylesheet\" href=\"").unwrap();
        let style = sponsor.read(link.split_once('"').unwrap().0).await;
        assert!(page.contains("class=\"sign-in-card\"") && style.contains(".sign-in-card + .sign-in-card { break-before: page; }"));
        assert!(style.contains("@media print") && style.contains("font-size: 24pt"), "{style}");

        let mut browser = Reader::guest(sandbox);
        let wrong = type_code(&mut browser, "bcdf-ghjk-mnpq").await;
        assert!(wrong.0 == 400 && wrong.1.contains("id=\"code-error\""), "{wrong:?}");
        let replaced = type_code(&mut browser, &earlier).await;
        assert!(replaced.0 == 400 && replaced.1.contains("id=\"code-error\""), "{replaced:?}");
        let (status, page) = type_code(&mut browser, &code.to_uppercase().replace('-', " ")).await;
        assert!(status == 200 && page.contains("Otto R.") && !page.contains("Reyes"), "{page}");
        let flow = hidden_field(&page, "flow");
        let typed = hidden_field(&page, "code");
        let form = [("flow", flow.as_str()), ("code", typed.as_str())];
        // A form without the cookie of its browser does nothing.
        Reader::guest(sandbox).post("/enroll/confirm", &form).await.expect_status(403);
        let reply = browser.post("/enroll/confirm", &form).await.expect_status(303);
        assert_eq!(reply.header("location"), "/");
        assert!(reply.header("set-cookie").contains("Max-Age=34560000;"), "the browser stays signed in");
        assert!(browser.read("/account").await.contains("Otto Reyes"));
        assert!(browser.read("/account/sessions").await.contains("Enrolled browser"));

        let path = format!("/account/devices?member={OTTO}");
        let devices = sponsor.read(&path).await;
        assert!(devices.contains("The code of a card was used on"), "{devices}");
        let (_, form) = devices.split_once("action=\"/account/devices/browsers\"").expect("the browser");
        let form = [
            ("token", hidden_field(form, "token")),
            ("session", hidden_field(form, "session")),
            ("member", OTTO.to_owned()),
        ];
        let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
        // Another member's browsers are not signed out in this way, nor by anybody else.
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let own = hidden_field(&reader.read("/account/sessions").await, "token");
        let foreign = [("token", own.as_str()), form[1], form[2]];
        reader.post("/account/devices/browsers", &foreign).await.expect_status(403);
        browser.get("/account").await.expect_status(200);
        let reply = sponsor.post("/account/devices/browsers", &form).await.expect_status(303);
        assert!(reply.header("location").starts_with("/account/devices?member="));
        assert!(!sponsor.read(&path).await.contains("/account/devices/browsers"));
        browser.get("/account").await.expect_status(303);

        let mut other = Reader::guest(sandbox);
        let used = type_code(&mut other, &code).await;
        assert!(used.0 == 400 && used.1.contains("id=\"code-error\""), "{used:?}");
        other.get("/account").await.expect_status(303);
    }

    async fn the_code_of_a_card_gives_one_device_a_sign_in_of_its_own_once(sandbox: Sandbox) {
        let (mut sponsor, token) = sign_in_sponsor(sandbox).await;
        let shown = show_preview(&mut sponsor, &token, &[("member", OTTO), ("act", "make_codes")]).await;
        let cards = confirm_with(&mut sponsor, &shown, &[]).await.text();
        let code = text_after(&cards, "<code class=\"secret\" lang=\"en\" translate=\"no\">").to_owned();

        let mut browser = Reader::guest(sandbox);
        let (_, page) = type_code(&mut browser, &code).await;
        assert!(page.contains("Sign in a device instead"), "{page}");
        let (flow, typed) = (hidden_field(&page, "flow"), hidden_field(&page, "code"));
        let form = [("flow", flow.as_str()), ("code", typed.as_str())];
        Reader::guest(sandbox).post("/enroll/device", &form).await.expect_status(403);
        let reply = browser.post("/enroll/device", &form).await.expect_status(200);
        assert!(reply.header("cache-control").contains("no-store"));
        let page = reply.text();
        assert!(page.contains("/opds</code>") && page.contains("They are shown only now."), "{page}");
        let value = |label: &str| {
            let (_, rest) = page.split_once(&format!("<dt>{label}</dt>")).unwrap_or_else(|| panic!("{page}"));
            text_after(rest, "<code lang=\"en\" translate=\"no\">").to_owned()
        };
        let (name, password) = (value("Sign-in name"), value("Password"));
        sandbox.call(Method::GET, "/opds/shelf").send().await.expect_status(401);
        sandbox.call(Method::GET, "/opds/shelf").basic(&name, &password).send().await.expect_status(200);
        browser.get("/account").await.expect_status(303);

        // The sponsor sees it, and the code gives nothing else.
        let devices = sponsor.read(&format!("/account/devices?member={OTTO}")).await;
        assert!(devices.contains(&name) && devices.contains("The code of a card was used on"), "{devices}");
        for path in ["/enroll/device", "/enroll/confirm"] {
            let mut other = Reader::guest(sandbox);
            let flow = hidden_field(&other.read("/enroll").await, "flow");
            let used = other.post(path, &[("flow", flow.as_str()), ("code", code.as_str())]).await;
            let page = used.expect_status(400).text();
            assert!(page.contains("id=\"code-error\""), "{path}: {page}");
        }
    }
}
