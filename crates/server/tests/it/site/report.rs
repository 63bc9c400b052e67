//! /titles/{id}/problem: readers report, staff read and close.

use super::Reader;
use super::browser::hidden;
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_problem_is_reported_listed_and_closed(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("publicDomain"));
        let form = format!("{title}/problem");
        let mut reader = Reader::of(sandbox, "individual").await;
        assert!(reader.read(&title).await.contains(&format!("href=\"{form}\"")));
        let page = reader.read(&form).await;
        let token = hidden(&page, "token");
        for (fields, said) in [
            (vec![("words", "Which?")], "Choose what is wrong"),
            (vec![("kind", "smell")], "Choose what is wrong"),
            (vec![("kind", "sound"), ("words", &*"a".repeat(2001))], "This is too long"),
        ] {
            let with: Vec<_> = fields.iter().copied().chain([("token", token.as_str())]).collect();
            let page = reader.post(&form, &with).await.expect_status(400).text();
            assert!(page.contains(said) && page.contains("role=\"alert\""), "{said}: {page}");
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

    async fn reports_of_a_day_are_bounded(sandbox: Sandbox) {
        let form = format!("/titles/{}/problem", sandbox.title("publicDomain"));
        let mut reader = Reader::of(sandbox, "individual2").await;
        let token = hidden(&reader.read(&form).await, "token");
        let report = [("token", token.as_str()), ("kind", "other")];
        for _ in 0..10 {
            reader.post(&form, &report).await.expect_status(303);
        }
        let reply = reader.post(&form, &report).await.expect_status(429);
        assert!(reply.text().contains("Please wait a moment") && !reply.header("retry-after").is_empty());
    }
}
