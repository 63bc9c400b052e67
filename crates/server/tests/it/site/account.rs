//! /account and the pages below it.

use reqwest::Method;

use super::browser::{has_tied_errors, hidden_field};
use super::{Reader, routes};
use crate::one;
use crate::support::{Sandbox, field, read_zip};

/// The pages that belong to the account.
const PAGES: [&str; 10] = [
    "/account", "/account/agreement", "/account/preferences", "/account/sessions", "/account/password",
    "/account/history", "/account/data", "/account/leave", "/documents", "/lists",
];

/// The token of the forms of a page.
async fn token(reader: &mut Reader<'_>, path: &str) -> String {
    hidden_field(&reader.read(path).await, "token")
}

/// Name and password of a user of the sandbox.
fn name_and_password<'a>(sandbox: &'a Sandbox, user: &str) -> (&'a str, &'a str) {
    let user = sandbox.user(user);
    (user["username"].as_str().unwrap(), user["password"].as_str().unwrap())
}

one! {
    async fn a_guest_is_led_to_sign_in_and_back(sandbox: Sandbox) {
        for path in PAGES {
            let mut guest = Reader::guest(sandbox);
            let reply = guest.get(path).await.expect_status(303);
            let sign_in = reply.header("location").to_owned();
            let (name, password) = name_and_password(sandbox, "individual");
            let back = guest.sign_in(&sign_in, name, password).await;
            assert_eq!((back.status, back.header("location")), (303, path));
            guest.get(path).await.expect_status(200);
        }
    }

    async fn a_form_without_its_token_or_from_elsewhere_changes_nothing(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let mut other = Reader::sign_in_as(sandbox, "individual").await;
        let token = token(&mut reader, "/account/preferences").await;
        let forms = [
            ("/account/preferences", vec![("format", "BRF")]),
            ("/account/sessions", vec![]),
            ("/account/agreement", vec![("name", "Ada")]),
            ("/account/data", vec![]),
            ("/account/leave", vec![("present", name_and_password(sandbox, "individual").1), ("sure", "yes")]),
            ("/lists", vec![("name", "Mine"), ("access", "private")]),
        ];
        for (path, fields) in forms {
            reader.post(path, &fields).await.expect_status(403);
            let with: Vec<_> = fields.iter().copied().chain([("token", token.as_str())]).collect();
            let foreign = sandbox.call(Method::POST, path).form(&with).header("origin", "https://evil.example");
            reader.send(foreign).await.expect_status(403);
        }
        assert!(!reader.read("/account/preferences").await.contains("value=\"BRF\" selected"));
        assert!(!reader.read("/lists").await.contains("Mine"));
        other.get("/account").await.expect_status(200);
    }

    async fn the_path_to_books_says_what_is_done_and_what_is_missing(sandbox: Sandbox) {
        let whole = Reader::sign_in_as(sandbox, "individual").await.read("/account").await;
        assert!(whole.contains("Everything is in order"), "{whole}");
        // Completed steps are one line; the most frequent links follow it.
        assert!(whole.contains("Member agreement · Proof of disability · Subscription</span>"), "{whole}");
        assert!(!whole.contains("class=\"step\""), "{whole}");
        let place = |part: &str| whole.find(part).unwrap_or_else(|| panic!("{part}: {whole}"));
        assert!(place("href=\"/account/preferences\"") < place("href=\"/account/devices\""), "{whole}");
        assert!(place("href=\"/account/devices\"") < place("href=\"/account/history\""), "{whole}");
        assert!(whole.contains("books are left."), "{whole}");
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        let account = reader.read("/account").await;
        assert!(account.contains("Something is missing"), "{account}");
        let staff = Reader::sign_in_as(sandbox, "collectionAssistant").await.read("/account").await;
        assert!(!staff.contains("What you need to borrow books"), "{staff}");
        let pupil = Reader::sign_in_as(sandbox, "orgMember").await.read("/account").await;
        assert!(pupil.contains("Organization</dt>"), "{pupil}");
    }

    async fn preferences_are_kept_and_shown_again(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let token = token(&mut reader, "/account/preferences").await;
        let form = [
            ("token", token.as_str()), ("format", "BRF"), ("language", "fra"), ("grade", "uncontracted"),
            ("code", "ueb"), ("lines", "embossable-28"), ("recommendations", "yes"),
        ];
        reader.post("/account/preferences", &form).await.expect_status(303);
        let page = reader.read("/account/preferences").await;
        assert!(page.contains("<html lang=\"fr\"") && page.contains("role=\"status\""), "{page}");
        for chosen in ["BRF", "fra"] {
            assert!(page.contains(&format!("value=\"{chosen}\" selected")), "{chosen}: {page}");
        }
        for chosen in ["uncontracted", "ueb", "embossable-28"] {
            assert!(page.contains(&format!("value=\"{chosen}\" checked")), "{chosen}: {page}");
        }
        // Two grades, two codes and eight lengths of lines, each with the same sentence.
        assert_eq!(page.matches("<p class=\"cells\"").count(), 12, "{page}");
        let by_interface = sandbox.call_signed_in("individual2", "/v2/myAccount/preferences").await.send().await;
        assert_eq!(by_interface.json["brailleCellLineWidth"], 28, "{}", by_interface.json);
        assert_eq!(by_interface.json["format"]["formatId"], "BRF", "{}", by_interface.json);
        reader.post("/account/preferences", &[("token", &token), ("lines", "paper-3")]).await.expect_status(400);
    }

    async fn display_settings_follow_the_reader_to_another_browser(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let token = token(&mut reader, "/display").await;
        reader.post("/display", &[("token", &token), ("size", "200"), ("colors", "cream")]).await.expect_status(303);
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        let page = other.read("/").await;
        assert!(page.contains("data-size=\"200\"") && page.contains("data-colors=\"cream\""), "{page}");
        assert_eq!(other.cookie("display"), Some("200.usual.usual.usual.cream.account"), "a copy");
        assert!(other.read("/sign-in").await.contains("data-size=\"200\""), "other pages show it, too");
        let mut guest = Reader::guest(sandbox);
        assert!(guest.read("/").await.contains("data-size=\"100\""), "a guest has none of it");
        assert_eq!(guest.cookie("display"), None);
        // A change reaches a browser that is signed in already.
        reader.post("/display", &[("token", &token), ("size", "300")]).await.expect_status(303);
        assert!(other.read("/").await.contains("data-size=\"300\""));
        // Nothing of it stays in the browser: neither after signing out, nor if the session ends by itself.
        other.press("/", "/sign-out").await.expect_status(200);
        assert_eq!(other.cookie("display").unwrap_or_default(), "");
        assert!(other.read("/").await.contains("data-size=\"100\""));
        let mut left = Reader::guest(sandbox);
        left.keep("display", reader.cookie("display").unwrap());
        for page in ["/sign-in", "/docs", "/"] {
            assert!(left.read(page).await.contains("data-size=\"100\""), "{page}");
        }
        assert_eq!(left.cookie("display").unwrap_or_default(), "");
    }

    async fn the_account_wins_over_the_browser_and_a_guest_s_choice_is_not_lost(sandbox: Sandbox) {
        let (name, password) = name_and_password(sandbox, "individual");
        let mut guest = Reader::guest(sandbox);
        guest.post("/display", &[("size", "150")]).await.expect_status(303);
        assert_eq!(guest.cookie("display"), Some("150.usual.usual.usual.usual"));
        guest.sign_in("/sign-in", name, password).await.expect_status(303);
        assert!(guest.read("/").await.contains("data-size=\"150\""), "the account has no settings of its own");
        let token = token(&mut guest, "/display").await;
        guest.post("/display", &[("token", &token), ("size", "125")]).await.expect_status(303);
        let mut other = Reader::guest(sandbox);
        other.keep("display", "300.usual.usual.usual.usual");
        other.sign_in("/sign-in", name, password).await.expect_status(303);
        assert!(other.read("/").await.contains("data-size=\"125\""), "the account's");
    }

    async fn signing_out_and_text_and_colors_are_at_the_top_of_every_page(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let free = sandbox.title("publicDomain");
        reader.open_until_complete(&format!("/read/{free}")).await;
        for path in ["/".to_owned(), "/account/history".into(), format!("/titles/{free}"), format!("/read/{free}/2")] {
            let page = reader.read(&path).await;
            let (head, _) = page.split_once("</header>").unwrap();
            assert!(head.contains("href=\"/display\"") && head.contains("action=\"/sign-out\""), "{path}: {head}");
        }
        for path in ["/sign-in", "/docs", "/oauth/forgot-password"] {
            let page = Reader::guest(sandbox).read(path).await;
            assert!(page.split_once("</header>").unwrap().0.contains("href=\"/display\""), "{path}: {page}");
        }
        // A page of a section is not the page that the link of the section leads to.
        let marked = |page: &str, value: &str| page.contains(&format!("href=\"/account\" aria-current=\"{value}\""));
        assert!(marked(&reader.read("/account").await, "page"));
        assert!(marked(&reader.read("/account/history").await, "true"));
    }

    async fn each_look_of_text_has_an_example(sandbox: Sandbox) {
        let page = Reader::guest(sandbox).read("/display").await;
        for look in ["data-size=\"300\"", "data-spacing=\"widest\"", "data-letters=\"serif\"", "data-width=\"narrow\"", "data-colors=\"yellow\""] {
            assert!(page.contains(&format!("<p class=\"sample\" {look} aria-hidden=\"true\">The ferry leaves")), "{look}: {page}");
        }
    }

    async fn other_browsers_are_signed_out_one_by_one_or_all_together(sandbox: Sandbox) {
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1";
        let mut this = Reader::guest(sandbox).with_agent(phone);
        let (name, password) = name_and_password(sandbox, "sponsor");
        this.sign_in("/sign-in", name, password).await.expect_status(303);
        let mut others = Vec::new();
        for _ in 0..3 {
            others.push(Reader::sign_in_as(sandbox, "sponsor").await);
        }
        let page = this.read("/account/sessions").await;
        assert_eq!(page.matches("This browser").count(), 1, "{page}");
        let (_, own) = page.split_once("This browser</h2>").unwrap();
        assert!(own.trim_start().starts_with("<p>Safari on iPhone</p>"), "{own}");
        assert_eq!(page.matches("<p>A browser that gave neither its name nor its system.</p>").count(), 3, "{page}");
        assert_eq!(page.matches("name=\"session\"").count(), 3, "{page}");
        assert!(!page.contains(this.cookie("session").unwrap()), "the cookie's value is on no page");
        let (token, mark) = (hidden_field(&page, "token"), hidden_field(&page, "session"));
        this.post("/account/sessions", &[("token", &token), ("session", &mark)]).await.expect_status(303);
        let page = this.read("/account/sessions").await;
        assert_eq!(page.matches("name=\"session\"").count(), 2, "{page}");
        // A stranger cannot end it with the same mark.
        let mut stranger = Reader::sign_in_as(sandbox, "individual").await;
        let own = self::token(&mut stranger, "/account/sessions").await;
        let mark = hidden_field(&page, "session");
        stranger.post("/account/sessions", &[("token", &own), ("session", &mark)]).await.expect_status(303);
        assert_eq!(this.read("/account/sessions").await.matches("name=\"session\"").count(), 2);
        this.post("/account/sessions", &[("token", &token)]).await.expect_status(303);
        assert_eq!(this.read("/account/sessions").await.matches("name=\"session\"").count(), 0);
        for mut other in others {
            other.get("/account").await.expect_status(303);
        }
    }

    async fn a_new_password_needs_the_present_one_and_signs_out_elsewhere(sandbox: Sandbox) {
        let (name, present) = name_and_password(sandbox, "individual2");
        let mut this = Reader::sign_in_as(sandbox, "individual2").await;
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        let token = token(&mut this, "/account/password").await;
        let change = |present: &str, password: &str, repeated: &str| {
            [("token", token.clone()), ("present", present.to_owned()), ("password", password.to_owned()), ("repeated", repeated.to_owned())]
        };
        for (form, said) in [
            (change("wrong-password-1", "another-river-8", "another-river-8"), "The present password is wrong"),
            (change(present, "short", "short"), "Choose a password of 8 to 32 characters"),
            (change(present, "another-river-8", "another-river-9"), "Type the same new password twice"),
            (change("", "another-river-8", "another-river-8"), "Present password: this is needed"),
        ] {
            let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
            let page = this.post("/account/password", &form).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
            assert!(!page.contains("another-river"), "passwords are never shown again");
        }
        other.get("/account").await.expect_status(200);
        let before = this.cookie("session").unwrap().to_owned();
        let form = change(present, "another-river-8", "another-river-8");
        let form = form.each_ref().map(|(name, value)| (*name, value.as_str()));
        this.post("/account/password", &form).await.expect_status(303);
        assert_ne!(this.cookie("session"), Some(before.as_str()), "a new session");
        // Said once, in the session that the browser has now.
        assert!(this.read("/account/password").await.contains("role=\"status\""));
        assert!(!this.read("/account/password").await.contains("role=\"status\""));
        other.get("/account").await.expect_status(303);
        let mut again = Reader::guest(sandbox);
        again.keep("session", &before);
        again.get("/account").await.expect_status(303);
        assert_eq!(Reader::guest(sandbox).sign_in("/sign-in", name, "another-river-8").await.status, 303);
    }

    async fn a_password_that_somebody_else_made_is_changed_before_anything_else(sandbox: Sandbox) {
        let all_routes = routes::routes_of_crate("pages");
        let opened = ["/account/password", "/apps", "/design", "/display"];
        for user in ["individual", "orgMember", "sponsor", "collectionAssistant", "membershipAssistant", "administrator"] {
            let (name, _) = name_and_password(sandbox, user);
            let given = field(&sandbox.command(&["admin", "users", "reset-password", name]), "password");
            let mut reader = Reader::guest(sandbox);
            let reply = reader.sign_in("/sign-in?back=%2Flists", name, &given).await.expect_status(303);
            assert_eq!(reply.header("location"), "/account/password?back=%2Flists", "{user}");
            for path in all_routes.iter().map(routes::Route::example_path) {
                let reply = reader.get(&path).await;
                let is_led = reply.status == 303 && reply.header("location").starts_with("/account/password?back=%2F");
                assert_eq!(is_led, !opened.contains(&path.as_str()), "{path} as {user}: {}", reply.status);
            }
            let reply = reader.post("/account/preferences", &[("format", "BRF")]).await.expect_status(303);
            assert_eq!(reply.header("location"), "/account/password?back=%2Faccount%2Fpreferences");
            let page = reader.read("/account/password?back=%2F%2Fevil.example").await;
            assert!(page.contains("Somebody else made your present password.") && !page.contains("name=\"back\""), "{page}");
            let token = hidden_field(&reader.read("/account/password?back=%2Flists").await, "token");
            let form = [("token", token.as_str()), ("back", "/lists"), ("present", &given), ("password", "another-river-8")];
            let wrong = reader.post("/account/password", &form).await.expect_status(400).text();
            assert_eq!(hidden_field(&wrong, "back"), "/lists");
            let form: Vec<_> = form.into_iter().chain([("repeated", "another-river-8")]).collect();
            let reply = reader.post("/account/password", &form).await.expect_status(303);
            assert_eq!(reply.header("location"), "/lists", "{user}");
            assert!(reader.read("/lists").await.contains("Your password is changed."));
            reader.get("/shelf").await.expect_status(200);
        }
        // Apps are as before, and everybody may sign out.
        let (name, _) = name_and_password(sandbox, "minor");
        let given = field(&sandbox.command(&["admin", "users", "reset-password", name]), "password");
        sandbox.sign_in("trusted", name, &given).await.expect_status(200);
        let mut reader = Reader::guest(sandbox);
        reader.sign_in("/sign-in", name, &given).await.expect_status(303);
        reader.press("/account/password", "/sign-out").await.expect_status(200);
        reader.get("/").await.expect_status(200);
    }

    async fn personal_data_is_one_file(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let reply = reader.press("/account/data", "/account/data").await.expect_status(200);
        assert_eq!(reply.header("content-type"), "application/zip");
        assert!(reply.header("content-disposition").contains("attachment"));
        assert_eq!(reply.header("cache-control"), "private, no-store");
        let files = read_zip(&reply.bytes).unwrap();
        let (_, readme) = files.iter().find(|(name, _)| name == "README.txt").expect("a page that explains");
        let (name, _) = name_and_password(sandbox, "individual");
        assert!(!readme.is_empty());
        let account = files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains(name));
        assert!(account, "the account itself is there");
    }

    async fn downloads_are_in_the_history(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "minor").await;
        assert!(reader.read("/account/history").await.contains("You have not downloaded anything yet."));
        let free = sandbox.title("publicDomain");
        let path = format!("/titles/{free}/downloads/BRF");
        let token = token(&mut reader, &format!("/titles/{free}")).await;
        let reply = reader.post(&path, &[("token", &token)]).await.expect_status(303);
        let page = reader.read("/account/history").await;
        assert!(page.contains(&format!("href=\"/titles/{free}\"")) && page.contains("Braille (BRF)"), "{page}");
        assert!(page.contains("Ready until") || !reply.header("location").starts_with("/delivery"), "{page}");
    }
}
