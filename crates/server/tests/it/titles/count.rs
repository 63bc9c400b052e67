//! GET /v2/titles/count (spec 4, 1.1).

use crate::both;
use crate::support::Sandbox;

both! {
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

    async fn a_country_narrows_the_view(sandbox: Sandbox) {
        let count = async |country: &str| {
            let path = format!("/v2/titles/count?country={country}");
            sandbox.guest(&path).send().await.expect_status(200).json.as_u64().unwrap()
        };
        // One title is not for the US, one is for the US alone.
        assert_eq!(count("US").await, count("GB").await);
        assert_eq!(count("us").await, count("JP").await + 1);
    }
}
