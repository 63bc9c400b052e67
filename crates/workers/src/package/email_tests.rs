//! The email about a copy, on both databases.

use std::time::Duration;

use domain::{Download, DownloadStatus, Format, UsageRestriction};
use jiff::SignedDuration;
use mail::Mailer;
use mail::testkit::MailServer;
use store::{db_test, downloads};

use super::tests::{request_package, wait_for_package};
use crate::testing::{Bench, wait_until};

db_test! {
    async fn a_copy_that_took_long_is_announced_once_to_a_caller_who_asked_for_that(db: Db) {
        let mut bench = Bench::new(db).await;
        let server = MailServer::start().await;
        let mailer = Mailer::to_server(&server.smtp_settings(), "Library <library@example.org>").unwrap();
        bench.ctx.mailer = mailer;
        bench.ctx.base_url = "https://library.example.org".into();
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let ada = bench.add_reader("ada").await;
        let wish = async |copy: &Download, language| {
            downloads::set_email_wish(bench.db(), copy.id, language).await.unwrap()
        };

        let quick = request_package(&bench, &title, Format::Epub3, Some(&ada)).await;
        assert!(wish(&quick, Some("fr")).await);
        wait_for_package(&bench, &quick).await;
        let unasked = request_package(&bench, &title, Format::Daisy, Some(&ada)).await;
        assert!(wish(&unasked, Some("fr")).await && wish(&unasked, None).await, "the last form counts");
        bench.advance_clock(SignedDuration::from_mins(2));
        wait_for_package(&bench, &unasked).await;
        let slow = request_package(&bench, &title, Format::Docx, Some(&ada)).await;
        assert!(wish(&slow, Some("fr")).await);
        bench.advance_clock(SignedDuration::from_mins(1));
        let done = wait_for_package(&bench, &slow).await;
        assert_eq!(done.status, DownloadStatus::Available);
        assert!(!wish(&done, Some("fr")).await, "it is not being made any more");

        let workers = bench.start_workers("emails", 2);
        wait_until("sent", async || !server.received_emails().is_empty()).await;
        workers.shutdown(Duration::from_secs(5)).await;
        let emails = server.received_emails();
        assert_eq!((emails.len(), emails[0].to.as_str()), (1, "ada@example.org"));
        let link = format!("https://library.example.org/titles/{}/downloads/DOCX", title.id);
        assert!(emails[0].text.contains(&link) && emails[0].text.contains("Bonjour"), "{}", emails[0].text);
        assert!(!emails[0].text.contains(&title.metadata.title), "what people read is private");
        let mut tx = bench.db().begin().await.unwrap();
        assert_eq!(downloads::take_email_wish(&mut tx, slow.id).await.unwrap(), None);
    }
}
