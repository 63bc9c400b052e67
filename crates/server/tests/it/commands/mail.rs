//! Emails of a running server: to a mail server that is slow to take them, or to none (docs/mail.md).

use mail::testkit::{Answer, MailServer};
use reqwest::Method;

use crate::each;
use crate::support::{Backend, Library, Program, READER, ServedLibrary, eventually, text};

const FORGOT: &str = "/oauth/forgot-password";

/// Asks for an email to the library's reader. Returns the page of the response.
async fn ask(server: &ServedLibrary) -> String {
    let page = server.get(FORGOT).send().await.expect_status(200);
    let cookie = page.header("set-cookie").split(';').next().unwrap().to_owned();
    let body = page.text();
    let flow = body.split_once("name=\"flow\" value=\"").unwrap().1.split_once('"').unwrap().0;
    let call = server.call(Method::POST, FORGOT).header("cookie", &cookie);
    call.form(&[("flow", flow), ("username", READER)]).send().await.expect_status(200).text()
}

/// The line of `jobs list` about emails in this state, once there is one.
async fn email_in_state(library: &Library, state: &str) -> String {
    eventually(&format!("an email is {state}"), async || {
        let list = library.command(&["jobs", "list", "--state", state]);
        let letter = list.lines().find(|line| line.contains("letter"));
        letter.map(str::to_owned).ok_or_else(|| library.command(&["jobs", "list"]))
    })
    .await
}

/// The environment that leads to the mail server.
fn environment(mail: &MailServer) -> Vec<(&'static str, String)> {
    vec![
        ("OPENSHELF_MAIL__HOST", "127.0.0.1".to_owned()),
        ("OPENSHELF_MAIL__PORT", mail.port().to_string()),
        ("OPENSHELF_MAIL__SECURITY", "none".to_owned()),
        ("OPENSHELF_MAIL__USER", "library".to_owned()),
        ("OPENSHELF_MAIL__PASSWORD", "a word of ours".to_owned()),
        ("OPENSHELF_MAIL__FROM", "Our Library <library@example.org>".to_owned()),
    ]
}

async fn serve(library: &Library, environment: &[(&'static str, String)]) -> ServedLibrary {
    let environment: Vec<(&str, &str)> =
        environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    library.serve(&[], &environment).await
}

each! {
    async fn a_mail_server_that_refuses_for_now_gets_the_email_later(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let mail = MailServer::start().await;
        mail.require_password("library", "a word of ours");
        mail.set_answers([Answer::Refuse(451), Answer::HangUp]);
        let server = serve(&library, &environment(&mail)).await;
        assert!(ask(&server).await.contains("Check your email"));
        let emails = mail.wait_for_emails(1).await;
        assert_eq!(mail.attempt_count(), 3, "twice in vain");
        assert_eq!(emails[0].to, READER);
        assert!(emails[0].text.contains("From: \"Our Library\" <library@example.org>"), "{}", emails[0].text);
        let link = emails[0].find_word(&format!("{}/oauth/new-password/", server.base)).expect("a link").to_owned();
        server.get(&link).send().await.expect_status(200);
        let key = link.rsplit('/').next().unwrap();
        assert!(!library.log().contains(key), "no key in the log");
        let done = email_in_state(&library, "done").await;
        assert!(!done.contains(key), "nor in the queue: {done}");
        server.program.terminate();
    }

    async fn without_mail_the_log_and_the_dead_letters_say_so(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let server = library.serve(&[], &[]).await;
        assert!(library.log().contains("mail is not configured"));
        let page = server.get(FORGOT).send().await.expect_status(200).text();
        assert!(page.contains("ask its staff") && !page.contains("<form"), "{page}");
        server.program.terminate();

        // Emails requested while mail worked are not lost when it stops working: they can be retried.
        let mail = MailServer::start().await;
        mail.set_answers([Answer::Refuse(550)]);
        let server = serve(&library, &environment(&mail)).await;
        ask(&server).await;
        let dead = email_in_state(&library, "dead").await;
        library.command(&["jobs", "retry", dead.split_whitespace().next().unwrap()]);
        assert_eq!(mail.wait_for_emails(1).await[0].to, READER);
        server.program.terminate();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_greets_the_mail_server() {
    let dir = tempfile::tempdir().unwrap();
    let doctor = |environment: &[(&str, String)]| {
        let mut command = Program::command(&["doctor", "--data-dir", &dir.path().display().to_string()]);
        let output = command.envs(environment.iter().map(|(name, value)| (*name, value))).output().unwrap();
        let said = text(&output.stdout);
        let lines: Vec<&str> = said.lines().skip_while(|line| !line.contains("mail  ")).take(2).collect();
        (output.status.code(), lines.join("\n"))
    };
    let (code, said) = doctor(&[]);
    assert_eq!(code, Some(0));
    assert!(said.starts_with("missing") && said.contains("docs/mail.md"), "{said}");

    let mail = MailServer::start().await;
    mail.require_password("library", "a word of ours");
    let environment = environment(&mail);
    let (code, said) = tokio::task::block_in_place(|| doctor(&environment));
    assert!(code == Some(0) && said.starts_with("ok"), "{said}");

    mail.require_password("library", "another");
    let (code, said) = tokio::task::block_in_place(|| doctor(&environment));
    assert!(code == Some(0) && said.starts_with("missing") && said.contains("535"), "{said}");
    assert!(!said.contains("a word of ours"), "{said}");

    let (code, said) = tokio::task::block_in_place(|| doctor(&environment[..1]));
    assert!(code == Some(1) && said.starts_with("FAILED") && said.contains("mail.from"), "{said}");
}
