//! The effects of a title's usage restriction on its copies (docs/rules/downloads.md#rule-6,
//! docs/rules/quotas.md): a title in copyright is marked and counts, a free one neither.

use reqwest::Method;

use crate::one;
use crate::support::staff::wait_until;
use crate::support::{Sandbox, User, package, read_zip};

async fn remaining(user: &User<'_>) -> i64 {
    user.get("/v2/myAccount/subscription").await.expect_status(200).json["booksRemaining"].as_i64().unwrap()
}

/// Returns true if a copy names the reader, whose name is Ines Okafor.
fn is_marked(copy: &[u8]) -> bool {
    let files = read_zip(copy).unwrap();
    files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains("Ines Okafor"))
}

/// The title has this usage restriction from now on.
async fn turn(staff: &User<'_>, id: i64, usage: &str) {
    staff.put(&format!("/v2/titles/{id}"), &[("usageRestriction", usage)]).await.expect_status(202);
    wait_until(staff, id, usage, |reply| reply.json["usageRestriction"]["restrictionCode"] == usage).await;
}

one! {
    async fn a_title_that_becomes_copyright_is_marked_and_counts_from_then_on(sandbox: Sandbox) {
        let (staff, reader) = (User::sign_in(sandbox, "collectionAssistant").await, User::sign_in(sandbox, "individual").await);
        let id = sandbox.title("winter-twigs");
        let (path, daisy) = (format!("/v2/titles/{id}/EPUB3"), format!("/v2/titles/{id}/DAISY"));
        let before = remaining(&reader).await;
        assert!(!is_marked(&package(sandbox, Some(reader.token()), &path).await));
        package(sandbox, Some(reader.token()), &daisy).await;
        package(sandbox, None, &path).await;
        assert_eq!(remaining(&reader).await, before, "a free title counts against nobody");

        turn(&staff, id, "copyright").await;
        sandbox.guest(&path).send().await.expect_error(401, "UNAUTHORIZED");
        let asked = reader.get(&path).await.expect_status(202);
        assert_eq!(asked.json["key"], "SUBMITTED", "what was packaged is no longer handed out");
        assert!(is_marked(&package(sandbox, Some(reader.token()), &path).await));
        assert_eq!(remaining(&reader).await, before - 1);
        assert!(is_marked(&package(sandbox, Some(reader.token()), &daisy).await));
        assert_eq!(remaining(&reader).await, before - 1, "a book counts once whatever the format");

        // A change from one free kind to another, or of anything else, leaves the packages alone.
        staff.put(&format!("/v2/titles/{id}"), &[("numPages", "7")]).await.expect_status(202);
        wait_until(&staff, id, "pages", |reply| reply.json["numPages"] == 7).await;
        reader.get(&path).await.expect_status(302);
    }

    async fn a_title_that_becomes_free_is_handed_out_without_marks(sandbox: Sandbox) {
        let (staff, reader) = (User::sign_in(sandbox, "collectionAssistant").await, User::sign_in(sandbox, "individual").await);
        let id = sandbox.title("mending");
        let path = format!("/v2/titles/{id}/EPUB3");
        assert!(is_marked(&package(sandbox, Some(reader.token()), &path).await));
        turn(&staff, id, "publicDomain").await;
        assert!(!is_marked(&package(sandbox, Some(reader.token()), &path).await));
        assert!(!is_marked(&package(sandbox, None, &path).await), "guests may have it, too");
        turn(&staff, id, "creativeCommons").await;
        let again = sandbox.call(Method::GET, &path).query(&[("api_key", sandbox.key("app"))]);
        again.bearer(reader.token()).send().await.expect_status(302);
    }
}
