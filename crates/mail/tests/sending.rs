//! Delivery of emails.

#![expect(clippy::unwrap_used, reason = "tests")]

use jiff::Timestamp;
use mail::testkit::{Answer, MailServer};
use mail::{Email, MailError, Mailer, Security, Smtp};

const FROM: &str = "Our Library <library@example.org>";

fn email() -> Email {
    Email {
        to: "ada@example.org".into(),
        name: "Ada Reed".into(),
        subject: "Hello".into(),
        text: "One line.\n.A line with a dot.\nZürich\n".into(),
    }
}

async fn send(mailer: &Mailer) -> Result<(), MailError> {
    mailer.send(&email(), "m1", "2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap()).await
}

#[tokio::test]
async fn an_email_reaches_the_mail_server() {
    let server = MailServer::start().await;
    let mailer = Mailer::server(&server.smtp(), FROM).unwrap();
    mailer.check().await.unwrap();
    send(&mailer).await.unwrap();
    let received = server.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, "ada@example.org");
    assert!(received[0].text.contains("\nSubject: Hello\n"), "{}", received[0].text);
    assert!(received[0].text.contains("\n.A line with a dot.\n"), "{}", received[0].text);
}

#[tokio::test]
async fn temporary_and_permanent_refusals_differ() {
    let server = MailServer::start().await;
    let mailer = Mailer::server(&server.smtp(), FROM).unwrap();
    server.answer([Answer::Refuse(451), Answer::HangUp, Answer::Refuse(550)]);
    for permanent in [false, false, true] {
        let error = send(&mailer).await.unwrap_err();
        assert_eq!(error.is_permanent(), permanent, "{error}");
    }
    send(&mailer).await.unwrap();
    assert_eq!((server.attempts(), server.received().len()), (4, 1));
}

#[tokio::test]
async fn an_unreachable_server_is_a_temporary_failure() {
    let gone = MailServer::start().await.smtp();
    let error = send(&Mailer::server(&gone, FROM).unwrap()).await.unwrap_err();
    assert!(!error.is_permanent(), "{error}");
}

#[tokio::test]
async fn a_wrong_password_is_a_temporary_failure() {
    let server = MailServer::start().await;
    server.ask_password("library", "right");
    let with = |password: Option<&str>| {
        let (user, password) = (password.map(|_| "library".to_owned()), password.map(str::to_owned));
        Mailer::server(&Smtp { user, password, ..server.smtp() }, FROM).unwrap()
    };
    for wrong in [Some("wrong"), None] {
        let error = send(&with(wrong)).await.unwrap_err();
        assert!(!error.is_permanent(), "{error}");
        assert!(!error.to_string().contains("wrong\0"), "{error}");
    }
    send(&with(Some("right"))).await.unwrap();
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn nothing_is_sent_without_the_required_encryption() {
    let server = MailServer::start().await;
    for security in [Security::Starttls, Security::Tls] {
        let smtp = Smtp {
            host: "localhost".into(),
            security,
            user: Some("library".into()),
            password: Some("secret".into()),
            ..server.smtp()
        };
        let mailer = Mailer::server(&smtp, FROM).unwrap();
        let ended = tokio::time::timeout(std::time::Duration::from_secs(20), send(&mailer)).await;
        assert!(!matches!(ended, Ok(Ok(()))), "{security:?}");
    }
    assert_eq!((server.attempts(), server.received().len()), (0, 0));
}

#[tokio::test]
async fn a_folder_keeps_emails_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let mailer = Mailer::folder(dir.path().join("mail"), FROM).unwrap();
    mailer.check().await.unwrap();
    for (id, date) in [("b", "2026-11-21T10:00:00Z"), ("a", "2026-11-21T10:00:01Z")] {
        mailer.send(&email(), id, date.parse().unwrap()).await.unwrap();
    }
    let entries = std::fs::read_dir(dir.path().join("mail")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["20261121T100000000000Z-b.eml", "20261121T100001000000Z-a.eml"]);
    let text = std::fs::read_to_string(dir.path().join("mail").join(&names[0])).unwrap();
    assert!(text.contains("To: \"Ada Reed\" <ada@example.org>"), "{text}");
}

#[tokio::test]
async fn without_configuration_the_error_says_so() {
    let mailer = Mailer::nowhere();
    assert!(!mailer.is_configured());
    assert!(matches!(send(&mailer).await, Err(MailError::NotConfigured)));
    assert!(mailer.check().await.unwrap_err().is_permanent());
}

#[test]
fn a_configuration_that_cannot_work_is_refused() {
    let smtp =
        Smtp { host: "localhost".into(), port: None, security: Security::None, user: None, password: None };
    assert!(Mailer::server(&smtp, "nobody").is_err());
    let half = Smtp { user: Some("library".into()), ..smtp };
    assert!(matches!(Mailer::server(&half, FROM), Err(MailError::Configuration(_))));
}
