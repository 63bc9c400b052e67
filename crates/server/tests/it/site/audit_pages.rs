//! /desk/audit and /desk/reports: membership staff see who changed what, and read numbers without names.

use super::Reader;
use super::browser::hidden_field;
use crate::one;
use crate::support::{Sandbox, User};

/// The identifier of one of the sandbox's users.
fn id<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

one! {
    async fn changes_are_found_with_who_made_them_and_where(sandbox: Sandbox) {
        let (olive, lena) = (id(sandbox, "orgMember"), id(sandbox, "labIndividual"));
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.put(&format!("/v2/myOrganization/members/{olive}"), &[("grade", "7")]).await.expect_status(200);
        sandbox.command(&["admin", "users", "disable", lena]);
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let person = format!("/desk/people/{olive}");
        let token = hidden_field(&staff.read(&person).await, "token");
        staff.post(&format!("{person}/disabilities"), &[("token", &token)]).await.expect_status(200);

        // One form of endpoints in all interfaces, for changes and for reads.
        let changes = sandbox.command(&["admin", "audit", "list", "--kind", "changes"]);
        for part in ["PUT /v2/myOrganization/members/{userIdentifier} ", "openshelf admin users disable ",
            "changeMember demo-", "lockAccount demo-", "nobody signed in"] {
            assert!(changes.contains(part), "{part}: {changes}");
        }
        let reads = sandbox.command(&["admin", "audit", "list", "--user", olive]);
        assert!(reads.contains("POST /desk/people/{id}/disabilities ") && reads.contains("GET /desk/people/{id} "), "{reads}");
        assert!(!reads.contains("changeMember"), "{reads}");
        let one = sandbox.command(&["admin", "audit", "list", "--kind", "changes", "--user", olive]);
        assert!(one.lines().all(|line| line.contains("Olive Marsh")) && !one.is_empty(), "{one}");

        let found = staff.read("/desk/audit").await;
        let link = format!("<a href=\"{person}\"><bdi>Olive Marsh</bdi></a>");
        for part in ["<h3>Member changed</h3>", &link, "PUT /v2/myOrganization/members/{userIdentifier}"] {
            assert!(found.contains(part), "{part}: {found}");
        }
        // Lena is of another site.
        assert!(!found.contains("Account locked</h3>") && !found.contains("Lena Frost"), "{found}");
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let locked = administrator.read("/desk/audit?kind=lockAccount").await;
        assert!(locked.contains("<h3>Account locked</h3>") && locked.contains("Lena Frost"), "{locked}");
        assert!(locked.contains("the library") && !locked.contains("<h3>Member changed</h3>"), "{locked}");
        let read = staff.read(&format!("/desk/audit?kind=reads&user={olive}&since=2020-01-01")).await;
        assert!(read.contains("<h3>Disability data read</h3>"), "{read}");
        let none = staff.read("/desk/audit?until=2020-01-01").await;
        assert!(none.contains("There are no entries."), "{none}");
        for (query, field) in [("user=nobody", "user"), ("actor=demo-lena", "actor"), ("since=September", "since")] {
            let wrong = staff.get(&format!("/desk/audit?{query}")).await.expect_status(400).text();
            assert!(wrong.contains("role=\"alert\"") && wrong.contains(&format!("href=\"#{field}\"")), "{query}: {wrong}");
        }
        let page = staff.read(&person).await;
        assert!(page.contains("id=\"changes\"") && page.contains("Member changed"), "{page}");
    }

    async fn reports_have_no_names_and_are_recorded(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let start = staff.read("/desk/reports").await;
        assert!(start.contains("name=\"organization\"") && !start.contains("<table>"), "{start}");
        let report = staff.read("/desk/reports?report=yes").await;
        for part in ["Readers of today by grade and disability", "Books fetched by month and format", "not shown",
            "href=\"/desk/reports/readers.csv?report=yes"] {
            assert!(report.contains(part), "{part}: {report}");
        }
        assert!(!report.contains("Olive") && !report.contains("Okafor"), "{report}");
        let file = staff.get("/desk/reports/readers.csv?report=yes").await.expect_status(200);
        assert!(file.header("content-disposition").contains("readers.csv"), "{:?}", file.headers);
        assert!(file.text().starts_with("\u{feff}Grade,"), "{}", file.text());
        let books = staff.get("/desk/reports/books.csv?report=yes&first=2026-01&last=2026-02").await;
        let books = books.expect_status(200).text();
        assert_eq!(books.lines().count(), 4, "a header, two months and the sums: {books}");
        for (query, field) in [("first=2026-03&last=2026-02", "last"), ("first=March", "first"), ("organization=nothing", "organization")] {
            let wrong = staff.get(&format!("/desk/reports?report=yes&{query}")).await.expect_status(400).text();
            assert!(wrong.contains(&format!("href=\"#{field}\"")) && !wrong.contains("<table>"), "{query}: {wrong}");
        }
        let recorded = staff.read("/desk/audit?kind=readReport").await;
        assert!(recorded.contains("<h3>Report read</h3>"), "{recorded}");
        let idle = staff.read("/desk/reports/without-books?months=120").await;
        assert!(idle.contains("Nobody has been without a book for that long."), "{idle}");
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let members = sponsor.read("/school/members?idle_filter=12").await;
        assert!(members.contains("No member found: ") && members.contains("no book for 12 months"), "{members}");
        let wrong = staff.get("/desk/reports/without-books?months=0").await.expect_status(400).text();
        assert!(wrong.contains("href=\"#months\""), "{wrong}");
        let table = sandbox.command(&["admin", "reports", "readers"]);
        assert!(table.starts_with("grade,visual,learning,physical,nonspecific,several,no proof,total"), "{table}");
        let months = sandbox.command(&["admin", "reports", "books", "--first", "2026-01", "--last", "2026-02"]);
        assert_eq!(months.lines().count(), 4, "{months}");
    }
}
