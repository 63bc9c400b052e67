//! No query sits in a loop: a page of 100 costs as many statements as a page of 1.

use crate::both;
use crate::support::{Program, Sandbox, free_address, text};

/// A second server on the sandbox's library, with the operator's address open and no workers.
struct Node {
    base: String,
    admin: String,
    _program: Program,
}

impl Node {
    async fn start(sandbox: &Sandbox) -> Self {
        let (base, admin) = (free_address(), free_address());
        let flags = sandbox.flags();
        let mut args = vec!["serve", "--listen", &base, "--admin-listen", &admin, "--workers", "0"];
        args.extend(flags.iter().map(String::as_str));
        // Without the cache of titles, which saves a statement when it has them, and now and then spends
        // one to check whether they changed.
        let mut command = Program::command(&args);
        command.env("OPENSHELF_DATABASE__TITLE_CACHE_MIB", "0");
        let mut program = Program::spawn(sandbox.library.dir.path(), command);
        let ready = format!("http://{admin}/readyz");
        let http = reqwest::Client::new();
        program
            .wait_until("readyz", async || {
                http.get(&ready).send().await.ok().filter(|r| r.status() == 200).map(|_| ())
            })
            .await;
        Self { base: format!("http://{base}"), admin: format!("http://{admin}"), _program: program }
    }

    /// Statements sent to the database since the start.
    async fn statements(&self, sandbox: &Sandbox) -> u64 {
        let metrics = sandbox.get(&format!("{}/metrics", self.admin)).send().await.expect_status(200);
        let metrics = text(&metrics.bytes);
        let line = metrics.lines().find_map(|line| line.strip_prefix("openshelf_database_statements_total "));
        line.expect("the counter is there").parse().expect("a number")
    }

    /// Statements of one request: the least of several, because the follower of the index asks now and then.
    async fn cost(&self, sandbox: &Sandbox, token: &str, path: &str) -> u64 {
        let mut least = u64::MAX;
        for _ in 0..8 {
            let before = self.statements(sandbox).await;
            let call = sandbox.get(&format!("{}{path}", self.base)).query(&[("api_key", sandbox.key("app"))]);
            call.bearer(token).send().await.expect_status(200);
            least = least.min(self.statements(sandbox).await - before);
        }
        least
    }
}

both! {
    async fn a_page_of_100_costs_as_many_as_a_page_of_1(sandbox: Sandbox) {
        let node = Node::start(sandbox).await;
        let token = sandbox.token("individual").await;
        let lists = [
            "/v2/titles?",
            "/v2/categories?",
            "/v2/bisacCodes?",
            "/v2/periodicals?",
            "/v2/periodicals/demo-the-merrow-weekly/editions?",
            "/v2/popularLists?",
            "/v2/popularLists/TLTqJVg8JWRyRw==?",
            "/v2/myRecommendations?",
        ];
        for list in lists {
            let one = node.cost(sandbox, &token, &format!("{list}limit=1")).await;
            let all = node.cost(sandbox, &token, &format!("{list}limit=100")).await;
            assert!(one >= 1, "the token at least is looked up");
            assert_eq!(one, all, "{list}");
        }
    }

    async fn sponsors_pages_cost_as_many_for_all_as_for_one(sandbox: Sandbox) {
        let node = Node::start(sandbox).await;
        let token = sandbox.token("sponsor").await;
        let listed = format!("/v2/lists/{}/members", sandbox.demo["readingLists"]["shared"].as_str().unwrap());
        let people = ["demo-orgMember", "demo-orgMember2", "demo-ada-brandt", "demo-gus-haddad"];
        let call = sandbox.call(reqwest::Method::POST, &listed).query(&[("api_key", sandbox.key("app"))]);
        call.form(&people.map(|id| ("userIdentifier", id))).bearer(&token).send().await.expect_status(200);
        let availabilities = format!("/v2/myOrganization/titleAvailabilities/{}", sandbox.title("copyright"));
        for list in ["/v2/myOrganization/members", "/v2/myOrganization/rosterTags", &availabilities, &listed] {
            let one = node.cost(sandbox, &token, &format!("{list}?limit=1")).await;
            let all = node.cost(sandbox, &token, &format!("{list}?limit=100")).await;
            assert_eq!(one, all, "{list}");
        }
    }
}
