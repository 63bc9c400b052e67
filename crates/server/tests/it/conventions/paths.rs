//! Paths, methods and headers (docs/rules/authentication.md#rule-13, docs/rules/requests.md#rule-6).

use reqwest::Method;

use crate::one;
use crate::support::Sandbox;

one! {
    async fn an_unknown_path_is_404(sandbox: Sandbox) {
        for path in ["/v2/nothing", "/v1/titles", "/book/searchFTS/title/moby", "/V2/titles", "/v2/Titles"] {
            sandbox.guest(path).send().await.expect_error(404, "NOT_FOUND");
        }
    }

    async fn a_trailing_slash_is_ignored(sandbox: Sandbox) {
        sandbox.guest("/v2/titles/").send().await.expect_status(200);
    }

    async fn a_method_the_path_never_supports_is_405_and_names_those_it_does(sandbox: Sandbox) {
        let invented = Method::from_bytes(b"QUERY").unwrap();
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, invented] {
            let reply = sandbox.call(method, "/v2/titles").send().await.expect_error(405, "METHOD_NOT_ALLOWED");
            assert_eq!(reply.header("allow"), "GET,HEAD");
        }
    }

    async fn head_works_where_get_does(sandbox: Sandbox) {
        let reply = sandbox.call(Method::HEAD, "/v2/titles").query(&[("api_key", sandbox.key("app"))]).send().await;
        assert!(reply.expect_status(200).bytes.is_empty());
    }

    async fn removed_endpoints_are_410_to_any_method(sandbox: Sandbox) {
        for path in ["/v2/myMessages", "/v2/messages/1", "/v2/myActiveBooks", "/v2/accounts/jo@example.org/activeBooks"] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                sandbox.call(method, path).send().await.expect_error(410, "GONE");
            }
        }
    }

    async fn only_json_can_be_sent_back(sandbox: Sandbox) {
        for accept in ["*/*", "application/*", "application/json; charset=utf-8", "text/html, */*;q=0.5"] {
            sandbox.guest("/v2/titles").header("accept", accept).send().await.expect_status(200);
        }
        for accept in ["text/html", "application/xml"] {
            sandbox.guest("/v2/titles").header("accept", accept).send().await.expect_error(406, "NOT_ACCEPTABLE");
        }
    }

    async fn any_origin_may_call(sandbox: Sandbox) {
        let reply = sandbox.call(Method::OPTIONS, "/v2/titles").send().await.expect_status(204);
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        let reply = sandbox.guest("/v2/titles").send().await;
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        let reply = sandbox.get("/v2/titles").send().await.expect_error(403, "INVALID_API_KEY");
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        let reply = sandbox.call(Method::OPTIONS, "/oauth/token").send().await.expect_status(204);
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        // The targets of links: a script is redirected there with its token.
        for path in ["/delivery/ticket", "/covers/name.jpg"] {
            let reply = sandbox.call(Method::OPTIONS, path).send().await.expect_status(204);
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            for header in ["authorization", "range", "if-range", "if-none-match"] {
                let allowed = reply.header("access-control-allow-headers").to_ascii_lowercase();
                assert!(allowed.split(", ").any(|one| one == header), "{header} in {allowed}");
            }
            let reply = sandbox.get(path).send().await;
            assert!(reply.status >= 400, "{path}");
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            assert_eq!(reply.header("cache-control"), "private, no-store");
        }
    }

    async fn answers_are_compressed_when_asked(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles").header("accept-encoding", "gzip").send().await.expect_status(200);
        assert_eq!(reply.header("content-encoding"), "gzip");
        assert_eq!(&reply.bytes[..2], [0x1f, 0x8b]);
        let reply = sandbox.guest("/v2/titles").send().await;
        assert_eq!(reply.header("content-encoding"), "");
        assert_eq!(reply.header("content-type"), "application/json");
        assert_eq!(reply.bytes[0], b'{');
        // A client that accepts none of the media types gets one nevertheless: no work is done and then
        // refused.
        for refusing in ["identity;q=0", "*;q=0", "br, *; q=0.0", "deflate;q=1, identity;Q=0"] {
            let reply = sandbox.guest("/v2/titles").header("accept-encoding", refusing).send().await.expect_status(200);
            assert_eq!(reply.header("content-encoding"), "", "{refusing}");
        }
        let reply = sandbox.guest("/v2/titles").header("accept-encoding", "gzip, *;q=0").send().await.expect_status(200);
        assert_eq!(reply.header("content-encoding"), "gzip");
    }

    async fn every_answer_has_a_request_id(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles").send().await;
        assert!(!reply.header("x-request-id").is_empty());
        let reply = sandbox.guest("/v2/titles").header("x-request-id", "mine-7").send().await;
        assert_eq!(reply.header("x-request-id"), "mine-7");
    }
}
