//! GET /v2/titles/count (docs/rules/search.md#rule-6).

use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn it_is_a_bare_integer_that_agrees_with_the_search(sandbox: Sandbox) {
        let count = sandbox.guest("/v2/titles/count").send().await.expect_status(200);
        assert!(count.text().bytes().all(|b| b.is_ascii_digit()), "{}", count.text());
        let search = sandbox.guest("/v2/titles").send().await.expect_status(200);
        assert_eq!(count.json, search.json["totalResults"]);
    }

    async fn shared_titles_can_be_left_out(sandbox: Sandbox) {
        let count = async |query: &str| {
            let reply = sandbox.guest(&format!("/v2/titles/count{query}")).send().await.expect_status(200);
            reply.json.as_u64().unwrap()
        };
        let all = count("").await;
        assert_eq!(count("?includeShared=true").await, all);
        assert_eq!(count("?includeShared=false").await, all - 1, "one title is shared in from the other site");
    }

    async fn every_caller_gets_the_number_that_the_search_lists(sandbox: Sandbox) {
        let callers = ["individual", "minor", "sponsor", "orgMember", "collectionAssistant", "administrator", "labIndividual"];
        for query in ["", "?country=US", "?country=jp", "?includeShared=false", "?country=GB&includeShared=false"] {
            let (count, search) = (format!("/v2/titles/count{query}"), format!("/v2/titles{query}"));
            let guest = sandbox.guest(&search).send().await.expect_status(200).json["totalResults"].clone();
            assert_eq!(sandbox.guest(&count).send().await.expect_status(200).json, guest, "a guest, {query}");
            for caller in callers {
                let user = User::sign_in(sandbox, caller).await;
                let listed = user.get(&search).await.expect_status(200).json["totalResults"].clone();
                assert_eq!(user.get(&count).await.expect_status(200).json, listed, "{caller}, {query}");
            }
        }
        sandbox.guest("/v2/titles/count?country=Atlantis").send().await.expect_error(400, "INVALID_COUNTRY");
    }
}
