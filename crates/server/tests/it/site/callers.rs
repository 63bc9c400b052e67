//! Every page as every kind of visitor.

use super::{Reader, routes};
use crate::one;
use crate::support::{Reply, Sandbox};

/// Kinds of visitors, in the order of a row's statuses. Those after the first nine are there for the pages of
/// staff and of schools, and open no others.
const VISITORS: [&str; 13] = [
    "guest", "individual", "unqualified", "minor", "orgMember", "sponsor", "collectionAssistant",
    "administrator", "labIndividual", "primaryContact", "membershipAssistant", "volunteer", "labAssistant",
];

/// Everybody gets the same.
const OPEN: [u16; 9] = [200; 9];
/// Statuses of a page that belongs to a user: guests are redirected to the sign-in.
const OWN_PAGE: [u16; 9] = [303, 200, 200, 200, 200, 200, 200, 200, 200];
/// Statuses of what individual members do for themselves.
const OF_INDIVIDUALS: [u16; 9] = [303, 200, 200, 200, 403, 403, 403, 403, 200];
/// No user has it: guests are led to the sign-in.
const OWN_NOTHING: [u16; 9] = [303, 404, 404, 404, 404, 404, 404, 404, 404];
/// Statuses of a page that no caller finds.
const NOT_FOUND: [u16; 9] = [404; 9];
/// Statuses of an address of staff or schools that only forms lead to.
const FORM_ONLY_STATUSES: [u16; 13] = [404; 13];

/// Statuses of a page that these visitors open, and no other users.
fn with_status(visitors: &[&str], ok: u16) -> [u16; 13] {
    VISITORS.map(|visitor| match visitor {
        "guest" => 303,
        visitor if visitors.contains(&visitor) => ok,
        _ => 403,
    })
}

/// Statuses of what sponsors do for the members of their organization, the primary contact among them.
fn for_sponsors(ok: u16) -> [u16; 13] {
    with_status(&["sponsor", "primaryContact"], ok)
}

/// Statuses of the membership desk.
fn of_membership_staff(ok: u16) -> [u16; 13] {
    with_status(&["administrator", "membershipAssistant"], ok)
}

/// Statuses of the pages for administrators.
fn for_administrators(ok: u16) -> [u16; 13] {
    with_status(&["administrator"], ok)
}

/// Statuses of what collection staff of every site do.
fn of_collection_staff(ok: u16) -> [u16; 13] {
    with_status(&["collectionAssistant", "administrator", "labAssistant"], ok)
}

/// The pages of staff. `closed` is a title that not everybody may have.
fn staff_rows(closed: i64) -> Vec<(String, [u16; 13])> {
    // For staff of a site the people of another do not exist.
    let of_administrators = VISITORS.map(|visitor| match visitor {
        "guest" => 303,
        "administrator" => 200,
        "membershipAssistant" => 404,
        _ => 403,
    });
    // Staff of another site do not find a title that is not shared with it.
    let of_collection_staff_here = VISITORS.map(|visitor| match visitor {
        "guest" => 303,
        "collectionAssistant" | "administrator" => 200,
        "labAssistant" => 404,
        _ => 403,
    });
    vec![
        ("/collection/add".into(), of_collection_staff(200)),
        ("/collection/runs".into(), of_collection_staff(200)),
        ("/collection/runs?after=nonsense".into(), of_collection_staff(404)),
        ("/collection/runs/1".into(), of_collection_staff(404)),
        ("/collection/runs/1/report.csv".into(), of_collection_staff(404)),
        // Only a form leads to it.
        ("/collection/runs/1/cancel".into(), FORM_ONLY_STATUSES),
        ("/collection/periodicals".into(), of_collection_staff(200)),
        ("/collection/periodicals?words=merrow".into(), of_collection_staff(200)),
        ("/collection/periodicals?after=nonsense".into(), of_collection_staff(404)),
        ("/collection/periodicals/new".into(), of_collection_staff(200)),
        ("/collection/periodicals/nothing".into(), of_collection_staff(404)),
        ("/collection/periodicals/nothing/record".into(), of_collection_staff(404)),
        ("/collection/periodicals/nothing/editions/none".into(), of_collection_staff(404)),
        ("/staff/problems".into(), of_collection_staff(200)),
        ("/staff/problems?after=nonsense".into(), of_collection_staff(404)),
        ("/staff/conversion-reports".into(), of_collection_staff(200)),
        ("/staff/conversion-reports?before=nonsense".into(), of_collection_staff(404)),
        ("/staff/conversion-reports/1".into(), of_collection_staff(404)),
        ("/collection".into(), of_collection_staff(200)),
        (
            "/collection?words=ferry&status=live&format=BRF&kind=text&need=book".into(),
            of_collection_staff(200),
        ),
        ("/collection?after=nonsense".into(), of_collection_staff(404)),
        (format!("/collection/titles/{closed}"), of_collection_staff_here),
        ("/collection/titles/1".into(), of_collection_staff(404)),
        ("/collection/titles/1/source".into(), of_collection_staff(404)),
        (format!("/collection/titles/{closed}/book"), of_collection_staff_here),
        ("/collection/titles/1/book".into(), of_collection_staff(404)),
        (format!("/collection/titles/{closed}/formats/BRF"), of_collection_staff_here),
        (format!("/collection/titles/{closed}/formats/VHS"), of_collection_staff(404)),
        // Only a form leads to it.
        ("/collection/titles/1/status".into(), FORM_ONLY_STATUSES),
        ("/collection/export".into(), of_collection_staff(200)),
        ("/collection/export/1".into(), of_collection_staff(404)),
        ("/collection/moves".into(), FORM_ONLY_STATUSES),
        ("/collection/moves/apply".into(), FORM_ONLY_STATUSES),
        ("/desk".into(), of_membership_staff(200)),
        ("/desk?words=a&birth_date=1984-05-17".into(), of_membership_staff(200)),
        ("/desk?birth_date=nonsense".into(), of_membership_staff(400)),
        ("/desk/audit".into(), of_membership_staff(200)),
        ("/desk/audit?kind=reads&user=demo-individual".into(), of_membership_staff(200)),
        ("/desk/audit?after=nonsense".into(), of_membership_staff(404)),
        ("/desk/reports".into(), of_membership_staff(200)),
        ("/desk/reports?report=yes&first=x".into(), of_membership_staff(400)),
        ("/desk/reports/readers.csv?first=x".into(), of_membership_staff(404)),
        ("/desk/reports/books.csv?first=x".into(), of_membership_staff(404)),
        ("/desk/reports/without-books?months=6".into(), of_membership_staff(200)),
        ("/desk/people/demo-individual".into(), of_membership_staff(200)),
        ("/desk/people/nobody".into(), of_membership_staff(404)),
        ("/desk/people/new".into(), of_membership_staff(200)),
        ("/desk/people/demo-individual/data".into(), for_administrators(200)),
        ("/desk/people/nobody/data".into(), for_administrators(404)),
        ("/desk/people/demo-individual/lock".into(), of_membership_staff(200)),
        ("/desk/people/nobody/lock".into(), of_membership_staff(404)),
        (format!("/desk/people/demo-individual/why?title={closed}&format=BRF"), of_membership_staff(200)),
        ("/desk/people/nobody/why?title=1".into(), of_membership_staff(404)),
        ("/desk/work".into(), of_membership_staff(200)),
        ("/desk/work?kind=proof".into(), of_membership_staff(200)),
        ("/desk/work?after=nonsense".into(), of_membership_staff(404)),
        ("/desk/hand-overs".into(), of_membership_staff(200)),
        ("/desk/hand-overs?after=nonsense".into(), of_membership_staff(404)),
        ("/desk/duplicates".into(), of_membership_staff(200)),
        ("/desk/duplicates?after=nonsense".into(), of_membership_staff(404)),
        ("/desk/people/demo-individual/email".into(), of_membership_staff(200)),
        ("/desk/people/demo-individual/email?kind=proofDeclined".into(), of_membership_staff(200)),
        ("/desk/people/nobody/email".into(), of_membership_staff(404)),
        ("/desk/people/demo-individual/merge?with=demo-individual".into(), of_membership_staff(200)),
        ("/desk/people/demo-individual/merge?with=nobody".into(), of_membership_staff(404)),
        // Only forms lead to these.
        ("/desk/people/nobody/merge/undo".into(), FORM_ONLY_STATUSES),
        ("/desk/hand-overs/1".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/email/send".into(), FORM_ONLY_STATUSES),
        ("/desk/people/demo-individual/proofs".into(), of_membership_staff(200)),
        ("/desk/people/nobody/proofs".into(), of_membership_staff(404)),
        ("/desk/people/demo-individual/agreement".into(), of_membership_staff(200)),
        ("/desk/people/demo-individual/subscription".into(), of_membership_staff(200)),
        ("/desk/organizations/nothing".into(), of_membership_staff(404)),
        ("/desk/organizations/nothing/subscription".into(), of_membership_staff(404)),
        ("/desk/people/nobody/subscription/new".into(), FORM_ONLY_STATUSES),
        ("/desk/organizations/nothing/subscription/new".into(), FORM_ONLY_STATUSES),
        ("/desk/work/claim".into(), FORM_ONLY_STATUSES),
        ("/desk/work/release".into(), FORM_ONLY_STATUSES),
        ("/desk/organizations/nothing/decision".into(), FORM_ONLY_STATUSES),
        ("/desk/people/demo-individual/erase".into(), of_membership_staff(200)),
        ("/desk/people/nobody/erase".into(), of_membership_staff(404)),
        ("/desk/organizations/nobody/erase".into(), of_membership_staff(404)),
        ("/desk/erasures/1".into(), of_membership_staff(404)),
        ("/desk/erasures/1/certificate.txt".into(), of_membership_staff(404)),
        // Only a form leads to it.
        ("/desk/people/nobody/hold".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/release-hold".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/disabilities".into(), FORM_ONLY_STATUSES),
        ("/desk/people/demo-individual/serve?words=ferry".into(), of_membership_staff(200)),
        ("/desk/people/nobody/serve".into(), of_membership_staff(404)),
        // Only forms lead to these.
        ("/desk/people/nobody/serve/sign-in".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/assign".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/order".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/preferences".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/devices".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/devices/revoke".into(), FORM_ONLY_STATUSES),
        ("/desk/people/nobody/serve/notes".into(), FORM_ONLY_STATUSES),
        ("/desk/people/demo-labIndividual".into(), of_administrators),
        ("/desk/people/demo-labIndividual/proofs".into(), of_administrators),
        ("/desk/people/demo-labIndividual/agreement".into(), of_administrators),
        ("/desk/organizations/demo-school".into(), of_membership_staff(200)),
        ("/desk/organizations/demo-school/subscription".into(), of_membership_staff(200)),
        ("/desk/organizations/demo-school/erase".into(), of_membership_staff(200)),
    ]
}

/// The pages for administrators.
fn system_rows() -> Vec<(String, [u16; 13])> {
    let rows = [
        ("/system", for_administrators(200)),
        ("/system/rehearsal", for_administrators(200)),
        ("/system/jobs", for_administrators(200)),
        ("/system/jobs?state=all&kind=letter", for_administrators(200)),
        ("/system/jobs?after=nonsense", for_administrators(404)),
        ("/system/jobs/0", for_administrators(404)),
        ("/system/jobs/retry", for_administrators(404)),
        ("/system/emails", for_administrators(200)),
        ("/system/apps", for_administrators(200)),
        ("/system/apps/new", for_administrators(200)),
        ("/system/apps/secret?key=nothing", for_administrators(404)),
        ("/system/staff", for_administrators(200)),
        ("/system/staff?person=nobody", for_administrators(400)),
        ("/system/staff/demo-individual", for_administrators(200)),
        ("/system/staff/nobody", for_administrators(404)),
        ("/system/staff/demo-individual/give?role=administrator", for_administrators(200)),
        ("/system/staff/demo-individual/give?role=individual", for_administrators(404)),
        ("/system/staff/demo-volunteer/take?role=administrator", for_administrators(200)),
        ("/system/trace", for_administrators(200)),
        ("/system/sites", for_administrators(200)),
        ("/system/sites/lab", for_administrators(200)),
        ("/system/sites/nothing", for_administrators(404)),
        ("/system/organization-types", for_administrators(200)),
        ("/system/organization-types?name=school", for_administrators(200)),
        ("/system/organization-types/remove?name=school", for_administrators(200)),
        ("/system/organization-types/remove?name=nothing", for_administrators(404)),
        ("/system/reference-organizations", for_administrators(200)),
        ("/system/reference-organizations?words=school&city=bend", for_administrators(200)),
        ("/system/reference-organizations?after=nonsense", for_administrators(404)),
        ("/system/reference-organizations/new", for_administrators(200)),
        ("/system/reference-organizations/import", for_administrators(200)),
        ("/system/reference-organizations/import/nothing", for_administrators(404)),
        ("/system/reference-organizations/entry?id=nothing", for_administrators(404)),
        ("/system/reference-organizations/remove?id=nothing", for_administrators(404)),
        ("/system/sites/lab/notice", for_administrators(200)),
        ("/system/sites/nothing/notice", for_administrators(404)),
        // Only forms lead to these.
        ("/system/jobs/0/retry", FORM_ONLY_STATUSES),
        ("/system/jobs/0/cancel", FORM_ONLY_STATUSES),
        ("/system/emails/retry", FORM_ONLY_STATUSES),
        ("/system/emails/test", FORM_ONLY_STATUSES),
        ("/system/apps/state", FORM_ONLY_STATUSES),
        ("/system/sites/lab/details", FORM_ONLY_STATUSES),
        ("/system/sites/lab/reviews", FORM_ONLY_STATUSES),
        ("/system/sites/lab/joining", FORM_ONLY_STATUSES),
        ("/system/sites/lab/admission", FORM_ONLY_STATUSES),
    ];
    rows.into_iter().map(|(path, statuses)| (path.to_owned(), statuses)).collect()
}

/// The pages of schools. `closed` is a title that not everybody may have.
fn school_rows(closed: i64) -> Vec<(String, [u16; 13])> {
    vec![
        ("/school/primary-contact/withdraw".into(), FORM_ONLY_STATUSES),
        ("/school/primary-contact".into(), for_sponsors(200)),
        ("/school/sponsors".into(), for_sponsors(200)),
        ("/school/sponsors?after=nonsense".into(), for_sponsors(404)),
        ("/school/sponsors/new".into(), for_sponsors(200)),
        ("/school/sponsors/nobody/remove".into(), with_status(&["primaryContact"], 404)),
        ("/school".into(), for_sponsors(200)),
        ("/school/members".into(), for_sponsors(200)),
        ("/school/members?words=a&grade_filter=6&school_filter=x&sort=grade".into(), for_sponsors(200)),
        ("/school/members?after=nonsense".into(), for_sponsors(404)),
        ("/school/members/new".into(), for_sponsors(200)),
        ("/school/members/demo-orgMember?words=ferry".into(), for_sponsors(200)),
        ("/school/members/nobody".into(), for_sponsors(404)),
        ("/school/members/demo-orgMember/details".into(), for_sponsors(200)),
        ("/school/members/nobody/details".into(), for_sponsors(404)),
        // Only forms lead to these.
        ("/school/members/nobody/sign-in".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/assign".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/order".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/preferences".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/devices".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/devices/revoke".into(), FORM_ONLY_STATUSES),
        ("/school/members/nobody/notes".into(), FORM_ONLY_STATUSES),
        ("/school/groups".into(), for_sponsors(200)),
        ("/school/groups?after=nonsense".into(), for_sponsors(404)),
        ("/school/groups/new".into(), for_sponsors(200)),
        ("/school/groups/1/name".into(), for_sponsors(404)),
        ("/school/groups/1/remove".into(), for_sponsors(404)),
        (format!("/school/titles/{closed}"), for_sponsors(200)),
        (format!("/school/titles/{closed}?words=a&grade_filter=6&sort=grade"), for_sponsors(200)),
        ("/school/titles/1".into(), for_sponsors(404)),
        ("/school/lists/demo-list-org?grade_filter=6".into(), for_sponsors(200)),
        ("/school/lists/nothing".into(), for_sponsors(404)),
        ("/school/copies/nothing".into(), for_sponsors(404)),
        // Only forms lead to these.
        (format!("/school/titles/{closed}/copies"), FORM_ONLY_STATUSES),
        ("/school/copies/nothing/zip".into(), FORM_ONLY_STATUSES),
        ("/school/import".into(), for_sponsors(200)),
        ("/school/import/folder".into(), for_sponsors(404)),
        ("/school/import/nothing".into(), for_sponsors(404)),
        ("/school/year".into(), for_sponsors(200)),
        ("/school/year?last_grade=99&leavers=x".into(), for_sponsors(200)),
        ("/school/runs".into(), for_sponsors(200)),
        ("/school/runs?after=nonsense".into(), for_sponsors(404)),
        ("/school/runs/nothing".into(), for_sponsors(404)),
        ("/school/removed".into(), for_sponsors(200)),
        ("/school/removed?before=nonsense".into(), for_sponsors(404)),
        ("/school/import/nothing/discard".into(), FORM_ONLY_STATUSES),
        ("/school/runs/nothing/undo".into(), FORM_ONLY_STATUSES),
        ("/school/year/apply".into(), FORM_ONLY_STATUSES),
        ("/school/members/act".into(), FORM_ONLY_STATUSES),
        ("/school/members/act/apply".into(), FORM_ONLY_STATUSES),
    ]
}

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
            (format!("/read/{free}/2/pictures/999"), NOT_FOUND),
            ("/read/1/1/pictures/1".into(), NOT_FOUND),
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
            ("/nothing".into(), NOT_FOUND),
        ];
        let of_staff: Vec<_> = staff_rows(closed).into_iter().chain(system_rows()).chain(school_rows(closed)).collect();
        let paths = rows.iter().map(|(path, _)| path).chain(of_staff.iter().map(|(path, _)| path));
        routes::assert_all_are_in(&routes::routes_of_crate("pages"), paths.map(String::as_str));
        for (at, visitor) in VISITORS.iter().enumerate() {
            let mut reader = Reader::sign_in_as(sandbox, visitor).await;
            let mut pages: Vec<(&String, u16)> = of_staff.iter().map(|(path, all)| (path, all[at])).collect();
            pages.extend(rows.iter().filter_map(|(path, all)| Some((path, *all.get(at)?))));
            for (path, status) in pages {
                let reply = reader.get(path).await;
                assert_eq!(reply.status, status, "{path} as {visitor}: {}", reply.text());
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
        for (at, visitor) in VISITORS.iter().enumerate().take(OPEN.len()) {
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
