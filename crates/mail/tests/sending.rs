//! Delivery of emails.

#![expect(clippy::unwrap_used, reason = "tests")]

use jiff::Timestamp;
use mail::testkit::{Answer, MailServer};
use mail::{Email, MailError, Mailer, Security, Smtp};

const FROM_ADDRESS: &str = "Our Library <library@example.org>";

fn sample_email() -> Email {
    Email {
        to: "ada@example.org".into(),
        name: "Ada Reed".into(),
        subject: "Hello".into(),
        text: "One line.\n.A line with a dot.\nZürich\n".into(),
    }
}

async fn send_sample(mailer: &Mailer) -> Result<(), MailError> {
    mailer.send(&sample_email(), "m1", "2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap()).await
}

#[tokio::test]
async fn an_email_reaches_the_mail_server() {
    let server = MailServer::start().await;
    let mailer = Mailer::to_server(&server.smtp_settings(), FROM_ADDRESS).unwrap();
    mailer.check_delivery().await.unwrap();
    send_sample(&mailer).await.unwrap();
    let received = server.received_emails();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, "ada@example.org");
    assert!(received[0].text.contains("\nSubject: Hello\n"), "{}", received[0].text);
    assert!(received[0].text.contains("\n.A line with a dot.\n"), "{}", received[0].text);
}

#[tokio::test]
async fn distinguishes_temporary_from_permanent_refusals() {
    let server = MailServer::start().await;
    let mailer = Mailer::to_server(&server.smtp_settings(), FROM_ADDRESS).unwrap();
    server.set_answers([Answer::Refuse(451), Answer::HangUp, Answer::Refuse(550)]);
    for permanent in [false, false, true] {
        let error = send_sample(&mailer).await.unwrap_err();
        assert_eq!(error.is_permanent(), permanent, "{error}");
    }
    send_sample(&mailer).await.unwrap();
    assert_eq!((server.attempt_count(), server.received_emails().len()), (4, 1));
}

#[tokio::test]
async fn an_unreachable_server_is_a_temporary_failure() {
    let gone = MailServer::start().await.smtp_settings();
    let error = send_sample(&Mailer::to_server(&gone, FROM_ADDRESS).unwrap()).await.unwrap_err();
    assert!(!error.is_permanent(), "{error}");
}

#[tokio::test]
async fn a_wrong_password_is_a_temporary_failure() {
    let server = MailServer::start().await;
    server.require_password("library", "right");
    let with = |password: Option<&str>| {
        let (user, password) = (password.map(|_| "library".to_owned()), password.map(str::to_owned));
        Mailer::to_server(&Smtp { user, password, ..server.smtp_settings() }, FROM_ADDRESS).unwrap()
    };
    for wrong in [Some("wrong"), None] {
        let error = send_sample(&with(wrong)).await.unwrap_err();
        assert!(!error.is_permanent(), "{error}");
        assert!(!error.to_string().contains("wrong\0"), "{error}");
    }
    send_sample(&with(Some("right"))).await.unwrap();
    assert_eq!(server.received_emails().len(), 1);
}

#[tokio::test]
async fn sends_no_email_without_the_required_encryption() {
    let server = MailServer::start().await;
    for security in [Security::Starttls, Security::Tls] {
        let smtp = Smtp {
            host: "localhost".into(),
            security,
            user: Some("library".into()),
            password: Some("secret".into()),
            ..server.smtp_settings()
        };
        let mailer = Mailer::to_server(&smtp, FROM_ADDRESS).unwrap();
        let ended = tokio::time::timeout(std::time::Duration::from_secs(20), send_sample(&mailer)).await;
        assert!(!matches!(ended, Ok(Ok(()))), "{security:?}");
    }
    assert_eq!((server.attempt_count(), server.received_emails().len()), (0, 0));
}

#[tokio::test]
async fn a_folder_keeps_emails_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let mailer = Mailer::to_folder(dir.path().join("mail"), FROM_ADDRESS).unwrap();
    mailer.check_delivery().await.unwrap();
    for (id, date) in [("b", "2026-11-21T10:00:00Z"), ("a", "2026-11-21T10:00:01Z")] {
        mailer.send(&sample_email(), id, date.parse().unwrap()).await.unwrap();
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
async fn reports_a_missing_configuration() {
    let mailer = Mailer::not_configured();
    assert!(!mailer.is_configured());
    assert!(matches!(send_sample(&mailer).await, Err(MailError::NotConfigured)));
    assert!(mailer.check_delivery().await.unwrap_err().is_permanent());
}

#[test]
fn rejects_a_configuration_that_cannot_work() {
    let smtp =
        Smtp { host: "localhost".into(), port: None, security: Security::None, user: None, password: None };
    assert!(Mailer::to_server(&smtp, "nobody").is_err());
    let half = Smtp { user: Some("library".into()), ..smtp };
    assert!(matches!(Mailer::to_server(&half, FROM_ADDRESS), Err(MailError::Configuration(_))));
}
