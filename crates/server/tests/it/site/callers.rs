//! Every page as every kind of visitor.

use super::{Reader, routes};
use crate::one;
use crate::support::{Reply, Sandbox};

/// Kinds of visitors, in the order of a row's statuses.
const VISITORS: [&str; 9] = [
    "guest",
    "individual",
    "unqualified",
    "minor",
    "orgMember",
    "sponsor",
    "collectionAssistant",
    "administrator",
    "labIndividual",
];

/// Everybody gets the same.
const OPEN: [u16; 9] = [200; 9];
/// What belongs to a user: guests are led to the sign-in.
const OWN: [u16; 9] = [303, 200, 200, 200, 200, 200, 200, 200, 200];
/// What individual members do for themselves.
const OF_INDIVIDUALS: [u16; 9] = [303, 200, 200, 200, 403, 403, 403, 403, 200];
/// No user has it: guests are led to the sign-in.
const OWN_NOTHING: [u16; 9] = [303, 404, 404, 404, 404, 404, 404, 404, 404];
/// Nobody finds it.
const NOWHERE: [u16; 9] = [404; 9];

/// Every page as every kind of visitor, on another sandbox.
pub async fn check_every_page(sandbox: &Sandbox) {
    every_page_as_every_kind_of_visitor(sandbox).await;
}

one! {
    async fn every_page_as_every_kind_of_visitor(sandbox: Sandbox) {
        let (free, closed) = (sandbox.title("publicDomain"), sandbox.title("copyright"));
        let title = |id: i64| format!("/titles/{id}");
        let mut of_site = OPEN;
        of_site[8] = 404;
        // Nobody has asked for a copy: the page says so to everyone who may.
        let copy = |id: i64| format!("/titles/{id}/downloads/BRF");
        // A sponsor says for whom.
        let may = [303, 200, 403, 200, 200, 400, 200, 200, 404];
        let highlight = [303, 200, 200, 200, 200, 200, 200, 200, 404];
        let rows = [
            ("/".to_owned(), OPEN),
            ("/search".into(), OPEN),
            ("/search?words=ferry&format=BRF&language=eng&sort=new".into(), OPEN),
            ("/search?format=VHS".into(), OPEN),
            ("/search?after=nonsense".into(), NOWHERE),
            (title(free), of_site),
            (title(closed), of_site),
            (title(1), NOWHERE),
            ("/titles/abc".into(), NOWHERE),
            ("/titles/-1".into(), NOWHERE),
            (copy(free), of_site),
            (copy(closed), may),
            (format!("/titles/{free}/downloads/VHS"), NOWHERE),
            (format!("/titles/{free}/problem"), [303, 200, 200, 200, 200, 200, 200, 200, 404]),
            ("/titles/1/problem".into(), OWN_NOTHING),
            ("/display".into(), OPEN),
            ("/shelf".into(), OWN),
            ("/shelf/reading".into(), OWN),
            ("/shelf/assigned".into(), OWN),
            ("/shelf/downloaded".into(), OWN),
            ("/shelf/recommended".into(), OWN),
            ("/shelf/nothing".into(), NOWHERE),
            ("/staff/problems".into(), [303, 403, 403, 403, 403, 403, 200, 200, 403]),
            ("/staff/problems?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/staff/conversion-reports".into(), [303, 403, 403, 403, 403, 403, 200, 200, 403]),
            ("/staff/conversion-reports?before=nonsense".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/staff/conversion-reports/1".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/account".into(), OWN),
            ("/account/preferences".into(), OWN),
            ("/account/sessions".into(), OWN),
            ("/account/password".into(), OWN),
            ("/account/history".into(), OWN),
            ("/account/data".into(), OWN),
            ("/account/proof".into(), OF_INDIVIDUALS),
            ("/account/subscription".into(), OF_INDIVIDUALS),
            ("/account/leave".into(), OWN),
            ("/account/left".into(), [303; 9]),
            ("/account/agreement".into(), OWN),
            ("/account/devices".into(), OWN),
            ("/account/devices?member=nobody".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/account/devices/revoke?device=1".into(), OWN_NOTHING),
            ("/account/members".into(), [303, 403, 403, 403, 403, 200, 403, 403, 403]),
            ("/account/members?after=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/documents".into(), OWN),
            ("/documents/1".into(), OWN_NOTHING),
            (format!("/documents/{free}/remove"), OWN_NOTHING),
            ("/lists".into(), OWN),
            ("/lists/shared".into(), OWN),
            ("/lists/nothing".into(), OWN_NOTHING),
            ("/periodicals".into(), OPEN),
            ("/periodicals?followed=yes".into(), OWN),
            ("/periodicals/nothing".into(), NOWHERE),
            ("/apps".into(), OPEN),
            // The sandbox is served like any other library here.
            ("/design".into(), NOWHERE),
            ("/popular/999".into(), NOWHERE),
            ("/popular/nothing".into(), NOWHERE),
            ("/lists/nothing/remove".into(), OWN_NOTHING),
            ("/periodicals/nothing/nothing".into(), NOWHERE),
            ("/periodicals/nothing/nothing/downloads/BRF".into(), NOWHERE),
            (format!("/read/{free}"), of_site),
            (format!("/read/{free}/2"), of_site),
            (format!("/read/{free}/999"), NOWHERE),
            (format!("/read/{free}/search?words=the"), of_site),
            (format!("/read/{free}/2/highlight"), highlight),
            ("/read/1/1/highlight".into(), OWN_NOTHING),
            ("/read/1/go?page=1".into(), NOWHERE),
            ("/read/1/files/a.png".into(), NOWHERE),
            ("/read/1/drawings/1".into(), NOWHERE),
            ("/read/1/1/clips".into(), NOWHERE),
            ("/read/1/1/speech".into(), NOWHERE),
            ("/read/1/speech/speech0001.mp3".into(), NOWHERE),
            // Only forms lead to these.
            (format!("/read/{free}/bookmarks/remove"), NOWHERE),
            (format!("/read/{free}/highlights/remove"), NOWHERE),
            (format!("/read/{free}/bookmarks"), NOWHERE),
            (format!("/read/{free}/highlights"), NOWHERE),
            (format!("/read/{free}/place"), NOWHERE),
            (format!("/read/{free}/speech"), NOWHERE),
            ("/lists/nothing/subscription".into(), NOWHERE),
            ("/lists/nothing/titles".into(), NOWHERE),
            ("/nothing".into(), NOWHERE),
        ];
        routes::assert_all_are_in(&routes::of("pages"), rows.iter().map(|(path, _)| path.as_str()));
        for (at, visitor) in VISITORS.iter().enumerate() {
            let mut reader = Reader::of(sandbox, visitor).await;
            for (path, statuses) in &rows {
                let reply = reader.get(path).await;
                assert_eq!(reply.status, statuses[at], "{path} as {visitor}: {}", reply.text());
                if path == "/account/left" {
                    assert_eq!(reply.header("location"), "/", "nobody has just left");
                } else if reply.status == 303 {
                    assert!(reply.header("location").starts_with("/sign-in?back=%2F"), "{path}");
                } else {
                    assert_page(path, &reply.text());
                    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
                    assert_not_framed(path, &reply);
                    assert_eq!(reply.header("cache-control"), "private, no-store", "{path}");
                }
            }
        }
    }
}

one! {
    async fn every_page_of_the_sign_in_as_every_kind_of_visitor(sandbox: Sandbox) {
        let rows = [
            ("/sign-in", OPEN),
            ("/sign-in?back=%2Fshelf", OPEN),
            // Only a form leads to it.
            ("/sign-out", NOWHERE),
            ("/oauth/authorize", [400; 9]),
            ("/oauth/forgot-password", OPEN),
            ("/confirm/1", NOWHERE),
            ("/oauth/new-password/1", NOWHERE),
            ("/oauth/undo/1", NOWHERE),
            ("/docs", OPEN),
            ("/docs/titles", OPEN),
            ("/docs/records/t", OPEN),
            ("/docs/nothing", NOWHERE),
        ];
        routes::assert_all_are_in(&routes::of("web"), rows.iter().map(|(path, _)| *path));
        for (at, visitor) in VISITORS.iter().enumerate() {
            let mut reader = Reader::of(sandbox, visitor).await;
            for (path, statuses) in &rows {
                let reply = reader.get(path).await;
                assert_eq!(reply.status, statuses[at], "{path} as {visitor}: {}", reply.text());
                if reply.status == 303 {
                    assert!(reply.header("location").starts_with("/sign-in?back=%2F"), "{path}");
                } else {
                    let page = reply.text();
                    assert!(page.matches("<h1").count() == 1 && !page.contains("<script"), "{path}: {page}");
                    assert_not_framed(path, &reply);
                    // The description is the same for everybody.
                    let kept = if path.starts_with("/docs") && reply.status == 200 { "no-cache" } else { "no-store" };
                    assert!(reply.header("cache-control").contains(kept), "{path}");
                }
            }
        }
    }
}

/// No other site can show the page in a frame, by either of the two headers that browsers know.
fn assert_not_framed(path: &str, reply: &Reply) {
    let policy = reply.header("content-security-policy");
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"),
        "{path}: {policy}"
    );
    assert_eq!(reply.header("x-frame-options"), "DENY", "{path}");
}

/// What is true of every page.
fn assert_page(path: &str, page: &str) {
    assert_eq!(page.matches("<h1").count(), 1, "{path}");
    assert!(page.contains("<html lang=\"en\"") && page.contains("<main id=\"main\""), "{path}");
    // Only chapters and books in preparation have a script, which is the server's own.
    let scripts = page.matches("<script src=\"/assets/").count();
    assert!(
        page.matches("<script").count() == scripts && !page.contains("style=\""),
        "{path} has no other script"
    );
    // The address that robots keep is complete, and nothing is loaded from it.
    let page = page.replace("<link rel=\"canonical\" href=\"http", "");
    for resource in ["src=\"http", "href=\"http"] {
        assert!(!page.contains(resource), "{path} loads nothing from elsewhere");
    }
}
