//! /collection/export: the catalog as a file of records.

use std::time::Duration;

use super::Reader;
use super::browser::{has_tied_errors, links};
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/collection/export";

one! {
    async fn collection_staff_export_the_titles_of_their_site(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let form = [("format", "csv"), ("since", "tomorrow")];
        let wrong = staff.fill_in(PATH, PATH, &form).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong) && wrong.contains("There are no exports."), "{wrong}");
        let form = [("format", "csv"), ("published", "yes")];
        staff.fill_in(PATH, PATH, &form).await.expect_status(303);
        let page = loop {
            let page = staff.read(PATH).await;
            if page.contains("Download the file") {
                break page;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        assert!(!page.contains("Reload this page"), "{page}");
        let is_file = |href: &String| href.starts_with("/collection/export/");
        let file = links(&page).into_iter().find(is_file).expect("a file");
        let reply = staff.get(&file).await.expect_status(200);
        assert!(reply.header("content-disposition").contains(".csv"));
        let text = reply.text();
        assert!(text.starts_with("reference,") && text.lines().count() > 3, "{text}");

        // Staff of another site neither see nor get it.
        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        assert!(!other.read(PATH).await.contains(&file));
        other.get(&file).await.expect_status(404);
    }
}
