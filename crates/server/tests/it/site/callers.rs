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
/// Statuses of a page that belongs to a user: guests are redirected to the sign-in.
const OWN_PAGE: [u16; 9] = [303, 200, 200, 200, 200, 200, 200, 200, 200];
/// Statuses of what individual members do for themselves.
const OF_INDIVIDUALS: [u16; 9] = [303, 200, 200, 200, 403, 403, 403, 403, 200];
/// Statuses of what sponsors do for the members of their organization.
const OF_SPONSORS: [u16; 9] = [303, 403, 403, 403, 403, 200, 403, 403, 403];
/// Statuses of the membership desk, of those who are here only for administrators.
const OF_MEMBERSHIP_STAFF: [u16; 9] = [303, 403, 403, 403, 403, 403, 403, 200, 403];
/// No user has it: guests are led to the sign-in.
const OWN_NOTHING: [u16; 9] = [303, 404, 404, 404, 404, 404, 404, 404, 404];
/// Statuses of a page that no caller finds.
const NOT_FOUND: [u16; 9] = [404; 9];

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
            ("/search?after=nonsense".into(), NOT_FOUND),
            (title(free), of_site),
            (title(closed), of_site),
            (title(1), NOT_FOUND),
            ("/titles/abc".into(), NOT_FOUND),
            ("/titles/-1".into(), NOT_FOUND),
            (copy(free), of_site),
            (copy(closed), may),
            (format!("/titles/{free}/downloads/VHS"), NOT_FOUND),
            (format!("/titles/{free}/problem"), [303, 200, 200, 200, 200, 200, 200, 200, 404]),
            ("/titles/1/problem".into(), OWN_NOTHING),
            ("/display".into(), OPEN),
            ("/shelf".into(), OWN_PAGE),
            ("/shelf/reading".into(), OWN_PAGE),
            ("/shelf/assigned".into(), OWN_PAGE),
            ("/shelf/downloaded".into(), OWN_PAGE),
            ("/shelf/recommended".into(), OWN_PAGE),
            ("/shelf/nothing".into(), NOT_FOUND),
            ("/staff/problems".into(), [303, 403, 403, 403, 403, 403, 200, 200, 403]),
            ("/staff/problems?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/staff/conversion-reports".into(), [303, 403, 403, 403, 403, 403, 200, 200, 403]),
            ("/staff/conversion-reports?before=nonsense".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/staff/conversion-reports/1".into(), [303, 403, 403, 403, 403, 403, 404, 404, 403]),
            ("/desk".into(), OF_MEMBERSHIP_STAFF),
            ("/desk?words=a&birth_date=1984-05-17".into(), OF_MEMBERSHIP_STAFF),
            ("/desk?birth_date=nonsense".into(), [303, 403, 403, 403, 403, 403, 403, 400, 403]),
            ("/desk/audit".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/audit?kind=reads&user=demo-individual".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/audit?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/reports".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/reports?report=yes&first=x".into(), [303, 403, 403, 403, 403, 403, 403, 400, 403]),
            ("/desk/reports/readers.csv?first=x".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/reports/books.csv?first=x".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/reports/without-books?months=6".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/demo-individual".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            (format!("/desk/people/demo-individual/why?title={closed}&format=BRF"), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody/why?title=1".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/work".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/work?kind=proof".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/work?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/hand-overs".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/hand-overs?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/duplicates".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/duplicates?after=nonsense".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/people/demo-individual/email".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/demo-individual/email?kind=proofDeclined".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody/email".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/people/demo-individual/merge?with=demo-individual".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/demo-individual/merge?with=nobody".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            // Only forms lead to these.
            ("/desk/people/nobody/merge/undo".into(), NOT_FOUND),
            ("/desk/hand-overs/1".into(), NOT_FOUND),
            ("/desk/people/nobody/email/send".into(), NOT_FOUND),
            ("/school/primary-contact/withdraw".into(), NOT_FOUND),
            ("/school/primary-contact".into(), OF_SPONSORS),
            ("/desk/people/demo-individual/proofs".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody/proofs".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/people/demo-individual/agreement".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/demo-individual/subscription".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/organizations/nothing".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/organizations/nothing/subscription".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/people/nobody/subscription/new".into(), NOT_FOUND),
            ("/desk/organizations/nothing/subscription/new".into(), NOT_FOUND),
            ("/desk/work/claim".into(), NOT_FOUND),
            ("/desk/work/release".into(), NOT_FOUND),
            ("/desk/organizations/nothing/decision".into(), NOT_FOUND),
            ("/desk/people/demo-individual/erase".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody/erase".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/organizations/nobody/erase".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/erasures/1".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            ("/desk/erasures/1/certificate.txt".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            // Only a form leads to it.
            ("/desk/people/nobody/hold".into(), NOT_FOUND),
            ("/desk/people/nobody/release-hold".into(), NOT_FOUND),
            ("/desk/people/nobody/disabilities".into(), NOT_FOUND),
            ("/desk/people/demo-individual/serve?words=ferry".into(), OF_MEMBERSHIP_STAFF),
            ("/desk/people/nobody/serve".into(), [303, 403, 403, 403, 403, 403, 403, 404, 403]),
            // Only forms lead to these.
            ("/desk/people/nobody/serve/sign-in".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/assign".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/order".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/preferences".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/devices".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/devices/revoke".into(), NOT_FOUND),
            ("/desk/people/nobody/serve/notes".into(), NOT_FOUND),
            ("/account".into(), OWN_PAGE),
            ("/account/preferences".into(), OWN_PAGE),
            ("/account/sessions".into(), OWN_PAGE),
            ("/account/password".into(), OWN_PAGE),
            ("/account/password?back=%2Fshelf".into(), OWN_PAGE),
            ("/account/history".into(), OWN_PAGE),
            ("/account/data".into(), OWN_PAGE),
            ("/account/proof".into(), OF_INDIVIDUALS),
            // Only a form leads to it.
            ("/account/proof/membership".into(), NOT_FOUND),
            ("/account/subscription".into(), OF_INDIVIDUALS),
            ("/account/leave".into(), OWN_PAGE),
            ("/account/left".into(), [303; 9]),
            ("/account/agreement".into(), OWN_PAGE),
            ("/account/devices".into(), OWN_PAGE),
            ("/account/devices?member=nobody".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            // Only a form leads to it.
            ("/account/devices/browsers".into(), NOT_FOUND),
            ("/account/devices/revoke?device=1".into(), OWN_NOTHING),
            ("/account/members".into(), [303, 403, 403, 403, 403, 200, 403, 403, 403]),
            ("/account/members?after=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school".into(), OF_SPONSORS),
            ("/school/members".into(), OF_SPONSORS),
            ("/school/members?words=a&grade_filter=6&school_filter=x&sort=grade".into(), OF_SPONSORS),
            ("/school/members?after=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/members/demo-orgMember?words=ferry".into(), OF_SPONSORS),
            ("/school/members/nobody".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            // Only forms lead to these.
            ("/school/members/nobody/sign-in".into(), NOT_FOUND),
            ("/school/members/nobody/assign".into(), NOT_FOUND),
            ("/school/members/nobody/order".into(), NOT_FOUND),
            ("/school/members/nobody/preferences".into(), NOT_FOUND),
            ("/school/members/nobody/devices".into(), NOT_FOUND),
            ("/school/members/nobody/devices/revoke".into(), NOT_FOUND),
            ("/school/members/nobody/notes".into(), NOT_FOUND),
            ("/school/groups".into(), OF_SPONSORS),
            ("/school/groups?after=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/groups/new".into(), OF_SPONSORS),
            ("/school/groups/1/name".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/groups/1/remove".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            (format!("/school/titles/{closed}"), OF_SPONSORS),
            (format!("/school/titles/{closed}?words=a&grade_filter=6&sort=grade"), OF_SPONSORS),
            ("/school/titles/1".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/lists/demo-list-org?grade_filter=6".into(), OF_SPONSORS),
            ("/school/lists/nothing".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/copies/nothing".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            // Only forms lead to these.
            (format!("/school/titles/{closed}/copies"), NOT_FOUND),
            ("/school/copies/nothing/zip".into(), NOT_FOUND),
            ("/school/import".into(), OF_SPONSORS),
            ("/school/import/folder".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/import/nothing".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/year".into(), OF_SPONSORS),
            ("/school/year?last_grade=99&leavers=x".into(), OF_SPONSORS),
            ("/school/runs".into(), [303, 403, 403, 403, 403, 200, 403, 403, 403]),
            ("/school/runs?after=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/runs/nothing".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/school/removed".into(), [303, 403, 403, 403, 403, 200, 403, 403, 403]),
            ("/school/removed?before=nonsense".into(), [303, 403, 403, 403, 403, 404, 403, 403, 403]),
            ("/documents".into(), OWN_PAGE),
            ("/documents/1".into(), OWN_NOTHING),
            (format!("/documents/{free}/remove"), OWN_NOTHING),
            ("/lists".into(), OWN_PAGE),
            ("/lists/shared".into(), OWN_PAGE),
            ("/lists/nothing".into(), OWN_NOTHING),
            ("/periodicals".into(), OPEN),
            ("/periodicals?followed=yes".into(), OWN_PAGE),
            ("/periodicals/nothing".into(), NOT_FOUND),
            ("/apps".into(), OPEN),
            // The sandbox is served like any other library here.
            ("/design".into(), NOT_FOUND),
            ("/popular/999".into(), NOT_FOUND),
            ("/popular/nothing".into(), NOT_FOUND),
            ("/lists/nothing/remove".into(), OWN_NOTHING),
            ("/periodicals/nothing/nothing".into(), NOT_FOUND),
            ("/periodicals/nothing/nothing/downloads/BRF".into(), NOT_FOUND),
            (format!("/read/{free}"), of_site),
            (format!("/read/{free}/2"), of_site),
            (format!("/read/{free}/999"), NOT_FOUND),
            (format!("/read/{free}/search?words=the"), of_site),
            (format!("/read/{free}/2/highlight"), highlight),
            ("/read/1/1/highlight".into(), OWN_NOTHING),
            ("/read/1/go?page=1".into(), NOT_FOUND),
            ("/read/1/files/a.png".into(), NOT_FOUND),
            ("/read/1/drawings/1".into(), NOT_FOUND),
            ("/read/1/1/clips".into(), NOT_FOUND),
            ("/read/1/1/speech".into(), NOT_FOUND),
            ("/read/1/speech/speech0001.mp3".into(), NOT_FOUND),
            // Only forms lead to these.
            (format!("/read/{free}/bookmarks/remove"), NOT_FOUND),
            (format!("/read/{free}/highlights/remove"), NOT_FOUND),
            (format!("/read/{free}/bookmarks"), NOT_FOUND),
            (format!("/read/{free}/highlights"), NOT_FOUND),
            (format!("/read/{free}/place"), NOT_FOUND),
            (format!("/read/{free}/speech"), NOT_FOUND),
            ("/lists/nothing/subscription".into(), NOT_FOUND),
            ("/lists/nothing/titles".into(), NOT_FOUND),
            ("/school/import/nothing/discard".into(), NOT_FOUND),
            ("/school/runs/nothing/undo".into(), NOT_FOUND),
            ("/school/year/apply".into(), NOT_FOUND),
            ("/school/members/act".into(), NOT_FOUND),
            ("/school/members/act/apply".into(), NOT_FOUND),
            ("/nothing".into(), NOT_FOUND),
        ];
        routes::assert_all_are_in(&routes::routes_of_crate("pages"), rows.iter().map(|(path, _)| path.as_str()));
        for (at, visitor) in VISITORS.iter().enumerate() {
            let mut reader = Reader::sign_in_as(sandbox, visitor).await;
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
            ("/sign-out", NOT_FOUND),
            ("/oauth/authorize", [400; 9]),
            ("/oauth/forgot-password", OPEN),
            ("/enroll", OPEN),
            ("/enroll/confirm", NOT_FOUND),
            ("/enroll/device", NOT_FOUND),
            ("/join", OPEN),
            ("/join/reader", OPEN),
            ("/join/organization", OPEN),
            ("/join/organization?reference=nothing", OPEN),
            ("/join/organization/find", OPEN),
            ("/join/organization/find?name=school&city=salem", OPEN),
            ("/join/confirm/1", NOT_FOUND),
            ("/confirm/1", NOT_FOUND),
            ("/oauth/new-password/1", NOT_FOUND),
            ("/oauth/undo/1", NOT_FOUND),
            ("/docs", OPEN),
            ("/docs/titles", OPEN),
            ("/docs/records/t", OPEN),
            ("/docs/nothing", NOT_FOUND),
        ];
        routes::assert_all_are_in(&routes::routes_of_crate("web"), rows.iter().map(|(path, _)| *path));
        for (at, visitor) in VISITORS.iter().enumerate() {
            let mut reader = Reader::sign_in_as(sandbox, visitor).await;
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

/// Checks what every page must have.
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
